"""Positions of Ticket to Ride by name, and small hands to play them with."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from roundhouse.engine.chance import FastChance
from roundhouse.engine.game import Value
from roundhouse.engine.refusal import PositionError, Refusal, RefusalError
from roundhouse.engine.state import Journal
from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.board import COLOURS, KIND_NAMES
from roundhouse.games.ticket_to_ride.state import TicketToRideState

ALL = {**dict.fromkeys(COLOURS, 12), "locomotive": 14}
ROW = ["purple", "white", "blue", "yellow", "orange"]

MANY_ROUTES = [
    "petrograd-stockholm",
    "palermo-smyrna",
    "budapest-kyiv",
    "edinburgh-london-1",
    "berlin-warszawa-1",
    "bucuresti-budapest",
    "marseille-roma",
    "barcelona-marseille",
]
"""Eight routes of 40 trains."""


def rest_of(*piles: Any) -> dict[str, int]:
    """All cards but these: objects of kinds and numbers, or lists of kinds."""
    left = Counter(ALL)
    for pile in piles:
        left.subtract(pile)
    assert min(left.values()) >= 0, left
    return {kind: number for kind, number in left.items() if number}


def arrange(chance: int = 1, **told: Any) -> TicketToRideState:
    """A position; two seats, a row without locomotives and empty hands unless told otherwise.

    With a deck told, everything that is told nowhere lies in the discard pile, or in the hand of the seat `rest`.
    """
    position: dict[str, Any] = {"seats": 2, "row": ROW, **told}
    seats = position["seats"]
    hands = [dict(hand) for hand in position.get("hands", [{}] * seats)]
    hands += [{}] * (seats - len(hands))
    tunnel = position.get("tunnel")
    played: Counter[str] = Counter()
    if tunnel is not None:
        length = tunnel.pop("length")
        played.update(tunnel["revealed"])
        played[tunnel["colour"]] += length - tunnel["locomotives"]
        played["locomotive"] += tunnel["locomotives"]
    rest = position.pop("rest", None)
    row = [kind for kind in position["row"] if kind is not None]
    if rest is not None:
        hands[rest] = dict(
            Counter(hands[rest])
            + Counter(rest_of(*hands, row, played, position.get("deck", {}), position.get("discard", {})))
        )
    elif "deck" in position and "discard" not in position:
        position["discard"] = rest_of(*hands, row, played, position["deck"])
    position["hands"] = hands
    return cast(TicketToRideState, game.load(position, FastChance(chance)))


def opened(seats: int = 2, chance: int = 1, first: int = 0, **options: Any) -> TicketToRideState:
    return cast(TicketToRideState, game.new(seats, {"first_seat": first, **options}, FastChance(chance)))


def take(card: str) -> Value:
    return {"type": "take", "card": card}


DRAW: Value = {"type": "draw"}
TICKETS: Value = {"type": "tickets"}
PASS: Value = {"type": "pass"}
TAKE_BACK: Value = {"type": "take-back"}


def keep(*tickets: str) -> Value:
    return {"type": "keep", "tickets": list(tickets)}


def claim(route: str, colour: str | None = None, locomotives: int | None = None) -> Value:
    return paying({"type": "claim", "route": route}, colour, locomotives)


def station(city: str, colour: str | None = None, locomotives: int | None = None) -> Value:
    return paying({"type": "station", "city": city}, colour, locomotives)


def paying(value: Value, colour: str | None, locomotives: int | None) -> Value:
    if colour is not None:
        value["colour"] = colour
    if locomotives is not None:
        value["locomotives"] = locomotives
    return value


def pay(locomotives: int) -> Value:
    return {"type": "pay", "locomotives": locomotives}


def refusal(state: TicketToRideState, value: Value, seat: int | None = None) -> Refusal | None:
    """Why the seat on turn can't play this."""
    seat = state.deciders()[0] if seat is None else seat
    try:
        return state.refusal(seat, game.encode(state, seat, value))
    except RefusalError as error:
        return error.refusal


def code(state: TicketToRideState, value: Value, seat: int | None = None) -> str | None:
    found = refusal(state, value, seat)
    return None if found is None else found.code


def play(state: TicketToRideState, *values: Value, seat: int | None = None) -> list[dict[str, Any]]:
    """Play these, each by whoever is on turn; what was told to all and to that seat."""
    state.journal = Journal()
    told: list[dict[str, Any]] = []
    for value in values:
        who = state.deciders()[0] if seat is None else seat
        assert refusal(state, value, who) is None, refusal(state, value, who)
        told_before = len(state.journal.entries)
        state.apply(who, game.encode(state, who, value))
        told += state.journal.told_to(who, told_before)
        assert game.broken_laws(state) == []
    state.journal = None
    return told


def legal(state: TicketToRideState, kind: str | None = None) -> list[Value]:
    """What the seat on turn may do, in names; of one kind if told."""
    seat = state.deciders()[0]
    values = [game.decode(state, seat, action) for action in state.legal_actions(seat)]
    return [value for value in values if kind is None or value["type"] == kind]


def payments(state: TicketToRideState, route: str) -> set[tuple[str, int]]:
    """Colour and locomotives of every way to pay for a route."""
    return {(value["colour"], value["locomotives"]) for value in legal(state, "claim") if value["route"] == route}


def hand(state: TicketToRideState, seat: int = 0) -> dict[str, int]:
    return {KIND_NAMES[kind]: number for kind, number in enumerate(state.hand(seat)) if number}


def finish(**told: Any) -> TicketToRideState:
    """A position after the last turn, counted."""
    state = arrange(phase="over", **told)
    state.settle()
    return state


def told_of(state: TicketToRideState, seat: int = 0) -> dict[str, Any]:
    """Everything about one seat's score."""
    outcome = state.outcome()
    assert outcome is not None
    entry: dict[str, Any] = outcome.detail["seats"][seat]
    return entry


def refused_position(**told: Any) -> str:
    try:
        arrange(**told)
    except PositionError as error:
        return error.refusal.code
    return ""
