"""The long proof: 10,000 games of every number of seats of every game, each under the referee.

Where a game can be played in many ways there are more: 2,000 of each, or more where it is so wanted.

Half of them are played at random, half by the game's own quick players, a few more by the slow ones too. Then every
end a game knows of is sought until it was met often enough, and the battery is run with more matches than the tests
give it. Ends with 1 if anything was found. A line for each part is added to `bench/prove.log`. After an interruption
go on with `--seats` (and `--game`).
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "probe")]

import roundhouse  # noqa: E402
from roundhouse.arena.referee import Referee  # noqa: E402
from roundhouse.bots.bot import RANDOM  # noqa: E402
from roundhouse.engine.game import VARIANT, Game  # noqa: E402
from roundhouse.engine.registry import games  # noqa: E402
from tests.battery.playing import STRONG, TRYING, Case, Table, hunted, quick_choosers, settings_of  # noqa: E402

LOG = ROOT / "bench" / "prove.log"
TESTS_ONLY = ("probe",)
CHUNK = 25
HUNTED_CHUNK = 5
LEAST_OF_A_SEAT_COUNT = 10_000
LEAST_OF_A_WAY = 2_000
LEAST_OF_A_WAY_IN = {"moscow_paris": 10_000}
"""Games with few ways to be played, in which each is to be proved as often as a number of seats."""
LEAST_OF_EACH_END = 100
MOST_HUNTS = 20_000
"""After so many matches on the look-out for an end, it is taken to be out of reach."""
BATTERY_GAMES = 12
SHOWN = 20


@dataclass
class Tally:
    """What some matches came to."""

    games: int = 0
    steps: int = 0
    checks: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.steps += other.steps
        self.checks += other.checks
        self.reasons += other.reasons
        self.findings += other.findings


@dataclass(frozen=True)
class Work:
    """Some matches for one process. With `wanted`, seats are on the look-out for those ends."""

    game: str
    seats: int
    mode: str
    first: int
    count: int
    every: int
    laws_every: int
    wanted: frozenset[str] = frozenset()


def play(work: Work) -> Tally:
    """Play them. Whatever goes wrong is named so that it can be played again."""
    game = games()[work.game]
    settings = ways_of(game, work.seats)
    tally = Tally()
    for number in range(work.first, work.first + work.count):
        case = Case(work.game, work.seats, work.mode, settings[number % len(settings)])
        players = None if work.mode == STRONG else quick_choosers(game)
        referee = Referee(game, work.every, work.laws_every, seed=number, players=players)
        try:
            if work.wanted:
                table, found = hunted(case, number, set(work.wanted), referee)
            else:
                table = Table(case, number, "prove")
                found = table.play(referee)
        except Exception as error:
            tally.findings.append(f"{case} number {number}: {type(error).__name__}: {error}")
            continue
        tally.games += 1
        tally.steps += len(table.match.log)
        tally.checks += referee.checks
        tally.findings += [f"{case} number {number} step {each.step}: {each.code}: {each.text}" for each in found]
        outcome = table.match.outcome()
        tally.reasons[outcome.reason if outcome is not None else "none"] += 1
    return tally


def ways_of(game: Game, seats: int) -> list[dict[str, object]]:
    """The default, each variant, each option once at another value, and each variant with every switch turned."""
    turned = {option.name: not option.default for option in game.all_options() if option.kind == "switch"}
    ways: list[dict[str, object]] = list(settings_of(game))
    if turned:
        ways += [{VARIANT: name, **turned} for name in game.variants]
    return [each for each in ways if allowed(game, seats, each)]


def least_of(name: str, game: Game, seats: int) -> int:
    """How many matches of a number of seats are wanted."""
    return max(LEAST_OF_A_SEAT_COUNT, LEAST_OF_A_WAY_IN.get(name, LEAST_OF_A_WAY) * len(ways_of(game, seats)))


def allowed(game: Game, seats: int, options: dict[str, object]) -> bool:
    try:
        game.configure(seats, options)
    except Exception:
        return False
    return True


def works(options: argparse.Namespace, name: str, seats: int, wanted: frozenset[str], count: int) -> Iterator[Work]:
    """The matches of one number of seats, in portions: random ones and others by turns."""
    size = HUNTED_CHUNK if wanted else CHUNK
    for first in range(0, count, size):
        mode = TRYING if wanted or first // size % 2 else RANDOM
        portion = min(size, count - first)
        yield Work(name, seats, mode, first, portion, options.every, options.laws_every, wanted)


class Proof:
    """Runs the parts, shows how far they are, and writes the log."""

    def __init__(self, options: argparse.Namespace, console: Console) -> None:
        self.options = options
        self.console = console
        self.faults = 0
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(options.jobs, mp_context=context)

    def run(self, title: str, portions: list[Work], enough: Callable[[Tally], bool] | None = None) -> Tally:
        """All portions, on all cores; stops early when there is enough."""
        tally = Tally()
        started = time.monotonic()
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal) as progress:
            task = progress.add_task(title, total=sum(work.count for work in portions))
            waiting = iter(portions)
            # No more is handed out than the processes can start on, so that there is little to wait for at the end.
            running = {self.pool.submit(play, work): work for work in islice(waiting, 2 * self.options.jobs)}
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    progress.advance(task, running.pop(future).count)
                    tally.add(future.result())
                if enough is None or not enough(tally):
                    running |= {self.pool.submit(play, work): work for work in islice(waiting, len(done))}
        self.note(title, tally, time.monotonic() - started)
        return tally

    def note(self, title: str, tally: Tally, seconds: float) -> None:
        ends = ", ".join(f"{reason} {count}" for reason, count in sorted(tally.reasons.items()))
        self.write(
            f"{title}: {tally.games} games, {tally.steps} steps, {tally.checks} checks, "
            f"{seconds:.0f} s, ends: {ends}; findings = {len(tally.findings)}"
        )
        for finding in tally.findings[:SHOWN]:
            self.write(f"  ! {finding[:400]}")
        self.faults += len(tally.findings)

    def write(self, line: str) -> None:
        self.console.print(line, highlight=False, markup=False, soft_wrap=True)
        with LOG.open("a", encoding="utf-8") as log:
            log.write(line + "\n")

    def prove(self, name: str, game: Game, seat_counts: list[int]) -> None:
        """One game: the counts, then its ends."""
        options = self.options
        self.write(f"{name}, rules {game.rules_version}, content {game.content_hash}, players {players_of(game)}")
        reasons: Counter[str] = Counter()
        for seats in seat_counts:
            count = options.games or least_of(name, game, seats)
            portions = list(works(options, name, seats, frozenset(), count))
            reasons += self.run(f"{name}, {seats} seats", portions).reasons
            if game.thinkers and options.strong:
                strong = [
                    Work(name, seats, STRONG, first, 1, options.every, options.laws_every)
                    for first in range(options.strong)
                ]
                reasons += self.run(f"{name}, {seats} seats, slow players among them", strong).reasons
        for reason in game.end_reasons:
            if reasons[reason] < LEAST_OF_EACH_END:
                self.hunt(name, seat_counts, reason, LEAST_OF_EACH_END - reasons[reason])

    def hunt(self, name: str, seat_counts: list[int], reason: str, missing: int) -> None:
        """Matches on the look-out for an end that was too seldom met."""
        portions = [
            work
            for seats in seat_counts
            for work in works(self.options, name, seats, frozenset((reason,)), MOST_HUNTS // len(seat_counts))
        ]
        portions.sort(key=lambda work: work.first)
        tally = self.run(
            f"{name}, looking out for {reason}", portions, lambda so_far: so_far.reasons[reason] >= missing
        )
        if tally.reasons[reason] < missing:
            self.write(f"  ! {name}: {missing - tally.reasons[reason]} more ends for {reason} were wanted")
            self.faults += 1

    def battery(self) -> None:
        """The battery's own tests, with more matches each."""
        started = time.monotonic()
        environment = {**os.environ, "ROUNDHOUSE_BATTERY_GAMES": str(BATTERY_GAMES)}
        command = [sys.executable, "-m", "pytest", "-q", "-n", str(self.options.jobs), "tests/battery"]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        last = (done.stdout.strip().splitlines() or ["no output"])[-1]
        self.write(f"battery with {BATTERY_GAMES} matches each: {last} ({time.monotonic() - started:.0f} s)")
        if done.returncode:
            self.console.print(done.stdout[-4000:], highlight=False, markup=False)
            self.faults += 1


