"""Finds a place for every city and a curve for every city pair: writes ticket_to_ride_places.json.

    python tools/maps/ticket_to_ride_relax.py

Cities start where projection and magnifying glass put them, and are pulled back there; curves have to be long enough
for their spaces, calm, and off everything foreign. Descent with Adam's steps, a minute or two of plain Python. The
result is kept in the repository: the layout is built from it, so that a last digit that another machine rounds
otherwise never moves a city.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from math import hypot, sqrt
from pathlib import Path
from typing import Any

# Run as a script, Python looks for modules beside it only.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from maps import ticket_to_ride_labels as names
from maps import ticket_to_ride_sheet as sheet
from maps.atlas import Point
from maps.shapes import Box

MARGINS = (34.0, 34.0, 40.0, 36.0)
STEPS = 16


def fitted(hand: dict[str, Any], cities: list[dict[str, Any]]) -> dict[str, Point]:
    """Cities on the sheet before anything moves: as large as the map allows, or where the hand says."""
    raw = {city["id"]: sheet.projected(city["lon"], city["lat"]) for city in cities}
    left, top = min(x for x, _ in raw.values()), min(y for _, y in raw.values())
    right, bottom = max(x for x, _ in raw.values()), max(y for _, y in raw.values())
    box = (
        sheet.INNER[0] + MARGINS[0],
        sheet.INNER[1] + MARGINS[1],
        sheet.INNER[2] - MARGINS[2],
        sheet.INNER[3] - MARGINS[3],
    )
    across, down = (box[2] - box[0]) / (right - left), (box[3] - box[1]) / (bottom - top)
    placed = {name: (box[0] + (x - left) * across, box[1] + (y - top) * down) for name, (x, y) in raw.items()}
    placed.update({name: (float(x), float(y)) for name, (x, y) in hand["anchors"].items()})
    return placed


class Relaxation:
    def __init__(self) -> None:
        self.facts = sheet.facts()
        self.hand = json.loads(sheet.HAND.read_text())
        self.anchors = fitted(self.hand, self.facts.cities)
        self.ids = [city["id"] for city in self.facts.cities]
        self.index = {name: k for k, name in enumerate(self.ids)}
        self.pairs = self.facts.pairs
        self.ends = [(self.index[p.a], self.index[p.b]) for p in self.pairs]
        self.offsets = [(self.facts.offset(p.a), self.facts.offset(p.b)) for p in self.pairs]
        self.need = [p.length * sheet.PITCH + a + b + 0.6 for p, (a, b) in zip(self.pairs, self.offsets, strict=True)]
        count = len(self.ids)
        # Cities first, then two handles for every pair.
        self.x = [self.anchors[name][0] for name in self.ids]
        self.y = [self.anchors[name][1] for name in self.ids]
        for p, (a, b) in zip(self.pairs, self.ends, strict=True):
            ax, ay, bx, by = self.x[a], self.y[a], self.x[b], self.y[b]
            bulge = self.hand["bulges"].get(p.name, 0.0)
            for share in (1 / 3, 2 / 3):
                self.x.append(ax + (bx - ax) * share - (by - ay) * bulge)
                self.y.append(ay + (by - ay) * share + (bx - ax) * bulge)
        self.count = count
        self.near = self.neighbours()
        self.boxes: list[tuple[int, Box]] = []  # of names: the city, and the box from its middle
        size = len(self.x)
        self.m = [[0.0] * size, [0.0] * size]
        self.v = [[0.0] * size, [0.0] * size]
        self.tick = 0

    def neighbours(self) -> list[tuple[int, int, float, float]]:
        """Which cities keep their place to each other: joined by a route, or near."""
        result = set()
        for a, b in self.ends:
            result.add((min(a, b), max(a, b)))
        for a in range(self.count):
            order = sorted(range(self.count), key=lambda b: hypot(self.x[a] - self.x[b], self.y[a] - self.y[b]))
            result |= {(min(a, b), max(a, b)) for b in order[1:6]}
        return [(a, b, self.x[b] - self.x[a], self.y[b] - self.y[a]) for a, b in sorted(result)]

    def discs(self) -> list[tuple[float, float, float, int, int, tuple[float, float, float, float]]]:
        """Round pieces of every drawn row: x, y, radius, pair, city (-1), weights of the four points."""
        found = []
        for k, pair in enumerate(self.pairs):
            a, b = self.ends[k]
            h = self.count + 2 * k
            curve = tuple((self.x[i], self.y[i]) for i in (a, h, h + 1, b))
            lengths = sheet.table(curve, STEPS)  # type: ignore[arg-type]
            start, end = self.offsets[k][0], lengths[-1] - self.offsets[k][1]
            pitch = min((end - start) / pair.length, sheet.WIDEST_PITCH)
            first = (start + end) / 2 - pitch * (pair.length - 1) / 2
            rim = sheet.TUNNEL_RIM if pair.tunnel else sheet.PIECE_RIM
            radius = 6.6 + rim
            for space in range(pair.length):
                for along in (-8.6, 0.0, 8.6):
                    s = min(max(first + space * pitch + along, 0.0), lengths[-1])
                    t = sheet.parameter(lengths, s)
                    u = 1 - t
                    w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
                    px = sum(w[i] * curve[i][0] for i in range(4))
                    py = sum(w[i] * curve[i][1] for i in range(4))
                    if pair.rows == 1:
                        found.append((px, py, radius if along else radius - 1.2, k, -1, w))
                        continue
                    dw = (-u * u, u * u - 2 * u * t, 2 * u * t - t * t, t * t)
                    dx = sum(dw[i] * curve[i][0] for i in range(4))
                    dy = sum(dw[i] * curve[i][1] for i in range(4))
                    size = hypot(dx, dy) or 1.0
                    for side in (-sheet.ROWS_APART / 2, sheet.ROWS_APART / 2):
                        found.append((px - dy / size * side, py + dx / size * side, radius, k, -1, w))
        return found

    def gradient(self, strength: float) -> tuple[list[float], list[float]]:
        x, y = self.x, self.y
        gx, gy = [0.0] * len(x), [0.0] * len(x)
        for k, name in enumerate(self.ids):
            pull = 0.0016 * self.hand["hold"].get(name, 1.0)
            gx[k] += pull * (x[k] - self.anchors[name][0])
            gy[k] += pull * (y[k] - self.anchors[name][1])
        for a, b, dx, dy in self.near:
            ex, ey = x[b] - x[a] - dx, y[b] - y[a] - dy
            stiff = 0.0022
            gx[b] += stiff * ex
            gy[b] += stiff * ey
            gx[a] -= stiff * ex
            gy[a] -= stiff * ey
        for k, pair in enumerate(self.pairs):
            self.curve_forces(k, pair, gx, gy)
        self.collisions(strength, gx, gy)
        return gx, gy

    def curve_forces(self, k: int, pair: sheet.Pair, gx: list[float], gy: list[float]) -> None:
        x, y = self.x, self.y
        a, b = self.ends[k]
        h, i = self.count + 2 * k, self.count + 2 * k + 1
        need = self.need[k]
        four = (a, h, i, b)
        # Length by a polyline of eight; its gradient goes to the four points by their weights.
        last = (x[a], y[a])
        last_w = (1.0, 0.0, 0.0, 0.0)
        length = 0.0
        parts = []
        for step in range(1, 9):
            t = step / 8
            u = 1 - t
            w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            px = w[0] * x[a] + w[1] * x[h] + w[2] * x[i] + w[3] * x[b]
            py = w[0] * y[a] + w[1] * y[h] + w[2] * y[i] + w[3] * y[b]
            size = hypot(px - last[0], py - last[1]) or 1e-6
            length += size
            parts.append(((px - last[0]) / size, (py - last[1]) / size, w, last_w))
            last, last_w = (px, py), w
        if length < need:
            force = -0.3 * (need - length)
        elif length > need + pair.length * 2.0:
            force = 0.01 * (length - need - pair.length * 2.5)
        else:
            force = 0.0
        if force:
            for dx, dy, w, before in parts:
                for j in range(4):
                    share = force * (w[j] - before[j])
                    gx[four[j]] += share * dx
                    gy[four[j]] += share * dy
        # The chord: a curve much longer than its ends are apart would have to bulge.
        dx, dy = x[b] - x[a], y[b] - y[a]
        chord = hypot(dx, dy) or 1e-6
        share = self.hand["chords"].get(pair.name, 1.0 if pair.rows == 2 or pair.length < 3 else 0.965)
        if chord < need * share:
            force = -0.06 * (need * share - chord) / chord
            gx[b] += force * dx
            gy[b] += force * dy
            gx[a] -= force * dx
            gy[a] -= force * dy
        # Calm: the second differences of the four points are small.
        calm = 0.09 * 60 / need
        for p, q, r in ((a, h, i), (h, i, b)):
            for values, out in ((x, gx), (y, gy)):
                bend = calm * (values[p] - 2 * values[q] + values[r])
                out[p] += bend * 0.3
                out[q] -= 2 * bend
                out[r] += bend * 0.3
        # No twist: the two second differences are alike, so that a curve bends to one side only.
        for values, out in ((x, gx), (y, gy)):
            twist = calm * 0.8 * (values[a] - 3 * values[h] + 3 * values[i] - values[b])
            out[h] -= 3 * twist
            out[i] += 3 * twist

    def collisions(self, strength: float, gx: list[float], gy: list[float]) -> None:
        discs = self.discs()
        x, y = self.x, self.y
        count = self.count

        def push(disc: int, fx: float, fy: float) -> None:
            _, _, _, k, _, w = discs[disc]
            a, b = self.ends[k]
            h = count + 2 * k
            for i, share in zip((a, h, h + 1, b), w, strict=True):
                gx[i] -= share * fx
                gy[i] -= share * fy

        cells: dict[tuple[int, int], list[int]] = {}
        for i, disc in enumerate(discs):
            cells.setdefault((int(disc[0] // 24), int(disc[1] // 24)), []).append(i)
        gap = 1.6
        for i, (px, py, radius, k, _, _) in enumerate(discs):
            cx, cy = int(px // 24), int(py // 24)
            for ox in (-1, 0, 1):
                for oy in (-1, 0, 1):
                    for j in cells.get((cx + ox, cy + oy), ()):
                        if j <= i or discs[j][3] == k:
                            continue
                        qx, qy, other = discs[j][0], discs[j][1], discs[j][2]
                        dx, dy = px - qx, py - qy
                        want = radius + other + gap
                        far = dx * dx + dy * dy
                        if far < want * want:
                            size = sqrt(far) or 1e-6
                            force = strength * (want - size) / size
                            push(i, force * dx, force * dy)
                            push(j, -force * dx, -force * dy)
            for ox in (-1, 0, 1):
                for oy in (-1, 0, 1):
                    for city in self.grid.get((cx + ox, cy + oy), ()):
                        if city in self.ends[k]:
                            continue
                        dx, dy = px - x[city], py - y[city]
                        want = radius + sheet.CITY_RADIUS + 4.5
                        size = hypot(dx, dy) or 1e-6
                        if size < want:
                            force = strength * (want - size) / size
                            push(i, force * dx, force * dy)
                            gx[city] += force * dx
                            gy[city] += force * dy
            # The frame
            left, top, right, bottom = sheet.INNER
            fx = max(0.0, left + radius + 6 - px) - max(0.0, px - right + radius + 6)
            fy = max(0.0, top + radius + 6 - py) - max(0.0, py - bottom + radius + 6)
            if fx or fy:
                push(i, strength * fx, strength * fy)
        for city, box in self.boxes:
            left, top, right, bottom = x[city] + box[0], y[city] + box[1], x[city] + box[2], y[city] + box[3]
            for cx in range(int((left - 12) // 24), int((right + 12) // 24) + 1):
                for cy in range(int((top - 12) // 24), int((bottom + 12) // 24) + 1):
                    for i in cells.get((cx, cy), ()):
                        px, py, radius = discs[i][0], discs[i][1], discs[i][2] + 0.4
                        nx, ny = min(max(px, left), right), min(max(py, top), bottom)
                        dx, dy = px - nx, py - ny
                        far = hypot(dx, dy)
                        if far == 0:
                            up, down = py - top, bottom - py
                            dy, far, deep = (-1.0, 1.0, up + radius) if up < down else (1.0, 1.0, down + radius)
                        elif far < radius:
                            deep = radius - far
                        else:
                            continue
                        force = strength * 0.9 * deep / far
                        push(i, force * dx, force * dy)
                        gx[city] += force * dx * 0.7
                        gy[city] += force * dy * 0.7
            # Names keep off the frame and off other cities too.
            fx = max(0.0, sheet.INNER[0] + 4 - left) - max(0.0, right - sheet.INNER[2] + 4)
            fy = max(0.0, sheet.INNER[1] + 4 - top) - max(0.0, bottom - sheet.INNER[3] + 4)
            gx[city] -= strength * fx
            gy[city] -= strength * fy

    def run(self, steps: int, rate: float, strength: float) -> None:
        for step in range(steps):
            if step % 8 == 0:
                self.grid: dict[tuple[int, int], list[int]] = {}
                for city in range(self.count):
                    key = (int(self.x[city] // 24), int(self.y[city] // 24))
                    self.grid.setdefault(key, []).append(city)
            self.tick += 1
            gx, gy = self.gradient(strength)
            pace = rate * (1 - 0.85 * step / steps)
            for axis, (g, values) in enumerate(((gx, self.x), (gy, self.y))):
                m, v = self.m[axis], self.v[axis]
                for i, slope in enumerate(g):
                    m[i] += 0.12 * (slope - m[i])
                    v[i] += 0.01 * (slope * slope - v[i])
                    values[i] -= pace * m[i] / (sqrt(v[i] / (1 - 0.99**self.tick)) + 0.02)
            left, top, right, bottom = sheet.INNER
            for i in range(self.count):
                self.x[i] = min(max(self.x[i], left + 16), right - 16)
                self.y[i] = min(max(self.y[i], top + 16), bottom - 16)

    def curves(self) -> dict[str, sheet.Curve]:
        result: dict[str, sheet.Curve] = {}
        for k, pair in enumerate(self.pairs):
            a, b = self.ends[k]
            h = self.count + 2 * k
            points = [(self.x[i], self.y[i]) for i in (a, h, h + 1, b)]
            result[pair.name] = (points[0], points[1], points[2], points[3])
        return result

    def cities(self) -> dict[str, Point]:
        return {name: (self.x[k], self.y[k]) for k, name in enumerate(self.ids)}

    def finish(self) -> dict[str, tuple[float, float]]:
        """By the exact shapes: handles move a little and spaces slide along their curves until nothing touches."""
        self.place_names()
        places = self.cities()
        curves = self.curves()
        slides = {pair.name: (0.0, 1.0) for pair in self.pairs}
        towns = {name: sheet.corners_of((x - 7.0, y - 7.0, x + 7.0, y + 7.0)) for name, (x, y) in places.items()}
        boxes = []
        for city, (left, top, right, bottom) in self.boxes:
            x, y = self.x[city], self.y[city]
            boxes.append(sheet.corners_of((x + left, y + top, x + right, y + bottom)))

        def shapes(pair: sheet.Pair, curve: sheet.Curve, slide: tuple[float, float]) -> list[list[list[Point]]]:
            rim = (sheet.TUNNEL_RIM if pair.tunnel else sheet.PIECE_RIM) + 0.35
            offsets = (self.facts.offset(pair.a), self.facts.offset(pair.b))
            rows = sheet.spaces(curve, pair, offsets, slide)
            return [[space.corners(rim) for row in rows for space in row], [s.corners(0.5) for s in rows[0]],
                    [s.corners(0.5) for s in rows[-1]]]  # fmt: skip

        def touch(one: list[Point], other: list[Point]) -> float:
            if abs(one[0][0] + one[2][0] - other[0][0] - other[2][0]) > 160:
                return 0.0
            if abs(one[0][1] + one[2][1] - other[0][1] - other[2][1]) > 90:
                return 0.0
            return max(0.0, -sheet.separation(one, other))

        drawn = {pair.name: shapes(pair, curves[pair.name], slides[pair.name]) for pair in self.pairs}

        def cost(pair: sheet.Pair, trial: list[list[list[Point]]]) -> float:
            total = 0.0
            for other in self.pairs:
                if other is not pair:
                    total += sum(touch(one, two) for one in trial[0] for two in drawn[other.name][0])
            for town, box in towns.items():
                if town not in (pair.a, pair.b):
                    total += sum(touch(one, box) for one in trial[0])
            total += 0.5 * sum(touch(one, box) for one in trial[0] for box in boxes)
            for row in trial[1:]:
                total += sum(touch(one, two) for one, two in pairwise(row))
            return total

        def moves() -> Iterator[tuple[float, float, float, float]]:
            for size in (1.5, 4.0, 8.0):
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)):
                    yield dx * size, dy * size, dx * size, dy * size
                    yield dx * size, dy * size, 0.0, 0.0
                    yield 0.0, 0.0, dx * size, dy * size

        for _ in range(5):
            worst = 0.0
            for pair in self.pairs:
                now = cost(pair, drawn[pair.name])
                if now <= 0:
                    continue
                start = curves[pair.name]
                best = (now, start, slides[pair.name])
                choices = [(slide, spread) for spread in (1.0, 0.6, 0.2) for slide in (0.0, -0.6, 0.6, -1.0, 1.0)]
                tries = [(start, choice) for choice in choices]
                for ax, ay, bx, by in moves():
                    bent = (
                        start[0],
                        (start[1][0] + ax, start[1][1] + ay),
                        (start[2][0] + bx, start[2][1] + by),
                        start[3],
                    )
                    tries.append((bent, slides[pair.name]))
                for number, (curve, slide) in enumerate(tries):
                    price = cost(pair, shapes(pair, curve, slide)) + 0.002 * number
                    if price < best[0] - 1e-9:
                        best = (price, curve, slide)
                _, curves[pair.name], slides[pair.name] = best
                drawn[pair.name] = shapes(pair, *best[1:])
                worst = max(worst, best[0])
            if worst < 0.05:
                break
        for k, pair in enumerate(self.pairs):
            h = self.count + 2 * k
            for i in (0, 1):
                self.x[h + i], self.y[h + i] = curves[pair.name][1 + i]
        return {name: slide for name, slide in slides.items() if slide != (0.0, 1.0)}

    def place_names(self) -> None:
        """Names as obstacles: each where it would stand now, as wide as the wider of its two forms."""
        spots = names.placed(self.facts, self.cities(), self.curves(), self.hand["names"], firm=True)
        self.boxes = []
        for language in names.LANGUAGES:
            for city, spot in spots[language].items():
                k = self.index[city]
                box = spot.box
                self.boxes.append((k, (box[0] - self.x[k], box[1] - self.y[k], box[2] - self.x[k], box[3] - self.y[k])))


def written(cities: dict[str, Point], curves: dict[str, sheet.Curve], slides: dict[str, tuple[float, float]]) -> str:
    """One city or curve to a line: the two handles of a curve, whose ends are the cities."""
    lines = [f'  "{name}": [{x:.1f}, {y:.1f}]' for name, (x, y) in cities.items()]
    bends = [
        f'  "{name}": [{", ".join(f"{value:.1f}" for point in curve[1:3] for value in point)}]'
        for name, curve in curves.items()
    ]
    moved = [f'  "{name}": [{slide[0]}, {slide[1]}]' for name, slide in slides.items()]
    parts = (("cities", lines), ("curves", bends), ("slides", moved))
    return "{\n" + ",\n".join(f' "{name}": {{\n' + ",\n".join(rows) + "\n }" for name, rows in parts) + "\n}\n"


def main() -> int:
    work = Relaxation()
    short = "--short" in sys.argv[1:]
    work.run(200 if short else 500, 1.1, 0.05)
    work.run(150 if short else 300, 0.6, 0.2)
    for _ in range(1 if short else 4):
        work.place_names()
        work.run(100 if short else 180, 0.4, 0.5)
    work.run(600, 0.15, 8.0)
    slides = work.finish()
    sheet.PLACES.write_text(written(work.cities(), work.curves(), slides))
    print(f"tools/maps/{sheet.PLACES.name} written")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
