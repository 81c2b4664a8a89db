"""What `hostile.py` floods a server with, and by: its process, connections that say what they are told to, requests."""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

LIMITS = {
    "REQUESTS_PER_SECOND": "1000000",
    "REQUEST_BURST": "1000000",
    "NEW_GUESTS_PER_HOUR": "1000000",
    "GUESSES_PER_HOUR": "1000000",
    "SOCKET_MESSAGES_PER_SECOND": "1000000",
    "CHAT_PER_MINUTE": "1000000",
}

Call = tuple[str, str, dict[str, str], bytes]
"""Method, target, headers, body."""


class Line:
    """One connection that says exactly what it is told to, sense or not."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, call: Call) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers; status 0 where the server hung up."""
        method, target, headers, body = call
        given = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(body)), **headers}
        head = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in given.items())
        try:
            if self.writer is None or self.writer.is_closing():
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            self.writer.write((head + "\r\n").encode("latin-1", "replace") + body)
            await self.writer.drain()
            found = await asyncio.wait_for(self.answer(), 60)
            if given["Content-Length"] != str(len(body)):
                # The server still waits for the rest: what came next would be taken for that.
                self.hang_up()
            return found
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.hang_up()
            return 0, b"", {}
        except BaseException:
            # Whoever asks next must not get the answer to this.
            self.hang_up()
            raise

    async def answer(self) -> tuple[int, bytes, dict[str, str]]:
        assert self.reader is not None
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        body = await self.reader.readexactly(int(headers.get("content-length") or 0))
        if headers.get("connection") == "close":
            self.hang_up()
        return int(head[0].split()[1]), body, headers

    def hang_up(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Guest:
    """Somebody with a name and a cookie, of good will or not."""

    def __init__(self, port: int) -> None:
        self.line = Line(port)
        self.cookie = ""
        self.id = ""

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        data = b"" if body is None and method == "GET" else msgspec.json.encode(body or {})
        status, answer, got = await self.line.ask((method, path, headers, data))
        if not status:
            # An idle connection was closed; asked again, the same request gets the same answer.
            status, answer, got = await self.line.ask((method, path, headers, data))
        if "set-cookie" in got:
            self.cookie = got["set-cookie"].split(";")[0]
        return status, msgspec.json.decode(answer) if answer else None

    async def arrive(self, name: str) -> Guest:
        _, told = await self.ask("POST", "/api/guests", {"name": name})
        self.id = told["me"]["id"]
        return self


class Server:
    """`roundhouse serve` in a process and a folder of its own."""

    def __init__(self, data: Path) -> None:
        self.data = data
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ROUNDHOUSE_")}
        environment |= {f"ROUNDHOUSE_LIMIT_{name}": value for name, value in LIMITS.items()}
        code = "import sys; from roundhouse.cli import main; sys.exit(main(sys.argv[1:]))"
        self.log = open(data.parent / "log", "a+b")  # noqa: SIM115 - as long as the process
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(data), "--lang", "en"],
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=environment,
            text=True,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split()[-1].rsplit(":", 1)[1].strip("/"))

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def faults(self) -> list[str]:
        self.log.seek(0)
        lines = [msgspec.json.decode(line) for line in self.log if line.startswith(b"{")]
        return [f"log: {line['event']} {line.get('trace', '')[-600:]}" for line in lines if line["level"] == "error"]


def calls_of(schema: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """Method, path and the names a body may have. Forgetting oneself is left out: nobody hostile would be left."""
    found = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            fields = schema["components"]["schemas"].get(body.get("$ref", "").split("/")[-1], {}).get("properties", {})
            if path != "/api/me/forget":
                found.append((method.upper(), path, sorted(fields)))
    return found


def cases_of(schema: dict[str, Any], most: int, seed: int) -> list[Call]:
    """Requests that schemathesis makes from the server's own description: fitting ones, and ones that don't fit."""
    try:
        maker: Any = importlib.import_module("schemathesis")
    except ImportError:
        sys.exit("schemathesis is missing: .venv/bin/pip install --require-hashes -r requirements/bench.txt")
    hypothesis: Any = importlib.import_module("hypothesis")
    requests: Any = importlib.import_module("requests")
    operations = [each.ok() for each in maker.openapi.from_dict(schema).get_all_operations()]
    operations = [each for each in operations if each.path != "/api/me/forget"]
    settings = hypothesis.settings(
        max_examples=max(1, most // (2 * len(operations))),
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
        print_blob=False,
    )
    found: list[Call] = []

    def keep(case: Any) -> None:
        given = case.as_transport_kwargs(base_url="http://127.0.0.1")
        given = {
            name: given[name] for name in ("method", "url", "params", "json", "data") if given.get(name) is not None
        }
        try:
            made = requests.Request(**given).prepare()
        except (ValueError, OSError):
            return
        body = made.body or b""
        target = (made.url or "").removeprefix("http://127.0.0.1")
        data = body.encode() if isinstance(body, str) else body
        if target.startswith("/") and isinstance(data, bytes):
            found.append((str(made.method), target, {"Content-Type": "application/json"}, data))

    for operation in operations:
        for mode in (maker.GenerationMode.POSITIVE, maker.GenerationMode.NEGATIVE):
            strategy = operation.as_strategy(generation_mode=mode)
            try:
                hypothesis.seed(seed)(settings(hypothesis.given(strategy)(keep)))()
            except hypothesis.errors.Unsatisfiable:
                # What takes nothing can't be given anything wrong.
                continue
    return found
