"""What the pages for players and hosts tell one to type is there: every command with its flags, every make target."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from setup_project import ROOT

PAGES = [ROOT / "README.md", ROOT / "README.ru.md", ROOT / "docs" / "play.md", ROOT / "docs" / "host.md"]
SERVE = "import sys; from roundhouse.cli import main; sys.exit(main(sys.argv[1:]))"
TWO_WORDS = {"record"}


def lines_of(page: Path) -> Iterator[str]:
    """Lines of plain code blocks, and code within sentences."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```(?:ini)?\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield from block.splitlines()
    yield from re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


def commands_in(page: Path) -> list[list[str]]:
    """The words after `roundhouse`, wherever a page tells one to run it."""
    found = [re.search(r"(?:^|/bin/|=)roundhouse ([a-z].*)$", line.strip()) for line in lines_of(page)]
    return [match[1].split() for match in found if match]


@cache
def help_of(*words: str) -> str:
    command = [sys.executable, "-c", SERVE, *words, "--help", "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"roundhouse {' '.join(words)}: {done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_flags_exist(page: Path) -> None:
    commands = commands_in(page)
    assert commands
    for words in commands:
        named = words[: 2 if words[0] in TWO_WORDS else 1]
        known = set(re.findall(r"--[a-z-]+", help_of(*named)))
        unknown = {word.partition("=")[0] for word in words if word.startswith("--")} - known
        assert not unknown, f"{page.name}: roundhouse {' '.join(words)}: {unknown}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_targets_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = {match[1] for line in lines_of(page) if (match := re.search(r"(?:^|\s)make ([a-z-]+)", line))}
    assert named
    assert named <= targets, named - targets


def test_limits_in_the_table_are_the_real_ones() -> None:
    from roundhouse.server.settings import Limits

    page = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`(?:ROUNDHOUSE_LIMIT_|…_).*?) \| .*? \| ([\d, ]+) \|$", page, re.MULTILINE)
    assert len(rows) > 5
    limits = Limits()
    for names, figures in rows:
        for name, figure in zip(
            re.findall(r"(?:ROUNDHOUSE_LIMIT|…)_([A-Z_]+)`", names), figures.split(", "), strict=True
        ):
            assert getattr(limits, name.lower()) == int(figure), name
