"""A whole position that agrees with what a seat may know: what it can't know is drawn anew.

Every hidden card was drawn from a known pile, and every card that was shown must have been drawn by then. Shown cards
are placed first, the rest is dealt at random.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.chance import Chance, Stream
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.state import NOBODY
from roundhouse.games.moscow_paris.actions import DECLINE, DOWN, PASS, UP
from roundhouse.games.moscow_paris.board import BOARD
from roundhouse.games.moscow_paris.memory import Pile, Stretch
from roundhouse.games.moscow_paris.position import PHASE_NUMBERS
from roundhouse.games.moscow_paris.state import SIDES, MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, CLAIMED, SEAT

ATTEMPTS = 60
STEPS = 4_000
FAR_INDEX = 1 << 30


def pile_of(names: list[str]) -> int:
    return sum(1 << 4 * BOARD.kind_by_name[name] for name in names)


def counts(told: Mapping[str, int]) -> list[int]:
    return [told.get(name, 0) for name in BOARD.kind_names]


def packed(cards: list[int]) -> int:
    return sum(count << 4 * kind for kind, count in enumerate(cards))


def determinize(view: Mapping[str, Any], chance: Chance) -> MoscowParisState:
    state = MoscowParisState(view["seats"], chance, view["first"], view["options"])
    # Numbers far from those the state itself will draw.
    lot = Stream(chance.number(FAR_INDEX, 1 << 16) << 32 | chance.number(FAR_INDEX + 1, 1 << 16))
    state.phase = PHASE_NUMBERS[view["phase"]]
    state.turn = view["turn"]
    state.turns = view["turns"]
    state.stalemates = view["stalemates"]
    state.quiet = view["quiet"]
    if state.phase == CHAIN:
        told = view["chain"]
        state.asked = told["asked"]
        state.step = 1 if told["with"] == (told["asked"] + 1) % state.seats else -1
    put_stalemate(state, view["stalemate"])
    put_cities(state, view)
    for seat, count in enumerate(view["repeats"]):
        state.repeats[seat] = count
        fronts = [seat << int(SEAT) | pile_of(names) for names in view["since"][seat]]
        state.since = [*state.since, *fronts]
    put_cards(state, view, Unseen(view, lot))
    return state


def put_stalemate(state: MoscowParisState, told: Mapping[str, Any] | None) -> None:
    if told is None:
        return
    state.broken_seat = told["seat"]
    state.broken_hand = pile_of(told.get("hand", []))
    if "wagon" in told:
        first = int(DOWN if told["type"] == "down" else UP)
        state.broken_by = first + BOARD.kind_by_name[told["wagon"]]
    else:
        state.broken_by = int(PASS if told["type"] == "pass" else DECLINE)


def put_cities(state: MoscowParisState, view: Mapping[str, Any]) -> None:
    rest = set(state.cities_in_play())
    for number, told in enumerate(view["lines"]):
        if told["city"] is not None:
            state.cities[number] = BOARD.city_by_name[told["city"]]
            rest.discard(int(state.cities[number]))
        for side, name in enumerate(SIDES):
            for wagon in told[name]:
                state.append(number, side, BOARD.kind_by_name[wagon])
    for claim in view["claims"]:
        city = BOARD.city_by_name[claim["city"]]
        rest.discard(city)
        state.taken[claim["seat"]] |= 1 << city
        state.claims = [*state.claims, city * int(CLAIMED) + claim["seat"]]
    removed = [BOARD.city_by_name[name] for name in view["removed"]]
    rest -= set(removed)
    state.removed = sum(1 << city for city in removed)
    state.city_deck = sum(1 << city for city in rest)
    state.city_deck_cards = len(rest)
    state.asked = state.asked if state.phase == CHAIN else NOBODY


def put_cards(state: MoscowParisState, view: Mapping[str, Any], unseen: Unseen) -> None:
    state.discard = packed(counts(view["discard"]))
    state.discard_cards = sum(view["discard"].values())
    state.deck = packed(unseen.rest)
    state.deck_cards = view["deck"]
    piles = view["memory"]["piles"]
    for pile in piles[:-1]:
        state.piles = Pile(packed(counts(pile)), state.piles)
    state.pile_number = len(piles) - 1
    state.pile_made = packed(counts(piles[-1]))
    for seat, told in enumerate(view["players"]):
        known = pile_of(told["known"])
        state.known[seat] = known
        state.fronts[seat] = pile_of(told["front"])
        state.hands[seat] = known + packed(unseen.hidden(seat))
        slots = unseen.slots[seat]
        for slot in slots[:-1]:
            drew, shown = packed(slot.cards), packed(slot.shown)
            state.stretches = Stretch(seat, slot.pile, slot.drawn, drew, shown, state.stretches)
        state.drawn_now[seat] = slots[-1].drawn
        state.drew_now[seat] = packed(slots[-1].cards)
        state.shown_now[seat] = packed(slots[-1].shown)


class Slot:
    """Draws of one seat from one pile, in a row, and what it showed after them."""

    def __init__(self, pile: int, drawn: int, shown: list[int]) -> None:
        self.pile = pile
        self.drawn = drawn
        self.shown = shown
        self.cards = [0] * 13
        self.placed = 0

    def free(self) -> int:
        return self.drawn - self.placed


class Unseen:
    """One way the unseen cards may lie. `slots` holds each seat's draws in order, the own seat's as they were."""

    def __init__(self, view: Mapping[str, Any], lot: Stream) -> None:
        self.view = view
        self.lot = lot
        self.own = view["seat"]
        self.rest: list[int] = []
        for _ in range(ATTEMPTS):
            self.prepare()
            if self.place_shown() and self.deal_rest():
                return
        raise refuse_position("view-impossible", "memory")

    def prepare(self) -> None:
        memory = self.view["memory"]
        self.pools = [counts(pile) for pile in memory["piles"]]
        self.slots = [
            [Slot(each["pile"], each["drawn"], counts(each["shown"])) for each in stretches]
            for stretches in memory["hands"]
        ]
        if self.own >= 0:
            for slot, each in zip(self.slots[self.own], memory["hands"][self.own], strict=True):
                slot.cards = counts(each["cards"])
                slot.placed = slot.drawn
                for kind, count in enumerate(slot.cards):
                    self.pools[slot.pile][kind] -= count

    def picked(self, weights: list[int]) -> int:
        """A place, by weight."""
        number = int(self.lot.below(sum(weights)))
        for place, weight in enumerate(weights):
            number -= weight
            if number < 0:
                return place
        raise AssertionError("weights that add up to less than their sum")

    def place_shown(self) -> bool:
        """Every card that was shown was drawn before, from some pile that still had it.

        Where no place is left for one, it takes the place of another at random, which then looks for a new one.
        """
        needs = [
            (place, seat, kind)
            for seat, slots in enumerate(self.slots)
            if seat != self.own
            for place, slot in enumerate(slots)
            for kind, count in enumerate(slot.shown)
            for _ in range(count)
        ]
        # Those shown early have the fewest places: they come first (from the end of the list).
        waiting = sorted(range(len(needs)), key=lambda need: (-needs[need][0], self.lot.next()))
        placed: dict[int, Slot] = {}
        for _ in range(STEPS + 2 * len(needs)):
            if not waiting:
                return True
            need = waiting.pop()
            place, seat, kind = needs[need]
            could = [slot for slot in self.slots[seat][: place + 1] if slot.free()]
            weights = [slot.free() * self.pools[slot.pile][kind] for slot in could]
            if any(weights):
                slot = could[self.picked(weights)]
            else:
                could = [slot for slot in self.slots[seat][: place + 1] if slot.drawn]
                slot = could[int(self.lot.below(len(could)))]
                waiting += self.make_room(slot, kind, needs, placed)
                if slot.free() < 1 or self.pools[slot.pile][kind] < 1:
                    waiting.append(need)
                    continue
            slot.cards[kind] += 1
            slot.placed += 1
            self.pools[slot.pile][kind] -= 1
            placed[need] = slot
        return False

    def make_room(self, slot: Slot, kind: int, needs: list[tuple[int, int, int]], placed: dict[int, Slot]) -> list[int]:
        """Take away the shown cards, at random, that stand in the way of one of this kind in this slot."""
        moved = []
        for short, rivals in (
            (slot.free() < 1, [need for need, where in placed.items() if where is slot]),
            (
                self.pools[slot.pile][kind] < 1,
                [need for need, where in placed.items() if where.pile == slot.pile and needs[need][2] == kind],
            ),
        ):
            rivals = [need for need in rivals if need in placed]
            if short and rivals:
                need = rivals[int(self.lot.below(len(rivals)))]
                where = placed.pop(need)
                where.cards[needs[need][2]] -= 1
                where.placed -= 1
                self.pools[where.pile][needs[need][2]] += 1
                moved.append(need)
        return moved

    def deal_rest(self) -> bool:
        """What isn't shown yet: hands from what is left of each pile; the last pile keeps the others."""
        for seat, slots in enumerate(self.slots):
            if seat == self.own:
                continue
            for slot in slots:
                pool = self.pools[slot.pile]
                for _ in range(slot.free()):
                    if not any(pool):
                        return False
                    kind = self.picked(pool)
                    pool[kind] -= 1
                    slot.cards[kind] += 1
                slot.placed = slot.drawn
        self.rest = self.pools[-1]
        return not any(any(pool) for pool in self.pools[:-1])

    def hidden(self, seat: int) -> list[int]:
        """What is left of a seat's draws after what it showed."""
        held = [0] * 13
        for slot in self.slots[seat]:
            held = [have + more - less for have, more, less in zip(held, slot.cards, slot.shown, strict=True)]
        return held
