"""Bots at tables: they think in worker processes, hold only their view, and keep a pace people can follow."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from roundhouse.bots import bot_named
from roundhouse.engine.chance import Stream, numbered_seed
from roundhouse.engine.registry import game_named
from roundhouse.server import logs
from roundhouse.server.directory import Directory
from roundhouse.server.play import Play
from roundhouse.server.refusals import Refused
from roundhouse.server.running import Running
from roundhouse.server.tables import RUNNING, Table

THINKING_SECONDS: Final = 20.0
RETRY_SECONDS: Final = 2.0
MOST_HESITATION: Final = 5.0
"""A person's step without a choice plays itself after one to so many paces, where its time could tell something."""


def begin_work() -> None:
    """Ctrl-C goes to the whole group; the workers end when the server tells them to, or is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    """A server that is killed outright tells nobody: without this its workers would stay for ever."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def choose(game: str, bot: str, view: dict[str, Any], offer: list[int], seed: int) -> int:
    """In a worker: the bot's choice, from its view alone."""
    return bot_named(game_named(game), bot).choose(view, offer, Stream(seed))


def alive() -> bool:
    return True


class Workers:
    """The processes that bots think in; made when first needed, and anew when one dies."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: Executor | None = None

    def started(self) -> Executor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            try:
                self.pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=begin_work)
            except OSError as error:
                # Processes meet in shared memory. A machine that gives none to this user still has threads: bots
                # that think for long then slow the others down, but they think.
                logs.warn("no-processes", reason=str(error))
                self.pool = ThreadPoolExecutor(self.count)
        return self.pool

    async def run(self, function: Any, *arguments: Any, seconds: float = THINKING_SECONDS) -> Any:
        """The function's result from a worker; a dead pool is replaced once."""
        for attempt in (1, 2):
            pool = self.started()
            try:
                return await asyncio.wait_for(
                    asyncio.get_running_loop().run_in_executor(pool, function, *arguments), seconds
                )
            except BrokenProcessPool:
                if self.pool is pool:
                    self.pool = None
                    pool.shutdown(wait=False, cancel_futures=True)
                if attempt == 2:
                    raise
        raise AssertionError("unreachable")

    async def healthy(self) -> bool:
        try:
            return bool(await self.run(alive, seconds=5.0))
        except (TimeoutError, BrokenProcessPool, OSError):
            return False

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


