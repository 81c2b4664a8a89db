"""A simple player: claims the longest route it can pay for, else draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.engine.chance import Stream
from roundhouse.games.ticket_to_ride.actions import CLAIM, CLAIMS_A_ROUTE, DRAW, KEEP, PAY, STATION, TICKETS
from roundhouse.games.ticket_to_ride.board import BOARD, LOCO


def choose_greedily(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    """The longest route, cheapest in locomotives; else a card from the deck, or whatever else comes first."""
    claims = [action for action in offer if action >= CLAIM]
    if claims:
        longest = max(length_of(action) for action in claims)
        best = [action for action in claims if length_of(action) == longest]
        fewest = min(locomotives(action) for action in best)
        best = [action for action in best if locomotives(action) == fewest]
        return best[int(stream.below(len(best)))]
    extra = [action for action in offer if PAY <= action < TICKETS]
    if extra:
        return extra[0]
    keeps = [action for action in offer if KEEP <= action < STATION]
    if keeps:
        return fewest_points(view, keeps)
    if DRAW in offer:
        return int(DRAW)
    return min(offer)


def length_of(action: int) -> int:
    return int(BOARD.length[(action - CLAIM) // CLAIMS_A_ROUTE])


def locomotives(action: int) -> int:
    code = (action - int(CLAIM)) % int(CLAIMS_A_ROUTE)
    return length_of(action) if code // 8 == LOCO else code % 8


def fewest_points(view: Mapping[str, Any], keeps: Sequence[int]) -> int:
    """Keep the tickets that risk least: it plans none of them."""
    tickets = [BOARD.tickets[BOARD.ticket_by_name[name]] for name in view["offer"]["tickets"]]

    def risk(action: int) -> int:
        return sum(int(ticket.points) for place, ticket in enumerate(tickets) if (action - int(KEEP)) >> place & 1)

    return min(keeps, key=risk)
