"""`roundhouse backup`, `restore` and `prune`: looking after what a server keeps."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from roundhouse.cli.arguments import Arguments, wrong_use
from roundhouse.cli.console import Console

BESIDE: Final = "data"
"""The folder of `make play`."""


def database_of(arguments: Arguments) -> Path:
    from roundhouse.server.settings import Settings, default_data

    data = Path(arguments.text("data")) if arguments.has("data") else default_data()
    return Settings(data=data.expanduser().resolve()).database


def in_clone() -> bool:
    """Is there a house's data where `make play` keeps it, in the folder one works in?"""
    return (Path(BESIDE) / "roundhouse.sqlite3").exists()


def need_folder(arguments: Arguments) -> None:
    """Nobody said where the data lies, and where it usually does there is none: say how to name it."""
    database = database_of(arguments)
    named = arguments.has("data") or bool(os.environ.get("ROUNDHOUSE_DATA"))
    if not named and not database.exists():
        beside = BESIDE if in_clone() else None
        raise wrong_use("data-unnamed", folder=str(database.parent), beside=beside)


def backup(console: Console, arguments: Arguments) -> int:
    from roundhouse.server.storage import keeping

    need_folder(arguments)
    target = Path(arguments.text("file")).expanduser().resolve()
    size = keeping.backup(database_of(arguments), target)
    console.say("cli.keep.backed-up", file=str(target), size=size)
    return 0


def restore(console: Console, arguments: Arguments) -> int:
    from roundhouse.server.command import hold
    from roundhouse.server.storage import keeping

    database = database_of(arguments)
    if in_clone():
        # `make play` would never look at the usual folder.
        need_folder(arguments)
    with hold(database.parent):
        keeping.restore(database, Path(arguments.text("file")).expanduser().resolve())
    console.say("cli.keep.restored", folder=str(database.parent))
    return 0


def prune(console: Console, arguments: Arguments) -> int:
    from roundhouse.server.storage import keeping

    need_folder(arguments)
    gone = keeping.prune(database_of(arguments))
    console.say("cli.keep.pruned", **gone)
    return 0
