"""Playing a record again: step by step, to its end, or to see whether it holds."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from roundhouse.engine.chance import commitment
from roundhouse.engine.game import FIRST_SEAT, RANDOM, Game
from roundhouse.engine.match import Match
from roundhouse.engine.record import Record, result_of, seed_of
from roundhouse.engine.refusal import Refusal, RefusalError


def opened(game: Game, record: Record) -> Match:
    """The match of a record before its first entry."""
    options = dict(record.options)
    options[FIRST_SEAT] = RANDOM if record.first_seat is None else record.first_seat
    configuration = game.configure(record.seats, options)
    return Match(game, configuration, seed_of(record), record.contributions, record.players, record.position)


def replay(game: Game, record: Record) -> Iterator[tuple[int, Match]]:
    """Play a record entry by entry: yields the number of each entry, and the match after it.

    An entry that can't be played raises a `RefusalError` that carries its number as `params["entry"]`.
    """
    match = opened(game, record)
    for number, entry in enumerate(record.log):
        try:
            if entry.undo is not None:
                match.undo(entry.seat, entry.undo.to)
            elif entry.seating is not None:
                match.seat_changed(entry.seat, entry.seating)
            else:
                match.play(entry.seat, entry.action)
        except RefusalError as error:
            refusal = error.refusal
            raise RefusalError(Refusal(refusal.code, {**refusal.params, "entry": number}, refusal.rule)) from None
        yield number, match


def replayed(game: Game, record: Record) -> Match:
    """The match at the end of a record, its early ending included."""
    match = opened(game, record)
    for _, later in replay(game, record):
        match = later
    if record.ending is not None:
        match.end(record.ending)
    return match


def differences(game: Game, record: Record) -> list[Refusal]:
    """What in a record does not hold: empty when commitment, content, every action and the result do."""
    found: list[Refusal] = []
    if record.rules_version != game.rules_version:
        found.append(Refusal("record-rules-differ", {"recorded": record.rules_version, "here": game.rules_version}))
    if record.content != game.content_hash:
        found.append(Refusal("record-content-differs", {"recorded": record.content, "here": game.content_hash}))
    try:
        if commitment(seed_of(record)) != record.commitment:
            found.append(Refusal("record-commitment-differs"))
        match = replayed(game, record)
    except RefusalError as error:
        return [*found, Refusal("record-stops", {"why": msgspec.to_builtins(error.refusal)})]
    outcome = match.outcome()
    here = None if outcome is None else result_of(outcome)
    if here != record.result:
        found.append(
            Refusal(
                "record-result-differs",
                {"recorded": msgspec.to_builtins(record.result), "here": msgspec.to_builtins(here)},
            )
        )
    return found
