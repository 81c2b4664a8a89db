"""Watches a game being played and says what is wrong: one law after another, for any game.

Around every step: `before(state, seat, action)`, play, `after(state)`. The referee plays along on copies of its own
and never touches the state it is shown. Some checks cost a few microseconds and are made at each step, others a
thousand times that: they are drawn by lot (`laws_every`, `every`), so that no rhythm of a game hides a fault.

The costly ones include secrecy. From a seat's view another world is drawn that agrees with it; whatever the seat may
read there has to be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from roundhouse.bots.bot import bots_for
from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.game import Chooser, Game
from roundhouse.engine.outcome import PLAYED_OUT, Outcome
from roundhouse.engine.prompt import leaves
from roundhouse.engine.refusal import RefusalError
from roundhouse.engine.state import NOBODY, SPECTATOR, Journal, State

LARGEST_ACTION: Final = 65_535
KEPT: Final = 6
"""How many earlier states are kept, to see that later play never shows in them."""


class Finding(msgspec.Struct, frozen=True):
    """A law that did not hold: its code, what was seen, and after how many steps."""

    code: str
    text: str
    step: int


def as_bytes(value: object) -> bytes:
    return msgspec.json.encode(value)


class Referee:
    """One referee for one match, or for many one after the other (`opened` begins anew).

    every: one step in so many gets the costly checks. laws_every: the same for those between. worlds: how many
    other worlds are drawn for each seat. players: whose choices have to be the same in every such world.
    """

    def __init__(
        self,
        game: Game,
        every: int = 1,
        laws_every: int = 1,
        worlds: int = 2,
        seed: int = 0,
        players: Mapping[str, Chooser] | None = None,
    ) -> None:
        self.game = game
        self.every = every
        self.laws_every = laws_every
        self.worlds = worlds
        self.players = {name: bot.choose for name, bot in bots_for(game).items()} if players is None else players
        self.lot = Stream(seed)
        self.checks = 0
        self.steps = 0
        self.refusals: set[str] = set()
        """The codes of all refusals met: the catalogues must have words for them."""
        self.found: list[Finding] = []
        self.forget()

    def forget(self) -> None:
        self.seat = NOBODY
        self.action = -1
        self.start: State | None = None
        self.foresight: list[int] = []
        self.earlier: list[tuple[State, bytes]] = []

    # --- what a runner calls ---------------------------------------------------------------------------------------

    def opened(self, state: State) -> list[Finding]:
        """Look at the position a match starts from."""
        self.forget()
        self.steps = 0
        self.found = []
        self.look_at(state)
        return self.found

    def before(self, state: State, seat: int, action: int) -> None:
        """Tell the referee what is going to be played."""
        self.found = []
        self.seat = seat
        self.action = action
        self.start = None
        self.foresight = [state.surprises(each) for each in range(state.seats)]
        if not self.expect(action in state.legal_actions(seat), "played-illegal", f"seat {seat} plays {action}"):
            return
        if self.drawn(self.every):
            self.start = private_copy(state)

    def after(self, state: State) -> list[Finding]:
        """What is wrong with the step just played, and with the position it led to. The result must be settled."""
        self.steps += 1
        for seat, count in enumerate(self.foresight):
            self.expect(state.surprises(seat) >= count, "surprise-forgotten", f"seat {seat}")
        if self.start is not None:
            self.look_at_step(self.start, state)
        self.look_at(state)
        return self.found

    def drawn(self, every: int) -> bool:
        return every <= 1 or self.lot.below(every) == 0

    def expect(self, holds: bool, code: str, text: str) -> bool:
        self.checks += 1
        if not holds:
            self.found.append(Finding(code, text, self.steps))
        return holds

    # --- positions -------------------------------------------------------------------------------------------------

    def look_at(self, state: State) -> None:
        """Every check of one position: cheap always, the others when the lot says so."""
        self.check_offer(state)
        if self.drawn(self.laws_every):
            self.check_laws(state)
            self.check_judge(state)
        if self.drawn(self.every):
            self.check_names(state)
            self.check_dump(state)
            self.check_unseen(state)
            for seat in [SPECTATOR, *range(state.seats)]:
                self.check_worlds(state, seat)

    def check_offer(self, state: State) -> None:
        """Who may act, and with what: the same at each asking, whole numbers in range, no seat left without any."""
        deciders = state.deciders()
        self.expect(deciders == sorted(set(deciders)), "deciders-order", f"{deciders}")
        first = deciders[0] if deciders else NOBODY
        self.expect(state.next_decider() == first, "next-decider", f"{state.next_decider()}, not {first}")
        over = state.outcome() is not None
        self.expect(over != bool(deciders), "outcome-and-deciders", f"over: {over}, deciders: {deciders}")
        for seat in range(state.seats):
            offer = state.legal_actions(seat)
            self.expect(bool(offer) == (seat in deciders), "dead-end", f"seat {seat} has {len(offer)} actions")
            self.expect(len(set(offer)) == len(offer), "offer-twice", f"seat {seat}: {offer}")
            fit = not offer or (min(offer) >= 0 and max(offer) <= LARGEST_ACTION)
            self.expect(fit, "offer-range", f"seat {seat}: {offer}")
            if seat in deciders:
                self.expect(offer == state.legal_actions(seat), "offer-order", f"seat {seat}")

    def check_laws(self, state: State) -> None:
        broken = self.game.broken_laws(state)
        self.expect(not broken, "law-broken", "; ".join(broken))
        self.expect(len(state.standings()) == state.seats, "standings-length", f"{state.standings()}")
        outcome = state.outcome()
        if outcome is not None:
            self.check_outcome(state, outcome)

    def check_outcome(self, state: State, outcome: Outcome) -> None:
        """A result says why, ranks everybody, and accounts for each point."""
        self.expect(outcome.ending == PLAYED_OUT, "outcome-ending", outcome.ending)
        self.expect(outcome.reason in self.game.end_reasons, "outcome-reason", outcome.reason)
        whole = len(outcome.ranks) == len(outcome.scores) == state.seats
        self.expect(whole, "outcome-length", f"{outcome.ranks} {outcome.scores}")
        ranked = sorted(outcome.ranks)
        fair = all(rank == 1 + sum(each < rank for each in ranked) for rank in ranked)
        self.expect(fair, "outcome-ranks", f"{outcome.ranks}")
        for seat, lines in enumerate(outcome.lines):
            told = sum(line.points for line in lines)
            self.expect(told == outcome.scores[seat], "points-unexplained", f"seat {seat}: {told} of {outcome.scores}")
        if outcome.won is not None:
            self.expect(set(outcome.ranks) == {1}, "outcome-common", f"{outcome.ranks}")
        if outcome.teams is not None:
            sides = {(team, outcome.ranks[seat], outcome.scores[seat]) for seat, team in enumerate(outcome.teams)}
            self.expect(len(sides) == len(set(outcome.teams)), "outcome-teams", f"{sides}")

    def check_judge(self, state: State) -> None:
        """Generator and judge are one truth, and prompts offer just that."""
        deciders = state.deciders()
        for seat in range(state.seats):
            offer = set(state.legal_actions(seat))
            outside = self.game.outside_actions(state, seat)
            if seat not in deciders:
                # One is as good as all of them: it is not this seat's turn whatever it asks.
                outside = outside[:1]
            for action in outside:
                refusal = state.refusal(seat, action)
                self.expect(
                    (refusal is None) == (action in offer), "judge-differs", f"seat {seat}: {action}, {refusal}"
                )
                if refusal is not None:
                    self.refusals.add(refusal.code)
            for action in offer.difference(outside):
                self.expect(state.refusal(seat, action) is None, "judge-differs", f"seat {seat}: {action} is legal")
        for seat, action in ((state.seats, 0), (SPECTATOR, 0), (0, -1), (0, LARGEST_ACTION + 1)):
            refusal = state.refusal(seat, action)
            self.expect(refusal is not None, "judge-too-kind", f"seat {seat}: {action}")

    def check_names(self, state: State) -> None:
        """Integers to names and back over the whole offer; the prompt's leaves are the offer; the board in words."""
        for seat in range(state.seats):
            offer = state.legal_actions(seat)
            seen: set[bytes] = set()
            for action in offer:
                value = self.game.decode(state, seat, action)
                self.expect(plain(value) and isinstance(value.get("type"), str), "name-not-plain", f"{value}")
                back = self.game.encode(state, seat, msgspec.json.decode(as_bytes(value)))
                self.expect(back == action, "codec", f"seat {seat}: {action} → {value} → {back}")
                seen.add(msgspec.json.encode(value, order="deterministic"))
            self.expect(len(seen) == len(offer), "names-alike", f"seat {seat}")
            prompt = state.prompt(seat)
            asked = [] if prompt is None else [action for _, action in leaves(prompt.choices)]
            self.expect((prompt is None) == (not offer), "prompt-missing", f"seat {seat}")
            self.expect(sorted(asked) == sorted(offer), "prompt-leaves", f"seat {seat}: {asked}, not {offer}")
        self.expect(state.prompt(SPECTATOR) is None, "prompt-spectator", "a spectator is asked something")

    def check_dump(self, state: State) -> None:
        """A dump is plain, and the position loaded from it is the same in all that can be asked of it."""
        data = state.dump()
        self.expect(plain(data), "dump-not-plain", f"{data}")
        loaded = self.loaded(as_bytes(data), state)
        if loaded is None:
            return
        self.expect(as_bytes(loaded.dump()) == as_bytes(data), "dump-differs", f"{data} → {loaded.dump()}")
        self.expect(as_bytes(loaded.outcome()) == as_bytes(state.outcome()), "load-outcome", f"{loaded.outcome()}")
        for seat in [SPECTATOR, *range(state.seats)]:
            same = as_bytes(self.readable(loaded, seat)) == as_bytes(self.readable(state, seat))
            self.expect(same, "load-differs", f"what seat {seat} may read")
        for seat in range(state.seats):
            self.expect(loaded.surprises(seat) == state.surprises(seat), "load-surprises", f"seat {seat}")

    def loaded(self, data: bytes, state: State) -> State | None:
        """The position of a dump, with the chance of the state it was taken from."""
        try:
            return self.game.load(msgspec.json.decode(data), state.chance)
        except RefusalError as error:
            self.expect(False, "dump-refused", str(error))
            return None

    def check_unseen(self, state: State) -> None:
        """What an undo past a draw does: nobody may see a difference, no law may break, the original stays."""
        data = as_bytes(state.dump())
        shuffled = private_copy(state)
        shuffled.chance = shuffled.chance.fork("referee")
        shuffled.reshuffle_unseen()
        for seat in [SPECTATOR, *range(state.seats)]:
            same = as_bytes(shuffled.view(seat)) == as_bytes(state.view(seat))
            self.expect(same, "reshuffle-shows", f"in the view of {seat}")
        broken = self.game.broken_laws(shuffled)
        self.expect(not broken, "reshuffle-law", "; ".join(broken))
        self.expect(as_bytes(state.dump()) == data, "reshuffle-original", "the state it was cloned from has changed")

    # --- other worlds ----------------------------------------------------------------------------------------------

    def readable(self, state: State, seat: int) -> dict[str, Any]:
        """All that a seat may read in a position, but the refusals."""
        return {
            "view": state.view(seat),
            "prompt": state.prompt(seat),
            "offer": state.legal_actions(seat) if seat != SPECTATOR else [],
            "deciders": state.deciders(),
            "standings": state.standings(),
            "outcome": state.outcome(),
        }

    def other_world(self, state: State, seat: int, view: bytes) -> State | None:
        """A world drawn from what this seat may know."""
        chance = FastChance(self.lot.next() << 30 | self.lot.next())
        try:
            return self.game.determinize(msgspec.json.decode(view), chance)
        except RefusalError as error:
            self.expect(False, "determinize-refused", f"seat {seat}: {error}")
            return None

    def check_worlds(self, state: State, seat: int) -> None:
        """Worlds drawn from a view break no law and read the same to who had that view."""
        shown = state.view(seat)
        self.expect(plain(shown), "view-not-plain", f"seat {seat}: {shown}")
        self.game.board_lines(shown)
        here = self.readable(state, seat)
        view = as_bytes(shown)
        outside = self.game.outside_actions(state, seat) if seat in state.deciders() else []
        answers = as_bytes([state.refusal(seat, action) for action in outside])
        for number in range(self.worlds):
            other = self.other_world(state, seat, view)
            if other is None:
                continue
            broken = self.game.broken_laws(other)
            self.expect(not broken, "world-law", f"seat {seat}: {'; '.join(broken)}")
            there = self.readable(other, seat)
            for part, value in here.items():
                same = as_bytes(value) == as_bytes(there[part])
                self.expect(same, f"secret-in-{part}", f"seat {seat}: {value} or {there[part]}")
            same = outside == (self.game.outside_actions(other, seat) if outside else [])
            self.expect(same, "secret-in-outside", f"seat {seat}")
            same = answers == as_bytes([other.refusal(seat, action) for action in outside])
            self.expect(same, "secret-in-refusals", f"seat {seat}")
            if number == 0 and here["offer"] and here["offer"] == there["offer"]:
                self.check_choices(seat, here, there)

    def check_choices(self, seat: int, here: Mapping[str, Any], there: Mapping[str, Any]) -> None:
        """A player that is shown the same chooses the same: it keeps nothing in mind, of this world or of others."""
        for name, choose in self.players.items():
            seed = self.lot.next()
            choices = [choose(world["view"], world["offer"], Stream(seed)) for world in (here, there)]
            self.expect(choices[0] in here["offer"], "bot-illegal", f"{name} plays {choices[0]}")
            self.expect(len(set(choices)) == 1, "secret-in-bot", f"{name} plays {choices}")

    # --- steps -----------------------------------------------------------------------------------------------------

    def look_at_step(self, start: State, state: State) -> None:
        """The step played again on copies: the same result, told the same, and no copy shows in another."""
        before = as_bytes(start.dump())
        after = as_bytes(state.dump())
        twin = start.clone()
        twin.defer_settling = True
        journal = Journal()
        twin.journal = journal
        twin.apply(self.seat, self.action)
        if twin.unsettled:
            self.expect(twin.deciders() == [], "unsettled-deciders", f"{twin.deciders()}")
            twin.settle()
        self.expect(not state.unsettled and not twin.unsettled, "unsettled", "a result is still open")
        self.expect(as_bytes(twin.dump()) == after, "clone-plays-differently", f"{twin.dump()}, not {state.dump()}")
        self.expect(as_bytes(start.dump()) == before, "clone-shows", "play on a clone showed in the original")
        self.expect(as_bytes(state.dump()) == after, "clone-shows", "play on the original showed in a clone")
        loaded = self.loaded(before, start)
        if loaded is not None:
            loaded.apply(self.seat, self.action)
            same = as_bytes(loaded.dump()) == after
            self.expect(same, "load-plays-differently", f"{loaded.dump()}, not {state.dump()}")
        for kept, data in self.earlier:
            self.expect(as_bytes(kept.dump()) == data, "clone-shows", "later play showed in an earlier state")
        self.earlier = [*self.earlier[1 - KEPT :], (start, before)]
        self.expect(bool(journal.entries), "journal-silent", f"seat {self.seat} plays {self.action}")
        for entry in journal.entries:
            self.expect(
                plain(entry.params) and plain([*(entry.secret or {}).values()]), "journal-not-plain", f"{entry.params}"
            )
        for seat in [SPECTATOR, *range(state.seats)]:
            self.check_told(start, twin, seat, journal)

    def check_told(self, start: State, end: State, reader: int, journal: Journal) -> None:
        """What is told of a step gives away nothing that the view after it doesn't show; free undo is blind."""
        view = as_bytes(start.view(reader))
        shown = as_bytes(end.view(reader))
        told = as_bytes(journal.told_to(reader))
        surprised = 0 if reader == SPECTATOR else end.surprises(reader) - start.surprises(reader)
        free = reader == self.seat and surprised == 0
        for _ in range(self.worlds):
            other = self.other_world(start, reader, view)
            if other is None:
                continue
            if not free:
                # The same draws to come: then more worlds go on the same, and more can be compared.
                other.chance = start.chance
                other.drawn = start.drawn
            if reader != self.seat:
                self.check_told_of_another(other.clone(), reader, shown, told)
            if other.refusal(self.seat, self.action) is not None:
                continue
            counted = 0 if reader == SPECTATOR else other.surprises(reader)
            same = self.plays_the_same(other, self.action, reader, shown, told)
            if free:
                self.expect(same, "undo-peeks", f"seat {reader} could take back {self.action}, and saw something")
            if same and reader == self.seat:
                counted = other.surprises(reader) - counted
                alike = (counted > 0) == (surprised > 0)
                self.expect(alike, "secret-in-undo", f"seat {reader}: {surprised} or {counted}")

    def check_told_of_another(self, other: State, reader: int, shown: bytes, told: bytes) -> None:
        """Another action of that seat, chosen by lot: where the view can't tell the two apart, the journal can't."""
        offer = other.legal_actions(self.seat)
        if len(offer) > 1:
            self.plays_the_same(other, offer[self.lot.below(len(offer))], reader, shown, told)

    def plays_the_same(self, other: State, action: int, reader: int, shown: bytes, told: bytes) -> bool:
        """Play in another world. Says whether the reader sees what was shown here; if so, it must be told the same."""
        journal = Journal()
        other.journal = journal
        other.apply(self.seat, action)
        if as_bytes(other.view(reader)) != shown:
            return False
        here = as_bytes(journal.told_to(reader))
        self.expect(here == told, "secret-in-journal", f"seat {reader}: {told.decode()} or {here.decode()}")
        return True


def private_copy(state: State) -> State:
    """A clone that settles by itself, whatever its runner does."""
    copy = state.clone()
    copy.defer_settling = False
    return copy


def plain(value: object) -> bool:
    """Is it JSON and nothing but: no tuples, no keys that aren't text, no fractions, no objects?"""
    if isinstance(value, dict):
        return all(type(key) is str and plain(each) for key, each in value.items())
    if isinstance(value, list):
        return all(plain(each) for each in value)
    return value is None or type(value) in (bool, int, str)


__all__ = ["Finding", "Referee", "plain"]
