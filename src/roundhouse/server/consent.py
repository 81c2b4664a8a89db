"""What people at a table decide together or alone: undo, ends, leaving, stand-ins."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

import msgspec

from roundhouse.engine.outcome import ABANDONED, AGREED, RESIGNED
from roundhouse.server.directory import Directory
from roundhouse.server.guests import Guest
from roundhouse.server.play import Play
from roundhouse.server.refusals import refuse
from roundhouse.server.running import Running
from roundhouse.server.seating import bot_title, checked_bot, open_seat, replacing
from roundhouse.server.settings import Limits
from roundhouse.server.storage import statements as sql
from roundhouse.server.storage.database import Write
from roundhouse.server.tables import Request, Seat, Table

ANSWER_SECONDS: Final = 60.0
STAND_IN_SECONDS: Final = 180.0


class Consent:
    def __init__(self, directory: Directory, play: Play, limits: Limits) -> None:
        self.directory = directory
        self.play = play
        self.limits = limits

    # --- undo ------------------------------------------------------------------------------------------------------

    async def undo(self, table: Table, guest: str, seat: int, seq: int, to: int) -> Request | None:
        """Back at once where it is free or only bots are asked; else the request that was made."""
        running = await self.play.present(table)
        table.need_running()
        table.need_seat(guest, seat)
        self.play.need_curtain(table, guest, seat)
        if seq != running.seq:
            raise refuse(409, "seq-used" if seq < running.seq else "seq-ahead", seq=running.seq)
        past = next((each for each in running.line if each.index == to), None)
        if past is None or past.seat != seat:
            raise refuse(409, "undo-nowhere", to=to)
        if running.free_to(seat, to):
            await self.play.go_back(table, running, seat, to, free=True)
            return None
        others = [each for each in table.people() if each != guest and not self.replaced(table, each)]
        if not others:
            await self.play.go_back(table, running, seat, to, free=False)
            return None
        if table.request_of("undo") is not None:
            raise refuse(409, "request-pending", kind="undo")
        return self.add(table, "undo", guest, others, ANSWER_SECONDS, seat=seat, to=to)

    # --- requests --------------------------------------------------------------------------------------------------

    def add(
        self,
        table: Table,
        kind: Any,
        guest: str,
        asked: list[str],
        seconds: float,
        seat: int | None = None,
        to: int | None = None,
        bot: str | None = None,
    ) -> Request:
        table.request_number += 1
        request = Request(table.request_number, kind, guest, seat, to, bot, asked, [], time.time() + seconds)
        table.requests.append(request)
        table.touch()
        return request

    def lapse(self, table: Table) -> bool:
        """Forget requests whose time is over; says whether there were any."""
        now = time.time()
        left = [each for each in table.requests if each.until > now]
        lapsed = len(left) != len(table.requests)
        if lapsed:
            table.requests = left
            table.touch()
        return lapsed

    async def ask(
        self, table: Table, guest: str, kind: str, seat: int | None, bot: str | None, connected: set[str]
    ) -> None:
        running = await self.play.present(table)
        table.need_running()
        if not table.seats_of(guest):
            raise refuse(403, "not-seated")
        if kind == "stand-in":
            await self.ask_stand_in(table, guest, seat, bot, connected)
            return
        if table.request_of(kind) is not None:
            raise refuse(409, "request-pending", kind=kind)
        others = [each for each in table.people() if each != guest and not self.replaced(table, each)]
        if not others:
            await self.end_by(table, running, kind, table.seats_of(guest)[0])
            return
        self.add(table, kind, guest, others, ANSWER_SECONDS)

    def replaced(self, table: Table, guest: str) -> bool:
        """A bot plays on for all this person's seats: they need not be asked."""
        return all(table.seats[seat].stand_in for seat in table.seats_of(guest))

    async def end_by(self, table: Table, running: Running, kind: str, seat: int) -> None:
        await self.play.end(table, running, seat, AGREED if kind == "end" else ABANDONED, [])

    async def answer(self, table: Table, guest: str, number: int, agree: bool, connected: set[str]) -> None:
        self.lapse(table)
        request = next((each for each in table.requests if each.id == number), None)
        if request is None:
            raise refuse(404, "request-unknown")
        if guest == request.by:
            if not agree:
                self.withdraw(table, request)
            return
        if guest not in request.asked:
            raise refuse(403, "not-asked")
        running = await self.play.present(table)
        table.need_running()
        if not agree:
            if request.kind == "stand-in":
                request.asked.remove(guest)
                if self.majority(table, request, connected, hopeful=True):
                    table.touch()
                    return
            self.withdraw(table, request)
            return
        if guest not in request.agreed:
            request.agreed.append(guest)
            table.touch()
        if request.kind == "stand-in":
            if self.majority(table, request, connected, hopeful=False):
                self.withdraw(table, request)
                await self.stand_in(table, request.seat or 0, request.bot)
            return
        if set(request.asked) <= set(request.agreed):
            self.withdraw(table, request)
            if request.kind == "undo" and request.seat is not None and request.to is not None:
                await self.play.go_back(table, running, request.seat, request.to, free=False)
            else:
                await self.end_by(table, running, request.kind, table.seats_of(request.by)[0])

    def withdraw(self, table: Table, request: Request) -> None:
        table.requests = [each for each in table.requests if each is not request]
        table.touch()

    # --- stand-ins -------------------------------------------------------------------------------------------------

    async def ask_stand_in(
        self, table: Table, guest: str, seat: int | None, bot: str | None, connected: set[str]
    ) -> None:
        if seat is None or not 0 <= seat < len(table.seats):
            raise refuse(404, "seat-unknown", seat=seat)
        wanted = table.seats[seat]
        if wanted.kind != "person" or wanted.guest == guest:
            raise refuse(409, "seat-not-away", seat=seat)
        since = table.facts.away.get(wanted.guest)
        patience = self.limits.away_seconds
        if wanted.guest in connected or since is None or time.time() - since < patience:
            raise refuse(409, "seat-not-away", seat=seat, seconds=patience)
        if wanted.stand_in:
            raise refuse(409, "seat-has-stand-in", seat=seat)
        chosen = checked_bot(table, bot)
        asked = [each for each in table.people() if each not in (guest, wanted.guest) and each in connected]
        if guest == table.facts.host or not asked:
            await self.stand_in(table, seat, chosen)
            return
        if table.request_of("stand-in") is not None:
            raise refuse(409, "request-pending", kind="stand-in")
        request = self.add(table, "stand-in", guest, asked, STAND_IN_SECONDS, seat=seat, bot=chosen)
        if self.majority(table, request, connected, hopeful=False):
            self.withdraw(table, request)
            await self.stand_in(table, seat, chosen)

    def majority(self, table: Table, request: Request, connected: set[str], hopeful: bool) -> bool:
        """Do more than half of the people there agree, or can they still?"""
        owner = table.seats[request.seat or 0].guest
        there = [each for each in table.people() if each != owner and each in connected]
        willing = {request.by, *request.agreed}
        if hopeful:
            willing |= set(request.asked)
        return len(willing) * 2 > len({*there, request.by})

    async def stand_in(self, table: Table, seat: int, bot: str | None) -> None:
        running = await self.play.present(table)
        owner = table.seats[seat]
        sits = msgspec.structs.replace(
            owner, stand_in=checked_bot(table, bot), bot_seed=owner.bot_seed or secrets.randbits(63)
        )
        await self.play.reseat(table, running, seat, sits, "stand-in", owner.name)

    async def take_back(self, table: Table, guest: str, seat: int) -> None:
        running = await self.play.present(table)
        table.need_running()
        own = table.need_seat(guest, seat)
        if not own.stand_in:
            raise refuse(409, "seat-yours", seat=seat)
        await self.play.reseat(table, running, seat, msgspec.structs.replace(own, stand_in=""), "back", own.name)

    # --- ends and leaving ------------------------------------------------------------------------------------------

    async def resign(self, table: Table, guest: str, seat: int) -> None:
        running = await self.play.present(table)
        table.need_running()
        table.need_seat(guest, seat)
        await self.play.end(table, running, seat, RESIGNED, [seat])

    async def leave(self, table: Table, guest: Guest, seat: int | None, to: str | None, bot: str | None) -> None:
        """Go from a running match: a bot or a replacement has the seat from now on. The last person ends it."""
        running = await self.play.present(table)
        table.need_running()
        mine = table.seats_of(guest.id)
        if seat is None and len(mine) != 1:
            raise refuse(403 if not mine else 422, "not-seated" if not mine else "seat-unknown", seat=seat)
        number = mine[0] if seat is None else seat
        own = table.need_seat(guest.id, number)
        if table.people() == [guest.id] and len(mine) == 1:
            await self.play.end(table, running, number, ABANDONED, [number])
            return
        left = Seat("open", own.colour, was=own.name, contribution=own.contribution)
        if to != "open":
            chosen = checked_bot(table, bot)
            left = Seat(
                "bot",
                own.colour,
                name=bot_title(table, chosen),
                bot=chosen,
                bot_seed=secrets.randbits(63),
                was=own.name,
                contribution=own.contribution,
            )
        more: list[Write] = []
        if len(mine) == 1:
            more.append((sql.remove_member, {"who": guest.id, "which": table.id}))
            if table.facts.host == guest.id:
                table.facts.host = next(each for each in table.people() if each != guest.id)
        await self.play.reseat(table, running, number, left, "left", own.name, *more)
        table.set_curtain(guest.id, None)
        table.requests = [each for each in table.requests if guest.id not in (each.by, *each.asked)]

    async def join(self, table: Table, guest: Guest, seat: int | None, name: str | None) -> None:
        """Take the seat of somebody who left."""
        running = await self.play.present(table)
        table.need_running()
        if table.seats_of(guest.id):
            raise refuse(409, "already-seated")
        number = open_seat(table, seat)
        sits = replacing(table, number, guest, name)
        if not table.facts.host:
            table.facts.host = guest.id
        member = (sql.add_member, {"guest": guest.id, "table": table.id})
        await self.play.reseat(table, running, number, sits, "joined", sits.name, member)
