"""Options, and the door by which games come in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roundhouse.engine import registry
from roundhouse.engine.chance import FastChance
from roundhouse.engine.game import Option, judged
from roundhouse.engine.refusal import OptionError
from roundhouse.engine.registry import game_named, games


@pytest.mark.parametrize(
    ("seats", "options", "code", "option"),
    [
        (1, {}, "option-seats", None),
        (6, {}, "option-seats", None),
        (True, {}, "option-seats", None),
        ("3", {}, "option-seats", None),
        (3, {"rounds": 0}, "option-value", "rounds"),
        (3, {"rounds": 5}, "option-value", "rounds"),
        (3, {"rounds": True}, "option-value", "rounds"),
        (3, {"rounds": "2"}, "option-value", "rounds"),
        (3, {"together": 1}, "option-value", "together"),
        (3, {"variant": "moon"}, "option-value", "variant"),
        (3, {"speed": 1}, "option-unknown", "speed"),
        (3, {"teams": True}, "option-not-at-seats", "teams"),
        (4, {"teams": True, "together": True}, "option-value", "teams"),
        (3, {"first_seat": 3}, "option-value", "first_seat"),
        (3, {"first_seat": -1}, "option-value", "first_seat"),
        (3, {"first_seat": True}, "option-value", "first_seat"),
        (3, {"first_seat": "first"}, "option-value", "first_seat"),
    ],
)
def test_bad_options_are_refused(seats: Any, options: dict[str, Any], code: str, option: str | None) -> None:
    with pytest.raises(OptionError) as error:
        games()["probe"].configure(seats, options)
    assert error.value.refusal.code == code
    assert error.value.refusal.params.get("option") == option


def test_defaults_are_filled_in() -> None:
    configuration = games()["probe"].configure(4, {"teams": True})
    assert configuration.options == {"variant": "valley", "rounds": 3, "together": False, "teams": True}
    assert (configuration.seats, configuration.first) == (4, None)


def test_first_seat() -> None:
    game = games()["probe"]
    assert game.configure(3, {"first_seat": 2}).first == 2
    assert game.configure(3, {"first_seat": "random"}).first is None
    assert game.new(3, {"first_seat": 2}, FastChance(1)).view(0)["first"] == 2
    drawn = {game.new(3, {}, FastChance(seed)).view(0)["first"] for seed in range(30)}
    assert drawn == {0, 1, 2}


def test_option_not_at_seats_may_be_given_its_default() -> None:
    assert games()["probe"].configure(3, {"teams": False}).options["teams"] is False


def test_choice_allows_only_its_values() -> None:
    option = Option("kind", "choice", 1, values=(1, 2))
    assert option.allows(2)
    assert not option.allows(True)
    assert not option.allows(3)
    assert not option.allows("1")


def test_judged_before_any_game() -> None:
    state = games()["probe"].new(2, None, FastChance(1))
    for seat, code in ((-1, "seat-unknown"), (2, "seat-unknown")):
        refusal = judged(state, seat, 0)
        assert refusal is not None
        assert refusal.code == code
    assert judged(state, 0, 0) is None
    state.apply(0, 0)
    refusal = judged(state, 0, 0)
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("not-your-turn", {"deciders": [1]})


def test_content_hash_names_the_facts() -> None:
    hashes = {game.content_hash for game in games().values()}
    assert len(hashes) == len(games())
    assert all(len(each) == 16 for each in hashes)


@pytest.mark.parametrize("name", list(games()))
def test_rules_and_words_are_there_in_both_languages(name: str) -> None:
    game = games()[name]
    for language in ("en", "ru"):
        assert game.rules_text(language).startswith("# ")
    assert game.words("en").keys() == game.words("ru").keys()


def test_games_by_name() -> None:
    assert list(games()) == sorted(games())
    assert {"probe", "transeuropa"} <= set(games())
    assert game_named("probe") is games()["probe"]
    with pytest.raises(OptionError) as error:
        game_named("monopoly")
    assert error.value.refusal.code == "game-unknown"
    assert "transeuropa" in error.value.refusal.params["known"]


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[Path]:
    """A folder on the path where a stranger's package registers; the list of games is read anew."""
    (tmp_path / "stranger-1.dist-info").mkdir()
    (tmp_path / "stranger-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1\n")
    sys.path.insert(0, str(tmp_path))
    registry.games.cache_clear()
    yield tmp_path
    sys.path.remove(str(tmp_path))
    sys.modules.pop("stranger", None)
    registry.games.cache_clear()


def register(folder: Path, name: str, source: str) -> None:
    (folder / "stranger.py").write_text(source)
    (folder / "stranger-1.dist-info" / "entry_points.txt").write_text(f"[roundhouse.games]\n{name} = stranger:game\n")


def test_a_stranger_comes_in_by_the_same_door(stranger: Path) -> None:
    source = "from roundhouse_probe.game import Probe\nclass Sixth(Probe):\n    name = 'sixth'\ngame = Sixth()\n"
    register(stranger, "sixth", source)
    assert game_named("sixth").name == "sixth"


def test_who_is_no_game_of_that_name_is_not_let_in(stranger: Path) -> None:
    register(stranger, "sixth", "from roundhouse_probe import game\n")
    with pytest.raises(TypeError, match="not a game of that name"):
        registry.games()
