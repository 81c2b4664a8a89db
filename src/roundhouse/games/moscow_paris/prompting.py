"""What a seat is asked: its legal actions as a tree of verb, thing and place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from roundhouse.engine.prompt import Choice, Prompt
from roundhouse.games.moscow_paris.actions import (
    CELLS,
    CLAIM_CITY,
    DECLINE,
    DOWN,
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
from roundhouse.games.moscow_paris.board import BOARD
from roundhouse.games.moscow_paris.state import SIDES, MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, CLAIM

WAGON_NAMES = BOARD.kind_names[:8]


def prompt(state: MoscowParisState, seat: int) -> Prompt | None:
    actions = state.legal_actions(seat)
    if not actions:
        return None
    notes = ["stalemate-near"] if state.missing_repeats() == 1 else []
    if not state.city_deck_cards:
        notes.append("last-cities")
    if state.phase == CHAIN:
        other = (seat + int(state.step)) % state.seats
        gifts = exchanges([action for action in actions if action >= GIVE])
        choices = [Choice("verb", "exchange", {"seat": other}, choices=gifts)]
        choices.append(Choice("verb", "stop", action=int(STOP)))
        return Prompt("chain", {"seat": int(state.turn), "to_seat": other}, choices, notes)
    if state.phase == CLAIM:
        cities = [claim(state, seat, action) for action in actions if action != DECLINE]
        choices = [Choice("verb", "claim", choices=cities), Choice("verb", "decline", action=int(DECLINE))]
        return Prompt("claim", {}, choices, notes)
    if actions == [PASS]:
        return Prompt("nothing-to-do", {}, [Choice("verb", "pass", action=int(PASS))], notes)
    return Prompt("turn", {}, turn(state, seat, actions), notes)


def turn(state: MoscowParisState, seat: int, actions: list[int]) -> list[Choice]:
    verbs = []
    if laid := within(actions, 0, DOWN):
        verbs.append(Choice("verb", "wagon", choices=wagons(state, laid)))
    for verb, first, end in (("down", DOWN, UP), ("up", UP, REMOVE)):
        if kinds := within(actions, first, end):
            choices = [Choice("wagon", WAGON_NAMES[action - first], action=action) for action in kinds]
            verbs.append(Choice("verb", verb, choices=choices))
    if swapped := within(actions, SWAP, 1 << 16):
        verbs.append(Choice("verb", "swap", choices=swaps(state, swapped)))
    for verb, first, end, height in (("discard-two", STACK_2, STACK_3, 2), ("discard-three", STACK_3, STOP, 3)):
        if found := within(actions, first, end):
            choices = [stack(state, action, action - int(first), height) for action in found]
            verbs.append(Choice("verb", verb, choices=choices))
    if given := within(actions, GIVE, SWAP):
        seats = []
        for way, step in ((0, 1), (1, -1)):
            some = [action for action in given if (action - GIVE) // 64 == way]
            if some:
                other = (seat + step) % state.seats
                seats.append(Choice("seat", str(other), {"seat": other}, choices=exchanges(some)))
        verbs.append(Choice("verb", "exchange-card", choices=seats))
    if removed := within(actions, REMOVE, STACK_2):
        choices = [city(state, action - int(REMOVE), action) for action in removed]
        verbs.append(Choice("verb", "remove", choices=choices))
    return verbs


def within(actions: Iterable[int], first: int, end: int) -> list[int]:
    return [action for action in actions if first <= action < end]


def wagons(state: MoscowParisState, actions: list[int]) -> list[Choice]:
    """By wagon, then by city, then by side."""
    found: dict[int, dict[int, list[Choice]]] = {}
    for action in actions:
        sides = found.setdefault(action // 8, {}).setdefault(action // 2 % 4, [])
        sides.append(Choice("side", SIDES[action % 2], action=action))
    return [
        Choice(
            "wagon",
            WAGON_NAMES[kind],
            choices=[city(state, line, None, sides) for line, sides in lines.items()],
        )
        for kind, lines in found.items()
    ]


def city(state: MoscowParisState, line: int, action: int | None, choices: list[Choice] | None = None) -> Choice:
    """A city with what its line holds."""
    card = BOARD.cities[state.cities[line]]
    params = {"wagons": state.line_names(line), "points": card.points, "limit": card.limit}
    return Choice("city", card.name, params, action, choices or [])


def claim(state: MoscowParisState, seat: int, action: int) -> Choice:
    """A city that may be taken: what it costs, and by how many points the score would grow."""
    line = action - int(CLAIM_CITY)
    card = BOARD.cities[state.cities[line]]
    counted = state.cities_of(seat)
    gain = state.points_of(counted | 1 << card.index) - state.points_of(counted)
    params = {"wagons": state.line_names(line), "points": card.points, "gain": gain}
    return Choice("claimed-city", card.name, {"city": card.name, **params}, action)


def exchanges(actions: list[int]) -> list[Choice]:
    """By what is given, then by what is taken."""
    found: dict[int, list[Choice]] = {}
    for action in actions:
        code = action - int(GIVE)
        found.setdefault(code // 8 % 8, []).append(Choice("take", WAGON_NAMES[code % 8], action=action))
    return [Choice("give", WAGON_NAMES[kind], choices=taken) for kind, taken in found.items()]


def stack(state: MoscowParisState, action: int, code: int, height: int) -> Choice:
    top, side, place = code // 16, code // 8 % 2, code % 8
    lines = range(top, top + height)
    cities = [state.city_name(line) for line in lines]
    kinds = [BOARD.kind_names[state.row(line, side)[place]] for line in lines]
    params = {"wagons": kinds, "cities": cities, "side": SIDES[side], "place": place + 1}
    return Choice("stack", f"{'+'.join(cities)}/{SIDES[side]}/{place + 1}", params, action)


def swaps(state: MoscowParisState, actions: list[int]) -> list[Choice]:
    """By one wagon, then by the other; each pair once, under the one that lies further up."""
    found: dict[int, list[Choice]] = {}
    for action in actions:
        one, two = divmod(action - int(SWAP), int(CELLS))
        found.setdefault(one, []).append(cell(state, two, action))
    return [cell(state, one, None, others) for one, others in found.items()]


def cell(state: MoscowParisState, number: int, action: int | None, choices: list[Choice] | None = None) -> Choice:
    params: dict[str, Any] = {"wagon": BOARD.kind_names[state.kind_at(number)]}
    if number >= FRONT_CELLS:
        params["seat"] = (number - int(FRONT_CELLS)) // 8
        return Choice("front-cell", state.cell_name(number), params, action, choices or [])
    params |= {"city": state.city_name(number // 16), "side": SIDES[number // 8 % 2], "place": number % 8 + 1}
    return Choice("cell", state.cell_name(number), params, action, choices or [])
