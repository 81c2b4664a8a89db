"""Why not: the judge beside the generator of `actions.py`. Reasons come in the order a player would check them."""

from __future__ import annotations

from roundhouse.engine.game import judged
from roundhouse.engine.refusal import Refusal
from roundhouse.games.moscow_paris.actions import (
    CELLS,
    CLAIM_CITY,
    DECLINE,
    DOWN,
    END,
    FRONT_CELLS,
    GIVE,
    PASS,
    REMOVE,
    STACK_2,
    STACK_3,
    STOP,
    SWAP,
    UP,
)
from roundhouse.games.moscow_paris.board import BOARD, FRONT, LINES
from roundhouse.games.moscow_paris.state import SIDES, MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, TURN

CARD_RULES = {"swap_two": "5.3", "discard_two": "5.6", "discard_three": "5.7", "remove_city": "5.11"}


def meant(action: int) -> bool:
    """Does the integer stand for anything, legal or not?"""
    if not 0 <= action < END or STOP + 3 <= action < CLAIM_CITY or CLAIM_CITY + LINES <= action < GIVE:
        return False
    if GIVE + 128 <= action < SWAP:
        return False
    if action >= SWAP:
        one, two = divmod(action - int(SWAP), int(CELLS))
        return one < two
    return True


def refusal(state: MoscowParisState, seat: int, action: int) -> Refusal | None:
    if not meant(action):
        return Refusal("action-unknown")
    general = judged(state, seat, action)
    if general is not None:
        return general
    if CLAIM_CITY <= action < GIVE:
        return refuse_claim(state, seat, action - CLAIM_CITY)
    if state.phase == CHAIN:
        return refuse_answer(state, seat, action)
    if state.phase != TURN:
        return None if action == DECLINE else Refusal("claim-first", rule="7.7")
    if action == STOP:
        return Refusal("no-chain", rule="6.4")
    if action == DECLINE:
        return Refusal("act-first", rule="7.7")
    if action == PASS:
        return None if state.legal_actions(seat) == [PASS] else Refusal("can-act", rule="3.5")
    if action < DOWN:
        return refuse_wagon(state, seat, action)
    if action < UP:
        return refuse_down(state, seat, action - DOWN)
    if action < REMOVE:
        return refuse_up(state, seat, action - UP)
    if action < STACK_2:
        return refuse_card(state, seat, "remove_city") or refuse_line(state, action - REMOVE)
    if action < STACK_3:
        return refuse_card(state, seat, "discard_two") or refuse_stack(state, action - STACK_2, 2)
    if action < STOP:
        return refuse_card(state, seat, "discard_three") or refuse_stack(state, action - STACK_3, 3)
    if action < SWAP:
        if state.seats == 2 and action >= GIVE + 64:
            # With two seats the neighbour on either side is the same, and one integer is enough.
            return Refusal("action-unknown")
        return refuse_card(state, seat, "neighbour_exchange") or refuse_exchange(state, seat, action - GIVE)
    return refuse_card(state, seat, "swap_two") or refuse_swap(state, *divmod(action - int(SWAP), int(CELLS)))


def count_of(pile: int, kind: int) -> int:
    return int(pile >> (4 * kind)) & 15


def refuse_card(state: MoscowParisState, seat: int, card: str) -> Refusal | None:
    if count_of(state.hands[seat], BOARD.kind_by_name[card]):
        return None
    return Refusal("card-lacking", {"card": card}, CARD_RULES.get(card, "6.1"))


def refuse_line(state: MoscowParisState, line: int) -> Refusal | None:
    return Refusal("line-closed", rule="2.3") if state.cities[line] < 0 else None


def refuse_wagon(state: MoscowParisState, seat: int, code: int) -> Refusal | None:
    kind, line = code // 8, code // 2 % 4
    name = BOARD.kind_names[kind]
    if not count_of(state.hands[seat], kind):
        return Refusal("wagon-lacking", {"wagon": name}, "4.1")
    closed = refuse_line(state, line)
    if closed is not None:
        return closed
    city = BOARD.cities[state.cities[line]]
    if state.masks[line] >> kind & 1:
        return Refusal("wagon-twice", {"wagon": name, "city": city.name}, "4.2")
    if len(state.row(line, 0)) + len(state.row(line, 1)) >= city.limit:
        return Refusal("line-full", {"city": city.name, "number": city.limit}, "4.3")
    return None


def refuse_down(state: MoscowParisState, seat: int, kind: int) -> Refusal | None:
    if not count_of(state.hands[seat], kind):
        return Refusal("wagon-lacking", {"wagon": BOARD.kind_names[kind]}, "4.5")
    if len(BOARD.kinds_of(state.fronts[seat])) >= FRONT:
        return Refusal("front-full", {"number": int(FRONT)}, "4.5")
    return None


