"""Opening the database: private files, SQLite set to lose nothing, migrations, and one writer that gathers commits."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Executable, create_engine, event
from sqlalchemy.engine import Row
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from roundhouse.server import logs
from roundhouse.server.refusals import Refused, refuse

BUSY_MILLISECONDS = 2000
MOST_GATHERED = 200
"""Writes that share one commit at most."""

Write = tuple[Executable, Mapping[str, Any] | None]


def make_private(path: Path) -> None:
    """The data folder for its owner only, and an empty database file that SQLite's side files take their mode from."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    os.chmod(path, 0o600)


def set_pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.close()


def upgrade(path: Path, revision: str = "head") -> None:
    """Bring the file to the present form (or, to try that out, to an earlier one)."""
    make_private(path)
    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", set_pragmas)
    configuration = Config()
    configuration.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            configuration.attributes["connection"] = connection
            command.upgrade(configuration, revision)
    finally:
        engine.dispose()


def refused(error: DBAPIError) -> Refused:
    """What the database said, as a refusal: nothing was accepted."""
    text = str(error.orig).lower()
    if "full" in text or "readonly" in text or "i/o" in text:
        return refuse(503, "storage-full")
    return refuse(503, "storage-busy")


class Database:
    """Reads on pooled connections; every write through one task, many writes to one commit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.engine: AsyncEngine = create_async_engine(
            f"sqlite+aiosqlite:///{path}",
            pool_size=3,
            max_overflow=2,
            connect_args={"timeout": BUSY_MILLISECONDS / 1000},
        )
        event.listen(self.engine.sync_engine, "connect", set_pragmas)
        self.pending: deque[tuple[Sequence[Write], asyncio.Future[None]]] = deque()
        self.wake = asyncio.Event()
        self.writer: asyncio.Task[None] | None = None
        self.closed = False

    async def open(self) -> None:
        await asyncio.to_thread(upgrade, self.path)
        self.writer = asyncio.create_task(self.write_on(), name="database-writer")

    async def close(self) -> None:
        """Finish what was handed in, then close."""
        self.closed = True
        self.wake.set()
        if self.writer is not None:
            await self.writer
        await self.engine.dispose()

    async def rows(self, statement: Executable, params: Mapping[str, Any] | None = None) -> Sequence[Row[Any]]:
        try:
            async with self.engine.connect() as connection:
                return (await connection.execute(statement, dict(params or {}))).all()
        except DBAPIError as error:
            logs.warn("read-failed", reason=str(error.orig)[:200])
            raise refused(error) from None

    async def row(self, statement: Executable, params: Mapping[str, Any] | None = None) -> Row[Any] | None:
        found = await self.rows(statement, params)
        return found[0] if found else None

    async def write(self, writes: Sequence[Write]) -> None:
        """Do all of it or none, and return when it is safe on the disk.

        `IntegrityError` says that a row with that key is there already. Others may share the commit: statements are
        told apart by identity, so the same statement object should be used again and again.
        """
        if self.closed:
            raise refuse(503, "closing")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pending.append((writes, done))
        self.wake.set()
        # Shielded by being a future of its own: who gives up waiting doesn't undo what others share.
        await asyncio.shield(done)

    async def write_on(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.pending:
                batch = [self.pending.popleft() for _ in range(min(MOST_GATHERED, len(self.pending)))]
                await self.write_batch(batch)
            if self.closed:
                return

    async def write_batch(self, batch: list[tuple[Sequence[Write], asyncio.Future[None]]]) -> None:
        try:
            await self.commit([writes for writes, _ in batch])
        except Exception as error:
            if len(batch) > 1:
                for one in batch:
                    await self.write_batch([one])
                return
            failure: BaseException = error
            if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
                logs.warn("write-failed", reason=str(error.orig)[:200])
                failure = refused(error)
            if not batch[0][1].done():
                batch[0][1].set_exception(failure)
            return
        for _, done in batch:
            if not done.done():
                done.set_result(None)

    async def commit(self, jobs: list[Sequence[Write]]) -> None:
        gathered: dict[int, tuple[Executable, list[Mapping[str, Any]]]] = {}
        plain: list[Executable] = []
        for writes in jobs:
            for statement, params in writes:
                if params is None:
                    plain.append(statement)
                else:
                    gathered.setdefault(id(statement), (statement, []))[1].append(params)
        async with self.engine.begin() as connection:
            for statement, many in gathered.values():
                await execute_many(connection, statement, many)
            for statement in plain:
                await connection.execute(statement)


async def execute_many(connection: AsyncConnection, statement: Executable, many: list[Mapping[str, Any]]) -> None:
    if len(many) == 1:
        await connection.execute(statement, dict(many[0]))
    else:
        await connection.execute(statement, [dict(each) for each in many])
