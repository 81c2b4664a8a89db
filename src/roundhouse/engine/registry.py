"""Games register through a package entry point: ours and a stranger's by the same door."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Final

from roundhouse.engine.game import Game
from roundhouse.engine.refusal import refuse_option

GROUP: Final = "roundhouse.games"


@cache
def games() -> dict[str, Game]:
    """All registered games by name, in the order of their names."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        game = entry.load()
        if not isinstance(game, Game) or game.name != entry.name:
            raise TypeError(f"entry point {entry.name!r} of {GROUP!r} is not a game of that name")
        found[entry.name] = game
    return found


def game_named(name: str) -> Game:
    known = games()
    if name not in known:
        raise refuse_option("game-unknown", game=name, known=sorted(known))
    return known[name]
