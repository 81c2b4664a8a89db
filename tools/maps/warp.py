"""Bends the earth to a board: an equal-area projection, then a thin-plate spline through known places."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, cos, degrees, log, radians, sin, sqrt

from maps.atlas import Point


def project(place: Point, centre: Point = (14.0, 50.0)) -> Point:
    """Lambert's azimuthal equal-area projection of (longitude, latitude); x east, y south, in radii of the earth."""
    lon, lat = radians(place[0] - centre[0]), radians(place[1])
    mid = radians(centre[1])
    k = sqrt(2 / (1 + sin(mid) * sin(lat) + cos(mid) * cos(lat) * cos(lon)))
    return k * cos(lat) * sin(lon), -k * (cos(mid) * sin(lat) - sin(mid) * cos(lat) * cos(lon))


def unproject(point: Point, centre: Point = (14.0, 50.0)) -> Point:
    x, y = point[0], -point[1]
    rho = sqrt(x * x + y * y)
    if rho == 0:
        return centre
    mid, c = radians(centre[1]), 2 * asin(rho / 2)
    lat = asin(cos(c) * sin(mid) + y * sin(c) * cos(mid) / rho)
    lon = atan2(x * sin(c), rho * cos(mid) * cos(c) - y * sin(mid) * sin(c))
    return centre[0] + degrees(lon), degrees(lat)


def kernel(squared: float) -> float:
    """r² log r, the bending of a thin plate round one pin."""
    return 0.5 * squared * log(squared) if squared > 0 else 0.0


def solve(matrix: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    """Gaussian elimination with row exchange; several right sides at once, as rows of two numbers."""
    size = len(matrix)
    rows = [[*line, *values] for line, values in zip(matrix, right, strict=True)]
    for column in range(size):
        best = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[best] = rows[best], rows[column]
        lead = rows[column]
        for other in rows[column + 1 :]:
            factor = other[column] / lead[column]
            if factor:
                for k in range(column, len(lead)):
                    other[k] -= factor * lead[k]
    answer: list[list[float]] = [[] for _ in range(size)]
    for column in range(size - 1, -1, -1):
        lead = rows[column]
        answer[column] = [
            (lead[size + side] - sum(lead[k] * answer[k][side] for k in range(column + 1, size))) / lead[column]
            for side in range(len(right[0]))
        ]
    return answer


class Spline:
    """A smooth map of the plane that takes each pin to its target, as near as its slack (0: exactly) allows."""

    def __init__(self, pins: Sequence[Point], targets: Sequence[Point], slack: Sequence[float]) -> None:
        # Around 1 across, so that slack means the same whatever unit the pins come in.
        self.size = max(max(abs(x), abs(y)) for x, y in pins)
        self.pins = [(x / self.size, y / self.size) for x, y in pins]
        count = len(pins)
        matrix = [[0.0] * (count + 3) for _ in range(count + 3)]
        for i, (x, y) in enumerate(self.pins):
            for j, (u, v) in enumerate(self.pins):
                matrix[i][j] = kernel((x - u) ** 2 + (y - v) ** 2)
            matrix[i][i] += slack[i]
            for k, value in enumerate((1.0, x, y)):
                matrix[i][count + k] = matrix[count + k][i] = value
        right = [[*target] for target in targets] + [[0.0, 0.0] for _ in range(3)]
        solution = solve(matrix, right)
        self.weights, self.flat = solution[:count], solution[count:]

    def __call__(self, point: Point) -> Point:
        x, y = point[0] / self.size, point[1] / self.size
        at_x = self.flat[0][0] + self.flat[1][0] * x + self.flat[2][0] * y
        at_y = self.flat[0][1] + self.flat[1][1] * x + self.flat[2][1] * y
        for (u, v), (weight_x, weight_y) in zip(self.pins, self.weights, strict=True):
            bend = (x - u) * (x - u) + (y - v) * (y - v)
            if bend > 0:
                bend *= 0.5 * log(bend)
                at_x += weight_x * bend
                at_y += weight_y * bend
        return at_x, at_y
