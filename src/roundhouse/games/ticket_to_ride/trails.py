"""The longest trail of a seat, exactly: each route once, cities as often as one likes (rule 11.6).

A set of routes can be walked in one go if it hangs together and an odd number of them end at two cities or none. So
the dearest such set is sought, route by route, and of all ways to choose among the routes seen so far only what matters
for the others is kept: for each city that still has routes to come, whether an odd number of the chosen ones end there
and with which other such cities it hangs together. Networks of 45 trains are narrow, so that these are few, however
many circles there are.
"""

from __future__ import annotations

from typing import Final, final

WEIGHT: Final = 1 << 64
"""Length and chosen routes in one number: the length counts first."""
ENDS: Final = 4
CELL: Final = 64
"""What is kept of a city: an odd number or an even one, and the number of the part it belongs to (0: none yet)."""


@final
class Trails:
    """The search in one network of at most 64 routes."""

    def __init__(self, ends_a: list[int], ends_b: list[int], lengths: list[int]) -> None:
        self.a: list[int] = ends_a
        self.b: list[int] = ends_b
        self.length: list[int] = lengths
        self.best: int = 0
        self.chosen: list[int] = []
        self.path: list[int] = []

    def search(self, wanted: bool) -> int:
        """The length of the longest trail; with `wanted`, its routes are in `path`, in order."""
        rest = list(range(len(self.length)))
        while rest:
            part = self.part(rest)
            rest = [route for route in rest if route not in part]
            whole = 0
            for route in part:
                whole += self.length[route]
            if whole <= self.best:
                continue
            if len(self.odd(part)) <= 2:
                self.best = whole
                self.chosen = part
            else:
                self.choose(part)
        if wanted:
            self.walk()
        return self.best

    def part(self, routes: list[int]) -> list[int]:
        """The routes that hang together with the first one."""
        cities: set[int] = {self.a[routes[0]]}
        found: set[int] = set()
        grown = True
        while grown:
            grown = False
            for route in routes:
                if route not in found and (self.a[route] in cities or self.b[route] in cities):
                    found.add(route)
                    cities.add(self.a[route])
                    cities.add(self.b[route])
                    grown = True
        return [route for route in routes if route in found]

    def odd(self, routes: list[int]) -> list[int]:
        """The cities where an odd number of these routes end."""
        found: set[int] = set()
        for route in routes:
            found ^= {self.a[route]}
            found ^= {self.b[route]}
        return sorted(found)

    def ordered(self, routes: list[int]) -> list[int]:
        """City by city, always one whose routes to come are fewest: so that few cities are open at a time."""
        rest = list(routes)
        found: list[int] = []
        open_cities: set[int] = set()
        while rest:
            count: dict[int, int] = {}
            for route in rest:
                count[self.a[route]] = count.get(self.a[route], 0) + 1
                count[self.b[route]] = count.get(self.b[route], 0) + 1
            best = -1
            least = 1_000_000
            for city, number in count.items():
                cost = number * 100 + city - (10_000 if city in open_cities else 0)
                if cost < least:
                    least = cost
                    best = city
            for route in rest:
                if self.a[route] == best or self.b[route] == best:
                    found.append(route)
                    open_cities.add(self.a[route])
                    open_cities.add(self.b[route])
            rest = [route for route in rest if self.a[route] != best and self.b[route] != best]
        return found

    def choose(self, part: list[int]) -> None:
        """Find the best set of a part; note it if it beats the best so far."""
        order = self.ordered(part)
        last: dict[int, int] = {}
        for place, route in enumerate(order):
            last[self.a[route]] = place
            last[self.b[route]] = place
        cities: list[int] = []
        """Those with routes behind them and routes to come, in the order of the cells of a state."""
        states: dict[int, int] = {0: 0}
        for place, route in enumerate(order):
            for end in (self.a[route], self.b[route]):
                if end not in cities:
                    cities.append(end)
            one = cities.index(self.a[route])
            two = cities.index(self.b[route])
            closing = [spot for spot in sorted({one, two}, reverse=True) if last[cities[spot]] == place]
            following: dict[int, int] = {}
            for state, value in states.items():
                cells: list[int] = []
                packed = state // ENDS
                for _ in range(len(cities)):
                    cells.append(packed % CELL)
                    packed //= CELL
                self.close(cells[:], closing, state % ENDS, value, following)
                join(cells, one, two)
                self.close(cells, closing, state % ENDS, value + self.length[route] * WEIGHT + (1 << route), following)
            for spot in closing:
                cities.pop(spot)
            states = following

    def close(self, cells: list[int], closing: list[int], ends: int, value: int, following: dict[int, int]) -> None:
        """Leave the cities behind that have no more routes to come, and keep what is left if it is the best so far."""
        for spot in closing:
            cell = cells.pop(spot)
            ends += cell & 1
            label = cell >> 1
            if label == 0:
                continue
            alone = True
            others = False
            for other in cells:
                if other >> 1 == label:
                    alone = False
                elif other >> 1 != 0:
                    others = True
            if alone:
                # The part is complete: it is a trail, unless another was begun, and nothing can be added to it.
                if not others and ends <= 2 and value // WEIGHT > self.best:
                    self.best = value // WEIGHT
                    self.chosen = [route for route in range(len(self.length)) if value >> route & 1]
                return
        if ends > 2:
            return
        names: dict[int, int] = {0: 0}
        packed = 0
        factor = ENDS
        for cell in cells:
            label = cell >> 1
            if label not in names:
                names[label] = len(names)
            packed += (names[label] * 2 + (cell & 1)) * factor
            factor *= CELL
        packed += ends
        known = following.get(packed)
        if known is None or known < value:
            following[packed] = value

    def walk(self) -> None:
        """Put the chosen routes into an order in which they can be walked: from a city on, detours put in later."""
        self.path = []
        if not self.chosen:
            return
        odd = self.odd(self.chosen)
        rest = list(self.chosen)
        here = odd[0] if odd else self.a[self.chosen[0]]
        cities: list[int] = [here]
        taken: list[int] = [-1]
        while cities:
            here = cities[len(cities) - 1]
            onward = -1
            for route in rest:
                if self.a[route] == here or self.b[route] == here:
                    onward = route
                    break
            if onward < 0:
                cities.pop()
                route = taken.pop()
                if route >= 0:
                    self.path.append(route)
            else:
                rest.remove(onward)
                cities.append(self.a[onward] + self.b[onward] - here)
                taken.append(onward)
        self.path.reverse()


def join(cells: list[int], one: int, two: int) -> None:
    """Choose a route between two cities: one more end in each, and one part."""
    first = cells[one] >> 1
    second = cells[two] >> 1
    cells[one] ^= 1
    cells[two] ^= 1
    if first == 0 and second == 0:
        label = 1
        for cell in cells:
            label = max(label, (cell >> 1) + 1)
        cells[one] += 2 * label
        cells[two] += 2 * label
    elif first == 0:
        cells[one] += 2 * second
    elif second == 0:
        cells[two] += 2 * first
    elif first != second:
        for spot in range(len(cells)):
            if cells[spot] >> 1 == second:
                cells[spot] += 2 * (first - second)
