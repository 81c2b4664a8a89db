"""One position of a game: the half of the contract that search and simulation run.

Integers stand for actions here. They mean something only together with the state that offered them and are never
stored or sent; `Game.decode` and `Game.encode` turn them into named values and back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from roundhouse.engine.chance import Chance

if TYPE_CHECKING:
    from roundhouse.engine.outcome import Outcome
    from roundhouse.engine.prompt import Prompt
    from roundhouse.engine.refusal import Refusal

SPECTATOR: Final = -1
NOBODY: Final = -1


class Entry:
    """What happened, and who may know it: parameters for all, and more for some seats."""

    def __init__(
        self,
        kind: str,
        params: dict[str, Any],
        secret: dict[int, dict[str, Any]] | None,
        audience: list[int] | None,
    ) -> None:
        self.kind = kind
        self.params = params
        self.secret = secret
        self.audience = audience

    def told_to(self, seat: int) -> dict[str, Any] | None:
        """The entry as this seat (or a spectator) reads it; None where it isn't told at all."""
        if self.audience is not None and seat not in self.audience:
            return None
        told: dict[str, Any] = {"kind": self.kind}
        told.update(self.params)
        if self.secret is not None and seat in self.secret:
            told.update(self.secret[seat])
        return told


class Journal:
    """Attached to a state, it is told everything that happens from then on. A clone has none."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def tell(
        self,
        kind: str,
        params: dict[str, Any],
        secret: dict[int, dict[str, Any]] | None = None,
        audience: list[int] | None = None,
    ) -> None:
        self.entries.append(Entry(kind, params, secret, audience))

    def told_to(self, seat: int, since: int = 0) -> list[dict[str, Any]]:
        """All entries from number `since` on, as this seat may read them."""
        lines: list[dict[str, Any]] = []
        for entry in self.entries[since:]:
            told = entry.told_to(seat)
            if told is not None:
                lines.append(told)
        return lines


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. Games extend it; what is not overridden here must be.

    Settling: where working out a result costs far more than a move (scoring a round), `apply` may leave the state
    `unsettled` and do the work in `settle`. `apply` calls that itself unless `defer_settling` is set, which a
    simulation does to time it apart. Nobody may act in an unsettled state.
    """

    def __init__(self, seats: int, chance: Chance) -> None:
        self.seats: int = seats
        self.chance: Chance = chance
        self.drawn: int = 0
        self.journal: Journal | None = None
        self.unsettled: bool = False
        self.defer_settling: bool = False

    def draw(self, sides: int) -> int:
        """The next number from outside, evenly among 0 … sides - 1."""
        number = self.chance.number(self.drawn, sides)
        self.drawn += 1
        return number

    def next_decider(self) -> int:
        """The first seat that may act now, or NOBODY. The same as `deciders()[0]`, without making a list."""
        seats = self.deciders()
        return seats[0] if seats else NOBODY

    def deciders(self) -> list[int]:
        """The seats that may act now: several where a choice is simultaneous; none when it is over."""
        raise NotImplementedError

    def legal_actions(self, seat: int) -> list[int]:
        """Every legal action, in an order that depends on the position alone; empty if the seat may not act."""
        raise NotImplementedError

    def refusal(self, seat: int, action: int) -> Refusal | None:
        """None if the seat may play the action now, else why not. Any integers are fine as arguments."""
        raise NotImplementedError

    def apply(self, seat: int, action: int) -> None:
        """Play a legal action in place. What happens with an illegal one is undefined: ask `refusal` first."""
        raise NotImplementedError

    def settle(self) -> None:
        """Work out the result that `apply` left open."""

    def clone(self) -> State:
        """An independent copy, without journal. Playing on in one never shows in the other."""
        raise NotImplementedError

    def prompt(self, seat: int) -> Prompt | None:
        """What the seat is asked now, and its legal actions as a small tree; None if it may not act."""
        raise NotImplementedError

    def view(self, seat: int) -> dict[str, Any]:
        """All that this seat (or SPECTATOR) may know and was ever shown, and nothing else, as plain JSON."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """None while it runs, else the result and where every point came from."""
        raise NotImplementedError

    def result(self) -> Outcome | None:
        """The outcome without `lines`: all that a simulation asks. For games where saying how each point came costs."""
        return self.outcome()

    def standings(self) -> list[int]:
        """The score of each seat as all can see it now; how seats are ranked when a match ends early."""
        raise NotImplementedError

    def teams(self) -> list[int] | None:
        """The team of each seat, where the game is played in teams."""
        return None

    def common_result(self) -> bool:
        """Do all seats win or lose together? For games that may be played either way; see `Game.cooperative`."""
        return False

    def reshuffle_unseen(self) -> None:
        """Put anew into random order whatever lies in a fixed order that nobody has seen (a shuffled deck).

        Called after an undo past a draw, when `chance` is already another. Nothing to do where every draw asks
        `chance` only when it is made.
        """

    def dump(self) -> dict[str, Any]:
        """The whole position, secrets included, as plain JSON with names; `Game.load` reads it."""
        raise NotImplementedError

    def surprises(self, seat: int) -> int:
        """How often this seat was shown, by its own actions, something it could not have foretold.

        Undo is free between two positions where this number is the same: nothing drawn, nothing revealed, and no
        public result that would have differed under another deal the seat can't exclude.
        """
        raise NotImplementedError


def copy_common(source: State, target: State) -> None:
    """What every clone takes over. The journal stays behind; deferring is the runner's business, so it comes along."""
    target.seats = source.seats
    target.chance = source.chance
    target.drawn = source.drawn
    target.journal = None
    target.unsettled = source.unsettled
    target.defer_settling = source.defer_settling
