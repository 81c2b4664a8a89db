"""What handlers share: who asks, which table, and answers in one form."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from roundhouse.server.guests import COOKIE, Guest
from roundhouse.server.house import House
from roundhouse.server.refusals import refuse

Asked = Request[Any, Any, Any]


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """A request's body: what is not known is refused, so that a misspelt key is no silence."""


Place = NamedDependency[House]
Visitor = NamedDependency[Guest | None]
Me = NamedDependency[Guest]


def provide_house(request: ASGIConnection[Any, Any, Any, Any]) -> House:
    house: House = request.app.state.house
    if house.closing:
        raise refuse(503, "closing")
    return house


async def provide_visitor(request: ASGIConnection[Any, Any, Any, Any], house: Place) -> Guest | None:
    return await house.guests.by_token(request.cookies.get(COOKIE))


async def provide_me(visitor: Visitor) -> Guest:
    if visitor is None:
        raise refuse(401, "who-are-you")
    return visitor


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    return str(request.scope["state"].get("address", ""))


def id_of(visitor: Guest | None) -> str | None:
    return None if visitor is None else visitor.id
