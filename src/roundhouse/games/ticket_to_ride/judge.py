"""Why not: the judge beside the generator of `actions.py`. Reasons stand in the order a player would check them."""

from __future__ import annotations

from roundhouse.engine.game import judged
from roundhouse.engine.refusal import Refusal
from roundhouse.games.ticket_to_ride.actions import (
    CLAIM,
    CLAIMS_A_ROUTE,
    DRAW,
    KEEP,
    LAST,
    PASS,
    PAY,
    STATION,
    STATIONS_A_CITY,
    TAKE_BACK,
    TICKETS,
)
from roundhouse.games.ticket_to_ride.board import BOARD, GRAY, KIND_NAMES, LOCO
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import CHOOSE, CHOOSE_LONG, OFFER, SECOND, TUNNEL

STATIONS_END = STATION + STATIONS_A_CITY * len(BOARD.cities)
MOST_EXTRA = 3
MASKS = 32


def meant(action: int) -> bool:
    """Does the integer stand for anything at all?"""
    if action < 0 or action > LAST:
        return False
    if action >= CLAIM:
        code = (action - CLAIM) % CLAIMS_A_ROUTE
        return code <= LOCO * 8
    if action >= STATION:
        return action < STATIONS_END and (action - STATION) % STATIONS_A_CITY <= LOCO * 3
    return action in (PASS, TAKE_BACK, TICKETS) or action <= DRAW or PAY <= action <= PAY + MOST_EXTRA or action >= KEEP


def refusal(state: TicketToRideState, seat: int, action: int) -> Refusal | None:
    if not meant(action):
        return Refusal("action-unknown")
    general = judged(state, seat, action)
    if general is not None:
        return general
    keeping = KEEP <= action < STATION
    if state.phase in (CHOOSE_LONG, CHOOSE, OFFER):
        if keeping:
            return refuse_keeping(state, seat, action - KEEP)
        return Refusal("keep-first", rule="8.2") if state.phase == OFFER else Refusal("choose-first", rule="3.3")
    if keeping:
        return Refusal("no-tickets-offered", rule="8.2")
    digging = action == TAKE_BACK or PAY <= action <= PAY + MOST_EXTRA
    if state.phase == TUNNEL:
        if not digging:
            return Refusal("tunnel-first", {"route": BOARD.route_names[state.route]}, "7.4")
        return None if action == TAKE_BACK else refuse_extra(state, seat, action - PAY)
    if digging:
        return Refusal("no-tunnel", rule="7.4")
    if action < DRAW:
        if state.phase == SECOND and action == LOCO:
            return Refusal("locomotive-second", rule="5.3")
        if KIND_NAMES[action] not in state.row_names():
            return Refusal("card-not-face-up", {"card": KIND_NAMES[action]}, "5.1")
        return None
    if action == DRAW:
        return None if state.deck_cards > 0 else Refusal("deck-empty", rule="5.9")
    if state.phase == SECOND:
        return Refusal("second-card-owed", rule="5.1")
    if action == TICKETS:
        return None if state.tickets_left() else Refusal("no-tickets-left", rule="8.1")
    if action == PASS:
        return Refusal("can-act", rule="4.2") if state.legal_actions(seat) != [PASS] else None
    if action < CLAIM:
        return refuse_station(state, seat, action - STATION)
    return refuse_claim(state, seat, action - CLAIM)


def refuse_keeping(state: TicketToRideState, seat: int, mask: int) -> Refusal | None:
    offered = int(state.offered[seat])
    if mask >= 1 << offered:
        return Refusal("ticket-not-offered", {"number": offered}, "8.2" if state.phase == OFFER else "3.3")
    kept = mask.bit_count()
    fewest, most = int(state.fewest_kept(seat)), int(state.most_kept(seat))
    if kept < fewest:
        rule = "8.2" if state.phase == OFFER else "12.3" if state.way.two_choices else "3.3"
        return Refusal("tickets-too-few", {"number": fewest}, rule)
    if kept > most:
        return Refusal("tickets-too-many", {"number": most}, "12.3")
    return None


