"""The battery: whatever is sent is played, or refused with a code that the catalogues know. Never anything else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.game import Game
from roundhouse.engine.refusal import ActionError, PositionError
from roundhouse.engine.registry import games
from roundhouse.engine.state import State
from roundhouse.locales import LANGUAGES, house_words
from tests.battery.playing import GAMES, MODES, Case, Table

JUNK: list[Any] = [
    None, True, False, 0, -1, 1, 7, 2**31, 2**53, 2**70, -(2**70), 1.5, float("inf"), "", "x", "-", "__class__",
    "\x00", "\U0001f682", "ё" * 300, [], [[]], {}, [None], {"type": None}, {"a": {"a": {"a": []}}}, [[[[[[1]]]]]],
]  # fmt: skip


def spoilt(value: Any, lot: Stream, deep: bool = True) -> Any:
    """The value with something in it replaced, taken away, added or doubled."""
    if deep and isinstance(value, dict) and value:
        key = list(value)[lot.below(len(value))]
        way = lot.below(5)
        if way == 0:
            return {each: kept for each, kept in value.items() if each != key}
        if way == 1:
            return {**value, "extra": JUNK[lot.below(len(JUNK))]}
        return {**value, key: spoilt(value[key], lot, way > 2)}
    if deep and isinstance(value, list) and value:
        place = lot.below(len(value))
        way = lot.below(5)
        if way == 0:
            return value[:place] + value[place + 1 :]
        if way == 1:
            return [*value, value[place]]
        return [spoilt(each, lot, way > 2) if number == place else each for number, each in enumerate(value)]
    if isinstance(value, int) and not isinstance(value, bool) and lot.below(2):
        return value + (-1, 1, 2, -2)[lot.below(4)]
    return JUNK[lot.below(len(JUNK))]


def unknown(codes: set[str], game: Game) -> set[str]:
    """Codes for which some language has no words."""
    return {
        f"{language}: {code}"
        for language in LANGUAGES
        for code in codes
        if f"refusal.{code}" not in house_words(language) and f"refusal.{code}" not in game.words(language)
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", list(games()))
def test_hostile_actions(name: str, mode: str) -> None:
    game = games()[name]
    lot = Stream(7)
    codes: set[str] = set()
    for number in range(GAMES or 3):
        table = Table(Case(name, game.most_seats, mode), number, "hostile")
        match = table.match
        while not match.over():
            seat, action = table.choice()
            state = match.state
            before = msgspec.json.encode(state.dump()) if lot.below(10) == 0 else b""
            value = game.decode(state, seat, action)
            attempts = [JUNK[lot.below(len(JUNK))], spoilt(value, lot), spoilt(spoilt(value, lot), lot)]
            for attempt in attempts:
                for asker in (seat, -1, 99):
                    refusal = match.refusal(asker, attempt)
                    if refusal is not None:
                        codes.add(refusal.code)
                        with pytest.raises(ActionError):
                            match.play(asker, attempt)
            for asker, integer in ((seat, 2**62), (seat, -(2**62)), (seat, 65_536), (2**40, action), (-5, action)):
                refusal = state.refusal(asker, integer)
                assert refusal is not None
                codes.add(refusal.code)
            if before:
                assert msgspec.json.encode(state.dump()) == before
            match.play_integer(seat, action)
    assert len(codes) > 2
    assert unknown(codes | set(game.refusal_codes), game) == set()


def loaded(game: Game, data: object, number: int) -> tuple[State | None, str]:
    """The position, settled; or why not, and where."""
    try:
        state = game.load(data, FastChance(number))
    except PositionError as error:
        where = error.refusal.params["at"]
        return None, error.refusal.code if isinstance(where, str) else "nowhere"
    state.settle()
    return state, ""


def play_on(game: Game, state: State, lot: Stream, steps: int) -> None:
    """A position that was let in must hold: laws, and something to do until it is over."""
    for _ in range(steps):
        assert game.broken_laws(state) == []
        deciders = state.deciders()
        if not deciders:
            assert state.outcome() is not None
            return
        seat = deciders[lot.below(len(deciders))]
        offer = state.legal_actions(seat)
        assert offer
        state.apply(seat, offer[lot.below(len(offer))])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", list(games()))
def test_hostile_positions(name: str, mode: str) -> None:
    game = games()[name]
    lot = Stream(11)
    codes: set[str] = set()
    let_in = 0
    for number in range(GAMES or 6):
        seats = game.least_seats + number % (game.most_seats - game.least_seats + 1)
        table = Table(Case(name, seats, mode), number, "hostile-positions")
        while not table.match.over():
            table.play(steps=1 + lot.below(12))
            data = table.match.state.dump()
            for _ in range(12):
                damaged = spoilt(data, lot)
                if lot.below(3) == 0:
                    damaged = spoilt(damaged, lot)
                state, code = loaded(game, damaged, number)
                codes.add(code)
                if state is None:
                    continue
                let_in += 1
                for seat in range(state.seats):
                    game.board_lines(state.view(seat))
                    state.prompt(seat)
                play_on(game, state, lot, 6)
    for value in JUNK:
        with pytest.raises(PositionError):
            game.load(value, FastChance(1))
    assert let_in > 10
    assert len(codes) > 5
    assert unknown(codes - {""}, game) == set()
