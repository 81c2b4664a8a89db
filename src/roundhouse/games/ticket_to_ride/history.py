"""What was drawn, shown and dealt so far, as a dump tells it: read, and checked against the cards that are there.

A position written by hand tells none of it. Then every hand counts as drawn blind from the first deck, and every
ticket as dealt and kept at the opening.
"""

from __future__ import annotations

from typing import Any

from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.untrusted import Reader
from roundhouse.games.ticket_to_ride.board import BOARD, KIND_NAMES
from roundhouse.games.ticket_to_ride.memory import BOX, LONG_POOL, POOL, RETURNED, Dealing, Deck, Stretch, pack
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import CHOOSE, CHOOSE_LONG, OFFER, UNBOUNDED

MOST_EVENTS = 10_000
MOST_BLOCKS = 2_000
BLOCKS = {"box": BOX, "long": LONG_POOL, "regular": POOL}


def wrong(at: str) -> Exception:
    return refuse_position("history-wrong", at)


# --- cards -----------------------------------------------------------------------------------------------------------


def read_memory(state: TicketToRideState, reader: Reader) -> None:
    from roundhouse.games.ticket_to_ride.position import counts_of

    read_known(state, reader)
    told = reader.take("memory", None)
    if told is None:
        drew = [state.hand(seat) for seat in range(state.seats)]
        for seat in range(state.seats):
            known = state.known_cards(seat)
            drew[seat] = [held - shown for held, shown in zip(drew[seat], known, strict=True)]
            state.drew_now[seat] = pack(drew[seat])
            state.drawn_now[seat] = sum(drew[seat])
        state.deck_made = pack([int(state.deck[kind]) + sum(each[kind] for each in drew) for kind in range(9)])
        state.deck_opened = 0
        return
    inner = reader.object("memory")
    made: list[list[int]] = []
    opened: list[list[int]] = []
    for place, deck in enumerate(inner.objects("decks")):
        made.append(counts_of(deck.take("cards"), f"memory.decks[{place}].cards"))
        opened.append(counts_of(deck.take("opened"), f"memory.decks[{place}].opened"))
        deck.finish()
    if not 1 <= len(made) <= MOST_EVENTS:
        raise wrong("memory.decks")
    stretches: list[list[tuple[int, list[int], list[int]]]] = []
    for seat, items in enumerate(inner.items("hands", state.seats)):
        at = f"memory.hands[{seat}]"
        if not isinstance(items, list) or not 1 <= len(items) <= MOST_EVENTS:
            raise wrong(at)
        stretches.append([])
        for place, item in enumerate(items):
            one = Reader(item, f"{at}[{place}]")
            deck_number = one.number("deck", 0, len(made) - 1)
            shown = counts_of(one.take("shown"), f"{one.at}.shown")
            drew_cards = counts_of(one.take("cards"), f"{one.at}.cards")
            if one.number("drawn", 0, 200) != sum(drew_cards):
                raise wrong(f"{one.at}.drawn")
            one.finish()
            stretches[seat].append((deck_number, drew_cards, shown))
    inner.finish()
    check_memory(state, made, opened, stretches)
    for number in range(len(made) - 1):
        state.decks = Deck(number, pack(made[number]), pack(opened[number]), state.decks)
    last = len(made) - 1
    state.deck_number = last
    state.deck_made = pack(made[last])
    state.deck_opened = pack(opened[last])
    closed: list[tuple[int, int, list[int], list[int]]] = []
    for seat, found in enumerate(stretches):
        closed += [(deck, seat, drew_cards, shown) for deck, drew_cards, shown in found[:-1]]
        _, drew_cards, shown = found[-1]
        state.drawn_now[seat] = sum(drew_cards)
        state.drew_now[seat] = pack(drew_cards)
        state.shown_now[seat] = pack(shown)
    for deck_number, seat, drew_cards, shown in closed:
        state.stretches = Stretch(seat, deck_number, sum(drew_cards), pack(drew_cards), pack(shown), state.stretches)


