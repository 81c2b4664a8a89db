"""`roundhouse serve`: the house open to people. The server is imported only here: other commands start without it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import segno

from roundhouse.cli.arguments import Arguments
from roundhouse.cli.console import Console

if TYPE_CHECKING:
    from roundhouse.server.settings import Settings


def serve(console: Console, arguments: Arguments) -> int:
    from roundhouse.server import command

    return command.serve(settings_of(arguments), lambda settings: announce(console, settings))


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
    if settings.reach != "machine":
        segno.make(settings.address).terminal(out=console.out, compact=True)
    console.out.flush()
