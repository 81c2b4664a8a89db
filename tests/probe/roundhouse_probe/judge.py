"""Why not: the judge of the probe."""

from __future__ import annotations

from roundhouse.engine.game import judged
from roundhouse.engine.refusal import Refusal
from roundhouse_probe.state import (
    ANSWERS,
    ASK,
    AUCTION,
    BID,
    DEBT,
    DECLINE,
    DELIVER,
    DRILL,
    GIVE,
    LAY,
    MOST_STAKE,
    NUMBERS,
    PASS,
    PAY,
    PLACES,
    RETREAT,
    ROLL,
    STAKE,
    STAKES,
    TURNS,
    ProbeState,
)

CODES = (
    "answer-first",
    "bid-too-low",
    "card-missing",
    "card-not-held",
    "coins-short",
    "debt-first",
    "fuel-out",
    "link-out-of-reach",
    "link-taken",
    "link-through-hill",
    "link-on-plain",
    "nobody-to-ask",
    "not-now",
    "effect-impossible",
)


def kinds(action: int) -> str:
    """In which phase an integer can be played; empty for none."""
    if STAKE <= action <= STAKE + MOST_STAKE:
        return STAKES
    if BID < action <= PASS:
        return AUCTION
    if action in (GIVE, DECLINE):
        return ANSWERS
    if action in (PAY, RETREAT):
        return DEBT
    return TURNS


def refusal(state: ProbeState, seat: int, action: int) -> Refusal | None:
    links = len(state.board.links)
    exists = (
        kinds(action) != TURNS
        or LAY <= action < LAY + links
        or DRILL <= action < DRILL + links * PLACES
        or action == ROLL
        or ASK < action <= ASK + NUMBERS
        or DELIVER <= action < DELIVER + 200
    )
    if not exists:
        return Refusal("action-unknown")
    general = judged(state, seat, action)
    if general is not None:
        return general
    if kinds(action) != state.phase:
        wrong = {ANSWERS: ("answer-first", "5.4"), DEBT: ("debt-first", "5.2")}
        code, rule = wrong.get(state.phase, ("not-now", "3" if state.phase == STAKES else "4"))
        return Refusal(code, rule=rule)
    coins = state.coins[seat]
    if state.phase == STAKES:
        return short(coins, action - STAKE, "3.1")
    if state.phase == AUCTION:
        if action != PASS and action - BID <= state.bid:
            return Refusal("bid-too-low", {"coins": state.bid}, "4.1")
        return None if action == PASS else short(coins, action - BID, "4.1")
    if state.phase == ANSWERS:
        if action == GIVE and state.asked not in state.hands[seat]:
            return Refusal("card-not-held", {"number": state.asked}, "5.4")
        return None
    if state.phase == DEBT:
        assert state.debt is not None
        return short(coins, state.debt.price, "5.2") if action == PAY else None
    return refuse_turn(state, seat, action, coins)


def short(coins: int, price: int, rule: str) -> Refusal | None:
    return Refusal("coins-short", {"coins": coins, "price": price}, rule) if price > coins else None


def refuse_turn(state: ProbeState, seat: int, action: int, coins: int) -> Refusal | None:
    if action < ROLL:
        drilling = action >= DRILL
        link, place = divmod(action - DRILL, PLACES) if drilling else (action - LAY, 0)
        name = {"link": state.board.links[link]}
        if link in state.laid():
            return Refusal("link-taken", name, "5.1")
        if link not in state.in_reach(seat):
            return Refusal("link-out-of-reach", name, "5.1")
        if drilling != state.board.hill[link]:
            return Refusal("link-on-plain" if drilling else "link-through-hill", name, "5.2")
        if not drilling:
            return short(coins, 1, "5.1")
        if place >= len(state.hands[seat]):
            return Refusal("card-missing", {"place": place, "cards": len(state.hands[seat])}, "5.2")
        return None
    if action == ROLL:
        return None if state.fuel[seat] else Refusal("fuel-out", rule="5.3")
    if action < DELIVER:
        if not state.others_with_cards(seat):
            return Refusal("nobody-to-ask", rule="5.4")
        return short(coins, 1, "5.4")
    if action - DELIVER >= len(state.effects(seat)):
        return Refusal("effect-impossible", rule="5.5")
    return None
