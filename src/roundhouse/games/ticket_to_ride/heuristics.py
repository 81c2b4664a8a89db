"""What good play looks like: a player that plans. (`greedy.py` is the simple one.)

It chooses from its seat's view and a stream of its own; nothing is kept between moves and no clock is read, so the
same view and stream give the same choice anywhere. It plays as an experienced person does:

* **A plan** (`strategy.py`): the cheapest network that joins its tickets over what is free, own trains counted, with a
  station where it is cut off; what can't be done in the turns and trains left is given up.
* **What is about to be lost first**: how likely a rival takes a route (where it builds, how many cards it has and which
  of them all have seen) times what going round it would cost.
* **Cards for the plan**: face-up ones that complete routes soonest, locomotives where they are worth two cards.
* **New tickets** when the plan is done and there is time for more; what they are worth is found by looking at what the
  unseen ones would cost to join.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roundhouse.engine.chance import Stream
from roundhouse.games.ticket_to_ride.actions import (
    CLAIM,
    CLAIMS_A_ROUTE,
    DRAW,
    KEEP,
    STATION,
    STATIONS_A_CITY,
    TAKE_BACK,
    TICKETS,
)
from roundhouse.games.ticket_to_ride.planning import FAR, LINK_A, LINK_B, LINK_OF, LINKS_AT
from roundhouse.games.ticket_to_ride.situation import LENGTH, LOCO, WORTH, Situation
from roundhouse.games.ticket_to_ride.strategy import (
    SURPLUS,
    TRAIN,
    TURN,
    Plan,
    danger,
    hopes_of_tickets,
    loss,
    made_plan,
    needs,
    payment_cost,
    trains_of,
    value_of_cards,
    worth_of_keeping,
)

FIRST_CLAIM: Final = int(CLAIM)
FIRST_STATION: Final = int(STATION)
FIRST_KEEP: Final = int(KEEP)
BLIND: Final = int(DRAW)
EAGER: Final = 0.3
"""What it is worth to have a planned route rather than the cards for it, beside the danger of losing it."""
SAMPLES: Final = 12
"""Hands of new tickets imagined before drawing some."""


def choose_by_plan(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    """The choice of a player who plans its tickets on the map."""
    if len(offer) == 1:
        return offer[0]
    situation = Situation(view)
    first = offer[0]
    if FIRST_KEEP <= first < FIRST_STATION:
        return tickets_to_keep(situation, offer)
    if int(TAKE_BACK) in offer:
        return tunnel_answer(situation, offer)
    plan = made_plan(situation)
    if situation.second_card:
        return best_second_card(situation, plan, offer)
    best, value = best_claim(situation, plan, offer)
    for action, worth in ((best_station(situation, plan, offer)), drawn_tickets(situation, plan, offer, stream)):
        if worth > value:
            best, value = action, worth
    action, worth = best_card(situation, plan, offer)
    return action if worth > value or best < 0 else best


# --- the planning player's answers -----------------------------------------------------------------------------------


def route_of(action: int) -> int:
    return (action - FIRST_CLAIM) // int(CLAIMS_A_ROUTE)


def payment_of(action: int) -> tuple[int, int]:
    """The kind of card a claim is paid with, and how many locomotives stand in for it."""
    rest = (action - FIRST_CLAIM) % int(CLAIMS_A_ROUTE)
    return rest // 8, rest % 8


def locos_of_claim(action: int) -> int:
    kind, locos = payment_of(action)
    return LENGTH[route_of(action)] if kind == LOCO else locos


def tickets_to_keep(situation: Situation, offer: Sequence[int]) -> int:
    """The choice that is worth most with the tickets one has already."""
    best, most = offer[0], -1e9
    tries = 4 if len(offer) <= 16 else 2
    for action in offer:
        mask = action - FIRST_KEEP
        kept = [ticket for place, ticket in enumerate(situation.offered) if mask >> place & 1]
        worth = worth_of_keeping(situation, kept, tries)
        if worth > most:
            best, most = action, worth
    return best


def tunnel_answer(situation: Situation, offer: Sequence[int]) -> int:
    """Pay with as few locomotives as possible: what was committed is best spent here and now."""
    paying = [action for action in offer if action != int(TAKE_BACK)]
    return min(paying) if paying else int(TAKE_BACK)


def best_claim(situation: Situation, plan: Plan, offer: Sequence[int]) -> tuple[int, float]:
    """The route to claim now, and what that is worth beside a turn's drawing."""
    wanted = needs(plan)
    planned: dict[int, int] = dict(zip(plan.routes, plan.links, strict=True))
    links = set(plan.links)
    values: dict[int, float] = {}
    best, most = -1, -1e9
    for action in offer:
        if action < FIRST_CLAIM:
            continue
        route = route_of(action)
        if route not in values:
            values[route] = claim_value(situation, plan, route, planned, links)
        kind, locos = payment_of(action)
        value = values[route] - payment_cost(plan, wanted, route, kind, locos, LENGTH[route])
        if value > most:
            best, most = action, value
    return best, most


