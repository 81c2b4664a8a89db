"""The form of a transcript: one line for an action, indented lines for what was told, the outcome at the end."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.engine.match import Match
from roundhouse.engine.record import LogEntry, Player, Undo
from roundhouse.engine.registry import games
from roundhouse.engine.state import Entry
from roundhouse.engine.transcript import WIDTH, entry_lines, entry_text, transcript, value_text, wrapped

SEED = bytes(range(32))


def text_of(**position: Any) -> str:
    game = games()["probe"]
    arranged = {"seats": 2, "phase": "turns", "turn": 0, "queue": [], "round": 3, "fuel": [2, 2], **position}
    match = Match(game, game.configure(2), SEED, [], [Player(bot="greedy"), Player(name="Ann Lee")], arranged)
    match.play(0, {"type": "lay", "link": "mill-quarry"})
    if not match.over():
        match.resign([1])
    return transcript(game, match.record())


def test_a_whole_transcript() -> None:
    text = text_of(goals=["fair", "mine"], coins=[3, 4])
    head, _, rest = text.partition("\n\nopening\n")
    assert head.splitlines()[1:] == [
        "seats 2, variant=valley rounds=3 together=false teams=false",
        "seat 0: greedy",
        'seat 1: "Ann Lee"',
    ]
    assert head.startswith(f"probe, rules 1, content {games()['probe'].content_hash}\n")
    opening, _, played = rest.partition("\n\n")
    assert '  goals ["fair","mine"]' in opening.splitlines()
    assert played.splitlines() == [
        "   1 seat 0 lay link=mill-quarry",
        "          laid seat=0 link=mill-quarry",
        "          ended reason=rounds-out",
        "",
        "outcome: played-out, rounds-out",
        "seat 0: rank 2, 1 points",
        "  +1 coins coins=2",
        "seat 1: rank 1, 2 points",
        "  +2 coins coins=4",
    ]


def test_an_early_end() -> None:
    played = text_of(goals=["fair", "mine"], queue=[1]).rpartition("\n\n")
    assert played[0].endswith("   – resigned [1]")
    assert played[2].splitlines() == [
        "outcome: resigned, resigned",
        "seat 0: rank 1, 2 points",
        "seat 1: rank 2, 3 points",
    ]


def test_a_transcript_of_a_running_match() -> None:
    game = games()["probe"]
    match = Match(game, game.configure(2), SEED)
    match.play(0, {"type": "stake", "coins": 1})
    lines = transcript(game, match.record()).splitlines()
    assert lines[-1] == "outcome: none yet"
    assert "              to seat 0: stake=1" in lines


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (LogEntry(0, {"type": "roll"}), "roll"),
        (LogEntry(0, {"type": "drill", "link": "a-b", "card": 2}), "drill link=a-b card=2"),
        (LogEntry(0, {"type": "x", "names": ["a b", "ё"], "of": {"k": None}}), 'x names=["a b","ё"] of={"k":null}'),
        (LogEntry(0, undo=Undo(3)), "undo to=3"),
    ],
)
def test_entries(entry: LogEntry, text: str) -> None:
    assert entry_text(entry) == text


def test_told_to_some() -> None:
    entry = Entry("drew", {"seat": 1}, {1: {"card": 4}, 0: {}}, [0, 1])
    assert [line.strip() for line in entry_lines(entry)] == ["drew to=[0,1] seat=1", "to seat 0:", "to seat 1: card=4"]


@pytest.mark.parametrize(
    ("value", "text"),
    [("plain-name_1", "plain-name_1"), ("", '""'), ("two words", '"two words"'), (True, "true"), ([1, "a"], '[1,"a"]')],
)
def test_values(value: object, text: str) -> None:
    assert value_text(value) == text


def test_long_lines_are_broken() -> None:
    text = "told " + ",".join(f'"name-{number}"' for number in range(60))
    lines = list(wrapped(text, 2))
    assert len(lines) > 2
    assert all(len(line) <= WIDTH for line in lines)
    assert "".join(line.strip() for line in lines) == text
