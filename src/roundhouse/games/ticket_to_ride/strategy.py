"""How the planning player weighs things up: what a link costs, what it risks, what a card is worth.

Everything is told in points. A turn is worth `TURN` points, a train `TRAIN`: about what they bring a good player.
"""

from __future__ import annotations

from typing import Final, final

from roundhouse.games.ticket_to_ride.planning import (
    FAR,
    LINK_A,
    LINK_B,
    LINK_OF,
    LINK_ROUTES,
    Network,
    Tree,
    cheapest_network,
    network_in_order,
)
from roundhouse.games.ticket_to_ride.situation import (
    COLOUR,
    END_A,
    END_B,
    FERRY,
    GRAY,
    KINDS,
    LENGTH,
    LOCO,
    NOBODY,
    ROUTES,
    TICKET_A,
    TICKET_B,
    TICKET_POINTS,
    TUNNEL,
    WORTH,
    Situation,
)

TURN: Final = 2.0
TRAIN: Final = 1.3
LEAST_COST: Final = 0.3
"""What even a link that pays for itself costs: none is free, or plans would wander."""
RISK: Final = 0.5
"""Points off for each link still to be claimed, for each rival."""
SURPLUS: Final = 0.1
"""The worth of a card no plan asks for, beside one that it does."""


@final
class Plan:
    """What to build, and what for."""

    def __init__(self, situation: Situation) -> None:
        self.situation: Situation = situation
        self.costs: list[float] = link_costs(situation)
        self.pairs: list[tuple[int, int]] = []
        self.points: list[int] = []
        self.links: list[int] = []
        self.routes: list[int] = []
        """The route for each link to be claimed."""
        self.borrowed: list[int] = []
        """Links of rivals to be used with a station."""
        self.for_points: bool = False
        """Nothing is left to join: routes are wanted for what they score."""
        self.rate: float = TURN
        """What a turn brings, as far as one can see."""


def turns_for(situation: Situation, route: int) -> float:
    """How many turns it takes to draw what is missing for a route, and to claim it."""
    hand = situation.hand
    length = LENGTH[route]
    colour = COLOUR[route]
    if colour != GRAY:
        missing = length - 0.8 * min(hand[colour], length)
    else:
        missing = length - FERRY[route] - 0.7 * min(max(hand[:LOCO]), length - FERRY[route])
        missing += 1.6 * max(FERRY[route] - hand[LOCO], 0)
    if TUNNEL[route]:
        missing += 0.8
    return missing / 2 + 1


def route_cost(situation: Situation, route: int) -> float:
    cost = TURN * turns_for(situation, route) + TRAIN * LENGTH[route] - WORTH[route]
    return cost if cost > LEAST_COST else LEAST_COST


def link_costs(situation: Situation) -> list[float]:
    """What each link costs: nothing where own trains lie, FAR where nobody can build any more."""
    costs: list[float] = []
    for link in range(len(LINK_ROUTES)):
        best = FAR
        for route in LINK_ROUTES[link]:
            if situation.owner[route] == situation.seat:
                best = 0.0
                break
            if situation.free[route] and LENGTH[route] <= situation.trains:
                best = min(best, route_cost(situation, route))
        if best >= FAR:
            best = station_cost(situation, link)
        costs.append(best)
    return costs


def station_cost(situation: Situation, link: int) -> float:
    """What it costs to use a rival's link: a station at one of its ends, cards for it, and the points it would keep."""
    if situation.owner[LINK_ROUTES[link][0]] == NOBODY and all(
        situation.owner[route] == NOBODY for route in LINK_ROUTES[link]
    ):
        return FAR
    host_a, host_b = situation.host[LINK_A[link]], situation.host[LINK_B[link]]
    if situation.seat in (host_a, host_b):
        return LEAST_COST
    if situation.stations == 0 or (host_a != NOBODY and host_b != NOBODY):
        return FAR
    price = 4 - situation.stations
    return TURN * (1 + price / 2) + 4


def best_route(situation: Situation, link: int) -> int:
    """The free route of a link that costs least."""
    best, least = -1, FAR
    for route in LINK_ROUTES[link]:
        if situation.free[route] and LENGTH[route] <= situation.trains:
            cost = route_cost(situation, route)
            if cost < least:
                best, least = route, cost
    return best


def turns_of(situation: Situation, links: list[int]) -> float:
    total = 0.0
    for link in links:
        route = best_route(situation, link)
        total += turns_for(situation, route) if route >= 0 else 2.0
    return total


def trains_of(situation: Situation, links: list[int]) -> int:
    total = 0
    for link in links:
        route = best_route(situation, link)
        if route >= 0:
            total += LENGTH[route]
    return total


