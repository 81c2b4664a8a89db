"""What the door lets in: host names, origins, forwarded headers, sizes, rates; and what it says to browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from roundhouse.server.security import Limiter, without_port
from roundhouse.server.settings import Limits, limits_from
from tests.server.stage import Stage, on_stage


@on_stage()
async def test_foreign_host_names_and_origins_are_refused(stage: Stage) -> None:
    anna = await stage.person("Anna")
    port = stage.base.rsplit(":", 1)[1]

    async def ask(method: str, **headers: str) -> Any:
        path = "/api/me" if method in ("GET", "PATCH") else "/api/me/link"
        body = {"name": "Anja"} if method == "PATCH" else None
        return await anna.client.request(method, path, json=body, headers=headers)

    for host in ("evil.example", f"evil.example:{port}", "", "127.0.0.1.evil.example"):
        answer = await ask("GET", host=host)
        assert answer.status_code in (400, 403), host
    for origin in (
        "https://evil.example",
        "null",
        f"https://127.0.0.1:{port}",
        "http://127.0.0.1:1",
        f"http://localhost:{port}",
    ):
        answer = await ask("PATCH", origin=origin)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin-foreign"), origin
    for site in ("cross-site", "same-site"):
        assert (await ask("PATCH", **{"sec-fetch-site": site})).status_code == 403
    assert (await ask("PATCH", origin=stage.base)).status_code == 200
    assert (await ask("GET", origin="https://evil.example")).status_code == 200


@on_stage()
async def test_the_socket_is_closed_to_foreign_origins(stage: Stage) -> None:
    url = stage.base.replace("http", "ws") + "/api/live"
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        async with connect(url, additional_headers={"Origin": "https://evil.example"}) as connection:
            await connection.recv()
    async with connect(url, additional_headers={"Origin": stage.base}) as connection:
        assert '"hello"' in str(await connection.recv())


@on_stage()
async def test_every_answer_carries_the_policy(stage: Stage) -> None:
    stranger = stage.stranger()
    for path in (
        "/",
        "/table/x",
        "/api/games",
        "/api/nothing",
        "/api/docs",
        "/api/openapi.json",
        "/missing.js",
        "/health",
    ):
        answer = await stranger.ask("GET", path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
    page = (await stranger.ask("GET", "/api/docs")).text
    assert "/api/tables/{table_id}/actions" in page
    assert "https://" not in page
    assert (await stranger.ask("GET", "/api/nothing")).json()["error"]["code"] == "not-found"
    assert (await stranger.ask("PUT", "/api/games")).json()["error"]["code"] == "method-not-allowed"


@on_stage()
async def test_files_beside_the_client_are_out_of_reach(stage: Stage) -> None:
    for path in (
        "/../app.py",
        "/" + "a" * 9000,
        "/" + "a/" * 4000 + "x.js",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/assets/../../app.py",
        "/.hidden",
        "//app.py",
        "/a%00.js",
    ):
        answer = await stage.stranger().ask("GET", path)
        assert "import" not in answer.text
        assert answer.status_code in (200, 400, 404)


@on_stage(trusted_proxies=("127.0.0.1",), public_url="https://games.example")
async def test_behind_a_trusted_proxy_cookies_are_secure(stage: Stage) -> None:
    stranger = stage.stranger()
    headers = {
        "host": "games.example",
        "origin": "https://games.example",
        "x-forwarded-proto": "https",
        "x-forwarded-for": "203.0.113.9, 198.51.100.7",
    }
    answer = await stranger.client.post("/api/guests", json={"name": "Anna"}, headers=headers)
    assert answer.status_code == 201
    assert "Secure" in answer.headers["set-cookie"]
    assert list(stage.house.guests.arrivals.buckets) == ["198.51.100.7"]


@on_stage()
async def test_forwarded_headers_of_strangers_count_for_nothing(stage: Stage) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9"}
    answer = await stage.stranger().client.post("/api/guests", json={"name": "Anna"}, headers=headers)
    assert "Secure" not in answer.headers["set-cookie"]
    assert list(stage.house.guests.arrivals.buckets) == ["127.0.0.1"]


@on_stage(Limits(requests_per_second=0.01, request_burst=5))
async def test_too_many_requests_are_told_to_wait(stage: Stage) -> None:
    stranger = stage.stranger()
    for _ in range(5):
        assert (await stranger.ask("GET", "/api/house")).status_code == 200
    answer = await stranger.ask("GET", "/api/house")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 1


@on_stage(Limits(requests_per_second=0.01, request_burst=5))
async def test_files_of_the_client_count_little_but_they_count(stage: Stage) -> None:
    stranger = stage.stranger()
    codes = [(await stranger.ask("GET", "/icon.svg")).status_code for _ in range(60)]
    assert 429 not in codes[:40]
    assert codes[-1] == 429


@on_stage(Limits(tables_per_guest=2, bot_seats_per_guest=3))
async def test_tables_and_bots_of_a_guest_are_counted(stage: Stage) -> None:
    anna = await stage.person("Anna")
    await anna.table(seats=4, fill="random")
    body = {"game": "transeuropa", "seats": 2, "fill": "random"}
    await anna.refused("quota-bots", 429, "/api/tables", body)
    await anna.table(seats=2)
    await anna.refused("quota-tables", 429, "/api/tables", {**body, "fill": "open"})


def test_a_limiter_lets_through_a_burst_and_then_a_rate() -> None:
    limiter = Limiter(per_second=0.001, burst=3)
    assert [limiter.wait("a") > 0 for _ in range(4)] == [False, False, False, True]
    assert limiter.wait("b") == 0


def test_limits_come_from_the_environment() -> None:
    assert limits_from({"ROUNDHOUSE_LIMIT_SOCKETS_PER_ADDRESS": "7"}).sockets_per_address == 7
    assert without_port("[::1]:8000") == "[::1]"
    assert without_port("localhost") == "localhost"


def test_every_limit_can_be_set_and_is_described() -> None:
    text = (Path(__file__).parents[2] / "docs" / "host.md").read_text("utf-8")
    for field in msgspec.structs.fields(Limits):
        name = field.name.upper()
        assert f"ROUNDHOUSE_LIMIT_{name}`" in text or f"…_{name}`" in text, name
        changed = limits_from({f"ROUNDHOUSE_LIMIT_{name}": "7"})
        assert getattr(changed, field.name) == 7
        assert changed != Limits()


@on_stage()
async def test_the_lobby_is_told_what_it_shows_of_a_game(stage: Stage) -> None:
    stranger = stage.stranger()
    for game in (await stranger.get("/api/games"))["games"]:
        if game["name"] == "probe":
            continue
        minutes = set()
        for language in ("en", "ru"):
            words = (await stranger.get(f"/api/games/{game['name']}/words?language={language}"))["words"]
            assert words["title"]
            assert words["about"]
            minutes.add(int(words["minutes"]))
        assert len(minutes) == 1
        assert 5 <= min(minutes) <= 300
