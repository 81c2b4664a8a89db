"""What a seat may know of the probe, what it is asked, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.game import Line
from roundhouse.engine.outcome import PLAYED_OUT, Outcome, ScoreLine, ranks_by
from roundhouse.engine.prompt import Choice, Prompt
from roundhouse_probe.state import (
    ALL_JOINED,
    ANSWERS,
    ASK,
    AUCTION,
    BID,
    COINS_PER_POINT,
    DEBT,
    DECLINE,
    DELIVER,
    DRILL,
    GIVE,
    GOAL_POINTS,
    LAY,
    OVER,
    PASS,
    PAY,
    PLACES,
    RETREAT,
    ROLL,
    STAKES,
    TURNS,
    Debt,
    Delivery,
    ProbeState,
)


def named_debt(state: ProbeState, debt: Debt | None) -> dict[str, Any] | None:
    if debt is None:
        return None
    return {"link": state.board.links[debt.link], "card": debt.card, "revealed": list(debt.revealed)}


def named_delivery(state: ProbeState, delivery: Delivery) -> dict[str, Any]:
    return {"seat": delivery.seat, "town": state.board.towns[delivery.town], "gains": list(delivery.gains)}


def public(state: ProbeState) -> dict[str, Any]:
    """What lies open on the table: the same in every view and in the dump."""
    return {
        "game": "probe",
        "seats": state.seats,
        "options": state.options,
        "round": state.round,
        "first": state.first,
        "phase": state.phase,
        "turn": state.turn,
        "coins": list(state.coins),
        "fuel": list(state.fuel),
        "known": [list(known) for known in state.known],
        "discard": list(state.discard),
        "shown": list(state.shown),
        "order": list(state.order),
        "queue": list(state.queue),
        "bid": state.bid,
        "bidder": state.bidder,
        "passed": list(state.passed),
        "asked": state.asked,
        "asker": state.asker,
        "answers": list(state.answers),
        "debt": named_debt(state, state.debt),
        "links": [[state.board.links[link], seat] for link, seat in state.track],
        "served": [named_delivery(state, delivery) for delivery in state.served],
        "reason": state.reason,
    }


def view(state: ProbeState, seat: int) -> dict[str, Any]:
    towns = state.board.towns
    opened = state.phase != STAKES
    return {
        **public(state),
        "seat": seat,
        "deciders": state.deciders(),
        "hand": list(state.hands[seat]) if seat >= 0 else None,
        "cards": [len(hand) for hand in state.hands],
        "deck": len(state.deck),
        "goals": [towns[goal] if each == seat or state.shown[each] else None for each, goal in enumerate(state.goals)],
        "stakes": [stake if opened or each == seat else None for each, stake in enumerate(state.stakes)],
        "standings": state.standings(),
        "effects": [named_delivery(state, each) for each in state.effects(seat)]
        if state.phase == TURNS and seat == state.turn
        else [],
    }


def prompt(state: ProbeState, seat: int) -> Prompt | None:
    actions = state.legal_actions(seat)
    if not actions:
        return None
    if state.phase == STAKES:
        return Prompt("stake", {}, [Choice("coins", str(action), action=action) for action in actions])
    if state.phase == AUCTION:
        bids = [Choice("coins", str(action - BID), action=action) for action in actions if action != PASS]
        choices = [Choice("verb", "bid", choices=bids), Choice("verb", "pass", action=PASS)]
        return Prompt("bid", {"coins": state.bid}, choices)
    if state.phase == ANSWERS:
        names = {GIVE: "give", DECLINE: "decline"}
        answers = [Choice("verb", names[action], action=action) for action in actions]
        return Prompt("answer", {"seat": state.asker, "number": state.asked}, answers)
    if state.phase == DEBT:
        assert state.debt is not None
        names = {PAY: "pay", RETREAT: "retreat"}
        ways = [Choice("verb", names[action], action=action) for action in actions]
        return Prompt("debt", {"coins": state.debt.price}, ways, notes=["hill-drilled"])
    return Prompt("turn", {}, turn_choices(state, seat, actions))


def turn_choices(state: ProbeState, seat: int, actions: list[int]) -> list[Choice]:
    links = state.board.links
    lay = [Choice("link", links[each - LAY], action=each) for each in actions if LAY <= each < DRILL]
    drill: dict[int, list[Choice]] = {}
    for each in actions:
        if DRILL <= each < ROLL:
            link, place = divmod(each - DRILL, PLACES)
            card = Choice("card", str(state.hands[seat][place]), {"place": place}, action=each)
            drill.setdefault(link, []).append(card)
    asks = [Choice("number", str(each - ASK), action=each) for each in actions if ASK < each < GIVE]
    brings = [
        Choice("town", state.board.towns[effect.town], {"gains": list(effect.gains)}, action=DELIVER + index)
        for index, effect in enumerate(state.effects(seat))
    ]
    choices = [
        Choice("verb", "lay", choices=lay),
        Choice("verb", "drill", choices=[Choice("link", links[link], choices=cards) for link, cards in drill.items()]),
        Choice("verb", "ask", choices=asks),
        Choice("verb", "deliver", choices=brings),
    ]
    choices = [choice for choice in choices if choice.choices]
    return [*choices, Choice("verb", "roll", action=ROLL)] if ROLL in actions else choices


def outcome(state: ProbeState) -> Outcome | None:
    if state.phase != OVER:
        return None
    teams = state.teams()
    lines = [score_lines(state, seat) for seat in range(state.seats)]
    if teams is not None:
        lines = [[line for each, told in enumerate(lines) if teams[each] == team for line in told] for team in teams]
    scores = state.standings()
    if state.common_result():
        won = state.reason == ALL_JOINED
        margin = state.options["rounds"] - state.round if won else sum(state.shown) - state.seats
        return Outcome(PLAYED_OUT, state.reason, [1] * state.seats, scores, lines, won=won, margin=margin)
    return Outcome(PLAYED_OUT, state.reason, ranks_by(scores), scores, lines, teams=teams)


def score_lines(state: ProbeState, seat: int) -> list[ScoreLine]:
    lines = []
    if state.shown[seat]:
        lines.append(ScoreLine("goal", GOAL_POINTS, {"seat": seat, "town": state.board.towns[state.goals[seat]]}))
    for delivery in state.served:
        if delivery.gains[seat]:
            params = {"seat": delivery.seat, "town": state.board.towns[delivery.town]}
            lines.append(ScoreLine("delivery", delivery.gains[seat], params))
    lines.append(ScoreLine("coins", state.coins[seat] // COINS_PER_POINT, {"coins": state.coins[seat]}))
    return lines


def board_lines(view: Mapping[str, Any]) -> list[Line]:
    lines = [Line("board-round", {"round": view["round"], "first": view["first"], "cards": view["deck"]})]
    for seat in range(view["seats"]):
        lines.append(Line("board-seat", {"seat": seat, "coins": view["coins"][seat], "fuel": view["fuel"][seat]}))
        hand = view["hand"] if seat == view["seat"] else None
        if hand is not None:
            lines.append(Line("board-hand", {"cards": hand}, 1))
        else:
            lines.append(Line("board-cards", {"count": view["cards"][seat], "known": view["known"][seat]}, 1))
        if view["goals"][seat] is not None:
            lines.append(Line("board-goal", {"town": view["goals"][seat]}, 1))
    lines += [Line("board-link", {"link": link, "seat": seat}) for link, seat in view["links"]]
    return lines
