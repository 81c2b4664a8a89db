"""Rules 10 and 11: the last turns, and the final count."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ticket_to_ride.arranged import DRAW, MANY_ROUTES, PASS, arrange, claim, finish, play, told_of
from tests.games.ticket_to_ride.test_rules_opening import stuck


def near_the_end(seats: int = 3, **told: Any) -> Any:
    """Seat 0 has three trains left, with one card to claim a route of one."""
    routes = dict.fromkeys([*MANY_ROUTES, "venezia-zagrab"], 0)
    hands = [{"black": 1, "purple": 1}, *[{}] * (seats - 1)]
    return arrange(**{"seats": seats, "hands": hands, "routes": routes, "turn": 0, **told})


@pytest.mark.rule("ticket_to_ride", "10.1")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_last_turns(seats: int) -> None:
    state = near_the_end(seats)
    assert state.view(0)["players"][0]["trains"] == 3
    play(state, DRAW, DRAW)
    assert state.view(0)["last_turns"] is None
    state = near_the_end(seats)
    told = play(state, claim("amsterdam-bruxelles"))
    assert {"kind": "last-turns", "seat": 0, "trains": 2} in told
    for turn in range(seats):
        assert state.view(0)["last_turns"] == seats - turn
        assert state.deciders() == [(turn + 1) % seats]
        prompt = state.prompt(state.deciders()[0])
        assert prompt is not None
        assert prompt.notes == ["last-turn"]
        play(state, DRAW, DRAW)
    assert state.deciders() == []
    assert state.outcome() is not None, "the seat that began it had its turn, and nobody a second one"


@pytest.mark.rule("ticket_to_ride", "10.2")
def test_all_pass_and_it_is_over() -> None:
    # One card of each colour to four seats would do for a route; but no seat has trains for one.
    state = arrange(**{**stuck(), "turn": 0})
    play(state, PASS)
    assert state.view(1)["passes"] == 1
    assert state.deciders() == [1]
    over = arrange(**{**stuck(), "phase": "over", "passes": 2, "unsettled": True})
    over.settle()
    outcome = over.outcome()
    assert outcome is not None
    assert outcome.reason == "counted"


# --- the count -------------------------------------------------------------------------------------------------------

WEST = {"brest-paris": 0, "paris-zurich": 0, "venezia-zurich": 0}


@pytest.mark.rule("ticket_to_ride", "11.1", "11.2", "11.5", "11.6", "11.7")
def test_every_point_is_told() -> None:
    """Brest to Venezia is joined (8 points), Athina to Wilno isn't (11); no station built; the longest trail."""
    state = finish(routes={**WEST, "roma-venezia": 1}, tickets=[["eu-12", "eu-05"], []])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == [4 + 4 + 2 + 8 - 11 + 12 + 10, 2 + 12]
    lines = [(line.code, line.points) for line in outcome.lines[0]]
    assert lines == [
        ("routes", 2), ("routes", 8), ("ticket-lost", -11), ("ticket-done", 8), ("stations-left", 12), ("express", 10),
    ]  # fmt: skip
    told = told_of(state)
    assert told["trail"] == {"length": 8, "routes": ["brest-paris", "paris-zurich", "venezia-zurich"]}
    assert told["express"]
    assert told["stations_left"] == 3
    assert state.view(1)["tickets"] == [["eu-05", "eu-12"], []], "all tickets are shown"


@pytest.mark.rule("ticket_to_ride", "11.3", "9.4")
def test_a_station_lends_one_route_to_all_tickets_that_use_it() -> None:
    """Zürich has a station; its one lent route serves two tickets. Another from there would be a second."""
    routes = {"brest-paris": 0, "paris-zurich": 1, "marseille-zurich": 1, "venezia-zurich": 0, "pamplona-paris-1": 0}
    state = finish(routes=routes, stations={"zurich": 0}, tickets=[["eu-12", "eu-24"], []])
    told = told_of(state)
    assert told["lent"] == [{"city": "zurich", "route": "paris-zurich", "owner": 1}]
    assert [(each["ticket"], each["done"]) for each in told["tickets"]] == [("eu-12", True), ("eu-24", False)]
    routes["madrid-pamplona-1"] = 0
    told = told_of(finish(routes=routes, stations={"zurich": 0}, tickets=[["eu-12", "eu-24"], []]))
    assert [(each["ticket"], each["done"]) for each in told["tickets"]] == [("eu-12", True), ("eu-24", True)]
    assert len(told["lent"]) == 1
    assert told["stations_left"] == 2


@pytest.mark.rule("ticket_to_ride", "11.3")
def test_a_station_lends_neither_free_nor_own_nor_distant_routes() -> None:
    free = told_of(
        finish(routes={"brest-paris": 0, "venezia-zurich": 0}, stations={"zurich": 0}, tickets=[["eu-12"], []])
    )
    assert not free["tickets"][0]["done"]
    routes = {"brest-paris": 0, "paris-zurich": 1, "venezia-zurich": 0}
    distant = told_of(finish(routes=routes, stations={"venezia": 0}, tickets=[["eu-12"], []]))
    assert not distant["tickets"][0]["done"]
    assert distant["lent"] == []
    chain = {"brest-paris": 0, "paris-zurich": 1, "venezia-zurich": 1}
    two = told_of(finish(routes=chain, stations={"zurich": 0}, tickets=[["eu-12"], []]))
    assert not two["tickets"][0]["done"], "one station is one route"
    both = told_of(finish(routes=chain, stations={"zurich": 0, "venezia": 0}, tickets=[["eu-12"], []]))
    assert both["tickets"][0]["done"]


