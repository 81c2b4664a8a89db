"""What the drawn sheet of Ticket to Ride: Europe agrees on: sizes, projection, and where cars stand on a curve."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan, atan2, cos, degrees, exp, hypot, log, pi, radians, sin, tan
from pathlib import Path
from typing import Any

from maps.atlas import Point
from maps.shapes import Box

ROOT = Path(__file__).resolve().parents[2]
CONTENT = ROOT / "src/roundhouse/games/ticket_to_ride/content"
HAND = Path(__file__).with_name("ticket_to_ride_hand.json")
PLACES = Path(__file__).with_name("ticket_to_ride_places.json")

# Design pixels. The frame all round is the score track; the map is what lies inside it.
WIDTH, HEIGHT, FRAME = 1200.0, 800.0, 27.0
INNER: Box = (FRAME, FRAME, WIDTH - FRAME, HEIGHT - FRAME)
SPACE_LONG, SPACE_DEEP = 27.0, 11.4
PITCH, WIDEST_PITCH = 29.2, 35.5
ROWS_APART = 14.0
# How much a drawn space reaches beyond its rectangle: the teeth of a tunnel, the rim of a piece.
TUNNEL_RIM, PIECE_RIM = 2.7, 1.0
CITY_RADIUS = 5.6
# From the middle of a city to the middle of its routes' first spaces is at least this and half a space.
LEAST_OFFSET = 12.0

# Advance widths of Literata at weight 600 in hundredths of an em, as a browser measures them (rounded up).
WIDTHS = {
    letter: width
    for width, letters in {
        20: " ", 33: "j", 34: "-", 35: "ilíï", 41: "If", 42: "t", 48: "s", 51: "rz", 52: "гз", 53: "cс", 54: "э",
        55: "eеё", 56: "aáа", 57: "J", 58: "вь", 59: "gxбх", 60: "yЗту", 61: "SovøГо", 62: "qдкя", 63: "FPbР",
        64: "Ldpлр", 65: "EkЁЕч", 66: "uü", 67: "ZЬъ", 68: "BhnБВУ", 69: "Эп", 70: "CСийнц", 73: "YЯ", 74: "RTXТХ",
        75: "AVАДК", 76: "G", 77: "DKOЛОм", 78: "QЧ", 79: "U", 83: "N", 84: "HНПф", 85: "ИЙ", 86: "ФЦы", 88: "w",
        89: "жю", 98: "m", 99: "MМш", 100: "щ", 101: "Ы", 107: "Ж", 110: "W", 112: "Ю", 118: "Ш", 120: "Щ",
    }.items()
    for letter in letters
}  # fmt: skip
ASCENT, DESCENT = 0.74, 0.22


def text_width(text: str, size: float) -> float:
    return size * sum(WIDTHS.get(letter, 80) for letter in text) / 100


def text_box(x: float, y: float, anchor: str, text: str, size: float) -> Box:
    """What a line of text covers whose baseline is at y."""
    length = text_width(text, size)
    left = {"start": x, "middle": x - length / 2, "end": x - length}[anchor]
    return left, y - ASCENT * size, left + length, y + DESCENT * size


@dataclass(frozen=True)
class Pair:
    """One city pair: its one route or its two side by side."""

    name: str
    a: str
    b: str
    length: int
    rows: int
    tunnel: bool
    routes: tuple[str, ...]

    @property
    def half(self) -> float:
        """Half the width of what is drawn: both rows, teeth and rims."""
        rim = TUNNEL_RIM if self.tunnel else PIECE_RIM
        return SPACE_DEEP / 2 + rim + (ROWS_APART / 2 if self.rows == 2 else 0.0)


@dataclass(frozen=True)
class Facts:
    cities: list[dict[str, Any]]
    pairs: list[Pair]
    routes: dict[str, dict[str, Any]]

    def degree(self, city: str) -> int:
        return sum(pair.rows for pair in self.pairs if city in (pair.a, pair.b))

    def offset(self, city: str) -> float:
        """How far from a city its first spaces begin, so that all its rows find room round it."""
        return max(LEAST_OFFSET, self.degree(city) * 13.6 / (2 * pi) + 1.2)


def facts() -> Facts:
    cities = json.loads((CONTENT / "cities.json").read_text())["cities"]
    routes = json.loads((CONTENT / "routes.json").read_text())["routes"]
    found: dict[str, list[dict[str, Any]]] = {}
    for route in routes:
        found.setdefault(f"{route['a']}-{route['b']}", []).append(route)
    pairs = [
        Pair(
            name,
            group[0]["a"],
            group[0]["b"],
            group[0]["length"],
            len(group),
            any(route["tunnel"] for route in group),
            tuple(route["id"] for route in group),
        )
        for name, group in found.items()
    ]
    return Facts(cities, pairs, {route["id"]: route for route in routes})


def conic(lon: float, lat: float, parallels: Point = (41.0, 57.0), middle: float = 16.0) -> Point:
    """Lambert's conformal cone; x east, y south, in radii of the earth."""
    first, second = radians(parallels[0]), radians(parallels[1])

    def steep(phi: float) -> float:
        return tan(pi / 4 + phi / 2)

    n = log(cos(first) / cos(second)) / log(steep(second) / steep(first))
    f = cos(first) * steep(first) ** n / n
    rho, middle_rho = f / steep(radians(lat)) ** n, f / steep(radians(49.0)) ** n
    theta = n * radians(lon - middle)
    return rho * sin(theta), -(middle_rho - rho * cos(theta))


