"""The referee itself: each of its laws is broken on purpose in the probe, and has to be noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from roundhouse_probe.game import Probe
from roundhouse_probe.state import STAKES, Debt, ProbeState

from roundhouse.arena.referee import Finding, Referee, plain
from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.outcome import ScoreLine
from roundhouse.engine.prompt import Choice
from roundhouse.engine.refusal import Refusal

Change = Callable[..., Any]
FAULTS: dict[str, tuple[type[Any], str, Callable[[Change], Change], set[str]]] = {}


def fault(
    on: type[Any], method: str, *codes: str
) -> Callable[[Callable[[Change], Change]], Callable[[Change], Change]]:
    """A way to spoil a method, given the right one, and the codes of which one must be found."""

    def noted(make: Callable[[Change], Change]) -> Callable[[Change], Change]:
        FAULTS[make.__name__] = (on, method, make, set(codes))
        return make

    return noted


@fault(ProbeState, "view", "secret-in-view")
def view_shows_another_hand(right: Change) -> Change:
    return lambda self, seat: {**right(self, seat), "effects": self.hands[1]}


@fault(ProbeState, "view", "secret-in-view")
def view_shows_the_next_card(right: Change) -> Change:
    return lambda self, seat: {**right(self, seat), "effects": self.deck[-1:]}


@fault(ProbeState, "view", "secret-in-view")
def view_shows_a_secret_choice(right: Change) -> Change:
    return lambda self, seat: {**right(self, seat), "stakes": list(self.stakes)}


@fault(ProbeState, "view", "view-not-plain")
def view_holds_a_tuple(right: Change) -> Change:
    return lambda self, seat: {**right(self, seat), "more": (1, 2)}


@fault(ProbeState, "prompt", "secret-in-prompt")
def prompt_tells_who_holds_what(right: Change) -> Change:
    def spoilt(self: ProbeState, seat: int) -> Any:
        prompt = right(self, seat)
        if prompt is not None:
            prompt.params = {"hint": sum(self.hands[1])}
        return prompt

    return spoilt


@fault(ProbeState, "prompt", "prompt-leaves")
def prompt_offers_too_much(right: Change) -> Change:
    def spoilt(self: ProbeState, seat: int) -> Any:
        prompt = right(self, seat)
        if prompt is not None:
            prompt.choices = [*prompt.choices, Choice("verb", "pass", action=999)]
        return prompt

    return spoilt


@fault(ProbeState, "refusal", "secret-in-refusals")
def refusal_tells_a_secret(right: Change) -> Change:
    def spoilt(self: ProbeState, seat: int, action: int) -> Any:
        refusal = right(self, seat, action)
        return None if refusal is None else Refusal(refusal.code, {"sum": sum(map(sum, self.hands[1:]))}, refusal.rule)

    return spoilt


@fault(ProbeState, "refusal", "judge-differs", "judge-too-kind")
def judge_lets_everything_pass(right: Change) -> Change:
    return lambda self, seat, action: None


@fault(ProbeState, "legal_actions", "judge-differs")
def generator_forgets_an_action(right: Change) -> Change:
    return lambda self, seat: right(self, seat)[1:] if len(right(self, seat)) > 2 else right(self, seat)


@fault(ProbeState, "legal_actions", "offer-twice")
def generator_lists_one_twice(right: Change) -> Change:
    return lambda self, seat: [*right(self, seat), *right(self, seat)[:1]]


@fault(ProbeState, "legal_actions", "offer-order")
def generator_changes_its_order(right: Change) -> Change:
    calls = [0]

    def spoilt(self: ProbeState, seat: int) -> Any:
        calls[0] += 1
        offer = right(self, seat)
        return offer[::-1] if calls[0] % 2 else offer

    return spoilt


@fault(ProbeState, "legal_actions", "dead-end")
def somebody_has_no_action(right: Change) -> Change:
    return lambda self, seat: [] if self.phase == STAKES and seat == 1 else right(self, seat)


@fault(ProbeState, "clone", "clone-shows", "clone-plays-differently", "dump-refused")
def clone_shares_a_list(right: Change) -> Change:
    def spoilt(self: ProbeState) -> Any:
        copy = right(self)
        copy.coins = self.coins
        copy.fuel = self.fuel
        copy.stakes = self.stakes
        return copy

    return spoilt


@fault(ProbeState, "roll", "law-broken", "dump-refused")
def dice_pay_what_is_not_there(right: Change) -> Change:
    def spoilt(self: ProbeState, seat: int) -> None:
        right(self, seat)
        self.coins[seat] += 60

    return spoilt


@fault(ProbeState, "settle_debt", "law-broken", "world-law", "determinize-refused", "dump-refused")
def a_card_is_lost(right: Change) -> Change:
    def spoilt(self: ProbeState, seat: int, paid: bool) -> None:
        assert self.debt is not None
        self.debt = Debt(self.debt.link, self.debt.card, self.debt.revealed[1:])
        right(self, seat, paid)

    return spoilt


@fault(ProbeState, "surprises", "undo-peeks")
def nothing_is_ever_a_surprise(right: Change) -> Change:
    return lambda self, seat: 0


@fault(ProbeState, "surprises", "surprise-forgotten", "load-surprises")
def surprises_are_forgotten(right: Change) -> Change:
    return lambda self, seat: max(0, 3 - right(self, seat))


@fault(ProbeState, "lay", "secret-in-undo", "undo-peeks")
def only_what_happened_is_a_surprise(right: Change) -> Change:
    """Undo barred only where a goal was reached: that it is free tells that none was."""

    def spoilt(self: ProbeState, seat: int, link: int) -> None:
        before, shown = self.foresight[seat], sum(self.shown)
        right(self, seat, link)
        if sum(self.shown) == shown:
            self.foresight[seat] = before

    return spoilt


@fault(ProbeState, "tell", "secret-in-journal")
def journal_tells_a_secret_choice(right: Change) -> Change:
    def spoilt(self: ProbeState, kind: str, secret: Any = None, **params: Any) -> None:
        if kind == "staked":
            params["stake"] = self.stakes[params["seat"]]
        right(self, kind, secret, **params)

    return spoilt


@fault(ProbeState, "tell", "journal-silent")
def journal_keeps_silent(right: Change) -> Change:
    return lambda self, kind, secret=None, **params: None


@fault(ProbeState, "standings", "secret-in-standings")
def standing_counts_secret_goals(right: Change) -> Change:
    return lambda self: [score + goal for score, goal in zip(right(self), self.goals, strict=True)]


@fault(ProbeState, "reshuffle_unseen", "reshuffle-shows", "reshuffle-law")
def undo_deals_new_hands(right: Change) -> Change:
    def spoilt(self: ProbeState) -> None:
        right(self)
        if self.hands[0] and self.deck:
            self.hands[0][0], self.deck[-1] = self.deck[-1], self.hands[0][0]
            self.hands[0].append(self.deck.pop())

    return spoilt


@fault(ProbeState, "dump", "dump-differs", "load-differs", "load-plays-differently")
def dump_leaves_something_out(right: Change) -> Change:
    return lambda self: {key: value for key, value in right(self).items() if key != "fuel"}


@fault(ProbeState, "dump", "dump-refused")
def dump_holds_what_load_refuses(right: Change) -> Change:
    return lambda self: {**right(self), "more": 1}


@fault(ProbeState, "deciders", "deciders-order")
def deciders_are_listed_twice(right: Change) -> Change:
    return lambda self: [*right(self), *right(self)]


@fault(ProbeState, "next_decider", "next-decider")
def next_decider_is_another(right: Change) -> Change:
    return lambda self: right(self) + 1


@fault(Probe, "decode", "codec", "names-alike")
def names_are_all_alike(right: Change) -> Change:
    return lambda self, state, seat, action: {"type": "roll"}


@fault(Probe, "determinize", "world-law", "secret-in-view")
def worlds_deal_too_many_cards(right: Change) -> Change:
    def spoilt(self: Probe, view: Any, chance: Any) -> Any:
        world = right(self, view, chance)
        world.hands[1].append(6)
        return world

    return spoilt


@fault(Probe, "choosers", "secret-in-bot")
def bot_remembers(right: Change) -> Change:
    asked = [0]

    def choose(view: Any, offer: Any, stream: Any) -> int:
        asked[0] += 1
        choice: int = offer[asked[0] % len(offer)]
        return choice

    return lambda self: {"greedy": choose}


@fault(Probe, "choosers", "bot-illegal")
def bot_plays_what_is_not_offered(right: Change) -> Change:
    return lambda self: {"greedy": lambda view, offer, stream: max(offer) + 1}


def findings(steps: int = 60, games_played: int = 60) -> set[str]:
    """What the referee says of the probe as it is now, until it has said something."""
    game = Probe()
    referee = Referee(game)
    for number in range(games_played):
        found: list[Finding] = []
        state = game.new(3, {"variant": "valley"}, FastChance(number))
        lot = Stream(number)
        found += referee.opened(state)
        for _ in range(steps):
            deciders = state.deciders()
            if not deciders or found:
                break
            seat = deciders[lot.below(len(deciders))]
            offer = state.legal_actions(seat)
            action = offer[lot.below(len(offer))]
            referee.before(state, seat, action)
            state.apply(seat, action)
            found += referee.after(state)
        if found:
            return {finding.code for finding in found}
    return set()


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on, method, make, codes = FAULTS[name]
    monkeypatch.setattr(on, method, make(getattr(on, method)))
    assert codes & findings()


def test_whole_probe_is_clean() -> None:
    """The same games without a fault."""
    assert findings(games_played=3) == set()


def test_illegal_play_is_noticed() -> None:
    game = Probe()
    state = game.new(2, None, FastChance(1))
    referee = Referee(game)
    referee.opened(state)
    referee.before(state, 0, 999)
    assert [finding.code for finding in referee.found] == ["played-illegal"]


def test_unexplained_points_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from roundhouse_probe import view

    game = Probe()
    over = {"seats": 2, "phase": "over", "round": 3, "reason": "rounds-out"}
    referee = Referee(game)
    assert referee.opened(game.load(over, FastChance(1))) == []
    monkeypatch.setattr(view, "score_lines", lambda state, seat: [ScoreLine("coins", 7)])
    assert "points-unexplained" in {finding.code for finding in referee.opened(game.load(over, FastChance(1)))}


@pytest.mark.parametrize(
    ("value", "is_plain"),
    [
        ({"a": [1, None, True, "x", {"b": -3}]}, True),
        ((1, 2), False),
        ({1: 2}, False),
        ([1.5], False),
        ({"a": {"b": object()}}, False),
    ],
)
def test_plain(value: object, is_plain: bool) -> None:
    assert plain(value) is is_plain
