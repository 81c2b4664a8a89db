"""Positions as JSON: what may be left out, what is refused and where, and that a dump is read back."""

from __future__ import annotations

from typing import Any, cast

import pytest

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.refusal import PositionError
from roundhouse.games.transeuropa import game, position
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import FIRST_RAIL, MARKERS, OVER, SECOND_RAIL, TransEuropaState
from tests.games.transeuropa.arranged import (
    BRANCHES,
    HAND,
    NEIGHBOUR,
    NETWORK,
    STOPPING,
    almost,
    arrange,
    eager,
    fault,
    lay,
    play,
    sprawl,
    without,
)

MARKED = {"seats": 2, "markers": ["berlin", "18.5"]}
FINISHED = {**MARKED, "hands": [HAND, NEIGHBOUR], "rails": NETWORK}
PLAYED: dict[str, Any] = {
    "round": 1,
    "first": 0,
    "reason": "connected",
    "markers": ["berlin", "18.5"],
    "hands": [HAND, NEIGHBOUR],
    "rails": [["18.5-berlin", 0]],
    "finished": [0],
    "missing": [0, 6],
}


def past(**changed: Any) -> dict[str, Any]:
    return {"seats": 2, "round": 2, "scores": [12, 6], "past": [{**PLAYED, **changed}]}


# --- what may be left out --------------------------------------------------------------------------------------------


def test_seats_alone_are_an_opening() -> None:
    state = arrange(seats=3)
    assert (state.phase, state.round, state.first, state.turn) == (MARKERS, 1, 0, 0)
    assert state.standings() == [12, 12, 12]
    assert state.view(-1)["markers"] == [None] * 3
    assert state.rails_left == 83
    assert state.past == []


def test_markers_tell_the_phase_and_whose_turn_it_is() -> None:
    assert arrange(seats=3, first=1, markers=[None, "berlin", None]).deciders() == [2]
    assert arrange(seats=3, first=1, markers=[None, "berlin", "paris"]).deciders() == [0]
    placed = arrange(seats=3, first=1, markers=["rome", "berlin", "paris"])
    assert placed.phase == FIRST_RAIL
    assert placed.deciders() == [1]
    assert arrange(markers=["berlin", "18.5"], phase="second-rail").phase == SECOND_RAIL


def test_hands_left_out_are_drawn_from_the_cards_that_remain() -> None:
    drawn = set()
    for number in range(200):
        state = arrange(seats=3, hands=[HAND, None, None], drawn=10 * number)
        assert state.card_names(0) == HAND
        cards = [card for seat in range(3) for card in state.hand(seat)]
        assert len(set(cards)) == 15
        assert game.broken_laws(state) == []
        drawn |= set(state.card_names(1))
    assert len(drawn) == 20, "five cards of each colour are in use, and one of each lies with seat 0"


def test_a_hand_may_be_told_in_any_order() -> None:
    assert arrange(hands=[HAND[::-1], None]).card_names(0) == HAND


def test_a_city_may_be_named_by_its_place_and_a_line_from_either_end() -> None:
    state = arrange(markers=["16.5", "paris"], rails=["berlin-18.5", ["18.5-20.5", 1]])
    assert state.view(-1)["markers"] == ["berlin", "paris"]
    assert state.view(-1)["rails"] == [["18.5-berlin", -1], ["18.5-20.5", 1]]


def test_who_has_finished_follows_from_the_board() -> None:
    state = arrange(**{**FINISHED, "phase": "second-rail"})
    assert state.finished_seats() == [0]
    assert state.view(1)["hands"] == [HAND, NEIGHBOUR]


def test_an_arranged_score_is_told_apart_in_the_outcome() -> None:
    state = almost(scores=[9, 2])
    play(state, lay("25.10-bucharest"), STOPPING)
    outcome = state.outcome()
    assert outcome is not None
    assert [[(line.code, line.points) for line in lines] for lines in outcome.lines] == [
        [("opening", 12), ("arranged", -3), ("round-finished", 0)],
        [("opening", 12), ("arranged", -10), ("round-missing", -6)],
    ]
    assert outcome.scores == [9, -4]


