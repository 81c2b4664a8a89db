"""Whole matches, with two to six seats: laws, points, places, records."""

from __future__ import annotations

from typing import cast

import pytest

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.match import Match
from roundhouse.engine.record import read_record, write_record
from roundhouse.engine.replay import differences
from roundhouse.games.transeuropa import game
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import MARKERS, TransEuropaState
from tests.games.transeuropa.arranged import eager


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.rule("transeuropa", "1.1", "2.1", "6.1", "8.1", "8.2", "8.3")
def test_a_match_from_deal_to_places(seats: int) -> None:
    state = cast(TransEuropaState, game.new(seats, {}, FastChance(40 + seats)))
    steps = 0
    while state.deciders():
        assert min(state.standings()) >= 0, "the match goes on only while nobody is below zero"
        state.apply(int(state.turn), eager(state))
        steps += 1
        assert steps < game.most_steps
        assert game.broken_laws(state) == []
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason in game.end_reasons
    assert outcome.scores == state.standings()
    assert min(outcome.scores) < 0
    assert [sum(line.points for line in lines) for lines in outcome.lines] == outcome.scores
    for seat, lines in enumerate(outcome.lines):
        assert [line.code for line in lines[:1]] == ["opening"]
        lost = [-line.points for line in lines[1:]]
        assert lost == [played.missing[seat] for played in state.past]
        for line, played in zip(lines[1:], state.past, strict=True):
            assert (line.code == "round-finished") == (seat in played.finished)
            assert line.params["round"] == played.number
    assert outcome.ranks == [1 + sum(other > score for other in outcome.scores) for score in outcome.scores]
    assert [played.number for played in state.past] == list(range(1, len(state.past) + 1))


def test_missing_rails_cost_what_was_lost() -> None:
    state = cast(TransEuropaState, game.new(5, {}, FastChance(3)))
    while state.deciders():
        state.apply(int(state.turn), eager(state))
    assert state.past
    for entry in state.view(0)["past"]:
        laid = {edge for edge, _ in entry["rails"]}
        for seat, lines in enumerate(entry["missing_rails"]):
            assert not laid & set(lines)
            assert sum(int(BOARD.graph.cost[BOARD.edge_by_name[line]]) for line in lines) == entry["missing"][seat]


def test_a_clone_goes_its_own_way() -> None:
    stream = Stream(8)
    state = cast(TransEuropaState, game.new(4, {}, FastChance(8)))
    while state.deciders():
        before = state.dump()
        clone = state.clone()
        assert clone.dump() == before
        for _ in range(6):
            seat = clone.next_decider()
            if seat < 0:
                break
            legal = clone.legal_actions(seat)
            clone.apply(seat, legal[stream.below(len(legal))])
        assert state.dump() == before
        state.apply(int(state.turn), eager(state))


@pytest.mark.parametrize("seats", [2, 5])
def test_a_record_replays_to_the_same_end_with_undone_moves_in_it(seats: int) -> None:
    match = Match(game, game.configure(seats), bytes([seats] * 32), contributions=["one", "two"])
    stream = Stream(seats)
    taken_back = 0
    while not match.over():
        state = cast(TransEuropaState, match.state)
        seat = int(state.turn)
        match.play_integer(seat, eager(state))
        free = match.free_undo(seat)
        if free is not None and stream.below(10) == 0:
            match.undo(seat, free)
            taken_back += 1
    assert taken_back > 2
    record = read_record(write_record(match.record()))
    assert differences(game, record) == []
    assert record.result is not None
    assert record.result.ending == "played-out"


def test_an_opening_depends_on_its_chance_alone() -> None:
    for seats in range(2, 7):
        one, two, other = (game.new(seats, {}, FastChance(seed)) for seed in (5, 5, 6))
        assert one.dump() == two.dump()
        assert one.dump() != other.dump()
        assert cast(TransEuropaState, one).phase == MARKERS
