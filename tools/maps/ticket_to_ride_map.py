"""Draws the sheet under Ticket to Ride: Europe: writes content/map.json from Natural Earth's coast, bent to the cities.

    python tools/maps/ticket_to_ride_map.py [--fetch]

Needs the npm package world-atlas (see atlas.py for where it is looked for); `--fetch` gets it with npm.
"""

from __future__ import annotations

import hashlib
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

# Run as a script, Python looks for modules beside it only.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from maps import curves as lines
from maps import shapes
from maps import ticket_to_ride_labels as names
from maps import ticket_to_ride_sheet as sheet
from maps.atlas import Point, Ring, fetch_land, find_land, read_land
from maps.warp import Spline

GROUND = Path(__file__).with_name("ticket_to_ride_ground.json")
REGION = (-30.0, 26.0, 72.0, 70.0)
CITY_SLACK, PIN_SLACK, RIM_SLACK = 1e-5, 1e-4, 3e-3
DETAIL, SMALLEST_ISLAND = 0.5, 7.0
KEEP_OFF = 13.0


def fingerprint() -> str:
    """Of everything the map is built from besides the atlas."""
    folder = Path(__file__).parent
    digest = hashlib.sha256(json.dumps(json.loads(GROUND.read_text()), sort_keys=True).encode())
    digest.update(json.dumps(json.loads(sheet.PLACES.read_text()), sort_keys=True).encode())
    for name in ("atlas.py", "warp.py", "shapes.py", "curves.py", "ticket_to_ride_sheet.py", "ticket_to_ride_map.py"):
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()


class Bend:
    """From degrees to the sheet: the projection, fitted to the frame, then a thin plate through the cities."""

    def __init__(self, places: sheet.Places, pins: list[list[Any]]) -> None:
        raw = {city["id"]: sheet.projected(city["lon"], city["lat"]) for city in places.facts.cities}
        self.scale, self.shift = best_fit([raw[name] for name in places.cities], list(places.cities.values()))
        starts = [self.flat(raw[name]) for name in places.cities]
        targets = list(places.cities.values())
        slack = [CITY_SLACK] * len(starts)
        for lon, lat, x, y, _ in pins:
            starts.append(self.flat(sheet.projected(lon, lat)))
            targets.append((x, y))
            slack.append(PIN_SLACK)
        # Far outside nothing is nudged, so that shores beyond the last cities keep their shape.
        for x in (-150.0, 250.0, 600.0, 950.0, 1350.0):
            for y in (-150.0, 950.0):
                starts.append((x, y))
                targets.append((x, y))
                slack.append(RIM_SLACK)
        for y in (150.0, 400.0, 650.0):
            for x in (-150.0, 1350.0):
                starts.append((x, y))
                targets.append((x, y))
                slack.append(RIM_SLACK)
        self.spline = Spline(starts, targets, slack)

    def flat(self, point: Point) -> Point:
        return point[0] * self.scale[0] + self.shift[0], point[1] * self.scale[1] + self.shift[1]

    def __call__(self, lon: float, lat: float) -> Point:
        return self.spline(self.flat(sheet.projected(lon, lat)))


def best_fit(raw: list[Point], placed: list[Point]) -> tuple[Point, Point]:
    """Scale and shift of each axis by least squares."""
    scale, shift = [], []
    for axis in (0, 1):
        u, v = [p[axis] for p in raw], [p[axis] for p in placed]
        mu, mv = sum(u) / len(u), sum(v) / len(v)
        slope = sum((a - mu) * (b - mv) for a, b in zip(u, v, strict=True)) / sum((a - mu) ** 2 for a in u)
        scale.append(slope)
        shift.append(mv - slope * mu)
    return (scale[0], scale[1]), (shift[0], shift[1])


def coastline(atlas: Path, bend: Bend, left_out: list[list[Any]]) -> list[Ring]:
    """Rings of land inside the frame, simplified."""
    rings: list[Ring] = []
    left, top, right, bottom = sheet.INNER
    for polygon in read_land(atlas):
        for whole in polygon:
            ring = shapes.simplify_ring(shapes.clip(whole, REGION), 0.01)
            if len(ring) < 3:
                continue
            if any(shapes.inside((lon, lat), ring) and len(ring) < 400 for lon, lat, _ in left_out):
                continue
            bent = [bend(*point) for point in ring]
            # A little under the frame, so that its edge never shows as a coast.
            bent = shapes.clip(bent, (left - 12, top - 12, right + 12, bottom + 12))
            bent = shapes.simplify_ring(bent, DETAIL)
            if len(bent) >= 3 and abs(shapes.area(bent)) >= SMALLEST_ISLAND:
                rings.append(bent)
    return sorted(rings, key=lambda ring: -abs(shapes.area(ring)))


