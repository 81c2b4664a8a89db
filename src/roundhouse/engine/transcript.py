"""A whole match as plain lines, made for `git diff`: what was played, what was told, how it ended.

Codes and names only, in no language: a changed word changes no transcript, a changed rule does. Everything is shown,
secrets too, so a transcript is for finished matches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from roundhouse.engine.game import Game
from roundhouse.engine.match import Match
from roundhouse.engine.outcome import Outcome
from roundhouse.engine.record import LogEntry, Record
from roundhouse.engine.replay import opened, replay
from roundhouse.engine.state import Entry

WIDTH: Final = 120
PLAIN: Final = re.compile(r"[^\s\"'=,:{}\[\]]+")


def transcript(game: Game, record: Record) -> str:
    """The transcript of a record; it is played again for that."""
    return "\n".join(lines_of(game, record)) + "\n"


def lines_of(game: Game, record: Record) -> Iterator[str]:
    match = opened(game, record)
    yield f"{record.game}, rules {record.rules_version}, content {record.content}"
    yield f"seats {record.seats}{named(record.options, ', ')}"
    for seat, player in enumerate(record.players):
        yield f"seat {seat}: {value_text(player.bot or player.name)}"
    yield ""
    yield "opening"
    for key, value in match.state.dump().items():
        yield from wrapped(f"{key} {value_text(value)}", 1)
    yield ""
    told = 0
    for number, later in replay(game, record):
        match = later
        yield f"{number + 1:>4} seat {record.log[number].seat} {entry_text(record.log[number])}"
        for entry in match.journal.entries[told:]:
            yield from entry_lines(entry)
        told = len(match.journal.entries)
    if record.ending is not None:
        match.end(record.ending)
        yield f"   – {record.ending.kind} {value_text(record.ending.seats)}"
    yield ""
    yield from outcome_lines(match)


def entry_text(entry: LogEntry) -> str:
    """An action in one line: its type, then what it names."""
    if entry.undo is not None:
        return f"undo to={entry.undo.to}"
    if entry.seating is not None:
        bot = f" bot={value_text(entry.seating.bot)}" if entry.seating.bot else ""
        return f"{entry.seating.kind} person={value_text(entry.seating.person)}{bot}"
    action = dict(entry.action or {})
    return f"{value_text(action.pop('type', '?'))}{named(action)}"


def entry_lines(entry: Entry) -> Iterator[str]:
    """What was told, to all or to whom, and what more to some seats."""
    audience = "" if entry.audience is None else f" to={value_text(entry.audience)}"
    yield from wrapped(f"{entry.kind}{audience}{named(entry.params)}", 5)
    for seat, params in sorted((entry.secret or {}).items()):
        yield from wrapped(f"to seat {seat}:{named(params)}", 7)


def outcome_lines(match: Match) -> Iterator[str]:
    outcome: Outcome | None = match.outcome()
    if outcome is None:
        yield "outcome: none yet"
        return
    yield f"outcome: {outcome.ending}, {outcome.reason}{named(outcome.detail)}"
    if outcome.won is not None:
        yield f"common: {'won' if outcome.won else 'lost'}, margin {outcome.margin}"
    if outcome.teams is not None:
        yield f"teams: {value_text(outcome.teams)}"
    for seat, score in enumerate(outcome.scores):
        rank = f"rank {outcome.ranks[seat]}" if outcome.ranks else "no rank"
        yield f"seat {seat}: {rank}, {score} points"
        for line in outcome.lines[seat] if outcome.lines else []:
            yield from wrapped(f"{line.points:+} {line.code}{named(line.params)}", 1)


def named(params: Mapping[str, Any], start: str = " ") -> str:
    """`key=value` for each, after `start`; empty for none."""
    return start + " ".join(f"{key}={value_text(value)}" for key, value in params.items()) if params else ""


def value_text(value: Any) -> str:
    """A name as it is, all else as JSON without spaces."""
    if isinstance(value, str) and PLAIN.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def wrapped(text: str, depth: int) -> Iterator[str]:
    """Long lines are broken after a comma or a space, so that a diff shows the part that changed."""
    indent = "  " * depth
    room = WIDTH - len(indent)
    while len(text) > room:
        cut = max(text.rfind(",", 0, room), text.rfind(" ", 0, room)) + 1
        if cut <= 4:
            break
        yield (indent + text[:cut]).rstrip()
        text = "    " + text[cut:].lstrip()
    yield indent + text
