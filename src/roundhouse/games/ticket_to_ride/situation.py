"""What a player sees at a glance: the facts of a view as numbers, for the game's own players.

Made from the view alone, so nothing a seat may not know can get in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from roundhouse.games.ticket_to_ride.board import BOARD, KIND_NAMES
from roundhouse.games.ticket_to_ride.planning import CITIES, FAR, LINK_ROUTES, Tree
from roundhouse.games.ticket_to_ride.table import BONUS_OPTIONS

KINDS: Final = 9
LOCO: Final = 8
GRAY: Final = 8
NOBODY: Final = -1

END_A: Final = [int(each) for each in BOARD.end_a]
END_B: Final = [int(each) for each in BOARD.end_b]
LENGTH: Final = [int(each) for each in BOARD.length]
WORTH: Final = [int(each) for each in BOARD.worth]
COLOUR: Final = [int(each) for each in BOARD.colour]
FERRY: Final = [int(each) for each in BOARD.ferry]
TUNNEL: Final = [bool(each) for each in BOARD.tunnel]
TWIN: Final = [int(each) for each in BOARD.twin]
ROUTES: Final = len(LENGTH)
TICKET_A: Final = [int(each) for each in BOARD.ticket_a]
TICKET_B: Final = [int(each) for each in BOARD.ticket_b]
TICKET_POINTS: Final = [int(each) for each in BOARD.ticket_points]
PACE: Final = 1.2
"""Trains a seat lays in a turn, turns of drawing counted."""
KIND_BY_NAME: Final = {name: kind for kind, name in enumerate(KIND_NAMES)}


@final
class Rival:
    """Another seat, as all see it."""

    def __init__(self, seat: int, trains: int, cards: int, known: list[int]) -> None:
        self.seat: int = seat
        self.trains: int = trains
        self.cards: int = cards
        self.known: list[int] = known
        """The cards of each kind it is known to hold."""
        self.at: list[bool] = [False] * CITIES
        """Which cities its trains reach."""


@final
class Situation:
    """The table as one seat sees it."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.seat: int = view["seat"]
        self.second_card: bool = view["phase"] == "second-card"
        self.hand: list[int] = kinds_of(view["hand"] or {})
        own = view["players"][self.seat]
        self.trains: int = own["trains"]
        self.stations: int = own["stations"]
        self.read_map(view)
        self.read_cards(view)
        self.read_tickets(view)
        self.turns_left: float = self.guess_turns(view)

    def read_map(self, view: Mapping[str, Any]) -> None:
        self.owner: list[int] = [NOBODY] * ROUTES
        for name, seat in view["routes"].items():
            self.owner[BOARD.route_by_name[name]] = seat
        self.host: list[int] = [NOBODY] * CITIES
        for name, seat in view["stations"].items():
            self.host[BOARD.city_by_name[name]] = seat
        both = view["seats"] >= BOARD.both_doubles_from_seats
        self.free: list[bool] = [
            self.owner[route] == NOBODY
            and (
                TWIN[route] < 0 or self.owner[TWIN[route]] == NOBODY or (both and self.owner[TWIN[route]] != self.seat)
            )
            for route in range(ROUTES)
        ]
        """Which routes this seat may still claim."""

    def read_cards(self, view: Mapping[str, Any]) -> None:
        """The row, the rivals, and what lies in the deck or in hands nobody has looked into."""
        self.row: list[int] = [0] * KINDS
        for name in view["row"]:
            if name is not None:
                self.row[KIND_BY_NAME[name]] += 1
        unseen = [int(BOARD.cards_of_colour)] * LOCO + [int(BOARD.locomotives)]
        gone = [self.hand, self.row, kinds_of(view["discard"])]
        self.rivals: list[Rival] = []
        for seat, told in enumerate(view["players"]):
            if seat == self.seat:
                continue
            rival = Rival(seat, told["trains"], told["cards"], kinds_of(told["known"]))
            for route in range(ROUTES):
                if self.owner[route] == seat:
                    rival.at[END_A[route]] = True
                    rival.at[END_B[route]] = True
            self.rivals.append(rival)
            gone.append(rival.known)
        self.unseen: list[int] = [
            max(count - sum(cards[kind] for cards in gone), 0) for kind, count in enumerate(unseen)
        ]

    def read_tickets(self, view: Mapping[str, Any]) -> None:
        held = [BOARD.ticket_by_name[name] for name in view["tickets"][self.seat] or ()]
        costs = [0.0 if any(self.owner[route] == self.seat for route in routes) else FAR for routes in LINK_ROUTES]
        self.unfinished: list[int] = [
            ticket for ticket in held if Tree(TICKET_A[ticket], costs).cost[TICKET_B[ticket]] >= FAR
        ]
        offer = view["offer"]
        self.offered: list[int] = [BOARD.ticket_by_name[name] for name in offer["tickets"]] if offer else []
        self.tickets_left: int = view["tickets_left"]
        options = view["options"]
        way = BOARD.ways[options["variant"]]
        self.draw: int = int(way.draw)
        bonus = [name for name, option in BONUS_OPTIONS.items() if options[option]]
        seen = {*held, *self.offered}
        for dealing in view["dealings"]:
            if dealing["seat"] == self.seat:
                seen.update(BOARD.ticket_by_name[name] for name in dealing["tickets"])
        _, regular = BOARD.pool(options["variant"], bonus)
        self.unseen_tickets: list[int] = [ticket for ticket in regular if ticket not in seen]

    def guess_turns(self, view: Mapping[str, Any]) -> float:
        """How many turns are left to this seat, this one included: the first to run out of trains ends the match."""
        if view["last_turns"] is not None:
            return 1.0
        left = min([self.trains, *(rival.trains for rival in self.rivals)])
        return max(left - int(BOARD.last_trains), 0) / PACE + 2

    def lent(self, link: int) -> bool:
        """Could a station at one of its ends use this link?"""
        return any(self.owner[route] not in (NOBODY, self.seat) for route in LINK_ROUTES[link])


def kinds_of(counts: Mapping[str, int]) -> list[int]:
    """Cards of each kind, from counts by name."""
    found = [0] * KINDS
    for name, count in counts.items():
        found[KIND_BY_NAME[name]] = count
    return found
