"""The board of TransEuropa, read from `content/board.json`: crossings, lines, cities, and their names.

A crossing is named by its city ("paris") or by column and row of the lattice ("11.6"), a line by its two crossings
("11.6-paris"; either order is understood).
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.steiner import Graph, bits_of, include, words_for

COLOURS: Final = ("red", "orange", "yellow", "green", "blue")


@final
class City:
    """A city and its card."""

    def __init__(self, index: int, entry: dict[str, Any]) -> None:
        self.index: int = index
        self.name: str = entry["id"]
        self.node: int = entry["node"]
        self.colour: int = COLOURS.index(entry["colour"])
        self.dotted: bool = entry["dotted"]
        self.titles: dict[str, str] = {"en": entry["name_en"], "ru": entry["name_ru"]}


@final
class Board:
    """Everything that never changes in a match, as the rules need it."""

    def __init__(self, data: dict[str, Any]) -> None:
        nodes: list[dict[str, Any]] = data["nodes"]
        edges: list[dict[str, Any]] = data["edges"]
        facts: dict[str, Any] = data["game"]
        self.rails: int = facts["rails"]
        self.opening_score: int = facts["score_start"]
        self.points_per_turn: int = facts["points_per_turn"]
        self.short_deck_seats: list[int] = list(facts["drop_dotted_cities_with_players"])
        self.cities: list[City] = [City(index, entry) for index, entry in enumerate(data["cities"])]
        self.city_by_name: dict[str, int] = {city.name: city.index for city in self.cities}
        self.city_at: vec[i64] = vec[i64]([-1] * len(nodes))
        for city in self.cities:
            self.city_at[city.node] = city.index

        self.node_names: list[str] = [f"{node['col']}.{node['row']}" for node in nodes]
        for city in self.cities:
            self.node_names[city.node] = city.name
        self.node_by_name: dict[str, int] = {name: index for index, name in enumerate(self.node_names)}
        for index, node in enumerate(nodes):
            self.node_by_name[f"{node['col']}.{node['row']}"] = index

        ends: list[tuple[int, int]] = [(edge["a"], edge["b"]) for edge in edges]
        costs: list[int] = [edge["cost"] for edge in edges]
        self.graph: Graph = Graph(len(nodes), ends, costs)
        self.edge_kinds: list[str] = [edge["kind"] for edge in edges]
        self.edge_names: list[str] = []
        self.edge_by_name: dict[str, int] = {}
        for index, (tail, head) in enumerate(ends):
            one, two = sorted((self.node_names[tail], self.node_names[head]))
            self.edge_names.append(f"{one}-{two}")
            self.edge_by_name[f"{one}-{two}"] = index
            self.edge_by_name[f"{two}-{one}"] = index

        self.edge_words: i64 = words_for(len(edges))
        self.node_words: i64 = words_for(len(nodes))
        self.singles: vec[i64] = bits_of([index for index, cost in enumerate(costs) if cost == 1], len(edges))
        # The lines that end in a node, as one set of lines for each node, laid end to end.
        self.around: vec[i64] = vec[i64]()
        together: list[i64] = []
        for crossing in range(len(nodes)):
            lines = vec[i64]([0] * int(self.edge_words))
            for edge in self.graph.edges_around(crossing):
                include(lines, edge)
            for word in lines:
                together.append(word)
        self.around = vec[i64](together)

    def deck(self, seats: int) -> list[list[int]]:
        """The cards in use, by colour (rule 2.2)."""
        short = seats in self.short_deck_seats
        piles: list[list[int]] = [[] for _ in COLOURS]
        for city in self.cities:
            if not (short and city.dotted):
                piles[city.colour].append(city.index)
        return piles


def read_board() -> Board:
    text = (files("roundhouse.games.transeuropa") / "content" / "board.json").read_text("utf-8")
    return Board(json.loads(text))


BOARD: Final = read_board()

# Boxed once, so that a list of legal actions is made without making numbers.
BOXES: Final[list[object]] = list(range(1024))