def refuse_up(state: MoscowParisState, seat: int, kind: int) -> Refusal | None:
    if count_of(state.fronts[seat], kind):
        return None
    return Refusal("front-lacking", {"seat": seat, "wagon": BOARD.kind_names[kind]}, "4.7")


def refuse_stack(state: MoscowParisState, code: int, height: int) -> Refusal | None:
    top, side, place = code // 16, code // 8 % 2, code % 8
    for line in range(top, top + height):
        closed = refuse_line(state, line)
        if closed is not None:
            return closed
        if place >= len(state.row(line, side)):
            told = {"city": BOARD.cities[state.cities[line]].name, "side": SIDES[side], "place": place + 1}
            return Refusal("place-empty", told, "5.6" if height == 2 else "5.7")
    return None


def refuse_exchange(state: MoscowParisState, seat: int, code: int) -> Refusal | None:
    """The first of a chain or any other of it: `code` says which way, what is given and what taken."""
    way, give, take = code // 64, code // 8 % 8, code % 8
    other = (seat + (1 if way == 0 else -1)) % state.seats
    for owner, kind in ((seat, give), (other, take)):
        if not state.fronts[owner]:
            return Refusal("front-empty", {"seat": owner}, "6.3")
        if not count_of(state.fronts[owner], kind):
            return Refusal("front-lacking", {"seat": owner, "wagon": BOARD.kind_names[kind]}, "6.1")
    if give == take:
        return Refusal("exchange-same", {"wagon": BOARD.kind_names[give]}, "6.2")
    return None


def refuse_answer(state: MoscowParisState, seat: int, action: int) -> Refusal | None:
    if action == STOP:
        return None
    if not GIVE <= action < SWAP:
        return Refusal("chain-first", {"seat": int(state.turn)}, "6.4")
    way = 0 if state.step == 1 else 1
    if (action - GIVE) // 64 != way:
        return Refusal("chain-way", {"seat": (seat + state.step) % state.seats}, "6.4")
    return refuse_exchange(state, seat, action - GIVE)


def refuse_claim(state: MoscowParisState, seat: int, line: int) -> Refusal | None:
    """What stands between a seat and a city is told in every phase; only then, that it is too early."""
    closed = refuse_line(state, line)
    if closed is not None:
        return closed
    city = BOARD.cities[state.cities[line]].name
    if not state.masks[line]:
        return Refusal("line-empty", {"city": city}, "7.2")
    lacking = int(state.masks[line] & ~state.front_mask(seat))
    if lacking:
        wagons = [BOARD.kind_names[kind] for kind in range(8) if lacking >> kind & 1]
        return Refusal("wagons-unmatched", {"city": city, "wagons": wagons}, "7.1")
    if state.phase == CHAIN:
        return Refusal("chain-first", {"seat": int(state.turn)}, "6.4")
    return Refusal("act-first", rule="7.7") if state.phase == TURN else None


def refuse_cell(state: MoscowParisState, cell: int) -> Refusal | None:
    if cell >= FRONT_CELLS:
        seat, kind = divmod(cell - FRONT_CELLS, 8)
        if seat < state.seats and count_of(state.fronts[seat], kind):
            return None
        return Refusal("front-lacking", {"seat": seat, "wagon": BOARD.kind_names[kind]}, "5.3")
    line, side, place = cell // 16, cell // 8 % 2, cell % 8
    closed = refuse_line(state, line)
    if closed is not None:
        return closed
    if place < len(state.row(line, side)):
        return None
    told = {"city": BOARD.cities[state.cities[line]].name, "side": SIDES[side], "place": place + 1}
    return Refusal("place-empty", told, "5.3")


def refuse_swap(state: MoscowParisState, one: int, two: int) -> Refusal | None:
    for cell in (one, two):
        empty = refuse_cell(state, cell)
        if empty is not None:
            return empty
    kinds = [int(state.kind_at(cell)) for cell in (one, two)]
    if kinds[0] == kinds[1]:
        return Refusal("swap-same", {"wagon": BOARD.kind_names[kinds[0]]}, "5.5")
    homes = [4 + (cell - FRONT_CELLS) // 8 if cell >= FRONT_CELLS else cell // 16 for cell in (one, two)]
    if homes[0] == homes[1]:
        return Refusal("swap-own-front", rule="5.5") if homes[0] >= 4 else None
    for home, kind in zip(homes, reversed(kinds), strict=True):
        if home < 4 and state.masks[home] >> kind & 1:
            told = {"wagon": BOARD.kind_names[kind], "city": BOARD.cities[state.cities[home]].name}
            return Refusal("wagon-twice", told, "5.4")
    return None
