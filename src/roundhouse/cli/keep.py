"""`roundhouse backup`, `restore` and `prune`: looking after what a server keeps."""

from __future__ import annotations

from pathlib import Path

from roundhouse.cli.arguments import Arguments
from roundhouse.cli.console import Console


def database_of(arguments: Arguments) -> Path:
    from roundhouse.server.settings import Settings, default_data

    data = Path(arguments.text("data")) if arguments.has("data") else default_data()
    return Settings(data=data.expanduser().resolve()).database


def backup(console: Console, arguments: Arguments) -> int:
    from roundhouse.server.storage import keeping

    target = Path(arguments.text("file")).expanduser().resolve()
    size = keeping.backup(database_of(arguments), target)
    console.say("cli.keep.backed-up", file=str(target), size=size)
    return 0


def restore(console: Console, arguments: Arguments) -> int:
    from roundhouse.server.command import hold
    from roundhouse.server.storage import keeping

    database = database_of(arguments)
    with hold(database.parent):
        keeping.restore(database, Path(arguments.text("file")).expanduser().resolve())
    console.say("cli.keep.restored", folder=str(database.parent))
    return 0


def prune(console: Console, arguments: Arguments) -> int:
    from roundhouse.server.storage import keeping

    gone = keeping.prune(database_of(arguments))
    console.say("cli.keep.pruned", **gone)
    return 0