def players_of(game: Game) -> str:
    return ", ".join(game.choosers()) or "none of its own"


def arguments_of(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game (may be given again)")
    parser.add_argument("--seats", type=int, nargs="+", help="only these numbers of seats")
    parser.add_argument("--games", type=int, default=0, help="matches of each number of seats")
    parser.add_argument("--strong", type=int, default=20, help="matches more of each, with players that think for long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--every", type=int, default=300, help="one step in so many gets the costly checks")
    parser.add_argument("--laws-every", type=int, default=40, help="the same for laws and refusals")
    parser.add_argument("--no-battery", action="store_true", help="leave the battery out")
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> int:
    options = arguments_of(given)
    console = Console()
    proof = Proof(options, console)
    started = time.monotonic()
    names = options.game or [name for name in games() if name not in TESTS_ONLY]
    proof.write(
        f"\n{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, Roundhouse {roundhouse.__version__}, "
        f"rules {roundhouse.compiled_status()}, Python {platform.python_version()}, {options.jobs} processes, "
        f"costly checks at one step in {options.every}, laws at one in {options.laws_every}"
    )
    for name in names:
        game = games()[name]
        counts = range(game.least_seats, game.most_seats + 1)
        proof.prove(name, game, [seats for seats in counts if not options.seats or seats in options.seats])
    if not options.no_battery and not options.seats:
        proof.battery()
    proof.pool.shutdown(cancel_futures=True)
    proof.write(f"in all {time.monotonic() - started:.0f} s, findings = {proof.faults}")
    return 1 if proof.faults else 0


if __name__ == "__main__":
    sys.exit(main())
