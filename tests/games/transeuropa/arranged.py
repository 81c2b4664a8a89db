"""Positions of TransEuropa by name, and small hands to play them with."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

from roundhouse.engine.chance import FastChance
from roundhouse.engine.game import Value
from roundhouse.engine.refusal import PositionError, Refusal, RefusalError
from roundhouse.engine.state import Journal
from roundhouse.games.transeuropa import game
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import MARKERS, PLACE, STOP, TransEuropaState

HAND = ["london", "budapest", "oslo", "bucharest", "sofia"]
"""A cheap hand that keeps to the mainland; its cheapest network is NETWORK."""

RIVAL = ["dublin", "warsaw", "moscow", "kyiv", "rome"]
"""A dear hand with cities far from that network."""


def path(*nodes: str) -> list[str]:
    """The lines from crossing to crossing."""
    return [f"{one}-{two}" for one, two in pairwise(nodes)]


SPINE = path("12.3", "14.3", "15.4", "berlin", "18.5", "19.6", "20.7", "budapest", "22.9", "24.9", "25.10")
TO_OSLO = path("12.3", "13.2", "14.1", "oslo")
TO_LONDON = path("12.3", "10.3", "london")
TO_BUCHAREST = path("25.10", "bucharest")
TO_SOFIA = path("25.10", "sofia")
NETWORK = SPINE + TO_OSLO + TO_LONDON + TO_BUCHAREST + TO_SOFIA
"""All HAND needs: sixteen single lines and one double one (25.10-sofia, over a river)."""

NEIGHBOUR = ["plymouth", "warsaw", "stockholm", "odesa", "tirana"]
"""A hand of cities close to NETWORK and BRANCHES, which leave six points to pay: to Plymouth and to Tirana."""

BRANCHES = path("18.5", "20.5", "warsaw") + path("oslo", "17.0", "stockholm") + path("bucharest", "28.9", "odesa")

BAY = path("1.6", "3.6", "2.7", "1.6") + path("3.6", "4.7", "2.7")
"""The five single lines of the Bay of Biscay; from its four crossings only double lines lead away."""


def arrange(**told: Any) -> TransEuropaState:
    """A position; two seats unless told otherwise."""
    return cast(TransEuropaState, game.load({"seats": 2, **told}, FastChance(1)))


def without(lines: list[str], *missing: str) -> list[str]:
    assert set(missing) <= set(lines)
    return [line for line in lines if line not in missing]


def almost(**told: Any) -> TransEuropaState:
    """Seat 0 is on turn and lacks one single line, from 25.10 to Bucharest; seat 1 will then lack six points."""
    rails = without(NETWORK, "25.10-bucharest") + BRANCHES
    return arrange(**{"markers": ["berlin", "18.5"], "hands": [HAND, NEIGHBOUR], "rails": rails, **told})


def lay(edge: str) -> Value:
    return {"type": "lay", "edge": edge}


def place(node: str) -> Value:
    return {"type": "place", "node": node}


STOPPING: Value = {"type": "stop"}


def why_not(state: TransEuropaState, value: Value) -> Refusal | None:
    """What the judge says to whoever is on turn. The generator must agree."""
    seat = int(state.turn)
    action = game.encode(state, seat, value)
    refusal = state.refusal(seat, action)
    assert (refusal is None) == (action in state.legal_actions(seat))
    return refusal


def refused(state: TransEuropaState, value: Value) -> tuple[str, str]:
    """Code and rule number of the refusal there must be."""
    refusal = why_not(state, value)
    assert refusal is not None
    return refusal.code, refusal.rule


def play(state: TransEuropaState, *values: Value) -> list[dict[str, Any]]:
    """Play for whoever is on turn; gives what a spectator is told. The referee looks at every step."""
    journal = Journal()
    state.journal = journal
    for value in values:
        seat = int(state.turn)
        assert why_not(state, value) is None, value
        state.apply(seat, game.encode(state, seat, value))
        assert game.broken_laws(state) == []
    state.journal = None
    return journal.told_to(-1)


def what(told: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The one entry of this kind."""
    (entry,) = [each for each in told if each["kind"] == kind]
    return entry


def legal_lines(state: TransEuropaState) -> set[str]:
    return {BOARD.edge_names[action] for action in state.legal_actions(int(state.turn)) if action < PLACE}


def same_line(one: str, two: str) -> bool:
    return BOARD.edge_by_name[one] == BOARD.edge_by_name[two]


def may_lay(state: TransEuropaState, edge: str) -> bool:
    return BOARD.edge_names[BOARD.edge_by_name[edge]] in legal_lines(state)


def fault(told: Any) -> tuple[str, str]:
    """Code and place of what is wrong with a position."""
    try:
        game.load(told, FastChance(1))
    except PositionError as error:
        return error.refusal.code, error.refusal.params["at"]
    raise AssertionError("nothing was found wrong")


def refusal_of(error: RefusalError) -> tuple[str, str]:
    return error.refusal.code, error.refusal.rule


def sprawl(start: str, count: int, avoided: list[str]) -> list[str]:
    """As many single lines as asked for that all hang on one crossing and reach none of the avoided ones."""
    graph = BOARD.graph
    shunned = {BOARD.node_by_name[name] for name in avoided}
    seen = [BOARD.node_by_name[start]]
    lines: list[int] = []
    for node in seen:
        for edge in graph.edges_around(node):
            far = int(graph.tail[edge] + graph.head[edge]) - node
            if graph.cost[edge] == 1 and far not in shunned and edge not in lines:
                lines.append(edge)
                if far not in seen:
                    seen.append(far)
                if len(lines) == count:
                    return [BOARD.edge_names[each] for each in lines]
    raise AssertionError("not so many lines there")


def eager(state: TransEuropaState) -> int:
    """A simple player that wants to win: marker on a city of its own, rails along its cheapest network."""
    seat = int(state.turn)
    legal = state.legal_actions(seat)
    if state.phase == MARKERS:
        return next(PLACE + node for node in state.city_nodes(seat) if PLACE + node in legal)
    wanted = state.search(seat).edges()
    return next((action for action in legal if action in wanted), STOP if STOP in legal else legal[0])


def play_out(state: TransEuropaState) -> None:
    """Let eager players play the match to its end."""
    while state.deciders():
        state.apply(int(state.turn), eager(state))
