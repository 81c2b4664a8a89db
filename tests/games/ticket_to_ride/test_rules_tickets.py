"""Rules 8 and 9: tickets drawn in the match, and stations."""

from __future__ import annotations

import pytest

from roundhouse.engine.chance import FastChance
from roundhouse.engine.state import SPECTATOR
from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.board import BOARD
from tests.games.ticket_to_ride.arranged import (
    DRAW,
    TICKETS,
    arrange,
    claim,
    code,
    hand,
    keep,
    legal,
    opened,
    play,
    refusal,
    station,
)

REGULAR = [BOARD.tickets[ticket].name for ticket in BOARD.pool("europe", [])[1]]


@pytest.mark.rule("ticket_to_ride", "8.1")
@pytest.mark.parametrize(("left", "drawn"), [(40, 3), (3, 3), (2, 2), (1, 1)])
def test_three_tickets_or_what_is_left(left: int, drawn: int) -> None:
    state = arrange(tickets=[[], REGULAR[left:]])
    assert state.tickets_left() == left
    told = play(state, TICKETS)
    assert told[0]["number"] == drawn
    assert len(told[0]["tickets"]) == drawn
    assert state.turn == 0, "it has to choose first"
    assert len(legal(state, "keep")) == 2**drawn - 1
    assert code(state, DRAW) == "keep-first"


@pytest.mark.rule("ticket_to_ride", "8.1")
def test_no_tickets_left() -> None:
    state = arrange(tickets=[[], REGULAR])
    assert code(state, TICKETS) == "no-tickets-left"
    assert not legal(state, "tickets")
    assert code(state, keep("eu-01")) == "ticket-not-yours"


@pytest.mark.rule("ticket_to_ride", "8.2")
def test_at_least_one_is_kept() -> None:
    state = arrange()
    play(state, TICKETS)
    offer = state.offer_names(0)
    assert refusal(state, keep()).params == {"number": 1}  # type: ignore[union-attr]
    assert code(state, keep("eu-99")) == "ticket-unknown"
    other = next(name for name in REGULAR if name not in offer)
    assert code(state, keep(other)) == "ticket-not-yours"
    for kept in (offer[:1], offer[1:], offer):
        after = state.clone()
        play(after, keep(*kept))
        assert after.view(0)["tickets"][0] == sorted(kept, key=lambda name: BOARD.ticket_by_name[name])
        assert after.view(1)["turn"] == 1


@pytest.mark.rule("ticket_to_ride", "8.3")
def test_returned_tickets_come_back_last_and_in_random_order() -> None:
    firsts = set()
    for number in range(12):
        state = arrange(chance=number, tickets=[[], REGULAR[4:]])
        play(state, TICKETS)
        offer = state.offer_names(0)
        play(state, keep(offer[0]))
        left = {BOARD.tickets[ticket].name for ticket in state.deck_tickets()}
        assert left == {*REGULAR[:4]} - {offer[0]}
        state.turn = 0
        play(state, TICKETS)
        again = state.offer_names(0)
        assert again[0] not in offer, "the one that was not drawn lies on top"
        assert set(again[1:]) == set(offer[1:])
        firsts.add(offer.index(again[1]))
    assert firsts == {1, 2}


@pytest.mark.rule("ticket_to_ride", "8.4")
def test_tickets_are_secret_and_their_number_is_not() -> None:
    state = arrange(seats=3)
    told = play(state, TICKETS, seat=0)
    worlds = [game.determinize(state.view(1), FastChance(number)) for number in range(20)]
    assert len({tuple(world.view(0)["offer"]["tickets"]) for world in worlds}) > 10
    assert state.view(1)["players"][0]["offered"] == {"regular": 3}
    kept = told[0]["tickets"][1:]
    play(state, keep(*kept))
    for reader in (1, SPECTATOR):
        view = state.view(reader)
        assert view["tickets"][0] is None
        assert view["players"][0]["tickets"] == 2
        assert view["dealings"] == [{"seat": 0, "from": {"regular": 3}, "kept": 2, "to": "returned-1"}]
    assert state.view(0)["tickets"][0] == sorted(kept, key=lambda name: BOARD.ticket_by_name[name])
    assert state.view(0)["dealings"][0]["tickets"] == told[0]["tickets"]


