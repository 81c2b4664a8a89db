"""What is live: one socket for each client. Nothing is queued: a socket remembers what changed and is told the latest
when it can listen, its journal and chat continued from where it was. So a slow line costs no memory and loses nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Any, Final

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from roundhouse.engine.refusal import RefusalError
from roundhouse.server import logs
from roundhouse.server.bots import Driver
from roundhouse.server.chat import Chat
from roundhouse.server.directory import Directory
from roundhouse.server.guests import Guest
from roundhouse.server.refusals import Refused, body_of, refuse
from roundhouse.server.rooms import Rooms
from roundhouse.server.security import Limiter
from roundhouse.server.settings import Limits
from roundhouse.server.tables import FINISHED, RUNNING, Table

MOST_ANSWERS: Final = 64
"""Answers that may wait for one socket; whoever asks faster than it listens is dropped."""
SEND_SECONDS: Final = 20.0
SILENCE_SECONDS: Final = 90.0
TEXT_BYTES: Final = 4096
LOBBY_SECONDS: Final = 0.2


class Watch:
    """One table as one socket follows it."""

    def __init__(self, table: Table, since: int, chat: int, text: bool) -> None:
        self.table = table
        self.since = since
        self.chat = chat
        self.text = text
        self.room = True
        self.position = True
        self.chats = True
        self.lens: int | None = None
        """Whose view was shown last; another one's journal starts anew."""


class ClientMessage(msgspec.Struct):
    type: str
    on: bool = True
    table: str = ""
    since: int = -1
    chat: int = 0
    text: bool = False
    at: float = 0


class Socket:
    def __init__(self, socket: WebSocket[Any, Any, Any], guest: Guest | None, address: str) -> None:
        self.socket = socket
        self.guest = guest
        self.address = address
        self.watches: dict[str, Watch] = {}
        self.rows: dict[str, None] = {}
        """Tables whose row of the lobby changed, in order."""
        self.rows_due = False
        self.listed: set[str] = set()
        """Tables the lobby of this socket has shown."""
        self.whole_lobby = False
        self.answers: deque[dict[str, Any]] = deque()
        self.wake = asyncio.Event()
        self.heard = time.monotonic()
        self.closed: int | None = None
        self.limiter: Limiter | None = None

    @property
    def guest_id(self) -> str | None:
        return None if self.guest is None else self.guest.id

    def answer(self, message: dict[str, Any]) -> None:
        if len(self.answers) >= MOST_ANSWERS:
            self.close(1013)
            return
        self.answers.append(message)
        self.wake.set()

    def row_changed(self, table: str) -> None:
        """Tell it soon: many changes of one table are told as one."""
        self.rows[table] = None
        if not self.rows_due:
            self.rows_due = True
            asyncio.get_running_loop().call_later(LOBBY_SECONDS, self.wake.set)

    def close(self, code: int) -> None:
        if self.closed is None:
            self.closed = code
        self.wake.set()


