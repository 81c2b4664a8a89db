"""Where words go: one reader, one language, two streams."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, TextIO

from rich.console import Console as RichConsole
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from roundhouse.engine.refusal import Refusal
from roundhouse.locales import LANGUAGES
from roundhouse.text.layout import paragraph
from roundhouse.text.speech import Speaker

WIDEST: Final = 100
"""Longer lines are hard to read, however wide the window."""


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a terminal, by the usual variables in their usual order."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            language = value.partition("_")[0].partition(".")[0].lower()
            return language if language in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def make_readable(*streams: TextIO) -> None:
    """Write and read UTF-8 whatever the locale says; what can't be written never stops a game."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            utf8 = (stream.encoding or "").lower().replace("-", "") == "utf8"
            stream.reconfigure(encoding=stream.encoding if utf8 else "utf-8", errors="replace")


class Console:
    """Speaks to the person at the terminal: words on stdout, errors in one line on stderr."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.speaker = Speaker(language)
        self.out = sys.stdout
        self.err = sys.stderr
        self.width = max(40, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))

    # --- saying ----------------------------------------------------------------------------------------------------

    def line(self, text: str = "") -> None:
        self.out.write(text + "\n")

    def lines(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.line(text)

    def wrapped(self, text: str, indent: int = 0) -> None:
        """A sentence, in lines that fit the window; what is indented already stays so."""
        deep = len(text) - len(text.lstrip(" "))
        self.lines(paragraph(text.lstrip(" "), self.width, indent + deep))

    def say(self, key: str, /, **params: Any) -> None:
        self.wrapped(self.speaker.told(key, params))

    def data(self, value: object) -> None:
        """One JSON value in one line."""
        self.out.write(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n")

    def error(self, text: str) -> None:
        self.out.flush()
        self.err.write("roundhouse: " + " ".join(text.split()) + "\n")
        self.err.flush()

    def fail(self, key: str, /, **params: Any) -> None:
        self.error(self.speaker.told(key, params))

    def refused(self, refusal: Refusal, speaker: Speaker | None = None) -> None:
        self.error((speaker or self.speaker).refusal(refusal))

    def progress(self) -> Progress:
        """A bar on stderr that leaves nothing behind; none where nobody looks."""
        return Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            console=RichConsole(file=self.err),
            transient=True,
            disable=not self.err.isatty(),
        )

    # --- asking ----------------------------------------------------------------------------------------------------

    def ask(self, question: str) -> str | None:
        """A line from the person; None when there are no more."""
        self.out.flush()
        try:
            if sys.stdin.isatty() and self.out is sys.__stdout__:
                with suppress(ImportError):
                    # Once imported, it lets a person edit the line and call back earlier ones.
                    import readline  # noqa: F401
                return input(question)
            self.out.write(question)
            self.out.flush()
            line = sys.stdin.readline()
        except (EOFError, ValueError):
            return None
        if not line:
            self.line()
            return None
        answer = line.rstrip("\r\n")
        if not sys.stdin.isatty():
            # What came through a pipe is shown, so that the whole can be read afterwards.
            self.line(self.speaker.shown("answer", answer))
        return answer

    def interactive(self) -> bool:
        return sys.stdin is not None and sys.stdin.isatty()


def close_quietly() -> None:
    """The reader of our output has gone (`| head`): write no more, complain to nobody."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
