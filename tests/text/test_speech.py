"""Codes and parameters become words; nothing anybody typed can steer a terminal."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.engine.outcome import Outcome
from roundhouse.engine.refusal import Refusal
from roundhouse.games.transeuropa import game
from roundhouse.locales.message import MessageError
from roundhouse.text.board import outcome_text
from roundhouse.text.layout import columns, paragraph, table
from roundhouse.text.safe import safe
from roundhouse.text.speech import Speaker, singular


def speaker(language: str = "en", reader: int = -1, names: tuple[str, ...] = ("Ada", "Boris", "Clara")) -> Speaker:
    return Speaker(language, game, names, reader)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\x1b[2J\x1b[31mAda", "[2J[31mAda"),
        ("Ada\u202egnp", "Adagnp"),
        ("\u2066A\u2069\u200b", "A"),
        ("two\nlines\tand\rmore", "two lines and more"),
        ("\x07\x00\x9bA", "A"),
        ("Жанна Ё", "Жанна Ё"),
        ("\ud800A", "A"),
        ("x" * 500, "x" * 199 + "…"),
    ],
)
def test_text_from_outside_is_made_safe(typed: str, shown: str) -> None:
    assert safe(typed) == shown


def test_names_of_players_are_made_safe_everywhere() -> None:
    told = Speaker("en", game, ["\x1b[31mEve\u202e", "Boris"])
    lines = told.journal({"kind": "laid", "seat": 0, "edge": "11.6-paris"})
    assert lines == ["[31mEve lays a rail: Paris (9.6) – 11.6."]


def test_a_refused_name_is_made_safe() -> None:
    text = speaker().refusal(Refusal("edge-unknown", {"edge": "\x1b]0;owned\x07"}))
    assert "\x1b" not in text
    assert "\x07" not in text


def test_the_reader_is_addressed() -> None:
    entry = {"kind": "laid", "seat": 1, "edge": "11.6-paris"}
    assert speaker(reader=1).journal(entry) == ["You lay a rail: Paris (9.6) – 11.6."]
    assert speaker("ru", reader=1).journal(entry) == ["Вы кладёте рельс: Париж (9.6) – 11.6."]
    assert speaker("ru", reader=0).journal(entry) == ["Boris кладёт рельс: Париж (9.6) – 11.6."]


def test_lists_are_joined_as_the_language_does() -> None:
    entry = {"kind": "joined", "seats": [0, 1, 2]}
    assert speaker(reader=0).journal(entry) == ["Now in one network: you, Boris and Clara."]
    assert speaker("ru").journal(entry) == ["Теперь в одной сети: Ada, Boris и Clara."]


def test_a_long_list_is_not_cut() -> None:
    entry = {"kind": "finished", "seat": 0, "cards": ["saint-petersburg"] * 30}
    assert speaker().journal(entry)[0].count("saint-petersburg") == 30


def test_a_seat_without_a_name_goes_by_number() -> None:
    assert speaker(names=()).seat(2) == "Seat 3"
    assert speaker("ru", names=()).seat(2) == "Место 3"


def test_nobody_is_not_the_spectator() -> None:
    """A spectator reads as seat -1, and -1 also stands for nobody."""
    assert speaker(reader=-1).seat(-1) == "nobody"


def test_seats_is_a_count_where_it_is_one_number() -> None:
    refusal = Refusal("option-seats", {"seats": 1, "least": 2, "most": 6})
    assert speaker().refusal(refusal) == "This game takes 2 to 6 seats, not 1."


def test_a_refusal_tells_place_and_rule() -> None:
    assert speaker().refusal(Refusal("rail-owed", {}, "4.2")).endswith("(Rule 4.2)")
    assert speaker().refusal(Refusal("key-missing", {"at": "hands[2]"})) == "At hands[2]: This key is missing."


def test_an_unknown_refusal_still_says_something() -> None:
    assert "made-up" in speaker().refusal(Refusal("made-up"))


def test_a_missing_key_is_an_error_that_names_it() -> None:
    with pytest.raises(MessageError, match=r"journal\.dances"):
        speaker().journal({"kind": "dances"})


def test_a_missing_parameter_is_an_error_that_names_key_and_language() -> None:
    with pytest.raises(MessageError, match=r"'journal\.laid' in 'ru': parameter 'edge'"):
        speaker("ru").journal({"kind": "laid", "seat": 0})


def test_each_seat_gets_its_line() -> None:
    entry: dict[str, Any] = {
        "kind": "round-ended",
        "round": 1,
        "reason": "connected",
        "missing": [0, 2],
        "scores": [12, 10],
        "hands": [["paris"], ["rome"]],
        "missing_rails": [[], ["11.6-paris", "11.6-13.6"]],
        "unjoined_cities": [[], ["rome"]],
        "finished": [0],
        "first": 0,
    }
    lines = speaker("ru", reader=1).journal(entry)
    assert lines[1] == "Ada: без потерь, теперь 12 очков. Города: Париж."
    assert lines[2] == "Вы: потеряно 2 очка, теперь 10 очков. Города: Рим. Вне сети: Рим."


def test_numbers_are_written_as_the_language_does() -> None:
    assert speaker().number(1234567.891, 2) == "1,234,567.89"
    assert speaker("ru").number(1234567.891, 2) == "1\u00a0234\u00a0567,89"
    assert speaker().number(-3) == "−3"
    assert speaker().number(-0.001, 1) == "0.0"
    assert speaker().signed(3) == "+3"


@pytest.mark.parametrize(
    ("parameter", "kind"),
    [("cities", "city"), ("missing_rails", "rail"), ("edge", "edge"), ("cards", "card"), ("lacking_nodes", "node")],
)
def test_parameters_name_their_kind(parameter: str, kind: str) -> None:
    assert singular(parameter) == kind


def test_a_common_result_is_told() -> None:
    lost = Outcome("played-out", "rails-out", [1, 1], [3, 4], won=False, margin=2)
    assert "All lose together, by 2." in outcome_text(speaker(), lost)


def test_columns_are_read_downwards_and_fit() -> None:
    items = [f"item {number}" for number in range(10)]
    lines = columns(items, 40, 2)
    assert lines[0] == "  item 0   item 3   item 6   item 9"
    assert [line.split()[1] for line in lines] == ["0", "1", "2"]
    assert all(len(line) <= 40 for line in lines)
    assert columns([], 40) == []


def test_paragraphs_hang() -> None:
    lines = paragraph("word " * 30, 40, 2)
    assert lines[0].startswith("  word")
    assert all(line.startswith("    word") for line in lines[1:])


def test_tables_end_flush() -> None:
    assert table([["a", "1"], ["bb", "22"]], 0) == ["a     1", "bb   22"]
