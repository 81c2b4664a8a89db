"""Reads land polygons from the npm package `world-atlas` (Natural Earth, public domain)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "world-atlas@2.0.2"
LAND = "land-10m.json"

Point = tuple[float, float]
Ring = list[Point]
# Rings of one polygon: the outer one first, then its holes (lakes the atlas counts as water).
Polygon = list[Ring]


def find_land() -> Path | None:
    """The coastlines on this machine: a named folder, the client's packages, or a copy beside them."""
    named = os.environ.get("ROUNDHOUSE_WORLD_ATLAS")
    folders = [Path(named)] if named else []
    folders += [ROOT / "web/node_modules/world-atlas", ROOT / "node_modules/world-atlas", ROOT / "build/world-atlas"]
    return next((folder / LAND for folder in folders if (folder / LAND).is_file()), None)


def fetch_land() -> Path:
    """Gets the package with npm into `build/world-atlas`, which is never committed."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("The coastlines are in the npm package world-atlas, and there is no npm here.")
    target = ROOT / "build/world-atlas"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([npm, "pack", PACKAGE, "--silent"], cwd=folder, check=True, capture_output=True)
        archive = next(Path(folder).glob("*.tgz"))
        with tarfile.open(archive) as tar:
            for name in (LAND, "LICENSE", "README.md"):
                member = tar.extractfile(f"package/{name}")
                assert member is not None
                (target / name).write_bytes(member.read())
    return target / LAND


def read_land(path: Path) -> list[Polygon]:
    """Every polygon of the world's land in degrees, (longitude, latitude)."""
    topology: dict[str, Any] = json.loads(path.read_text())
    (scale_x, scale_y), (shift_x, shift_y) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs: list[Ring] = []
    for arc in topology["arcs"]:
        x = y = 0
        points: Ring = []
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            points.append((x * scale_x + shift_x, y * scale_y + shift_y))
        arcs.append(points)

    def ring(indexes: list[int]) -> Ring:
        points: Ring = []
        for index in indexes:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points.extend(arc[1:] if points else arc)
        return points

    polygons: list[Polygon] = []
    for shape in topology["objects"]["land"]["geometries"]:
        parts = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        polygons.extend([ring(indexes) for indexes in part] for part in parts)
    return polygons
