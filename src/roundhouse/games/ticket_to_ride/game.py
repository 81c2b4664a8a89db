"""Ticket to Ride: Europe as the house sees it: facts, actions in names, laws of the referee, players of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from roundhouse.engine.chance import Chance
from roundhouse.engine.game import Chooser, Configuration, Game, Line, Option, Value
from roundhouse.engine.state import NOBODY, State
from roundhouse.games.ticket_to_ride import position, worlds
from roundhouse.games.ticket_to_ride.board import BOARD
from roundhouse.games.ticket_to_ride.codec import decode, encode, outside_actions
from roundhouse.games.ticket_to_ride.greedy import choose_greedily
from roundhouse.games.ticket_to_ride.heuristics import choose_by_plan
from roundhouse.games.ticket_to_ride.laws import broken_laws
from roundhouse.games.ticket_to_ride.names import thing_name
from roundhouse.games.ticket_to_ride.score import COUNTED
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.view import board_lines


class TicketToRide(Game):
    name = "ticket_to_ride"
    package = "roundhouse.games.ticket_to_ride"
    rules_version = "1"
    least_seats = 2
    most_seats = 5
    hidden_information = True
    variants = tuple(BOARD.ways)
    options = (Option("orient_express", "switch", False), Option("max", "switch", False))
    end_reasons = (COUNTED,)
    most_steps = 20_000

    def start(self, configuration: Configuration, chance: Chance) -> State:
        first = NOBODY if configuration.first is None else configuration.first
        state = TicketToRideState(configuration.seats, chance, first, configuration.options)
        state.open_match()
        return state

    def load(self, data: object, chance: Chance) -> State:
        return position.load(data, chance)

    def determinize(self, view: Mapping[str, Any], chance: Chance) -> State:
        return worlds.determinize(view, chance)

    def encode(self, state: State, seat: int, value: object) -> int:
        return encode(cast(TicketToRideState, state), seat, value)

    def decode(self, state: State, seat: int, action: int) -> Value:
        return decode(cast(TicketToRideState, state), seat, action)

    def outside_actions(self, state: State, seat: int) -> list[int]:
        return outside_actions(cast(TicketToRideState, state), seat)

    def choosers(self) -> dict[str, Chooser]:
        return {"greedy": choose_greedily, "heuristic": choose_by_plan}

    def board_lines(self, view: Mapping[str, Any]) -> list[Line]:
        return board_lines(view)

    def thing_name(self, kind: str, name: str, language: str) -> str | None:
        return thing_name(kind, name, language)

    def broken_laws(self, state: State) -> list[str]:
        return broken_laws(cast(TicketToRideState, state))
