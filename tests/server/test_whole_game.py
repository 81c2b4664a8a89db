"""Two people and two bots, from the lobby to the record, over real HTTP and real WebSockets."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from roundhouse.engine.chance import commitment
from roundhouse.engine.record import read_record
from roundhouse.engine.registry import game_named
from roundhouse.engine.replay import differences
from tests.server.stage import Live, Person, Stage, first_action, on_stage


async def sit_and_play(person: Person, live: Live, table: str, seat: int) -> None:
    """Whatever is asked is answered with the first thing offered, as the socket tells it."""
    await live.watch(table)
    done = -1
    while True:
        message = await live.hear()
        if message["type"] != "position":
            continue
        position = message["position"]
        if position["over"]:
            return
        if position["prompt"] is not None and position["seq"] > done:
            answer = await person.act(table, seat, position["seq"], first_action(position["prompt"]))
            done = answer["accepted"] - 1


@on_stage()
async def test_a_game_from_the_lobby_to_the_record(stage: Stage) -> None:
    anna, boris = await stage.person("Anna"), await stage.person("Борис")
    table = await anna.table(seats=4)
    lobby = await boris.get("/api/tables")
    assert [row["id"] for row in lobby["open"]] == [table]
    await boris.post(f"/api/tables/{table}/join", {"contribution": "boris-1"})
    for seat in (2, 3):
        await anna.post(f"/api/tables/{table}/seats/{seat}", {"kind": "bot", "bot": "random"}, method="PUT")
    before = (await boris.look(table))["room"]["commitment"]
    room = (await anna.post(f"/api/tables/{table}/start", {"contribution": "anna-1"}))["room"]
    assert room["status"] == "running"
    assert room["commitment"] == before
    assert room["contributions"] == ["anna-1", "boris-1", "", ""]
    async with anna.live() as first, boris.live() as second, stage.stranger().live() as third:
        await third.watch(table)
        await asyncio.gather(sit_and_play(anna, first, table, 0), sit_and_play(boris, second, table, 1))
        await third.until(lambda message: message["type"] == "position" and message["position"]["over"])
        for live in (first, second, third):
            assert live.seq[table] == first.seq[table]
            assert [line["seq"] for line in live.journal[table]] == sorted(line["seq"] for line in live.journal[table])
        public = [(line["seq"], line["kind"]) for line in third.journal[table]]
        assert [(line["seq"], line["kind"]) for line in first.journal[table]] == public
    room = (await anna.look(table))["room"]
    assert room["status"] == "finished"
    assert room["result"]["ending"] == "played-out"
    answer = await boris.ask("GET", f"/api/tables/{table}/record")
    record = read_record(answer.content)
    assert commitment(bytes.fromhex(record.seed or "")) == before
    assert differences(game_named("transeuropa"), record) == []
    assert msgspec.to_builtins(record.result)["scores"] == room["result"]["scores"]
    assert (await anna.post("/api/records/check", msgspec.json.decode(answer.content)))["differences"] == []
    places: dict[str, Any] = await boris.get(f"/api/tables/{table}/positions?from=0&to=5")
    assert [place["seq"] for place in places["positions"]] == [0, 1, 2, 3, 4, 5]
    assert all(len(place["views"]) == 4 for place in places["positions"])
    again = (await boris.post(f"/api/tables/{table}/rematch"))["room"]
    assert [seat["name"] for seat in again["seats"]] == ["Anna", "Борис", "random", "random 2"]
    assert (await anna.post(f"/api/tables/{table}/rematch"))["room"]["id"] == again["id"]
