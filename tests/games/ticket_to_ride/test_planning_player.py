"""The planning player: its search on the map, and what it does where one thing is plainly right."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.board import BOARD
from roundhouse.games.ticket_to_ride.heuristics import choose_by_plan
from roundhouse.games.ticket_to_ride.planning import (
    FAR,
    LINK_A,
    LINK_B,
    LINK_ROUTES,
    Tree,
    cheapest_network,
    network_in_order,
)
from roundhouse.games.ticket_to_ride.situation import Situation
from roundhouse.games.ticket_to_ride.strategy import danger, link_costs, made_plan


def arranged(**told: Any) -> Any:
    return game.load({"seats": 2, "turn": 0, **told}, FastChance(5))


def chosen(state: Any, seat: int = 0) -> dict[str, Any]:
    action = choose_by_plan(state.view(seat), state.legal_actions(seat), Stream(1))
    return game.decode(state, seat, action)


def ticket(a: str, b: str) -> str:
    return next(each.name for each in BOARD.tickets if {int(each.a), int(each.b)} == {city(a), city(b)})


def city(name: str) -> int:
    return BOARD.city_by_name[name]


def lengths() -> list[float]:
    return [float(min(BOARD.length[route] for route in routes)) for routes in LINK_ROUTES]


# --- the map ---------------------------------------------------------------------------------------------------------


def test_links_are_the_ninety_pairs_of_neighbours() -> None:
    assert len(LINK_A) == 90
    assert sum(len(routes) for routes in LINK_ROUTES) == len(BOARD.route_names)


def test_a_tree_finds_the_shortest_ways() -> None:
    """Tickets are worth their shortest way in spaces, but for eight of the printed ones."""
    exceptions = 0
    for ticket in BOARD.tickets:
        if ticket.set in ("europe", "europe_1912"):
            exceptions += Tree(int(ticket.a), lengths()).cost[int(ticket.b)] != ticket.points
    assert exceptions == 8


def test_the_way_leads_from_city_to_city() -> None:
    tree = Tree(city("lisboa"), lengths())
    at = city("moskva")
    total = 0.0
    for link in tree.way(at):
        assert at in (LINK_A[link], LINK_B[link])
        at = LINK_A[link] + LINK_B[link] - at
        total += lengths()[link]
    assert at == city("lisboa")
    assert total == tree.cost[city("moskva")]


def test_a_network_is_as_cheap_as_the_best_of_all_orders() -> None:
    pairs = [(city("paris"), city("wien")), (city("berlin"), city("roma")), (city("brest"), city("venezia"))]
    best = min(network_in_order(lengths(), pairs, list(order)).cost for order in permutations(range(len(pairs))))
    assert cheapest_network(lengths(), pairs, 6).cost == best


def test_what_cannot_be_joined_is_named() -> None:
    costs = [FAR if city("edinburgh") in (LINK_A[link], LINK_B[link]) else cost for link, cost in enumerate(lengths())]
    found = cheapest_network(costs, [(city("edinburgh"), city("paris")), (city("paris"), city("brest"))], 6)
    assert found.lost == [0]
    assert found.cost == 3


# --- what it sees ----------------------------------------------------------------------------------------------------


def test_own_trains_are_free_and_taken_doubles_closed_for_two() -> None:
    state = arranged(routes={"brest-paris": 0, "edinburgh-london-1": 1})
    situation = Situation(state.view(0))
    costs = link_costs(situation)
    by_cities = {(LINK_A[link], LINK_B[link]): cost for link, cost in enumerate(costs)}
    paris, brest = sorted((city("paris"), city("brest")))
    edinburgh, london = sorted((city("edinburgh"), city("london")))
    assert by_cities[paris, brest] == 0
    # A station lends it; nobody can build there any more.
    assert not situation.free[BOARD.route_by_name["edinburgh-london-2"]]
    assert 4 < by_cities[edinburgh, london] < FAR


def test_a_rival_who_was_seen_to_hold_the_cards_is_a_danger() -> None:
    route = BOARD.route_by_name["madrid-pamplona-1"]
    colour = "black" if BOARD.colour[route] == 5 else "white"
    hands = [{"red": 1}, {colour: 3, "red": 1}]
    shown = arranged(hands=hands, known=[{}, {colour: 3}])
    hidden = arranged(hands=hands)
    assert danger(Situation(shown.view(0)), route) > danger(Situation(hidden.view(0)), route)


def test_a_ticket_that_is_cut_off_is_given_up_without_stations() -> None:
    told: dict[str, Any] = {
        "routes": {"edinburgh-london-1": 1, "dieppe-london-1": 0, "dieppe-paris": 0},
        "tickets": [[ticket("edinburgh", "paris")], []],
        "stations": {"lisboa": 0, "cadiz": 0, "madrid": 0},
    }
    plan = made_plan(Situation(arranged(**told).view(0)))
    assert plan.pairs == []
    assert plan.for_points
    del told["stations"]
    plan = made_plan(Situation(arranged(**told).view(0)))
    assert len(plan.borrowed) == 1


# --- what it does ----------------------------------------------------------------------------------------------------


def test_the_last_route_of_a_ticket_is_claimed_as_soon_as_it_can_be_paid() -> None:
    state = arranged(
        routes={"edinburgh-london-1": 0, "dieppe-london-1": 0},
        tickets=[[ticket("edinburgh", "paris")], []],
        hands=[{"purple": 1, "red": 4, "locomotive": 1}, {}],
    )
    assert chosen(state)["route"] == "dieppe-paris"
    assert chosen(state).get("locomotives", 0) == 0


def test_a_face_up_card_that_completes_a_route_is_taken() -> None:
    state = arranged(
        routes={"edinburgh-london-1": 0, "dieppe-london-1": 0},
        tickets=[[ticket("edinburgh", "paris")], []],
        hands=[{"white": 2}, {}],
        row=["purple", "white", "white", "yellow", "yellow"],
    )
    assert "purple" in chosen(state).values()


def test_a_station_is_built_where_only_it_can_save_a_ticket() -> None:
    state = arranged(
        routes={"edinburgh-london-1": 1, "dieppe-london-1": 0, "dieppe-paris": 0},
        tickets=[[ticket("edinburgh", "paris")], []],
        hands=[{"white": 2}, {}],
    )
    assert chosen(state)["type"] == "station"
    assert chosen(state)["city"] in ("edinburgh", "london")


@pytest.mark.parametrize("seats", [2, 5])
def test_it_plays_to_the_end_and_beats_the_simple_player(seats: int) -> None:
    simple = game.choosers()["greedy"]
    won = 0
    for number in range(3):
        state: Any = game.new(seats, {}, FastChance(number))
        stream = Stream(number)
        while (seat := state.next_decider()) >= 0:
            offer = state.legal_actions(seat)
            choose = choose_by_plan if seat == number % seats else simple
            state.apply(seat, offer[0] if len(offer) == 1 else choose(state.view(seat), offer, stream))
        outcome = state.outcome()
        won += outcome.ranks[number % seats] == 1
    assert won >= 2
