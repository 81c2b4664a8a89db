"""The drawn board: everything has its place, nothing covers anything, and a rebuild gives the same files."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from typing import Any

import pytest

from maps import labels, shapes, transeuropa_layout, transeuropa_map
from maps.atlas import find_land
from maps.curves import chain

BOARD: dict[str, Any] = json.loads((transeuropa_map.CONTENT / "board.json").read_text())
LAYOUT: dict[str, Any] = json.loads((transeuropa_map.CONTENT / "layout.json").read_text())
DRAWING: dict[str, Any] = json.loads((transeuropa_map.CONTENT / "map.json").read_text())
EVERY_SETTING = [(setting, language) for setting in ("wide", "compact") for language in ("en", "ru")]
LAND = shapes.Land(shapes.rings_of(DRAWING["land"]))
PLACES = {node["id"]: (node["x"], node["y"]) for node in LAYOUT["nodes"]}
LEFT, TOP, WIDTH, HEIGHT = LAYOUT["view"]
VIEW = (LEFT, TOP, LEFT + WIDTH, TOP + HEIGHT)
# Crossings that lie off the shore: what the doubled lines cut off from the towns round them.
AT_SEA = {3, 8, 16, 17, 21, 22, 31, 32, 35, 36, 42, 43, 47, 48, 50, 51, 58, 91, 92, 108, 109}
AT_SEA |= {172, 173, 177, 178, 179, 187, 188, 190, 191, 192, 193, 202}
# No line says which side they are on: the rim north-west of Ireland, and the Danish islands.
EITHER_SIDE = {0, 1, 13, 49}


def boxes(setting: str, language: str, plates: bool = False) -> dict[str, shapes.Box]:
    """What each name covers, by the width of its letters; as a plate with the plate's rim."""
    size = LAYOUT["type"][setting]["size"]
    result = {}
    for city in LAYOUT["cities"]:
        spot = city["labels"][setting][language]
        x, y = spot["plate"] if plates else (spot["x"], spot["y"])
        box = labels.text_box(x, y, spot["anchor"], city["text"][language], size)
        result[city["id"]] = labels.grown(box, 5, 3) if plates else box
    return result


def inside(box: shapes.Box, outer: shapes.Box) -> bool:
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]


def test_every_crossing_edge_and_city_of_the_board_has_its_place() -> None:
    for node, placed in zip(BOARD["nodes"], LAYOUT["nodes"], strict=True):
        assert placed["id"] == node["id"]
        assert (placed["x"], placed["y"]) == pytest.approx((node["x"] * 64, node["y"] * 64), abs=0.06)
    for edge, placed in zip(BOARD["edges"], LAYOUT["edges"], strict=True):
        assert (placed["id"], placed["kind"]) == (edge["id"], edge["kind"])
        assert len(placed["lines"]) == (1 if edge["kind"] == "plain" else 2)
        (ax, ay), (bx, by) = PLACES[edge["a"]], PLACES[edge["b"]]
        assert (placed["x"], placed["y"]) == pytest.approx(((ax + bx) / 2, (ay + by) / 2), abs=0.11)
    for city, placed in zip(BOARD["cities"], LAYOUT["cities"], strict=True):
        assert (placed["id"], placed["node"]) == (city["id"], city["node"])
        assert (placed["x"], placed["y"]) == PLACES[city["node"]]


@pytest.mark.parametrize(("setting", "language"), EVERY_SETTING)
def test_no_name_touches_another(setting: str, language: str) -> None:
    names, plates = boxes(setting, language), boxes(setting, language, plates=True)
    for one, other in combinations(names, 2):
        assert labels.overlap(names[one], names[other]) == 0, (one, other)
        assert labels.overlap(plates[one], names[other]) == 0, (one, other)
        assert labels.overlap(names[one], plates[other]) == 0, (one, other)
        assert labels.overlap(plates[one], plates[other]) == 0, (one, other)


@pytest.mark.parametrize(("setting", "language"), EVERY_SETTING)
def test_no_name_touches_a_city_disc(setting: str, language: str) -> None:
    radius = LAYOUT["type"][setting]["radius"]
    for plates in (False, True):
        for name, box in boxes(setting, language, plates).items():
            for city in LAYOUT["cities"]:
                assert labels.gap(box, (city["x"], city["y"])) >= radius, (name, city["id"], plates)


@pytest.mark.parametrize(("setting", "language"), EVERY_SETTING)
def test_a_name_is_nearest_to_its_own_city(setting: str, language: str) -> None:
    places = {city["id"]: (city["x"], city["y"]) for city in LAYOUT["cities"]}
    for name, box in boxes(setting, language).items():
        assert min(places, key=lambda city: labels.gap(box, places[city])) == name
        assert labels.gap(box, places[name]) <= 40


@pytest.mark.parametrize(("setting", "language"), EVERY_SETTING)
def test_names_stay_in_the_view(setting: str, language: str) -> None:
    for plates in (False, True):
        for name, box in boxes(setting, language, plates).items():
            assert inside(box, VIEW), (name, plates)


