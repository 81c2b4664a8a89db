"""Two simple players of the probe: one that hurries to its goal, one that keeps its coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.engine.chance import Stream
from roundhouse_probe.board import BOARDS, joined
from roundhouse_probe.state import ASK, BID, DECLINE, DELIVER, DRILL, GIVE, LAY, PASS, PAY, PLACES, RETREAT, ROLL


def picked(worths: Sequence[tuple[int, int]], stream: Stream) -> int:
    """One of the actions of the greatest worth."""
    best = max(worth for worth, _ in worths)
    actions = [action for worth, action in worths if worth == best]
    return actions[stream.below(len(actions))]


def choose_greedily(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    return picked([(worth(view, action), action) for action in offer], stream)


def choose_thriftily(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    """Never stakes, never bids, gives away no card; else like the greedy one, rolling dice before it lays."""
    for action in (0, PASS, DECLINE, RETREAT, ROLL):
        if action in offer:
            return action
    return choose_greedily(view, offer, stream)


def worth(view: Mapping[str, Any], action: int) -> int:
    seat: int = view["seat"]
    if action < BID:
        return -abs(action - 1)
    if action <= PASS:
        return 1 if action == BID + view["bid"] + 1 and view["bid"] < 2 else 0 if action == PASS else -1
    if action < ROLL:
        link = action - LAY if action < DRILL else (action - DRILL) // PLACES
        card = 0 if action < DRILL else view["hand"][(action - DRILL) % PLACES]
        return 10 * closer(view, link) + card
    if action == ROLL:
        return 4
    if action < GIVE:
        return -1 if action == ASK else 0
    if action in (GIVE, DECLINE, PAY, RETREAT):
        return int(action in (GIVE, PAY))
    gains: list[int] = view["effects"][action - DELIVER]["gains"]
    return 5 + 3 * gains[seat] - sum(gains)


def closer(view: Mapping[str, Any], link: int) -> int:
    """How much nearer a link brings the seat to its goal: in links still missing."""
    if view["shown"][view["seat"]]:
        return 0
    board = BOARDS[view["options"]["variant"]]
    laid = {board.links.index(name) for name, _ in view["links"]}
    station, goal = board.stations[view["seat"]], board.towns.index(view["goals"][view["seat"]])

    def missing(tracks: set[int]) -> int:
        found, steps = joined(board, tracks, station), 0
        while goal not in found and steps < len(board.towns):
            steps += 1
            near = {town for ends in board.ends if found & set(ends) for town in ends}
            for town in near - found:
                found = found | joined(board, tracks, town)
        return steps

    return missing(laid) - missing(laid | {link})
