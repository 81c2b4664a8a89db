"""Bots against bots: as many games as are wanted, on as many cores, always the same games for the same seed.

Game number `i` takes its shuffle and each bot its randomness from the seed and `i` alone. Neither the number of cores
nor the referee nor keeping records changes what is played.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from roundhouse.arena.referee import Finding, Referee
from roundhouse.arena.tallies import BotTally, Totals
from roundhouse.bots.bot import RANDOM, Bot, bot_named
from roundhouse.engine.chance import KeyedChance, Stream, numbered_secret, numbered_seed, table_key
from roundhouse.engine.game import Configuration, Game
from roundhouse.engine.match import Match
from roundhouse.engine.outcome import Outcome
from roundhouse.engine.playout import Tally, play_at_random
from roundhouse.engine.record import Player, write_record
from roundhouse.engine.state import NOBODY, State

DEAD_END: Final = "dead-end"
ENDLESS: Final = "endless"
CHUNK: Final = 8
"""Games handed to a process at once. The same for one core: what is played must not depend on it."""
REFEREE_EVERY: Final = 60
"""One step in so many gets the referee's costly checks; laws and judge are looked at more often."""
LAWS_EVERY: Final = 6


@dataclass(frozen=True)
class Plan:
    """What is to be played. Checked when it is made: wrong bots and options are refused before the first game."""

    game: Game
    seats: int
    seed: int = 0
    bots: tuple[str, ...] = (RANDOM,)
    options: dict[str, Any] = field(default_factory=dict)
    referee: bool = False
    records: Path | None = None
    timing: bool = False

    def __post_init__(self) -> None:
        self.configuration()
        for name in self.bots:
            bot_named(self.game, name)

    def configuration(self) -> Configuration:
        return self.game.configure(self.seats, self.options)

    def seating(self, number: int) -> list[str]:
        """Who sits where in a game: the list of bots goes round, so that each sits everywhere equally often."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.seats)]

    def secret(self, number: int) -> bytes:
        return numbered_secret(self.seed, "game", number)

    def bot_seed(self, number: int, seat: int) -> int:
        return numbered_seed(self.seed, "bot", number * 64 + seat)

    def compiled_loop(self) -> bool:
        """Can the compiled loop play it? Only where nobody looks at the single steps."""
        only_random = set(self.bots) == {RANDOM}
        return only_random and not self.referee and self.records is None and not self.timing


class Runner:
    """Plays games of a plan, one after the other, in one process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.configuration = plan.configuration()
        self.bots: dict[str, Bot] = {name: bot_named(plan.game, name) for name in plan.bots}
        self.totals = Totals()

    def play(self, numbers: range) -> Totals:
        """Play these games; gives what was counted over them."""
        self.totals = Totals()
        self.totals.began = perf_counter()
        for number in numbers:
            if self.plan.compiled_loop():
                self.play_random(number)
            else:
                self.play_watched(number)
            self.totals.games += 1
        self.totals.ended = perf_counter()
        return self.totals

    def play_random(self, number: int) -> None:
        plan = self.plan
        state = plan.game.start(self.configuration, KeyedChance(table_key(plan.secret(number), [])))
        state.defer_settling = True
        streams = [Stream(plan.bot_seed(number, seat)) for seat in range(plan.seats)]
        tally = Tally()
        while True:
            play_at_random(state, streams, tally, plan.game.most_steps)
            if not state.unsettled:
                break
            self.settle(state)
        self.counted(number, state, tally)

    def play_watched(self, number: int) -> None:
        """Step by step: for bots, for the referee, for records."""
        plan = self.plan
        names = plan.seating(number)
        seeds = [plan.bot_seed(number, seat) for seat in range(plan.seats)]
        streams = [Stream(seed) for seed in seeds]
        match: Match | None = None
        if plan.records is not None:
            players = [Player(bot=name, seed=f"{seed:016x}") for name, seed in zip(names, seeds, strict=True)]
            match = Match(plan.game, self.configuration, plan.secret(number), [], players)
            state = match.state
        else:
            state = plan.game.start(self.configuration, KeyedChance(table_key(plan.secret(number), [])))
        state.defer_settling = True
        referee = self.referee_of(number)
        if referee is not None:
            self.note_findings(number, referee.opened(state))
        tally = Tally()
        while tally.steps < plan.game.most_steps:
            seat = state.next_decider()
            if seat == NOBODY:
                break
            action = self.chosen(self.bots[names[seat]], state, seat, streams[seat], tally)
            if action < 0:
                break
            if referee is not None:
                referee.before(state, seat, action)
            if match is None:
                state.apply(seat, action)
            else:
                match.play_integer(seat, action)
            if state.unsettled:
                self.settle(state)
            if referee is not None:
                self.note_findings(number, referee.after(state))
        if referee is not None:
            self.totals.referee_checks += referee.checks
        self.counted(number, state, tally)
        if match is not None and plan.records is not None:
            path = plan.records / f"{plan.game.name}-{plan.seed}-{number}.json"
            path.write_bytes(write_record(match.record()))

    def chosen(self, bot: Bot, state: State, seat: int, stream: Stream, tally: Tally) -> int:
        """What the bot does; a forced step is no decision. Below zero in a dead end."""
        offer = state.legal_actions(seat)
        tally.steps += 1
        if len(offer) < 2:
            tally.stuck = not offer
            return offer[0] if offer else -1
        tally.decisions += 1
        if not self.plan.timing:
            return bot.choose(state.view(seat) if bot.needs_view else {}, offer, stream)
        began = perf_counter()
        action = bot.choose(state.view(seat) if bot.needs_view else {}, offer, stream)
        self.totals.bots.setdefault(bot.name, BotTally()).thought(perf_counter() - began)
        return action

    def settle(self, state: State) -> None:
        began = perf_counter()
        state.settle()
        self.totals.scoring_seconds += perf_counter() - began

    def referee_of(self, number: int) -> Referee | None:
        if not self.plan.referee:
            return None
        seed = numbered_seed(self.plan.seed, "referee", number)
        return Referee(self.plan.game, every=REFEREE_EVERY, laws_every=LAWS_EVERY, worlds=1, seed=seed)

    def note_findings(self, number: int, findings: list[Finding]) -> None:
        if findings:
            self.totals.flawed += 1
            self.totals.findings += [f"{number}: {each.step}: {each.code}: {each.text[:300]}" for each in findings[:3]]

    def counted(self, number: int, state: State, tally: Tally) -> None:
        """Add a game to the totals."""
        totals = self.totals
        totals.steps += tally.steps
        totals.decisions += tally.decisions
        totals.decision_squares += tally.decisions * tally.decisions
        began = perf_counter()
        outcome: Outcome | None = None if tally.stuck else state.result()
        totals.scoring_seconds += perf_counter() - began
        if outcome is None:
            reason = DEAD_END if tally.stuck else ENDLESS
            totals.end_reasons[reason] = totals.end_reasons.get(reason, 0) + 1
            totals.findings.append(f"{number}: {tally.steps}: {reason}")
            totals.flawed += 1
            return
        totals.count(self.plan.seating(number), outcome)


