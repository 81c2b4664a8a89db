"""The maps of the probe, read from `content/boards.json`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


class Board:
    """Towns, and links between two of them: on the plain, or through a hill."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self.towns: list[str] = data["towns"]
        self.stations: list[int] = [self.towns.index(town) for town in data["stations"]]
        self.links: list[str] = [*data["plain"], *data["hills"]]
        self.hill = [link in data["hills"] for link in self.links]
        self.ends: list[tuple[int, int]] = []
        for link in self.links:
            one, two = link.split("-")
            self.ends.append((self.towns.index(one), self.towns.index(two)))


BOARDS = {
    name: Board(name, data)
    for name, data in json.loads((files("roundhouse_probe") / "content" / "boards.json").read_text("utf-8"))[
        "boards"
    ].items()
}


def joined(board: Board, laid: set[int], start: int) -> set[int]:
    """The towns that laid links join to a town, itself among them."""
    found = {start}
    grown = True
    while grown:
        grown = False
        for link in laid:
            one, two = board.ends[link]
            if (one in found) != (two in found):
                found |= {one, two}
                grown = True
    return found


def paths(board: Board, laid: set[int], start: int, goal: int) -> list[list[int]]:
    """Every way over laid links that meets no town twice."""
    found: list[list[int]] = []

    def walk(town: int, met: set[int], way: list[int]) -> None:
        if town == goal:
            found.append(way)
            return
        for link in sorted(laid):
            one, two = board.ends[link]
            if town in (one, two):
                far = one + two - town
                if far not in met:
                    walk(far, met | {far}, [*way, link])

    walk(start, {start}, [])
    return found
