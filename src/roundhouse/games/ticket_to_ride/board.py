"""The facts of Ticket to Ride: Europe, read from `content/`: cities, routes, tickets, figures, and ways to play.

Kinds of cards are numbers: the eight colours in the order of the content, then locomotives. Sets of routes and of
tickets are words of 60 bits in flat vectors; a set of cities is one word.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.steiner import bit, include

COLOURS: Final = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
LOCOMOTIVE: Final = "locomotive"
KIND_NAMES: Final = (*COLOURS, LOCOMOTIVE)
KINDS: Final[i64] = 9
LOCO: Final[i64] = 8
GRAY: Final[i64] = 8
"""As the colour of a route: any colour will do."""
LONGEST: Final[i64] = 8
WORDS: Final[i64] = 2
"""Words of a set of routes, and of a set of tickets."""


@final
class City:
    def __init__(self, index: int, entry: dict[str, Any]) -> None:
        self.index: int = index
        self.name: str = entry["id"]
        self.titles: dict[str, str] = {"en": entry["name_on_tickets"], "ru": entry["name_ru"]}
        self.big: bool = entry["big_city"]


@final
class Ticket:
    def __init__(self, index: int, entry: dict[str, Any], cities: dict[str, int]) -> None:
        self.index: int = index
        self.name: str = entry["id"]
        self.a: i64 = cities[entry["a"]]
        self.b: i64 = cities[entry["b"]]
        self.points: i64 = entry["points"]
        self.long: bool = entry["kind"] == "long"
        self.set: str = entry["sets"][0]
        self.big: bool = entry["big_cities"]
        self.confidence: str = entry["confidence"]


@final
class Way:
    """A way to play: what is dealt at the opening, what must be kept, where the rest goes."""

    def __init__(self, entry: dict[str, Any]) -> None:
        self.name: str = entry["id"]
        self.deal_long: i64 = entry["deal_long"]
        self.deal_regular: i64 = entry["deal_regular"]
        self.keep: i64 = entry["keep"]
        self.two_choices: bool = entry["two_choices"]
        self.keep_long_most: i64 = entry.get("keep_long_most", entry["deal_long"])
        self.keep_with_long: i64 = entry.get("keep_with_long", entry["keep"])
        self.to_box: bool = entry["returned"] == "box"
        self.draw: i64 = entry["draw"]


@final
class Board:
    """Everything that never changes in a match, as the rules need it."""

    def __init__(
        self, cities: dict[str, Any], routes: dict[str, Any], tickets: dict[str, Any], ways: dict[str, Any]
    ) -> None:
        figures: dict[str, int] = ways["figures"]
        self.trains: i64 = figures["trains"]
        self.stations: i64 = figures["stations"]
        self.cards_of_colour: i64 = figures["cards_of_colour"]
        self.locomotives: i64 = figures["locomotives"]
        self.opening_cards: i64 = figures["opening_cards"]
        self.face_up: i64 = figures["face_up"]
        self.most_face_up_locomotives: i64 = figures["most_face_up_locomotives"]
        self.tunnel_cards: i64 = figures["tunnel_cards"]
        self.last_trains: i64 = figures["last_trains"]
        self.station_points: i64 = figures["station_points"]
        self.express_points: i64 = figures["express_points"]
        self.both_doubles_from_seats: i64 = figures["both_doubles_from_seats"]

        self.cities: list[City] = [City(index, entry) for index, entry in enumerate(cities["cities"])]
        self.city_by_name: dict[str, int] = {city.name: city.index for city in self.cities}
        self.read_routes(routes["routes"])
        self.read_payable()
        self.tickets: list[Ticket] = [
            Ticket(index, entry, self.city_by_name) for index, entry in enumerate(tickets["tickets"])
        ]
        self.ticket_by_name: dict[str, int] = {ticket.name: ticket.index for ticket in self.tickets}
        self.ticket_a: vec[i64] = vec[i64]([int(ticket.a) for ticket in self.tickets])
        self.ticket_b: vec[i64] = vec[i64]([int(ticket.b) for ticket in self.tickets])
        self.ticket_points: vec[i64] = vec[i64]([int(ticket.points) for ticket in self.tickets])
        self.ways: dict[str, Way] = {entry["id"]: Way(entry) for entry in ways["variants"]}
        self.pools: dict[str, dict[str, Any]] = tickets["variants"]
        self.bonus_sets: list[str] = list(tickets["optional_bonus_sets"])
        self.bits: vec[i64] = vec[i64]([1 << kind for kind in range(9)])
        # One card of a kind, in the packed counts of what was drawn and shown: six bits a kind.
        self.unit: vec[i64] = vec[i64]([1 << (6 * kind) for kind in range(9)])

    def read_routes(self, entries: list[dict[str, Any]]) -> None:
        self.route_names: list[str] = [entry["id"] for entry in entries]
        self.route_by_name: dict[str, int] = {name: index for index, name in enumerate(self.route_names)}
        self.end_a: vec[i64] = vec[i64]([self.city_by_name[entry["a"]] for entry in entries])
        self.end_b: vec[i64] = vec[i64]([self.city_by_name[entry["b"]] for entry in entries])
        self.length: vec[i64] = vec[i64]([entry["length"] for entry in entries])
        self.worth: vec[i64] = vec[i64]([entry["points"] for entry in entries])
        self.colour: vec[i64] = vec[i64](
            [8 if entry["colour"] == "gray" else COLOURS.index(entry["colour"]) for entry in entries]
        )
        self.ferry: vec[i64] = vec[i64]([entry["ferry_locomotives"] for entry in entries])
        self.tunnel: vec[i64] = vec[i64]([1 if entry["tunnel"] else 0 for entry in entries])
        self.twin: vec[i64] = vec[i64]([-1] * len(entries))
        groups: dict[str, int] = {}
        for index, entry in enumerate(entries):
            group = entry["double_group"]
            if group is None:
                continue
            if group in groups:
                self.twin[index] = groups[group]
                self.twin[groups[group]] = index
            else:
                groups[group] = index
        self.routes_at: list[list[int]] = [
            [index for index in range(len(entries)) if city.index in (self.end_a[index], self.end_b[index])]
            for city in self.cities
        ]

    def read_payable(self) -> None:
        """Routes by what pays them, so that what a hand can pay is a handful of words joined together."""
        count = len(self.route_names)
        sizes = range(int(LONGEST) + 1)
        self.most_ferry: i64 = max([int(each) for each in self.ferry])
        fits: list[list[int]] = []
        gray: list[list[int]] = []
        for size in sizes:
            short = [route for route in range(count) if self.length[route] <= size]
            fits.append(short)
            gray.append([route for route in short if self.colour[route] == GRAY and self.ferry[route] == 0])
        coloured: list[list[int]] = []
        for colour in range(8):
            for size in sizes:
                coloured.append([route for route in fits[size] if self.colour[route] == colour])
        ferries: list[list[int]] = []
        for locomotives in range(int(self.most_ferry) + 1):
            for size in sizes:
                ferries.append([route for route in fits[size] if 0 < self.ferry[route] <= locomotives])
        self.fits: vec[i64] = sets_of(fits)
        self.gray: vec[i64] = sets_of(gray)
        self.coloured: vec[i64] = sets_of(coloured)
        self.ferries: vec[i64] = sets_of(ferries)
        self.all_routes: vec[i64] = sets_of([list(range(count))])

    def pool(self, variant: str, bonus: list[str]) -> tuple[list[int], list[int]]:
        """The long and the regular tickets in use, bonus sets among the regular ones (rule 12)."""
        facts = self.pools[variant]
        long: list[int] = []
        regular: list[int] = []
        for ticket in self.tickets:
            if ticket.set in bonus:
                regular.append(ticket.index)
            elif ticket.set in facts["sets"] and (facts.get("filter") is None or ticket.big):
                (long if ticket.long else regular).append(ticket.index)
        return long, regular


def sets_of(lists: list[list[int]]) -> vec[i64]:
    """Sets of two words each, laid end to end."""
    together: list[i64] = []
    for items in lists:
        words = vec[i64]([0] * 2)
        for item in items:
            include(words, item)
        for word in words:
            together.append(word)
    return vec[i64](together)


def read_board() -> Board:
    folder = files("roundhouse.games.ticket_to_ride") / "content"
    facts: list[dict[str, Any]] = []
    for name in ("cities", "routes", "tickets", "variants"):
        facts.append(json.loads((folder / f"{name}.json").read_text("utf-8")))
    return Board(facts[0], facts[1], facts[2], facts[3])


BOARD: Final = read_board()

# Boxed once, so that a list of legal actions is made without making numbers.
BOXES: Final[list[object]] = list(range(10_240))

__all__ = ["BOARD", "BOXES", "COLOURS", "KINDS", "KIND_NAMES", "LOCO", "Board", "City", "Ticket", "Way", "bit"]