def test_who_returned_a_ticket_finds_it_again() -> None:
    """What a seat put under the deck and somebody else drew: it can be nowhere but where it went."""
    state = arrange(tickets=[[], REGULAR[3:]])
    play(state, TICKETS)
    first = state.offer_names(0)
    play(state, keep(first[0]))
    play(state, TICKETS)
    assert set(state.offer_names(1)) == set(first[1:])
    play(state, keep(state.offer_names(1)[0]))
    for number in range(10):
        world = game.determinize(state.view(0), FastChance(number))
        held = set(world.dump()["tickets"][1]) - set(REGULAR[3:])
        assert held <= set(first[1:])
        assert len(held) == 1


# --- stations --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ticket_to_ride", "9.1")
def test_a_station_in_any_city_without_one() -> None:
    state = arrange(hands=[{"red": 1}, {"blue": 1}])
    cities = {value["city"] for value in legal(state, "station")}
    assert cities == set(BOARD.city_by_name), "also where no route is claimed"
    told = play(state, station("roma"))
    assert [entry["city"] for entry in told if entry["kind"] == "station-built"] == ["roma"]
    found = refusal(state, station("roma"))
    assert found is not None
    assert (found.code, found.params) == ("station-taken", {"city": "roma", "seat": 0})
    assert state.view(1)["stations"] == {"roma": 0}
    assert len({value["city"] for value in legal(state, "station")}) == 46


@pytest.mark.rule("ticket_to_ride", "9.2")
def test_one_two_three_cards_of_one_colour() -> None:
    cards = {"red": 3, "blue": 1, "locomotive": 2}
    one = arrange(hands=[cards, {}])
    ways = {(value["colour"], value["locomotives"]) for value in legal(one, "station")}
    assert ways == {("red", 0), ("blue", 0), ("locomotive", 1)}
    two = arrange(hands=[cards, {}], stations={"roma": 0})
    ways = {(value["colour"], value["locomotives"]) for value in legal(two, "station")}
    assert ways == {("red", 0), ("red", 1), ("blue", 1), ("locomotive", 2)}
    assert code(two, station("paris", "blue", 0)) == "cards-otherwise"
    assert code(two, station("paris", "green", 0)) == "cards-otherwise"
    assert code(two, station("paris", "red", 2)) == "locomotives-too-many"
    assert code(two, station("paris", "locomotive", 1)) == "locomotives-all"
    three = arrange(hands=[cards, {}], stations={"roma": 0, "wien": 0})
    ways = {(value["colour"], value["locomotives"]) for value in legal(three, "station")}
    assert ways == {("red", 0), ("red", 1), ("red", 2), ("blue", 2)}
    play(three, station("paris", "red", 1))
    assert hand(three) == {"red": 1, "blue": 1, "locomotive": 1}
    poor = arrange(hands=[{"red": 1}, {}], stations={"roma": 0, "wien": 0})
    found = refusal(poor, station("paris", "red", 0))
    assert found is not None
    assert (found.code, found.params["number"]) == ("cards-lacking", 2)


@pytest.mark.rule("ticket_to_ride", "9.3")
def test_three_stations_in_a_match_one_in_a_turn() -> None:
    state = arrange(hands=[{"red": 9}, {"blue": 2}])
    play(state, station("roma"))
    assert state.turn == 1
    state = arrange(hands=[{"red": 9}, {}], stations=dict.fromkeys(["roma", "wien", "paris"], 0))
    assert code(state, station("berlin")) == "stations-out"
    assert not legal(state, "station")
    assert state.view(0)["players"][0]["stations"] == 0
    assert code(state, claim("berlin-frankfurt-1")) is None


@pytest.mark.rule("ticket_to_ride", "9.4")
def test_a_station_lends_nothing_before_the_end() -> None:
    state = arrange(hands=[{"red": 5}, {}], routes={"paris-zurich": 1}, tickets=[["eu-24"], []])
    play(state, station("paris"))
    assert state.view(0)["players"][0]["points"] == 0
    assert code(state, claim("paris-zurich", "red", 0), 0) == "not-your-turn"


def test_a_match_is_opened_with_the_first_seat_on_turn() -> None:
    state = opened(2, first=1)
    for seat in (0, 1):
        play(state, keep(*state.offer_names(seat)), seat=seat)
    assert state.deciders() == [1]
