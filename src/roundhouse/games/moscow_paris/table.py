"""What lies on the table of Moscow–Paris and in the hands, and how it is moved about; `state.py` says when.

A card is drawn when somebody draws it, a city when it comes to the table: that is the same as shuffled piles, and
nothing lies in an order that an undo would have to shuffle again.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.chance import Chance
from roundhouse.engine.state import NOBODY, State, copy_common
from roundhouse.engine.steiner import bit
from roundhouse.games.moscow_paris.board import BOARD, CARDS, HOME_TOWN, ISTANBUL, LINES, OWN, WAGONS, Board
from roundhouse.games.moscow_paris.memory import Pile, Stretch

TURN: Final[i64] = 0
CHAIN: Final[i64] = 1
CLAIM: Final[i64] = 2
OVER: Final[i64] = 3

LEFT: Final[i64] = 0
RIGHT: Final[i64] = 1
SEAT: Final[i64] = 40
"""A front and whose it is, in one number: the seat stands above this bit."""
REPEATS: Final[i64] = 2
CLAIMED: Final[i64] = 8
"""A claim, as one number: the city times this, and the seat."""


class Table(State):
    """Everything a position consists of."""

    options: dict[str, Any]
    board: Board
    count: i64
    in_teams: bool
    home: i64
    """The country of the home town."""
    phase: i64
    turn: i64
    first: i64
    turns: i64
    hands: vec[i64]
    known: vec[i64]
    """The cards of each hand that all know of."""
    fronts: vec[i64]
    deck: i64
    deck_cards: i64
    discard: i64
    discard_cards: i64
    sides: vec[i64]
    """The wagons left and right of each city, four bits each, the nearest lowest."""
    lengths: vec[i64]
    masks: vec[i64]
    """The kinds of wagons in each line, as bits."""
    cities: vec[i64]
    city_deck: i64
    city_deck_cards: i64
    removed: i64
    taken: vec[i64]
    claims: list[int]
    """City and seat, in the order taken. Never changed in place, so clones share it."""
    asked: i64
    """Who may carry on a chain of exchanges, and which way it runs."""
    step: i64
    quiet: bool
    """Nothing was drawn or taken in this turn so far."""
    since: list[int]
    """Fronts as they were since the last draw, claim or stalemate, with their seats. Replaced, never changed."""
    repeats: vec[i64]
    stalemates: i64
    broken_by: i64
    """The action that brought the last stalemate, whose it was, and the hand it showed."""
    broken_seat: i64
    broken_hand: i64
    foresight: vec[i64]
    pile_number: i64
    pile_made: i64
    drawn_now: vec[i64]
    drew_now: vec[i64]
    shown_now: vec[i64]
    piles: Pile | None
    stretches: Stretch | None

    def __init__(
        self,
        seats: int,
        chance: Chance,
        fixed_first: int,
        options: dict[str, Any],
        source: Table | None = None,
    ) -> None:
        """A bare position with nothing dealt, or a copy of `source`."""
        super().__init__(seats, chance)
        if source is not None:
            self.copy(source)
            return
        board = BOARD
        self.options = options
        self.board = board
        self.count = seats
        self.in_teams = options["teams"]
        self.home = board.countries.index(options["home_country"])
        self.phase = OVER
        self.turn = 0
        self.first = 0
        self.turns = 0
        self.hands = vec[i64]([0] * seats)
        self.known = vec[i64]([0] * seats)
        self.fronts = vec[i64]([0] * seats)
        self.deck = 0
        self.deck_cards = 0
        self.discard = 0
        self.discard_cards = 0
        self.sides = vec[i64]([0] * 8)
        self.lengths = vec[i64]([0] * 8)
        self.masks = vec[i64]([0] * 4)
        self.cities = vec[i64]([-1] * 4)
        self.city_deck = 0
        self.city_deck_cards = 0
        self.removed = 0
        self.taken = vec[i64]([0] * seats)
        self.claims = []
        self.asked = NOBODY
        self.step = 0
        self.quiet = False
        self.since = []
        self.repeats = vec[i64]([0] * seats)
        self.stalemates = 0
        self.broken_by = -1
        self.broken_seat = NOBODY
        self.broken_hand = 0
        self.foresight = vec[i64]([0] * seats)
        self.pile_number = 0
        self.pile_made = 0
        self.drawn_now = vec[i64]([0] * seats)
        self.drew_now = vec[i64]([0] * seats)
        self.shown_now = vec[i64]([0] * seats)
        self.piles = None
        self.stretches = None
        if fixed_first == NOBODY:
            self.first = self.draw(seats)
        else:
            self.first = fixed_first
        self.turn = self.first

    def copy(self, source: Table) -> None:
        copy_common(source, self)
        self.options = source.options
        self.board = source.board
        self.count = source.count
        self.in_teams = source.in_teams
        self.home = source.home
        self.phase = source.phase
        self.turn = source.turn
        self.first = source.first
        self.turns = source.turns
        self.hands = source.hands[:]
        self.known = source.known[:]
        self.fronts = source.fronts[:]
        self.deck = source.deck
        self.deck_cards = source.deck_cards
        self.discard = source.discard
        self.discard_cards = source.discard_cards
        self.sides = source.sides[:]
        self.lengths = source.lengths[:]
        self.masks = source.masks[:]
        self.cities = source.cities[:]
        self.city_deck = source.city_deck
        self.city_deck_cards = source.city_deck_cards
        self.removed = source.removed
        self.taken = source.taken[:]
        self.claims = source.claims
        self.asked = source.asked
        self.step = source.step
        self.quiet = source.quiet
        self.since = source.since
        self.repeats = source.repeats[:]
        self.stalemates = source.stalemates
        self.broken_by = source.broken_by
        self.broken_seat = source.broken_seat
        self.broken_hand = source.broken_hand
        self.foresight = source.foresight[:]
        self.pile_number = source.pile_number
        self.pile_made = source.pile_made
        self.drawn_now = source.drawn_now[:]
        self.drew_now = source.drew_now[:]
        self.shown_now = source.shown_now[:]
        self.piles = source.piles
        self.stretches = source.stretches

    def cities_in_play(self) -> list[int]:
        """The cities of this match (rules 2.4, 2.5)."""
        found = list(self.board.common)
        if self.options[ISTANBUL]:
            found.append(self.board.istanbul)
        if self.options[HOME_TOWN]:
            found.append(self.board.home_town)
        return found

    def country_of(self, city: i64) -> i64:
        return self.home if city == self.board.home_town else self.board.country[city]

    # --- the cards -------------------------------------------------------------------------------------------------

    def pull(self, seat: i64) -> i64:
        """A card off the pile into a hand, unseen by the others."""
        number: i64 = self.draw(int(self.deck_cards))
        rest = self.deck
        kind: i64 = 0
        while number >= rest & 15:
            number -= rest & 15
            rest >>= 4
            kind += 1
        unit = self.board.unit[kind]
        self.deck -= unit
        self.deck_cards -= 1
        if self.shown_now[seat] != 0:
            self.close_stretch(seat)
        self.hands[seat] += unit
        self.drawn_now[seat] += 1
        self.drew_now[seat] += unit
        if self.deck_cards == 0:
            self.renew()
        return kind

    def fill(self, seat: i64, wanted: i64) -> None:
        """Draw so many cards (rules 3.3, 4.4, 5.1, 7.5). Everything that lay quiet moves again."""
        self.forget_fronts()
        kinds: list[int] = []
        for _ in range(wanted):
            kinds.append(int(self.pull(seat)))
        if self.journal is not None:
            names = [self.board.kind_names[kind] for kind in kinds]
            self.journal.tell("drew", {"seat": int(seat), "number": int(wanted)}, {int(seat): {"cards": names}})

    def renew(self) -> None:
        """As soon as the pile is used up the discard pile becomes the new one (rule 3.4)."""
        if self.discard_cards == 0:
            return
        for seat in range(self.count):
            self.close_stretch(seat)
        self.piles = Pile(int(self.pile_made), self.piles)
        self.pile_number += 1
        self.deck = self.discard
        self.deck_cards = self.discard_cards
        self.discard = 0
        self.discard_cards = 0
        self.pile_made = self.deck
        if self.journal is not None:
            self.journal.tell("reshuffled", {"cards": int(self.deck_cards)})

    def close_stretch(self, seat: i64) -> None:
        if self.drawn_now[seat] == 0 and self.shown_now[seat] == 0:
            return
        self.stretches = Stretch(
            int(seat),
            int(self.pile_number),
            int(self.drawn_now[seat]),
            int(self.drew_now[seat]),
            int(self.shown_now[seat]),
            self.stretches,
        )
        self.drawn_now[seat] = 0
        self.drew_now[seat] = 0
        self.shown_now[seat] = 0

    def forget_draws(self) -> None:
        """No hand holds anything unknown, so what was drawn before tells nothing any more."""
        self.piles = None
        self.stretches = None
        self.pile_number = 0
        self.pile_made = self.deck
        for seat in range(self.count):
            self.drawn_now[seat] = 0
            self.drew_now[seat] = 0
            self.shown_now[seat] = 0

    def spend(self, seat: i64, kind: i64) -> None:
        """A card leaves a hand for all to see: one that all know of, if there is such a one."""
        unit = self.board.unit[kind]
        self.hands[seat] -= unit
        if (self.known[seat] >> (4 * kind)) & 15 != 0:
            self.known[seat] -= unit
        else:
            self.shown_now[seat] += unit

    def put_away(self, kind: i64) -> None:
        self.discard += self.board.unit[kind]
        self.discard_cards += 1

    def show_hand(self, seat: i64) -> None:
        self.shown_now[seat] += self.hands[seat] - self.known[seat]
        self.known[seat] = self.hands[seat]

    def forget_fronts(self) -> None:
        if self.since:
            self.since = []
        for seat in range(self.count):
            self.repeats[seat] = 0
        self.quiet = False

    # --- the lines -------------------------------------------------------------------------------------------------

    def append(self, line: i64, side: i64, kind: i64) -> None:
        place = line * 2 + side
        self.sides[place] += kind << (4 * self.lengths[place])
        self.lengths[place] += 1
        self.masks[line] |= bit(kind)

    def wagon_at(self, line: i64, side: i64, place: i64) -> i64:
        return (self.sides[line * 2 + side] >> (4 * place)) & 15

    def replace(self, line: i64, side: i64, place: i64, kind: i64) -> None:
        """Another wagon at a place. The mask is for the caller to see to."""
        old = self.wagon_at(line, side, place)
        self.sides[line * 2 + side] += (kind - old) << (4 * place)

    def take_out(self, line: i64, side: i64, place: i64) -> i64:
        """A wagon goes to the discard pile; those behind it close up toward the city (rule 5.9)."""
        row = line * 2 + side
        kind = self.wagon_at(line, side, place)
        below = bit(4 * place) - 1
        self.sides[row] = (self.sides[row] & below) | ((self.sides[row] >> (4 * place + 4)) << (4 * place))
        self.lengths[row] -= 1
        self.masks[line] &= ~bit(kind)
        self.put_away(kind)
        return kind

    def clear_line(self, line: i64) -> None:
        """All wagons of a line go to the discard pile."""
        mask = self.masks[line]
        for kind in range(WAGONS):
            if mask >> kind & 1:
                self.put_away(kind)
        self.masks[line] = 0
        for side in range(2):
            self.sides[line * 2 + side] = 0
            self.lengths[line * 2 + side] = 0

    def open_city(self, line: i64) -> None:
        """The next city comes to a line, while there are any (rules 2.3, 5.13, 7.6)."""
        self.cities[line] = -1
        if self.city_deck_cards == 0:
            return
        number: i64 = self.draw(int(self.city_deck_cards))
        rest = self.city_deck
        city: i64 = 0
        while True:
            if rest & 1:
                if number == 0:
                    break
                number -= 1
            rest >>= 1
            city += 1
        self.city_deck &= ~bit(city)
        self.city_deck_cards -= 1
        self.cities[line] = city
        if self.journal is not None:
            self.journal.tell("city-came", {"city": self.board.cities[city].name})

    def front_mask(self, seat: i64) -> i64:
        """The kinds of wagons before a seat, as bits."""
        rest = self.fronts[seat]
        mask: i64 = 0
        kind: i64 = 0
        while rest != 0:
            if rest & 15:
                mask |= bit(kind)
            rest >>= 4
            kind += 1
        return mask

    def front_size(self, seat: i64) -> i64:
        rest = self.fronts[seat]
        total: i64 = 0
        while rest != 0:
            total += rest & 15
            rest >>= 4
        return total

    # --- readings for plain modules: mypyc 2.4 never frees a vector that plain code hands to compiled code ---------

    def row(self, line: int, side: int) -> list[int]:
        """The wagons on one side of a city, the nearest first."""
        return [int(self.wagon_at(line, side, place)) for place in range(self.lengths[line * 2 + side])]

    def line_of(self, city: int) -> int:
        """The line of a city, or -1."""
        for line in range(LINES):
            if self.cities[line] == city:
                return int(line)
        return -1

    def hand_size(self, seat: int) -> int:
        return len(self.board.kinds_of(self.hands[seat]))

    def unknown(self, seat: int) -> int:
        """How many cards of a hand only its seat knows."""
        return self.hand_size(seat) - len(self.board.kinds_of(self.known[seat]))

    def cities_on_table(self) -> int:
        return sum(city >= 0 for city in self.cities)

    def missing_repeats(self) -> int:
        """How many repeated turns are missing to a stalemate (rule 8.4)."""
        return int(REPEATS) * self.seats - sum(int(count) for count in self.repeats)

    # --- points ----------------------------------------------------------------------------------------------------

    def cities_of(self, seat: int) -> int:
        """The cities that count for a seat, as bits: in teams those of the partner too (rule 9.7)."""
        bits = self.taken[seat]
        if self.in_teams:
            bits |= self.taken[(seat + 2) % self.seats]
        return int(bits)

    def points_of(self, cities: int) -> int:
        """Points, and one for each flag that repeats another (rules 9.2, 9.3)."""
        rest: i64 = cities
        flags: i64 = 0
        total: i64 = 0
        city: i64 = 0
        while rest != 0:
            if rest & 1:
                total += self.board.points[city]
                flag = bit(self.country_of(city))
                if flags & flag:
                    total += 1
                flags |= flag
            rest >>= 1
            city += 1
        return int(total)

    def capitals_of(self, cities: int) -> int:
        rest: i64 = cities
        total: i64 = 0
        city: i64 = 0
        while rest != 0:
            if rest & 1:
                total += self.board.capital[city]
            rest >>= 1
            city += 1
        return int(total)

    def standings(self) -> list[int]:
        return [self.points_of(self.cities_of(seat)) for seat in range(self.seats)]

    def teams(self) -> list[int] | None:
        return [seat % 2 for seat in range(self.seats)] if self.in_teams else None


__all__ = ["CARDS", "CHAIN", "CLAIM", "LEFT", "OVER", "OWN", "RIGHT", "TURN", "Table"]
