"""Positions of Moscow–Paris by name, and small hands to play them with."""

from __future__ import annotations

from typing import Any, cast

from roundhouse.engine.chance import FastChance
from roundhouse.engine.game import Value
from roundhouse.engine.refusal import PositionError, Refusal, RefusalError
from roundhouse.engine.state import SPECTATOR, Journal
from roundhouse.games.moscow_paris import game
from roundhouse.games.moscow_paris.state import MoscowParisState

CITIES = ("moscow", "warsaw", "berlin", "paris")
"""Their lines hold four, three, four and four wagons."""
WAGONS = ("mail", "baggage", "seating", "open_sleeper", "compartment", "luxury", "dining", "saloon")
STUCK = ["swap_two", "swap_two", "discard_two", "discard_three", "neighbour_exchange"]
"""A hand that can do nothing where no wagon lies anywhere."""


def line(city: str | None, left: str = "", right: str = "") -> dict[str, Any]:
    """A city with its wagons, the nearest first."""
    return {"city": city, "left": left.split(), "right": right.split()}


def lines(**told: tuple[str, str]) -> list[dict[str, Any]]:
    """The four cities, some with wagons to the left and to the right."""
    return [line(city, *told.get(city, ("", ""))) for city in CITIES]


def arrange(**told: Any) -> MoscowParisState:
    """A position: two seats and four empty lines unless told otherwise."""
    return cast(MoscowParisState, game.load({"seats": 2, "lines": lines(), **told}, FastChance(1)))


def hand(text: str) -> list[str]:
    return text.split()


def wagon(name: str, city: str, side: str = "left") -> Value:
    return {"type": "wagon", "wagon": name, "city": city, "side": side}


def down(name: str) -> Value:
    return {"type": "down", "wagon": name}


def up(name: str) -> Value:
    return {"type": "up", "wagon": name}


def swap(one: str, two: str) -> Value:
    return {"type": "swap", "one": one, "two": two}


def discard(*cities: str, side: str = "left", place: int = 1) -> Value:
    kind = "discard-two" if len(cities) == 2 else "discard-three"
    return {"type": kind, "cities": list(cities), "side": side, "place": place}


def exchange(seat: int, give: str, take: str) -> Value:
    return {"type": "exchange", "seat": seat, "give": give, "take": take}


def remove(city: str) -> Value:
    return {"type": "remove", "city": city}


def claim(city: str) -> Value:
    return {"type": "claim", "city": city}


STOP: Value = {"type": "stop"}
PASS: Value = {"type": "pass"}
DECLINE: Value = {"type": "decline"}


def play(state: MoscowParisState, *values: Value) -> list[dict[str, Any]]:
    """Play named actions, each by whoever is to act; gives what everybody is told."""
    state.journal = Journal()
    for value in values:
        seat = state.next_decider()
        action = game.encode(state, seat, value)
        assert state.refusal(seat, action) is None, state.refusal(seat, action)
        state.apply(seat, action)
        assert game.broken_laws(state) == []
    return state.journal.told_to(SPECTATOR)


def why_not(state: MoscowParisState, value: Value) -> Refusal:
    """The refusal of an action to whoever is to act."""
    seat = state.next_decider()
    try:
        refusal = state.refusal(seat, game.encode(state, seat, value))
    except RefusalError as error:
        refusal = error.refusal
    assert refusal is not None
    return refusal


def refused(state: MoscowParisState, value: Value) -> tuple[str, str]:
    """Code and rule of a refusal."""
    refusal = why_not(state, value)
    return refusal.code, refusal.rule


def may(state: MoscowParisState, value: Value) -> bool:
    seat = state.next_decider()
    try:
        return game.encode(state, seat, value) in state.legal_actions(seat)
    except RefusalError:
        return False


def offered(state: MoscowParisState, kind: str) -> list[Value]:
    """The legal actions of one type."""
    seat = state.next_decider()
    named = [game.decode(state, seat, action) for action in state.legal_actions(seat)]
    return [value for value in named if value["type"] == kind]


def what(told: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The one entry of a kind."""
    found = [entry for entry in told if entry["kind"] == kind]
    assert len(found) == 1, told
    return found[0]


def kinds(told: list[dict[str, Any]]) -> list[str]:
    return [entry["kind"] for entry in told]


def train(state: MoscowParisState, city: str) -> tuple[list[str], list[str]]:
    """The wagons to the left and right of a city, the nearest first."""
    found = next(each for each in state.view(SPECTATOR)["lines"] if each["city"] == city)
    return found["left"], found["right"]


def front(state: MoscowParisState, seat: int) -> list[str]:
    """The wagons before a seat, in the order of their kinds."""
    wagons: list[str] = state.view(SPECTATOR)["players"][seat]["front"]
    return wagons


def hand_of(state: MoscowParisState, seat: int) -> list[str]:
    cards: list[str] = state.view(seat)["hand"]
    return cards


def fault(**told: Any) -> tuple[str, str]:
    """Code and place of what is wrong with a position."""
    try:
        arrange(**told)
    except PositionError as error:
        return error.refusal.code, error.refusal.params["at"]
    raise AssertionError("the position was let in")
