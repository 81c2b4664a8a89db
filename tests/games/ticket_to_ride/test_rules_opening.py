"""Rules 1 to 4 and 12: what there is, the deal, the secret choice of tickets, the ways to play, the four actions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from roundhouse.engine.chance import FastChance
from roundhouse.engine.refusal import OptionError
from roundhouse.engine.state import SPECTATOR
from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.board import BOARD
from tests.games.ticket_to_ride.arranged import (
    ALL,
    DRAW,
    PASS,
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
    take,
)

VARIANTS = {"europe": (6, 40), "europe_1912": (6, 49), "mega_europe": (12, 89), "big_cities": (0, 45)}


@pytest.mark.rule("ticket_to_ride", "1.1", "1.2", "2.2", "3.6")
def test_two_to_five_seats() -> None:
    for seats in (1, 6):
        with pytest.raises(OptionError):
            game.configure(seats)
    for seats in (2, 3, 4, 5):
        state = opened(seats, first=seats - 1)
        players = state.view(0)["players"]
        assert [(each["points"], each["trains"], each["stations"]) for each in players] == [(0, 45, 3)] * seats
        assert state.turn == seats - 1
    firsts = {game.new(3, {}, FastChance(number)).view(0)["first"] for number in range(30)}
    assert firsts == {0, 1, 2}, "drawn where the host fixed none"


@pytest.mark.rule("ticket_to_ride", "2.1", "2.4")
def test_the_map() -> None:
    assert len(BOARD.cities) == 47
    assert len(BOARD.route_names) == 101
    assert sum(BOARD.twin[route] >= 0 for route in range(101)) == 22
    lengths = Counter(int(length) for length in BOARD.length)
    assert set(lengths) == {1, 2, 3, 4, 6, 8}
    assert sum(lengths.elements()) == 300
    assert sum(bool(each) for each in BOARD.ferry) == 13
    assert sum(bool(each) for each in BOARD.tunnel) == 18


@pytest.mark.rule("ticket_to_ride", "2.3", "3.1")
def test_the_deal() -> None:
    for seats in (2, 5):
        view = opened(seats).view(0)
        assert [each["cards"] for each in view["players"]] == [4] * seats
        assert sum(view["hand"].values()) == 4
        assert len(view["row"]) == 5
        assert None not in view["row"]
        assert view["deck"] + sum(view["discard"].values()) == 110 - 4 * seats - 5
        assert view["memory"]["decks"][0]["cards"] == ALL


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.rule("ticket_to_ride", "12.1", "12.2", "12.3", "12.4", "12.5", "3.2")
def test_tickets_in_use(variant: str) -> None:
    long, regular = BOARD.pool(variant, [])
    assert (len(long), len(regular)) == VARIANTS[variant]
    more_long, more = BOARD.pool(variant, ["orient_express", "max_promo"])
    assert (len(more_long), len(more)) == (len(long), len(regular) + 7)
    state = opened(5, variant=variant, orient_express=True, max=True)
    dealt = {"mega_europe": 2, "big_cities": 5}.get(variant, 4)
    assert [len(state.offer_of(seat)) for seat in range(5)] == [dealt] * 5
    assert state.tickets_left() == len(more) - 5 * {"mega_europe": 0, "big_cities": 5}.get(variant, 3)
    if variant == "big_cities":
        big = {"london", "berlin", "moskva", "paris", "wien", "madrid", "roma", "athina", "angora"}
        assert all(
            {BOARD.cities[BOARD.tickets[t].a].name, BOARD.cities[BOARD.tickets[t].b].name} & big for t in regular
        )


def test_bonus_tickets_are_in_only_when_switched_on() -> None:
    for options, found in (({}, 0), ({"max": True}, 1), ({"orient_express": True}, 6)):
        state = opened(2, **options)
        everywhere = state.deck_tickets() + [ticket for seat in (0, 1) for ticket in state.offer_of(seat)]
        assert sum(BOARD.tickets[ticket].confidence == "reconstructed" for ticket in everywhere) == found


@pytest.mark.parametrize("variant", ["europe", "europe_1912"])
@pytest.mark.rule("ticket_to_ride", "3.3", "3.4", "12.1", "12.2")
def test_four_tickets_keep_two(variant: str) -> None:
    state = opened(3, variant=variant)
    offer = state.offer_names(1)
    assert [BOARD.tickets[ticket].long for ticket in state.offer_of(1)] == [True, False, False, False]
    assert refusal(state, keep(offer[0]), 1).params == {"number": 2}  # type: ignore[union-attr]
    assert code(state, keep(*offer), 1) is None
    assert code(state, keep(offer[2], offer[3]), 1) is None, "the long one may go"
    assert code(state, keep(state.offer_names(0)[0]), 1) == "ticket-not-yours"
    assert code(state, DRAW, 1) == "choose-first"
    left = state.tickets_left()
    for seat in (2, 0, 1):
        play(state, keep(*state.offer_names(seat)[:2]), seat=seat)
    assert state.tickets_left() == left, "what was returned is in the box"
    assert [len(state.tickets_of(seat)) for seat in range(3)] == [2, 2, 2]
    assert {each["to"] for each in state.view(0)["dealings"]} == {"box"}


@pytest.mark.rule("ticket_to_ride", "3.5")
def test_the_choice_is_secret_and_simultaneous() -> None:
    state = opened(3)
    before = [state.view(seat) for seat in (SPECTATOR, 1)]
    other = state.clone()
    play(state, keep(*state.offer_names(0)[:2]), seat=0)
    play(other, keep(*other.offer_names(0)), seat=0)
    assert state.deciders() == [1, 2]
    for seat in (SPECTATOR, 1, 2):
        assert state.view(seat) == other.view(seat), "not even how many"
    assert state.view(0)["offer"]["chosen"] == state.offer_names(0)[:2]
    for seat, view in zip((SPECTATOR, 1), before, strict=True):
        assert {key for key in view if state.view(seat)[key] != view[key]} <= {"deciders", "turned_up"}
    play(state, keep(*state.offer_names(2)[1:]), seat=2)
    told = play(state, keep(*state.offer_names(1)), seat=1)
    assert {"kind": "all-chose", "numbers": [2, 4, 3]} in told
    assert [each["tickets"] for each in state.view(SPECTATOR)["players"]] == [2, 4, 3]
    assert state.view(SPECTATOR)["tickets"] == [None, None, None]
    assert state.view(1)["tickets"][0] is None
    assert len(state.view(1)["tickets"][1]) == 4


@pytest.mark.rule("ticket_to_ride", "12.3", "3.4")
def test_mega_europe_asks_twice() -> None:
    state = opened(2, variant="mega_europe")
    long = [state.offer_names(seat) for seat in (0, 1)]
    assert refusal(state, keep(*long[0]), 0).code == "tickets-too-many"  # type: ignore[union-attr]
    assert code(state, keep(), 0) is None
    left = state.tickets_left()
    play(state, keep(), seat=0)
    assert state.phase == 0, "regular tickets are dealt only when all have chosen"
    play(state, keep(long[1][1]), seat=1)
    assert state.tickets_left() == left - 10
    assert [len(state.tickets_of(seat)) for seat in (0, 1)] == [0, 1]
    five = [state.offer_names(seat) for seat in (0, 1)]
    assert [len(each) for each in five] == [5, 5]
    assert refusal(state, keep(*five[0][:2]), 0).params == {"number": 3}  # type: ignore[union-attr]
    assert refusal(state, keep(five[1][0]), 1).params == {"number": 2}  # type: ignore[union-attr]
    play(state, keep(*five[0][:3]), seat=0)
    play(state, keep(*five[1][:2]), seat=1)
    assert state.tickets_left() == left - 10 + 5
    returned = {*five[0][3:], *five[1][2:]}
    assert {BOARD.tickets[ticket].name for ticket in state.deck_tickets()[-5:]} == returned
    assert not returned & set(long[0] + long[1])


@pytest.mark.rule("ticket_to_ride", "12.4", "3.4")
def test_big_cities_deals_five_and_draws_four() -> None:
    state = opened(2, variant="big_cities")
    five = [state.offer_names(seat) for seat in (0, 1)]
    assert code(state, keep(five[0][0]), 0) == "tickets-too-few"
    play(state, keep(*five[0][:2]), seat=0)
    play(state, keep(*five[1]), seat=1)
    assert state.tickets_left() == 45 - 10 + 3
    assert {BOARD.tickets[ticket].name for ticket in state.deck_tickets()[-3:]} == set(five[0][2:])
    play(state, TICKETS)
    assert len(state.offer_of(0)) == 4


@pytest.mark.rule("ticket_to_ride", "4.1")
def test_one_of_four_things_and_then_the_next_seat() -> None:
    told: dict[str, Any] = {"seats": 3, "hands": [{"red": 4}, {"blue": 2}, {}], "turn": 0}
    for value, turn in ((claim("berlin-frankfurt-1"), 1), (station("paris"), 1), (DRAW, 0), (take("blue"), 0)):
        state = arrange(**told)
        play(state, value)
        assert state.turn == turn
    state = arrange(**told)
    play(state, TICKETS)
    assert state.turn == 0
    play(state, keep(state.offer_names(0)[0]))
    assert state.turn == 1
    assert code(state, DRAW, 0) == "not-your-turn"
    play(state, DRAW, DRAW)
    assert state.turn == 2
    play(state, DRAW, DRAW)
    assert state.turn == 0
    assert {value["type"] for value in legal(state)} == {"take", "draw", "tickets", "claim", "station"}
    assert code(state, PASS) == "can-act"


def stuck(seats: int = 2) -> dict[str, Any]:
    """Nobody has anything to do but the last seat: it holds all cards and has no train to put down."""
    tickets = [[BOARD.tickets[ticket].name for ticket in BOARD.pool("europe", [])[1]], *[[]] * (seats - 1)]
    return {"seats": seats, "row": [None] * 5, "deck": {}, "rest": seats - 1, "tickets": tickets}


@pytest.mark.rule("ticket_to_ride", "4.2")
def test_a_seat_that_can_do_nothing_passes() -> None:
    state = arrange(**stuck())
    assert legal(state) == [PASS]
    assert code(state, DRAW) == "deck-empty"
    assert code(state, TICKETS) == "no-tickets-left"
    told = play(state, PASS)
    assert told == [{"kind": "passed", "seat": 0}]
    assert state.turn == 1
    assert code(state, PASS) == "can-act"
    assert hand(state, 1)["red"] == 12
