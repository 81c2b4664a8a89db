"""Positions of the probe as plain JSON: dumped, written by hand, or drawn from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.chance import Chance
from roundhouse.engine.refusal import OptionError, refuse_position
from roundhouse.engine.state import NOBODY
from roundhouse.engine.untrusted import Reader, check_limits
from roundhouse_probe.board import joined
from roundhouse_probe.state import (
    ALL_JOINED,
    ANSWERS,
    AUCTION,
    CARDS,
    DEBT,
    MONEY,
    MOST_STAKE,
    NUMBERS,
    OPENING_COINS,
    OPENING_FUEL,
    OPENING_HAND,
    OVER,
    PHASES,
    REVEALED,
    ROUNDS_OUT,
    STAKES,
    TURNS,
    Debt,
    Delivery,
    ProbeState,
)
from roundhouse_probe.view import public


def dump(state: ProbeState) -> dict[str, Any]:
    return {
        **public(state),
        "hands": [list(hand) for hand in state.hands],
        "deck": list(state.deck),
        "goals": [state.board.towns[goal] for goal in state.goals],
        "stakes": list(state.stakes),
        "surprises": list(state.foresight),
        "drawn": state.drawn,
    }


def load(data: object, chance: Chance) -> ProbeState:
    """A position from JSON. Only `seats` must be told; untold hands, goals and the deck are drawn."""
    from roundhouse_probe import game

    check_limits(data)
    reader = Reader(data)
    reader.text("game", ("probe",), "probe")
    seats = reader.number("seats", game.least_seats, game.most_seats)
    try:
        options = game.configure(seats, reader.object("options", {}).value).options
    except OptionError as error:
        raise refuse_position(error.refusal.code, "options") from None
    state = ProbeState(seats, chance, options, reader.number("first", 0, seats - 1, 0))
    state.round = reader.number("round", 1, options["rounds"], 1)
    state.drawn = reader.number("drawn", 0, 2**40, 0)
    state.coins = numbers(reader, "coins", seats, 0, MONEY, OPENING_COINS)
    if sum(state.coins) > MONEY:
        raise refuse_position("coins-too-many", "coins", most=MONEY)
    state.fuel = numbers(reader, "fuel", seats, 0, OPENING_FUEL, OPENING_FUEL)
    state.foresight = numbers(reader, "surprises", seats, 0, 2**40, 0)
    read_links(state, reader)
    read_served(state, reader)
    read_goals(state, reader)
    read_phase(state, reader)
    read_debt(state, reader)
    read_cards(state, reader)
    reader.finish()
    check_phase(state)
    return state


def numbers(reader: Reader, key: str, count: int, least: int, most: int, default: int) -> list[int]:
    return [
        whole(item, f"{key}[{place}]", least, most)
        for place, item in enumerate(reader.items(key, count, [default] * count))
    ]


def whole(item: Any, at: str, least: int, most: int) -> int:
    if type(item) is not int or not least <= item <= most:
        raise refuse_position("number-expected", at, least=least, most=most)
    return item


def some_seats(state: ProbeState, reader: Reader, key: str, most: int = 10) -> list[int]:
    items = reader.items(key, None, [], most=most)
    return [whole(item, f"{key}[{place}]", 0, state.seats - 1) for place, item in enumerate(items)]


def switches(reader: Reader, key: str, count: int, default: list[bool]) -> list[bool]:
    items = reader.items(key, count, default)
    for place, item in enumerate(items):
        if type(item) is not bool:
            raise refuse_position("switch-expected", f"{key}[{place}]")
    return list(items)


def town_named(state: ProbeState, name: Any, at: str) -> int:
    if not isinstance(name, str) or name not in state.board.towns:
        raise refuse_position("town-unknown", at, town=str(name)[:60])
    return state.board.towns.index(name)


def link_named(state: ProbeState, name: Any, at: str) -> int:
    if not isinstance(name, str) or name not in state.board.links:
        raise refuse_position("link-unknown", at, link=str(name)[:60])
    return state.board.links.index(name)


def read_links(state: ProbeState, reader: Reader) -> None:
    for place, item in enumerate(reader.items("links", None, [], most=len(state.board.links))):
        at = f"links[{place}]"
        if not isinstance(item, list) or len(item) != 2:
            raise refuse_position("list-length", at, length=2)
        link = link_named(state, item[0], at)
        if link in state.laid():
            raise refuse_position("link-taken", at, link=item[0])
        state.track.append((link, whole(item[1], at, 0, state.seats - 1)))


def read_served(state: ProbeState, reader: Reader) -> None:
    for entry in reader.objects("served", None, []):
        town = town_named(state, entry.take("town"), entry.path("town"))
        if town in {delivery.town for delivery in state.served}:
            raise refuse_position("town-served", entry.path("town"), town=state.board.towns[town])
        gains = entry.items("gains", state.seats)
        whole_gains = tuple(whole(gain, f"{entry.path('gains')}[{seat}]", 0, 20) for seat, gain in enumerate(gains))
        state.served.append(Delivery(entry.number("seat", 0, state.seats - 1), town, whole_gains))
        entry.finish()


def read_goals(state: ProbeState, reader: Reader) -> None:
    """A goal told must fit what is shown: a seat joined to its goal shows it, no other does."""
    told = reader.items("goals", state.seats, [None] * state.seats)
    shown = reader.items("shown", state.seats, None) if reader.has("shown") else None
    for seat, name in enumerate(told):
        at = f"goals[{seat}]"
        network = state.network(seat)
        if name is None:
            towns = [town for town in range(len(state.board.towns)) if town not in network]
            if not towns:
                raise refuse_position("goal-missing", at)
            state.goals[seat] = towns[state.draw(len(towns))]
        else:
            state.goals[seat] = town_named(state, name, at)
            if state.goals[seat] == state.station(seat):
                raise refuse_position("goal-at-home", at, town=name)
        state.shown[seat] = state.goals[seat] in network
        if shown is not None and shown[seat] is not state.shown[seat]:
            raise refuse_position("shown-wrong", f"shown[{seat}]")


def read_phase(state: ProbeState, reader: Reader) -> None:
    state.phase = reader.text("phase", PHASES, STAKES)
    state.turn = reader.number("turn", NOBODY, state.seats - 1, NOBODY)
    order = list(range(state.seats)) if state.phase not in (STAKES, OVER) else []
    state.order = some_seats(state, reader, "order") if reader.has("order") else order
    state.queue = some_seats(state, reader, "queue")
    state.bid = reader.number("bid", 0, MONEY, 0)
    state.bidder = reader.number("bidder", NOBODY, state.seats - 1, NOBODY)
    state.passed = switches(reader, "passed", state.seats, [False] * state.seats)
    state.asked = reader.number("asked", 0, NUMBERS, 0)
    state.asker = reader.number("asker", NOBODY, state.seats - 1, NOBODY)
    state.answers = some_seats(state, reader, "answers")
    state.reason = reader.text("reason", ("", ALL_JOINED, ROUNDS_OUT), "")
    state.stakes = []
    for seat, item in enumerate(reader.items("stakes", state.seats, [None] * state.seats)):
        most = min(MOST_STAKE, state.coins[seat]) if state.phase == STAKES else MOST_STAKE
        state.stakes.append(None if item is None else whole(item, f"stakes[{seat}]", 0, most))


def read_debt(state: ProbeState, reader: Reader) -> None:
    if reader.take("debt", None) is None:
        return
    entry = reader.object("debt")
    link = link_named(state, entry.take("link"), entry.path("link"))
    revealed = entry.items("revealed", None, most=REVEALED)
    state.debt = Debt(
        link,
        entry.number("card", 1, NUMBERS),
        tuple(whole(card, f"{entry.path('revealed')}[{place}]", 1, NUMBERS) for place, card in enumerate(revealed)),
    )
    entry.finish()


def read_cards(state: ProbeState, reader: Reader) -> None:
    """Every card is somewhere, once. What isn't told is drawn from the rest."""
    rest = list(CARDS)

    def take(items: list[Any], at: str) -> list[int]:
        for place, item in enumerate(items):
            card = whole(item, f"{at}[{place}]", 1, NUMBERS)
            if card not in rest:
                raise refuse_position("card-too-often", f"{at}[{place}]", card=card)
            rest.remove(card)
        return list(items)

    if state.debt is not None:
        take([state.debt.card, *state.debt.revealed], "debt")
    state.discard = take(reader.items("discard", None, []), "discard")
    hands = reader.items("hands", state.seats, [None] * state.seats)
    deck = reader.take("deck", None)
    for seat, hand in enumerate(hands):
        if hand is not None and not isinstance(hand, list):
            raise refuse_position("list-expected", f"hands[{seat}]")
        state.hands[seat] = take(hand or [], f"hands[{seat}]")
    told_deck = None if deck is None else take(reader.items("deck"), "deck")
    for seat, hand in enumerate(hands):
        if hand is None:
            count = min(OPENING_HAND, len(rest))
            state.hands[seat] = sorted(rest.pop(state.draw(len(rest))) for _ in range(count))
    if told_deck is None:
        state.deck = rest
        state.shuffle()
    elif rest:
        raise refuse_position("cards-missing", "deck", cards=rest)
    else:
        state.deck = told_deck
    known = reader.items("known", state.seats, [[] for _ in range(state.seats)])
    for seat, items in enumerate(known):
        if not isinstance(items, list):
            raise refuse_position("list-expected", f"known[{seat}]")
        held = list(state.hands[seat])
        for place, item in enumerate(items):
            card = whole(item, f"known[{seat}][{place}]", 1, NUMBERS)
            if card not in held:
                raise refuse_position("card-not-held", f"known[{seat}][{place}]", number=card)
            held.remove(card)
        state.known[seat] = sorted(items)


