"""What may be done, as integers, and the fast listing of it.

    0 to 8       take a card of that kind from the row
    DRAW         take one from the deck           TICKETS    draw tickets           PASS       do nothing
    TAKE_BACK    give up a tunnel                 PAY + n    pay for it with n locomotives among the extra cards
    KEEP + m     keep the tickets offered at the places in the bits of m
    STATION + …  27 a city: three for each kind of card, for none, one or two locomotives in place of that kind
    CLAIM + …    72 a route: eight for each kind of card, for none to seven locomotives in place of that kind

With locomotives for a kind the payment is locomotives alone, and the last place is 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from roundhouse.games.ticket_to_ride.board import BOARD, BOXES, GRAY, KINDS, LOCO, LONGEST

if TYPE_CHECKING:
    from roundhouse.games.ticket_to_ride.state import TicketToRideState

DRAW: Final[i64] = 9
TICKETS: Final[i64] = 24
PASS: Final[i64] = 10
TAKE_BACK: Final[i64] = 11
PAY: Final[i64] = 12
KEEP: Final[i64] = 32
STATION: Final[i64] = 64
STATIONS_A_CITY: Final[i64] = 27
CLAIM: Final[i64] = 2048
CLAIMS_A_ROUTE: Final[i64] = 72
LAST: Final[int] = 2048 + 72 * len(BOARD.route_names) - 1
WORD: Final[i64] = 60


def add_keeps(state: TicketToRideState, seat: i64, actions: list[object]) -> None:
    """Every choice of tickets that keeps enough of them (rules 3.3, 8.2, 12.3)."""
    boxes = BOXES
    least = state.fewest_kept(seat)
    most = state.most_kept(seat)
    masks: i64 = 1
    for _ in range(state.offered[seat]):
        masks *= 2
    for mask in range(masks):
        number: i64 = 0
        rest: i64 = mask
        while rest != 0:
            number += rest & 1
            rest >>= 1
        if least <= number <= most:
            actions.append(boxes[KEEP + mask])


def add_turn(state: TicketToRideState, seat: i64, actions: list[object], second: bool) -> None:
    """The four actions of a turn (rule 4.1), or the second card of one; to pass, where there is nothing else (4.2)."""
    boxes = BOXES
    seen: i64 = 0
    for kind in state.row:
        if kind >= 0:
            seen |= state.board.bits[kind]
    if second:
        seen &= 255
    for each in range(KINDS):
        if seen >> each & 1:
            actions.append(boxes[each])
    if state.deck_cards > 0:
        actions.append(boxes[DRAW])
    if second:
        return
    if state.bottom > state.top:
        actions.append(boxes[TICKETS])
    add_claims(state, seat, actions)
    if state.built[seat] < state.board.stations:
        add_stations(state, seat, actions)
    if not actions:
        actions.append(boxes[PASS])


def add_claims(state: TicketToRideState, seat: i64, actions: list[object]) -> None:
    """Every way to pay for every route in reach of this hand; the fewest locomotives first (rules 6.1 to 6.8)."""
    board = state.board
    hands = state.hands
    base = seat * KINDS
    locos = hands[base + LOCO]
    longest: i64 = 0
    low: i64 = 0
    high: i64 = 0
    for kind in range(LOCO):
        count = hands[base + kind]
        if count > longest:
            longest = count
        place = (kind * (LONGEST + 1) + min(count + locos, LONGEST)) * 2
        low |= board.coloured[place]
        high |= board.coloured[place + 1]
    together = min(longest + locos, LONGEST)
    low |= board.gray[together * 2]
    high |= board.gray[together * 2 + 1]
    place = (min(locos, board.most_ferry) * (LONGEST + 1) + together) * 2
    low |= board.ferries[place]
    high |= board.ferries[place + 1]
    trains = min(state.trains[seat], LONGEST) * 2
    low &= board.fits[trains] & state.open[0] & ~state.barred[seat * 2]
    high &= board.fits[trains + 1] & state.open[1] & ~state.barred[seat * 2 + 1]
    while low != 0:
        last = low & -low
        low ^= last
        add_payments(state, base, int(last).bit_length() - 1, locos, actions)
    while high != 0:
        last = high & -high
        high ^= last
        add_payments(state, base, WORD + int(last).bit_length() - 1, locos, actions)


def add_payments(state: TicketToRideState, base: i64, route: i64, locos: i64, actions: list[object]) -> None:
    boxes = BOXES
    board = state.board
    length = board.length[route]
    code = CLAIM + route * CLAIMS_A_ROUTE
    colour = board.colour[route]
    most = min(locos, length - 1)
    if colour != GRAY:
        for number in range(max(length - state.hands[base + colour], 0), most + 1):
            actions.append(boxes[code + colour * 8 + number])
    else:
        needed = board.ferry[route]
        for kind in range(LOCO):
            count = state.hands[base + kind]
            if count > 0:
                for number in range(max(length - count, needed), most + 1):
                    actions.append(boxes[code + kind * 8 + number])
    if locos >= length:
        actions.append(boxes[code + LOCO * 8])


def add_stations(state: TicketToRideState, seat: i64, actions: list[object]) -> None:
    """A station in any city without one, for every payment (rules 9.1 to 9.3)."""
    boxes = BOXES
    base = seat * KINDS
    price = state.built[seat] + 1
    locos = state.hands[base + LOCO]
    payments: list[int] = []
    for kind in range(LOCO):
        count = state.hands[base + kind]
        if count > 0:
            for number in range(max(price - count, 0), min(locos, price - 1) + 1):
                payments.append(int(kind * 3 + number))
    if locos >= price:
        payments.append(int(LOCO * 3))
    if not payments:
        return
    free = state.free_cities
    code = STATION
    while free != 0:
        if free & 1:
            for payment in payments:
                actions.append(boxes[code + payment])
        free >>= 1
        code += STATIONS_A_CITY
