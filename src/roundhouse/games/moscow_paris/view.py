"""What a seat may know, with perfect memory: everything laid, shown, taken or discarded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from roundhouse.engine.game import Line
from roundhouse.games.moscow_paris.actions import DECLINE, DOWN, PASS, UP
from roundhouse.games.moscow_paris.board import BOARD, LINES
from roundhouse.games.moscow_paris.memory import Stretch, piles_of, stretches_of
from roundhouse.games.moscow_paris.state import SIDES, MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, CLAIM, CLAIMED, OVER, SEAT, TURN

PHASES = {int(TURN): "turn", int(CHAIN): "chain", int(CLAIM): "claim", int(OVER): "over"}
FRONT_BITS = (1 << SEAT) - 1


def named(pile: int) -> dict[str, int]:
    """Cards by kind, those there are."""
    return dict(Counter(BOARD.names_of(pile)))


def named_cities(cities: int) -> list[str]:
    return [city.name for city in BOARD.cities if cities >> city.index & 1]


def view(state: MoscowParisState, seat: int) -> dict[str, Any]:
    """Everything `seat` may know."""
    own = 0 <= seat < state.seats
    return {
        "game": "moscow_paris",
        "seats": state.seats,
        "seat": seat,
        "options": state.options,
        "phase": PHASES[int(state.phase)],
        "first": int(state.first),
        "turn": int(state.turn),
        "turns": int(state.turns),
        "deciders": state.deciders(),
        "lines": [line(state, each) for each in range(LINES)],
        "cities_left": int(state.city_deck_cards),
        "removed": named_cities(state.removed),
        "deck": int(state.deck_cards),
        "discard": named(state.discard),
        "hand": BOARD.names_of(state.hands[seat]) if own else None,
        "players": [player(state, each) for each in range(state.seats)],
        "scores": state.standings(),
        "claims": claims(state),
        "chain": chain(state),
        "quiet": state.quiet,
        "repeats": [int(count) for count in state.repeats],
        "since": since(state),
        "stalemates": int(state.stalemates),
        "stalemate": stalemate(state),
        "memory": memory(state, seat),
    }


def line(state: MoscowParisState, number: int) -> dict[str, Any]:
    """A city and its wagons, the nearest first; no city where none came any more."""
    city = int(state.cities[number])
    told: dict[str, Any] = {"city": None if city < 0 else BOARD.cities[city].name}
    for side, name in enumerate(SIDES):
        told[name] = [BOARD.kind_names[kind] for kind in state.row(number, side)]
    return told


def player(state: MoscowParisState, seat: int) -> dict[str, Any]:
    """What all know of a seat."""
    return {
        "front": BOARD.names_of(state.fronts[seat]),
        "cards": state.hand_size(seat),
        "known": BOARD.names_of(state.known[seat]),
        "cities": [each["city"] for each in claims(state) if each["seat"] == seat],
    }


def claims(state: MoscowParisState) -> list[dict[str, Any]]:
    """The cities taken, in order."""
    return [{"city": BOARD.cities[entry // CLAIMED].name, "seat": int(entry % CLAIMED)} for entry in state.claims]


def chain(state: MoscowParisState) -> dict[str, Any] | None:
    """Who may carry on an exchange, and with whom."""
    if state.phase != CHAIN:
        return None
    asked = int(state.asked)
    return {"by": int(state.turn), "asked": asked, "with": (asked + int(state.step)) % state.seats}


def since(state: MoscowParisState) -> list[list[list[str]]]:
    """For each seat the fronts it had since the last draw, claim or stalemate (rule 8.1), where it moved at all."""
    found: list[list[list[str]]] = [[] for _ in range(state.seats)]
    for entry in state.since:
        found[entry >> SEAT].append(BOARD.names_of(entry & FRONT_BITS))
    return found


def stalemate(state: MoscowParisState) -> dict[str, Any] | None:
    """The turn that brought the last stalemate; everything else it left is gone."""
    action = int(state.broken_by)
    if action < 0:
        return None
    told: dict[str, Any] = {"seat": int(state.broken_seat)}
    if action == PASS:
        return {**told, "type": "pass", "hand": BOARD.names_of(state.broken_hand)}
    if action == DECLINE:
        return {**told, "type": "decline"}
    verb, first = ("down", DOWN) if action < UP else ("up", UP)
    return {**told, "type": verb, "wagon": BOARD.kind_names[action - int(first)]}


def memory(state: MoscowParisState, reader: int | None) -> dict[str, Any]:
    """The piles and what each seat drew from them; which cards it drew only for the reader (all of them for None)."""
    hands: list[list[dict[str, Any]]] = [[] for _ in range(state.seats)]
    stretches = stretches_of(state.stretches)
    for seat in range(state.seats):
        drawn, drew, shown = (int(each[seat]) for each in (state.drawn_now, state.drew_now, state.shown_now))
        stretches.append(Stretch(seat, int(state.pile_number), drawn, drew, shown, None))
    for each in stretches:
        told: dict[str, Any] = {"pile": int(each.pile), "drawn": int(each.drawn), "shown": named(each.shown)}
        if reader is None or reader == each.seat:
            told["cards"] = named(each.drew)
        hands[each.seat].append(told)
    piles = [named(pile.cards) for pile in piles_of(state.piles)]
    return {"piles": [*piles, named(state.pile_made)], "hands": hands}


# --- in words --------------------------------------------------------------------------------------------------------


def board_lines(view: Mapping[str, Any]) -> list[Line]:
    """The board in words, from a view alone."""
    lines = [
        Line("board-turn", {"number": view["turns"] + 1, "deciders": view["deciders"]}),
        Line("board-cities"),
    ]
    for each in view["lines"]:
        if each["city"] is None:
            continue
        city = BOARD.cities[BOARD.city_by_name[each["city"]]]
        told = {"city": city.name, "points": city.points, "country": country_of(view["options"], city.index)}
        lines.append(Line("board-city", {**told, "number": city.limit, "capital": city.capital}, 1))
        for name, code in (("left", "board-left"), ("right", "board-right")):
            if each[name]:
                lines.append(Line(code, {"wagons": each[name]}, 2))
    discarded = sum(view["discard"].values())
    piles = {"cities": view["cities_left"], "cards": view["deck"], "discarded": discarded}
    lines.append(Line("board-piles", piles))
    lines.append(Line("board-seats"))
    for seat, told in enumerate(view["players"]):
        own = seat == view["seat"]
        params = {"seat": seat, "you": own, "score": view["scores"][seat], "number": told["cards"]}
        lines.append(Line("board-seat", params, 1))
        lines.append(Line("board-front", {"wagons": told["front"]}, 2))
        if own:
            lines.append(Line("board-hand", {"cards": view["hand"]}, 2))
        elif told["known"]:
            lines.append(Line("board-known", {"cards": told["known"]}, 2))
        if told["cities"]:
            lines.append(Line("board-taken", {"cities": told["cities"]}, 2))
    missing = 2 * view["seats"] - sum(view["repeats"])
    if missing < 2 * view["seats"]:
        lines.append(Line("board-repeats", {"number": missing}))
    return lines


def country_of(options: Mapping[str, Any], city: int) -> str:
    """The country whose flag a city has in this match (rule 2.5)."""
    if city == BOARD.home_town:
        country: str = options["home_country"]
        return country
    return BOARD.cities[city].country
