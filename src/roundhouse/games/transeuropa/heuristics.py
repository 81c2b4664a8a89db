"""What good play looks like: the game's own players.

Each chooses from its seat's view and a stream of its own; nothing is kept between moves and no clock is read, so the
same view and stream give the same choice anywhere.

`greedy` knows nothing of its rivals: it builds its own cheapest network, rail by rail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.steiner import bits_of, distances
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.position import determinize
from roundhouse.games.transeuropa.state import MARKERS, PLACE, SECOND_RAIL, STOP, TransEuropaState


def choose_greedily(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    """The first rail of the cheapest network; the marker on the city that is nearest to the other four."""
    state = determinize(view, FastChance(0))
    seat = int(view["seat"])
    action = central_city(state, seat) if state.phase == MARKERS else next_rail(state, seat)
    return action if action in offer else offer[0]


def central_city(state: TransEuropaState, seat: int) -> int:
    """The free crossing with the shortest ways to the seat's five cities; one of these cities, while one is free."""
    own = state.city_nodes(seat)
    ways = [distances(BOARD.graph, state.laid, bits_of([city], len(BOARD.node_names))) for city in own]
    free = [node for node in range(len(BOARD.node_names)) if not state.marked(node)]
    return PLACE + min(free, key=lambda node: (node not in own, sum(way[node] for way in ways), node))


def next_rail(state: TransEuropaState, seat: int) -> int:
    """A rail of the seat's cheapest network that can be laid now; STOP where there is none for a second rail."""
    network = state.network[seat]
    for edge in state.search(seat).edges():
        if state.phase == SECOND_RAIL and BOARD.graph.cost[edge] > 1:
            continue
        if state.in_network(network, BOARD.graph.tail[edge]) or state.in_network(network, BOARD.graph.head[edge]):
            return edge
    return STOP
