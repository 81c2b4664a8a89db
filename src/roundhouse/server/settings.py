"""What a host sets: by the command line, or by the environment for the few that have no switch of their own."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from roundhouse.engine.refusal import refuse_option

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


class Limits(msgspec.Struct, frozen=True):
    """How much one guest or one address may ask for. Enough for a club; not enough to trouble it."""

    requests_per_second: float = 20.0
    request_burst: int = 80
    new_guests_per_hour: int = 60
    guesses_per_hour: int = 30
    """Link and recovery codes tried from one address."""
    codes_per_hour: int = 30
    """Recovery codes and links to another device that one guest may have made."""
    tables_per_guest: int = 20
    tables_per_address: int = 60
    bot_seats_per_guest: int = 60
    sockets_per_guest: int = 12
    sockets_per_address: int = 60
    spectators_per_table: int = 200
    watched_per_socket: int = 20
    socket_messages_per_second: float = 20.0
    chat_per_minute: int = 30
    away_seconds: float = 180.0
    """How long nobody must have seen a person before a bot may play on for them."""
    body_bytes: int = 64 * 1024
    record_bytes: int = 4 * 1024 * 1024


class Settings(msgspec.Struct):
    """Everything `serve` was told."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    public_url: str = ""
    allowed_hosts: tuple[str, ...] = ()
    """Further names this server answers to; its own address, this machine and the public URL come by themselves."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose forwarded headers are believed."""
    workers: int = 1
    limits: Limits = Limits()
    language: str = "en"

    @property
    def database(self) -> Path:
        return self.data / "roundhouse.sqlite3"

    @property
    def reach(self) -> str:
        """Who can open an invite link: this machine only, the local network, everybody."""
        if self.public_url:
            return "public"
        return "network" if self.host not in ("127.0.0.1", "::1", "localhost") else "machine"

    @property
    def address(self) -> str:
        """What invite links start with."""
        if self.public_url:
            return self.public_url
        if self.reach == "network":
            host = own_address() if self.host in ("0.0.0.0", "::") else self.host
        else:
            host = "localhost" if self.host == "localhost" else self.host
        return f"http://{bracketed(host)}:{self.port}"

    def host_names(self) -> frozenset[str]:
        """The names a request may call this server by, without port."""
        names = {*LOCAL_NAMES, *self.allowed_hosts}
        if self.public_url:
            names.add(bracketed(urlsplit(self.public_url).hostname or ""))
        if self.reach == "network":
            names.update(
                {bracketed(own_address()), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
            )
        if self.host not in ("0.0.0.0", "::"):
            names.add(bracketed(self.host))
        return frozenset(name.lower() for name in names if name)


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def own_address() -> str:
    """This machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def checked_url(url: str) -> str:
    """A public URL without path, or a refusal."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise refuse_option("public-url", url=url[:200])
    return f"{parts.scheme}://{parts.netloc}"


def limits_from(environment: Mapping[str, str]) -> Limits:
    """The limits, each of which a variable such as ROUNDHOUSE_LIMIT_SOCKETS_PER_ADDRESS may set."""
    changed: dict[str, float | int] = {}
    for field in msgspec.structs.fields(Limits):
        text = environment.get(f"ROUNDHOUSE_LIMIT_{field.name.upper()}")
        if text is not None:
            try:
                changed[field.name] = float(text) if isinstance(field.default, float) else int(text)
            except ValueError:
                raise refuse_option("option-value", option=field.name, value=text[:60]) from None
    return msgspec.structs.replace(Limits(), **changed)


def default_data(environment: Mapping[str, str] = os.environ) -> Path:
    """Where data lies when nobody says otherwise."""
    if told := environment.get("ROUNDHOUSE_DATA"):
        return Path(told)
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "roundhouse"