def claim_value(situation: Situation, plan: Plan, route: int, planned: Mapping[int, int], links: set[int]) -> float:
    """A planned route: the turn it saves later, and the danger of losing it. Another one: its points alone."""
    link = LINK_OF[route]
    points = WORTH[route] - TRAIN * LENGTH[route]
    if plan.for_points:
        return WORTH[route] + (0.5 if route in planned else 0.0)
    if link in links:
        at_stake = loss(plan, link)
        worth = TURN + EAGER + danger(situation, route) * at_stake
        if situation.turns_left <= len(plan.links) + 1:
            # The end is near: what isn't claimed soon never will be.
            worth += WORTH[route]
        return worth
    # Off the plan: only where trains and turns are left over.
    spare = situation.trains - trains_of(situation, plan.links) - LENGTH[route]
    return points if spare >= 0 else -FAR


def best_station(situation: Situation, plan: Plan, offer: Sequence[int]) -> tuple[int, float]:
    """A station that lends what the plan borrows, as soon as nothing else keeps that plan from its end."""
    if not plan.borrowed:
        return -1, -1e9
    if len(plan.links) > 1 and situation.turns_left > len(plan.links) + len(plan.borrowed) + 1 and not plan.for_points:
        return -1, -1e9
    cities = {
        city
        for link in plan.borrowed
        if situation.seat not in (situation.host[LINK_A[link]], situation.host[LINK_B[link]])
        for city in (LINK_A[link], LINK_B[link])
    }
    wanted = needs(plan)
    best, least = -1, 1e9
    for action in offer:
        if not FIRST_STATION <= action < FIRST_CLAIM:
            continue
        city, rest = divmod(action - FIRST_STATION, int(STATIONS_A_CITY))
        if city not in cities:
            continue
        cost = payment_cost(plan, wanted, -1, rest // 3, rest % 3, 4 - situation.stations)
        # Where more rival routes meet, more may yet be lent.
        cost -= 0.1 * sum(1 for link in LINKS_AT[city] if situation.lent(link))
        if cost < least:
            best, least = action, cost
    if best < 0:
        return best, -1e9
    return best, max(plan.points, default=0) - least


def drawn_tickets(situation: Situation, plan: Plan, offer: Sequence[int], stream: Stream) -> tuple[int, float]:
    """New tickets, where the plan is done and their hopes outweigh what routes alone would bring."""
    if int(TICKETS) not in offer or not plan.for_points or plan.borrowed or situation.turns_left < 6:
        return -1, -1e9
    unseen = situation.unseen_tickets
    drawn = min(situation.draw, situation.tickets_left, len(unseen))
    if drawn == 0:
        return -1, -1e9
    samples = [sample(unseen, drawn, stream) for _ in range(SAMPLES)]
    return int(TICKETS), hopes_of_tickets(situation, samples)


def sample(items: Sequence[int], count: int, stream: Stream) -> list[int]:
    pool = list(items)
    for place in range(count):
        other = place + stream.below(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    return pool[:count]


# --- cards -----------------------------------------------------------------------------------------------------------


def blind_value(situation: Situation, values: Sequence[float]) -> float:
    """What a card from the deck is worth on average, by what hasn't been seen."""
    total = sum(situation.unseen)
    if total <= 0:
        return SURPLUS
    return sum(count * value for count, value in zip(situation.unseen, values, strict=True)) / total


def best_second_card(situation: Situation, plan: Plan, offer: Sequence[int]) -> int:
    values = value_of_cards(plan)
    blind = blind_value(situation, values)
    return max(offer, key=lambda action: (blind if action == BLIND else values[action], -action))


def best_card(situation: Situation, plan: Plan, offer: Sequence[int]) -> tuple[int, float]:
    """The first card of a draw, looking ahead to the second; what the whole draw is worth."""
    values = value_of_cards(plan)
    blind = blind_value(situation, values)
    best, most = -1, -1e9
    for action in offer:
        if action > BLIND:
            continue
        if action == LOCO:
            value = values[LOCO]
        else:
            second = [values[kind] for kind in range(LOCO) if situation.row[kind] > (kind == action)]
            value = (blind if action == BLIND else values[action]) + max([blind, *second])
        if value > most:
            best, most = action, value
    if best < 0:
        return best, most
    return best, plan.rate * most / 2
