"""What a seat may know, what it is asked, and how it ended. All hands but one's own are secret while a round runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from roundhouse.engine.game import Line
from roundhouse.engine.outcome import PLAYED_OUT, Outcome, ScoreLine, ranks_by
from roundhouse.engine.prompt import Choice, Prompt
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import (
    FIRST_RAIL,
    MARKERS,
    OVER,
    PLACE,
    SECOND_RAIL,
    STOP,
    Round,
    TransEuropaState,
    lacked,
)

PHASES = {int(MARKERS): "markers", int(FIRST_RAIL): "first-rail", int(SECOND_RAIL): "second-rail", int(OVER): "over"}


def node_name(node: int) -> str | None:
    return None if node < 0 else BOARD.node_names[node]


def named_cards(cards: list[int]) -> list[str]:
    return [BOARD.cities[card].name for card in cards]


def named_rails(rails: list[tuple[int, int]]) -> list[list[Any]]:
    return [[BOARD.edge_names[edge], seat] for edge, seat in rails]


def missing_rails(played: Round) -> list[list[int]]:
    """The lines each seat of a finished round lacked, to be drawn; worked out once (rule 6.1)."""
    if played.missing_rails is None:
        found: list[list[int]] = []
        for seat, hand in enumerate(played.hands):
            if seat in played.finished or played.markers[seat] < 0:
                found.append([])
            else:
                found.append(lacked(played.rails, played.markers[seat], [BOARD.cities[card].node for card in hand]))
        played.missing_rails = found
    return played.missing_rails


def unjoined_cities(played: Round) -> list[list[str]]:
    """The cities of each seat that no rail joined with its marker when the round ended: why it lost points."""
    graph = BOARD.graph
    ends = [(int(graph.tail[edge]), int(graph.head[edge])) for edge, _ in played.rails]
    found: list[list[str]] = []
    for seat, hand in enumerate(played.hands):
        if seat in played.finished or played.markers[seat] < 0:
            found.append([])
            continue
        network = {played.markers[seat]}
        grown = True
        while grown:
            grown = False
            for tail, head in ends:
                if (tail in network) != (head in network):
                    network |= {tail, head}
                    grown = True
        found.append([BOARD.cities[card].name for card in hand if BOARD.cities[card].node not in network])
    return found


def round_entry(played: Round) -> dict[str, Any]:
    """A finished round as the journal tells it and every later view remembers it."""
    if played.shown is None:
        played.shown = {
            "round": played.number,
            "first": played.first,
            "reason": played.reason,
            "markers": [node_name(node) for node in played.markers],
            "hands": [named_cards(hand) for hand in played.hands],
            "rails": named_rails(played.rails),
            "finished": played.finished,
            "missing": played.missing,
            "missing_rails": [[BOARD.edge_names[edge] for edge in edges] for edges in missing_rails(played)],
            "unjoined_cities": unjoined_cities(played),
        }
    return played.shown


def view(state: TransEuropaState, seat: int) -> dict[str, Any]:
    """Everything `seat` may know. A spectator sees no hand before it is open."""
    hands = [
        named_cards(state.hand(each)) if each == seat or state.finished >> each & 1 else None
        for each in range(state.seats)
    ]
    if state.phase == OVER and not state.unsettled:
        hands = [named_cards(state.hand(each)) for each in range(state.seats)]
    return {
        "game": "transeuropa",
        "seats": state.seats,
        "seat": seat,
        "options": state.options,
        "round": int(state.round),
        "first": int(state.first),
        "phase": PHASES[int(state.phase)],
        "deciders": state.deciders(),
        "points": points_left(state),
        "rails_left": int(state.rails_left),
        "scores": state.standings(),
        "markers": [node_name(int(node)) for node in state.marker],
        "networks": [int(each) for each in state.network],
        "rails": named_rails(state.rails()),
        "finished": state.finished_seats(),
        "hands": hands,
        "past": [round_entry(played) for played in state.past],
    }


def points_left(state: TransEuropaState) -> int:
    if state.phase == FIRST_RAIL:
        return BOARD.points_per_turn
    return 1 if state.phase == SECOND_RAIL else 0


def prompt(state: TransEuropaState, seat: int) -> Prompt | None:
    actions = state.legal_actions(seat)
    if not actions:
        return None
    if state.phase == MARKERS:
        crossings = [
            Choice("node", BOARD.node_names[action - PLACE], node_params(action - PLACE), action) for action in actions
        ]
        return Prompt("place-marker", {}, [Choice("verb", "place", choices=crossings)])
    lines = [
        Choice("edge", BOARD.edge_names[action], edge_params(state, seat, action), action)
        for action in actions
        if action < PLACE
    ]
    choices = [Choice("verb", "lay", choices=lines)]
    if state.phase == FIRST_RAIL:
        return Prompt("lay-first", {"points": BOARD.points_per_turn}, choices)
    choices.append(Choice("verb", "stop", action=STOP))
    finished = state.finished_seats()
    if finished:
        return Prompt("lay-last", {"seats": finished}, choices, notes=["round-decided"])
    return Prompt("lay-second", {"points": 1}, choices)


def node_params(node: int) -> dict[str, Any]:
    city = BOARD.city_at[node]
    return {"city": BOARD.cities[city].name} if city >= 0 else {}


def edge_params(state: TransEuropaState, seat: int, edge: int) -> dict[str, Any]:
    """A line as it is offered: it leads from the seat's network outwards."""
    tail, head = BOARD.graph.tail[edge], BOARD.graph.head[edge]
    if not state.in_network(state.network[seat], tail):
        tail, head = head, tail
    return {
        "from": BOARD.node_names[tail],
        "to": BOARD.node_names[head],
        "cost": int(BOARD.graph.cost[edge]),
        "kind": BOARD.edge_kinds[edge],
    }


