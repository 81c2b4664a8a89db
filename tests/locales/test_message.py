"""The subset of ICU MessageFormat that the catalogues are written in."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.locales.message import MessageError, parameters, plural_form, rendered


def say(text: str, language: str = "en", **params: Any) -> str:
    return rendered(text, params, language, lambda name, value: str(value), lambda name, value: str(value))


@pytest.mark.parametrize(
    ("number", "form"),
    [(0, "many"), (1, "one"), (2, "few"), (4, "few"), (5, "many"), (11, "many"), (12, "many"), (14, "many"),
     (21, "one"), (22, "few"), (25, "many"), (101, "one"), (111, "many"), (112, "many"), (-1, "one"), (-3, "few")],
)  # fmt: skip
def test_russian_plurals(number: int, form: str) -> None:
    assert plural_form("ru", number) == form


@pytest.mark.parametrize(("number", "form"), [(0, "other"), (1, "one"), (-1, "one"), (2, "other"), (21, "other")])
def test_english_plurals(number: int, form: str) -> None:
    assert plural_form("en", number) == form


def test_plural_writes_its_number() -> None:
    text = "{n, plural, =0 {no rails} one {# rail} other {# rails}} left"
    assert [say(text, n=n) for n in (0, 1, 7)] == ["no rails left", "1 rail left", "7 rails left"]


def test_a_form_that_is_not_given_is_other() -> None:
    assert say("{n, plural, one {eins} other {viele}}", "ru", n=2) == "viele"


def test_number_sign_is_text_outside_a_plural() -> None:
    assert say("#1 is {name}", name="Ada") == "#1 is Ada"


def test_select_by_text_truth_and_absence() -> None:
    text = "{x, select, none {nothing} yes {true} a {letter} other {something: {x}}}"
    assert say(text) == "nothing"
    assert say(text, x=None) == say(text, x=[]) == say(text, x="") == "nothing"
    assert say(text, x=True) == "true"
    assert say(text, x="a") == "letter"
    assert say(text, x=False) == "something: False"


def test_branches_inside_branches() -> None:
    text = "{x, select, a {{n, plural, one {one # {x}} other {many # {x}}}} other {}}"
    assert say(text, x="a", n=3) == "many 3 a"


def test_apostrophes_are_text() -> None:
    assert say("isn't {x}", x=1) == "isn't 1"


@pytest.mark.parametrize(
    "text",
    ["{", "}", "{}", "{1}", "{a", "{a, plural}", "{a, date}", "{a, plural, one {x}}",
     "{a, select, b {x} b {y} other {}}",
     "{a, select, other {x}", "{a, select, other {x", "a } b"],
)  # fmt: skip
def test_what_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(MessageError):
        say(text, a=1)


def test_a_missing_parameter_is_named() -> None:
    with pytest.raises(MessageError, match="'city'"):
        say("to {city}")
    with pytest.raises(MessageError, match="'n'"):
        say("{n, plural, other {}}", n="three")


def test_parameters_are_told() -> None:
    assert parameters("{a} {b, plural, other {{c}}} {a}") == {"a": "", "b": "plural", "c": ""}
