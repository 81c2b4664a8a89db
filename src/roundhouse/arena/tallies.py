"""What a simulation counts. Sums of whole numbers only: they stay small for any number of games, and adding them up
gives the same in any order, so that figures don't depend on the number of cores."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log2

from roundhouse.engine.outcome import Outcome

STEPS_PER_DOUBLING = 8
"""How finely thinking times are sorted: classes some 9 % apart."""


@dataclass
class BotTally:
    """How one bot did, over all seats it sat in."""

    games: int = 0
    """Games it took part in."""
    seats: int = 0
    """Seats it sat in: two in one game count twice. Wins and points are counted by these."""
    shared: dict[int, int] = field(default_factory=dict)
    """How often it had a part in a win, by the number of sides that shared it."""
    score: int = 0
    score_squares: int = 0
    thinking: dict[int, int] = field(default_factory=dict)
    """How many of its decisions fell in which class of time."""

    @property
    def wins(self) -> float:
        return sum(count / sides for sides, count in sorted(self.shared.items()))

    def add(self, other: BotTally) -> None:
        self.games += other.games
        self.seats += other.seats
        self.score += other.score
        self.score_squares += other.score_squares
        merge(self.shared, other.shared)
        merge(self.thinking, other.thinking)

    def thought(self, seconds: float) -> None:
        place = round(log2(max(seconds, 1e-9)) * STEPS_PER_DOUBLING)
        self.thinking[place] = self.thinking.get(place, 0) + 1

    def thinking_ms(self, share: float) -> float:
        """The time within which that share of all decisions was made."""
        wanted = share * sum(self.thinking.values())
        passed = 0
        for place, count in sorted(self.thinking.items()):
            passed += count
            if passed >= wanted:
                return float(2.0 ** (place / STEPS_PER_DOUBLING)) * 1000
        return 0.0


@dataclass
class Totals:
    """Everything counted over some games."""

    games: int = 0
    decisions: int = 0
    decision_squares: int = 0
    steps: int = 0
    referee_checks: int = 0
    scoring_seconds: float = 0.0
    began: float = 0.0
    ended: float = 0.0
    """From when till when, by the clock that all processes of a machine share."""
    end_reasons: dict[str, int] = field(default_factory=dict)
    bots: dict[str, BotTally] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    """What the referee found: the first few, in words of its own."""
    flawed: int = 0
    """Games with a finding, and games that could not go on."""

    def add(self, other: Totals) -> None:
        self.began = other.began if not self.games else min(self.began, other.began)
        self.ended = max(self.ended, other.ended)
        self.games += other.games
        self.decisions += other.decisions
        self.decision_squares += other.decision_squares
        self.steps += other.steps
        self.referee_checks += other.referee_checks
        self.scoring_seconds += other.scoring_seconds
        self.flawed += other.flawed
        self.findings = (self.findings + other.findings)[:20]
        merge(self.end_reasons, other.end_reasons)
        for name, tally in other.bots.items():
            self.bots.setdefault(name, BotTally()).add(tally)

    def count(self, names: list[str], outcome: Outcome) -> None:
        """A finished game, with the name of the bot at each seat."""
        self.end_reasons[outcome.reason] = self.end_reasons.get(outcome.reason, 0) + 1
        shares = outcome.shares()
        for name in dict.fromkeys(names):
            self.bots.setdefault(name, BotTally()).games += 1
        for seat, name in enumerate(names):
            tally = self.bots.setdefault(name, BotTally())
            tally.seats += 1
            score = outcome.scores[seat]
            tally.score += score
            tally.score_squares += score * score
            if shares and shares[seat] > 0:
                sides = round(1 / shares[seat])
                tally.shared[sides] = tally.shared.get(sides, 0) + 1


def merge(into: dict[str, int] | dict[int, int], other: dict[str, int] | dict[int, int]) -> None:
    """Add up two counts."""
    for name, count in other.items():
        into[name] = into.get(name, 0) + count  # type: ignore[index, arg-type]
