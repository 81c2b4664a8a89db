"""The one contract: what a game is. See `docs/add-a-game.md` for how to write one."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal

import msgspec

from roundhouse.engine.chance import Chance, Stream
from roundhouse.engine.refusal import Refusal, refuse_option
from roundhouse.engine.state import State
from roundhouse.engine.text import CODE_POINTS_ON_ONE, composed, fits

Value = dict[str, Any]
"""An action as everybody outside the rules sees it: JSON that names things, with a `type`."""

Chooser = Callable[[Mapping[str, Any], Sequence[int], Stream], int]
"""How a game's own player decides: from a seat's view and its legal actions, with randomness of its own."""


FLAG_LAYOUTS: Final = ("horizontal", "vertical")


class Option(msgspec.Struct, frozen=True):
    """Something the host may set.

    `values` lists all a "choice" can be, or the colours a "flag" may have. `least` and `most` bound a "number", the
    characters of a "text", the stripes of a "flag". A flag is written `horizontal:white,blue,red`.
    """

    name: str
    kind: Literal["choice", "switch", "number", "text", "flag"]
    default: Any
    values: tuple[Any, ...] = ()
    least: int = 0
    most: int = 0
    seats: tuple[int, ...] = ()
    """Seat counts at which it may be set; empty for all."""
    needs: tuple[str, Any] | None = None
    """Another option and its value without which this one means nothing; None for any value but its default."""
    calls: tuple[str, str] | None = None
    """Kind and name of the thing that a text gives a name to, in all that is said at the table."""

    def settled(self, value: Any) -> Any:
        """The value as it is kept: text composed, with single spaces."""
        if self.kind == "text" and isinstance(value, str) and len(value) <= self.most * CODE_POINTS_ON_ONE:
            return composed(value)
        return value

    def allows(self, value: Any) -> bool:
        if self.kind == "switch":
            return isinstance(value, bool)
        if self.kind == "number":
            return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
        if self.kind == "text":
            return isinstance(value, str) and fits(value, self.least, self.most)
        if self.kind == "flag":
            return isinstance(value, str) and self.allows_flag(value)
        return any(value == each and type(value) is type(each) for each in self.values)

    def allows_flag(self, value: str) -> bool:
        layout, _, stripes = value.partition(":")
        colours = stripes.split(",")
        return (
            layout in FLAG_LAYOUTS
            and self.least <= len(colours) <= self.most
            and all(colour in self.values for colour in colours)
        )

    def examples(self) -> list[Any]:
        """Some values it can be, the default and both ends among them: for tests and fuzzing."""
        if self.kind == "switch":
            return [False, True]
        if self.kind == "number":
            return sorted({self.least, self.default, self.most})
        if self.kind == "text":
            return [self.default, *(text for text in ("a" * max(self.least, 1), "Щ" * self.most) if self.allows(text))]
        if self.kind == "flag":
            few, many = ([*self.values] * self.most)[: self.least], ([*self.values] * self.most)[-self.most :]
            return [self.default, f"{FLAG_LAYOUTS[0]}:{','.join(few)}", f"{FLAG_LAYOUTS[1]}:{','.join(many)}"]
        return list(self.values)


class Configuration:
    """Resolved and checked: what `Game.start` needs, worked out once for any number of matches."""

    def __init__(self, seats: int, options: dict[str, Any], first: int | None) -> None:
        self.seats = seats
        self.options = options
        self.first = first
        """The first seat where the host fixed it; drawn from the seed otherwise."""


DRAWING = ("layout.json", "map.json")
"""Files of `content/` that say how a board is drawn: a label moved makes no other game of it."""

VARIANT = "variant"
FIRST_SEAT = "first_seat"
RANDOM = "random"


class Game(ABC):
    """Static facts and everything about a game that isn't one position."""

    name: str
    package: str
    """Where `rules.en.md`, `rules.ru.md`, `content/` and `locales/` lie."""
    rules_version: str
    """Changed whenever the same actions could give another result."""
    least_seats: int
    most_seats: int
    hidden_information: bool = False
    uses_chance: bool = True
    cooperative: bool = False
    variants: tuple[str, ...] = ()
    """Only such as every seat count allows; the first is the default."""
    options: tuple[Option, ...] = ()
    end_reasons: tuple[str, ...] = ()
    """Every reason a played-out match can end for."""
    refusal_codes: tuple[str, ...] = ()
    most_steps: int = 100_000
    """No match is longer: a fuzzer calls it endless."""

    def own_names(self, options: Mapping[str, Any]) -> dict[tuple[str, str], str]:
        """Names that the host gave to things of this match, by kind and name (see `Option.calls`)."""
        return {
            option.calls: str(options[option.name])
            for option in self.options
            if option.calls is not None and options.get(option.name, option.default) != option.default
        }

    # --- opening a match -------------------------------------------------------------------------------------------

    def configure(self, seats: int, options: Mapping[str, Any] | None = None) -> Configuration:
        """Check seats and options, fill in the defaults; `OptionError` says what can't be."""
        if type(seats) is not int or not self.least_seats <= seats <= self.most_seats:
            raise refuse_option("option-seats", seats=seats, least=self.least_seats, most=self.most_seats)
        given = dict(options or {})
        first = given.pop(FIRST_SEAT, RANDOM)
        if first != RANDOM and (isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < seats):
            raise refuse_option("option-value", option=FIRST_SEAT, value=first)
        chosen: dict[str, Any] = {}
        for option in self.all_options():
            value = option.settled(given.pop(option.name, option.default))
            if not option.allows(value):
                if option.kind == "text":
                    raise refuse_option("option-text", option=option.name, most=option.most)
                if option.kind == "flag":
                    raise refuse_option("option-flag", option=option.name, least=option.least, most=option.most)
                raise refuse_option("option-value", option=option.name, value=value)
            if option.seats and seats not in option.seats and value != option.default:
                raise refuse_option("option-not-at-seats", option=option.name, seats=seats)
            chosen[option.name] = value
        if given:
            raise refuse_option("option-unknown", option=sorted(map(str, given))[0])
        self.check_options(seats, chosen)
        return Configuration(seats, chosen, None if first == RANDOM else first)

    def all_options(self) -> tuple[Option, ...]:
        """The game's options, the variant among them where it has any."""
        if not self.variants:
            return self.options
        return (Option(VARIANT, "choice", self.variants[0], values=self.variants), *self.options)

    def check_options(self, seats: int, options: Mapping[str, Any]) -> None:  # noqa: B027 - most games have no such
        """Refuse combinations that can't be; for games to override."""

    def new(self, seats: int, options: Mapping[str, Any] | None, chance: Chance) -> State:
        """The opening state."""
        return self.start(self.configure(seats, options), chance)

    @abstractmethod
    def start(self, configuration: Configuration, chance: Chance) -> State:
        """The opening state of a checked configuration."""

    # --- positions -------------------------------------------------------------------------------------------------

    @abstractmethod
    def load(self, data: object, chance: Chance) -> State:
        """A position from its dump, or written by hand; `PositionError` says precisely what can't be."""

    @abstractmethod
    def determinize(self, view: Mapping[str, Any], chance: Chance) -> State:
        """A full state that agrees with the view; what the view doesn't tell is drawn from `chance`."""

    @abstractmethod
    def broken_laws(self, state: State) -> list[str]:
        """What the referee finds wrong: laws of conservation that hold in every position. Empty when all is well."""

    # --- actions ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def encode(self, state: State, seat: int, value: object) -> int:
        """The integer of a named action; `ActionError` with a coded refusal where it names what isn't there.

        Naming something that exists but isn't legal gives an integer that `State.refusal` explains.
        """

    @abstractmethod
    def decode(self, state: State, seat: int, action: int) -> Value:
        """The named form of an action's integer."""

    @abstractmethod
    def outside_actions(self, state: State, seat: int) -> list[int]:
        """Integers worth asking `refusal` about, legal and not: what the generator-equals-judge test walks through."""

    # --- players ---------------------------------------------------------------------------------------------------

    thinkers: tuple[str, ...] = ()
    """Choosers that think for long: fuzzing and the like leave them out."""

    def choosers(self) -> dict[str, Chooser]:
        """The game's own players beside those that play any game; `greedy` and `heuristic` by custom."""
        return {}

    # --- words and facts -------------------------------------------------------------------------------------------

    @abstractmethod
    def board_lines(self, view: Mapping[str, Any]) -> list[Line]:
        """The board in words, from a view alone: who, what lies where. The catalogues hold the sentences."""

    def thing_name(self, kind: str, name: str, language: str) -> str | None:
        """What a person calls a named thing (a city, a card); None where the catalogue knows it or it has no name."""
        return None

    @cached_property
    def folder(self) -> Traversable:
        return files(self.package)

    def rules_text(self, language: str) -> str:
        return (self.folder / f"rules.{language}.md").read_text("utf-8")

    def words(self, language: str) -> dict[str, str]:
        """The game's own catalogue."""
        words: dict[str, str] = json.loads((self.folder / "locales" / f"{language}.json").read_text("utf-8"))
        return words

    @cached_property
    def content_hash(self) -> str:
        """Names the facts a match was played with: a hash over all of `content/` but how it is drawn."""
        digest = hashlib.sha256()
        content = self.folder / "content"
        if content.is_dir():
            for entry in sorted(content.iterdir(), key=lambda each: each.name):
                if entry.name.endswith(".json") and entry.name not in DRAWING:
                    digest.update(entry.name.encode() + b"\0" + entry.read_bytes() + b"\0")
        return digest.hexdigest()[:16]


class Line(msgspec.Struct, frozen=True):
    """A line of the text board: a code, its parameters, and how deep it is indented."""

    code: str
    params: dict[str, Any] = {}
    depth: int = 0


def judged(state: State, seat: int, action: int) -> Refusal | None:
    """The refusals all games share, before the game is asked: over, or not this seat's turn."""
    if seat < 0 or seat >= state.seats:
        return Refusal("seat-unknown", {"seat": seat})
    deciders = state.deciders()
    if not deciders:
        return Refusal("match-over")
    if seat not in deciders:
        return Refusal("not-your-turn", {"deciders": deciders})
    return None
