"""Starting the server and stopping it in order; what `roundhouse serve` runs."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import uvicorn

from roundhouse.engine.refusal import refuse_option
from roundhouse.server import logs, memory
from roundhouse.server.app import served
from roundhouse.server.house import House
from roundhouse.server.settings import Settings


def hold(data: Path) -> IO[str]:
    """Only one server at a time works in a data folder; the lock goes with the process."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = open(data / "server.lock", "a+")  # noqa: SIM115 - held as long as the process lives
    os.chmod(data / "server.lock", 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise refuse_option("data-in-use", folder=str(data)) from None
    return lock


class Server(uvicorn.Server):
    """Uvicorn, that tells where it is once it listens and lets sockets go in order when it stops."""

    def __init__(
        self, config: uvicorn.Config, settings: Settings, house: House, announce: Callable[[Settings], None]
    ) -> None:
        super().__init__(config)
        self.settings = settings
        self.house = house
        self.announce = announce
        self.collector: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """As uvicorn does, but a stop that was asked for is no failure: the signal isn't raised again afterwards."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            for server in self.servers:
                for each in server.sockets:
                    self.settings.port = each.getsockname()[1]
            self.collector = asyncio.create_task(memory.collect_on(), name="collector")
            self.announce(self.settings)

    async def shutdown(self, sockets: Any = None) -> None:
        if self.collector is not None:
            self.collector.cancel()
        # Sockets first: uvicorn would wait for them before it lets the application close.
        self.house.closing = True
        await self.house.hub.close()
        await super().shutdown(sockets)


def serve(settings: Settings, announce: Callable[[Settings], None], tell: logs.Tell | None = None) -> int:
    """Serve until told to stop; the exit code. `announce` is called once people can come; `tell` puts log lines into
    words for a person, else they are JSON."""
    lock = hold(settings.data)
    logs.set_up(tell)
    app, house = served(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=64 * 1024,
        ws_ping_interval=20.0,
        ws_ping_timeout=40.0,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=10,
        lifespan="on",
    )
    server = Server(config, settings, house, announce)
    try:
        with memory.collecting_seldom():
            server.run()
    except SystemExit:
        # Uvicorn's way to say that the port is taken; it has been logged.
        return 1
    finally:
        lock.close()
    return 0 if server.started else 1
