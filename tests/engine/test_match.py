"""A match as it is played: refusals change nothing, undo, ends, journal."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.engine.match import Match, named_actions
from roundhouse.engine.outcome import AGREED
from roundhouse.engine.refusal import ActionError, OptionError
from roundhouse.engine.registry import games
from roundhouse.engine.state import SPECTATOR, Journal

SEED = bytes(range(32))
POSITION: dict[str, Any] = {"seats": 2, "phase": "turns", "turn": 0, "queue": [1, 0], "fuel": [2, 2]}


def arranged(**position: Any) -> Match:
    game = games()["probe"]
    return Match(game, game.configure(2), SEED, position={**POSITION, **position})


def test_refused_action_changes_nothing() -> None:
    match = arranged()
    before = match.state.dump()
    for seat, value, code in (
        (0, {"type": "lay", "link": "port-fair"}, "link-out-of-reach"),
        (1, {"type": "roll"}, "not-your-turn"),
        (7, {"type": "roll"}, "seat-unknown"),
        (0, "roll", "action-type-unknown"),
    ):
        refusal = match.refusal(seat, value)
        assert refusal is not None
        assert refusal.code == code
        with pytest.raises(ActionError) as error:
            match.play(seat, value)
        assert error.value.refusal == refusal
    assert match.state.dump() == before
    assert match.log == []
    assert match.journal.entries == []


def test_play_gives_what_happened() -> None:
    match = arranged()
    told = match.play(0, {"type": "roll"})
    assert [entry.kind for entry in told] == ["rolled"]
    assert match.refusal(1, {"type": "roll"}) is None
    told = match.play(1, {"type": "roll"})
    assert len(match.journal.entries) == 2
    assert match.journal_marks == [1, 2]
    assert [entry.action for entry in match.log] == [{"type": "roll"}] * 2


def test_opening_is_kept() -> None:
    match = arranged()
    opening = match.state.dump()
    match.play(0, {"type": "roll"})
    assert match.opening.dump() == opening


def test_free_undo_only_for_who_acted_last() -> None:
    match = arranged(links=[["mill-quarry", 0]], goals=["fair", "mine"])
    assert match.free_undo(0) is None
    match.play(0, {"type": "lay", "link": "mill-port"})
    assert match.free_undo(0) == 0
    assert match.free_undo(1) is None
    match.undo(0, 0)
    # An undo can't itself be undone for free, nor an action before it.
    assert match.free_undo(0) is None
    match.play(0, {"type": "lay", "link": "mill-port"})
    match.play(1, {"type": "roll"})
    assert match.free_undo(0) is None
    assert match.free_undo(1) is None


def test_undo_past_a_draw_draws_anew_and_again_the_same_from_the_same_log() -> None:
    dice = []
    for _ in range(2):
        match = arranged()
        match.play(0, {"type": "roll"})
        match.undo(1, 0)
        match.play(0, {"type": "roll"})
        match.undo(1, 0)
        match.play(0, {"type": "roll"})
        dice.append([entry.params["dice"] for entry in match.journal.entries if entry.kind == "rolled"])
    assert dice[0] == dice[1]
    assert len({tuple(each) for each in dice[0]}) > 1


def test_undo_takes_an_end_back() -> None:
    match = arranged(round=3, queue=[])
    match.play(0, {"type": "roll"})
    assert match.over()
    match.undo(0, 0)
    assert not match.over()
    assert match.outcome() is None


@pytest.mark.parametrize("to", [-1, 1, 5])
def test_undo_to_nowhere(to: int) -> None:
    match = arranged()
    match.play(0, {"type": "roll"})
    with pytest.raises(ActionError) as error:
        match.undo(0, to)
    assert error.value.refusal.code == "undo-nowhere"


def test_nothing_after_the_end() -> None:
    match = arranged()
    match.agree()
    assert match.over()
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.ending == AGREED
    refusal = match.refusal(0, {"type": "roll"})
    assert refusal is not None
    assert refusal.code == "match-over"
    assert match.free_undo(0) is None
    for end in (match.agree, match.abandon, lambda: match.resign([0])):
        with pytest.raises(ActionError):
            end()


def test_position_of_other_seats_is_refused() -> None:
    game = games()["probe"]
    with pytest.raises(OptionError) as error:
        Match(game, game.configure(3), SEED, position=POSITION)
    assert error.value.refusal.code == "option-seats-differ"


def test_named_actions_are_what_can_be_played() -> None:
    match = arranged()
    names = named_actions(match.game, match.state, 0)
    assert {"type": "roll"} in names
    assert all(match.refusal(0, name) is None for name in names)
    assert named_actions(match.game, match.state, 1) == []


def test_journal_tells_each_what_it_may_know() -> None:
    journal = Journal()
    journal.tell("all", {"a": 1})
    journal.tell("more", {"a": 1}, {0: {"b": 2}})
    journal.tell("some", {"a": 1}, {1: {"b": 2}}, [0, 1])
    assert journal.told_to(SPECTATOR) == [{"kind": "all", "a": 1}, {"kind": "more", "a": 1}]
    assert journal.told_to(0) == [
        {"kind": "all", "a": 1},
        {"kind": "more", "a": 1, "b": 2},
        {"kind": "some", "a": 1},
    ]
    assert journal.told_to(1, since=2) == [{"kind": "some", "a": 1, "b": 2}]
