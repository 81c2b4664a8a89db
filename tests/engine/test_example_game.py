"""The example of `docs/add-a-game.md` is a whole game, and the page shows it as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roundhouse.arena.referee import Finding, Referee
from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.game import Game
from roundhouse.engine.match import Match
from roundhouse.engine.refusal import PositionError
from roundhouse.text.board import board_text, choice_text, journal_text, outcome_text, prompt_text
from roundhouse.text.speech import Speaker

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "sidings"
PAGE = ROOT / "docs" / "add-a-game.md"
SHOWN = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def game() -> Game:
    from roundhouse_sidings import game

    assert isinstance(game, Game)
    return game


def test_page_shows_the_files_as_they_are() -> None:
    shown = dict(SHOWN.findall(PAGE.read_text("utf-8")))
    for name, text in shown.items():
        assert text == (EXAMPLE / name).read_text("utf-8"), name
    files = {str(path.relative_to(EXAMPLE)) for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml")}
    assert set(shown) >= files


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("wagons", [5, 21, 60])
def test_referee_finds_nothing(game: Game, seats: int, wagons: int) -> None:
    state = game.new(seats, {"wagons": wagons}, FastChance(seats))
    referee = Referee(game)
    lot = Stream(wagons)
    found: list[Finding] = list(referee.opened(state))
    while state.deciders():
        seat = state.next_decider()
        offer = state.legal_actions(seat)
        action = offer[lot.below(len(offer))]
        referee.before(state, seat, action)
        state.apply(seat, action)
        found += referee.after(state)
    assert found == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_it_says_has_words(game: Game, language: str) -> None:
    match = Match(game, game.configure(2, {"wagons": 5}), bytes(32))
    said: list[str] = []
    while not match.over():
        seat = match.state.next_decider()
        speaker = Speaker(language, game, ["Ann", "Bob"], seat)
        prompt = match.state.prompt(seat)
        assert prompt is not None
        said += prompt_text(speaker, prompt) + board_text(speaker, game.board_lines(match.state.view(seat)))
        said += [choice_text(speaker, choice) for choice in prompt.choices[0].choices]
        for wagons in (0, 9, 99):
            refusal = match.refusal(seat, {"type": "couple", "wagons": wagons})
            assert refusal is not None
            said.append(speaker.refusal(refusal))
        match.play_integer(seat, match.state.legal_actions(seat)[0])
    outcome = match.outcome()
    assert outcome is not None
    said += [*journal_text(speaker, match.journal.told_to(0)), *outcome_text(speaker, outcome)]
    assert len(said) > 30
    assert speaker.say("title") in game.rules_text(language)


def test_its_player_wins_where_it_can(game: Game) -> None:
    choose = game.choosers()["greedy"]
    state = game.load({"seats": 2, "wagons": 21, "turn": 0}, FastChance(1))
    lot = Stream(3)
    while state.deciders():
        seat = state.next_decider()
        offer = state.legal_actions(seat)
        action = choose(state.view(seat), offer, lot) if seat == 0 else offer[lot.below(len(offer))]
        state.apply(seat, action)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners() == [0]


def test_bad_positions_are_refused(game: Game) -> None:
    for data in ({}, {"seats": 9}, {"seats": 2, "wagons": -1}, {"seats": 2, "turn": 2}, {"seats": 2, "more": 1}):
        with pytest.raises(PositionError):
            game.load(data, FastChance(1))
