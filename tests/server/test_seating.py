"""Making and filling a table."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.stage import Stage, first_action, on_stage


@on_stage()
async def test_the_host_arranges_the_table_and_nobody_else_does(stage: Stage) -> None:
    anna, boris, clara = [await stage.person(name) for name in ("Anna", "Boris", "Clara")]
    table = await anna.table(seats=3)
    path = f"/api/tables/{table}"
    await boris.post(f"{path}/join", {"seat": 2})
    await clara.refused("seat-taken", 409, f"{path}/join", {"seat": 2})
    await clara.refused("name-taken", 422, f"{path}/join", {"name": "ＢＯＲＩＳ"})
    for call in (
        ("PATCH", path, {"name": "Mine"}),
        ("POST", f"{path}/seats", {}),
        ("DELETE", f"{path}/seats/1", None),
        ("POST", f"{path}/order", {"order": [0, 2, 1]}),
        ("PUT", f"{path}/seats/1", {"kind": "bot", "bot": "random"}),
        ("POST", f"{path}/start", {}),
        ("POST", f"{path}/host", {"guest": boris.me["id"]}),
        ("POST", f"{path}/mute", {"guest": anna.me["id"]}),
        ("DELETE", path, None),
    ):
        await boris.refused("not-host", 403, call[1], call[2], method=call[0])
    await anna.refused("seats-open", 409, f"{path}/start")
    room = (await anna.post(f"{path}/order", {"order": [2, 0, 1]}))["room"]
    assert [seat.get("name") for seat in room["seats"]] == ["Boris", "Anna", None]
    colours = [seat["colour"] for seat in room["seats"]]
    room = (await boris.post(f"{path}/seats/0", {"colour": colours[1]}, method="PUT"))["room"]
    assert [seat["colour"] for seat in room["seats"]] == [colours[1], colours[0], colours[2]]
    await anna.post(f"{path}/seats/2", {"kind": "bot", "bot": "random"}, method="PUT")
    await anna.refused("bot-unknown", 422, f"{path}/seats/2", {"kind": "bot", "bot": "genius"}, method="PUT")
    room = (await anna.post(f"{path}/seats", {"kind": "bot", "bot": "random"}))["room"]
    assert [seat.get("name") for seat in room["seats"]] == ["Boris", "Anna", "random", "random 2"]
    room = (await anna.post(f"{path}/seats/0", {"kind": "open"}, method="PUT"))["room"]
    assert room["seats"][0]["kind"] == "open"
    assert (await boris.look(table))["room"]["you"]["seated"] is False
    await boris.post(f"{path}/join")
    room = (await anna.post(f"{path}/host", {"guest": boris.me["id"]}))["room"]
    assert room["you"]["host"] is False
    await boris.post(f"{path}/start")
    await boris.refused("table-running", 409, f"{path}/seats", {})
    await anna.refused("not-host", 403, f"{path}/start")


@on_stage()
async def test_wrong_tables_are_refused_with_reasons(stage: Stage) -> None:
    anna = await stage.person("Anna")
    body: dict[str, Any] = {"game": "transeuropa", "seats": 2}
    await anna.refused("game-unknown", 404, "/api/tables", {**body, "game": "chess"})
    await anna.refused("option-seats", 422, "/api/tables", {**body, "seats": 7})
    await anna.refused("option-unknown", 422, "/api/tables", {**body, "options": {"x": 1}})
    await anna.refused("option-value", 422, "/api/tables", {**body, "first_seat": 5})
    await anna.refused("option-value", 422, "/api/tables", {**body, "settings": {"pace": 99}})
    await anna.refused("option-unknown", 422, "/api/tables", {**body, "settings": {"speed": 1}})
    await anna.refused("bot-unknown", 422, "/api/tables", {**body, "fill": "genius"})
    await anna.refused("name-characters", 422, "/api/tables", {**body, "name": "a\u202eb"})
    await anna.refused("contribution", 422, "/api/tables", {**body, "contribution": "x" * 65})
    await anna.refused("malformed", 400, "/api/tables", {**body, "colour": "red"})
    assert (await anna.get("/api/tables"))["mine"] == []


@on_stage()
async def test_who_leaves_before_the_start_hands_the_table_on(stage: Stage) -> None:
    anna, boris = await stage.person("Anna"), await stage.person("Boris")
    table = await anna.table()
    await boris.post(f"/api/tables/{table}/join")
    await anna.post(f"/api/tables/{table}/leave")
    assert (await boris.look(table))["room"]["you"]["host"] is True
    await boris.post(f"/api/tables/{table}/leave")
    await boris.refused("table-unknown", 404, f"/api/tables/{table}", method="GET")


@on_stage()
async def test_play_goes_on_from_any_position_of_a_finished_match(stage: Stage) -> None:
    anna = await stage.person("Anna")
    table = await anna.table(seats=2, fill="random", first_seat=0)
    await anna.post(f"/api/tables/{table}/start")
    source = {"from": {"table": table, "seq": 5}}
    await anna.refused("table-running", 409, "/api/tables", source)
    for _ in range(400):
        position = (await anna.look(table))["position"]
        if position["seq"] >= 8:
            break
        if position["prompt"] is not None:
            await anna.act(table, 0, position["seq"], first_action(position["prompt"]))
        await asyncio.sleep(0.005)
    await anna.post(f"/api/tables/{table}/resign", {"seat": 0})
    then = (await anna.get(f"/api/tables/{table}/positions?from=5&to=5"))["positions"][0]
    record = (await anna.ask("GET", f"/api/tables/{table}/record")).json()
    for body in (source, {"from": {"record": record, "seq": 5}}):
        room = (await anna.post("/api/tables", body, 201))["room"]
        assert room["you"]["seats"] == [0, 1]
        assert room["arranged"]
        await anna.post(f"/api/tables/{room['id']}/start")
        view = (await anna.look(room["id"]))["position"]["view"]
        assert view["rails"] == then["view"]["rails"]
        assert view["markers"] == then["view"]["markers"]
    await anna.refused("position-unknown", 404, "/api/tables", {"from": {"table": table, "seq": 5000}})
