"""Who is told what: hands stay secret until they are shown, in the journal as in the view."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.prompt import leaves
from roundhouse.engine.state import SPECTATOR, Journal
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
    place,
    play,
    without,
)


def journal_of(state: TransEuropaState) -> Journal:
    journal = Journal()
    state.journal = journal
    return journal


def test_a_turn_is_told_to_everybody() -> None:
    state = arrange(first=0, hands=[HAND, NEIGHBOUR])
    told = play(state, place("berlin"), place("18.5"), lay("berlin-18.5"), STOPPING, lay("18.5-20.5"))
    assert told == [
        {"kind": "placed", "seat": 0, "node": "berlin"},
        {"kind": "placed", "seat": 1, "node": "18.5"},
        {"kind": "laid", "seat": 0, "edge": "18.5-berlin"},
        {"kind": "joined", "seats": [0, 1]},
        {"kind": "stopped", "seat": 0},
        {"kind": "laid", "seat": 1, "edge": "18.5-20.5"},
    ]


@pytest.mark.rule("transeuropa", "3.1")
def test_each_seat_is_told_its_own_cards_when_a_round_begins() -> None:
    state = almost()
    journal = journal_of(state)
    play_on(state, journal, lay("25.10-bucharest"), STOPPING)
    for seat in (0, 1):
        began = journal.told_to(seat)[-1]
        assert began == {"kind": "round-began", "round": 2, "first": 1, "cards": state.card_names(seat)}
    assert journal.told_to(SPECTATOR)[-1] == {"kind": "round-began", "round": 2, "first": 1}


def play_on(state: TransEuropaState, journal: Journal, *values: dict[str, Any]) -> None:
    for value in values:
        state.journal = journal
        state.apply(int(state.turn), game.encode(state, int(state.turn), value))


@pytest.mark.rule("transeuropa", "5.4")
def test_the_cards_of_a_seat_that_has_finished_are_told_to_all() -> None:
    state = almost()
    journal = journal_of(state)
    play_on(state, journal, lay("25.10-bucharest"))
    for seat in (0, 1, SPECTATOR):
        assert journal.told_to(seat)[-1] == {"kind": "finished", "seat": 0, "cards": HAND}


@pytest.mark.rule("transeuropa", "6.1")
def test_the_count_is_told_to_all() -> None:
    state = almost()
    journal = journal_of(state)
    play_on(state, journal, lay("25.10-bucharest"), STOPPING)
    ended = [entry for entry in journal.told_to(SPECTATOR) if entry["kind"] == "round-ended"]
    assert len(ended) == 1
    assert {key: ended[0][key] for key in ("round", "first", "reason", "finished", "hands", "missing", "scores")} == {
        "round": 1,
        "first": 0,
        "reason": "connected",
        "finished": [0],
        "hands": [HAND, NEIGHBOUR],
        "missing": [0, 6],
        "scores": [12, 6],
    }


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_through_a_whole_match_no_card_is_told_before_its_time(seats: int) -> None:
    """What a seat or a spectator hears and sees names a rival's cards only once that rival's hand is open."""
    state = cast(TransEuropaState, game.new(seats, {}, FastChance(seats)))
    journal = journal_of(state)
    while state.deciders():
        mover = int(state.turn)
        before = state.round
        told = len(journal.entries)
        state.apply(mover, eager(state))
        for seat in range(-1, seats):
            view = state.view(seat)
            shown = [each for each in range(seats) if view["hands"][each] is not None]
            open_hands = set(state.finished_seats()) | ({seat} if seat >= 0 else set())
            if state.deciders():
                assert set(shown) == open_hands
            else:
                assert len(shown) == seats
            for entry in journal.told_to(seat, told):
                if entry["kind"] == "finished":
                    assert entry["cards"] == state.card_names(entry["seat"]) or state.round > before
                elif entry["kind"] == "round-began":
                    assert entry.get("cards") == (state.card_names(seat) if seat >= 0 else None)
                else:
                    assert "cards" not in entry
                assert ("hands" in entry) == (entry["kind"] == "round-ended")


def test_a_view_does_not_change_with_what_it_may_not_show() -> None:
    """Two deals that differ in a rival's hand only: same view, same prompt, same actions, same refusals."""
    rails = without(NETWORK, "25.10-bucharest")
    other = ["dublin", "vienna", "glasgow", "kyiv", "rome"]
    one = arrange(markers=["berlin", "18.5"], hands=[HAND, NEIGHBOUR], rails=rails)
    two = arrange(markers=["berlin", "18.5"], hands=[HAND, other], rails=rails)
    for seat in (0, SPECTATOR):
        assert json.dumps(one.view(seat)) == json.dumps(two.view(seat))
    assert one.prompt(0) == two.prompt(0)
    assert one.legal_actions(0) == two.legal_actions(0)
    for action in game.outside_actions(one, 0):
        assert one.refusal(0, action) == two.refusal(0, action)
    assert one.view(1) != two.view(1)


def test_a_spectator_sees_all_that_is_public() -> None:
    state = almost()
    view = state.view(SPECTATOR)
    assert view["seat"] == SPECTATOR
    assert view["hands"] == [None, None]
    assert view["markers"] == ["berlin", "18.5"]
    assert view["networks"] == [0, 0]
    assert len(view["rails"]) == 83 - view["rails_left"]
    assert (view["deciders"], view["points"], view["scores"]) == ([0], 2, [12, 12])


def test_finished_rounds_are_remembered_by_every_view() -> None:
    state = almost()
    play(state, lay("25.10-bucharest"), STOPPING)
    for seat in (0, 1, SPECTATOR):
        (played,) = state.view(seat)["past"]
        assert played["hands"] == [HAND, NEIGHBOUR]
        assert played["missing"] == [0, 6]
        assert len(played["rails"]) == len(NETWORK) + len(BRANCHES)


def test_the_prompt_offers_what_is_legal_and_nothing_else() -> None:
    stream = Stream(4)
    state = cast(TransEuropaState, game.new(3, {}, FastChance(4)))
    asked = set()
    while state.deciders():
        seat = int(state.turn)
        prompt = state.prompt(seat)
        assert prompt is not None
        asked.add(prompt.ask)
        legal = state.legal_actions(seat)
        assert sorted(action for _, action in leaves(prompt.choices)) == sorted(legal)
        assert state.prompt((seat + 1) % 3) is None
        state.apply(seat, legal[stream.below(len(legal))] if stream.below(9) == 0 else eager(state))
    assert asked >= {"place-marker", "lay-first", "lay-second"}
    assert state.prompt(0) is None


def test_actions_read_back_from_their_names() -> None:
    state = arrange()
    for action in game.outside_actions(state, 0):
        assert game.encode(state, 0, game.decode(state, 0, action)) == action
