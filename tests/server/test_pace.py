"""How long things take tells nobody what a hand holds. Waits are asked for, not measured."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from roundhouse.server import bots
from roundhouse.server.running import Running
from roundhouse.server.tables import Table
from tests.server.stage import Stage, first_action, on_stage

UNDO_WAIT = 10.0
PACE = 3.0


async def table_of(stage: Stage, people: int, seats: int) -> tuple[Table, Running]:
    names = ("Anna", "Boris", "Clara")[:people]
    sitting = [await stage.person(name) for name in names]
    identity = await sitting[0].table(
        seats=seats, fill="random", first_seat=0, settings={"pace": PACE, "undo_wait": UNDO_WAIT}
    )
    for seat, person in enumerate(sitting[1:], 1):
        await sitting[0].post(f"/api/tables/{identity}/seats/{seat}", {"kind": "open"}, method="PUT")
        await person.post(f"/api/tables/{identity}/join", {"seat": seat})
    await sitting[0].post(f"/api/tables/{identity}/start")
    for seat, person in enumerate(sitting):
        position = (await person.look(identity))["position"]
        await person.act(identity, seat, position["seq"], first_action(position["prompt"]))
    table = await stage.house.directory.table(identity)
    assert table.running is not None
    return table, table.running


def asked(stage: Stage, table: Table, running: Running, seat: int, forced: bool) -> float:
    """The wait as it would be right after the last move."""
    table.moved_at = time.monotonic() + 1000
    return stage.house.driver.wait(table, running, seat, forced) - 1000


def barred(running: Running, seat: int) -> Any:
    return None


@on_stage()
async def test_bots_wait_the_same_whether_or_not_the_person_before_could_take_back(stage: Stage) -> None:
    table, running = await table_of(stage, people=2, seats=3)
    free = asked(stage, table, running, 2, False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Running, "free_undo", barred)
        assert round(asked(stage, table, running, 2, False), 1) == round(free, 1) == UNDO_WAIT
        # With nobody there to draw conclusions, nobody is kept waiting.
        alone, played = await table_of(stage, people=1, seats=2)
        assert round(asked(stage, alone, played, 1, False), 1) == PACE
    assert round(asked(stage, alone, played, 1, False), 1) == UNDO_WAIT


@on_stage()
async def test_a_step_without_choice_takes_a_bot_as_long_as_a_choice(stage: Stage) -> None:
    table, running = await table_of(stage, people=2, seats=3)
    assert round(asked(stage, table, running, 2, True), 1) == round(asked(stage, table, running, 2, False), 1)


@on_stage()
async def test_a_persons_step_without_choice_takes_an_uncertain_time(stage: Stage) -> None:
    table, running = await table_of(stage, people=3, seats=3)
    table.final = True
    waits = []
    for seq in range(40):
        running.seq = seq
        waits.append(asked(stage, table, running, 0, True))
        # Whoever knocks again learns nothing new.
        assert round(asked(stage, table, running, 0, True), 3) == round(waits[-1], 3)
    assert PACE - 0.1 <= min(waits) < max(waits) <= PACE * bots.MOST_HESITATION
    assert max(waits) - min(waits) > PACE
    alone, played = await table_of(stage, people=1, seats=2)
    alone.final = True
    assert round(asked(stage, alone, played, 0, True), 1) == PACE


@on_stage()
async def test_bots_think_before_they_wait(stage: Stage) -> None:
    """Else the time they think would come on top of the pace, and only where there was a choice."""
    thought = asyncio.Event()
    action = stage.house.driver.action

    async def thinking(table: Table, running: Running, seat: int, forced: bool) -> int | None:
        thought.set()
        return await action(table, running, seat, forced)

    stage.house.driver.action = thinking  # type: ignore[method-assign]
    _, running = await table_of(stage, people=1, seats=2)
    await asyncio.wait_for(thought.wait(), 5.0)
    assert running.seq == 1
