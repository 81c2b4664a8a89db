"""What a seat is asked: its legal actions as a tree of verb, thing, and how to pay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from roundhouse.engine.prompt import Choice, Prompt
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
from roundhouse.games.ticket_to_ride.board import BOARD, COLOURS, KIND_NAMES, LOCO
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import CHOOSE, CHOOSE_LONG, OFFER, SECOND, TUNNEL


def prompt(state: TicketToRideState, seat: int) -> Prompt | None:
    actions = state.legal_actions(seat)
    if not actions:
        return None
    if state.phase in (CHOOSE_LONG, CHOOSE, OFFER):
        return ask_for_tickets(state, seat, actions)
    notes = ["last-turn"] if state.last_turns > 0 else []
    if state.phase == TUNNEL:
        return ask_for_tunnel(state, actions, notes)
    verbs = card_verbs(actions)
    if state.phase == SECOND:
        return Prompt("second-card", {}, verbs, notes)
    if TICKETS in actions:
        number = min(int(state.way.draw), state.tickets_left())
        verbs.append(Choice("verb", "tickets", {"number": number}, TICKETS))
    if claims := by_thing(actions, CLAIM, CLAIMS_A_ROUTE, LAST_CLAIM):
        verbs.append(Choice("verb", "claim", choices=[route_choice(state, seat, *each) for each in claims]))
    if stations := by_thing(actions, STATION, STATIONS_A_CITY, CLAIM):
        price = int(state.built[seat]) + 1
        cities = [
            Choice("city", BOARD.cities[city].name, {"price": price}, choices=payments(state, seat, price, 3, codes))
            for city, codes in stations
        ]
        verbs.append(Choice("verb", "station", {"price": price}, choices=cities))
    if PASS in actions:
        return Prompt("nothing-to-do", {}, [Choice("verb", "pass", action=int(PASS))], notes)
    return Prompt("turn", {}, verbs, notes)


LAST_CLAIM = 1 << 16


def by_thing(actions: list[int], first: int, each: int, end: int) -> list[tuple[int, dict[int, int]]]:
    """The routes or cities among the actions, with the payments of each: what a payment's code is, and its action."""
    found: dict[int, dict[int, int]] = {}
    for action in actions:
        if first <= action < end:
            thing, code = divmod(action - first, int(each))
            found.setdefault(thing, {})[code] = action
    return list(found.items())


def card_verbs(actions: list[int]) -> list[Choice]:
    verbs = []
    cards = [Choice("card", KIND_NAMES[action], action=action) for action in actions if action < DRAW]
    if cards:
        verbs.append(Choice("verb", "take", choices=cards))
    if DRAW in actions:
        verbs.append(Choice("verb", "draw", action=int(DRAW)))
    return verbs


def route_choice(state: TicketToRideState, seat: int, route: int, codes: dict[int, int]) -> Choice:
    length = int(BOARD.length[route])
    return Choice(
        "route", BOARD.route_names[route], route_params(route), choices=payments(state, seat, length, 8, codes)
    )


def route_params(route: int) -> dict[str, Any]:
    colour = int(BOARD.colour[route])
    return {
        "length": int(BOARD.length[route]),
        "colour": COLOURS[colour] if colour < LOCO else "gray",
        "tunnel": bool(BOARD.tunnel[route]),
        "ferry": int(BOARD.ferry[route]),
        "points": int(BOARD.worth[route]),
    }


def payments(state: TicketToRideState, seat: int, price: int, width: int, codes: dict[int, int]) -> list[Choice]:
    """Ways to pay: fewest locomotives first, then the colour of which most would be left."""
    hand = state.hand(seat)

    def cost(code: int) -> tuple[int, int, int]:
        kind, locos = divmod(code, width)
        if kind == LOCO:
            return price, 0, kind
        return locos, price - locos - hand[kind], kind

    return [payment(code, width, price, codes[code]) for code in sorted(codes, key=cost)]


def payment(code: int, width: int, price: int, action: int) -> Choice:
    kind, locos = divmod(code, width)
    if kind == LOCO:
        locos = price
    return Choice("payment", KIND_NAMES[kind], payment_params(kind, price - locos, locos), action)


def payment_params(kind: int, number: int, locos: int) -> dict[str, Any]:
    return {"colour": KIND_NAMES[kind], "number": number, "locomotives": locos}


def ask_for_tickets(state: TicketToRideState, seat: int, actions: Iterable[int]) -> Prompt:
    offered = state.offer_of(seat)
    choices = []
    for action in actions:
        mask = action - int(KEEP)
        names = [BOARD.tickets[ticket].name for place, ticket in enumerate(offered) if mask >> place & 1]
        choices.append(Choice("tickets", "+".join(names) or "none", {"tickets": names}, action))
    least, most = int(state.fewest_kept(seat)), int(state.most_kept(seat))
    ask = {int(CHOOSE_LONG): "choose-long", int(CHOOSE): "choose-tickets"}.get(int(state.phase), "keep-tickets")
    return Prompt(
        ask,
        {"tickets": state.offer_names(seat), "least": least, "most": most},
        [Choice("verb", "keep", choices=choices)],
    )


def ask_for_tunnel(state: TicketToRideState, actions: list[int], notes: list[str]) -> Prompt:
    owed, kind = int(state.owed), int(state.kind)
    ways = []
    for action in actions:
        if action >= PAY:
            locos = action - int(PAY)
            number = 0 if kind == LOCO else owed - locos
            ways.append(Choice("payment", KIND_NAMES[kind], payment_params(kind, number, locos), action))
    params = {
        "route": BOARD.route_names[state.route],
        "cards": [KIND_NAMES[each] for each in state.revealed],
        "owed": owed,
        "colour": KIND_NAMES[kind],
    }
    choices = [Choice("verb", "pay", choices=ways), Choice("verb", "take-back", action=int(TAKE_BACK))]
    return Prompt("tunnel", params, choices, notes)
