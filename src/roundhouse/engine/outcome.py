"""Results: scores, ranks, and how each point came. Every way a match can end is data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

PLAYED_OUT: Final = "played-out"
RESIGNED: Final = "resigned"
AGREED: Final = "agreed"
ABANDONED: Final = "abandoned"
ENDINGS: Final = (PLAYED_OUT, RESIGNED, AGREED, ABANDONED)


class ScoreLine(msgspec.Struct, frozen=True):
    """Where points came from: a code of the game's catalogue, its parameters, and the points."""

    code: str
    points: int
    params: dict[str, Any] = {}


class Outcome(msgspec.Struct, frozen=True):
    """A result. `ranks` start at 1 and may be shared; they are empty where there is none (an abandoned match).

    A co-operative game says `won` and by how much (`margin`); all its seats share one rank. Seats of one team in
    `teams` (a team's number for each seat) share score and rank.
    """

    ending: str
    reason: str
    ranks: list[int]
    scores: list[int]
    lines: list[list[ScoreLine]] = []
    teams: list[int] | None = None
    won: bool | None = None
    margin: int | None = None
    detail: dict[str, Any] = {}

    def winners(self) -> list[int]:
        """The seats that won: those ranked first, or all or none where the result is common."""
        if self.won is False:
            return []
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    def shares(self) -> list[float]:
        """How much of a win each seat has: shared by k sides it counts 1/k; a team's or common win counts for all."""
        winners = self.winners()
        if self.won is not None or not winners:
            share = 1.0
        elif self.teams is not None:
            share = 1.0 / len({self.teams[seat] for seat in winners})
        else:
            share = 1.0 / len(winners)
        return [share if seat in winners else 0.0 for seat in range(len(self.ranks))]


def ranks_by(keys: Sequence[Any]) -> list[int]:
    """Ranks from 1, the greatest key first; equal keys share a rank, and the ranks after it are left out."""
    return [1 + sum(other > key for other in keys) for key in keys]


def ended_early(ending: str, scores: list[int], quitters: Sequence[int], teams: list[int] | None = None) -> Outcome:
    """The result of a match that was not played out.

    Resigned: who stayed is ranked by the standing, before all who left. Agreed: everybody is ranked by the standing.
    Abandoned: no ranks at all.
    """
    if ending == ABANDONED:
        return Outcome(ABANDONED, ABANDONED, [], scores, teams=teams)
    if teams is not None and quitters:
        quitters = [seat for seat, team in enumerate(teams) if team in {teams[quitter] for quitter in quitters}]
    ranks = ranks_by([(seat not in quitters, 0 if seat in quitters else score) for seat, score in enumerate(scores)])
    return Outcome(ending, ending, ranks, scores, teams=teams)
