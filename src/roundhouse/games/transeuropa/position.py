"""Positions as plain JSON with names: the dump of any state, and positions written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.engine.chance import Chance
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.state import NOBODY
from roundhouse.engine.untrusted import Reader, check_limits
from roundhouse.games.transeuropa.board import BOARD, COLOURS
from roundhouse.games.transeuropa.state import (
    CONNECTED,
    CONNECTED_BY_RIVAL,
    CONNECTED_TOGETHER,
    FIRST_RAIL,
    MARKERS,
    OVER,
    RAILS_OUT,
    SECOND_RAIL,
    Round,
    TransEuropaState,
)
from roundhouse.games.transeuropa.view import PHASES, named_cards, named_rails, node_name, round_entry

REASONS = (CONNECTED, CONNECTED_BY_RIVAL, CONNECTED_TOGETHER, RAILS_OUT)
PHASE_NUMBERS = {name: number for number, name in PHASES.items()}
MOST_ROUNDS = 1000
LOWEST_SCORE = -1_000_000


def dump(state: TransEuropaState) -> dict[str, Any]:
    return {
        "game": "transeuropa",
        "seats": state.seats,
        "options": state.options,
        "round": int(state.round),
        "first": int(state.first),
        "phase": PHASES[int(state.phase)],
        "turn": int(state.turn),
        "scores": state.standings(),
        "markers": [node_name(int(node)) for node in state.marker],
        "hands": [named_cards(state.hand(seat)) for seat in range(state.seats)],
        "rails": named_rails(state.rails()),
        "finished": state.finished_seats(),
        "past": [
            {
                key: value
                for key, value in round_entry(played).items()
                if key not in ("missing_rails", "unjoined_cities")
            }
            for played in state.past
        ],
        "reason": state.reason,
        "unsettled": state.unsettled,
        "drawn": state.drawn,
        "surprises": [int(count) for count in state.foresight],
    }


def load(data: object, chance: Chance) -> TransEuropaState:
    """A position from JSON. Only `seats` must be told: the rest is as at the opening, untold hands are drawn."""
    check_limits(data)
    reader = Reader(data)
    reader.text("game", ("transeuropa",), "transeuropa")
    seats = reader.number("seats", 2, 6)
    if reader.take("options", {}) != {}:
        raise refuse_position("option-unknown", "options")
    first = reader.number("first", 0, seats - 1, 0)
    state = TransEuropaState(seats, chance, first, {})
    state.clear()
    state.round = reader.number("round", 1, MOST_ROUNDS, 1)
    state.turn = reader.number("turn", 0, seats - 1, first)
    scores = reader.items("scores", seats, [BOARD.opening_score] * seats)
    for seat, score in enumerate(scores):
        if isinstance(score, bool) or not isinstance(score, int) or not LOWEST_SCORE <= score <= BOARD.opening_score:
            raise refuse_position("number-expected", f"scores[{seat}]", least=LOWEST_SCORE, most=BOARD.opening_score)
        state.scores[seat] = score
    read_markers(state, reader)
    read_rails(state, reader)
    read_phase(state, reader)
    hands = [
        read_hand(hand, f"hands[{seat}]", seats)
        for seat, hand in enumerate(reader.items("hands", seats, [None] * seats))
    ]
    state.past = [read_round(each, seats) for each in reader.objects("past", None, [])]
    check_scores(state)
    state.reason = reader.text("reason", ("", *REASONS), "")
    state.drawn = reader.number("drawn", 0, 2**40, 0)
    for seat, count in enumerate(reader.items("surprises", seats, [0] * seats)):
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count < 2**40:
            raise refuse_position("number-expected", f"surprises[{seat}]", least=0, most=2**40)
        state.foresight[seat] = count
    finished = reader.items("finished", None, None) if reader.take("finished", None) is not None else None
    unsettled = reader.switch("unsettled", False)
    reader.finish()
    state.rebuild()
    fill_hands(state, hands)
    check_finished(state, finished, unsettled)
    return state


def check_scores(state: TransEuropaState) -> None:
    """What was lost in the rounds told has left the scores, and after a round the match goes on only from zero up."""
    least = 0 if state.past and state.phase != OVER else LOWEST_SCORE
    for seat, score in enumerate(state.standings()):
        most = BOARD.opening_score - sum(played.missing[seat] for played in state.past)
        if not least <= score <= most:
            raise refuse_position("number-expected", f"scores[{seat}]", least=least, most=most)


def read_markers(state: TransEuropaState, reader: Reader) -> None:
    for seat, name in enumerate(reader.items("markers", state.seats, [None] * state.seats)):
        if name is None:
            continue
        node = BOARD.node_by_name.get(name) if isinstance(name, str) else None
        if node is None:
            raise refuse_position("node-unknown", f"markers[{seat}]", node=str(name)[:60])
        if state.marked(node):
            raise refuse_position("crossing-taken", f"markers[{seat}]", node=name)
        state.marker[seat] = node


def read_rails(state: TransEuropaState, reader: Reader) -> None:
    """Each rail is the name of its line, or a list of that name and the seat that laid it."""
    rails = read_named_rails(reader, state.seats)
    for number, (edge, seat) in enumerate(rails):
        state.track[number] = edge * 8 + (seat if seat != NOBODY else 7)
        state.put_rail(edge)
    state.rails_left = BOARD.rails - len(rails)


def read_named_rails(reader: Reader, seats: int) -> list[tuple[int, int]]:
    rails: list[tuple[int, int]] = []
    seen: set[int] = set()
    for number, item in enumerate(reader.items("rails", None, [], most=BOARD.rails)):
        at = f"{reader.path('rails')}[{number}]"
        name, seat = item if isinstance(item, list) and len(item) == 2 else (item, NOBODY)
        edge = BOARD.edge_by_name.get(name) if isinstance(name, str) else None
        if edge is None:
            raise refuse_position("edge-unknown", at, edge=str(name)[:60])
        if edge in seen:
            raise refuse_position("line-taken", at, edge=name)
        if isinstance(seat, bool) or not isinstance(seat, int) or not NOBODY <= seat < seats:
            raise refuse_position("seat-unknown", at, seat=str(seat)[:20])
        seen.add(edge)
        rails.append((edge, seat))
    return rails


def read_phase(state: TransEuropaState, reader: Reader) -> None:
    placed = [seat for seat in range(state.seats) if state.marker[seat] >= 0]
    usual = "first-rail" if len(placed) == state.seats else "markers"
    phase = PHASE_NUMBERS[reader.text("phase", tuple(PHASE_NUMBERS), usual)]
    state.phase = phase
    if phase == OVER:
        return
    if phase == MARKERS:
        owed = [(state.first + step) % state.seats for step in range(state.seats)]
        if not reader.has("turn"):
            state.turn = next((seat for seat in owed if seat not in placed), state.turn)
        if placed != sorted(owed[: len(placed)]) or len(placed) == state.seats:
            raise refuse_position("markers-out-of-order", "markers")
        if state.turn != owed[len(placed)]:
            raise refuse_position("turn-wrong", "turn", seat=int(owed[len(placed)]))
    elif len(placed) < state.seats:
        raise refuse_position("markers-missing", "markers")
    if state.rails_left == 0 and not reader.take("unsettled", False):
        raise refuse_position("rails-out", "rails", most=BOARD.rails - 1)


def read_hand(value: Any, at: str, seats: int) -> list[int] | None:
    """Five cities, one of each colour, in any order; None where the hand is to be drawn."""
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != len(COLOURS):
        raise refuse_position("list-length", at, length=len(COLOURS))
    deck = BOARD.deck(seats)
    hand: list[int] = [-1] * len(COLOURS)
    for place, name in enumerate(value):
        card = BOARD.city_by_name.get(name) if isinstance(name, str) else None
        if card is None:
            raise refuse_position("city-unknown", f"{at}[{place}]", city=str(name)[:60])
        colour = BOARD.cities[card].colour
        if card not in deck[colour]:
            raise refuse_position("card-not-in-use", f"{at}[{place}]", city=name)
        if hand[colour] >= 0:
            raise refuse_position("colour-twice", f"{at}[{place}]", city=name, colour=COLOURS[colour])
        hand[colour] = card
    return hand


def read_round(reader: Reader, seats: int) -> Round:
    number = reader.number("round", 1, MOST_ROUNDS)
    first = reader.number("first", 0, seats - 1)
    reason = reader.text("reason", REASONS)
    markers: list[int] = []
    for seat, name in enumerate(reader.items("markers", seats)):
        if name is not None and (not isinstance(name, str) or name not in BOARD.node_by_name):
            raise refuse_position("node-unknown", f"{reader.path('markers')}[{seat}]", node=str(name)[:60])
        markers.append(-1 if name is None else BOARD.node_by_name[name])
    hands: list[list[int]] = []
    for seat, value in enumerate(reader.items("hands", seats)):
        hand = read_hand(value, f"{reader.path('hands')}[{seat}]", seats)
        if hand is None:
            raise refuse_position("list-expected", f"{reader.path('hands')}[{seat}]")
        hands.append(hand)
    rails = read_named_rails(reader, seats)
    finished = seat_list(reader.items("finished"), reader.path("finished"), seats)
    missing = reader.items("missing", seats)
    for seat, lost in enumerate(missing):
        # Who has finished loses nothing, and nobody else (rule 6.4).
        least, most = (0, 0) if seat in finished else (1, -LOWEST_SCORE)
        if isinstance(lost, bool) or not isinstance(lost, int) or not least <= lost <= most:
            raise refuse_position("number-expected", f"{reader.path('missing')}[{seat}]", least=least, most=most)
    reader.finish()
    return Round(number, first, reason, markers, hands, rails, finished, missing)


def seat_list(items: list[Any], at: str, seats: int) -> list[int]:
    for place, seat in enumerate(items):
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
            raise refuse_position("seat-unknown", f"{at}[{place}]", seat=str(seat)[:20])
    return sorted(set(items))


def fill_hands(state: TransEuropaState, hands: list[list[int] | None]) -> None:
    """Give the hands told, and draw those left open from the cards that remain."""
    held: set[int] = set()
    for seat, hand in enumerate(hands):
        for card in hand or []:
            if card in held:
                raise refuse_position("card-twice", f"hands[{seat}]", city=BOARD.cities[card].name)
            held.add(card)
    for colour, pile in enumerate(BOARD.deck(state.seats)):
        rest = [card for card in pile if card not in held]
        for seat, hand in enumerate(hands):
            card = rest.pop(state.draw(len(rest))) if hand is None else hand[colour]
            state.give(seat, colour, card)


def check_finished(state: TransEuropaState, told: list[Any] | None, unsettled: bool) -> None:
    """Who has finished follows from the board; a position where the round should have ended is refused."""
    for seat in range(state.seats):
        if state.network[seat] == seat:
            state.see_finished(seat)
    finished = state.finished_seats()
    if told is not None and state.phase != OVER and seat_list(told, "finished", state.seats) != finished:
        raise refuse_position("finished-wrong", "finished", seats=finished)
    if unsettled:
        if state.phase != OVER or not (finished or state.rails_left == 0):
            raise refuse_position("round-not-over", "unsettled")
        state.unsettled = True
    elif state.phase in (MARKERS, FIRST_RAIL) and finished:
        raise refuse_position("round-over", "rails", seats=finished)
    elif state.phase == SECOND_RAIL and not state.second_possible():
        raise refuse_position("no-second-rail", "phase")
    elif state.phase == OVER and min(state.standings()) >= 0:
        raise refuse_position("match-not-over", "phase")
    if state.phase == OVER and not state.reason:
        if not finished:
            state.reason = RAILS_OUT
        elif len(finished) > 1:
            state.reason = CONNECTED_TOGETHER
        else:
            state.reason = CONNECTED if finished == [state.turn] else CONNECTED_BY_RIVAL


def determinize(view: Mapping[str, Any], chance: Chance) -> TransEuropaState:
    """A state that agrees with a view: the hands it doesn't show are drawn from the cards it doesn't show.

    What all could see binds the draw: a seat that has not been shown as finished has a card outside of its network.
    """
    seats: int = view["seats"]
    hands: list[list[int] | None] = [
        None if hand is None else read_hand(hand, "hands", seats) for hand in view["hands"]
    ]
    state = TransEuropaState(seats, chance, view["first"], view["options"])
    state.clear()
    state.round = view["round"]
    state.phase = PHASE_NUMBERS[view["phase"]]
    state.turn = view["deciders"][0] if view["deciders"] else 0
    for seat in range(seats):
        state.scores[seat] = view["scores"][seat]
        name = view["markers"][seat]
        state.marker[seat] = -1 if name is None else BOARD.node_by_name[name]
    for number, (name, seat) in enumerate(view["rails"]):
        edge = BOARD.edge_by_name[name]
        state.track[number] = edge * 8 + (seat if seat != NOBODY else 7)
        state.put_rail(edge)
    state.rails_left = view["rails_left"]
    state.past = [remembered_round(each) for each in view["past"]]
    if state.past:
        state.reason = state.past[-1].reason
    state.rebuild()
    open_hands = redraw_hands(state, hands)
    for seat, hand in enumerate(open_hands):
        for colour, card in enumerate(hand):
            state.give(seat, colour, card)
    for seat in view["finished"]:
        state.finished |= 1 << seat
    return state


def remembered_round(entry: Mapping[str, Any]) -> Round:
    """A finished round as a view remembers it; nothing has to be worked out again."""
    played = Round(
        entry["round"],
        entry["first"],
        entry["reason"],
        [-1 if name is None else BOARD.node_by_name[name] for name in entry["markers"]],
        [[BOARD.city_by_name[name] for name in hand] for hand in entry["hands"]],
        [(BOARD.edge_by_name[name], seat) for name, seat in entry["rails"]],
        list(entry["finished"]),
        list(entry["missing"]),
    )
    played.missing_rails = [[BOARD.edge_by_name[name] for name in names] for names in entry["missing_rails"]]
    return played


def redraw_hands(state: TransEuropaState, hands: list[list[int] | None]) -> list[list[int]]:
    """Hands for the seats that show none, from the cards nobody shows, each with a card outside of its network."""
    unknown = [seat for seat, hand in enumerate(hands) if hand is None]
    shown = {card for hand in hands if hand is not None for card in hand}
    piles = [[card for card in pile if card not in shown] for pile in BOARD.deck(state.seats)]
    for _ in range(200):
        drawn = {seat: [-1] * len(COLOURS) for seat in unknown}
        for colour, pile in enumerate(piles):
            rest = list(pile)
            for seat in unknown:
                drawn[seat][colour] = rest.pop(state.draw(len(rest)))
        if all(lacks_some(state, seat, hand) for seat, hand in drawn.items()):
            break
    else:
        drawn = forced_hands(state, unknown, piles)
    return [drawn[seat] if hand is None else hand for seat, hand in enumerate(hands)]


def lacks_some(state: TransEuropaState, seat: int, hand: list[int]) -> bool:
    if state.marker[seat] < 0:
        return True
    return any(not state.in_network(state.network[seat], BOARD.cities[card].node) for card in hand)


def forced_hands(state: TransEuropaState, unknown: list[int], piles: list[list[int]]) -> dict[int, list[int]]:
    """Where chance did not find such hands: first a card outside of its network for each seat, then the rest."""

    def assign(place: int, taken: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]] | None:
        if place == len(unknown):
            return taken
        seat = unknown[place]
        used = {card for _, card in taken.values()}
        for colour, pile in enumerate(piles):
            for card in pile:
                outside = state.marker[seat] < 0 or not state.in_network(state.network[seat], BOARD.cities[card].node)
                if outside and card not in used:
                    found = assign(place + 1, {**taken, seat: (colour, card)})
                    if found is not None:
                        return found
        return None

    chosen = assign(0, {})
    if chosen is None:
        raise refuse_position("view-impossible", "hands")
    hands = {seat: [-1] * len(COLOURS) for seat in unknown}
    for seat, (colour, card) in chosen.items():
        hands[seat][colour] = card
    used = {card for _, card in chosen.values()}
    for colour, pile in enumerate(piles):
        rest = [card for card in pile if card not in used]
        for seat in unknown:
            if hands[seat][colour] < 0:
                hands[seat][colour] = rest.pop(state.draw(len(rest)))
    return hands
