"""`roundhouse serve`: the house open to people. The server is imported only here: other commands start without it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import segno

from roundhouse.cli.arguments import Arguments, wrong_use
from roundhouse.cli.console import Console

if TYPE_CHECKING:
    from roundhouse.server.logs import Tell
    from roundhouse.server.settings import Settings

LOGS: Final = ("words", "json")
BLACK_ON_WHITE: Final = "\x1b[38;5;16;48;5;231m"
PLAIN: Final = "\x1b[0m"
HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def serve(console: Console, arguments: Arguments) -> int:
    from roundhouse.server import command

    tell = None if logs_json(console, arguments) else teller(console)
    code = command.serve(settings_of(arguments), lambda settings: announce(console, settings), tell)
    if code == 0:
        if console.out.isatty():
            # The cursor stands behind `^C`.
            console.line()
        console.say("cli.serve.closed")
    return code


def logs_json(console: Console, arguments: Arguments) -> bool:
    """Lines for programs where a program reads them, or where they were asked for."""
    asked = arguments.text("log", "words" if console.err.isatty() else "json")
    if asked not in LOGS:
        raise wrong_use("option-value", option="--log", value=asked)
    return asked == "json"


def teller(console: Console) -> Tell:
    """Puts a warning or a fault of the server into words."""

    def tell(time: str, event: str, facts: dict[str, Any]) -> str:
        report = facts.get("report")
        kind = event if console.speaker.knows(f"cli.log.{event}") else "other"
        told = console.speaker.told(f"cli.log.{kind}", {"event": event, **facts})
        more = "" if report is None else " " + console.speaker.say("cli.log.report", report=str(report))
        return f"{time} {told}{more}"

    return tell


def settings_of(arguments: Arguments) -> Settings:
    from roundhouse.server.settings import Settings, checked_url, default_data, limits_from

    lan = arguments.switch("lan")
    data = Path(arguments.text("data")) if arguments.has("data") else default_data()
    url = arguments.maybe("public-url")
    return Settings(
        data=data.expanduser().resolve(),
        host=arguments.text("host", "0.0.0.0" if lan else "127.0.0.1"),
        port=arguments.number("port", 8000),
        lan=lan,
        public_url="" if url is None else checked_url(url),
        allowed_hosts=tuple(arguments.many("allow-host")),
        trusted_proxies=tuple(arguments.many("trust-proxy")),
        workers=arguments.number("workers", 1),
        limits=limits_from(os.environ),
    )


def announce(console: Console, settings: Settings) -> None:
    """Where it is, where data lies, how to stop; and what a telephone's camera can read."""
    console.say("cli.serve.address", address=settings.address)
    console.say("cli.serve.data", folder=str(settings.data))
    console.say("cli.serve.stop")
    if settings.reach != "machine" and console.out.isatty():
        console.line()
        console.say("cli.serve.square")
        console.lines(square(settings.address))
    console.out.flush()


def square(text: str) -> list[str]:
    """A QR code for a camera, two rows of it in each line. It brings its own black and white, and its own margin: what
    colours the terminal has doesn't matter."""
    rows = [list(row) for row in segno.make(text).matrix_iter(border=3)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        drawn = "".join(HALVES[bool(above), bool(below)] for above, below in zip(upper, lower, strict=True))
        lines.append(f"  {BLACK_ON_WHITE}{drawn}{PLAIN}")
    return lines