class Driver:
    """Goes on at every table where no person is asked: bots, and steps with one legal action."""

    def __init__(self, directory: Directory, play: Play, workers: Workers) -> None:
        self.directory = directory
        self.play = play
        self.workers = workers
        self.watched: dict[str, int] = {}
        """How many sockets watch each table; kept by the hub."""
        self.closing = False

    def nudge(self, table: Table) -> None:
        """Something changed: see whether there is anything to do."""
        if self.closing or table.status != RUNNING:
            return
        table.nudged.set()
        if table.driver is None or table.driver.done():
            table.driver = asyncio.create_task(self.drive(table), name=f"drive-{table.id}")

    async def drive(self, table: Table) -> None:
        thought: tuple[int, int, int | None] | None = None
        """What was thought last: seq, seat, action."""
        try:
            while not self.closing and table.status == RUNNING:
                table.nudged.clear()
                async with table.lock:
                    running = await self.directory.match(table)
                if running is None or table.status != RUNNING:
                    return
                due = self.due(table, running)
                if due is None:
                    return
                seat, forced = due
                seq = running.seq
                try:
                    # It thinks first and waits then: so a choice takes no longer than a step that was no choice.
                    if thought is None or thought[:2] != (seq, seat):
                        thought = seq, seat, await self.action(table, running, seat, forced)
                    wait = self.wait(table, running, seat, forced)
                    if wait > 0 and await nudged_within(table, wait):
                        continue
                    action = thought[2]
                    if action is not None and not table.request_of("undo"):
                        await self.play.bot_acts(table, seat, seq, action, forced)
                except Refused as error:
                    if error.status != 503:
                        table.faulty = {"code": error.refusal.code, "params": error.refusal.params}
                        table.touch()
                        self.play.publish(table, True)
                        return
                    await asyncio.sleep(RETRY_SECONDS)
        except Exception as error:
            logs.fault("driver-fault", error, table=table.id)
        finally:
            if table.driver is asyncio.current_task():
                table.driver = None

    def due(self, table: Table, running: Running) -> tuple[int, bool] | None:
        """The seat to act for, and whether it has no choice; None where people are asked, or nobody watches."""
        if running.over() or table.faulty is not None:
            return None
        alone = not any(seat.kind == "person" for seat in table.seats)
        if alone and not self.watched.get(table.id):
            return None
        for seat in running.state.deciders():
            bot = table.seats[seat].player_bot()
            single = (bool(bot) or table.facts.settings.forced) and len(running.state.legal_actions(seat)) == 1
            if table.seats[seat].kind == "open":
                continue
            if bot or single:
                return seat, single
        return None

    def wait(self, table: Table, running: Running, seat: int, forced: bool) -> float:
        """Seconds until it may act: the pace, an open question about an undo, the free undo of the person before.

        How long it takes must not tell what a hand holds. Whether somebody had a choice, and whether they could take
        back freely, may depend on what they hold; so where others look on, a person's step without a choice takes an
        uncertain time, as choices do, and bots wait whether or not there is something to take back.
        """
        settings = table.facts.settings
        request = table.request_of("undo")
        if request is not None:
            return max(0.05, request.until - time.time())
        pause = settings.pace
        sits = table.seats[seat]
        seen = running.game.hidden_information and (len(table.people()) > 1 or self.watched.get(table.id, 0) > 1)
        if seen and forced and not sits.player_bot():
            if table.hesitation[0] != running.seq:
                table.hesitation = running.seq, secrets.SystemRandom().uniform(1.0, MOST_HESITATION)
            pause *= table.hesitation[1]
        if running.line and not table.final:
            before = running.line[-1].seat
            mover = table.seats[before]
            if before != seat and mover.kind == "person" and not mover.stand_in:
                if seen or running.free_undo(before) is not None:
                    pause = max(pause, settings.undo_wait)
        return max(0.0, table.moved_at + pause - time.monotonic())

    async def action(self, table: Table, running: Running, seat: int, forced: bool) -> int | None:
        """What to play: the only action, or the bot's choice. A bot that fails plays at random and is logged."""
        offer = running.state.legal_actions(seat)
        if not offer:
            return None
        if len(offer) == 1:
            return offer[0]
        sits = table.seats[seat]
        name = sits.player_bot()
        if not name:
            return None
        seed = numbered_seed(sits.bot_seed, name, running.seq)
        try:
            bot = bot_named(running.game, name)
            if not bot.needs_view:
                return bot.choose({}, offer, Stream(seed))
            view = running.state.view(seat)
            chosen = await self.workers.run(choose, running.game.name, name, view, list(offer), seed)
            if chosen in offer:
                return int(chosen)
            logs.warn("bot-illegal", table=table.id, bot=name, seq=running.seq)
        except Exception as error:
            logs.fault("bot-fault", error, table=table.id, bot=name, seq=running.seq)
        return offer[int(Stream(seed).below(len(offer)))]

    async def close(self) -> None:
        self.closing = True
        drivers = [table.driver for table in self.directory.tables.values() if table.driver is not None]
        for table in self.directory.tables.values():
            table.nudged.set()
        if drivers:
            await asyncio.wait(drivers, timeout=3.0)
        self.workers.close()


async def nudged_within(table: Table, seconds: float) -> bool:
    try:
        await asyncio.wait_for(table.nudged.wait(), seconds)
    except TimeoutError:
        return False
    return True
