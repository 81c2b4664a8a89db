"""Sidings as the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from roundhouse.engine.chance import Chance, Stream
from roundhouse.engine.game import Chooser, Configuration, Game, Line, Option, Value
from roundhouse.engine.refusal import refuse_action
from roundhouse.engine.state import State
from roundhouse.engine.untrusted import Reader, check_limits
from roundhouse_sidings.state import MOST, SIDING_CLEAR, SidingsState

MOST_WAGONS = 60


class Sidings(Game):
    name = "sidings"
    package = "roundhouse_sidings"
    rules_version = "1"
    least_seats = 2
    most_seats = 4
    options = (Option("wagons", "number", 21, least=5, most=MOST_WAGONS),)
    end_reasons = (SIDING_CLEAR,)
    refusal_codes = ("wagons-few", "wagons-wrong")
    most_steps = MOST_WAGONS

    def start(self, configuration: Configuration, chance: Chance) -> State:
        state = SidingsState(configuration.seats, chance, configuration.options["wagons"], configuration.first or 0)
        if configuration.first is None:
            state.turn = state.draw(configuration.seats)
        return state

    def load(self, data: object, chance: Chance) -> State:
        check_limits(data)
        reader = Reader(data)
        reader.text("game", ("sidings",), "sidings")
        seats = reader.number("seats", self.least_seats, self.most_seats)
        wagons = reader.number("wagons", 0, MOST_WAGONS, 21)
        state = SidingsState(seats, chance, wagons, reader.number("turn", 0, seats - 1, 0))
        state.drawn = reader.number("drawn", 0, 2**40, 0)
        reader.finish()
        return state

    def determinize(self, view: Mapping[str, Any], chance: Chance) -> State:
        return SidingsState(view["seats"], chance, view["wagons"], view["turn"])

    def broken_laws(self, state: State) -> list[str]:
        wagons = cast(SidingsState, state).wagons
        return [] if 0 <= wagons <= MOST_WAGONS else [f"{wagons} wagons"]

    def encode(self, state: State, seat: int, value: object) -> int:
        if not isinstance(value, dict) or value.get("type") != "couple":
            raise refuse_action("action-type-unknown", type=str(value)[:60])
        wagons = value.get("wagons")
        if type(wagons) is not int or not 0 <= wagons <= MOST_WAGONS:
            raise refuse_action("wagons-wrong", "2.1", most=MOST)
        return wagons

    def decode(self, state: State, seat: int, action: int) -> Value:
        return {"type": "couple", "wagons": action}

    def outside_actions(self, state: State, seat: int) -> list[int]:
        return list(range(MOST + 3))

    def choosers(self) -> dict[str, Chooser]:
        return {"greedy": choose}

    def board_lines(self, view: Mapping[str, Any]) -> list[Line]:
        return [Line("wagons", {"wagons": view["wagons"]})]


def choose(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    """Leave a number that four divides; couple one where that can't be."""
    best = view["wagons"] % (MOST + 1)
    return best if best in offer else offer[0]
