"""What a long evening leaves behind in memory: little."""

from __future__ import annotations

import asyncio
import gc

import pytest

from roundhouse.server import directory, memory
from tests.server.stage import Stage, first_action, on_stage


def test_a_busy_server_searches_for_garbage_seldom_and_leaves_python_as_it_was() -> None:
    before = gc.get_threshold()
    with memory.collecting_seldom():
        assert gc.get_threshold()[:2] == before[:2]
        assert gc.get_threshold()[2] >= memory.NEVER
        assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_the_longer_a_search_took_the_later_comes_the_next() -> None:
    assert memory.next_pause(0.0) == memory.SOONEST
    assert memory.next_pause(0.5) == 0.5 * memory.PAUSES


class Circle:
    """Only the search through everything finds that nobody holds it."""

    alive = 0

    def __init__(self) -> None:
        self.itself = self
        Circle.alive += 1

    def __del__(self) -> None:
        Circle.alive -= 1


def test_circles_are_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        Circle()
        # Old enough that only the search through everything comes by.
        gc.collect(1)
        searching = asyncio.create_task(memory.collect_on())
        while Circle.alive:
            await asyncio.sleep(0.01)
        searching.cancel()

    monkeypatch.setattr(memory, "SOONEST", 0.01)
    monkeypatch.setattr(memory, "PAUSES", 0.0)
    asyncio.run(asyncio.wait_for(scene(), 20))


@on_stage()
async def test_a_finished_match_leaves_memory_and_comes_back_when_it_is_asked_for(stage: Stage) -> None:
    anna = await stage.person("Anna")
    over, running = [await anna.table(first_seat=0, fill="random") for _ in range(2)]
    for identity in (over, running):
        await anna.post(f"/api/tables/{identity}/start")
        position = (await anna.look(identity))["position"]
        await anna.act(identity, 0, 0, first_action(position["prompt"]))
    await anna.post(f"/api/tables/{over}/resign", {"seat": 0})
    told = await anna.look(over)
    house = stage.house
    tables = house.directory.tables

    while tables[over].driver is not None:
        await asyncio.sleep(0.01)
    house.directory.drop_unused(set())
    assert tables[over].running is not None, "somebody has just looked at it"
    for table in tables.values():
        table.used_at -= directory.UNUSED_SECONDS + 1
        table.moved_at -= directory.UNUSED_SECONDS + 1
    house.directory.drop_unused({over})
    assert tables[over].running is not None, "somebody watches it"
    house.directory.drop_unused(set())
    assert tables[over].running is None
    assert tables[over].cache == {}
    assert tables[running].running is not None
    again = await anna.look(over)
    assert again["position"] == told["position"]
    assert again["room"] == told["room"]
    loaded = tables[over].running
    assert loaded is not None
    assert loaded.ending is not None
    assert (loaded.ending.kind, loaded.ending.seats) == ("resigned", [0])
