"""Making a table and filling it: all that happens before the start, and the start itself."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from roundhouse.bots import bot_named
from roundhouse.engine.chance import SEED_BYTES, commitment
from roundhouse.engine.game import FIRST_SEAT
from roundhouse.engine.registry import game_named
from roundhouse.server.directory import Directory, fresh
from roundhouse.server.guests import Guest
from roundhouse.server.refusals import refuse
from roundhouse.server.settings import Limits
from roundhouse.server.storage import statements as sql
from roundhouse.server.storage.database import Write
from roundhouse.server.tables import (
    COLOURS,
    FINISHED,
    FROZEN,
    RUNNING,
    WAITING,
    Facts,
    Seat,
    Table,
    TableSettings,
    new_id,
)
from roundhouse.server.text import clean_name, same_name

CONTRIBUTION_LENGTH = 64
TABLE_NAME_LENGTH = 24
MOST_PACE, MOST_UNDO_WAIT = 3.0, 10.0


def checked_settings(given: dict[str, Any], present: TableSettings) -> TableSettings:
    known = {field.name for field in msgspec.structs.fields(TableSettings)}
    for name, value in given.items():
        if name not in known:
            raise refuse(422, "option-unknown", option=name[:60])
        if name in ("pace", "undo_wait"):
            most = MOST_PACE if name == "pace" else MOST_UNDO_WAIT
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
                raise refuse(422, "option-value", option=name, least=0, most=most)
        elif not isinstance(value, bool):
            raise refuse(422, "option-value", option=name)
    return msgspec.structs.replace(present, **given)


def checked_contribution(text: str | None) -> str:
    if text is None:
        return ""
    if len(text) > CONTRIBUTION_LENGTH or not text.isprintable():
        raise refuse(422, "contribution", most=CONTRIBUTION_LENGTH)
    return text


def checked_bot(table: Table, name: str | None) -> str:
    return bot_named(table.game, name or "").name


def free_name(table: Table, name: str, but: int | None = None) -> str:
    """A name nobody else at the table has, or a refusal."""
    for number, seat in enumerate(table.seats):
        if number != but and seat.kind == "person" and same_name(seat.name, name):
            raise refuse(422, "name-taken", name=name)
    return name


def name_for(table: Table, guest: Guest, given: str | None) -> str:
    """The name to sit down under: the one given, or one's own with a number where it is taken."""
    if given is not None:
        return free_name(table, clean_name(given))
    taken = [seat.name for seat in table.seats if seat.kind == "person"]
    name = guest.name
    number = 2
    while any(same_name(name, each) for each in taken):
        name = f"{guest.name} {number}"
        number += 1
    return name


def free_colour(table: Table) -> str:
    used = {seat.colour for seat in table.seats}
    return next((colour for colour in COLOURS if colour not in used), "")


def bot_seat(table: Table, bot: str, colour: str) -> Seat:
    return Seat("bot", colour, name=bot_title(table, bot), bot=bot, bot_seed=secrets.randbits(63))


def bot_title(table: Table, bot: str) -> str:
    """The bot's kind, with a number where several of it sit here."""
    same = sum(seat.kind == "bot" and seat.bot == bot for seat in table.seats)
    return bot if not same else f"{bot} {same + 1}"


