"""A match as it is played: a state, its log, its journal, undo, and every way to end.

Server, command line and arena all play through this. It speaks named actions and seats; who sits there, clocks and
storage are not its business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.chance import Chance, KeyedChance, commitment, table_key
from roundhouse.engine.game import Configuration, Game, Value, judged
from roundhouse.engine.outcome import ABANDONED, AGREED, RESIGNED, Outcome, ended_early
from roundhouse.engine.record import (
    RECORD_FORMAT,
    SEATINGS,
    Ending,
    LogEntry,
    Player,
    Record,
    Seating,
    Undo,
    result_of,
)
from roundhouse.engine.refusal import Refusal, RefusalError, refuse_action, refuse_option
from roundhouse.engine.state import Entry, Journal, State


class Match:
    """One match of a game. `log` is the truth; `state` stands beside it."""

    def __init__(
        self,
        game: Game,
        configuration: Configuration,
        seed: bytes,
        contributions: list[str] | None = None,
        players: list[Player] | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.configuration = configuration
        self.seed = seed
        self.contributions = contributions if contributions is not None else []
        self.players = players if players is not None else []
        self.position = position
        self.log: list[LogEntry] = []
        self.ending: Ending | None = None
        self.journal = Journal()
        self.journal_marks: list[int] = []
        """How long the journal was after each entry of the log."""
        chance: Chance = KeyedChance(table_key(seed, self.contributions))
        if position is None:
            self.state = game.start(configuration, chance)
        else:
            self.state = game.load(position, chance)
            if self.state.seats != configuration.seats:
                raise refuse_option("option-seats-differ", seats=configuration.seats, position=self.state.seats)
        self.opening = self.state.clone()
        self.before: list[State] = []
        """The state before each entry of the log: what an undo goes back to."""
        self.state.journal = self.journal

    # --- playing ---------------------------------------------------------------------------------------------------

    def refusal(self, seat: int, value: object) -> Refusal | None:
        """Why the named action can't be played now; None if it can."""
        try:
            self.checked(seat, value)
        except RefusalError as error:
            return error.refusal
        return None

    def checked(self, seat: int, value: object) -> int:
        """The integer of a named action that may be played now; `ActionError` otherwise."""
        if self.ending is not None:
            raise refuse_action("match-over")
        general = judged(self.state, seat, 0)
        if general is not None:
            raise refuse_action(general.code, general.rule, **general.params)
        action = self.game.encode(self.state, seat, value)
        refusal = self.state.refusal(seat, action)
        if refusal is not None:
            raise refuse_action(refusal.code, refusal.rule, **refusal.params)
        return action

    def play(self, seat: int, value: object) -> list[Entry]:
        """Play a named action; gives what happened. Refused actions raise and change nothing."""
        return self.play_integer(seat, self.checked(seat, value))

    def play_integer(self, seat: int, action: int) -> list[Entry]:
        """Play an action known to be legal."""
        named = self.game.decode(self.state, seat, action)
        self.before.append(self.state.clone())
        told = len(self.journal.entries)
        self.state.apply(seat, action)
        self.note(LogEntry(seat=seat, action=named))
        return self.journal.entries[told:]

    def note(self, entry: LogEntry) -> None:
        self.log.append(entry)
        self.journal_marks.append(len(self.journal.entries))

    # --- undo ------------------------------------------------------------------------------------------------------

    def free_undo(self, seat: int) -> int | None:
        """How far this seat may go back without asking: the number of log entries kept, or None.

        Free while it alone has acted since, and was shown nothing it could not have foretold. One call goes back
        one action; it can be asked again.
        """
        if not self.log or self.ending is not None or self.log[-1].seat != seat or self.log[-1].action is None:
            return None
        last = len(self.log) - 1
        if self.before[last].surprises(seat) != self.state.surprises(seat):
            return None
        return last

    def undo(self, by: int, to: int) -> None:
        """Go back to where `to` entries of the log were played. Whether it may is for the caller to judge.

        The log keeps what was undone. Where the way back passes a draw, what nobody has seen is drawn anew from the
        seed and this entry's number, so that nobody profits from what was seen.
        """
        if not 0 <= to < len(self.log):
            raise refuse_action("undo-nowhere", to=to)
        number = len(self.log)
        target = self.before[to].clone()
        if target.drawn != self.state.drawn:
            target.chance = target.chance.fork(f"undo:{number}")
            target.reshuffle_unseen()
        self.before.append(self.state.clone())
        self.journal.tell("undone", {"seat": by, "to": to})
        self.state = target
        self.state.journal = self.journal
        self.ending = None
        self.note(LogEntry(seat=by, undo=Undo(to=to)))

    # --- who plays -------------------------------------------------------------------------------------------------

    def seat_changed(self, seat: int, seating: Seating) -> None:
        """Somebody else decides for the seat from here on. The position stays as it is."""
        if self.over():
            raise refuse_action("match-over")
        if not 0 <= seat < self.state.seats:
            raise refuse_action("seat-unknown", seat=seat)
        self.before.append(self.state.clone())
        self.journal.tell(*seating_told(seat, seating))
        self.note(LogEntry(seat=seat, seating=seating))

    # --- ending ----------------------------------------------------------------------------------------------------

    def resign(self, seats: list[int]) -> None:
        self.end(Ending(RESIGNED, sorted(set(seats))))

    def agree(self) -> None:
        self.end(Ending(AGREED, []))

    def abandon(self) -> None:
        self.end(Ending(ABANDONED, []))

    def end(self, ending: Ending) -> None:
        if self.over():
            raise refuse_action("match-over")
        self.ending = ending
        self.journal.tell("match-ended", {"ending": ending.kind, "seats": ending.seats})

    def over(self) -> bool:
        return self.ending is not None or not self.state.deciders()

    def outcome(self) -> Outcome | None:
        if self.ending is not None:
            return early_outcome(self.game, self.state, self.ending)
        return self.state.outcome()

    # --- the record ------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The whole match as data. It holds the seed: for a running match that is a secret."""
        outcome = self.outcome()
        return Record(
            format=RECORD_FORMAT,
            game=self.game.name,
            rules_version=self.game.rules_version,
            content=self.game.content_hash,
            seats=self.configuration.seats,
            options=dict(self.configuration.options),
            first_seat=self.configuration.first,
            players=self.players,
            commitment=commitment(self.seed),
            seed=self.seed.hex(),
            contributions=self.contributions,
            position=None if self.position is None else dict(self.position),
            log=list(self.log),
            ending=self.ending,
            result=None if outcome is None else result_of(outcome),
        )


def seating_told(seat: int, seating: Seating) -> tuple[str, dict[str, Any]]:
    """What the journal says of it: kind and parameters. The seat's name may be another's by now, so it tells whose."""
    params: dict[str, Any] = {"seat": seat, "person": seating.person}
    if seating.kind == "left":
        params["to"] = "bot" if seating.bot else "open"
    return SEATINGS[seating.kind], params


def early_outcome(game: Game, state: State, ending: Ending) -> Outcome:
    """The result of a match that ended before its time."""
    outcome = ended_early(ending.kind, state.standings(), ending.seats, state.teams())
    if (game.cooperative or state.common_result()) and ending.kind != ABANDONED:
        return Outcome(ending.kind, ending.kind, [1] * state.seats, outcome.scores, won=False)
    return outcome


def named_actions(game: Game, state: State, seat: int) -> list[Value]:
    """All legal actions in their named form."""
    return [game.decode(state, seat, action) for action in state.legal_actions(seat)]
