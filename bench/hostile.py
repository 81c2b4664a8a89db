"""A hundred thousand requests that nobody should send, at a server whose tables are being played at.

    .venv/bin/pip install --require-hashes -r requirements/bench.txt
    .venv/bin/python bench/hostile.py                      # --requests 5000 for a short one

It starts a server of its own with an empty folder, on 127.0.0.1 only, floods it, plays its tables to the end, verifies
their records, and stops by itself: after so many requests, or so many seconds. Exit code 0 where nothing was found: no
5xx, no reply that holds what its reader may not know, no table that was changed by a stranger, that doesn't end or
whose record doesn't hold. The limits of requests are lifted for it (`LIMITS` in hostile_line.py), so that the flood
reaches the handlers instead of the door; those of tables, seats and sockets stand as they are.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.hostile_line import Call, Guest, Line, Server, calls_of, cases_of  # noqa: E402
from roundhouse.engine.chance import KeyedChance  # noqa: E402
from roundhouse.engine.record import read_record  # noqa: E402
from roundhouse.engine.registry import game_named  # noqa: E402
from roundhouse.engine.replay import differences  # noqa: E402
from roundhouse.engine.state import SPECTATOR  # noqa: E402

LINES = 12
"""Connections at once."""
STILL_MOVES = 6
"""Moves at the tables that stand still during the flood: whatever is hidden there stays hidden."""
TABLES_PLAYED = 3
LEAST_SECRET = 12
"""Shorter texts are found by accident."""
ODD: list[Any] = [
    None, True, -1, 0, 1, 2, 2**31, 2**63, 2**70, -(2**70), 0.5, 1e308, "", "x", "0", "random", "open", "bot",
    "person", "transeuropa", "\u0000", "\u202e", "../..", "x" * 3000, [], [[]], [1, 2], {}, {"type": "lay"},
    {"type": "stop"}, {"a": {"b": [{}]}},
]  # fmt: skip
CHANGES = (
    *(("POST", what) for what in ("actions", "why", "curtain", "undo", "requests", "requests/1", "resign", "leave")),
    *(("POST", what) for what in ("take-back", "join", "ready", "seats", "order", "host", "start", "rematch", "mute")),
    *(("PUT", "seats/0"), ("DELETE", "seats/0"), ("PATCH", ""), ("DELETE", "")),
)
READS = ("", "/record", "/positions?from=0&to=40", "/chat", "/chat?channel=spectators", "/qr", "?text=true&since=-9")


class Flood:
    def __init__(self, port: int, data: Path, draw: random.Random, until: float) -> None:
        self.port = port
        self.data = data
        self.draw = draw
        self.until = until
        self.statuses: dict[str, Counter[int]] = {}
        self.codes: Counter[str] = Counter()
        self.found: list[str] = []
        self.secrets: dict[bytes, str] = {}
        self.still: dict[str, int] = {}
        self.played: list[str] = []
        self.honest: dict[str, list[Guest]] = {}
        self.hostile: list[Guest] = []
        self.own: list[str] = []
        self.sent = 0

    # --- the tables --------------------------------------------------------------------------------------------------

    async def open_tables(self, games: list[str]) -> None:
        for game in games:
            for number in range(1 + TABLES_PLAYED):
                table = await self.table(game, number)
                if number:
                    self.played.append(table)
                else:
                    for _ in range(STILL_MOVES):
                        await self.move(table)
                    self.still[table] = await self.seq(table)
        for name in ("Mallory", "Trudy", "Eve"):
            guest = await Guest(self.port).arrive(name)
            self.hostile.append(guest)
            _, told = await guest.ask("POST", "/api/tables", {"game": games[0], "seats": 3})
            self.own.append(told["room"]["id"])
        self.hostile.append(Guest(self.port))
        await self.learn_secrets()

    async def table(self, game: str, number: int) -> str:
        """Two people and a bot. Where it stands still, the bot is asked for nothing before the people are."""
        people = [await Guest(self.port).arrive(name) for name in ("Anna", "Boris")]
        settings = {"pace": 0.02 if number else 0, "undo_wait": 0}
        seats = max(3 if number else 2, game_named(game).least_seats)
        body = {"game": game, "seats": seats, "fill": "random", "settings": settings}
        _, told = await people[0].ask("POST", "/api/tables", body)
        table = str(told["room"]["id"])
        await people[0].ask("PUT", f"/api/tables/{table}/seats/1", {"kind": "open"})
        await people[1].ask("POST", f"/api/tables/{table}/join", {"seat": 1})
        await people[0].ask("POST", f"/api/tables/{table}/start")
        self.honest[table] = people
        return table

    async def seq(self, table: str) -> int:
        _, told = await self.honest[table][0].ask("GET", f"/api/tables/{table}?since=999999")
        return int(told["room"]["seq"])

    async def move(self, table: str) -> bool:
        """The first that is asked does the first thing it may; False when the match is over."""
        for seat, guest in enumerate(self.honest[table]):
            _, told = await guest.ask("GET", f"/api/tables/{table}?since=999999")
            position = told["position"]
            if position["over"]:
                return False
            if position["prompt"] is not None:
                offered = list(actions_in(position["prompt"]["choices"]))
                action = {"seat": seat, "seq": position["seq"], "action": self.draw.choice(offered)}
                await guest.ask("POST", f"/api/tables/{table}/actions", action)
                return True
        await asyncio.sleep(0.02)
        return True

    async def learn_secrets(self) -> None:
        """What nobody else may read, from the server's own files: seeds, keys, what a seat sees and others don't."""
        public = bytearray()
        for table in self.still:
            for path in READS:
                public += (await Guest(self.port).line.ask(("GET", f"/api/tables/{table}{path}", {}, b"")))[1]
        with closing(sqlite3.connect(f"file:{self.data}/roundhouse.sqlite3?mode=ro", uri=True)) as database:
            rows = database.execute("SELECT id, game, seed, key, state FROM tables WHERE state IS NOT NULL").fetchall()
        for table, game, seed, key, state in rows:
            self.secrets[seed.hex().encode()] = f"seed of {table}" if table in self.still else f"running {table}"
            if table not in self.still:
                continue
            self.secrets[key.hex().encode()] = f"key of {table}"
            position = game_named(game).load(msgspec.json.decode(state), KeyedChance(key))
            open_to_all = position.view(SPECTATOR)
            for seat in range(position.seats):
                for value in differing(position.view(seat), open_to_all):
                    text = msgspec.json.encode(value)
                    if len(text) >= LEAST_SECRET and text not in public:
                        self.secrets[text] = f"hidden at seat {seat} of {table}"
            await self.check_eyes(table, game)
        for people in self.honest.values():
            for guest in people:
                self.secrets[guest.cookie.split("=")[1].encode()] = "somebody's cookie"

    async def check_eyes(self, table: str, game: str) -> None:
        """Whoever looks for secrets has to find them where they are: in the answer to the one who may know them."""
        owner = self.honest[table][0]
        _, body, _ = await owner.line.ask(("GET", f"/api/tables/{table}", {"Cookie": owner.cookie}, b""))
        own = [text for text, what in self.secrets.items() if what == f"hidden at seat 0 of {table}"]
        if game_named(game).hidden_information and not any(text in body for text in own):
            self.found.append(f"nothing hidden is known of {table}: the search would find nothing")

    # --- the requests ------------------------------------------------------------------------------------------------

    def somebody(self) -> dict[str, str]:
        guest = self.draw.choice(self.hostile)
        return {"Cookie": guest.cookie} if guest.cookie else {}

    def some_table(self) -> str:
        return self.draw.choice([*self.still, *self.still, *self.played, *self.own])

    def foreign(self) -> Call:
        """A sensible request of somebody who may not make it: another's seat, another's table, all there is to read."""
        draw, table = self.draw, self.some_table()
        seat, seq = draw.randrange(-1, 4), self.still.get(table, draw.randrange(60)) + draw.choice([0, 0, -1, 1])
        if draw.random() < 0.4:
            read = draw.choice(READS)
            join = "&" if "?" in read else "?"
            return "GET", f"/api/tables/{table}{read}{join}seat={seat}", self.somebody(), b""
        foreign = [*self.still, *self.played]
        method, what = draw.choice(CHANGES)
        lay = {"type": "lay", "edge": "e1"}
        bodies: dict[str, dict[str, Any]] = {
            "actions": {
                "seat": seat,
                "seq": seq,
                "action": draw.choice([{"type": "stop"}, lay]),
            },
            "why": {"seat": seat, "action": {"type": "stop"}},
            "undo": {"seat": seat, "seq": seq, "to": max(0, seq - 1)},
            "requests": {"kind": draw.choice(["end", "abandon", "stand-in"]), "seat": seat, "bot": "random"},
            "leave": {"seat": seat, "to": "bot", "bot": "random"},
            "join": {"seat": seat},
            "ready": {"ready": False},
            "order": {"order": "shuffle"},
            "host": {"guest": self.hostile[0].id},
            "mute": {"guest": self.hostile[0].id, "muted": True},
            "requests/1": {"agree": True},
            "seats/0": {} if method == "DELETE" else {"kind": "bot", "bot": "random"},
            "seats": {"kind": "open"},
            "start": {},
            "rematch": {},
            "": {} if method == "DELETE" else {"settings": {"spectators": False, "forced": True}},
        }
        body = bodies.get(what, {"seat": seat})
        table = draw.choice(foreign)
        path = f"/api/tables/{table}/{what}".rstrip("/")
        if draw.random() < 0.05:
            method, path, body = "POST", "/api/tables", {"from": {"table": table, "seq": max(0, seq)}}
        return method, path, {**self.somebody(), "Content-Type": "application/json"}, msgspec.json.encode(body)

    def malformed(self, calls: list[tuple[str, str, list[str]]]) -> Call:
        """Wrong in every way: values, bodies, types, sizes, headers, targets."""
        draw = self.draw
        method, path, fields = draw.choice(calls)
        target = "/".join(self.part(part) for part in path.split("/"))
        if draw.random() < 0.3:
            values = ["-1", "0", "x", "1e9", "%00", "9" * 30, "true", "%ff"]
            target += "?" + "&".join(
                f"{name}={draw.choice(values)}" for name in ("since", "seat", "from", "to", "language")
            )
        body = json.dumps({name: self.odd() for name in fields if draw.random() < 0.8}).encode("utf-8", "replace")
        headers = {**self.somebody(), "Content-Type": "application/json"}
        twist = draw.randrange(14)
        if twist == 0:
            body = body[: draw.randrange(len(body) + 1)]
        elif twist == 1:
            body = json.dumps(self.odd()).encode()
        elif twist == 2:
            body = draw.randbytes(draw.randrange(200))
        elif twist == 3:
            body = b"[" * draw.randrange(1, 20_000)
        elif twist == 4:
            headers["Content-Type"] = draw.choice(
                ["text/plain", "multipart/form-data", "application/xml", "x" * 500, ""]
            )
        elif twist == 5:
            headers["Cookie"] = "roundhouse=" + draw.choice(["", "x" * 200, "' OR 1=1 --", "a" * 43, "é"])
        elif twist == 6:
            headers["Host"] = draw.choice(["evil.example", "", "127.0.0.1.evil.example", "[::1", "a" * 300])
        elif twist == 7:
            headers["Origin"] = draw.choice(["https://evil.example", "null", f"http://127.0.0.1:{self.port + 1}"])
        elif twist == 8:
            headers["Content-Length"] = draw.choice(["99999999999", "-1", "x", "1e9"])
            body = b""
        elif twist == 9:
            method = draw.choice(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "HEAD" * 9])
        elif twist == 10:
            target = draw.choice(
                ["/%2e%2e/%2e%2e/etc/passwd", "/..\\..", "//evil.example", "/" + "a" * 9000, "/%00", "*"]
            )
        return method, target, headers, b"" if method == "GET" else body

    def part(self, part: str) -> str:
        if not part.startswith("{"):
            return part
        known = [self.some_table(), self.some_table(), "transeuropa", "0", "1"]
        return self.draw.choice([*known, "-1", "9" * 20, "x", "%00", "a%2Fb", "%F0%9F%9A%82", "board.json"])

    def odd(self, depth: int = 0) -> Any:
        if depth < 2 and self.draw.random() < 0.2:
            return {self.draw.choice(["seq", "seat", "action", "type", "x"]): self.odd(depth + 1) for _ in range(3)}
        return self.draw.choice(ODD)

    def generated(self, case: Call) -> Call:
        """What schemathesis made, by somebody, and half of the time about a table that there is."""
        method, target, headers, body = case
        parts = target.split("/")
        if len(parts) > 3 and parts[2] == "tables" and self.draw.random() < 0.5:
            parts[3] = self.some_table()
        return method, "/".join(parts), {**headers, **self.somebody()}, body

    # --- sending -----------------------------------------------------------------------------------------------------

    async def send_on(self, calls: Iterator[tuple[str, Call]]) -> None:
        line = Line(self.port)
        for kind, call in calls:
            if time.monotonic() > self.until:
                break
            status, body, headers = await line.ask(call)
            self.sent += 1
            self.statuses.setdefault(kind, Counter())[status] += 1
            # Not the limit on tables, nor one on seats: those answer 429. All else of the 5xx is a fault.
            if status >= 500:
                self.found.append(f"{status} for {call[0]} {call[1][:200]} {call[3][:300]!r}: {body[:300]!r}")
            if headers.get("content-type", "").startswith("application/json"):
                self.look_at(body, f"{call[0]} {call[1][:200]}")
        line.hang_up()

    def look_at(self, body: bytes, where: str) -> None:
        for secret, what in self.secrets.items():
            if secret in body and not what.startswith("running"):
                self.found.append(f"{what} in the answer to {where}")

    async def speak_on(self, messages: int) -> None:
        """The live socket: nonsense, and watching all there is to see."""
        counted = self.statuses.setdefault("live messages", Counter())
        while messages > 0 and time.monotonic() < self.until:
            headers = self.somebody()
            try:
                async with connect(
                    f"ws://127.0.0.1:{self.port}/api/live", additional_headers=headers, max_size=2**24
                ) as socket:
                    for _ in range(min(messages, 200)):
                        messages -= 1
                        self.sent += 1
                        counted[101] += 1
                        await socket.send(self.message())
                        try:
                            while True:
                                text = await asyncio.wait_for(socket.recv(), 0.002)
                                self.look_at(text.encode() if isinstance(text, str) else text, "the live socket")
                        except TimeoutError:
                            continue
            except ConnectionClosed as closed:
                messages -= 1
                if closed.rcvd is not None and closed.rcvd.code == 1011:
                    self.found.append("the live socket broke")

    def message(self) -> str:
        draw = self.draw
        if draw.random() < 0.5:
            watch = {
                "type": "watch",
                "table": self.some_table(),
                "since": draw.randrange(-2, 60),
                "text": draw.random() < 0.5,
            }
            return msgspec.json.encode(watch).decode()
        return draw.choice(
            ["", "{", "[]", "null", '{"type":5}', '{"type":"lobby"}', "[" * 3000, '{"type":"watch","since":1e99}',
             '{"type":"unwatch","table":"x"}', '{"type":"ping","at":1e308}', "x" * 5000, '{"type":"act","seat":0}']
        )  # fmt: skip

    async def play_on(self, table: str) -> None:
        """While the flood runs, two people and a bot play here, at their leisure; afterwards they play to the end."""
        while time.monotonic() < self.until and await self.move(table):
            await asyncio.sleep(1.0)

    # --- afterwards --------------------------------------------------------------------------------------------------

    async def check_tables(self) -> None:
        for table, before in self.still.items():
            if await self.seq(table) != before:
                self.found.append(f"{table} was moved on by a stranger")
        for table, people in self.honest.items():
            for _ in range(5000):
                if not await self.move(table):
                    break
            status, body, _ = await people[0].line.ask(("GET", f"/api/tables/{table}/record", {}, b""))
            record = read_record(body) if status == 200 else None
            if record is None or record.result is None:
                self.found.append(f"{table} does not end")
            elif wrong := differences(game_named(record.game), record):
                self.found.append(f"the record of {table} doesn't hold: {wrong}")


def actions_in(choices: list[Any]) -> Iterator[Any]:
    for choice in choices:
        if "action" in choice:
            yield choice["action"]
        yield from actions_in(choice.get("choices", []))


def differing(own: Any, public: Any) -> Iterator[Any]:
    """The parts of a seat's view that a spectator's doesn't have."""
    if isinstance(own, dict) and isinstance(public, dict):
        for name, value in own.items():
            yield from differing(value, public.get(name))
    elif isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        for one, other in zip(own, public, strict=True):
            yield from differing(one, other)
    elif own != public and own is not None:
        yield own


