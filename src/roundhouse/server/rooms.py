"""A table as a person may see it: room, position, row of the lobby. All that leaves goes through here."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from roundhouse.engine.game import Game
from roundhouse.engine.outcome import Outcome
from roundhouse.engine.prompt import Choice
from roundhouse.engine.state import SPECTATOR, State
from roundhouse.server.directory import Directory
from roundhouse.server.running import Running, Step
from roundhouse.server.settings import Settings
from roundhouse.server.tables import FINISHED, RUNNING, WAITING, Request, Table

STALE_SECONDS = 3 * 24 * 3600
"""A table nobody has moved at for so long is listed as stale."""
MOST_TOLD = 1000
"""Log entries whose journal is told at once; who was away for longer sees from where on."""
FINISHED_DAYS, WAITING_DAYS, RUNNING_DAYS = 365, 14, 90
RETENTION = {"finished_days": FINISHED_DAYS, "waiting_days": WAITING_DAYS, "running_days": RUNNING_DAYS}
"""How long tables are kept: what `roundhouse prune` goes by."""


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    told: dict[str, Any] = msgspec.to_builtins(outcome)
    told["winners"] = outcome.winners()
    return told


def seat_json(table: Table, number: int, connected: set[str]) -> dict[str, Any]:
    seat = table.seats[number]
    told: dict[str, Any] = {"seat": number, "kind": seat.kind, "colour": seat.colour}
    if seat.kind == "person":
        told |= {
            "name": seat.name,
            "guest": seat.guest,
            "connected": seat.guest in connected,
            "ready": seat.ready,
            "hotseat": len(table.seats_of(seat.guest)) > 1,
            "stand_in": seat.stand_in or None,
            "away_since": None if seat.guest in connected else table.facts.away.get(seat.guest),
        }
    elif seat.kind == "bot":
        told |= {"name": seat.name or seat.bot, "bot": seat.bot}
    if seat.was:
        told["was"] = seat.was
    return told


def request_json(request: Request) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(request)
    return {key: value for key, value in told.items() if value is not None}


class Rooms:
    def __init__(self, settings: Settings, directory: Directory) -> None:
        self.settings = settings
        self.directory = directory

    # --- the room --------------------------------------------------------------------------------------------------

    def room(
        self, table: Table, guest: str | None, connected: set[str], spectators: list[dict[str, Any]]
    ) -> dict[str, Any]:
        facts = table.facts
        mine = table.seats_of(guest)
        path = f"/table/{table.id}"
        lens = table.lens(guest)
        return {
            "id": table.id,
            "version": table.version,
            "game": table.game_name,
            "name": facts.name,
            "public": table.public,
            "status": table.status,
            "created": table.created,
            "changed": table.changed,
            "host": facts.host,
            "options": facts.options,
            "first_seat": facts.first_seat,
            "settings": msgspec.to_builtins(facts.settings),
            "commitment": facts.commitment,
            "contributions": facts.contributions,
            "invite": {
                "path": path,
                "url": self.settings.address + path,
                "reach": self.settings.reach,
                "qr": f"/api/tables/{table.id}/qr",
            },
            "seats": [seat_json(table, number, connected) for number in range(len(table.seats))],
            "spectators": spectators,
            "muted": facts.muted,
            "deciders": table.deciders(),
            "seq": table.running.seq if table.running is not None else table.seq,
            "requests": [request_json(each) for each in table.requests],
            "ending": None if facts.ending is None else facts.ending.kind,
            "result": facts.result,
            "rematch": facts.rematch or None,
            "rematch_of": facts.rematch_of or None,
            "opened_from": facts.opened_from,
            "arranged": facts.position is not None,
            "frozen": facts.frozen or None,
            "fault": table.faulty,
            "you": {
                "guest": guest,
                "seats": mine,
                "host": guest is not None and guest == facts.host,
                "seated": bool(mine),
                "spectator": not mine,
                "curtain": lens if lens != SPECTATOR else None,
                "muted": guest in facts.muted,
            },
        }

    def may_watch(self, table: Table, guest: str | None) -> bool:
        """Seated people always; others while the host lets them, and before the start."""
        return table.status == WAITING or table.facts.settings.spectators or bool(table.seats_of(guest))

    # --- the position ----------------------------------------------------------------------------------------------

    async def position(
        self, table: Table, seat: int, since: int, whole: bool, text: bool
    ) -> tuple[int, msgspec.Raw] | None:
        """What `seat` (or a spectator) may know now: its seq, and all of it encoded, with the journal after entry
        `since`. None while waiting."""
        running = table.running
        if running is None:
            return None
        since = max(-1, running.seq - MOST_TOLD, min(since, running.seq))
        seq = running.seq
        steps = await self.steps(table, running, since)
        if running.seq != seq:
            # The match went on while the database was asked: say what is the case now.
            return await self.position(table, seat, since, whole, text)
        journal = {
            "from": since,
            "to": seq,
            "whole": whole,
            "lines": [line for step in steps for line in step_lines(step, seat)],
        }
        # People have read to different places: only the journal differs, and it is the cheaper part.
        key = (seq, running.ending is not None, seat, text)
        present: bytes | None = table.cache.get(key)
        if present is None:
            present = msgspec.json.encode(self.present(table, running, seat, text))
            table.cache[key] = present
        return seq, msgspec.Raw(present[:-1] + b',"journal":' + msgspec.json.encode(journal) + b"}")

    def present(self, table: Table, running: Running, seat: int, text: bool) -> dict[str, Any]:
        """The position but for its journal: made once for everybody who has the same eyes."""
        state = running.state
        view = state.view(seat)
        over = running.over()
        told: dict[str, Any] = {
            "table": table.id,
            "seq": running.seq,
            "seat": seat,
            "curtain": seat if seat != SPECTATOR else None,
            "view": view,
            "deciders": [] if over else state.deciders(),
            "prompt": None if over else prompt_json(running.game, state, seat),
            "undo": {"free": None, "last": None, "others": 0},
            "over": over,
            "outcome": outcome_json(running.outcome()) if over else None,
        }
        if not over and seat != SPECTATOR:
            free, last = running.free_undo(seat), running.last_decision(seat)
            others = 0 if last is None else running.others_since(seat, last)
            told["undo"] = {"free": free, "last": last, "others": others}
        if text:
            told["board"] = msgspec.to_builtins(running.game.board_lines(view))
        return told

    async def steps(self, table: Table, running: Running, since: int) -> list[Step]:
        """The log after `since`, from memory where it reaches that far."""
        if since >= running.seq:
            return []
        kept = running.steps
        if (kept and kept[0].seq <= since + 1) or not running.seq:
            return [step for step in kept if step.seq > since]
        return await self.directory.steps(table.id, since, running.seq)

    # --- the lobby -------------------------------------------------------------------------------------------------

    def row(self, table: Table, guest: str | None, watchers: int) -> dict[str, Any]:
        mine = table.seats_of(guest)
        deciders = table.deciders()
        host = next((seat.name for seat in table.seats if seat.guest == table.facts.host), "")
        return {
            "id": table.id,
            "version": table.version,
            "game": table.game_name,
            "name": table.facts.name,
            "status": table.status,
            "public": table.public,
            "host": host,
            "seats": [
                {"kind": seat.kind, "name": seat.name or seat.bot, "colour": seat.colour} for seat in table.seats
            ],
            "spectators": watchers,
            "watchable": table.facts.settings.spectators,
            "created": table.created,
            "changed": table.changed,
            "stale": table.status in (WAITING, RUNNING) and time.time() - table.changed > STALE_SECONDS,
            "mine": bool(mine),
            "my_turn": any(seat in deciders and not table.seats[seat].stand_in for seat in mine),
            "host_is_me": guest is not None and guest == table.facts.host,
            "winners": table.facts.result["winners"] if table.status == FINISHED and table.facts.result else [],
        }


def step_lines(step: Step, seat: int) -> list[dict[str, Any]]:
    """The lines of one entry as a seat may read them."""
    lines = []
    for told in step.lines:
        line = told.told_to(seat)
        if line is not None:
            line = {"seq": step.seq, "at": step.at, **line}
            # That a step played itself tells how few choices there were: its own seat's business.
            if step.forced and seat == step.seat:
                line["forced"] = True
            lines.append(line)
    return lines


def prompt_json(game: Game, state: State, seat: int) -> dict[str, Any] | None:
    """The tree of what may be done, its leaves holding named actions: integers never leave."""
    if seat == SPECTATOR or seat not in state.deciders():
        return None
    prompt = state.prompt(seat)
    if prompt is None:
        return None
    return {
        "ask": prompt.ask,
        "params": prompt.params,
        "notes": prompt.notes,
        "choices": [choice_json(game, state, seat, choice) for choice in prompt.choices],
    }


def choice_json(game: Game, state: State, seat: int, choice: Choice) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": choice.kind, "name": choice.name, "params": choice.params}
    if choice.action is not None:
        told["action"] = game.decode(state, seat, choice.action)
    if choice.choices or choice.action is None:
        told["choices"] = [choice_json(game, state, seat, each) for each in choice.choices]
    return told
