"""Positions as plain JSON with names: the dump of any state, and positions written by hand."""

from __future__ import annotations

from typing import Any

from roundhouse.engine.chance import Chance
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.state import NOBODY
from roundhouse.engine.untrusted import Reader, check_limits
from roundhouse.games.moscow_paris.actions import DECLINE, DOWN, PASS, UP
from roundhouse.games.moscow_paris.board import BOARD, CARDS, FRONT, LINES
from roundhouse.games.moscow_paris.history import read_memory
from roundhouse.games.moscow_paris.laws import broken_laws
from roundhouse.games.moscow_paris.options import read_options
from roundhouse.games.moscow_paris.state import SIDES, MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, CLAIM, CLAIMED, OVER, REPEATS, SEAT
from roundhouse.games.moscow_paris.view import PHASES, claims, line, memory, named, named_cities, since, stalemate

PHASE_NUMBERS = {name: number for number, name in PHASES.items()}
MOST = 2**40
MOST_FRONTS = 200


def dump(state: MoscowParisState) -> dict[str, Any]:
    seats = range(state.seats)
    return {
        "game": "moscow_paris",
        "seats": state.seats,
        "options": state.options,
        "phase": PHASES[int(state.phase)],
        "first": int(state.first),
        "turn": int(state.turn),
        "turns": int(state.turns),
        "chain": {"asked": int(state.asked), "step": int(state.step)} if state.phase == CHAIN else None,
        "lines": [line(state, each) for each in range(LINES)],
        "city_deck": named_cities(state.city_deck),
        "removed": named_cities(state.removed),
        "claims": claims(state),
        "hands": [BOARD.names_of(state.hands[seat]) for seat in seats],
        "fronts": [BOARD.names_of(state.fronts[seat]) for seat in seats],
        "known": [BOARD.names_of(state.known[seat]) for seat in seats],
        "deck": named(state.deck),
        "discard": named(state.discard),
        "memory": memory(state, None),
        "quiet": state.quiet,
        "repeats": [int(count) for count in state.repeats],
        "since": since(state),
        "stalemates": int(state.stalemates),
        "stalemate": stalemate(state),
        "surprises": [int(count) for count in state.foresight],
        "drawn": state.drawn,
    }


# --- reading ---------------------------------------------------------------------------------------------------------


def load(data: object, chance: Chance) -> MoscowParisState:
    """A position from JSON. Only `seats` must be told; cities and hands that aren't are drawn, the rest is empty."""
    check_limits(data)
    reader = Reader(data)
    reader.text("game", ("moscow_paris",), "moscow_paris")
    seats = reader.number("seats", 2, 4)
    options = read_options(reader, seats)
    first = reader.number("first", 0, seats - 1, 0)
    state = MoscowParisState(seats, chance, first, options)
    state.turn = reader.number("turn", 0, seats - 1, first)
    state.turns = reader.number("turns", 0, MOST, 0)
    state.phase = PHASE_NUMBERS[reader.text("phase", tuple(PHASE_NUMBERS), "turn")]
    state.stalemates = reader.number("stalemates", 0, MOST, 0)
    for seat, count in enumerate(reader.items("surprises", seats, [0] * seats)):
        state.foresight[seat] = whole(count, f"surprises[{seat}]", MOST)
    read_cities(state, reader)
    read_cards(state, reader)
    read_chain(state, reader)
    read_repeats(state, reader)
    read_stalemate(state, reader)
    read_memory(state, reader)
    # What was drawn to fill up the position doesn't count: `drawn` says how many were.
    state.drawn = reader.number("drawn", 0, MOST, state.drawn)
    reader.finish()
    check_phase(state)
    broken = broken_laws(state)
    if broken:
        raise refuse_position("position-impossible", "", law=broken[0])
    return state