def unconic(x: float, y: float, parallels: Point = (41.0, 57.0), middle: float = 16.0) -> Point:
    """Back to longitude and latitude."""
    first, second = radians(parallels[0]), radians(parallels[1])

    def steep(phi: float) -> float:
        return tan(pi / 4 + phi / 2)

    n = log(cos(first) / cos(second)) / log(steep(second) / steep(first))
    f = cos(first) * steep(first) ** n / n
    middle_rho = f / steep(radians(49.0)) ** n
    down = middle_rho + y
    rho, theta = hypot(x, down), atan2(x, down)
    return middle + degrees(theta / n), degrees(2 * atan((f / rho) ** (1 / n)) - pi / 2)


# The glass over the crowded middle: where, how strong, how wide (radii of the earth).
GLASS_AT, GLASS_STRENGTH, GLASS_WIDTH = (8.2, 50.6), 0.72, 0.128


def projected(lon: float, lat: float) -> Point:
    """The plane before anything is fitted or nudged: cone and magnifying glass."""
    x, y = conic(lon, lat)
    cx, cy = conic(*GLASS_AT)
    dx, dy = x - cx, y - cy
    swell = 1 + GLASS_STRENGTH * exp(-(dx * dx + dy * dy) / (2 * GLASS_WIDTH * GLASS_WIDTH))
    return cx + dx * swell, cy + dy * swell


Curve = tuple[Point, Point, Point, Point]


def curve_at(curve: Curve, t: float) -> Point:
    s = 1 - t
    w = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return (
        w[0] * curve[0][0] + w[1] * curve[1][0] + w[2] * curve[2][0] + w[3] * curve[3][0],
        w[0] * curve[0][1] + w[1] * curve[1][1] + w[2] * curve[2][1] + w[3] * curve[3][1],
    )


def table(curve: Curve, steps: int = 96) -> list[float]:
    """Length along the curve at even steps of its parameter."""
    points = [curve_at(curve, k / steps) for k in range(steps + 1)]
    lengths = [0.0]
    for (ax, ay), (bx, by) in pairwise(points):
        lengths.append(lengths[-1] + hypot(bx - ax, by - ay))
    return lengths


