"""Every shape of decision that five rulebooks need, said once each in the probe."""

from __future__ import annotations

from typing import Any

import pytest
from roundhouse_probe.board import paths
from roundhouse_probe.game import Probe
from roundhouse_probe.state import CARDS, DRILL, PLACES, ProbeState

from roundhouse.engine.chance import FastChance
from roundhouse.engine.match import Match
from roundhouse.engine.outcome import AGREED, RESIGNED
from roundhouse.engine.refusal import ActionError
from roundhouse.engine.registry import games
from roundhouse.engine.state import SPECTATOR

SEED = bytes(range(32))
TURN: dict[str, Any] = {"seats": 3, "phase": "turns", "turn": 0, "queue": [1, 2]}


@pytest.fixture
def game() -> Probe:
    found = games()["probe"]
    assert isinstance(found, Probe)
    return found


def arranged(game: Probe, **position: Any) -> Match:
    """A match from a position written by hand."""
    options = position.get("options", {})
    return Match(game, game.configure(position["seats"], options), SEED, position=position)


def state_of(match: Match) -> ProbeState:
    assert isinstance(match.state, ProbeState)
    return match.state


def told(match: Match, kind: str, seat: int = SPECTATOR) -> list[dict[str, Any]]:
    return [line for line in match.journal.told_to(seat) if line["kind"] == kind]


def deck_of(position: dict[str, Any], top: list[int]) -> dict[str, Any]:
    """The position with a whole deck that ends in these cards: the last is turned up first."""
    rest = list(CARDS)
    hands = position.get("hands") or [[1, 2, 6]] * position["seats"]
    for card in [*top, *(card for hand in hands for card in hand), *position.get("discard", [])]:
        rest.remove(card)
    return {**position, "hands": hands, "deck": [*rest, *reversed(top)]}


def test_simultaneous_secret_choice(game: Probe) -> None:
    match = arranged(game, seats=3, first=1)
    assert match.state.deciders() == [0, 1, 2]
    blank = match.state.view(1)
    match.play(2, {"type": "stake", "coins": 3})
    match.play(0, {"type": "stake", "coins": 1})
    assert match.state.deciders() == [1]
    # Nothing of the choices is to be seen before the last is in, but by who made them.
    assert match.state.view(1) == {**blank, "deciders": [1]}
    assert match.state.view(2)["stakes"] == [None, None, 3]
    assert told(match, "staked", 1) == [{"kind": "staked", "seat": 2}, {"kind": "staked", "seat": 0}]
    assert told(match, "staked", 2)[0] == {"kind": "staked", "seat": 2, "stake": 3}
    with pytest.raises(ActionError) as refused:
        match.play(0, {"type": "stake", "coins": 2})
    assert refused.value.refusal.code == "not-your-turn"
    match.play(1, {"type": "stake", "coins": 0})
    assert told(match, "stakes-opened") == [{"kind": "stakes-opened", "stakes": [1, 0, 3], "order": [2, 0, 1]}]


def test_simultaneous_choice_does_not_depend_on_who_was_first(game: Probe) -> None:
    dumps = []
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        match = arranged(game, seats=3, hands=[[1, 2, 3]] * 3, goals=["fair", "fair", "fair"])
        for seat in order:
            match.play(seat, {"type": "stake", "coins": seat})
        # Only the last one to choose was shown something by its own action.
        assert [match.state.surprises(seat) for seat in range(3)] == [seat == order[-1] for seat in range(3)]
        dumps.append({**match.state.dump(), "surprises": []})
    assert dumps[0] == dumps[1] == dumps[2]


def test_reveal_then_pay_or_take_back(game: Probe) -> None:
    position = deck_of({**TURN, "coins": [2, 6, 6], "hands": [[4, 3], [1], [1]]}, [5, 4])
    for answer, coins, hand, known in (("pay", 0, [3], []), ("retreat", 2, [3, 4], [4])):
        match = arranged(game, **position)
        before = match.state.surprises(0)
        match.play(0, {"type": "drill", "link": "mine-mill", "card": 0})
        assert told(match, "drilled")[0]["revealed"] == [5, 4]
        prompt = match.state.prompt(0)
        assert prompt is not None
        assert prompt.ask == "debt"
        assert prompt.params == {"coins": 2}
        # It was shown cards: no way back but by the answer.
        assert match.state.surprises(0) == before + 1
        assert match.free_undo(0) is None
        match.play(0, {"type": answer})
        state = state_of(match)
        assert (state.coins[0], state.hands[0], state.known[0]) == (coins, hand, known)
        assert (state.board.links.index("mine-mill") in state.laid()) is (answer == "pay")
        assert game.broken_laws(state) == []


