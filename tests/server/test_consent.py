"""Undo, ends, leaving, stand-ins: what people decide alone and what together."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roundhouse.engine.record import read_record, write_record
from roundhouse.engine.registry import game_named
from roundhouse.engine.replay import differences
from roundhouse.server import consent, house
from tests.server.stage import SCENE_SECONDS, WIDE, Person, Stage, actions_in, first_action, on_stage, open_house


async def seated(stage: Stage, names: list[str], game: str = "transeuropa", **more: Any) -> tuple[list[Person], str]:
    people = [await stage.person(name) for name in names]
    seats = more.pop("seats", len(names))
    table = await people[0].table(game, seats, first_seat=0, **more)
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join")
    for seat in range(len(names), seats):
        await people[0].post(f"/api/tables/{table}/seats/{seat}", {"kind": "bot", "bot": "random"}, method="PUT")
    await people[0].post(f"/api/tables/{table}/start")
    return people, table


def timeless(line: dict[str, Any]) -> dict[str, Any]:
    assert abs(line["at"] - time.time()) < 60
    return {name: value for name, value in line.items() if name != "at"}


async def step(people: list[Person], table: str) -> tuple[int, int]:
    """Whoever is asked does the first thing; (seat, seq)."""
    for seat, person in enumerate(people):
        position = (await person.look(table))["position"]
        if position["prompt"] is not None:
            told = await person.act(table, seat, position["seq"], first_action(position["prompt"]))
            return seat, told["seq"]
    raise AssertionError("nobody is asked")


@on_stage()
async def test_what_showed_nothing_is_taken_back_at_once(stage: Stage) -> None:
    people, table = await seated(stage, ["Anna", "Boris"])
    offered = actions_in((await people[0].look(table))["position"]["prompt"])
    told = await people[0].act(table, 0, 0, offered[0])
    assert told["position"]["undo"] == {"free": 0, "last": 0, "others": 0}
    body = {"seat": 0, "seq": 1, "to": 0}
    await people[1].refused("not-your-seat", 403, f"/api/tables/{table}/undo", body)
    back = await people[0].post(f"/api/tables/{table}/undo", body)
    assert back["position"]["seq"] == 2
    assert back["position"]["prompt"] is not None
    assert timeless(back["position"]["journal"]["lines"][-1]) == {"seq": 2, "kind": "undone", "seat": 0, "to": 0}
    assert (await people[0].act(table, 0, 2, offered[1]))["accepted"] == 3
    await people[0].refused("seq-used", 409, f"/api/tables/{table}/undo", {"seat": 0, "seq": 1, "to": 0})


@on_stage()
async def test_an_undo_that_is_not_free_asks_all_other_people(stage: Stage) -> None:
    people, table = await seated(stage, ["Anna", "Boris", "Clara"])
    for _ in range(3):
        await step(people, table)
    undo = f"/api/tables/{table}/undo"
    await people[0].refused("undo-nowhere", 409, undo, {"seat": 0, "seq": 3, "to": 1})
    asked = await people[0].post(undo, {"seat": 0, "seq": 3, "to": 0}, 202)
    number = asked["request"]["id"]
    await people[0].refused("request-pending", 409, undo, {"seat": 0, "seq": 3, "to": 0})
    answer = f"/api/tables/{table}/requests/{number}"
    await (await stage.person("Olga")).refused("not-asked", 403, answer, {"agree": True})
    room = (await people[1].post(answer, {"agree": True}))["room"]
    assert room["seq"] == 3
    assert room["requests"][0]["agreed"] == [people[1].me["id"]]
    room = (await people[2].post(answer, {"agree": True}))["room"]
    assert room["seq"] == 4
    assert room["requests"] == []
    lines = (await people[1].look(table))["position"]["journal"]["lines"]
    assert timeless(lines[-1]) == {"seq": 4, "kind": "undone", "seat": 0, "to": 0, "free": False}
    # One refusal ends it; playing on ends it too.
    for _ in range(3):
        await step(people, table)
    asked = await people[0].post(undo, {"seat": 0, "seq": 7, "to": 4}, 202)
    room = (await people[1].post(f"/api/tables/{table}/requests/{asked['request']['id']}", {"agree": False}))["room"]
    assert room["requests"] == []
    asked = await people[0].post(undo, {"seat": 0, "seq": 7, "to": 4}, 202)
    await step(people, table)
    assert (await people[0].look(table))["room"]["requests"] == []


@on_stage()
async def test_a_request_lapses(stage: Stage) -> None:
    people, table = await seated(stage, ["Anna", "Boris"])
    for _ in range(2):
        await step(people, table)
    asked = await people[0].post(f"/api/tables/{table}/undo", {"seat": 0, "seq": 2, "to": 0}, 202)
    found = await stage.house.directory.table(table)
    found.requests[0].until = time.time() - 1
    number = asked["request"]["id"]
    await people[1].refused("request-unknown", 404, f"/api/tables/{table}/requests/{number}", {"agree": True})


@on_stage()
async def test_with_only_bots_beside_me_i_may_always_go_back(stage: Stage) -> None:
    people, table = await seated(stage, ["Anna"], seats=2)
    async with people[0].live() as live:
        await live.watch(table)
        await step(people, table)
        position = await live.until(
            lambda message: (
                message["type"] == "position"
                and message["position"]["undo"]["last"] == 0
                and message["position"]["prompt"] is not None
            )
        )
        seq = position["position"]["seq"]
        # My own move is the first; all that came after it goes with it.
        lines = [line for line in (await people[0].look(table))["position"]["journal"]["lines"] if line["seq"] > 1]
        assert position["position"]["undo"]["others"] == seq - 1
        assert {line["seat"] for line in lines if "seat" in line} == {1}
        back = await people[0].post(f"/api/tables/{table}/undo", {"seat": 0, "seq": seq, "to": 0})
        assert back["position"]["undo"] == {"free": None, "last": None, "others": 0}
        line = next(line for line in back["position"]["journal"]["lines"] if line["kind"] == "undone")
        assert line["free"] is False


@on_stage()
async def test_ends_are_in_the_record(stage: Stage) -> None:
    for kind, ending in (("resign", "resigned"), ("end", "agreed"), ("abandon", "abandoned")):
        people, table = await seated(stage, [f"Anna {kind}", f"Boris {kind}"])
        for _ in range(6):
            await step(people, table)
        if kind == "resign":
            await people[1].post(f"/api/tables/{table}/resign", {"seat": 1})
        else:
            room = (await people[0].post(f"/api/tables/{table}/requests", {"kind": kind}))["room"]
            assert room["status"] == "running"
            number = room["requests"][0]["id"]
            await people[1].post(f"/api/tables/{table}/requests/{number}", {"agree": True})
        told = await people[0].look(table)
        assert told["room"]["status"] == "finished"
        assert told["room"]["result"]["ending"] == ending
        assert told["position"]["outcome"]["ending"] == ending
        assert told["position"]["journal"]["lines"][-1]["kind"] == "match-ended"
        record = read_record((await people[0].ask("GET", f"/api/tables/{table}/record")).content)
        assert record.ending is not None
        assert record.ending.kind == ending
        assert record.ending.at is not None
        assert abs(record.ending.at - told["position"]["journal"]["lines"][-1]["at"]) < 5
        assert differences(game_named("transeuropa"), record) == []
        body = {"seat": 0, "seq": told["position"]["seq"], "action": {"type": "stop"}}
        await people[0].refused("match-over", 409, f"/api/tables/{table}/actions", body)


@on_stage()
async def test_who_leaves_is_followed_by_a_bot_or_a_replacement(stage: Stage) -> None:
    people, table = await seated(stage, ["Anna", "Boris", "Clara"])
    room = (await people[1].post(f"/api/tables/{table}/leave", {"to": "open"}))["room"]
    assert room["seats"][1] == {"seat": 1, "kind": "open", "colour": room["seats"][1]["colour"], "was": "Boris"}
    olga = await stage.person("Olga")
    room = (await olga.post(f"/api/tables/{table}/join"))["room"]
    assert room["you"]["seats"] == [1]
    assert (await olga.look(table))["position"]["view"]["hands"][1] is not None
    assert (await people[1].look(table))["position"]["view"]["hands"] == [None, None, None]
    room = (await people[0].post(f"/api/tables/{table}/leave", {"to": "bot", "bot": "random"}))["room"]
    assert room["seats"][0]["bot"] == "random"
    assert room["seats"][0]["was"] == "Anna"
    assert room["host"] == olga.me["id"]
    await olga.post(f"/api/tables/{table}/leave", {"to": "bot", "bot": "random"})
    room = (await people[2].post(f"/api/tables/{table}/leave", {"to": "bot", "bot": "random"}))["room"]
    assert room["result"]["ending"] == "abandoned"
    record = read_record((await olga.ask("GET", f"/api/tables/{table}/record")).content)
    assert differences(game_named("transeuropa"), record) == []
    assert record.ending is not None
    assert record.ending.seats == [2]
    changes = [(number, entry) for number, entry in enumerate(record.log) if entry.seating is not None]
    assert [
        (entry.seat, entry.seating.kind, entry.seating.person, entry.seating.bot)
        for _, entry in changes
        if entry.seating is not None
    ] == [
        (1, "left", "Boris", ""),
        (1, "joined", "Olga", ""),
        (0, "left", "Anna", "random"),
        (1, "left", "Olga", "random"),
    ]
    lines = (await people[2].look(table))["position"]["journal"]["lines"]
    for number, entry in changes:
        assert entry.seating is not None
        line = next(line for line in lines if line["seq"] == number + 1)
        assert line["person"] == entry.seating.person
        assert entry.seating.at is not None
        assert abs(line["at"] - entry.seating.at) < 5
    assert record.players[1].name == "Olga"
    assert record.players[1].bot == "random"


@on_stage()
async def test_a_bot_stands_in_for_who_is_long_away_and_gives_the_seat_back(stage: Stage) -> None:
    people, table = await seated(stage, ["Anna", "Boris", "Clara"])
    ask = f"/api/tables/{table}/requests"
    body = {"kind": "stand-in", "seat": 1, "bot": "random"}
    await people[0].refused("seat-not-away", 409, ask, body)
    async with people[0].live() as one, people[2].live() as three:
        await one.watch(table)
        await three.watch(table)
        async with people[1].live() as two:
            await two.watch(table)
            await one.room_where(lambda room: bool(room["seats"][1]["connected"]))
        room = await one.room_where(lambda room: not room["seats"][1]["connected"])
        assert room["seats"][1]["away_since"] is not None
        await people[0].refused("seat-not-away", 409, ask, body)
        found = await stage.house.directory.table(table)
        found.facts.away[people[1].me["id"]] = time.time() - stage.house.settings.limits.away_seconds - 1
        room = (await people[2].post(ask, body))["room"]
        assert room["seats"][1]["stand_in"] is None
        number = room["requests"][0]["id"]
        room = (await people[0].post(f"{ask}/{number}", {"agree": True}))["room"]
        assert room["seats"][1]["stand_in"] == "random"
        await step([people[0]], table)
        await one.position_where(seq=2)
        await people[1].refused(
            "stand-in-plays", 409, f"/api/tables/{table}/actions", {"seat": 1, "seq": 2, "action": {"type": "stop"}}
        )
        room = (await people[1].post(f"/api/tables/{table}/take-back", {"seat": 1}))["room"]
        assert room["seats"][1]["stand_in"] is None
        lines = (await people[0].look(table))["position"]["journal"]["lines"]
        told = [(line["kind"], line["person"]) for line in lines if "person" in line]
        assert told == [("seat-stand-in", "Boris"), ("seat-back", "Boris")]


@on_stage()
async def test_play_goes_on_around_somebody_who_leaves(stage: Stage) -> None:
    """Who left is an entry of the log: moves under way count, undo goes back, a reload shows the same."""
    people, table = await seated(stage, ["Anna", "Boris", "Clara"])
    offered = actions_in((await people[0].look(table))["position"]["prompt"])
    await people[2].post(f"/api/tables/{table}/leave", {"to": "open"})
    # Anna's move was sent before she could know.
    assert (await people[0].act(table, 0, 0, offered[0]))["accepted"] == 2
    await people[0].refused(
        "seq-used", 409, f"/api/tables/{table}/actions", {"seat": 0, "seq": 0, "action": offered[1]}
    )
    back = await people[0].post(f"/api/tables/{table}/undo", {"seat": 0, "seq": 2, "to": 1})
    assert back["position"]["seq"] == 3
    assert (await people[0].act(table, 0, 3, offered[1]))["accepted"] == 4
    olga = await stage.person("Olga")
    await olga.post(f"/api/tables/{table}/join")
    await olga.refused("already-seated", 409, f"/api/tables/{table}/join", {"name": "Olga two"})
    before = [await person.look(table) for person in (*people, olga)]
    stage.house.directory.tables.pop(table)
    assert [(await person.look(table))["position"] for person in (*people, olga)] == [
        each["position"] for each in before
    ]
    asked = await people[0].get(f"/api/tables/{table}/positions?from=0&to=9")
    assert [place["seq"] for place in asked["positions"]] == [0, 1, 2, 3, 4, 5]
    assert asked["positions"][5]["lines"][0]["kind"] == "seat-joined"
    await people[0].post(f"/api/tables/{table}/resign", {"seat": 0})
    record = read_record((await olga.ask("GET", f"/api/tables/{table}/record")).content)
    assert differences(game_named("transeuropa"), record) == []
    assert read_record(write_record(record)) == record


def test_every_vote_lapses_by_itself_and_play_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(consent, "ANSWER_SECONDS", 0.4)
    monkeypatch.setattr(consent, "STAND_IN_SECONDS", 0.4)

    async def scene(stage: Stage) -> None:
        people, table = await seated(stage, ["Anna", "Boris", "Clara"], seats=4)
        requests = f"/api/tables/{table}/requests"
        async with people[0].live() as one, people[1].live() as two, people[2].live() as three:
            for live in (one, two, three):
                await live.watch(table)
                await live.until(lambda message: message["type"] == "position")
            for _ in range(3):
                await step(people, table)
            await one.position_where(seq=4)
            undo = {"seat": 0, "seq": 4, "to": 0}
            asked = [
                (await people[0].post(f"/api/tables/{table}/undo", undo, 202))["request"]["id"],
                (await people[1].post(requests, {"kind": "end"}))["room"]["requests"][-1]["id"],
                (await people[2].post(requests, {"kind": "abandon"}))["room"]["requests"][-1]["id"],
            ]
            assert len(set(asked)) == 3
            await one.room_where(lambda room: len(room["requests"]) == 3)
            await one.room_where(lambda room: not room["requests"])
            for number in asked:
                await people[1].refused("request-unknown", 404, f"{requests}/{number}", {"agree": True})
            told = await people[0].look(table)
            assert (told["room"]["status"], told["room"]["seq"]) == ("running", 4)
            await step(people, table)
            await one.position_where(seq=5)
        async with people[0].live() as one, people[1].live() as two:
            for live in (one, two):
                await live.watch(table)
            await two.room_where(lambda room: [bool(seat.get("connected")) for seat in room["seats"]][:2] == [True] * 2)
            await asyncio.sleep(0.05)
            body = {"kind": "stand-in", "seat": 2, "bot": "random"}
            room = (await people[1].post(requests, body))["room"]
            assert [each["kind"] for each in room["requests"]] == ["stand-in"]
            await two.room_where(lambda room: not room["requests"])
            assert (await people[1].look(table))["room"]["seats"][2]["stand_in"] is None

    async def play() -> None:
        async with open_house(tmp_path, msgspec.structs.replace(WIDE, away_seconds=0.0)) as stage:
            await scene(stage)

    asyncio.run(asyncio.wait_for(play(), SCENE_SECONDS))


@on_stage()
async def test_bots_go_on_when_a_question_has_lapsed(stage: Stage) -> None:
    """While people are asked about an undo no bot plays; when the time is over one does."""
    people, table = await seated(stage, ["Anna", "Boris"], seats=3)
    await step(people, table)
    found = await stage.house.directory.table(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage.house.play, "bot_acts", _never)
        await step(people, table)
        await people[0].post(f"/api/tables/{table}/undo", {"seat": 0, "seq": 2, "to": 0}, 202)
    await asyncio.sleep(0.2)
    assert found.seq == 2
    found.requests[0].until = time.time() - 1
    stage.house.consent.lapse(found)
    stage.house.hub.changed(found)
    while found.seq == 2:
        await asyncio.sleep(0.01)


async def _never(*arguments: Any) -> bool:
    await asyncio.sleep(0.05)
    return False
