"""What the measurements of bots share: contests over many games, thinking times, and how both are printed.

The games depend on the seed alone. Thinking is timed in seconds of the processor, so that other work on the machine
doesn't count; a choice between fewer than two actions is none.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import Any, NamedTuple

import roundhouse
from roundhouse.arena.intervals import wilson
from roundhouse.arena.simulate import Plan, simulated
from roundhouse.arena.tallies import BotTally, Totals
from roundhouse.bots.bot import bots_for
from roundhouse.engine.chance import KeyedChance, Stream, numbered_secret, numbered_seed
from roundhouse.engine.game import Game
from roundhouse.engine.state import State


class Contest(NamedTuple):
    """Who plays whom, and which share of the wins the first is to have at least."""

    bots: tuple[str, ...]
    target: float


def arguments_of(doc: str | None, games: int = 400) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=doc.partition("\n")[0] if doc else None)
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


def table(*columns: str) -> None:
    print(f"\n| {' | '.join(columns)} |\n|{' --- |' * len(columns)}", flush=True)


def print_strength(game: Game, contests: Sequence[Contest], seed: int, chosen: argparse.Namespace) -> None:
    print(f"Rules: {roundhouse.compiled_status()}. Seed: {seed}.")
    table("bot", "against", "games", "wins", "95 % (Wilson)", "target")
    for contest in contests:
        totals = Totals()
        plan = Plan(game, len(contest.bots), seed, contest.bots)
        for part in simulated(plan, chosen.games, jobs=chosen.jobs):
            totals.add(part)
        tally = totals.bots.get(contest.bots[0], BotTally())
        low, high = wilson(tally.wins, tally.seats)
        rest = contest.bots[1:]
        against = f"{len(rest)} × {rest[0]}" if len(rest) > 1 else rest[0]
        target = f"{contest.target:.1%}" if contest.target else ""
        print(
            f"| {contest.bots[0]} | {against} | {tally.seats} | {tally.wins / tally.seats:.1%} "
            f"| {low:.1%} – {high:.1%} | {target} |",
            flush=True,
        )


def print_times(
    game: Game, names: Sequence[str], seats: Sequence[int], seed: int, matches: int, done: Callable[[State], bool]
) -> None:
    table("bot", "seats", "moves", "median ms", "99 % ms", "most ms")
    for name in names:
        for count in seats:
            times: list[float] = []
            for number in range(matches):
                times += played(game, {}, [name] * count, seed, number, done)[1]
            times.sort()
            median, late, most = times[len(times) // 2], times[int(len(times) * 0.99)], times[-1]
            print(f"| {name} | {count} | {len(times)} | {median:.2f} | {late:.2f} | {most:.2f} |", flush=True)


def played(
    game: Game,
    options: Mapping[str, Any],
    names: Sequence[str],
    seed: int,
    number: int,
    done: Callable[[State], bool] = lambda state: False,
) -> tuple[State, list[float]]:
    """A match of these bots until it is over or `done`, and how many milliseconds each real choice took."""
    seats = len(names)
    bots = bots_for(game)
    state = game.new(seats, options, KeyedChance(numbered_secret(seed, f"timed-{seats}", number)))
    streams = [Stream(numbered_seed(seed, f"timed-{seats}-{seat}", number)) for seat in range(seats)]
    times: list[float] = []
    while state.deciders() and not done(state):
        seat = state.next_decider()
        forced = len(state.legal_actions(seat)) < 2
        began = process_time()
        action = bots[names[seat]].act(state, seat, streams[seat])
        if not forced:
            times.append((process_time() - began) * 1000)
        state.apply(seat, action)
    return state, times