def test_reveal_that_costs_too_much_leaves_only_the_way_back(game: Probe) -> None:
    match = arranged(game, **deck_of({**TURN, "coins": [1, 6, 6], "hands": [[1], [1], [1]]}, [5, 4]))
    match.play(0, {"type": "drill", "link": "mine-mill", "card": 0})
    refusal = match.refusal(0, {"type": "pay"})
    assert refusal is not None
    assert (refusal.code, refusal.params, refusal.rule) == ("coins-short", {"coins": 1, "price": 2}, "5.2")
    assert match.state.legal_actions(0) == [game.encode(match.state, 0, {"type": "retreat"})]


def test_chain_of_answers(game: Probe) -> None:
    match = arranged(game, seats=4, phase="turns", turn=2, queue=[3], hands=[[5], [2], [1, 1], [5, 5]])
    match.play(2, {"type": "ask", "number": 5})
    asked = []
    while match.state.dump()["phase"] == "answers":
        (seat,) = match.state.deciders()
        asked.append(seat)
        assert match.state.view(2)["asker"] == 2
        match.play(seat, {"type": "give" if seat == 0 else "decline"})
    # Round the table from the asker's left, until one gives.
    assert asked == [3, 0]
    state = state_of(match)
    assert state.hands == [[], [2], [1, 1, 5], [5, 5]]
    assert state.known[2] == [5]
    assert state.coins == [7, 6, 5, 6]
    assert match.state.deciders() == [3]


def test_auction_with_passing(game: Probe) -> None:
    position = {"seats": 3, "phase": "auction", "order": [1, 2, 0], "turn": 1, "coins": [4, 6, 6]}
    match = arranged(game, **position)
    match.play(1, {"type": "bid", "coins": 2})
    low = match.refusal(2, {"type": "bid", "coins": 2})
    assert low is not None
    assert (low.code, low.rule) == ("bid-too-low", "4.1")
    match.play(2, {"type": "bid", "coins": 3})
    match.play(0, {"type": "pass"})
    # Who passed is out, and so is not asked again.
    match.play(1, {"type": "bid", "coins": 5})
    assert match.state.deciders() == [2]
    match.play(2, {"type": "pass"})
    assert told(match, "auction-ended") == [{"kind": "auction-ended", "seat": 1, "coins": 5}]
    assert state_of(match).coins == [4, 1, 6]
    assert (state_of(match).turn, state_of(match).queue) == (1, [2, 0, 1])


def test_phase_with_own_order(game: Probe) -> None:
    match = arranged(game, seats=3, first=2)
    for seat, coins in enumerate((0, 3, 3)):
        match.play(seat, {"type": "stake", "coins": coins})
    # Ties go clockwise from the first seat; the auction and the turns keep to that order, not to the table's.
    order = [2, 1, 0]
    for seat in order:
        assert match.state.deciders() == [seat]
        match.play(seat, {"type": "pass"})
    for seat in order:
        assert match.state.deciders() == [seat]
        match.play(seat, {"type": "roll"})
    assert match.state.deciders() == [0, 1, 2]
    assert state_of(match).first == 0


def test_dice(game: Probe) -> None:
    match = arranged(game, **TURN, coins=[0, 6, 6], fuel=[1, 0, 0])
    match.play(0, {"type": "roll"})
    (rolled,) = told(match, "rolled")
    assert all(1 <= die <= 6 for die in rolled["dice"])
    assert rolled["coins"] == max(rolled["dice"]) == state_of(match).coins[0]
    # The throw can't be taken back for free; taken back with all agreed, it falls anew.
    assert match.free_undo(0) is None
    thrown = {tuple(rolled["dice"])}
    for _ in range(12):
        match.undo(0, 0)
        match.play(0, {"type": "roll"})
        thrown.add(tuple(told(match, "rolled")[-1]["dice"]))
    assert len(thrown) > 1


