"""Where the names of Ticket to Ride's cities stand: near their city, off every space, off each other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin

from maps import ticket_to_ride_sheet as sheet
from maps.atlas import Point
from maps.labels import gap, grown, overlap
from maps.shapes import Box

LANGUAGES = ("en", "ru")
SIZE = 14.5
TURNS, DISTANCES = 32, (3.2, 4.6, 6.4, 9.0, 12.5, 17.0)


@dataclass(frozen=True)
class Spot:
    x: float
    y: float
    anchor: str
    box: Box
    cost: float


def text_of(city: dict[str, str], language: str) -> str:
    return city["name_ru"] if language == "ru" else city["name_on_tickets"]


Disc = tuple[float, float, float, str]


def discs_of(
    facts: sheet.Facts, curves: Mapping[str, sheet.Curve], slides: Mapping[str, tuple[float, float]]
) -> list[Disc]:
    """Every space as three discs, with the pair it belongs to."""
    found: list[Disc] = []
    for pair in facts.pairs:
        rim = sheet.TUNNEL_RIM if pair.tunnel else sheet.PIECE_RIM
        offsets = (facts.offset(pair.a), facts.offset(pair.b))
        for row in sheet.spaces(curves[pair.name], pair, offsets, slides.get(pair.name, (0.0, 1.0))):
            for space in row:
                c, s = cos(radians(space.turn)), sin(radians(space.turn))
                for along in (-9.0, 0.0, 9.0):
                    radius = 5.5 + rim + (0.9 if along else 0.0)
                    found.append((space.x + along * c, space.y + along * s, radius, pair.name))
    return found


def candidates(
    name: str,
    text: str,
    places: Mapping[str, Point],
    discs: Sequence[Disc],
    others: Sequence[Box],
    wish: float | None,
    firm: bool,
) -> list[Spot]:
    """Every spot we would consider, best first. `wish` is where the hand wants the name, in degrees from east down."""
    at = places[name]
    length = sheet.text_width(text, SIZE)
    half, tall = length / 2, (sheet.ASCENT + sheet.DESCENT) / 2 * SIZE
    near = [disc for disc in discs if abs(disc[0] - at[0]) < length + 42 and abs(disc[1] - at[1]) < 50]
    towns = [(other, p) for other, p in places.items() if abs(p[0] - at[0]) < length + 60 and abs(p[1] - at[1]) < 60]
    found: list[Spot] = []
    for turn in range(TURNS):
        angle = turn * 2 * pi / TURNS
        east, south = cos(angle), sin(angle)
        astray = 0.0 if wish is None else max(0.0, abs((turn * 360 / TURNS - wish + 180) % 360 - 180) - 12) / 10
        if firm and astray > 1.0:
            continue
        for far in DISTANCES[:2] if firm and wish is not None else DISTANCES:
            out = sheet.CITY_RADIUS + far
            for lean in (0.0, -0.55, 0.55) if abs(east) < 0.4 else (0.0,):
                cx = at[0] + east * out + half * max(-1.0, min(1.0, east * 1.7)) + half * lean
                cy = at[1] + south * out + tall * max(-1.0, min(1.0, south * 1.7))
                box = (cx - half, cy - tall, cx + half, cy + tall)
                inner = sheet.INNER
                if box[0] < inner[0] + 4 or box[1] < inner[1] + 3 or box[2] > inner[2] - 4 or box[3] > inner[3] - 3:
                    continue
                own = gap(box, at)
                cost = astray + 1.5 * max(0.0, own - 8.0) + 1.4 * abs(south) + (1.0 if east < -0.5 else 0.0) + abs(lean)
                cost += 60.0 * max(0.0, 8.2 - own)
                for px, py, radius, _ in near:
                    room = gap(box, (px, py)) - radius
                    if room < 0.8:
                        cost += 6.0 + 16.0 * (0.8 - room)
                    elif room < 3.0:
                        cost += (3.0 - room) * 0.25
                for other, place in towns:
                    if other != name:
                        room = gap(box, place)
                        if room < sheet.CITY_RADIUS + 4:
                            cost += 120.0 + 20 * (sheet.CITY_RADIUS + 4 - room)
                        if room < own + 5:
                            cost += 40.0
                cost += sum(150.0 for other in others if overlap(box, other) > 0)
                x = box[0] if east > 0.4 else box[2] if east < -0.4 else cx
                anchor = "start" if east > 0.4 else "end" if east < -0.4 else "middle"
                y = cy - tall + sheet.ASCENT * SIZE
                found.append(Spot(round(x, 1), round(y, 1), anchor, box, cost))
    return sorted(found, key=lambda spot: (spot.cost, spot.x, spot.y))[:70]


def placed(
    facts: sheet.Facts,
    places: Mapping[str, Point],
    curves: Mapping[str, sheet.Curve],
    wishes: Mapping[str, float],
    others: Sequence[Box] = (),
    firm: bool = False,
    slides: Mapping[str, tuple[float, float]] | None = None,
) -> dict[str, dict[str, Spot]]:
    """A spot for every name in each language; sweeps until none gets better."""
    discs = discs_of(facts, curves, slides or {})
    result: dict[str, dict[str, Spot]] = {}
    for language in LANGUAGES:
        texts = {city["id"]: text_of(city, language) for city in facts.cities}
        choices = {
            name: candidates(name, text, places, discs, others, wishes.get(name), firm) for name, text in texts.items()
        }
        chosen = {name: found[0] for name, found in choices.items()}

        def clash(one: Spot, other: Spot) -> float:
            shared = overlap(grown(one.box, 2.0, 0.5), other.box)
            return 120.0 + 4 * shared if shared > 0 else 0.0

        for _ in range(10):
            changed = False
            for name in choices:
                rest = [spot for other, spot in chosen.items() if other != name]
                close = [spot for spot in rest if hypot(spot.x - chosen[name].x, spot.y - chosen[name].y) < 330]
                best = min(choices[name], key=lambda spot: spot.cost + sum(clash(spot, o) for o in close))
                if best != chosen[name]:
                    chosen[name], changed = best, True
            if not changed:
                break
        result[language] = chosen
    return result


def spots(places: sheet.Places) -> dict[str, dict[str, Spot]]:
    """A spot for every name on the finished sheet."""
    wishes = json.loads(sheet.HAND.read_text())["names"]
    return placed(places.facts, places.cities, places.curves, wishes, slides=places.slides)
