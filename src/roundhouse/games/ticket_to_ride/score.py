"""How it ended: ranks, and where every point came from, in the order in which it is told at the table."""

from __future__ import annotations

from typing import Any

import msgspec

from roundhouse.engine.outcome import PLAYED_OUT, Outcome, ScoreLine, ranks_by
from roundhouse.games.ticket_to_ride.board import BOARD
from roundhouse.games.ticket_to_ride.counting import Count, lending_of, trails_of
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import OVER

COUNTED = "counted"


def result(state: TicketToRideState) -> Outcome | None:
    """The outcome without how each point came."""
    if state.phase != OVER or state.final is None:
        return None
    final: Count = state.final
    keys = [
        (final.scores[seat], final.done[seat], -int(state.built[seat]), final.express[seat])
        for seat in range(state.seats)
    ]
    return Outcome(PLAYED_OUT, COUNTED, ranks_by(keys), list(final.scores))


def outcome(state: TicketToRideState) -> Outcome | None:
    bare = result(state)
    if bare is None:
        return None
    told = [seat_told(state, seat) for seat in range(state.seats)]
    return msgspec.structs.replace(
        bare, lines=[score_lines(each) for each in told], detail={"seats": told, "last_seat": int(state.last_seat)}
    )


def told_at_the_end(state: TicketToRideState) -> dict[str, Any]:
    """The journal's last entry: every list goes by seats."""
    assert state.final is not None
    return {
        "scores": list(state.final.scores),
        "routes_points": [int(points) for points in state.points],
        "tickets_points": list(state.final.tickets),
        "done": list(state.final.done),
        "stations_left": [int(BOARD.stations - built) for built in state.built],
        "trails": list(state.final.trails),
        "express": [int(BOARD.express_points) if each else 0 for each in state.final.express],
    }


def seat_told(state: TicketToRideState, seat: int) -> dict[str, Any]:
    """Everything about one seat's score, step by step: routes, tickets with stations, stations left, the express."""
    final = state.final
    assert final is not None
    lending = lending_of(state, seat)
    tickets = [
        {"ticket": BOARD.tickets[index].name, "points": int(BOARD.tickets[index].points), "done": done}
        for index, done in zip(state.tickets_of(seat), lending.done(), strict=True)
    ]
    trail = trails_of(state, seat)
    trail.search(True)
    own = owned(state, seat)
    return {
        "score": final.scores[seat],
        "routes": [{"route": BOARD.route_names[route], "points": int(BOARD.worth[route])} for route in own],
        "tickets": tickets,
        "lent": [
            {"city": BOARD.cities[city].name, "route": BOARD.route_names[route], "owner": int(state.owner[route])}
            for city, route in final.lent[seat]
        ],
        "stations_built": int(state.built[seat]),
        "stations_left": int(BOARD.stations - state.built[seat]),
        "trail": {"length": final.trails[seat], "routes": [BOARD.route_names[own[step]] for step in trail.path]},
        "express": final.express[seat],
    }


def owned(state: TicketToRideState, seat: int) -> list[int]:
    return [route for route, owner in enumerate(state.owner) if owner == seat]


def score_lines(told: dict[str, Any]) -> list[ScoreLine]:
    lines = []
    by_points: dict[int, list[str]] = {}
    for entry in told["routes"]:
        by_points.setdefault(entry["points"], []).append(entry["route"])
    for points, routes in sorted(by_points.items()):
        lines.append(ScoreLine("routes", points * len(routes), {"number": len(routes), "each": points}))
    lent = {entry["route"]: entry for entry in told["lent"]}
    for entry in lent.values():
        lines.append(ScoreLine("lent", 0, {"city": entry["city"], "route": entry["route"], "seat": entry["owner"]}))
    for entry in told["tickets"]:
        done = entry["done"]
        code, points = ("ticket-done", entry["points"]) if done else ("ticket-lost", -entry["points"])
        lines.append(ScoreLine(code, points, {"ticket": entry["ticket"]}))
    left = told["stations_left"]
    lines.append(ScoreLine("stations-left", left * int(BOARD.station_points), {"number": left}))
    code, points = ("express", int(BOARD.express_points)) if told["express"] else ("trail", 0)
    lines.append(ScoreLine(code, points, {"length": told["trail"]["length"]}))
    return lines
