"""Rule 5: how a round ends."""

from __future__ import annotations

import pytest

from roundhouse.games.transeuropa.state import MARKERS, SECOND_RAIL
from tests.games.transeuropa.arranged import (
    BRANCHES,
    HAND,
    NEIGHBOUR,
    NETWORK,
    RIVAL,
    STOPPING,
    almost,
    arrange,
    fault,
    lay,
    legal_lines,
    may_lay,
    path,
    place,
    play,
    sprawl,
    what,
    without,
)

FAR_OFF = ["dublin", "vienna", "glasgow", "kyiv", "rome"]


@pytest.mark.rule("transeuropa", "5.1")
def test_a_double_line_that_joins_the_last_city_ends_the_round_at_once() -> None:
    state = almost(rails=without(NETWORK, "25.10-sofia") + BRANCHES)
    told = play(state, lay("25.10-sofia"))
    assert what(told, "finished")["seat"] == 0
    ended = what(told, "round-ended")
    assert (ended["reason"], ended["finished"]) == ("connected", [0])
    assert state.phase == MARKERS


@pytest.mark.rule("transeuropa", "5.1")
def test_a_second_rail_that_joins_the_last_city_ends_the_round_at_once() -> None:
    state = almost()
    told = play(state, lay("berlin-15.6"), lay("25.10-bucharest"))
    assert what(told, "round-ended")["reason"] == "connected"


@pytest.mark.rule("transeuropa", "5.1")
def test_a_rivals_rail_may_join_ones_last_city() -> None:
    state = almost(turn=1, rails=without(NETWORK, "25.10-sofia") + BRANCHES)
    told = play(state, lay("25.10-sofia"))
    assert [each["seat"] for each in told if each["kind"] == "laid"] == [1]
    ended = what(told, "round-ended")
    assert (ended["reason"], ended["finished"]) == ("connected-by-rival", [0])
    assert ended["missing"][0] == 0
    assert ended["missing"][1] > 0


@pytest.mark.rule("transeuropa", "5.1", "5.3")
def test_a_seat_that_joins_two_networks_may_finish_by_what_the_rival_built() -> None:
    west = without(NETWORK, *path("18.5", "19.6"))
    state = arrange(markers=["berlin", "budapest"], hands=[HAND, NEIGHBOUR], rails=west)
    told = play(state, lay("18.5-19.6"), STOPPING)
    assert what(told, "joined")["seats"] == [0, 1]
    assert what(told, "round-ended")["finished"] == [0]


@pytest.mark.rule("transeuropa", "5.2", "6.3")
def test_ones_marker_must_be_in_the_network_that_joins_ones_cities() -> None:
    hands = [HAND, FAR_OFF]
    state = arrange(markers=["paris", "berlin"], hands=hands, rails=without(NETWORK, "25.10-sofia"), turn=1)
    told = play(state, lay("25.10-sofia"))
    assert [each["kind"] for each in told] == ["laid"], "all five cities of seat 0 are joined, its marker is not"
    assert state.deciders() == [0]
    play(state, lay("paris-10.5"), STOPPING, lay("berlin-15.6"), STOPPING, lay("10.5-12.5"), STOPPING)
    play(state, lay("berlin-14.5"), STOPPING)
    told = play(state, lay("12.5-14.5"))
    assert what(told, "round-ended")["finished"] == [0], "now it is"


@pytest.mark.rule("transeuropa", "5.3")
def test_one_rail_may_finish_several_seats() -> None:
    other = ["plymouth", "warsaw", "stockholm", "odesa", "tirana"]
    rails = without(NETWORK, "25.10-bucharest") + BRANCHES
    rails += path("london", "7.4", "5.4", "plymouth") + path("sofia", "23.12", "21.12", "tirana")
    state = arrange(markers=["berlin", "18.5"], hands=[HAND, other], rails=rails)
    told = play(state, lay("25.10-bucharest"))
    assert [each["seat"] for each in told if each["kind"] == "finished"] == [0, 1]
    assert state.view(-1)["hands"] == [HAND, other]
    ended = what(play(state, STOPPING), "round-ended")
    assert ended["reason"] == "connected-together"
    assert (ended["finished"], ended["missing"]) == ([0, 1], [0, 0])
    assert state.standings() == [12, 12]


@pytest.mark.rule("transeuropa", "5.4")
def test_after_a_first_rail_that_finishes_a_second_may_be_laid() -> None:
    state = almost()
    told = play(state, lay("25.10-bucharest"))
    assert what(told, "finished") == {"kind": "finished", "seat": 0, "cards": HAND}
    assert state.phase == SECOND_RAIL
    assert state.deciders() == [0]
    assert state.round == 1, "the round has not ended yet"
    assert state.view(1)["hands"][0] == HAND, "its cards are shown to all"
    assert state.view(-1)["hands"] == [HAND, None]
    prompt = state.prompt(0)
    assert prompt is not None
    assert (prompt.ask, prompt.params, prompt.notes) == ("lay-last", {"seats": [0]}, ["round-decided"])
    told = play(state, lay("berlin-15.6"))
    ended = what(told, "round-ended")
    assert len(ended["rails"]) == len(NETWORK + BRANCHES) + 1
    assert ended["finished"] == [0]


