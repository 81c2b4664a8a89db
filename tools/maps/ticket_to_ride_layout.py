"""Works out where everything of Ticket to Ride's board is drawn: writes content/layout.json.

    python tools/maps/ticket_to_ride_layout.py

From ticket_to_ride_places.json (see ticket_to_ride_relax.py), the facts and content/map.json. The same files give the
same layout to the byte. tools/maps/README.md explains its parts.
"""

from __future__ import annotations

import json
import sys
from math import ceil
from pathlib import Path
from typing import Any

# Run as a script, Python looks for modules beside it only.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from maps import curves, shapes
from maps import ticket_to_ride_labels as names
from maps import ticket_to_ride_sheet as sheet
from maps.atlas import Point
from maps.ticket_to_ride_map import GROUND

# Cells of the score track on each side of the frame, clockwise from the top left.
TRACK = (30, 20, 30, 20)


def tidy(value: float) -> float:
    """To a tenth of a pixel, and whole numbers as such."""
    rounded = round(value, 1) + 0.0
    return int(rounded) if rounded == int(rounded) else rounded


def locomotives(length: int, count: int) -> set[int]:
    """Which spaces of a ferry show a locomotive: those in the middle."""
    first = (length - count + 1) // 2
    return set(range(first, first + count))


def track() -> list[list[float]]:
    """The middle of each cell of the score track: 1 to 100."""
    half = sheet.FRAME / 2
    left, top, right, bottom = sheet.INNER
    across, down = (right - left) / TRACK[0], (bottom - top) / TRACK[1]
    cells = [(left + (k + 0.5) * across, half) for k in range(TRACK[0])]
    cells += [(sheet.WIDTH - half, top + (k + 0.5) * down) for k in range(TRACK[1])]
    cells += [(right - (k + 0.5) * across, sheet.HEIGHT - half) for k in range(TRACK[2])]
    cells += [(half, bottom - (k + 0.5) * down) for k in range(TRACK[3])]
    return [[tidy(x), tidy(y)] for x, y in cells]


def capsule(row: list[sheet.Space]) -> str:
    """The line along a row of spaces, from end to end: for halos and for the pointer."""
    points: list[Point] = []
    for k, space in enumerate(row):
        corners = space.corners()
        start = ((corners[0][0] + corners[3][0]) / 2, (corners[0][1] + corners[3][1]) / 2)
        end = ((corners[1][0] + corners[2][0]) / 2, (corners[1][1] + corners[2][1]) / 2)
        if k == 0:
            points.append(start)
        points.append((space.x, space.y))
        if k == len(row) - 1:
            points.append(end)
    return curves.bezier_path(curves.smooth(points))


def written_names(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    result = []
    for name in given:
        ax, ay, cx, cy, bx, by = name["line"]
        d = "M{} {}Q{} {} {} {}".format(*(shapes.number(value) for value in (ax, ay, cx, cy, bx, by)))
        text = {language: name[language] for language in names.LANGUAGES}
        result.append({"id": name["id"], "text": text, "d": d, "size": name["size"], "room": name["room"]})
    return result


def build() -> dict[str, Any]:
    drawing = json.loads((sheet.CONTENT / "map.json").read_text())
    land = shapes.Land(shapes.rings_of(drawing["land"]))
    places = sheet.places()
    spots = names.spots(places)
    rows = places.spaces()

    def label(spot: names.Spot, text: str) -> dict[str, Any]:
        left, top, right, bottom = spot.box
        # The halo of a name takes the colour of what most of it lies on.
        under = sum((left + (right - left) * k / 8, (top + bottom) / 2) in land for k in range(9))
        length = ceil(sheet.text_width(text, names.SIZE))
        ground = "land" if under > 4 else "sea"
        return {"x": tidy(spot.x), "y": tidy(spot.y), "anchor": spot.anchor, "width": length, "ground": ground}

    routes = []
    for pair in places.facts.pairs:
        for name, row in zip(pair.routes, rows[pair.name], strict=True):
            route = places.facts.routes[name]
            engines = locomotives(route["length"], route["ferry_locomotives"])
            routes.append(
                {
                    "id": name,
                    "pair": pair.name,
                    "d": capsule(row),
                    "spaces": [[tidy(s.x), tidy(s.y), round(s.turn, 1), int(k in engines)] for k, s in enumerate(row)],
                }
            )
    return {
        "format": "ticket-to-ride-layout/1",
        "confidence": "reconstructed",
        "view": [0, 0, int(sheet.WIDTH), int(sheet.HEIGHT)],
        "frame": int(sheet.FRAME),
        "space": {"long": sheet.SPACE_LONG, "deep": sheet.SPACE_DEEP, "rows": sheet.ROWS_APART},
        "type": {"size": names.SIZE, "radius": sheet.CITY_RADIUS},
        "track": track(),
        "names": written_names(json.loads(GROUND.read_text())["names"]),
        "cities": [
            {
                "id": city["id"],
                "x": tidy(places.cities[city["id"]][0]),
                "y": tidy(places.cities[city["id"]][1]),
                "text": {language: names.text_of(city, language) for language in names.LANGUAGES},
                "labels": {
                    language: label(spots[language][city["id"]], names.text_of(city, language))
                    for language in names.LANGUAGES
                },
            }
            for city in places.facts.cities
        ],
        "beds": [
            {"pair": pair.name, "d": curves.bezier_path([places.curves[pair.name]])} for pair in places.facts.pairs
        ],
        "routes": routes,
    }


def written(layout: dict[str, Any]) -> str:
    """JSON with one city or route to a line, so that a change shows as a readable difference."""
    parts = []
    for key, value in layout.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            entries = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in value)
            parts.append(f" {json.dumps(key)}: [\n{entries}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> int:
    text = written(build())
    (sheet.CONTENT / "layout.json").write_text(text)
    print(f"content/layout.json: {len(text.encode()):,} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
