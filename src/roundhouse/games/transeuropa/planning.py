"""Looking ahead in TransEuropa: what rivals may hold, and how a round may end.

Compiled: this is where a thinking player spends its time. How long it thinks is counted in work done, not in seconds,
so that the same view and stream give the same choice on any machine.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.chance import Stream
from roundhouse.engine.steiner import Search, bits_of, distances, has, include
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import MARKERS, PLACE, SECOND_RAIL, STOP, TransEuropaState

CARDS: Final[i64] = 5
NODES: Final[int] = len(BOARD.node_names)
LINES: Final[int] = len(BOARD.edge_names)

WASTED: Final = 0.25
"""How much less likely a hand is for each point its owner would have built in vain."""
NEARED: Final = 1.6
"""How much likelier a city is for each point its seat's own rails brought it nearer."""
AWAY: Final = 0.75
"""How much less likely a city is for each point between it and the marker."""


@final
class Effort:
    """What a player may still think about, in crossings looked at. A search costs what it visited."""

    def __init__(self, amount: int) -> None:
        self.left: i64 = amount

    def pay(self, search: Search) -> None:
        seen: i64 = 30
        for nodes in search.reached:
            seen += 4 + i64(len(nodes))
        self.left -= seen

    def pay_flat(self, amount: i64) -> None:
        self.left -= amount


def power(base: float, exponent: i64) -> float:
    """By multiplying alone, which gives the same bits on every machine."""
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


def lacking(state: TransEuropaState, seat: i64, hand: list[int]) -> Search:
    """What the seat, which has a marker, would lack with this hand."""
    words = BOARD.node_words
    base = state.network[seat] * words
    cities = [BOARD.cities[card].node for card in hand]
    return Search(BOARD.graph, state.laid, state.nodes[base : base + words], cities)


@final
class Suspicion:
    """What a rival may hold, judged by where its marker stands and its rails lie.

    Hands are drawn by Gibbs sampling: one card after the other is drawn anew beside the other four, a card being the
    likelier the less of what the rival has built would be wasted. Wasted is what it has spent and would still lack,
    less what the same five cities would have cost at their best.
    """

    def __init__(self, state: TransEuropaState, rival: int, piles: list[list[int]], stream: Stream) -> None:
        graph = BOARD.graph
        self.state: TransEuropaState = state
        self.rival: i64 = rival
        self.piles: list[list[int]] = piles
        self.placed: bool = state.marker[rival] >= 0
        self.others: vec[i64] = vec[i64]([0] * int(BOARD.edge_words))
        self.spent: i64 = 0
        reached: list[int] = [int(state.marker[rival])] if self.placed else []
        for edge, layer in state.rails():
            if layer == rival:
                self.spent += graph.cost[edge]
                reached.append(int(graph.tail[edge]))
                reached.append(int(graph.head[edge]))
            else:
                include(self.others, edge)
        self.chances: list[list[float]] = []
        if self.placed:
            early = distances(graph, self.others, bits_of(reached[:1], NODES))
            late = distances(graph, self.others, bits_of(reached, NODES))
            for pile in piles:
                row: list[float] = []
                for card in pile:
                    node = BOARD.cities[card].node
                    row.append(power(NEARED, early[node] - late[node]) * power(AWAY, early[node]))
                self.chances.append(row)
        else:
            self.chances = [[1.0] * len(pile) for pile in piles]
        self.hand: list[int] = []
        for colour in range(len(piles)):
            self.hand.append(piles[colour][drawn(self.chances[colour], stream)])
        self.hands: list[list[int]] = []
        self.plans: dict[int, list[int]] = {}

    def consider(self, effort: Effort, stream: Stream) -> None:
        """Draw hands for as long as the effort lasts."""
        colour = int(stream.below(len(self.piles)))
        steps = 0
        while effort.left > 0 and steps < 150:
            if self.placed:
                self.redraw(colour, effort, stream)
            else:
                self.hand[colour] = self.piles[colour][int(stream.below(len(self.piles[colour])))]
                effort.pay_flat(100)
            colour = (colour + 1) % len(self.piles)
            steps += 1
            # The first hands still depend on where the walk began.
            if steps > 4:
                self.hands.append(list(self.hand))
        if not self.hands:
            self.hands.append(list(self.hand))

    def redraw(self, colour: int, effort: Effort, stream: Stream) -> None:
        """Draw one card anew, given the other four."""
        graph = BOARD.graph
        state = self.state
        cities = [BOARD.cities[self.hand[each]].node for each in range(len(self.hand)) if each != colour]
        words = BOARD.node_words
        base = state.network[self.rival] * words
        network = state.nodes[base : base + words]
        now = Search(graph, state.laid, network, cities)
        effort.pay(now)
        best = Search(graph, self.others, bits_of(cities[:1], NODES), cities[1:])
        effort.pay(best)
        near_now = distances(graph, state.laid, spread_by(network, now.edges()))
        near_best = distances(graph, self.others, spread_by(bits_of(cities, NODES), best.edges()))
        effort.pay_flat(300)
        pile = self.piles[colour]
        weights: list[float] = []
        for place in range(len(pile)):
            node = BOARD.cities[pile[place]].node
            lacks = now.cost + near_now[node]
            if lacks == 0:
                # It would have been shown as finished.
                weights.append(0.0)
                continue
            wasted = self.spent + lacks - best.cost - near_best[node]
            weights.append(power(WASTED, wasted if wasted > 0 else 0) * sqrt(self.chances[colour][place]))
        self.hand[colour] = pile[drawn(weights, stream)]

    def plan(self, hand: list[int], effort: Effort) -> list[int]:
        """What the rival would build with this hand."""
        if not self.placed:
            return []
        code = 0
        for card in hand:
            code = code * 64 + card
        if code not in self.plans:
            search = lacking(self.state, self.rival, hand)
            effort.pay(search)
            self.plans[code] = search.edges()
        return self.plans[code]


