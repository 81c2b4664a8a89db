"""Rule 6: exchanging with neighbours, and the chain round the table."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games.moscow_paris.state import MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, CLAIM, TURN
from tests.games.moscow_paris.arranged import (
    STOP,
    arrange,
    claim,
    down,
    exchange,
    front,
    hand,
    hand_of,
    kinds,
    lines,
    may,
    offered,
    play,
    refused,
    why_not,
)


def table(*fronts: str, first: int = 0, **told: Any) -> MoscowParisState:
    """Seats with these fronts; all hold the exchange's card or wagons nobody has in front."""
    rests: list[list[str]] = []
    cards = iter(["neighbour_exchange"] * 3)
    for wagons in fronts:
        size = 5 - len(wagons.split())
        wagon = ("saloon", "luxury")[len(rests) % 2]
        rests.append([next(cards, wagon), *[wagon] * 4][:size])
    return arrange(seats=len(fronts), fronts=[hand(each) for each in fronts], hands=rests, first=first, **told)


@pytest.mark.rule("moscow_paris", "6.1")
def test_any_wagon_for_any_wagon_of_the_left_or_right_neighbour() -> None:
    state = table("mail dining", "baggage seating", "luxury", "compartment")
    ways = [(value["seat"], value["give"], value["take"]) for value in offered(state, "exchange")]
    assert ways == [
        (1, "mail", "baggage"), (1, "mail", "seating"), (1, "dining", "baggage"), (1, "dining", "seating"),
        (3, "mail", "compartment"), (3, "dining", "compartment"),
    ]  # fmt: skip
    assert refused(state, exchange(2, "mail", "luxury")) == ("not-a-neighbour", "6.1")
    assert refused(state, exchange(1, "mail", "dining")) == ("front-lacking", "6.1")
    assert refused(state, exchange(9, "mail", "dining"))[0] == "seat-unknown"


@pytest.mark.rule("moscow_paris", "6.1")
def test_with_two_seats_the_neighbour_is_the_same_on_both_sides() -> None:
    state = table("mail", "dining")
    assert offered(state, "exchange") == [exchange(1, "mail", "dining")]


@pytest.mark.rule("moscow_paris", "6.2")
def test_equal_wagons_arent_exchanged() -> None:
    state = table("mail dining", "mail baggage", "mail")
    assert refused(state, exchange(1, "mail", "mail")) == ("exchange-same", "6.2")
    assert may(state, exchange(1, "dining", "mail"))


@pytest.mark.rule("moscow_paris", "6.3")
def test_nobody_exchanges_without_a_wagon_in_front() -> None:
    state = table("mail", "", "dining")
    assert refused(state, exchange(1, "mail", "dining")) == ("front-empty", "6.3")
    assert why_not(state, exchange(1, "mail", "dining")).params == {"seat": 1}
    assert refused(table("", "mail"), exchange(1, "mail", "mail")) == ("front-empty", "6.3")


@pytest.mark.rule("moscow_paris", "6.4")
@pytest.mark.parametrize(("way", "order"), [(1, [1, 2]), (3, [3, 2])])
def test_the_chain_runs_away_from_its_player(way: int, order: list[int]) -> None:
    state = table("mail", "dining", "baggage", "seating")
    given = front(state, way)[0]
    play(state, exchange(way, "mail", given))
    asked = []
    for _ in range(2):
        assert state.phase == CHAIN
        seat = state.next_decider()
        asked.append(seat)
        further = (seat + (1 if way == 1 else -1)) % 4
        assert {value["seat"] for value in offered(state, "exchange")} == {further}
        play(state, exchange(further, front(state, seat)[0], front(state, further)[0]))
    assert asked == order
    assert state.phase == TURN
    # Every wagon has gone one seat on; that of the first is with the last.
    assert front(state, 0) == [given]
    assert front(state, (0 - (1 if way == 1 else -1)) % 4) == ["mail"]


@pytest.mark.rule("moscow_paris", "6.4")
def test_who_is_asked_exchanges_with_the_next_or_stops_and_does_nothing_else() -> None:
    state = table("mail", "dining", "baggage", "seating", lines=lines(paris=("dining", "")))
    play(state, exchange(1, "mail", "dining"))
    assert refused(state, down("saloon")) == ("chain-first", "6.4")
    assert refused(state, exchange(0, "mail", "dining")) == ("chain-way", "6.4")
    assert refused(state, claim("paris"))[0] == "wagons-unmatched"
    assert may(state, STOP)
    assert refused(table("mail", "dining"), STOP) == ("no-chain", "6.4")


@pytest.mark.rule("moscow_paris", "6.5")
def test_a_stop_ends_the_chain() -> None:
    state = table("mail", "dining", "baggage")
    told = play(state, exchange(1, "mail", "dining"), STOP)
    assert kinds(told) == ["exchanged", "stopped", "drew"]
    assert (state.phase, state.next_decider()) == (TURN, 1)


@pytest.mark.rule("moscow_paris", "6.5")
@pytest.mark.parametrize("further", ["", "mail"])
def test_the_chain_ends_where_the_next_exchange_isnt_possible(further: str) -> None:
    """The next has nothing in front, or just the one kind that the asked seat has."""
    state = table("mail", "dining", further, "seating")
    told = play(state, exchange(1, "mail", "dining"))
    assert kinds(told) == ["exchanged", "drew"]


@pytest.mark.rule("moscow_paris", "6.5")
def test_the_chain_ends_when_the_players_other_neighbour_has_exchanged() -> None:
    state = table("mail", "dining", "baggage")
    told = play(state, exchange(1, "mail", "dining"), exchange(2, "mail", "baggage"))
    assert kinds(told) == ["exchanged", "exchanged", "drew"]
    assert [front(state, seat) for seat in range(3)] == [["dining"], ["baggage"], ["mail"]]


@pytest.mark.rule("moscow_paris", "6.6")
def test_its_player_exchanges_once_so_two_seats_exchange_once() -> None:
    state = table("mail", "dining")
    assert kinds(play(state, exchange(1, "mail", "dining"))) == ["exchanged", "drew"]


@pytest.mark.rule("moscow_paris", "6.6")
def test_each_of_the_others_is_asked_at_most_once() -> None:
    state = table("mail", "dining", "baggage", "seating")
    told = play(state, exchange(3, "mail", "seating"), exchange(2, "mail", "baggage"), exchange(1, "mail", "dining"))
    assert kinds(told) == ["exchanged"] * 3 + ["drew"]
    assert [entry["seat"] for entry in told] == [0, 3, 2, 0]


@pytest.mark.rule("moscow_paris", "6.7")
def test_its_player_draws_when_the_chain_is_over_and_then_may_take_a_city() -> None:
    state = table("mail", "dining", "baggage", lines=lines(paris=("dining", "")))
    play(state, exchange(1, "mail", "dining"))
    assert len(hand_of(state, 0)) == 3
    play(state, STOP)
    assert (state.phase, state.next_decider(), len(hand_of(state, 0))) == (CLAIM, 0, 4)
    play(state, claim("paris"))
    assert state.standings() == [2, 0, 0]


@pytest.mark.rule("moscow_paris", "6.7")
def test_whoever_was_exchanged_with_takes_no_city_now() -> None:
    state = table("mail", "dining", "baggage", lines=lines(paris=("mail", "")))
    play(state, exchange(1, "mail", "dining"), STOP)
    assert state.next_decider() == 1
    assert state.phase == TURN
