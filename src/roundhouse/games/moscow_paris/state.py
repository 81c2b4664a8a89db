"""The rules of Moscow–Paris: a position and what may be done in it. Numbers in comments: `rules.en.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from mypy_extensions import i64

from roundhouse.engine.state import NOBODY
from roundhouse.engine.steiner import bit
from roundhouse.games.moscow_paris.actions import (
    CELLS,
    CLAIM_CITY,
    DECLINE,
    DOWN,
    FRONT_CELLS,
    GIVE,
    LAY,
    PASS,
    REMOVE,
    STACK_2,
    STACK_3,
    STOP,
    SWAP,
    UP,
    add_exchanges,
    add_removals,
    add_stacks,
    add_swaps,
    add_wagons,
)
from roundhouse.games.moscow_paris.board import (
    BOXES,
    CARDS,
    DISCARD_THREE,
    DISCARD_TWO,
    EXCHANGE_CARD,
    LINES,
    REMOVE_CITY,
    SWAP_TWO,
    WAGONS,
)
from roundhouse.games.moscow_paris.table import CHAIN, CLAIM, CLAIMED, OVER, REPEATS, SEAT, TURN, Table

if TYPE_CHECKING:
    from roundhouse.engine.outcome import Outcome
    from roundhouse.engine.prompt import Prompt
    from roundhouse.engine.refusal import Refusal

SIDES = ("left", "right")


@final
class MoscowParisState(Table):
    """One position. `position.load` makes any; `open_match` deals the first."""

    def clone(self) -> MoscowParisState:
        return MoscowParisState(self.seats, self.chance, NOBODY, self.options, self)

    # --- the opening -----------------------------------------------------------------------------------------------

    def open_match(self) -> None:
        """Deal five cards each and open four cities (rules 2.2 to 2.5)."""
        self.deck = self.board.full
        self.deck_cards = self.board.cards
        self.pile_made = self.deck
        for _ in range(CARDS):
            for seat in range(self.count):
                self.pull(seat)
        for city in self.cities_in_play():
            self.city_deck |= bit(city)
            self.city_deck_cards += 1
        for line in range(LINES):
            self.open_city(line)
        self.phase = TURN

    # --- whose turn, what may be done ------------------------------------------------------------------------------

    def next_decider(self) -> int:
        if self.phase == OVER:
            return NOBODY
        return int(self.asked) if self.phase == CHAIN else int(self.turn)

    def deciders(self) -> list[int]:
        if self.phase == OVER:
            return []
        return [int(self.asked)] if self.phase == CHAIN else [int(self.turn)]

    def legal_actions(self, seat: int) -> list[int]:
        actions: list[object] = []
        phase = self.phase
        who: i64 = seat
        if phase == TURN:
            if self.turn == who:
                self.add_turn(who, actions)
        elif phase == CHAIN:
            if self.asked == who:
                add_exchanges(self, who, 0 if self.step == 1 else 1, actions)
                actions.append(BOXES[STOP])
        elif phase == CLAIM:
            if self.turn == who:
                front = self.front_mask(who)
                for line in range(LINES):
                    if self.masks[line] != 0 and self.masks[line] & ~front == 0:
                        actions.append(BOXES[CLAIM_CITY + line])
                actions.append(BOXES[DECLINE])
        return actions  # type: ignore[return-value]

    def add_turn(self, seat: i64, actions: list[object]) -> None:
        """The four kinds of turns (rule 3.2); to pass, where none is possible (rule 3.5)."""
        add_wagons(self, seat, actions)
        rest = self.hands[seat] >> (4 * WAGONS)
        if rest != 0:
            if rest & 15:
                add_swaps(self, actions)
            if (rest >> 4) & 15:
                add_stacks(self, 2, actions)
            if (rest >> 8) & 15:
                add_stacks(self, 3, actions)
            if (rest >> 12) & 15:
                add_exchanges(self, seat, 0, actions)
                if self.count > 2:
                    add_exchanges(self, seat, 1, actions)
            if rest >> 16:
                add_removals(self, actions)
        if not actions:
            actions.append(BOXES[PASS])

    def refusal(self, seat: int, action: int) -> Refusal | None:
        from roundhouse.games.moscow_paris.judge import refusal

        return refusal(self, seat, action)

    # --- playing ---------------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: int) -> None:
        drawn = self.drawn
        stalemates = self.stalemates
        hand = self.hands[seat]
        who: i64 = seat
        what: i64 = action
        if self.phase == TURN:
            self.quiet = True
            self.play(who, what)
        elif self.phase == CHAIN:
            if what == STOP:
                if self.journal is not None:
                    self.journal.tell("stopped", {"seat": seat})
                self.end_chain()
            else:
                self.exchange(who, what - GIVE)
        elif what == DECLINE:
            if self.journal is not None:
                self.journal.tell("declined", {"seat": seat})
            self.end_turn()
        else:
            self.claim(who, what - CLAIM_CITY)
        if self.drawn != drawn:
            self.foresight[who] += 1
        if self.stalemates != stalemates:
            self.broken_by = what
            self.broken_seat = who
            self.broken_hand = hand if what == PASS else 0

    def play(self, seat: i64, what: i64) -> None:
        """The one thing done in a turn (rule 3.2)."""
        if what < DOWN:
            self.lay(seat, what - LAY)
        elif what < UP:
            self.put_down(seat, what - DOWN)
        elif what < REMOVE:
            self.take_up(seat, what - UP)
        elif what < STACK_2:
            self.remove_city(seat, what - REMOVE)
        elif what < STACK_3:
            self.discard_stack(seat, what - STACK_2, 2)
        elif what < STOP:
            self.discard_stack(seat, what - STACK_3, 3)
        elif what == PASS:
            self.pass_turn(seat)
        elif what < SWAP:
            self.use(seat, EXCHANGE_CARD)
            self.asked = seat
            self.step = 1 if what < GIVE + 64 else -1
            self.exchange(seat, what - GIVE)
        else:
            self.swap(seat, what - SWAP)

    def lay(self, seat: i64, code: i64) -> None:
        """A wagon into a city line, then a card (rules 4.1 to 4.4)."""
        kind = code // 8
        line = (code // 2) % 4
        side = code % 2
        self.spend(seat, kind)
        self.append(line, side, kind)
        if self.journal is not None:
            names = {"wagon": self.board.kind_names[kind], "city": self.city_name(line), "side": SIDES[side]}
            self.journal.tell("laid", {"seat": int(seat), **names})
        self.fill(seat, 1)
        self.see_claims()

    def put_down(self, seat: i64, kind: i64) -> None:
        """A wagon before oneself (rules 4.5, 4.6)."""
        self.note_front(seat)
        self.spend(seat, kind)
        self.fronts[seat] += self.board.unit[kind]
        if self.journal is not None:
            self.journal.tell("put-down", {"seat": int(seat), "wagon": self.board.kind_names[kind]})
        self.see_claims()

    def take_up(self, seat: i64, kind: i64) -> None:
        """One back into the hand (rule 4.7). All have seen it, and know that it is there now."""
        self.note_front(seat)
        unit = self.board.unit[kind]
        self.fronts[seat] -= unit
        self.hands[seat] += unit
        self.known[seat] += unit
        if self.journal is not None:
            self.journal.tell("taken-up", {"seat": int(seat), "wagon": self.board.kind_names[kind]})
        self.see_claims()

    def pass_turn(self, seat: i64) -> None:
        """Nothing can be done: the hand is shown (rule 3.5)."""
        self.note_front(seat)
        self.show_hand(seat)
        if self.journal is not None:
            self.journal.tell("passed", {"seat": int(seat), "cards": self.board.names_of(self.hands[seat])})
        self.see_claims()

    # --- action cards ----------------------------------------------------------------------------------------------

    def use(self, seat: i64, card: i64) -> None:
        """An action card goes to the discard pile (rule 5.1)."""
        self.spend(seat, card)
        self.put_away(card)
        self.quiet = False

    def swap(self, seat: i64, code: i64) -> None:
        """Two wagons change places (rules 5.3 to 5.5)."""
        self.use(seat, SWAP_TWO)
        one = code // CELLS
        two = code % CELLS
        kind_one = self.kind_at(one)
        kind_two = self.kind_at(two)
        if self.journal is not None:
            self.tell_swap(seat, one, two)
        self.exchange_at(one, kind_one, kind_two)
        self.exchange_at(two, kind_two, kind_one)
        if one < FRONT_CELLS and two < FRONT_CELLS and one // 16 == two // 16:
            # Within one line both kinds are still there.
            self.masks[one // 16] |= self.board.bits[kind_one] | self.board.bits[kind_two]
        self.fill(seat, 1)
        self.see_claims()

    def tell_swap(self, seat: i64, one: i64, two: i64) -> None:
        if self.journal is None:
            return
        told: dict[str, Any] = {
            "seat": int(seat),
            "wagon": self.board.kind_names[self.kind_at(one)],
            "other_wagon": self.board.kind_names[self.kind_at(two)],
            "from": self.cell_name(one),
            "to": self.cell_name(two),
        }
        if one >= FRONT_CELLS:
            owners = [int(cell - FRONT_CELLS) // 8 for cell in (one, two)]
            self.journal.tell("swapped-fronts", {**told, "seats": owners})
            return
        told["city"] = self.city_name(one // 16)
        if two >= FRONT_CELLS:
            self.journal.tell("swapped-front", {**told, "to_seat": int(two - FRONT_CELLS) // 8})
        else:
            self.journal.tell("swapped-lines", {**told, "other_city": self.city_name(two // 16)})

    def kind_at(self, cell: i64) -> i64:
        if cell >= FRONT_CELLS:
            return cell % 8
        return self.wagon_at(cell // 16, (cell // 8) % 2, cell % 8)

    def exchange_at(self, cell: i64, old: i64, new: i64) -> None:
        """Another wagon in a cell."""
        if cell >= FRONT_CELLS:
            self.fronts[(cell - FRONT_CELLS) // 8] += self.board.unit[new] - self.board.unit[old]
        else:
            line = cell // 16
            self.replace(line, (cell // 8) % 2, cell % 8, new)
            self.masks[line] = (self.masks[line] & ~self.board.bits[old]) | self.board.bits[new]

    def discard_stack(self, seat: i64, code: i64, height: i64) -> None:
        """Two or three wagons one above the other (rules 5.6 to 5.9)."""
        self.use(seat, DISCARD_TWO if height == 2 else DISCARD_THREE)
        top = code // 16
        side = (code // 8) % 2
        place = code % 8
        wagons: list[str] = []
        cities: list[str] = []
        for line in range(top, top + height):
            wagons.append(self.board.kind_names[self.take_out(line, side, place)])
            cities.append(self.city_name(line))
        if self.journal is not None:
            told = {"seat": int(seat), "wagons": wagons, "cities": cities, "side": SIDES[side], "place": int(place + 1)}
            self.journal.tell("discarded", told)
        self.fill(seat, 1)
        self.see_claims()

    def remove_city(self, seat: i64, line: i64) -> None:
        """A city leaves the game with all its wagons, and the next one comes (rules 5.11 to 5.13)."""
        self.use(seat, REMOVE_CITY)
        if self.journal is not None:
            told = {"seat": int(seat), "city": self.city_name(line), "wagons": self.line_names(line)}
            self.journal.tell("removed", told)
        self.clear_line(line)
        self.removed |= bit(self.cities[line])
        self.open_city(line)
        self.fill(seat, 1)
        self.see_claims()

    def exchange(self, seat: i64, code: i64) -> None:
        """A wagon for one of the neighbour's; the neighbour may carry it on (rules 6.1 to 6.6)."""
        give = (code // 8) % 8
        take = code % 8
        other = (seat + self.step + self.count) % self.count
        change = self.board.unit[take] - self.board.unit[give]
        self.fronts[seat] += change
        self.fronts[other] -= change
        if self.journal is not None:
            names = {"wagon": self.board.kind_names[give], "other_wagon": self.board.kind_names[take]}
            self.journal.tell("exchanged", {"seat": int(seat), "to_seat": int(other), **names})
        further = (other + self.step + self.count) % self.count
        if further == self.turn or not self.can_exchange(other, further):
            self.end_chain()
            return
        self.asked = other
        self.phase = CHAIN

    def can_exchange(self, one: i64, two: i64) -> bool:
        """Do both have wagons before them, and not just one kind between them (rules 6.2, 6.5)?"""
        first = self.front_mask(one)
        second = self.front_mask(two)
        if first == 0 or second == 0:
            return False
        return first != second or first & (first - 1) != 0

    def end_chain(self) -> None:
        """The whole effect is over: now whoever played the card draws (rule 6.7)."""
        self.asked = NOBODY
        self.step = 0
        self.fill(self.turn, 1)
        self.see_claims()

    # --- cities, and the end of a turn -----------------------------------------------------------------------------

    def see_claims(self) -> None:
        """Is there a city to take (rules 7.1 to 7.3)? Otherwise the turn is over."""
        front = self.front_mask(self.turn)
        for line in range(LINES):
            if self.masks[line] != 0 and self.masks[line] & ~front == 0:
                self.phase = CLAIM
                return
        self.end_turn()

    def claim(self, seat: i64, line: i64) -> None:
        """The line and one wagon before the seat for each of its wagons go; then draw, and a new city (7.4 to 7.6)."""
        city = self.cities[line]
        mask = self.masks[line]
        wagons = self.line_names(line) if self.journal is not None else []
        number: i64 = 0
        for kind in range(WAGONS):
            if mask >> kind & 1:
                self.fronts[seat] -= self.board.unit[kind]
                self.put_away(kind)
                number += 1
        self.clear_line(line)
        before = self.points_of(self.cities_of(int(seat)))
        self.taken[seat] |= bit(city)
        self.claims = [*self.claims, int(city * CLAIMED + seat)]
        if self.journal is not None:
            points = self.points_of(self.cities_of(int(seat))) - before
            told = {"seat": int(seat), "city": self.board.cities[city].name, "wagons": wagons, "points": points}
            self.journal.tell("claimed", told)
        self.fill(seat, number)
        self.open_city(line)
        self.end_turn()

    def note_front(self, seat: i64) -> None:
        """Remember the front as it was when nothing had moved yet (rule 8.1)."""
        for entry in self.since:
            if entry >> SEAT == seat:
                return
        self.since = [*self.since, int((seat << SEAT) | self.fronts[seat])]

    def end_turn(self) -> None:
        if self.quiet:
            self.count_repeat(self.turn)
        elif self.city_deck_cards == 0 and self.cities_on_table() <= self.board.last_cities:
            self.phase = OVER
            if self.journal is not None:
                self.journal.tell("cities-out", {})
            return
        self.quiet = False
        self.turns += 1
        self.turn = (self.turn + 1) % self.count
        self.phase = TURN

    def count_repeat(self, seat: i64) -> None:
        """A turn without a draw: does it repeat what was there before (rules 8.1 to 8.4)?"""
        entry = int((seat << SEAT) | self.fronts[seat])
        if entry not in self.since:
            self.since = [*self.since, entry]
            self.repeats[seat] = 0
            return
        if self.repeats[seat] < REPEATS:
            self.repeats[seat] += 1
        missing = self.missing_repeats()
        if missing == 0:
            self.resolve_stalemate()
        elif missing == 1 and self.journal is not None:
            last = [each for each in range(self.seats) if self.repeats[each] < REPEATS]
            self.journal.tell("stalemate-near", {"seats": last})

    def resolve_stalemate(self) -> None:
        """Hands, fronts and lines are discarded, cities stay, everybody draws five (rule 8.3)."""
        self.stalemates += 1
        if self.journal is not None:
            self.journal.tell("stalemate", {"number": int(self.stalemates)})
        for seat in range(self.count):
            self.discard += self.hands[seat] + self.fronts[seat]
            self.discard_cards += CARDS
            self.hands[seat] = 0
            self.known[seat] = 0
            self.fronts[seat] = 0
        for line in range(LINES):
            self.clear_line(line)
        self.forget_draws()
        for seat in range(self.count):
            self.fill(seat, CARDS)

    def surprises(self, seat: int) -> int:
        return int(self.foresight[seat])

    # --- names -----------------------------------------------------------------------------------------------------

    def city_name(self, line: i64) -> str:
        return self.board.cities[self.cities[line]].name

    def line_names(self, line: i64) -> list[str]:
        """The wagons of a line as they stand, from left to right."""
        left = self.row(int(line), 0)
        left.reverse()
        return [self.board.kind_names[kind] for kind in [*left, *self.row(int(line), 1)]]

    def cell_name(self, cell: i64) -> str:
        """Where a wagon lies: `paris/left/1`, counted from the city, or `front/0/mail` before a seat."""
        if cell >= FRONT_CELLS:
            return f"front/{int(cell - FRONT_CELLS) // 8}/{self.board.kind_names[cell % 8]}"
        return f"{self.city_name(cell // 16)}/{SIDES[(cell // 8) % 2]}/{int(cell % 8) + 1}"

    # --- what plain modules do -------------------------------------------------------------------------------------

    def prompt(self, seat: int) -> Prompt | None:
        from roundhouse.games.moscow_paris.prompting import prompt

        return prompt(self, seat)

    def view(self, seat: int) -> dict[str, Any]:
        from roundhouse.games.moscow_paris.view import view

        return view(self, seat)

    def dump(self) -> dict[str, Any]:
        from roundhouse.games.moscow_paris.position import dump

        return dump(self)

    def outcome(self) -> Outcome | None:
        from roundhouse.games.moscow_paris.score import outcome

        return outcome(self)

    def result(self) -> Outcome | None:
        from roundhouse.games.moscow_paris.score import result

        return result(self)
