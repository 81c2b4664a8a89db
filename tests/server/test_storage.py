"""What is kept is kept: a locked or full database refuses and lies to nobody; copies, restoring, clearing."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from roundhouse.cli import main
from roundhouse.engine.refusal import RefusalError
from roundhouse.server import house
from roundhouse.server.security import hashed
from roundhouse.server.storage import database, keeping
from roundhouse.server.storage.database import upgrade
from roundhouse.server.storage.models import metadata
from tests.server.stage import SCENE_SECONDS, Person, Stage, first_action, on_stage, open_house


async def ready_table(stage: Stage) -> tuple[Person, str]:
    anna = await stage.person("Anna")
    table = await anna.table(seats=2, first_seat=0, fill="random", settings={"pace": 3})
    await anna.post(f"/api/tables/{table}/start")
    return anna, table


@on_stage()
async def test_a_locked_database_refuses_and_nothing_has_happened(stage: Stage) -> None:
    anna, table = await ready_table(stage)
    position = (await anna.look(table))["position"]
    body = {"seat": 0, "seq": 0, "action": first_action(position["prompt"])}
    with closing(sqlite3.connect(stage.house.settings.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await anna.refused("storage-busy", 503, f"/api/tables/{table}/actions", body)
        await anna.refused("storage-busy", 503, "/api/tables", {"game": "transeuropa", "seats": 2})
        assert (await anna.look(table))["position"] == position
        assert (await anna.get("/health"))["database"] is True
        other.execute("ROLLBACK")
    assert (await anna.post(f"/api/tables/{table}/actions", body))["accepted"] == 1
    assert len((await anna.get("/api/tables"))["mine"]) == 1


@on_stage()
async def test_what_is_refused_has_not_changed_a_table(stage: Stage) -> None:
    """Leaving, options, chat, links: nothing is half done when the database says no."""
    anna, boris = await stage.person("Anna"), await stage.person("Boris")
    running = await anna.table(seats=3, first_seat=0)
    waiting = await anna.table(seats=3)
    for table in (running, waiting):
        await boris.post(f"/api/tables/{table}/join")
    await anna.post(f"/api/tables/{running}/seats/2", {"kind": "bot", "bot": "random"}, method="PUT")
    await anna.post(f"/api/tables/{running}/start")
    rooms = [(await boris.look(table))["room"] for table in (running, waiting)]
    with (
        pytest.MonkeyPatch.context() as patch,
        closing(sqlite3.connect(stage.house.settings.database, isolation_level=None)) as other,
    ):
        patch.setattr(database, "BUSY_MILLISECONDS", 20)
        await stage.house.database.engine.dispose()
        other.execute("BEGIN IMMEDIATE")
        for path, body, method in (
            (f"{running}/leave", {"to": "bot", "bot": "random"}, "POST"),
            (f"{running}/leave", {"to": "open"}, "POST"),
            (f"{running}/resign", {"seat": 1}, "POST"),
            (f"{waiting}/leave", {}, "POST"),
            (f"{waiting}/ready", {"ready": False}, "POST"),
            (f"{waiting}/seats/1", {"name": "Other", "colour": "plum"}, "PUT"),
            (f"{running}/chat", {"text": "hello"}, "POST"),
        ):
            await boris.refused("storage-busy", 503, f"/api/tables/{path}", body, method)
        other.execute("ROLLBACK")
    for table, before in zip((running, waiting), rooms, strict=True):
        room = (await boris.look(table))["room"]
        for name in ("status", "seats", "host", "options", "seq", "deciders", "result", "you"):
            assert room[name] == before[name], name
    room = (await boris.post(f"/api/tables/{running}/leave", {"to": "bot", "bot": "random"}))["room"]
    assert room["seats"][1]["kind"] == "bot"


@on_stage()
async def test_a_full_disk_refuses_and_nothing_has_happened(stage: Stage) -> None:
    anna, table = await ready_table(stage)
    position = (await anna.look(table))["position"]
    body = {"seat": 0, "seq": 0, "action": first_action(position["prompt"])}
    async with stage.house.database.engine.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
    limited = []

    def limit(connection: sqlite3.Connection, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count={pages}")
        cursor.close()
        limited.append(pages)

    from sqlalchemy import event

    engine = stage.house.database.engine
    await engine.dispose()
    event.listen(engine.sync_engine, "connect", limit)
    answers = []
    for _ in range(60):
        answer = await anna.ask("POST", "/api/tables", {"game": "transeuropa", "seats": 2})
        answers.append(answer.status_code)
        if answer.status_code != 201:
            assert answer.json()["error"]["code"] == "storage-full"
            break
    assert limited
    assert answers[-1] == 503
    refused = await anna.ask("POST", f"/api/tables/{table}/actions", body)
    if refused.status_code == 503:
        assert (await anna.look(table))["position"] == position
    event.remove(engine.sync_engine, "connect", limit)
    await engine.dispose()
    assert (await anna.post(f"/api/tables/{table}/actions", body))["accepted"] == 1
    assert len((await anna.get("/api/tables"))["mine"]) == answers.count(201) + 1


def test_a_copy_made_while_it_runs_can_be_put_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    target = tmp_path / "copy.sqlite3"
    seen: dict[str, object] = {}

    async def before() -> None:
        async with open_house(data) as stage:
            anna, boris = await stage.person("Anna"), await stage.person("Boris")
            table = await anna.table(first_seat=0)
            await boris.post(f"/api/tables/{table}/join")
            await anna.post(f"/api/tables/{table}/start")
            position = (await anna.look(table))["position"]
            await anna.act(table, 0, 0, first_action(position["prompt"]))
            seen["table"] = table
            seen["position"] = (await anna.look(table))["position"]
            seen["cookies"] = dict(anna.client.cookies)
            code = await asyncio.to_thread(main, ["backup", str(target), "--data", str(data), "--lang", "en"])
            assert code == 0
            await anna.post(f"/api/tables/{table}/resign", {"seat": 0})

    async def after() -> None:
        async with open_house(data) as stage:
            anna = stage.stranger()
            anna.client.cookies.update(seen["cookies"])  # type: ignore[arg-type]
            told = await anna.look(str(seen["table"]))
            assert told["room"]["status"] == "running"
            assert told["position"] == seen["position"]

    asyncio.run(before())
    assert str(target) in capsys.readouterr().out
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with pytest.raises(RefusalError, match="file-exists"):
        keeping.backup(data / "roundhouse.sqlite3", target)
    assert main(["restore", str(target), "--data", str(data), "--lang", "en"]) == 0
    asyncio.run(after())
    assert len(list(data.glob("before-restore-*"))) == 1


def test_what_is_no_copy_is_not_put_back(tmp_path: Path) -> None:
    file = tmp_path / "roundhouse.sqlite3"
    upgrade(file)
    kept = file.read_bytes()
    for name, content in (("text", b"hello"), ("empty", b"")):
        wrong = tmp_path / name
        wrong.write_bytes(content)
        with pytest.raises(RefusalError, match="backup-unsound"):
            keeping.restore(file, wrong)
    assert file.read_bytes() == kept


def test_old_tables_are_cleared_with_all_that_hangs_on_them(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def scene() -> None:
        async with open_house(data) as stage:
            anna, table = await ready_table(stage)
            await anna.table()
            position = (await anna.look(table))["position"]
            await anna.act(table, 0, 0, first_action(position["prompt"]))
            await anna.post(f"/api/tables/{table}/chat", {"text": "hello"}, 201)

    asyncio.run(scene())
    file = data / "roundhouse.sqlite3"
    now = time.time()
    assert set(keeping.prune(file, now + 13 * keeping.DAY).values()) == {0}
    assert keeping.prune(file, now + 15 * keeping.DAY)["waiting"] == 1
    assert keeping.prune(file, now + 91 * keeping.DAY)["running"] == 1
    with closing(sqlite3.connect(file)) as connection:
        for name in ("tables", *keeping.OF_A_TABLE):
            assert connection.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM guests").fetchone() == (1,)


def test_tables_cleared_by_a_command_leave_the_open_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(house, "SWEEP_SECONDS", 0.05)

    async def scene() -> None:
        async with open_house(tmp_path) as stage:
            anna, boris = await stage.person("Anna"), await stage.person("Boris")
            old = await anna.table(seats=3, fill="random", settings={"pace": 0.05})
            await anna.post(f"/api/tables/{old}/start")
            waiting, kept = await anna.table(), await anna.table()
            async with anna.live() as live, boris.live() as watcher:
                await live.send(type="lobby")
                await live.until(lambda message: message["type"] == "lobby")
                await watcher.watch(old)
                await watcher.until(lambda message: message["type"] == "position")
                with closing(sqlite3.connect(stage.house.settings.database)) as other:
                    other.execute("UPDATE tables SET changed = 0 WHERE id != ?", (kept,))
                    other.commit()
                code = await asyncio.to_thread(main, ["prune", "--data", str(tmp_path), "--lang", "en"])
                assert code == 0
                gone: set[str] = set()
                while gone != {old, waiting}:
                    message = await live.until(lambda message: message["type"] == "gone")
                    gone.add(message["table"])
                message = await watcher.until(lambda message: message["type"] == "gone")
                assert message["table"] == old
            assert set(stage.house.directory.tables) == {kept}
            assert [row["id"] for row in (await anna.get("/api/tables"))["mine"]] == [kept]
            for path in ("", "/record", "/positions", "/chat"):
                await anna.refused("table-unknown", 404, f"/api/tables/{old}{path}", method="GET")
            action = {"seat": 0, "seq": 0, "action": {"type": "stop"}}
            await anna.refused("table-unknown", 404, f"/api/tables/{old}/actions", action)
            assert not any(task.get_name() == f"drive-{old}" for task in asyncio.all_tasks())

    asyncio.run(asyncio.wait_for(scene(), SCENE_SECONDS))


def test_a_database_of_before_is_brought_up_to_date(tmp_path: Path) -> None:
    """Whoever was known is known, and the file has the very form that the code describes."""
    path = tmp_path / "roundhouse.sqlite3"
    upgrade(path, "0001")
    with closing(sqlite3.connect(path)) as old:
        old.execute("INSERT INTO guests VALUES ('g1', 'Anna', 'r', 1.0, 1.0)")
        old.execute("INSERT INTO devices VALUES (?, 'g1', 1.0)", (hashed("token"),))
        old.commit()
    upgrade(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()

    async def scene() -> None:
        async with open_house(tmp_path) as stage:
            anna = stage.stranger()
            anna.client.cookies["roundhouse"] = "token"
            assert (await anna.get("/api/me"))["me"]["name"] == "Anna"

    asyncio.run(scene())