def result(state: TransEuropaState) -> Outcome | None:
    """The outcome without how each point came: naming the missing rails costs more than a random round."""
    if state.phase != OVER or state.unsettled:
        return None
    scores = state.standings()
    return Outcome(PLAYED_OUT, state.reason, ranks_by(scores), scores)


def outcome(state: TransEuropaState) -> Outcome | None:
    bare = result(state)
    if bare is None:
        return None
    scores = bare.scores
    lines = []
    for seat in range(state.seats):
        told = [ScoreLine("opening", BOARD.opening_score)]
        arranged = BOARD.opening_score - sum(played.missing[seat] for played in state.past) - scores[seat]
        if arranged:
            told.append(ScoreLine("arranged", -arranged))
        for played in state.past:
            code = "round-finished" if seat in played.finished else "round-missing"
            cities = round_entry(played)["unjoined_cities"][seat]
            told.append(ScoreLine(code, -played.missing[seat], {"round": played.number, "cities": cities}))
        lines.append(told)
    return msgspec.structs.replace(bare, lines=lines)


def board_lines(view: Mapping[str, Any]) -> list[Line]:
    """The board in words, from a view alone."""
    lines = [
        Line("board-round", {"round": view["round"], "first": view["first"], "rails": view["rails_left"]}),
        Line("board-seats"),
    ]
    by_network: dict[int, list[int]] = {}
    for seat, network in enumerate(view["networks"]):
        if view["markers"][seat] is not None:
            by_network.setdefault(network, []).append(seat)
    rails = [(edge, layer, edge_ends(edge)) for edge, layer in view["rails"]]
    crossings = {network: nodes_of(view, network, rails) for network in by_network}
    reached = {
        network: [city.name for city in BOARD.cities if city.node in inside] for network, inside in crossings.items()
    }
    for seat in range(view["seats"]):
        lines.append(Line("board-seat", {"seat": seat, "score": view["scores"][seat], "you": seat == view["seat"]}, 1))
        marker = view["markers"][seat]
        if marker is not None:
            lines.append(Line("board-marker", {"node": marker}, 2))
        hand = view["hands"][seat]
        if hand is not None:
            if seat in view["finished"]:
                lines.append(Line("board-finished", {"cities": hand}, 2))
            else:
                inside = [] if marker is None else reached[view["networks"][seat]]
                joined = [city for city in hand if city in inside]
                lacking = [city for city in hand if city not in inside]
                params = {"cities": hand, "joined_nodes": joined, "lacking_nodes": lacking}
                lines.append(Line("board-hand", params, 2))
    for network, seats in sorted(by_network.items()):
        lines.append(Line("board-network", {"seats": seats, "cities": reached[network]}))
        for edge, layer, ends in rails:
            if not ends.isdisjoint(crossings[network]):
                lines.append(Line("board-rail", {"edge": edge, "seat": layer}, 1))
    return lines


def edge_ends(edge: str) -> set[int]:
    index = BOARD.edge_by_name[edge]
    return {int(BOARD.graph.tail[index]), int(BOARD.graph.head[index])}


def nodes_of(view: Mapping[str, Any], network: int, rails: list[tuple[str, int, set[int]]]) -> set[int]:
    """The crossings of a network, worked out from markers and rails."""
    found = {
        BOARD.node_by_name[marker]
        for seat, marker in enumerate(view["markers"])
        if marker is not None and view["networks"][seat] == network
    }
    pending = [ends for _, _, ends in rails]
    while True:
        apart = []
        for ends in pending:
            if ends & found:
                found |= ends
            else:
                apart.append(ends)
        if len(apart) == len(pending):
            return found
        pending = apart
