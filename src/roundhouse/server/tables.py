"""A table: who sits there, what was agreed, and the match that runs at it."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any, Final, Literal

import msgspec

from roundhouse.engine.game import Game
from roundhouse.engine.record import Ending
from roundhouse.engine.registry import game_named
from roundhouse.engine.state import SPECTATOR
from roundhouse.server.refusals import refuse
from roundhouse.server.running import Running

WAITING: Final = "waiting"
RUNNING: Final = "running"
FINISHED: Final = "finished"
FROZEN: Final = "frozen"

Status = Literal["waiting", "running", "finished", "frozen"]
Kind = Literal["open", "person", "bot"]

COLOURS: Final = ("rose", "cobalt", "fir", "ochre", "plum", "graphite")
LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz"


def new_id(length: int = 12) -> str:
    """An identifier nobody guesses: it is also the key to a table that is not public."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


class Seat(msgspec.Struct, omit_defaults=True):
    kind: Kind = "open"
    colour: str = ""
    guest: str = ""
    name: str = ""
    bot: str = ""
    bot_seed: int = 0
    stand_in: str = ""
    """The bot that plays on for the person who sits here."""
    was: str = ""
    """Who sat here before a bot or nobody did."""
    ready: bool = False
    contribution: str = ""

    def player_bot(self) -> str:
        """The bot that decides here now, if one does."""
        return self.bot if self.kind == "bot" else self.stand_in


class TableSettings(msgspec.Struct):
    pace: float = 0.7
    """Seconds between what bots do, so that people can follow."""
    undo_wait: float = 2.0
    """Seconds that bots wait while the person before them may still take back freely."""
    forced: bool = True
    """A step with one legal action plays itself."""
    spectators: bool = True


class Facts(msgspec.Struct):
    """What of a table is stored as one piece; whatever must be found or changed alone has a column of its own."""

    name: str
    host: str
    options: dict[str, Any]
    first_seat: int | str
    settings: TableSettings
    commitment: str
    seats: list[Seat]
    contributions: list[str] = []
    muted: list[str] = []
    rematch: str = ""
    rematch_of: str = ""
    frozen: str = ""
    ending: Ending | None = None
    result: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    """The position it started from, where that was arranged."""
    opened_from: dict[str, Any] | None = None
    away: dict[str, float] = {}


class Request(msgspec.Struct):
    """Something people are asked to agree to."""

    id: int
    kind: Literal["undo", "end", "abandon", "stand-in"]
    by: str
    seat: int | None
    to: int | None
    bot: str | None
    asked: list[str]
    agreed: list[str]
    until: float


class Table:
    """A table in memory. Everything that changes it holds `lock`."""

    def __init__(self, identity: str, game: str, public: bool, facts: Facts, seed: bytes) -> None:
        self.id = identity
        self.game_name = game
        self.public = public
        self.facts = facts
        self.seed = seed
        self.status: Status = WAITING
        self.stored: tuple[Status, bool, bytes] = (WAITING, public, b"")
        """Status, whether public, and facts, as the database holds them."""
        self.created = self.changed = time.time()
        self.rules_version = ""
        self.content = ""
        self.seq = 0
        self.running: Running | None = None
        self.lock = asyncio.Lock()
        self.version = 0
        self.requests: list[Request] = []
        self.request_number = 0
        self.curtains: dict[str, int] = {}
        """Which seat a hotseat person's device is shown; no entry while the curtain is down."""
        self.chat_last = 0
        self.moved_at = 0.0
        self.final = False
        """The person who acted last needs no undo: bots go on at once."""
        self.hesitation = (-1, 1.0)
        """For which seq, and by how much, a person's step without a choice is held back."""
        self.used_at = time.monotonic()
        self.nudged = asyncio.Event()
        self.driver: asyncio.Task[None] | None = None
        self.cache: dict[Any, Any] = {}
        """Encoded positions of the present seq, by who may read them."""
        self.faulty: dict[str, Any] | None = None
        """The rules broke over the last action of a bot: it waits here instead of trying for ever."""

    @property
    def game(self) -> Game:
        return game_named(self.game_name)

    @property
    def seats(self) -> list[Seat]:
        return self.facts.seats

    def seats_of(self, guest: str | None) -> list[int]:
        if not guest:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person" and seat.guest == guest]

    def people(self) -> list[str]:
        """The persons at the table, each once, in the order of their first seats."""
        return list(dict.fromkeys(seat.guest for seat in self.seats if seat.kind == "person"))

    def lens(self, guest: str | None) -> int:
        """Whose view this person is shown: the own seat, the one whose curtain is up, or a spectator's."""
        mine = self.seats_of(guest)
        if len(mine) == 1:
            return mine[0]
        if mine and guest in self.curtains and self.curtains[guest] in mine:
            return self.curtains[guest]
        return SPECTATOR

    def set_curtain(self, guest: str, seat: int | None) -> None:
        if seat is None:
            self.curtains.pop(guest, None)
        else:
            self.curtains[guest] = seat

    def lower_curtains(self) -> None:
        """Where another seat of the same device has to decide, it must not see what the last one saw."""
        if self.running is None:
            return
        deciders = self.running.state.deciders()
        for guest in list(self.curtains):
            mine = self.seats_of(guest)
            shown = self.curtains[guest]
            if shown not in mine or (shown not in deciders and any(seat in deciders for seat in mine)):
                self.set_curtain(guest, None)

    def deciders(self) -> list[int]:
        if self.running is None or self.running.ending is not None:
            return []
        return self.running.state.deciders()

    def need_waiting(self) -> None:
        if self.status != WAITING:
            raise refuse(409, "table-running" if self.status == RUNNING else "table-over")

    def need_running(self) -> Running:
        if self.status == WAITING:
            raise refuse(409, "table-waiting")
        if self.status == FROZEN:
            raise refuse(409, "table-frozen", why=self.facts.frozen)
        if self.status == FINISHED or self.running is None:
            raise refuse(409, "match-over")
        return self.running

    def need_host(self, guest: str) -> None:
        if self.facts.host != guest:
            raise refuse(403, "not-host")

    def need_seat(self, guest: str, seat: int) -> Seat:
        """The guest's own seat, or a refusal."""
        if not 0 <= seat < len(self.seats):
            raise refuse(404, "seat-unknown", seat=seat)
        found = self.seats[seat]
        if found.kind != "person" or found.guest != guest:
            raise refuse(403, "not-your-seat", seat=seat)
        return found

    def request_of(self, kind: str) -> Request | None:
        return next((each for each in self.requests if each.kind == kind), None)

    def leave_memory(self) -> None:
        """Leave the match to the database; whoever needs it next loads it."""
        self.running = None
        self.cache.clear()

    def touch(self) -> None:
        """Something everybody may see has changed."""
        self.version += 1
        self.changed = time.time()
