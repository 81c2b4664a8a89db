"""Cheapest networks: against a plain Dreyfus–Wagner, against trying every set of edges, and on the real board."""

from __future__ import annotations

from itertools import combinations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.chance import Stream
from roundhouse.engine.steiner import FAR, Graph, Search, bit, bits_of, distances, has, include, members, words_for
from roundhouse.games.transeuropa.board import BOARD

FARTHEST = 10**9


def plain_cost(nodes: int, ends: list[tuple[int, int]], weights: list[int], places: list[int]) -> int:
    """Dreyfus and Wagner as in the textbook: all subsets of the places, every node, no cuts."""
    far = [[0 if one == two else FARTHEST for two in range(nodes)] for one in range(nodes)]
    for (one, two), weight in zip(ends, weights, strict=True):
        far[one][two] = far[two][one] = min(far[one][two], weight)
    for middle in range(nodes):
        for one in range(nodes):
            for two in range(nodes):
                far[one][two] = min(far[one][two], far[one][middle] + far[middle][two])
    if not places:
        return 0
    last, rest = places[-1], places[:-1]
    tree = {1 << index: [far[place][node] for node in range(nodes)] for index, place in enumerate(rest)}
    for subset in range(1, 1 << len(rest)):
        if subset in tree:
            continue
        joined = [FARTHEST] * nodes
        part = (subset - 1) & subset
        while part:
            for node in range(nodes):
                joined[node] = min(joined[node], tree[part][node] + tree[subset ^ part][node])
            part = (part - 1) & subset
        tree[subset] = [min(joined[other] + far[other][node] for other in range(nodes)) for node in range(nodes)]
    return tree[(1 << len(rest)) - 1][last] if rest else 0


def tried_cost(nodes: int, ends: list[tuple[int, int]], weights: list[int], places: list[int]) -> int:
    """Every set of edges: the cheapest that joins the places."""
    best = FARTHEST
    for size in range(len(ends) + 1):
        for chosen in combinations(range(len(ends)), size):
            cost = sum(weights[edge] for edge in chosen)
            if cost < best and all_joined(nodes, [ends[edge] for edge in chosen], places):
                best = cost
    return best


def all_joined(nodes: int, ends: list[tuple[int, int]], places: list[int]) -> bool:
    home = list(range(nodes))

    def root(node: int) -> int:
        while home[node] != node:
            node = home[node]
        return node

    for one, two in ends:
        home[root(one)] = root(two)
    return len({root(place) for place in places}) <= 1


class Drawn:
    """A random question: a graph, free edges, barred ones, a root of some nodes, terminals."""

    def __init__(self, seed: int, most_nodes: int, most_edges: int) -> None:
        lot = Stream(seed)
        self.nodes = 2 + int(lot.below(most_nodes - 1))
        pairs = list(combinations(range(self.nodes), 2))
        count = min(len(pairs), 1 + int(lot.below(most_edges)))
        self.ends = [pairs.pop(int(lot.below(len(pairs)))) for _ in range(count)]
        self.costs = [1 + int(lot.below(3)) for _ in self.ends]
        self.free = [edge for edge in range(count) if lot.below(4) == 0]
        self.barred = [edge for edge in range(count) if edge not in self.free and lot.below(8) == 0]
        start = int(lot.below(self.nodes))
        self.terminals = [int(lot.below(self.nodes)) for _ in range(1 + int(lot.below(5)))]
        # The root hangs together over free edges, as a network does.
        self.root = {start}
        for _ in range(self.nodes):
            for edge in self.free:
                if self.root & set(self.ends[edge]) and lot.below(5):
                    self.root |= set(self.ends[edge])

    def search(self) -> Search:
        graph = Graph(self.nodes, self.ends, self.costs)
        count = len(self.ends)
        barred = bits_of(self.barred, count) if self.barred else None
        root = bits_of(sorted(self.root), self.nodes)
        return Search(graph, bits_of(self.free, count), root, self.terminals, barred)

    def weights(self) -> list[int]:
        return [
            FARTHEST if edge in self.barred else 0 if edge in self.free else cost
            for edge, cost in enumerate(self.costs)
        ]

    def joined_with(self, edges: list[int]) -> bool:
        usable = [self.ends[edge] for edge in {*edges, *self.free}]
        return all_joined(self.nodes, usable, [*self.root, *self.terminals])


@pytest.mark.parametrize("seed", range(150))
def test_small_graphs_against_every_set_of_edges(seed: int) -> None:
    question = Drawn(seed, 7, 9)
    places = sorted({*question.root, *question.terminals})
    check(question, tried_cost(question.nodes, question.ends, question.weights(), places))


