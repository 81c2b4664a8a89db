"""`roundhouse serve` at a terminal and elsewhere; `backup`, `restore` and `prune` where nobody said which data."""

from __future__ import annotations

import json
import logging
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno

from roundhouse.cli.arguments import Arguments
from roundhouse.cli.console import Console
from roundhouse.cli.serve import logs_json, square, teller
from roundhouse.engine.refusal import RefusalError
from roundhouse.server import logs
from roundhouse.server.storage.database import upgrade
from tests.cli.conftest import Run

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
START = "import sys; from roundhouse.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory of its own, and a machine where no house was ever opened."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.delenv("ROUNDHOUSE_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return here


def a_house(folder: Path) -> None:
    folder.mkdir()
    upgrade(folder / "roundhouse.sqlite3")


# --- serve -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept_logger() -> Iterator[logging.Logger]:
    logger = logging.getLogger(logs.LOGGER)
    before = (logger.handlers, logger.level, logger.propagate)
    yield logger
    logger.handlers, logger.level, logger.propagate = before


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_person_is_told_only_what_goes_wrong(
    language: str, kept_logger: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up(teller(Console(language)), sys.stderr)
    logs.note("opened", tables=3)
    logs.warn("write-failed", reason="disk I/O error")
    logs.warn("never-heard-of")
    try:
        raise ValueError("so it goes")
    except ValueError as error:
        report = logs.fault("driver-fault", error, table="k3")
    told = capsys.readouterr().err.splitlines()
    assert "disk I/O error" in told[0]
    assert "never-heard-of" in told[1]
    assert report in told[2]
    assert "ValueError: so it goes" in told[-1]
    assert all("{" not in line for line in told[:3])


def test_a_program_reads_every_event(kept_logger: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(None, sys.stderr)
    logs.note("opened", tables=3)
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["level"], line["tables"]) == ("opened", "info", 3)


def test_what_the_log_is_written_in(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console("en")
    for terminal, given, json_wanted in [
        (True, {}, False),
        (False, {}, True),
        (True, {"log": "json"}, True),
        (False, {"log": "words"}, False),
    ]:
        monkeypatch.setattr(console.err, "isatty", lambda terminal=terminal: terminal, raising=False)
        assert logs_json(console, Arguments(given)) is json_wanted
    with pytest.raises(RefusalError):
        logs_json(console, Arguments({"log": "xml"}))


def test_the_square_is_the_code_in_black_on_white() -> None:
    """Read back from the half blocks, it is the very QR code; every line sets both colours and ends with neither."""
    text = "http://192.168.1.20:8000"
    lines = square(text)
    assert all(COLOURS.findall(line) == ["\x1b[38;5;16;48;5;231m", "\x1b[0m"] for line in lines)
    drawn = [COLOURS.sub("", line).removeprefix("  ") for line in lines]
    rows: list[list[bool]] = []
    for line in drawn:
        rows.append([char in "▀█" for char in line])
        rows.append([char in "▄█" for char in line])
    wanted = [[bool(cell) for cell in row] for row in segno.make(text).matrix_iter(border=3)]
    assert rows[: len(wanted)] == wanted
    assert not any(cell for row in rows[len(wanted) :] for cell in row)


def test_ctrl_c_at_a_terminal_says_that_games_are_kept(tmp_path: Path) -> None:
    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"this machine gives no terminal: {error}")
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--lan", "--data", str(tmp_path), "--lang", "en"]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    told = ""
    try:
        while "Ctrl-C" not in told or "\x1b[0m\r\n" not in told:
            told += os.read(ours, 4096).decode(errors="replace")
        process.send_signal(signal.SIGINT)
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:
                # The other side has been closed.
                break
            if not more:
                break
            told += more.decode(errors="replace")
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert "camera" in told
    assert "All games are kept" in told
    assert '"event"' not in told


# --- the data --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("backup", "copy.sqlite3"), ("prune",)])
def test_data_nobody_named_and_nobody_finds(run: Run, elsewhere: Path, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert "--data" in ran.error
    a_house(elsewhere / "data")
    assert "--data data" in run(*words).error
    assert run(*words, "--data", "data").code == 0


def test_restore_does_not_put_a_copy_where_no_house_looks(run: Run, elsewhere: Path) -> None:
    a_house(elsewhere / "data")
    assert run("backup", "copy.sqlite3", "--data", "data").code == 0
    ran = run("restore", "copy.sqlite3")
    assert ran.code == 2
    assert "--data data" in ran.error
    assert run("restore", "copy.sqlite3", "--data", "data").code == 0
    # On a machine without any house the usual folder is right.
    (elsewhere / "data").rename(elsewhere / "other")
    assert run("restore", "copy.sqlite3").code == 0
    assert (elsewhere.parent / "share" / "roundhouse" / "roundhouse.sqlite3").exists()
    assert run("prune").code == 0