def stations_of(situation: Situation, links: list[int]) -> int:
    """How many stations these links ask for."""
    count = 0
    for link in links:
        if best_route(situation, link) < 0 and situation.seat not in (
            situation.host[LINK_A[link]],
            situation.host[LINK_B[link]],
        ):
            count += 1
    return count


def feasible(situation: Situation, links: list[int]) -> bool:
    return (
        trains_of(situation, links) <= situation.trains
        and turns_of(situation, links) <= situation.turns_left + 1
        and stations_of(situation, links) <= situation.stations
    )


def made_plan(situation: Situation) -> Plan:
    """Join the tickets that are worth it; where none is left, claim what scores best."""
    plan = Plan(situation)
    plan.pairs = [(TICKET_A[ticket], TICKET_B[ticket]) for ticket in situation.unfinished]
    plan.points = [TICKET_POINTS[ticket] for ticket in situation.unfinished]
    network = worthwhile(plan)
    for link in network.links:
        route = best_route(situation, link)
        if route >= 0:
            plan.links.append(link)
            plan.routes.append(route)
        else:
            plan.borrowed.append(link)
    if not plan.routes:
        aim_for_points(plan)
    return plan


def worthwhile(plan: Plan) -> Network:
    """The cheapest network, less the tickets that can't be joined or cost more than they are worth."""
    situation = plan.situation
    network = cheapest_network(plan.costs, plan.pairs, 6)
    for place in sorted(network.lost, reverse=True):
        drop(plan, place)
    if network.lost:
        network = cheapest_network(plan.costs, plan.pairs, 6)
    while plan.pairs:
        possible = feasible(situation, network.links)
        worst, least, without = -1, FAR, network
        for place in range(len(plan.pairs)):
            others = plan.pairs[:place] + plan.pairs[place + 1 :]
            found = cheapest_network(plan.costs, others, 3)
            saved = network.cost - found.cost
            # Joining it brings its points instead of losing them.
            kept = 2 * plan.points[place] - saved
            if not possible:
                kept = 2 * plan.points[place] / (saved + 0.1)
            if kept < least:
                worst, least, without = place, kept, found
        if possible and least >= 0:
            break
        drop(plan, worst)
        network = without
    return network


def drop(plan: Plan, place: int) -> None:
    plan.pairs.pop(place)
    plan.points.pop(place)


def aim_for_points(plan: Plan) -> None:
    """Routes by what they score for each turn they take."""
    situation = plan.situation
    plan.for_points = True
    found: list[tuple[float, int]] = []
    for route in range(ROUTES):
        if situation.free[route] and LENGTH[route] <= situation.trains:
            turns = exact_turns(situation, route)
            if turns <= situation.turns_left:
                found.append((WORTH[route] / turns, route))
    found.sort(key=lambda each: (-each[0], each[1]))
    plan.routes = [route for _, route in found[:4]]
    plan.links = [LINK_OF[route] for route in plan.routes]
    plan.rate = found[0][0] if found else 0.5


def exact_turns(situation: Situation, route: int) -> float:
    """Turns for one route when everything in hand may go into it."""
    hand = situation.hand
    colour = COLOUR[route]
    most = hand[colour] if colour != GRAY else max(hand[:LOCO])
    most = min(most, LENGTH[route] - FERRY[route])
    missing = LENGTH[route] - most - hand[LOCO]
    missing = max(missing, FERRY[route] - hand[LOCO], 0)
    return (missing + (0.7 if TUNNEL[route] else 0.0)) / 2 + 1


# --- what may be lost ------------------------------------------------------------------------------------------------


def danger(situation: Situation, route: int) -> float:
    """How likely a rival takes a route before one's next turn, or its twin where only one of the two may be taken."""
    length = LENGTH[route]
    colour = COLOUR[route]
    chance = 0.0
    for rival in situation.rivals:
        if rival.trains < length or rival.cards < length:
            continue
        near = 0.015
        if rival.at[END_A[route]]:
            near += 0.045
        if rival.at[END_B[route]]:
            near += 0.045
        if length >= 6:
            near *= 1.3
        elif length >= 4:
            near *= 0.7
        if colour != GRAY and rival.known[colour] + rival.known[LOCO] >= length:
            near *= 2.0
        chance += near
    return min(chance, 0.6)


def loss(plan: Plan, link: int) -> float:
    """What it would cost to lose a link: going round it, or giving up tickets."""
    costs = plan.costs[:]
    before = costs[link]
    costs[link] = FAR
    order = list(range(len(plan.pairs)))
    now = network_in_order(plan.costs, plan.pairs, order)
    then = network_in_order(costs, plan.pairs, order)
    lost = sum(2 * plan.points[place] for place in then.lost)
    return max(then.cost - now.cost + lost, before * 0.2)


# --- what cards are worth --------------------------------------------------------------------------------------------


