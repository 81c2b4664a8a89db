"""Exact cheapest networks on a small graph with small whole costs: what is missing to join some nodes to a root.

The method is Dreyfus and Wagner's dynamic programme over subsets of the terminals, cut short twice. The root counts as
one place, and no partial tree passes through it (it would fall into two trees that each end there). So a partial tree
of a subset is worth keeping only while it costs less than joining that subset to the root outright, which confines
each search to a small ball, and once a search meets the root its subset is done.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

WORD: Final[i64] = 60
"""Bits used of each word of a set: the words then fit every reading of this file, sign and tag left alone."""

FAR: Final[i64] = 1_000_000


def words_for(count: int) -> int:
    return (count + 59) // 60


def bit(place: i64) -> i64:
    """1 shifted left. Not `i64(1) << place`: mypyc 2.4 writes a literal there as an int of C, which has 32 bits."""
    one = (place ^ place) + 1
    return one << place


def has(bits: vec[i64], item: i64) -> bool:
    return (bits[item // WORD] >> (item % WORD)) & 1 == 1


def include(bits: vec[i64], item: i64) -> None:
    bits[item // WORD] |= bit(item % WORD)


def members(bits: vec[i64]) -> list[int]:
    """The items of a set, in order."""
    found: list[int] = []
    base = 0
    for word in bits:
        rest: int = int(word)
        while rest:
            low = rest & -rest
            found.append(base + low.bit_length() - 1)
            rest ^= low
        base += 60
    return found


def bits_of(items: list[int], count: int) -> vec[i64]:
    """The set of some items among `count`."""
    bits = vec[i64]([0] * words_for(count))
    for item in items:
        include(bits, item)
    return bits


@final
class Graph:
    """Nodes and edges with costs, laid out flat. Never changes once built."""

    def __init__(self, nodes: int, ends: list[tuple[int, int]], costs: list[int]) -> None:
        self.nodes: i64 = nodes
        self.edges: i64 = len(ends)
        self.tail: vec[i64] = vec[i64]([end[0] for end in ends])
        self.head: vec[i64] = vec[i64]([end[1] for end in ends])
        self.cost: vec[i64] = vec[i64](costs)
        around: list[list[int]] = [[] for _ in range(nodes)]
        for edge, (tail, head) in enumerate(ends):
            around[tail].append(edge)
            around[head].append(edge)
        start: list[int] = [0]
        near_edge: list[int] = []
        near_node: list[int] = []
        for node in range(nodes):
            for edge in around[node]:
                near_edge.append(edge)
                near_node.append(ends[edge][0] + ends[edge][1] - node)
            start.append(len(near_edge))
        self.start: vec[i64] = vec[i64](start)
        self.near_edge: vec[i64] = vec[i64](near_edge)
        self.near_node: vec[i64] = vec[i64](near_node)
        self.blank: vec[i64] = vec[i64]([1_000_000] * nodes)

    def edges_around(self, node: int) -> list[int]:
        return [self.near_edge[place] for place in range(int(self.start[node]), int(self.start[node + 1]))]


@final
class Search:
    """One question: the cheapest edges that join all `terminals` to the set `root`, where edges of `free` cost nothing.

    An edge of `barred` can't be used at all. `cost` is the answer (FAR where there is none); `edges()` lists the
    edges that have to be paid for.
    """

    def __init__(
        self, graph: Graph, free: vec[i64], root: vec[i64], terminals: list[int], barred: vec[i64] | None = None
    ) -> None:
        self.graph: Graph = graph
        self.free: vec[i64] = free
        self.root: vec[i64] = root
        self.terminals: list[int] = [node for node in terminals if not has(root, node)]
        self.weights: vec[i64] = weighed(graph, free, barred)
        subsets = bit(len(self.terminals))
        # What the cheapest tree of a subset costs that ends in a node, and what it grew from there: the edge + 1 that
        # led to the node, or minus the subset it was joined with another from.
        self.tree: list[vec[i64]] = [graph.blank]
        self.grew: list[vec[i64]] = [graph.blank]
        self.reached: list[vec[i64]] = [vec[i64]()]
        # For each subset: the cost of joining it to the root, the node of the root it meets, or minus a part of it.
        self.joined: vec[i64] = vec[i64]([0] * int(subsets))
        self.meets: vec[i64] = vec[i64]([0] * int(subsets))
        subset: i64 = 1
        while subset < subsets:
            self.solve(subset)
            subset += 1
        self.cost: i64 = self.joined[subsets - 1]

    def solve(self, subset: i64) -> None:
        """Grow the trees of one subset; all its proper parts are solved."""
        cost = self.graph.blank[:]
        grew = self.graph.blank[:]
        bound: i64 = FAR
        meets: i64 = 0
        first: vec[i64] = vec[i64]()
        lowest = subset & -subset
        if subset == lowest:
            terminal = self.single(subset)
            cost[terminal] = 0
            grew[terminal] = 0
            first = append(first, terminal)
        else:
            # Splits: each is met once, with the part that holds the lowest terminal.
            part = (subset - 1) & subset
            while part > 0:
                if part & lowest != 0:
                    other = subset ^ part
                    both = self.joined[part] + self.joined[other]
                    if both < bound:
                        bound = both
                        meets = -part
                part = (part - 1) & subset
            part = (subset - 1) & subset
            while part > 0:
                if part & lowest != 0:
                    other = subset ^ part
                    one = self.tree[part]
                    two = self.tree[other]
                    for node in self.reached[part]:
                        both = one[node] + two[node]
                        if both < bound and both < cost[node]:
                            if cost[node] == FAR:
                                first = append(first, node)
                            cost[node] = both
                            grew[node] = -part
                part = (part - 1) & subset
        self.spread(subset, cost, grew, first, bound, meets)

    def single(self, subset: i64) -> i64:
        place = 0
        while subset > 1:
            subset >>= 1
            place += 1
        return self.terminals[place]

    def spread(self, subset: i64, cost: vec[i64], grew: vec[i64], first: vec[i64], bound: i64, meets: i64) -> None:
        """Dijkstra by buckets from all first nodes at once, until the root is met or nothing cheaper is left."""
        graph = self.graph
        start = graph.start
        near_node = graph.near_node
        near_edge = graph.near_edge
        weights = self.weights
        root = self.root
        # Buckets as chains: heads[level] is the newest slot of that level + 1, older[slot] the slot before it + 1.
        heads: vec[i64] = vec[i64]()
        slots: vec[i64] = vec[i64]()
        older: vec[i64] = vec[i64]()
        for node in first:
            level = cost[node]
            while i64(len(heads)) <= level:
                heads = append(heads, 0)
            slots = append(slots, node)
            older = append(older, heads[level])
            heads[level] = len(slots)
        reached: vec[i64] = vec[i64]()
        level = 0
        met = False
        while level < i64(len(heads)) and level < bound and not met:
            slot = heads[level]
            while slot > 0:
                heads[level] = older[slot - 1]
                node = slots[slot - 1]
                if cost[node] == level and grew[node] < FAR:
                    if has(root, node):
                        bound = level
                        meets = node
                        met = True
                        break
                    reached = append(reached, node)
                    # Settled: marked by adding FAR to what it grew from, so that a later slot passes it by.
                    grew[node] += 2 * FAR
                    place = start[node]
                    last = start[node + 1]
                    while place < last:
                        reach = level + weights[near_edge[place]]
                        far = near_node[place]
                        if reach < cost[far] and reach < bound:
                            cost[far] = reach
                            grew[far] = near_edge[place] + 1
                            while i64(len(heads)) <= reach:
                                heads = append(heads, 0)
                            slots = append(slots, far)
                            older = append(older, heads[reach])
                            heads[reach] = len(slots)
                        place += 1
                slot = heads[level]
            level += 1
        for node in first:
            settle(cost, grew, node, bound)
        for node in slots:
            settle(cost, grew, node, bound)
        self.tree.append(cost)
        self.grew.append(grew)
        self.reached.append(reached)
        self.joined[subset] = bound
        self.meets[subset] = meets

    def edges(self) -> list[int]:
        """The edges of one cheapest network that have to be paid for, in order. Empty where nothing can be joined."""
        found: set[int] = set()
        if self.cost >= FAR:
            return []
        pending: list[tuple[int, int]] = [((1 << len(self.terminals)) - 1, -1)]
        while pending:
            subset, node = pending.pop()
            if subset == 0:
                continue
            if node < 0:
                meets = int(self.meets[subset])
                if meets < 0:
                    pending.append((-meets, -1))
                    pending.append((subset + meets, -1))
                    continue
                node = meets
            came = int(self.grew[subset][node])
            if came > 0:
                edge = came - 1
                if self.weights[edge] > 0:
                    found.add(edge)
                pending.append((subset, int(self.graph.tail[edge] + self.graph.head[edge]) - node))
            elif came < 0:
                pending.append((-came, node))
                pending.append((subset + came, node))
        return sorted(found)


def settle(cost: vec[i64], grew: vec[i64], node: i64, bound: i64) -> None:
    """After a search: forget what was seen but not reached, and take the mark off what was."""
    if grew[node] > FAR:
        grew[node] -= 2 * FAR
    elif cost[node] != FAR and cost[node] >= bound:
        # The meeting node itself keeps how it was reached, for `edges`; its tree is no part of a larger one.
        cost[node] = FAR


def weighed(graph: Graph, free: vec[i64], barred: vec[i64] | None) -> vec[i64]:
    """The cost of each edge as things stand."""
    weights = graph.cost[:]
    for word in range(i64(len(free))):
        rest = free[word]
        edge: i64 = word * WORD
        while rest:
            if rest & 1:
                weights[edge] = 0
            rest >>= 1
            edge += 1
    if barred is not None:
        for edge in range(graph.edges):
            if has(barred, edge):
                weights[edge] = FAR
    return weights


def distances(graph: Graph, free: vec[i64], sources: vec[i64], barred: vec[i64] | None = None) -> list[int]:
    """What it costs to reach each node from the nearest of the sources; FAR where no way leads."""
    weights = weighed(graph, free, barred)
    cost = graph.blank[:]
    buckets: list[list[int]] = [members(sources)]
    for node in buckets[0]:
        cost[node] = 0
    level = 0
    while level < len(buckets):
        for node in buckets[level]:
            if cost[node] != level:
                continue
            for place in range(graph.start[node], graph.start[node + 1]):
                far = graph.near_node[place]
                weight = weights[graph.near_edge[place]]
                if weight >= FAR:
                    continue
                reach = level + weight
                if reach < cost[far]:
                    cost[far] = reach
                    while i64(len(buckets)) <= reach:
                        buckets.append([])
                    buckets[reach].append(int(far))
        level += 1
    return [int(each) for each in cost]
