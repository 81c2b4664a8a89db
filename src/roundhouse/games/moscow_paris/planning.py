"""What a position promises: how near each seat is to the cities on the table. In thousandths of a point.

All of it is reckoned in whole numbers, so that it comes out the same compiled and as plain Python.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.steiner import bit
from roundhouse.games.moscow_paris.actions import CLAIM_CITY, DECLINE, DOWN, GIVE, PASS, REMOVE, STACK_3, STOP, SWAP, UP
from roundhouse.games.moscow_paris.board import (
    DISCARD_THREE,
    DISCARD_TWO,
    EXCHANGE_CARD,
    LINES,
    REMOVE_CITY,
    SWAP_TWO,
    WAGONS,
)
from roundhouse.games.moscow_paris.state import MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, CLAIM, OVER, TURN

POINT: Final[i64] = 1000
# What a city is still worth that takes so many turns of one's own, this one or the next not counted.
DECAY: Final = (1000, 690, 470, 320, 215, 145, 100, 70, 48, 32, 22, 15, 10, 7, 5, 3)
LONGEST: Final[i64] = 15
DRAWING: Final[i64] = 4
"""Turns it takes, about, to come by a wagon one hasn't got."""
SECOND: Final[i64] = 45
THIRD: Final[i64] = 20
"""What the second and the third best chance add, in hundredths."""
UNKNOWN_CARD: Final[i64] = 60
ACTION_CARD: Final[i64] = 70
WINNING: Final[i64] = 6000
FAR_BELOW: Final[i64] = -1_000_000_000


