"""Plans on the map: which routes join what has to be joined, at the least cost in turns.

A link stands for all routes between two cities. What a link costs is up to the asker (`heuristics.py`); here are only
the map and the search for a cheap network.
"""

from __future__ import annotations

from typing import Final, final

from roundhouse.games.ticket_to_ride.board import BOARD

CITIES: Final = len(BOARD.cities)
FAR: Final = 1e6
"""The cost of what can't be had."""

LINK_A: Final[list[int]] = []
LINK_B: Final[list[int]] = []
LINK_ROUTES: Final[list[list[int]]] = []
LINK_OF: Final[list[int]] = []
"""The link of each route."""
LINKS_AT: Final[list[list[int]]] = [[] for _ in range(CITIES)]
OTHERS_AT: Final[list[list[int]]] = [[] for _ in range(CITIES)]
"""Where the links of `LINKS_AT` lead."""


def read_links() -> None:
    found: dict[tuple[int, int], int] = {}
    for route in range(len(BOARD.route_names)):
        a, b = int(BOARD.end_a[route]), int(BOARD.end_b[route])
        pair = (min(a, b), max(a, b))
        link = found.get(pair, -1)
        if link < 0:
            link = len(LINK_A)
            found[pair] = link
            LINK_A.append(pair[0])
            LINK_B.append(pair[1])
            LINK_ROUTES.append([])
            LINKS_AT[pair[0]].append(link)
            OTHERS_AT[pair[0]].append(pair[1])
            LINKS_AT[pair[1]].append(link)
            OTHERS_AT[pair[1]].append(pair[0])
        LINK_ROUTES[link].append(route)
        LINK_OF.append(link)


read_links()


@final
class Tree:
    """The cheapest ways from one city to all others."""

    def __init__(self, start: int, cost: list[float]) -> None:
        self.cost: list[float] = [FAR] * CITIES
        self.by: list[int] = [-1] * CITIES
        """The link over which each city is reached."""
        self.start: int = start
        self.cost[start] = 0.0
        reached = self.cost
        by = self.by
        done = [False] * CITIES
        border = [start]
        while border:
            # Few cities are at the border at a time: looking through them beats a heap.
            place = 0
            for i in range(1, len(border)):
                if reached[border[i]] < reached[border[place]]:
                    place = i
            city = border[place]
            border[place] = border[-1]
            border.pop()
            done[city] = True
            links = LINKS_AT[city]
            others = OTHERS_AT[city]
            for i in range(len(links)):
                other = others[i]
                if done[other]:
                    continue
                total = reached[city] + cost[links[i]]
                if total < reached[other] and total < FAR:
                    if reached[other] >= FAR:
                        border.append(other)
                    reached[other] = total
                    by[other] = links[i]

    def way(self, city: int) -> list[int]:
        """The links to a city, from there back to the start."""
        links: list[int] = []
        while city != self.start:
            link = self.by[city]
            links.append(link)
            city = LINK_A[link] + LINK_B[link] - city
        return links


@final
class Network:
    """Links that join all demands (pairs of cities) that can be joined, and what they cost together."""

    def __init__(self, links: list[int], cost: float, lost: list[int]) -> None:
        self.links: list[int] = links
        self.cost: float = cost
        self.lost: list[int] = lost
        """Places of the demands that can't be joined at any cost."""


def network_in_order(cost: list[float], pairs: list[tuple[int, int]], order: list[int]) -> Network:
    """Join one demand after the other the cheapest way; what is chosen once is free for those that follow."""
    now = cost[:]
    links: list[int] = []
    lost: list[int] = []
    total = 0.0
    for place in order:
        a, b = pairs[place]
        tree = Tree(a, now)
        if tree.cost[b] >= FAR:
            lost.append(place)
            continue
        for link in tree.way(b):
            if now[link] > 0.0:
                total += now[link]
                links.append(link)
                now[link] = 0.0
    return Network(links, total, lost)


def cheapest_network(cost: list[float], pairs: list[tuple[int, int]], tries: int) -> Network:
    """The best of a few orders: short demands first, long ones first, then each in its turn moved to the front."""
    if not pairs:
        return Network([], 0.0, [])
    apart = [Tree(a, cost).cost[b] for a, b in pairs]
    near = sorted(range(len(pairs)), key=lambda place: (apart[place], place))
    orders = [near, near[::-1]]
    for place in near[1:-1]:
        orders.append([place] + [each for each in near if each != place])
    best = network_in_order(cost, pairs, orders[0])
    for order in orders[1:tries]:
        found = network_in_order(cost, pairs, order)
        if found.cost < best.cost - 1e-9:
            best = found
    return best
