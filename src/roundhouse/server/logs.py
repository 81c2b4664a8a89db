"""Structured logs: one JSON object a line, with codes and numbers; never a cookie, a code, a seed or a hand."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any, TextIO

import msgspec

LOGGER = "roundhouse.server"


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


def set_up(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Send the server's log lines to a stream (standard error by default)."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger(LOGGER)
    logger.handlers = [handler]
    logger.setLevel(level)
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
