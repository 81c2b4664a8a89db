"""Works out where everything of TransEuropa's board is drawn: writes content/layout.json from board.json and map.json.

    python tools/maps/transeuropa_layout.py

Plain Python and no package: the same two files give the same layout to the byte.
tools/maps/README.md explains its parts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from math import atan2, ceil, degrees
from pathlib import Path
from typing import Any

# Run as a script, Python looks for modules beside it only.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from maps import labels, shapes
from maps.atlas import Point
from maps.curves import sample
from maps.shapes import Box

ROOT = Path(__file__).resolve().parents[2]
CONTENT = ROOT / "src/roundhouse/games/transeuropa/content"
NAMES = Path(__file__).with_name("transeuropa_names.json")
STEP = 64.0
VIEW: Box = (-60.0, -54.0, 1148.0, 772.0)
LANGUAGES = ("en", "ru")
# Two settings of type: for a board shown at about its own size, and for a phone, where 13 px are 20 of the board's.
SETTINGS = {
    "wide": {"size": 15.0, "radius": 10.5, "push": 7.0, "names": 1.0},
    "compact": {"size": 20.0, "radius": 12.5, "push": 8.0, "names": 1.12},
}
HAIRLINE_GAP, DOUBLE_INSET, DOUBLE_APART = 4.0, 10.0, 2.8
WEIGHTS = {"plain": 0.9, "sea": 1.9, "river": 2.4, "mountain": 4.0}
WEIGHT_OF_A_CROSSING = 40.0


def along(a: Point, b: Point, inset: float, aside: float) -> list[float]:
    """A line from a to b, shortened at both ends and moved to its side."""
    dx, dy = (b[0] - a[0]) / STEP, (b[1] - a[1]) / STEP
    values = (
        a[0] + dx * inset - dy * aside,
        a[1] + dy * inset + dx * aside,
        b[0] - dx * inset - dy * aside,
        b[1] - dy * inset + dx * aside,
    )
    return [tidy(value) for value in values]


def tidy(value: float) -> float:
    """To a tenth of a pixel, and whole numbers as such."""
    rounded = round(value, 1) + 0.0
    return int(rounded) if rounded == int(rounded) else rounded


def drawn_edges(board: dict[str, Any], places: dict[int, Point], land: shapes.Land) -> list[dict[str, Any]]:
    result = []
    for edge in board["edges"]:
        a, b = places[edge["a"]], places[edge["b"]]
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        kind = edge["kind"]
        if kind == "plain":
            lines = [along(a, b, HAIRLINE_GAP, 0.0)]
        else:
            lines = [along(a, b, DOUBLE_INSET, aside) for aside in (-DOUBLE_APART, DOUBLE_APART)]
        result.append(
            {
                "id": edge["id"],
                "kind": kind,
                "x": tidy(middle[0]),
                "y": tidy(middle[1]),
                "turn": round(degrees(atan2(b[1] - a[1], b[0] - a[0]))),
                "ground": "land" if middle in land else "sea",
                "lines": lines,
            }
        )
    return result


def curve_of(line: list[float]) -> tuple[Point, Point, Point, Point]:
    """A quadratic curve in lattice steps as a cubic one in pixels."""
    (ax, ay, cx, cy, bx, by) = (value * STEP for value in line)
    first = (ax + (cx - ax) * 2 / 3, ay + (cy - ay) * 2 / 3)
    second = (bx + (cx - bx) * 2 / 3, by + (cy - by) * 2 / 3)
    return (ax, ay), first, second, (bx, by)


def discs_of(name: dict[str, Any], language: str, scale: float) -> list[tuple[Point, float]]:
    """The ground a name on a curve covers: a row of discs along its middle."""
    text = name[language]
    # Literata italic is a little narrower than Golos; capitals of ranges are as wide as they are high.
    per_letter = (0.72 if name["kind"] == "mountain" else 0.58) + name["room"]
    size = name["size"] * scale
    length, half = len(text) * per_letter * size, 0.4 * size
    points = [point for point, _ in sample([curve_of(name["line"])], 4.0)]
    drop = round((len(points) - length / 4.0) / 2)
    return [(point, half) for point in (points[drop:-drop] if drop > 0 else points)]


def names_on_the_map(names: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    result = []
    for name in names:
        (ax, ay), first, second, end = curve_of(name["line"])
        numbers = [shapes.number(value) for point in (first, second, end) for value in point]
        d = f"M{shapes.joined([shapes.number(ax), shapes.number(ay)])}C{shapes.joined(numbers)}"
        text = {language: name[language] for language in LANGUAGES}
        result.append(
            {"id": name["id"], "kind": name["kind"], "text": text, "d": d, "size": name["size"], "room": name["room"]}
        )
    return result


def build() -> dict[str, Any]:
    board = json.loads((CONTENT / "board.json").read_text())
    drawing = json.loads((CONTENT / "map.json").read_text())
    given = json.loads(NAMES.read_text())
    land = shapes.Land(shapes.rings_of(drawing["land"]))
    places = {node["id"]: (node["x"] * STEP, node["y"] * STEP) for node in board["nodes"]}
    markers = {city["id"]: places[city["node"]] for city in board["cities"]}
    towns = {city["node"] for city in board["cities"]}
    texts = {
        language: {
            city["id"]: given["cities"].get(city["id"], {}).get(language, city[f"name_{language}"])
            for city in board["cities"]
        }
        for language in LANGUAGES
    }
    lines = [(places[e["a"]], places[e["b"]], WEIGHTS[e["kind"]]) for e in board["edges"]]
    dots = [(places[node], WEIGHT_OF_A_CROSSING) for node in places if node not in towns]
    spots = {
        setting: {
            language: labels.place(
                texts[language],
                sizes["size"],
                labels.Ground(
                    VIEW,
                    lines,
                    dots,
                    markers,
                    [disc for name in given["names"] for disc in discs_of(name, language, sizes["names"])],
                    sizes["radius"],
                    sizes["push"],
                ),
            )
            for language in LANGUAGES
        }
        for setting, sizes in SETTINGS.items()
    }

    def label(setting: str, language: str, city: str) -> dict[str, Any]:
        spot = spots[setting][language][city]
        length = ceil(labels.width(texts[language][city], SETTINGS[setting]["size"]))
        # The halo of a name takes the colour of what most of it lies on.
        left, top, right, bottom = spot.box
        under = sum((left + (right - left) * k / 8, (top + bottom) / 2) in land for k in range(9))
        ground = "land" if under > 4 else "sea"
        x, y = tidy(spot.x), tidy(spot.y)
        plate = [tidy(value) for value in spot.plate]
        kept = {"x": x, "y": y, "anchor": spot.anchor, "side": spot.side}
        return {**kept, "plate": plate, "width": length, "ground": ground}

    return {
        "format": "transeuropa-layout/1",
        "confidence": "reconstructed",
        "step": int(STEP),
        "view": [int(VIEW[0]), int(VIEW[1]), int(VIEW[2] - VIEW[0]), int(VIEW[3] - VIEW[1])],
        "bleed": [int(value) for value in drawing["bleed"]],
        "type": {name: {key: int(v) if v == int(v) else v for key, v in s.items()} for name, s in SETTINGS.items()},
        "names": names_on_the_map(given["names"]),
        "cities": [
            {
                "id": city["id"],
                "node": city["node"],
                "x": tidy(markers[city["id"]][0]),
                "y": tidy(markers[city["id"]][1]),
                "text": {language: texts[language][city["id"]] for language in LANGUAGES},
                "labels": {
                    setting: {language: label(setting, language, city["id"]) for language in LANGUAGES}
                    for setting in SETTINGS
                },
            }
            for city in board["cities"]
        ],
        "nodes": [
            {"id": node, "x": tidy(x), "y": tidy(y), "ground": "land" if (x, y) in land else "sea"}
            for node, (x, y) in places.items()
        ],
        "edges": drawn_edges(board, places, land),
    }


def written(layout: dict[str, Any]) -> str:
    """JSON with one city, crossing or edge to a line, so that a change shows as a readable difference."""
    parts = []
    for key, value in layout.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in value)
            parts.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> int:
    text = written(build())
    (CONTENT / "layout.json").write_text(text)
    print(f"content/layout.json: {len(text.encode()):,} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
