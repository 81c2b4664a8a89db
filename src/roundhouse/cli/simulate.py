"""`roundhouse simulate`: bots against bots, with figures and how sure they are."""

from __future__ import annotations

from typing import Any

from roundhouse import compiled_status
from roundhouse.arena.intervals import mean_interval, wilson
from roundhouse.arena.simulate import Plan, simulated
from roundhouse.arena.tallies import BotTally, Totals
from roundhouse.bots.bot import RANDOM
from roundhouse.cli.arguments import Arguments
from roundhouse.cli.common import bot_names, game_of, make_folder, note_stale, options_of, speaker_of, usual_seats
from roundhouse.cli.console import Console
from roundhouse.engine.game import VARIANT
from roundhouse.text.layout import table
from roundhouse.text.safe import safe
from roundhouse.text.speech import Speaker

USUAL_GAMES = 100
USUAL_SEATS = 4
TIMES = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}


def simulate(console: Console, arguments: Arguments) -> int:
    game = game_of(arguments)
    plan = Plan(
        game,
        arguments.number("seats", usual_seats(game, USUAL_SEATS)),
        arguments.number("seed", 0),
        tuple(bot_names(arguments)) or (RANDOM,),
        options_of(game, arguments),
        arguments.switch("referee"),
        make_folder(arguments.text("records")) if arguments.has("records") else None,
        arguments.switch("timing"),
    )
    seconds = arguments.seconds("seconds", 0.0)
    count = arguments.number("games", 0 if seconds else USUAL_GAMES)
    note_stale(console)
    totals = Totals()
    speaker = speaker_of(console, game)
    with console.progress() as progress:
        task = progress.add_task(speaker.say("title"), total=seconds if seconds else max(count, 1))
        for part in simulated(plan, count, seconds, arguments.number("jobs", 1)):
            totals.add(part)
            progress.update(task, completed=totals.ended - totals.began if seconds else totals.games)
    jobs = arguments.number("jobs", 1)
    if arguments.switch("json"):
        console.data(figures(plan, totals, jobs))
    else:
        show(console, speaker, plan, totals, jobs)
    for finding in totals.findings:
        console.fail("cli.simulate.finding", text=safe(finding, 400))
    return 1 if totals.flawed else 0


def times(totals: Totals, jobs: int) -> tuple[float, float]:
    """How long it took on the clock, and how much of that was scoring (a share of it on each core)."""
    return max(totals.ended - totals.began, 1e-9), totals.scoring_seconds / max(jobs, 1)


def figures(plan: Plan, totals: Totals, jobs: int) -> dict[str, Any]:
    seconds, scoring = times(totals, jobs)
    configuration = plan.configuration()
    length, low, high = mean_interval(totals.games, totals.decisions, totals.decision_squares)
    found: dict[str, Any] = {
        "game": plan.game.name,
        "variant": configuration.options.get(VARIANT),
        "options": {name: value for name, value in configuration.options.items() if name != VARIANT},
        "seats": plan.seats,
        "seed": plan.seed,
        "games": totals.games,
        "decisions": totals.decisions,
        "steps": totals.steps,
        "decisions_per_game": length,
        "decisions_per_game_ci95": [low, high],
        "seconds": seconds,
        "scoring_seconds": scoring,
        "decisions_per_second": totals.decisions / max(seconds - scoring, 1e-9),
        "games_per_second": totals.games / seconds,
        "jobs": jobs,
        "compiled": compiled_status() == "compiled",
        "referee_checks": totals.referee_checks,
        "findings": totals.findings,
        "end_reasons": dict(sorted(totals.end_reasons.items())),
        "bots": [bot_figures(name, totals.bots.get(name, BotTally())) for name in dict.fromkeys(plan.bots)],
    }
    if plan.timing:
        found["move_ms"] = {
            name: {label: tally.thinking_ms(share) for label, share in TIMES.items()}
            for name, tally in sorted(totals.bots.items())
            if tally.thinking
        }
    return found


def bot_figures(name: str, tally: BotTally) -> dict[str, Any]:
    mean, low, high = mean_interval(tally.seats, tally.score, tally.score_squares)
    return {
        "name": name,
        "games": tally.games,
        "seats": tally.seats,
        "wins": tally.wins,
        "win_rate": tally.wins / tally.seats if tally.seats else 0.0,
        "win_rate_ci95": list(wilson(tally.wins, tally.seats)),
        "mean_score": mean,
        "mean_score_ci95": [low, high],
    }


def show(console: Console, speaker: Speaker, plan: Plan, totals: Totals, jobs: int) -> None:
    """The same figures for people."""
    data = figures(plan, totals, jobs)
    console.line(
        speaker.say(
            "cli.simulate.head", title=speaker.say("title"), games=totals.games, count=plan.seats, seed=plan.seed
        )
    )
    console.line()
    rows = [
        [speaker.say(f"cli.simulate.{name}") for name in ("bot", "seats", "wins", "interval", "points", "interval")]
    ]
    for bot in data["bots"]:
        rows.append(
            [
                bot["name"],
                speaker.number(bot["seats"]),
                speaker.number(100 * bot["win_rate"], 1) + " %",
                span(speaker, [100 * each for each in bot["win_rate_ci95"]], 1),
                speaker.number(bot["mean_score"], 2),
                span(speaker, bot["mean_score_ci95"], 2),
            ]
        )
    console.lines(table(rows))
    console.line()
    for reason, count in data["end_reasons"].items():
        key = f"reason.{reason}"
        name = speaker.say(key) if speaker.knows(key) else reason
        console.line("  " + speaker.say("cli.simulate.ended", reason=name, count=count))
    console.line()
    console.say(
        "cli.simulate.length",
        mean=speaker.number(data["decisions_per_game"], 1),
        span=span(speaker, data["decisions_per_game_ci95"], 1),
    )
    console.say(
        "cli.simulate.speed",
        rate=speaker.number(data["decisions_per_second"]),
        games=speaker.number(data["games_per_second"], 1),
        seconds=speaker.number(data["seconds"], 2),
        scoring=speaker.number(data["scoring_seconds"], 2),
        compiled=data["compiled"],
    )
    for name, parts in data.get("move_ms", {}).items():
        console.say(
            "cli.simulate.timing", bot=name, **{label: speaker.number(value, 2) for label, value in parts.items()}
        )
    if plan.referee:
        console.say("cli.simulate.referee", checks=totals.referee_checks, flawed=totals.flawed)
    if plan.records is not None:
        console.say("cli.simulate.records", folder=str(plan.records))


def span(speaker: Speaker, ends: list[float], digits: int) -> str:
    return speaker.say("cli.simulate.span", low=speaker.number(ends[0], digits), high=speaker.number(ends[1], digits))
