"""Who I am."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from roundhouse.server.guests import COOKIE, COOKIE_SECONDS, qr_svg
from roundhouse.server.refusals import refuse
from roundhouse.server.routes.common import Asked, Body, Me, Place, Visitor, address_of


class Name(Body):
    name: str


class Code(Body):
    code: str


def with_cookie(request: Asked, body: dict[str, Any], token: str, status: int) -> Response[dict[str, Any]]:
    secure = bool(request.scope["state"].get("secure"))
    cookie = Cookie(COOKIE, value=token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")
    return Response(body, status_code=status, cookies=[cookie])


@get("/api/me")
async def who_am_i(visitor: Visitor) -> dict[str, Any]:
    """Who this device is."""
    return {"me": None if visitor is None else visitor.public()}


@post("/api/guests")
async def arrive(request: Asked, house: Place, visitor: Visitor, data: JSONBody[Name]) -> Response[dict[str, Any]]:
    """Come in with a name. The recovery code is shown this once."""
    if visitor is not None:
        raise refuse(409, "already-somebody")
    guest, token, recovery = await house.guests.create(data.name, address_of(request))
    return with_cookie(request, {"me": guest.public(), "recovery": recovery}, token, 201)


@patch("/api/me")
async def rename(house: Place, me: Me, data: JSONBody[Name]) -> dict[str, Any]:
    """Another name from now on."""
    return {"me": (await house.guests.rename(me, data.name)).public()}


@post("/api/me/link", status_code=200)
async def link(house: Place, me: Me) -> dict[str, Any]:
    """A code that brings one more device in, once."""
    code, expires = await house.guests.link(me)
    path = f"/link/{code}"
    url = house.settings.address + path
    return {"code": code, "path": path, "url": url, "qr": qr_svg(url), "expires": expires}


@post("/api/guests/link")
async def use_link(request: Asked, house: Place, data: JSONBody[Code]) -> Response[dict[str, Any]]:
    """Be the guest who made this link, on this device too."""
    guest, token = await house.guests.use_link(data.code, address_of(request))
    return with_cookie(request, {"me": guest.public()}, token, 200)


@post("/api/guests/recover")
async def recover(request: Asked, house: Place, data: JSONBody[Code]) -> Response[dict[str, Any]]:
    """Be who one was, by the recovery code."""
    guest, token = await house.guests.recover(data.code, address_of(request))
    return with_cookie(request, {"me": guest.public()}, token, 200)


@post("/api/me/recovery", status_code=200)
async def new_recovery(house: Place, me: Me) -> dict[str, str]:
    """A new recovery code; the old one stops working."""
    return {"recovery": await house.guests.new_recovery(me)}


@post("/api/me/forget", status_code=204)
async def forget(request: Asked, house: Place, me: Me) -> Response[None]:
    """This device is nobody any more."""
    await house.guests.forget(request.cookies.get(COOKIE, ""))
    house.hub.forget_device(me.id)
    gone = Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax", path="/")
    return Response(None, status_code=204, cookies=[gone])


HANDLERS = [who_am_i, arrive, rename, link, use_link, recover, new_recovery, forget]
