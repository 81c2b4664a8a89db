"""The door: which host names, origins, sizes and rates are let in, and what the browser may do with the answers.

Plain ASGI, around everything else, so that nothing is parsed before it has passed.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from roundhouse.engine.refusal import Refusal
from roundhouse.server.refusals import body_of
from roundhouse.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]

UNSAFE: Final = {"POST", "PUT", "PATCH", "DELETE"}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Neither scripts nor styles may stand in a page. The client moves pieces by script, which is no style in the page."""

FILE_COST: Final = 0.1
"""What a file of the client counts against the rate of requests: a page asks for some twenty at once, and where one of
them is refused it stays broken. A whole club may open it in the same minute behind one address."""

HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Bucket:
    """Lets through so many a second, and a burst."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at


class Limiter:
    """A bucket for each key (a guest, an address); buckets that are full again are forgotten."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst
        self.buckets: dict[str, Bucket] = {}
        self.swept = time.monotonic()

    def wait(self, key: str, cost: float = 1.0) -> float:
        """0 where it may pass now, else the seconds to wait."""
        now = time.monotonic()
        if now - self.swept > 60:
            self.sweep(now)
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.burst, now)
        bucket.left = min(self.burst, bucket.left + (now - bucket.at) * self.per_second)
        bucket.at = now
        if bucket.left >= cost:
            bucket.left -= cost
            return 0.0
        return (cost - bucket.left) / self.per_second

    def sweep(self, now: float) -> None:
        self.swept = now
        full = [
            key for key, each in self.buckets.items() if each.left + (now - each.at) * self.per_second >= self.burst
        ]
        for key in full:
            del self.buckets[key]


def header(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None


class Door:
    """ASGI around the application. Puts `address` (who asks) and `secure` (over TLS?) into the scope's state."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.names = settings.host_names()
        self.proxies = [ipaddress.ip_network(each, strict=False) for each in settings.trusted_proxies]
        limits = settings.limits
        self.limiter = Limiter(limits.requests_per_second, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        address, secure = self.origin_of(scope)
        state = scope.setdefault("state", {})
        state["address"] = address
        state["secure"] = secure
        refused = self.judge(scope, address, secure)
        if scope["type"] == "websocket":
            if refused is None:
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 4403, "reason": refused[1].code})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {key for key, _ in message["headers"]}
                more = [pair for pair in HEADERS if pair[0] not in present]
                if b"cache-control" not in present:
                    more.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *more]
            await send(message)

        if refused is not None:
            await answer(with_headers, *refused)
            return
        await self.app(scope, self.limited(scope, receive), with_headers)

    def origin_of(self, scope: Scope) -> tuple[str, bool]:
        """Address and scheme of who asks. Forwarded headers count only from proxies the host named."""
        client = scope.get("client")
        address = client[0] if client else ""
        secure = scope["scheme"] in ("https", "wss")
        if self.trusted(address):
            proto = header(scope, b"x-forwarded-proto")
            if proto is not None:
                secure = proto.split(",")[-1].strip() == "https"
            hops = [hop.strip() for hop in (header(scope, b"x-forwarded-for") or "").split(",") if hop.strip()]
            for hop in reversed(hops):
                address = hop[:60]
                if not self.trusted(hop):
                    break
        return address, secure

    def trusted(self, address: str) -> bool:
        if not self.proxies:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.proxies)

    def judge(self, scope: Scope, address: str, secure: bool) -> tuple[int, Refusal, int | None] | None:
        hosts = [value for key, value in scope["headers"] if key == b"host"]
        host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
        if without_port(host) not in self.names:
            return 403, Refusal("host-unknown"), None
        unsafe = scope["type"] == "websocket" or scope["method"] in UNSAFE
        if unsafe and not self.own_origin(scope, host, secure):
            return 403, Refusal("origin-foreign"), None
        if scope["type"] == "http":
            length = header(scope, b"content-length") or "0"
            if not length.isdigit() or int(length) > self.most_bytes(scope):
                return 413, Refusal("too-large", {"most": self.most_bytes(scope)}), None
        wait = self.limiter.wait(address, 1.0 if scope["path"].startswith("/api/") else FILE_COST)
        if wait > 0:
            return 429, Refusal("too-many-requests"), int(wait) + 1
        return None

    def own_origin(self, scope: Scope, host: str, secure: bool) -> bool:
        """Browsers always name the origin of an unsafe request; other clients have no cookies to be abused."""
        origin = header(scope, b"origin")
        if origin is None:
            return header(scope, b"sec-fetch-site") in (None, "same-origin", "none")
        if self.settings.public_url and origin == self.settings.public_url:
            return True
        parts = urlsplit(origin)
        return parts.scheme == ("https" if secure else "http") and parts.netloc.lower() == host

    def most_bytes(self, scope: Scope) -> int:
        limits = self.settings.limits
        path = scope["path"]
        return limits.record_bytes if path.startswith("/api/records") or path == "/api/tables" else limits.body_bytes

    def limited(self, scope: Scope, receive: Receive) -> Receive:
        """Counts a body that doesn't say its length."""
        most = self.most_bytes(scope)
        seen = 0

        async def counting() -> Any:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > most:
                    # The rest is not read; an empty end makes what was read no valid body.
                    return {"type": "http.request", "body": b"\x00", "more_body": False}
            return message

        return counting


def without_port(host: str) -> str:
    if host.startswith("["):
        return host.split("]")[0] + "]"
    return host.rsplit(":", 1)[0] if ":" in host else host


async def answer(send: Send, status: int, refusal: Refusal, retry_after: int | None = None) -> None:
    body = msgspec.json.encode(body_of(refusal))
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def hashed(secret: str) -> str:
    """What is kept of a token or a code. They are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def policy_with_style(style: str) -> str:
    """The policy for a page of ours that brings its style along: this very text, and no other."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")


def etag(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return f'"{digest.hexdigest()[:24]}"'
