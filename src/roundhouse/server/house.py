"""The parts of a running server, put together."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import msgspec

from roundhouse import __version__
from roundhouse.server import logs
from roundhouse.server.bots import Driver, Workers
from roundhouse.server.chat import Chat
from roundhouse.server.consent import Consent
from roundhouse.server.directory import Directory
from roundhouse.server.guests import Guest, Guests
from roundhouse.server.live import Hub
from roundhouse.server.play import Play
from roundhouse.server.refusals import Refused
from roundhouse.server.rooms import Rooms
from roundhouse.server.seating import Seating
from roundhouse.server.security import Limiter
from roundhouse.server.settings import Settings
from roundhouse.server.storage.database import Database
from roundhouse.server.tables import RUNNING, Table

SWEEP_SECONDS = 10.0


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.boot = secrets.token_hex(8)
        self.database = Database(settings.database)
        self.directory = Directory(self.database)
        self.guests = Guests(self.database, settings)
        self.rooms = Rooms(settings, self.directory)
        self.chat = Chat(self.database, settings.limits)
        self.workers = Workers(settings.workers)
        self.play = Play(self.directory, self.moved)
        self.consent = Consent(self.directory, self.play, settings.limits)
        self.seating = Seating(self.directory, settings.limits)
        self.driver = Driver(self.directory, self.play, self.workers)
        self.hub = Hub(
            self.directory,
            self.rooms,
            self.chat,
            self.driver,
            settings.limits,
            {"boot": self.boot, "version": __version__},
        )
        most = settings.limits.tables_per_address
        self.table_makers = Limiter(most / 3600, most)
        """Tables made from one address."""
        self.sweeper: asyncio.Task[None] | None = None
        self.closing = False

    def moved(self, table: Table, room: bool) -> None:
        self.hub.moved(table, room)

    async def open(self) -> None:
        await self.database.open()
        tables = await self.directory.revive()
        running = [table for table in tables if table.status == RUNNING]
        logs.note("opened", boot=self.boot, version=__version__, tables=len(tables), running=len(running))
        now = time.time()
        for table in running:
            # Nobody is connected yet: whoever doesn't come back is away from now on.
            table.facts.away = {guest: table.facts.away.get(guest, now) for guest in table.people()}
            self.driver.nudge(table)
        self.sweeper = asyncio.create_task(self.sweep_on(), name="sweeper")

    async def close(self) -> None:
        """Take nothing more, finish what was accepted, tell clients to come back."""
        self.closing = True
        if self.sweeper is not None:
            self.sweeper.cancel()
        await self.hub.close()
        await self.driver.close()
        for table in list(self.directory.tables.values()):
            if table.status == RUNNING and table.facts.away:
                try:
                    await self.directory.save(table)
                except Refused:
                    logs.warn("not-saved", table=table.id)
        await self.database.close()
        logs.note("closed", boot=self.boot)

    async def sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.hub.sweep()
                for table in list(self.directory.tables.values()):
                    if table.requests and self.consent.lapse(table):
                        self.hub.changed(table)
                await self.clear_missing()
                self.directory.drop_unused(set(self.hub.watchers))
            except Exception as error:
                logs.fault("sweep-fault", error)

    async def clear_missing(self) -> None:
        """Let go of tables that were cleared away by a command while the house is open."""
        for table in await self.directory.missing():
            async with table.lock:
                self.directory.forget(table)
            self.hub.removed(table)
            logs.note("cleared", table=table.id)

    # --- answers most handlers give --------------------------------------------------------------------------------

    def room(self, table: Table, guest: Guest | None) -> dict[str, Any]:
        return self.hub.room(table, None if guest is None else guest.id)

    async def position(self, table: Table, guest: Guest | None, since: int, text: bool = False) -> msgspec.Raw | None:
        """The position as this person may see it; of a hotseat's journal always the whole."""
        identity = None if guest is None else guest.id
        async with table.lock:
            await self.directory.match(table)
        hotseat = len(table.seats_of(identity)) > 1
        while True:
            lens = table.lens(identity)
            found = await self.rooms.position(table, lens, -1 if hotseat else since, hotseat, text)
            if lens == table.lens(identity):
                return None if found is None else found[1]
