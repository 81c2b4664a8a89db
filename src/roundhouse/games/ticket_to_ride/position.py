"""Positions as plain JSON with names: the dump of any state, and positions written by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundhouse.engine.chance import Chance
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.state import NOBODY
from roundhouse.engine.untrusted import Reader, check_limits
from roundhouse.games.ticket_to_ride.board import BOARD, GRAY, KIND_NAMES, LOCO
from roundhouse.games.ticket_to_ride.history import read_dealings, read_memory
from roundhouse.games.ticket_to_ride.memory import Attempt, dealings_of
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import CHOOSE, CHOOSE_LONG, OFFER, OVER, SECOND, TUNNEL, TURN, UNBOUNDED
from roundhouse.games.ticket_to_ride.view import PHASES, attempts, block_name, memory, named

PHASE_NUMBERS = {name: number for number, name in PHASES.items()}
SWITCHES = ("orient_express", "max")
ALL_CARDS = [int(BOARD.cards_of_colour)] * 8 + [int(BOARD.locomotives)]
MOST_DRAWN = 2**40


def dump(state: TicketToRideState) -> dict[str, Any]:
    seats = range(state.seats)
    return {
        "game": "ticket_to_ride",
        "seats": state.seats,
        "options": state.options,
        "phase": PHASES[int(state.phase)],
        "first": int(state.first),
        "turn": int(state.turn),
        "last_turns": int(state.last_turns) if state.last_turns >= 0 else None,
        "last_seat": int(state.last_seat),
        "passes": int(state.passes),
        "hands": [named(state.hand(seat)) for seat in seats],
        "row": state.row_names(),
        "deck": named([int(count) for count in state.deck]),
        "discard": named([int(count) for count in state.discard]),
        "turned_up": [KIND_NAMES[kind] for kind in state.turned],
        "routes": {BOARD.route_names[route]: int(owner) for route, owner in enumerate(state.owner) if owner >= 0},
        "stations": {BOARD.cities[city].name: int(host) for city, host in enumerate(state.host) if host >= 0},
        "tunnel": None if state.phase != TUNNEL else tunnel(state),
        "tickets": [[BOARD.tickets[ticket].name for ticket in state.tickets_of(seat)] for seat in seats],
        "offers": [offered(state, seat) for seat in seats],
        "chosen": [None if chosen < 0 else int(chosen) for chosen in state.chosen],
        "dealings": [
            {
                "seat": event.seat,
                "tickets": [BOARD.tickets[ticket].name for ticket in event.tickets],
                "blocks": [block_name(block) for block in event.blocks],
                "kept": event.kept,
                "to": block_name(event.to),
            }
            for event in dealings_of(state.dealings)
        ],
        "known": [named(state.known_cards(seat)) for seat in seats],
        "memory": memory(state, None),
        "bounds": [bounds(state, seat) for seat in seats],
        "attempts": attempts(state),
        "surprises": [int(count) for count in state.foresight],
        "unsettled": state.unsettled,
        "drawn": state.drawn,
    }


def tunnel(state: TicketToRideState) -> dict[str, Any]:
    return {
        "route": BOARD.route_names[state.route],
        "colour": KIND_NAMES[state.kind],
        "locomotives": int(state.paid_locos),
        "revealed": [KIND_NAMES[kind] for kind in state.revealed],
    }


def offered(state: TicketToRideState, seat: int) -> list[list[str]]:
    names = state.offer_names(seat)
    return [[name, block_name(block)] for name, block in zip(names, state.offer_blocks_of(seat), strict=True)]


def bounds(state: TicketToRideState, seat: int) -> dict[str, list[int | None]]:
    found: dict[str, list[int | None]] = {}
    for kind, name in enumerate(KIND_NAMES):
        least, most = int(state.least[seat * 9 + kind]), int(state.most[seat * 9 + kind])
        if least or most < UNBOUNDED:
            found[name] = [least, most if most < UNBOUNDED else None]
    return found


# --- reading ---------------------------------------------------------------------------------------------------------


def load(data: object, chance: Chance) -> TicketToRideState:
    """A position from JSON. Only `seats` must be told: routes and hands are empty, and what isn't told is drawn."""
    check_limits(data)
    reader = Reader(data)
    reader.text("game", ("ticket_to_ride",), "ticket_to_ride")
    seats = reader.number("seats", 2, 5)
    options = read_options(reader)
    first = reader.number("first", 0, seats - 1, 0)
    state = TicketToRideState(seats, chance, first, options)
    state.turn = reader.number("turn", 0, seats - 1, first)
    state.phase = PHASE_NUMBERS[reader.text("phase", tuple(PHASE_NUMBERS), "turn")]
    read_routes(state, reader)
    read_stations(state, reader)
    read_end(state, reader)
    state.drawn = reader.number("drawn", 0, MOST_DRAWN, 0)
    for seat, count in enumerate(reader.items("surprises", seats, [0] * seats)):
        state.foresight[seat] = whole(count, f"surprises[{seat}]", MOST_DRAWN)
    state.unsettled = reader.switch("unsettled", state.phase == OVER)
    if state.unsettled and state.phase != OVER:
        raise refuse_position("match-not-over", "unsettled")
    read_cards(state, reader)
    read_dealings(state, reader)
    read_attempts(state, reader)
    reader.finish()
    check_phase(state)
    if state.phase == OVER and not state.unsettled:
        state.unsettled = True
        state.settle()
    return state


