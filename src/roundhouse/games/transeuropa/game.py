"""TransEuropa as the house sees it: facts, actions in names, laws of the referee, players of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from roundhouse.engine.chance import Chance
from roundhouse.engine.game import Chooser, Configuration, Game, Line, Value
from roundhouse.engine.refusal import refuse_action
from roundhouse.engine.state import NOBODY, State
from roundhouse.games.transeuropa import position
from roundhouse.games.transeuropa.board import BOARD, COLOURS
from roundhouse.games.transeuropa.heuristics import choose_greedily, choose_with_foresight
from roundhouse.games.transeuropa.state import (
    CONNECTED,
    CONNECTED_BY_RIVAL,
    CONNECTED_TOGETHER,
    OVER,
    PLACE,
    RAILS_OUT,
    STOP,
    TransEuropaState,
)
from roundhouse.games.transeuropa.view import board_lines

PLACES = {node: name for name, node in BOARD.node_by_name.items() if name not in BOARD.city_by_name}
"""Column and row of every crossing, those of the cities too."""


class TransEuropa(Game):
    name = "transeuropa"
    package = "roundhouse.games.transeuropa"
    rules_version = "1"
    least_seats = 2
    most_seats = 6
    hidden_information = True
    end_reasons = (CONNECTED, CONNECTED_BY_RIVAL, CONNECTED_TOGETHER, RAILS_OUT)
    most_steps = 3000
    thinkers = ("heuristic",)

    def start(self, configuration: Configuration, chance: Chance) -> State:
        first = NOBODY if configuration.first is None else configuration.first
        state = TransEuropaState(configuration.seats, chance, first, configuration.options)
        state.deal()
        return state

    def load(self, data: object, chance: Chance) -> State:
        return position.load(data, chance)

    def determinize(self, view: Mapping[str, Any], chance: Chance) -> State:
        return position.determinize(view, chance)

    def encode(self, state: State, seat: int, value: object) -> int:
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(kind, str) or kind not in ("place", "lay", "stop"):
            raise refuse_action("action-type-unknown", type=str(kind)[:60])
        if kind == "stop":
            return STOP
        names, key, first = (BOARD.node_by_name, "node", PLACE) if kind == "place" else (BOARD.edge_by_name, "edge", 0)
        name = value.get(key)
        if not isinstance(name, str) or name not in names:
            raise refuse_action(f"{key}-unknown", **{key: str(name)[:60]})
        return first + names[name]

    def decode(self, state: State, seat: int, action: int) -> Value:
        if action < PLACE:
            return {"type": "lay", "edge": BOARD.edge_names[action]}
        if action < STOP:
            return {"type": "place", "node": BOARD.node_names[action - PLACE]}
        return {"type": "stop"}

    def outside_actions(self, state: State, seat: int) -> list[int]:
        return list(range(STOP + 1))

    def choosers(self) -> dict[str, Chooser]:
        return {"greedy": choose_greedily, "heuristic": choose_with_foresight}

    def board_lines(self, view: Mapping[str, Any]) -> list[Line]:
        return board_lines(view)

    def thing_name(self, kind: str, name: str, language: str) -> str | None:
        """Cities by their names, crossings by column and row (a city with both), lines by their two ends."""
        if kind in ("edge", "rail"):
            edge = BOARD.edge_by_name.get(name)
            if edge is None:
                return None
            ends = (BOARD.graph.tail[edge], BOARD.graph.head[edge])
            return " – ".join(self.node_title(end, language) for end in ends)
        if kind in ("node", "from", "to"):
            node = BOARD.node_by_name.get(name)
            return None if node is None else self.node_title(node, language)
        if kind in ("city", "card", "hand"):
            city = BOARD.city_by_name.get(name)
            return None if city is None else BOARD.cities[city].titles[language]
        return None

    def node_title(self, node: int, language: str) -> str:
        city = BOARD.city_at[node]
        return PLACES[node] if city < 0 else f"{BOARD.cities[city].titles[language]} ({PLACES[node]})"

    def broken_laws(self, given: State) -> list[str]:
        """Rails, hands, networks and scores, each checked against what can be counted without the rules' own sums."""
        state = cast(TransEuropaState, given)
        broken: list[str] = []
        laid = state.laid_edges()
        if len(laid) + state.rails_left != BOARD.rails:
            broken.append(f"{len(laid)} rails lie and {state.rails_left} are left of {BOARD.rails}")
        if sorted(edge for edge, _ in state.rails()) != laid:
            broken.append("the rails laid are not those noted")
        cards = [card for seat in range(state.seats) for card in state.hand(seat)]
        if len(set(cards)) != len(cards):
            broken.append("two seats hold one card")
        deck = BOARD.deck(state.seats)
        for seat in range(state.seats):
            for colour, card in enumerate(state.hand(seat)):
                if card not in deck[colour]:
                    broken.append(f"seat {seat} holds no {COLOURS[colour]} card in use")
        placed = [int(node) for node in state.marker if node >= 0]
        if len(set(placed)) != len(placed):
            broken.append("two markers share a crossing")
        broken += self.broken_networks(state, laid)
        for seat in range(state.seats):
            lost = sum(played.missing[seat] for played in state.past)
            if (
                len(state.past) == state.round - (state.phase != OVER)
                and state.scores[seat] > BOARD.opening_score - lost
            ):
                broken.append(f"seat {seat} has more points than it can")
        for played in state.past:
            for seat, lost in enumerate(played.missing):
                if (lost == 0) != (seat in played.finished):
                    broken.append(f"round {played.number}: seat {seat} lost {lost}")
        if state.phase != OVER and state.past and min(state.scores) < 0:
            broken.append("the match goes on though a seat is below zero")
        return broken

    def broken_networks(self, state: TransEuropaState, laid: list[int]) -> list[str]:
        """Networks as kept rail by rail, against networks worked out from the rails alone."""
        broken: list[str] = []
        home = list(range(len(BOARD.node_names)))

        def root(node: int) -> int:
            while home[node] != node:
                node = home[node]
            return node

        for edge in laid:
            home[root(BOARD.graph.tail[edge])] = root(BOARD.graph.head[edge])
        for seat in range(state.seats):
            if state.marker[seat] < 0:
                continue
            mine = root(state.marker[seat])
            for node in range(len(home)):
                if (root(node) == mine) != state.in_network(state.network[seat], node):
                    broken.append(f"crossing {BOARD.node_names[node]} is wrong in the network of seat {seat}")
            done = all(root(city) == mine for city in state.city_nodes(seat))
            if done != bool(state.finished >> seat & 1):
                broken.append(f"seat {seat} has {'' if done else 'not '}finished, and is noted otherwise")
        return broken
