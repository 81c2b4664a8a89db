"""What all have seen and a seat with perfect memory still knows: where blind draws came from, and what was shown since.

Cards of a kind are alike, so whoever pays a card is taken to pay one that all know of, if there is one. Everything else
in a hand was drawn blind from some deck. A deck's cards are known when it is made (the cards in play; later the discard
pile), and so are the cards turned up from it: between them they tell what was drawn blind, if not by whom.
"""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64


@final
class Deck:
    """A deck used up: what it was made of and what was turned up from it for all to see (packed counts)."""

    def __init__(self, number: int, cards: int, opened: int, before: Deck | None) -> None:
        self.number: i64 = number
        self.cards: i64 = cards
        self.opened: i64 = opened
        self.before = before


@final
class Stretch:
    """Blind draws of a seat from one deck, and the cards it showed after them that nobody knew it had."""

    def __init__(self, seat: int, deck: int, drawn: int, drew: int, shown: int, before: Stretch | None) -> None:
        self.seat: i64 = seat
        self.deck: i64 = deck
        self.drawn: i64 = drawn
        self.drew: i64 = drew
        """Which they were (packed counts); only the seat itself knows."""
        self.shown: i64 = shown
        self.before = before
        self.told: dict[str, Any] | None = None
        self.told_to_itself: dict[str, Any] | None = None
        """As views tell it to others and to the seat; made when first asked for, and never changed."""


@final
class Dealing:
    """Tickets dealt to a seat, from which blocks of the deck, what it kept, and where the others went."""

    def __init__(self, seat: int, tickets: list[int], blocks: list[int], kept: int, to: int, before: Dealing | None):
        self.seat = seat
        self.tickets = tickets
        self.blocks = blocks
        self.kept = kept
        """The places of those it kept, as bits."""
        self.to = to
        self.before = before
        self.told: dict[str, Any] | None = None
        self.told_to_itself: dict[str, Any] | None = None


@final
class Attempt:
    """A tunnel given up: who tried which route with what, and how many cards would have had to be added."""

    def __init__(self, seat: int, route: int, kind: int, locos: int, owed: int, before: Attempt | None) -> None:
        self.seat = seat
        self.route = route
        self.kind = kind
        self.locos = locos
        self.owed = owed
        self.before = before


LONG_POOL = 0
"""Blocks of tickets in no order: the long ones, then the regular ones, then what was returned, event by event."""
POOL = 1
RETURNED = 2
BOX = -1


def decks_of(last: Deck | None) -> list[Deck]:
    found: list[Deck] = []
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


def dealings_of(last: Dealing | None) -> list[Dealing]:
    found: list[Dealing] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found


def attempts_of(last: Attempt | None) -> list[Attempt]:
    found: list[Attempt] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found


def unpacked(packed: int) -> list[int]:
    """Counts of the nine kinds."""
    return [(packed >> (6 * kind)) & 63 for kind in range(9)]


def pack(counts: list[int]) -> int:
    total = 0
    for kind, count in enumerate(counts):
        total += count << (6 * kind)
    return total
