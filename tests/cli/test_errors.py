"""Wrong use and broken files: one line, the right exit code, never a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundhouse.cli import main
from roundhouse.cli.console import make_readable
from roundhouse.locales import LANGUAGES
from tests.cli.conftest import Run

WRONG = [
    ["nonsense"],
    ["record"],
    ["record", "burn"],
    ["play"],
    ["play", "chess"],
    ["play", "transeuropa", "extra"],
    ["play", "transeuropa", "--seats"],
    ["play", "transeuropa", "--seats", "one"],
    ["play", "transeuropa", "--seats", "1"],
    ["play", "transeuropa", "--seats", "-4"],
    ["play", "transeuropa", "--bots", "nobody"],
    ["play", "transeuropa", "--seats", "2", "--bots", "random,random"],
    ["play", "transeuropa", "--position", "/nonexistent/file"],
    ["play", "transeuropa", "--resume", "/nonexistent/file"],
    ["play", "transeuropa", "--option", "weather=rain"],
    ["play", "transeuropa", "--option", "weather"],
    ["play", "transeuropa", "--option", "first_seat=9"],
    ["play", "transeuropa", "--variant", "x"],
    ["play", "transeuropa", "--fly"],
    ["games", "--json=yes"],
    ["games", "--lang", "xx"],
    ["games", "--lang"],
    ["rules", "chess"],
    ["rules", "transeuropa", "99"],
    ["simulate", "transeuropa", "--seats", "9"],
    ["simulate", "transeuropa", "--jobs", "0"],
    ["simulate", "transeuropa", "--games", "-1"],
    ["simulate", "transeuropa", "--seconds", "nan"],
    ["simulate", "transeuropa", "--seconds", "soon"],
    ["simulate", "transeuropa", "--bots", "random,nobody"],
    ["simulate", "transeuropa", "--records", "/dev/null/x"],
    ["simulate", "probe", "--option", "rounds=many"],
    ["simulate", "probe", "--option", "together=perhaps"],
    ["record", "show"],
    ["record", "show", "/"],
    ["record", "show", "a\0b"],
    ["record", "verify", "/nonexistent/file"],
    ["fuzz", "chess"],
    ["bench", "chess"],
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_use_is_one_line(run: Run, words: list[str], language: str) -> None:
    """The language may stand before or after what is wrong."""
    ran = run(*words) if "--lang" in words else run("--lang", language, *words)
    assert ran.code == 2
    assert ran.out == ""
    assert len(ran.error) > 10
    if "--lang" not in words:
        assert any("а" <= sign.lower() <= "я" for sign in ran.error) == (language == "ru")


JUNK = {
    "empty": b"",
    "binary": bytes(range(256)) * 20,
    "not-utf8": b'{"format": "\xff\xfe"}',
    "half": b'{"format": "roundhouse-record/1", ',
    "list": b"[1, 2, 3]",
    "number": b"7",
    "null": b"null",
    "deep": b"[" * 100_000,
    "deep-object": b'{"a":' * 50_000,
    "closed-deep": b"[" * 5_000 + b"]" * 5_000,
    "huge-number": b'{"seats": 1' + b"0" * 5_000 + b"}",
    "endless": b" " * (5 * 1024 * 1024),
    "other-format": b'{"format": "x", "game": "transeuropa"}',
    "escape": b'{"format": "\\u001b[2J\\u202e"}',
    "surrogate": b'{"\\ud800": 1}',
}


@pytest.mark.parametrize("name", list(JUNK))
@pytest.mark.parametrize(
    "words",
    [
        ["record", "show"],
        ["record", "show", "--json"],
        ["record", "verify"],
        ["play", "transeuropa", "--resume"],
        ["play", "transeuropa", "--position"],
    ],
    ids=" ".join,
)
def test_junk_files_are_refused_in_one_line(run: Run, tmp_path: Path, name: str, words: list[str]) -> None:
    path = tmp_path / "junk.json"
    path.write_bytes(JUNK[name])
    ran = run(*words, str(path))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.error.isprintable()


def changed(data: dict[str, object], **changes: object) -> dict[str, object]:
    return {**data, **changes}


def test_records_with_wrong_parts_never_crash(run: Run, tmp_path: Path) -> None:
    run("simulate", "transeuropa", "--seats", "2", "--games", "1", "--records", str(tmp_path), "--bots", "greedy")
    path = tmp_path / "transeuropa-0-0.json"
    good = json.loads(path.read_bytes())
    values: list[object] = [None, 0, -1, 2**60, "", "x", [], {}, [None], {"a": []}, [[1]], True, 1.5, [{"seat": 0}]]
    for key in good:
        for value in values:
            path.write_text(json.dumps(changed(good, **{key: value})))
            for words in (["show"], ["show", "--json"], ["verify"]):
                ran = run("record", *words, str(path))
                assert ran.code in (0, 1, 2), (key, value)
                assert "Error" not in ran.err, (key, value, ran.err)


@pytest.mark.parametrize("language", LANGUAGES)
def test_positions_say_what_is_wrong_and_where(run: Run, tmp_path: Path, language: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps({"seats": 2, "hands": [["paris"], None]}))
    ran = run("play", "transeuropa", "--position", str(path), "--lang", language)
    assert ran.code == 2
    assert "hands[0]" in ran.error


def test_an_interrupt_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("roundhouse.cli.games.games", interrupted)
    ran = run("games")
    assert ran.code == 130
    assert ran.error == "interrupted"


def test_the_unexpected_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("two\nlines \x1b[31m")

    monkeypatch.setattr("roundhouse.cli.games.games", broken)
    ran = run("games")
    assert ran.code == 1
    assert "RuntimeError: two lines [31m" in ran.error
    monkeypatch.setenv("ROUNDHOUSE_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        main(["games"])


def test_a_narrow_stream_is_made_readable() -> None:
    """Cyrillic in a terminal that says it can only do ASCII."""
    bytes_written = io.BytesIO()
    stream = io.TextIOWrapper(bytes_written, encoding="ascii")
    make_readable(stream)
    stream.write("Магистрали \ud800")
    stream.flush()
    assert bytes_written.getvalue() == "Магистрали ?".encode()


def as_a_process(*words: str, typed: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **variables}
    environment.pop("PYTHONUTF8", None)
    call = "import sys; from roundhouse.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", call, *words],
        input=typed,
        capture_output=True,
        env=environment,
        timeout=120,
        check=False,
    )


def test_russian_in_the_c_locale() -> None:
    ran = as_a_process("games", "--lang", "ru", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONCOERCECLOCALE="0")
    assert ran.returncode == 0
    assert "Магистрали Европы" in ran.stdout.decode()


def test_bytes_that_are_no_text_are_no_answer() -> None:
    ran = as_a_process("play", "transeuropa", "--seed", "1", typed=b"\xff\xfe\x00\x1b[2J\n\x80paris\n", LC_ALL="C")
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    assert b"\x1b" not in ran.stdout


def test_a_closed_pipe_is_no_error() -> None:
    call = "from roundhouse.cli import main; import sys; sys.exit(main(['rules', 'transeuropa']))"
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        ran = subprocess.run(
            [sys.executable, "-c", call], stdout=pipe, stderr=subprocess.PIPE, timeout=120, check=False
        )
    assert ran.stderr == b""
    assert ran.returncode == 0
