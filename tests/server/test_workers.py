"""Where bots think: in processes, and in threads where a machine has no shared memory for processes."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from roundhouse.server import bots, logs
from tests.server.stage import Person, Stage, first_action, on_stage


def test_without_shared_memory_bots_think_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: Any, **more: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(bots, "ProcessPoolExecutor", refused)
    workers = bots.Workers(1)

    async def scene() -> tuple[bool, str]:
        return await workers.healthy(), (await workers.run(threading.current_thread)).name

    healthy, thread = asyncio.run(scene())
    workers.close()
    assert healthy
    assert thread != threading.main_thread().name


def processes_of(stage: Stage) -> ProcessPoolExecutor:
    """The pool in which bots think; skipped where the machine gives processes nothing to meet in."""
    pool = stage.house.workers.pool
    if isinstance(pool, ThreadPoolExecutor):
        pytest.skip("this machine has no shared memory for processes")
    assert isinstance(pool, ProcessPoolExecutor)
    return pool


async def bots_at_a_table(stage: Stage, bot: str) -> tuple[Person, str]:
    anna = await stage.person("Anna")
    table = await anna.table(seats=3, first_seat=1, fill=bot)
    await anna.post(f"/api/tables/{table}/start")
    return anna, table


@on_stage(workers=1)
async def test_a_bot_that_thinks_chooses_in_a_process_what_it_would_choose_from_its_view(stage: Stage) -> None:
    with pytest.MonkeyPatch.context() as patch:
        thought: list[tuple[Any, ...]] = []
        run = stage.house.workers.run

        async def noting(function: Any, *arguments: Any, **more: Any) -> Any:
            answer = await run(function, *arguments, **more)
            if function is bots.choose:
                thought.append((*arguments, answer))
            return answer

        patch.setattr(stage.house.workers, "run", noting)
        anna, table = await bots_at_a_table(stage, "heuristic")
        async with anna.live() as live:
            await live.watch(table)
            for _ in range(3):
                message = await live.until(
                    lambda message: message["type"] == "position" and message["position"]["prompt"] is not None
                )
                position = message["position"]
                await anna.act(table, 0, position["seq"], first_action(position["prompt"]))
        assert len(thought) > 3
        for game, bot, view, offer, seed, answer in thought:
            assert bot == "heuristic"
            # All that went to the process is a seat's own view: no other hand.
            assert [hand is not None for hand in view["hands"]].count(True) == 1
            assert bots.choose(game, bot, view, offer, seed) == answer
        processes_of(stage)
        record = await anna.get(f"/api/tables/{table}/record")
        assert record["seq"] > 6


@on_stage(workers=1)
async def test_a_process_that_dies_is_replaced_and_play_goes_on(stage: Stage) -> None:
    anna, table = await bots_at_a_table(stage, "heuristic")
    async with anna.live() as live:
        await live.watch(table)
        await live.position_where(deciders=[0])
        pool = processes_of(stage)
        for process in list(pool._processes.values()):
            process.kill()
            process.join()
        position = (await anna.look(table))["position"]
        told = await anna.act(table, 0, position["seq"], first_action(position["prompt"]))
        if told["position"]["deciders"] == [0]:
            told = await anna.act(table, 0, told["seq"], first_action(told["position"]["prompt"]))
        await live.until(
            lambda message: (
                message["type"] == "position"
                and message["position"]["seq"] >= told["seq"] + 2
                and message["position"]["deciders"] == [0]
            )
        )
    assert stage.house.workers.pool is not pool
    assert (await anna.get("/health"))["workers"] is True


@on_stage(workers=1)
async def test_a_bot_that_fails_plays_at_random_and_is_logged(stage: Stage) -> None:
    with pytest.MonkeyPatch.context() as patch:
        faults: list[str] = []

        def fault(event: str, error: BaseException, **facts: Any) -> str:
            faults.append(event)
            return "report"

        async def broken(*arguments: Any, **more: Any) -> Any:
            raise TimeoutError

        patch.setattr(logs, "fault", fault)
        patch.setattr(stage.house.workers, "run", broken)
        anna, table = await bots_at_a_table(stage, "heuristic")
        async with anna.live() as live:
            await live.watch(table)
            await live.position_where(deciders=[0])
        assert set(faults) == {"bot-fault"}
