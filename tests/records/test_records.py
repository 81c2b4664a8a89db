"""Whole matches, kept as records with transcripts. Renewed on purpose only: `tools/renew_records.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.engine.outcome import ENDINGS
from roundhouse.engine.record import read_record, write_record
from roundhouse.engine.registry import games
from roundhouse.engine.replay import differences
from roundhouse.engine.transcript import transcript

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_record_holds_and_reads_the_same(path: Path) -> None:
    data = path.read_bytes()
    record = read_record(data)
    assert record.game == path.parent.name
    assert write_record(record) == data
    game = games()[record.game]
    assert differences(game, record) == []
    assert transcript(game, record) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("name", ["transeuropa", "probe"])
def test_records_cover_seats_and_ends(name: str) -> None:
    game = games()[name]
    records = [read_record(path.read_bytes()) for path in RECORDS if path.parent.name == name]
    assert len(records) >= 10
    assert {record.seats for record in records} == set(range(game.least_seats, game.most_seats + 1))
    assert {record.result.ending for record in records if record.result is not None} == set(ENDINGS)
    assert any(entry.undo is not None for record in records for entry in record.log)
    bots = {player.bot for record in records for player in record.players}
    assert bots >= {"random", *game.choosers()}


def test_no_transcript_without_record() -> None:
    assert {path.stem for path in FOLDER.glob("*/*.txt")} == {path.stem for path in RECORDS}