@final
class Plan:
    """One seat's judgement of positions. `own` is what its hand holds for sure; cards still to be drawn are unknown."""

    def __init__(self, state: MoscowParisState, seat: int) -> None:
        self.seat: i64 = seat
        self.count: i64 = state.seats
        self.decay: vec[i64] = vec[i64](list(DECAY))
        self.sure: vec[i64] = vec[i64]([int(state.hands[each]) for each in range(state.seats)])

    # --- one seat --------------------------------------------------------------------------------------------------

    def promise(self, state: MoscowParisState, seat: i64, hand: i64) -> i64:
        """What the cities on the table promise to a seat that holds these cards."""
        board = state.board
        front = state.front_mask(seat)
        size = state.front_size(seat)
        in_hand: i64 = 0
        pairs: i64 = 0
        rest = hand
        held: i64 = 0
        for kind in range(WAGONS):
            count = rest & 15
            if count != 0:
                in_hand |= board.bits[kind]
                held += count
                if count > 1:
                    pairs |= board.bits[kind]
            rest >>= 4
        cards: i64 = 0
        while rest != 0:
            cards += rest & 15
            rest >>= 4
        mine = state.taken[seat]
        if state.in_teams:
            mine |= state.taken[(seat + 2) % self.count]
        flags: i64 = 0
        city: i64 = 0
        rest = mine
        while rest != 0:
            if rest & 1:
                flags |= bit(state.country_of(city))
            rest >>= 1
            city += 1
        best: i64 = 0
        second: i64 = 0
        third: i64 = 0
        for line in range(LINES):
            city = state.cities[line]
            if city < 0:
                continue
            gain = board.points[city] * POINT + 50 * board.capital[city]
            if flags >> state.country_of(city) & 1:
                gain += POINT
            else:
                gain += 100
            gain = gain * self.decay[self.turns(state, line, front, size, in_hand, pairs)] // 1000
            if gain > best:
                third = second
                second = best
                best = gain
            elif gain > second:
                third = second
                second = gain
            elif gain > third:
                third = gain
        total = best + second * SECOND // 100 + third * THIRD // 100
        total += UNKNOWN_CARD * max(5 - size - held - cards, 0)
        total += ACTION_CARD * min(cards, 2) - ACTION_CARD * max(cards - 3, 0)
        return total

    def turns(self, state: MoscowParisState, line: i64, front: i64, size: i64, in_hand: i64, pairs: i64) -> i64:
        """How many turns it would take to have that city, less one."""
        mask = state.masks[line]
        if mask == 0:
            if in_hand & front:
                return 0
            if size < 4 and pairs:
                return 1
            return DRAWING - 1 if front else DRAWING
        missing = mask & ~front
        if missing == 0:
            return 0
        there = ones(missing & in_hand)
        number = ones(missing)
        wanted = number + max(size + number - 4, 0) + (number - there) * DRAWING
        return min(wanted - 1, LONGEST)

    # --- all of them -----------------------------------------------------------------------------------------------

    def worth(self, state: MoscowParisState) -> i64:
        """How the seat stands against the others."""
        own = self.side(state, self.seat)
        if state.phase == OVER:
            return own + self.final(state)
        most = FAR_BELOW
        total: i64 = 0
        number: i64 = 0
        for seat in range(self.count):
            if seat == self.seat or (state.in_teams and (seat + self.seat) % 2 == 0):
                continue
            there = self.side(state, seat)
            most = max(most, there)
            total += there
            number += 1
        return own - (most + total // number) // 2

    def side(self, state: MoscowParisState, seat: i64) -> i64:
        points: i64 = state.points_of(state.cities_of(int(seat)))
        if state.phase == OVER:
            return points * POINT
        total = points * POINT + self.promise(state, seat, self.sure[seat])
        if state.in_teams:
            partner = (seat + 2) % self.count
            total += self.promise(state, partner, self.sure[partner]) // 2
        return total

    def final(self, state: MoscowParisState) -> i64:
        """Won or lost: more than any points."""
        mine = self.rank_key(state, self.seat)
        better: i64 = 0
        equal: i64 = 0
        for seat in range(self.count):
            if seat == self.seat or (state.in_teams and (seat + self.seat) % 2 == 0):
                continue
            theirs = self.rank_key(state, seat)
            if theirs > mine:
                better += 1
            elif theirs == mine:
                equal += 1
        if better:
            return -WINNING
        return 0 if equal else WINNING

    def rank_key(self, state: MoscowParisState, seat: i64) -> i64:
        cities = state.cities_of(int(seat))
        points: i64 = state.points_of(cities)
        capitals: i64 = state.capitals_of(cities)
        return points * 10_000 + capitals * 100 + ones(i64(cities))

    # --- playing on ------------------------------------------------------------------------------------------------

    def play(self, state: MoscowParisState, seat: i64, action: i64) -> None:
        """Play an action, and keep in mind what the seat then holds for sure."""
        stalemates = state.stalemates
        if state.phase == TURN:
            if action < UP:
                self.spend(state, seat, action // 8 if action < DOWN else action - DOWN)
            elif action < REMOVE:
                self.sure[seat] += state.board.unit[action - UP]
            elif action != PASS:
                self.spend(state, seat, card_of(action))
        state.apply(int(seat), int(action))
        if state.stalemates != stalemates:
            self.forget()

    def spend(self, state: MoscowParisState, seat: i64, kind: i64) -> None:
        """A card it has just drawn may be one of the unknown ones."""
        if (self.sure[seat] >> (4 * kind)) & 15 != 0:
            self.sure[seat] -= state.board.unit[kind]

    def forget(self) -> None:
        """After a stalemate nothing is sure."""
        for seat in range(self.count):
            self.sure[seat] = 0

    def finish_turn(self, state: MoscowParisState) -> None:
        """Chains and claims that the turn brought, each decided by what it promises to whoever decides."""
        while state.phase == CHAIN or state.phase == CLAIM:
            seat: i64 = state.next_decider()
            best: i64 = FAR_BELOW
            chosen: i64 = -1
            for option in state.legal_actions(int(seat)):
                action: i64 = option
                after = state.clone()
                after.apply(int(seat), int(action))
                points: i64 = after.points_of(after.cities_of(int(seat)))
                value = points * POINT + self.promise(after, seat, self.sure[seat])
                if value > best:
                    best = value
                    chosen = action
            stalemates = state.stalemates
            state.apply(int(seat), int(chosen))
            if state.stalemates != stalemates:
                self.forget()

    def kept(self) -> list[int]:
        return [int(hand) for hand in self.sure]

    def recall(self, hands: list[int]) -> None:
        for seat in range(self.count):
            self.sure[seat] = hands[seat]

    def greedy_value(self, state: MoscowParisState, action: int) -> int:
        """What the seat itself has after an action, whatever the others do."""
        after = state.clone()
        before = self.kept()
        self.play(after, self.seat, action)
        self.finish_turn(after)
        points: i64 = after.points_of(after.cities_of(int(self.seat)))
        value = points * POINT + self.promise(after, self.seat, self.sure[self.seat])
        self.recall(before)
        return int(value)

    def first_value(self, state: MoscowParisState, action: int) -> int:
        """How the seat stands after an action, before anybody answers."""
        after = state.clone()
        before = self.kept()
        self.play(after, self.seat, action)
        self.finish_turn(after)
        value = self.worth(after)
        self.recall(before)
        return int(value)

    def answered_value(self, state: MoscowParisState, action: int) -> int:
        """How the seat stands after an action and the answer of the next seat that is best for that one."""
        after = state.clone()
        before = self.kept()
        self.play(after, self.seat, action)
        self.finish_turn(after)
        if after.phase == OVER:
            value = self.worth(after)
            self.recall(before)
            return int(value)
        rival: i64 = after.turn
        held = self.kept()
        best: i64 = FAR_BELOW
        value = 0
        friend = rival == self.seat or (after.in_teams and (rival + self.seat) % 2 == 0)
        for option in after.legal_actions(int(rival)):
            answer: i64 = option
            further = after.clone()
            self.play(further, rival, answer)
            self.finish_turn(further)
            here = self.worth(further)
            liked = here if friend else -here
            if self.count > 2 and not friend:
                liked = self.side(further, rival) * 2 - here // 2
            if liked > best:
                best = liked
                value = here
            self.recall(held)
        self.recall(before)
        return int(value)


def card_of(action: i64) -> i64:
    """The card that an action of a turn plays."""
    if action >= SWAP:
        return SWAP_TWO
    if action >= GIVE:
        return EXCHANGE_CARD
    if action >= STACK_3:
        return DISCARD_THREE
    if action < REMOVE + LINES:
        return REMOVE_CITY
    return DISCARD_TWO


def ones(bits: i64) -> i64:
    count: i64 = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


__all__ = ["CLAIM_CITY", "DECLINE", "STOP", "Plan"]