def refuse_extra(state: TicketToRideState, seat: int, locos: int) -> Refusal | None:
    owed, kind = int(state.owed), int(state.kind)
    hand = state.hand(seat)
    if locos > owed or (kind == LOCO and locos < owed):
        return Refusal("extra-wrong", {"number": owed, "colour": KIND_NAMES[kind]}, "7.3" if kind == LOCO else "7.2")
    colour = 0 if kind == LOCO else owed - locos
    if hand[kind] >= colour and hand[LOCO] >= locos:
        return None
    return lacking(hand, kind, colour, locos, "7.2")


def lacking(hand: list[int], kind: int, colour: int, locos: int, rule: str) -> Refusal:
    """What the hand lacks for a payment: cards whatever the split, or just this split of colour and locomotives."""
    if kind == LOCO:
        return Refusal("locomotives-lacking", {"number": locos - hand[LOCO]}, rule)
    short = colour + locos - hand[kind] - hand[LOCO]
    name = KIND_NAMES[kind]
    if short > 0:
        return Refusal("cards-lacking", {"number": short, "colour": name}, rule)
    held = {"colour": name, "number": hand[kind], "locomotives": hand[LOCO]}
    return Refusal("cards-otherwise", held, rule)


def refuse_station(state: TicketToRideState, seat: int, code: int) -> Refusal | None:
    city, payment = divmod(code, int(STATIONS_A_CITY))
    kind, locos = divmod(payment, 3)
    if state.built[seat] >= BOARD.stations:
        return Refusal("stations-out", {"number": int(BOARD.stations)}, "9.3")
    if state.host[city] >= 0:
        return Refusal("station-taken", {"city": BOARD.cities[city].name, "seat": int(state.host[city])}, "9.1")
    price = int(state.built[seat]) + 1
    if kind == LOCO:
        locos = price
    elif locos >= price:
        return Refusal("locomotives-too-many", {"number": price - 1}, "9.2")
    hand = state.hand(seat)
    colour = price - locos
    if hand[kind] >= colour + (locos if kind == LOCO else 0) and hand[LOCO] >= locos:
        return None
    return lacking(hand, kind, colour, locos, "9.2")


def refuse_claim(state: TicketToRideState, seat: int, code: int) -> Refusal | None:
    route, payment = divmod(code, int(CLAIMS_A_ROUTE))
    kind, locos = divmod(payment, 8)
    closed = refuse_route(state, seat, route)
    if closed is not None:
        return closed
    name = BOARD.route_names[route]
    length, colour, ferry = int(BOARD.length[route]), int(BOARD.colour[route]), int(BOARD.ferry[route])
    hand = state.hand(seat)
    if kind == LOCO:
        return None if hand[LOCO] >= length else lacking(hand, LOCO, 0, length, "6.3")
    if colour not in (GRAY, kind):
        told = {"route": name, "colour": KIND_NAMES[colour], "given_colour": KIND_NAMES[kind]}
        return Refusal("colour-wrong", told, "6.2")
    if hand[LOCO] < ferry:
        return Refusal("ferry-lacking", {"route": name, "locomotives": ferry, "number": ferry - hand[LOCO]}, "6.8")
    if locos < ferry:
        return Refusal("ferry-locomotives", {"route": name, "locomotives": ferry}, "6.8")
    if locos >= length:
        return Refusal("locomotives-too-many", {"number": length - 1}, "6.3")
    if hand[kind] >= length - locos and hand[LOCO] >= locos:
        return None
    return lacking(hand, kind, length - locos, locos, "6.3")


def refuse_route(state: TicketToRideState, seat: int, route: int) -> Refusal | None:
    """Why nobody, or not this seat, can have the route, whatever it pays."""
    name = BOARD.route_names[route]
    owner = int(state.owner[route])
    if owner >= 0:
        return Refusal("route-taken", {"route": name, "seat": owner}, "6.1")
    twin = int(BOARD.twin[route])
    if twin >= 0 and state.owner[twin] == seat:
        return Refusal("double-own", {"route": name}, "6.5")
    if twin >= 0 and state.owner[twin] >= 0 and state.seats < BOARD.both_doubles_from_seats:
        return Refusal("double-closed", {"route": name, "seat": int(state.owner[twin])}, "6.6")
    length, trains = int(BOARD.length[route]), int(state.trains[seat])
    if trains < length:
        return Refusal("trains-lacking", {"route": name, "length": length, "trains": trains}, "6.7")
    return None
