"""A whole position that agrees with what a seat may know: what it can't know is drawn anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.chance import Chance, Stream
from roundhouse.engine.state import NOBODY
from roundhouse.games.ticket_to_ride.board import BOARD, KIND_NAMES, LOCO
from roundhouse.games.ticket_to_ride.history import block_of
from roundhouse.games.ticket_to_ride.memory import RETURNED, Attempt, Dealing, Deck, Stretch, pack
from roundhouse.games.ticket_to_ride.position import PHASE_NUMBERS
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import TUNNEL, UNBOUNDED
from roundhouse.games.ticket_to_ride.unseen_cards import UnseenCards, as_counts
from roundhouse.games.ticket_to_ride.unseen_tickets import UnseenTickets

FAR_INDEX = 1 << 30


def determinize(view: Mapping[str, Any], chance: Chance) -> TicketToRideState:
    state = TicketToRideState(view["seats"], chance, view["first"], view["options"])
    # Numbers far from those the state itself will draw.
    lot = Stream(chance.number(FAR_INDEX, 1 << 16) << 32 | chance.number(FAR_INDEX + 1, 1 << 16))
    state.phase = PHASE_NUMBERS[view["phase"]]
    state.turn = view["turn"]
    if view["last_turns"] is not None:
        state.last_turns = view["last_turns"]
        state.last_seat = NOBODY if view["last_seat"] is None else view["last_seat"]
    state.passes = view["passes"]
    for name, seat in view["routes"].items():
        state.put_trains(seat, BOARD.route_by_name[name])
    for name, seat in view["stations"].items():
        state.put_station(seat, BOARD.city_by_name[name])
    state.turned = [KIND_NAMES.index(name) for name in view["turned_up"]]
    put_cards(state, view, UnseenCards(view, lot))
    put_tunnel(state, view["tunnel"])
    for each in view["attempts"]:
        route, kind = BOARD.route_by_name[each["route"]], KIND_NAMES.index(each["colour"])
        state.attempts = Attempt(each["seat"], route, kind, each["locomotives"], each["owed"], state.attempts)
    put_tickets(state, view, UnseenTickets(view, BOARD.pool(view["options"]["variant"], state.bonus()), lot), lot)
    if view["phase"] == "over":
        state.unsettled = True
        if any(tickets is not None for seat, tickets in enumerate(view["tickets"]) if seat != view["seat"]):
            state.settle()
    return state


def put_cards(state: TicketToRideState, view: Mapping[str, Any], unseen: UnseenCards) -> None:
    for place, name in enumerate(view["row"]):
        if name is not None:
            state.row[place] = KIND_NAMES.index(name)
            state.row_cards += 1
    for kind, count in enumerate(as_counts(view["discard"])):
        state.put_away(kind, count)
    for kind, count in enumerate(unseen.rest.cards):
        state.deck[kind] = count
    state.start_deck()
    decks = view["memory"]["decks"]
    for number, deck in enumerate(decks[:-1]):
        state.decks = Deck(number, pack(as_counts(deck["cards"])), pack(as_counts(deck["opened"])), state.decks)
    state.deck_number = len(decks) - 1
    state.deck_made = pack(as_counts(decks[-1]["cards"]))
    state.deck_opened = pack(as_counts(decks[-1]["opened"]))
    for seat, told in enumerate(view["players"]):
        known = as_counts(told["known"])
        hidden = unseen.unknown(seat)
        for kind in range(9):
            state.known[seat * 9 + kind] = known[kind]
            state.hands[seat * 9 + kind] = known[kind] + hidden[kind]
        state.unknown[seat] = told["unknown"]
        slots = unseen.slots[seat]
        for slot in slots[:-1]:
            state.stretches = Stretch(seat, slot.deck, slot.drawn, pack(slot.cards), pack(slot.shown), state.stretches)
        state.drawn_now[seat] = slots[-1].drawn
        state.drew_now[seat] = pack(slots[-1].cards)
        state.shown_now[seat] = pack(slots[-1].shown)
        for name, (least, most) in told["bounds"].items():
            place = seat * 9 + KIND_NAMES.index(name)
            state.least[place] = least
            state.most[place] = int(UNBOUNDED) if most is None else most
            state.bounded |= 1 << seat


def put_tunnel(state: TicketToRideState, told: Mapping[str, Any] | None) -> None:
    if told is None or state.phase != TUNNEL:
        return
    state.route = BOARD.route_by_name[told["route"]]
    kind = KIND_NAMES.index(told["colour"])
    state.kind = kind
    state.paid = told["number"]
    state.paid_locos = told["locomotives"]
    state.revealed = [KIND_NAMES.index(name) for name in told["revealed"]]
    state.owed = sum(each in (kind, LOCO) for each in state.revealed)


def put_tickets(state: TicketToRideState, view: Mapping[str, Any], unseen: UnseenTickets, lot: Stream) -> None:
    told = len(view["dealings"])
    for event in unseen.events[:told]:
        kept = 0
        for place, ticket in enumerate(event.tickets):
            if ticket in event.kept_tickets:
                kept |= 1 << place
                state.hold(event.seat, ticket)
        to = block_of(event.to, "dealings")
        blocks = [block_of(block, "dealings") for block in event.blocks]
        state.dealings = Dealing(event.seat, event.tickets, blocks, kept, to, state.dealings)
        state.blocks = max(int(state.blocks), to, RETURNED)
    for event in unseen.events[told:]:
        for ticket, block in zip(event.tickets, event.blocks, strict=True):
            state.offer(event.seat, ticket, block_of(block, "offers"))
    blocks_left = {block_of(name, "dealings"): tickets for name, tickets in unseen.lying.items() if name != "long"}
    for number in sorted(blocks_left):
        for ticket in blocks_left[number]:
            state.return_ticket(ticket, number)
    deciders = view["deciders"]
    if view["phase"].startswith("choose"):
        for seat in range(state.seats):
            if seat in deciders:
                continue
            if seat == view["seat"]:
                names = view["offer"]["tickets"]
                state.chosen[seat] = sum(1 << names.index(name) for name in view["offer"]["chosen"])
            else:
                state.chosen[seat] = some_choice(state, seat, lot)


def some_choice(state: TicketToRideState, seat: int, lot: Stream) -> int:
    """A choice that this seat may have made."""
    fewest, most = int(state.fewest_kept(seat)), int(state.most_kept(seat))
    masks = [mask for mask in range(1 << int(state.offered[seat])) if fewest <= mask.bit_count() <= most]
    return masks[int(lot.below(len(masks)))]
