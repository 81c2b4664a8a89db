"""The rules written for people: every number is proved by a test, in both languages, and no other number is cited."""

from pathlib import Path

import check_rules

ENGLISH = "# Game\n\n**1.1** A rule.\n\nSee **1.9** below.\n\n**1.2** Another.\n"
TEST = 'import pytest\n\n@pytest.mark.rule("toy", "1.1", "1.2")\ndef test_it() -> None: ...\n'


def toy(root: Path, english: str = ENGLISH, russian: str = ENGLISH, test: str = TEST, code: str = "") -> list[str]:
    """The faults of a made-up game."""
    game = root / "src" / "roundhouse" / "games" / "toy"
    game.mkdir(parents=True)
    (root / "tests").mkdir()
    (game / "rules.en.md").write_text(english, "utf-8")
    (game / "rules.ru.md").write_text(russian, "utf-8")
    (game / "judge.py").write_text(code, "utf-8")
    (root / "tests" / "test_toy.py").write_text(test, "utf-8")
    return check_rules.faults(root)


def test_our_games_have_a_test_for_every_rule() -> None:
    assert check_rules.faults(check_rules.ROOT) == []


def test_a_game_in_order_has_no_faults(tmp_path: Path) -> None:
    assert toy(tmp_path, code='Refusal("taken", rule="1.2")') == []


def test_a_rule_without_a_test_is_found(tmp_path: Path) -> None:
    assert toy(tmp_path, test=TEST.replace(', "1.2"', "")) == ["toy: rule 1.2 has no test"]


def test_numbers_that_are_not_there_are_found(tmp_path: Path) -> None:
    assert toy(tmp_path, test=TEST.replace("1.2", '1.2", "7.7'), code='Refusal("taken", rule="4.4")') == [
        "toy: a test cites rule 7.7, which there isn't",
        "toy: judge.py cites rule 4.4, which there isn't",
    ]


def test_languages_with_other_numbers_are_found(tmp_path: Path) -> None:
    assert toy(tmp_path, russian=ENGLISH.replace("1.2", "1.3")) == [
        "toy: rules.ru.md has other numbers than rules.en.md"
    ]


def test_a_number_that_stands_twice_is_found(tmp_path: Path) -> None:
    twice = ENGLISH + "\n**1.1** Again.\n"
    assert toy(tmp_path, english=twice, russian=twice) == ["toy: rule 1.1 stands twice"]


def test_a_game_without_numbers_is_found(tmp_path: Path) -> None:
    assert toy(tmp_path, english="# Game\n", russian="# Game\n", test="") == ["toy: rules.en.md has no numbered rule"]
