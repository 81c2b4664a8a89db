"""Looking back at a match: every position on its way, as somebody may see it. For tables and for records from files."""

from __future__ import annotations

from typing import Any

import msgspec

from roundhouse.engine.game import Game
from roundhouse.engine.match import early_outcome
from roundhouse.engine.record import RECORD_FORMAT, LogEntry, Record, Result, read_record, write_record
from roundhouse.engine.refusal import RefusalError, refuse_option
from roundhouse.engine.registry import game_named
from roundhouse.engine.replay import differences, opened, replay
from roundhouse.engine.state import SPECTATOR, State
from roundhouse.server.directory import Directory, fresh, players_of
from roundhouse.server.refusals import refuse
from roundhouse.server.rooms import outcome_json, step_lines
from roundhouse.server.running import Running, Step
from roundhouse.server.storage import statements as sql
from roundhouse.server.tables import FINISHED, FROZEN, WAITING, Table

MOST_POSITIONS = 50
JOURNAL_FORMAT = "roundhouse-journal/1"


async def states_between(
    directory: Directory, table: Table, first: int, last: int
) -> list[tuple[int, State, Step | None, bool]]:
    """(seq, state, the step that led there, whether an ending did) for every seq from `first` to `last`."""
    start = first
    while True:
        snapshot = await directory.database.row(sql.snapshot_before, {"which": table.id, "until": start})
        if snapshot is None:
            raise refuse(404, "position-unknown", seq=first)
        steps = await directory.steps(table.id, snapshot.seq, last)
        found = walk(fresh(table), directory.state_of(table, snapshot), snapshot.seq, steps)
        if found is not None:
            break
        # An undo goes back to before this snapshot: start at an earlier one.
        start = snapshot.seq - 1
    if snapshot.seq == first and first > 0:
        before = await directory.steps(table.id, first - 1, first)
        found[0] = (first, found[0][1], before[0] if before else None, False)
    return [each for each in found if first <= each[0] <= last]


def walk(
    running: Running, state: State, start: int, steps: list[Step]
) -> list[tuple[int, State, Step | None, bool]] | None:
    running.state = state
    running.seq = start
    places: dict[int, State] = {start: state}
    found: list[tuple[int, State, Step | None, bool]] = [(start, state, None, False)]
    for step in steps:
        ended = step.entry.ending is not None
        if step.entry.undo is not None:
            target = places.get(step.entry.undo)
            if target is None:
                return None
            running.line.clear()
            later = undone(running, target)
        elif ended or step.entry.seating is not None:
            later = running.state
        else:
            later = running.prepare(step.seat, step.entry.action, step.asked, step.forced).state
        running.state = later
        running.seq = step.seq
        places[step.seq] = later
        found.append((step.seq, later, step, ended))
    return found


def undone(running: Running, before: State) -> State:
    """The same as `Running.prepare_undo` makes of it."""
    target = before.clone()
    if target.drawn != running.state.drawn:
        target.chance = target.chance.fork(f"undo:{running.seq}")
        target.reshuffle_unseen()
    return target


async def positions(
    directory: Directory, table: Table, guest: str | None, first: int, last: int, seat: int | None, text: bool = False
) -> dict[str, Any]:
    """Positions of a table. While it runs: my own seat, for everybody else a spectator. When over: any."""
    if table.status in (WAITING, FROZEN):
        raise refuse(409, "table-waiting" if table.status == WAITING else "table-frozen")
    over = table.status == FINISHED
    async with table.lock:
        running = await directory.match(table)
    if running is None:
        raise refuse(409, "table-frozen")
    eyes = table.lens(guest)
    if seat is not None and seat != SPECTATOR:
        if not 0 <= seat < len(table.seats):
            raise refuse(404, "seat-unknown", seat=seat)
        if not over and seat != eyes:
            raise refuse(403, "not-your-seat", seat=seat)
        eyes = seat
    elif seat == SPECTATOR:
        eyes = SPECTATOR
    seq = running.seq
    first = max(0, min(first, seq))
    last = max(first, min(last, seq, first + MOST_POSITIONS - 1))
    told = []
    for number, state, step, ended in await states_between(directory, table, first, last):
        place = position_json(running.game, state, number, eyes, over, text)
        place["lines"] = [] if step is None else step_lines(step, eyes)
        if ended and table.facts.ending is not None:
            place["outcome"] = outcome_json(early_outcome(running.game, state, table.facts.ending))
        told.append(place)
    if not over and eyes != SPECTATOR and table.lens(guest) != eyes:
        raise refuse(409, "curtain-down", seat=eyes)
    return {"seq": seq, "positions": told}


def position_json(game: Game, state: State, seq: int, seat: int, over: bool, text: bool = False) -> dict[str, Any]:
    view = state.view(seat)
    told: dict[str, Any] = {
        "seq": seq,
        "seat": seat,
        "view": view,
        "deciders": state.deciders(),
        "outcome": outcome_json(state.outcome()),
        "open": over,
    }
    if over:
        told["views"] = [state.view(each) for each in range(state.seats)]
    if text:
        told["board"] = msgspec.to_builtins(game.board_lines(view))
    return told


