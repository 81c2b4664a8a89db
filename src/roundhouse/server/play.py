"""A move's way: who is this, which seat, judged, worked out on a clone, stored in one transaction, published."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import IntegrityError

from roundhouse.engine.outcome import PLAYED_OUT
from roundhouse.engine.record import Ending, Seating
from roundhouse.engine.refusal import PositionError, Refusal, RefusalError
from roundhouse.engine.untrusted import check_limits
from roundhouse.server import logs
from roundhouse.server.directory import Directory
from roundhouse.server.refusals import Refused, refuse
from roundhouse.server.rooms import outcome_json
from roundhouse.server.running import Prepared, Running
from roundhouse.server.storage import statements as sql
from roundhouse.server.storage.database import Write
from roundhouse.server.tables import FINISHED, RUNNING, Seat, Table


class Play:
    def __init__(self, directory: Directory, publish: Callable[[Table, bool], None]) -> None:
        self.directory = directory
        self.publish = publish
        """Told of every change: (table, whether the room changed too)."""

    # --- actions ---------------------------------------------------------------------------------------------------

    async def act(self, table: Table, guest: str, seat: int, seq: int, value: dict[str, Any], final: bool) -> int:
        """A person plays. Gives the number of the entry: a new one, or that of the same request before."""
        check_value(value)
        async with table.lock:
            running = await self.present(table)
            own = table.need_seat(guest, seat)
            if own.stand_in:
                raise refuse(409, "stand-in-plays", seat=seat)
            if seq < 0 or seq > running.seq:
                raise refuse(409, "seq-ahead", seq=running.seq)
            if seq < running.seq:
                before = await self.directory.step_asked(table, seat, seq)
                if before is not None and same_action(before.entry.action, value):
                    return before.seq
                if before is not None or not running.owed_since(seat, seq):
                    raise refuse(409, "seq-used", seq=running.seq)
            self.need_curtain(table, guest, seat)
            if table.status != RUNNING:
                raise refuse(409, "match-over")
            await self.play(table, running, seat, value, seq, forced=False)
            table.final = final
            return running.seq

    async def bot_acts(self, table: Table, seat: int, seq: int, action: int, forced: bool) -> bool:
        """A bot, or a step with one legal action, unless the match went on meanwhile."""
        async with table.lock:
            running = table.running
            if running is None or running.seq != seq or table.status != RUNNING:
                return False
            value = running.game.decode(running.state, seat, action)
            await self.play(table, running, seat, value, seq, forced)
            table.final = False
            return True

    async def play(self, table: Table, running: Running, seat: int, value: object, asked: int, forced: bool) -> None:
        try:
            prepared = running.prepare(seat, value, asked, forced)
        except RefusalError:
            raise
        except Exception as error:
            raise await self.crashed(table, running, seat, value, error) from None
        await self.store(table, running, prepared)

    async def store(self, table: Table, running: Running, prepared: Prepared, *more: Write) -> None:
        """Append, then make it the present. A failure leaves the match as it was."""
        moves = prepared.step.entry.seating is None
        ends = prepared.ending is not None or (moves and not prepared.state.deciders())
        room_changed = ends or not moves
        writes = list(more)
        requests = table.requests
        if ends:
            outcome = self.ending_outcome(running, prepared)
            table.status = FINISHED
            table.facts.ending = prepared.ending
            table.facts.result = outcome
            table.requests = []
        if room_changed:
            table.touch()
            writes.append(self.directory.saving(table))
        try:
            await self.directory.append(table, prepared, *writes)
        except BaseException as error:
            if room_changed:
                table.requests = requests
                self.directory.unsave(table)
            if isinstance(error, IntegrityError):
                # Somebody else has appended: what is in memory is old.
                table.running = None
                raise refuse(409, "seq-used", seq=prepared.step.seq) from None
            if isinstance(error, Refused):
                raise
            table.running = None
            raise
        if room_changed:
            self.directory.saved(table)
        running.accept(prepared)
        table.seq = running.seq
        table.moved_at = time.monotonic()
        table.changed = time.time()
        table.faulty = None
        if table.requests and moves:
            waiting = [each for each in table.requests if each.kind != "undo"]
            room_changed = room_changed or len(waiting) != len(table.requests)
            table.requests = waiting
        curtains = dict(table.curtains)
        table.lower_curtains()
        table.cache.clear()
        self.publish(table, room_changed or curtains != table.curtains)

    def ending_outcome(self, running: Running, prepared: Prepared) -> dict[str, Any] | None:
        state, ending = running.state, running.ending
        running.state, running.ending = prepared.state, prepared.ending
        try:
            return outcome_json(running.outcome())
        finally:
            running.state, running.ending = state, ending

    async def crashed(self, table: Table, running: Running, seat: int, value: object, error: Exception) -> Refused:
        """The rules broke over an action: it did not happen, and what is needed to mend them is kept."""
        report = logs.fault("rules-fault", error, table=table.id, seq=running.seq, seat=seat)
        crash = {
            "table": table.id,
            "seq": running.seq,
            "seat": seat,
            "action": sql.packed(value),
            "trace": "".join(traceback.format_exception(error))[-20_000:],
            "at": time.time(),
        }
        try:
            await self.directory.database.write([(sql.add_crash, crash)])
        except Refused:
            logs.warn("crash-not-stored", report=report)
        return Refused(500, Refusal("rules-fault", {"report": report}))

    async def present(self, table: Table) -> Running:
        """The match as it stands, loaded if need be; finished ones too, to answer repeated requests."""
        await self.directory.match(table)
        if table.status == FINISHED and table.running is not None:
            return table.running
        return table.need_running()

    def need_curtain(self, table: Table, guest: str, seat: int) -> None:
        if table.lens(guest) != seat:
            raise refuse(409, "curtain-down", seat=seat)

    async def why(self, table: Table, guest: str, seat: int, value: dict[str, Any]) -> Refusal | None:
        """Why an action can't be played, without playing it."""
        check_value(value)
        async with table.lock:
            running = await self.present(table)
            table.need_seat(guest, seat)
            self.need_curtain(table, guest, seat)
            return running.refusal(seat, value)

    # --- undo and ends, called holding the lock --------------------------------------------------------------------

    async def go_back(self, table: Table, running: Running, seat: int, to: int, free: bool) -> None:
        await self.store(table, running, running.prepare_undo(seat, to, free))

    async def end(self, table: Table, running: Running, seat: int, kind: str, seats: list[int]) -> None:
        if kind == PLAYED_OUT:
            raise ValueError("a match is not ended by being played out")
        await self.store(table, running, running.prepare_ending(seat, Ending(kind, seats, now())))

    async def reseat(
        self, table: Table, running: Running, number: int, sits: Seat, kind: str, person: str, *more: Write
    ) -> None:
        """Somebody else plays a seat of the running match from here on: an entry of the log like any other."""
        bot = sits.player_bot()
        seating = Seating(kind, person, bot, f"{sits.bot_seed:x}" if bot else "", now())
        prepared = running.prepare_seating(number, seating)
        table.seats[number] = sits
        await self.store(table, running, prepared, *more)


def now() -> int:
    """The time as a record keeps it."""
    return round(time.time())


def check_value(value: dict[str, Any]) -> None:
    """Limits on depth, numbers and lengths before the rules look at it."""
    try:
        check_limits(value)
    except PositionError as error:
        raise Refused(400, error.refusal) from None


def same_action(stored: dict[str, Any] | None, value: dict[str, Any]) -> bool:
    """What is stored is as the rules name it; a client may have sent more beside."""
    return stored is not None and all(value.get(key, ...) == named for key, named in stored.items())