def whole(value: Any, at: str, most: int, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise refuse_position("number-expected", at, least=least, most=most)
    return value


def read_options(reader: Reader) -> dict[str, Any]:
    told = reader.object("options", {})
    options: dict[str, Any] = {"variant": told.text("variant", tuple(BOARD.ways), next(iter(BOARD.ways)))}
    for name in SWITCHES:
        options[name] = told.switch(name, False)
    told.finish()
    return options


def name_of(value: Any, names: dict[str, int], kind: str, at: str) -> int:
    if not isinstance(value, str) or value not in names:
        raise refuse_position(f"{kind}-unknown", at, **{kind: str(value)[:60]})
    return names[value]


def owners(reader: Reader, key: str, names: dict[str, int], kind: str, seats: int) -> dict[int, int]:
    told = reader.take(key, {})
    if not isinstance(told, dict):
        raise refuse_position("object-expected", key)
    found: dict[int, int] = {}
    for name, seat in told.items():
        at = f"{key}.{name[:60]}"
        index = name_of(name, names, kind, at)
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
            raise refuse_position("seat-unknown", at, seat=str(seat)[:20])
        found[index] = seat
    return found


def read_routes(state: TicketToRideState, reader: Reader) -> None:
    for route, seat in owners(reader, "routes", BOARD.route_by_name, "route", state.seats).items():
        name = BOARD.route_names[route]
        twin = int(BOARD.twin[route])
        other = -1 if twin < 0 else int(state.owner[twin])
        if other == seat:
            raise refuse_position("double-own", f"routes.{name}", route=name)
        if other >= 0 and state.seats < BOARD.both_doubles_from_seats:
            raise refuse_position("double-closed", f"routes.{name}", route=name, seat=other)
        length, trains = int(BOARD.length[route]), int(state.trains[seat])
        if trains < length:
            raise refuse_position("trains-lacking", f"routes.{name}", route=name, length=length, trains=trains)
        state.put_trains(seat, route)


def read_stations(state: TicketToRideState, reader: Reader) -> None:
    for city, seat in owners(reader, "stations", BOARD.city_by_name, "city", state.seats).items():
        if state.built[seat] >= BOARD.stations:
            name = BOARD.cities[city].name
            raise refuse_position("stations-out", f"stations.{name}", number=int(BOARD.stations))
        state.put_station(seat, city)


def read_end(state: TicketToRideState, reader: Reader) -> None:
    last = reader.take("last_turns", None)
    if last is not None:
        # Zero where the match is over by it.
        over = state.phase == OVER
        state.last_turns = whole(last, "last_turns", state.seats, 0 if over else 1)
    state.last_seat = reader.number("last_seat", NOBODY, state.seats - 1, NOBODY)
    state.passes = reader.number("passes", 0, state.seats - (state.phase != OVER), 0)
    short = [seat for seat in range(state.seats) if state.trains[seat] <= BOARD.last_trains]
    if state.last_turns < 0:
        # Whoever is on turn has not ended it yet.
        if state.phase != OVER and [seat for seat in short if seat != state.turn or state.phase < TURN]:
            raise refuse_position("last-turns-missing", "last_turns")
        if state.last_seat != NOBODY:
            raise refuse_position("last-turns-missing", "last_turns")
        if state.phase == OVER and state.passes < state.seats:
            if reader.has("passes"):
                raise refuse_position("match-not-over", "phase")
            state.passes = state.seats
    else:
        if state.last_seat == NOBODY and short:
            state.last_seat = short[0]
        if state.last_seat not in short:
            raise refuse_position("last-turns-early", "last_turns", trains=int(BOARD.last_trains))
        if state.phase == OVER and state.last_turns > 0 and state.passes < state.seats:
            raise refuse_position("match-not-over", "phase")


def counts_of(value: Any, at: str) -> list[int]:
    """Cards by kind, as an object of names and numbers."""
    if not isinstance(value, dict):
        raise refuse_position("object-expected", at)
    counts = [0] * 9
    for name, count in value.items():
        kind = kind_of(name, f"{at}.{str(name)[:60]}")
        counts[kind] = whole(count, f"{at}.{name}", ALL_CARDS[kind])
    return counts


def kind_of(name: Any, at: str) -> int:
    if not isinstance(name, str) or name not in KIND_NAMES:
        raise refuse_position("card-unknown", at, card=str(name)[:60])
    return KIND_NAMES.index(name)


def kinds_of(reader: Reader, key: str, most: int) -> list[int]:
    return [
        kind_of(name, f"{reader.path(key)}[{place}]") for place, name in enumerate(reader.items(key, None, [], most))
    ]


def read_cards(state: TicketToRideState, reader: Reader) -> None:
    """Hands, row, tunnel, discard pile, deck: together they are all the cards. Without a deck told, the rest is it."""
    left = list(ALL_CARDS)

    def use(counts: list[int], at: str) -> list[int]:
        for kind, count in enumerate(counts):
            left[kind] -= count
            if left[kind] < 0:
                raise refuse_position("cards-too-many", at, card=KIND_NAMES[kind], number=ALL_CARDS[kind])
        return counts

    for seat, told in enumerate(reader.items("hands", state.seats, [{}] * state.seats)):
        for kind, count in enumerate(use(counts_of(told, f"hands[{seat}]"), f"hands[{seat}]")):
            state.hands[seat * 9 + kind] = count
    row = reader.take("row", None)
    if row is not None:
        for place, name in enumerate(reader.items("row", 5)):
            if name is not None:
                kind = kind_of(name, f"row[{place}]")
                use([int(kind == each) for each in range(9)], f"row[{place}]")
                state.row[place] = kind
                state.row_cards += 1
    state.turned = kinds_of(reader, "turned_up", 1000)
    read_tunnel(state, reader, use)
    discard = use(counts_of(reader.take("discard", {}), "discard"), "discard")
    for kind, count in enumerate(discard):
        state.put_away(kind, count)
    deck = list(left) if reader.take("deck", None) is None else counts_of(reader.take("deck"), "deck")
    if deck != left:
        raise refuse_position("cards-missing", "deck", card=KIND_NAMES[next(k for k in range(9) if deck[k] != left[k])])
    for kind, count in enumerate(deck):
        state.deck[kind] = count
    state.start_deck()
    read_memory(state, reader)
    journal, turned = state.journal, state.turned
    before = (state.drawn, state.row_names(), int(state.deck_number))
    state.turned = []
    state.tidy()
    if row is not None and before != (state.drawn, state.row_names(), int(state.deck_number)):
        raise refuse_position("row-not-full", "row")
    state.journal, state.turned = journal, turned


def read_tunnel(state: TicketToRideState, reader: Reader, use: Callable[[list[int], str], list[int]]) -> None:
    told = reader.take("tunnel", None)
    if (told is not None) != (state.phase == TUNNEL):
        raise refuse_position("no-tunnel", "tunnel")
    if told is None:
        return
    inner = reader.object("tunnel")
    route = name_of(inner.take("route"), BOARD.route_by_name, "route", "tunnel.route")
    name = BOARD.route_names[route]
    if not BOARD.tunnel[route]:
        raise refuse_position("not-a-tunnel", "tunnel.route", route=name)
    from roundhouse.games.ticket_to_ride.judge import refuse_route

    closed = refuse_route(state, int(state.turn), route)
    if closed is not None:
        raise refuse_position(closed.code, "tunnel.route", **closed.params)
    kind = kind_of(inner.take("colour"), "tunnel.colour")
    colour, length = int(BOARD.colour[route]), int(BOARD.length[route])
    if kind != LOCO and colour not in (GRAY, kind):
        raise refuse_position(
            "colour-wrong", "tunnel.colour", route=name, colour=KIND_NAMES[colour], given_colour=KIND_NAMES[kind]
        )
    least, most = (length, length) if kind == LOCO else (0, length - 1)
    locos = inner.number("locomotives", least, most)
    revealed = kinds_of(inner, "revealed", int(BOARD.tunnel_cards))
    inner.finish()
    paid = [0] * 9
    paid[kind] += length - locos
    paid[LOCO] += locos
    use(paid, "tunnel")
    use([revealed.count(each) for each in range(9)], "tunnel.revealed")
    state.route, state.kind, state.paid, state.paid_locos = route, kind, length - locos, locos
    state.revealed = revealed
    state.owed = sum(each in (kind, LOCO) for each in revealed)
    if not state.owed or not state.can_pay_tunnel(int(state.turn) * 9):
        raise refuse_position("tunnel-decided", "tunnel")


def read_attempts(state: TicketToRideState, reader: Reader) -> None:
    for one in reader.objects("attempts", None, []):
        seat = one.number("seat", 0, state.seats - 1)
        route = name_of(one.take("route"), BOARD.route_by_name, "route", one.path("route"))
        if not BOARD.tunnel[route]:
            raise refuse_position("not-a-tunnel", one.path("route"), route=BOARD.route_names[route])
        kind = kind_of(one.take("colour"), one.path("colour"))
        locos = one.number("locomotives", 0, int(BOARD.length[route]))
        owed = one.number("owed", 1, int(BOARD.tunnel_cards))
        one.finish()
        state.attempts = Attempt(seat, route, kind, locos, owed, state.attempts)


def check_phase(state: TicketToRideState) -> None:
    """Is there something to decide, as the phase says?"""
    phase = state.phase
    offering = phase in (CHOOSE_LONG, CHOOSE, OFFER)
    for seat in range(state.seats):
        due = phase in (CHOOSE_LONG, CHOOSE) or (phase == OFFER and seat == state.turn)
        if bool(state.offered[seat]) != (offering and due):
            raise refuse_position("offer-wrong", f"offers[{seat}]")
        if state.chosen[seat] >= 0:
            if phase not in (CHOOSE_LONG, CHOOSE):
                raise refuse_position("offer-wrong", f"chosen[{seat}]")
            kept = int(state.chosen[seat]).bit_count()
            if not state.fewest_kept(seat) <= kept <= state.most_kept(seat):
                raise refuse_position("offer-wrong", f"chosen[{seat}]")
    if phase in (CHOOSE_LONG, CHOOSE) and not state.deciders():
        raise refuse_position("offer-wrong", "chosen")
    if phase == SECOND and not state.legal_actions(int(state.turn)):
        raise refuse_position("no-second-card", "phase")