def on_sheet(points: list[Point]) -> bool:
    left, top, right, bottom = sheet.INNER
    return any(left <= x <= right and top <= y <= bottom for x, y in points)


def build(atlas: Path) -> dict[str, Any]:
    ground = json.loads(GROUND.read_text())
    places = sheet.places()
    bend = Bend(places, ground["pins"])
    rings = coastline(atlas, bend, ground["islands_left_out"])
    free: list[tuple[Point, Point]] = []
    for rows in places.spaces().values():
        for row in rows:
            for space in row:
                one, two, three, four = space.corners()
                start = ((one[0] + four[0]) / 2, (one[1] + four[1]) / 2)
                free.append((start, ((two[0] + three[0]) / 2, (two[1] + three[1]) / 2)))
    for spots in names.spots(places).values():
        for spot in spots.values():
            height = (spot.box[1] + spot.box[3]) / 2
            free.append(((spot.box[0] + 4, height), (spot.box[2] - 4, height)))
    land = shapes.Land(rings)
    rivers = []
    for name, course in ground["rivers"].items():
        line = lines.smooth([bend(*point) for point in course])
        # In short steps, each kept while it is on land: a river ends where the bent coast is.
        steps = [point for point, _ in lines.sample(line, 2.0)]
        kept: list[list[Point]] = [[]]
        for point in steps:
            if point in land and sheet.INNER[0] - 8 < point[0] < sheet.INNER[2] + 8:
                kept[-1].append(point)
            elif kept[-1]:
                kept.append([])
        parts = [shapes.simplify(part, 0.35) for part in kept if len(part) > 8 and on_sheet(part)]
        if parts:
            rivers.append({"id": name, "d": "".join(shapes.path(part) for part in parts)})
    lakes = []
    for course in ground["lakes"].values():
        points = [bend(*point) for point in course]
        if on_sheet(points):
            closed = lines.smooth([points[-1], *points, points[0], points[1]])[1:-1]
            lakes.append(lines.bezier_path(closed) + "z")
    ranges = []
    for k, (name, course) in enumerate(ground["ranges"].items()):
        points = [bend(*point) for point in course]
        if on_sheet(points):
            d = lines.hachures(lines.smooth(points), free, KEEP_OFF, k * 97)
            if d:
                ranges.append({"id": name, "d": d})
    left, top, right, bottom = sheet.INNER
    grid = graticule(bend)
    return {
        "format": "ticket-to-ride-map/1",
        "confidence": "reconstructed",
        "source": "Natural Earth 1:10m land (public domain), npm package world-atlas 2.0.2; see tools/maps/README.md",
        "built_from": fingerprint(),
        "inner": [left, top, right - left, bottom - top],
        "land": "".join(shapes.path(ring, closed=True) for ring in rings),
        "lakes": "".join(lakes),
        "rivers": rivers,
        "ranges": ranges,
        "grid": grid,
    }


def graticule(bend: Bend) -> str:
    """Meridians and parallels every five degrees, bent like everything else."""
    left, top, right, bottom = sheet.INNER
    parts: list[str] = []

    def draw(points: list[Point]) -> None:
        run: list[Point] = []
        for one, two in pairwise(points):
            if any(left - 5 <= x <= right + 5 and top - 5 <= y <= bottom + 5 for x, y in (one, two)):
                run = [*run, two] if run else [one, two]
            elif run:
                parts.append(shapes.path(shapes.simplify(run, 0.4)))
                run = []
        if run:
            parts.append(shapes.path(shapes.simplify(run, 0.4)))

    for lon in range(-25, 61, 5):
        draw([bend(float(lon), 30 + k * 0.5) for k in range(76)])
    for lat in range(30, 70, 5):
        draw([bend(-28 + k * 1.0, float(lat)) for k in range(92)])
    return "".join(parts)


def written(drawing: dict[str, Any]) -> str:
    return json.dumps(drawing, ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    atlas = fetch_land() if "--fetch" in sys.argv[1:] else find_land()
    if atlas is None:
        print("The coastlines are not here: run again with --fetch, which gets the npm package world-atlas.")
        return 1
    text = written(build(atlas))
    (sheet.CONTENT / "map.json").write_text(text)
    print(f"content/map.json: {len(text.encode()):,} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