@pytest.mark.parametrize("seed", range(1000, 1400))
def test_graphs_against_the_textbook(seed: int) -> None:
    question = Drawn(seed, 16, 30)
    root = min(question.root)
    places = [*sorted(set(question.terminals)), root]
    check(question, plain_cost(question.nodes, question.ends, question.weights(), places))


def check(question: Drawn, expected: int) -> None:
    """The cost is right; the edges named cost that, join everything, and none of them is free or barred."""
    search = question.search()
    if expected >= FAR:
        assert search.cost >= FAR
        assert search.edges() == []
        return
    assert search.cost == expected
    edges = search.edges()
    assert sum(question.costs[edge] for edge in edges) == expected
    assert not {*question.free, *question.barred} & set(edges)
    assert question.joined_with(edges)


@pytest.mark.parametrize("seed", range(6))
def test_real_board_with_rails_on_it(seed: int) -> None:
    """On the board of the first game, against the textbook, with rails that hang on the root and rails that don't."""
    lot = Stream(seed)
    graph = BOARD.graph
    nodes, count = int(graph.nodes), int(graph.edges)
    ends = [(int(graph.tail[edge]), int(graph.head[edge])) for edge in range(count)]
    costs = [int(cost) for cost in graph.cost]
    laid = sorted({int(lot.below(count)) for _ in range(int(lot.below(90)))})
    start = int(lot.below(nodes))
    root = {start}
    grown = True
    while grown:
        grown = False
        for edge in laid:
            if len(root & set(ends[edge])) == 1:
                root |= set(ends[edge])
                grown = True
    cities = [BOARD.cities[int(lot.below(35))].node for _ in range(4)]
    search = Search(graph, bits_of(laid, count), bits_of(sorted(root), nodes), cities)
    weights = [0 if edge in laid else cost for edge, cost in enumerate(costs)]
    assert search.cost == plain_cost(nodes, ends, weights, [*sorted(set(cities)), start])
    edges = search.edges()
    assert sum(costs[edge] for edge in edges) == search.cost
    assert all_joined(nodes, [ends[edge] for edge in {*edges, *laid}], [start, *cities])
    reach = distances(graph, bits_of(laid, count), bits_of(sorted(root), nodes))
    assert all(reach[node] == 0 for node in root)
    for city in cities:
        assert reach[city] == Search(graph, bits_of(laid, count), bits_of(sorted(root), nodes), [city]).cost


def test_nothing_to_join() -> None:
    graph = Graph(3, [(0, 1), (1, 2)], [1, 2])
    search = Search(graph, bits_of([], 2), bits_of([0, 1], 3), [1, 0])
    assert search.cost == 0
    assert search.edges() == []


def test_no_way() -> None:
    graph = Graph(4, [(0, 1), (2, 3)], [1, 1])
    assert Search(graph, bits_of([], 2), bits_of([0], 4), [1, 3]).cost >= FAR
    assert Search(graph, bits_of([], 2), bits_of([0], 4), [1, 3]).edges() == []
    assert distances(graph, bits_of([], 2), bits_of([0], 4))[3] >= FAR


def test_barred_edge_is_gone_round() -> None:
    graph = Graph(3, [(0, 2), (0, 1), (1, 2)], [1, 2, 2])
    root = bits_of([0], 3)
    assert Search(graph, bits_of([], 3), root, [2]).edges() == [0]
    barred = bits_of([0], 3)
    assert Search(graph, bits_of([], 3), root, [2], barred).edges() == [1, 2]
    assert distances(graph, bits_of([], 3), root, barred) == [0, 2, 4]


def test_loose_free_edges_are_used() -> None:
    """Rails that hang on nobody's network cost nothing: the way goes over them, and they aren't named."""
    graph = Graph(6, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 5), (5, 4)], [1, 1, 1, 1, 2, 1])
    search = Search(graph, bits_of([1, 2], 6), bits_of([0], 6), [4])
    assert search.cost == 2
    assert search.edges() == [0, 3]


def test_sets_of_bits() -> None:
    items = [0, 1, 59, 60, 61, 119, 120, 179]
    bits = bits_of(items, 180)
    assert len(bits) == words_for(180) == 3
    assert members(bits) == items
    assert [item for item in range(180) if has(bits, item)] == items
    more = vec[i64]([0, 0])
    include(more, 59)
    include(more, 60)
    assert members(more) == [59, 60]
    # Beyond 31 too: a shift written otherwise was one of 32 bits when compiled.
    assert [int(bit(place)) for place in (0, 31, 32, 59)] == [1, 2**31, 2**32, 2**59]


def test_edges_around_a_node() -> None:
    graph = Graph(4, [(0, 1), (1, 2), (1, 3)], [1, 1, 1])
    assert [graph.edges_around(node) for node in range(4)] == [[0], [0, 1, 2], [1], [2]]
