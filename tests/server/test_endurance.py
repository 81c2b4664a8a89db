"""What lasts: slow lines, many watchers, idle tables, tables that new rules can't read."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from roundhouse.engine.game import Game
from roundhouse.engine.record import read_record
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.registry import game_named
from roundhouse.engine.replay import differences
from roundhouse.server import directory, live
from roundhouse.server.chat import MOST_AT_ONCE
from roundhouse.server.storage import keeping
from tests.server.stage import SCENE_SECONDS, WIDE, Live, Person, Stage, first_action, on_stage, open_house

SMALL_BUFFER = 4096


async def step(people: list[Person], table: str) -> bool:
    """Whoever is asked does the first thing; False when nobody is."""
    for seat, person in enumerate(people):
        position = (await person.look(table, since=10**6))["position"]
        if position["prompt"] is not None:
            await person.act(table, seat, position["seq"], first_action(position["prompt"]))
            return True
    return False


async def two_at_a_table(stage: Stage, **more: Any) -> tuple[list[Person], str]:
    people = [await stage.person("Anna"), await stage.person("Boris")]
    table = await people[0].table(first_seat=0, **more)
    await people[1].post(f"/api/tables/{table}/join")
    await people[0].post(f"/api/tables/{table}/start")
    return people, table


def test_a_line_that_takes_nothing_is_dropped_and_resumes_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is piled up for it, the others don't wait for it, and when it comes back nothing is missing."""
    monkeypatch.setattr(live, "SEND_SECONDS", 0.3)

    async def scene(stage: Stage) -> None:
        people, table = await two_at_a_table(stage)
        port = int(stage.base.rsplit(":", 1)[1])
        narrow = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        narrow.connect(("127.0.0.1", port))
        url = stage.base.replace("http", "ws") + "/api/live"
        async with connect(url, sock=narrow, compression=None, max_queue=1, ping_interval=None) as connection:
            slow = Live(connection)
            await slow.watch(table, text=True)
            await slow.until(lambda message: message["type"] == "position")
            (here,) = stage.house.hub.sockets
            said = 0
            # From here on it reads nothing, while the others play and talk.
            while here in stage.house.hub.sockets:
                await people[1].post(f"/api/tables/{table}/chat", {"text": "\U0001f682" * 500}, 201)
                said += 1
                if said % 8 == 0:
                    assert await step(people, table)
            assert not here.answers
            assert here not in stage.house.hub.watchers.get(table, ())
            assert await step(people, table)
            gone = False
            while not gone:
                try:
                    await slow.hear()
                except ConnectionClosed:
                    gone = True
        reached, read = slow.seq[table], len(slow.chat)
        assert read < said
        async with stage.stranger().live() as again:
            again.seq, again.journal = dict(slow.seq), dict(slow.journal)
            await again.send(type="watch", table=table, since=reached, chat=read)
            now = (await stage.stranger().look(table))["position"]
            position = await again.position_where(seq=now["seq"])
            assert position["journal"]["from"] == reached < now["seq"]
            assert again.journal[table] == now["journal"]["lines"]
            # Of what was said meanwhile the newest is told; how much still fitted into the line is the kernel's affair.
            first = max(read, said - MOST_AT_ONCE) + 1
            while len(again.chat) < said + 1 - first:
                await again.hear()
            assert [message["id"] for message in slow.chat] == list(range(1, read + 1))
            assert [message["id"] for message in again.chat] == list(range(first, said + 1))

    async def play() -> None:
        async with open_house(tmp_path, buffer=SMALL_BUFFER) as stage:
            await scene(stage)

    asyncio.run(asyncio.wait_for(play(), SCENE_SECONDS))


@on_stage(msgspec.structs.replace(WIDE, spectators_per_table=2))
async def test_watchers_are_counted_and_players_are_none(stage: Stage) -> None:
    people, table = await two_at_a_table(stage)
    async with people[0].live() as anna, people[1].live() as boris:
        for own in (anna, boris):
            await own.watch(table)
            await own.until(lambda message: message["type"] == "position")
        async with stage.stranger().live() as one, stage.stranger().live() as two, stage.stranger().live() as three:
            for watcher in (one, two):
                await watcher.watch(table)
                await watcher.until(lambda message: message["type"] == "position")
            await three.watch(table)
            message = await three.until(lambda message: message["type"] == "refused")
            assert message["error"]["code"] == "quota-spectators"
            assert message["about"] == {"type": "watch", "table": table}
            # Whoever watches already may ask again; who plays always gets in; a place that is left is free.
            await one.watch(table)
            await one.until(lambda message: message["type"] == "position")
            async with people[1].live() as phone:
                await phone.watch(table)
                await phone.until(lambda message: message["type"] == "position")
            await two.send(type="unwatch", table=table)
            await anna.room_where(lambda room: sum(each.get("count", 1) for each in room["spectators"]) == 1)
            await three.watch(table)
            await three.until(lambda message: message["type"] == "position")


