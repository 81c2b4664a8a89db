"""Logs: one JSON object a line for programs, or only what went wrong for a person at a terminal. Codes and numbers;
never a cookie, a code, a seed or a hand."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

import msgspec

LOGGER = "roundhouse.server"

Tell = Callable[[str, str, dict[str, Any]], str]
"""Time of day, what happened, and its facts: the sentence for a person."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        extra = getattr(record, "facts", None)
        if isinstance(extra, dict):
            line.update(extra)
        if record.exc_info and record.exc_info[0] is not None:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


class PlainLines(logging.Formatter):
    """For a person: the sentence that `tell` makes of it, and where an exception came from."""

    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self.tell = tell

    def format(self, record: logging.LogRecord) -> str:
        facts = getattr(record, "facts", None)
        known = dict(facts) if isinstance(facts, dict) else {}
        told = self.tell(time.strftime("%H:%M:%S", time.localtime(record.created)), record.getMessage(), known)
        if record.exc_info and record.exc_info[0] is not None:
            told += "\n" + self.formatException(record.exc_info)
        return told


def set_up(tell: Tell | None = None, stream: TextIO | None = None) -> None:
    """Send the server's log lines to a stream (standard error by default): all as JSON, or told to a person."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if tell is None else PlainLines(tell))
    logger = logging.getLogger(LOGGER)
    logger.handlers = [handler]
    # That it opened and closed the person is told anyway; what goes well needs no line.
    logger.setLevel(logging.INFO if tell is None else logging.WARNING)
    logger.propagate = False


def note(event: str, **facts: Any) -> None:
    logging.getLogger(LOGGER).info(event, extra={"facts": facts})


def warn(event: str, **facts: Any) -> None:
    logging.getLogger(LOGGER).warning(event, extra={"facts": facts})


def fault(event: str, error: BaseException, **facts: Any) -> str:
    """Log an exception with its trace; gives the name under which it can be found."""
    report = f"{int(time.time() * 1000):x}"
    logging.getLogger(LOGGER).error(
        event, exc_info=(type(error), error, error.__traceback__), extra={"facts": {"report": report, **facts}}
    )
    return report