def check_phase(state: ProbeState) -> None:
    """Whatever waits for somebody must be able to go on."""
    phase, turn = state.phase, state.turn
    if all(state.shown) != (state.reason == ALL_JOINED):
        raise refuse_position("match-over" if all(state.shown) else "match-not-over", "reason")
    if (phase == OVER) != bool(state.reason):
        raise refuse_position("match-not-over", "phase")
    if state.reason == ROUNDS_OUT and state.round != state.options["rounds"]:
        raise refuse_position("match-not-over", "round")
    if len(state.queue) > state.seats or (state.queue and phase in (STAKES, AUCTION, OVER)):
        raise refuse_position("queue-wrong", "queue")
    if (state.debt is not None) != (phase == DEBT):
        raise refuse_position("debt-wrong", "debt")
    asking = phase == ANSWERS
    if asking != bool(state.asked) or asking != (state.asker != NOBODY) or (state.answers and not asking):
        raise refuse_position("question-wrong", "asked")
    if phase in (STAKES, OVER):
        if turn != NOBODY or (phase == STAKES and None not in state.stakes):
            raise refuse_position("turn-wrong", "turn")
        return
    if sorted(state.order) != list(range(state.seats)):
        raise refuse_position("order-wrong", "order")
    if turn == NOBODY:
        raise refuse_position("turn-wrong", "turn")
    if phase == AUCTION and (state.passed[turn] or turn == state.bidder or state.coins[turn] <= state.bid):
        raise refuse_position("turn-wrong", "turn")
    if phase == AUCTION and (state.bidder != NOBODY) != (state.bid > 0):
        raise refuse_position("bid-wrong", "bid")
    if phase == AUCTION and state.bidder != NOBODY and state.coins[state.bidder] < state.bid:
        raise refuse_position("coins-short", "bid", coins=state.coins[state.bidder], price=state.bid)
    if phase == TURNS and not state.able(turn):
        raise refuse_position("turn-wrong", "turn")
    if phase == ANSWERS:
        asked = [turn, *state.answers]
        others = state.others_with_cards(state.asker)
        if not state.coins[state.asker] or asked != others[len(others) - len(asked) :] or state.asker in asked:
            raise refuse_position("question-wrong", "answers")
    if state.debt is not None:
        ends = set(state.board.ends[state.debt.link])
        free = state.debt.link not in state.laid() and state.board.hill[state.debt.link]
        if not free or not ends & state.network(turn) or not state.debt.price:
            raise refuse_position("debt-wrong", "debt")


