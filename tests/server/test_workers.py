"""Where bots think: in processes, and in threads where a machine has no shared memory for processes."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from roundhouse.server import bots


def test_without_shared_memory_bots_think_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: Any, **more: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(bots, "ProcessPoolExecutor", refused)
    workers = bots.Workers(1)

    async def scene() -> tuple[bool, str]:
        return await workers.healthy(), (await workers.run(threading.current_thread)).name

    healthy, thread = asyncio.run(scene())
    workers.close()
    assert healthy
    assert thread != threading.main_thread().name
