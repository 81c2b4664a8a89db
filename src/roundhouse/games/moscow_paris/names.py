"""What a person calls the things on the cards; their names lie in the content. Wagons are common nouns."""

from __future__ import annotations

from roundhouse.games.moscow_paris.board import BOARD, OWN


def thing_name(kind: str, name: str, language: str) -> str | None:
    if kind == "city":
        city = BOARD.city_by_name.get(name)
        return None if city is None else BOARD.cities[city].titles[language]
    if kind in ("wagon", "card", "give", "take") and name in BOARD.wagon_titles:
        return BOARD.wagon_titles[name][language].lower()
    if kind == "country" and name != OWN:
        titles = BOARD.country_titles.get(name)
        return None if titles is None else titles[language]
    return None
