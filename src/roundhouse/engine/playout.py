"""Random play, as fast as the rules allow: what `simulate` runs when all seats play at random."""

from __future__ import annotations

from typing import final

from roundhouse.engine.chance import Stream
from roundhouse.engine.state import NOBODY, State


@final
class Tally:
    """What was counted: steps played, and decisions among them (steps with at least two legal actions)."""

    def __init__(self) -> None:
        self.steps: int = 0
        self.decisions: int = 0
        self.stuck: bool = False


def play_at_random(state: State, streams: list[Stream], tally: Tally, most_steps: int) -> None:
    """Play on until the game is over, the state is unsettled, `most_steps` are counted, or nothing can be done.

    Each seat draws from its own stream, one number for each decision, so that a random seat plays the same among
    any company.
    """
    while tally.steps < most_steps:
        seat = state.next_decider()
        if seat == NOBODY:
            return
        actions = state.legal_actions(seat)
        count = len(actions)
        if count == 0:
            tally.stuck = True
            return
        if count > 1:
            action = actions[streams[seat].below(count)]
            tally.decisions += 1
        else:
            action = actions[0]
        tally.steps += 1
        state.apply(seat, action)
        if state.unsettled:
            return
