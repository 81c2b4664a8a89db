"""Tables before the start, the lobby, chat."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from roundhouse.server import history
from roundhouse.server.guests import qr_svg
from roundhouse.server.refusals import refuse
from roundhouse.server.rooms import RETENTION
from roundhouse.server.routes.common import Asked, Body, Me, Place, Visitor, address_of, id_of
from roundhouse.server.routes.records import in_worker
from roundhouse.server.seating import checked_contribution
from roundhouse.server.tables import RUNNING, WAITING, Table

Room = dict[str, Any]


class NewTable(Body):
    game: str = ""
    seats: int = 0
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    first_seat: int | str = "random"
    public: bool = True
    name: str = ""
    settings: dict[str, Any] = msgspec.field(default_factory=dict)
    fill: str = "open"
    contribution: str | None = None
    source: Source | None = msgspec.field(name="from", default=None)


class Source(Body):
    """A position of a finished match, from a table of this house or from a record."""

    table: str = ""
    record: dict[str, Any] | None = None
    seq: int = 0


class Changes(Body):
    options: dict[str, Any] | None = None
    first_seat: int | str | None = None
    public: bool | None = None
    name: str | None = None
    settings: dict[str, Any] | None = None


class Join(Body):
    seat: int | None = None
    name: str | None = None
    contribution: str | None = None


class Leave(Body):
    seat: int | None = None
    to: Literal["bot", "open"] | None = None
    bot: str | None = None


class Ready(Body):
    ready: bool = True
    contribution: str | None = None


class SeatChange(Body):
    kind: Literal["open", "bot"] | None = None
    bot: str | None = None
    colour: str | None = None
    name: str | None = None


class NewSeat(Body):
    kind: Literal["open", "bot"] = "open"
    bot: str | None = None


class Order(Body):
    order: list[int] | str


class Handover(Body):
    guest: str


class Start(Body):
    contribution: str | None = None


class Line(Body):
    text: str
    channel: Literal["players", "spectators"] = "players"


class Mute(Body):
    guest: str
    muted: bool = True


def shown(house: Place, table: Table, me: Me) -> dict[str, Room]:
    house.hub.changed(table)
    return {"room": house.room(table, me)}


def contribute(table: Table, guest: str, contribution: str | None) -> None:
    """Each person's own number; it is fixed once the match runs."""
    text = checked_contribution(contribution)
    if text:
        for seat in table.seats_of(guest):
            table.seats[seat].contribution = text


@get("/api/tables")
async def lobby(house: Place, visitor: Visitor) -> dict[str, Any]:
    """All tables one may know of: mine first, those waiting for me at their head."""
    return {**await house.hub.lobby(id_of(visitor)), "retention": RETENTION}


@post("/api/tables")
async def create(request: Asked, house: Place, me: Me, data: JSONBody[NewTable]) -> dict[str, Room]:
    """Make a table and sit down at it."""
    if house.table_makers.wait(address_of(request)) > 0:
        raise refuse(429, "quota-tables", most=house.settings.limits.tables_per_address)
    contribution = checked_contribution(data.contribution)
    if data.source is not None:
        return shown(house, await play_on(house, me, data, data.source), me)
    table = await house.seating.create(
        me,
        data.game,
        data.seats,
        data.options,
        data.first_seat,
        data.public,
        data.name,
        data.settings,
        data.fill,
    )
    if contribution:
        contribute(table, me.id, contribution)
        await house.seating.changed(table)
    return shown(house, table, me)


async def play_on(house: Place, me: Me, data: NewTable, source: Source) -> Table:
    """A table that goes on from a position of a finished match, every seat mine to play or to hand out."""
    if source.record is not None:
        found = await in_worker(house, history.record_dump, msgspec.json.encode(source.record), source.seq)
        came_from: dict[str, Any] = {"seq": source.seq}
    else:
        old = await house.directory.table(source.table)
        found = await history.table_dump(house.directory, old, source.seq)
        came_from = {"table": old.id, "seq": source.seq}
    return await house.seating.create(
        me,
        found["game"],
        found["seats"],
        found["options"],
        "random",
        data.public,
        data.name,
        data.settings,
        "me",
        found["position"],
        came_from,
    )


@get("/api/tables/{table_id:str}")
async def look(
    house: Place, visitor: Visitor, table_id: FromPath[str], since: FromQuery[int] = -1, text: FromQuery[bool] = False
) -> dict[str, Any]:
    """Room and position as I may see them."""
    table = await house.directory.table(table_id)
    position: msgspec.Raw | None = None
    if table.status != WAITING and house.rooms.may_watch(table, id_of(visitor)):
        position = await house.position(table, visitor, since, text)
    return {"room": house.room(table, visitor), "position": position}


@patch("/api/tables/{table_id:str}")
async def change(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Changes]) -> dict[str, Room]:
    """Options, name, who may see it: the host's."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_host(me.id)
        await house.seating.settle_options(table, data.options, data.first_seat, data.public, data.name, data.settings)
    return shown(house, table, me)


@delete("/api/tables/{table_id:str}", status_code=204)
async def remove(house: Place, me: Me, table_id: FromPath[str]) -> None:
    """Clear a table that has not started."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_host(me.id)
        table.need_waiting()
        await house.directory.remove(table)
    house.hub.removed(table)


@post("/api/tables/{table_id:str}/join", status_code=200)
async def join(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Join]) -> dict[str, Room]:
    """Sit down; who sits already takes a further seat of the same device."""
    table = await house.directory.table(table_id)
    contribution = checked_contribution(data.contribution)
    async with table.lock:
        if table.status == RUNNING:
            await house.consent.join(table, me, data.seat, data.name)
        else:
            await house.seating.join(table, me, data.seat, data.name, contribution)
    return shown(house, table, me)


