"""A real server whose disk is full, or whose database somebody else holds: it refuses, says why, and goes on after."""

from __future__ import annotations

import asyncio
import resource
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx

from bench.load_server import ServerProcess
from tests.server.stage import Person, first_action

LIMITS = {
    "requests_per_second": 10_000.0,
    "request_burst": 10_000,
    "tables_per_guest": 1000,
    "tables_per_address": 1000,
}
NO_ROOM = 4096
"""Octets: less than one page of the write-ahead log."""


def leave_room(pid: int, octets: int) -> None:
    """No file of that process may grow beyond this: what a full disk does, without one."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (octets, resource.RLIM_INFINITY))


async def playing(person: Person) -> tuple[str, dict[str, object]]:
    """A table at which the person is asked, and what to send."""
    await person.arrive("Anna")
    table = await person.table(first_seat=0, fill="random", settings={"pace": 0})
    await person.post(f"/api/tables/{table}/start")
    position = (await person.look(table))["position"]
    return table, {"seat": 0, "seq": 0, "action": first_action(position["prompt"])}


def test_without_room_it_accepts_nothing_and_goes_on_when_there_is_some(tmp_path: Path) -> None:
    async def scene() -> None:
        async with httpx.AsyncClient(base_url=server.base, trust_env=False, timeout=30) as client:
            person = Person(server.base, client)
            table, body = await playing(person)
            before = (await person.look(table))["position"]
            async with person.live() as live:
                await live.watch(table)
                await live.until(lambda message: message["type"] == "position")
                leave_room(server.pid, NO_ROOM)
                for _ in range(3):
                    await person.refused("storage-full", 503, f"/api/tables/{table}/actions", body)
                    await person.refused("storage-full", 503, f"/api/tables/{table}/chat", {"text": "hello"})
                    await person.refused("storage-full", 503, "/api/tables", {"game": "transeuropa", "seats": 2})
                # Nothing has happened, for anybody, and reading goes on.
                assert (await person.look(table))["position"] == before
                assert live.seq[table] == 0
                leave_room(server.pid, resource.RLIM_INFINITY)
                assert (await person.post(f"/api/tables/{table}/actions", body))["accepted"] == 1
                await live.until(lambda message: message["type"] == "position" and message["position"]["seq"] >= 1)
            lobby = await person.get("/api/tables")
            # What was refused is not there.
            assert [row["id"] for row in lobby["mine"]] == [table]

    server = ServerProcess(tmp_path / "data", LIMITS)
    server.start()
    try:
        asyncio.run(scene())
        assert server.end(signal.SIGTERM) == 0
    finally:
        server.end(signal.SIGKILL)
    with closing(sqlite3.connect(tmp_path / "data" / "roundhouse.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_while_somebody_else_holds_the_database_it_accepts_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with httpx.AsyncClient(base_url=server.base, trust_env=False, timeout=30) as client:
            person = Person(server.base, client)
            table, body = await playing(person)
            before = (await person.look(table))["position"]
            with closing(sqlite3.connect(tmp_path / "data" / "roundhouse.sqlite3", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                await person.refused("storage-busy", 503, f"/api/tables/{table}/actions", body)
                assert (await person.look(table))["position"] == before
                other.execute("ROLLBACK")
            assert (await person.post(f"/api/tables/{table}/actions", body))["accepted"] == 1
            # The bot beside it goes on as well.
            async with person.live() as live:
                await live.watch(table)
                await live.until(lambda message: message["type"] == "position" and message["position"]["seq"] >= 2)

    server = ServerProcess(tmp_path / "data", LIMITS)
    server.start()
    try:
        asyncio.run(scene())
        assert server.end(signal.SIGTERM) == 0
    finally:
        server.end(signal.SIGKILL)
