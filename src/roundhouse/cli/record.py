"""`roundhouse record`: a match as a readable transcript, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from roundhouse.cli.arguments import Arguments
from roundhouse.cli.common import player_names, record_of
from roundhouse.cli.console import Console
from roundhouse.engine.game import Game, Line
from roundhouse.engine.match import Match
from roundhouse.engine.record import LogEntry, Record
from roundhouse.engine.replay import differences, opened, replay
from roundhouse.engine.state import SPECTATOR, Entry
from roundhouse.text.board import board_text, journal_text, outcome_text
from roundhouse.text.speech import Said, Speaker


def show(console: Console, arguments: Arguments) -> int:
    game, record = record_of(arguments)
    if arguments.switch("json"):
        for line in json_lines(game, record):
            console.data(line)
        return 0
    speaker = Speaker(console.language, game, options=record.options)
    speaker.names = Speaker(console.language, game, player_names(record, speaker)).names
    for text in transcript(speaker, game, record, console.width):
        console.wrapped(text) if text else console.line()
    return 0


def json_lines(game: Game, record: Record) -> Iterator[dict[str, Any]]:
    """One object for each entry of the log: what was done, what was told, and the whole position after it."""
    told = 0
    for number, match in replay(game, record):
        entry = record.log[number]
        journal = match.journal.entries[told:]
        told = len(match.journal.entries)
        line: dict[str, Any] = {"entry": number, "seat": entry.seat, "action": entry.action}
        if entry.undo is not None:
            line["undo"] = msgspec.to_builtins(entry.undo)
        if entry.seating is not None:
            line["seating"] = msgspec.to_builtins(entry.seating)
        line["journal"] = [whole_entry(each) for each in journal]
        line["position"] = match.state.dump()
        yield line


def whole_entry(entry: Entry) -> dict[str, Any]:
    """A journal entry with all that any seat is told."""
    found: dict[str, Any] = {"kind": entry.kind, **entry.params}
    if entry.secret:
        found["secret"] = {str(seat): params for seat, params in entry.secret.items()}
    if entry.audience is not None:
        found["audience"] = entry.audience
    return found


def transcript(speaker: Speaker, game: Game, record: Record, width: int) -> Iterator[str]:
    """A whole match in words, secrets included: it is for reading afterwards."""
    yield speaker.say("cli.record.head", title=speaker.say("title"), count=record.seats)
    for seat in range(record.seats):
        yield "  " + speaker.say("cli.record.seat", number=seat + 1, name=speaker.name(seat))
    yield speaker.say("cli.record.commitment", commitment=record.commitment)
    yield ""
    match = opened(game, record)
    yield from opening(speaker, match, width)
    told = 0
    for number, later in replay(game, record):
        match = later
        entries = match.journal.entries[told:]
        told = len(match.journal.entries)
        yield from happened(speaker, number, record.log[number], entries)
    if record.ending is not None:
        match.end(record.ending)
        yield from happened(speaker, len(record.log), None, match.journal.entries[told:])
    yield ""
    outcome = match.outcome()
    if outcome is None:
        yield speaker.say("cli.record.running")
        return
    yield from outcome_text(speaker, outcome)


def opening(speaker: Speaker, match: Match, width: int) -> Iterator[str]:
    """The position at the start, and what only single seats can see of it."""
    game, state = match.game, match.state
    public = game.board_lines(state.view(SPECTATOR))
    yield from board_text(speaker, public, width)
    known = {without_reader(line) for line in public}
    for seat in range(state.seats):
        own = game.board_lines(state.view(seat))
        hidden = [speaker.told(f"line.{line.code}", line.params) for line in own if without_reader(line) not in known]
        if hidden:
            yield speaker.say("cli.record.secret", name=speaker.name(seat), text=Said(" ".join(hidden)))
    yield ""


def without_reader(line: Line) -> str:
    """A line as it is for everybody: games mark whose view it is by `you`."""
    return f"{line.code} {sorted((name, str(value)) for name, value in line.params.items() if name != 'you')}"


def happened(speaker: Speaker, number: int, entry: LogEntry | None, journal: list[Entry]) -> Iterator[str]:
    """One entry of the log: the first line carries its number."""
    lines: list[str] = []
    for each in journal:
        params = {"kind": each.kind, **each.params}
        lines += journal_text(speaker, [params])
        key = f"journal.{each.kind}.secret"
        for seat, secret in sorted((each.secret or {}).items()):
            if speaker.knows(key):
                lines.append("  " + speaker.told(key, {**each.params, **secret, "seat": seat}))
    for place, line in enumerate(lines):
        yield f"{number + 1:>4}  {line}" if place == 0 and entry is not None else f"      {line}"


def verify(console: Console, arguments: Arguments) -> int:
    """Play it again: 0 if all of it holds, 1 with the reasons if not."""
    game, record = record_of(arguments)
    speaker = Speaker(console.language, game)
    wrong = differences(game, record)
    if arguments.switch("json"):
        console.data({"game": game.name, "holds": not wrong, "differences": [msgspec.to_builtins(w) for w in wrong]})
        return 1 if wrong else 0
    for refusal in wrong:
        console.refused(refusal, speaker)
    if wrong:
        return 1
    console.say("cli.record.holds", entries=len(record.log))
    return 0
