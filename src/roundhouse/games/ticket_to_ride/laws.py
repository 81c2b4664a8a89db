"""Laws for the referee, each checked against what can be counted without the rules' own sums."""

from __future__ import annotations

from roundhouse.games.ticket_to_ride.board import BOARD, KIND_NAMES
from roundhouse.games.ticket_to_ride.memory import dealings_of, unpacked
from roundhouse.games.ticket_to_ride.position import ALL_CARDS
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import OVER, TUNNEL
from roundhouse.games.ticket_to_ride.view import memory

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}


def broken_laws(state: TicketToRideState) -> list[str]:
    return [*broken_cards(state), *broken_pieces(state), *broken_tickets(state), *broken_score(state)]


def broken_cards(state: TicketToRideState) -> list[str]:
    broken = []
    row = [int(kind) for kind in state.row if kind >= 0]
    for kind, name in enumerate(KIND_NAMES):
        lying = int(state.deck[kind]) + int(state.discard[kind]) + row.count(kind) + state.revealed.count(kind)
        lying += sum(state.hand(seat)[kind] for seat in range(state.seats))
        if state.phase == TUNNEL:
            lying += int(state.paid) * (kind == state.kind) + int(state.paid_locos) * (name == "locomotive")
        if lying != ALL_CARDS[kind]:
            broken.append(f"{lying} cards {name}, not {ALL_CARDS[kind]}")
    if sum(map(int, state.deck)) != state.deck_cards or sum(map(int, state.discard)) != state.discard_cards:
        broken.append("deck or discard pile miscounted")
    if min([int(count) for count in state.hands]) < 0:
        broken.append("a hand holds fewer cards than none")
    if not state.deck_cards and state.discard_cards:
        broken.append("the deck is empty and the discard pile is not")
    if len(row) != state.row_cards or (len(row) < 5 and state.deck_cards):
        broken.append(f"{len(row)} cards in the row, {state.deck_cards} in the deck")
    others = sum(kind != 8 for kind in row) + sum(int(state.deck[kind] + state.discard[kind]) for kind in range(8))
    if len(row) == 5 and row.count(8) > 2 and others >= 3:
        broken.append("three locomotives lie in the row")
    for seat in range(state.seats):
        hand, known = state.hand(seat), state.known_cards(seat)
        if any(not 0 <= known[kind] <= hand[kind] for kind in range(9)):
            broken.append(f"seat {seat} is known to hold what it doesn't")
        if sum(hand) - sum(known) != state.unknown[seat]:
            broken.append(f"seat {seat}: unknown cards miscounted")
        for kind in range(9):
            there = sum(hand[each] - known[each] for each in {kind, 8})
            if not state.least[seat * 9 + kind] <= there <= state.most[seat * 9 + kind]:
                broken.append(f"seat {seat}: {there} cards {KIND_NAMES[kind]} or locomotives are out of bounds")
    return broken + broken_memory(state)


def broken_memory(state: TicketToRideState) -> list[str]:
    """What all remember, against what is."""
    broken = []
    told = memory(state, None)
    hidden = [[0] * 9 for _ in range(state.seats)]
    left = [[deck["cards"].get(name, 0) - deck["opened"].get(name, 0) for name in KIND_NAMES] for deck in told["decks"]]
    for seat, stretches in enumerate(told["hands"]):
        for stretch in stretches:
            for kind, name in enumerate(KIND_NAMES):
                drew = stretch["cards"].get(name, 0)
                left[stretch["deck"]][kind] -= drew
                hidden[seat][kind] += drew - stretch["shown"].get(name, 0)
        hand, known = state.hand(seat), state.known_cards(seat)
        if hidden[seat] != [hand[kind] - known[kind] for kind in range(9)]:
            broken.append(f"seat {seat}: what it drew and showed is not what it holds")
    if left[-1] != [int(count) for count in state.deck] or any(any(deck) for deck in left[:-1]):
        broken.append("a deck was not what was drawn from it")
    if unpacked(int(state.deck_made)) != [told["decks"][-1]["cards"].get(name, 0) for name in KIND_NAMES]:
        broken.append("the deck is remembered wrongly")
    return broken


