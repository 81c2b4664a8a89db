"""Rivers and ridges: the line that crosses each doubled edge of one obstacle, and the hachures along it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from maps.atlas import Point
from maps.shapes import distance_to_segment, joined, number

Pair = tuple[int, int]


def chain(edges: Sequence[Pair], neighbours: dict[int, set[int]]) -> list[Pair]:
    """Edges in the order in which one line crosses them: two that follow each other share a triangle."""

    def follow(a: Pair, b: Pair) -> bool:
        shared = set(a) & set(b)
        if len(shared) != 1:
            return False
        (left,), (right,) = set(a) - shared, set(b) - shared
        return right in neighbours[left]

    links = {edge: [other for other in edges if follow(edge, other)] for edge in edges}
    ends = [edge for edge in edges if len(links[edge]) == 1]
    line = [min(ends)]
    while len(line) < len(edges):
        line.append(next(edge for edge in links[line[-1]] if edge not in line))
    return line


def tip(edge: Pair, before: Pair, places: dict[int, Point], neighbours: dict[int, set[int]]) -> Point:
    """The middle of the triangle beyond the last edge, where the line ends."""
    used = set(edge) | set(before)
    beyond = [n for n in neighbours[edge[0]] & neighbours[edge[1]] if n not in used]
    corners = [places[n] for n in (*edge, *beyond)]
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def middles(line: Sequence[Pair], places: dict[int, Point], neighbours: dict[int, set[int]]) -> list[Point]:
    """Where the line goes: from tip to tip, through the middle of every edge."""
    points = [((places[a][0] + places[b][0]) / 2, (places[a][1] + places[b][1]) / 2) for a, b in line]
    return [tip(line[0], line[1], places, neighbours), *points, tip(line[-1], line[-2], places, neighbours)]


Bezier = tuple[Point, Point, Point, Point]


def smooth(points: Sequence[Point], bend: float = 1 / 6) -> list[Bezier]:
    """Catmull and Rom's curve through the points, as cubic Béziers."""
    result = []
    for i in range(len(points) - 1):
        before, here, there = points[max(i - 1, 0)], points[i], points[i + 1]
        after = points[min(i + 2, len(points) - 1)]
        result.append(
            (
                here,
                (here[0] + (there[0] - before[0]) * bend, here[1] + (there[1] - before[1]) * bend),
                (there[0] - (after[0] - here[0]) * bend, there[1] - (after[1] - here[1]) * bend),
                there,
            )
        )
    return result


def bezier_path(curve: Sequence[Bezier]) -> str:
    parts = [f"M{joined(number(v) for v in curve[0][0])}"]
    for _, first, second, end in curve:
        parts.append("C" + joined(number(value) for point in (first, second, end) for value in point))
    return "".join(parts)


def sample(curve: Sequence[Bezier], step: float) -> list[tuple[Point, Point]]:
    """Points at even distances along the curve, each with its unit direction."""
    dense: list[Point] = []
    for a, b, c, d in curve:
        for k in range(40):
            t = k / 40
            s = 1 - t
            weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            dense.append(
                (
                    sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
                )
            )
    dense.append(curve[-1][3])
    result: list[tuple[Point, Point]] = []
    travelled, wanted = 0.0, step / 2
    for (ax, ay), (bx, by) in pairwise(dense):
        length = hypot(bx - ax, by - ay)
        while length and travelled + length >= wanted:
            t = (wanted - travelled) / length
            result.append(((ax + t * (bx - ax), ay + t * (by - ay)), ((bx - ax) / length, (by - ay) / length)))
            wanted += step
        travelled += length
    return result


def unrest(index: int, salt: int) -> float:
    """A number from -1 to 1 that looks random and is the same in every build."""
    value = ((index + 1) * 2654435761 ^ (salt + 1) * 40503 * 65537) & 0xFFFFFFFF
    value = ((value ^ value >> 15) * 2246822519) & 0xFFFFFFFF
    value = ((value ^ value >> 13) * 3266489917) & 0xFFFFFFFF
    return ((value ^ value >> 16) & 0xFFFF) / 32767.5 - 1


def hachures(curve: Sequence[Bezier], free: Sequence[tuple[Point, Point]], keep_off: float, salt: int) -> str:
    """Short tapering strokes down both sides of a ridge, none nearer to a line of the board than `keep_off`."""
    along = sample(curve, 4.2)
    parts: list[str] = []
    for i, ((x, y), (dx, dy)) in enumerate(along):
        # Shorter towards the two ends of the range, where it runs out into the plain.
        fade = sin(pi * min(1.0, (min(i, len(along) - 1 - i) + 1.5) / 9) / 2)
        for side in (1, -1):
            turn = 0.16 * unrest(i, salt + side)
            nx, ny = -dy * side, dx * side
            nx, ny = nx * cos(turn) - ny * sin(turn), nx * sin(turn) + ny * cos(turn)
            start = 2.2 + 0.9 * unrest(i, salt + 7 + side)
            length = (10.5 + 3.2 * unrest(i, salt + 31 + side)) * fade
            foot = (x + nx * start, y + ny * start)
            end = (foot[0] + nx * length, foot[1] + ny * length)
            if any(distance_to_segment(p, a, b) < keep_off for p in (foot, end) for a, b in free):
                continue
            half = 0.62
            steps = [
                nx * length - ny * half,
                ny * length + nx * half,
                -nx * length - ny * half,
                -ny * length + nx * half,
            ]
            corner = (foot[0] + ny * half, foot[1] - nx * half)
            parts.append(f"M{joined(map(number, corner))}l{joined(map(number, steps))}z")
    return "".join(parts)