@pytest.mark.parametrize(("setting", "language"), EVERY_SETTING)
def test_names_on_the_map_stay_clear_of_cities_and_of_their_names(setting: str, language: str) -> None:
    given = json.loads(transeuropa_layout.NAMES.read_text())["names"]
    assert [name["id"] for name in given] == [name["id"] for name in LAYOUT["names"]]
    for name in given:
        for point, radius in transeuropa_layout.discs_of(name, language, LAYOUT["type"][setting]["names"]):
            assert inside((point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius), VIEW)
            for city, box in boxes(setting, language).items():
                assert labels.gap(box, point) >= radius - 1, (name["id"], city)
            for place in LAYOUT["cities"]:
                assert labels.gap((*point, *point), (place["x"], place["y"])) >= radius + 8, (name["id"], place["id"])


@pytest.mark.parametrize(("setting", "language"), EVERY_SETTING)
def test_names_on_the_map_fit_their_lines(setting: str, language: str) -> None:
    for name in json.loads(transeuropa_layout.NAMES.read_text())["names"]:
        a, _, _, d = transeuropa_layout.curve_of(name["line"])
        length = ((d[0] - a[0]) ** 2 + (d[1] - a[1]) ** 2) ** 0.5
        letters = len(name[language]) * ((0.68 if name["kind"] == "mountain" else 0.56) + name["room"])
        assert letters * name["size"] * LAYOUT["type"][setting]["names"] <= length, name["id"]


def test_few_names_lie_on_the_lines_one_plays_on() -> None:
    """A name may cross a hairline, but seldom a doubled line and never a crossing."""
    ends = {edge["id"]: (PLACES[edge["a"]], PLACES[edge["b"]]) for edge in BOARD["edges"]}
    doubled = [edge["id"] for edge in BOARD["edges"] if edge["kind"] != "plain"]
    for setting, language in EVERY_SETTING:
        covered = 0.0
        for name, box in boxes(setting, language).items():
            inner = labels.grown(box, -2, -2)
            assert not [node for node, place in PLACES.items() if labels.gap(inner, place) == 0], (setting, name)
            covered += sum(labels.covered(inner, *ends[edge]) for edge in doubled)
        # Of 153 doubled lines, 64 px each.
        assert covered <= 250, (setting, language, covered)


def test_sea_lines_cross_water_and_crossings_lie_on_their_side_of_the_coast() -> None:
    for edge in BOARD["edges"]:
        if edge["kind"] == "sea":
            (ax, ay), (bx, by) = PLACES[edge["a"]], PLACES[edge["b"]]
            wet = sum((ax + (bx - ax) * k / 40, ay + (by - ay) * k / 40) not in LAND for k in range(41))
            assert wet >= 6, f"{edge['a']}-{edge['b']}: {wet} of 41 points in the water"
    for node in LAYOUT["nodes"]:
        place = PLACES[node["id"]]
        assert node["ground"] == ("land" if place in LAND else "sea")
        if node["id"] not in EITHER_SIDE:
            assert node["ground"] == ("sea" if node["id"] in AT_SEA else "land"), node["id"]


def test_rivers_cross_their_doubled_lines_one_after_the_other() -> None:
    neighbours: dict[int, set[int]] = {node: set() for node in PLACES}
    for edge in BOARD["edges"]:
        neighbours[edge["a"]].add(edge["b"])
        neighbours[edge["b"]].add(edge["a"])
    for obstacle, edges in (("Rhine", 6), ("Vistula", 6), ("Danube", 13), ("Alps", 9), ("Pyrenees", 6)):
        line = chain([(e["a"], e["b"]) for e in BOARD["edges"] if e.get("obstacle") == obstacle], neighbours)
        assert len(line) == edges
        for one, other in pairwise(line):
            assert len(set(one) & set(other)) == 1
    assert [river["obstacle"] for river in DRAWING["rivers"]] == ["Rhine", "Vistula", "Danube"]


def test_the_drawing_is_light() -> None:
    assert len((transeuropa_map.CONTENT / "map.json").read_bytes()) <= 60_000


def test_the_layout_is_what_its_script_makes() -> None:
    written = transeuropa_layout.written(transeuropa_layout.build())
    assert written == (transeuropa_map.CONTENT / "layout.json").read_text()


def test_the_map_was_built_from_this_board_by_these_scripts() -> None:
    assert DRAWING["built_from"] == transeuropa_map.fingerprint(), "run tools/maps/transeuropa_map.py"


@pytest.mark.skipif(find_land() is None, reason="the npm package world-atlas is not here")
def test_the_map_is_what_its_script_makes() -> None:
    atlas = find_land()
    assert atlas is not None
    assert transeuropa_map.written(transeuropa_map.build(atlas)) == (transeuropa_map.CONTENT / "map.json").read_text()
