"""The drawn board: everything has its place, nothing covers anything, and a rebuild gives the same files."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from math import hypot
from typing import Any

import pytest

from maps import shapes, ticket_to_ride_layout, ticket_to_ride_map
from maps import ticket_to_ride_labels as names
from maps import ticket_to_ride_sheet as sheet
from maps.atlas import Point, find_land
from maps.labels import gap, overlap
from maps.shapes import Box

FACTS = sheet.facts()
LAYOUT: dict[str, Any] = json.loads((sheet.CONTENT / "layout.json").read_text())
DRAWING: dict[str, Any] = json.loads((sheet.CONTENT / "map.json").read_text())
LAND = shapes.Land(shapes.rings_of(DRAWING["land"]))
CITIES: dict[str, Point] = {city["id"]: (city["x"], city["y"]) for city in LAYOUT["cities"]}
PAIR_OF = {route: pair for pair in FACTS.pairs for route in pair.routes}
# What one may not see: a hair's breadth where two corners meet.
TOLERANCE = 0.25


def rows() -> dict[str, list[sheet.Space]]:
    return {r["id"]: [sheet.Space(x, y, turn) for x, y, turn, _ in r["spaces"]] for r in LAYOUT["routes"]}


def drawn(route: str, space: sheet.Space) -> list[Point]:
    """A space with what stands out from it: a tunnel's teeth, the rim of a piece."""
    return space.corners(sheet.TUNNEL_RIM if PAIR_OF[route].tunnel else sheet.PIECE_RIM)


SHAPES = [(route, space, drawn(route, space)) for route, row in rows().items() for space in row]


def label_boxes(language: str) -> dict[str, Box]:
    size = LAYOUT["type"]["size"]
    result = {}
    for city in LAYOUT["cities"]:
        spot = city["labels"][language]
        result[city["id"]] = sheet.text_box(spot["x"], spot["y"], spot["anchor"], city["text"][language], size)
    return result


def test_every_city_and_route_has_its_place() -> None:
    assert [city["id"] for city in LAYOUT["cities"]] == [city["id"] for city in FACTS.cities]
    assert {route["id"] for route in LAYOUT["routes"]} == set(FACTS.routes)
    for route in LAYOUT["routes"]:
        fact = FACTS.routes[route["id"]]
        assert len(route["spaces"]) == fact["length"]
        assert sum(engine for *_, engine in route["spaces"]) == fact["ferry_locomotives"]
        assert route["pair"] == f"{fact['a']}-{fact['b']}"
    assert len(SHAPES) == 300
    assert [bed["pair"] for bed in LAYOUT["beds"]] == [pair.name for pair in FACTS.pairs]


def test_spaces_run_from_the_first_city_to_the_second() -> None:
    for route, row in rows().items():
        fact = FACTS.routes[route]
        for city, space in ((fact["a"], row[0]), (fact["b"], row[-1])):
            near = hypot(space.x - CITIES[city][0], space.y - CITIES[city][1])
            assert near <= 64, (route, city, near)
        for one, other in pairwise(row):
            assert sheet.PITCH - 2.5 <= hypot(one.x - other.x, one.y - other.y) <= sheet.WIDEST_PITCH + 1, route
            # A train runs along it without a kink.
            assert abs((one.turn - other.turn + 180) % 360 - 180) <= 30, route


def test_no_space_covers_a_space_of_another_city_pair() -> None:
    for (route, space, shape), (other, second, beside) in combinations(SHAPES, 2):
        if PAIR_OF[route] is PAIR_OF[other] or hypot(space.x - second.x, space.y - second.y) > 36:
            continue
        assert sheet.separation(shape, beside) >= -TOLERANCE, (route, other)


def test_spaces_of_one_city_pair_do_not_cover_each_other() -> None:
    for (route, space, _), (other, second, _) in combinations(SHAPES, 2):
        if PAIR_OF[route] is PAIR_OF[other]:
            assert sheet.separation(space.corners(), second.corners()) >= -TOLERANCE, (route, other)


def test_no_space_covers_a_city() -> None:
    half = LAYOUT["type"]["radius"]
    for route, space, shape in SHAPES:
        for city, (x, y) in CITIES.items():
            room = half + (0.5 if city in (PAIR_OF[route].a, PAIR_OF[route].b) else 1.2)
            if hypot(space.x - x, space.y - y) < 30:
                assert sheet.separation(shape, sheet.corners_of((x - room, y - room, x + room, y + room))) >= -TOLERANCE


