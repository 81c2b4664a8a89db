"""Moscow–Paris as the house sees it: facts, actions in names, laws of the referee, players of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from roundhouse.engine.chance import Chance
from roundhouse.engine.game import Chooser, Configuration, Game, Line, Value
from roundhouse.engine.state import NOBODY, State
from roundhouse.games.moscow_paris import position, worlds
from roundhouse.games.moscow_paris.codec import decode, encode, outside_actions
from roundhouse.games.moscow_paris.heuristics import choose_greedily, choose_with_answers
from roundhouse.games.moscow_paris.laws import broken_laws
from roundhouse.games.moscow_paris.names import thing_name
from roundhouse.games.moscow_paris.options import OPTIONS
from roundhouse.games.moscow_paris.score import CITIES_OUT
from roundhouse.games.moscow_paris.state import MoscowParisState
from roundhouse.games.moscow_paris.view import board_lines


class MoscowParis(Game):
    name = "moscow_paris"
    package = "roundhouse.games.moscow_paris"
    rules_version = "1"
    least_seats = 2
    most_seats = 4
    hidden_information = True
    options = OPTIONS
    end_reasons = (CITIES_OUT,)
    most_steps = 5_000
    thinkers = ("heuristic",)

    def start(self, configuration: Configuration, chance: Chance) -> State:
        first = NOBODY if configuration.first is None else configuration.first
        state = MoscowParisState(configuration.seats, chance, first, configuration.options)
        state.open_match()
        return state

    def load(self, data: object, chance: Chance) -> State:
        return position.load(data, chance)

    def determinize(self, view: Mapping[str, Any], chance: Chance) -> State:
        return worlds.determinize(view, chance)

    def encode(self, state: State, seat: int, value: object) -> int:
        return encode(cast(MoscowParisState, state), seat, value)

    def decode(self, state: State, seat: int, action: int) -> Value:
        return decode(cast(MoscowParisState, state), seat, action)

    def outside_actions(self, state: State, seat: int) -> list[int]:
        return outside_actions(cast(MoscowParisState, state), seat)

    def choosers(self) -> dict[str, Chooser]:
        return {"greedy": choose_greedily, "heuristic": choose_with_answers}

    def board_lines(self, view: Mapping[str, Any]) -> list[Line]:
        return board_lines(view)

    def thing_name(self, kind: str, name: str, language: str) -> str | None:
        return thing_name(kind, name, language)

    def broken_laws(self, state: State) -> list[str]:
        return broken_laws(cast(MoscowParisState, state))
