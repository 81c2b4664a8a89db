"""Actions in names: between their JSON and their integers."""

from __future__ import annotations

from typing import Any

from roundhouse.engine.game import Value
from roundhouse.engine.refusal import refuse_action
from roundhouse.games.ticket_to_ride.actions import (
    CLAIM,
    CLAIMS_A_ROUTE,
    DRAW,
    KEEP,
    PASS,
    PAY,
    STATION,
    STATIONS_A_CITY,
    TAKE_BACK,
    TICKETS,
)
from roundhouse.games.ticket_to_ride.board import BOARD, GRAY, KIND_NAMES, LOCO
from roundhouse.games.ticket_to_ride.judge import MOST_EXTRA
from roundhouse.games.ticket_to_ride.state import TicketToRideState

SIMPLE = {"draw": DRAW, "tickets": TICKETS, "pass": PASS, "take-back": TAKE_BACK}
MOST_LOCOMOTIVES = 14
THINNED = 17
"""Of the routes and cities, one in so many is asked about at a time; another part in each position."""


def decode(state: TicketToRideState, seat: int, action: int) -> Value:
    if action < DRAW:
        return {"type": "take", "card": KIND_NAMES[action]}
    for name, number in SIMPLE.items():
        if action == number:
            return {"type": name}
    if action < KEEP:
        return {"type": "pay", "locomotives": action - int(PAY)}
    if action < STATION:
        names = state.offer_names(seat)
        return {
            "type": "keep",
            "tickets": [name for place, name in enumerate(names) if (action - KEEP) >> place & 1],
        }
    if action < CLAIM:
        city, code = divmod(action - int(STATION), int(STATIONS_A_CITY))
        kind, locos = divmod(code, 3)
        return {"type": "station", "city": BOARD.cities[city].name, **payment(kind, locos, int(state.built[seat]) + 1)}
    route, code = divmod(action - int(CLAIM), int(CLAIMS_A_ROUTE))
    kind, locos = divmod(code, 8)
    return {"type": "claim", "route": BOARD.route_names[route], **payment(kind, locos, int(BOARD.length[route]))}


def payment(kind: int, locos: int, price: int) -> dict[str, Any]:
    return {"colour": KIND_NAMES[kind], "locomotives": price if kind == LOCO else locos}


def encode(state: TicketToRideState, seat: int, value: object) -> int:
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(kind, str):
        raise refuse_action("action-type-unknown", type=str(kind)[:60])
    if kind in SIMPLE:
        return int(SIMPLE[kind])
    if kind == "take":
        return named(value, "card", "card-unknown", {name: place for place, name in enumerate(KIND_NAMES)})
    if kind == "keep":
        return encode_keeping(state, seat, value.get("tickets"))
    if kind == "pay":
        locos = value.get("locomotives")
        if type(locos) is not int or not 0 <= locos <= MOST_EXTRA:
            raise refuse_action("locomotives-unknown", "7.2", locomotives=str(locos)[:20])
        return int(PAY) + locos
    if kind == "station":
        city = named(value, "city", "city-unknown", BOARD.city_by_name)
        first = int(STATION) + city * int(STATIONS_A_CITY)
        price = int(state.built[seat]) + 1
        return first + encode_payment(state, seat, value, first, int(STATIONS_A_CITY), price, 3, list(range(LOCO)), 0)
    if kind == "claim":
        route = named(value, "route", "route-unknown", BOARD.route_by_name)
        first = int(CLAIM) + route * int(CLAIMS_A_ROUTE)
        colour = int(BOARD.colour[route])
        colours = list(range(LOCO)) if colour == GRAY else [colour]
        price, ferry = int(BOARD.length[route]), int(BOARD.ferry[route])
        return first + encode_payment(state, seat, value, first, int(CLAIMS_A_ROUTE), price, 8, colours, ferry)
    raise refuse_action("action-type-unknown", type=kind[:60])


def named(value: dict[str, Any], key: str, code: str, names: dict[str, int]) -> int:
    name = value.get(key)
    if not isinstance(name, str) or name not in names:
        raise refuse_action(code, **{key: str(name)[:60]})
    return names[name]


def encode_keeping(state: TicketToRideState, seat: int, names: object) -> int:
    if not isinstance(names, list):
        raise refuse_action("ticket-unknown", ticket=str(names)[:60])
    offered = state.offer_names(seat)
    mask = 0
    for name in names:
        if not isinstance(name, str) or name not in BOARD.ticket_by_name:
            raise refuse_action("ticket-unknown", ticket=str(name)[:60])
        if name not in offered:
            raise refuse_action("ticket-not-yours", "8.2", ticket=name)
        mask |= 1 << offered.index(name)
    return int(KEEP) + mask


def encode_payment(
    state: TicketToRideState,
    seat: int,
    value: dict[str, Any],
    first: int,
    codes: int,
    price: int,
    width: int,
    colours: list[int],
    least: int,
) -> int:
    """The code of a payment. Without a colour: the legal one with fewest locomotives, or else what comes nearest."""
    if "colour" not in value:
        legal = [action - first for action in state.legal_actions(seat) if first <= action < first + codes]
        if legal:
            return min(legal, key=lambda code: (price if code // width == LOCO else code % width, code))
        hand = state.hand(seat)
        best = max(colours, key=lambda kind: (hand[kind], -kind))
        return best * width + min(max(price - hand[best], least, 0), price - 1, width - 1, hand[LOCO])
    kind = named(value, "colour", "colour-unknown", {name: place for place, name in enumerate(KIND_NAMES)})
    locos = value.get("locomotives", price if kind == LOCO else 0)
    if type(locos) is not int or not 0 <= locos <= MOST_LOCOMOTIVES:
        raise refuse_action("locomotives-unknown", "6.3", locomotives=str(locos)[:20])
    if kind == LOCO:
        if locos != price:
            raise refuse_action("locomotives-all", "6.3", number=price)
        return int(LOCO) * width
    if locos >= width:
        raise refuse_action("locomotives-too-many", "6.3", number=price - 1)
    return kind * width + locos


def outside_actions(state: TicketToRideState, seat: int) -> list[int]:
    """Everything but routes and stations, and a part of these that changes with what all can see."""
    part = int(state.deck_cards) + int(state.discard_cards) * 2 + sum(state.standings())
    found = list(range(int(STATION)))
    for city in range(len(BOARD.cities)):
        if (city + part) % THINNED == 0:
            first = int(STATION) + city * int(STATIONS_A_CITY)
            found += range(first, first + int(STATIONS_A_CITY))
    for route in range(len(BOARD.route_names)):
        if (route + part) % THINNED == 0:
            first = int(CLAIM) + route * int(CLAIMS_A_ROUTE)
            colour = int(BOARD.colour[route])
            kinds = range(9) if colour == GRAY else (colour, (colour + 1) % 8, int(LOCO))
            for kind in kinds:
                found += range(first + kind * 8, first + kind * 8 + 8)
    return found
