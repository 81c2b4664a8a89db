"""What good play looks like: the game's own players.

Each chooses from its seat's view and a stream of its own; nothing is kept between moves and no clock is read, so the
same view and stream give the same choice anywhere.

`greedy` does what brings it nearest to cities, and takes the best it can; it looks at nobody else.

`heuristic` imagines some hands that the others may hold, and for each of its more promising actions the best answer of
whoever is next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.state import NOBODY
from roundhouse.games.moscow_paris.board import BOARD
from roundhouse.games.moscow_paris.planning import Plan
from roundhouse.games.moscow_paris.position import PHASE_NUMBERS
from roundhouse.games.moscow_paris.state import MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, SEAT
from roundhouse.games.moscow_paris.worlds import counts, packed, pile_of, put_cities

MOST_WORLDS: Final = 10
MOST_ACTIONS: Final = 24


def choose_greedily(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    state = imagined(view, stream)
    plan = Plan(state, view["seat"])
    return max(offer, key=lambda action: (plan.greedy_value(state, action), -action))


def choose_with_answers(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    seat = view["seat"]
    state = imagined(view, stream)
    plan = Plan(state, seat)
    first = sorted(offer, key=lambda action: (-plan.first_value(state, action), action))[:MOST_ACTIONS]
    if len(first) == 1:
        return first[0]
    sums = [0] * len(first)
    for number in range(MOST_WORLDS):
        if number:
            state = imagined(view, stream)
            plan = Plan(state, seat)
        for place, action in enumerate(first):
            sums[place] += plan.answered_value(state, action)
    return first[max(range(len(first)), key=lambda place: (sums[place], -place))]


def imagined(view: Mapping[str, Any], stream: Stream) -> MoscowParisState:
    """A position like the one seen: cards that nobody showed are dealt from all that are not to be seen."""
    state = MoscowParisState(view["seats"], FastChance(int(stream.next())), view["first"], view["options"])
    state.phase = PHASE_NUMBERS[view["phase"]]
    state.turn = view["turn"]
    state.turns = view["turns"]
    state.quiet = view["quiet"]
    if state.phase == CHAIN:
        told = view["chain"]
        state.asked = told["asked"]
        state.step = 1 if told["with"] == (told["asked"] + 1) % state.seats else -1
    put_cities(state, view)
    if state.phase != CHAIN:
        state.asked = NOBODY
    for seat, count in enumerate(view["repeats"]):
        state.repeats[seat] = count
        state.since = [*state.since, *(seat << int(SEAT) | pile_of(names) for names in view["since"][seat])]
    state.discard = packed(counts(view["discard"]))
    state.discard_cards = sum(view["discard"].values())
    unseen = list(BOARD.copies)
    for line in view["lines"]:
        for name in (*line["left"], *line["right"]):
            unseen[BOARD.kind_by_name[name]] -= 1
    for name, count in view["discard"].items():
        unseen[BOARD.kind_by_name[name]] -= count
    for seat, told in enumerate(view["players"]):
        own = seat == view["seat"]
        known = view["hand"] if own else told["known"]
        state.fronts[seat] = pile_of(told["front"])
        state.hands[seat] = pile_of(known)
        state.known[seat] = state.hands[seat]
        for name in (*known, *told["front"]):
            unseen[BOARD.kind_by_name[name]] -= 1
    pool = [kind for kind, count in enumerate(unseen) for _ in range(count)]
    for seat, told in enumerate(view["players"]):
        if seat != view["seat"]:
            for _ in range(told["cards"] - len(told["known"])):
                place = int(stream.below(len(pool)))
                state.hands[seat] += 1 << 4 * pool[place]
                pool[place] = pool[-1]
                pool.pop()
    state.deck = sum(1 << 4 * kind for kind in pool)
    state.deck_cards = len(pool)
    return state
