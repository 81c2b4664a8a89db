"""Records and looking back."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from roundhouse.engine.refusal import Refusal
from roundhouse.engine.state import SPECTATOR
from roundhouse.server import history
from roundhouse.server.refusals import Refused, refuse
from roundhouse.server.routes.common import Asked, Body, Place, Visitor, id_of
from roundhouse.server.tables import FINISHED, FROZEN, WAITING


class RecordRange(Body):
    record: dict[str, Any]
    first: int = msgspec.field(name="from", default=0)
    last: int = msgspec.field(name="to", default=20)
    seat: int = SPECTATOR
    text: bool = False


async def in_worker(house: Place, function: Any, *arguments: Any) -> Any:
    """Files of strangers are read where they can't hold up the house."""
    try:
        found = await house.workers.run(history.answered, function, *arguments)
    except TimeoutError:
        raise refuse(422, "record-too-long") from None
    except BrokenProcessPool:
        raise refuse(503, "workers-down") from None
    if "refusal" in found:
        raise Refused(422, msgspec.convert(found["refusal"], Refusal))
    return found["answer"]


@get("/api/tables/{table_id:str}/record")
async def record(house: Place, visitor: Visitor, table_id: FromPath[str]) -> Response[bytes]:
    """The match as a file; of a running one only what I may know."""
    table = await house.directory.table(table_id)
    if table.status == WAITING:
        raise refuse(409, "table-waiting")
    if not house.rooms.may_watch(table, id_of(visitor)):
        raise refuse(403, "spectators-closed")
    if table.status in (FINISHED, FROZEN):
        name = f"{table.game_name}-{table.id}.json"
        body = await history.record_of(house.directory, table)
        return Response(
            body,
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )
    async with table.lock:
        await house.directory.match(table)
    told = await history.journal_of(house.directory, table, id_of(visitor))
    return Response(msgspec.json.encode(told), media_type="application/json")


@get("/api/tables/{table_id:str}/positions")
async def positions(
    house: Place,
    visitor: Visitor,
    table_id: FromPath[str],
    seat: FromQuery[int | None] = None,
    first: Annotated[int, QueryParameter(name="from")] = 0,
    last: Annotated[int, QueryParameter(name="to")] = 0,
    text: FromQuery[bool] = False,
) -> dict[str, Any]:
    """Positions on the way here, as I may see them."""
    table = await house.directory.table(table_id)
    if not house.rooms.may_watch(table, id_of(visitor)):
        raise refuse(403, "spectators-closed")
    return await history.positions(house.directory, table, id_of(visitor), first, last, seat, text)


@post("/api/records/check", status_code=200)
async def check(request: Asked, house: Place) -> dict[str, Any]:
    """Does a record hold: commitment, every action, result?"""
    found: dict[str, Any] = await in_worker(house, history.check_record, await request.body())
    return found


@post("/api/records/positions", status_code=200)
async def positions_of_record(house: Place, data: JSONBody[RecordRange]) -> dict[str, Any]:
    """Positions of a record from a file."""
    found: dict[str, Any] = await in_worker(
        house, history.record_positions, msgspec.json.encode(data.record), data.first, data.last, data.seat, data.text
    )
    return found


HANDLERS = [record, positions, check, positions_of_record]
