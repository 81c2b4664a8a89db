"""Playing: actions, why not, the curtain, undo, requests, ends."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import Response, post
from litestar.params import FromPath, JSONBody

from roundhouse.server.refusals import refuse
from roundhouse.server.rooms import request_json
from roundhouse.server.routes.common import Body, Me, Place
from roundhouse.server.tables import Table


class Action(Body):
    seq: int
    seat: int
    action: dict[str, Any]
    final: bool = False


class Question(Body):
    seat: int
    action: dict[str, Any]


class Curtain(Body):
    seat: int | None


class UndoWish(Body):
    seat: int
    seq: int
    to: int


class Wish(Body):
    kind: Literal["end", "abandon", "stand-in"]
    seat: int | None = None
    bot: str | None = None


class Answer(Body):
    agree: bool


class OneSeat(Body):
    seat: int


async def position_after(house: Place, table: Table, me: Me, seq: int) -> dict[str, Any]:
    position = await house.position(table, me, seq)
    return {"seq": table.seq, "position": position}


@post("/api/tables/{table_id:str}/actions", status_code=200)
async def act(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Action]) -> dict[str, Any]:
    """Play. The same again gets the same answer."""
    table = await house.directory.table(table_id)
    accepted = await house.play.act(table, me.id, data.seat, data.seq, data.action, data.final)
    return {"accepted": accepted, **await position_after(house, table, me, data.seq)}


@post("/api/tables/{table_id:str}/why", status_code=200)
async def why(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Question]) -> dict[str, Any]:
    """Why an action can't be played now; nothing is played."""
    table = await house.directory.table(table_id)
    refusal = await house.play.why(table, me.id, data.seat, data.action)
    return {"refusal": None if refusal is None else msgspec.to_builtins(refusal)}


@post("/api/tables/{table_id:str}/curtain", status_code=200)
async def curtain(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Curtain]) -> dict[str, Any]:
    """Which of my seats this device is shown from now on."""
    table = await house.directory.table(table_id)
    async with table.lock:
        await house.play.present(table)
        if data.seat is not None:
            table.need_seat(me.id, data.seat)
        if len(table.seats_of(me.id)) < 2:
            raise refuse(409, "no-curtain")
        table.set_curtain(me.id, data.seat)
        table.touch()
    house.hub.changed(table)
    return {"room": house.room(table, me), **await position_after(house, table, me, -1)}


@post("/api/tables/{table_id:str}/undo", status_code=200)
async def undo(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[UndoWish]) -> Response[dict[str, Any]]:
    """Go back at once where it is free, else ask the others."""
    table = await house.directory.table(table_id)
    async with table.lock:
        request = await house.consent.undo(table, me.id, data.seat, data.seq, data.to)
    if request is not None:
        house.hub.changed(table)
        return Response({"request": request_json(request)}, status_code=202)
    return Response(await position_after(house, table, me, data.seq), status_code=200)


@post("/api/tables/{table_id:str}/requests", status_code=200)
async def ask(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Wish]) -> dict[str, Any]:
    """Ask the others to end, or for a bot in place of somebody who is away."""
    table = await house.directory.table(table_id)
    async with table.lock:
        await house.consent.ask(table, me.id, data.kind, data.seat, data.bot, house.hub.connected(table))
    house.hub.moved(table, True)
    return {"room": house.room(table, me)}


@post("/api/tables/{table_id:str}/requests/{number:int}", status_code=200)
async def answer(
    house: Place, me: Me, table_id: FromPath[str], number: FromPath[int], data: JSONBody[Answer]
) -> dict[str, Any]:
    """Agree or not."""
    table = await house.directory.table(table_id)
    async with table.lock:
        await house.consent.answer(table, me.id, number, data.agree, house.hub.connected(table))
    house.hub.moved(table, True)
    return {"room": house.room(table, me)}


@post("/api/tables/{table_id:str}/resign", status_code=200)
async def resign(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[OneSeat]) -> dict[str, Any]:
    """Give up: the match ends."""
    table = await house.directory.table(table_id)
    async with table.lock:
        await house.consent.resign(table, me.id, data.seat)
    return {"room": house.room(table, me)}


@post("/api/tables/{table_id:str}/take-back", status_code=200)
async def take_back(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[OneSeat]) -> dict[str, Any]:
    """Play again in place of the bot that stood in."""
    table = await house.directory.table(table_id)
    async with table.lock:
        await house.consent.take_back(table, me.id, data.seat)
    house.hub.moved(table, True)
    return {"room": house.room(table, me)}


HANDLERS = [act, why, curtain, undo, ask, answer, resign, take_back]