async def flood(server: Server, arguments: argparse.Namespace, report: dict[str, Any]) -> list[str]:
    draw = random.Random(arguments.seed)
    asker = Guest(server.port)
    _, schema = await asker.ask("GET", "/api/openapi.json")
    _, listed = await asker.ask("GET", "/api/games")
    cases = cases_of(schema, arguments.requests // 12, arguments.seed)
    began = time.monotonic()
    run = Flood(server.port, server.data, draw, began + arguments.seconds)
    await run.open_tables([game["name"] for game in listed["games"]])
    calls = calls_of(schema)
    messages = arguments.requests // 20
    most = arguments.requests - messages

    def requests() -> Iterator[tuple[str, Call]]:
        for number in range(most):
            kind = number % 5
            if kind == 0 or (kind == 1 and not cases):
                yield "malformed", run.malformed(calls)
            elif kind < 3:
                yield "made by schemathesis", run.generated(draw.choice(cases))
            else:
                yield "foreign seats and tables", run.foreign()

    shared = requests()
    playing = [asyncio.create_task(run.play_on(table)) for table in run.played]
    await asyncio.gather(*(run.send_on(shared) for _ in range(LINES)), run.speak_on(messages))
    took = time.monotonic() - began
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    run.until = time.monotonic() + 600
    status, health = await asker.ask("GET", "/health")
    if status != 200:
        run.found.append(f"not well afterwards: {health}")
    await run.check_tables()
    report |= {
        "requests": run.sent,
        "seconds": round(took, 1),
        "distinct requests of schemathesis": len(cases),
        "secrets looked for": len(run.secrets),
        "tables": len(run.honest),
        "statuses": {kind: dict(sorted(counted.items())) for kind, counted in run.statuses.items()},
    }
    return run.found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=900.0, help="stop the flood after so long at the latest")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    report: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="roundhouse-hostile-") as folder:
        server = Server(Path(folder) / "data")
        try:
            found = asyncio.run(flood(server, arguments, report))
        finally:
            code = server.stop()
        if code != 0:
            found.append(f"the server ended with {code}")
        found += server.faults()
    print(json.dumps(report, indent=2))
    for each in found[:20]:
        print("FOUND", each)
    print(f"{len(found)} found" if found else "nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
