"""The final count: tickets with the best use of stations, stations left, the longest trail (rules 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.games.ticket_to_ride.board import BOARD
from roundhouse.games.ticket_to_ride.trails import Trails

if TYPE_CHECKING:
    from roundhouse.games.ticket_to_ride.state import TicketToRideState

CITIES: Final[i64] = 47
WORD: Final[i64] = 60


@final
class Lending:
    """The best use of a seat's stations, found by trying every route each of them can lend (rules 11.2 to 11.4).

    Best is most points of tickets, then most tickets, then fewest stations used; the first of equals in the order
    of the content.
    """

    def __init__(self, ends: list[tuple[int, int]], stations: list[tuple[int, list[int]]], tickets: list[int]) -> None:
        """`ends`: the two cities of each own route. `stations`: a city, and the rival routes it could lend."""
        self.tickets: vec[i64] = vec[i64](tickets)
        self.count: i64 = len(stations)
        self.cities: list[int] = [city for city, _ in stations]
        self.routes: list[list[int]] = [routes for _, routes in stations]
        # For each number of stations settled so far: which cities hang together, each with the least number of them.
        self.labels: vec[i64] = vec[i64]([0] * int(CITIES * (self.count + 1)))
        for city in range(i64(CITIES)):
            self.labels[city] = city
        for a, b in ends:
            self.join(0, a, b)
        self.choice: vec[i64] = vec[i64]([-1] * int(self.count + 1))
        self.best_points: i64 = -1_000_000
        self.best_number: i64 = 0
        self.best_used: i64 = 0
        self.best: list[int] = []
        self.try_station(0, 0)

    def join(self, base: i64, a: i64, b: i64) -> None:
        one = self.labels[base + a]
        two = self.labels[base + b]
        if one == two:
            return
        keep = min(one, two)
        lose = max(one, two)
        for city in range(base, base + CITIES):
            if self.labels[city] == lose:
                self.labels[city] = keep

    def try_station(self, depth: i64, used: i64) -> None:
        base = depth * CITIES
        if depth == self.count:
            self.weigh(base, used)
            return
        below = base + CITIES
        for city in range(i64(CITIES)):
            self.labels[below + city] = self.labels[base + city]
        self.choice[depth] = -1
        self.try_station(depth + 1, used)
        for route in self.routes[depth]:
            a = BOARD.end_a[route]
            b = BOARD.end_b[route]
            if self.labels[base + a] == self.labels[base + b]:
                continue
            for city in range(i64(CITIES)):
                self.labels[below + city] = self.labels[base + city]
            self.join(below, a, b)
            self.choice[depth] = route
            self.try_station(depth + 1, used + 1)

    def weigh(self, base: i64, used: i64) -> None:
        points: i64 = 0
        number: i64 = 0
        for ticket in self.tickets:
            worth = BOARD.ticket_points[ticket]
            if self.labels[base + BOARD.ticket_a[ticket]] == self.labels[base + BOARD.ticket_b[ticket]]:
                points += worth
                number += 1
            else:
                points -= worth
        if points < self.best_points:
            return
        if points == self.best_points:
            if number < self.best_number:
                return
            if number == self.best_number and used >= self.best_used:
                return
        self.best_points = points
        self.best_number = number
        self.best_used = used
        self.best = [int(self.choice[station]) for station in range(self.count)]

    def done(self) -> list[bool]:
        """Which of the tickets are done by the best choice."""
        for city in range(i64(CITIES)):
            self.labels[self.count * CITIES + city] = self.labels[city]
        base = self.count * CITIES
        for route in self.best:
            if route >= 0:
                self.join(base, BOARD.end_a[route], BOARD.end_b[route])
        found: list[bool] = []
        for ticket in self.tickets:
            found.append(self.labels[base + BOARD.ticket_a[ticket]] == self.labels[base + BOARD.ticket_b[ticket]])
        return found


@final
class Count:
    """The final count of every seat. Never changed, so clones share it."""

    def __init__(self) -> None:
        self.tickets: list[int] = []
        """Points of tickets, lost ones taken off."""
        self.done: list[int] = []
        self.lent: list[list[tuple[int, int]]] = []
        """Cities and the routes their stations lend, for stations that are used."""
        self.trails: list[int] = []
        self.express: list[bool] = []
        self.scores: list[int] = []


def lending_of(state: TicketToRideState, seat: int) -> Lending:
    ends: list[tuple[int, int]] = []
    for route in range(len(BOARD.route_names)):
        if state.owner[route] == seat:
            ends.append((int(BOARD.end_a[route]), int(BOARD.end_b[route])))
    stations: list[tuple[int, list[int]]] = []
    for city in range(len(BOARD.cities)):
        if state.host[city] == seat:
            rivals: list[int] = []
            for near in BOARD.routes_at[city]:
                if state.owner[near] >= 0 and state.owner[near] != seat:
                    rivals.append(near)
            stations.append((city, rivals))
    return Lending(ends, stations, state.tickets_of(seat))


def trails_of(state: TicketToRideState, seat: int) -> Trails:
    """The search for the seat's longest trail, over routes numbered in the order of the content."""
    ends_a: list[int] = []
    ends_b: list[int] = []
    lengths: list[int] = []
    for route in range(len(BOARD.route_names)):
        if state.owner[route] == seat:
            ends_a.append(int(BOARD.end_a[route]))
            ends_b.append(int(BOARD.end_b[route]))
            lengths.append(int(BOARD.length[route]))
    return Trails(ends_a, ends_b, lengths)


def counted(state: TicketToRideState) -> Count:
    board = BOARD
    count = Count()
    for seat in range(state.seats):
        lending = lending_of(state, seat)
        count.tickets.append(int(lending.best_points))
        count.done.append(int(lending.best_number))
        lent: list[tuple[int, int]] = []
        for place in range(len(lending.best)):
            if lending.best[place] >= 0:
                lent.append((lending.cities[place], lending.best[place]))
        count.lent.append(lent)
        count.trails.append(trails_of(state, seat).search(False))
    longest = max(count.trails)
    for seat in range(state.seats):
        express = longest > 0 and count.trails[seat] == longest
        count.express.append(express)
        left: i64 = board.stations - state.built[seat]
        score: i64 = state.points[seat] + count.tickets[seat] + left * board.station_points
        if express:
            score += board.express_points
        count.scores.append(int(score))
    return count
