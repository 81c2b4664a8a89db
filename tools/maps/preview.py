"""Shows TransEuropa's whole board as a page, as the client draws it: backdrop, lattice, pieces, marks, names.

    python tools/maps/preview.py OUT_FOLDER [--fonts NODE_MODULES] [--browser chromium]

Writes one page per size, language and theme, and takes a picture of each where a Chromium is found. The order and
the classes are those of the client's board; pieces.svg and board.css are the client's own files.
"""

from __future__ import annotations

import argparse
import base64
import html
import json
import shutil
import subprocess
from collections import deque
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

CONTENT = ROOT / "src/roundhouse/games/transeuropa/content"
CLIENT = ROOT / "web/src"
SEATS = ("rose", "cobalt", "fir", "ochre", "plum", "graphite")
# Offshore distance of each waterline and how much of its colour it keeps, from the coast outwards.
WATERLINES = ((3.5, 100), (8.0, 80), (13.4, 62), (19.8, 45), (27.5, 30))
SCREENS = {"desktop": (1440, 900), "phone": (390, 844)}


class Position:
    """A made-up moment of a game: networks, start markers, what I may lay, what was laid last."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.edges = {frozenset((e["a"], e["b"])): e for e in board["edges"]}
        self.near: dict[int, list[int]] = {node["id"]: [] for node in board["nodes"]}
        for edge in board["edges"]:
            self.near[edge["a"]].append(edge["b"])
            self.near[edge["b"]].append(edge["a"])
        at = {city["id"]: city["node"] for city in board["cities"]}
        self.hand = ["london", "vienna", "malmo", "vilnius", "florence"]
        self.hubs = {98: "rose", at["paris"]: "cobalt", at["minsk"]: "fir", 170: "ochre", 160: "plum", 155: "graphite"}
        mine = [self.way(98, at["vienna"]), self.way(98, 79), self.way(98, at["berlin"]), self.way(98, 148)]
        mine += [self.way(148, at["florence"])]
        self.mine = {step for way in mine for step in way}
        others = [(at["paris"], at["madrid"]), (at["paris"], at["london"]), (at["minsk"], at["riga"]), (160, 143)]
        others += [(at["minsk"], at["kharkiv"]), (170, at["istanbul"]), (155, at["odesa"]), (170, at["tirana"])]
        self.rails = self.mine | {step for a, b in others for step in self.way(a, b)}
        self.last = [at["warsaw"], 86, 69]
        self.rails |= {frozenset(step) for step in zip(self.last, self.last[1:], strict=False)}
        reached = {node for step in self.mine for node in step}
        self.legal = {key for key in self.edges if key & reached and key not in self.rails}
        self.pointed = next(key for key in sorted(self.legal, key=sorted) if key & {66} and key & {83, 82})

    def way(self, start: int, end: int) -> list[frozenset[int]]:
        before = {start: start}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for other in sorted(self.near[node]):
                if other not in before:
                    before[other] = node
                    queue.append(other)
        steps = []
        while end != start:
            steps.append(frozenset((end, before[end])))
            end = before[end]
        return steps


def use(symbol: str, x: float, y: float, turn: float = 0, scale: float = 1, more: str = "") -> str:
    turned = f" rotate({turn})" if turn else ""
    sized = f" scale({scale})" if scale != 1 else ""
    return f'<use href="#te-{symbol}" transform="translate({x} {y}){turned}{sized}" {more}/>'


def line(numbers: list[float], classes: str) -> str:
    return '<line x1="{}" y1="{}" x2="{}" y2="{}" class="{}"/>'.format(*numbers, classes)


class Sheet:
    """The board as SVG, layer by layer."""

    def __init__(self, setting: str, language: str) -> None:
        self.setting, self.language = setting, language
        self.board = json.loads((CONTENT / "board.json").read_text())
        self.map = json.loads((CONTENT / "map.json").read_text())
        self.layout = json.loads((CONTENT / "layout.json").read_text())
        self.now = Position(self.board)
        self.scale = 1.0 if setting == "wide" else 1.2
        self.ends = {e["id"]: frozenset((e["a"], e["b"])) for e in self.board["edges"]}
        self.drawn = {self.ends[e["id"]]: e for e in self.layout["edges"]}
        self.nodes = {n["id"]: n for n in self.layout["nodes"]}
        self.colour = {c["id"]: c["colour"] for c in self.board["cities"]}

    def backdrop(self) -> list[str]:
        left, top, width, height = self.layout["bleed"]
        land = self.map["land"]
        out = [f'<defs><path id="land" d="{land}"/><clipPath id="on-land"><use href="#land" clip-rule="evenodd"/>']
        out.append(
            f'</clipPath></defs><rect x="{left}" y="{top}" width="{width}" height="{height}" fill="var(--te-sea)"/>'
        )
        out.append('<g class="te-waterlines">')
        for away, strength in reversed(WATERLINES):
            tint = f"color-mix(in srgb, var(--te-water-line) {strength}%, var(--te-sea))"
            out.append(f'<use href="#land" style="stroke:{tint}" stroke-width="{away * 2 + 0.95}"/>')
            out.append(f'<use href="#land" stroke="var(--te-sea)" stroke-width="{away * 2 - 0.95}"/>')
        out.append('</g><use href="#land" class="te-land"/><g class="te-shade" clip-path="url(#on-land)">')
        out += [f'<path d="{land}" stroke-width="{size}"/>' for size in (18, 13, 8.5, 4.5)]
        out.append('</g><use href="#land" class="te-coast"/>')
        out += [f'<path class="te-hachures" d="{entry["d"]}"/>' for entry in self.map["ranges"]]
        for entry in self.map["rivers"]:
            out.append(f'<path class="te-river-bank" d="{entry["d"]}"/><path class="te-river" d="{entry["d"]}"/>')
        return out

    def lattice(self) -> list[str]:
        out = []
        for key, edge in self.drawn.items():
            if edge["kind"] == "plain" and key not in self.now.rails:
                wet = " te-wet" if edge["ground"] == "sea" else ""
                out.append(line(edge["lines"][0], f"te-hairline{wet}"))
        for node in self.layout["nodes"]:
            wet = " te-wet" if node["ground"] == "sea" else ""
            out.append(f'<circle class="te-dot{wet}" cx="{node["x"]}" cy="{node["y"]}" r="1.9"/>')
        # Above the hairlines, so that none strikes a letter through.
        for name in self.layout["names"]:
            size = name["size"] * self.layout["type"][self.setting]["names"]
            text = html.escape(name["text"][self.language])
            out.append(
                f'<path id="name-{name["id"]}" d="{name["d"]}" fill="none"/>'
                f'<text class="te-name te-name-{name["kind"]}" '
                f'font-size="{size}" letter-spacing="{name["room"]}em"><textPath href="#name-{name["id"]}" '
                f'startOffset="50%">{text}</textPath></text>'
            )
        for key, edge in self.drawn.items():
            if edge["kind"] == "plain" or key in self.now.rails or key in self.now.legal:
                continue
            out += self.double(edge, f"te-double te-double-{edge['kind']}")
        return out

    def double(self, edge: dict[str, Any], classes: str) -> list[str]:
        (ax, ay, bx, by), (cx, cy, dx, dy) = edge["lines"]
        out = []
        if edge["kind"] == "river":
            middle = [(ax + cx) / 2, (ay + cy) / 2, (bx + dx) / 2, (by + dy) / 2]
            out.append(line(middle, "te-double-deck"))
        out += [line(numbers, classes) for numbers in edge["lines"]]
        if edge["kind"] == "mountain":
            out.append(use("peak", edge["x"], edge["y"], 0, self.scale))
        return out

    def marks(self) -> list[str]:
        out = []
        for key in sorted(self.now.legal, key=sorted):
            edge = self.drawn[key]
            dear = edge["kind"] != "plain"
            (ax, ay, bx, by), (cx, cy, dx, dy) = edge["lines"][0], edge["lines"][-1]
            middle = [(ax + cx) / 2, (ay + cy) / 2, (bx + dx) / 2, (by + dy) / 2]
            out.append(line(middle, "te-legal-band" + (" te-dear" if dear else "")))
            if dear:
                out.append(f'<g class="te-legal-dear">{"".join(self.double(edge, "te-legal"))}</g>')
            else:
                out.append(line(middle, "te-legal te-cheap"))
        points = [self.nodes[node] for node in self.now.last]
        d = "M" + "L".join(f"{p['x']} {p['y']}" for p in points)
        out += [
            f'<path class="te-halo te-halo-{k}" d="{d}" {s}/>'
            for k, s in (("edge", ""), ("seat", 'stroke="url(#seat-ochre)"'), ("ground", ""))
        ]
        return out

    def rails(self) -> list[str]:
        out = []
        touched: set[int] = set()
        for key in sorted(self.now.rails, key=sorted):
            edge = self.drawn[key]
            touched |= key
            mine = 'class="te-mine" style="--seat:var(--seat-rose)"' if key in self.now.mine else ""
            out.append(use("rail", edge["x"], edge["y"], edge["turn"], 1, mine))
            if edge["kind"] != "plain":
                out.append(use(f"over-{edge['kind']}", edge["x"], edge["y"], edge["turn"]))
                if edge["kind"] == "mountain":
                    out.append(use("peak", edge["x"], edge["y"], 0, 0.9))
        towns = {city["node"] for city in self.layout["cities"]} | set(self.now.hubs)
        out += [use("junction", self.nodes[n]["x"], self.nodes[n]["y"]) for n in sorted(touched - towns)]
        edge = self.drawn[self.now.pointed]
        where = f"translate({edge['x']} {edge['y']}) rotate({edge['turn']})"
        out.append(
            f'<rect class="te-under-pointer" x="-33" y="-12" width="66" height="24" rx="12" transform="{where}"/>'
        )
        out.append(use("rail", edge["x"], edge["y"], edge["turn"], 0.9, 'class="te-ghost"'))
        return out

    def people_and_places(self) -> list[str]:
        out = []
        for node, seat in self.now.hubs.items():
            place = self.nodes[node]
            out.append(use("hub", place["x"], place["y"], 0, self.scale, f'fill="url(#seat-{seat})"'))
            if seat == "rose":
                own = 'style="stroke:var(--seat-rose)"'
                out.append(use("hub-own", place["x"], place["y"], 0, self.scale, own))
        for city in self.layout["cities"]:
            mine = city["id"] in self.now.hand
            size = self.scale * (0.62 if city["node"] in self.now.hubs else 1.42 if mine else 0.9)
            x, y = city["x"], city["y"]
            if city["node"] in self.now.hubs:
                # Start marker and city on one crossing: the city's plaque sits at the marker's shoulder.
                x, y = x + 11 * self.scale, y - 11 * self.scale
            out.append(use(f"city-{self.colour[city['id']]}", x, y, 0, round(size, 2)))
        return out

    def labels(self) -> list[str]:
        out = []

        def words(classes: str) -> str:
            return f'<text class="{classes}" x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{text}</text>'

        size = self.layout["type"][self.setting]["size"]
        for city in self.layout["cities"]:
            spot = city["labels"][self.setting][self.language]
            text = html.escape(city["text"][self.language])
            x, y, anchor = spot["x"], spot["y"], spot["anchor"]
            if city["id"] in self.now.hand or city["node"] in self.now.hubs:
                x, y = spot["plate"]
            if city["id"] in self.now.hand:
                left = {"start": x, "middle": x - spot["width"] / 2, "end": x - spot["width"]}[anchor]
                box = (left - 5, y - size * 0.92, spot["width"] + 10, size * 1.32)
                for grow, look in (
                    (1.6, 'class="te-plate-edge"'),
                    (0, f'class="te-plate" fill="var(--te-card-{self.colour[city["id"]]})"'),
                ):
                    out.append(
                        f'<rect x="{box[0] - grow}" y="{box[1] - grow}" width="{box[2] + 2 * grow}" '
                        f'height="{box[3] + 2 * grow}" rx="{2.5 + grow}" {look}/>'
                    )
                out.append(words(f"te-plate-text te-on-{self.colour[city['id']]}"))
            else:
                wet = " te-wet" if spot["ground"] == "sea" else ""
                out.append(words(f"te-label{wet}"))
        return out

    def svg(self, width: int, height: int, phone: bool) -> str:
        left, top, across, down = self.layout["view"]
        if phone:
            # The phone shows the board at full height and pans sideways.
            part = down * width / height
            box = (left + across * 0.3, top, part, down)
        else:
            box = (left, top, across, down)
        layers = [self.backdrop(), self.lattice(), self.marks(), self.rails(), self.people_and_places(), self.labels()]
        body = "".join("<g>" + "".join(layer) + "</g>" for layer in layers)
        how = "xMidYMid slice" if phone else "xMidYMid meet"
        return (
            f'<svg class="te-board" xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="{box[0]} {box[1]} {box[2]} {box[3]}" preserveAspectRatio="{how}">{body}</svg>'
        )


def fonts(folder: Path) -> str:
    """The house's two typefaces, inlined, so that a page of one file has them."""
    parts = []
    for family, name, styles in (
        ("Golos Text Variable", "golos-text", ["normal"]),
        ("Literata Variable", "literata", ["normal", "italic"]),
    ):
        for style in styles:
            for subset, letters in (("latin", "U+0000-02FF, U+2000-22FF"), ("cyrillic", "U+0400-04FF")):
                path = folder / f"@fontsource-variable/{name}/files/{name}-{subset}-wght-{style}.woff2"
                if path.is_file():
                    data = base64.b64encode(path.read_bytes()).decode()
                    parts.append(
                        f"@font-face{{font-family:'{family}';font-weight:200 900;font-style:{style};"
                        f"unicode-range:{letters};src:url(data:font/woff2;base64,{data})}}"
                    )
    return "".join(parts)