def test_common_result(game: Probe) -> None:
    options = {"together": True, "rounds": 2}
    position = {
        "seats": 2,
        "options": options,
        "phase": "turns",
        "turn": 0,
        "goals": ["quarry", "quarry"],
        "links": [["quarry-ford", 1]],
    }
    match = arranged(game, **position)
    match.play(0, {"type": "lay", "link": "mill-quarry"})
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.won, outcome.margin, outcome.ranks) == ("all-joined", True, 1, [1, 1])
    assert outcome.shares() == [1.0, 1.0]
    lost = arranged(game, **{**position, "round": 2, "links": [], "goals": ["fair", "mine"]})
    lost.play(0, {"type": "roll"})
    outcome = lost.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.won, outcome.margin, outcome.winners()) == ("rounds-out", False, -2, [])
    early = arranged(game, **position)
    early.resign([1])
    outcome = early.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.won, outcome.ranks) == (RESIGNED, False, [1, 1])


def test_hidden_hand(game: Probe) -> None:
    match = arranged(game, **TURN, hands=[[1, 2], [3, 3], [6]], known=[[], [3], []])
    assert match.state.view(0)["hand"] == [1, 2]
    for reader in (SPECTATOR, 0, 2):
        view = match.state.view(reader)
        assert view["cards"] == [2, 2, 1]
        assert view["known"][1] == [3]
        assert view["goals"][1] is None
        assert reader == 0 or view["hand"] != [1, 2]
    hands = set()
    for number in range(40):
        world = game.determinize(match.state.view(0), FastChance(number))
        assert isinstance(world, ProbeState)
        assert world.hands[0] == [1, 2]
        # What was shown is remembered; the rest may be anything.
        assert 3 in world.hands[1]
        hands.add(tuple(sorted(world.hands[1])))
    assert len(hands) > 3


def test_seat_that_can_do_nothing(game: Probe) -> None:
    # No coin, no card, no fuel: seat 1 is passed over, and not asked.
    position: dict[str, Any] = {"coins": [6, 0, 6], "fuel": [2, 0, 2], "hands": [[1], [], [1]]}
    match = arranged(game, **TURN, **position)
    match.play(0, {"type": "roll"})
    assert told(match, "idle") == [{"kind": "idle", "seat": 1}]
    assert match.state.deciders() == [2]
    # Nor can it be asked for a card; in the auction it has no say either.
    assert [seat for seat in range(3) if match.state.legal_actions(seat)] == [2]
    match.play(2, {"type": "ask", "number": 4})
    assert match.state.deciders() == [0]
    refusal = match.state.refusal(1, 0)
    assert refusal is not None
    assert refusal.code == "not-your-turn"


def test_nobody_can_do_anything(game: Probe) -> None:
    match = arranged(game, seats=2, coins=[0, 0], fuel=[0, 0], hands=[[], []], round=3)
    for seat in (0, 1):
        assert match.state.legal_actions(seat) == [0]
        match.play(seat, {"type": "stake", "coins": 0})
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "rounds-out"
    assert [line["seat"] for line in told(match, "idle")] == [0, 1]


def test_choice_by_place_in_hand(game: Probe) -> None:
    one = arranged(game, **TURN, hands=[[5, 2], [1], [1]])
    other = arranged(game, **TURN, hands=[[2, 5], [1], [1]])
    value = {"type": "drill", "link": "mine-mill", "card": 1}
    link = state_of(one).board.links.index("mine-mill")
    for match, card in ((one, 2), (other, 5)):
        action = game.encode(match.state, 0, value)
        # One integer, one name: a place; which card lies there only its owner's state tells.
        assert action == DRILL + link * PLACES + 1
        assert game.decode(match.state, 0, action) == value
        match.play(0, value)
        assert told(match, "drilled")[0]["card"] == card
    refusal = arranged(game, **TURN, hands=[[5, 2], [1], [1]]).refusal(0, {**value, "card": 2})
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("card-missing", {"place": 2, "cards": 2})


