"""Counting tests: how many sequences of actions there are from arranged positions, and by whose reckoning."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from roundhouse.engine.chance import FastChance
from roundhouse.engine.registry import games
from roundhouse.engine.state import State

BOARD: dict[str, Any] = json.loads(
    (files("roundhouse.games.transeuropa") / "content" / "board.json").read_text("utf-8")
)
POSITION: dict[str, Any] = {
    "seats": 3,
    "hands": [
        ["dublin", "budapest", "oslo", "kyiv", "rome"],
        ["london", "amsterdam", "moscow", "vilnius", "sofia"],
        ["madrid", "vienna", "stockholm", "odesa", "florence"],
    ],
    "markers": ["zurich", "warsaw", "paris"],
    "phase": "first-rail",
}
GOLDEN = (6, 44, 272)
"""Sequences of one, two and three actions from that position; the first two reckoned below without the rules."""
WITH_RAILS = {
    "12.7-zurich": (10, 103),
    "12.7-zurich 21.4-warsaw": (10, 111),
    "12.7-zurich 14.7-zurich 11.8-zurich 15.8-zurich 12.9-zurich 14.9-zurich": (24, 441),
}


def sequences(state: State, depth: int) -> int:
    """Ways to play so many actions on."""
    if depth == 0:
        return 1
    total = 0
    for seat in state.deciders():
        for action in state.legal_actions(seat):
            after = state.clone()
            after.apply(seat, action)
            total += sequences(after, depth - 1)
    return total


def neighbours(node: int) -> list[tuple[int, int, int]]:
    """Lines at a crossing, straight from the content: the line's place, its cost, its other end."""
    return [
        (place, edge["cost"], edge["a"] + edge["b"] - node)
        for place, edge in enumerate(BOARD["edges"])
        if node in (edge["a"], edge["b"])
    ]


def node_of(city: str) -> int:
    return next(int(each["node"]) for each in BOARD["cities"] if each["id"] == city)


def reckoned(marker: str, rivals: list[str]) -> tuple[int, int]:
    """Without the rules' code: sequences of one and of two actions of a seat that has nothing but its marker.

    After a double line it is the next seat's turn; after a single one, another single line or to stop. No rail laid
    here joins two markers, which would make the reckoning harder than the rules.
    """
    start = node_of(marker)
    one = two = 0
    for line, cost, far in neighbours(start):
        assert far not in [node_of(rival) for rival in rivals]
        one += 1
        if cost > 1:
            two += len([other for other, _, _ in neighbours(node_of(rivals[0])) if other != line])
        else:
            single = {other for node in (start, far) for other, price, _ in neighbours(node) if price == 1} - {line}
            two += len(single) + 1
    return one, two


def test_opening_turns_of_transeuropa() -> None:
    game = games()["transeuropa"]
    state = game.load(POSITION, FastChance(1))
    assert reckoned("zurich", ["warsaw", "paris"]) == (sequences(state, 1), sequences(state, 2)) == GOLDEN[:2]
    assert sequences(state, 3) == GOLDEN[2]


def test_markers_of_transeuropa() -> None:
    """Any free crossing will do: as many as the board has, then one less with each marker."""
    game = games()["transeuropa"]
    crossings = len(BOARD["nodes"])
    state = game.load({"seats": 2, "hands": POSITION["hands"][:2]}, FastChance(1))
    assert sequences(state, 1) == crossings
    assert sequences(state, 2) == crossings * (crossings - 1)


@pytest.mark.parametrize(("rails", "counts"), list(WITH_RAILS.items()))
def test_turns_with_rails_of_transeuropa(rails: str, counts: tuple[int, int]) -> None:
    """With rails on the board, of one's own network or of another's."""
    game = games()["transeuropa"]
    state = game.load({**POSITION, "rails": [[each, 0] for each in rails.split()]}, FastChance(1))
    assert (sequences(state, 1), sequences(state, 2)) == counts


def test_stakes_and_bids_of_the_probe() -> None:
    """With a coin each: to stake it or not; to bid it or not."""
    game = games()["probe"]
    state = game.load({"seats": 2, "coins": [1, 1]}, FastChance(1))
    # Both seats are asked at once: two orders, two stakes each.
    assert sequences(state, 2) == 8
    auction = game.load({"seats": 2, "coins": [1, 1], "phase": "auction", "turn": 0, "order": [0, 1]}, FastChance(1))
    assert sequences(auction, 1) == 2