def seat_patterns() -> str:
    """The house's own patterns, out of its component."""
    component = (CLIENT / "lib/components/SeatPatterns.svelte").read_text()
    patterns = component[component.index("<defs>") :].replace("={unit}", '="scale(1)"').replace("{unit}", "scale(1)")
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute">{patterns}</svg>'


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fonts", type=Path, default=ROOT / "web/node_modules")
    parser.add_argument("--browser", default="chromium")
    parser.add_argument("--only", default="", help="part of a picture's name, such as desktop-en-light")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    styles = fonts(given.fonts) + (CLIENT / "styles/tokens.css").read_text()
    styles += (CLIENT / "games/transeuropa/board.css").read_text() + "body{margin:0;overflow:hidden}svg{display:block}"
    pieces = (CLIENT / "games/transeuropa/pieces.svg").read_text() + seat_patterns()
    browser = shutil.which(given.browser)
    for screen, (width, height) in SCREENS.items():
        for language in ("en", "ru"):
            sheet = Sheet("wide" if screen == "desktop" else "compact", language)
            for theme in ("light", "dark"):
                name = f"{screen}-{language}-{theme}"
                if given.only not in name:
                    continue
                deep = height if screen == "desktop" else 505
                page = given.folder / f"{name}.html"
                page.write_text(
                    f'<!doctype html><html lang="{language}" data-theme="{theme}"><meta charset="utf-8">'
                    f"<style>{styles}</style><body>{pieces}{sheet.svg(width, deep, screen == 'phone')}</body></html>"
                )
                if browser is None:
                    continue
                picture = given.folder / f"{name}.png"
                density = 1 if screen == "desktop" else 2
                options = [
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--hide-scrollbars",
                    "--virtual-time-budget=2000",
                ]
                options += [f"--force-device-scale-factor={density}", f"--window-size={width},{height}"]
                command = [browser, *options, f"--screenshot={picture}", page.resolve().as_uri()]
                subprocess.run(command, check=True, capture_output=True, timeout=120)
                print(picture)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
