"""A match in memory, in a size that does not grow: the state, and the last steps. The whole log is in the database.

A step is worked out on a clone first (`Prepared`), stored by the caller, and only then made the present (`accept`).

What is kept of every step can't be part of a circle, so the search for circular garbage needn't look at it
(`gc=False`): with hundreds of matches that search is what a busy server would wait for most.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final, cast

import msgspec

from roundhouse.engine.chance import KeyedChance
from roundhouse.engine.game import Configuration, Game, Value
from roundhouse.engine.match import Match, seating_told
from roundhouse.engine.record import Ending, LogEntry, Player, Seating, Undo
from roundhouse.engine.refusal import refuse_action
from roundhouse.engine.state import Entry, Journal, State

STEPS_KEPT: Final = 64
"""How far back the game can go without asking the database; more than a round of turns in any game."""
LINES_KEPT: Final = 64
"""Log entries whose journal lines are at hand."""
SNAPSHOT_EVERY: Final = 32


class Told(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A line of the journal as it is stored beside its entry."""

    kind: str
    params: dict[str, Any]
    secret: dict[int, dict[str, Any]] | None = None
    audience: list[int] | None = None

    def told_to(self, seat: int) -> dict[str, Any] | None:
        if self.audience is not None and seat not in self.audience:
            return None
        told: dict[str, Any] = {"kind": self.kind, **self.params}
        if self.secret is not None and seat in self.secret:
            told.update(self.secret[seat])
        return told


class StoredEntry(msgspec.Struct, omit_defaults=True, frozen=True, gc=False):
    """What a row of the log holds: an action, an undo, who plays a seat from here on, or the early end of the match."""

    action: dict[str, Any] | None = None
    undo: int | None = None
    seating: Seating | None = None
    ending: Ending | None = None

    def logged(self, seat: int) -> LogEntry | None:
        """The entry of the record; an ending stands apart there."""
        if self.ending is not None:
            return None
        return LogEntry(seat, self.action, None if self.undo is None else Undo(self.undo), self.seating)


class Step(msgspec.Struct, gc=False):
    """One entry of the log as the running match remembers it."""

    seq: int
    """The length of the log with it: entry number `seq` - 1 from 0."""
    seat: int
    asked: int
    """The seq the seat named when it asked: a repeated request is known by it."""
    forced: bool
    entry: StoredEntry
    lines: list[Told]
    at: float = 0.0
    """When it was stored, and told: seconds since 1970."""


class Prepared(msgspec.Struct):
    """A step worked out but not yet the present."""

    step: Step
    state: State
    ending: Ending | None = None


class Past(msgspec.Struct, gc=False):
    """A place on the line of play that undo can go back to: entry `index` was played from `state`."""

    index: int
    seat: int
    forced: bool
    state: State


def lines_of(entries: list[Entry]) -> list[Told]:
    return [Told(entry.kind, entry.params, entry.secret, entry.audience) for entry in entries]


