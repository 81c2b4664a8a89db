"""Results: shared ranks, shares of a win, teams, common results, early ends."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.engine.outcome import ABANDONED, AGREED, PLAYED_OUT, RESIGNED, Outcome, ended_early, ranks_by


def outcome(ranks: list[int], **more: Any) -> Outcome:
    return Outcome(PLAYED_OUT, "reason", ranks, [0] * len(ranks), **more)


@pytest.mark.parametrize(
    ("keys", "ranks"),
    [
        ([3, 2, 1], [1, 2, 3]),
        ([1, 3, 3, 2], [4, 1, 1, 3]),
        ([5, 5, 5], [1, 1, 1]),
        ([(1, 0), (1, 2), (0, 9)], [2, 1, 3]),
        ([-4, 0], [2, 1]),
        ([], []),
    ],
)
def test_ranks(keys: list[Any], ranks: list[int]) -> None:
    assert ranks_by(keys) == ranks


@pytest.mark.parametrize(
    ("result", "winners", "shares"),
    [
        (outcome([2, 1, 3]), [1], [0.0, 1.0, 0.0]),
        (outcome([1, 1, 3]), [0, 1], [0.5, 0.5, 0.0]),
        (outcome([1, 3, 1, 3], teams=[0, 1, 0, 1]), [0, 2], [1.0, 0.0, 1.0, 0.0]),
        (outcome([1, 1, 1, 1], teams=[0, 1, 0, 1]), [0, 1, 2, 3], [0.5, 0.5, 0.5, 0.5]),
        (outcome([1, 1, 1], won=True, margin=2), [0, 1, 2], [1.0, 1.0, 1.0]),
        (outcome([1, 1, 1], won=False, margin=-2), [], [0.0, 0.0, 0.0]),
        (outcome([]), [], []),
    ],
)
def test_winners_and_shares(result: Outcome, winners: list[int], shares: list[float]) -> None:
    assert result.winners() == winners
    assert result.shares() == shares


def test_who_resigned_is_last() -> None:
    result = ended_early(RESIGNED, [9, 1, 5, 5], [0])
    assert (result.ending, result.reason, result.scores) == (RESIGNED, RESIGNED, [9, 1, 5, 5])
    assert result.ranks == [4, 3, 1, 1]


def test_all_who_resigned_share_the_last_rank() -> None:
    assert ended_early(RESIGNED, [9, 1, 5], [0, 2]).ranks == [2, 1, 2]
    assert ended_early(RESIGNED, [9, 1], [0, 1]).ranks == [1, 1]


def test_a_team_resigns_as_a_whole() -> None:
    assert ended_early(RESIGNED, [9, 1, 9, 1], [0], [0, 1, 0, 1]).ranks == [3, 1, 3, 1]


def test_agreed_goes_by_the_standing() -> None:
    assert ended_early(AGREED, [2, 7, 7], []).ranks == [3, 1, 1]


def test_abandoned_has_no_ranks() -> None:
    result = ended_early(ABANDONED, [2, 7], [1])
    assert result.ranks == []
    assert result.winners() == []
    assert result.shares() == []
