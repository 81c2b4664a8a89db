"""Looks for trouble: dead ends, endless games, and whatever a hostile client or a hand-edited file might send.

Each game is random in seats, options and players. At some steps junk is sent as an action: it must be refused with a
code and change nothing. Now and then the dump of the position is damaged and loaded: it must be refused with a code,
or give a position in which one can go on. What goes wrong is kept as a record that leads there.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.bots.bot import RANDOM, quick_bots
from roundhouse.engine.chance import KeyedChance, Stream, numbered_secret, numbered_seed
from roundhouse.engine.game import Game, Option
from roundhouse.engine.match import Match
from roundhouse.engine.record import LogEntry, Player, Record
from roundhouse.engine.refusal import OptionError, RefusalError
from roundhouse.engine.state import NOBODY, SPECTATOR, State

DEAD_END: Final = "dead-end"
ENDLESS: Final = "endless"
CRASH: Final = "crash"
ACCEPTED: Final = "illegal-accepted"
CHANGED: Final = "refusal-changed-state"
LAW: Final = "law-broken"
BAD_POSITION: Final = "position-crash"

JUNK: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    2**70,
    1.5,
    float("nan"),
    "",
    "place",
    "\x1b[2J\u202e",
    [],
    [[[[[]]]]],
    {},
    {"type": None},
    {"type": 7},
    {"type": ["place"]},
    {"type": {"type": "place"}},
    {"type": ""},
    {"type": "__class__"},
    {"type": "x" * 100_000},
    {"TYPE": "place"},
)
INTEGERS: Final = (-(2**62), -1, 255, 256, 65_535, 65_536, 2**62)
STEPS_BETWEEN_JUNK: Final = 9
STEPS_BETWEEN_DAMAGE: Final = 5
STEPS_AFTER_DAMAGE: Final = 12
SHARE_OF_PLAYERS: Final = 5
"""One game in so many has seats that try to win, the others random ones only."""


@dataclass(frozen=True)
class Trouble:
    """Something that must not be: what kind, in which game, and a record that leads there."""

    kind: str
    number: int
    text: str
    record: Record


class Fuzzer:
    """Fuzzes one game; `tried` counts what was sent."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.tried = 0
        self.loaded = 0
        self.steps = 0

    def play(self, number: int) -> list[Trouble]:
        """One game; the trouble met in it."""
        found: list[Trouble] = []
        lot = Stream(numbered_seed(self.seed, "fuzz", number))
        match = self.opened(number, lot)

        def trouble(kind: str, text: str, record: Record | None = None) -> None:
            found.append(Trouble(kind, number, text[:500], record if record is not None else match.record()))

        bots = quick_bots(self.game)
        tries = lot.below(SHARE_OF_PLAYERS) == 0
        chosen = [bots[lot.below(len(bots))] if tries else bots[0] for _ in range(match.state.seats)]
        steps = 0
        try:
            while not match.over():
                if steps >= self.game.most_steps:
                    trouble(ENDLESS, f"{steps} steps")
                    break
                seats = match.state.deciders()
                seat = seats[lot.below(len(seats))]
                offer = match.state.legal_actions(seat)
                if not offer:
                    trouble(DEAD_END, f"seat {seat} may act and has no action")
                    break
                if lot.below(STEPS_BETWEEN_JUNK) == 0:
                    self.send_junk(match, seat, lot, trouble)
                if lot.below(STEPS_BETWEEN_DAMAGE) == 0:
                    self.load_damaged(match, number, lot, trouble)
                match.play_integer(seat, chosen[seat].act(match.state, seat, lot))
                # Fuzzing undoes nothing: what an undo goes back to isn't needed.
                match.before[:-1] = [match.opening] * (len(match.before) - 1)
                steps += 1
                if lot.below(STEPS_BETWEEN_JUNK) == 0:
                    broken = self.game.broken_laws(match.state)
                    if broken:
                        trouble(LAW, "; ".join(broken))
                        break
        except Exception as error:  # whatever it is: that is what is looked for
            trouble(CRASH, f"{type(error).__name__}: {error}")
        self.steps += steps
        return found

    def opened(self, number: int, lot: Stream) -> Match:
        """A table with random seats and options, as far as they go together."""
        seed = numbered_secret(self.seed, "fuzz", number)
        for _ in range(50):
            seats = self.game.least_seats + int(lot.below(self.game.most_seats - self.game.least_seats + 1))
            options = {option.name: any_value(option, lot) for option in self.game.all_options()}
            try:
                configuration = self.game.configure(seats, options)
            except OptionError:
                continue
            break
        else:
            configuration = self.game.configure(self.game.least_seats, {})
        return Match(self.game, configuration, seed, players=[Player(bot=RANDOM)] * configuration.seats)

    # --- actions ---------------------------------------------------------------------------------------------------

    def send_junk(self, match: Match, seat: int, lot: Stream, trouble: Callable[..., None]) -> None:
        """Junk as an action and as an integer, from this seat and from others."""
        state = match.state
        before = json.dumps(state.dump())
        offer = state.legal_actions(seat)
        legal = self.game.decode(state, seat, offer[lot.below(len(offer))])
        values = [JUNK[lot.below(len(JUNK))], damaged(legal, lot), damaged(damaged(legal, lot), lot)]
        for value in values:
            for sender in (seat, (seat + 1) % state.seats, SPECTATOR, state.seats):
                self.tried += 1
                try:
                    action = match.checked(sender, value)
                except RefusalError:
                    continue
                except Exception as error:
                    trouble(CRASH, f"{value!r}: {type(error).__name__}: {error}", with_last(match, sender, value))
                    continue
                if sender not in state.deciders() or action not in state.legal_actions(sender):
                    trouble(ACCEPTED, f"seat {sender}: {value!r}", with_last(match, sender, value))
        for integer in INTEGERS:
            self.tried += 1
            if state.refusal(seat, integer) is None and integer not in offer:
                trouble(ACCEPTED, f"seat {seat}: {integer}")
        if json.dumps(state.dump()) != before:
            trouble(CHANGED, "asking changed the position")

    # --- positions -------------------------------------------------------------------------------------------------

    def load_damaged(self, match: Match, number: int, lot: Stream, trouble: Callable[..., None]) -> None:
        """The position with something in it damaged: refused with a code, or playable."""
        data: Any = match.state.dump()
        for _ in range(1 + int(lot.below(3))):
            data = damaged(data, lot)
        self.tried += 1
        chance = KeyedChance(numbered_secret(self.seed, "damaged", number))
        try:
            state = self.game.load(data, chance)
        except RefusalError:
            return
        except Exception as error:
            trouble(BAD_POSITION, f"load: {type(error).__name__}: {error}", at_position(match, data))
            return
        self.loaded += 1
        try:
            complaint = walked(self.game, state, lot)
        except Exception as error:
            complaint = f"{type(error).__name__}: {error}"
        if complaint:
            trouble(BAD_POSITION, complaint, at_position(match, data))


