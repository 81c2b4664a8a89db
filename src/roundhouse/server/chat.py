"""Talk at a table: one channel for those who play, one for those who watch."""

from __future__ import annotations

import time
from typing import Any, Literal

import msgspec

from roundhouse.server.guests import Guest
from roundhouse.server.refusals import refuse
from roundhouse.server.security import Limiter
from roundhouse.server.settings import Limits
from roundhouse.server.storage import statements as sql
from roundhouse.server.storage.database import Database
from roundhouse.server.tables import FINISHED, RUNNING, Table
from roundhouse.server.text import clean_chat

Channel = Literal["players", "spectators"]
MOST_AT_ONCE = 200


class Message(msgspec.Struct):
    id: int
    channel: str
    guest: str
    name: str
    text: str
    at: float


class Chat:
    def __init__(self, database: Database, limits: Limits) -> None:
        self.database = database
        self.limiter = Limiter(limits.chat_per_minute / 60, limits.chat_per_minute / 3)

    def channels_read(self, table: Table, guest: str | None) -> list[str]:
        """Who plays doesn't read what watchers say before the end: they may see more."""
        seated = bool(table.seats_of(guest))
        if seated and table.status == RUNNING:
            return ["players"]
        return ["players", "spectators"]

    def channels_written(self, table: Table, guest: str) -> list[str]:
        seated = bool(table.seats_of(guest))
        if table.status == FINISHED and seated:
            return ["players", "spectators"]
        return ["players"] if seated else ["spectators"]

    async def say(self, table: Table, guest: Guest, channel: str, text: str) -> Message:
        if channel not in self.channels_written(table, guest.id):
            raise refuse(403, "channel-closed", channel=channel)
        if guest.id in table.facts.muted:
            raise refuse(403, "muted")
        line = clean_chat(text)
        if (wait := self.limiter.wait(guest.id)) > 0:
            raise refuse(429, "too-many-requests", seconds=int(wait) + 1)
        seats = table.seats_of(guest.id)
        name = table.seats[seats[0]].name if len(seats) == 1 else guest.name
        message = Message(table.chat_last + 1, channel, guest.id, name, line, time.time())
        row = {"table": table.id, "id": message.id, "channel": channel, "message": msgspec.json.encode(message)}
        await self.database.write([(sql.add_chat, row)])
        table.chat_last = message.id
        return message

    async def readable(
        self, table: Table, guest: str | None, since: int
    ) -> tuple[dict[str, list[dict[str, Any]]], int]:
        """Messages after `since` by channel, the newest two hundred at most, and how far that reaches."""
        if since >= table.chat_last:
            return {}, since
        after = max(since, table.chat_last - MOST_AT_ONCE)
        rows = await self.database.rows(sql.chat_since, {"which": table.id, "after": after})
        found: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            if row.channel in self.channels_read(table, guest):
                found.setdefault(row.channel, []).append(msgspec.json.decode(row.message))
        return found, rows[-1].id if rows else after
