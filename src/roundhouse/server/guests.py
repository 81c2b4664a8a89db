"""Who people are: a name, a cookie for each device, a recovery code, and links that bring another device in."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from typing import Final

import msgspec
import segno
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError

from roundhouse.server.refusals import refuse
from roundhouse.server.security import Limiter, hashed
from roundhouse.server.settings import Settings
from roundhouse.server.storage import statements as sql
from roundhouse.server.storage.database import Database, Write
from roundhouse.server.tables import new_id
from roundhouse.server.text import clean_name

COOKIE: Final = "roundhouse"
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""The longest browsers keep one."""
LINK_SECONDS: Final = 600
CODE_LETTERS: Final = "23456789BCDFGHJKMNPQRTVWXY"
REMEMBERED: Final = 20_000


class Guest(msgspec.Struct):
    id: str
    name: str
    created: float

    def public(self) -> dict[str, object]:
        return {"id": self.id, "name": self.name, "created": self.created}


def new_code() -> str:
    """Sixteen letters a person can copy by hand: about 75 bits."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(16))
    return "-".join(letters[place : place + 4] for place in range(0, 16, 4))


def plain_code(code: str) -> str:
    """As typed, as meant: case, dashes and blanks don't matter."""
    return "".join(char for char in code.upper()[:60] if char.isalnum())


def qr_svg(text: str) -> str:
    """A QR code as SVG that takes the colours of the page around it."""
    svg: str = segno.make(text, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff")
    return svg


class Guests:
    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self.known: OrderedDict[str, Guest] = OrderedDict()
        """By the hash of a token: what the last requests came with."""
        limits = settings.limits
        self.arrivals = Limiter(limits.new_guests_per_hour / 3600, limits.new_guests_per_hour)
        self.guesses = Limiter(limits.guesses_per_hour / 3600, limits.guesses_per_hour)
        self.codes = Limiter(limits.codes_per_hour / 3600, limits.codes_per_hour)

    async def by_token(self, token: str | None) -> Guest | None:
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        guest = self.known.get(key)
        if guest is not None:
            self.known.move_to_end(key)
            return guest
        row = await self.database.row(sql.guest_by_token, {"hash": key})
        return None if row is None else self.remember(key, row)

    def remember(self, key: str, row: Row[tuple[object, ...]]) -> Guest:
        guest = Guest(row.id, row.name, row.created)
        self.known[key] = guest
        while len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return guest

    async def create(self, name: str, address: str) -> tuple[Guest, str, str]:
        """A new guest, the token of this device, and the recovery code, shown this once."""
        name = clean_name(name)
        if self.arrivals.wait(address) > 0:
            raise refuse(429, "quota-guests", most=self.settings.limits.new_guests_per_hour)
        guest = Guest(new_id(), name, time.time())
        token, recovery = secrets.token_urlsafe(32), new_code()
        row = {
            "id": guest.id,
            "name": name,
            "recovery": hashed(plain_code(recovery)),
            "created": guest.created,
            "seen": guest.created,
        }
        device = {"token": hashed(token), "guest": guest.id, "created": guest.created, "link": None}
        await self.database.write([(sql.add_guest, row), (sql.add_device, device)])
        self.known[hashed(token)] = guest
        return guest, token, recovery

    async def add_device(self, guest: Guest, link: str | None = None, *more: Write) -> str:
        token = secrets.token_urlsafe(32)
        now = time.time()
        device = {"token": hashed(token), "guest": guest.id, "created": now, "link": link}
        await self.database.write([(sql.add_device, device), (sql.guest_seen, {"who": guest.id, "now": now}), *more])
        self.known[hashed(token)] = guest
        return token

    async def rename(self, guest: Guest, name: str) -> Guest:
        name = clean_name(name)
        await self.database.write([(sql.rename_guest, {"who": guest.id, "new_name": name})])
        for each in self.known.values():
            if each.id == guest.id:
                each.name = name
        guest.name = name
        return guest

    async def new_recovery(self, guest: Guest) -> str:
        self.count_code(guest)
        recovery = new_code()
        params = {"who": guest.id, "new_recovery": hashed(plain_code(recovery))}
        await self.database.write([(sql.change_recovery, params)])
        return recovery

    async def recover(self, code: str, address: str) -> tuple[Guest, str]:
        self.count_guess(address)
        row = await self.database.row(sql.guest_by_recovery, {"hash": hashed(plain_code(code))})
        if row is None:
            raise refuse(404, "recovery-unknown")
        guest = Guest(row.id, row.name, row.created)
        return guest, await self.add_device(guest)

    async def link(self, guest: Guest) -> tuple[str, float]:
        """A code that brings one more device in, once, within ten minutes."""
        self.count_code(guest)
        now = time.time()
        code, expires = new_code(), now + LINK_SECONDS
        row = {"code": hashed(plain_code(code)), "guest": guest.id, "expires": expires}
        await self.database.write([(sql.drop_links, {"who": guest.id, "now": now}), (sql.add_link, row)])
        return code, expires

    async def use_link(self, code: str, address: str) -> tuple[Guest, str]:
        self.count_guess(address)
        used = hashed(plain_code(code))
        row = await self.database.row(sql.guest_by_link, {"hash": used, "now": time.time()})
        if row is None:
            raise refuse(404, "link-unknown")
        guest = Guest(row.id, row.name, row.created)
        try:
            return guest, await self.add_device(guest, used, (sql.use_link, {"hash": used}))
        except IntegrityError:
            # Another device came in by it in the same moment.
            raise refuse(404, "link-unknown") from None

    def count_guess(self, address: str) -> None:
        if self.guesses.wait(address) > 0:
            raise refuse(429, "too-many-requests")

    def count_code(self, guest: Guest) -> None:
        """Each code is a write to the database: not as many as somebody likes."""
        wait = self.codes.wait(guest.id)
        if wait > 0:
            raise refuse(429, "too-many-requests", seconds=int(wait) + 1)

    async def forget(self, token: str) -> None:
        await self.database.write([(sql.forget_device, {"hash": hashed(token)})])
        self.known.pop(hashed(token), None)
