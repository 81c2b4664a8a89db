"""Records: written, read, played again; whatever was tampered with is named."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from roundhouse.engine.chance import KeyedChance, commitment, table_key
from roundhouse.engine.match import Match
from roundhouse.engine.record import Ending, LogEntry, Player, Record, Seating, Undo, read_record, seed_of, write_record
from roundhouse.engine.refusal import PositionError, RefusalError
from roundhouse.engine.registry import games
from roundhouse.engine.replay import differences, opened, replay, replayed
from roundhouse.engine.transcript import transcript

SEED = bytes(range(32))


@pytest.fixture(scope="module")
def record() -> Record:
    """A whole match of the probe in which every seat plays the first action it may."""
    game = games()["probe"]
    players = [Player(name="Аня"), Player(bot="greedy", seed="7"), Player()]
    match = Match(game, game.configure(3, {"rounds": 2}), SEED, ["12", "тринадцать"], players)
    while not match.over():
        seat = match.state.deciders()[-1]
        match.play_integer(seat, match.state.legal_actions(seat)[0])
    return match.record()


def changed(record: Record, **fields: Any) -> list[str]:
    """The codes of what does not hold in the record with these fields changed."""
    return [each.code for each in differences(games()["probe"], msgspec.structs.replace(record, **fields))]


def test_written_and_read_it_is_the_same(record: Record) -> None:
    data = write_record(record)
    assert read_record(data) == record
    assert write_record(read_record(data)) == data


def test_written_with_one_entry_a_line(record: Record) -> None:
    lines = write_record(record).decode().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith('  "log"'))
    assert len(lines) == start + len(record.log) + 3
    assert [json.loads(line.strip().rstrip(","))["seat"] for line in lines[start + 1 : -2]] == [
        entry.seat for entry in record.log
    ]


def test_it_holds(record: Record) -> None:
    assert differences(games()["probe"], record) == []
    assert record.commitment == commitment(SEED)
    assert seed_of(record) == SEED


def test_replay_goes_entry_by_entry(record: Record) -> None:
    game = games()["probe"]
    assert opened(game, record).log == []
    lengths = [(number, len(match.log)) for number, match in replay(game, record)]
    assert lengths == [(number, number + 1) for number in range(len(record.log))]
    assert replayed(game, record).outcome() is not None


def test_seed_changed(record: Record) -> None:
    codes = changed(record, seed=bytes(32).hex())
    assert codes[0] == "record-commitment-differs"
    # The other seed deals another game: what was played can't be, or gives another result.
    assert len(codes) > 1


def test_commitment_changed(record: Record) -> None:
    assert changed(record, commitment="0" * 64) == ["record-commitment-differs"]


def test_contributions_changed(record: Record) -> None:
    assert changed(record, contributions=["12", "14"]) != []


def test_rules_version_changed(record: Record) -> None:
    assert changed(record, rules_version="0") == ["record-rules-differ"]


def test_content_changed(record: Record) -> None:
    assert changed(record, content="0" * 16) == ["record-content-differs"]


def test_result_changed(record: Record) -> None:
    assert record.result is not None
    scores = [score + 1 for score in record.result.scores]
    assert changed(record, result=msgspec.structs.replace(record.result, scores=scores)) == ["record-result-differs"]
    assert changed(record, result=None) == ["record-result-differs"]


def test_option_changed(record: Record) -> None:
    assert changed(record, options={**record.options, "variant": "coast"}) != []
    assert changed(record, options={**record.options, "rounds": 99}) == ["record-stops"]


def test_entry_left_out(record: Record) -> None:
    found = differences(games()["probe"], msgspec.structs.replace(record, log=record.log[:3] + record.log[4:]))
    assert found[-1].code in ("record-stops", "record-result-differs")
    assert changed(record, log=record.log[:-1]) == ["record-result-differs"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "fly"}, "action-type-unknown"),
        ({"type": "pay"}, "not-now"),
        (None, "action-type-unknown"),
        ({"type": "lay", "link": "moon-mill"}, "link-unknown"),
    ],
)
def test_action_changed(record: Record, action: Any, code: str) -> None:
    """It stops there, and says where."""
    log = list(record.log)
    log[4] = msgspec.structs.replace(log[4], action=action)
    (found,) = differences(games()["probe"], msgspec.structs.replace(record, log=log))
    assert found.code == "record-stops"
    assert found.params["why"]["code"] == code
    assert found.params["why"]["params"]["entry"] == 4


def test_seat_changed(record: Record) -> None:
    log = list(record.log)
    log[4] = msgspec.structs.replace(log[4], seat=(log[4].seat + 1) % 3)
    (found,) = differences(games()["probe"], msgspec.structs.replace(record, log=log))
    assert found.params["why"]["code"] == "not-your-turn"


def test_undo_to_nowhere(record: Record) -> None:
    for to in (-1, 4, 99):
        log = [*record.log[:4], LogEntry(seat=0, undo=Undo(to=to))]
        (found,) = differences(games()["probe"], msgspec.structs.replace(record, log=log))
        assert found.params["why"]["code"] == "undo-nowhere"


def test_sealed_record_can_be_read_but_not_replayed(record: Record) -> None:
    sealed = msgspec.structs.replace(record, seed=None)
    assert read_record(write_record(sealed)) == sealed
    with pytest.raises(RefusalError) as error:
        opened(games()["probe"], sealed)
    assert error.value.refusal.code == "record-sealed"
    assert changed(record, seed=None) == ["record-stops"]


@pytest.mark.parametrize("seed", ["", "zz", "00", "00" * 31, "00" * 33])
def test_seed_that_is_none(record: Record, seed: str) -> None:
    with pytest.raises(PositionError) as error:
        seed_of(msgspec.structs.replace(record, seed=seed))
    assert error.value.refusal.code == "record-seed"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "roundhouse-record/99"}, "record-format"),
        ({"seats": "three"}, "record-malformed"),
        ({"log": [{"seat": 0, "action": 5}]}, "record-malformed"),
        ({"more": 1}, "record-malformed"),
        ({"ending": {"kind": "exploded", "seats": []}}, "value-unknown"),
        ({"players": 5}, "record-malformed"),
    ],
)
def test_malformed(record: Record, change: dict[str, Any], code: str) -> None:
    data = {**json.loads(write_record(record)), **change}
    with pytest.raises(PositionError) as error:
        read_record(json.dumps(data).encode())
    assert error.value.refusal.code == code


def test_chance_of_a_match_comes_from_seed_and_contributions(record: Record) -> None:
    match = opened(games()["probe"], record)
    chance = KeyedChance(table_key(SEED, ["12", "тринадцать"]))
    assert [match.state.chance.number(index, 100) for index in range(9)] == [
        chance.number(index, 100) for index in range(9)
    ]


def test_who_came_and_went_is_part_of_the_match(record: Record) -> None:
    """Entries of the log that leave the position as it is; undo counts them like any other."""
    game = games()["probe"]
    match = opened(game, record)
    left = Seating("left", "Аня", "greedy", "9", 1_760_000_000)
    for number, entry in enumerate(record.log[:6]):
        if number == 3:
            before = match.state.dump()
            match.seat_changed(0, left)
            assert match.state.dump() == before
            assert match.free_undo(0) is None
        match.play(entry.seat, entry.action)
    match.undo(record.log[5].seat, 6)
    match.seat_changed(0, Seating("joined", "Боря"))
    match.end(Ending("abandoned", [0], 1_760_000_001))
    with pytest.raises(RefusalError, match="match-over"):
        match.seat_changed(0, left)
    again = read_record(write_record(match.record()))
    assert again == match.record()
    assert differences(game, again) == []
    assert again.log[3] == LogEntry(0, seating=left)
    assert replayed(game, again).state.dump() == match.state.dump()
    told = [entry.told_to(-1) for entry in replayed(game, again).journal.entries]
    assert {"kind": "seat-left", "seat": 0, "person": "Аня", "to": "bot"} in told
    assert "   4 seat 0 left person=Аня bot=greedy" in transcript(game, again).splitlines()
    wrong = msgspec.structs.replace(again, log=[LogEntry(7, seating=left)])
    assert next(each.code for each in differences(game, wrong)) == "record-stops"
    with pytest.raises(PositionError, match="value-unknown"):
        read_record(write_record(msgspec.structs.replace(again, log=[LogEntry(0, seating=Seating("gone", "x"))])))


def test_records_from_before_are_read(record: Record) -> None:
    """Nothing of what came later is asked of them, and what has nothing of it is written as ever."""
    match = opened(games()["probe"], record)
    match.end(Ending("agreed", []))
    data = write_record(match.record()).decode()
    assert '{"kind":"agreed","seats":[]}' in data
    assert "seating" not in data
    assert read_record(data.encode()).ending == Ending("agreed", [])