@pytest.mark.rule("transeuropa", "5.4")
def test_after_a_first_rail_that_finishes_one_may_stop() -> None:
    state = almost()
    play(state, lay("25.10-bucharest"))
    told = play(state, STOPPING)
    assert [each["kind"] for each in told] == ["stopped", "round-ended", "round-began"]


@pytest.mark.rule("transeuropa", "5.4")
def test_a_double_line_is_no_second_rail_after_finishing_either() -> None:
    state = almost(rails=[*without(NETWORK, "25.10-bucharest"), *BRANCHES, "23.10-25.10"])
    play(state, lay("25.10-bucharest"))
    assert not may_lay(state, "23.10-sofia")


@pytest.mark.rule("transeuropa", "5.4", "5.3")
def test_a_seat_finished_by_the_second_rail_has_finished_too() -> None:
    rails = without(NETWORK, "25.10-bucharest") + BRANCHES
    rails += path("london", "7.4", "5.4", "plymouth") + path("sofia", "23.12", "21.12")
    state = almost(rails=rails)
    play(state, lay("25.10-bucharest"))
    told = play(state, lay("21.12-tirana"))
    assert what(told, "finished")["seat"] == 1
    ended = what(told, "round-ended")
    assert (ended["finished"], ended["reason"]) == ([0, 1], "connected-together")
    assert state.standings() == [12, 12]


@pytest.mark.rule("transeuropa", "5.4")
def test_whoever_finishes_a_rival_may_use_its_second_rail_to_lose_less() -> None:
    rails = without(NETWORK, "25.10-bucharest") + BRANCHES
    stopped = almost(turn=1, rails=rails)
    play(stopped, lay("25.10-bucharest"), STOPPING)
    assert stopped.standings() == [12, 6]
    went_on = almost(turn=1, rails=rails)
    play(went_on, lay("25.10-bucharest"))
    assert went_on.deciders() == [1], "the rival has finished, and whoever is on turn goes on"
    ended = what(play(went_on, lay("sofia-23.12")), "round-ended")
    assert ended["reason"] == "connected-by-rival"
    assert went_on.standings() == [12, 7]


def worn(count: int) -> list[str]:
    """So many rails around Berlin that finish nobody."""
    return sprawl("berlin", count, [*HAND, *RIVAL])


@pytest.mark.rule("transeuropa", "5.5")
def test_the_83rd_rail_ends_the_round_and_all_lose_if_it_joins_nobody() -> None:
    state = arrange(markers=["berlin", "moscow"], hands=[HAND, RIVAL], rails=worn(81), turn=1)
    play(state, lay("30.3-moscow"), STOPPING)
    assert state.view(0)["rails_left"] == 1
    ended = what(play(state, lay(min(legal_lines(state)))), "round-ended")
    assert (ended["reason"], ended["finished"]) == ("rails-out", [])
    assert len(ended["rails"]) == 83
    assert min(ended["missing"]) > 0
    assert state.view(0)["past"][0]["missing"] == ended["missing"]


@pytest.mark.rule("transeuropa", "5.5")
def test_the_83rd_rail_ends_the_round_in_the_middle_of_a_turn() -> None:
    state = arrange(markers=["berlin", "moscow"], hands=[HAND, RIVAL], rails=worn(82), turn=1)
    told = play(state, lay("30.3-moscow"))
    assert what(told, "round-ended")["reason"] == "rails-out"


@pytest.mark.rule("transeuropa", "5.5")
def test_the_83rd_rail_may_finish_a_seat() -> None:
    lines = without(NETWORK, "25.10-bucharest")
    extra = [line for line in worn(140) if line not in {each for one in lines for each in (one, turned(one))}]
    rails = (lines + extra)[:82]
    state = arrange(markers=["berlin", "moscow"], hands=[HAND, RIVAL], rails=rails)
    ended = what(play(state, lay("25.10-bucharest")), "round-ended")
    assert (ended["reason"], ended["finished"]) == ("connected", [0])
    assert len(ended["rails"]) == 83


def turned(edge: str) -> str:
    one, two = edge.split("-")
    return f"{two}-{one}"


@pytest.mark.rule("transeuropa", "5.6")
def test_nobody_can_announce_or_overlook_an_end() -> None:
    state = almost(turn=1)
    told = play(state, lay("25.10-bucharest"))
    assert what(told, "finished")["seat"] == 0, "the house says so, though seat 0 has done nothing"
    assert fault({"seats": 2, "markers": ["berlin", "18.5"], "hands": [HAND, NEIGHBOUR], "rails": NETWORK}) == (
        "round-over",
        "rails",
    ), "no position goes on where a seat has finished"


@pytest.mark.rule("transeuropa", "5.6", "5.2")
def test_a_marker_may_finish_its_seat_where_rails_were_arranged() -> None:
    state = arrange(markers=[None, "18.5"], hands=[HAND, NEIGHBOUR], first=1, rails=NETWORK)
    told = play(state, place("berlin"))
    assert what(told, "round-ended")["finished"] == [0]
