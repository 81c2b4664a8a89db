"""A person's table in the terminal, typed through a pipe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from roundhouse.cli.menu import found, keys_of, plain
from roundhouse.engine.record import read_record
from roundhouse.engine.registry import game_named
from roundhouse.engine.replay import differences
from roundhouse.locales import LANGUAGES
from tests.cli.conftest import Run

# A marker somewhere and then any first choice, for as long as it takes; where an answer means nothing, nothing happens.
TO_THE_END = "paris\n1\nmadrid\n1\nlist\n1\n" * 1000
ENDING = "Somebody’s points have run out"
PLAY = ["play", "transeuropa", "--seed", "3", "--bots", "greedy"]
"""Against bots that choose at once, also in plain Python."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", ["2", "4"])
def test_a_whole_match(run: Run, language: str, seats: str) -> None:
    ran = run(*PLAY, "--seats", seats, "--lang", language, typed=TO_THE_END)
    assert ran.code == 0
    assert ran.err == ""
    ending = ENDING if language == "en" else "У кого-то кончились очки"
    result = ran.out[ran.out.rindex(ending) :]
    # Every point is accounted for.
    for seat in re.split(r"\n\n", result)[1:]:
        score, *lines = seat.strip().splitlines()
        total = int(re.search(r"(−?\d+) (?:point|очк)", score)[1].replace("−", "-"))  # type: ignore[index]
        points = [re.match(r" +([+−]?\d+)  ", line) for line in lines]
        assert sum(int(each[1].replace("−", "-")) for each in points if each) == total


def test_the_probe_is_played_to_its_end(run: Run) -> None:
    """A game this code knows nothing of: deeper choices, secret ones, words of its own."""
    for seed in range(4):
        ran = run("play", "probe", "--seed", str(seed), "--seats", "3", typed="1\n" * 500)
        assert ran.code == 0, ran.out[-500:]


def test_the_same_seed_is_the_same_match(run: Run) -> None:
    assert run(*PLAY, typed=TO_THE_END).out == run(*PLAY, typed=TO_THE_END).out


def test_input_that_ends_ends_politely(run: Run) -> None:
    for typed in ("", "paris\n", "paris"):
        ran = run(*PLAY, typed=typed)
        assert ran.code == 2
        assert ran.err == ""
        assert "ended before the match" in ran.out


@pytest.mark.parametrize(("language", "word"), [("en", "quit"), ("ru", "выход"), ("ru", "quit"), ("en", "EXIT")])
def test_quit(run: Run, language: str, word: str) -> None:
    ran = run(*PLAY, "--lang", language, typed=f"{word}\n")
    assert ran.code == 0


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        ("en", "?", "the whole board in words"),
        ("en", "help", "column and row"),
        ("ru", "помощь", "столбцом и строкой"),
        ("en", "board", "At the table:"),
        ("ru", "поле", "За столом:"),
        ("en", "rules 3.4", "**3.4**"),
        ("ru", "правила 3.4", "**3.4**"),
        ("en", "rules 77", "There is no rule 77."),
        ("en", "list par", "1 Paris (9.6)"),
        ("en", "list zzz", "isn’t anything here"),
        ("en", "why paris", "can be played now"),
        ("en", "why paris-11.6", "First all markers are placed"),
        ("en", "why", "after “why”"),
        ("en", "paris-11.6", "First all markers are placed"),
        ("ru", "почему стоп", "непонятно"),
        ("en", "why zzz", "isn’t anything here"),
        ("en", "undo", "can’t be taken back"),
        ("en", "save", "after “save”"),
        ("en", "99999", "no number 99999"),
        ("en", "99999999999999999999", "no number"),
        ("en", "b", "begin like that"),
        ("en", "\x1b[2Jboo\u202e", "“[2Jboo” isn’t"),
        ("en", "x" * 100_000, "isn’t anything here"),
        ("en", "﷽" * 500, "isn’t anything here"),
    ],
)
def test_what_can_be_typed(run: Run, language: str, typed: str, told: str) -> None:
    ran = run(*PLAY, "--lang", language, typed=f"{typed}\n")
    assert told in " ".join(ran.out.split())
    assert "\x1b" not in ran.out
    assert ran.err == ""


@pytest.mark.parametrize("typed", ["paris", "PARIS", " Paris ", "place paris", "Paris (9.6)", "9.6", "pari", "p paris"])
def test_a_thing_by_any_of_its_names(run: Run, typed: str) -> None:
    assert "You place your marker: Paris (9.6)." in run(*PLAY, typed=f"{typed}\n").out


@pytest.mark.parametrize("typed", ["париж", "Париж", "paris", "пар"])
def test_a_thing_by_its_russian_names(run: Run, typed: str) -> None:
    assert "Вы ставите маркер: Париж (9.6)." in run(*PLAY, "--lang", "ru", typed=f"{typed}\n").out


