"""The short form of `bench/kill.py`: a real server killed three times amid matches of bots and of people."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bench.kill import Plan, killed


def test_killed_amid_many_matches_it_loses_and_doubles_nothing(tmp_path: Path) -> None:
    plan = Plan(kills=3, bot_tables=1, people_tables=2, spectators=1, pace=0.01, between=(0.1, 0.4), minutes=2)
    killing = asyncio.run(killed(plan, tmp_path))
    assert killing.faults == []
    assert killing.kills == 3
    assert killing.returned > 0
    assert killing.answered() > 3
    assert len(killing.matches) >= 3
