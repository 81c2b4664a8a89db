"""What several commands share: games by name, options, files, records."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from roundhouse import compiled_status
from roundhouse.cli.arguments import Arguments, Flag, wrong_use
from roundhouse.cli.console import Console
from roundhouse.engine.game import FIRST_SEAT, RANDOM, VARIANT, Game, Option
from roundhouse.engine.record import Record, read_record
from roundhouse.engine.registry import game_named
from roundhouse.engine.untrusted import MOST_BYTES
from roundhouse.text.speech import Speaker

SEATS: Final = Flag("seats", "number", least=1, most=99)
SEED: Final = Flag("seed", "number")
BOTS: Final = Flag("bots")
VARIANT_FLAG: Final = Flag("variant")
OPTION: Final = Flag("option", many=True)

YES: Final = ("yes", "true", "on", "1")
NO: Final = ("no", "false", "off", "0")


def note_stale(console: Console) -> None:
    """Say that rules run slower than they could. Called once all arguments are known to be right."""
    if compiled_status() == "stale":
        console.fail("cli.stale")


def game_of(arguments: Arguments) -> Game:
    return game_named(arguments.text("game"))


def speaker_of(console: Console, game: Game) -> Speaker:
    return Speaker(console.language, game)


def usual_seats(game: Game, wanted: int) -> int:
    return max(game.least_seats, min(wanted, game.most_seats))


def bot_names(arguments: Arguments) -> list[str]:
    return [name.strip() for name in arguments.text("bots").split(",") if name.strip()]


def options_of(game: Game, arguments: Arguments) -> dict[str, Any]:
    """`--option KEY=VALUE` and `--variant`, each value read as its option wants it."""
    found: dict[str, Any] = {}
    known = {option.name: option for option in game.all_options()}
    for text in arguments.many("option"):
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise wrong_use("option-form", value=text)
        found[name] = first_seat(value) if name == FIRST_SEAT else option_value(known.get(name), value)
    if arguments.has("variant"):
        found[VARIANT] = arguments.text("variant")
    return found


def first_seat(value: str) -> Any:
    return value if value == RANDOM or not value.isdecimal() else int(value)


def option_value(option: Option | None, value: str) -> Any:
    """The value as the option has it; what it can't be stays text, and the game says what is wrong with that."""
    if option is None:
        return value
    if option.kind == "switch":
        return True if value.lower() in YES else False if value.lower() in NO else value
    if option.kind == "number":
        return int(value) if value.removeprefix("-").isdecimal() else value
    return next((each for each in option.values if str(each) == value), value)


def read_file(path: str) -> bytes:
    """A file somebody named: not endless, and with a reason where it can't be read."""
    try:
        with Path(path).expanduser().open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise wrong_use("file-unreadable", file=path, reason=reason_of(error)) from None


def write_file(path: str, data: bytes, replace: bool = False) -> Path:
    """Write a file; one that is there already stays as it is, unless it may be replaced."""
    target = Path(path).expanduser()
    try:
        with target.open("wb" if replace else "xb") as file:
            file.write(data)
    except FileExistsError:
        raise wrong_use("file-exists", file=str(target)) from None
    except (OSError, ValueError) as error:
        raise wrong_use("file-unwritable", file=path, reason=reason_of(error)) from None
    return target


def make_folder(path: str) -> Path:
    folder = Path(path).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise wrong_use("file-unwritable", file=path, reason=reason_of(error)) from None
    return folder


def reason_of(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def record_of(arguments: Arguments) -> tuple[Game, Record]:
    record = read_record(read_file(arguments.text("file")))
    return game_named(record.game), record


def player_names(record: Record, speaker: Speaker) -> list[str]:
    """What to call the seats of a record: by the names in it, or by their bots."""
    names = []
    for seat, player in enumerate(record.players[: record.seats]):
        if player.name:
            names.append(player.name)
        elif player.bot:
            names.append(speaker.say("player.bot", number=seat + 1, bot=player.bot))
        else:
            names.append("")
    return names
