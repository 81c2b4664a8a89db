"""Rules 1, 2, 3, 7 and 8: the frame of a match, from the first deal to the final places."""

from __future__ import annotations

from typing import cast

import pytest

from roundhouse.engine.chance import FastChance
from roundhouse.engine.outcome import PLAYED_OUT
from roundhouse.engine.refusal import OptionError
from roundhouse.games.transeuropa import game
from roundhouse.games.transeuropa.board import BOARD, COLOURS
from roundhouse.games.transeuropa.state import FIRST_RAIL, MARKERS, OVER, TransEuropaState
from tests.games.transeuropa.arranged import (
    BRANCHES,
    HAND,
    NEIGHBOUR,
    NETWORK,
    STOPPING,
    almost,
    arrange,
    lay,
    legal_lines,
    path,
    place,
    play,
    play_out,
    refused,
    what,
    without,
)


def opened(seats: int, seed: int = 1, first: int | None = None) -> TransEuropaState:
    options = {} if first is None else {"first_seat": first}
    return cast(TransEuropaState, game.new(seats, options, FastChance(seed)))


# --- 1 what it is about ----------------------------------------------------------------------------------------------


@pytest.mark.rule("transeuropa", "1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_seats_play_each_for_itself(seats: int) -> None:
    state = opened(seats)
    assert state.seats == seats
    assert state.teams() is None


@pytest.mark.rule("transeuropa", "1.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 100])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(OptionError) as error:
        game.configure(seats)
    assert error.value.refusal.code == "option-seats"
    assert error.value.refusal.params == {"seats": seats, "least": 2, "most": 6}


@pytest.mark.rule("transeuropa", "1.2")
def test_the_board_has_cities_in_five_colours_and_two_sorts_of_lines() -> None:
    assert [sum(city.colour == colour for city in BOARD.cities) for colour in range(5)] == [7] * 5
    assert len({city.node for city in BOARD.cities}) == 35
    assert {(int(cost), kind) for cost, kind in zip(BOARD.graph.cost, BOARD.edge_kinds, strict=True)} == {
        (1, "plain"),
        (2, "sea"),
        (2, "river"),
        (2, "mountain"),
    }


@pytest.mark.rule("transeuropa", "1.3", "5.1")
def test_joining_ones_five_cities_ends_the_round_and_costs_the_others_points() -> None:
    state = almost()
    told = what(play(state, lay("25.10-bucharest"), STOPPING), "round-ended")
    assert told["finished"] == [0]
    assert told["missing"] == [0, 6]
    assert state.standings() == [12, 6]


# --- 2 before the match ----------------------------------------------------------------------------------------------


@pytest.mark.rule("transeuropa", "2.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_starts_with_twelve_points(seats: int) -> None:
    assert opened(seats).standings() == [12] * seats


@pytest.mark.rule("transeuropa", "2.2")
@pytest.mark.parametrize(("seats", "each"), [(2, 5), (3, 5), (4, 7), (5, 7), (6, 7)])
def test_the_deck_depends_on_the_seats(seats: int, each: int) -> None:
    assert [len(pile) for pile in BOARD.deck(seats)] == [each] * 5


@pytest.mark.rule("transeuropa", "2.2")
def test_the_ten_dotted_cards_stay_out_with_two_or_three_seats() -> None:
    full = {card for pile in BOARD.deck(4) for card in pile}
    short = {card for pile in BOARD.deck(3) for card in pile}
    assert {BOARD.cities[card].name for card in full - short} == {
        "barcelona",
        "brest",
        "berlin",
        "paris",
        "helsinki",
        "malmo",
        "kharkiv",
        "riga",
        "istanbul",
        "thessaloniki",
    }


@pytest.mark.rule("transeuropa", "2.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_only_cards_in_use_are_ever_dealt_and_all_of_them_are(seats: int) -> None:
    dealt = {card for seed in range(60) for seat in range(seats) for card in opened(seats, seed).hand(seat)}
    assert dealt == {card for pile in BOARD.deck(seats) for card in pile}


@pytest.mark.rule("transeuropa", "2.2", "3.3")
def test_the_cities_of_cards_left_out_stay_on_the_map() -> None:
    state = opened(2)
    play(state, place("paris"), place("berlin"), lay("10.7-paris"))
    assert state.view(0)["markers"].count("paris") == 1


@pytest.mark.rule("transeuropa", "2.3")
def test_the_first_seat_is_drawn_evenly() -> None:
    drawn = [int(opened(4, seed).first) for seed in range(400)]
    assert all(70 <= drawn.count(seat) <= 130 for seat in range(4))


@pytest.mark.rule("transeuropa", "2.3")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_host_may_choose_the_first_seat(first: int) -> None:
    for seed in range(5):
        state = opened(3, seed, first)
        assert state.first == first
        assert state.deciders() == [first]


# --- 3 opening a round -----------------------------------------------------------------------------------------------


@pytest.mark.rule("transeuropa", "3.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_is_dealt_one_card_of_each_colour(seats: int) -> None:
    for seed in range(20):
        state = opened(seats, seed)
        hands = [state.hand(seat) for seat in range(seats)]
        assert all([BOARD.cities[card].colour for card in hand] == list(range(len(COLOURS))) for hand in hands)
        assert len({card for hand in hands for card in hand}) == 5 * seats


@pytest.mark.rule("transeuropa", "3.1")
def test_a_pile_is_dealt_evenly() -> None:
    counts: dict[str, int] = {}
    for seed in range(700):
        for name in opened(4, seed).card_names(2):
            counts[name] = counts.get(name, 0) + 1
    assert len(counts) == 35
    assert all(60 <= count <= 145 for count in counts.values())


@pytest.mark.rule("transeuropa", "3.1")
def test_a_seat_sees_its_own_five_cards_only() -> None:
    state = opened(3)
    for seat in range(3):
        assert [hand is not None for hand in state.view(seat)["hands"]] == [each == seat for each in range(3)]
    assert state.view(-1)["hands"] == [None, None, None]


@pytest.mark.rule("transeuropa", "3.2")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_turns_go_round_from_the_first_seat(first: int) -> None:
    state = opened(4, 5, first)
    order = []
    for node in ("paris", "berlin", "rome", "moscow"):
        order.append(int(state.turn))
        play(state, place(node))
    for _ in range(8):
        order.append(int(state.turn))
        single = next(line for line in sorted(legal_lines(state)) if BOARD.graph.cost[BOARD.edge_by_name[line]] == 1)
        play(state, lay(single), STOPPING)
    assert order == [(first + step) % 4 for step in range(12)]


@pytest.mark.rule("transeuropa", "3.3")
def test_the_first_turn_is_for_the_marker_and_nothing_else() -> None:
    state = opened(2, first=0)
    assert state.phase == MARKERS
    assert refused(state, lay("18.5-berlin")) == ("marker-first", "3.3")
    assert refused(state, STOPPING) == ("marker-first", "3.3")
    play(state, place("berlin"))
    assert state.turn == 1, "placing the marker is the whole turn"


@pytest.mark.rule("transeuropa", "3.3")
def test_the_marker_goes_on_any_crossing_or_city_and_stays() -> None:
    state = opened(2, first=0)
    assert len(state.legal_actions(0)) == 210
    play(state, place("18.5"), place("berlin"))
    assert refused(state, place("paris")) == ("marker-placed", "3.3")
    assert state.view(-1)["markers"] == ["18.5", "berlin"]


@pytest.mark.rule("transeuropa", "3.4")
def test_one_marker_to_a_crossing() -> None:
    state = opened(3, first=0)
    play(state, place("berlin"))
    assert refused(state, place("berlin")) == ("crossing-taken", "3.4")
    assert len(state.legal_actions(1)) == 209
    play(state, place("18.5"))
    assert len(state.legal_actions(2)) == 208


@pytest.mark.rule("transeuropa", "3.5")
def test_rails_start_when_all_markers_are_placed() -> None:
    state = opened(3, first=1)
    for node in ("berlin", "paris", "rome"):
        assert state.phase == MARKERS
        assert refused(state, lay("18.5-berlin"))[0] == "marker-first"
        play(state, place(node))
    assert state.phase == FIRST_RAIL
    assert state.deciders() == [1]


# --- 7 the next round ------------------------------------------------------------------------------------------------


@pytest.mark.rule("transeuropa", "7.1")
def test_the_next_round_starts_with_an_empty_board_and_new_cards() -> None:
    state = almost()
    told = play(state, lay("25.10-bucharest"), STOPPING)
    assert what(told, "round-began")["round"] == 2
    view = state.view(0)
    assert (view["round"], view["phase"]) == (2, "markers")
    assert view["rails"] == []
    assert view["rails_left"] == 83
    assert view["markers"] == [None, None]
    assert view["finished"] == []
    assert [state.card_names(0), state.card_names(1)] != [HAND, NEIGHBOUR]
    assert len(state.legal_actions(int(state.turn))) == 210


@pytest.mark.rule("transeuropa", "7.1")
def test_all_cards_in_use_are_shuffled_again() -> None:
    seen: set[str] = set()
    for drawn in range(0, 2000, 20):
        state = almost(drawn=drawn)
        play(state, lay("25.10-bucharest"), STOPPING)
        seen |= set(state.card_names(0))
    assert {*HAND, *NEIGHBOUR} <= seen, "cards of the last round come back"
    assert len(seen) == 25


@pytest.mark.rule("transeuropa", "7.2", "3.2")
@pytest.mark.parametrize(("first", "then"), [(0, 1), (1, 2), (2, 0)])
def test_the_seat_to_the_left_goes_first_next(first: int, then: int) -> None:
    third = ["dublin", "vienna", "glasgow", "kyiv", "rome"]
    rails = without(NETWORK, "25.10-bucharest") + BRANCHES
    rails += path("dublin", "6.3", "london") + path("glasgow", "8.1", "9.2", "10.3")
    rails += path("19.6", "17.6", "16.7", "vienna") + path("25.10", "26.9", "27.8", "28.7", "kyiv")
    state = arrange(
        seats=3,
        first=first,
        turn=0,
        markers=["berlin", "18.5", "dublin"],
        hands=[HAND, NEIGHBOUR, third],
        rails=rails,
    )
    play(state, lay("25.10-bucharest"), STOPPING)
    assert state.round == 2
    assert state.first == then
    assert state.deciders() == [then]


@pytest.mark.rule("transeuropa", "7.2")
def test_the_first_seat_rotates_through_a_whole_match() -> None:
    for seats in range(2, 7):
        state = opened(seats, seats)
        play_out(state)
        firsts = [played.first for played in state.past]
        assert len(firsts) > 1
        assert firsts == [(firsts[0] + number) % seats for number in range(len(firsts))]


# --- 8 the end of the match ------------------------------------------------------------------------------------------


@pytest.mark.rule("transeuropa", "8.1")
def test_a_seat_below_zero_ends_the_match() -> None:
    state = almost(scores=[3, 5])
    play(state, lay("25.10-bucharest"), STOPPING)
    assert state.standings() == [3, -1]
    assert state.phase == OVER
    assert state.deciders() == []
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.reason) == (PLAYED_OUT, "connected")


@pytest.mark.rule("transeuropa", "8.1")
def test_a_seat_with_exactly_zero_plays_on() -> None:
    state = almost(scores=[3, 6])
    play(state, lay("25.10-bucharest"), STOPPING)
    assert state.standings() == [3, 0]
    assert state.phase == MARKERS
    assert state.outcome() is None


THREE_HANDS = [HAND, NEIGHBOUR, ["dublin", "amsterdam", "glasgow", "kyiv", "rome"]]
THREE_MARKERS = ["berlin", "18.5", "dublin"]


def three(scores: list[int]) -> TransEuropaState:
    """A match of three after seat 0 has finished the round: seat 1 lacked six points, seat 2 more than twelve."""
    state = almost(seats=3, hands=THREE_HANDS, markers=THREE_MARKERS, scores=scores)
    play(state, lay("25.10-bucharest"), STOPPING)
    return state


@pytest.mark.rule("transeuropa", "8.2")
def test_most_points_win_even_against_whoever_finished_the_last_round() -> None:
    state = three([1, 12, 0])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores[:2] == [1, 6]
    assert outcome.scores[2] < 0
    assert outcome.ranks == [2, 1, 3]
    assert outcome.winners() == [1]


@pytest.mark.rule("transeuropa", "8.3", "6.6")
def test_equal_points_share_a_place() -> None:
    lost = -three([12, 12, 0]).standings()[2]
    assert lost > 14
    at_the_top = three([6, 12, 12]).outcome()
    assert at_the_top is not None
    assert (at_the_top.scores, at_the_top.ranks) == ([6, 6, 12 - lost], [1, 1, 3])
    assert at_the_top.winners() == [0, 1]
    assert at_the_top.shares() == [0.5, 0.5, 0.0]
    at_the_end = three([12 - lost, 4, 12]).outcome()
    assert at_the_end is not None
    assert (at_the_end.scores, at_the_end.ranks) == ([12 - lost, -2, 12 - lost], [2, 1, 2])
