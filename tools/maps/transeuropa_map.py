"""Draws TransEuropa's Europe: writes content/map.json from Natural Earth's coast, bent to the board.

    python tools/maps/transeuropa_map.py [--fetch]

Needs the npm package world-atlas (see atlas.py for where it is looked for); `--fetch` gets it with npm.
The units are design pixels: 64 to a step of the lattice, from the corner of column 0 and row 0.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

# Run as a script, Python looks for modules beside it only.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from maps import curves, shapes
from maps.atlas import Point, Ring, fetch_land, find_land, read_land
from maps.warp import Spline, project

ROOT = Path(__file__).resolve().parents[2]
CONTENT = ROOT / "src/roundhouse/games/transeuropa/content"
COAST = Path(__file__).with_name("transeuropa_coast.json")
STEP = 64.0
# How far the backdrop reaches beyond the board, for screens of another shape: left, top, right, bottom.
BLEED = (-224.0, -176.0, 1312.0, 928.0)
REGION = (-25.0, 30.0, 60.0, 68.0)
CITY_SLACK, PIN_SLACK = 2e-5, 2e-4
DETAIL = 0.62
SMALLEST_ISLAND = 16.0


def facts() -> dict[str, Any]:
    """The part of the board that the drawing follows; another name or source leaves the map as it is."""
    board: dict[str, Any] = json.loads((CONTENT / "board.json").read_text())
    return {
        "nodes": [[node["id"], node["row"], node["col"]] for node in board["nodes"]],
        "edges": [[e["a"], e["b"], e["kind"], e.get("obstacle")] for e in board["edges"] if e["kind"] != "plain"],
        "all_edges": [[e["a"], e["b"]] for e in board["edges"]],
        "cities": [[city["id"], city["node"], city["lat"], city["lon"]] for city in board["cities"]],
    }


def fingerprint() -> str:
    """Of everything the map is built from besides the atlas: the board's facts, the pins and the scripts."""
    folder = Path(__file__).parent
    digest = hashlib.sha256(json.dumps(facts(), sort_keys=True).encode())
    digest.update(json.dumps(json.loads(COAST.read_text()), sort_keys=True).encode())
    for name in ("atlas.py", "warp.py", "shapes.py", "curves.py", "transeuropa_map.py"):
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()


def place_of(row: int, col: int) -> Point:
    return col * STEP / 2, row * STEP * 3**0.5 / 2


def coastline(atlas: Path, board: dict[str, Any], coast: dict[str, Any]) -> list[Ring]:
    """Rings of land in design pixels, clipped to the bleed and simplified."""
    places = {node: place_of(row, col) for node, row, col in board["nodes"]}
    pins = [project((lon, lat)) for _, _, lat, lon in board["cities"]]
    targets = [places[node] for _, node, _, _ in board["cities"]]
    slack = [CITY_SLACK] * len(pins)
    for lon, lat, x, y, _ in coast["pins"]:
        pins.append(project((lon, lat)))
        targets.append((x * STEP, y * STEP))
        slack.append(PIN_SLACK)
    warp = Spline(pins, targets, slack)
    rings: list[Ring] = []
    for polygon in read_land(atlas):
        for whole in polygon:
            ring = shapes.simplify_ring(shapes.clip(whole, REGION), 0.012)
            if len(ring) < 3:
                continue
            if any(shapes.inside((lon, lat), ring) and len(ring) < 500 for lon, lat, _ in coast["islands_left_out"]):
                continue
            moved = [island for island in coast["islands_moved"] if shapes.inside((island[0], island[1]), ring)]
            bent = [warp(project(point)) for point in ring]
            for _, _, x, y, scale, _ in moved:
                middle = (sum(p[0] for p in bent) / len(bent), sum(p[1] for p in bent) / len(bent))
                bent = [(x * STEP + (px - middle[0]) * scale, y * STEP + (py - middle[1]) * scale) for px, py in bent]
            # A little beyond the bleed, so that the edge of the drawing never shows as a coast.
            left, top, right, bottom = BLEED
            bent = shapes.clip(bent, (left - 30, top - 30, right + 30, bottom + 30))
            bent = shapes.simplify_ring(bent, DETAIL)
            if len(bent) >= 3 and abs(shapes.area(bent)) >= SMALLEST_ISLAND:
                rings.append(bent)
    return sorted(rings, key=lambda ring: -abs(shapes.area(ring)))


def to_the_coast(points: list[Point], land: shapes.Land) -> list[Point]:
    """A river that ends near the sea runs on into it; one that ends inland stays as the doubled edges have it."""
    for _ in range(2):
        (ax, ay), (bx, by) = points[1], points[0]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        for beyond in range(-12, 34):
            x, y = bx + (bx - ax) / length * beyond, by + (by - ay) / length * beyond
            if (x, y) not in land:
                points = [(x, y), *points[1:]]
                break
        points = points[::-1]
    return points


def build(atlas: Path) -> dict[str, Any]:
    board = facts()
    places = {node: place_of(row, col) for node, row, col in board["nodes"]}
    neighbours: dict[int, set[int]] = {node: set() for node in places}
    for a, b in board["all_edges"]:
        neighbours[a].add(b)
        neighbours[b].add(a)
    coast = json.loads(COAST.read_text())
    rings = coastline(atlas, board, coast)
    land = shapes.Land(rings)
    obstacles: dict[tuple[str, str], list[curves.Pair]] = {}
    for a, b, kind, name in board["edges"]:
        obstacles.setdefault((kind, name), []).append((a, b))
    doubled = [(places[a], places[b]) for a, b, _, _ in board["edges"]]
    rivers: list[dict[str, str]] = []
    ranges: list[dict[str, str]] = []
    for (kind, name), edges in obstacles.items():
        if kind == "sea":
            continue
        points = curves.middles(curves.chain(edges, neighbours), places, neighbours)
        if kind == "river":
            points = to_the_coast(points, land)
        line = curves.smooth(points)
        if kind == "river":
            rivers.append({"obstacle": name, "d": curves.bezier_path(line)})
        else:
            ranges.append({"obstacle": name, "d": curves.hachures(line, doubled, 7.5, len(ranges) * 97)})
    left, top, right, bottom = BLEED
    return {
        "format": "transeuropa-map/1",
        "confidence": "reconstructed",
        "source": "Natural Earth 1:10m land (public domain), npm package world-atlas 2.0.2; see tools/maps/README.md",
        "built_from": fingerprint(),
        "step": STEP,
        "bleed": [left, top, right - left, bottom - top],
        "land": "".join(shapes.path(ring, closed=True) for ring in rings),
        "rivers": rivers,
        "ranges": ranges,
    }


def written(drawing: dict[str, Any]) -> str:
    return json.dumps(drawing, ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    atlas = fetch_land() if "--fetch" in sys.argv[1:] else find_land()
    if atlas is None:
        print("The coastlines are not here: run again with --fetch, which gets the npm package world-atlas.")
        return 1
    text = written(build(atlas))
    (CONTENT / "map.json").write_text(text)
    print(f"content/map.json: {len(text.encode()):,} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
