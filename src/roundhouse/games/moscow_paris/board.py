"""The cards of Moscow–Paris, read from `content/cards.json`: wagons, action cards, cities, flags.

Cards of a kind are alike, so any pile of them is a number: four bits for each kind, its count. A city is an index; a
set of cities is a word of bits.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.steiner import bit

WAGONS: Final[i64] = 8
KINDS: Final[i64] = 13
SWAP_TWO: Final[i64] = 8
DISCARD_TWO: Final[i64] = 9
DISCARD_THREE: Final[i64] = 10
EXCHANGE_CARD: Final[i64] = 11
REMOVE_CITY: Final[i64] = 12
ACTION_CARDS: Final = ("swap_two", "discard_two", "discard_three", "neighbour_exchange", "remove_city")
"""The five, in the order of their numbers. What they do is code; how many there are of each is content."""

LINES: Final[i64] = 4
CARDS: Final[i64] = 5
FRONT: Final[i64] = 4
MOST_SEATS: Final = 4
MOST_COPIES: Final = 15
MOST_CITIES: Final = 60
OWN: Final = "own"
"""The country of a home town that lies in none of those on the cards."""
ISTANBUL: Final = "istanbul"
HOME_TOWN: Final = "home_town"


@final
class City:
    """A city card."""

    def __init__(self, index: int, entry: dict[str, Any]) -> None:
        self.index: int = index
        self.name: str = entry["id"]
        self.country: str = entry["country"] or OWN
        self.capital: bool = entry["capital"]
        self.points: int = entry["points"]
        self.limit: int = entry["wagon_limit"]
        self.titles: dict[str, str] = entry["name"]


@final
class Board:
    """Everything that never changes in a match, as the rules need it."""

    def __init__(self, data: dict[str, Any]) -> None:
        wagons: list[dict[str, Any]] = data["wagons"]["kinds"]
        actions: list[dict[str, Any]] = sorted(data["actions"]["kinds"], key=number_of)
        facts: dict[str, Any] = data["parameters"]
        self.wagon_titles: dict[str, dict[str, str]] = {entry["id"]: entry["name"] for entry in wagons}
        self.kind_names: list[str] = [entry["id"] for entry in [*wagons, *actions]]
        self.kind_by_name: dict[str, int] = {name: kind for kind, name in enumerate(self.kind_names)}
        self.copies: list[int] = [entry["copies"] for entry in [*wagons, *actions]]
        self.cards: int = sum(self.copies)
        self.unit: vec[i64] = vec[i64]([int(bit(4 * kind)) for kind in range(13)])
        self.bits: vec[i64] = vec[i64]([int(bit(kind)) for kind in range(13)])
        full: i64 = 0
        for kind, count in enumerate(self.copies):
            full += self.unit[kind] * i64(count)
        self.full: i64 = full
        """All the cards, as one pile."""

        entries: list[dict[str, Any]] = [*data["cities"]["cards"], *data["special_cities"]]
        self.cities: list[City] = [City(index, entry) for index, entry in enumerate(entries)]
        self.city_by_name: dict[str, int] = {city.name: city.index for city in self.cities}
        self.common: list[int] = list(range(len(data["cities"]["cards"])))
        """The cities of every match, without Istanbul and the home town."""
        self.istanbul: int = self.city_by_name[ISTANBUL]
        self.home_town: int = self.city_by_name[HOME_TOWN]
        self.limit: vec[i64] = vec[i64]([city.limit for city in self.cities])
        self.points: vec[i64] = vec[i64]([city.points for city in self.cities])
        self.capital: vec[i64] = vec[i64]([int(city.capital) for city in self.cities])
        self.country_titles: dict[str, dict[str, str]] = {
            code: entry["name"] for code, entry in data["countries"].items()
        }
        self.countries: list[str] = [*data["countries"], OWN]
        self.country: vec[i64] = vec[i64]([self.countries.index(city.country) for city in self.cities])
        self.last_cities: i64 = facts["open_city_lines"] - 1
        """With the pile of cities used up and no more than these on the table, it is over."""
        check(self, facts)

    def kinds_of(self, pile: i64) -> list[int]:
        """The cards of a pile, by kind, one by one."""
        found: list[int] = []
        kind = 0
        while pile != 0:
            found += [kind] * int(pile & 15)
            pile >>= 4
            kind += 1
        return found

    def names_of(self, pile: i64) -> list[str]:
        return [self.kind_names[kind] for kind in self.kinds_of(pile)]


def number_of(entry: dict[str, Any]) -> int:
    number: int = entry["number"]
    return number


def check(board: Board, facts: dict[str, Any]) -> None:
    """Whoever corrects the facts is told at once what the rules couldn't play with."""
    if tuple(board.kind_names[8:]) != ACTION_CARDS or len(set(board.kind_names)) != 13:
        raise ValueError("cards.json: eight kinds of wagons and the five kinds of action cards are needed")
    if not all(1 <= count <= MOST_COPIES for count in board.copies):
        raise ValueError(f"cards.json: a kind of card has 1 to {MOST_COPIES} copies")
    if len(board.city_by_name) != len(board.cities) or len(board.cities) > MOST_CITIES or len(board.common) < 4:
        raise ValueError("cards.json: cities need names of their own, and there are 4 to 60 of them")
    if not all(1 <= city.limit <= 8 and 0 <= city.points < 100 for city in board.cities):
        raise ValueError("cards.json: a city takes 1 to 8 wagons and is worth 0 to 99 points")
    if facts["open_city_lines"] != 4 or facts["cards_per_player_in_hand_and_in_front"] != 5:
        raise ValueError("cards.json: four lines and five cards for each seat are part of the rules")
    if facts["max_in_front"] != 4:
        raise ValueError("cards.json: four wagons before a seat are part of the rules")
    # Hands, fronts and the four longest lines never take all: a card can always be drawn.
    lines = sum(sorted(city.limit for city in board.cities)[-4:])
    if board.cards <= 5 * MOST_SEATS + lines:
        raise ValueError("cards.json: too few cards for hands and lines")


def read_board() -> Board:
    text = (files("roundhouse.games.moscow_paris") / "content" / "cards.json").read_text("utf-8")
    return Board(json.loads(text))


BOARD: Final = read_board()

# Boxed once, so that a list of legal actions is made without making numbers.
BOXES: Final[list[object]] = list(range(9792))