@post("/api/tables/{table_id:str}/leave", status_code=200)
async def leave(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Leave]) -> dict[str, Room]:
    """Stand up before the start, or leave the seat to a bot or a replacement."""
    table = await house.directory.table(table_id)
    async with table.lock:
        if table.status == WAITING:
            await house.seating.stand_up(table, me.id, data.seat)
        else:
            await house.consent.leave(table, me, data.seat, data.to, data.bot)
    if table.id not in house.directory.tables:
        house.hub.removed(table)
        return {"room": house.room(table, me)}
    house.hub.moved(table, True)
    return shown(house, table, me)


@post("/api/tables/{table_id:str}/ready", status_code=200)
async def ready(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Ready]) -> dict[str, Room]:
    """I am here; and my number for the shuffle."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_waiting()
        if not table.seats_of(me.id):
            raise refuse(403, "not-seated")
        contribute(table, me.id, data.contribution)
        for seat in table.seats_of(me.id):
            table.seats[seat].ready = data.ready
        await house.seating.changed(table)
    return shown(house, table, me)


@put("/api/tables/{table_id:str}/seats/{seat:int}")
async def set_seat(
    house: Place, me: Me, table_id: FromPath[str], seat: FromPath[int], data: JSONBody[SeatChange]
) -> dict[str, Room]:
    """Who may sit there, its colour and name."""
    table = await house.directory.table(table_id)
    async with table.lock:
        await house.seating.set_seat(table, me, seat, data.kind, data.bot, data.colour, data.name)
    return shown(house, table, me)


@post("/api/tables/{table_id:str}/seats", status_code=200)
async def add_seat(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[NewSeat]) -> dict[str, Room]:
    """One seat more."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_host(me.id)
        await house.seating.add_seat(table, data.kind, data.bot)
    return shown(house, table, me)


@delete("/api/tables/{table_id:str}/seats/{seat:int}", status_code=200)
async def remove_seat(house: Place, me: Me, table_id: FromPath[str], seat: FromPath[int]) -> dict[str, Room]:
    """One seat fewer."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_host(me.id)
        await house.seating.remove_seat(table, seat)
    return shown(house, table, me)


@post("/api/tables/{table_id:str}/order", status_code=200)
async def order(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Order]) -> dict[str, Room]:
    """Put the seats into another order."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_host(me.id)
        await house.seating.order(table, data.order)
    return shown(house, table, me)


@post("/api/tables/{table_id:str}/host", status_code=200)
async def hand_over(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Handover]) -> dict[str, Room]:
    """Somebody else at the table is the host from now on."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_host(me.id)
        if not table.seats_of(data.guest):
            raise refuse(422, "not-seated")
        house.seating.need_quota(data.guest, 1, 0)
        table.facts.host = data.guest
        await house.seating.changed(table)
    return shown(house, table, me)


@post("/api/tables/{table_id:str}/start", status_code=200)
async def start(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Start]) -> dict[str, Room]:
    """Deal and begin."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_host(me.id)
        table.need_waiting()
        contribute(table, me.id, data.contribution)
        await house.seating.start(table)
    house.hub.moved(table, True)
    return shown(house, table, me)


@post("/api/tables/{table_id:str}/rematch", status_code=200)
async def rematch(house: Place, me: Me, table_id: FromPath[str]) -> dict[str, Room]:
    """The same people at a new table."""
    table = await house.directory.table(table_id)
    async with table.lock:
        again = await house.seating.rematch(table, me)
    house.hub.changed(table)
    return shown(house, again, me)


@get("/api/tables/{table_id:str}/qr")
async def invite_code(house: Place, table_id: FromPath[str]) -> Response[bytes]:
    """The invite link as a QR code."""
    table = await house.directory.table(table_id)
    svg = qr_svg(f"{house.settings.address}/table/{table.id}").replace(
        "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1
    )
    return Response(svg.encode(), media_type="image/svg+xml")


@get("/api/tables/{table_id:str}/chat")
async def read_chat(
    house: Place,
    visitor: Visitor,
    table_id: FromPath[str],
    channel: FromQuery[str] = "players",
    since: FromQuery[int] = 0,
) -> dict[str, Any]:
    """What was said since message `since`."""
    table = await house.directory.table(table_id)
    if not house.rooms.may_watch(table, id_of(visitor)):
        raise refuse(403, "spectators-closed")
    found, _ = await house.chat.readable(table, id_of(visitor), max(0, since))
    return {"messages": found.get(channel, [])}


@post("/api/tables/{table_id:str}/chat")
async def say(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Line]) -> dict[str, Any]:
    """Say something."""
    table = await house.directory.table(table_id)
    if not house.rooms.may_watch(table, me.id):
        raise refuse(403, "spectators-closed")
    async with table.lock:
        message = await house.chat.say(table, me, data.channel, data.text)
    house.hub.chatted(table)
    return {"message": msgspec.to_builtins(message)}


@post("/api/tables/{table_id:str}/mute", status_code=200)
async def mute(house: Place, me: Me, table_id: FromPath[str], data: JSONBody[Mute]) -> dict[str, Room]:
    """The host silences somebody, or lets them speak again."""
    table = await house.directory.table(table_id)
    async with table.lock:
        table.need_host(me.id)
        muted = [each for each in table.facts.muted if each != data.guest]
        table.facts.muted = [*muted, data.guest[:24]][-100:] if data.muted else muted
        await house.seating.changed(table)
    return shown(house, table, me)


HANDLERS = [
    lobby,
    create,
    look,
    change,
    remove,
    join,
    leave,
    ready,
    set_seat,
    add_seat,
    remove_seat,
    order,
    hand_over,
    start,
    rematch,
    invite_code,
    read_chat,
    say,
    mute,
]
