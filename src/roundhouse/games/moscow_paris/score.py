"""How it ended, and where every point came from."""

from __future__ import annotations

from typing import Any

import msgspec

from roundhouse.engine.outcome import PLAYED_OUT, Outcome, ScoreLine, ranks_by
from roundhouse.games.moscow_paris.board import BOARD
from roundhouse.games.moscow_paris.state import MoscowParisState
from roundhouse.games.moscow_paris.table import CLAIMED, OVER

CITIES_OUT = "cities-out"


def result(state: MoscowParisState) -> Outcome | None:
    """Points, then capitals, then cities; what is equal in all of them is shared (rules 9.2 to 9.7)."""
    if state.phase != OVER:
        return None
    counted = [state.cities_of(seat) for seat in range(state.seats)]
    scores = [state.points_of(cities) for cities in counted]
    capitals = [state.capitals_of(cities) for cities in counted]
    numbers = [cities.bit_count() for cities in counted]
    ranks = ranks_by(list(zip(scores, capitals, numbers, strict=True)))
    detail = {"capitals": capitals, "numbers": numbers, "decided": decided(scores, capitals, ranks)}
    return Outcome(PLAYED_OUT, CITIES_OUT, ranks, scores, teams=state.teams(), detail=detail)


def decided(scores: list[int], capitals: list[int], ranks: list[int]) -> str:
    """What the first place was decided by: `points`, `capitals`, `cities`; or `shared`."""
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if len(best) == len(first):
        teams = {seat % 2 for seat in first}
        alone = len(first) == 1 or (len(scores) == 4 and len(first) == 2 and len(teams) == 1)
        return "points" if alone else "shared"
    most = max(capitals[seat] for seat in best)
    rivals = [seat for seat in best if capitals[seat] == most]
    return "capitals" if len(rivals) == len(first) else "cities"


def outcome(state: MoscowParisState) -> Outcome | None:
    bare = result(state)
    if bare is None:
        return None
    return msgspec.structs.replace(bare, lines=[lines_of(state, seat) for seat in range(state.seats)])


def lines_of(state: MoscowParisState, seat: int) -> list[ScoreLine]:
    """The cities that count for a seat in the order taken, each with who took it; then the flags that repeat."""
    lines: list[ScoreLine] = []
    flags: dict[str, int] = {}
    for entry in state.claims:
        city, by = BOARD.cities[entry // CLAIMED], int(entry % CLAIMED)
        if by != seat and not (state.in_teams and by % 2 == seat % 2):
            continue
        country = BOARD.countries[state.country_of(city.index)]
        flags[country] = flags.get(country, 0) + 1
        told: dict[str, Any] = {"city": city.name, "country": country, "capital": city.capital}
        if state.in_teams:
            told["seat"] = by
        lines.append(ScoreLine("city", city.points, told))
    for country, number in flags.items():
        if number > 1:
            lines.append(ScoreLine("flags", number - 1, {"country": country, "number": number}))
    return lines
