"""How fast a game runs here, beside the yardstick measured in the same minutes.

Machines differ by two and more, and a machine differs from itself: so the yardstick (`reference_loop.py`, plain
Python, never compiled) runs before and after each game, and speeds are told as multiples of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from roundhouse import compiled_status
from roundhouse.arena import reference_loop
from roundhouse.arena.simulate import Plan, Runner
from roundhouse.bots.bot import choose_at_random
from roundhouse.engine.chance import FastChance, KeyedChance, Stream, numbered_secret, numbered_seed
from roundhouse.engine.game import Game
from roundhouse.engine.state import NOBODY, State

SEATS: Final = 4
"""As in the yardstick; fewer where a game has no such table."""
SAMPLES: Final = 40
STEPS_APART: Final = 37


@dataclass(frozen=True)
class Speed:
    """What was measured of one game. Times in microseconds."""

    name: str
    compiled: bool
    seats: int
    decisions_per_second: float
    whole_per_second: float
    """Decisions per second with scoring counted in."""
    clone_us: float
    view_us: float
    determinize_us: float
    scoring_us: float
    yardstick: float

    @property
    def times_yardstick(self) -> float:
        return self.decisions_per_second / self.yardstick

    @property
    def whole_times_yardstick(self) -> float:
        return self.whole_per_second / self.yardstick


def measured(game: Game, seconds: float = 2.0) -> Speed:
    """The speeds of a game with random seats, and the yardstick before and after."""
    seats = max(game.least_seats, min(SEATS, game.most_seats))
    before = reference_loop.speed(seconds / 2)
    runner = Runner(Plan(game, seats))
    decisions = games = 0
    playing = scoring = 0.0
    while playing < seconds:
        totals = runner.play(range(games, games + 8))
        games += 8
        decisions += totals.decisions
        playing += totals.ended - totals.began
        scoring += totals.scoring_seconds
    states = positions(game, seats)
    speed = Speed(
        name=game.name,
        compiled=compiled_status() == "compiled",
        seats=seats,
        decisions_per_second=decisions / max(playing - scoring, 1e-9),
        whole_per_second=decisions / max(playing, 1e-9),
        clone_us=microseconds([state.clone for state in states], seconds / 8),
        view_us=microseconds([viewer(state) for state in states], seconds / 8),
        determinize_us=microseconds([redrawer(game, state) for state in states], seconds / 8),
        scoring_us=settling(game, seats, seconds / 8),
        yardstick=(before + reference_loop.speed(seconds / 2)) / 2,
    )
    return speed


def positions(game: Game, seats: int) -> list[State]:
    """Positions met in random games, from early to late."""
    found: list[State] = []
    number = 0
    while len(found) < SAMPLES and number < SAMPLES * 4:
        state = game.new(seats, {}, KeyedChance(numbered_secret(0, "sample", number)))
        stream = Stream(numbered_seed(0, "sample", number))
        for step in range(STEPS_APART * (1 + number % 8)):
            seat = state.next_decider()
            if seat == NOBODY:
                break
            state.apply(seat, choose_at_random({}, state.legal_actions(seat), stream))
            if step % STEPS_APART == STEPS_APART - 1 and state.next_decider() != NOBODY:
                found.append(state.clone())
        number += 1
    return found or [game.new(seats, {}, KeyedChance(bytes(32)))]


def viewer(state: State) -> Callable[[], object]:
    seat = state.next_decider()
    return lambda: state.view(seat)


def redrawer(game: Game, state: State) -> Callable[[], object]:
    view = state.view(state.next_decider())
    chance = FastChance(1)
    return lambda: game.determinize(view, chance)


def microseconds(calls: list[Callable[[], object]], seconds: float) -> float:
    """The mean time of the calls, made in turn for that long."""
    count = 0
    began = perf_counter()
    while True:
        for call in calls:
            call()
        count += len(calls)
        passed = perf_counter() - began
        if passed >= seconds:
            return passed / count * 1e6


def settling(game: Game, seats: int, seconds: float) -> float:
    """The mean time of settling a result where a game leaves that open; 0 where it doesn't."""
    count = number = 0
    spent = 0.0
    began = perf_counter()
    while perf_counter() - began < seconds * 4 and spent < seconds:
        state = game.new(seats, {}, KeyedChance(numbered_secret(1, "sample", number)))
        stream = Stream(numbered_seed(1, "sample", number))
        state.defer_settling = True
        number += 1
        while (seat := state.next_decider()) != NOBODY:
            state.apply(seat, choose_at_random({}, state.legal_actions(seat), stream))
            if state.unsettled:
                start = perf_counter()
                state.settle()
                spent += perf_counter() - start
                count += 1
    return spent / count * 1e6 if count else 0.0
