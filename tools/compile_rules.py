"""Compiles the modules in `compiled_modules.txt` to C with mypyc.

The result goes to `_compiled/<tag>/` with a stamp of the sources it was made from; see
`roundhouse/_loader.py` for how it is used. An interrupted compile leaves things as they were.

Exit codes: 0 compiled or up to date, 1 failed, 3 this machine has no compiler or no Python headers.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from itertools import count
from pathlib import Path

from find_compiler import c_compiler, how_to_get_it, missing_to_compile
from roundhouse import _loader
from waiting import Waiting

ROOT = Path(__file__).resolve().parent.parent
FAILED = 1
NO_COMPILER = 3
LINES_OF_A_FAILURE = 40
RENAMES_TO_TRY = 5


class CompileFailed(Exception):
    """Compiling ended without a result; the text says why."""


def wanted_stamp(package: Path) -> dict[str, object]:
    """What a compile of the sources as they are now would be stamped with."""
    modules = _loader.listed_modules(str(package))
    for module in modules:
        if module.partition(".")[0] != package.name:
            raise CompileFailed(f"{_loader.LIST_NAME}: {module} is not in {package.name}")
        if (package.parent / module.replace(".", "/")).is_dir():
            raise CompileFailed(f"{_loader.LIST_NAME}: {module} is a package; name its modules")
    return {
        "sources": _loader.digests(str(package), modules),
        "mypy": version("mypy"),
        # Compiled rules hold the layout of librt's vectors, so another librt wants another compile.
        "librt": version("librt"),
        "python": platform.python_version(),
    }


def read_stamp(folder: Path) -> object:
    try:
        return json.loads((folder / _loader.STAMP_NAME).read_bytes())
    except (OSError, ValueError):
        return None


def compiled_names(package: Path) -> list[str]:
    """The modules that a complete compile consists of."""
    return [_loader.shared_library(package.name), *_loader.listed_modules(str(package))]


def is_up_to_date(package: Path, folder: Path, stamp: dict[str, object]) -> bool:
    return read_stamp(folder) == stamp and all(
        (folder / _loader.compiled_file(name)).is_file() for name in compiled_names(package)
    )


def build(package: Path, into: Path) -> None:
    """The compile itself, in a process of its own: mypyc exits on errors and talks a lot."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    # From the source folder: the paths written into the C code are short and the same everywhere.
    os.chdir(package.parent)
    modules = _loader.listed_modules(str(package))
    paths = [os.path.relpath(_loader.source_file(str(package), module), package.parent) for module in modules]
    with tempfile.TemporaryDirectory(prefix="roundhouse-mypyc-") as scratch:
        # No project settings and no cache: mypyc skips writing C for what a cache calls unchanged.
        options = ["--config-file=", f"--cache-dir={os.devnull}"]
        extensions = mypycify(
            [*options, *paths],
            opt_level="3",
            debug_level="0",
            multi_file=False,
            target_dir=os.path.join(scratch, "c"),
            group_name=package.name,
        )
        for extension in extensions:
            # mypyc turns warnings into errors; what a newer compiler warns of is no reason to stop.
            extension.extra_compile_args.append("-Wno-error")
        distribution = Distribution({"name": package.name, "ext_modules": extensions})
        command = build_ext(distribution)
        command.build_lib = os.path.join(scratch, "lib")
        command.build_temp = os.path.join(scratch, "objects")
        command.ensure_finalized()
        command.run()
        for name in compiled_names(package):
            *folders, last = name.split(".")
            built = Path(scratch, "lib", *folders, _loader.compiled_file(last))
            shutil.copy2(built, into / _loader.compiled_file(name))


def put_in_place(new: Path, folder: Path) -> None:
    """Swaps whole folders by renaming: never is there half a compile under the right name."""
    old = Path(tempfile.mkdtemp(prefix=".old-", dir=folder.parent))
    try:
        for attempt in count():
            try:
                if folder.exists():
                    os.rename(folder, old / str(attempt))
                os.rename(new, folder)
                return
            except OSError:
                # Another compile may put its result there between the two steps: try again.
                if attempt == RENAMES_TO_TRY:
                    raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def sweep(compiled: Path) -> None:
    """Removes what an interrupted compile may have left."""
    hour_ago = time.time() - 3600
    for leftover in compiled.glob(".*-*"):
        if leftover.stat().st_mtime < hour_ago:
            shutil.rmtree(leftover, ignore_errors=True)


def compile_package(package: Path, *, quiet_if_done: bool) -> None:
    stamp = wanted_stamp(package)
    compiled = package / _loader.FOLDER_NAME
    folder = compiled / _loader.compiled_tag()
    modules = _loader.listed_modules(str(package))
    if not modules:
        if not quiet_if_done:
            print("Compiled rules: no module is listed yet; everything runs as plain Python.")
        return
    if is_up_to_date(package, folder, stamp):
        if not quiet_if_done:
            print("Compiled rules: up to date.")
        return
    print(f"Compiling the rules to C, {len(modules)} of {_loader.LIST_NAME}…", flush=True)
    started = time.monotonic()
    compiled.mkdir(exist_ok=True)
    sweep(compiled)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=compiled) as scratch:
        new = Path(scratch, "result")
        new.mkdir()
        run_build(package, new)
        if wanted_stamp(package) != stamp:
            raise CompileFailed("a source changed while it was compiled; run it again")
        stamp_text = json.dumps(stamp, indent=1, sort_keys=True) + "\n"
        (new / _loader.STAMP_NAME).write_text(stamp_text, encoding="utf-8")
        put_in_place(new, folder)
    print(f"Compiled rules: ready in {time.monotonic() - started:.0f} s.")


def run_build(package: Path, into: Path) -> None:
    command = [sys.executable, __file__, "--package", str(package), "--build-into", str(into)]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    compiler = c_compiler()
    if compiler is not None:
        environment["CC"] = compiler
    with Waiting():
        done = subprocess.run(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    if done.returncode != 0:
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        raise CompileFailed("\n".join(lines[-LINES_OF_A_FAILURE:]))


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the rules with mypyc.")
    parser.add_argument("--package", type=Path, default=ROOT / "src" / "roundhouse")
    parser.add_argument("--quiet-if-done", action="store_true", help="say nothing when up to date")
    parser.add_argument("--build-into", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    package = arguments.package.resolve()
    if arguments.build_into is not None:
        build(package, arguments.build_into)
        return 0
    missing = missing_to_compile()
    if missing:
        print(
            f"Rules run as plain Python, slower but the same: this machine lacks"
            f" {' and '.join(missing)}. To compile them: {how_to_get_it()}"
        )
        return NO_COMPILER
    try:
        compile_package(package, quiet_if_done=arguments.quiet_if_done)
    except (CompileFailed, _loader.SourceMissing) as error:
        print(f"Compiling the rules failed:\n{error}", file=sys.stderr)
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
