"""Tickets nobody at the table can see, drawn anew so that they agree with everything that was seen.

The dealings tell how many tickets went from which block to which seat, and how many it put where. A ticket seen twice
by a seat has found its way from where it was put to where it came from, through the hands of others; so has a ticket
shown at the end. Such ways are laid first, the rest is dealt at random.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.chance import Stream
from roundhouse.engine.refusal import refuse_position
from roundhouse.games.ticket_to_ride.board import BOARD

ATTEMPTS = 400
BOX = "box"
KEPT = "kept"
NOWHERE = "nowhere"


class Event:
    """A dealing: what is known of it, and what is chosen for it."""

    def __init__(self, told: Mapping[str, Any], own: bool) -> None:
        self.seat: int = told["seat"]
        self.room: dict[str, int] = dict(told["from"])
        self.kept: int = told["kept"]
        self.to: str = told["to"]
        self.own = own
        self.tickets: list[int] = [BOARD.ticket_by_name[name] for name in told.get("tickets", [])]
        self.blocks: list[str] = list(told.get("blocks", []))
        self.kept_tickets: set[int] = {BOARD.ticket_by_name[name] for name in told.get("kept_tickets", [])}
        self.reserved: dict[int, tuple[str, bool]] = {}
        """Tickets that must pass here: from which block, and whether they are kept."""

    def keep_room(self) -> int:
        return self.kept - sum(kept for _, kept in self.reserved.values())

    def back_room(self) -> int:
        size = sum(self.room.values())
        return size - self.kept - sum(not kept for _, kept in self.reserved.values())

    def block_room(self, block: str) -> int:
        return self.room.get(block, 0) - sum(source == block for source, _ in self.reserved.values())


class UnseenTickets:
    """One way the unseen tickets may lie: every event with its tickets, and what is left in each block."""

    def __init__(self, view: Mapping[str, Any], pools: tuple[list[int], list[int]], lot: Stream) -> None:
        self.view = view
        self.pools = pools
        self.lot = lot
        self.over = view["phase"] == "over" and all(tickets is not None for tickets in view["tickets"])
        for _ in range(ATTEMPTS):
            self.prepare()
            if self.lay_ways() and self.deal_rest():
                return
        raise refuse_position("view-impossible", "dealings")

    def prepare(self) -> None:
        own = self.view["seat"]
        self.events = [Event(told, told["seat"] == own) for told in self.view["dealings"]]
        # Offers still open are dealings of which nothing is kept or returned yet.
        for seat, player in enumerate(self.view["players"]):
            if player["offered"]:
                told: dict[str, Any] = {"seat": seat, "from": player["offered"], "kept": 0, "to": NOWHERE}
                if seat == own:
                    told |= {"tickets": self.view["offer"]["tickets"], "blocks": self.view["offer"]["blocks"]}
                self.events.append(Event(told, seat == own))
        self.lying: dict[str, list[int]] = {"long": list(self.pools[0]), "regular": list(self.pools[1])}
        self.awaited: dict[int, list[int]] = {}
        """The events a ticket must still pass through, in order."""

    def shuffled(self, items: list[Any]) -> list[Any]:
        rest = list(items)
        for place in range(len(rest) - 1, 0, -1):
            other = int(self.lot.below(place + 1))
            rest[place], rest[other] = rest[other], rest[place]
        return rest

    # --- ways ------------------------------------------------------------------------------------------------------

    def lay_ways(self) -> bool:
        """For every ticket whose places are known at several times, a way between them."""
        legs = []
        seen: dict[int, tuple[int, str]] = {}
        for pool, name in ((self.pools[0], "long"), (self.pools[1], "regular")):
            seen.update(dict.fromkeys(pool, (-1, name)))
        for number, event in enumerate(self.events):
            if event.own:
                for ticket, block in zip(event.tickets, event.blocks, strict=True):
                    since, start = seen[ticket]
                    if start != block:
                        legs.append((ticket, since, start, number, block))
                    self.awaited.setdefault(ticket, []).append(number)
                    seen[ticket] = (number, KEPT if ticket in event.kept_tickets else event.to)
        if self.over:
            for seat, tickets in enumerate(self.view["tickets"]):
                if seat != self.view["seat"]:
                    for name in tickets:
                        ticket = BOARD.ticket_by_name[name]
                        legs.append((ticket, *seen[ticket], len(self.events), f"{KEPT}-{seat}"))
        return all(self.lay(*leg) for leg in self.shuffled(legs))

    def lay(self, ticket: int, since: int, start: str, until: int, goal: str) -> bool:
        """Events of other seats that could have carried the ticket from one block to another, or kept it."""
        for number in self.shuffled(list(range(since + 1, until))):
            event = self.events[number]
            if event.own or event.block_room(start) < 1 or ticket in event.reserved:
                continue
            if goal == f"{KEPT}-{event.seat}":
                if event.keep_room() > 0:
                    event.reserved[ticket] = (start, True)
                    self.awaited.setdefault(ticket, []).append(number)
                    return True
            if event.to in (BOX, NOWHERE) or event.back_room() < 1:
                continue
            event.reserved[ticket] = (start, False)
            if event.to == goal or self.lay(ticket, number, event.to, until, goal):
                self.awaited.setdefault(ticket, []).append(number)
                return True
            del event.reserved[ticket]
        return False

    # --- the rest --------------------------------------------------------------------------------------------------

    def deal_rest(self) -> bool:
        """Play the dealings in order: tickets that must pass do, the others are drawn and kept at random."""
        for ticket in self.awaited:
            self.awaited[ticket].sort()
        for number, event in enumerate(self.events):
            if not event.own and not self.draw(number, event):
                return False
            for ticket, block in zip(event.tickets, event.blocks, strict=True):
                if ticket not in self.lying.get(block, []):
                    return False
                self.lying[block].remove(ticket)
                if self.awaited.get(ticket, [])[:1] == [number]:
                    self.awaited[ticket].pop(0)
                if ticket not in event.kept_tickets and event.to not in (BOX, NOWHERE):
                    self.lying.setdefault(event.to, []).append(ticket)
        return not any(self.awaited.values())

    def draw(self, number: int, event: Event) -> bool:
        for block, room in event.room.items():
            here = [ticket for ticket, (source, _) in event.reserved.items() if source == block]
            if any(self.awaited[ticket][0] != number for ticket in here):
                return False
            free = self.shuffled([ticket for ticket in self.lying.get(block, []) if not self.awaited.get(ticket)])
            if room - len(here) > len(free):
                return False
            for ticket in sorted(here + free[: room - len(here)]):
                event.tickets.append(ticket)
                event.blocks.append(block)
        event.kept_tickets = {ticket for ticket, (_, kept) in event.reserved.items() if kept}
        free = self.shuffled([ticket for ticket in event.tickets if ticket not in event.reserved])
        event.kept_tickets.update(free[: event.kept - len(event.kept_tickets)])
        return len(event.kept_tickets) == event.kept
