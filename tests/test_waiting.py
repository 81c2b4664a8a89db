"""What takes long while the project is set up says that it goes on."""

from __future__ import annotations

import io
import time

from waiting import Waiting


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def until(stream: io.StringIO, text: str) -> None:
    """As long as it takes; a pause that never says anything ends with the test's own time."""
    while text not in stream.getvalue():
        time.sleep(0.001)


def test_a_log_gets_a_line_now_and_then() -> None:
    stream = io.StringIO()
    with Waiting(stream, between=0.001) as waiting:
        until(stream, " s…\n")
        waiting.note = "3 of 52 fetched"
        until(stream, "  3 of 52 fetched, ")
    assert "\r" not in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


def test_a_terminal_gets_one_line_that_is_wiped_out() -> None:
    stream = Terminal()
    waiting = Waiting(stream)
    waiting.between = 0.001
    with waiting:
        until(stream, " s\x1b[K")
    assert "\n" not in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_what_is_quick_says_nothing() -> None:
    stream = io.StringIO()
    with Waiting(stream):
        pass
    assert stream.getvalue() == ""
