"""The `roundhouse` command. Exit codes: 0 done, 1 a check failed, 2 wrong use, 130 interrupted."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from roundhouse import __version__, compiled_status
from roundhouse.cli import check, games, keep, play, record, serve, simulate
from roundhouse.cli.arguments import (
    JSON,
    Command,
    Flag,
    find_language,
    read,
    show_help,
    show_overview,
    wrong_use,
)
from roundhouse.cli.common import BOTS, OPTION, SEATS, SEED, VARIANT_FLAG
from roundhouse.cli.console import Console, close_quietly, language_of, make_readable
from roundhouse.engine.refusal import RefusalError
from roundhouse.locales import LANGUAGES
from roundhouse.text.safe import safe

DONE: Final = 0
FAILED: Final = 1
WRONG_USE: Final = 2
INTERRUPTED: Final = 130
TRACEBACK_VARIABLE: Final = "ROUNDHOUSE_TRACEBACK"

GAMES: Final = Flag("games", "number", most=10**9)
RECORDS: Final = Flag("records")
SECONDS: Final = Flag("seconds", "seconds", most=10**7)

COMMANDS: Final = (
    Command(
        "play",
        play.play,
        ("game",),
        flags=(
            SEATS,
            BOTS,
            SEED,
            VARIANT_FLAG,
            OPTION,
            Flag("name"),
            Flag("position"),
            Flag("resume"),
        ),
    ),
    Command("games", games.list_games, flags=(JSON,)),
    Command("rules", games.rules, ("game",), ("number",)),
    Command(
        "simulate",
        simulate.simulate,
        ("game",),
        flags=(
            SEATS,
            GAMES,
            SECONDS,
            SEED,
            BOTS,
            VARIANT_FLAG,
            OPTION,
            Flag("jobs", "number", least=1, most=256),
            Flag("referee", "switch"),
            RECORDS,
            Flag("timing", "switch"),
            JSON,
        ),
    ),
    Command(
        "serve",
        serve.serve,
        flags=(
            Flag("host"),
            Flag("port", "number", least=0, most=65535),
            Flag("data"),
            Flag("lan", "switch"),
            Flag("public-url"),
            Flag("allow-host", many=True),
            Flag("trust-proxy", many=True),
            Flag("workers", "number", least=1, most=64),
            Flag("log"),
        ),
    ),
    Command("backup", keep.backup, ("file",), flags=(Flag("data"),)),
    Command("restore", keep.restore, ("file",), flags=(Flag("data"),)),
    Command("prune", keep.prune, flags=(Flag("data"),)),
    Command("record show", record.show, ("file",), flags=(JSON,)),
    Command("record verify", record.verify, ("file",), flags=(JSON,)),
    Command("fuzz", check.fuzz, ("game",), flags=(GAMES, SEED, Flag("records", about="fuzz-records"), JSON)),
    Command("bench", check.bench, (), ("game…",), flags=(Flag("seconds", "seconds", most=600, about="bench"), JSON)),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code and never a traceback."""
    make_readable(sys.stdout, sys.stderr, sys.stdin)
    words = list(sys.argv[1:] if argv is None else argv)
    console = Console(language_of(os.environ))
    try:
        language, rest = find_language(words, console.language, LANGUAGES)
        console = Console(language)
        code = run(console, rest)
        console.out.flush()
        return code
    except RefusalError as error:
        console.refused(error.refusal)
        return WRONG_USE
    except KeyboardInterrupt:
        if console.out.isatty():
            # The cursor may stand behind a question.
            console.line()
        console.fail("cli.interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        close_quietly()
        return DONE
    except Exception as error:
        if os.environ.get(TRACEBACK_VARIABLE):
            raise
        console.fail("cli.unexpected", kind=type(error).__name__, text=safe(str(error)), variable=TRACEBACK_VARIABLE)
        return FAILED


def run(console: Console, words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        show_overview(console, COMMANDS)
        return DONE
    if words[0] == "--version":
        console.line(console.speaker.say(f"cli.version.{compiled_status()}", version=__version__))
        return DONE
    command, rest = command_of(words)
    arguments = read(command, rest)
    if arguments.switch("help"):
        show_help(console, command)
        return DONE
    return command.run(console, arguments)


def command_of(words: list[str]) -> tuple[Command, list[str]]:
    """The command of one word or of two, and what comes after it."""
    known = {command.name: command for command in COMMANDS}
    for count in (2, 1):
        name = " ".join(words[:count])
        if name in known and len(words) >= count:
            return known[name], words[count:]
    begins = [name for name in known if name.startswith(words[0] + " ")]
    if begins:
        raise wrong_use("command-incomplete", command=words[0], known=begins)
    raise wrong_use("command-unknown", command=words[0], known=list(known))


__all__ = ["main"]
