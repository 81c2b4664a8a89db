"""Nothing hidden leaves for who may not see it: raw bytes of REST and WebSocket, as rival, spectator, hotseat."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from typing import Any

import msgspec

from roundhouse.engine.state import SPECTATOR
from roundhouse.server.running import Running
from roundhouse.server.tables import Table
from tests.server.stage import Live, Person, Stage, first_action, on_stage


class Witness:
    """Somebody who collects every byte sent to them."""

    def __init__(self, person: Person, live: Live) -> None:
        self.person = person
        self.live = live

    def bytes(self) -> str:
        return "\n".join([*(each.decode() for each in self.person.raw), *self.live.raw])


def hands_of(running: Running) -> list[list[str]]:
    return [list(hand) for hand in running.state.dump()["hands"]]


async def match_of(stage: Stage, table: str) -> tuple[Table, Running]:
    found = await stage.house.directory.table(table)
    assert found.running is not None
    return found, found.running


def views_in(text: str) -> list[dict[str, Any]]:
    """Every `view` anywhere in what was sent."""
    found = []
    for line in text.splitlines():
        pending: list[Any] = [msgspec.json.decode(line)] if line.strip() else []
        while pending:
            value = pending.pop()
            if isinstance(value, dict):
                if "view" in value:
                    found.append(value["view"])
                pending += value.values()
            elif isinstance(value, list):
                pending += value
    return found


async def everything_asked(person: Person, table: str) -> None:
    """All that can be read about a table, asked in every way."""
    for path in (
        f"/api/tables/{table}",
        f"/api/tables/{table}?text=true",
        "/api/tables",
        f"/api/tables/{table}/record",
        f"/api/tables/{table}/chat",
        f"/api/tables/{table}/chat?channel=spectators",
        f"/api/tables/{table}/positions?from=0&to=40",
        *(f"/api/tables/{table}/positions?from=0&to=40&seat={seat}" for seat in (-1, 0, 1, 2)),
    ):
        await person.ask("GET", path)
    for seat in (0, 1, 2):
        action = {"type": "stop"}
        await person.ask("POST", f"/api/tables/{table}/why", {"seat": seat, "action": action})
        await person.ask("POST", f"/api/tables/{table}/actions", {"seat": seat, "seq": 0, "action": action})
        await person.ask("POST", f"/api/tables/{table}/curtain", {"seat": seat})
        await person.ask("POST", f"/api/tables/{table}/undo", {"seat": seat, "seq": 0, "to": 0})


@on_stage()
async def test_rivals_and_spectators_never_get_a_hand_that_is_not_open(stage: Stage) -> None:
    people = [await stage.person(name) for name in ("Anna", "Boris", "Clara")]
    table = await people[0].table(seats=3, first_seat=0)
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join")
    await people[0].post(f"/api/tables/{table}/start")
    found, running = await match_of(stage, table)
    olga, stranger = await stage.person("Olga"), stage.stranger()
    async with people[0].live() as a, people[1].live() as b, olga.live() as c, stranger.live() as d:
        witnesses = [Witness(people[0], a), Witness(people[1], b), Witness(olga, c), Witness(stranger, d)]
        for witness in witnesses:
            await witness.live.watch(table, text=True)
        for turn in range(24):
            for seat, person in enumerate(people):
                position = (await person.look(table))["position"]
                if position["prompt"] is not None:
                    await person.act(table, seat, position["seq"], first_action(position["prompt"]))
            if turn % 8 == 0:
                for witness in witnesses:
                    await everything_asked(witness.person, table)
        running = found.running or running
        hands = hands_of(running)
        assert not running.state.view(SPECTATOR)["finished"]
        for witness in witnesses:
            await witness.live.position_where(seq=running.seq)
        for number, witness in enumerate(witnesses):
            mine = number if number < 2 else None
            text = witness.bytes()
            seen = views_in(text)
            assert len(seen) > 30
            for view in seen:
                assert [hand for seat, hand in enumerate(view["hands"]) if seat != mine] == [None] * (
                    3 - (mine is not None)
                )
            for secret in (found.seed.hex(), running.chance_key().hex(), "bot_seed"):
                assert secret not in text
            for seat, hand in enumerate(hands):
                if seat != mine:
                    assert msgspec.json.encode(hand).decode() not in text


@on_stage()
async def test_secret_stakes_leave_only_when_all_are_in(stage: Stage) -> None:
    """The probe's simultaneous choice: others' bytes are the same whatever was chosen."""
    told: list[str] = []
    for coins in (0, 3):
        people = [await stage.person(f"{name}{coins}") for name in ("Anna", "Boris", "Clara")]
        table = await people[0].table("probe", 3, first_seat=0)
        for person in people[1:]:
            await person.post(f"/api/tables/{table}/join")
        found = await stage.house.directory.table(table)
        found.seed = bytes(32)
        await people[0].post(f"/api/tables/{table}/start")
        async with people[1].live() as live:
            await live.watch(table)
            await live.until(lambda message: message["type"] == "position")
            del live.raw[:]
            await people[0].act(table, 0, 0, {"type": "stake", "coins": coins})
            await live.position_where(seq=1)
            positions = [text for text in live.raw if '"type":"position"' in text]
            told.append(re.sub(r'"at":[\d.]+', '"at":0', "".join(positions)).replace(table, "TABLE"))
    assert told[0] == told[1]


@on_stage()
async def test_the_time_of_a_line_is_the_time_it_is_shown(stage: Stage) -> None:
    """Stakes are put in one after the other, in secret: nothing that others read later says when."""
    people = [await stage.person(name) for name in ("Anna", "Boris", "Clara")]
    table = await people[0].table("probe", 3, first_seat=0)
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join")
    await people[0].post(f"/api/tables/{table}/start")
    moments = []
    for seat, person in enumerate(people):
        moments.append(time.time())
        await person.act(table, seat, 0, {"type": "stake", "coins": seat})
        await asyncio.sleep(0.05)
    for number, person in enumerate([*people, stage.stranger()]):
        lines = (await person.look(table))["position"]["journal"]["lines"]
        assert all(moments[0] - 1 < line["at"] < time.time() + 1 for line in lines)
        opened = next(line for line in lines if line["kind"] == "stakes-opened")
        assert opened["at"] >= moments[2] - 0.01
        # Before that, others read who has chosen, as they saw it then, and nothing of what.
        for line in lines:
            if line["at"] < moments[2] - 0.01 and line["seat"] != number:
                assert set(line) == {"seq", "at", "kind", "seat"}
    told = (await people[0].get(f"/api/tables/{table}/positions?from=0&to=9"))["positions"]
    assert {line["at"] for place in told for line in place["lines"]} <= {
        line["at"] for line in (await people[0].look(table))["position"]["journal"]["lines"]
    }


@on_stage()
async def test_a_hotseat_device_gets_only_the_seat_whose_curtain_is_up(stage: Stage) -> None:
    anna = await stage.person("Anna")
    table = await anna.table(seats=3, first_seat=0)
    for name in ("Ben", "Cleo"):
        await anna.post(f"/api/tables/{table}/join", {"name": name})
    await anna.post(f"/api/tables/{table}/start")
    _, running = await match_of(stage, table)
    hands = hands_of(running)
    async with anna.live() as live:
        await live.watch(table)
        await live.until(lambda message: message["type"] == "position")
        position = (await anna.look(table))["position"]
        assert position["seat"] == SPECTATOR
        assert position["prompt"] is None
        assert all(view["hands"] == [None] * 3 for view in views_in("\n".join(live.raw)))
        action = {"type": "stop"}
        await anna.refused("curtain-down", 409, f"/api/tables/{table}/actions", {"seat": 0, "seq": 0, "action": action})
        await anna.refused("curtain-down", 409, f"/api/tables/{table}/why", {"seat": 0, "action": action})
        for seat in (0, 1, 2, 0, 1):
            del live.raw[:]
            anna.raw.clear()
            told = await anna.post(f"/api/tables/{table}/curtain", {"seat": seat})
            assert told["room"]["you"]["curtain"] == seat
            position = told["position"]
            assert position["view"]["hands"][seat] == hands[seat]
            await live.position_where(seat=seat)
            assert live.positions[table]["journal"]["whole"]
            if position["prompt"] is not None:
                answer = await anna.act(table, seat, position["seq"], first_action(position["prompt"]))
                seq = answer["seq"]
                # Where the next seat at this device has to decide, the curtain has fallen.
                eyes = seat if answer["position"]["deciders"] == [seat] else SPECTATOR
                assert answer["position"]["seat"] == eyes
                await live.position_where(seq=seq)
                assert live.positions[table]["seat"] == eyes
            shown = "\n".join([*live.raw, *(each.decode() for each in anna.raw)])
            for other in {0, 1, 2} - {seat}:
                assert msgspec.json.encode(hands[other]).decode() not in shown
            await anna.ask("POST", f"/api/tables/{table}/curtain", {"seat": None})
        await anna.refused("not-your-seat", 403, f"/api/tables/{table}/positions?seat=1", method="GET")
    boris = await stage.person("Boris")
    await boris.refused("not-your-seat", 403, f"/api/tables/{table}/curtain", {"seat": 0})


@on_stage()
async def test_a_closed_table_shows_strangers_nothing_of_the_game(stage: Stage) -> None:
    anna, olga = await stage.person("Anna"), await stage.person("Olga")
    table = await anna.table(fill="random", settings={"spectators": False, "pace": 3})
    await anna.post(f"/api/tables/{table}/start")
    told = await olga.look(table)
    assert told["position"] is None
    for path in ("record", "positions", "chat"):
        await olga.refused("spectators-closed", 403, f"/api/tables/{table}/{path}", method="GET")
    async with olga.live() as live:
        await live.watch(table)
        message = await live.until(lambda message: message["type"] == "refused")
        assert message["error"]["code"] == "spectators-closed"
    async with anna.live() as mine:
        await mine.watch(table)
        await mine.until(lambda message: message["type"] == "position")
        # Opened and closed while somebody watches: the watcher is sent away.
        await anna.post(f"/api/tables/{table}", {"settings": {"spectators": True}}, method="PATCH")
        async with olga.live() as live:
            await live.watch(table)
            await live.until(lambda message: message["type"] == "position")
            await anna.post(f"/api/tables/{table}", {"settings": {"spectators": False}}, method="PATCH")
            await live.until(lambda message: message["type"] == "gone")


@on_stage()
async def test_a_forced_step_is_marked_for_its_own_seat_alone(stage: Stage) -> None:
    """That there was only one choice says something about a hand: in the probe, whether a card can be given."""
    people = [await stage.person(name) for name in ("Anna", "Boris", "Clara")]
    table = await people[0].table("probe", 3, first_seat=0)
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join")
    await people[0].post(f"/api/tables/{table}/start")
    marked: set[int] = set()
    for _ in range(120):
        for seat, person in enumerate(people):
            position = (await person.look(table))["position"]
            if position["prompt"] is not None:
                action = secrets.choice([first_action(position["prompt"])])
                answer = await person.ask(
                    "POST", f"/api/tables/{table}/actions", {"seat": seat, "seq": position["seq"], "action": action}
                )
                assert answer.status_code in (200, 409)
        await asyncio.sleep(0)
        if position["over"]:
            break
    for seat, person in enumerate(people):
        for line in (await person.look(table))["position"]["journal"]["lines"]:
            if line.get("forced"):
                marked.add(seat)
                assert line.get("seat", seat) == seat
    assert marked
    lines = (await stage.stranger().look(table))["position"]["journal"]["lines"]
    assert not any("forced" in line for line in lines)
