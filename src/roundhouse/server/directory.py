"""All tables: which are in memory, how they come from the database and go back to it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy.engine import Row

from roundhouse.engine.chance import KeyedChance
from roundhouse.engine.game import FIRST_SEAT
from roundhouse.engine.record import Player
from roundhouse.engine.refusal import RefusalError
from roundhouse.engine.state import State
from roundhouse.server import logs
from roundhouse.server.refusals import Refused, refuse
from roundhouse.server.running import (
    SNAPSHOT_EVERY,
    Prepared,
    Running,
    Step,
    StoredEntry,
    Told,
)
from roundhouse.server.storage import statements as sql
from roundhouse.server.storage.database import Database, Write
from roundhouse.server.tables import FINISHED, FROZEN, RUNNING, WAITING, Facts, Table

MOST_ASKED = 500
"""Identifiers named in one question to the database."""
MOST_IN_MEMORY = 2000
"""Matches kept in memory; the longest unused ones are left to the database."""
MOST_FINISHED = 200
"""Finished tables known to the lobby without asking the database."""
UNUSED_SECONDS = 60.0
"""How long the match of a finished table stays in memory after somebody last asked for it."""


def players_of(table: Table) -> list[Player]:
    """Who sits there, as the record tells it."""
    players = []
    for seat in table.seats:
        bot = seat.player_bot()
        name = seat.name if seat.kind == "person" else seat.was
        players.append(Player(name=name, bot=bot, seed=f"{seat.bot_seed:x}" if bot else ""))
    return players


def fresh(table: Table) -> Running:
    """The match of a table before its first step."""
    options = {**table.facts.options, FIRST_SEAT: table.facts.first_seat}
    configuration = table.game.configure(len(table.seats), options)
    return Running(
        table.game, configuration, table.seed, table.facts.contributions, players_of(table), table.facts.position
    )


def step_of(row: Row[Any]) -> Step:
    return Step(
        row.seq,
        row.seat,
        row.asked,
        row.forced,
        msgspec.json.decode(row.entry, type=StoredEntry),
        msgspec.json.decode(row.told, type=list[Told]),
        row.at,
    )


class Directory:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.tables: dict[str, Table] = {}

    # --- finding ---------------------------------------------------------------------------------------------------

    async def table(self, identity: str) -> Table:
        """A table by its identifier, from memory or the database."""
        table = self.tables.get(identity)
        if table is None:
            row = await self.database.row(sql.table_by_id, {"which": identity})
            if row is None:
                raise refuse(404, "table-unknown")
            # Somebody else may have loaded it while this one waited.
            table = self.tables.get(identity)
            if table is None:
                table = self.from_row(row)
                self.tables[identity] = table
                table.chat_last = await self.last_chat(identity)
        table.used_at = time.monotonic()
        return table

    async def last_chat(self, identity: str) -> int:
        rows = await self.database.rows(sql.chat_since, {"which": identity, "after": 0})
        return rows[-1].id if rows else 0

    def from_row(self, row: Row[Any]) -> Table:
        table = Table(row.id, row.game, row.public, msgspec.json.decode(row.facts, type=Facts), row.seed)
        table.status = row.status
        table.created, table.changed = row.created, row.changed
        table.rules_version, table.content = row.rules_version, row.content
        table.seq = row.seq
        self.saved(table)
        return table

    async def load(self, identities: Iterable[str]) -> list[Table]:
        found = []
        for identity in identities:
            try:
                found.append(await self.table(identity))
            except (Refused, RefusalError, msgspec.MsgspecError) as error:
                logs.fault("table-unreadable", error, table=identity)
        return found

    async def of_guest(self, guest: str) -> list[Table]:
        rows = await self.database.rows(sql.tables_of_guest, {"who": guest})
        return await self.load(row.table for row in rows)

    async def revive(self) -> list[Table]:
        """At start: all tables that are not over, and the last public ones that are."""
        alive = await self.database.rows(sql.tables_alive)
        finished = await self.database.rows(sql.tables_finished)
        return await self.load([row.id for row in [*alive, *finished]])

    # --- the match of a table --------------------------------------------------------------------------------------

    async def match(self, table: Table) -> Running | None:
        """The running or finished match, loaded if need be; None while waiting or frozen. Call it holding the lock."""
        if table.running is not None or table.status in (WAITING, FROZEN):
            return table.running
        row = await self.database.row(sql.table_by_id, {"which": table.id})
        if row is None:
            raise refuse(404, "table-unknown")
        try:
            table.running = await self.resumed(table, row)
        except (Refused, MemoryError):
            # The database or the machine is at its limit; that says nothing about the match.
            raise
        except Exception as error:
            # Rules that no longer know a position may stumble over it in any way.
            logs.fault("table-frozen", error, table=table.id)
            if table.status == RUNNING:
                table.status = FROZEN
                table.facts.frozen = error.refusal.code if isinstance(error, RefusalError) else "state-unreadable"
                table.touch()
                await self.save(table)
            return None
        table.seq = table.running.seq
        return table.running

    async def resumed(self, table: Table, row: Row[Any]) -> Running:
        """From a snapshot and the tail of the log under the same rules; under others from the stored state alone."""
        running = fresh(table)
        same = row.rules_version == table.game.rules_version and row.content == table.game.content_hash
        start = row.seq
        loaded = False
        while same and not loaded:
            start = max(0, start - SNAPSHOT_EVERY // 2)
            snapshot = await self.database.row(sql.snapshot_before, {"which": table.id, "until": start})
            if snapshot is None:
                break
            start = snapshot.seq
            tail = await self.steps(table.id, start, row.seq)
            loaded = replay_tail(running, self.state_of(table, snapshot), start, tail)
            if start == 0:
                break
        if not loaded or not agrees(running, row):
            if same:
                logs.warn("resumed-without-tail", table=table.id)
            running.state = self.state_of(table, row)
            running.line.clear()
            running.steps.clear()
            running.seq = row.seq
        running.ending = table.facts.ending
        return running

    def state_of(self, table: Table, row: Row[Any]) -> State:
        return table.game.load(sql.unpacked(row.state), KeyedChance(row.key))

    async def steps(self, identity: str, after: int, until: int) -> list[Step]:
        rows = await self.database.rows(sql.entries_between, {"which": identity, "after": after, "until": until})
        return [step_of(row) for row in rows]

    async def step_asked(self, table: Table, seat: int, asked: int) -> Step | None:
        """The step that this seat asked for when the log had `asked` entries."""
        running = table.running
        if running is not None:
            for step in running.steps:
                if step.seat == seat and step.asked == asked and not step.forced and step.entry.action is not None:
                    return step
            if len(running.steps) == running.seq or (running.steps and running.steps[0].seq <= asked + 1):
                return None
        row = await self.database.row(sql.entry_asked, {"which": table.id, "who": seat, "at_seq": asked})
        return None if row is None else step_of(row)

    # --- storing ---------------------------------------------------------------------------------------------------

    async def add(self, table: Table) -> None:
        writes: list[Write] = [
            (
                sql.add_table,
                {
                    "id": table.id,
                    "game": table.game_name,
                    "status": table.status,
                    "public": table.public,
                    "created": table.created,
                    "changed": table.changed,
                    "facts": sql.packed(table.facts),
                    "seed": table.seed,
                    "key": None,
                    "seq": 0,
                    "state": None,
                    "rules_version": table.game.rules_version,
                    "content": table.game.content_hash,
                },
            )
        ]
        writes += [(sql.add_member, {"guest": guest, "table": table.id}) for guest in table.people()]
        await self.database.write(writes)
        self.saved(table)
        self.tables[table.id] = table

    def saving(self, table: Table) -> Write:
        params = {
            "which": table.id,
            "new_status": table.status,
            "new_public": table.public,
            "new_changed": table.changed,
            "new_facts": sql.packed(table.facts),
        }
        return (sql.change_table, params)

    async def save(self, table: Table, *more: Write) -> None:
        """Store what changed of a table. Where that fails, the table is as it was: a refusal has changed nothing."""
        try:
            await self.database.write([self.saving(table), *more])
        except Exception:
            self.unsave(table)
            raise
        self.saved(table)

    def saved(self, table: Table) -> None:
        """What the database holds is what the table is."""
        table.stored = (table.status, table.public, sql.packed(table.facts))

    def unsave(self, table: Table) -> None:
        """Back to what the database holds; when people were last seen is no part of what was refused."""
        away = table.facts.away
        table.status, table.public, facts = table.stored
        table.facts = msgspec.json.decode(facts, type=Facts)
        table.facts.away = away
        table.touch()

    async def started(self, table: Table, running: Running) -> None:
        """Store the opening position with the change to running."""
        state = packed_state(running.state)
        start = {
            "which": table.id,
            "new_seq": 0,
            "new_state": state,
            "new_key": running.chance_key(),
            "new_rules": table.game.rules_version,
            "new_content": table.game.content_hash,
        }
        snapshot = {"table": table.id, "seq": 0, "key": running.chance_key(), "state": state}
        await self.save(table, (sql.start_table, start), (sql.add_snapshot, snapshot))

    async def append(self, table: Table, prepared: Prepared, *more: Write) -> None:
        """One transaction: the entry and the state with it. `IntegrityError` where that number is taken."""
        step = prepared.step
        step.at = now = round(time.time(), 3)
        state = packed_state(prepared.state)
        key = prepared.state.chance.key  # type: ignore[attr-defined]
        entry = {
            "table": table.id,
            "seq": step.seq,
            "seat": step.seat,
            "asked": step.asked,
            "forced": step.forced,
            "entry": sql.packed(step.entry),
            "told": sql.packed(step.lines),
            "at": now,
        }
        moved = {"which": table.id, "new_seq": step.seq, "new_state": state, "new_key": key, "new_changed": now}
        writes: list[Write] = [(sql.add_entry, entry), (sql.move_table, moved)]
        if step.seq % SNAPSHOT_EVERY == 0:
            writes.append((sql.add_snapshot, {"table": table.id, "seq": step.seq, "key": key, "state": state}))
        await self.database.write([*writes, *more])

    async def remove(self, table: Table) -> None:
        which = {"which": table.id}
        await self.database.write(
            [(sql.remove_table, which), (sql.remove_table_members, which), (sql.remove_table_chat, which)]
        )
        self.tables.pop(table.id, None)

    async def missing(self) -> list[Table]:
        """Tables in memory that the database no longer has: somebody has cleared them away (`roundhouse prune`)."""
        here = list(self.tables)
        there: set[str] = set()
        for start in range(0, len(here), MOST_ASKED):
            rows = await self.database.rows(sql.tables_there, {"which": here[start : start + MOST_ASKED]})
            there.update(row.id for row in rows)
        return [table for identity in here if identity not in there and (table := self.tables.get(identity))]

    def forget(self, table: Table) -> None:
        """It is gone from the database: nothing is to go on at it."""
        self.tables.pop(table.id, None)
        table.running = None
        if table.driver is not None:
            table.driver.cancel()

    def drop_unused(self, in_use: set[str]) -> None:
        """Leave to the database what nobody needs: finished matches soon, others once there are too many of them."""
        limit = time.monotonic() - UNUSED_SECONDS
        for table in self.tables.values():
            if table.status == FINISHED and max(table.used_at, table.moved_at) < limit and table.id not in in_use:
                if not table.lock.locked() and table.driver is None:
                    table.leave_memory()
        loaded = [table for table in self.tables.values() if table.running is not None]
        if len(loaded) > MOST_IN_MEMORY:
            loaded.sort(key=lambda table: table.used_at)
            for table in loaded[: len(loaded) - MOST_IN_MEMORY]:
                if table.id not in in_use and not table.lock.locked() and table.driver is None:
                    table.leave_memory()
        finished = [table for table in self.tables.values() if table.status == FINISHED and table.id not in in_use]
        finished.sort(key=lambda table: table.changed)
        for table in finished[: max(0, len(finished) - MOST_FINISHED)]:
            if not table.lock.locked():
                del self.tables[table.id]


def packed_state(state: State) -> bytes:
    return sql.packed(state.dump())


def replay_tail(running: Running, state: State, start: int, tail: Sequence[Step]) -> bool:
    """Play the tail of the log from a snapshot. False where it goes back to before the snapshot."""
    running.state = state
    running.seq = start
    running.line.clear()
    running.steps.clear()
    for step in tail:
        entry = step.entry
        if entry.ending is not None or entry.seating is not None:
            running.accept(Prepared(step, running.state, entry.ending))
        elif entry.undo is not None:
            if running.past(entry.undo) is None:
                return False
            later = running.prepare_undo(step.seat, entry.undo, True).state
            running.accept(Prepared(step, later))
        else:
            later = running.prepare(step.seat, entry.action, step.asked, step.forced).state
            running.accept(Prepared(step, later))
    return True


def agrees(running: Running, row: Row[Any]) -> bool:
    """Did the tail lead to the very state, and the very chance, that is stored?"""
    same_place = running.seq == row.seq and running.chance_key() == row.key
    return bool(same_place and packed_state(running.state) == row.state)
