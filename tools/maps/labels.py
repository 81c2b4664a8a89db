"""Finds places for the names of cities: near their city, off each other, off what is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

from maps.atlas import Point
from maps.shapes import Box

# Advance widths of Golos Text at weight 600 (the widest we set), in hundredths of an em, as a browser measures them.
WIDTHS = {
    letter: width
    for width, letters in {
        25: " ", 27: "i", 31: ".", 33: "Il", 36: "f", 38: "-", 39: "r", 40: "t", 47: "г", 51: "zт", 53: "ь",
        54: "з", 55: "sș", 56: "cГс", 57: "Lakавкх", 58: "evyеуяё", 59: "Fuüбл", 60: "hnoöоп", 61: "bdgpинр",
        62: "Zд", 63: "ц", 64: "TТ", 66: "PSР", 67: "Б", 68: "BВ", 69: "ARVА", 70: "CKСХ", 71: "DК", 72: "GЛм",
        75: "ДП", 76: "HOОф", 77: "Цю", 82: "ж", 83: "wш", 84: "✓", 87: "m", 88: "MМ", 90: "Ф", 98: "W",
    }.items()
    for letter in letters
}  # fmt: skip
ASCENT, DESCENT = 0.74, 0.22


def width(text: str, size: float) -> float:
    return size * sum(WIDTHS.get(letter, 66) for letter in text) / 100


def text_box(x: float, y: float, anchor: str, text: str, size: float) -> Box:
    """What a line of text covers whose baseline is at y."""
    length = width(text, size)
    left = {"start": x, "middle": x - length / 2, "end": x - length}[anchor]
    return left, y - ASCENT * size, left + length, y + DESCENT * size


def grown(box: Box, across: float, down: float) -> Box:
    return box[0] - across, box[1] - down, box[2] + across, box[3] + down


def overlap(a: Box, b: Box) -> float:
    """The area two boxes share."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def gap(box: Box, point: Point) -> float:
    """From a point to a box; 0 inside."""
    return hypot(max(box[0] - point[0], 0, point[0] - box[2]), max(box[1] - point[1], 0, point[1] - box[3]))


def covered(box: Box, a: Point, b: Point) -> float:
    """How much of the segment a-b lies in the box (Liang and Barsky)."""
    t0, t1 = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for step, room in ((-dx, a[0] - box[0]), (dx, box[2] - a[0]), (-dy, a[1] - box[1]), (dy, box[3] - a[1])):
        if step == 0:
            if room < 0:
                return 0.0
        elif step < 0:
            t0 = max(t0, room / step)
        else:
            t1 = min(t1, room / step)
    return max(0.0, t1 - t0) * hypot(dx, dy)


@dataclass(frozen=True)
class Spot:
    """One place for one name: where its baseline starts, ends or has its middle."""

    x: float
    y: float
    anchor: str
    side: str
    cost: float
    box: Box
    # The same name as a plate, farther out: beside a city of mine, drawn larger, or one with a start marker.
    plate: Point
    room: Box  # what name and plate cover together


@dataclass(frozen=True)
class Ground:
    """What names have to share the board with."""

    view: Box
    lines: Sequence[tuple[Point, Point, float]]  # with what a pixel under a name costs
    dots: Sequence[tuple[Point, float]]  # crossings: the same
    markers: Mapping[str, Point]  # the city discs
    names: Sequence[tuple[Point, float]]  # sea names and the like, as a row of discs
    radius: float  # of a city disc with its ring
    push: float  # how much farther out a plate stands


