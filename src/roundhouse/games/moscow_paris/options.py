"""What the host may set."""

from __future__ import annotations

from typing import Any

from roundhouse.engine.game import Option
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.untrusted import Reader
from roundhouse.games.moscow_paris.board import BOARD, HOME_TOWN, ISTANBUL, OWN

COUNTRY = "home_country"
FLAG = "home_flag"
TEAMS = "teams"
COLOURS = ("white", "yellow", "orange", "red", "light_blue", "blue", "green", "black")
NAME_LENGTH = 24
STRIPES = (2, 4)

OPTIONS = (
    Option(TEAMS, "switch", False, seats=(4,)),
    Option(ISTANBUL, "switch", False),
    Option(HOME_TOWN, "text", "", most=NAME_LENGTH, calls=("city", HOME_TOWN)),
    Option(COUNTRY, "choice", OWN, values=(OWN, *BOARD.country_titles), needs=(HOME_TOWN, None)),
    Option(
        FLAG,
        "flag",
        "horizontal:green,white,light_blue",
        values=COLOURS,
        least=STRIPES[0],
        most=STRIPES[1],
        needs=(COUNTRY, OWN),
    ),
)


def read_options(reader: Reader, seats: int) -> dict[str, Any]:
    """The options of a position; those not told are as they are without the host's doing."""
    told = reader.object("options", {})
    found: dict[str, Any] = {}
    for option in OPTIONS:
        value = told.take(option.name, option.default)
        if not option.allows(value):
            raise refuse_position("option-value", f"options.{option.name}", option=option.name, value=str(value)[:60])
        if option.seats and seats not in option.seats and value != option.default:
            raise refuse_position("option-not-at-seats", f"options.{option.name}", option=option.name, seats=seats)
        found[option.name] = value
    told.finish()
    return found
