"""Rule 9: taking back, and the ways to end a match early. What is free to take back is judged by knowledge."""

from __future__ import annotations

from typing import Any, cast

import pytest

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.match import Match
from roundhouse.engine.outcome import ABANDONED, AGREED, RESIGNED
from roundhouse.games.transeuropa import game
from roundhouse.games.transeuropa.state import TransEuropaState
from tests.games.transeuropa.arranged import (
    BRANCHES,
    HAND,
    NEIGHBOUR,
    NETWORK,
    STOPPING,
    almost,
    arrange,
    eager,
    lay,
    path,
    place,
    play,
    without,
)


def learned(state: TransEuropaState, edge: str) -> bool:
    """Does whoever is on turn learn something by laying this rail?"""
    seat = int(state.turn)
    before = state.surprises(seat)
    play(state, lay(edge))
    assert state.surprises(1 - seat) == 0 or state.round > 1
    return state.surprises(seat) > before


def match_of(**told: Any) -> Match:
    position = {"seats": 2, **told}
    return Match(game, game.configure(2), bytes(32), position=position)


ALMOST = {
    "markers": ["berlin", "18.5"],
    "hands": [HAND, NEIGHBOUR],
    "rails": without(NETWORK, "25.10-bucharest") + BRANCHES,
}


@pytest.mark.rule("transeuropa", "9.1")
def test_a_rail_that_reaches_no_city_is_free() -> None:
    assert not learned(almost(turn=1), "berlin-15.6")
    assert not learned(almost(), "berlin-15.6")


@pytest.mark.rule("transeuropa", "9.1")
def test_a_rail_to_a_city_that_could_finish_a_rival_is_not_free() -> None:
    rails = without(NETWORK, "25.10-bucharest")
    hands = [["london", "vienna", "glasgow", "odesa", "rome"], ["dublin", "warsaw", "stockholm", "kyiv", "tirana"]]
    state = arrange(markers=["berlin", "18.5"], hands=hands, rails=rails, turn=1)
    assert learned(state, "25.10-bucharest"), "for all seat 1 knows seat 0 holds London, Budapest, Oslo, Sofia"


@pytest.mark.rule("transeuropa", "9.1")
def test_it_is_no_matter_whether_the_rival_really_finishes() -> None:
    really = almost(turn=1)
    assert learned(really, "25.10-bucharest")
    assert really.finished_seats() == [0]


@pytest.mark.rule("transeuropa", "9.1")
def test_a_rail_to_a_city_of_ones_own_hand_is_free() -> None:
    """The rival may have all the other colours there, but not this card; and it had not finished before."""
    hands = [
        ["dublin", "vienna", "stockholm", "bucharest", "tirana"],
        ["plymouth", "warsaw", "glasgow", "odesa", "rome"],
    ]
    rails = without(NETWORK, "25.10-bucharest") + path("24.9", "26.9", "28.9", "odesa")
    state = arrange(markers=["berlin", "18.5"], hands=hands, rails=rails)
    assert not learned(state, "25.10-bucharest")


@pytest.mark.rule("transeuropa", "9.1")
def test_a_rail_to_a_city_is_free_while_a_colour_is_wanting() -> None:
    """No blue city but the mover's own is in the network: no rival can have finished."""
    rails = without(NETWORK, "25.10-bucharest", "25.10-sofia")
    assert not learned(almost(rails=rails), "25.10-bucharest")


@pytest.mark.rule("transeuropa", "9.1")
def test_a_rail_to_a_city_is_free_where_no_rival_is_in_the_network() -> None:
    rails = without(NETWORK, "25.10-bucharest")
    hands = [["dublin", "vienna", "glasgow", "kyiv", "rome"], NEIGHBOUR]
    state = arrange(markers=["berlin", "paris"], hands=hands, rails=rails)
    assert not learned(state, "25.10-bucharest")


@pytest.mark.rule("transeuropa", "9.1")
def test_a_city_whose_card_is_not_in_use_teaches_nothing() -> None:
    """With two seats Paris's card is out; with four the same rail may finish a rival."""
    rails = [*NETWORK, *path("london", "7.4", "8.5")]
    hands = [["dublin", "vienna", "glasgow", "kyiv", "rome"], ["madrid", "warsaw", "stockholm", "odesa", "tirana"]]
    assert not learned(arrange(markers=["berlin", "18.5"], hands=hands, rails=rails), "8.5-paris")
    four = arrange(seats=4, markers=["berlin", "18.5", "bilbao", "rome"], hands=[*hands, *OTHERS], rails=rails)
    before = four.surprises(0)
    play(four, lay("8.5-paris"))
    assert four.surprises(0) == before + 1


OTHERS = [
    ["barcelona", "amsterdam", "st_petersburg", "minsk", "marseille"],
    ["brest", "zurich", "moscow", "vilnius", "florence"],
]


