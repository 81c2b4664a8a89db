"""Checks every tracked file: nothing of one machine in it, and no source file grown too long.

Where packages come from is each machine's own setting, so no registry is named; a path that exists
on one machine only helps nobody else; and a file past 600 lines wants to be split by concern.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 600
SOURCE_SUFFIXES = {".py", ".ts", ".svelte", ".css"}

# Put together here, so that this file is not the first to break its own rule.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted"),
        ("pythonhosted", "org"),
        ("registry", "npmjs"),
        ("registry", "yarnpkg"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("archive", "ubuntu", "com"),
    )
]
FOLDERS_OF_A_MACHINE = ("home", "root", "Users", "work", "shared")
FORBIDDEN = [
    (re.compile("|".join(map(re.escape, REGISTRIES)), re.IGNORECASE), "names a package registry"),
    # Only where a path begins: `docs/work/` and `example.com/home/` are something else.
    (
        re.compile(rf"(?<![\w.~$}})-])/(?:{'|'.join(FOLDERS_OF_A_MACHINE)})/"),
        "holds a path of one machine",
    ),
]


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    paths = [ROOT / name for name in listed.decode().split("\0") if name]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def faults_in(name: str, text: str) -> Iterator[str]:
    """What is wrong with one file, a line for each fault."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        for pattern, fault in FORBIDDEN:
            if match := pattern.search(line):
                yield f"{name}:{number}: {fault}: {match.group()}"
    path = Path(name)
    if path.suffix in SOURCE_SUFFIXES and "content" not in path.parts and len(lines) > LONGEST:
        yield f"{name}: {len(lines)} lines; split it by concern ({LONGEST} at most)"


def main() -> int:
    if not (ROOT / ".git").exists():
        print("Not a git checkout: the tree is not checked.")
        return 0
    files = tracked_files()
    faults: list[str] = []
    for path in files:
        content = path.read_bytes()
        if b"\0" in content:
            continue  # a picture or a font
        name = path.relative_to(ROOT).as_posix()
        faults.extend(faults_in(name, content.decode("utf-8", errors="replace")))
    for fault in faults:
        print(fault)
    print(f"{len(files)} tracked files, {len(faults) or 'no'} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