def test_cities_keep_apart() -> None:
    for (one, a), (other, b) in combinations(CITIES.items(), 2):
        assert hypot(a[0] - b[0], a[1] - b[1]) >= 40, (one, other)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_name_touches_a_space_a_city_or_another_name(language: str) -> None:
    boxes = label_boxes(language)
    for one, other in combinations(boxes, 2):
        assert overlap(boxes[one], boxes[other]) == 0, (one, other)
    for city, box in boxes.items():
        for other, place in CITIES.items():
            assert gap(box, place) >= LAYOUT["type"]["radius"] + 1, (city, other)
        for route, space, shape in SHAPES:
            if gap(box, (space.x, space.y)) < 20:
                assert sheet.separation(sheet.corners_of(box), shape) >= -TOLERANCE, (city, route)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_name_is_nearest_to_its_own_city(language: str) -> None:
    for city, box in label_boxes(language).items():
        assert min(CITIES, key=lambda other: gap(box, CITIES[other])) == city
        # None is farther from the rim of its city than a line of text is high.
        assert gap(box, CITIES[city]) - LAYOUT["type"]["radius"] <= 1.2 * LAYOUT["type"]["size"], city


@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_stays_inside_the_frame(language: str) -> None:
    left, top, right, bottom = sheet.INNER
    for city, box in label_boxes(language).items():
        assert left <= box[0], city
        assert top <= box[1], city
        assert box[2] <= right, city
        assert box[3] <= bottom, city
    for route, _, shape in SHAPES:
        assert all(left + 2 <= x <= right - 2 and top + 2 <= y <= bottom - 2 for x, y in shape), route


@pytest.mark.parametrize("language", ["en", "ru"])
def test_names_of_seas_stay_clear_of_the_game(language: str) -> None:
    boxes = label_boxes(language)
    for name in LAYOUT["names"]:
        ax, ay, cx, cy, bx, by = json.loads(ticket_to_ride_map.GROUND.read_text())["names"][
            [entry["id"] for entry in LAYOUT["names"]].index(name["id"])
        ]["line"]
        points = [
            (
                (1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx,
                (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by,
            )
            for t in (k / 60 for k in range(61))
        ]
        length = sum(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(points))
        # The italic is narrower than the upright semibold whose widths we have.
        needed = sheet.text_width(name["text"][language], name["size"]) * 0.96
        needed += name["room"] * name["size"] * len(name["text"][language])
        assert needed <= length, (name["id"], needed, length)
        drop = round((1 - needed / length) / 2 * 60)
        for point in points[drop : 61 - drop]:
            half = 0.45 * name["size"]
            for city, box in boxes.items():
                assert gap(box, point) >= half, (name["id"], city)
            for route, space, _ in SHAPES:
                assert hypot(space.x - point[0], space.y - point[1]) >= half + 6.5, (name["id"], route)


def test_cities_stand_on_land_and_ferries_cross_water() -> None:
    for city, place in CITIES.items():
        assert place in LAND or LAND.distance(place) <= 4, city
    for route, fact in FACTS.routes.items():
        if fact["ferry_locomotives"]:
            assert any((space.x, space.y) not in LAND for space in rows()[route]), route


def test_the_score_track_runs_once_round_the_frame() -> None:
    assert len(LAYOUT["track"]) == 100
    for (ax, ay), (bx, by) in pairwise(LAYOUT["track"]):
        assert 20 <= hypot(ax - bx, ay - by) <= 60
    left, top, right, bottom = sheet.INNER
    assert all(not (left < x < right and top < y < bottom) for x, y in LAYOUT["track"])


def test_the_drawing_is_light() -> None:
    assert len((sheet.CONTENT / "map.json").read_bytes()) <= 80_000


def test_the_layout_is_what_its_script_makes() -> None:
    written = ticket_to_ride_layout.written(ticket_to_ride_layout.build())
    assert written == (sheet.CONTENT / "layout.json").read_text()


def test_the_map_was_built_from_these_places_by_these_scripts() -> None:
    assert DRAWING["built_from"] == ticket_to_ride_map.fingerprint(), "run tools/maps/ticket_to_ride_map.py"


@pytest.mark.skipif(find_land() is None, reason="the npm package world-atlas is not here")
def test_the_map_is_what_its_script_makes() -> None:
    atlas = find_land()
    assert atlas is not None
    assert ticket_to_ride_map.written(ticket_to_ride_map.build(atlas)) == (sheet.CONTENT / "map.json").read_text()


def test_names_are_those_of_the_cards() -> None:
    for city, placed in zip(FACTS.cities, LAYOUT["cities"], strict=True):
        assert placed["text"] == {language: names.text_of(city, language) for language in ("en", "ru")}
