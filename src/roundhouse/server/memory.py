"""Looking for circular garbage stops everything, for half a second with 2,000 sockets open: we say when it is done.

Python would do it every few seconds under load, since much is made that lives for minutes. Hardly any of it is ever
part of a circle, so it can wait: the longer one search took, the later comes the next.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

PAUSES: Final = 1000.0
"""One thousandth of the time at most goes into it."""
SOONEST: Final = 10.0
NEVER: Final = 1_000_000_000
"""Of Python's own counting, for the search through everything; the young are still searched as ever."""


@contextmanager
def collecting_seldom() -> Generator[None]:
    """While a server runs: nothing that is there at its start is searched again."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(before[0], before[1], NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def collect_on() -> None:
    """Search all of it now and then."""
    pause = SOONEST
    while True:
        await asyncio.sleep(pause)
        began = time.perf_counter()
        gc.collect()
        pause = next_pause(time.perf_counter() - began)


def next_pause(took: float) -> float:
    return max(SOONEST, took * PAUSES)
