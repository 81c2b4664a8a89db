"""What a client does with what it is sent: reads the frames, puts the journal together, picks from a prompt."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec


class Journal(msgspec.Struct, rename={"first": "from"}):
    first: int
    to: int
    whole: bool
    lines: list[dict[str, Any]]


class Position(msgspec.Struct):
    seq: int
    seat: int
    over: bool
    journal: Journal
    prompt: dict[str, Any] | None = None


class Frame(msgspec.Struct):
    type: str
    table: str = ""
    position: Position | None = None
    error: dict[str, Any] | None = None


class Looked(msgspec.Struct):
    position: Position


FRAMES = msgspec.json.Decoder(Frame)


def digest(lines: list[dict[str, Any]], before: bytes = b"") -> bytes:
    """A running digest of the lines of a journal, one by one."""
    for line in lines:
        before = hashlib.blake2b(before + msgspec.json.encode(line, order="sorted"), digest_size=16).digest()
    return before


@dataclass(slots=True)
class Copy:
    """What one client has of one table's journal."""

    seq: int = -1
    lines: int = 0
    digest: bytes = b""
    over: bool = False


def leaves(prompt: dict[str, Any]) -> list[dict[str, Any]]:
    found, pending = [], list(prompt["choices"])
    while pending:
        choice = pending.pop()
        if "action" in choice:
            found.append(choice["action"])
        pending += choice.get("choices", [])
    return found


class Guest:
    def __init__(self, base: str, number: int) -> None:
        self.number = number
        self.client = httpx.AsyncClient(base_url=base, timeout=30.0, trust_env=False)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.client.request(method, path, json=body)
        if answer.status_code >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        return answer.json()

    async def arrive(self) -> None:
        await self.ask("POST", "/api/guests", {"name": f"Guest {self.number}"})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
