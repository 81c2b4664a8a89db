"""Codes and parameters, turned into words: the one place where a catalogue meets names of things and of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from roundhouse.engine.game import Game
from roundhouse.engine.refusal import Refusal
from roundhouse.engine.state import NOBODY, SPECTATOR
from roundhouse.locales import house_words
from roundhouse.locales.message import MessageError, rendered
from roundhouse.text.safe import safe

SEAT_PARAMETERS: Final = frozenset(
    ("seat", "seats", "first", "finished", "deciders", "quitters", "order", "turn", "to_seat")
)
"""Parameters whose whole numbers are seats. `seats` as a single number is a count."""
EACH_SEAT: Final = "each-seat"


class Said(str):
    """Words already: they stay as they are where they become a part of other words."""

    __slots__ = ()


class Speaker:
    """Speaks one language about one game to one reader (a seat, or a spectator) at one table."""

    def __init__(
        self,
        language: str,
        game: Game | None = None,
        names: Sequence[str] = (),
        reader: int = SPECTATOR,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.language = language
        self.game = game
        self.names = [safe(name, 40) for name in names]
        self.reader = reader
        self.house = house_words(language)
        self.called = {} if game is None or options is None else game.own_names(options)
        """What the host called things of this match."""

    @cached_property
    def own(self) -> dict[str, str]:
        """The game's own words."""
        return {} if self.game is None else self.game.words(self.language)

    # --- messages --------------------------------------------------------------------------------------------------

    def message(self, key: str) -> str | None:
        """The message of a key: the game's word goes before the house's."""
        return self.own[key] if key in self.own else self.house.get(key)

    def knows(self, key: str) -> bool:
        return key in self.own or key in self.house

    def say(self, key: str, /, **params: Any) -> str:
        return self.told(key, params)

    def told(self, key: str, params: Mapping[str, Any]) -> str:
        text = self.message(key)
        if text is None:
            raise MessageError(f"the catalogue {self.language!r} has no {key!r}")
        try:
            return rendered(text, params, self.language, self.shown, self.picked)
        except MessageError as error:
            raise MessageError(f"{key!r} in {self.language!r}: {error}") from None

    def refusal(self, refusal: Refusal) -> str:
        """Why not, in words; where in a file, and the number of the rule, if they are known."""
        key = f"refusal.{refusal.code}"
        params = dict(refusal.params)
        if isinstance(params.get("why"), dict):
            why = params["why"]
            params["why"] = Said(self.refusal(Refusal(why["code"], why.get("params", {}), why.get("rule", ""))))
        text = self.told(key, params) if self.knows(key) else self.say("refusal.unnamed", code=refusal.code)
        if params.get("at"):
            text = self.say("refusal.with-place", place=params["at"], text=Said(text))
        if "entry" in params:
            text = self.say("refusal.with-entry", number=params["entry"] + 1, text=Said(text))
        if refusal.rule:
            text = self.say("refusal.with-rule", rule=refusal.rule, text=Said(text))
        return text

    def journal(self, entry: Mapping[str, Any]) -> list[str]:
        """What happened: a line, and one for each seat where the catalogue has one of the same key."""
        key = f"journal.{entry['kind']}"
        lines = [self.told(key, entry)]
        each = f"{key}.{EACH_SEAT}"
        count = max((len(value) for value in entry.values() if isinstance(value, list)), default=0)
        if self.knows(each):
            # Of every list with as many entries as there are seats, the entry of this seat.
            seats = len(entry["scores"]) if isinstance(entry.get("scores"), list) else count
            for seat in range(seats):
                own = {
                    name: value[seat] if isinstance(value, list) and len(value) == seats else value
                    for name, value in entry.items()
                    if name not in SEAT_PARAMETERS
                }
                lines.append(self.told(each, {**own, "seat": seat}))
        return lines

    # --- parameters ------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        """What a seat is called: the reader is addressed, everybody else goes by name."""
        if seat == NOBODY:
            return self.say("player.nobody")
        return self.say("player.you") if seat == self.reader else self.name(seat)

    def name(self, seat: int) -> str:
        """The name at a seat, the reader's too."""
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.say("player.seat", number=seat + 1)

    def shown(self, name: str, value: Any) -> str:
        """A parameter as words."""
        if isinstance(value, list | tuple):
            return self.listed([self.one(name, each, in_list=True) for each in value])
        return self.one(name, value, in_list=False)

    def one(self, name: str, value: Any, in_list: bool) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            if name in SEAT_PARAMETERS and (in_list or name != "seats"):
                return self.seat(value)
            return self.number(value)
        if isinstance(value, bool):
            return self.say("text.yes" if value else "text.no")
        if isinstance(value, Said):
            return value
        if isinstance(value, str):
            return self.thing(singular(name), value)
        return safe(str(value))

    def thing(self, kind: str, name: str) -> str:
        """A named thing: as the host called it, as the game does, as the catalogue does, or by its plain name."""
        if (kind, name) in self.called:
            return safe(self.called[kind, name])
        if self.game is not None:
            title = self.game.thing_name(kind, name, self.language)
            if title is not None:
                return safe(title)
        return self.say(f"thing.{kind}.{name}") if self.knows(f"thing.{kind}.{name}") else safe(name)

    def listed(self, items: Sequence[str]) -> str:
        """`a, b and c`."""
        if not items:
            return self.say("text.nothing")
        if len(items) == 1:
            return items[0]
        return self.say("text.list", before=Said(", ".join(items[:-1])), last=Said(items[-1]))

    def picked(self, name: str, value: Any) -> str:
        """What a select goes by: the name itself, or `you` where it is the reader's seat."""
        if name in SEAT_PARAMETERS and isinstance(value, int):
            return "nobody" if value == NOBODY else "you" if value == self.reader else "seat"
        if name in SEAT_PARAMETERS and isinstance(value, list | tuple):
            return "you" if list(value) == [self.reader] else "one" if len(value) == 1 else "several"
        return str(value)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as the language writes it; a true minus, as points are often lost."""
        text = f"{abs(value):,.{digits}f}"
        if self.language == "ru":
            text = text.replace(",", "\u00a0").replace(".", ",")
        return f"−{text}" if value < 0 and text.strip("0.,") else text

    def signed(self, value: int) -> str:
        return f"+{self.number(value)}" if value > 0 else self.number(value)


def singular(name: str) -> str:
    """The kind of thing a parameter names: `missing_rails` are of the kind `rail`, `cities` of the kind `city`."""
    word = name.rpartition("_")[2]
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