# --- many cores -----------------------------------------------------------------------------------------------------

_runner: Runner | None = None


def _prepare(plan: Plan) -> None:
    """In a new process: Ctrl-C is for the one that started it."""
    global _runner
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _runner = Runner(plan)


def _play(numbers: range) -> Totals:
    assert _runner is not None
    return _runner.play(numbers)


def simulated(plan: Plan, games: int, seconds: float = 0.0, jobs: int = 1) -> Iterator[Totals]:
    """Play at least so many games and at least so long; yields what was counted, part by part."""
    chunks = _chunks(games, seconds)
    if jobs <= 1:
        runner = Runner(plan)
        for numbers in chunks:
            yield runner.play(numbers)
        return
    # A fresh interpreter for each process: a fork would take along the threads of whoever called.
    context = multiprocessing.get_context("spawn")
    try:
        processes = ProcessPoolExecutor(jobs, context, _prepare, (plan,))
    except OSError:
        # Processes meet in shared memory. Where a machine gives none to this user, one plays all: slower, but the same.
        yield from simulated(plan, games, seconds)
        return
    with processes as pool:
        pending: deque[Future[Totals]] = deque()
        try:
            for numbers in chunks:
                pending.append(pool.submit(_play, numbers))
                if len(pending) > jobs * 3:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


def _chunks(games: int, seconds: float) -> Iterator[range]:
    began = perf_counter()
    for number in count(0, CHUNK):
        late = perf_counter() - began >= seconds
        if number >= games and late:
            return
        yield range(number, min(number + CHUNK, games) if late and games > number else number + CHUNK)
