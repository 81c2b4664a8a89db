"""What a person calls the named things of the content: cities, routes, tickets, and cards with their number."""

from __future__ import annotations

from roundhouse.games.ticket_to_ride.board import BOARD


def city_title(city: int, language: str) -> str:
    return BOARD.cities[city].titles[language]


def thing_name(kind: str, name: str, language: str) -> str | None:
    if kind in ("city", "station"):
        city = BOARD.city_by_name.get(name)
        return None if city is None else city_title(city, language)
    if kind == "route":
        route = BOARD.route_by_name.get(name)
        if route is None:
            return None
        ends = f"{city_title(BOARD.end_a[route], language)} – {city_title(BOARD.end_b[route], language)}"
        number = name.rpartition("-")[2]
        # A bare figure beside two cities would read as a length.
        mark = {"ru": "№", "en": "no."}[language]
        return f"{ends} ({mark}\u00a0{number})" if BOARD.twin[route] >= 0 else ends
    if kind == "ticket":
        index = BOARD.ticket_by_name.get(name)
        if index is None:
            return None
        ticket = BOARD.tickets[index]
        return f"{city_title(int(ticket.a), language)} – {city_title(int(ticket.b), language)} ({int(ticket.points)})"
    return None