def spots(city: str, text: str, size: float, ground: Ground) -> list[Spot]:
    """Every place we would consider for one name, with its own cost."""
    at = ground.markers[city]
    # Only what a name at this city can touch at all.
    reach = ground.radius + ground.push + 30 + width(text, size)
    near = (at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)
    lines = [line for line in ground.lines if covered(near, line[0], line[1]) > 0]
    dots = [dot for dot in ground.dots if gap(near, dot[0]) == 0]
    markers = {other: place for other, place in ground.markers.items() if gap(near, place) < ground.radius}
    names = [disc for disc in ground.names if gap(near, disc[0]) < disc[1]]
    found: list[Spot] = []
    for turn in range(32):
        angle = turn * pi / 16
        east, south = cos(angle), sin(angle)
        for far in (3.0, 5.0, 8.0, 13.0, 20.0):
            out = ground.radius + far
            if abs(east) < 0.3:
                anchors: tuple[str, ...] = ("middle", "start", "end")
            else:
                anchors = ("start",) if east > 0 else ("end",)
            for anchor in anchors:
                x = at[0] + east * out
                if abs(east) < 0.3 and anchor != "middle":
                    # Above or below, but shifted so that the name begins or ends over the disc.
                    x = at[0] + (-ground.radius if anchor == "start" else ground.radius)
                middle = at[1] + south * (out + (0.42 * size if abs(south) > 0.3 else 0.0))
                y = middle + (ASCENT - DESCENT) / 2 * size
                x, y = round(x, 1), round(y, 1)
                box = text_box(x, y, anchor, text, size)
                side = "right" if east > 0.5 else "left" if east < -0.5 else "above" if south < 0 else "below"
                aside = abs((box[0] + box[2]) / 2 - at[0])
                cost = far * 1.1 + 0.14 * aside + 5 * abs(south) + (2 if side == "left" else 0)
                # A plate moves the way the name lies: aside, and up or down where the name is above or below.
                shift_x = ground.push * (1 if anchor == "start" else -1) if abs(east) >= 0.3 else 0.0
                shift_y = ground.push * (south if abs(east) >= 0.3 else (1 if south > 0 else -1))
                plate = (round(x + shift_x, 1), round(y + shift_y, 1))
                around = grown(text_box(*plate, anchor, text, size), 5, 3)
                wide = (min(box[0], around[0]), min(box[1], around[1]), max(box[2], around[2]), max(box[3], around[3]))
                if wide[0] < ground.view[0] or wide[1] < ground.view[1]:
                    continue
                if wide[2] > ground.view[2] or wide[3] > ground.view[3]:
                    continue
                # A rail laid later is as broad as its ballast: stay that much off a line where there is room.
                snug = grown(box, 3, 5)
                cost += sum(weight * covered(snug, a, b) for a, b, weight in lines)
                # A junction or a start marker may come to stand on a crossing.
                cost += sum(weight * max(0.0, 1 - gap(box, point) / 17) for point, weight in dots)
                own = gap(box, at)
                for other, place in markers.items():
                    if other != city and gap(box, place) < own + 6:
                        cost += 90  # it would be read as the other city's name
                    room = gap(box, place) - ground.radius - (2 if other == city else 5)
                    if other == city:
                        room = min(room, gap(around, place) - ground.radius - ground.push + 3)
                    else:
                        room = min(room, gap(around, place) - ground.radius - 1)
                    if room < 0:
                        cost += 400 + 40 * -room
                for point, radius in names:
                    room = gap(box, point) - radius
                    if room < 0:
                        cost += 150 + 10 * -room
                found.append(Spot(x, y, anchor, side, cost, box, plate, wide))
    return sorted(found, key=lambda spot: (spot.cost, spot.x, spot.y, spot.anchor))[:120]


def place(texts: Mapping[str, str], size: float, ground: Ground) -> dict[str, Spot]:
    """One spot for every name. Greedy sweeps until nothing gets better; the same answer every time."""
    choices = {city: spots(city, text, size, ground) for city, text in texts.items()}
    chosen = {city: found[0] for city, found in choices.items()}

    def clash(a: Spot, b: Spot) -> float:
        shared = overlap(a.room, b.room)
        return 600 + 8 * shared if shared > 0 else 0.0

    for _ in range(14):
        changed = False
        for city in choices:
            others = [spot for other, spot in chosen.items() if other != city]
            best = min(choices[city], key=lambda spot: spot.cost + sum(clash(spot, other) for other in others))
            if best != chosen[city]:
                chosen[city], changed = best, True
        if not changed:
            break
    return chosen
