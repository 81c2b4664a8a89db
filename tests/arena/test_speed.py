"""Measuring gives figures of all kinds; how large they are is the machine's business."""

from __future__ import annotations

import pytest

from roundhouse.arena import reference_loop
from roundhouse.arena.speed import measured, positions
from roundhouse.engine.registry import games


@pytest.mark.parametrize("name", list(games()))
def test_everything_is_measured(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference_loop, "speed", lambda seconds: 50_000.0)
    speed = measured(games()[name], 0.05)
    assert speed.decisions_per_second >= speed.whole_per_second > 0
    assert min(speed.clone_us, speed.view_us, speed.determinize_us) > 0
    assert speed.times_yardstick == pytest.approx(speed.decisions_per_second / 50_000)
    assert speed.yardstick == 50_000


def test_scoring_is_measured_where_it_is_put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference_loop, "speed", lambda seconds: 50_000.0)
    assert measured(games()["transeuropa"], 0.1).scoring_us > 0


def test_positions_are_such_where_somebody_may_act() -> None:
    for state in positions(games()["transeuropa"], 4):
        assert state.legal_actions(state.next_decider())


def test_the_yardstick_still_plays_the_same_game() -> None:
    """Speeds measured long ago are multiples of it: what it does must never change."""
    board = reference_loop.Board(1)
    assert (board.nodes, len(board.cost)) == (150, 401)
    assert [reference_loop.play(board, 4, seed) for seed in (1, 2)] == [(104, 418860627), (190, 1739040732)]
    assert reference_loop.speed(0.01) > 0
