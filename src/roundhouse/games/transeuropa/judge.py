"""Why not: the judge beside the generator of `state.py`. The order of the reasons is the order a player would check."""

from __future__ import annotations

from roundhouse.engine.game import judged
from roundhouse.engine.refusal import Refusal
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import FIRST_RAIL, MARKERS, PLACE, SECOND_RAIL, STOP, TransEuropaState


def refusal(state: TransEuropaState, seat: int, action: int) -> Refusal | None:
    if not 0 <= action <= STOP:
        return Refusal("action-unknown")
    general = judged(state, seat, action)
    if general is not None:
        return general
    if action < PLACE:
        return refuse_rail(state, action)
    if action < STOP:
        return refuse_marker(state, action - PLACE)
    if state.phase == MARKERS:
        return Refusal("marker-first", rule="3.3")
    if state.phase == FIRST_RAIL:
        return Refusal("rail-owed", rule="4.2")
    return None


def refuse_marker(state: TransEuropaState, node: int) -> Refusal | None:
    if state.phase != MARKERS:
        return Refusal("marker-placed", rule="3.3")
    for seat, place in enumerate(state.marker):
        if place == node:
            return Refusal("crossing-taken", {"node": BOARD.node_names[node], "seat": seat}, "3.4")
    return None


def refuse_rail(state: TransEuropaState, edge: int) -> Refusal | None:
    graph = BOARD.graph
    name = BOARD.edge_names[edge]
    if state.phase == MARKERS:
        return Refusal("marker-first", rule="3.3")
    if state.is_laid(edge):
        return Refusal("line-taken", {"edge": name}, "4.5")
    network = state.network[state.turn]
    if not (state.in_network(network, graph.tail[edge]) or state.in_network(network, graph.head[edge])):
        return Refusal("line-out-of-reach", {"edge": name}, "4.3")
    if state.phase == SECOND_RAIL and graph.cost[edge] > 1:
        return Refusal("line-too-dear", {"edge": name, "kind": BOARD.edge_kinds[edge]}, "4.1")
    return None
