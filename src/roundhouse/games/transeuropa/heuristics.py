"""What good play looks like: the game's own players.

Each chooses from its seat's view and a stream of its own; nothing is kept between moves and no clock is read, so the
same view and stream give the same choice anywhere.

`greedy` knows nothing of its rivals: it builds its own cheapest network, rail by rail.

`heuristic` thinks about them as a person would:

* **Suspicion.** Where a marker stands and which way rails lead tells what a rival may hold (`planning.Suspicion`).
* **Worlds.** From that it imagines a few full deals, with what each rival would build in them.
* **Plans.** It may build its cheapest network; or one that leaves to the rivals what they will build anyway; or one
  that keeps out of their networks, so that they don't get its rails.
* **Foresight.** Each way to go on is played to the end of the round in every world, and the best on average is chosen.
  That settles where to start, which end to build first, when joining a rival pays and when a second rail only helps
  others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.steiner import FAR, Search, bits_of, distances, include
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.planning import LINES, NODES, Effort, Suspicion, World, imagined
from roundhouse.games.transeuropa.position import determinize
from roundhouse.games.transeuropa.state import MARKERS, PLACE, SECOND_RAIL, STOP, TransEuropaState

# How much thinking a move is worth, in the units of `planning.Effort`.
SUSPECTING: Final = 100_000
IMAGINING: Final = 60_000
FORESEEING: Final = 100_000

MOST_WORLDS: Final = 32
LEAST_WORLDS: Final = 4
MOST_STARTS: Final = 8
"""Crossings considered for the marker."""
LIKELY: Final = 0.5
"""In how many of the worlds some rival must be about to build a line, to be counted on."""

Candidate = tuple[int, list[int]]
"""An action, and the lines to build after it."""


def choose_greedily(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    """The first rail of the cheapest network; the marker on the city that is nearest to the other four."""
    state = determinize(view, FastChance(0))
    seat = int(view["seat"])
    action = central_city(state, seat) if state.phase == MARKERS else next_rail(state, seat)
    return action if action in offer else offer[0]


def choose_with_foresight(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    """What turns out best on average over the worlds this seat can imagine."""
    seat = int(view["seat"])
    state = determinize(view, FastChance(int(stream.next())))
    action = best_of(state, seat, suspected(state, view, stream), stream)
    return action if action in offer else offer[0]


# --- the simple player -----------------------------------------------------------------------------------------------


def central_city(state: TransEuropaState, seat: int) -> int:
    """The free crossing with the shortest ways to the seat's five cities; one of these cities, while one is free."""
    own = state.city_nodes(seat)
    from_centre = remoteness(state, own)
    free = [node for node in range(NODES) if not state.marked(node)]
    return PLACE + min(free, key=lambda node: (node not in own, from_centre[node], node))


def remoteness(state: TransEuropaState, cities: list[int]) -> list[int]:
    """For each crossing, what the ways to all these cities cost together."""
    ways = [distances(BOARD.graph, state.laid, bits_of([city], NODES)) for city in cities]
    return [sum(costs) for costs in zip(*ways, strict=True)]


def next_rail(state: TransEuropaState, seat: int) -> int:
    """A rail of the seat's cheapest network that can be laid now; STOP where there is none for a second rail."""
    return next(iter(rails_now(state, seat, state.search(seat).edges())), STOP)


def rails_now(state: TransEuropaState, seat: int, plan: list[int]) -> list[int]:
    """The lines of a plan that may be built right now (rules 4.1, 4.3, 4.5)."""
    graph = BOARD.graph
    network = state.network[seat]
    return [
        edge
        for edge in plan
        if not state.is_laid(edge)
        and (state.phase != SECOND_RAIL or graph.cost[edge] == 1)
        and (state.in_network(network, graph.tail[edge]) or state.in_network(network, graph.head[edge]))
    ]


# --- the thinking player ---------------------------------------------------------------------------------------------


