"""A move's way: judged, once and only once, out of turn, at once with others, by whoever may."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from roundhouse.engine.state import State
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import TransEuropaState
from tests.server.stage import Person, Stage, actions_in, first_action, on_stage


async def two_at_a_table(stage: Stage, game: str = "transeuropa", **more: Any) -> tuple[Person, Person, str]:
    anna, boris = await stage.person("Anna"), await stage.person("Boris")
    table = await anna.table(game, first_seat=0, **more)
    await boris.post(f"/api/tables/{table}/join")
    await anna.post(f"/api/tables/{table}/start")
    return anna, boris, table


@on_stage()
async def test_the_same_again_gets_the_first_answer_and_another_a_conflict(stage: Stage) -> None:
    anna, boris, table = await two_at_a_table(stage)
    offered = actions_in((await anna.look(table))["position"]["prompt"])
    first = await anna.act(table, 0, 0, offered[0])
    assert first["accepted"] == 1
    again = await anna.act(table, 0, 0, {**offered[0], "shown": "by my client"})
    assert again["accepted"] == 1
    assert again["seq"] == 1
    refused = f"/api/tables/{table}/actions"
    await anna.refused("seq-used", 409, refused, {"seat": 0, "seq": 0, "action": offered[1]})
    await boris.refused("seq-used", 409, refused, {"seat": 1, "seq": 0, "action": offered[1]})
    await boris.refused("seq-ahead", 409, refused, {"seat": 1, "seq": 7, "action": offered[1]})
    await anna.refused("not-your-turn", 409, refused, {"seat": 0, "seq": 1, "action": offered[1]})
    await boris.act(table, 1, 1, offered[1])
    assert (await anna.act(table, 0, 0, offered[0]))["accepted"] == 1


@on_stage()
async def test_only_the_owner_plays_a_seat(stage: Stage) -> None:
    anna, boris, table = await two_at_a_table(stage)
    action = first_action((await anna.look(table))["position"]["prompt"])
    path = f"/api/tables/{table}/actions"
    body = {"seat": 0, "seq": 0, "action": action}
    await boris.refused("not-your-seat", 403, path, body)
    await stage.stranger().refused("who-are-you", 401, path, body)
    await (await stage.person("Olga")).refused("not-your-seat", 403, path, body)
    await anna.refused("seat-unknown", 404, path, {**body, "seat": 9})
    await anna.refused("table-unknown", 404, "/api/tables/nowhere/actions", body)
    for seat in (-1, -2, 2**40):
        answer = await anna.ask("POST", path, {**body, "seat": seat})
        assert answer.status_code == 404
    assert (await anna.look(table))["position"]["seq"] == 0


@on_stage()
async def test_why_not_is_told_with_the_rule_and_nothing_is_played(stage: Stage) -> None:
    anna, _, table = await two_at_a_table(stage)
    edge = BOARD.edge_names[0]
    why = await anna.post(f"/api/tables/{table}/why", {"seat": 0, "action": {"type": "lay", "edge": edge}})
    assert why["refusal"] == {"code": "marker-first", "params": {}, "rule": "3.3"}
    error = await anna.refused(
        "marker-first",
        422,
        f"/api/tables/{table}/actions",
        {"seat": 0, "seq": 0, "action": {"type": "lay", "edge": edge}},
    )
    assert error["rule"] == "3.3"
    node = first_action((await anna.look(table))["position"]["prompt"])
    assert (await anna.post(f"/api/tables/{table}/why", {"seat": 0, "action": node}))["refusal"] is None
    assert (await anna.look(table))["position"]["seq"] == 0


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": None},
        {"type": "lay"},
        {"type": "lay", "edge": 5},
        {"type": "lay", "edge": "nowhere"},
        {"type": "place", "node": ["x"]},
        {"type": "x" * 5000},
        {"type": "lay", "edge": {"a": {"b": {}}}},
    ],
)
def test_nonsense_is_refused_with_a_code(action: dict[str, Any]) -> None:
    @on_stage()
    async def scene(stage: Stage) -> None:
        anna, _, table = await two_at_a_table(stage)
        answer = await anna.ask("POST", f"/api/tables/{table}/actions", {"seat": 0, "seq": 0, "action": action})
        assert answer.status_code == 422
        assert answer.json()["error"]["code"]

    scene()


@on_stage()
async def test_malformed_bodies_are_refused(stage: Stage) -> None:
    anna, _, table = await two_at_a_table(stage)
    path = f"/api/tables/{table}/actions"
    bodies = [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b'{"seq": 0}',
        b'{"seq": "zero", "seat": 0, "action": {}}',
        b'{"seq": 0, "seat": 0, "action": {}, "more": 1}',
        b'{"seq": 1e400, "seat": 0, "action": {}}',
        b'{"seq": 0, "seat": 0, "action": {"type": "lay", "edge": 1.5}}',
        b'{"seq": 0, "seat": 0, "action": ' + b'{"a":' * 200 + b"1" + b"}" * 200 + b"}",
        b'{"seq": 0, "seat": 0, "action": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b'{"seq": ' + b"9" * 5000 + b', "seat": 0, "action": {}}',
    ]
    for body in bodies:
        answer = await anna.client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, (body[:60], answer.text)
        assert answer.json()["error"]["code"]
    large = b'{"seq": 0, "seat": 0, "action": {"type": "' + b"x" * 70_000 + b'"}}'
    answer = await anna.client.post(path, content=large, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413

    async def drops() -> Any:
        for _ in range(90):
            yield b" " * 1000

    answer = await anna.client.post(path, content=drops(), headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 413)
    assert (await anna.look(table))["position"]["seq"] == 0


@on_stage()
async def test_all_who_choose_at_once_may_be_late_but_not_twice(stage: Stage) -> None:
    """The probe's stakes: three people send with the same seq at the same moment."""
    people = [await stage.person(name) for name in ("Anna", "Boris", "Clara")]
    table = await people[0].table("probe", 3)
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join")
    await people[0].post(f"/api/tables/{table}/start")
    path = f"/api/tables/{table}/actions"
    stakes = [{"type": "stake", "coins": coins} for coins in (1, 2, 3)]
    answers = await asyncio.gather(
        *(people[seat].ask("POST", path, {"seat": seat, "seq": 0, "action": stakes[seat]}) for seat in (0, 1, 2))
    )
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    accepted = [answer.json()["accepted"] for answer in answers]
    assert sorted(accepted) == [1, 2, 3]
    for seat in (0, 1, 2):
        again = await people[seat].act(table, seat, 0, stakes[seat])
        assert again["accepted"] == accepted[seat]
        other = {"seat": seat, "seq": 0, "action": stakes[(seat + 1) % 3]}
        await people[seat].refused("seq-used", 409, path, other)
    position = (await people[0].look(table))["position"]
    assert position["seq"] == 3
    opened = [line for line in position["journal"]["lines"] if line["kind"] == "stakes-opened"]
    assert opened[0]["stakes"] == [1, 2, 3]


