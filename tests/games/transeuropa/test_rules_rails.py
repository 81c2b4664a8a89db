"""Rule 4: laying rails. Berlin's six lines are all single; around Amsterdam most are double."""

from __future__ import annotations

import pytest

from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import FIRST_RAIL, SECOND_RAIL
from tests.games.transeuropa.arranged import (
    BAY,
    HAND,
    RIVAL,
    STOPPING,
    arrange,
    lay,
    legal_lines,
    may_lay,
    path,
    play,
    refused,
    sprawl,
    what,
    without,
)

HANDS = [HAND, RIVAL]


@pytest.mark.rule("transeuropa", "4.1", "4.2")
def test_one_rail_on_a_single_line_is_a_turn() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS)
    play(state, lay("berlin-18.5"), STOPPING)
    assert state.deciders() == [1]
    assert state.view(0)["rails"] == [["18.5-berlin", 0]]


@pytest.mark.rule("transeuropa", "4.1")
def test_two_rails_on_single_lines_are_a_turn() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS)
    play(state, lay("berlin-18.5"), lay("18.5-20.5"))
    assert state.deciders() == [1]
    assert state.view(1)["rails"] == [["18.5-berlin", 0], ["18.5-20.5", 0]]


@pytest.mark.rule("transeuropa", "4.1")
@pytest.mark.parametrize(
    ("marker", "edge", "kind"),
    [("amsterdam", "amsterdam-10.3", "sea"), ("warsaw", "warsaw-24.5", "river"), ("zurich", "zurich-12.9", "mountain")],
)
def test_one_rail_on_a_double_line_is_a_turn(marker: str, edge: str, kind: str) -> None:
    state = arrange(markers=[marker, "paris"], hands=HANDS)
    line = BOARD.edge_by_name[edge]
    assert (BOARD.edge_kinds[line], int(BOARD.graph.cost[line])) == (kind, 2)
    play(state, lay(edge))
    assert state.phase == FIRST_RAIL
    assert state.deciders() == [1]


@pytest.mark.rule("transeuropa", "4.1")
def test_a_single_and_a_double_line_are_too_much_for_a_turn() -> None:
    state = arrange(markers=["amsterdam", "paris"], hands=HANDS)
    assert may_lay(state, "amsterdam-10.3")
    play(state, lay("amsterdam-10.5"))
    assert state.phase == SECOND_RAIL
    assert refused(state, lay("amsterdam-10.3")) == ("line-too-dear", "4.1")
    assert not may_lay(state, "amsterdam-10.3")


@pytest.mark.rule("transeuropa", "4.1")
def test_what_a_turn_has_left_is_shown() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS)
    assert state.view(0)["points"] == 2
    play(state, lay("berlin-18.5"))
    assert state.view(0)["points"] == 1


@pytest.mark.rule("transeuropa", "4.2")
def test_at_least_one_rail_a_turn() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS)
    assert refused(state, STOPPING) == ("rail-owed", "4.2")
    play(state, lay("berlin-18.5"), STOPPING)
    assert state.deciders() == [1]


@pytest.mark.rule("transeuropa", "4.3")
def test_a_rail_must_touch_ones_own_network() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS, rails=path("berlin", "18.5"))
    assert refused(state, lay("20.5-warsaw")) == ("line-out-of-reach", "4.3")
    assert refused(state, lay("paris-10.7")) == ("line-out-of-reach", "4.3")
    for edge in ("berlin-15.4", "18.5-20.5", "18.5-17.6"):
        assert may_lay(state, edge)


@pytest.mark.rule("transeuropa", "4.3")
def test_rails_that_hang_on_no_marker_help_nobody_until_they_are_joined() -> None:
    loose = path("20.5", "warsaw", "21.6")
    state = arrange(markers=["berlin", "paris"], hands=HANDS, rails=loose)
    assert refused(state, lay("21.6-23.6")) == ("line-out-of-reach", "4.3")
    play(state, lay("berlin-18.5"))
    assert refused(state, lay("21.6-23.6")) == ("line-out-of-reach", "4.3")
    play(state, lay("18.5-20.5"), lay("paris-10.7"), STOPPING)
    play(state, lay("21.6-23.6"))


@pytest.mark.rule("transeuropa", "4.3")
def test_one_may_build_on_from_a_rivals_network_once_it_is_joined() -> None:
    theirs = path("18.5", "20.5", "warsaw", "23.6")
    state = arrange(markers=["berlin", "18.5"], hands=HANDS, rails=theirs)
    assert refused(state, lay("23.6-25.6")) == ("line-out-of-reach", "4.3")
    told = play(state, lay("berlin-18.5"))
    assert what(told, "joined")["seats"] == [0, 1]
    play(state, lay("23.6-25.6"))
    assert state.deciders() == [1]
    assert may_lay(state, "berlin-15.4"), "joined for one is joined for all in it"