class Running(Match):
    """A match that a server runs. Only judging and ending are the engine's `Match`; log and undo are kept here."""

    def __init__(
        self,
        game: Game,
        configuration: Configuration,
        seed: bytes,
        contributions: list[str],
        players: list[Player],
        position: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(game, configuration, seed, contributions, players, position)
        self.state.journal = None
        self.seq = 0
        self.line: deque[Past] = deque(maxlen=STEPS_KEPT)
        """The steps that led here, undone ones left out, newest last."""
        self.steps: deque[Step] = deque(maxlen=LINES_KEPT)
        """The newest entries of the log, undone or not."""

    # --- working out a step ----------------------------------------------------------------------------------------

    def prepare(self, seat: int, value: object, asked: int, forced: bool = False) -> Prepared:
        """Judge a named action and play it on a clone. Refused actions raise `ActionError`."""
        return self.prepare_integer(seat, self.checked(seat, value), asked, forced)

    def prepare_integer(self, seat: int, action: int, asked: int, forced: bool = False) -> Prepared:
        named: Value = self.game.decode(self.state, seat, action)
        state = self.state.clone()
        journal = Journal()
        state.journal = journal
        state.apply(seat, action)
        state.journal = None
        step = Step(self.seq + 1, seat, asked, forced, StoredEntry(action=named), lines_of(journal.entries))
        return Prepared(step, state)

    def prepare_undo(self, seat: int, to: int, free: bool) -> Prepared:
        """Go back to where `to` entries were played; a state that is at hand (see `past`)."""
        before = self.past(to)
        if before is None:
            raise refuse_action("undo-nowhere", to=to)
        target = before.clone()
        if target.drawn != self.state.drawn:
            target.chance = target.chance.fork(f"undo:{self.seq}")
            target.reshuffle_unseen()
        params: dict[str, Any] = {"seat": seat, "to": to}
        if not free:
            params["free"] = False
        step = Step(self.seq + 1, seat, self.seq, False, StoredEntry(undo=to), [Told("undone", params)])
        return Prepared(step, target)

    def prepare_ending(self, seat: int, ending: Ending) -> Prepared:
        if self.over():
            raise refuse_action("match-over")
        told = Told("match-ended", {"ending": ending.kind, "seats": ending.seats})
        return Prepared(
            Step(self.seq + 1, seat, self.seq, False, StoredEntry(ending=ending), [told]), self.state, ending
        )

    def prepare_seating(self, seat: int, seating: Seating) -> Prepared:
        """Somebody else plays the seat; the position stays."""
        if self.over():
            raise refuse_action("match-over")
        told = Told(*seating_told(seat, seating))
        return Prepared(Step(self.seq + 1, seat, self.seq, False, StoredEntry(seating=seating), [told]), self.state)

    def accept(self, prepared: Prepared) -> None:
        """The prepared step is stored: it is the present now."""
        step = prepared.step
        if step.entry.undo is not None:
            while self.line and self.line[-1].index >= step.entry.undo:
                self.line.pop()
        elif step.entry.action is not None:
            self.line.append(Past(self.seq, step.seat, step.forced, self.state))
        if prepared.ending is not None:
            self.ending = prepared.ending
        self.state = prepared.state
        self.seq = step.seq
        self.steps.append(step)

    # --- looking back ----------------------------------------------------------------------------------------------

    def past(self, to: int) -> State | None:
        for past in reversed(self.line):
            if past.index == to:
                return past.state
        return None

    def free_undo(self, seat: int) -> int | None:
        """Where this seat may go back to without asking; steps that played themselves go with the one before them."""
        if self.ending is not None:
            return None
        for past in reversed(self.line):
            if past.seat != seat:
                return None
            if past.state.surprises(seat) != self.state.surprises(seat):
                return None
            if not past.forced:
                return past.index
        return None

    def free_to(self, seat: int, to: int) -> bool:
        """Is everything back to `to` this seat's own and without surprise?"""
        if self.ending is not None:
            return False
        for past in reversed(self.line):
            if past.seat != seat or past.state.surprises(seat) != self.state.surprises(seat):
                return False
            if past.index == to:
                return True
        return False

    def last_decision(self, seat: int) -> int | None:
        """Where the seat's last own decision was made."""
        if self.ending is not None:
            return None
        for past in reversed(self.line):
            if past.seat == seat and not past.forced:
                return past.index
        return None

    def others_since(self, seat: int, to: int) -> int:
        """How many moves of other seats going back to `to` would take with it."""
        return sum(past.index >= to and past.seat != seat for past in self.line)

    def owed_since(self, seat: int, seq: int) -> bool:
        """Has the seat owed a choice without a break from `seq` until now, while only others acted?"""
        if seat not in self.state.deciders():
            return False
        since = [step for step in self.steps if step.seq > seq]
        if len(since) != self.seq - seq:
            return False
        # Who came or went changes nothing of what is asked.
        moves = [step for step in since if step.entry.seating is None]
        if any(step.entry.action is None or step.seat == seat for step in moves):
            return False
        places = [past for past in self.line if past.index >= seq]
        return len(places) == len(moves) and all(seat in past.state.deciders() for past in places)

    def chance_key(self) -> bytes:
        return cast(KeyedChance, self.state.chance).key
