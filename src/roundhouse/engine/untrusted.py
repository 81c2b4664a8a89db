"""JSON from outside: limits on size, depth and numbers before anything looks at it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from roundhouse.engine.refusal import PositionError, refuse_position

MOST_BYTES: Final = 4 * 1024 * 1024
MOST_DEPTH: Final = 24
MOST_NUMBER: Final = 2**53
MOST_TEXT: Final = 20_000


def read_json(data: bytes, most_bytes: int = MOST_BYTES) -> Any:
    """The value, or a `PositionError` that says what is wrong with it."""
    if len(data) > most_bytes:
        raise refuse_position("file-too-large", "", most=most_bytes, bytes=len(data))
    check_depth(data)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refuse_position("file-not-json", "", reason=str(error)[:200]) from None
    check_limits(value)
    return value


def check_depth(data: bytes) -> None:
    """Refuse deep nesting by counting brackets outside of strings, before a parser could trip over it."""
    depth = 0
    inside = escaped = False
    for byte in data:
        if inside:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                inside = False
        elif byte == 0x22:
            inside = True
        elif byte in b"[{":
            depth += 1
            if depth > MOST_DEPTH:
                raise refuse_position("file-too-deep", "", most=MOST_DEPTH)
        elif byte in b"]}":
            depth -= 1


def check_limits(value: Any, at: str = "") -> None:
    """Refuse numbers no game uses and endless strings, also in values that did not come through `read_json`."""
    pending: list[tuple[Any, str, int]] = [(value, at, 0)]
    while pending:
        item, place, depth = pending.pop()
        if depth > MOST_DEPTH:
            raise refuse_position("file-too-deep", place, most=MOST_DEPTH)
        if isinstance(item, bool) or item is None:
            continue
        if isinstance(item, int):
            if abs(item) > MOST_NUMBER:
                raise refuse_position("number-too-large", place)
        elif isinstance(item, float):
            raise refuse_position("number-not-whole", place)
        elif isinstance(item, str):
            if len(item) > MOST_TEXT:
                raise refuse_position("text-too-long", place)
        elif isinstance(item, list):
            pending.extend((each, f"{place}[{index}]", depth + 1) for index, each in enumerate(item))
        elif isinstance(item, dict):
            pending.extend((each, f"{place}.{key}" if place else str(key), depth + 1) for key, each in item.items())
        else:
            raise refuse_position("value-not-json", place)


class Reader:
    """Reads a hand-written object key by key and says precisely where it is wrong.

    Every key must be asked for: `finish` refuses what was not, so that a misspelt key is an error and not a silence.
    """

    def __init__(self, value: object, at: str = "") -> None:
        if not isinstance(value, dict):
            raise refuse_position("object-expected", at)
        self.value: dict[str, Any] = value
        self.at = at
        self.asked: set[str] = set()

    def path(self, key: str) -> str:
        return f"{self.at}.{key}" if self.at else key

    def has(self, key: str) -> bool:
        return key in self.value

    def take(self, key: str, default: Any = ...) -> Any:
        self.asked.add(key)
        if key in self.value:
            return self.value[key]
        if default is ...:
            raise refuse_position("key-missing", self.path(key))
        return default

    def number(self, key: str, least: int, most: int, default: Any = ...) -> int:
        value = self.take(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise refuse_position("number-expected", self.path(key), least=least, most=most)
        return value

    def text(self, key: str, allowed: tuple[str, ...] | None = None, default: Any = ...) -> str:
        value = self.take(key, default)
        if not isinstance(value, str):
            raise refuse_position("text-expected", self.path(key))
        if allowed is not None and value not in allowed:
            raise refuse_position("value-unknown", self.path(key), value=value[:60], allowed=list(allowed))
        return value

    def switch(self, key: str, default: Any = ...) -> bool:
        value = self.take(key, default)
        if not isinstance(value, bool):
            raise refuse_position("switch-expected", self.path(key))
        return value

    def items(self, key: str, length: int | None = None, default: Any = ..., most: int = 10_000) -> list[Any]:
        value = self.take(key, default)
        if not isinstance(value, list):
            raise refuse_position("list-expected", self.path(key))
        if length is not None and len(value) != length:
            raise refuse_position("list-length", self.path(key), length=length)
        if len(value) > most:
            raise refuse_position("list-length", self.path(key), length=most)
        return value

    def object(self, key: str, default: Any = ...) -> Reader:
        return Reader(self.take(key, default), self.path(key))

    def objects(self, key: str, length: int | None = None, default: Any = ...) -> list[Reader]:
        items = self.items(key, length, default)
        return [Reader(item, f"{self.path(key)}[{index}]") for index, item in enumerate(items)]

    def finish(self) -> None:
        for key in self.value:
            if key not in self.asked:
                raise refuse_position("key-unknown", self.path(str(key)[:60]))


__all__ = ["MOST_BYTES", "PositionError", "Reader", "check_limits", "read_json"]
