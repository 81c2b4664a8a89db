"""Laws for the referee, each checked against what can be counted without the rules' own sums."""

from __future__ import annotations

from roundhouse.games.moscow_paris.board import BOARD, LINES
from roundhouse.games.moscow_paris.state import MoscowParisState
from roundhouse.games.moscow_paris.table import CHAIN, CLAIM, CLAIMED, OVER, TURN
from roundhouse.games.moscow_paris.view import memory


def broken_laws(state: MoscowParisState) -> list[str]:
    return [*broken_cards(state), *broken_lines(state), *broken_cities(state), *broken_memory(state)]


def counts_of(pile: int) -> list[int]:
    return [int(pile) >> (4 * kind) & 15 for kind in range(13)]


def broken_cards(state: MoscowParisState) -> list[str]:
    """All cards are somewhere, and every seat has five between its hand and its front."""
    broken = []
    piles = [state.deck, state.discard, *state.hands, *state.fronts]
    rows = [kind for line in range(LINES) for side in range(2) for kind in state.row(line, side)]
    counts = [counts_of(pile) for pile in piles]
    for kind, name in enumerate(BOARD.kind_names):
        lying = sum(count[kind] for count in counts) + rows.count(kind)
        if lying != BOARD.copies[kind]:
            broken.append(f"{lying} cards {name}, not {BOARD.copies[kind]}")
    if sum(counts[0]) != state.deck_cards or sum(counts[1]) != state.discard_cards:
        broken.append("a pile is miscounted")
    if not state.deck_cards:
        broken.append("the pile is empty")
    for seat in range(state.seats):
        hand, front = counts_of(state.hands[seat]), counts_of(state.fronts[seat])
        owed = int(state.phase == CHAIN and seat == state.turn)
        if sum(hand) + sum(front) != 5 - owed:
            broken.append(f"seat {seat} has {sum(hand)} cards in hand and {sum(front)} before it")
        if sum(front) > 4 or any(front[8:]):
            broken.append(f"seat {seat} has {front} before it")
        if any(known > held for known, held in zip(counts_of(state.known[seat]), hand, strict=True)):
            broken.append(f"seat {seat} is known to hold what it doesn't")
    return broken


def broken_lines(state: MoscowParisState) -> list[str]:
    broken = []
    for line in range(LINES):
        wagons = state.row(line, 0) + state.row(line, 1)
        city = int(state.cities[line])
        if len(set(wagons)) != len(wagons):
            broken.append(f"line {line} has a kind twice: {wagons}")
        if sum(1 << kind for kind in wagons) != state.masks[line]:
            broken.append(f"line {line}: wagons {wagons} are noted otherwise")
        if len(wagons) > (BOARD.cities[city].limit if city >= 0 else 0) or any(kind >= 8 for kind in wagons):
            broken.append(f"line {line} holds {wagons}")
    return broken


def broken_cities(state: MoscowParisState) -> list[str]:
    """Every city is in one place; the end comes when it must, and not before."""
    broken = []
    in_play = sum(1 << city for city in state.cities_in_play())
    table = [int(city) for city in state.cities if city >= 0]
    places = [int(state.city_deck), int(state.removed), *map(int, state.taken), *(1 << city for city in table)]
    if sum(places) != in_play or sum(place.bit_count() for place in places) != in_play.bit_count():
        broken.append(f"cities are lost or doubled: {places}")
    if int(state.city_deck).bit_count() != state.city_deck_cards or (len(table) < 4 and state.city_deck_cards):
        broken.append(f"{len(table)} cities on the table, {state.city_deck_cards} in the pile")
    claimed = [0] * state.seats
    for entry in state.claims:
        claimed[entry % CLAIMED] |= 1 << entry // CLAIMED
    if claimed != [int(taken) for taken in state.taken]:
        broken.append("claims are noted otherwise")
    ended = not state.city_deck_cards and len(table) <= 3
    if (state.phase == OVER and not ended) or (state.phase in (TURN, CHAIN) and ended):
        broken.append(f"{len(table)} cities on the table, and phase {state.phase}")
    if state.phase == CLAIM and not any(
        state.masks[line] and not state.masks[line] & ~state.front_mask(int(state.turn)) for line in range(LINES)
    ):
        broken.append("there is no city to take")
    for seat in range(state.seats):
        if not 0 <= state.repeats[seat] <= 2 or (state.repeats[seat] and not state.since):
            broken.append(f"seat {seat} has {state.repeats[seat]} repeated turns")
    if all(count == 2 for count in state.repeats):
        broken.append("a stalemate was passed over")
    return broken + broken_scores(state)


def broken_scores(state: MoscowParisState) -> list[str]:
    """Points counted by cities and countries."""
    broken = []
    for seat, score in enumerate(state.standings()):
        sides = {seat, (seat + 2) % 4} if state.in_teams else {seat}
        mine = [BOARD.cities[entry // CLAIMED] for entry in state.claims if entry % CLAIMED in sides]
        flags = {city.country if city.index != BOARD.home_town else str(state.options["home_country"]) for city in mine}
        if score != sum(city.points for city in mine) + len(mine) - len(flags):
            broken.append(f"seat {seat}: wrong score {score}")
    return broken


def broken_memory(state: MoscowParisState) -> list[str]:
    """What all remember, against what is."""
    broken = []
    told = memory(state, None)
    left = [[pile.get(name, 0) for name in BOARD.kind_names] for pile in told["piles"]]
    for seat, stretches in enumerate(told["hands"]):
        hidden = [0] * 13
        for each in stretches:
            if sum(each["cards"].values()) != each["drawn"]:
                broken.append(f"seat {seat}: draws miscounted")
            for kind, name in enumerate(BOARD.kind_names):
                drew = each["cards"].get(name, 0)
                left[each["pile"]][kind] -= drew
                hidden[kind] += drew - each["shown"].get(name, 0)
            if min(hidden) < 0:
                broken.append(f"seat {seat} showed a card before it drew it")
        hand, known = counts_of(state.hands[seat]), counts_of(state.known[seat])
        if hidden != [held - open_to_all for held, open_to_all in zip(hand, known, strict=True)]:
            broken.append(f"seat {seat}: what it drew and showed is not what it holds")
    if left[-1] != counts_of(state.deck) or any(any(pile) for pile in left[:-1]):
        broken.append("a pile was not what was drawn from it")
    return broken
