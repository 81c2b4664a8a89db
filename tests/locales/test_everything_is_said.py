"""Games are played and everything they can tell is said in both languages: a missing word is an error here."""

from __future__ import annotations

import pytest

from roundhouse.bots.bot import quick_bots
from roundhouse.engine.chance import Stream, numbered_secret, numbered_seed
from roundhouse.engine.game import Game
from roundhouse.engine.match import Match
from roundhouse.engine.prompt import Choice
from roundhouse.engine.registry import games
from roundhouse.engine.state import SPECTATOR
from roundhouse.locales import LANGUAGES
from roundhouse.text.board import board_text, choice_text, journal_text, outcome_text, prompt_text
from roundhouse.text.speech import Speaker

MATCHES = 4
STEPS_BETWEEN_QUESTIONS = 7


@pytest.fixture(scope="module", params=list(games()))
def game(request: pytest.FixtureRequest) -> Game:
    return games()[request.param]


def choices_said(speaker: Speaker, choices: list[Choice]) -> None:
    for choice in choices:
        assert choice_text(speaker, choice)
        choices_said(speaker, choice.choices)


def refusals_said(speakers: list[Speaker], match: Match, seat: int) -> int:
    """Every refusal of every integer worth asking about: to the one on turn, and to the others."""
    codes = set()
    for asking in (seat, (seat + 1) % match.state.seats, SPECTATOR):
        for action in match.game.outside_actions(match.state, seat):
            refusal = match.state.refusal(asking, action)
            if refusal is not None and refusal.code not in codes:
                codes.add(refusal.code)
                for speaker in speakers:
                    assert refusal.code not in speaker.refusal(refusal)
                    assert speaker.knows(f"refusal.{refusal.code}")
    return len(codes)


@pytest.mark.parametrize("number", range(MATCHES))
def test_a_match_is_said_from_beginning_to_end(game: Game, number: int) -> None:
    """Seats that try and seats that don't, read by a player and by a spectator, in every language."""
    seats = game.least_seats + number % (game.most_seats - game.least_seats + 1)
    match = Match(game, game.configure(seats), numbered_secret(number, "said", 0))
    bots = quick_bots(game)
    streams = [Stream(numbered_seed(number, "said", seat)) for seat in range(seats)]
    names = [f"N{seat}" for seat in range(seats)]
    speakers = [Speaker(language, game, names, reader) for language in LANGUAGES for reader in (0, SPECTATOR)]
    step = 0
    while not match.over():
        seat = match.state.next_decider()
        prompt = match.state.prompt(seat)
        assert prompt is not None
        if step % STEPS_BETWEEN_QUESTIONS == 0:
            assert refusals_said(speakers, match, seat) > 0
            for speaker in speakers:
                assert all(prompt_text(speaker, prompt))
                choices_said(speaker, prompt.choices)
                assert board_text(speaker, game.board_lines(match.state.view(speaker.reader)))
        match.play_integer(seat, bots[(seat + number) % len(bots)].act(match.state, seat, streams[seat]))
        step += 1
    outcome = match.outcome()
    assert outcome is not None
    for speaker in speakers:
        told = match.journal.told_to(speaker.reader)
        assert len(list(journal_text(speaker, told))) >= len(told)
        assert outcome_text(speaker, outcome)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_and_fact_has_words(game: Game, language: str) -> None:
    speaker = Speaker(language, game)
    for reason in game.end_reasons:
        assert speaker.say(f"end.{reason}")
    assert speaker.say("title")
    assert speaker.say("about")
    assert all(speaker.knows(f"refusal.{code}") for code in game.refusal_codes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_early_ends_have_words(game: Game, language: str) -> None:
    for ending in ("resign", "agree", "abandon"):
        match = Match(game, game.configure(game.least_seats), bytes(32))
        if ending == "resign":
            match.resign([0])
        else:
            getattr(match, ending)()
        speaker = Speaker(language, game)
        outcome = match.outcome()
        assert outcome is not None
        assert len(outcome_text(speaker, outcome)) > game.least_seats
        assert list(journal_text(speaker, match.journal.told_to(SPECTATOR)))
