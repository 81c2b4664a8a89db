"""A server in this process, on a real port, with people who speak to it over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import functools
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from roundhouse.server.app import served
from roundhouse.server.house import House
from roundhouse.server.settings import Limits, Settings

WIDE = Limits(
    requests_per_second=10_000,
    request_burst=10_000,
    new_guests_per_hour=10_000,
    tables_per_guest=1000,
    tables_per_address=1000,
    bot_seats_per_guest=1000,
    sockets_per_guest=100,
    sockets_per_address=1000,
    chat_per_minute=10_000,
    socket_messages_per_second=10_000,
)
PATIENCE = 20.0
SCENE_SECONDS = 30.0


class Live:
    """One live socket, with the state a client would keep."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.raw: list[str] = []
        self.rooms: dict[str, dict[str, Any]] = {}
        self.positions: dict[str, dict[str, Any]] = {}
        self.journal: dict[str, list[dict[str, Any]]] = {}
        self.seq: dict[str, int] = {}
        self.chat: list[dict[str, Any]] = []
        self.others: list[dict[str, Any]] = []

    async def send(self, **message: Any) -> None:
        await self.connection.send(msgspec.json.encode(message).decode())

    async def watch(self, table: str, since: int = -1, text: bool = False) -> None:
        await self.send(type="watch", table=table, since=since, text=text)

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            text = await self.connection.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        if message["type"] == "room":
            self.rooms[message["table"]] = message["room"]
        elif message["type"] == "position":
            self.keep(message["table"], message["position"])
        elif message["type"] == "chat":
            self.chat += message["messages"]
        else:
            self.others.append(message)
        return message

    def keep(self, table: str, position: dict[str, Any]) -> None:
        """As a client does: the journal continues exactly where it stood."""
        journal = position["journal"]
        if journal["whole"] or table not in self.seq:
            self.journal[table] = []
        else:
            assert journal["from"] == self.seq[table], "the journal has a gap or says things twice"
        self.journal[table] += journal["lines"]
        self.seq[table] = journal["to"]
        self.positions[table] = position

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if wanted(message):
                return message

    async def position_where(self, **wanted: Any) -> dict[str, Any]:
        """The next position with these values: seq, seat, over …"""

        def fits(message: dict[str, Any]) -> bool:
            if message["type"] != "position":
                return False
            return all(message["position"][name] == value for name, value in wanted.items())

        position: dict[str, Any] = (await self.until(fits))["position"]
        return position

    async def room_where(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        message = await self.until(lambda message: message["type"] == "room" and wanted(message["room"]))
        room: dict[str, Any] = message["room"]
        return room


class Person:
    def __init__(self, base: str, client: httpx.AsyncClient) -> None:
        self.base = base
        self.client = client
        self.me: dict[str, Any] = {}
        self.raw: list[bytes] = []

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        answer = await self.client.request(method, path, json=body, **more)
        self.raw.append(answer.content)
        return answer

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.ask("GET", path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None, status: int = 200, method: str = "POST") -> Any:
        answer = await self.ask(method, path, {} if body is None else body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    async def refused(
        self, code: str, status: int, path: str, body: Any = None, method: str = "POST"
    ) -> dict[str, Any]:
        answer = await self.ask(method, path, {} if body is None and method != "GET" else body)
        assert answer.status_code == status, answer.text
        error: dict[str, Any] = answer.json()["error"]
        assert error["code"] == code, error
        assert set(error) == {"code", "params", "rule"}
        return error

    async def arrive(self, name: str) -> Person:
        told = await self.post("/api/guests", {"name": name}, 201)
        self.me = told["me"]
        return self

    async def table(self, game: str = "transeuropa", seats: int = 2, **more: Any) -> str:
        settings = {"pace": 0, "undo_wait": 0, **more.pop("settings", {})}
        body = {"game": game, "seats": seats, "settings": settings, **more}
        room = (await self.post("/api/tables", body, 201))["room"]
        return str(room["id"])

    async def look(self, table: str, since: int = -1) -> dict[str, Any]:
        found: dict[str, Any] = await self.get(f"/api/tables/{table}?since={since}")
        return found

    async def act(self, table: str, seat: int, seq: int, action: Any, status: int = 200) -> Any:
        return await self.post(f"/api/tables/{table}/actions", {"seat": seat, "seq": seq, "action": action}, status)

    @asynccontextmanager
    async def live(self) -> AsyncIterator[Live]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        async with connect(
            self.base.replace("http", "ws") + "/api/live",
            additional_headers={"Cookie": cookies} if cookies else {},
            max_size=2**22,
            compression=None,
        ) as connection:
            yield Live(connection)


class Stage:
    def __init__(self, base: str, house: House) -> None:
        self.base = base
        self.house = house
        self.clients: list[httpx.AsyncClient] = []

    def stranger(self) -> Person:
        client = httpx.AsyncClient(base_url=self.base, timeout=PATIENCE, trust_env=False)
        self.clients.append(client)
        return Person(self.base, client)

    async def person(self, name: str) -> Person:
        return await self.stranger().arrive(name)


@asynccontextmanager
async def open_house(data: Path, limits: Limits = WIDE, buffer: int | None = None, **more: Any) -> AsyncIterator[Stage]:
    """`buffer`: how much the machine takes over from the server for each connection, where that matters."""
    settings = Settings(data=data, limits=limits, **more)
    app, house = served(settings)
    config = uvicorn.Config(
        app,
        port=0,
        log_config=None,
        access_log=False,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        ws_max_size=65536,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)
    if buffer is not None:
        # What is accepted from here on has it from the socket that listens.
        server.servers[0].sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    port = server.servers[0].sockets[0].getsockname()[1]
    stage = Stage(f"http://127.0.0.1:{port}", house)
    try:
        yield stage
    finally:
        for client in stage.clients:
            await client.aclose()
        await house.hub.close()
        server.should_exit = True
        await task


def on_stage(
    limits: Limits = WIDE, **settings: Any
) -> Callable[[Callable[[Stage], Coroutine[Any, Any, None]]], Callable[[], None]]:
    """A test that is played on a house of its own."""

    def wrap(scene: Callable[[Stage], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        def test() -> None:
            async def play() -> None:
                with tempfile.TemporaryDirectory() as folder:
                    async with open_house(Path(folder) / "data", limits, **settings) as stage:
                        await scene(stage)

            asyncio.run(asyncio.wait_for(play(), SCENE_SECONDS))

        functools.update_wrapper(test, scene)
        del test.__wrapped__  # type: ignore[attr-defined]
        return test

    return wrap


def first_action(prompt: dict[str, Any]) -> dict[str, Any]:
    """The first thing a prompt offers."""
    pending = list(prompt["choices"])
    while pending:
        choice = pending.pop(0)
        if "action" in choice:
            action: dict[str, Any] = choice["action"]
            return action
        pending = [*choice["choices"], *pending]
    raise AssertionError("a prompt without an action")


def actions_in(prompt: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    pending = list(prompt["choices"])
    while pending:
        choice = pending.pop(0)
        if "action" in choice:
            found.append(choice["action"])
        pending += choice.get("choices", [])
    return found