def walked(game: Game, state: State, lot: Stream) -> str:
    """Read everything of a position and go on for some steps; what is wrong, or nothing."""
    for _ in range(STEPS_AFTER_DAMAGE):
        game.load(json.loads(json.dumps(state.dump())), state.chance)
        for seat in (SPECTATOR, *range(state.seats)):
            game.board_lines(state.view(seat))
        state.outcome()
        seat = state.next_decider()
        if seat == NOBODY:
            return "" if state.unsettled or state.outcome() is not None else "nobody may act and there is no result"
        state.prompt(seat)
        offer = state.legal_actions(seat)
        if not offer:
            return f"seat {seat} may act and has no action"
        state.apply(seat, offer[lot.below(len(offer))])
    return ""


def any_value(option: Option, lot: Stream) -> Any:
    if option.kind == "switch":
        return lot.below(2) == 1
    if option.kind == "number":
        return option.least + int(lot.below(option.most - option.least + 1))
    examples = option.examples()
    return examples[lot.below(len(examples))]


def damaged(value: Any, lot: Stream) -> Any:
    """A copy with one part, somewhere, left out, doubled, swapped or replaced by junk."""
    root = [copy.deepcopy(value)]
    holder: Any = root
    key: Any = 0
    while isinstance(holder[key], dict | list) and holder[key] and lot.below(4) != 0:
        holder = holder[key]
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = keys[lot.below(len(keys))]
    what = lot.below(6)
    if what == 0 and holder is not root:
        del holder[key]
    elif what == 1 and isinstance(holder, list) and holder is not root:
        holder.append(holder[key])
    elif what == 2 and isinstance(holder, dict):
        holder["__proto__" if lot.below(2) else str(key) + "x"] = holder[key]
    elif what == 3 and isinstance(holder[key], int) and not isinstance(holder[key], bool):
        holder[key] += (-1, 1, 100, -(2**40))[lot.below(4)]
    elif what == 4 and isinstance(holder, list) and len(holder) > 1:
        other = lot.below(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    else:
        holder[key] = JUNK[lot.below(len(JUNK))]
    return root[0]


def with_last(match: Match, seat: int, value: object) -> Record:
    """The match's record with the junk as its last entry, if that can be written at all."""
    record = match.record()
    action = value if isinstance(value, dict) else {"type": "junk", "value": repr(value)[:200]}
    record.log.append(LogEntry(seat=seat, action=action))
    return record


def at_position(match: Match, data: Any) -> Record:
    """A record that starts from the damaged position."""
    record = match.record()
    position = data if isinstance(data, dict) else {"junk": repr(data)[:200]}
    return Record(
        **{
            **{name: getattr(record, name) for name in record.__struct_fields__},
            "position": position,
            "log": [],
            "result": None,
        }
    )
