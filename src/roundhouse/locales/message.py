"""Messages with places for parameters: a small subset of ICU MessageFormat.

    {name}
    {n, plural, =0 {no rails} one {# rail} few {…} many {…} other {# rails}}
    {x, select, none {nobody} you {you} other {{x}}}

`plural` takes a whole number; `#` stands for it. `select` takes a text; a parameter that is missing, null or an empty
list selects `none`, a truth value `yes` or `no`. There is no quoting: a brace is never text, and an apostrophe is
always just that (so none may stand before a brace, where ICU would take it for a quote).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

NONE: Final = "none"
OTHER: Final = "other"
_NAME = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*")
_BRANCH = re.compile(r"\s*(=\d+|[a-z][a-z0-9-]*)\s*\{")

PLURAL_FORMS: Final = {"en": ("one", "other"), "ru": ("one", "few", "many", "other")}
"""The forms that whole numbers need; `other` is there for all else and must always be given."""

Show = Callable[[str, Any], str]
"""How a parameter is written: from its name and value."""


class MessageError(Exception):
    """A message that can't be read, or lacks a parameter. Says which one: these are errors of ours, not of a person."""


class Place(msgspec.Struct, frozen=True):
    """A parameter as it is shown."""

    name: str


class Count(msgspec.Struct, frozen=True):
    """`#`: the number of the plural around it."""


class Branches(msgspec.Struct, frozen=True):
    """A plural or a select."""

    kind: str
    name: str
    branches: dict[str, tuple[Part, ...]]


Part = str | Place | Count | Branches


def plural_form(language: str, number: int) -> str:
    """The form of a whole number."""
    count = abs(number)
    if language == "ru":
        if count % 10 == 1 and count % 100 != 11:
            return "one"
        if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14:
            return "few"
        return "many"
    return "one" if count == 1 else OTHER


@lru_cache(maxsize=4096)
def parsed(text: str) -> tuple[Part, ...]:
    parts, end = _parts(text, 0, False)
    if end != len(text):
        raise MessageError(f"a brace closes nothing at {end} in {text!r}")
    return parts


def _parts(text: str, at: int, in_plural: bool) -> tuple[tuple[Part, ...], int]:
    """Parts up to a closing brace or the end, and where that is."""
    found: list[Part] = []
    plain = at
    while at < len(text) and text[at] != "}":
        sign = text[at]
        if sign == "{" or (sign == "#" and in_plural):
            if at > plain:
                found.append(text[plain:at])
            if sign == "{":
                part, at = _place(text, at + 1, in_plural)
                found.append(part)
            else:
                found.append(Count())
                at += 1
            plain = at
        else:
            at += 1
    if at > plain:
        found.append(text[plain:at])
    return tuple(found), at


def _place(text: str, at: int, in_plural: bool) -> tuple[Part, int]:
    """What stands between braces, and where the text goes on."""
    match = _NAME.match(text, at)
    if match is None:
        raise MessageError(f"no parameter is named at {at} in {text!r}")
    name, at = match[1], match.end()
    if text[at : at + 1] == "}":
        return Place(name), at + 1
    match = re.compile(r",\s*(plural|select)\s*,").match(text, at)
    if match is None:
        raise MessageError(f"neither plural nor select at {at} in {text!r}")
    kind, at = match[1], match.end()
    branches: dict[str, tuple[Part, ...]] = {}
    while (branch := _BRANCH.match(text, at)) is not None:
        if branch[1] in branches:
            raise MessageError(f"branch {branch[1]} stands twice in {text!r}")
        branches[branch[1]], at = _parts(text, branch.end(), in_plural or kind == "plural")
        if text[at : at + 1] != "}":
            raise MessageError(f"branch {branch[1]} is not closed in {text!r}")
        at += 1
    if OTHER not in branches:
        raise MessageError(f"no branch {OTHER} in {text!r}")
    end = re.compile(r"\s*\}").match(text, at)
    if end is None:
        raise MessageError(f"{name} is not closed at {at} in {text!r}")
    return Branches(kind, name, branches), end.end()


def rendered(text: str, params: Mapping[str, Any], language: str, show: Show, pick: Show) -> str:
    """The message with its parameters; `show` writes one, `pick` gives the text a select goes by."""
    return _render(parsed(text), params, language, show, pick, None)


def _render(
    parts: tuple[Part, ...],
    params: Mapping[str, Any],
    language: str,
    show: Show,
    pick: Show,
    count: str | None,
) -> str:
    written: list[str] = []
    for part in parts:
        if isinstance(part, str):
            written.append(part)
        elif isinstance(part, Count):
            written.append(count or "")
        elif isinstance(part, Place):
            if part.name not in params:
                raise MessageError(f"parameter {part.name!r} is missing")
            written.append(show(part.name, params[part.name]))
        else:
            inner = count
            if part.kind == "plural":
                number = params.get(part.name)
                if isinstance(number, bool) or not isinstance(number, int):
                    raise MessageError(f"parameter {part.name!r} is no whole number: {number!r}")
                inner = show(part.name, number)
                form = f"={number}" if f"={number}" in part.branches else plural_form(language, number)
            else:
                form = picked(part.name, params.get(part.name), pick)
            branch = part.branches[form if form in part.branches else OTHER]
            written.append(_render(branch, params, language, show, pick, inner))
    return "".join(written)


def picked(name: str, value: Any, pick: Show) -> str:
    if value is None or (isinstance(value, list | tuple | str) and not value):
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    return pick(name, value)


def parameters(text: str) -> dict[str, str]:
    """The parameters of a message, and what each is used as: shown (an empty text), `plural` or `select`.

    One that is only used inside a branch of its own select may be missing when the message is told.
    """
    found: dict[str, str] = {}

    def walk(parts: tuple[Part, ...]) -> None:
        for part in parts:
            if isinstance(part, Place):
                found.setdefault(part.name, "")
            elif isinstance(part, Branches):
                found[part.name] = part.kind
                for branch in part.branches.values():
                    walk(branch)

    walk(parsed(text))
    return found


def plurals(text: str) -> list[Branches]:
    """All plurals of a message, for the check that none lacks a form."""
    found: list[Branches] = []

    def walk(parts: tuple[Part, ...]) -> None:
        for part in parts:
            if isinstance(part, Branches):
                if part.kind == "plural":
                    found.append(part)
                for branch in part.branches.values():
                    walk(branch)

    walk(parsed(text))
    return found