@pytest.mark.rule("transeuropa", "9.1")
def test_joining_two_networks_teaches_what_came_with_it() -> None:
    east = path("18.5", "19.6")
    hands = [["dublin", "vienna", "glasgow", "kyiv", "rome"], ["madrid", "warsaw", "stockholm", "odesa", "tirana"]]
    state = arrange(markers=["berlin", "budapest"], hands=hands, rails=without(NETWORK, *east))
    assert learned(state, "18.5-19.6"), "the rival's part and one's own together may be all that it needs"


@pytest.mark.rule("transeuropa", "9.1")
@pytest.mark.parametrize("turn", [0, 1])
def test_joining_a_rival_is_free_where_it_brings_no_city_the_rival_could_hold(turn: int) -> None:
    """One seat's part has no city at all; the other's may be whole, but then its owner would have finished before."""
    hands = [["dublin", "vienna", "glasgow", "kyiv", "rome"], ["madrid", "warsaw", "stockholm", "odesa", "tirana"]]
    state = arrange(markers=["17.4", "20.7"], hands=hands, rails=NETWORK, turn=turn)
    assert learned(state, "17.4-18.5") == (turn == 1), "only seat 0, new to all these cities, might have finished"


@pytest.mark.rule("transeuropa", "9.1")
def test_a_round_s_end_is_never_free() -> None:
    match = match_of(**ALMOST)
    match.play(0, lay("25.10-bucharest"))
    before = [match.state.surprises(seat) for seat in (0, 1)]
    match.play(0, STOPPING)
    assert match.free_undo(0) is None
    assert [match.state.surprises(seat) for seat in (0, 1)] == [count + 1 for count in before]


@pytest.mark.rule("transeuropa", "9.1")
def test_a_rail_that_finishes_oneself_has_shown_ones_cards() -> None:
    match = match_of(**ALMOST)
    match.play(0, lay("25.10-bucharest"))
    assert match.state.view(1)["hands"] == [HAND, NEIGHBOUR]
    assert match.free_undo(0) is None


@pytest.mark.rule("transeuropa", "9.1")
def test_markers_rails_and_stopping_are_free_until_another_has_acted() -> None:
    match = Match(game, game.configure(2, {"first_seat": 0}), bytes(32))
    match.play(0, place("14.3"))
    assert match.free_undo(0) == 0
    assert match.free_undo(1) is None
    match.play(1, place("17.4"))
    assert match.free_undo(0) is None
    match.play(0, lay("14.3-12.3"))
    assert match.free_undo(0) == 2
    match.play(0, STOPPING)
    assert match.free_undo(0) == 3
    match.undo(0, 3)
    assert match.state.deciders() == [0]
    match.undo(0, 2)
    assert match.state.view(-1)["rails"] == []
    assert len(match.log) == 6, "what was undone stays in the log"


@pytest.mark.rule("transeuropa", "9.1")
def test_what_is_free_to_take_back_would_look_the_same_under_any_deal() -> None:
    """Free means: whatever the others hold, as far as the mover knows, all that is public stays the same."""
    free = taught = 0
    for seed in range(6):
        stream = Stream(seed)
        state = cast(TransEuropaState, game.new(2 + seed % 3, {}, FastChance(seed)))
        while state.round == 1 and state.deciders():
            seat = int(state.turn)
            legal = state.legal_actions(seat)
            action = legal[stream.below(len(legal))] if stream.below(5) == 0 else eager(state)
            view = state.view(seat)
            before = state.surprises(seat)
            deals = []
            for number in range(4):
                other = cast(TransEuropaState, game.determinize(view, FastChance(100 * seed + number)))
                other.apply(seat, action)
                deals.append(other)
            state.apply(seat, action)
            if state.surprises(seat) > before:
                taught += 1
                continue
            free += 1
            for other in deals:
                assert other.surprises(seat) == 0
                assert other.view(seat) == state.view(seat)
    assert free > 100
    assert taught > 5


@pytest.mark.rule("transeuropa", "9.2")
def test_an_undo_past_a_deal_deals_anew() -> None:
    match = match_of(**ALMOST)
    match.play(0, lay("25.10-bucharest"))
    match.play(0, STOPPING)
    dealt = [cast(TransEuropaState, match.state).card_names(seat) for seat in (0, 1)]
    match.undo(1, 1)
    assert match.state.view(-1)["round"] == 1
    assert match.state.view(-1)["past"] == []
    match.play(0, STOPPING)
    again = [cast(TransEuropaState, match.state).card_names(seat) for seat in (0, 1)]
    assert again != dealt


@pytest.mark.rule("transeuropa", "9.3")
def test_who_resigns_is_placed_last() -> None:
    match = match_of(**ALMOST, scores=[9, 3])
    match.resign([0])
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.ranks, outcome.scores) == (RESIGNED, [2, 1], [9, 3])
    assert match.over()


@pytest.mark.rule("transeuropa", "9.4")
def test_agreeing_places_all_by_their_points() -> None:
    match = match_of(**ALMOST, scores=[9, 3])
    match.agree()
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.ranks) == (AGREED, [1, 2])


@pytest.mark.rule("transeuropa", "9.4")
def test_an_abandoned_match_places_nobody() -> None:
    match = match_of(**ALMOST)
    match.abandon()
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.ranks) == (ABANDONED, [])