def determinize(view: Mapping[str, Any], chance: Chance) -> ProbeState:
    """What the view leaves open is drawn: hands (but for the cards known to be in them), deck, stakes and goals."""
    state = ProbeState(view["seats"], chance, view["options"], view["first"])
    rest = list(CARDS)
    debt = view["debt"]
    me = view["seat"]
    seen = [*view["discard"], *(view["hand"] or [])]
    seen += [debt["card"], *debt["revealed"]] if debt is not None else []
    for seat, known in enumerate(view["known"]):
        seen += known if seat != me else []
    for card in seen:
        rest.remove(card)

    def drawn(count: int) -> list[int]:
        return [rest.pop(state.draw(len(rest))) for _ in range(count)]

    hands = [
        view["hand"] if seat == me else [*known, *drawn(view["cards"][seat] - len(known))]
        for seat, known in enumerate(view["known"])
    ]
    deck = drawn(len(rest))
    stakes = list(view["stakes"])
    if view["phase"] == STAKES:
        for seat, coins in enumerate(view["coins"]):
            if seat not in view["deciders"] and seat != me:
                stakes[seat] = state.draw(min(MOST_STAKE, coins) + 1)
    towns = state.board.towns
    laid = {state.board.links.index(link) for link, _ in view["links"]}
    goals = list(view["goals"])
    for seat, goal in enumerate(goals):
        if goal is None:
            inside = joined(state.board, laid, state.station(seat))
            apart = [town for number, town in enumerate(towns) if number not in inside]
            goals[seat] = apart[state.draw(len(apart))]
    told = {"seat", "deciders", "hand", "cards", "standings", "effects"}
    data = {key: value for key, value in view.items() if key not in told}
    return load({**data, "hands": hands, "deck": deck, "goals": goals, "stakes": stakes, "drawn": state.drawn}, chance)
