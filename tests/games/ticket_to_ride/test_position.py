"""Positions as JSON: what isn't told, and what is refused."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.refusal import PositionError
from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from tests.games.ticket_to_ride.arranged import DRAW, MANY_ROUTES, TICKETS, arrange, claim, keep, play, take


def refused(data: object) -> tuple[str, str]:
    """Code and place of the refusal of a position."""
    with pytest.raises(PositionError) as caught:
        game.load(data, FastChance(1))
    return caught.value.refusal.code, caught.value.refusal.params["at"]


def test_seats_are_all_that_must_be_told() -> None:
    state = cast(TicketToRideState, game.load({"seats": 3}, FastChance(1)))
    view = state.view(0)
    assert (view["phase"], view["turn"], view["hand"], view["tickets_left"]) == ("turn", 0, {}, 40)
    assert None not in view["row"], "the row is turned up"
    assert game.broken_laws(state) == []
    assert refused({}) == ("key-missing", "seats")


@pytest.mark.parametrize("variant", ["europe", "mega_europe", "big_cities"])
@pytest.mark.parametrize("phase", ["choose-tickets", "choose-long", "keep-tickets"])
def test_tickets_to_choose_from_are_dealt_where_none_are_told(variant: str, phase: str) -> None:
    data = {"seats": 2, "phase": phase, "options": {"variant": variant}}
    if phase == "choose-long" and variant == "big_cities":
        assert refused(data)[0] == "offer-wrong"
        return
    state = cast(TicketToRideState, game.load(data, FastChance(1)))
    assert game.broken_laws(state) == []
    assert state.deciders() == ([0] if phase == "keep-tickets" else [0, 1])
    assert state.legal_actions(0)


BASE: dict[str, Any] = {"seats": 2}
FULL = dict.fromkeys(MANY_ROUTES, 0)


@pytest.mark.parametrize(
    ("data", "code", "at"),
    [
        ({"seats": 6}, "number-expected", "seats"),
        ({"trains": 3}, "key-unknown", "trains"),
        ({"options": {"variant": "asia"}}, "value-unknown", "options.variant"),
        ({"routes": {"paris-atlantis": 0}}, "route-unknown", "routes.paris-atlantis"),
        ({"routes": {"paris-zurich": 2}}, "seat-unknown", "routes.paris-zurich"),
        ({"routes": {"budapest-wien-1": 0, "budapest-wien-2": 0}}, "double-own", "routes.budapest-wien-2"),
        ({"routes": {"budapest-wien-1": 0, "budapest-wien-2": 1}}, "double-closed", "routes.budapest-wien-2"),
        ({"routes": {**FULL, "athina-sarajevo": 0, "brest-paris": 0}}, "trains-lacking", "routes.brest-paris"),
        ({"stations": {"atlantis": 0}}, "city-unknown", "stations.atlantis"),
        ({"stations": dict.fromkeys(["roma", "wien", "paris", "berlin"], 0)}, "stations-out", "stations.berlin"),
        ({"hands": [{"red": 7}, {"red": 6}]}, "cards-too-many", "hands[1]"),
        ({"hands": [{"pink": 1}, {}]}, "card-unknown", "hands[0].pink"),
        ({"deck": {"red": 3}}, "cards-missing", "deck"),
        ({"row": ["red", None, "red", "red", "red"]}, "row-not-full", "row"),
        ({"row": ["red", "locomotive", "locomotive", "locomotive", "red"]}, "row-not-full", "row"),
        ({"known": [{"red": 1}, {}]}, "history-wrong", "known[0]"),
        ({"bounds": [{"red": [1, None]}, {}]}, "number-expected", "bounds[0].red"),
        ({"tickets": [["eu-01"], ["eu-01"]]}, "ticket-not-there", "tickets[1][0]"),
        ({"tickets": [["oe-01"], []]}, "ticket-not-there", "tickets[0][0]"),
        ({"tickets": [["eu-99"], []]}, "ticket-unknown", "tickets[0][0]"),
        ({"tickets": [["eu-01"], []], "dealings": []}, "tickets-differ", "tickets[0]"),
        ({"offers": [[["eu-01", "regular"]], []]}, "offer-wrong", "offers[0]"),
        ({"offers": [[["eu-01", "attic"]], []]}, "block-unknown", "offers[0][0]"),
        ({"phase": "tunnel"}, "no-tunnel", "tunnel"),
        ({"last_turns": 1}, "last-turns-early", "last_turns"),
        ({"routes": {**FULL, "brest-paris": 0}, "turn": 1}, "last-turns-missing", "last_turns"),
        ({"phase": "over", "passes": 1}, "match-not-over", "phase"),
        ({"unsettled": True}, "match-not-over", "unsettled"),
        ({"phase": "second-card", "row": [None] * 5, "deck": {}, "hands": [
            {"purple": 12, "white": 12, "blue": 12, "yellow": 12, "orange": 12},
            {"black": 12, "red": 12, "green": 12, "locomotive": 14}]}, "no-second-card", "phase"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_name_and_place(data: dict[str, Any], code: str, at: str) -> None:
    assert refused({**BASE, **data}) == (code, at)


TUNNEL: dict[str, Any] = {
    "route": "sarajevo-sofia",
    "colour": "red",
    "locomotives": 0,
    "revealed": ["red", "blue", "blue"],
}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, ""),
        ({"route": "brest-paris"}, "not-a-tunnel"),
        ({"route": "venezia-zurich"}, "colour-wrong"),
        ({"revealed": ["blue", "blue", "green"]}, "tunnel-decided"),
        ({"revealed": ["red", "red", "red"]}, "tunnel-decided"),
        ({"locomotives": 2}, "number-expected"),
        ({"colour": "pink"}, "card-unknown"),
        ({"speed": 1}, "key-unknown"),
    ],
)
def test_a_tunnel_waiting_for_cards(change: dict[str, Any], code: str) -> None:
    data = {"seats": 2, "phase": "tunnel", "hands": [{"red": 1}, {}], "tunnel": {**TUNNEL, **change}}
    if code:
        assert refused(data)[0] == code
    else:
        state = game.load(data, FastChance(1))
        assert len(state.legal_actions(0)) == 2


def test_a_dump_tells_everything() -> None:
    """Dumped and loaded in the middle of things, it goes on the same."""
    state = arrange(seats=3, hands=[{"red": 4}, {"blue": 4}, {}], chance=5)
    for value in (take("white"), DRAW, TICKETS):
        play(state, value)
        again = cast(TicketToRideState, game.load(msgspec.json.decode(msgspec.json.encode(state.dump())), state.chance))
        assert again.dump() == state.dump()
        assert [again.view(seat) for seat in range(3)] == [state.view(seat) for seat in range(3)]
    kept = state.offer_names(1)[0]
    for each in (state, again):
        play(each, keep(kept), DRAW, DRAW, claim("berlin-frankfurt-1", "red", 0))
    assert again.dump() == state.dump()


def test_tampered_memories_are_refused() -> None:
    """What was drawn and shown must agree with the cards that are there."""
    state = arrange(seats=2, hands=[{"red": 4}, {}])
    play(state, DRAW, DRAW, take("white"), DRAW)
    data = state.dump()
    lot = Stream(1)
    found = 0
    for _ in range(30):
        spoilt = msgspec.json.decode(msgspec.json.encode(data))
        stretch = spoilt["memory"]["hands"][int(lot.below(2))][-1]
        stretch[("drawn", "deck")[int(lot.below(2))]] += 1
        found += refused(spoilt)[0] in ("history-wrong", "number-expected")
    assert found == 30