@pytest.mark.parametrize(
    "typed", ["paris-11.6", "11.6-paris", "11.6 – Paris", "lay paris-11.6", "9.6-11.6", "11.6 - 9.6"]
)
def test_a_line_by_either_end(run: Run, typed: str) -> None:
    assert "You lay a rail: Paris (9.6) – 11.6." in run(*PLAY, typed=f"paris\n{typed}\n").out


def test_a_rail_out_of_reach_says_why(run: Run) -> None:
    out = " ".join(run(*PLAY, typed="paris\nrome-14.11\n").out.split())
    assert "doesn’t touch your network yet. (Rule 4.3)" in out


def test_a_city_that_no_line_reaches_says_why_its_lines_cannot_be_laid(run: Run) -> None:
    """Not that the markers are placed already: nobody who lays rails means that."""
    out = " ".join(run(*PLAY, typed="paris\nrome\n").out.split())
    assert "– Rome (15.12) doesn’t touch" in out or "Rome (15.12) – 14.11 doesn’t touch" in out
    assert "markers" not in out[out.rindex("> rome") :]


def test_undo_goes_back_one_action(run: Run) -> None:
    ran = run(*PLAY, typed="paris\nparis-11.6\nundo\nparis-10.5\n")
    assert "You take the last action back." in ran.out
    assert "You lay a rail: 10.5 – Paris (9.6)." in ran.out


def test_undo_inside_a_choice_only_leaves_the_choice(run: Run) -> None:
    ran = run("play", "probe", "--seed", "2", typed="1\n" * 2 + "drill\n1\nundo\n" * 3 + "1\n" * 500)
    assert ran.code == 0


def test_a_match_is_saved_and_goes_on_as_it_would_have(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    begins = "paris\n1\n1\n1\n"
    whole = run(*PLAY, typed=begins + TO_THE_END)
    begun = run(*PLAY, typed=f"{begins}save {path}\nquit\n")
    assert str(path) in begun.out.replace("\n  ", "")
    again = run("play", "transeuropa", "--resume", str(path), typed=TO_THE_END)
    assert again.code == 0
    assert again.out[again.out.rindex(ENDING) :] == whole.out[whole.out.rindex(ENDING) :]


def test_a_saved_file_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "there.json"
    path.write_text("mine")
    ran = run(*PLAY, typed=f"save {path}\nsave /dev/null/x\n")
    out = " ".join(ran.out.split())
    assert "is there already" in out
    assert "can’t be written" in out
    assert path.read_text() == "mine"


def test_the_record_of_a_match_holds_and_keeps_the_name_harmless(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    run(*PLAY, "--name", "Eve\x1b[31m\u202e", typed=f"paris\n1\nundo\n1\nsave {path}\n")
    record = read_record(path.read_bytes())
    assert differences(game_named("transeuropa"), record) == []
    assert record.players[0].bot == ""
    data = json.loads(path.read_bytes())
    data["players"][1]["name"] = "\x1b[2JMallory\u202e"
    path.write_text(json.dumps(data))
    for words in (["record", "show", str(path)], ["play", "transeuropa", "--resume", str(path)]):
        ran = run(*words)
        assert "\x1b" not in ran.out
        assert "\u202e" not in ran.out
        assert "[2JMallory" in ran.out


def test_a_position_written_by_hand(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps({"seats": 2, "markers": ["paris", "rome"], "scores": [3, 1]}))
    ran = run("play", "transeuropa", "--position", str(path), "--seed", "1", typed="board\n")
    assert "You: 3 points" in ran.out
    assert "Marker: Rome" in ran.out


def test_a_record_of_another_game_is_not_resumed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "probe.json"
    run("play", "probe", "--seed", "1", typed=f"save {path}\n")
    ran = run("play", "transeuropa", "--resume", str(path))
    assert ran.code == 2
    assert "probe" in ran.error


def test_the_person_sees_no_hand_but_their_own(run: Run) -> None:
    out = run(*PLAY, "--seats", "3", typed="paris\nboard\n").out
    assert out.count("Cities to join:") == out.count("At the table:")


def test_plain_leaves_out_what_people_leave_out() -> None:
    assert plain("Zürich — 12.8") == plain("zurich-12.8")
    assert plain("Мальмё") == plain("мальме")
    assert plain("Й") == plain("й")


def test_keys_of_a_line() -> None:
    keys = keys_of("11.6-paris", "Paris (9.6) – 11.6")
    assert {"11.6-paris", "paris-11.6", "9.6-11.6", "11.6-9.6", "paris (9.6)-11.6"} <= set(keys)


def test_nothing_typed_means_nothing() -> None:
    assert found([], "") == []
