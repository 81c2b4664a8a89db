"""What is kept is kept: a locked or full database refuses and lies to nobody; copies, restoring, clearing."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest

from roundhouse.cli import main
from roundhouse.engine.refusal import RefusalError
from roundhouse.server.storage import keeping
from roundhouse.server.storage.database import upgrade
from tests.server.stage import Person, Stage, first_action, on_stage, open_house


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
    database = tmp_path / "roundhouse.sqlite3"
    upgrade(database)
    kept = database.read_bytes()
    for name, content in (("text", b"hello"), ("empty", b"")):
        wrong = tmp_path / name
        wrong.write_bytes(content)
        with pytest.raises(RefusalError, match="backup-unsound"):
            keeping.restore(database, wrong)
    assert database.read_bytes() == kept


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
    database = data / "roundhouse.sqlite3"
    now = time.time()
    assert set(keeping.prune(database, now + 13 * keeping.DAY).values()) == {0}
    assert keeping.prune(database, now + 15 * keeping.DAY)["waiting"] == 1
    assert keeping.prune(database, now + 91 * keeping.DAY)["running"] == 1
    with closing(sqlite3.connect(database)) as connection:
        for name in ("tables", *keeping.OF_A_TABLE):
            assert connection.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM guests").fetchone() == (1,)
