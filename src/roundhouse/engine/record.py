"""A whole match as data: rules version, content, options, seed, log. Replaying it gives the same states anywhere."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from roundhouse.engine.chance import SEED_BYTES
from roundhouse.engine.outcome import ABANDONED, AGREED, RESIGNED, Outcome
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.untrusted import read_json

RECORD_FORMAT: Final = "roundhouse-record/1"
SEATINGS: Final = {"left": "seat-left", "joined": "seat-joined", "stand-in": "seat-stand-in", "back": "seat-back"}
"""How somebody else may come to decide for a seat, and what the journal calls it."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat there: a person by the name shown, or a bot by its kind and the seed of its own."""

    name: str = ""
    bot: str = ""
    seed: str = ""


class Undo(msgspec.Struct, frozen=True):
    """The match went back to where `to` entries of the log were played."""

    to: int


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody else decides for a seat from here on. No move, but part of the match.

    `left`: `person` went for good; `bot` plays on, or nobody until somebody has `joined`. `stand-in`: `bot` plays on
    for `person`, until they are `back`.
    """

    kind: str
    person: str
    bot: str = ""
    seed: str = ""
    at: int | None = None
    """When, in whole seconds since 1970 (UTC)."""


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry: an action a seat played, an undo a seat asked for, or who plays that seat from here on."""

    seat: int
    action: dict[str, Any] | None = None
    undo: Undo | None = None
    seating: Seating | None = None


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match that was not played out ended: resigned (by whom), agreed, abandoned (by whom, if one went last)."""

    kind: str
    seats: list[int]
    at: int | None = None
    """When, in whole seconds since 1970 (UTC)."""


class Result(msgspec.Struct, frozen=True):
    """The part of an outcome that a record vouches for."""

    ending: str
    reason: str
    scores: list[int]
    ranks: list[int]
    won: bool | None = None


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a replay needs. Without the seed (a match still running) it can be read but not replayed."""

    format: str
    game: str
    rules_version: str
    content: str
    seats: int
    options: dict[str, Any]
    first_seat: int | None
    commitment: str
    log: list[LogEntry]
    seed: str | None = None
    contributions: list[str] = []
    players: list[Player] = []
    position: dict[str, Any] | None = None
    ending: Ending | None = None
    result: Result | None = None


def result_of(outcome: Outcome) -> Result:
    return Result(outcome.ending, outcome.reason, outcome.scores, outcome.ranks, outcome.won)


def write_record(record: Record) -> bytes:
    """JSON with one log entry a line: small to send, kind to `git diff`."""
    head = msgspec.structs.asdict(record)
    log = head.pop("log")
    lines = [f"  {encode(name)}: {encode(value)}," for name, value in head.items()]
    entries = ",\n".join(f"    {encode(entry)}" for entry in log)
    body = f"[\n{entries}\n  ]" if log else "[]"
    return ("{\n" + "\n".join(lines) + f'\n  "log": {body}\n' + "}\n").encode()


def encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


def read_record(data: bytes) -> Record:
    """A record from an untrusted file; `PositionError` says what is wrong with it."""
    value = read_json(data)
    try:
        record = msgspec.convert(value, Record)
    except msgspec.ValidationError as error:
        raise refuse_position("record-malformed", "", reason=str(error)[:200]) from None
    if record.format != RECORD_FORMAT:
        raise refuse_position("record-format", "format", value=record.format[:60], known=RECORD_FORMAT)
    if record.ending is not None and record.ending.kind not in (RESIGNED, AGREED, ABANDONED):
        raise refuse_position("value-unknown", "ending.kind", value=record.ending.kind[:60])
    for number, entry in enumerate(record.log):
        if entry.seating is not None and entry.seating.kind not in SEATINGS:
            raise refuse_position("value-unknown", f"log[{number}].seating.kind", value=entry.seating.kind[:60])
    return record


def seed_of(record: Record) -> bytes:
    if record.seed is None:
        raise refuse_position("record-sealed", "seed")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise refuse_position("record-seed", "seed") from None
    if len(seed) != SEED_BYTES:
        raise refuse_position("record-seed", "seed")
    return seed