def value_of_cards(plan: Plan) -> list[float]:
    """The worth of one more card of each kind; one that a planned route asks for is worth about 1."""
    situation = plan.situation
    left = situation.hand[:]
    values = [SURPLUS + 0.04 * min(left[kind], 5) for kind in range(LOCO)] + [0.6]
    coloured = [route for route in plan.routes if COLOUR[route] != GRAY]
    grays = [route for route in plan.routes if COLOUR[route] == GRAY]
    lacking: list[tuple[int, int]] = []
    for route in grays:
        if FERRY[route]:
            missing = max(FERRY[route] - left[LOCO], 0)
            left[LOCO] = max(left[LOCO] - FERRY[route], 0)
            if missing:
                values[LOCO] = max(values[LOCO], 1.7)
    for route in coloured:
        colour = COLOUR[route]
        used = min(left[colour], LENGTH[route])
        left[colour] -= used
        wanted = LENGTH[route] - used + (1 if TUNNEL[route] else 0)
        if wanted > 0:
            lacking.append((wanted, colour))
    for route in sorted(grays, key=lambda each: -LENGTH[each]):
        colour = max(range(LOCO), key=lambda kind: left[kind])
        size = LENGTH[route] - FERRY[route]
        used = min(left[colour], size)
        left[colour] -= used
        wanted = size - used + (1 if TUNNEL[route] else 0)
        if wanted > 0:
            lacking.append((wanted, colour))
    for wanted, colour in lacking:
        near = 1.0 + 0.3 / wanted
        values[colour] = max(values[colour], near)
        values[LOCO] = max(values[LOCO], 1.35 + 0.3 / wanted)
    return values


def needs(plan: Plan) -> list[int]:
    """How many cards of each kind the planned routes ask for."""
    wanted = [0] * KINDS
    for route in plan.routes:
        if COLOUR[route] != GRAY:
            wanted[COLOUR[route]] += LENGTH[route]
        wanted[LOCO] += FERRY[route]
    return wanted


def payment_cost(plan: Plan, wanted: list[int], route: int, kind: int, locos: int, size: int) -> float:
    """What paying this way gives away, in points; `route` is what is paid for (its own need doesn't count)."""
    hand = plan.situation.hand
    own = [0] * KINDS
    if route >= 0 and route in plan.routes:
        if COLOUR[route] != GRAY:
            own[COLOUR[route]] = LENGTH[route]
        own[LOCO] = FERRY[route]
    if kind == LOCO:
        locos, size = size, 0
    else:
        size -= locos
    cost = 1.5 * max(locos - own[LOCO], 0)
    if kind != LOCO:
        spare = max(hand[kind] - (wanted[kind] - own[kind]), 0)
        cost += SURPLUS * min(size, spare) + 1.0 * max(size - spare, 0)
        if own[kind]:
            cost = 1.5 * max(locos - own[LOCO], 0) + max(size - spare, 0)
    return cost * TURN / 2


# --- tickets ---------------------------------------------------------------------------------------------------------


def worth_of_keeping(situation: Situation, tickets: list[int], tries: int) -> float:
    """What it brings to hold these tickets beside those one has: points won and lost, less what joining them costs."""
    plan = Plan(situation)
    wanted = situation.unfinished + tickets
    plan.pairs = [(TICKET_A[ticket], TICKET_B[ticket]) for ticket in wanted]
    plan.points = [TICKET_POINTS[ticket] for ticket in wanted]
    lost = sum(plan.points)
    network = cheapest_network(plan.costs, plan.pairs, tries)
    if network.lost or not feasible(situation, network.links):
        # Not all of them can be done: those that would be given up count as lost.
        network = worthwhile(plan)
    return 2 * sum(plan.points) - lost - network.cost - RISK * len(network.links) * len(situation.rivals)


def hopes_of_tickets(situation: Situation, samples: list[list[int]]) -> float:
    """What drawing tickets brings on average: the best of each sample, looked at one by one (quick and a bit low)."""
    costs = link_costs(situation)
    trees: dict[int, Tree] = {}
    gains: dict[int, float] = {}
    for sample in samples:
        for ticket in sample:
            if ticket in gains:
                continue
            a, b = TICKET_A[ticket], TICKET_B[ticket]
            tree = trees.get(a)
            if tree is None:
                tree = trees[a] = Tree(a, costs)
            points = TICKET_POINTS[ticket]
            gain = float(-points)
            if tree.cost[b] < FAR:
                links = [link for link in tree.way(b) if costs[link] > 0.0]
                if feasible(situation, links):
                    gain = max(gain, points - tree.cost[b] - RISK * len(links) * len(situation.rivals))
            gains[ticket] = gain
    total = 0.0
    for sample in samples:
        found = sorted((gains[ticket] for ticket in sample), reverse=True)
        total += found[0] + sum(gain for gain in found[1:] if gain > 0)
    return total / len(samples) if samples else -FAR
