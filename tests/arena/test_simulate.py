"""The same seed gives the same games: whatever the cores, with and without referee and records."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from roundhouse.arena import simulate
from roundhouse.arena.simulate import Plan, simulated
from roundhouse.arena.tallies import BotTally, Totals
from roundhouse.bots.bot import bots_for
from roundhouse.engine.game import Game
from roundhouse.engine.record import read_record
from roundhouse.engine.refusal import OptionError
from roundhouse.engine.registry import games
from roundhouse.engine.replay import differences
from roundhouse.engine.state import State
from roundhouse.games.transeuropa import game

OF_THE_CLOCK = {"scoring_seconds", "began", "ended", "referee_checks"}


def played(plan: Plan, count: int, jobs: int = 1, seconds: float = 0.0) -> Totals:
    totals = Totals()
    for part in simulated(plan, count, seconds, jobs):
        totals.add(part)
    return totals


def counted(totals: Totals) -> dict[str, Any]:
    """All that must not depend on how it was run."""
    return {name: value for name, value in asdict(totals).items() if name not in OF_THE_CLOCK}


@pytest.fixture(params=list(games()))
def any_game(request: pytest.FixtureRequest) -> Game:
    return games()[request.param]


def mixed(any_game: Game, **changes: Any) -> Plan:
    return Plan(any_game, max(2, any_game.least_seats), 5, tuple(list(bots_for(any_game))[:2]), **changes)


def test_referee_and_records_change_nothing(any_game: Game, tmp_path: Path) -> None:
    plain = counted(played(mixed(any_game), 5))
    assert counted(played(mixed(any_game, referee=True), 5)) == plain
    assert counted(played(mixed(any_game, records=tmp_path), 5)) == plain


def test_compiled_loop_and_single_steps_play_the_same(tmp_path: Path) -> None:
    fast = Plan(game, 3, 9)
    slow = replace(fast, records=tmp_path)
    assert fast.compiled_loop()
    assert not slow.compiled_loop()
    assert counted(played(fast, 12)) == counted(played(slow, 12))


def test_two_cores_play_what_one_plays() -> None:
    plan = Plan(game, 3, 9)
    assert counted(played(plan, 20, jobs=2)) == counted(played(plan, 20))


def test_without_shared_memory_one_process_plays_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: Any, **more: Any) -> None:
        raise PermissionError(13, "Permission denied")

    plan = Plan(game, 2, 3)
    usual = counted(played(plan, 6))
    monkeypatch.setattr(simulate, "ProcessPoolExecutor", refused)
    assert counted(played(plan, 6, jobs=2)) == usual


def test_another_seed_plays_other_games() -> None:
    assert counted(played(Plan(game, 3, 1), 4)) != counted(played(Plan(game, 3, 2), 4))


def test_records_are_whole_matches(any_game: Game, tmp_path: Path) -> None:
    plan = mixed(any_game, records=tmp_path)
    totals = played(plan, 3)
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == [f"{any_game.name}-5-{number}.json" for number in range(3)]
    scores: dict[str, int] = {}
    for path in paths:
        record = read_record(path.read_bytes())
        assert differences(any_game, record) == []
        assert record.result is not None
        for player, score in zip(record.players, record.result.scores, strict=True):
            scores[player.bot] = scores.get(player.bot, 0) + score
    assert scores == {name: tally.score for name, tally in totals.bots.items()}


@pytest.mark.parametrize("bots", [("random",), ("random", "greedy"), ("greedy", "random", "random")])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_bot_sits_everywhere_equally(bots: tuple[str, ...], seats: int) -> None:
    plan = Plan(game, seats, 0, bots)
    rounds = [plan.seating(number) for number in range(len(bots) * 4)]
    for name in bots:
        at_seat = [sum(seating[seat] == name for seating in rounds) for seat in range(seats)]
        assert len(set(at_seat)) == 1


def test_each_game_is_one_win() -> None:
    totals = played(Plan(game, 4, 3, ("greedy", "random")), 10)
    assert sum(tally.wins for tally in totals.bots.values()) == pytest.approx(10)
    assert sum(tally.seats for tally in totals.bots.values()) == 40
    assert all(tally.games == 10 for tally in totals.bots.values())
    assert sum(totals.end_reasons.values()) == totals.games == 10


def test_the_referee_looks(any_game: Game) -> None:
    totals = played(mixed(any_game, referee=True), 2)
    assert totals.referee_checks > 100
    assert totals.findings == []


def test_thinking_is_timed_only_when_asked() -> None:
    plan = Plan(game, 2, 3, ("greedy",))
    assert played(plan, 1).bots["greedy"].thinking == {}
    timed = played(replace(plan, timing=True), 1)
    assert sum(timed.bots["greedy"].thinking.values()) == timed.decisions


def test_thinking_times_are_read_back() -> None:
    tally = BotTally()
    for milliseconds in range(1, 101):
        tally.thought(milliseconds / 1000)
    assert tally.thinking_ms(0.5) == pytest.approx(50, rel=0.06)
    assert tally.thinking_ms(1.0) == pytest.approx(100, rel=0.06)


def test_at_least_so_long() -> None:
    totals = played(Plan(game, 2, 1), 0, seconds=0.2)
    assert totals.ended - totals.began >= 0.2
    assert totals.games > 0


def test_wrong_plans_are_refused() -> None:
    with pytest.raises(OptionError):
        Plan(game, 7)
    with pytest.raises(OptionError):
        Plan(game, 2, bots=("nobody",))
    with pytest.raises(OptionError):
        Plan(game, 2, options={"weather": "rain"})


def test_games_without_end_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "most_steps", 5)
    totals = played(Plan(game, 2, 1, ("greedy",)), 2)
    assert totals.end_reasons == {simulate.ENDLESS: 2}
    assert totals.flawed == 2


class Stuck:
    """A state in which whoever is on turn can do nothing."""

    def __init__(self, inner: State) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def legal_actions(self, seat: int) -> list[int]:
        return []


def test_dead_ends_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    start = type(game).start
    monkeypatch.setattr(type(game), "start", lambda *arguments: Stuck(start(*arguments)))
    totals = played(Plan(game, 2, 1, ("greedy",)), 1)
    assert totals.end_reasons == {simulate.DEAD_END: 1}
    assert totals.flawed == 1


def test_memory_stays_flat() -> None:
    """Twice as many games take no more memory once they are counted."""
    plan = Plan(game, 2, 1, ("greedy", "random"))

    def sizes() -> Iterator[int]:
        totals = Totals()
        for part in simulated(plan, 48):
            totals.add(part)
            yield tracemalloc.get_traced_memory()[0]

    list(sizes())
    tracemalloc.start()
    try:
        measured = list(sizes())
    finally:
        tracemalloc.stop()
    assert measured[-1] < measured[len(measured) // 2] + 200_000