# --- what is refused, and where --------------------------------------------------------------------------------------

FAULTS: list[tuple[Any, str, str]] = [
    ([], "object-expected", ""),
    ({}, "key-missing", "seats"),
    ({"seats": 1}, "number-expected", "seats"),
    ({"seats": 7}, "number-expected", "seats"),
    ({"seats": True}, "number-expected", "seats"),
    ({"seats": "2"}, "number-expected", "seats"),
    ({"seats": 2.0}, "number-not-whole", "seats"),
    ({"seats": 2, "game": "steam"}, "value-unknown", "game"),
    ({"seats": 2, "options": {"wild": True}}, "option-unknown", "options"),
    ({"seats": 2, "hnads": []}, "key-unknown", "hnads"),
    ({"seats": 2, "first": 2}, "number-expected", "first"),
    ({"seats": 2, "first": -1}, "number-expected", "first"),
    ({"seats": 2, "turn": 2}, "number-expected", "turn"),
    ({"seats": 2, "round": 0}, "number-expected", "round"),
    ({"seats": 2, "round": 2**60}, "number-too-large", "round"),
    ({"seats": 2, "drawn": -1}, "number-expected", "drawn"),
    ({"seats": 2, "surprises": [0, -1]}, "number-expected", "surprises[1]"),
    ({"seats": 2, "scores": 12}, "list-expected", "scores"),
    ({"seats": 2, "scores": [12]}, "list-length", "scores"),
    ({"seats": 2, "scores": [12, 13]}, "number-expected", "scores[1]"),
    ({"seats": 2, "scores": [False, 12]}, "number-expected", "scores[0]"),
    ({"seats": 2, "scores": [12, -(10**7)]}, "number-expected", "scores[1]"),
    ({"seats": 2, "scores": [12, 3.5]}, "number-not-whole", "scores[1]"),
    ({"seats": 2, "markers": ["berlin"]}, "list-length", "markers"),
    ({"seats": 2, "markers": ["berlin", "atlantis"]}, "node-unknown", "markers[1]"),
    ({"seats": 2, "markers": [7, None]}, "node-unknown", "markers[0]"),
    ({"seats": 2, "markers": [["berlin"], None]}, "node-unknown", "markers[0]"),
    ({"seats": 2, "markers": ["berlin", "16.5"]}, "crossing-taken", "markers[1]"),
    ({"seats": 3, "markers": [None, "berlin", None]}, "markers-out-of-order", "markers"),
    ({"seats": 3, "first": 2, "markers": ["rome", None, None]}, "markers-out-of-order", "markers"),
    ({**MARKED, "phase": "markers"}, "markers-out-of-order", "markers"),
    ({"seats": 2, "markers": ["berlin", None], "turn": 0}, "turn-wrong", "turn"),
    ({"seats": 2, "markers": ["berlin", None], "phase": "first-rail"}, "markers-missing", "markers"),
    ({"seats": 2, "phase": "second-rail"}, "markers-missing", "markers"),
    ({"seats": 2, "phase": "lunch"}, "value-unknown", "phase"),
    ({"seats": 2, "phase": 1}, "text-expected", "phase"),
    ({**MARKED, "rails": "berlin-18.5"}, "list-expected", "rails"),
    ({**MARKED, "rails": ["berlin-18.5", "berlin-paris"]}, "edge-unknown", "rails[1]"),
    ({**MARKED, "rails": [5]}, "edge-unknown", "rails[0]"),
    ({**MARKED, "rails": [["berlin-18.5", 0, 1]]}, "edge-unknown", "rails[0]"),
    ({**MARKED, "rails": ["berlin-18.5", "18.5-berlin"]}, "line-taken", "rails[1]"),
    ({**MARKED, "rails": [["berlin-18.5", 2]]}, "seat-unknown", "rails[0]"),
    ({**MARKED, "rails": [["berlin-18.5", -2]]}, "seat-unknown", "rails[0]"),
    ({**MARKED, "rails": [["berlin-18.5", True]]}, "seat-unknown", "rails[0]"),
    ({**MARKED, "rails": sprawl("berlin", 83, [])}, "rails-out", "rails"),
    ({**MARKED, "rails": sprawl("berlin", 84, [])}, "list-length", "rails"),
    ({"seats": 2, "hands": [HAND]}, "list-length", "hands"),
    ({"seats": 2, "hands": [HAND[:4], None]}, "list-length", "hands[0]"),
    ({"seats": 2, "hands": [None, "london"]}, "list-length", "hands[1]"),
    ({"seats": 2, "hands": [None, ["atlantis", *HAND[1:]]]}, "city-unknown", "hands[1][0]"),
    ({"seats": 2, "hands": [[*HAND[:3], 4, "sofia"], None]}, "city-unknown", "hands[0][3]"),
    ({"seats": 2, "hands": [None, ["brest", *HAND[1:]]]}, "card-not-in-use", "hands[1][0]"),
    ({"seats": 3, "hands": [None, None, [*HAND[:4], "istanbul"]]}, "card-not-in-use", "hands[2][4]"),
    ({"seats": 2, "hands": [["london", "dublin", *HAND[2:]], None]}, "colour-twice", "hands[0][1]"),
    ({"seats": 2, "hands": [HAND, ["london", *NEIGHBOUR[1:]]]}, "card-twice", "hands[1]"),
    (FINISHED, "round-over", "rails"),
    ({**FINISHED, "phase": "second-rail", "finished": [1]}, "finished-wrong", "finished"),
    ({**MARKED, "finished": [0]}, "finished-wrong", "finished"),
    ({**MARKED, "finished": [2]}, "seat-unknown", "finished[0]"),
    ({**MARKED, "finished": 0}, "list-expected", "finished"),
    ({**MARKED, "unsettled": True}, "round-not-over", "unsettled"),
    ({**MARKED, "phase": "over", "unsettled": True}, "round-not-over", "unsettled"),
    ({**MARKED, "unsettled": 1}, "switch-expected", "unsettled"),
    ({**MARKED, "phase": "over"}, "match-not-over", "phase"),
    ({"seats": 2, "reason": "boredom"}, "value-unknown", "reason"),
    ({"seats": 2, "past": [[]]}, "object-expected", "past[0]"),
    ({"seats": 2, "past": [{}]}, "key-missing", "past[0].round"),
    (past(round=0), "number-expected", "past[0].round"),
    (past(first=2), "number-expected", "past[0].first"),
    (past(reason="boredom"), "value-unknown", "past[0].reason"),
    (past(markers=["berlin", "atlantis"]), "node-unknown", "past[0].markers[1]"),
    (past(hands=[HAND, None]), "list-expected", "past[0].hands[1]"),
    (past(hands=[HAND, ["atlantis", *NEIGHBOUR[1:]]]), "city-unknown", "past[0].hands[1][0]"),
    (past(rails=["berlin-paris"]), "edge-unknown", "past[0].rails[0]"),
    (past(finished=[2]), "seat-unknown", "past[0].finished[0]"),
    (past(missing=[0]), "list-length", "past[0].missing"),
    (past(missing=[0, -1]), "number-expected", "past[0].missing[1]"),
    (past(missing=[1, 6]), "number-expected", "past[0].missing[0]"),
    (past(missing=[0, 0]), "number-expected", "past[0].missing[1]"),
    (past(weather="fine"), "key-unknown", "past[0].weather"),
    ({**past(), "scores": [12, 7]}, "number-expected", "scores[1]"),
    ({**past(), "scores": [12, -1]}, "number-expected", "scores[1]"),
]


