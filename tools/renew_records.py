"""Plays the matches of `tests/records` anew and writes their records and transcripts.

Run it when a rule was changed on purpose, and read the diff: it is the change as the players will meet it. Names of
games or of single matches as arguments renew only those. `--words` keeps the records as they are and writes only
their transcripts anew: for when a sentence was changed, not a rule.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT), str(ROOT / "tests" / "probe")]

from roundhouse.bots.bot import RANDOM, bot_named  # noqa: E402
from roundhouse.engine.match import Match  # noqa: E402
from roundhouse.engine.record import read_record, write_record  # noqa: E402
from roundhouse.engine.registry import games  # noqa: E402
from roundhouse.engine.transcript import transcript  # noqa: E402
from tests.battery.playing import STRONG, TRYING, Case, Table  # noqa: E402

FOLDER = ROOT / "tests" / "records"
MOSCOW_PARIS: dict[str, dict[str, Any]] = {
    "teams": {"teams": True},
    "istanbul": {"istanbul": True},
    "home-town": {"home_town": "Плёс", "home_country": "RU"},
    "home-country": {"home_town": "Zürich", "home_flag": "vertical:red,white", "teams": True, "istanbul": True},
}


def matches() -> Iterator[tuple[str, Match]]:
    """The matches kept as records, by game and name."""
    for seats in range(2, 7):
        for mode in (RANDOM, STRONG):
            yield f"transeuropa/{mode}-{seats}", whole(Case("transeuropa", seats, mode), seats)
    for name in games()["transeuropa"].choosers():
        yield f"transeuropa/{name}-against-random", mixed(Case("transeuropa", 4, TRYING), name)
    for seats in range(2, 6):
        for mode in (RANDOM, TRYING):
            yield f"ticket_to_ride/{mode}-{seats}", whole(Case("ticket_to_ride", seats, mode), seats)
    bonus = {"orient_express": True, "max": True}
    for variant, seats in (("europe_1912", 3), ("mega_europe", 4), ("big_cities", 2)):
        case = Case("ticket_to_ride", seats, TRYING, {"variant": variant, **bonus})
        yield f"ticket_to_ride/{variant}", whole(case, seats)
    for seats in range(2, 5):
        for mode in (RANDOM, STRONG):
            yield f"moscow_paris/{mode}-{seats}", whole(Case("moscow_paris", seats, mode), seats)
    for name, options in MOSCOW_PARIS.items():
        seats = 4 if "teams" in options else 3
        yield f"moscow_paris/{name}", whole(Case("moscow_paris", seats, TRYING, options), 1)
    for seats in range(2, 6):
        for mode in (RANDOM, TRYING):
            yield f"probe/{mode}-{seats}", whole(Case("probe", seats, mode), seats)
    yield "probe/teams", whole(Case("probe", 4, TRYING, {"teams": True}), 1)
    yield "probe/together", whole(Case("probe", 3, TRYING, {"together": True, "rounds": 4}), 1)
    yield "probe/coast", whole(Case("probe", 3, TRYING, {"variant": "coast"}), 1)
    for game in ("transeuropa", "ticket_to_ride", "moscow_paris", "probe"):
        yield f"{game}/undo", undone(Case(game, 3, TRYING))
        yield f"{game}/resigned", ended(Case(game, 4, TRYING), "resign")
        yield f"{game}/agreed", ended(Case(game, 3, RANDOM), "agree")
        yield f"{game}/abandoned", ended(Case(game, 2, RANDOM), "abandon")
        yield f"{game}/position", placed(Case(game, 2, TRYING))


def whole(case: Case, number: int) -> Match:
    table = Table(case, number, "record")
    table.play()
    return table.match


def mixed(case: Case, bot: str) -> Match:
    """One bot among random ones."""
    table = Table(case, 0, "record")
    game = table.game
    table.bots = [bot_named(game, bot if seat == 1 else RANDOM) for seat in range(case.seats)]
    table.play()
    return table.match


def undone(case: Case) -> Match:
    """A free undo where there is one early, an agreed one that goes back far, and play on to the end."""
    table = Table(case, 2, "record", ["first number", "второе число", ""])
    match = table.match
    for _ in range(40):
        table.play(steps=1)
        seat = match.log[-1].seat
        to = match.free_undo(seat)
        if to is not None:
            match.undo(seat, to)
            break
    table.play(steps=12)
    match.undo(match.state.deciders()[0], len(match.log) - 9)
    table.play()
    return match


def ended(case: Case, how: str) -> Match:
    table = Table(case, 5, "record")
    table.play(steps=14 if case.game == "probe" else 30)
    if how == "resign":
        table.match.resign([1])
    elif how == "agree":
        table.match.agree()
    else:
        table.match.abandon()
    return table.match


def placed(case: Case) -> Match:
    """A match that starts from a position of another."""
    table = Table(case, 8, "record")
    table.play(steps=8 if case.game == "probe" else 20)
    match = table.match
    table.match = Match(table.game, match.configuration, match.seed, [], match.players, match.state.dump())
    table.play()
    return table.match


def asked_for(name: str, wanted: list[str]) -> bool:
    return not wanted or name in wanted or name.partition("/")[0] in wanted


def renew_words(wanted: list[str]) -> None:
    """The transcripts of the records that are there; nothing is played."""
    for path in sorted(FOLDER.glob("*/*.json")):
        if asked_for(f"{path.parent.name}/{path.stem}", wanted):
            game = games()[path.parent.name]
            path.with_suffix(".txt").write_text(transcript(game, read_record(path.read_bytes())), "utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="a game, or game/match; all when none is given")
    parser.add_argument("--words", action="store_true", help="only the transcripts, from the records as they are")
    chosen = parser.parse_args(arguments)
    wanted = chosen.names
    if chosen.words:
        renew_words(wanted)
        return 0
    kept = set()
    for name, match in matches():
        if not asked_for(name, wanted):
            continue
        path = FOLDER / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        record = match.record()
        path.write_bytes(write_record(record))
        path.with_suffix(".txt").write_text(transcript(match.game, record), "utf-8")
        kept.add(path)
        print(f"{name}: {len(record.log)} entries")
    if not wanted:
        for path in FOLDER.glob("*/*.json"):
            if path not in kept:
                path.unlink()
                path.with_suffix(".txt").unlink(missing_ok=True)
                print(f"{path.relative_to(FOLDER)}: removed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
