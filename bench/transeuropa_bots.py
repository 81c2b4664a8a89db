"""How strong TransEuropa's bots are, and how long they think. Figures: `transeuropa_bots.md`.

    python bench/transeuropa_bots.py            all of it, on one core (some 25 minutes)
    python bench/transeuropa_bots.py --jobs 2   the same games on two
    python bench/transeuropa_bots.py --games 40 fewer games

The games depend on the seed alone. Thinking is timed in seconds of the processor, so that other work on the machine
doesn't count; a choice between fewer than two actions is none.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import NamedTuple

import roundhouse
from roundhouse.arena.intervals import wilson
from roundhouse.arena.simulate import Plan, simulated
from roundhouse.arena.tallies import BotTally, Totals
from roundhouse.bots.bot import bots_for
from roundhouse.engine.chance import KeyedChance, Stream, numbered_secret, numbered_seed
from roundhouse.games.transeuropa import game

SEED = 2005
TIMED_ROUNDS = 20


class Contest(NamedTuple):
    """Who plays whom, and which share of the wins the first is to have at least."""

    bots: tuple[str, ...]
    target: float


CONTESTS = [
    Contest(("heuristic", "random"), 0.97),
    Contest(("heuristic", "greedy"), 0.60),
    Contest(("heuristic", "random", "random", "random"), 0.80),
    Contest(("heuristic", "greedy", "greedy", "greedy"), 1 / 3),
    Contest(("greedy", "random"), 0.0),
]


def held(contest: Contest, games: int, jobs: int) -> str:
    """A line of the table of strength."""
    totals = Totals()
    plan = Plan(game, len(contest.bots), SEED, contest.bots)
    for part in simulated(plan, games, jobs=jobs):
        totals.add(part)
    tally = totals.bots.get(contest.bots[0], BotTally())
    low, high = wilson(tally.wins, tally.seats)
    rest = contest.bots[1:]
    against = f"{len(rest)} × {rest[0]}" if len(rest) > 1 else rest[0]
    target = f"{contest.target:.1%}" if contest.target else ""
    return (
        f"| {contest.bots[0]} | {against} | {tally.seats} | {tally.wins / tally.seats:.1%} | {low:.1%} – {high:.1%} "
        f"| {target} |"
    )


def timed(seats: int, name: str) -> str:
    """A line of the table of times: one bot in all seats for a number of rounds, each the first of its match."""
    bot = bots_for(game)[name]
    times: list[float] = []
    for number in range(TIMED_ROUNDS):
        state = game.new(seats, {}, KeyedChance(numbered_secret(SEED, f"timed-{seats}", number)))
        streams = [Stream(numbered_seed(SEED, f"timed-{seats}-{seat}", number)) for seat in range(seats)]
        while not state.view(0)["past"] and state.deciders():
            seat = state.next_decider()
            forced = len(state.legal_actions(seat)) < 2
            began = process_time()
            action = bot.act(state, seat, streams[seat])
            if not forced:
                times.append((process_time() - began) * 1000)
            state.apply(seat, action)
    times.sort()
    median, late, most = times[len(times) // 2], times[int(len(times) * 0.99)], times[-1]
    return f"| {name} | {seats} | {len(times)} | {median:.2f} | {late:.2f} | {most:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    print(f"Rules: {roundhouse.compiled_status()}. Seed: {SEED}.\n", flush=True)
    print(
        "| bot | against | games | wins | 95 % (Wilson) | target |\n| --- | --- | --- | --- | --- | --- |", flush=True
    )
    for contest in CONTESTS:
        print(held(contest, arguments.games, arguments.jobs), flush=True)
    print(
        "\n| bot | seats | moves | median ms | 99 % ms | most ms |\n| --- | --- | --- | --- | --- | --- |", flush=True
    )
    for name in ("greedy", "heuristic"):
        for seats in (2, 3, 4, 5, 6):
            print(timed(seats, name), flush=True)


if __name__ == "__main__":
    main()