@pytest.mark.parametrize(("told", "code", "at"), FAULTS, ids=[f"{code}-{at or 'all'}" for _, code, at in FAULTS])
def test_a_fault_is_named_with_its_place(told: Any, code: str, at: str) -> None:
    assert fault(told) == (code, at)


def test_a_second_rail_needs_a_single_line() -> None:
    bay = ["1.6-3.6", "3.6-2.7", "2.7-1.6", "3.6-4.7", "4.7-2.7"]
    told = {"seats": 2, "markers": ["1.6", "paris"], "rails": bay, "phase": "second-rail"}
    assert fault(told) == ("no-second-rail", "phase")


def test_the_refusal_helps_with_what_would_be_right() -> None:
    with pytest.raises(PositionError) as error:
        arrange(seats=2, markers=["berlin", None], turn=0)
    assert error.value.refusal.params == {"at": "turn", "seat": 1}
    with pytest.raises(PositionError) as error:
        arrange(**{**FINISHED, "phase": "second-rail", "finished": []})
    assert error.value.refusal.params == {"at": "finished", "seats": [0]}


# --- dumps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_dump_is_read_back_at_any_moment_and_plays_on_alike(seats: int) -> None:
    stream = Stream(seats)
    chance = FastChance(seats)
    state = cast(TransEuropaState, game.new(seats, {}, chance))
    phases = set()
    while True:
        dump = state.dump()
        again = cast(TransEuropaState, game.load(dump, chance))
        assert again.dump() == dump
        for seat in range(-1, seats):
            assert again.view(seat) == state.view(seat)
        phases.add(dump["phase"])
        if not state.deciders():
            break
        seat = int(state.turn)
        legal = state.legal_actions(seat)
        assert again.legal_actions(seat) == legal
        action = legal[stream.below(len(legal))] if stream.below(8) == 0 else eager(state)
        state.apply(seat, action)
        again.apply(seat, action)
        assert again.dump() == state.dump()
    assert phases == {"markers", "first-rail", "second-rail", "over"}
    read_back = cast(TransEuropaState, game.load(state.dump(), chance))
    assert read_back.outcome() == state.outcome()


