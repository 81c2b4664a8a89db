"""Looking after the data: a copy while the server runs, putting one back, and clearing what is past its time."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from roundhouse.engine.refusal import refuse_option
from roundhouse.server.rooms import FINISHED_DAYS, RUNNING_DAYS, WAITING_DAYS
from roundhouse.server.storage.database import make_private, upgrade

DAY = 24 * 3600.0
OF_A_TABLE = ("log", "snapshots", "chat", "members", "crashes")


def reading(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True))


@contextmanager
def private_file(path: Path) -> Iterator[Path]:
    """A new file for its owner only, put in place once it is whole; never over another one."""
    if path.exists():
        raise refuse_option("file-exists", file=str(path))
    part = path.with_name(path.name + ".part")
    os.close(os.open(part, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600))
    try:
        yield part
        os.link(part, path)
    except OSError as error:
        raise refuse_option("file-unwritable", file=str(path), reason=error.strerror or str(error)) from None
    finally:
        part.unlink(missing_ok=True)


def backup(database: Path, target: Path) -> int:
    """A consistent copy of the whole database, also while the server writes to it; its size in bytes."""
    if not database.exists():
        raise refuse_option("data-missing", folder=str(database.parent))
    with private_file(target) as part:
        with reading(database) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy, pages=2000)
            copy.execute("PRAGMA journal_mode=DELETE")
        with open(part, "rb") as written:
            os.fsync(written.fileno())
    return target.stat().st_size


def check_copy(path: Path) -> None:
    """Is this file a database of ours, and sound?"""
    try:
        with reading(path) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            version = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error:
        sound, version = False, None
    if not sound or version is None:
        raise refuse_option("backup-unsound", file=str(path))


def restore(database: Path, source: Path) -> None:
    """Put a copy in the place of the data. What was there is kept beside it; the server must not run."""
    if not source.exists():
        raise refuse_option("file-unreadable", file=str(source), reason="-")
    check_copy(source)
    part = database.with_name("restoring.sqlite3")
    part.unlink(missing_ok=True)
    make_private(part)
    with reading(source) as copy, closing(sqlite3.connect(part)) as fresh:
        copy.backup(fresh)
    if database.exists():
        # The write-ahead log belongs to the old file: bring it in before the file is put aside.
        with closing(sqlite3.connect(database)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.rename(database.with_name(f"before-restore-{int(time.time())}.sqlite3"))
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    part.rename(database)
    upgrade(database)


def prune(database: Path, now: float | None = None) -> dict[str, int]:
    """Clear tables past the time they are kept for; how many of each kind went. Safe while the server runs."""
    if not database.exists():
        raise refuse_option("data-missing", folder=str(database.parent))
    moment = time.time() if now is None else now
    limits = {
        "finished": FINISHED_DAYS,
        "waiting": WAITING_DAYS,
        "running": RUNNING_DAYS,
        "frozen": FINISHED_DAYS,
    }
    gone: dict[str, int] = {}
    with closing(sqlite3.connect(database, timeout=10, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("BEGIN IMMEDIATE")
        for status, days in limits.items():
            past = "SELECT id FROM tables WHERE status = ? AND changed < ?"
            which = (status, moment - days * DAY)
            for name in OF_A_TABLE:
                connection.execute(f'DELETE FROM {name} WHERE "table" IN ({past})', which)
            gone[status] = connection.execute("DELETE FROM tables WHERE status = ? AND changed < ?", which).rowcount
        connection.execute("COMMIT")
    return gone
