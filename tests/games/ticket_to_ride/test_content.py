"""The map and the tickets as data: counts, shape, names, and how sure we are of each fact."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.board import BOARD, COLOURS, GRAY

CONTENT = files("roundhouse.games.ticket_to_ride") / "content"
CYRILLIC = set("абвгдежзийклмнопрстуфхцчшщъыьэюяё")


def entries(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((CONTENT / f"{name}.json").read_text("utf-8"))[name]
    return found


CITIES, ROUTES, TICKETS, VARIANTS = (entries(name) for name in ("cities", "routes", "tickets", "variants"))


def test_cities_routes_and_doubles() -> None:
    assert len({city["id"] for city in CITIES}) == len(CITIES) == 47
    assert len({route["id"] for route in ROUTES}) == len(ROUTES) == 101
    pairs = Counter((route["a"], route["b"]) for route in ROUTES)
    assert len(pairs) == 90
    assert Counter(pairs.values()) == {1: 79, 2: 11}
    for route in ROUTES:
        number = BOARD.route_by_name[route["id"]]
        twin = int(BOARD.twin[number])
        assert (twin >= 0) == (pairs[route["a"], route["b"]] == 2) == (route["double_group"] is not None)
        if twin >= 0:
            assert BOARD.twin[twin] == number
            assert {ROUTES[twin]["a"], ROUTES[twin]["b"]} == {route["a"], route["b"]}


def test_lengths_colours_and_points() -> None:
    assert sum(route["length"] for route in ROUTES) == 300
    assert Counter(route["colour"] for route in ROUTES) == {**dict.fromkeys(COLOURS, 8), "gray": 37}
    worth = {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}
    assert all(route["points"] == worth[route["length"]] for route in ROUTES)
    for route in ROUTES:
        if route["ferry_locomotives"]:
            assert route["colour"] == "gray"
            assert not route["tunnel"]
            assert route["ferry_locomotives"] <= route["length"]


def test_what_a_hand_can_pay_is_read_from_the_routes() -> None:
    """The words of sets that the rules ask, against the routes one by one."""
    for number, route in enumerate(ROUTES):
        word, place = divmod(number, 60)
        for size in range(9):
            fits = route["length"] <= size
            assert bool(BOARD.fits[size * 2 + word] >> place & 1) == fits
            plain = BOARD.colour[number] == GRAY and not route["ferry_locomotives"]
            assert bool(BOARD.gray[size * 2 + word] >> place & 1) == (fits and plain)
            for colour in range(8):
                found = bool(BOARD.coloured[(colour * 9 + size) * 2 + word] >> place & 1)
                assert found == (fits and route["colour"] == COLOURS[colour])
            for locomotives in range(int(BOARD.most_ferry) + 1):
                found = bool(BOARD.ferries[(locomotives * 9 + size) * 2 + word] >> place & 1)
                assert found == (fits and 0 < route["ferry_locomotives"] <= locomotives)


def test_tickets_and_their_sets() -> None:
    assert len({ticket["id"] for ticket in TICKETS}) == len(TICKETS) == 108
    assert Counter((ticket["sets"][0], ticket["kind"]) for ticket in TICKETS if "europe" in ticket["sets"][0]) == {
        ("europe", "long"): 6,
        ("europe", "regular"): 40,
        ("europe_1912", "long"): 6,
        ("europe_1912", "regular"): 49,
    }
    assert len({frozenset((ticket["a"], ticket["b"])) for ticket in TICKETS}) == 108
    known = {city["id"] for city in CITIES}
    assert all({ticket["a"], ticket["b"]} <= known for ticket in TICKETS)


def test_what_is_reconstructed_says_so() -> None:
    """Seven tickets only, and the game says it before a table is opened."""
    shaky = {ticket["id"] for ticket in TICKETS if ticket["confidence"] != "confirmed"}
    assert shaky == {"oe-01", "oe-02", "oe-03", "oe-04", "oe-05", "oe-06", "max-01"}
    assert all(entry["confidence"] == "confirmed" for entry in [*CITIES, *ROUTES, *VARIANTS])
    sources = (CONTENT / "SOURCES.md").read_text("utf-8")
    assert all(name in sources for name in shaky)
    for language, word in (("en", "reconstructed"), ("ru", "восстановлен")):
        words = game.words(language)
        assert word in words["about.note"]
        assert word in words["option.orient_express"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_has_a_name_in_each_language(language: str) -> None:
    cities = [game.thing_name("city", city["id"], language) for city in CITIES]
    assert len(set(cities)) == 47
    assert all(cities)
    if language == "ru":
        assert all(CYRILLIC & set(str(name).lower()) for name in cities)
    routes = [game.thing_name("route", route["id"], language) for route in ROUTES]
    assert len(set(routes)) == 101, "the two of a double are told apart"
    tickets = [game.thing_name("ticket", ticket["id"], language) for ticket in TICKETS]
    assert len(set(tickets)) == 108
    assert game.thing_name("ticket", "eu-12", language) in ("Brest – Venezia (8)", "Брест – Венеция (8)")
    assert game.thing_name("city", "atlantis", language) is None
    assert game.thing_name("route", "atlantis-paris", language) is None
    assert game.thing_name("ticket", "eu-99", language) is None
    assert game.thing_name("hat", "paris", language) is None
