"""Work on rings of points: clip, simplify, measure, write as SVG path data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from maps.atlas import Point, Ring

Box = tuple[float, float, float, float]

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def clip(ring: Ring, box: Box) -> Ring:
    """Sutherland and Hodgman: the part of a ring inside a box (left, top, right, bottom)."""
    left, top, right, bottom = box

    def cut(points: Ring, axis: int, limit: float, sign: int) -> Ring:
        result: Ring = []
        for here, there in zip(points, points[1:] + points[:1], strict=True):
            a, b = sign * (here[axis] - limit), sign * (there[axis] - limit)
            if a >= 0:
                result.append(here)
            if (a >= 0) != (b >= 0):
                t = a / (a - b)
                result.append((here[0] + t * (there[0] - here[0]), here[1] + t * (there[1] - here[1])))
        return result

    for axis, limit, sign in ((0, left, 1), (1, top, 1), (0, right, -1), (1, bottom, -1)):
        ring = cut(ring, axis, limit, sign)
        if not ring:
            return []
    return ring


def distance_to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) if length else 0.0
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def simplify(points: Ring, tolerance: float) -> Ring:
    """Douglas and Peucker on an open line; a closed ring comes as one with its first point repeated at the end."""
    keep = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        worst, at = tolerance, -1
        for i in range(first + 1, last):
            gap = distance_to_segment(points[i], points[first], points[last])
            if gap > worst:
                worst, at = gap, i
        if at >= 0:
            keep.add(at)
            spans += [(first, at), (at, last)]
    return [points[i] for i in sorted(keep)]


def simplify_ring(ring: Ring, tolerance: float) -> Ring:
    if len(ring) < 4:
        return ring
    far = max(range(len(ring)), key=lambda i: hypot(ring[i][0] - ring[0][0], ring[i][1] - ring[0][1]))
    return simplify(ring[: far + 1], tolerance)[:-1] + simplify([*ring[far:], ring[0]], tolerance)[:-1]


def area(ring: Sequence[Point]) -> float:
    return 0.5 * sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))


def inside(point: Point, ring: Sequence[Point]) -> bool:
    x, y = point
    odd = False
    (ax, ay) = ring[-1]
    for bx, by in ring:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
        ax, ay = bx, by
    return odd


class Land:
    """Answers, quickly enough for a build, whether a point lies on land."""

    def __init__(self, rings: Iterable[Ring]) -> None:
        self.rings = [
            (min(p[0] for p in r), min(p[1] for p in r), max(p[0] for p in r), max(p[1] for p in r), r) for r in rings
        ]

    def __contains__(self, point: object) -> bool:
        assert isinstance(point, tuple)
        x, y = point
        hits = [
            ring
            for left, top, right, bottom, ring in self.rings
            if left <= x <= right and top <= y <= bottom and inside((x, y), ring)
        ]
        return len(hits) % 2 == 1

    def distance(self, point: Point) -> float:
        """To the nearest coast, whichever side the point is on."""
        return min(
            distance_to_segment(point, a, b)
            for *_, ring in self.rings
            for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
        )


def number(value: float) -> str:
    """A coordinate as short as SVG allows, to a tenth."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def joined(numbers: Iterable[str]) -> str:
    """Numbers in a row; a space only where a minus doesn't part them already."""
    result = ""
    for text in numbers:
        result += text if not result or text.startswith("-") else f" {text}"
    return result


def path(points: Sequence[Point], closed: bool = False) -> str:
    """Path data with steps from point to point; rounding never adds up along the line."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps: list[str] = []
    for (ax, ay), (bx, by) in pairwise(tenths):
        if (ax, ay) != (bx, by):
            steps += [number((bx - ax) / 10), number((by - ay) / 10)]
    start = joined([number(tenths[0][0] / 10), number(tenths[0][1] / 10)])
    return f"M{start}l{joined(steps)}{'z' if closed else ''}" if steps else ""


def rings_of(data: str) -> list[Ring]:
    """Back from path data as `path` writes it: closed rings of steps."""
    rings: list[Ring] = []
    for part in data.split("M")[1:]:
        values = [float(text) for text in NUMBER.findall(part)]
        x, y = values[0], values[1]
        ring = [(x, y)]
        for k in range(2, len(values), 2):
            x, y = x + values[k], y + values[k + 1]
            ring.append((x, y))
        rings.append(ring)
    return rings