def test_an_unsettled_dump_is_read_back_and_settled() -> None:
    state = almost()
    state.defer_settling = True
    state.apply(0, BOARD.edge_by_name["25.10-bucharest"])
    state.apply(0, len(BOARD.edge_names) + len(BOARD.node_names))
    assert state.unsettled
    again = cast(TransEuropaState, game.load(state.dump(), FastChance(1)))
    assert again.unsettled
    assert again.deciders() == []
    assert again.outcome() is None
    assert game.broken_laws(again) == []
    state.settle()
    again.settle()
    assert again.dump() == state.dump()
    assert again.standings() == [12, 6]


def test_an_unsettled_position_by_hand_says_why_it_ended() -> None:
    ended = {**FINISHED, "phase": "over", "unsettled": True}
    assert arrange(**ended, turn=0).reason == "connected"
    assert arrange(**ended, turn=1).reason == "connected-by-rival"
    both = without(NETWORK) + BRANCHES + ["london-7.4", "7.4-5.4", "5.4-plymouth", "sofia-23.12", "23.12-21.12"]
    assert arrange(**{**ended, "rails": [*both, "21.12-tirana"]}).reason == "connected-together"
    worn = {**ended, "rails": sprawl("berlin", 83, [*HAND, *NEIGHBOUR])}
    assert arrange(**worn).reason == "rails-out"


def test_a_match_that_is_over_is_read_back() -> None:
    state = almost(scores=[9, 2])
    play(state, lay("25.10-bucharest"), STOPPING)
    again = cast(TransEuropaState, game.load(state.dump(), FastChance(5)))
    assert again.phase == OVER
    assert again.deciders() == []
    assert again.outcome() == state.outcome()


# --- hands drawn anew for a bot --------------------------------------------------------------------------------------


