"""Whole matches: they end, bots play well within their views, nothing grows without end."""

from __future__ import annotations

import pytest

from roundhouse.bots.bot import bots_for
from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.outcome import Outcome
from roundhouse.engine.playout import Tally, play_at_random
from roundhouse.games.moscow_paris import game
from roundhouse.games.moscow_paris.board import BOARD
from tests.games.moscow_paris.arranged import arrange, claim, down, hand, lines


def played(bots: list[str], seed: int) -> tuple[Outcome, int]:
    """The result, and how many steps it took."""
    state = game.new(len(bots), {}, FastChance(seed))
    streams = [Stream(seed * 8 + seat) for seat in range(len(bots))]
    known = bots_for(game)
    steps = 0
    while state.deciders():
        seat = state.next_decider()
        state.apply(seat, known[bots[seat]].act(state, seat, streams[seat]))
        steps += 1
        assert steps < game.most_steps
    outcome = state.outcome()
    assert outcome is not None
    return outcome, steps


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_end(seats: int) -> None:
    for seed in range(30):
        state = game.new(seats, {}, FastChance(seed))
        tally = Tally()
        play_at_random(state, [Stream(seed * 4 + seat) for seat in range(seats)], tally, game.most_steps)
        assert state.deciders() == []
        assert not tally.stuck


@pytest.mark.parametrize("name", ["greedy", "heuristic"])
def test_bots_win_against_random_ones(name: str) -> None:
    wins = 0.0
    for seed in range(2):
        bots = ["random", "random"]
        bots[seed % 2] = name
        wins += played(bots, seed)[0].shares()[seed % 2]
    assert wins == 2


def test_bots_that_try_to_win_come_to_an_end() -> None:
    for seed, bots in enumerate((["greedy"] * 4, ["heuristic", "greedy"])):
        assert played(bots, seed)[1] < 1000


def chosen(name: str, **told: object) -> dict[str, object]:
    state = arrange(**told)
    seat = state.next_decider()
    action = bots_for(game)[name].act(state, seat, Stream(5))
    return game.decode(state, seat, action)


@pytest.mark.parametrize("name", ["greedy", "heuristic"])
def test_they_see_a_city_that_can_be_had_at_once(name: str) -> None:
    told = {
        "lines": lines(paris=("mail", "dining")),
        "fronts": [["mail"], []],
        "hands": [hand("dining saloon baggage luxury"), hand("seating seating seating seating seating")],
    }
    assert chosen(name, **told) == down("dining")
    told |= {"phase": "claim", "fronts": [["mail", "dining"], []], "hands": [hand("saloon baggage luxury"), None]}
    assert chosen(name, **told) == claim("paris")


def test_the_heuristic_spoils_what_a_rival_would_have_next() -> None:
    """Seat 1 will have Moscow after its next turn, whatever it does; `greedy` lets it."""
    told = {
        "lines": lines(moscow=("mail", "dining"), warsaw=("seating", "saloon")),
        "fronts": [[], hand("mail dining")],
        "hands": [hand("remove_city luxury baggage compartment open_sleeper"), hand("saloon saloon luxury")],
    }
    assert chosen("heuristic", **told)["city"] == "moscow"
    assert chosen("greedy", **told).get("city") != "moscow"


def test_clones_share_nothing_that_changes() -> None:
    state = game.new(3, {}, FastChance(2))
    before = state.dump()
    other = state.clone()
    play_at_random(other, [Stream(seat) for seat in range(3)], Tally(), 200)
    assert state.dump() == before
    assert BOARD.cards == 104


def test_opening_turns_are_as_many_as_one_reckons() -> None:
    """A kind of wagon goes to either side of four cities, or before its seat; what others laid doesn't bar it."""
    mine, theirs = hand("mail baggage seating open_sleeper compartment"), hand("luxury luxury dining dining saloon")
    state = arrange(hands=[mine, theirs])
    first = state.legal_actions(0)
    assert len(first) == len(set(mine)) * (4 * 2 + 1)
    total = 0
    for action in first:
        after = state.clone()
        after.apply(0, action)
        total += len(after.legal_actions(1))
    assert total == len(first) * len(set(theirs)) * (4 * 2 + 1)
