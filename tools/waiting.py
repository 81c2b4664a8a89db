"""Says that something is still going on: seconds that count on a terminal, a line now and then elsewhere.

Used while the project is set up, so the standard library only and no syntax that Python 3.7 can't read.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import TextIO

BETWEEN_LINES = 15.0
"""Where lines stay (a log, a pipe), this many seconds lie between them."""


class Waiting:
    """`with Waiting():` around what takes long and says nothing itself. What was shown on a terminal is wiped out."""

    def __init__(self, stream: TextIO | None = None, between: float = BETWEEN_LINES) -> None:
        self.stream = stream or sys.stdout
        self.between = 1.0 if self.stream.isatty() else between
        self.note = ""
        """How far it is, in a few words; may change at any time."""
        self.started = time.monotonic()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.tell, daemon=True)

    def __enter__(self) -> Waiting:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def tell(self) -> None:
        while not self.over.wait(self.between):
            seconds = f"{time.monotonic() - self.started:.0f} s"
            text = f"  {self.note}, {seconds}" if self.note else f"  {seconds}"
            self.stream.write(f"\r{text}\x1b[K" if self.stream.isatty() else f"{text}…\n")
            self.stream.flush()