def parameter(lengths: Sequence[float], wanted: float) -> float:
    """The curve's parameter where that much of it lies behind."""
    steps = len(lengths) - 1
    low, high = 0, steps
    while high - low > 1:
        middle = (low + high) // 2
        if lengths[middle] <= wanted:
            low = middle
        else:
            high = middle
    span = lengths[high] - lengths[low]
    return (low + ((wanted - lengths[low]) / span if span else 0.0)) / steps


@dataclass(frozen=True)
class Space:
    x: float
    y: float
    turn: float  # degrees

    def corners(self, rim: float = 0.0) -> list[Point]:
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        u, v = SPACE_LONG / 2 + rim, SPACE_DEEP / 2 + rim
        return [(self.x + a * u * c - b * v * s, self.y + a * u * s + b * v * c) for a, b in
                ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip


def spaces(
    curve: Curve, pair: Pair, offsets: tuple[float, float], slide: tuple[float, float] = (0.0, 1.0)
) -> list[list[Space]]:
    """Where the spaces of a pair stand: one list for every row, from its first city to its second.

    A curve longer than its spaces need leaves room: `slide` says how far they move towards the second city (-1 to 1),
    and how much of the room between them is used (0 to 1).
    """
    lengths = table(curve)
    start, end = offsets[0], lengths[-1] - offsets[1]
    free = end - start
    widest = min(free / pair.length, WIDEST_PITCH)
    pitch = min(widest, PITCH + (widest - PITCH) * slide[1]) if widest > PITCH else widest
    room = free - pitch * pair.length
    first = (start + end) / 2 - pitch * (pair.length - 1) / 2 + slide[0] * room / 2
    rows: list[list[Space]] = [[] for _ in range(pair.rows)]
    for k in range(pair.length):
        s = first + k * pitch
        x, y = curve_at(curve, parameter(lengths, s))
        # The direction of the chord under the whole space, not of the point in its middle.
        half = SPACE_LONG / 2
        before = curve_at(curve, parameter(lengths, max(0.0, s - half)))
        after = curve_at(curve, parameter(lengths, min(lengths[-1], s + half)))
        turn = atan2(after[1] - before[1], after[0] - before[0])
        # The chord lies inside the bend: half way between arc and chord looks right.
        x, y = x * 0.67 + (before[0] + after[0]) / 2 * 0.33, y * 0.67 + (before[1] + after[1]) / 2 * 0.33
        for row in range(pair.rows):
            aside = (row - (pair.rows - 1) / 2) * ROWS_APART
            rows[row].append(Space(x - sin(turn) * aside, y + cos(turn) * aside, degrees(turn)))
    return rows


def separation(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Room between two convex shapes along their best axis; negative where they overlap."""
    best = -1e9
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            length = hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / length, (ax - bx) / length
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in other]
            best = max(best, min(second) - max(first), min(first) - max(second))
    return best


def corners_of(box: Box) -> list[Point]:
    return [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]


@dataclass(frozen=True)
class Places:
    """Where cities and curves are, as the relaxation left them."""

    facts: Facts
    cities: dict[str, Point]
    curves: dict[str, Curve]
    slides: dict[str, tuple[float, float]]

    def spaces(self) -> dict[str, list[list[Space]]]:
        """Rows of spaces for every city pair."""
        result = {}
        for pair in self.facts.pairs:
            offsets = (self.facts.offset(pair.a), self.facts.offset(pair.b))
            result[pair.name] = spaces(self.curves[pair.name], pair, offsets, self.slides.get(pair.name, (0.0, 1.0)))
        return result


def places() -> Places:
    given = json.loads(PLACES.read_text())
    known = facts()
    cities = {name: (float(x), float(y)) for name, (x, y) in given["cities"].items()}
    curves: dict[str, Curve] = {}
    for pair in known.pairs:
        hx, hy, ix, iy = given["curves"][pair.name]
        curves[pair.name] = (cities[pair.a], (hx, hy), (ix, iy), cities[pair.b])
    slides = {name: (float(slide), float(spread)) for name, (slide, spread) in given["slides"].items()}
    return Places(known, cities, curves, slides)
