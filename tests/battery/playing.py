"""Plays matches for the tests: any game, seats that play at random or try to win, with a referee if wanted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from roundhouse.arena.referee import Finding, Referee
from roundhouse.bots.bot import RANDOM, Bot, bots_for, quick_bots
from roundhouse.engine.chance import Stream, numbered_secret, numbered_seed
from roundhouse.engine.game import Chooser, Game, Option
from roundhouse.engine.match import Match
from roundhouse.engine.record import Player
from roundhouse.engine.refusal import OptionError
from roundhouse.engine.registry import games
from roundhouse.engine.state import State

TRYING = "trying"
STRONG = "strong"
MODES = (RANDOM, TRYING)
"""The tests play these. `STRONG` has the players that think for long too."""

GAMES = int(os.environ.get("ROUNDHOUSE_BATTERY_GAMES", "0"))
"""How many matches a test plays of each kind; 0 leaves it to the test."""


@dataclass(frozen=True)
class Case:
    """A kind of match: game, seats, options, and who sits there."""

    game: str
    seats: int
    mode: str
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        told = [f"{key}={value}" for key, value in self.options.items()]
        return "-".join([self.game, str(self.seats), self.mode, *told])


def settings_of(game: Game) -> Iterator[dict[str, Any]]:
    """The default, each variant, and each option once at another value, with whatever it needs to mean anything."""
    yield {}
    for option in game.all_options():
        values = [value for value in option.examples() if value != option.default]
        # A long list of one kind, under another option, is tried at its ends.
        for value in values if option.needs is None else dict.fromkeys((values[0], values[-1])):
            yield {**needed(game, option), option.name: value}


def needed(game: Game, option: Option) -> dict[str, Any]:
    """The options without which this one means nothing."""
    if option.needs is None:
        return {}
    name, value = option.needs
    other = next(each for each in game.all_options() if each.name == name)
    if value is None:
        value = next(each for each in other.examples() if each != other.default)
    return {**needed(game, other), name: value}


def cases(names: list[str] | None = None, modes: tuple[str, ...] = MODES) -> list[Case]:
    """Every game, every number of seats, every variant and option it allows there, both kinds of players."""
    found = []
    for name, game in games().items():
        if names is not None and name not in names:
            continue
        for seats in range(game.least_seats, game.most_seats + 1):
            for options in settings_of(game):
                try:
                    game.configure(seats, options)
                except OptionError:
                    continue
                found += [Case(name, seats, mode, options) for mode in modes]
    return found


def players_for(game: Game, mode: str, seats: int, number: int) -> list[Bot]:
    """Random ones; or those that try to win, of several kinds at one table, where the game has any."""
    bots = bots_for(game)
    own = [bot for name, bot in bots.items() if name != RANDOM and (mode == STRONG or name not in game.thinkers)]
    if mode == RANDOM or not own:
        return [bots[RANDOM]] * seats
    return [own[(seat + number) % len(own)] for seat in range(seats)]


def quick_choosers(game: Game) -> dict[str, Chooser]:
    """The players a referee may ask at many steps."""
    return {bot.name: bot.choose for bot in quick_bots(game)}


class Table:
    """One match being played, its players and their streams."""

    def __init__(self, case: Case, number: int, label: str = "battery", contributions: list[str] | None = None) -> None:
        self.game = games()[case.game]
        self.bots = players_for(self.game, case.mode, case.seats, number)
        seeds = [numbered_seed(number, f"{label}:{case}:{seat}", seat) for seat in range(case.seats)]
        self.streams = [Stream(seed) for seed in seeds]
        self.lot = Stream(numbered_seed(number, f"{label}:{case}:lot", 0))
        self.match = Match(
            self.game,
            self.game.configure(case.seats, case.options),
            numbered_secret(number, f"{label}:{case}", 0),
            contributions,
            [Player(bot=bot.name, seed=str(seed)) for bot, seed in zip(self.bots, seeds, strict=True)],
        )

    def choice(self) -> tuple[int, int]:
        """Who acts next (by lot, where several may) and what it chooses."""
        state = self.match.state
        deciders = state.deciders()
        seat = deciders[self.lot.below(len(deciders))]
        return seat, self.bots[seat].act(state, seat, self.streams[seat])

    def play(self, referee: Referee | None = None, steps: int | None = None) -> list[Finding]:
        """Play on to the end, or so many steps; what the referee finds."""
        match = self.match
        found = list(referee.opened(match.state)) if referee is not None else []
        played = 0
        while not match.over() and played != steps:
            assert played <= self.game.most_steps, "endless"
            seat, action = self.choice()
            if referee is not None:
                referee.before(match.state, seat, action)
            match.play_integer(seat, action)
            if referee is not None:
                found += referee.after(match.state)
            played += 1
        return found


def played(case: Case, number: int, steps: int | None = None) -> Table:
    table = Table(case, number)
    table.play(steps=steps)
    return table


def ahead(state: State, seat: int, action: int) -> State:
    """The position after an action, its result worked out."""
    after = state.clone()
    after.defer_settling = False
    after.apply(seat, action)
    return after


def hunted(case: Case, number: int, wanted: set[str], referee: Referee | None = None) -> tuple[Table, list[Finding]]:
    """A match in which every seat looks one action ahead for an end of one of the wanted kinds, and takes it.

    Ends that good players seldom come to are reached this way, by legal play.
    """
    table = Table(case, number, "hunt")
    match = table.match
    found = list(referee.opened(match.state)) if referee is not None else []
    while not match.over():
        seat, action = table.choice()
        for other in match.state.legal_actions(seat):
            outcome = ahead(match.state, seat, other).outcome()
            if outcome is not None and outcome.reason in wanted:
                action = other
                break
        if referee is not None:
            referee.before(match.state, seat, action)
        match.play_integer(seat, action)
        if referee is not None:
            found += referee.after(match.state)
    return table, found
