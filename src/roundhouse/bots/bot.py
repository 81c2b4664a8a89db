"""A bot: chooses among its legal actions, knowing its seat's view and nothing else.

It holds no state between moves (the view remembers everything) and reads no clock; its randomness is a stream of its
own. So the same seed gives the same game, and a bot can move to another process at any move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from roundhouse.engine.chance import Stream
from roundhouse.engine.game import Chooser, Game
from roundhouse.engine.refusal import refuse_option
from roundhouse.engine.state import State

RANDOM = "random"


class Bot(msgspec.Struct, frozen=True):
    """A name and a way to choose. Who needs no view isn't made one."""

    name: str
    choose: Chooser
    needs_view: bool = True

    def act(self, state: State, seat: int, stream: Stream) -> int:
        """The bot's choice in a state, of which it is shown only its seat's view. A single action is no question."""
        offer = state.legal_actions(seat)
        if len(offer) == 1:
            return offer[0]
        return self.choose(state.view(seat) if self.needs_view else {}, offer, stream)


def choose_at_random(view: Mapping[str, Any], offer: Sequence[int], stream: Stream) -> int:
    return offer[stream.below(len(offer))]


def bots_for(game: Game) -> dict[str, Bot]:
    """All bots that can play a game: `random` first, then the game's own."""
    found = {RANDOM: Bot(RANDOM, choose_at_random, needs_view=False)}
    for name, choose in game.choosers().items():
        found[name] = Bot(name, choose)
    return found


def quick_bots(game: Game) -> list[Bot]:
    """The bots that choose at once: for where many moves matter more than good ones."""
    return [bot for name, bot in bots_for(game).items() if name not in game.thinkers]


def bot_named(game: Game, name: str) -> Bot:
    known = bots_for(game)
    if name not in known:
        raise refuse_option("bot-unknown", bot=name, game=game.name, known=list(known))
    return known[name]