def spread_by(nodes: vec[i64], edges: list[int]) -> vec[i64]:
    """A set of crossings and the ends of some lines."""
    found = nodes[:]
    for edge in edges:
        include(found, BOARD.graph.tail[edge])
        include(found, BOARD.graph.head[edge])
    return found


def drawn(weights: list[float], stream: Stream) -> int:
    """A place in the list, as likely as its weight. Where all are zero, the last.

    Nothing is added to a product here: a compiler may round such a sum otherwise than Python does.
    """
    total = 0.0
    for weight in weights:
        total += weight
    aim = total * (float(int(stream.below(1 << 24))) / 16777216.0)
    passed = 0.0
    for place in range(len(weights)):
        passed += weights[place]
        if passed > aim:
            return place
    return len(weights) - 1


@final
class World:
    """A guess at all hands, and what each seat would build with its own."""

    def __init__(self, state: TransEuropaState, plans: list[list[int]]) -> None:
        self.state: TransEuropaState = state
        self.plans: list[list[int]] = plans

    def losses(self, seat: int, action: int, plan: list[int], effort: Effort, stream: Stream) -> list[int]:
        """What each seat lacks at the end of the round, if `seat` plays `action` now and builds by `plan`.

        All others, and the seat itself once its plan no longer fits, build what is cheapest for them at that time.
        """
        state = self.state.clone()
        state.defer_settling = True
        seats = state.seats
        plans = list(self.plans)
        plans[seat] = plan
        state.apply(seat, action)
        companies = [company(state, each) for each in range(seats)]
        if action >= PLACE and action < STOP:
            companies[seat] = 0
        steps: i64 = 0
        while not state.unsettled:
            steps += 1
            mover = int(state.turn)
            if state.phase == MARKERS:
                state.apply(mover, PLACE + likely_marker(state, mover, stream))
                continue
            now = company(state, mover)
            edge = -1
            if now == companies[mover]:
                edge = pick(state, plans[mover], stream)
            if edge < 0 and (state.phase != SECOND_RAIL or now != companies[mover]):
                companies[mover] = now
                search = state.search(mover)
                effort.pay(search)
                plans[mover] = search.edges()
                edge = pick(state, plans[mover], stream)
            state.apply(mover, edge if edge >= 0 else STOP)
        effort.pay_flat(20 + steps * 6)
        found: list[int] = []
        for each in range(seats):
            if state.finished >> each & 1:
                found.append(0)
            else:
                search = state.search(each)
                effort.pay(search)
                found.append(int(search.cost))
        return found


