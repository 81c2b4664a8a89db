"""What the mover could foretell: the part of the rules that judges whether a rail may be taken back freely (rule 9.1).

Laying a rail can show that nobody has finished, which the mover did not know. That is news only where a rival might
have finished by it, as far as the mover could know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from roundhouse.games.transeuropa.state import TransEuropaState

CARDS: Final[i64] = 5

# What a rail may have brought into a network, beside the number of another network.
NO_NEWS: Final[i64] = -1
ONE_NODE: Final[i64] = -2
MANY_NODES: Final[i64] = -3


def foresee(state: TransEuropaState, news: i64, far: i64) -> None:
    """Count a surprise for the mover if a rival might have finished just now.

    It might, where its network now holds for each colour a card that could be its own (one that is neither in the
    mover's hand nor in an open one), and at least one of these cards is a city new to it: it had not finished before.
    `news` says what was new: the crossing `far`, many of them, or all that came by joining two networks, where it is
    the number of the one given up; what that one had is still noted under its number.
    """
    mover = state.turn
    for rival in range(state.count):
        if rival == mover or state.finished >> rival & 1 or state.network[rival] != state.network[mover]:
            continue
        fresh = False
        possible = True
        for colour in range(i64(CARDS)):
            could = might_hold(state, rival, colour, news, far)
            if could == 0:
                possible = False
                break
            if could == 2:
                fresh = True
        if possible and fresh:
            state.foresight[mover] += 1
            return


def might_hold(state: TransEuropaState, rival: i64, colour: i64, news: i64, far: i64) -> i64:
    """Could the rival's card of this colour be in its network, as far as the mover knows? 2: a city new there."""
    network = state.network[rival]
    short = state.seats in state.board.short_deck_seats
    found: i64 = 0
    for city in state.board.cities:
        if city.colour != colour or (short and city.dotted) or not state.in_network(network, city.node):
            continue
        known = False
        for seat in range(state.count):
            if (seat == state.turn or state.finished >> seat & 1) and state.hands[seat * CARDS + colour] == city.index:
                known = True
        if known:
            continue
        found = 1
        if news >= 0:
            if state.in_network(news, city.node) != state.in_network(news, state.marker[rival]):
                return 2
        elif news == MANY_NODES or city.node == far:
            return 2
    return found