@pytest.mark.rule("transeuropa", "4.3")
def test_the_one_who_is_joined_may_use_the_others_rails_too() -> None:
    state = arrange(markers=["berlin", "18.5"], hands=HANDS, rails=path("berlin", "14.5", "12.5"), turn=1)
    assert refused(state, lay("12.5-10.5")) == ("line-out-of-reach", "4.3")
    play(state, lay("18.5-berlin"), lay("12.5-10.5"))
    assert state.view(1)["networks"] == [0, 0]


@pytest.mark.rule("transeuropa", "4.3")
def test_three_networks_become_one() -> None:
    hands = [HAND, RIVAL, ["plymouth", "amsterdam", "glasgow", "odesa", "tirana"]]
    state = arrange(seats=3, markers=["20.5", "18.5", "berlin"], hands=hands, turn=1)
    told = play(state, lay("18.5-berlin"), lay("18.5-20.5"))
    assert [each["seats"] for each in told if each["kind"] == "joined"] == [[1, 2], [0, 1, 2]]
    assert state.view(0)["networks"] == [0, 0, 0]
    for seat in (2, 0, 1):
        assert state.deciders() == [seat]
        assert may_lay(state, "berlin-15.4")
        assert may_lay(state, "20.5-warsaw")
        play(state, lay(["19.6-20.5", "19.6-18.5", "20.5-21.6"][seat]), STOPPING)


@pytest.mark.rule("transeuropa", "4.4")
def test_the_two_rails_of_a_turn_may_lie_apart() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS, rails=path("berlin", "18.5", "20.5"))
    play(state, lay("berlin-14.5"), lay("20.5-warsaw"))
    assert state.view(-1)["rails"][2:] == [["14.5-berlin", 0], ["20.5-warsaw", 0]]


@pytest.mark.rule("transeuropa", "4.4")
def test_the_second_rail_may_go_on_from_the_first() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS)
    assert not may_lay(state, "18.5-20.5")
    play(state, lay("berlin-18.5"), lay("18.5-20.5"))
    assert len(state.view(-1)["rails"]) == 2


@pytest.mark.rule("transeuropa", "4.5")
def test_a_line_takes_one_rail() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS, rails=["berlin-18.5"])
    assert refused(state, lay("berlin-18.5")) == ("line-taken", "4.5")
    assert refused(state, lay("18.5-berlin")) == ("line-taken", "4.5")


@pytest.mark.rule("transeuropa", "4.5")
def test_a_double_line_takes_one_rail_too() -> None:
    state = arrange(markers=["amsterdam", "paris"], hands=HANDS)
    play(state, lay("amsterdam-10.3"), lay("paris-10.7"), STOPPING)
    assert refused(state, lay("amsterdam-10.3")) == ("line-taken", "4.5")


@pytest.mark.rule("transeuropa", "4.5")
def test_a_line_between_two_crossings_of_ones_network_may_be_built() -> None:
    state = arrange(markers=["berlin", "paris"], hands=HANDS, rails=path("18.5", "berlin", "17.4"))
    before = state.view(0)["networks"]
    play(state, lay("17.4-18.5"), lay("18.5-20.5"))
    assert state.view(0)["networks"] == before


@pytest.mark.rule("transeuropa", "4.6")
def test_there_are_83_rails_and_each_counts_one() -> None:
    state = arrange(markers=["amsterdam", "paris"], hands=HANDS)
    assert state.view(0)["rails_left"] == 83
    play(state, lay("amsterdam-10.5"), lay("amsterdam-12.5"))
    assert state.view(0)["rails_left"] == 81
    play(state, lay("paris-10.7"), STOPPING)
    assert state.view(0)["rails_left"] == 80
    play(state, lay("amsterdam-10.3"))
    assert state.view(0)["rails_left"] == 79, "a double line takes one rail"


@pytest.mark.rule("transeuropa", "4.6", "5.5")
def test_the_83rd_rail_may_lie_on_a_double_line() -> None:
    rails = sprawl("amsterdam", 82, [*HAND, *RIVAL])
    state = arrange(markers=["amsterdam", "zurich"], hands=HANDS, rails=rails)
    told = play(state, lay("amsterdam-10.3"))
    assert what(told, "round-ended")["reason"] == "rails-out"


@pytest.mark.rule("transeuropa", "4.7")
def test_a_turn_ends_by_itself_where_no_single_line_is_left() -> None:
    state = arrange(markers=["1.6", "paris"], hands=HANDS, rails=without(BAY, "4.7-2.7"))
    play(state, lay("4.7-2.7"))
    assert state.phase == FIRST_RAIL
    assert state.deciders() == [1]
    play(state, lay("paris-10.7"), STOPPING)
    lines = {BOARD.graph.cost[BOARD.edge_by_name[edge]] for edge in legal_lines(state)}
    assert lines == {2}, "only double lines lead out of the bay"


@pytest.mark.rule("transeuropa", "4.7")
def test_a_turn_goes_on_while_a_single_line_is_left() -> None:
    state = arrange(markers=["1.6", "paris"], hands=HANDS, rails=without(BAY, "4.7-2.7", "3.6-4.7"))
    play(state, lay("4.7-2.7"))
    assert state.phase == SECOND_RAIL
    assert legal_lines(state) == {"3.6-4.7"}
