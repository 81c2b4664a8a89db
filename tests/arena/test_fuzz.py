"""The fuzzer finds nothing in our games, and finds what was put in to be found."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.arena import fuzz
from roundhouse.arena.fuzz import JUNK, Fuzzer, damaged
from roundhouse.engine.chance import Stream
from roundhouse.engine.game import Game
from roundhouse.engine.match import Match
from roundhouse.engine.record import read_record, write_record
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.registry import games
from roundhouse.engine.replay import replayed
from roundhouse.engine.state import State
from roundhouse.games.transeuropa import game


def kinds(found: list[fuzz.Trouble]) -> set[str]:
    return {trouble.kind for trouble in found}


def search(number_of_games: int = 4) -> list[fuzz.Trouble]:
    fuzzer = Fuzzer(game, 1)
    return [trouble for number in range(number_of_games) for trouble in fuzzer.play(number)]


@pytest.mark.parametrize("name", list(games()))
def test_nothing_is_found_in_our_games(name: str) -> None:
    fuzzer = Fuzzer(games()[name], 7)
    found = [trouble for number in range(12) for trouble in fuzzer.play(number)]
    assert [(trouble.kind, trouble.number, trouble.text) for trouble in found] == []
    assert fuzzer.tried > 100
    assert fuzzer.loaded > 0


def test_the_same_seed_fuzzes_the_same() -> None:
    first, second = Fuzzer(game, 3), Fuzzer(game, 3)
    for number in range(2):
        first.play(number)
        second.play(number)
    assert (first.tried, first.loaded, first.steps) == (second.tried, second.loaded, second.steps)


def test_a_crash_of_the_codec_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    encode: Any = type(game).encode

    def careless(self: Game, state: State, seat: int, value: Any) -> int:
        action: int = encode(self, state, seat, {**value})
        return action

    monkeypatch.setattr(type(game), "encode", careless)
    found = search()
    assert kinds(found) == {fuzz.CRASH}


def test_an_illegal_action_that_is_accepted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "checked", lambda self, seat, value: 60_000)
    assert fuzz.ACCEPTED in kinds(search(1))


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "most_steps", 10)
    found = search(2)
    assert kinds(found) == {fuzz.ENDLESS}
    record = read_record(write_record(found[0].record))
    assert len(replayed(game, record).log) == 10


def test_a_broken_law_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "broken_laws", lambda self, state: ["a rail is gone"])
    found = search(1)
    assert kinds(found) == {fuzz.LAW}
    assert "a rail is gone" in found[0].text


def test_a_position_that_crashes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: Game, data: Any, chance: Any) -> State:
        raise KeyError("hands")

    monkeypatch.setattr(type(game), "load", careless)
    found = search(1)
    assert kinds(found) == {fuzz.BAD_POSITION}
    assert found[0].record.position is not None


def test_a_position_that_is_refused_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def strict(self: Game, data: Any, chance: Any) -> State:
        raise refuse_position("key-missing", "seats")

    monkeypatch.setattr(type(game), "load", strict)
    assert search(1) == []


def test_damage_leaves_the_original_alone_and_changes_something() -> None:
    value = {"a": [1, 2, {"b": "c"}], "d": None}
    lot = Stream(5)
    results = [damaged(value, lot) for _ in range(300)]
    assert value == {"a": [1, 2, {"b": "c"}], "d": None}
    assert sum(repr(result) != repr(value) for result in results) > 250
    assert len({repr(result) for result in results}) > len(JUNK)