def broken_pieces(state: TicketToRideState) -> list[str]:
    broken = []
    owners = [int(owner) for owner in state.owner]
    for seat in range(state.seats):
        routes = [route for route, owner in enumerate(owners) if owner == seat]
        laid = sum(int(BOARD.length[route]) for route in routes)
        if laid + state.trains[seat] != BOARD.trains or state.trains[seat] < 0:
            broken.append(f"seat {seat}: {laid} trains lie and {state.trains[seat]} are left")
        if sum(POINTS[int(BOARD.length[route])] for route in routes) != state.points[seat]:
            broken.append(f"seat {seat}: wrong points of routes")
        built = sum(host == seat for host in state.host)
        if built != state.built[seat] or built > BOARD.stations:
            broken.append(f"seat {seat}: {built} stations stand, {state.built[seat]} are noted")
        for route in routes:
            twin = BOARD.twin[route]
            if twin >= 0 and owners[twin] == seat:
                broken.append(f"seat {seat} has both {BOARD.route_names[route]} and its twin")
            if twin >= 0 and owners[twin] >= 0 and state.seats < 4:
                broken.append(f"both {BOARD.route_names[route]} and its twin are taken")
    return broken


def broken_tickets(state: TicketToRideState) -> list[str]:
    """No ticket is in two places, and all in use are where the dealings say."""
    broken = []
    long, regular = BOARD.pool(state.options["variant"], state.bonus())
    held = [ticket for seat in range(state.seats) for ticket in state.tickets_of(seat)]
    offered = [ticket for seat in range(state.seats) for ticket in state.offer_of(seat)]
    deck = state.deck_tickets()
    everywhere = held + offered + deck
    if len(set(everywhere)) != len(everywhere) or set(everywhere) - {*long, *regular}:
        broken.append("a ticket is in two places, or in none of this way to play")
    boxed = set(regular) - set(everywhere)
    for event in dealings_of(state.dealings):
        for place, ticket in enumerate(event.tickets):
            if not event.kept >> place & 1 and event.to == -1:
                boxed.discard(ticket)
    if boxed:
        broken.append(f"tickets are gone: {sorted(BOARD.tickets[ticket].name for ticket in boxed)}")
    return broken


def broken_score(state: TicketToRideState) -> list[str]:
    if state.phase != OVER or state.final is None:
        return []
    broken = []
    final = state.final
    for seat in range(state.seats):
        tickets = [BOARD.tickets[ticket] for ticket in state.tickets_of(seat)]
        routes = [route for route, owner in enumerate(state.owner) if owner == seat]
        routes += [route for _, route in final.lent[seat]]
        done = 0
        points = 0
        near: dict[int, set[int]] = {}
        for route in routes:
            near.setdefault(int(BOARD.end_a[route]), set()).add(int(BOARD.end_b[route]))
            near.setdefault(int(BOARD.end_b[route]), set()).add(int(BOARD.end_a[route]))
        for ticket in tickets:
            reached, fresh = {int(ticket.a)}, [int(ticket.a)]
            while fresh:
                further = near.get(fresh.pop(), set()) - reached
                reached |= further
                fresh += further
            joined = int(ticket.b) in reached
            done += joined
            points += int(ticket.points) if joined else -int(ticket.points)
        for city, route in final.lent[seat]:
            ends = (BOARD.end_a[route], BOARD.end_b[route])
            if state.host[city] != seat or city not in ends or state.owner[route] in (-1, seat):
                broken.append(f"seat {seat}: a station lends what it can't")
        if (points, done) != (final.tickets[seat], final.done[seat]):
            broken.append(f"seat {seat}: {points} points of tickets, not {final.tickets[seat]}")
        express = 10 if final.trails[seat] == max(final.trails) > 0 else 0
        if final.scores[seat] != state.points[seat] + points + 4 * (3 - state.built[seat]) + express:
            broken.append(f"seat {seat}: wrong score")
    return broken
