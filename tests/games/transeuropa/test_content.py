"""The board as data: its counts, its shape, its names, and how sure we are of each fact."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from roundhouse.games.transeuropa import game
from roundhouse.games.transeuropa.board import BOARD, COLOURS

CONTENT = files("roundhouse.games.transeuropa") / "content"
DATA: dict[str, Any] = json.loads((CONTENT / "board.json").read_text("utf-8"))
SOURCES = (CONTENT / "SOURCES.md").read_text("utf-8")
NODES: list[dict[str, Any]] = DATA["nodes"]
EDGES: list[dict[str, Any]] = DATA["edges"]
CITIES: list[dict[str, Any]] = DATA["cities"]
SURE = {"confirmed", "single-source", "reconstructed"}


def test_the_board_has_the_crossings_and_lines_it_should() -> None:
    assert len(NODES) == 210
    assert len(EDGES) == 577
    assert Counter(edge["cost"] for edge in EDGES) == {1: 424, 2: 153}
    assert Counter(edge["kind"] for edge in EDGES) == {"plain": 424, "sea": 107, "river": 25, "mountain": 21}
    assert all((edge["cost"] == 1) == (edge["kind"] == "plain") for edge in EDGES)
    assert [node["id"] for node in NODES] == list(range(210))
    assert [edge["id"] for edge in EDGES] == list(range(577))


def test_there_are_seven_cities_of_each_colour_two_of_them_dotted() -> None:
    assert len({city["id"] for city in CITIES}) == len({city["node"] for city in CITIES}) == 35
    assert Counter(city["colour"] for city in CITIES) == dict.fromkeys(COLOURS, 7)
    assert Counter(city["colour"] for city in CITIES if city["dotted"]) == dict.fromkeys(COLOURS, 2)


def test_every_pair_of_neighbours_on_the_lattice_has_its_one_line() -> None:
    places = {(node["col"], node["row"]): node["id"] for node in NODES}
    assert len(places) == 210
    steps = ((2, 0), (1, 1), (-1, 1))
    pairs = {
        frozenset((here, places[col + right, row + down]))
        for (col, row), here in places.items()
        for right, down in steps
        if (col + right, row + down) in places
    }
    assert Counter(frozenset((edge["a"], edge["b"])) for edge in EDGES) == Counter(pairs)


def test_the_board_is_in_one_piece_with_three_to_six_lines_at_a_crossing() -> None:
    graph = BOARD.graph
    seen = [0]
    for node in seen:
        for edge in graph.edges_around(node):
            far = int(graph.tail[edge] + graph.head[edge]) - node
            if far not in seen:
                seen.append(far)
    assert len(seen) == 210
    assert Counter(len(graph.edges_around(node)) for node in range(210)) == {3: 12, 4: 32, 5: 6, 6: 160}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_city_has_a_name_of_its_own_in_each_language(language: str) -> None:
    names = [game.thing_name("city", city["id"], language) for city in CITIES]
    assert all(names)
    assert len(set(names)) == 35
    if language == "ru":
        assert all(set("абвгдежзийклмнопрстуфхцчшщъыьэюяё") & set(str(name).lower()) for name in names)
        assert not any(set("abcdefghijklmnopqrstuvwxyz") & set(str(name).lower()) for name in names)


def test_a_line_is_called_by_its_two_ends() -> None:
    for language, berlin in (("en", "Berlin"), ("ru", "Берлин")):
        name = game.thing_name("edge", "18.5-berlin", language)
        assert name is not None
        assert berlin in name
        assert "18.5" in name
        assert game.thing_name("edge", "berlin-18.5", language) == name
    assert game.thing_name("edge", "berlin-paris", "en") is None


def test_names_of_crossings_and_lines_are_unmistakable() -> None:
    assert len(set(BOARD.node_names)) == 210
    assert len(set(BOARD.edge_names)) == 577
    for index, name in enumerate(BOARD.edge_names):
        one, two = name.split("-")
        assert BOARD.edge_by_name[f"{two}-{one}"] == index
        assert {BOARD.node_by_name[one], BOARD.node_by_name[two]} == {
            int(BOARD.graph.tail[index]),
            int(BOARD.graph.head[index]),
        }


def test_every_fact_says_how_sure_we_are() -> None:
    assert {node["confidence"] for node in NODES} == {"confirmed"}
    assert {edge["confidence"] for edge in EDGES} == {"confirmed"}
    for edge in EDGES:
        if edge["cost"] == 2:
            assert edge["obstacle"]
            assert edge["kind_confidence"] in SURE
        assert set(edge.get("dissent", [])) <= {"S1", "S2", "S3"}
    assert sum("dissent" in edge for edge in EDGES) == 10
    for city in CITIES:
        assert set(city["confidence"]) == {"node", "name", "colour", "dotted", "name_local", "name_ru"}
        assert set(city["confidence"].values()) <= SURE
        assert city["confidence"]["dotted"] == "single-source"
    assert DATA["game"]["confidence"] == "confirmed"
    assert set(DATA["confidence_legend"]) == {*SURE, "dissent"}


def test_the_numbers_of_the_game() -> None:
    assert (BOARD.rails, BOARD.opening_score, BOARD.points_per_turn) == (83, 12, 2)
    assert BOARD.short_deck_seats == [2, 3]


def test_the_sources_say_what_is_confirmed_and_what_is_not() -> None:
    for word in SURE:
        assert word in SOURCES
    for heading in ("## Sources", "## What is confirmed", "## Not confirmed by two independent sources"):
        assert heading in SOURCES
    dissent = {
        f"{NODES[edge['a']]['col']}.{NODES[edge['a']]['row']}-{NODES[edge['b']]['col']}.{NODES[edge['b']]['row']}"
        for edge in EDGES
        if "dissent" in edge
    }
    turned = {"-".join(reversed(line.split("-"))) for line in dissent}
    told = {line.split("|")[1].strip() for line in SOURCES.splitlines() if line.count("|") == 9 and "double" in line}
    assert len(told) == 10
    assert told <= dissent | turned


def test_the_sources_mention_no_file_that_is_not_here() -> None:
    root = Path(__file__).resolve().parents[3]
    elsewhere = {"background.png", "Tracciato.png"}  # in the repository the sources speak of there
    named = {word.strip("`,.()") for word in SOURCES.split()}
    files_named = {name for name in named if name.endswith((".py", ".json", ".png", ".svg"))} - elsewhere
    assert "board.json" in files_named
    for name in files_named:
        assert (root / name).exists() or (CONTENT / name).is_file(), name
