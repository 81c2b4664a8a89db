"""Cards nobody at the table can see, drawn anew so that they agree with everything that was seen.

Every blind draw was made from a known deck; every card a seat showed must have been drawn by then; and how a seat stood
before a tunnel says something about what it held. Shown cards are placed first, the rest is dealt at random, and what
a tunnel told is mended by exchanging cards drawn from the same deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.chance import Stream
from roundhouse.engine.refusal import refuse_position
from roundhouse.games.ticket_to_ride.board import KIND_NAMES, LOCO

ATTEMPTS = 60
STEPS = 3_000
DECK = -1


def as_counts(cards: Mapping[str, int]) -> list[int]:
    return [cards.get(name, 0) for name in KIND_NAMES]


class Slot:
    """Blind draws of one seat from one deck, in a row; or what is still in the deck."""

    def __init__(self, seat: int, deck: int, drawn: int, shown: list[int]) -> None:
        self.seat = seat
        self.deck = deck
        self.drawn = drawn
        self.shown = shown
        self.cards = [0] * 9

    def free(self) -> int:
        return self.drawn - sum(self.cards)


class UnseenCards:
    """One way the unseen cards may lie. `slots` holds each seat's draws in order, the own seat's as they were."""

    def __init__(self, view: Mapping[str, Any], lot: Stream) -> None:
        self.view = view
        self.lot = lot
        self.own = view["seat"]
        for _ in range(ATTEMPTS):
            self.prepare()
            if self.place_shown() and self.deal_rest() and self.mend():
                return
        raise refuse_position("view-impossible", "memory")

    def prepare(self) -> None:
        memory = self.view["memory"]
        self.pools = [
            [made - opened for made, opened in zip(as_counts(deck["cards"]), as_counts(deck["opened"]), strict=True)]
            for deck in memory["decks"]
        ]
        self.slots: list[list[Slot]] = []
        for seat, stretches in enumerate(memory["hands"]):
            self.slots.append([Slot(seat, each["deck"], each["drawn"], as_counts(each["shown"])) for each in stretches])
            if seat == self.own:
                for slot, each in zip(self.slots[seat], stretches, strict=True):
                    slot.cards = as_counts(each["cards"])
                    for kind, count in enumerate(slot.cards):
                        self.pools[slot.deck][kind] -= count
        self.rest = Slot(DECK, len(self.pools) - 1, self.view["deck"], [0] * 9)

    def picked(self, weights: list[int]) -> int:
        """A place, by weight."""
        number = int(self.lot.below(sum(weights)))
        for place, weight in enumerate(weights):
            number -= weight
            if number < 0:
                return place
        raise AssertionError("weights that add up to less than their sum")

    def place_shown(self) -> bool:
        """Every card that was shown was drawn before, from some deck that still had it.

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
        waiting = sorted(range(len(needs)), key=lambda need: (-needs[need][0], self.lot.next()))
        placed: dict[int, Slot] = {}
        for _ in range(STEPS):
            if not waiting:
                return True
            need = waiting.pop()
            place, seat, kind = needs[need]
            could = self.slots[seat][: place + 1]
            weights = [slot.free() * self.pools[slot.deck][kind] for slot in could]
            if any(weights):
                slot = could[self.picked(weights)]
            else:
                could = [slot for slot in could if slot.drawn]
                slot = could[int(self.lot.below(len(could)))]
                waiting += self.make_room(slot, kind, needs, placed)
                if slot.free() < 1 or self.pools[slot.deck][kind] < 1:
                    waiting.append(need)
                    continue
            slot.cards[kind] += 1
            self.pools[slot.deck][kind] -= 1
            placed[need] = slot
        return False

    def make_room(self, slot: Slot, kind: int, needs: list[tuple[int, int, int]], placed: dict[int, Slot]) -> list[int]:
        """Take away the shown cards, at random, that stand in the way of one of this kind in this slot."""
        moved = []
        for short, rivals in (
            (slot.free() < 1, [need for need, where in placed.items() if where is slot]),
            (
                self.pools[slot.deck][kind] < 1,
                [need for need, where in placed.items() if where.deck == slot.deck and needs[need][2] == kind],
            ),
        ):
            rivals = [need for need in rivals if need in placed]
            if short and rivals:
                need = rivals[int(self.lot.below(len(rivals)))]
                where = placed.pop(need)
                where.cards[needs[need][2]] -= 1
                self.pools[where.deck][needs[need][2]] += 1
                moved.append(need)
        return moved

    def deal_rest(self) -> bool:
        everybody = [slot for slots in self.slots for slot in slots] + [self.rest]
        for deck, pool in enumerate(self.pools):
            for slot in everybody:
                if slot.deck != deck:
                    continue
                for _ in range(slot.free()):
                    if not any(pool):
                        return False
                    kind = self.picked(pool)
                    pool[kind] -= 1
                    slot.cards[kind] += 1
            if any(pool):
                return False
        return True

    # --- what tunnels told -----------------------------------------------------------------------------------------

    def unknown(self, seat: int) -> list[int]:
        """What is left of a seat's blind draws after what it showed."""
        held = [0] * 9
        for slot in self.slots[seat]:
            held = [have + more - less for have, more, less in zip(held, slot.cards, slot.shown, strict=True)]
        return held

    def in_order(self, seat: int) -> bool:
        """Was every card drawn before it was shown?"""
        held = [0] * 9
        for slot in self.slots[seat] if seat != DECK else []:
            held = [have + more - less for have, more, less in zip(held, slot.cards, slot.shown, strict=True)]
            if min(held) < 0:
                return False
        return True

    def amiss(self, seat: int) -> int:
        """By how many cards a seat's hand differs from what the tunnels told; a sign says which way."""
        off = 0
        if seat != self.own:
            held = self.unknown(seat)
            for name, (least, most) in self.view["players"][seat]["bounds"].items():
                number = sum(held[kind] for kind in {KIND_NAMES.index(name), int(LOCO)})
                off += max(least - number, 0) + (max(number - most, 0) if most is not None else 0)
        return off

    def mend(self) -> bool:
        seats = [seat for seat in range(len(self.slots)) if self.view["players"][seat]["bounds"] and seat != self.own]
        while True:
            off = sum(self.amiss(seat) for seat in seats)
            if not off:
                return True
            if not self.exchange(seats, off):
                return False

    def exchange(self, seats: list[int], off: int) -> bool:
        """Exchange two cards drawn from the same deck so that less is amiss."""
        others = [slot for seat, slots in enumerate(self.slots) if seat != self.own for slot in slots] + [self.rest]
        tries = []
        for seat in seats:
            if self.amiss(seat):
                for one in self.slots[seat]:
                    tries += [(one, two) for two in others if two.deck == one.deck and two.seat != seat]
        swaps = [
            (one, two, give, get)
            for one, two in tries
            for give in range(9)
            for get in range(9)
            if give != get and one.cards[give] and two.cards[get]
        ]
        while swaps:
            place = int(self.lot.below(len(swaps)))
            one, two, give, get = swaps[place]
            swaps[place] = swaps[-1]
            swaps.pop()
            self.swap(one, two, give, get)
            if self.in_order(one.seat) and self.in_order(two.seat) and sum(map(self.amiss, seats)) < off:
                return True
            self.swap(one, two, get, give)
        return False

    def swap(self, one: Slot, two: Slot, give: int, get: int) -> None:
        one.cards[give] -= 1
        one.cards[get] += 1
        two.cards[get] -= 1
        two.cards[give] += 1
