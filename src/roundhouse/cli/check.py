"""`roundhouse fuzz` and `roundhouse bench`: looking for trouble, and measuring."""

from __future__ import annotations

from typing import Any

from roundhouse import compiled_status
from roundhouse.arena.fuzz import Fuzzer, Trouble
from roundhouse.arena.speed import Speed, measured
from roundhouse.cli.arguments import Arguments
from roundhouse.cli.common import game_of, make_folder, note_stale, speaker_of, write_file
from roundhouse.cli.console import Console
from roundhouse.engine.record import write_record
from roundhouse.engine.registry import game_named, games
from roundhouse.text.layout import table
from roundhouse.text.safe import safe

USUAL_GAMES = 100


def fuzz(console: Console, arguments: Arguments) -> int:
    game = game_of(arguments)
    seed = arguments.number("seed", 0)
    count = arguments.number("games", USUAL_GAMES)
    folder = make_folder(arguments.text("records", "."))
    note_stale(console)
    fuzzer = Fuzzer(game, seed)
    troubles: list[dict[str, Any]] = []
    with console.progress() as progress:
        task = progress.add_task(speaker_of(console, game).say("title"), total=max(count, 1))
        for number in range(count):
            for trouble in fuzzer.play(number):
                path = folder / f"fuzz-{game.name}-{seed}-{number}-{len(troubles)}.json"
                saved = write_file(str(path), record_bytes(trouble), replace=True)
                text = safe(trouble.text, 300)
                troubles.append({"kind": trouble.kind, "game": number, "text": text, "record": str(saved)})
            progress.advance(task)
    if arguments.switch("json"):
        console.data(
            {
                "game": game.name,
                "games": count,
                "seed": seed,
                "steps": fuzzer.steps,
                "junk_sent": fuzzer.tried,
                "positions_loaded": fuzzer.loaded,
                "troubles": troubles,
            }
        )
    else:
        console.say("cli.fuzz.done", games=count, steps=fuzzer.steps, tried=fuzzer.tried, troubles=len(troubles))
    for each in troubles:
        console.fail("cli.fuzz.trouble", kind=each["kind"], number=each["game"], text=each["text"], file=each["record"])
    return 1 if troubles else 0


def record_bytes(trouble: Trouble) -> bytes:
    """The record as a file; what JSON can't hold (numbers without end) is told in words."""
    try:
        return write_record(trouble.record)
    except (OverflowError, ValueError, TypeError, RecursionError):
        record = trouble.record
        record.log.clear()
        facts = {name: getattr(record, name) for name in record.__struct_fields__}
        facts["position"] = {"junk": repr(record.position)[:10_000]}
        return write_record(type(record)(**facts))


def bench(console: Console, arguments: Arguments) -> int:
    names = arguments.many("game") or list(games())
    seconds = arguments.seconds("seconds", 2.0)
    chosen = [game_named(name) for name in names]
    note_stale(console)
    found: list[Speed] = []
    with console.progress() as progress:
        task = progress.add_task(console.speaker.say("cli.bench.measuring"), total=len(chosen))
        for game in chosen:
            found.append(measured(game, seconds))
            progress.advance(task)
    if arguments.switch("json"):
        console.data({"games": [speed_figures(speed) for speed in found]})
        return 0
    speaker = console.speaker
    head = ("game", "rate", "times", "whole", "clone", "view", "determinize", "scoring")
    rows = [[speaker.say(f"cli.bench.{name}") for name in head]]
    for speed in found:
        rows.append(
            [
                speed.name,
                speaker.number(speed.decisions_per_second),
                speaker.number(speed.times_yardstick, 1),
                speaker.number(speed.whole_times_yardstick, 1),
                speaker.number(speed.clone_us, 2),
                speaker.number(speed.view_us, 1),
                speaker.number(speed.determinize_us, 1),
                speaker.number(speed.scoring_us, 0),
            ]
        )
    console.lines(table(rows))
    console.line()
    for speed in found:
        console.say("cli.bench.yardstick", game=speed.name, rate=speaker.number(speed.yardstick))
    console.say("cli.bench.compiled", compiled=compiled_status() == "compiled")
    return 0


def speed_figures(speed: Speed) -> dict[str, Any]:
    return {
        "name": speed.name,
        "compiled": speed.compiled,
        "seats": speed.seats,
        "decisions_per_second": speed.decisions_per_second,
        "whole_decisions_per_second": speed.whole_per_second,
        "clone_us": speed.clone_us,
        "view_us": speed.view_us,
        "determinize_us": speed.determinize_us,
        "scoring_us": speed.scoring_us,
        "yardstick": speed.yardstick,
        "times_yardstick": speed.times_yardstick,
        "whole_times_yardstick": speed.whole_times_yardstick,
    }
