"""Intervals, against values worked out elsewhere."""

from __future__ import annotations

import pytest

from roundhouse.arena.intervals import mean_interval, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # The interval without correction for continuity, from the published formula done by hand.
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_wilson(wins: float, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert found == pytest.approx((low, high), abs=5e-5)


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert mean_interval(0, 0, 0) == (0.0, 0.0, 0.0)


def test_mean() -> None:
    values = [1, 2, 3, 4, 10]
    mean, low, high = mean_interval(len(values), sum(values), sum(value * value for value in values))
    assert mean == 4
    # Standard deviation of the sample: the root of 12.5.
    assert high - mean == pytest.approx(1.96 * (12.5 / 5) ** 0.5, abs=1e-3)
    assert mean - low == pytest.approx(high - mean)