@on_stage()
async def test_idle_matches_are_left_to_the_database_the_longest_unused_first(stage: Stage) -> None:
    anna = await stage.person("Anna")
    tables = []
    for _ in range(5):
        table = await anna.table(first_seat=0, fill="random", settings={"pace": 3})
        await anna.post(f"/api/tables/{table}/start")
        position = (await anna.look(table))["position"]
        await anna.act(table, 0, 0, first_action(position["prompt"]))
        tables.append(table)
    known = stage.house.directory.tables
    for each in known.values():
        if each.driver is not None:
            each.driver.cancel()
            await asyncio.gather(each.driver, return_exceptions=True)
    before = [await anna.look(table) for table in tables]
    for age, table in enumerate(tables):
        known[table].used_at = time.monotonic() - age
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directory, "MOST_IN_MEMORY", 2)
        stage.house.directory.drop_unused({tables[4]})
        loaded = [table for table in tables if known[table].running is not None]
        assert loaded == [tables[0], tables[1], tables[4]], "the last one is watched"
    for table, told in zip(tables, before, strict=True):
        again = await anna.look(table)
        assert again["position"] == told["position"]
        assert again["room"] == told["room"] or again["room"]["seq"] > told["room"]["seq"]


@on_stage()
async def test_finished_tables_beyond_the_newest_are_found_all_the_same(stage: Stage) -> None:
    anna = await stage.person("Anna")
    tables = []
    for _ in range(3):
        table = await anna.table(first_seat=0, fill="random")
        await anna.post(f"/api/tables/{table}/start")
        await anna.post(f"/api/tables/{table}/resign", {"seat": 0})
        tables.append(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directory, "MOST_FINISHED", 1)
        stage.house.directory.drop_unused(set())
    assert list(stage.house.directory.tables) == tables[2:]
    for table in tables:
        assert (await stage.stranger().look(table))["room"]["result"]["ending"] == "resigned"
    assert {row["id"] for row in (await anna.get("/api/tables"))["mine"]} == set(tables)


@pytest.mark.parametrize("fault", [refuse_position("value-unknown", "phase"), AttributeError("rails"), KeyError("x")])
def test_a_table_that_new_rules_cant_read_is_frozen_explained_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    game = game_named("transeuropa")
    seen: dict[str, Any] = {}

    async def before() -> None:
        async with open_house(tmp_path) as stage:
            people, table = await two_at_a_table(stage)
            for _ in range(5):
                await step(people, table)
            seen["table"] = table
            seen["cookies"] = [dict(person.client.cookies) for person in people]
            seen["lines"] = (await people[0].look(table))["position"]["journal"]["lines"]

    async def under_new_rules() -> None:
        async with open_house(tmp_path) as stage:
            people = [stage.stranger(), stage.stranger()]
            for person, cookies in zip(people, seen["cookies"], strict=True):
                person.client.cookies.update(cookies)
            path = f"/api/tables/{seen['table']}"
            async with people[0].live() as watching:
                await watching.watch(str(seen["table"]))
                room = await watching.room_where(lambda room: room["status"] == "frozen")
            assert room["frozen"]
            assert (await people[1].look(str(seen["table"])))["position"] is None
            action = {"seat": 0, "seq": 5, "action": {"type": "stop"}}
            for where, body in (("actions", action), ("resign", {"seat": 0}), ("requests", {"kind": "end"})):
                error = await people[0].refused("table-frozen", 409, f"{path}/{where}", body)
                assert error["params"]["why"] == room["frozen"]
            rows = (await people[0].get("/api/tables"))["mine"]
            assert [row["status"] for row in rows if row["id"] == seen["table"]] == ["frozen"]
            seen["record"] = (await people[1].ask("GET", f"{path}/record")).content
            again = (await people[0].post(f"{path}/rematch"))["room"]
            assert again["status"] == "waiting"
            seen["rematch"] = again["id"]

    asyncio.run(before())

    def broken(self: Game, data: Any, chance: Any) -> Any:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(type(game), "load", broken)
        patch.setattr(type(game), "rules_version", "99")
        for number in range(2):
            if number:
                seen.pop("record")
            asyncio.run(under_new_rules())
            # It stays through restarts, and through clearing until its time is over.
            assert keeping.prune(tmp_path / "roundhouse.sqlite3")["frozen"] == 0
    record = read_record(seen["record"])
    assert len(record.log) == 5
    assert record.seed is not None
    assert differences(game, record) == [], "under the rules it was played by, it holds"
