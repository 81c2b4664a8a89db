"""The rules of the probe. Numbers in comments are those of `rules.en.md`.

Plain Python on top of the compiled `State`, as a stranger's game would be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from roundhouse.engine.chance import Chance
from roundhouse.engine.state import NOBODY, State, copy_common
from roundhouse_probe.board import BOARDS, Board, joined, paths

if TYPE_CHECKING:
    from roundhouse.engine.outcome import Outcome
    from roundhouse.engine.prompt import Prompt
    from roundhouse.engine.refusal import Refusal

STAKES, AUCTION, TURNS, ANSWERS, DEBT, OVER = "stakes", "auction", "turns", "answers", "debt", "over"
PHASES = (STAKES, AUCTION, TURNS, ANSWERS, DEBT, OVER)
ALL_JOINED, ROUNDS_OUT = "all-joined", "rounds-out"

MOST_STAKE = 3
NUMBERS = 6
COPIES = 5
CARDS = sorted(list(range(1, NUMBERS + 1)) * COPIES)
OPENING_COINS, OPENING_FUEL, OPENING_HAND = 6, 2, 3
MONEY = 60
REVEALED = 2
GOAL_POINTS, DELIVERY_POINTS, COINS_PER_POINT = 3, 2, 2

# Actions as integers. Those of LAY, DRILL and DELIVER count a link, a link and a place in the hand, an offered effect.
STAKE, BID, PASS, LAY, DRILL, ROLL, ASK = 0, 10, 110, 200, 300, 600, 610
GIVE, DECLINE, PAY, RETREAT, DELIVER, LAST = 620, 621, 630, 631, 700, 999
PLACES = 20


class Delivery(NamedTuple):
    """What a delivery does (rule 5.5): who brings goods where, and what each seat gains; the way is no part of it."""

    seat: int
    town: int
    gains: tuple[int, ...]


class Debt(NamedTuple):
    """A hill that is being drilled (rule 5.2): the card has left the hand, the price is known, nothing is paid."""

    link: int
    card: int
    revealed: tuple[int, ...]

    @property
    def price(self) -> int:
        return sum(number >= self.card for number in self.revealed)


class ProbeState(State):
    """One position. `position.load` makes any; `open` deals the first."""

    def __init__(self, seats: int, chance: Chance, options: dict[str, Any], first: int) -> None:
        super().__init__(seats, chance)
        self.options = options
        self.board: Board = BOARDS[options["variant"]]
        self.phase = STAKES
        self.round = 1
        self.first = first
        self.turn = NOBODY
        self.coins = [OPENING_COINS] * seats
        self.fuel = [OPENING_FUEL] * seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.known: list[list[int]] = [[] for _ in range(seats)]
        """Numbers everybody knows to be in a hand: shown, and never lost since."""
        self.deck: list[int] = list(CARDS)
        self.discard: list[int] = []
        self.goals: list[int] = [NOBODY] * seats
        self.shown = [False] * seats
        self.stakes: list[int | None] = [None] * seats
        self.order: list[int] = []
        self.queue: list[int] = []
        """Who has a turn after the one whose turn it is."""
        self.bid = 0
        self.bidder = NOBODY
        self.passed = [False] * seats
        self.asked = 0
        self.asker = NOBODY
        self.answers: list[int] = []
        """Who is still to answer, after the one who answers now."""
        self.debt: Debt | None = None
        self.track: list[tuple[int, int]] = []
        """Links and who laid them, in order."""
        self.served: list[Delivery] = []
        self.foresight = [0] * seats
        self.reason = ""

    def open(self) -> None:
        """Shuffle, deal, and draw a goal for each seat (rule 2)."""
        self.shuffle()
        for seat in range(self.seats):
            self.hands[seat] = sorted(self.deck.pop() for _ in range(OPENING_HAND))
            towns = [town for town in range(len(self.board.towns)) if town != self.station(seat)]
            self.goals[seat] = towns[self.draw(len(towns))]

    def shuffle(self) -> None:
        """The same start whatever the order so far, so that the order tells nothing."""
        self.deck.sort()
        for place in range(len(self.deck) - 1, 0, -1):
            other = self.draw(place + 1)
            self.deck[place], self.deck[other] = self.deck[other], self.deck[place]

    def reshuffle_unseen(self) -> None:
        self.shuffle()

    # --- what can be counted ---------------------------------------------------------------------------------------

    def station(self, seat: int) -> int:
        return self.board.stations[seat]

    def laid(self) -> set[int]:
        return {link for link, _ in self.track}

    def network(self, seat: int) -> set[int]:
        return joined(self.board, self.laid(), self.station(seat))

    def in_reach(self, seat: int) -> list[int]:
        """Free links that touch the seat's network (rule 5.1)."""
        towns, laid = self.network(seat), self.laid()
        return [link for link, ends in enumerate(self.board.ends) if link not in laid and towns & set(ends)]

    def bank(self) -> int:
        return MONEY - sum(self.coins)

    def effects(self, seat: int) -> list[Delivery]:
        """Each different effect a delivery of this seat can have, however many ways lead to it (rule 5.5)."""
        laid = self.laid()
        owners = dict(self.track)
        done = {delivery.town for delivery in self.served} | {self.station(seat)}
        found = set()
        for town in self.network(seat) - done:
            for way in paths(self.board, laid, self.station(seat), town):
                gains = [0] * self.seats
                gains[seat] = DELIVERY_POINTS
                for link in way:
                    gains[owners[link]] += 1
                found.add(Delivery(seat, town, tuple(gains)))
        return sorted(found)

    def able(self, seat: int) -> bool:
        """Can it do anything in its turn? Told from what all can see (rule 4.3)."""
        reach = self.in_reach(seat)
        if self.fuel[seat] or (self.hands[seat] and any(self.board.hill[link] for link in reach)):
            return True
        if self.coins[seat] and (any(not self.board.hill[link] for link in reach) or self.others_with_cards(seat)):
            return True
        return bool(self.effects(seat))

    def others_with_cards(self, seat: int) -> list[int]:
        """Round the table from the seat's left (rule 5.4)."""
        others = [(seat + step) % self.seats for step in range(1, self.seats)]
        return [each for each in others if self.hands[each]]

    def score(self, seat: int) -> int:
        gains = sum(delivery.gains[seat] for delivery in self.served)
        return GOAL_POINTS * self.shown[seat] + gains + self.coins[seat] // COINS_PER_POINT

    def standings(self) -> list[int]:
        scores = [self.score(seat) for seat in range(self.seats)]
        teams = self.teams()
        if teams is None:
            return scores
        return [sum(score for other, score in enumerate(scores) if teams[other] == team) for team in teams]

    def teams(self) -> list[int] | None:
        return [seat % 2 for seat in range(self.seats)] if self.options["teams"] else None

    def common_result(self) -> bool:
        return bool(self.options["together"])

    def surprises(self, seat: int) -> int:
        return self.foresight[seat]

    # --- whose turn, what may be done ------------------------------------------------------------------------------

    def deciders(self) -> list[int]:
        if self.phase == OVER:
            return []
        if self.phase == STAKES:
            return [seat for seat, stake in enumerate(self.stakes) if stake is None]
        return [self.turn]

    def legal_actions(self, seat: int) -> list[int]:
        if seat not in self.deciders():
            return []
        coins = self.coins[seat]
        if self.phase == STAKES:
            return [STAKE + stake for stake in range(min(MOST_STAKE, coins) + 1)]
        if self.phase == AUCTION:
            return [*(BID + bid for bid in range(self.bid + 1, coins + 1)), PASS]
        if self.phase == ANSWERS:
            return [GIVE, DECLINE] if self.asked in self.hands[seat] else [DECLINE]
        if self.phase == DEBT:
            assert self.debt is not None
            return [PAY, RETREAT] if self.debt.price <= coins else [RETREAT]
        actions: list[int] = []
        reach = self.in_reach(seat)
        if coins:
            actions += [LAY + link for link in reach if not self.board.hill[link]]
        for link in reach:
            if self.board.hill[link]:
                actions += [DRILL + link * PLACES + place for place in range(len(self.hands[seat]))]
        if self.fuel[seat]:
            actions.append(ROLL)
        if coins and self.others_with_cards(seat):
            actions += [ASK + number for number in range(1, NUMBERS + 1)]
        return actions + [DELIVER + index for index in range(len(self.effects(seat)))]

    def refusal(self, seat: int, action: int) -> Refusal | None:
        from roundhouse_probe.judge import refusal

        return refusal(self, seat, action)

    # --- playing ---------------------------------------------------------------------------------------------------

    def tell(self, kind: str, secret: dict[int, dict[str, Any]] | None = None, **params: Any) -> None:
        if self.journal is not None:
            self.journal.tell(kind, params, secret)

    def apply(self, seat: int, action: int) -> None:
        if action < BID:
            self.stake(seat, action - STAKE)
        elif action <= PASS:
            self.bid_or_pass(seat, action)
        elif action < DRILL:
            link = action - LAY
            self.coins[seat] -= 1
            self.lay(seat, link)
            self.next_turn()
        elif action < ROLL:
            self.drill(seat, *divmod(action - DRILL, PLACES))
        elif action == ROLL:
            self.roll(seat)
        elif action < GIVE:
            self.ask(seat, action - ASK)
        elif action <= DECLINE:
            self.answer(seat, action == GIVE)
        elif action <= RETREAT:
            self.settle_debt(seat, action == PAY)
        else:
            delivery = self.effects(seat)[action - DELIVER]
            self.served.append(delivery)
            self.tell("delivered", seat=seat, town=self.board.towns[delivery.town], gains=list(delivery.gains))
            self.next_turn()

    def stake(self, seat: int, stake: int) -> None:
        """A secret choice; the last one opens all of them (rule 3)."""
        self.stakes[seat] = stake
        self.tell("staked", {seat: {"stake": stake}}, seat=seat)
        stakes = [each for each in self.stakes if each is not None]
        if len(stakes) < self.seats:
            return
        if any(coins for other, coins in enumerate(self.coins) if other != seat):
            self.foresight[seat] += 1
        self.coins = [coins - paid for coins, paid in zip(self.coins, stakes, strict=True)]
        clockwise = [(self.first + step) % self.seats for step in range(self.seats)]
        self.order = sorted(clockwise, key=lambda each: -stakes[each])
        self.tell("stakes-opened", stakes=stakes, order=self.order)
        self.phase = AUCTION
        self.bid, self.bidder, self.passed = 0, NOBODY, [False] * self.seats
        self.turn = self.order[-1]
        self.next_bidder()

    def bid_or_pass(self, seat: int, action: int) -> None:
        if action == PASS:
            self.passed[seat] = True
            self.tell("passed", seat=seat)
        else:
            self.bid, self.bidder = action - BID, seat
            self.tell("bid", seat=seat, coins=self.bid)
        self.next_bidder()

    def next_bidder(self) -> None:
        """In the order of the stakes; who passed is out, who can't bid more isn't asked (rule 4.1)."""
        start = self.order.index(self.turn)
        for step in range(1, self.seats + 1):
            seat = self.order[(start + step) % self.seats]
            if not self.passed[seat] and seat != self.bidder and self.coins[seat] > self.bid:
                self.turn = seat
                return
        self.queue = list(self.order)
        if self.bidder != NOBODY:
            self.coins[self.bidder] -= self.bid
            self.queue.append(self.bidder)
        self.tell("auction-ended", seat=self.bidder, coins=self.bid)
        self.next_turn()

    def next_turn(self) -> None:
        """Turns in the order of the stakes; a seat that can do nothing is passed over (rules 4.2, 4.3)."""
        if self.phase == OVER:
            return
        self.phase = TURNS
        while self.queue:
            self.turn = self.queue.pop(0)
            if self.able(self.turn):
                return
            self.tell("idle", seat=self.turn)
        self.end_round()

    def end_round(self) -> None:
        if self.round == self.options["rounds"]:
            self.end(ROUNDS_OUT)
            return
        self.round += 1
        self.first = (self.first + 1) % self.seats
        self.phase, self.turn = STAKES, NOBODY
        self.stakes = [None] * self.seats
        self.order = []
        drawn: dict[int, dict[str, Any]] = {}
        for seat in range(self.seats):
            if self.deck:
                card = self.deck.pop()
                self.hands[seat].append(card)
                drawn[seat] = {"card": card}
            self.foresight[seat] += 1
        self.tell("round-began", drawn, round=self.round, first=self.first)

    def end(self, reason: str) -> None:
        self.phase, self.turn, self.reason = OVER, NOBODY, reason
        self.queue = []
        self.tell("ended", reason=reason)

    def lay(self, seat: int, link: int) -> None:
        """Lay a link; who is now joined to its goal shows it (rules 5.1, 5.6)."""
        before = [self.network(each) for each in range(self.seats)]
        self.track.append((link, seat))
        self.tell("laid", seat=seat, link=self.board.links[link])
        surprising = False
        for other in range(self.seats):
            grown = self.network(other)
            if self.shown[other] or grown == before[other]:
                continue
            # Each town that came along might have been its goal: that it wasn't is news too, but to its owner.
            surprising = surprising or other != seat
            if self.goals[other] in grown:
                self.shown[other] = True
                self.tell("arrived", seat=other, town=self.board.towns[self.goals[other]])
        self.foresight[seat] += surprising
        if all(self.shown):
            self.end(ALL_JOINED)

    def drill(self, seat: int, link: int, place: int) -> None:
        """Show a card of the hand and two of the deck: each that is not lower costs a coin (rule 5.2)."""
        card = self.hands[seat].pop(place)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        revealed = tuple(self.deck.pop() for _ in range(min(REVEALED, len(self.deck))))
        self.foresight[seat] += bool(revealed)
        self.debt = Debt(link, card, revealed)
        price = self.debt.price
        self.tell("drilled", seat=seat, link=self.board.links[link], card=card, revealed=list(revealed), price=price)
        if price:
            self.phase = DEBT
        else:
            self.settle_debt(seat, True)

    def settle_debt(self, seat: int, paid: bool) -> None:
        debt = self.debt
        assert debt is not None
        self.debt = None
        self.phase = TURNS
        self.discard += debt.revealed
        if paid:
            self.coins[seat] -= debt.price
            self.discard.append(debt.card)
            if debt.price:
                self.tell("paid", seat=seat, coins=debt.price)
            self.lay(seat, debt.link)
        else:
            self.hands[seat].append(debt.card)
            self.known[seat] = sorted([*self.known[seat], debt.card])
            self.tell("retreated", seat=seat, card=debt.card)
        self.next_turn()

    def roll(self, seat: int) -> None:
        """Two dice; the higher is paid by the bank while it can (rule 5.3)."""
        self.fuel[seat] -= 1
        self.foresight[seat] += 1
        dice = [self.draw(6) + 1, self.draw(6) + 1]
        coins = min(max(dice), self.bank())
        self.coins[seat] += coins
        self.tell("rolled", seat=seat, dice=dice, coins=coins)
        self.next_turn()

    def ask(self, seat: int, number: int) -> None:
        """The question goes round the table until somebody gives the card (rule 5.4)."""
        self.asked, self.asker = number, seat
        self.answers = self.others_with_cards(seat)
        self.phase = ANSWERS
        self.turn = self.answers.pop(0)
        self.tell("asked", seat=seat, number=number)

    def answer(self, seat: int, given: bool) -> None:
        asker = self.asker
        self.tell("gave" if given else "declined", seat=seat, number=self.asked)
        if given:
            self.hands[seat].remove(self.asked)
            if self.asked in self.known[seat]:
                self.known[seat].remove(self.asked)
            self.hands[asker].append(self.asked)
            self.known[asker] = sorted([*self.known[asker], self.asked])
            self.coins[asker] -= 1
            self.coins[seat] += 1
        elif self.answers:
            self.turn = self.answers.pop(0)
            return
        self.asked, self.asker, self.answers = 0, NOBODY, []
        self.next_turn()

    # --- copies and readings ---------------------------------------------------------------------------------------

    def clone(self) -> ProbeState:
        copy = ProbeState.__new__(ProbeState)
        copy.__dict__.update(self.__dict__)
        copy_common(self, copy)
        copy.coins, copy.fuel = self.coins[:], self.fuel[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.known = [known[:] for known in self.known]
        copy.deck, copy.discard = self.deck[:], self.discard[:]
        copy.shown, copy.stakes, copy.passed = self.shown[:], self.stakes[:], self.passed[:]
        copy.queue, copy.answers = self.queue[:], self.answers[:]
        copy.track, copy.served = self.track[:], self.served[:]
        copy.foresight = self.foresight[:]
        return copy

    def prompt(self, seat: int) -> Prompt | None:
        from roundhouse_probe.view import prompt

        return prompt(self, seat)

    def view(self, seat: int) -> dict[str, Any]:
        from roundhouse_probe.view import view

        return view(self, seat)

    def dump(self) -> dict[str, Any]:
        from roundhouse_probe.position import dump

        return dump(self)

    def outcome(self) -> Outcome | None:
        from roundhouse_probe.view import outcome

        return outcome(self)
