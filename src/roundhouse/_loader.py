"""Serves compiled rules where they fit the sources exactly, and plain Python everywhere else.

`compiled_modules.txt` names the modules. Their compiled files lie in `_compiled/<tag>/`, never
beside the sources, with a `stamp.json` that holds the sha256 of the list and of every source that
went in. The modules call each other as C, so they are one group: one changed source and all of them
are plain.

Everything is decided at the first import of a listed module, not before: `import roundhouse` stays
as quick as an empty package.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec

TYPE_CHECKING = False  # not from `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Literal

    Status = Literal["compiled", "plain", "stale", "forced-plain"]

LIST_NAME = "compiled_modules.txt"
FOLDER_NAME = "_compiled"
STAMP_NAME = "stamp.json"
PLAIN_VARIABLE = "ROUNDHOUSE_PLAIN"


class SourceMissing(Exception):
    """A listed module has no source file, so nothing can be compared with it."""


def compiled_tag() -> str:
    """This interpreter's folder in `_compiled/`, such as `cpython-311-x86_64-linux-gnu`."""
    # The most specific one comes first: ".cpython-311-x86_64-linux-gnu.so", ".cp311-win_amd64.pyd".
    return EXTENSION_SUFFIXES[0].split(".")[1]


def shared_library(package: str) -> str:
    """The top-level module that holds the code of the whole group."""
    return f"{package}__mypyc"


def compiled_file(module: str) -> str:
    """The name of a module's compiled file. Flat and dotted: no folders that look like packages."""
    return module + EXTENSION_SUFFIXES[0]


def listed_modules(package_folder: str) -> list[str]:
    """The dotted names in the list, in its order."""
    with open(os.path.join(package_folder, LIST_NAME), encoding="utf-8") as file:
        lines = [line.partition("#")[0].strip() for line in file]
    return [line for line in lines if line]


def source_file(package_folder: str, module: str) -> str:
    """Where the source of a listed module lies."""
    _, *inner = module.split(".")
    return os.path.join(package_folder, *inner) + ".py"


def digests(package_folder: str, modules: Sequence[str]) -> dict[str, str]:
    """The sha256 of the list and of every listed source, by name."""
    from hashlib import sha256  # here, because a plain run never needs it

    found: dict[str, str] = {}
    paths = {LIST_NAME: os.path.join(package_folder, LIST_NAME)}
    paths.update({module: source_file(package_folder, module) for module in modules})
    for name, path in paths.items():
        try:
            with open(path, "rb") as file:
                found[name] = sha256(file.read()).hexdigest()
        except OSError as error:
            raise SourceMissing(path) from error
    return found


class _Decision:
    def __init__(self, status: Status, files: dict[str, str]) -> None:
        self.status = status
        self.files = files  # module → compiled file; empty unless compiled


class CompiledRules:
    """A meta path finder for the compiled form of listed modules of one package."""

    def __init__(self, package_folder: str) -> None:
        self._folder = package_folder
        self._package = os.path.basename(package_folder)
        self._prefix = self._package + "."
        self._shared = shared_library(self._package)
        self._decision: _Decision | None = None

    def status(self) -> Status:
        """How the rules run in this process: `compiled`, or why not."""
        return self._decide().status

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self._prefix) and fullname != self._shared:
            return None
        file = self._decide().files.get(fullname)
        if file is None:
            return None
        spec = ModuleSpec(fullname, ExtensionFileLoader(fullname, file), origin=file)
        spec.has_location = True
        return spec

    def _decide(self) -> _Decision:
        # Once for a process: compiled and plain modules of one group must never meet.
        if self._decision is None:
            self._decision = self._compare()
        return self._decision

    def _compare(self) -> _Decision:
        if os.environ.get(PLAIN_VARIABLE, "") not in ("", "0"):
            return _Decision("forced-plain", {})
        compiled = os.path.join(self._folder, FOLDER_NAME, compiled_tag())
        try:
            with open(os.path.join(compiled, STAMP_NAME), "rb") as file:
                stamp_text = file.read()
            modules = listed_modules(self._folder)
            now = digests(self._folder, modules)
        except (OSError, SourceMissing):
            return _Decision("plain", {})

        import json  # here, because only a package with compiled rules needs it

        try:
            stamp = json.loads(stamp_text)
            same = stamp["sources"] == now
        except (ValueError, TypeError, KeyError):
            same = False
        if not same:
            return _Decision("stale", {})
        names = [self._shared, *modules]
        files = {name: os.path.join(compiled, compiled_file(name)) for name in names}
        if not all(map(os.path.isfile, files.values())):
            return _Decision("plain", {})
        return _Decision("compiled", files)


def serve(init_file: str) -> CompiledRules:
    """Puts a finder for the package of this `__init__.py` before all others."""
    finder = CompiledRules(os.path.dirname(os.path.abspath(init_file)))
    sys.meta_path.insert(0, finder)
    return finder
