"""The rules of Ticket to Ride: Europe: a position and what may be done in it. Numbers in comments: `rules.en.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from mypy_extensions import i64

from roundhouse.engine.state import NOBODY
from roundhouse.engine.steiner import bit
from roundhouse.games.ticket_to_ride.actions import (
    CLAIM,
    CLAIMS_A_ROUTE,
    DRAW,
    KEEP,
    PASS,
    PAY,
    STATION,
    STATIONS_A_CITY,
    TAKE_BACK,
    TICKETS,
    add_keeps,
    add_turn,
)
from roundhouse.games.ticket_to_ride.board import BOXES, KIND_NAMES, KINDS, LOCO
from roundhouse.games.ticket_to_ride.counting import counted
from roundhouse.games.ticket_to_ride.memory import BOX, LONG_POOL, POOL, RETURNED, Attempt, Dealing
from roundhouse.games.ticket_to_ride.table import (
    CHOOSE,
    CHOOSE_LONG,
    OFFER,
    OFFERED,
    OVER,
    SECOND,
    TUNNEL,
    TURN,
    Table,
)

if TYPE_CHECKING:
    from roundhouse.engine.outcome import Outcome
    from roundhouse.engine.prompt import Prompt
    from roundhouse.engine.refusal import Refusal


@final
class TicketToRideState(Table):
    """One position. `position.load` makes any; `open_match` deals the first."""

    def clone(self) -> TicketToRideState:
        return TicketToRideState(self.seats, self.chance, NOBODY, self.options, self)

    # --- the opening -----------------------------------------------------------------------------------------------

    def open_match(self) -> None:
        """Deal cards, the row, and the tickets to choose from (rules 3.1 to 3.4)."""
        board = self.board
        for kind in range(LOCO):
            self.deck[kind] = board.cards_of_colour
        self.deck[LOCO] = board.locomotives
        self.start_deck()
        for _ in range(board.opening_cards):
            for seat in range(self.count):
                self.draw_blind(seat)
        self.tidy()
        long, regular = board.pool(self.options["variant"], self.bonus())
        if self.journal is not None:
            self.journal.tell("opened", {"first": int(self.first)}, self.secret_hands())
        if self.way.deal_long > 0:
            self.deal_tickets(long, LONG_POOL, self.way.deal_long)
        for ticket in regular:
            self.return_ticket(ticket, POOL)
        if self.way.two_choices:
            self.phase = CHOOSE_LONG
        else:
            self.deal_regular()
            self.phase = CHOOSE
        self.tell_offers()

    def deal_tickets(self, pile: list[int], block: int, each: i64) -> None:
        """Long tickets: those nobody is dealt go to the box unseen (rule 3.4)."""
        for seat in range(self.count):
            for _ in range(each):
                place = self.draw(len(pile))
                self.offer(seat, pile[place], block)
                pile[place] = pile[len(pile) - 1]
                pile.pop()

    def deal_regular(self) -> None:
        for seat in range(self.count):
            self.deal_from_deck(seat, self.way.deal_regular)

    # --- whose turn, what may be done ------------------------------------------------------------------------------

    def next_decider(self) -> int:
        if self.phase >= TURN:
            return NOBODY if self.phase == OVER else int(self.turn)
        for seat in range(self.count):
            if self.chosen[seat] < 0:
                return int(seat)
        return NOBODY

    def deciders(self) -> list[int]:
        if self.phase >= TURN:
            return [] if self.phase == OVER else [int(self.turn)]
        return [seat for seat in range(self.seats) if self.chosen[seat] < 0]

    def legal_actions(self, seat: int) -> list[int]:
        actions: list[object] = []
        phase = self.phase
        if phase < TURN:
            if seat >= 0 and seat < self.seats and self.chosen[seat] < 0:
                add_keeps(self, seat, actions)
        elif phase == OVER or self.turn != seat:
            pass
        elif phase <= SECOND:
            add_turn(self, seat, actions, phase == SECOND)
        elif phase == OFFER:
            add_keeps(self, seat, actions)
        else:
            base = self.turn * KINDS
            for locos in range(self.owed + 1):
                if self.can_add(base, locos):
                    actions.append(BOXES[PAY + locos])
            actions.append(BOXES[TAKE_BACK])
        return actions  # type: ignore[return-value]

    def can_add(self, base: i64, locos: i64) -> bool:
        """Can the tunnel's extra cards be paid with so many locomotives (rules 7.2, 7.3)?"""
        if self.kind == LOCO:
            return locos == self.owed and self.hands[base + LOCO] >= locos
        return self.hands[base + self.kind] >= self.owed - locos and self.hands[base + LOCO] >= locos

    def can_pay_tunnel(self, base: i64) -> bool:
        if self.kind == LOCO:
            return self.hands[base + LOCO] >= self.owed
        return self.hands[base + self.kind] + self.hands[base + LOCO] >= self.owed

    def fewest_kept(self, seat: i64) -> i64:
        """How many of the tickets offered the seat must keep (rules 3.3, 8.2, 12.3)."""
        least: i64 = 1
        if self.phase == CHOOSE_LONG:
            least = 0
        elif self.phase == CHOOSE:
            least = self.way.keep
            if self.way.two_choices and (self.held[seat * 2] | self.held[seat * 2 + 1]) != 0:
                least = self.way.keep_with_long
        return min(least, self.offered[seat])

    def most_kept(self, seat: i64) -> i64:
        return self.way.keep_long_most if self.phase == CHOOSE_LONG else self.offered[seat]

    def refusal(self, seat: int, action: int) -> Refusal | None:
        from roundhouse.games.ticket_to_ride.judge import refusal

        return refusal(self, seat, action)

    # --- playing ---------------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: int) -> None:
        drawn = self.drawn
        phase = self.phase
        who: i64 = seat
        what: i64 = action
        if self.turned:
            self.turned = []
        if what != PASS:
            self.passes = 0
        if what < DRAW:
            self.take_face_up(who, what)
        elif what >= CLAIM:
            self.claim(who, what - CLAIM)
        elif what == DRAW:
            self.take_blind(who)
        elif what >= STATION:
            self.build_station(who, what - STATION)
        elif what >= KEEP:
            if phase == OFFER:
                self.keep(who, what - KEEP)
            else:
                self.choose(who, what - KEEP)
        elif what == TICKETS:
            self.draw_tickets(who)
        elif what >= PAY:
            self.pay_tunnel(who, what - PAY)
        elif what == TAKE_BACK:
            self.take_back(who, False)
        else:
            self.passes += 1
            if self.journal is not None:
                self.journal.tell("passed", {"seat": seat})
            self.end_turn()
        if self.drawn != drawn or self.phase == OVER or (phase < TURN and self.phase != phase):
            # Cards or tickets were seen, or the choices of the others, or how it ended.
            self.foresight[who] += 1
        if self.unsettled and not self.defer_settling:
            self.settle()

    def take_face_up(self, seat: i64, kind: i64) -> None:
        """A card from the row (rules 5.1 to 5.4)."""
        place: i64 = 0
        while self.row[place] != kind:
            place += 1
        self.row[place] = -1
        self.row_cards -= 1
        self.hands[seat * KINDS + kind] += 1
        self.known[seat * KINDS + kind] += 1
        if self.journal is not None:
            self.journal.tell("took", {"seat": int(seat), "card": KIND_NAMES[int(kind)]})
        self.tidy()
        if kind == LOCO:
            self.end_turn()
        else:
            self.after_card()

    def take_blind(self, seat: i64) -> None:
        kind = self.draw_blind(seat)
        if self.journal is not None:
            self.journal.tell("drew", {"seat": int(seat)}, {int(seat): {"card": KIND_NAMES[int(kind)]}})
        self.tidy()
        self.after_card()

    def after_card(self) -> None:
        """After the first card comes a second, if there is one to take (rules 5.1, 5.9)."""
        if self.phase == SECOND:
            self.end_turn()
            return
        if self.deck_cards > 0:
            self.phase = SECOND
            return
        for kind in self.row:
            if kind >= 0 and kind != LOCO:
                self.phase = SECOND
                return
        self.end_turn()

    def claim(self, seat: i64, code: i64) -> None:
        """Pay for a route, and take it unless it is a tunnel (rules 6 and 7)."""
        board = self.board
        route = code // CLAIMS_A_ROUTE
        kind = code % CLAIMS_A_ROUTE // 8
        locos = code % 8
        length = board.length[route]
        if kind == LOCO:
            locos = length
        self.route = route
        self.kind = kind
        self.paid = length - locos
        self.paid_locos = locos
        self.spend(seat, kind, length - locos)
        self.spend(seat, LOCO, locos)
        if board.tunnel[route] == 1 and self.deck_cards + self.discard_cards > 0:
            self.dig(seat)
        else:
            self.finish_claim(seat, 0, 0)

    def dig(self, seat: i64) -> None:
        """Turn up cards for a tunnel; pay, take back, or ask (rules 7.1 to 7.6)."""
        owed: i64 = 0
        for _ in range(self.board.tunnel_cards):
            if self.deck_cards > 0:
                turned = self.turn_up()
                if turned == self.kind or turned == LOCO:
                    owed += 1
        self.owed = owed
        if self.journal is not None:
            told = self.payment_told(seat, self.paid, self.paid_locos)
            told["cards"] = [KIND_NAMES[each] for each in self.turned]
            told["owed"] = int(owed)
            self.journal.tell("dug", told)
        self.revealed = self.turned
        if owed == 0:
            self.finish_claim(seat, 0, 0)
            return
        base = seat * KINDS
        shown = self.known[base + LOCO]
        if self.kind != LOCO:
            shown += self.known[base + self.kind]
        bound = base + self.kind
        if self.can_pay_tunnel(base):
            if owed > shown:
                self.bounded |= bit(seat)
                self.least[bound] = max(self.least[bound], owed - shown)
            self.phase = TUNNEL
            return
        self.bounded |= bit(seat)
        self.most[bound] = min(self.most[bound], owed - 1 - shown)
        self.take_back(seat, True)

    def pay_tunnel(self, seat: i64, locos: i64) -> None:
        colour = self.owed - locos
        if self.kind == LOCO:
            colour = 0
        self.spend(seat, self.kind, colour)
        self.spend(seat, LOCO, locos)
        self.finish_claim(seat, colour, locos)

    def bury(self) -> None:
        """The cards turned up for a tunnel are discarded, and nothing is pending any more (rule 7.7)."""
        for each in self.revealed:
            self.put_away(each, 1)
        self.revealed = []
        self.route = -1
        self.owed = 0

    def take_back(self, seat: i64, forced: bool) -> None:
        """The cards committed to a tunnel go back into the hand, where all now know of them (rules 7.4, 7.5)."""
        base = seat * KINDS
        route = self.route
        if self.kind != LOCO:
            self.hands[base + self.kind] += self.paid
            self.known[base + self.kind] += self.paid
        self.attempts = Attempt(
            int(seat), int(route), int(self.kind), int(self.paid_locos), int(self.owed), self.attempts
        )
        self.hands[base + LOCO] += self.paid_locos
        self.known[base + LOCO] += self.paid_locos
        if self.journal is not None:
            told = {"seat": int(seat), "route": self.board.route_names[route], "forced": forced}
            self.journal.tell("taken-back", told)
        self.bury()
        self.tidy()
        self.end_turn()

    def finish_claim(self, seat: i64, extra: i64, extra_locos: i64) -> None:
        """Pay, put the trains down and score (rules 6.1 and 6.4)."""
        board = self.board
        route = self.route
        if self.kind != LOCO:
            self.put_away(self.kind, self.paid + extra)
        self.put_away(LOCO, self.paid_locos + extra_locos)
        self.put_trains(seat, route)
        if self.journal is not None:
            told = self.payment_told(seat, self.paid + extra, self.paid_locos + extra_locos)
            told["points"] = int(board.worth[route])
            self.journal.tell("claimed", told)
        self.bury()
        self.tidy()
        self.end_turn()

    def payment_told(self, seat: i64, cards: i64, locos: i64) -> dict[str, Any]:
        """A payment as the journal tells it: the route, the colour, how many of it, how many locomotives."""
        return {
            "seat": int(seat),
            "route": self.board.route_names[self.route],
            "colour": KIND_NAMES[int(self.kind)],
            "number": int(cards),
            "locomotives": int(locos),
        }

    def build_station(self, seat: i64, code: i64) -> None:
        """One card for the first, two for the second, three for the third (rules 9.1 and 9.2)."""
        city = code // STATIONS_A_CITY
        kind = code % STATIONS_A_CITY // 3
        locos = code % 3
        price = self.built[seat] + 1
        if kind == LOCO:
            locos = price
        self.spend(seat, kind, price - locos)
        self.spend(seat, LOCO, locos)
        self.put_away(kind, price - locos)
        self.put_away(LOCO, locos)
        self.put_station(seat, city)
        if self.journal is not None:
            told = {
                "seat": int(seat),
                "city": self.board.cities[city].name,
                "colour": KIND_NAMES[int(kind)],
                "number": int(price - locos),
                "locomotives": int(locos),
                "station": int(price),
            }
            self.journal.tell("station-built", told)
        self.tidy()
        self.end_turn()

    # --- tickets ---------------------------------------------------------------------------------------------------

    def draw_tickets(self, seat: i64) -> None:
        self.deal_from_deck(seat, self.way.draw)
        self.phase = OFFER
        if self.journal is not None:
            secret = {int(seat): {"tickets": self.offer_names(int(seat))}}
            self.journal.tell("tickets-drawn", {"seat": int(seat), "number": int(self.offered[seat])}, secret)

    def keep(self, seat: i64, mask: i64) -> None:
        """Keep some of the tickets drawn; the others go under the deck (rules 8.2 and 8.3)."""
        if self.journal is not None:
            names = self.offer_names(int(seat))
            kept = [name for place, name in enumerate(names) if mask >> place & 1]
            returned = [name for place, name in enumerate(names) if not mask >> place & 1]
            secret = {int(seat): {"tickets": kept, "returned_tickets": returned}}
            told = {"seat": int(seat), "number": len(kept), "returned": len(returned)}
            self.journal.tell("tickets-kept", told, secret)
        self.blocks += 1
        self.take_tickets(seat, mask, int(self.blocks))
        self.end_turn()

    def take_tickets(self, seat: i64, mask: i64, to: int) -> None:
        """Part the tickets offered into those kept and those returned, and remember the event."""
        tickets: list[int] = []
        blocks: list[int] = []
        base = seat * OFFERED
        for place in range(self.offered[seat]):
            ticket = self.offers[base + place]
            tickets.append(int(ticket))
            blocks.append(int(self.offer_blocks[base + place]))
            if mask >> place & 1:
                self.hold(seat, ticket)
            elif to != BOX:
                self.return_ticket(ticket, to)
        self.offered[seat] = 0
        self.dealings = Dealing(int(seat), tickets, blocks, int(mask), to, self.dealings)

    def choose(self, seat: i64, mask: i64) -> None:
        """The secret choice of the opening; once the last is in, all are carried out (rules 3.3 to 3.5)."""
        self.chosen[seat] = mask
        if self.journal is not None:
            names = self.offer_names(int(seat))
            kept = [name for place, name in enumerate(names) if mask >> place & 1]
            self.journal.tell("chose", {"seat": int(seat)}, {int(seat): {"tickets": kept}})
        for each in self.chosen:
            if each < 0:
                return
        to = BOX if self.phase == CHOOSE_LONG or self.way.to_box else RETURNED
        numbers: list[int] = []
        for each_seat in range(self.count):
            number = 0
            for place in range(self.offered[each_seat]):
                number += int(self.chosen[each_seat] >> place & 1)
            numbers.append(number)
            self.take_tickets(each_seat, self.chosen[each_seat], to)
            self.chosen[each_seat] = -1
        if self.journal is not None:
            self.journal.tell("all-chose", {"numbers": numbers})
        if self.phase == CHOOSE_LONG:
            self.phase = CHOOSE
            self.deal_regular()
            self.tell_offers()
        else:
            self.phase = TURN

    def tell_offers(self) -> None:
        if self.journal is not None:
            secret: dict[int, dict[str, Any]] = {}
            for seat in range(self.seats):
                secret[seat] = {"tickets": self.offer_names(seat)}
            self.journal.tell("tickets-dealt", {"number": int(self.offered[0])}, secret)

    # --- the end ---------------------------------------------------------------------------------------------------

    def end_turn(self) -> None:
        """The next seat, or the end: two trains or fewer give everybody one more turn (rules 10.1 and 10.2)."""
        self.phase = TURN
        if self.last_turns > 0:
            self.last_turns -= 1
        elif self.trains[self.turn] <= self.board.last_trains:
            self.last_turns = self.count
            self.last_seat = self.turn
            if self.journal is not None:
                self.journal.tell("last-turns", {"seat": int(self.turn), "trains": int(self.trains[self.turn])})
        if self.last_turns == 0 or self.passes == self.count:
            self.phase = OVER
            self.unsettled = True
            return
        self.turn = (self.turn + 1) % self.count

    def settle(self) -> None:
        """Count what is counted at the end (rules 11)."""
        if not self.unsettled:
            return
        self.unsettled = False
        self.final = counted(self)
        if self.journal is not None:
            from roundhouse.games.ticket_to_ride.score import told_at_the_end

            self.journal.tell("counted", told_at_the_end(self))

    def surprises(self, seat: int) -> int:
        return int(self.foresight[seat])

    # --- doors to plain modules --------------------------------------------------------------------------------------

    def prompt(self, seat: int) -> Prompt | None:
        from roundhouse.games.ticket_to_ride.prompting import prompt

        return prompt(self, seat)

    def view(self, seat: int) -> dict[str, Any]:
        from roundhouse.games.ticket_to_ride.view import view

        return view(self, seat)

    def dump(self) -> dict[str, Any]:
        from roundhouse.games.ticket_to_ride.position import dump

        return dump(self)

    def outcome(self) -> Outcome | None:
        from roundhouse.games.ticket_to_ride.score import outcome

        return outcome(self)

    def result(self) -> Outcome | None:
        from roundhouse.games.ticket_to_ride.score import result

        return result(self)