def read_known(state: TicketToRideState, reader: Reader) -> None:
    from roundhouse.games.ticket_to_ride.position import counts_of, kind_of, whole

    for seat, told in enumerate(reader.items("known", state.seats, [{}] * state.seats)):
        hand = state.hand(seat)
        for kind, count in enumerate(counts_of(told, f"known[{seat}]")):
            if count > hand[kind]:
                raise wrong(f"known[{seat}]")
            state.known[seat * 9 + kind] = count
        rest = [held - int(state.known[seat * 9 + kind]) for kind, held in enumerate(hand)]
        state.unknown[seat] = sum(rest)
    for seat, told in enumerate(reader.items("bounds", state.seats, [{}] * state.seats)):
        if not isinstance(told, dict):
            raise refuse_position("object-expected", f"bounds[{seat}]")
        for name, pair in told.items():
            at = f"bounds[{seat}].{str(name)[:60]}"
            kind = kind_of(name, at)
            if not isinstance(pair, list) or len(pair) != 2:
                raise refuse_position("list-length", at, length=2)
            there = sum(int(state.hands[seat * 9 + each] - state.known[seat * 9 + each]) for each in {kind, 8})
            least = whole(pair[0], at, there)
            most = int(UNBOUNDED) if pair[1] is None else whole(pair[1], at, int(UNBOUNDED) - 1, there)
            state.least[seat * 9 + kind] = least
            state.most[seat * 9 + kind] = most
            state.bounded |= 1 << seat


def check_memory(
    state: TicketToRideState,
    made: list[list[int]],
    opened: list[list[int]],
    stretches: list[list[tuple[int, list[int], list[int]]]],
) -> None:
    """Every deck is what was turned up and drawn from it; every hand what its seat drew, less what it showed."""
    last = len(made) - 1
    for number in range(len(made)):
        for kind in range(9):
            drawn = sum(drew[kind] for found in stretches for deck, drew, _ in found if deck == number)
            left = int(state.deck[kind]) if number == last else 0
            if made[number][kind] != opened[number][kind] + drawn + left:
                raise wrong(f"memory.decks[{number}]")
    for seat, found in enumerate(stretches):
        decks = [deck for deck, _, _ in found]
        if decks != sorted(decks) or decks[-1] != last:
            raise wrong(f"memory.hands[{seat}]")
        held = [0] * 9
        for _, drew, shown in found:
            held = [have + more - less for have, more, less in zip(held, drew, shown, strict=True)]
            if min(held) < 0:
                raise wrong(f"memory.hands[{seat}]")
        for kind in range(9):
            if held[kind] != state.hands[seat * 9 + kind] - state.known[seat * 9 + kind]:
                raise wrong(f"memory.hands[{seat}].{KIND_NAMES[kind]}")


# --- tickets ---------------------------------------------------------------------------------------------------------


def block_of(name: Any, at: str) -> int:
    if isinstance(name, str):
        if name in BLOCKS:
            return BLOCKS[name]
        number = name.removeprefix("returned-")
        if number != name and number.isascii() and number.isdigit() and len(number) < 5 and int(number) < MOST_BLOCKS:
            return RETURNED + int(number)
    raise refuse_position("block-unknown", at, block=str(name)[:60])


def ticket_of(name: Any, at: str) -> int:
    if not isinstance(name, str) or name not in BOARD.ticket_by_name:
        raise refuse_position("ticket-unknown", at, ticket=str(name)[:60])
    return BOARD.ticket_by_name[name]


class Blocks:
    """Where every ticket lies, block by block from the top of the deck."""

    def __init__(self, state: TicketToRideState) -> None:
        long, regular = BOARD.pool(state.options["variant"], state.bonus())
        self.lying: dict[int, list[int]] = {LONG_POOL: list(long), POOL: list(regular)}

    def take(self, ticket: int, block: int, at: str) -> None:
        if ticket not in self.lying.get(block, []):
            raise refuse_position("ticket-not-there", at, ticket=BOARD.tickets[ticket].name)
        self.lying[block].remove(ticket)

    def put(self, ticket: int, block: int) -> None:
        if block != BOX:
            self.lying.setdefault(block, []).append(ticket)


