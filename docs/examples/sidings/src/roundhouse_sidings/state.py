"""One position of Sidings. An action's integer is the number of wagons it couples. Rule numbers: `rules.en.md`."""

from __future__ import annotations

from typing import Any

from roundhouse.engine.chance import Chance
from roundhouse.engine.game import judged
from roundhouse.engine.outcome import PLAYED_OUT, Outcome, ScoreLine, ranks_by
from roundhouse.engine.prompt import Choice, Prompt
from roundhouse.engine.refusal import Refusal
from roundhouse.engine.state import State, copy_common

MOST = 3
SIDING_CLEAR = "siding-clear"


class SidingsState(State):
    def __init__(self, seats: int, chance: Chance, wagons: int, turn: int) -> None:
        super().__init__(seats, chance)
        self.wagons = wagons
        self.turn = turn

    def deciders(self) -> list[int]:
        return [self.turn] if self.wagons else []

    def legal_actions(self, seat: int) -> list[int]:
        return list(range(1, min(MOST, self.wagons) + 1)) if seat in self.deciders() else []

    def refusal(self, seat: int, action: int) -> Refusal | None:
        general = judged(self, seat, action)
        if general is not None:
            return general
        if not 1 <= action <= MOST:
            return Refusal("wagons-wrong", {"most": MOST}, "2.1")
        if action > self.wagons:
            return Refusal("wagons-few", {"wagons": self.wagons}, "2.1")
        return None

    def apply(self, seat: int, action: int) -> None:
        self.wagons -= action
        if self.journal is not None:
            self.journal.tell("coupled", {"seat": seat, "wagons": action})
        if self.wagons:
            self.turn = (seat + 1) % self.seats

    def clone(self) -> SidingsState:
        copy = SidingsState(self.seats, self.chance, self.wagons, self.turn)
        copy_common(self, copy)
        return copy

    def prompt(self, seat: int) -> Prompt | None:
        actions = self.legal_actions(seat)
        choices = [Choice("wagons", str(action), action=action) for action in actions]
        return (
            Prompt("couple", {"wagons": self.wagons}, [Choice("verb", "couple", choices=choices)]) if actions else None
        )

    def view(self, seat: int) -> dict[str, Any]:
        return {"game": "sidings", "seats": self.seats, "seat": seat, "wagons": self.wagons, "turn": self.turn}

    def dump(self) -> dict[str, Any]:
        return {"game": "sidings", "seats": self.seats, "wagons": self.wagons, "turn": self.turn, "drawn": self.drawn}

    def standings(self) -> list[int]:
        return [int(not self.wagons and seat == self.turn) for seat in range(self.seats)]

    def outcome(self) -> Outcome | None:
        if self.wagons:
            return None
        scores = self.standings()
        lines = [[ScoreLine("last-wagon", score)] for score in scores]
        return Outcome(PLAYED_OUT, SIDING_CLEAR, ranks_by(scores), scores, lines)

    def surprises(self, seat: int) -> int:
        return 0