def whole(value: Any, at: str, most: int, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise refuse_position("number-expected", at, least=least, most=most)
    return value


def city_of(state: MoscowParisState, value: Any, at: str, free: set[int]) -> int:
    """A city of this match that is nowhere else yet."""
    if not isinstance(value, str) or value not in BOARD.city_by_name:
        raise refuse_position("city-unknown", at, city=str(value)[:60])
    city = BOARD.city_by_name[value]
    if city not in state.cities_in_play():
        raise refuse_position("city-not-in-play", at, city=value)
    if city not in free:
        raise refuse_position("city-twice", at, city=value)
    free.discard(city)
    return city


def kind_of(value: Any, at: str, most: int = 13) -> int:
    if not isinstance(value, str) or value not in BOARD.kind_names[:most]:
        raise refuse_position("wagon-unknown" if most == 8 else "card-unknown", at, card=str(value)[:60])
    return BOARD.kind_names.index(value)


def pile_of(names: list[Any], at: str, most: int = 13) -> int:
    return sum(1 << 4 * kind_of(name, f"{at}[{place}]", most) for place, name in enumerate(names))


def read_cities(state: MoscowParisState, reader: Reader) -> None:
    """Lines with their wagons, cities taken and removed; the others are in the pile, or removed where that is told."""
    free = set(state.cities_in_play())
    told = reader.objects("lines", int(LINES)) if reader.take("lines", None) is not None else None
    for number, each in enumerate(told or []):
        name = each.take("city")
        state.cities[number] = -1 if name is None else city_of(state, name, each.path("city"), free)
    for number, each in enumerate(told or []):
        read_line(state, number, each)
    for each in reader.objects("claims", None, []):
        city = city_of(state, each.take("city"), each.path("city"), free)
        seat = each.number("seat", 0, state.seats - 1)
        each.finish()
        state.taken[seat] |= 1 << city
        state.claims = [*state.claims, city * int(CLAIMED) + seat]
    piles = {}
    for key in ("removed", "city_deck"):
        if reader.take(key, None) is not None:
            names = reader.items(key)
            piles[key] = [city_of(state, name, f"{key}[{place}]", free) for place, name in enumerate(names)]
    if "city_deck" in piles:
        if "removed" in piles and free:
            raise refuse_position("cities-missing", "city_deck", cities=[BOARD.cities[city].name for city in free])
        piles["removed"] = [*piles.get("removed", []), *free]
        rest = piles["city_deck"]
    else:
        rest = sorted(free)
    state.removed = sum(1 << city for city in piles.get("removed", []))
    state.city_deck = sum(1 << city for city in rest)
    state.city_deck_cards = len(rest)
    if told is None:
        for number in range(LINES):
            state.open_city(number)
    elif state.city_deck_cards and state.cities_on_table() < LINES:
        raise refuse_position("line-closed", "lines")


def read_line(state: MoscowParisState, number: int, told: Reader) -> None:
    city = int(state.cities[number])
    for side, name in enumerate(SIDES):
        for place, wagon in enumerate(told.items(name, None, [])):
            at = f"{told.path(name)}[{place}]"
            kind = kind_of(wagon, at, 8)
            if city < 0:
                raise refuse_position("line-closed", at)
            card = BOARD.cities[city]
            if state.masks[number] >> kind & 1:
                raise refuse_position("wagon-twice", at, wagon=wagon, city=card.name)
            if int(state.masks[number]).bit_count() >= card.limit:
                raise refuse_position("line-full", at, city=card.name, number=card.limit)
            state.append(number, side, kind)
    told.finish()


def read_cards(state: MoscowParisState, reader: Reader) -> None:
    """Fronts, hands, discard pile, pile: together with the lines they are all the cards."""
    left = list(BOARD.copies)

    def use(pile: int, at: str) -> int:
        for kind, name in enumerate(BOARD.kind_names):
            left[kind] -= pile >> 4 * kind & 15
            if left[kind] < 0:
                raise refuse_position("cards-too-many", at, card=name, number=BOARD.copies[kind])
        return pile

    for number in range(LINES):
        for side in range(2):
            for kind in state.row(number, side):
                use(1 << 4 * kind, f"lines[{number}]")
    seats = range(state.seats)
    empty: list[Any] = [[] for _ in seats]
    for seat, names in enumerate(reader.items("fronts", state.seats, empty)):
        wagons = cards_of(names, f"fronts[{seat}]", int(FRONT))
        state.fronts[seat] = use(pile_of(wagons, f"fronts[{seat}]", 8), f"fronts[{seat}]")
    told = reader.items("hands", state.seats, [None] * state.seats)
    for seat, names in enumerate(told):
        if names is not None:
            owed = wanted(state, seat)
            if not isinstance(names, list) or len(names) != owed:
                raise refuse_position("hand-size", f"hands[{seat}]", number=owed)
            state.hands[seat] = use(pile_of(names, f"hands[{seat}]"), f"hands[{seat}]")
    state.discard = use(read_pile(reader, "discard"), "discard")
    state.discard_cards = len(BOARD.kinds_of(state.discard))
    rest = sum(count << 4 * kind for kind, count in enumerate(left))
    if reader.take("deck", None) is not None and read_pile(reader, "deck") != rest:
        raise refuse_position("cards-missing", "deck")
    state.deck = rest
    state.deck_cards = sum(left)
    if not state.deck_cards:
        raise refuse_position("deck-empty", "deck")
    for seat, names in enumerate(told):
        if names is None:
            for _ in range(wanted(state, seat)):
                state.pull(seat)
    state.forget_draws()
    for seat, names in enumerate(reader.items("known", state.seats, empty)):
        pile = pile_of(cards_of(names, f"known[{seat}]", int(CARDS)), f"known[{seat}]")
        if any(pile >> 4 * kind & 15 > int(state.hands[seat]) >> 4 * kind & 15 for kind in range(13)):
            raise refuse_position("known-not-held", f"known[{seat}]", seat=seat)
        state.known[seat] = pile


def wanted(state: MoscowParisState, seat: int) -> int:
    """How many cards a hand must have (rules 3.3, 6.7)."""
    owed = int(state.phase == CHAIN and seat == state.turn)
    return int(CARDS) - owed - len(BOARD.kinds_of(state.fronts[seat]))


def cards_of(value: Any, at: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise refuse_position("list-length", at, length=most)
    return value


def read_pile(reader: Reader, key: str) -> int:
    """Cards by kind, as an object of names and numbers."""
    value = reader.take(key, {})
    if not isinstance(value, dict):
        raise refuse_position("object-expected", key)
    total = 0
    for name, count in value.items():
        at = f"{key}.{str(name)[:60]}"
        kind = kind_of(name, at)
        total += whole(count, at, BOARD.copies[kind]) << 4 * kind
    return total


def read_chain(state: MoscowParisState, reader: Reader) -> None:
    if (reader.take("chain", None) is not None) != (state.phase == CHAIN):
        raise refuse_position("no-chain", "chain")
    if state.phase != CHAIN:
        return
    told = reader.object("chain")
    asked = told.number("asked", 0, state.seats - 1)
    step = told.number("step", -1, 1)
    told.finish()
    further = (asked + step) % state.seats
    if not step or state.turn in (asked, further) or not state.can_exchange(asked, further):
        raise refuse_position("chain-over", "chain")
    state.asked, state.step = asked, step


def read_repeats(state: MoscowParisState, reader: Reader) -> None:
    """How near a stalemate is, and the fronts that count as repeated (rules 8.1 to 8.3)."""
    state.quiet = reader.switch("quiet", False)
    if state.quiet and state.phase != CLAIM:
        raise refuse_position("no-claim", "quiet")
    for seat, fronts in enumerate(reader.items("since", state.seats, [[] for _ in range(state.seats)])):
        at = f"since[{seat}]"
        for place, names in enumerate(cards_of(fronts, at, MOST_FRONTS)):
            wagons = cards_of(names, f"{at}[{place}]", int(FRONT))
            entry = seat << int(SEAT) | pile_of(wagons, f"{at}[{place}]", 8)
            if entry in state.since:
                raise refuse_position("front-twice", f"{at}[{place}]")
            state.since = [*state.since, entry]
    for seat, count in enumerate(reader.items("repeats", state.seats, [0] * state.seats)):
        state.repeats[seat] = whole(count, f"repeats[{seat}]", int(REPEATS))
        if state.repeats[seat] and not any(entry >> int(SEAT) == seat for entry in state.since):
            raise refuse_position("repeats-alone", f"repeats[{seat}]")
    if not state.missing_repeats():
        raise refuse_position("stalemate-due", "repeats")


def read_stalemate(state: MoscowParisState, reader: Reader) -> None:
    """The turn that brought the last stalemate, where there was one."""
    if reader.take("stalemate", None) is None:
        return
    told = reader.object("stalemate")
    if not state.stalemates:
        raise refuse_position("no-stalemate", "stalemate")
    state.broken_seat = told.number("seat", 0, state.seats - 1)
    kind = told.text("type", ("down", "up", "pass", "decline"))
    if kind in ("down", "up"):
        first = int(DOWN if kind == "down" else UP)
        state.broken_by = first + kind_of(told.take("wagon"), told.path("wagon"), 8)
    else:
        state.broken_by = int(PASS if kind == "pass" else DECLINE)
    if kind == "pass":
        names = told.items("hand", int(CARDS))
        state.broken_hand = pile_of(names, told.path("hand"))
    told.finish()


def check_phase(state: MoscowParisState) -> None:
    """Is it over just where it must be, and a city to be taken where one is asked about?"""
    ended = not state.city_deck_cards and state.cities_on_table() <= BOARD.last_cities
    if state.phase == OVER and not ended:
        raise refuse_position("match-not-over", "phase")
    if ended and state.phase not in (OVER, CLAIM):
        raise refuse_position("match-over-here", "phase")
    if state.phase == CLAIM:
        front = state.front_mask(int(state.turn))
        if not any(state.masks[each] and not state.masks[each] & ~front for each in range(LINES)):
            raise refuse_position("no-claim", "phase")
        if ended and state.quiet:
            raise refuse_position("match-over-here", "quiet")
    if state.phase != CHAIN:
        state.asked = NOBODY
