"""Requests nobody sane would send: no fault of the server, no lost table, no way in."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.server.stage import Person, Stage, first_action, on_stage

REQUESTS = 1500
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2,
    2**31,
    2**63,
    2**70,
    -(2**70),
    0.5,
    1e308,
    "",
    "x",
    "0",
    "random",
    "open",
    "bot",
    "transeuropa",
    "\u0000",
    "\u202e",
    "../..",
    "x" * 3000,
    [],
    [[]],
    [1, 2],
    {},
    {"type": "lay"},
    {"type": "stop"},
    {"a": {"b": [{}]}},
]


def odd_value(draw: random.Random, depth: int = 0) -> Any:
    if depth < 2 and draw.random() < 0.2:
        return {draw.choice(["seq", "seat", "action", "type", "x"]): odd_value(draw, depth + 1) for _ in range(3)}
    return draw.choice(ODD)


def paths_of(schema: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """Method, path and the names a body may have, from the description the server gives of itself."""
    found = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            name = body.get("$ref", "").split("/")[-1]
            fields = schema.get("components", {}).get("schemas", {}).get(name, {}).get("properties", {})
            found.append((method.upper(), path, sorted(fields)))
    return found


async def one_request(person: Person, draw: random.Random, call: tuple[str, str, list[str]], tables: list[str]) -> None:
    method, path, fields = call
    parts = []
    for part in path.split("/"):
        if part.startswith("{"):
            part = draw.choice(
                [*tables, "transeuropa", "probe", "0", "1", "-1", "99999999999999999999", "x", "%00", "a%2Fb"]
            )
        parts.append(part)
    url = "/".join(parts)
    if draw.random() < 0.4:
        query = "&".join(
            f"{name}={draw.choice(['-1', '0', '5', 'x', '1e9', '%00', '9' * 30])}"
            for name in ("since", "seat", "from", "to")
        )
        url += f"?{query}&language={draw.choice(['en', 'ru', 'xx', '..'])}"
    body: Any = {name: odd_value(draw) for name in fields if draw.random() < 0.8}
    if draw.random() < 0.1:
        body = odd_value(draw)
    content = json.dumps(body).encode("utf-8", "surrogatepass") if method != "GET" else None
    if content is not None and draw.random() < 0.05:
        content = content[: draw.randrange(len(content) + 1)]
    answer = await person.client.request(method, url, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code < 500, (method, url, body, answer.text)
    if answer.status_code >= 400 and answer.content:
        assert set(answer.json()) == {"error"}, (method, url, answer.text)


@on_stage()
async def test_hostile_requests_break_nothing(stage: Stage) -> None:
    anna, boris, mallory = [await stage.person(name) for name in ("Anna", "Boris", "Mallory")]
    table = await anna.table(seats=2, first_seat=0)
    await boris.post(f"/api/tables/{table}/join")
    await anna.post(f"/api/tables/{table}/start")
    waiting = await mallory.table(seats=3)
    schema = await anna.get("/api/openapi.json")
    calls = [call for call in paths_of(schema) if call[1] not in ("/api/me/forget", "/health")]
    assert len(calls) > 30
    draw = random.Random(20_251)
    for _ in range(REQUESTS):
        await one_request(mallory, draw, draw.choice(calls), [table, waiting])
    for seat, person in enumerate((anna, boris)):
        position = (await person.look(table))["position"]
        assert position["seq"] == seat
        await person.act(table, seat, seat, first_action(position["prompt"]))