@pytest.mark.rule("ticket_to_ride", "11.4")
def test_the_best_use_of_stations() -> None:
    """Most points first, then most tickets, then fewest stations."""
    routes = {"paris-zurich": 1, "munchen-zurich": 1, "brest-paris": 0, "munchen-wien": 0, "wien-zagrab": 0,
              "venezia-zurich": 0}  # fmt: skip
    # From Zürich to the west: Brest – Venezia (8). To the east: Zürich – Budapest isn't joined either way.
    told = told_of(finish(routes=routes, stations={"zurich": 0}, tickets=[["eu-12", "eu-40"], []]))
    assert [each["route"] for each in told["lent"]] == ["paris-zurich"]
    unused = told_of(finish(routes=routes, stations={"zurich": 0, "munchen": 0}, tickets=[["eu-04"], []]))
    assert unused["lent"] == [], "a station that helps nothing lends nothing"
    assert unused["stations_built"] == 2


@pytest.mark.rule("ticket_to_ride", "11.6")
def test_a_trail_may_come_round_and_cross_itself_but_uses_each_train_once() -> None:
    circle = {"brest-paris": 0, "pamplona-paris-1": 0, "brest-pamplona": 0}
    assert told_of(finish(routes=circle))["trail"]["length"] == 11
    lasso = {**circle, "paris-zurich": 0}
    assert told_of(finish(routes=lasso))["trail"]["length"] == 14
    two_tails = {**lasso, "dieppe-paris": 0}
    assert told_of(finish(routes=two_tails))["trail"]["length"] == 15
    star = {"dieppe-paris": 0, "paris-zurich": 0, "bruxelles-paris-1": 0}
    assert told_of(finish(routes=star))["trail"]["length"] == 5
    apart = {"dieppe-paris": 0, "kharkov-rostov": 0, "rostov-sochi": 0}
    assert told_of(finish(routes=apart))["trail"]["length"] == 4


@pytest.mark.rule("ticket_to_ride", "11.6")
def test_lent_routes_are_no_part_of_a_trail() -> None:
    state = finish(
        routes={"brest-paris": 0, "paris-zurich": 1, "venezia-zurich": 0},
        stations={"paris": 0},
        tickets=[["eu-12"], []],
    )
    told = told_of(state)
    assert told["tickets"][0]["done"]
    assert told["trail"]["length"] == 3


@pytest.mark.rule("ticket_to_ride", "11.7")
def test_equal_trails_have_the_express_each() -> None:
    state = finish(seats=3, routes={"brest-paris": 0, "paris-zurich": 1, "roma-venezia": 2})
    assert [told_of(state, seat)["express"] for seat in range(3)] == [True, True, False]
    assert [line.points for line in state.outcome().lines[1]][-1] == 10  # type: ignore[union-attr]
    nothing = finish()
    assert [told_of(nothing, seat)["express"] for seat in range(2)] == [False, False]
    assert nothing.standings() == [12, 12]


@pytest.mark.rule("ticket_to_ride", "11.8")
def test_most_points_win() -> None:
    outcome = finish(routes={"petrograd-stockholm": 1}).outcome()
    assert outcome is not None
    assert outcome.ranks == [2, 1]
    assert outcome.winners() == [1]


def ranked(scores: list[int], done: list[int], built: list[int], express: list[bool]) -> list[int]:
    """The places of seats of whom only this is known."""
    state = finish(seats=len(scores))
    count = state.final
    assert count is not None
    count.scores, count.done, count.express = list(scores), list(done), list(express)
    for seat, number in enumerate(built):
        state.built[seat] = number
    outcome = state.result()
    assert outcome is not None
    return outcome.ranks


@pytest.mark.rule("ticket_to_ride", "11.9")
@pytest.mark.parametrize(
    ("scores", "done", "built", "express", "ranks"),
    [
        ([50, 60], [9, 1], [0, 3], [True, False], [2, 1]),
        ([60, 60], [3, 2], [3, 0], [False, True], [1, 2]),
        ([60, 60], [3, 3], [2, 1], [True, False], [2, 1]),
        ([60, 60], [3, 3], [1, 1], [False, True], [2, 1]),
        ([60, 60, 60], [3, 3, 2], [1, 1, 0], [True, True, True], [1, 1, 3]),
    ],
)
def test_tie_breaks(
    scores: list[int], done: list[int], built: list[int], express: list[bool], ranks: list[int]
) -> None:
    assert ranked(scores, done, built, express) == ranks


def test_points_on_the_track_are_the_standing_until_the_count() -> None:
    state = arrange(routes={"petrograd-stockholm": 1, "brest-paris": 0}, stations={"roma": 0})
    assert state.standings() == [4, 21]
    assert state.outcome() is None