async def table_dump(directory: Directory, table: Table, seq: int) -> dict[str, Any]:
    """The whole position of a finished match at some point. A running one gives none: it holds secrets."""
    if table.status != FINISHED:
        raise refuse(409, "table-running")
    async with table.lock:
        running = await directory.match(table)
    if running is None or not 0 <= seq <= running.seq:
        raise refuse(404, "position-unknown", seq=seq)
    found = await states_between(directory, table, seq, seq)
    return {
        "game": table.game_name,
        "seats": len(table.seats),
        "options": table.facts.options,
        "position": found[0][1].dump(),
    }


# --- records ---------------------------------------------------------------------------------------------------------


async def record_of(directory: Directory, table: Table) -> bytes:
    """The whole record of a match that is over (or frozen: it can be exported, not played on)."""
    steps = await directory.steps(table.id, 0, 1_000_000_000)
    log: list[LogEntry] = []
    for step in steps:
        entry = step.entry.logged(step.seat)
        if entry is not None:
            log.append(entry)
    facts = table.facts
    result = None
    if facts.result is not None:
        told = facts.result
        result = Result(told["ending"], told["reason"], told["scores"], told["ranks"], told.get("won"))
    record = Record(
        format=RECORD_FORMAT,
        game=table.game_name,
        rules_version=table.rules_version,
        content=table.content,
        seats=len(table.seats),
        options=dict(facts.options),
        first_seat=facts.first_seat if isinstance(facts.first_seat, int) else None,
        players=players_of(table),
        commitment=facts.commitment,
        seed=table.seed.hex(),
        contributions=facts.contributions,
        position=facts.position,
        log=log,
        ending=facts.ending,
        result=result,
    )
    return write_record(record)


async def journal_of(directory: Directory, table: Table, guest: str | None) -> dict[str, Any]:
    """What of a running match the asker may take home: the journal as told to them, and no secret."""
    seat = table.lens(guest)
    seq = table.seq
    steps = await directory.steps(table.id, 0, seq)
    if table.lens(guest) != seat:
        raise refuse(409, "curtain-down", seat=seat)
    return {
        "format": JOURNAL_FORMAT,
        "table": table.id,
        "game": table.game_name,
        "rules_version": table.rules_version,
        "content": table.content,
        "seats": len(table.seats),
        "options": table.facts.options,
        "players": [{"name": player.name, "bot": player.bot} for player in players_of(table)],
        "commitment": table.facts.commitment,
        "contributions": table.facts.contributions,
        "seat": seat,
        "seq": seq,
        "journal": [line for step in steps for line in step_lines(step, seat)],
    }


def check_record(data: bytes) -> dict[str, Any]:
    """In a worker: does a record from a file hold?"""
    record = read_record(data)
    game = game_named(record.game)
    return {
        "game": record.game,
        "seats": record.seats,
        "entries": len(record.log),
        "players": msgspec.to_builtins(record.players),
        "result": msgspec.to_builtins(record.result),
        "differences": msgspec.to_builtins(differences(game, record)),
    }


def record_positions(data: bytes, first: int, last: int, seat: int, text: bool) -> dict[str, Any]:
    """In a worker: positions of a record from a file; all of them are open."""
    record = read_record(data)
    game = game_named(record.game)
    if not SPECTATOR <= seat < record.seats:
        raise refuse_option("seat-unknown", seat=seat)
    first = max(0, min(first, len(record.log)))
    last = max(first, min(last, len(record.log), first + MOST_POSITIONS - 1))
    told: list[dict[str, Any]] = []
    match = opened(game, record)
    lines: list[dict[str, Any]] = []
    heard = len(match.journal.entries)

    def tell(seq: int) -> None:
        if first <= seq <= last:
            place = position_json(game, match.state, seq, seat, True, text)
            place["lines"] = lines
            if seq == len(record.log) and record.ending is not None:
                place["outcome"] = outcome_json(early_outcome(game, match.state, record.ending))
            told.append(place)

    tell(0)
    for number, later in replay(game, record):
        if number >= last:
            break
        match = later
        lines = [{"seq": number + 1, **line} for line in match.journal.told_to(SPECTATOR, heard)]
        heard = len(match.journal.entries)
        tell(number + 1)
    return {"seq": len(record.log), "positions": told}


def record_dump(data: bytes, seq: int) -> dict[str, Any]:
    """In a worker: the whole position of a record after `seq` entries, and the game it belongs to."""
    record = read_record(data)
    game = game_named(record.game)
    if not 0 <= seq <= len(record.log):
        raise refuse_option("position-unknown", seq=seq)
    match = opened(game, record)
    if seq > 0:
        for number, later in replay(game, record):
            match = later
            # The match is one and goes on in place: stop before the next entry.
            if number + 1 == seq:
                break
    return {"game": record.game, "seats": record.seats, "options": record.options, "position": match.state.dump()}


def answered(function: Any, *arguments: Any) -> dict[str, Any]:
    """In a worker: the function's answer, or its refusal as data: exceptions of ours don't travel between processes."""
    try:
        return {"answer": function(*arguments)}
    except RefusalError as error:
        return {"refusal": msgspec.to_builtins(error.refusal)}
