"""How sure a figure is: 95 % intervals."""

from __future__ import annotations

from math import sqrt
from typing import Final

Z_95: Final = 1.959963984540054


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Between which rates the true one lies, by Wilson: sound for few games and for rates near 0 or 1.

    Shared wins count as parts, which only makes the interval a little wider than it had to be.
    """
    if games == 0:
        return (0.0, 1.0)
    rate = wins / games
    weight = Z_95 * Z_95 / games
    middle = (rate + weight / 2) / (1 + weight)
    half = Z_95 * sqrt(rate * (1 - rate) / games + weight / (4 * games)) / (1 + weight)
    return (max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(count: int, total: float, squares: float) -> tuple[float, float, float]:
    """Mean, and between which values the true one lies, from the sum of the values and of their squares."""
    if count == 0:
        return (0.0, 0.0, 0.0)
    mean = total / count
    if count == 1:
        return (mean, mean, mean)
    variance = max(0.0, (squares - total * total / count) / (count - 1))
    half = Z_95 * sqrt(variance / count)
    return (mean, mean - half, mean + half)