class Hub:
    def __init__(
        self, directory: Directory, rooms: Rooms, chat: Chat, driver: Driver, limits: Limits, hello: dict[str, Any]
    ) -> None:
        self.directory = directory
        self.rooms = rooms
        self.chat = chat
        self.driver = driver
        self.limits = limits
        self.hello = hello
        self.sockets: set[Socket] = set()
        self.watchers: dict[str, set[Socket]] = {}
        self.in_lobby: set[Socket] = set()
        self.lobby_of: dict[str, set[Socket]] = {}
        """The same sockets by guest: most moves concern the lobby of those who play."""

    # --- who is there ----------------------------------------------------------------------------------------------

    def connected(self, table: Table) -> set[str]:
        """The guests who have this table open somewhere."""
        return {each.guest.id for each in self.watchers.get(table.id, ()) if each.guest is not None}

    def spectators(self, table: Table) -> list[dict[str, Any]]:
        """Who watches without a seat; people without a name are counted under none."""
        found: dict[str | None, dict[str, Any]] = {}
        for each in self.watchers.get(table.id, ()):
            if table.seats_of(each.guest_id):
                continue
            if each.guest is None:
                unnamed = found.setdefault(None, {"guest": None, "name": None, "count": 0})
                unnamed["count"] += 1
            else:
                found[each.guest.id] = {"guest": each.guest.id, "name": each.guest.name}
        return sorted(found.values(), key=lambda each: str(each["name"] or "\uffff"))

    def room(self, table: Table, guest: str | None) -> dict[str, Any]:
        return self.rooms.room(table, guest, self.connected(table), self.spectators(table))

    def row(self, table: Table, guest: str | None) -> dict[str, Any]:
        return self.rooms.row(table, guest, sum(each.get("count", 1) for each in self.spectators(table)))

    # --- what changed ----------------------------------------------------------------------------------------------

    def moved(self, table: Table, room: bool) -> None:
        """The match went on (and maybe the room changed): everybody who watches gets their own view of it."""
        for socket in self.watchers.get(table.id, ()):
            watch = socket.watches[table.id]
            watch.position = True
            watch.room = watch.room or room
            socket.wake.set()
        if room:
            self.lobby_changed(table)
        else:
            for guest in table.people():
                for socket in self.lobby_of.get(guest, ()):
                    socket.row_changed(table.id)
        self.driver.nudge(table)

    def changed(self, table: Table) -> None:
        """The room changed."""
        for socket in self.watchers.get(table.id, ()):
            socket.watches[table.id].room = True
            socket.wake.set()
        self.lobby_changed(table)
        self.driver.nudge(table)

    def lobby_changed(self, table: Table) -> None:
        for socket in self.in_lobby:
            socket.row_changed(table.id)

    def chatted(self, table: Table) -> None:
        for socket in self.watchers.get(table.id, ()):
            socket.watches[table.id].chats = True
            socket.wake.set()

    def removed(self, table: Table) -> None:
        """The table is no more."""
        for socket in list(self.watchers.get(table.id, ())):
            self.unwatch(socket, table)
            socket.answer({"type": "gone", "table": table.id})
        self.lobby_changed(table)

    def forget_device(self, guest: str) -> None:
        """Sockets of somebody whose cookie is no longer valid."""
        for socket in self.sockets:
            if socket.guest_id == guest:
                socket.close(4401)

    # --- a socket's life -------------------------------------------------------------------------------------------

    def need_place(self, guest: Guest | None, address: str) -> None:
        if sum(each.address == address for each in self.sockets) >= self.limits.sockets_per_address:
            raise refuse(429, "quota-sockets", most=self.limits.sockets_per_address)
        if guest is not None:
            if sum(each.guest_id == guest.id for each in self.sockets) >= self.limits.sockets_per_guest:
                raise refuse(429, "quota-sockets", most=self.limits.sockets_per_guest)

    async def serve(self, websocket: WebSocket[Any, Any, Any], guest: Guest | None, address: str) -> None:
        """Accept and serve one client until it goes."""
        await websocket.accept()
        try:
            self.need_place(guest, address)
        except Refused as refused:
            await websocket.send_data(packed({"type": "refused", **body_of(refused.refusal)}), mode="text")
            await websocket.close(code=1013)
            return
        socket = Socket(websocket, guest, address)
        socket.limiter = Limiter(self.limits.socket_messages_per_second, self.limits.socket_messages_per_second * 3)
        socket.answer({"type": "hello", "me": None if guest is None else guest.public(), **self.hello})
        self.sockets.add(socket)
        # Whichever ends first ends both: a line that was closed from here may never say that it is gone.
        tasks = [asyncio.create_task(self.send_on(socket)), asyncio.create_task(self.listen(socket))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.sockets.discard(socket)
            self.leave_lobby(socket)
            for watch in list(socket.watches.values()):
                self.unwatch(socket, watch.table)
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                    logs.fault("socket-fault", result)

    async def listen(self, socket: Socket) -> None:
        while True:
            text = await socket.socket.receive_data(mode="text")
            socket.heard = time.monotonic()
            if socket.limiter is not None and socket.limiter.wait("") > 0:
                socket.answer({"type": "refused", "error": {"code": "too-many-requests", "params": {}, "rule": ""}})
                # It is heard again when its line has had time to empty.
                await asyncio.sleep(0.5)
                continue
            try:
                await self.hear(socket, text)
            except Refused as refused:
                socket.answer({"type": "refused", **body_of(refused.refusal), "about": about(text)})
            except RefusalError as refused:
                socket.answer({"type": "refused", **body_of(refused.refusal), "about": about(text)})

    async def hear(self, socket: Socket, text: str | bytes) -> None:
        if len(text) > TEXT_BYTES:
            raise refuse(413, "too-large", most=TEXT_BYTES)
        try:
            message = msgspec.json.decode(text, type=ClientMessage)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise refuse(400, "malformed", reason=str(error)[:200]) from None
        if message.type == "ping":
            socket.answer({"type": "pong", "at": message.at})
        elif message.type == "lobby":
            self.leave_lobby(socket)
            if message.on:
                self.in_lobby.add(socket)
                if socket.guest is not None:
                    self.lobby_of.setdefault(socket.guest.id, set()).add(socket)
                socket.whole_lobby = True
                socket.wake.set()
        elif message.type == "watch":
            await self.watch(socket, message)
        elif message.type == "unwatch":
            watch = socket.watches.get(message.table)
            if watch is not None:
                self.unwatch(socket, watch.table)
        else:
            raise refuse(400, "message-unknown", type=message.type[:60])

    def leave_lobby(self, socket: Socket) -> None:
        self.in_lobby.discard(socket)
        socket.rows.clear()
        if socket.guest is not None and (here := self.lobby_of.get(socket.guest.id)) is not None:
            here.discard(socket)
            if not here:
                del self.lobby_of[socket.guest.id]

    async def watch(self, socket: Socket, message: ClientMessage) -> None:
        table = await self.directory.table(message.table)
        guest = socket.guest_id
        if not self.rooms.may_watch(table, guest):
            raise refuse(403, "spectators-closed")
        if table.id not in socket.watches:
            if len(socket.watches) >= self.limits.watched_per_socket:
                raise refuse(429, "quota-watched", most=self.limits.watched_per_socket)
            seated = bool(table.seats_of(guest))
            watching = sum(not table.seats_of(each.guest_id) for each in self.watchers.get(table.id, ()))
            if not seated and watching >= self.limits.spectators_per_table:
                raise refuse(429, "quota-spectators", most=self.limits.spectators_per_table)
        async with table.lock:
            await self.directory.match(table)
        if socket not in self.sockets:
            return
        watch = Watch(table, message.since, max(0, message.chat), message.text)
        # Who has several seats at one device may have been shown another one's journal before: it comes whole.
        if message.since >= 0 and len(table.seats_of(guest)) <= 1:
            watch.lens = table.lens(guest)
        socket.watches[table.id] = watch
        self.watchers.setdefault(table.id, set()).add(socket)
        self.driver.watched[table.id] = len(self.watchers[table.id])
        if guest is not None and table.facts.away.pop(guest, None) is not None:
            table.touch()
        self.changed(table)

    def unwatch(self, socket: Socket, table: Table) -> None:
        socket.watches.pop(table.id, None)
        here = self.watchers.get(table.id)
        if here is None:
            return
        here.discard(socket)
        self.driver.watched[table.id] = len(here)
        if not here:
            del self.watchers[table.id]
            del self.driver.watched[table.id]
        guest = socket.guest_id
        if guest is not None and table.seats_of(guest) and guest not in self.connected(table):
            table.facts.away[guest] = time.time()
        self.changed(table)

    # --- sending ---------------------------------------------------------------------------------------------------

    async def send_on(self, socket: Socket) -> None:
        try:
            while True:
                await socket.wake.wait()
                socket.wake.clear()
                if socket.closed is not None:
                    while socket.answers:
                        await self.send(socket, packed(socket.answers.popleft()))
                    await socket.socket.close(code=socket.closed)
                    return
                await self.tell(socket)
        except (TimeoutError, WebSocketDisconnect, OSError, RuntimeError):
            await self.drop(socket)
        except Exception as error:
            logs.fault("socket-fault", error)
            await self.drop(socket)

    async def drop(self, socket: Socket) -> None:
        """A line that does not take what is sent: it may come back and resume."""
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, OSError, RuntimeError):
            await asyncio.wait_for(socket.socket.close(code=1013), 1.0)

    async def send(self, socket: Socket, data: bytes) -> None:
        await asyncio.wait_for(socket.socket.send_data(data, mode="text"), SEND_SECONDS)

    async def tell(self, socket: Socket) -> None:
        """All that changed for this socket since it was told last."""
        while socket.answers:
            await self.send(socket, packed(socket.answers.popleft()))
        if socket.whole_lobby:
            socket.whole_lobby = False
            lobby = await self.lobby(socket.guest_id)
            socket.listed = {row["id"] for rows in lobby.values() for row in rows}
            await self.send(socket, packed({"type": "lobby", **lobby}))
        socket.rows_due = False
        while socket.rows:
            identity = next(iter(socket.rows))
            del socket.rows[identity]
            message = self.row_message(socket, identity)
            if message is not None:
                await self.send(socket, packed(message))
        for watch in list(socket.watches.values()):
            await self.tell_table(socket, watch)

    async def tell_table(self, socket: Socket, watch: Watch) -> None:
        table, guest = watch.table, socket.guest_id
        if watch.room:
            watch.room = False
            if not self.rooms.may_watch(table, guest):
                self.unwatch(socket, table)
                await self.send(socket, packed({"type": "gone", "table": table.id}))
                return
            room = {"type": "room", "table": table.id, "room": self.room(table, guest)}
            await self.send(socket, packed(room))
            watch.position = watch.position or watch.lens != table.lens(guest)
        if watch.position:
            watch.position = False
            await self.tell_position(socket, watch)
        if watch.chats:
            watch.chats = False
            found, reached = await self.chat.readable(table, guest, watch.chat)
            for channel, messages in found.items():
                told = {"type": "chat", "table": table.id, "channel": channel, "messages": messages}
                await self.send(socket, packed(told))
            watch.chat = reached

    async def tell_position(self, socket: Socket, watch: Watch) -> None:
        table, guest = watch.table, socket.guest_id
        if table.running is None and table.status in (RUNNING, FINISHED):
            async with table.lock:
                await self.directory.match(table)
        lens = table.lens(guest)
        whole = watch.lens != lens
        found = await self.rooms.position(table, lens, -1 if whole else watch.since, whole, watch.text)
        if found is None:
            return
        if lens != table.lens(guest):
            # The curtain moved while the journal was read: this was for other eyes.
            watch.position = True
            socket.wake.set()
            return
        seq, position = found
        await self.send(
            socket, b'{"type":"position","table":"%s","position":%s}' % (table.id.encode(), bytes(position))
        )
        watch.since = seq
        watch.lens = lens

    def row_message(self, socket: Socket, identity: str) -> dict[str, Any] | None:
        """The row, or that it is gone; nothing where this person never knew of the table: its name is its key."""
        table = self.directory.tables.get(identity)
        if table is None or not (table.public or table.seats_of(socket.guest_id)):
            if identity not in socket.listed:
                return None
            socket.listed.discard(identity)
            return {"type": "gone", "table": identity}
        socket.listed.add(identity)
        return {"type": "row", "row": self.row(table, socket.guest_id)}

    async def lobby(self, guest: str | None) -> dict[str, Any]:
        """All tables this person may know of: mine first, those waiting for me at their head."""
        if guest is not None:
            await self.directory.of_guest(guest)
        lists: dict[str, list[dict[str, Any]]] = {"mine": [], "open": [], "running": [], "finished": []}
        for table in self.directory.tables.values():
            mine = bool(table.seats_of(guest))
            if not (mine or table.public):
                continue
            row = self.row(table, guest)
            if mine:
                lists["mine"].append(row)
            elif table.status == FINISHED:
                lists["finished"].append(row)
            elif table.status == "waiting":
                lists["open"].append(row)
            else:
                lists["running"].append(row)
        for rows in lists.values():
            rows.sort(key=lambda row: (not row["my_turn"], row["status"] == FINISHED, -row["changed"]))
            del rows[200:]
        return lists

    # --- housekeeping ----------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Drop sockets that have said nothing for long."""
        limit = time.monotonic() - SILENCE_SECONDS
        for socket in self.sockets:
            if socket.heard < limit:
                socket.close(4408)

    async def close(self) -> None:
        """Tell everybody to come back."""
        for socket in self.sockets:
            socket.answer({"type": "closing", "after": 2})
            socket.close(1012)
        for _ in range(20):
            if not self.sockets:
                return
            await asyncio.sleep(0.1)


def packed(message: dict[str, Any]) -> bytes:
    return msgspec.json.encode(message)


def about(text: str | bytes) -> dict[str, Any]:
    """What of a refused message helps its sender to know it again."""
    try:
        message = msgspec.json.decode(text, type=ClientMessage)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return {}
    return {"type": message.type[:60], "table": message.table[:60]}