def imagined(
    state: TransEuropaState,
    seat: int,
    plan: list[int],
    suspicions: list[Suspicion],
    effort: Effort,
    stream: Stream,
) -> World:
    """A full guess: a hand for each suspected rival from those considered; a card held twice is exchanged for one."""
    plans: list[list[int]] = [[] for _ in range(state.seats)]
    plans[seat] = plan
    used: set[int] = set()
    copy = state.clone()
    count = len(suspicions)
    first = int(stream.below(count)) if count else 0
    for step in range(count):
        suspicion = suspicions[(first + step) % count]
        rival = int(suspicion.rival)
        hand = list(suspicion.hands[int(stream.below(len(suspicion.hands)))])
        for colour in range(len(hand)):
            if hand[colour] in used:
                rest = [card for card in suspicion.piles[colour] if card not in used]
                hand[colour] = rest[int(stream.below(len(rest)))]
            used.add(hand[colour])
        hold(copy, rival, hand)
        plans[rival] = suspicion.plan(hand, effort)
    return World(copy, plans)


def hold(state: TransEuropaState, seat: i64, hand: list[int]) -> None:
    """Put other cards into a hand."""
    words = BOARD.node_words
    for word in range(words):
        state.want[seat * words + word] = 0
    for colour in range(CARDS):
        state.give(seat, colour, hand[colour])


def company(state: TransEuropaState, seat: i64) -> i64:
    """How many seats share the network of a seat."""
    count: i64 = 0
    for other in state.network:
        if other == state.network[seat]:
            count += 1
    return count if state.marker[seat] >= 0 else 0


def likely_marker(state: TransEuropaState, seat: int, stream: Stream) -> int:
    """One of its own cities, as most players choose."""
    cities = state.city_nodes(seat)
    first = int(stream.below(len(cities)))
    for step in range(len(cities)):
        node = cities[(first + step) % len(cities)]
        if not state.marked(node):
            return node
    node = 0
    while state.marked(node):
        node += 1
    return node


def pick(state: TransEuropaState, plan: list[int], stream: Stream) -> int:
    """A rail of the plan that can be laid now; -1 where there is none.

    A single that no other single could follow wastes half of a turn, so such a one comes last.
    """
    graph = BOARD.graph
    network = state.network[state.turn]
    count: i64 = len(plan)
    if count == 0:
        return -1
    first = stream.below(count)
    second = state.phase == SECOND_RAIL
    best: i64 = -1
    worth: i64 = 0
    singles: i64 = 0
    for step in range(count):
        edge: i64 = plan[(first + step) % count]
        if has(state.laid, edge):
            continue
        if not (state.in_network(network, graph.tail[edge]) or state.in_network(network, graph.head[edge])):
            continue
        if graph.cost[edge] > 1:
            if not second and worth < 2:
                best = edge
                worth = 2
        elif second:
            return int(edge)
        else:
            singles += 1
            follows = singles > 1 or goes_on(state, plan, edge)
            value: i64 = 3 if follows else 1
            if value > worth:
                best = edge
                worth = value
    return int(best)


def goes_on(state: TransEuropaState, plan: list[int], edge: i64) -> bool:
    """Does another single of the plan hang on this one?"""
    graph = BOARD.graph
    for each in plan:
        other: i64 = each
        if other == edge or graph.cost[other] > 1 or has(state.laid, other):
            continue
        tail = graph.tail[other]
        head = graph.head[other]
        if tail == graph.tail[edge] or tail == graph.head[edge] or head == graph.tail[edge] or head == graph.head[edge]:
            return True
    return False
