"""The battery: every registered game under the referee, at random and with seats that try to win."""

from __future__ import annotations

import pytest

from roundhouse.arena.referee import Finding, Referee
from roundhouse.engine.registry import games
from tests.battery.playing import GAMES, MODES, Case, Table, cases, hunted, quick_choosers

# The costly checks of a large game take a good part of a second: they are drawn for some of its steps.
EVERY = {"probe": 20, "transeuropa": 80, "ticket_to_ride": 250, "moscow_paris": 250}
LAWS_EVERY = 5


@pytest.mark.parametrize("case", cases(), ids=str)
def test_no_law_is_broken(case: Case) -> None:
    """Every law at some steps of some games, and who may act with what at every step of all of them."""
    game = games()[case.game]
    found: list[Finding] = []
    referee = Referee(game, EVERY.get(case.game, 80), LAWS_EVERY, players=quick_choosers(game))
    for number in range(GAMES or 6):
        table = Table(case, number)
        found += table.play(referee)
        outcome = table.match.outcome()
        assert outcome is not None
        assert outcome.reason in game.end_reasons
    assert found == []
    assert referee.checks > 100


@pytest.mark.parametrize("name", list(games()))
@pytest.mark.parametrize("mode", MODES)
def test_no_law_is_broken_at_any_step(name: str, mode: str) -> None:
    """One short game with every check at every step."""
    game = games()[name]
    referee = Referee(game, worlds=1, players=quick_choosers(game))
    table = Table(Case(name, game.least_seats + 1, mode), 0, "each-step")
    assert table.play(referee, steps=25) == []


@pytest.mark.parametrize("name", list(games()))
def test_every_end_is_reached(name: str) -> None:
    """Seats that try to win, random ones, and ones on the look-out for it come to every end a game knows of."""
    missing = set(games()[name].end_reasons)
    every = cases([name])
    for number in range(60):
        case = every[number % len(every)]
        table, _ = hunted(case, number, missing)
        outcome = table.match.outcome()
        assert outcome is not None
        missing.discard(outcome.reason)
        if not missing:
            return
    assert not missing
