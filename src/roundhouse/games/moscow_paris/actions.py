"""What may be done, as integers, and the fast listing of it.

LAY + 8 k + 2 l + s      a wagon of kind k from the hand into line l, on side s
DOWN + k, UP + k         a wagon of kind k from the hand before oneself, or back
REMOVE + l               the city of line l leaves the game
STACK_2 + 16 l + 8 s + p   discard two, one above the other: place p on side s of line l and of the one below it
STACK_3 + 16 l + 8 s + p   the same with three
STOP, PASS, DECLINE      end a chain; nothing can be done; take no city
CLAIM_CITY + l           take the city of line l
GIVE + 64 d + 8 k + m    give kind k for kind m, to the next seat (d = 0) or the one before (d = 1)
SWAP + 96 a + b          swap the wagons of cells a < b: 16 l + 8 s + p in a line, 64 + 8 seat + k before a seat
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from roundhouse.games.moscow_paris.board import BOXES, LINES, WAGONS

if TYPE_CHECKING:
    from roundhouse.games.moscow_paris.state import MoscowParisState

LAY: Final[i64] = 0
DOWN: Final[i64] = 64
UP: Final[i64] = 72
REMOVE: Final[i64] = 80
STACK_2: Final[i64] = 84
STACK_3: Final[i64] = 132
STOP: Final[i64] = 164
PASS: Final[i64] = 165
DECLINE: Final[i64] = 166
CLAIM_CITY: Final[i64] = 168
GIVE: Final[i64] = 176
SWAP: Final[i64] = 512
CELLS: Final[i64] = 96
FRONT_CELLS: Final[i64] = 64
END: Final[i64] = 9728


def add_wagons(state: MoscowParisState, seat: i64, actions: list[object]) -> None:
    """Wagons into lines, before oneself, and back (rules 4.1 to 4.7)."""
    boxes = BOXES
    hand = state.hands[seat]
    limit = state.board.limit
    room: i64 = 0
    for line in range(LINES):
        city = state.cities[line]
        if city >= 0 and state.lengths[line * 2] + state.lengths[line * 2 + 1] < limit[city]:
            room |= state.board.bits[line]
    rest = hand
    for kind in range(WAGONS):
        if rest & 15:
            for line in range(LINES):
                if room >> line & 1 and not state.masks[line] >> kind & 1:
                    code = LAY + kind * 8 + line * 2
                    actions.append(boxes[code])
                    actions.append(boxes[code + 1])
        rest >>= 4
    if state.front_size(seat) < 4:
        rest = hand
        for kind in range(WAGONS):
            if rest & 15:
                actions.append(boxes[DOWN + kind])
            rest >>= 4
    rest = state.fronts[seat]
    for kind in range(WAGONS):
        if rest & 15:
            actions.append(boxes[UP + kind])
        rest >>= 4


def add_removals(state: MoscowParisState, actions: list[object]) -> None:
    boxes = BOXES
    for line in range(LINES):
        if state.cities[line] >= 0:
            actions.append(boxes[REMOVE + line])


def add_stacks(state: MoscowParisState, height: i64, actions: list[object]) -> None:
    """Wagons one above the other in neighbouring lines: same side, same distance from the city (rules 5.6 to 5.8)."""
    boxes = BOXES
    lengths = state.lengths
    base = STACK_2 if height == 2 else STACK_3
    for line in range(LINES - height + 1):
        for side in range(2):
            least: i64 = 8
            for each in range(line, line + height):
                least = min(least, lengths[each * 2 + side])
            for place in range(least):
                actions.append(boxes[base + line * 16 + side * 8 + place])


def add_exchanges(state: MoscowParisState, seat: i64, way: i64, actions: list[object]) -> None:
    """A wagon before the seat for a different one before a neighbour (rules 6.1, 6.2)."""
    boxes = BOXES
    mine = state.front_mask(seat)
    other = (seat + 1) % state.count if way == 0 else (seat + state.count - 1) % state.count
    theirs = state.front_mask(other)
    for give in range(WAGONS):
        if mine >> give & 1:
            for take in range(WAGONS):
                if theirs >> take & 1 and take != give:
                    actions.append(boxes[GIVE + way * 64 + give * 8 + take])


def add_swaps(state: MoscowParisState, actions: list[object]) -> None:
    """Any two wagons in play, where that changes something and no line gets a kind twice (rules 5.3 to 5.5)."""
    boxes = BOXES
    codes: list[int] = []
    kinds: list[int] = []
    homes: list[int] = []
    for line in range(LINES):
        for side in range(2):
            row = state.sides[line * 2 + side]
            for place in range(state.lengths[line * 2 + side]):
                codes.append(int(line * 16 + side * 8 + place))
                kinds.append(int(row & 15))
                homes.append(int(line))
                row >>= 4
    lying = len(codes)
    for seat in range(state.count):
        rest = state.fronts[seat]
        for kind in range(WAGONS):
            if rest & 15:
                codes.append(int(FRONT_CELLS + seat * 8 + kind))
                kinds.append(int(kind))
                homes.append(int(LINES + seat))
            rest >>= 4
    masks = state.masks
    for one in range(len(codes)):
        kind_one: i64 = kinds[one]
        home_one: i64 = homes[one]
        in_line = one < lying
        # What may not come to the place of the first: its own kind, and all that its line has.
        barred: i64 = masks[home_one] if in_line else state.board.bits[kind_one]
        base: i64 = SWAP + i64(codes[one]) * CELLS
        for two in range(one + 1, len(codes)):
            home_two: i64 = homes[two]
            kind_two: i64 = kinds[two]
            if home_one == home_two:
                if in_line:
                    actions.append(boxes[base + i64(codes[two])])
            elif not barred >> kind_two & 1 and not (two < lying and masks[home_two] >> kind_one & 1):
                actions.append(boxes[base + i64(codes[two])])
