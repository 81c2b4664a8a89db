"""The longest trail and the best use of stations, against references that try everything, on random small graphs."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from roundhouse.engine.chance import Stream
from roundhouse.games.ticket_to_ride.board import BOARD
from roundhouse.games.ticket_to_ride.counting import Lending
from roundhouse.games.ticket_to_ride.trails import Trails

Edges = list[tuple[int, int, int]]


def random_edges(lot: Stream, cities: int, routes: int) -> Edges:
    """Any routes between some cities, doubles among them."""
    edges = []
    for _ in range(routes):
        a = int(lot.below(cities))
        b = (a + 1 + int(lot.below(cities - 1))) % cities
        edges.append((a, b, (1, 2, 3, 4, 6, 8)[int(lot.below(6))]))
    return edges


def longest_by_trying(edges: Edges) -> int:
    """Walk on from everywhere in every way; nothing is left out."""
    best = 0
    pending = [(city, 0, 0) for city in {end for a, b, _ in edges for end in (a, b)}]
    while pending:
        city, used, length = pending.pop()
        best = max(best, length)
        for number, (a, b, more) in enumerate(edges):
            if not used >> number & 1 and city in (a, b):
                pending.append((a + b - city, used | 1 << number, length + more))
    return best


def searched(edges: Edges) -> tuple[int, list[int]]:
    trails = Trails([a for a, _, _ in edges], [b for _, b, _ in edges], [length for _, _, length in edges])
    bare = Trails([a for a, _, _ in edges], [b for _, b, _ in edges], [length for _, _, length in edges])
    length = trails.search(True)
    assert bare.search(False) == length
    return length, trails.path


def assert_trail(edges: Edges, length: int, path: list[int]) -> None:
    """The path is one: every route once, each beginning where the one before ended."""
    assert len(set(path)) == len(path)
    assert sum(edges[number][2] for number in path) == length
    if path:
        ends = [set(edges[number][:2]) for number in path]
        assert any(all(walked(start, ends)) for start in ends[0]), f"no walk along {ends}"


def walked(start: int, ends: list[set[int]]) -> list[bool]:
    here, steps = start, []
    for pair in ends:
        steps.append(here in pair)
        here = next(iter(pair - {here}), here)
    return steps


@pytest.mark.parametrize("cities", [2, 3, 4, 6, 9, 14])
@pytest.mark.rule("ticket_to_ride", "11.6")
def test_longest_trail_is_the_longest(cities: int) -> None:
    lot = Stream(cities)
    for _ in range(40):
        edges = random_edges(lot, cities, 1 + int(lot.below(6 if cities < 5 else 8)))
        length, path = searched(edges)
        assert length == longest_by_trying(edges), edges
        assert_trail(edges, length, path)


def test_no_route_no_trail() -> None:
    assert searched([]) == (0, [])


def test_a_whole_network_that_can_be_walked() -> None:
    """All the even ones of a large network at once: nothing of it needs to be tried."""
    ring = [(number, (number + 1) % 40, 1) for number in range(40)]
    length, path = searched(ring)
    assert (length, len(path)) == (40, 40)
    assert_trail(ring, length, path)


def test_large_networks_of_the_real_map() -> None:
    """Routes around a city until the trains run out: as branched as a network can be. Parts of it bound it."""
    for start in range(len(BOARD.cities)):
        routes: list[int] = []
        trains = 45
        reached = [start]
        for city in reached:
            for route in BOARD.routes_at[city]:
                if route not in routes and BOARD.length[route] <= min(trains, 3):
                    routes.append(route)
                    trains -= int(BOARD.length[route])
                    reached += [int(BOARD.end_a[route] + BOARD.end_b[route]) - city]
        edges = [(int(BOARD.end_a[r]), int(BOARD.end_b[r]), int(BOARD.length[r])) for r in routes]
        length, path = searched(edges)
        assert_trail(edges, length, path)
        assert longest_by_trying(edges[:7]) <= length <= sum(more for _, _, more in edges)


# --- stations --------------------------------------------------------------------------------------------------------


def joined(pairs: list[tuple[int, int]], a: int, b: int) -> bool:
    reached = {a}
    while True:
        further = {end for pair in pairs if reached & set(pair) for end in pair} | reached
        if further == reached:
            return b in reached
        reached = further


def best_by_trying(
    own: list[tuple[int, int]], stations: list[tuple[int, list[int]]], tickets: list[int]
) -> tuple[int, int, int]:
    """Points, tickets done, stations used (counted below zero): the best over every choice."""
    found = []
    for choice in product(*[[-1, *routes] for _, routes in stations]):
        pairs = own + [(int(BOARD.end_a[route]), int(BOARD.end_b[route])) for route in choice if route >= 0]
        points = done = 0
        for ticket in tickets:
            facts = BOARD.tickets[ticket]
            there = joined(pairs, int(facts.a), int(facts.b))
            done += there
            points += int(facts.points) if there else -int(facts.points)
        found.append((points, done, -sum(route >= 0 for route in choice)))
    return max(found)


@pytest.mark.parametrize("number", range(40))
@pytest.mark.rule("ticket_to_ride", "11.3", "11.4")
def test_best_use_of_stations_is_the_best(number: int) -> None:
    lot = Stream(number)
    owner = [int(lot.below(3)) for _ in BOARD.route_names]
    own = [(int(BOARD.end_a[r]), int(BOARD.end_b[r])) for r, seat in enumerate(owner) if seat == 0 and lot.below(2)]
    cities = sorted({int(lot.below(len(BOARD.cities))) for _ in range(3)})
    stations = [(city, [route for route in BOARD.routes_at[city] if owner[route] == 1]) for city in cities]
    tickets = sorted({int(lot.below(len(BOARD.tickets))) for _ in range(8)})
    lending = Lending(own, stations, tickets)
    assert (lending.best_points, lending.best_number, -lending.best_used) == best_by_trying(own, stations, tickets)
    done = lending.done()
    assert sum(done) == lending.best_number
    worth = [int(BOARD.tickets[ticket].points) for ticket in tickets]
    assert sum(each if there else -each for each, there in zip(worth, done, strict=True)) == lending.best_points


def test_the_order_of_stations_does_not_matter() -> None:
    own = [(BOARD.city_by_name["brest"], BOARD.city_by_name["paris"])]
    stations = [
        (city, [route for route in BOARD.routes_at[city] if "zurich" in BOARD.route_names[route]])
        for city in (BOARD.city_by_name[name] for name in ("zurich", "venezia", "munchen"))
    ]
    tickets = [BOARD.ticket_by_name[name] for name in ("eu-12", "eu-24", "eu-07")]
    found = {
        (lending.best_points, lending.best_number, lending.best_used)
        for order in permutations(stations)
        for lending in [Lending(own, list(order), tickets)]
    }
    assert len(found) == 1
