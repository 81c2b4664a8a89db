"""What all have seen and a seat with perfect memory still knows: from which pile hidden cards were drawn, and what was
shown since.

Cards of a kind are alike, so whoever plays a wagon that all saw it take back is taken to play that one. All else in a
hand was drawn blind. A pile is known when it is made (all the cards; later the discard pile), and once it is used up
the hands have had the whole of it.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64


@final
class Pile:
    """A pile used up, and what it was made of."""

    def __init__(self, cards: int, before: Pile | None) -> None:
        self.cards: i64 = cards
        self.before = before


@final
class Stretch:
    """Draws of a seat from one pile, and the cards it showed after them that nobody knew it had."""

    def __init__(self, seat: int, pile: int, drawn: int, drew: int, shown: int, before: Stretch | None) -> None:
        self.seat: i64 = seat
        self.pile: i64 = pile
        self.drawn: i64 = drawn
        self.drew: i64 = drew
        """Which they were; only the seat itself knows."""
        self.shown: i64 = shown
        self.before = before


def piles_of(last: Pile | None) -> list[Pile]:
    found: list[Pile] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found


def stretches_of(last: Stretch | None) -> list[Stretch]:
    found: list[Stretch] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found