def suspected(state: TransEuropaState, view: Mapping[str, Any], stream: Stream) -> list[Suspicion]:
    """What each rival with a hidden hand may hold: no card that is in one's own hand or in an open one."""
    seats = int(view["seats"])
    shown = {BOARD.city_by_name[name] for hand in view["hands"] if hand is not None for name in hand}
    piles = [[card for card in pile if card not in shown] for pile in BOARD.deck(seats)]
    hidden = [seat for seat in range(seats) if view["hands"][seat] is None]
    found: list[Suspicion] = []
    for rival in hidden:
        suspicion = Suspicion(state, rival, piles, stream)
        suspicion.consider(Effort(SUSPECTING // len(hidden)), stream)
        found.append(suspicion)
    return found


def best_of(state: TransEuropaState, seat: int, suspicions: list[Suspicion], stream: Stream) -> int:
    """Play every candidate to the end of the round in one world after the other; the best sum is chosen."""
    own = state.search(seat).edges()
    effort = Effort(IMAGINING)
    worlds: list[World] = []
    while len(worlds) < LEAST_WORLDS or (len(worlds) < MOST_WORLDS and effort.left > 0):
        worlds.append(imagined(state, seat, own, suspicions, effort, stream))
    candidates = starts(state, seat, own) if state.phase == MARKERS else ways_on(state, seat, own, worlds)
    if len(candidates) == 1:
        return candidates[0][0]
    effort = Effort(FORESEEING)
    seed = int(stream.next())
    worths = [0.0] * len(candidates)
    for number, world in enumerate(worlds):
        if number >= LEAST_WORLDS and effort.left < 0:
            break
        for place, (action, plan) in enumerate(candidates):
            # The same stream for all candidates, so that they meet the same luck.
            losses = world.losses(seat, action, plan, effort, Stream(seed + number))
            worths[place] += worth(losses, seat)
    return candidates[max(range(len(candidates)), key=lambda place: worths[place])][0]


def worth(losses: list[int], seat: int) -> float:
    """How many points it gains on its rivals, on average."""
    return (sum(losses) - losses[seat]) / (len(losses) - 1) - losses[seat]


def starts(state: TransEuropaState, seat: int, own: list[int]) -> list[Candidate]:
    """Crossings for the marker: on the cheapest network of the five cities, from its middle to its far ends."""
    graph = BOARD.graph
    cities = state.city_nodes(seat)
    ends = {int(graph.tail[edge]) for edge in own} | {int(graph.head[edge]) for edge in own}
    free = [node for node in sorted({*cities, *ends}) if not state.marked(node)]
    if not free:
        return [(central_city(state, seat), own)]
    from_centre = remoteness(state, cities)
    free.sort(key=lambda node: (from_centre[node], node))
    if len(free) > MOST_STARTS:
        free = [free[place * (len(free) - 1) // (MOST_STARTS - 1)] for place in range(MOST_STARTS)]
    return [(PLACE + node, own) for node in free]


def ways_on(state: TransEuropaState, seat: int, own: list[int], worlds: list[World]) -> list[Candidate]:
    """Each rail that some plan would lay now; and to stop, where that is allowed (rule 4.2)."""
    plans = [own]
    for plan in (leaving_to_rivals(state, seat, worlds), keeping_apart(state, seat)):
        if plan and plan not in plans:
            plans.append(plan)
    found: list[Candidate] = [(edge, plan) for plan in plans for edge in rails_now(state, seat, plan)]
    if state.phase == SECOND_RAIL:
        found.append((STOP, own))
    return found


def network_of(state: TransEuropaState, seat: int) -> Any:
    """The crossings of the seat's network, as a set in words."""
    words = int(BOARD.node_words)
    base = int(state.network[seat]) * words
    return state.nodes[base : base + words]


def leaving_to_rivals(state: TransEuropaState, seat: int, worlds: list[World]) -> list[int]:
    """The cheapest network if lines count as built that rivals are likely to build anyway: rails are for everybody."""
    counts = [0] * LINES
    for world in worlds:
        for edge in {edge for rival, plan in enumerate(world.plans) if rival != seat for edge in plan}:
            counts[edge] += 1
    free = state.laid[:]
    for edge, count in enumerate(counts):
        if count >= LIKELY * len(worlds):
            include(free, edge)
    return Search(BOARD.graph, free, network_of(state, seat), state.city_nodes(seat)).edges()


def keeping_apart(state: TransEuropaState, seat: int) -> list[int]:
    """The cheapest network that touches nobody else's; empty where all have joined or none is possible."""
    words = int(BOARD.edge_words)
    barred = bits_of([], LINES)
    apart = False
    for rival in range(state.seats):
        if state.network[rival] == state.network[seat]:
            continue
        apart = True
        base = int(state.network[rival]) * words
        for word in range(words):
            barred[word] |= state.touch[base + word] & ~state.laid[word]
    if not apart:
        return []
    search = Search(BOARD.graph, state.laid, network_of(state, seat), state.city_nodes(seat), barred)
    return search.edges() if search.cost < FAR else []
