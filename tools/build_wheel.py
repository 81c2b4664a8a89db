"""Builds the wheel that people install: `python tools/build_wheel.py [--into dist]`.

In it are the rules as they were compiled for this Python and the built client, so that whoever installs it needs
neither a compiler nor Node. With compiled rules it is a wheel for this Python and this platform; where nothing was
compiled it is one for every Python and platform. Run `compile_rules.py` and `setup_client.py` first (`make dist` does).
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path

from roundhouse import _loader
from setup_client import STATIC
from setup_project import PIP, ROOT, SetupFailed, failure, say

PACKAGE = ROOT / "src" / "roundhouse"
COMPILED = PACKAGE / _loader.FOLDER_NAME
# With it setuptools takes the wheel for what it is: made for one Python and one platform.
PLATFORM_SETUP = """from setuptools import setup
from setuptools.dist import Distribution


class Compiled(Distribution):
    def has_ext_modules(self):
        return True


setup(distclass=Compiled)
"""


def compiled_folder() -> Path | None:
    """The compiled rules for this Python if they fit the sources exactly."""
    found = _loader.CompiledRules(str(PACKAGE)).status()
    if found == "stale":
        raise SetupFailed(
            "The compiled rules are of other sources than these. Compile them: .venv/bin/python tools/compile_rules.py"
        )
    return COMPILED / _loader.compiled_tag() if found == "compiled" else None


def stage(folder: Path, compiled: Path | None) -> None:
    """Copies what goes in to a folder of its own: other Pythons' compiled rules and leftovers stay out."""
    leftovers = shutil.ignore_patterns("__pycache__", "*.egg-info", _loader.FOLDER_NAME, "*.pyc", ".*")
    shutil.copytree(ROOT / "src", folder / "src", ignore=leftovers)
    for name in ("LICENSE", "README.md"):
        shutil.copy2(ROOT / name, folder / name)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    if compiled is not None:
        into = folder / "src" / "roundhouse" / _loader.FOLDER_NAME / compiled.name
        shutil.copytree(compiled, into)
        (folder / "setup.py").write_text(PLATFORM_SETUP, encoding="utf-8")
        # Compiled rules hold the layout of librt's vectors: they want the librt they were compiled with.
        project, count = re.subn(r'"librt[^"]*"', f'"librt=={version("librt")}"', project, count=1)
        if count != 1:
            raise SetupFailed("pyproject.toml does not name librt any more; tools/build_wheel.py counts on it.")
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")


def build(into: Path) -> Path:
    if not (STATIC / "index.html").is_file():
        raise SetupFailed("The browser client is not built. Build it: make client")
    compiled = compiled_folder()
    with tempfile.TemporaryDirectory(prefix="roundhouse-wheel-") as scratch:
        staged, made = Path(scratch, "project"), Path(scratch, "wheel")
        staged.mkdir()
        stage(staged, compiled)
        command = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(made), str(staged)]
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        wheels = list(made.glob("*.whl"))
        if done.returncode != 0 or len(wheels) != 1:
            raise failure(done.stdout, "The wheel could not be built (see above).")
        into.mkdir(parents=True, exist_ok=True)
        wheel = Path(shutil.copy2(wheels[0], into / wheels[0].name))
    size = wheel.stat().st_size / 1e6
    with zipfile.ZipFile(wheel) as opened:
        files = len(opened.namelist())
    rules = f"compiled rules for {compiled.name}" if compiled is not None else "rules as plain Python, for any Python"
    say(f"Built {wheel}: {files} files, {size:.1f} MB, {rules}.")
    return wheel


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the wheel that people install.")
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    arguments = parser.parse_args()
    try:
        build(arguments.into.resolve())
    except SetupFailed as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
