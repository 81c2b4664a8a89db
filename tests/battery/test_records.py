"""The battery: records, undo and early ends of every registered game."""

from __future__ import annotations

import msgspec
import pytest

from roundhouse.engine.chance import FastChance
from roundhouse.engine.outcome import ABANDONED, AGREED, RESIGNED
from roundhouse.engine.record import read_record, write_record
from roundhouse.engine.refusal import ActionError
from roundhouse.engine.registry import games
from roundhouse.engine.replay import differences, replayed
from roundhouse.engine.state import SPECTATOR
from tests.battery.playing import GAMES, MODES, Case, Table, cases, played

SOME = [case for case in cases() if not case.options or "variant" in case.options or "together" in case.options]


def dump_of(table: Table) -> bytes:
    return msgspec.json.encode(table.match.state.dump())


@pytest.mark.parametrize("case", SOME, ids=str)
def test_record_replays_to_the_same_states(case: Case) -> None:
    for number in range(GAMES or 3):
        table = Table(case, number, contributions=["a1", "Б2"])
        table.play()
        record = table.match.record()
        data = write_record(record)
        again = read_record(data)
        assert write_record(again) == data
        assert differences(table.game, again) == []
        match = replayed(table.game, again)
        assert msgspec.json.encode(match.state.dump()) == dump_of(table)
        assert [entry.told_to(SPECTATOR) for entry in match.journal.entries] == table.match.journal.told_to(SPECTATOR)
        assert match.journal_marks == table.match.journal_marks
        assert len(match.log) <= table.game.most_steps


@pytest.mark.parametrize("case", SOME, ids=str)
def test_undo_is_an_entry_and_the_record_holds(case: Case) -> None:
    """Free undo gives back the very position; one past a draw gives what all have seen, and draws the rest anew."""
    free = agreed = 0
    for number in range(GAMES or 3):
        table = Table(case, number, "undo")
        match = table.match
        for round_number in range(3):
            table.play(steps=4 + number)
            if match.over():
                break
            seat, action = table.choice()
            before = dump_of(table)
            match.play_integer(seat, action)
            to = match.free_undo(seat)
            if to is not None:
                free += 1
                match.undo(seat, to)
                assert dump_of(table) == before
            if len(match.log) > 5 and not match.over():
                to = len(match.log) - 3 - round_number
                target = match.before[to]
                agreed += target.drawn != match.state.drawn
                match.undo(match.state.deciders()[0], to)
                for reader in range(SPECTATOR, case.seats):
                    assert match.state.view(reader) == target.view(reader)
                assert table.game.broken_laws(match.state) == []
        table.play()
        record = read_record(write_record(match.record()))
        assert sum(entry.undo is not None for entry in record.log) == sum(entry.undo is not None for entry in match.log)
        assert differences(table.game, record) == []
    assert free + agreed > 0


def running(case: Case, steps: int) -> Table:
    """A match so many steps old, or younger where it would be over by then."""
    table = played(case, steps, steps)
    return running(case, steps // 2) if table.match.over() else table


@pytest.mark.parametrize("case", cases(modes=MODES[:1]), ids=str)
def test_early_ends(case: Case) -> None:
    """Resigned, agreed, abandoned: ranks as the standing has them, who resigned behind all others."""
    for steps, kind in enumerate((RESIGNED, AGREED, ABANDONED)):
        table = running(case, 5 + steps)
        match = table.match
        standings, teams = match.state.standings(), match.state.teams()
        if kind == RESIGNED:
            match.resign([case.seats - 1])
        elif kind == AGREED:
            match.agree()
        else:
            match.abandon()
        outcome = match.outcome()
        assert outcome is not None
        assert (outcome.ending, outcome.reason, outcome.scores) == (kind, kind, standings)
        if kind == ABANDONED:
            assert outcome.ranks == []
            assert outcome.shares() == []
        elif table.game.cooperative or match.state.common_result():
            assert (outcome.won, outcome.ranks) == (False, [1] * case.seats)
        elif kind == RESIGNED:
            left = [
                seat for seat in range(case.seats) if seat == case.seats - 1 or (teams and teams[seat] == teams[-1])
            ]
            assert all(outcome.ranks[seat] == max(outcome.ranks) for seat in left)
            assert all(outcome.ranks[seat] < max(outcome.ranks) for seat in range(case.seats) if seat not in left)
        else:
            assert outcome.ranks == [1 + sum(other > score for other in standings) for score in standings]
        seat = match.state.deciders()[0]
        with pytest.raises(ActionError) as refused:
            match.play(seat, {"type": "anything"})
        assert refused.value.refusal.code == "match-over"
        with pytest.raises(ActionError):
            match.agree()
        assert differences(table.game, read_record(write_record(match.record()))) == []


@pytest.mark.parametrize("name", list(games()))
def test_match_from_a_position(name: str) -> None:
    """A match may start from any position; its record holds it."""
    game = games()[name]
    table = played(Case(name, game.least_seats, MODES[0]), 3, 9)
    record = table.match.record()
    data = msgspec.structs.replace(record, position=table.match.state.dump(), log=[], result=None)
    match = replayed(game, data)
    assert msgspec.json.encode(match.state.dump()) == dump_of(table)
    while not match.over():
        seat = match.state.deciders()[0]
        match.play_integer(seat, match.state.legal_actions(seat)[0])
    assert differences(game, read_record(write_record(match.record()))) == []


@pytest.mark.parametrize("name", list(games()))
def test_same_seed_same_opening_other_seed_another(name: str) -> None:
    game = games()[name]
    dumps = [msgspec.json.encode(game.new(game.least_seats, None, FastChance(seed)).dump()) for seed in (1, 1, 2, 3, 4)]
    assert dumps[0] == dumps[1]
    assert len(set(dumps)) > 1 or not game.uses_chance
