"""What lies on the table of Ticket to Ride: Europe and in the hands, and how it is moved about; `state.py` says when.

Decks of cards are counts of the nine kinds, and a card is drawn when somebody draws it: that is the same as a shuffled
deck, and nothing lies in an order that an undo would have to shuffle again. Tickets lie in blocks that have no order
either; returned ones are a new block under the others.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.chance import Chance
from roundhouse.engine.state import NOBODY, State, copy_common
from roundhouse.engine.steiner import bit
from roundhouse.games.ticket_to_ride.board import BOARD, KIND_NAMES, KINDS, LOCO, Board, Way
from roundhouse.games.ticket_to_ride.counting import Count
from roundhouse.games.ticket_to_ride.memory import RETURNED, Attempt, Dealing, Deck, Stretch

CHOOSE_LONG: Final[i64] = 0
CHOOSE: Final[i64] = 1
TURN: Final[i64] = 2
SECOND: Final[i64] = 3
OFFER: Final[i64] = 4
TUNNEL: Final[i64] = 5
OVER: Final[i64] = 6

ROW: Final[i64] = 5
OFFERED: Final[i64] = 5
RING: Final[i64] = 128
UNBOUNDED: Final[i64] = 99
WORD: Final[i64] = 60

BONUS_OPTIONS: Final = {"orient_express": "orient_express", "max_promo": "max"}


class Table(State):
    """Everything a position consists of."""

    options: dict[str, Any]
    board: Board
    way: Way
    count: i64
    phase: i64
    turn: i64
    first: i64
    last_turns: i64
    """How many turns are left, once somebody is down to two trains; below zero before."""
    last_seat: i64
    passes: i64
    hands: vec[i64]
    known: vec[i64]
    """The cards of each hand that all know of."""
    unknown: vec[i64]
    """How many others are in it."""
    row: vec[i64]
    row_cards: i64
    deck: vec[i64]
    deck_cards: i64
    discard: vec[i64]
    discard_cards: i64
    trains: vec[i64]
    built: vec[i64]
    points: vec[i64]
    owner: vec[i64]
    host: vec[i64]
    """Whose station stands in each city."""
    free_cities: i64
    open: vec[i64]
    barred: vec[i64]
    """Second routes of doubles of which the seat has the first."""
    route: i64
    kind: i64
    paid: i64
    paid_locos: i64
    owed: i64
    revealed: list[int]
    """Cards turned up for a tunnel that is still to be paid."""
    turned: list[int]
    """Cards the last action turned up, in order."""
    held: vec[i64]
    offers: vec[i64]
    offer_blocks: vec[i64]
    offered: vec[i64]
    chosen: vec[i64]
    ring: vec[i64]
    ring_blocks: vec[i64]
    top: i64
    bottom: i64
    blocks: i64
    foresight: vec[i64]
    deck_number: i64
    deck_made: i64
    deck_opened: i64
    drawn_now: vec[i64]
    drew_now: vec[i64]
    shown_now: vec[i64]
    decks: Deck | None
    stretches: Stretch | None
    dealings: Dealing | None
    attempts: Attempt | None
    bounded: i64
    least: vec[i64]
    most: vec[i64]
    """Of a colour and locomotives together (or of locomotives alone) among the unknown cards of a seat: how many there
    must be, and can be, by whether it could pay for a tunnel."""
    final: Count | None

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
        self.way = board.ways[options["variant"]]
        self.count = seats
        self.phase = OVER
        self.turn = 0
        self.first = 0
        self.last_turns = -1
        self.last_seat = NOBODY
        self.passes = 0
        self.hands = vec[i64]([0] * (seats * 9))
        self.known = vec[i64]([0] * (seats * 9))
        self.unknown = vec[i64]([0] * seats)
        self.row = vec[i64]([-1] * int(ROW))
        self.row_cards = 0
        self.deck = vec[i64]([0] * 9)
        self.deck_cards = 0
        self.discard = vec[i64]([0] * 9)
        self.discard_cards = 0
        self.trains = vec[i64]([int(board.trains)] * seats)
        self.built = vec[i64]([0] * seats)
        self.points = vec[i64]([0] * seats)
        self.owner = vec[i64]([-1] * len(board.route_names))
        self.host = vec[i64]([-1] * len(board.cities))
        self.free_cities = bit(len(board.cities)) - 1
        self.open = board.all_routes[:]
        self.barred = vec[i64]([0] * (seats * 2))
        self.route = -1
        self.kind = 0
        self.paid = 0
        self.paid_locos = 0
        self.owed = 0
        self.revealed = []
        self.turned = []
        self.held = vec[i64]([0] * (seats * 2))
        self.offers = vec[i64]([-1] * (seats * int(OFFERED)))
        self.offer_blocks = vec[i64]([-1] * (seats * int(OFFERED)))
        self.offered = vec[i64]([0] * seats)
        self.chosen = vec[i64]([-1] * seats)
        self.ring = vec[i64]([0] * int(RING))
        self.ring_blocks = vec[i64]([0] * int(RING))
        self.top = 0
        self.bottom = 0
        self.blocks = RETURNED
        self.foresight = vec[i64]([0] * seats)
        self.deck_number = 0
        self.deck_made = 0
        self.deck_opened = 0
        self.drawn_now = vec[i64]([0] * seats)
        self.drew_now = vec[i64]([0] * seats)
        self.shown_now = vec[i64]([0] * seats)
        self.decks = None
        self.stretches = None
        self.dealings = None
        self.attempts = None
        self.bounded = 0
        self.least = vec[i64]([0] * (seats * 9))
        self.most = vec[i64]([int(UNBOUNDED)] * (seats * 9))
        self.final = None
        if fixed_first == NOBODY:
            self.first = self.draw(seats)
        else:
            self.first = fixed_first
        self.turn = self.first

    def copy(self, source: Table) -> None:
        copy_common(source, self)
        self.options = source.options
        self.board = source.board
        self.way = source.way
        self.count = source.count
        self.phase = source.phase
        self.turn = source.turn
        self.first = source.first
        self.last_turns = source.last_turns
        self.last_seat = source.last_seat
        self.passes = source.passes
        self.hands = source.hands[:]
        self.known = source.known[:]
        self.unknown = source.unknown[:]
        self.row = source.row[:]
        self.row_cards = source.row_cards
        self.deck = source.deck[:]
        self.deck_cards = source.deck_cards
        self.discard = source.discard[:]
        self.discard_cards = source.discard_cards
        self.trains = source.trains[:]
        self.built = source.built[:]
        self.points = source.points[:]
        self.owner = source.owner[:]
        self.host = source.host[:]
        self.free_cities = source.free_cities
        self.open = source.open[:]
        self.barred = source.barred[:]
        self.route = source.route
        self.kind = source.kind
        self.paid = source.paid
        self.paid_locos = source.paid_locos
        self.owed = source.owed
        self.revealed = source.revealed
        self.turned = source.turned[:]
        self.held = source.held[:]
        self.offers = source.offers[:]
        self.offer_blocks = source.offer_blocks[:]
        self.offered = source.offered[:]
        self.chosen = source.chosen[:]
        self.ring = source.ring[:]
        self.ring_blocks = source.ring_blocks[:]
        self.top = source.top
        self.bottom = source.bottom
        self.blocks = source.blocks
        self.foresight = source.foresight[:]
        self.deck_number = source.deck_number
        self.deck_made = source.deck_made
        self.deck_opened = source.deck_opened
        self.drawn_now = source.drawn_now[:]
        self.drew_now = source.drew_now[:]
        self.shown_now = source.shown_now[:]
        self.decks = source.decks
        self.stretches = source.stretches
        self.dealings = source.dealings
        self.attempts = source.attempts
        self.bounded = source.bounded
        self.least = source.least[:]
        self.most = source.most[:]
        self.final = source.final

    # --- the cards -------------------------------------------------------------------------------------------------

    def pull(self) -> i64:
        """A card off the deck. Whoever pulls notes where it went, then calls `renew` (the deck may be empty now)."""
        number: i64 = self.draw(int(self.deck_cards))
        kind: i64 = 0
        while number >= self.deck[kind]:
            number -= self.deck[kind]
            kind += 1
        self.deck[kind] -= 1
        self.deck_cards -= 1
        return kind

    def turn_up(self) -> i64:
        """A card off the deck for all to see."""
        kind = self.pull()
        self.deck_opened += self.board.unit[kind]
        self.turned.append(int(kind))
        self.renew()
        return kind

    def draw_blind(self, seat: i64) -> i64:
        kind = self.pull()
        if self.shown_now[seat] != 0:
            self.close_stretch(seat)
        self.hands[seat * KINDS + kind] += 1
        self.unknown[seat] += 1
        self.drawn_now[seat] += 1
        self.drew_now[seat] += self.board.unit[kind]
        if self.bounded >> seat & 1:
            for each in range(seat * KINDS, seat * KINDS + KINDS):
                if self.most[each] != UNBOUNDED:
                    self.most[each] += 1
        self.renew()
        return kind

    def renew(self) -> None:
        """As soon as the deck is empty the discard pile becomes the new one (rule 5.8)."""
        if self.deck_cards != 0 or self.discard_cards == 0:
            return
        for seat in range(self.count):
            self.close_stretch(seat)
        self.decks = Deck(int(self.deck_number), int(self.deck_made), int(self.deck_opened), self.decks)
        self.deck_number += 1
        for kind in range(KINDS):
            self.deck[kind] = self.discard[kind]
            self.discard[kind] = 0
        self.discard_cards = 0
        self.start_deck()
        if self.journal is not None:
            self.journal.tell("reshuffled", {"cards": int(self.deck_cards)})

    def start_deck(self) -> None:
        made: i64 = 0
        self.deck_cards = 0
        for kind in range(KINDS):
            made += self.deck[kind] * self.board.unit[kind]
            self.deck_cards += self.deck[kind]
        self.deck_made = made
        self.deck_opened = 0

    def close_stretch(self, seat: i64) -> None:
        if self.drawn_now[seat] == 0 and self.shown_now[seat] == 0:
            return
        self.stretches = Stretch(
            int(seat),
            int(self.deck_number),
            int(self.drawn_now[seat]),
            int(self.drew_now[seat]),
            int(self.shown_now[seat]),
            self.stretches,
        )
        self.drawn_now[seat] = 0
        self.drew_now[seat] = 0
        self.shown_now[seat] = 0

    def put_away(self, kind: i64, number: i64) -> None:
        self.discard[kind] += number
        self.discard_cards += number

    def tidy(self) -> None:
        """Renew the deck, fill the row, clear it of three locomotives, as often as need be (rules 5.2, 5.6 to 5.8)."""
        self.renew()
        again = False
        while True:
            filled: i64 = 0
            if self.row_cards < ROW and self.deck_cards > 0:
                filled = i64(len(self.turned))
                for place in range(ROW):
                    if self.row[place] < 0 and self.deck_cards > 0:
                        self.row[place] = self.turn_up()
                        self.row_cards += 1
                if self.journal is not None:
                    cards = [KIND_NAMES[each] for each in self.turned[filled:]]
                    self.journal.tell("turned-up", {"cards": cards})
            if not self.flooded():
                return
            if self.journal is not None:
                self.journal.tell("flushed", {"cards": self.row_names()})
            for place in range(ROW):
                self.put_away(self.row[place], 1)
                self.row[place] = -1
            self.row_cards = 0
            if again and self.deck_cards == ROW and self.discard_cards == ROW:
                # Two rows of five that would change places for ever (rule 5.7). All have seen both of them.
                for kind in range(KINDS):
                    self.deck_opened += self.deck[kind] * self.board.unit[kind]
                    self.put_away(kind, self.deck[kind])
                    self.deck[kind] = 0
                self.deck_cards = 0
            self.renew()
            again = True

    def flooded(self) -> bool:
        """Are there three locomotives or more among five cards, and enough others to go on with (rules 5.6, 5.7)?"""
        if self.row_cards < ROW:
            return False
        locos: i64 = 0
        for kind in self.row:
            if kind == LOCO:
                locos += 1
        if locos <= self.board.most_face_up_locomotives:
            return False
        others = ROW - locos + self.deck_cards - self.deck[LOCO] + self.discard_cards - self.discard[LOCO]
        return others >= ROW - self.board.most_face_up_locomotives

    def spend(self, seat: i64, kind: i64, number: i64) -> None:
        """Cards leave a hand for all to see: first those that all know of."""
        if number == 0:
            return
        place = seat * KINDS + kind
        self.hands[place] -= number
        news = number - self.known[place]
        if news <= 0:
            self.known[place] -= number
            return
        self.known[place] = 0
        self.unknown[seat] -= news
        self.shown_now[seat] += self.board.unit[kind] * news
        if self.bounded >> seat & 1:
            for each in range(KINDS):
                if each == kind or kind == LOCO:
                    bound = seat * KINDS + each
                    self.least[bound] = max(self.least[bound] - news, 0)
                    if self.most[bound] != UNBOUNDED:
                        self.most[bound] -= news

    # --- routes, stations, tickets -----------------------------------------------------------------------------------

    def put_trains(self, seat: i64, route: i64) -> None:
        """The route is the seat's; its twin may be closed to it, or to all (rules 6.5 and 6.6)."""
        board = self.board
        self.owner[route] = seat
        self.trains[seat] -= board.length[route]
        self.points[seat] += board.worth[route]
        self.open[route // WORD] &= ~bit(route % WORD)
        twin = board.twin[route]
        if twin >= 0:
            if self.count < board.both_doubles_from_seats:
                self.open[twin // WORD] &= ~bit(twin % WORD)
            else:
                self.barred[seat * 2 + twin // WORD] |= bit(twin % WORD)

    def put_station(self, seat: i64, city: i64) -> None:
        self.built[seat] += 1
        self.host[city] = seat
        self.free_cities &= ~bit(city)

    def bonus(self) -> list[str]:
        return [name for name in self.board.bonus_sets if self.options[BONUS_OPTIONS[name]]]

    def offer(self, seat: i64, ticket: i64, block: i64) -> None:
        place = seat * OFFERED + self.offered[seat]
        self.offers[place] = ticket
        self.offer_blocks[place] = block
        self.offered[seat] += 1

    def deal_from_deck(self, seat: i64, wanted: i64) -> None:
        """Tickets from the top: any of the uppermost block, then any of the next (rule 8.3)."""
        for _ in range(wanted):
            if self.top == self.bottom:
                return
            block = self.ring_blocks[self.top % RING]
            size: i64 = 1
            while self.top + size < self.bottom and self.ring_blocks[(self.top + size) % RING] == block:
                size += 1
            place = self.top + self.draw(int(size))
            ticket = self.ring[place % RING]
            # A block stays sorted, so that its order tells nothing and a position read from a dump goes on the same.
            while place > self.top:
                self.ring[place % RING] = self.ring[(place - 1) % RING]
                place -= 1
            self.top += 1
            self.offer(seat, ticket, block)

    def return_ticket(self, ticket: i64, block: i64) -> None:
        """Put a ticket under the deck, into the lowest block if it is the one named."""
        place = self.bottom
        while (
            place > self.top
            and self.ring_blocks[(place - 1) % RING] == block
            and self.ring[(place - 1) % RING] > ticket
        ):
            self.ring[place % RING] = self.ring[(place - 1) % RING]
            place -= 1
        self.ring[place % RING] = ticket
        self.ring_blocks[self.bottom % RING] = block
        self.bottom += 1

    def tickets_left(self) -> int:
        return int(self.bottom - self.top)

    def hold(self, seat: i64, ticket: i64) -> None:
        self.held[seat * 2 + ticket // WORD] |= bit(ticket % WORD)

    # Readings for plain modules: mypyc 2.4 never frees a vector that plain code hands to compiled code.

    def hand(self, seat: int) -> list[int]:
        return [int(self.hands[place]) for place in range(seat * 9, seat * 9 + 9)]

    def known_cards(self, seat: int) -> list[int]:
        return [int(self.known[place]) for place in range(seat * 9, seat * 9 + 9)]

    def tickets_of(self, seat: int) -> list[int]:
        return [
            index for index in range(len(self.board.tickets)) if self.held[seat * 2 + index // 60] >> (index % 60) & 1
        ]

    def offer_of(self, seat: int) -> list[int]:
        return [int(self.offers[seat * 5 + place]) for place in range(self.offered[seat])]

    def offer_blocks_of(self, seat: int) -> list[int]:
        return [int(self.offer_blocks[seat * 5 + place]) for place in range(self.offered[seat])]

    def offer_names(self, seat: int) -> list[str]:
        return [self.board.tickets[ticket].name for ticket in self.offer_of(seat)]

    def deck_tickets(self) -> list[int]:
        """The tickets in the deck, block by block."""
        found: list[int] = []
        place = self.top
        while place < self.bottom:
            found.append(int(self.ring[place % RING]))
            place += 1
        return found

    def row_names(self) -> list[str | None]:
        return [None if kind < 0 else KIND_NAMES[int(kind)] for kind in self.row]

    def secret_hands(self) -> dict[int, dict[str, Any]]:
        secret: dict[int, dict[str, Any]] = {}
        for seat in range(self.seats):
            cards: list[str] = []
            for kind in range(9):
                cards += [KIND_NAMES[kind]] * int(self.hands[seat * 9 + kind])
            secret[seat] = {"cards": cards}
        return secret

    def is_open(self, seat: int, route: int) -> bool:
        """Is the route free, and its twin no hindrance to this seat?"""
        return (self.open[route // 60] & ~self.barred[seat * 2 + route // 60]) >> (route % 60) & 1 == 1

    def standings(self) -> list[int]:
        """The points on the track; at the end, those of the final count."""
        if self.final is not None:
            return list(self.final.scores)
        return [int(points) for points in self.points]