def test_action_named_by_effect(game: Probe) -> None:
    # From mill to port the short way, or round through abbey: two ways. Further to fair, each of them goes on.
    links = [["mill-quarry", 0], ["quarry-ford", 1], ["ford-abbey", 1], ["abbey-port", 2], ["mill-port", 0]]
    match = arranged(game, **TURN, links=links, goals=["mine", "mine", "fair"])
    state = state_of(match)
    effects = [(state.board.towns[effect.town], effect.gains) for effect in state.effects(0)]
    assert ("port", (3, 0, 0)) in effects
    assert ("port", (3, 2, 1)) in effects
    value = {"type": "deliver", "town": "port", "gains": [3, 2, 1]}
    assert game.decode(state, 0, game.encode(state, 0, value)) == value
    wrong = match.refusal(0, {**value, "gains": [9, 0, 0]})
    assert wrong is not None
    assert (wrong.code, wrong.rule) == ("effect-impossible", "5.5")
    match.play(0, value)
    assert match.state.standings() == [3 + 3, 2 + 3, 1 + 3]


def test_ways_of_one_effect_are_one_action(game: Probe) -> None:
    # To fair lead two ways, by quarry and by port, with the same effect: one action. Were one of the four links
    # somebody else's, they would be two.
    links = [["mill-quarry", 1], ["quarry-fair", 1], ["mill-port", 1], ["port-fair", 1]]
    for owner, effects in ((1, 1), (2, 2)):
        match = arranged(game, **TURN, links=[*links[:3], ["port-fair", owner]], goals=["ford", "mine", "mine"])
        state = state_of(match)
        named = [game.decode(state, 0, action) for action in state.legal_actions(0)]
        assert len([value for value in named if value.get("town") == "fair"]) == effects
    assert len(paths(state.board, state.laid(), state.station(0), state.board.towns.index("fair"))) == 2


def test_team_result(game: Probe) -> None:
    options = {"teams": True, "rounds": 1}
    position = {"seats": 4, "options": options, "phase": "turns", "turn": 3, "coins": [8, 0, 2, 4]}
    match = arranged(game, **position, goals=["port", "mine", "fair", "ford"])
    match.play(3, {"type": "lay", "link": "fair-mine"})
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.teams == [0, 1, 0, 1]
    assert outcome.scores == [5, 1, 5, 1]
    assert outcome.ranks == [1, 3, 1, 3]
    assert outcome.shares() == [1.0, 0.0, 1.0, 0.0]
    agreed = arranged(game, **position)
    agreed.agree()
    outcome = agreed.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.ranks) == (AGREED, [1, 3, 1, 3])
    resigned = arranged(game, **position)
    resigned.resign([0])
    outcome = resigned.outcome()
    assert outcome is not None
    # A team resigns as a whole.
    assert outcome.ranks == [3, 1, 3, 1]


def test_undo_barred_by_what_did_not_happen(game: Probe) -> None:
    position: dict[str, Any] = {**TURN, "links": [["mill-quarry", 0]], "goals": ["fair", "abbey", "mine"]}
    # It joins seat 1 to mill and quarry. None of them is its goal, and nothing is told; but it might have been.
    match = arranged(game, **position)
    match.play(0, {"type": "lay", "link": "quarry-ford"})
    assert told(match, "arrived") == []
    assert match.state.surprises(0) == 1
    assert match.free_undo(0) is None
    # Where it had been, the same is true.
    match = arranged(game, **{**position, "goals": ["fair", "mill", "mine"]})
    match.play(0, {"type": "lay", "link": "quarry-ford"})
    assert [line["seat"] for line in told(match, "arrived")] == [1]
    assert match.free_undo(0) is None
    # A link that reaches nobody else's network tells nothing: free.
    match = arranged(
        game, **{**position, "goals": ["port", "mill", "mine"], "seats": 2, "queue": [1]} | {"goals": ["port", "mill"]}
    )
    match.play(0, {"type": "lay", "link": "mill-port"})
    assert [line["seat"] for line in told(match, "arrived")] == [0]
    assert match.free_undo(0) == 0
    match.undo(0, 0)
    assert state_of(match).laid() == {0}
    # Nor does one that reaches a seat whose goal is shown already.
    match = arranged(game, **{**position, "links": [["mill-quarry", 0], ["ford-abbey", 0]]})
    match.play(0, {"type": "lay", "link": "quarry-ford"})
    assert match.free_undo(0) == 0
