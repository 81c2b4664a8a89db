"""The home town's name and flag, how they are said, and content that is corrected."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from roundhouse.engine.chance import FastChance
from roundhouse.engine.refusal import OptionError
from roundhouse.games.moscow_paris import game
from roundhouse.games.moscow_paris.board import Board
from roundhouse.games.moscow_paris.options import COLOURS
from roundhouse.text.board import board_text
from roundhouse.text.speech import Speaker
from tests.games.moscow_paris.arranged import STUCK, WAGONS, arrange, line, play, remove

CARDS: dict[str, Any] = json.loads((game.folder / "content" / "cards.json").read_text("utf-8"))


def chosen(**options: Any) -> dict[str, Any]:
    return game.configure(2, options).options


def refused(**options: Any) -> str:
    with pytest.raises(OptionError) as error:
        game.configure(2, options)
    assert error.value.refusal.params["option"] in options
    return error.value.refusal.code


def test_a_name_is_kept_composed_and_with_single_spaces() -> None:
    assert chosen(home_town="  Zu\u0308rich \t am  See ")["home_town"] == "Zürich am See"
    assert chosen()["home_town"] == ""
    # Spaces alone are no name.
    assert chosen(home_town="   ")["home_town"] == ""


@pytest.mark.parametrize(
    "name",
    ["a" * 25, "a" * 10_000, "Пл\u202eёс", "a\u0000b", "a\u200bb", "e" + "\u0301" * 9, 7, None, ["Plyos"], "\ud800"],
)
def test_a_name_that_hides_steers_or_sprawls_is_refused(name: Any) -> None:
    assert refused(home_town=name) == "option-text"


def test_a_name_has_as_many_characters_as_a_reader_counts() -> None:
    assert chosen(home_town="👩\u200d🚀" * 24)["home_town"]
    assert refused(home_town="👩\u200d🚀" * 25) == "option-text"


def test_a_flag_has_two_to_four_stripes_in_the_colours_given() -> None:
    for flag in ("horizontal:white,red", "vertical:" + ",".join(COLOURS[:4])):
        assert chosen(home_flag=flag)["home_flag"] == flag
    for wrong in ("horizontal:white", "diagonal:white,red", "vertical:white,pink", "white,red", "", 5, None):
        assert refused(home_flag=wrong) == "option-flag"
    assert refused(home_flag="vertical:" + ",".join(COLOURS[:5])) == "option-flag"


def test_the_host_s_name_is_said_in_every_language() -> None:
    options = chosen(home_town="Плёс")
    lines = [line("home_town"), line("warsaw"), line("berlin"), line("paris")]
    state = arrange(options=options, lines=lines, hands=[["remove_city", *STUCK[:4]], None])
    view = state.view(1)
    told = play(state, remove("home_town"))
    for language, plain in (("en", "Home town"), ("ru", "Родной город")):
        speaker = Speaker(language, game, reader=1, options=options)
        assert any("Плёс" in text for text in board_text(speaker, game.board_lines(view)))
        assert "Плёс" in speaker.journal(told[0])[0]
        assert Speaker(language, game).thing("city", "home_town") == plain


def test_a_name_can_t_steer_what_is_said() -> None:
    """Braces are text there, not places for parameters."""
    options = chosen(home_town="{seat} # {x}")
    assert Speaker("en", game, options=options).thing("city", "home_town") == "{seat} # {x}"


def test_nobody_s_hand_is_in_the_view_of_another() -> None:
    state = game.new(4, {"teams": True}, FastChance(3))
    for seat in range(4):
        text = json.dumps({key: value for key, value in state.view(seat).items() if key != "hand"})
        assert text.count('"cards": {') == 1, "only one's own draws are told by kind"


# --- content that an owner of the printed cards corrects -----------------------------------------------------


def corrected(change: Any) -> Board:
    data = copy.deepcopy(CARDS)
    change(data)
    return Board(data)


def test_copies_points_and_limits_are_data() -> None:
    def change(data: dict[str, Any]) -> None:
        data["actions"]["kinds"][0]["copies"] = 2
        data["actions"]["kinds"][4]["copies"] = 4
        data["cities"]["cards"][0] |= {"points": 3, "wagon_limit": 5}

    board = corrected(change)
    assert board.cards == 104
    assert (board.copies[8], board.copies[12]) == (2, 4)
    assert (board.points[0], board.limit[0]) == (3, 5)
    assert board.kind_names[:8] == list(WAGONS)


@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        (("wagons", "kinds", 0, "copies"), 16, "copies"),
        (("cities", "cards", 0, "wagon_limit"), 9, "wagons"),
        (("cities", "cards", 0, "id"), "paris", "names"),
        (("actions", "kinds", 0, "id"), "leap", "action cards"),
        (("parameters", "open_city_lines"), 5, "four lines"),
        (("parameters", "max_in_front"), 5, "four wagons"),
    ],
)
def test_what_the_rules_couldn_t_play_with_is_said_at_once(path: tuple[Any, ...], value: Any, word: str) -> None:
    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    with pytest.raises(ValueError, match=word):
        corrected(change)


def test_every_entry_says_how_sure_it_is() -> None:
    entries = [
        *CARDS["wagons"]["kinds"],
        *CARDS["actions"]["kinds"],
        *CARDS["cities"]["cards"],
        *CARDS["special_cities"],
    ]
    assert all(entry["confidence"] for entry in entries)
