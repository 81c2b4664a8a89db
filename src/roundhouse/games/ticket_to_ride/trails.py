"""The longest trail of a seat, exactly: each route once, cities as often as one likes (rule 11.6).

A longest trail either takes in all of a connected part (where at most two cities have an odd number of routes) or ends
at cities with an odd number. So the search starts at those only, and goes on only while what is still in reach,
less what must be left behind at other odd cities, could beat the best trail so far.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.steiner import bit

CITIES: Final[i64] = 60
FAR: Final[i64] = 1_000


@final
class Trails:
    """The search in one network of at most 60 routes over at most 60 cities."""

    def __init__(self, ends_a: list[int], ends_b: list[int], lengths: list[int]) -> None:
        self.count: i64 = len(lengths)
        self.a: vec[i64] = vec[i64](ends_a)
        self.b: vec[i64] = vec[i64](ends_b)
        self.length: vec[i64] = vec[i64](lengths)
        self.at: vec[i64] = vec[i64]([0] * int(CITIES))
        for route in range(self.count):
            self.at[self.a[route]] |= bit(route)
            self.at[self.b[route]] |= bit(route)
        self.best: i64 = 0
        self.enough: i64 = 0
        self.path: list[int] = []
        self.walked: vec[i64] = vec[i64]([0] * int(self.count + 1))
        self.reached: i64 = 0

    def part(self, start: i64, free: i64) -> i64:
        """The free routes that hang together with a city. The cities they touch are left in `reached`."""
        found: i64 = 0
        cities: i64 = bit(start)
        fresh = cities
        while fresh != 0:
            low = fresh & -fresh
            fresh ^= low
            routes = self.at[place_of(low)] & free & ~found
            found |= routes
            while routes != 0:
                route = place_of(routes & -routes)
                routes &= routes - 1
                both = bit(self.a[route]) | bit(self.b[route])
                fresh |= both & ~cities
                cities |= both
        self.reached = cities
        return found

    def total(self, routes: i64) -> i64:
        whole: i64 = 0
        while routes != 0:
            whole += self.length[place_of(routes & -routes)]
            routes &= routes - 1
        return whole

    def odd(self, routes: i64, cities: i64) -> i64:
        """The cities where an odd number of these routes end."""
        found: i64 = 0
        while cities != 0:
            low = cities & -cities
            cities ^= low
            if odd_number(self.at[place_of(low)] & routes):
                found |= low
        return found

    def bound(self, node: i64, free: i64) -> i64:
        """No trail from here along free routes is longer. Odd cities but for this and the last leave a route behind."""
        routes = self.part(node, free)
        whole = self.total(routes)
        odd = self.odd(routes, self.reached) & ~bit(node)
        left: i64 = 0
        dearest: i64 = 0
        while odd != 0:
            low = odd & -odd
            odd ^= low
            near = self.at[place_of(low)] & routes
            shortest: i64 = FAR
            while near != 0:
                length = self.length[place_of(near & -near)]
                near &= near - 1
                if length < shortest:
                    shortest = length
            left += shortest
            if shortest > dearest:
                dearest = shortest
        # A route left behind may serve two such cities.
        return whole - (left - dearest + 1) // 2

    def search(self, wanted: bool) -> int:
        """The length of the longest trail; with `wanted`, its routes are in `path`, in order."""
        rest = bit(self.count) - 1
        while rest != 0:
            start = self.a[place_of(rest & -rest)]
            routes = self.part(start, rest)
            cities = self.reached
            rest &= ~routes
            whole = self.total(routes)
            if whole <= self.best:
                continue
            odd = self.odd(routes, cities)
            number: i64 = 0
            left = odd
            while left != 0:
                number += 1
                left &= left - 1
            if number <= 2:
                if wanted:
                    # The whole part can be walked: only a trail of that length will do.
                    self.best = whole - 1
                    self.enough = whole
                    self.walk(start if odd == 0 else place_of(odd & -odd), routes, 0, 0)
                self.best = whole
                continue
            self.enough = whole
            while odd != 0:
                self.walk(place_of(odd & -odd), routes, 0, 0)
                odd &= odd - 1
        return int(self.best)

    def walk(self, node: i64, free: i64, got: i64, depth: i64) -> None:
        if got > self.best:
            self.best = got
            self.path = [int(self.walked[step]) for step in range(depth)]
        choices = self.at[node] & free
        if choices == 0 or got + self.bound(node, free) <= self.best:
            return
        while choices != 0:
            low = choices & -choices
            choices ^= low
            route = place_of(low)
            self.walked[depth] = route
            self.walk(self.a[route] + self.b[route] - node, free ^ low, got + self.length[route], depth + 1)
            if self.best >= self.enough:
                return


def place_of(low: i64) -> i64:
    """Which bit is set, where just one is."""
    return int(low).bit_length() - 1


def odd_number(routes: i64) -> bool:
    odd = False
    while routes != 0:
        odd = not odd
        routes &= routes - 1
    return odd
