"""What a seat may know, with perfect memory: everything that was ever turned up, paid, taken or returned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from roundhouse.engine.game import Line
from roundhouse.games.ticket_to_ride.board import BOARD, KIND_NAMES
from roundhouse.games.ticket_to_ride.memory import (
    BOX,
    LONG_POOL,
    POOL,
    RETURNED,
    Dealing,
    attempts_of,
    dealings_of,
    decks_of,
    stretches_of,
    unpacked,
)
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import CHOOSE, CHOOSE_LONG, OFFER, OVER, SECOND, TUNNEL, TURN, UNBOUNDED

PHASES = {
    int(CHOOSE_LONG): "choose-long",
    int(CHOOSE): "choose-tickets",
    int(TURN): "turn",
    int(SECOND): "second-card",
    int(OFFER): "keep-tickets",
    int(TUNNEL): "tunnel",
    int(OVER): "over",
}


def named(counts: list[int]) -> dict[str, int]:
    """Cards by kind, those there are."""
    return {KIND_NAMES[kind]: count for kind, count in enumerate(counts) if count}


def block_name(block: int) -> str:
    """A block of tickets: the long ones, the regular ones, the box, or those returned, numbered."""
    return {BOX: "box", LONG_POOL: "long", POOL: "regular"}.get(block, f"returned-{block - RETURNED}")


def view(state: TicketToRideState, seat: int) -> dict[str, Any]:
    """Everything `seat` may know."""
    over = state.phase == OVER and not state.unsettled
    own = 0 <= seat < state.seats
    return {
        "game": "ticket_to_ride",
        "seats": state.seats,
        "seat": seat,
        "options": state.options,
        "phase": PHASES[int(state.phase)],
        "first": int(state.first),
        "turn": int(state.turn),
        "deciders": state.deciders(),
        "last_turns": int(state.last_turns) if state.last_turns >= 0 else None,
        "last_seat": int(state.last_seat) if state.last_turns >= 0 else None,
        "passes": int(state.passes),
        "row": state.row_names(),
        "deck": int(state.deck_cards),
        "discard": named([int(count) for count in state.discard]),
        "turned_up": [KIND_NAMES[kind] for kind in state.turned],
        "players": [player(state, each) for each in range(state.seats)],
        "hand": named(state.hand(seat)) if own else None,
        "tickets": [
            [BOARD.tickets[ticket].name for ticket in state.tickets_of(each)] if each == seat or over else None
            for each in range(state.seats)
        ],
        "offer": offer(state, seat) if own else None,
        "routes": {BOARD.route_names[route]: int(owner) for route, owner in enumerate(state.owner) if owner >= 0},
        "stations": {BOARD.cities[city].name: int(host) for city, host in enumerate(state.host) if host >= 0},
        "tunnel": tunnel(state),
        "attempts": attempts(state),
        "tickets_left": state.tickets_left(),
        "dealings": [dealing(each, seat) for each in dealings_of(state.dealings)],
        "memory": memory(state, seat),
    }


def player(state: TicketToRideState, seat: int) -> dict[str, Any]:
    """What all know of a seat. `known`: the cards that have been seen to be in its hand; `unknown`: how many others."""
    bounds: dict[str, Any] = {}
    if state.bounded >> seat & 1:
        for kind, name in enumerate(KIND_NAMES):
            least, most = int(state.least[seat * 9 + kind]), int(state.most[seat * 9 + kind])
            if least or most < UNBOUNDED:
                bounds[name] = [least, most if most < UNBOUNDED else None]
    return {
        "points": state.standings()[seat],
        "trains": int(state.trains[seat]),
        "stations": int(BOARD.stations - state.built[seat]),
        "cards": sum(state.hand(seat)),
        "known": named(state.known_cards(seat)),
        "unknown": int(state.unknown[seat]),
        "bounds": bounds,
        "tickets": len(state.tickets_of(seat)),
        "offered": dict(Counter(block_name(block) for block in state.offer_blocks_of(seat))),
    }


def offer(state: TicketToRideState, seat: int) -> dict[str, Any] | None:
    """The tickets the seat is to choose from, the block each came from, and what it has chosen if others still owe."""
    if not state.offered[seat]:
        return None
    chosen = int(state.chosen[seat])
    names = state.offer_names(seat)
    return {
        "tickets": names,
        "blocks": [block_name(block) for block in state.offer_blocks_of(seat)],
        "least": int(state.fewest_kept(seat)),
        "most": int(state.most_kept(seat)),
        "chosen": None if chosen < 0 else [name for place, name in enumerate(names) if chosen >> place & 1],
    }


def tunnel(state: TicketToRideState) -> dict[str, Any] | None:
    if state.phase != TUNNEL:
        return None
    return {
        "seat": int(state.turn),
        "route": BOARD.route_names[state.route],
        "colour": KIND_NAMES[state.kind],
        "number": int(state.paid),
        "locomotives": int(state.paid_locos),
        "revealed": [KIND_NAMES[kind] for kind in state.revealed],
        "owed": int(state.owed),
    }


def attempts(state: TicketToRideState) -> list[dict[str, Any]]:
    """The tunnels given up so far, in order."""
    return [
        {
            "seat": each.seat,
            "route": BOARD.route_names[each.route],
            "colour": KIND_NAMES[each.kind],
            "locomotives": each.locos,
            "owed": each.owed,
        }
        for each in attempts_of(state.attempts)
    ]


def dealing(event: Dealing, seat: int) -> dict[str, Any]:
    """Tickets dealt: how many from which blocks, how many kept, where the rest went; to the seat itself, which."""
    own = event.seat == seat
    known = event.told_to_itself if own else event.told
    if known is not None:
        return known
    told: dict[str, Any] = {
        "seat": event.seat,
        "from": dict(Counter(block_name(block) for block in event.blocks)),
        "kept": event.kept.bit_count(),
        "to": block_name(event.to),
    }
    if not own:
        event.told = told
    else:
        names = [BOARD.tickets[ticket].name for ticket in event.tickets]
        told["tickets"] = names
        told["blocks"] = [block_name(block) for block in event.blocks]
        told["kept_tickets"] = [name for place, name in enumerate(names) if event.kept >> place & 1]
        event.told_to_itself = told
    return told


def memory(state: TicketToRideState, seat: int | None) -> dict[str, Any]:
    """What each deck was made of and what was turned up from it, and each seat's blind draws and what it showed later.

    A seat's own draws are named for itself; with None for a seat (the dump), everybody's.
    """
    decks = [
        {"cards": named(unpacked(deck.cards)), "opened": named(unpacked(deck.opened))} for deck in decks_of(state.decks)
    ]
    decks.append({"cards": named(unpacked(int(state.deck_made))), "opened": named(unpacked(int(state.deck_opened)))})
    hands: list[list[dict[str, Any]]] = [[] for _ in range(state.seats)]
    for each in stretches_of(state.stretches):
        own = seat is None or seat == each.seat
        told = each.told_to_itself if own else each.told
        if told is None:
            told = stretch(int(each.deck), int(each.drawn), int(each.drew), int(each.shown), own)
            if own:
                each.told_to_itself = told
            else:
                each.told = told
        hands[each.seat].append(told)
    for owner, found in enumerate(hands):
        drawn, drew, shown = state.drawn_now[owner], state.drew_now[owner], state.shown_now[owner]
        own = seat is None or seat == owner
        found.append(stretch(int(state.deck_number), int(drawn), int(drew), int(shown), own))
    return {"decks": decks, "hands": hands}


def stretch(deck: int, drawn: int, drew: int, shown: int, own: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"deck": deck, "drawn": drawn, "shown": named(unpacked(shown))}
    if own:
        told["cards"] = named(unpacked(drew))
    return told


# --- the board in words ----------------------------------------------------------------------------------------------


def board_lines(view: Mapping[str, Any]) -> list[Line]:
    """The board in words, from a view alone."""
    lines = [
        Line(
            "board-piles",
            {"deck": view["deck"], "discard": sum(view["discard"].values()), "tickets": view["tickets_left"]},
        )
    ]
    cards = [card for card in view["row"] if card is not None]
    lines.append(Line("board-row", {"cards": cards}))
    if view["last_turns"] is not None and view["phase"] != "over":
        lines.append(Line("board-last", {"turns": view["last_turns"], "seat": view["last_seat"]}))
    pending = view["tunnel"]
    if pending is not None:
        params = {key: pending[key] for key in ("seat", "route", "colour", "owed")}
        lines.append(Line("board-tunnel", {**params, "cards": pending["revealed"]}))
    lines.append(Line("board-seats"))
    for seat, told in enumerate(view["players"]):
        lines += seat_lines(view, seat, told)
    if view["seat"] >= 0:
        lines += own_lines(view)
    return lines


def seat_lines(view: Mapping[str, Any], seat: int, told: Mapping[str, Any]) -> list[Line]:
    lines = [
        Line(
            "board-seat",
            {
                "seat": seat,
                "you": seat == view["seat"],
                **{key: told[key] for key in ("points", "trains", "stations", "cards")},
                "tickets": told["tickets"],
            },
            1,
        )
    ]
    if seat != view["seat"] and told["known"]:
        lines.append(Line("board-known", {}, 2))
        lines += card_lines(told["known"], 3)
    routes = [route for route, owner in view["routes"].items() if owner == seat]
    if routes:
        lines.append(Line("board-routes", {"routes": routes}, 2))
    cities = [city for city, host in view["stations"].items() if host == seat]
    if cities:
        lines.append(Line("board-stations", {"cities": cities}, 2))
    if seat != view["seat"] and view["tickets"][seat]:
        lines.append(Line("board-tickets", {"tickets": view["tickets"][seat]}, 2))
    return lines


def own_lines(view: Mapping[str, Any]) -> list[Line]:
    """The reader's hand and tickets: which of them are joined by own trains already."""
    lines = [Line("board-hand", {"number": sum(view["hand"].values())}), *card_lines(view["hand"], 1)]
    tickets = view["tickets"][view["seat"]]
    if tickets:
        routes = [BOARD.route_by_name[route] for route, owner in view["routes"].items() if owner == view["seat"]]
        done = joined(routes)
        lines.append(Line("board-own-tickets", {"number": len(tickets)}))
        for name in tickets:
            lines.append(Line("board-ticket", {"ticket": name, "done": done(BOARD.ticket_by_name[name])}, 1))
    return lines


def card_lines(cards: Mapping[str, int], depth: int) -> list[Line]:
    return [Line("board-card", {"card": kind, "number": number}, depth) for kind, number in cards.items()]


def joined(routes: list[int]) -> Any:
    """Says of a ticket whether these routes join its cities."""
    home = list(range(len(BOARD.cities)))

    def root(city: int) -> int:
        while home[city] != city:
            city = home[city]
        return city

    for route in routes:
        home[root(int(BOARD.end_a[route]))] = root(int(BOARD.end_b[route]))
    return lambda ticket: root(int(BOARD.tickets[ticket].a)) == root(int(BOARD.tickets[ticket].b))