def read_dealings(state: TicketToRideState, reader: Reader) -> None:
    """Play the dealings again, block by block; what is left over is the deck."""
    blocks = Blocks(state)
    told = [
        [ticket_of(name, f"tickets[{seat}][{place}]") for place, name in enumerate(listed(items, f"tickets[{seat}]"))]
        for seat, items in enumerate(reader.items("tickets", state.seats, [[]] * state.seats))
    ]
    if reader.take("dealings", None) is None:
        for seat, tickets in enumerate(told):
            if not tickets:
                continue
            sources = [LONG_POOL if BOARD.tickets[ticket].long else POOL for ticket in tickets]
            for place, ticket in enumerate(tickets):
                blocks.take(ticket, sources[place], f"tickets[{seat}][{place}]")
            note(state, seat, tickets, sources, (1 << len(tickets)) - 1, BOX)
    else:
        for place, event in enumerate(reader.objects("dealings")):
            read_dealing(state, event, blocks, place)
    for seat, tickets in enumerate(told):
        if tickets != state.tickets_of(seat) and sorted(tickets) != state.tickets_of(seat):
            raise refuse_position("tickets-differ", f"tickets[{seat}]")
    read_offers(state, reader, blocks)
    for block in sorted(blocks.lying):
        if block != LONG_POOL:
            for ticket in sorted(blocks.lying[block]):
                state.return_ticket(ticket, block)
    if not reader.has("offers"):
        deal_offers(state, blocks.lying[LONG_POOL])


def deal_offers(state: TicketToRideState, long: list[int]) -> None:
    """The tickets that the phase asks about, where a position doesn't name them."""
    if state.phase == OFFER:
        state.deal_from_deck(int(state.turn), int(state.way.draw))
    elif state.phase == CHOOSE_LONG or (state.phase == CHOOSE and not state.way.two_choices):
        state.deal_tickets(long, LONG_POOL, int(state.way.deal_long))
    if state.phase == CHOOSE:
        state.deal_regular()


def listed(value: Any, at: str) -> list[Any]:
    if not isinstance(value, list):
        raise refuse_position("list-expected", at)
    return value


def read_dealing(state: TicketToRideState, event: Reader, blocks: Blocks, number: int) -> None:
    seat = event.number("seat", 0, state.seats - 1)
    names = event.items("tickets", most=40)
    tickets = [ticket_of(name, f"{event.path('tickets')}[{place}]") for place, name in enumerate(names)]
    sources = [
        block_of(name, f"{event.path('blocks')}[{place}]")
        for place, name in enumerate(event.items("blocks", len(tickets)))
    ]
    for place, ticket in enumerate(tickets):
        blocks.take(ticket, sources[place], f"{event.path('tickets')}[{place}]")
    kept = event.number("kept", 0, (1 << len(tickets)) - 1)
    to = block_of(event.take("to"), event.path("to"))
    event.finish()
    if to in (LONG_POOL, POOL):
        raise wrong(f"dealings[{number}].to")
    for place, ticket in enumerate(tickets):
        if not kept >> place & 1:
            blocks.put(ticket, to)
    note(state, seat, tickets, sources, kept, to)


def note(state: TicketToRideState, seat: int, tickets: list[int], sources: list[int], kept: int, to: int) -> None:
    for place, ticket in enumerate(tickets):
        if kept >> place & 1:
            state.hold(seat, ticket)
    state.dealings = Dealing(seat, tickets, sources, kept, to, state.dealings)
    state.blocks = max(int(state.blocks), to, RETURNED)


def read_offers(state: TicketToRideState, reader: Reader, blocks: Blocks) -> None:
    for seat, items in enumerate(reader.items("offers", state.seats, [[]] * state.seats)):
        for place, pair in enumerate(listed(items, f"offers[{seat}]")):
            at = f"offers[{seat}][{place}]"
            if not isinstance(pair, list) or len(pair) != 2 or place >= 5:
                raise refuse_position("list-length", at, length=2)
            ticket, block = ticket_of(pair[0], at), block_of(pair[1], at)
            blocks.take(ticket, block, at)
            state.offer(seat, ticket, block)
    for seat, mask in enumerate(reader.items("chosen", state.seats, [None] * state.seats)):
        if mask is not None:
            if isinstance(mask, bool) or not isinstance(mask, int) or not 0 <= mask < 1 << int(state.offered[seat]):
                raise refuse_position("offer-wrong", f"chosen[{seat}]")
            state.chosen[seat] = mask