@on_stage()
async def test_a_hundred_at_once_make_one_entry(stage: Stage) -> None:
    anna, _, table = await two_at_a_table(stage)
    offered = actions_in((await anna.look(table))["position"]["prompt"])
    path = f"/api/tables/{table}/actions"
    answers = await asyncio.gather(
        *(anna.ask("POST", path, {"seat": 0, "seq": 0, "action": offered[number % 10]}) for number in range(100))
    )
    fine = [answer for answer in answers if answer.status_code == 200]
    assert {answer.json()["accepted"] for answer in fine} == {1}
    assert len(fine) == 10
    assert all(answer.json()["error"]["code"] == "seq-used" for answer in answers if answer.status_code != 200)
    assert (await anna.look(table))["position"]["seq"] == 1


@on_stage()
async def test_rules_that_break_refuse_the_action_and_leave_a_report(stage: Stage) -> None:
    anna, _, table = await two_at_a_table(stage)
    action = first_action((await anna.look(table))["position"]["prompt"])
    found = await stage.house.directory.table(table)
    assert found.running is not None
    game = found.running.game

    def broken(state: State, seat: int, action: int) -> dict[str, Any]:
        raise ZeroDivisionError("the rules are broken")

    try:
        game.decode = broken  # type: ignore[method-assign]
        await anna.refused("rules-fault", 500, f"/api/tables/{table}/actions", {"seat": 0, "seq": 0, "action": action})
    finally:
        del game.decode
    assert (await anna.look(table))["position"]["seq"] == 0
    assert (await anna.act(table, 0, 0, action))["accepted"] == 1
    assert isinstance(found.running.state, TransEuropaState)


@on_stage()
async def test_what_is_evicted_from_memory_comes_back_the_same(stage: Stage) -> None:
    anna, boris, table = await two_at_a_table(stage)
    for _ in range(50):
        for seat, person in enumerate((anna, boris)):
            position = (await person.look(table))["position"]
            if position["prompt"] is not None:
                await person.act(table, seat, position["seq"], first_action(position["prompt"]))
    before = [await person.look(table) for person in (anna, boris, stage.stranger())]
    stage.house.directory.tables.pop(table)
    after = [await person.look(table) for person in (anna, boris, stage.stranger())]
    assert [each["position"] for each in before] == [each["position"] for each in after]
