"""What all remember of the draws, as JSON: read from a dump, or the plainest that fits a position written by hand."""

from __future__ import annotations

from typing import Any

from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.untrusted import Reader
from roundhouse.games.moscow_paris.board import BOARD, CARDS
from roundhouse.games.moscow_paris.memory import Pile, Stretch
from roundhouse.games.moscow_paris.state import MoscowParisState

MOST_PILES = 4000
MOST_STRETCHES = 100_000
MOST_IN_STRETCH = 15


def read_memory(state: MoscowParisState, reader: Reader) -> None:
    if reader.take("memory", None) is None:
        assume_one_pile(state)
        return
    told = reader.object("memory")
    piles = [
        pile_from(value, f"memory.piles[{place}]")
        for place, value in enumerate(told.items("piles", None, most=MOST_PILES))
    ]
    if not piles:
        raise refuse_position("memory-wrong", "memory.piles")
    for pile in piles[:-1]:
        state.piles = Pile(pile, state.piles)
    state.pile_number = len(piles) - 1
    state.pile_made = piles[-1]
    hands = told.items("hands", state.seats)
    told.finish()
    total = 0
    for seat, value in enumerate(hands):
        at = f"memory.hands[{seat}]"
        if not isinstance(value, list) or not value or total + len(value) > MOST_STRETCHES:
            raise refuse_position("memory-wrong", at)
        total += len(value)
        before = 0
        for place, each in enumerate(value):
            before = read_stretch(state, seat, Reader(each, f"{at}[{place}]"), before, place == len(value) - 1)


def read_stretch(state: MoscowParisState, seat: int, told: Reader, before: int, last: bool) -> int:
    """One stretch of draws; the last of each seat is still going on. Gives the number of its pile."""
    current = int(state.pile_number)
    pile = told.number("pile", current if last else before, current)
    drawn = told.number("drawn", 0, MOST_IN_STRETCH)
    shown = pile_from(told.take("shown"), told.path("shown"), MOST_IN_STRETCH)
    drew = pile_from(told.take("cards"), told.path("cards"), MOST_IN_STRETCH)
    told.finish()
    if last:
        state.drawn_now[seat] = drawn
        state.drew_now[seat] = drew
        state.shown_now[seat] = shown
    else:
        state.stretches = Stretch(seat, pile, drawn, drew, shown, state.stretches)
    return pile


def pile_from(value: Any, at: str, most: int = 15) -> int:
    """Cards by kind, as one number."""
    if not isinstance(value, dict):
        raise refuse_position("object-expected", at)
    total = 0
    for name, count in value.items():
        if name not in BOARD.kind_by_name:
            raise refuse_position("card-unknown", at, card=str(name)[:60])
        kind = BOARD.kind_by_name[name]
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= min(most, BOARD.copies[kind]):
            raise refuse_position("number-expected", f"{at}.{name}", least=1, most=min(most, BOARD.copies[kind]))
        total += count << 4 * kind
    return total


def assume_one_pile(state: MoscowParisState) -> None:
    """As if everything that only its seat knows had been drawn from the pile that lies there."""
    made = int(state.deck)
    for seat in range(state.seats):
        drew = int(state.hands[seat] - state.known[seat])
        state.drawn_now[seat] = len(BOARD.kinds_of(drew))
        state.drew_now[seat] = drew
        made += drew
    assert CARDS * state.seats < BOARD.cards
    state.pile_made = made


__all__ = ["read_memory"]