def test_a_drawn_hand_is_one_that_has_not_finished() -> None:
    """Seat 1 is in a network of five cities, not shown as finished: however it is drawn, it lacks one of them."""
    hands = [["dublin", "vienna", "glasgow", "kyiv", "rome"], ["madrid", "warsaw", "stockholm", "odesa", "tirana"]]
    state = arrange(markers=["berlin", "18.5"], hands=hands, rails=NETWORK)
    drawn = set()
    for number in range(300):
        guess = cast(TransEuropaState, game.determinize(state.view(0), FastChance(number)))
        assert guess.view(0) == state.view(0)
        assert guess.finished_seats() == []
        assert guess.card_names(1) != HAND
        assert game.broken_laws(guess) == []
        drawn |= set(guess.card_names(1))
    assert len(drawn) == 20
    assert set(HAND) <= drawn


def test_where_chance_finds_no_such_hands_they_are_searched_for() -> None:
    hands = [["madrid", "warsaw", "stockholm", "odesa", "tirana"], None, None]
    state = arrange(seats=3, markers=["berlin", "18.5", "20.7"], hands=hands, rails=NETWORK, phase="second-rail")
    inside = [[BOARD.city_by_name[name]] for name in HAND]
    outside = [[BOARD.city_by_name[name]] for name in ("dublin", "vienna", "glasgow", "kyiv", "rome")]
    piles = [one + two for one, two in zip(inside, outside, strict=True)]
    for number in range(20):
        state.drawn = 1000 + 10 * number
        found = position.forced_hands(state, [1, 2], piles)
        for colour in range(5):
            assert sorted(hand[colour] for hand in found.values()) == sorted(piles[colour])
        assert all(position.lacks_some(state, seat, hand) for seat, hand in found.items())
    with pytest.raises(PositionError) as error:
        position.forced_hands(state, [1], inside)
    assert error.value.refusal.code == "view-impossible"


# --- hostile positions -----------------------------------------------------------------------------------------------

ODD: list[Any] = [None, True, -1, 0, 1, 3, 99, 2**50, 0.5, "", "berlin", "18.5-berlin", "over", [], [0], {}, {"a": 1}]


def spoil(value: Any, stream: Stream) -> Any:
    """The same JSON with one place in it changed, dropped or doubled."""
    if isinstance(value, dict) and value and stream.below(8):
        key = sorted(value)[stream.below(len(value))]
        if stream.below(10) == 0:
            return {name: each for name, each in value.items() if name != key}
        return {**value, key: spoil(value[key], stream)}
    if isinstance(value, list) and value and stream.below(4):
        place = stream.below(len(value))
        kind = stream.below(6)
        if kind == 0:
            return [*value[:place], *value[place + 1 :]]
        if kind == 1:
            return [*value, value[place]]
        return [*value[:place], spoil(value[place], stream), *value[place + 1 :]]
    return ODD[stream.below(len(ODD))]


@pytest.mark.parametrize("seed", range(4))
def test_a_spoilt_dump_is_refused_or_a_sound_position(seed: int) -> None:
    stream = Stream(seed)
    state = cast(TransEuropaState, game.new(2 + seed, {}, FastChance(seed)))
    refused = sound = 0
    while state.deciders():
        state.apply(int(state.turn), eager(state))
        if stream.below(3):
            continue
        for _ in range(6):
            told = spoil(state.dump(), stream)
            try:
                loaded = cast(TransEuropaState, game.load(told, FastChance(1)))
            except PositionError:
                refused += 1
                continue
            sound += 1
            assert game.broken_laws(loaded) == []
            assert cast(TransEuropaState, game.load(loaded.dump(), FastChance(1))).dump() == loaded.dump()
            for _ in range(4):
                seat = loaded.next_decider()
                if seat < 0:
                    break
                assert loaded.prompt(seat) is not None
                loaded.apply(seat, eager(loaded))
                assert game.broken_laws(loaded) == []
            for seat in range(-1, loaded.seats):
                loaded.view(seat)
            loaded.outcome()
    assert refused > 20
    assert sound > 5
