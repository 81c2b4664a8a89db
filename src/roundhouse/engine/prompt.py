"""What is asked of a seat, with its legal actions as a small tree: verb → thing → how.

Board, keyboard, text board and phone sheet all read it. Codes and names only; the catalogues hold the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec


class Choice(msgspec.Struct):
    """One step of the tree. `kind` says what `name` is (a verb, a city, a route, a card, an amount …).

    A leaf carries the `action` (its integer, good for this state only). A node carries `choices`.
    """

    kind: str
    name: str
    params: dict[str, Any] = {}
    action: int | None = None
    choices: list[Choice] = []


class Prompt(msgspec.Struct):
    """`ask` is a code of the catalogue; `notes` are further codes worth a line (what is pending, what is owed)."""

    ask: str
    params: dict[str, Any] = {}
    choices: list[Choice] = []
    notes: list[str] = []


def leaves(choices: list[Choice]) -> Iterator[tuple[tuple[Choice, ...], int]]:
    """Every path from the root to an action."""
    for choice in choices:
        if choice.action is not None:
            yield (choice,), choice.action
        for path, action in leaves(choice.choices):
            yield (choice, *path), action