def seat_numbered(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise refuse(404, "seat-unknown", seat=number)
    return table.seats[number]


def open_seat(table: Table, number: int | None) -> int:
    """The seat that was asked for, or any, if nobody has it."""
    if number is None:
        number = next((each for each, seat in enumerate(table.seats) if seat.kind == "open"), None)
        if number is None:
            raise refuse(409, "table-full")
    if seat_numbered(table, number).kind != "open":
        raise refuse(409, "seat-taken", seat=number)
    return number


def replacing(table: Table, number: int, guest: Guest, name: str | None) -> Seat:
    """The open seat with this person on it. Its number for the shuffle stays: a running match's chance is fixed."""
    left = table.seats[number]
    title = name_for(table, guest, name)
    return Seat(
        "person", left.colour, guest=guest.id, name=title, was=left.was, ready=True, contribution=left.contribution
    )


class Seating:
    def __init__(self, directory: Directory, limits: Limits) -> None:
        self.directory = directory
        self.limits = limits

    # --- quotas ----------------------------------------------------------------------------------------------------

    def count(self, guest: str) -> tuple[int, int]:
        """Tables this guest hosts that are not over, and bot seats at them."""
        hosted = [
            table
            for table in self.directory.tables.values()
            if table.facts.host == guest and table.status not in (FINISHED, FROZEN)
        ]
        return len(hosted), sum(seat.kind == "bot" for table in hosted for seat in table.seats)

    def need_quota(self, guest: str, tables: int, bots: int) -> None:
        hosted, bot_seats = self.count(guest)
        if hosted + tables > self.limits.tables_per_guest:
            raise refuse(429, "quota-tables", most=self.limits.tables_per_guest)
        if bot_seats + bots > self.limits.bot_seats_per_guest:
            raise refuse(429, "quota-bots", most=self.limits.bot_seats_per_guest)

    # --- making ----------------------------------------------------------------------------------------------------

    async def create(
        self,
        guest: Guest,
        game_name: str,
        seats: int,
        options: dict[str, Any],
        first_seat: int | str,
        public: bool,
        name: str,
        settings: dict[str, Any],
        fill: str,
        position: dict[str, Any] | None = None,
        opened_from: dict[str, Any] | None = None,
    ) -> Table:
        game = game_named(game_name)
        configuration = game.configure(seats, {**options, FIRST_SEAT: first_seat})
        seed = secrets.token_bytes(SEED_BYTES)
        facts = Facts(
            name=clean_name(name) if name.strip() else "",
            host=guest.id,
            options=configuration.options,
            first_seat=first_seat,
            settings=checked_settings(settings, TableSettings()),
            commitment=commitment(seed),
            seats=[],
            position=position,
            opened_from=opened_from,
        )
        table = Table(new_id(), game_name, public, facts, seed)
        for number in range(seats):
            colour = free_colour(table)
            if number == 0:
                facts.seats.append(Seat("person", colour, guest=guest.id, name=guest.name, ready=True))
            elif fill == "me":
                name = name_for(table, guest, None)
                facts.seats.append(Seat("person", colour, guest=guest.id, name=name, ready=True))
            elif fill == "open":
                facts.seats.append(Seat("open", colour))
            else:
                facts.seats.append(bot_seat(table, checked_bot(table, fill), colour))
        self.need_quota(guest.id, 1, sum(seat.kind == "bot" for seat in facts.seats))
        await self.directory.add(table)
        return table

    async def rematch(self, table: Table, guest: Guest) -> Table:
        """A new table with everybody where they sat; who plays first is found anew."""
        if table.status not in (FINISHED, FROZEN):
            raise refuse(409, "table-running")
        if not table.seats_of(guest.id):
            raise refuse(403, "not-seated")
        if table.facts.rematch:
            return await self.directory.table(table.facts.rematch)
        seed = secrets.token_bytes(SEED_BYTES)
        seats = [
            msgspec.structs.replace(
                seat, ready=seat.guest == guest.id, contribution="", stand_in="", bot_seed=secrets.randbits(63)
            )
            for seat in table.seats
        ]
        facts = msgspec.structs.replace(
            table.facts,
            host=guest.id,
            commitment=commitment(seed),
            seats=seats,
            contributions=[],
            rematch="",
            rematch_of=table.id,
            ending=None,
            result=None,
            position=None,
            opened_from=None,
            frozen="",
            away={},
        )
        again = Table(new_id(), table.game_name, table.public, facts, seed)
        self.need_quota(guest.id, 1, sum(seat.kind == "bot" for seat in seats))
        await self.directory.add(again)
        table.facts.rematch = again.id
        await self.changed(table)
        return again

    # --- seats -----------------------------------------------------------------------------------------------------

    async def changed(self, table: Table, *more: Write) -> None:
        table.touch()
        await self.directory.save(table, *more)

    async def join(self, table: Table, guest: Guest, seat: int | None, name: str | None, contribution: str) -> None:
        """Take an open seat before the start."""
        if table.status != WAITING:
            raise refuse(409, "table-over")
        if table.seats_of(guest.id) and name is None:
            raise refuse(409, "already-seated")
        number = open_seat(table, seat)
        table.seats[number] = replacing(table, number, guest, name)
        table.seats[number].contribution = contribution
        if not table.facts.host:
            table.facts.host = guest.id
        await self.changed(table, (sql.add_member, {"guest": guest.id, "table": table.id}))

    async def stand_up(self, table: Table, guest: str, seat: int | None) -> None:
        """Leave before the start. The table goes to whoever is left; nobody left, and it goes."""
        mine = table.seats_of(guest) if seat is None else [seat]
        if not mine:
            raise refuse(403, "not-seated")
        for number in mine:
            table.need_seat(guest, number)
            table.seats[number] = Seat("open", table.seats[number].colour)
        more: list[Write] = []
        if not table.seats_of(guest):
            more.append((sql.remove_member, {"who": guest, "which": table.id}))
        if table.facts.host == guest and not table.seats_of(guest):
            left = table.people()
            if not left:
                await self.directory.remove(table)
                return
            table.facts.host = left[0]
        await self.changed(table, *more)

    async def set_seat(
        self,
        table: Table,
        guest: Guest,
        number: int,
        kind: str | None,
        bot: str | None,
        colour: str | None,
        name: str | None,
    ) -> None:
        seat = seat_numbered(table, number)
        own = seat.kind == "person" and seat.guest == guest.id
        host = table.facts.host == guest.id
        if not host and not (own and kind is None):
            raise refuse(403, "not-host")
        if kind is not None or bot is not None:
            table.need_waiting()
        if colour is not None and colour not in COLOURS:
            raise refuse(422, "colour-unknown", colour=colour[:30])
        if name is not None and not own:
            raise refuse(403, "not-your-seat", seat=number)
        more: list[Write] = []
        if kind is not None:
            if kind == "bot":
                chosen = checked_bot(table, bot)
                if seat.kind != "bot":
                    self.need_quota(table.facts.host, 0, 1)
                table.seats[number] = Seat("open", seat.colour)
                table.seats[number] = bot_seat(table, chosen, seat.colour)
            else:
                if own and len(table.seats_of(guest.id)) == 1:
                    raise refuse(409, "host-stays")
                table.seats[number] = Seat("open", seat.colour)
            if seat.kind == "person" and not table.seats_of(seat.guest):
                more.append((sql.remove_member, {"who": seat.guest, "which": table.id}))
        if name is not None:
            table.need_waiting()
            table.seats[number].name = free_name(table, clean_name(name), number)
        if colour is not None:
            for other in table.seats:
                if other.colour == colour:
                    other.colour = table.seats[number].colour
            table.seats[number].colour = colour
        await self.changed(table, *more)

    async def add_seat(self, table: Table, kind: str, bot: str | None) -> None:
        table.need_waiting()
        game = table.game
        if len(table.seats) >= game.most_seats:
            raise refuse(422, "option-seats", seats=len(table.seats) + 1, least=game.least_seats, most=game.most_seats)
        colour = free_colour(table)
        if kind == "bot":
            chosen = checked_bot(table, bot)
            self.need_quota(table.facts.host, 0, 1)
            table.seats.append(bot_seat(table, chosen, colour))
        else:
            table.seats.append(Seat("open", colour))
        await self.changed(table)

    async def remove_seat(self, table: Table, number: int) -> None:
        table.need_waiting()
        seat = seat_numbered(table, number)
        game = table.game
        if len(table.seats) <= game.least_seats:
            raise refuse(422, "option-seats", seats=len(table.seats) - 1, least=game.least_seats, most=game.most_seats)
        if seat.guest == table.facts.host and len(table.seats_of(seat.guest)) == 1:
            raise refuse(409, "host-stays")
        del table.seats[number]
        more: list[Write] = []
        if seat.kind == "person" and not table.seats_of(seat.guest):
            more.append((sql.remove_member, {"who": seat.guest, "which": table.id}))
        if isinstance(table.facts.first_seat, int) and table.facts.first_seat >= len(table.seats):
            table.facts.first_seat = "random"
        await self.changed(table, *more)

    async def order(self, table: Table, order: list[int] | str) -> None:
        table.need_waiting()
        numbers = list(range(len(table.seats)))
        if order == "shuffle":
            secrets.SystemRandom().shuffle(numbers)
        elif isinstance(order, list) and sorted(order) == numbers:
            numbers = order
        else:
            raise refuse(422, "order", seats=len(table.seats))
        table.facts.seats = [table.seats[number] for number in numbers]
        await self.changed(table)

    async def settle_options(
        self,
        table: Table,
        options: dict[str, Any] | None,
        first_seat: int | str | None,
        public: bool | None,
        name: str | None,
        settings: dict[str, Any] | None,
    ) -> None:
        if options is not None or first_seat is not None:
            table.need_waiting()
            first = table.facts.first_seat if first_seat is None else first_seat
            chosen = {**table.facts.options, **(options or {})}
            configuration = table.game.configure(len(table.seats), {**chosen, FIRST_SEAT: first})
            changed_options, changed_first = configuration.options, first
        else:
            changed_options, changed_first = table.facts.options, table.facts.first_seat
        changed_settings = checked_settings(settings or {}, table.facts.settings)
        changed_name = table.facts.name
        if name is not None:
            changed_name = clean_name(name) if name.strip() else ""
        table.facts.options, table.facts.first_seat = changed_options, changed_first
        table.facts.settings, table.facts.name = changed_settings, changed_name
        if public is not None:
            table.public = public
        await self.changed(table)

    # --- the start -------------------------------------------------------------------------------------------------

    async def start(self, table: Table) -> None:
        table.need_waiting()
        open_seats = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        if open_seats:
            raise refuse(409, "seats-open", seats=open_seats)
        table.facts.contributions = [seat.contribution for seat in table.seats]
        try:
            running = fresh(table)
        except BaseException:
            table.facts.contributions = []
            raise
        table.status = RUNNING
        table.touch()
        try:
            await self.directory.started(table, running)
        except BaseException:
            table.status = "waiting"
            table.facts.contributions = []
            raise
        table.rules_version, table.content = table.game.rules_version, table.game.content_hash
        table.running = running
        table.seq = 0
