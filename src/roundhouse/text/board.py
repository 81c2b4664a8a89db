"""The text board: what any game has on its first day, from its views, prompts and journal alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from roundhouse.engine.game import Line
from roundhouse.engine.outcome import PLAYED_OUT, Outcome
from roundhouse.engine.prompt import Choice, Prompt
from roundhouse.text.layout import columns, paragraph
from roundhouse.text.speech import Speaker

LONG_RUN: Final = 4
"""So many lines of one kind in a row are set in columns."""


def board_text(speaker: Speaker, lines: Sequence[Line], width: int = 80) -> list[str]:
    """The lines of a board in words."""
    written: list[str] = []
    for (_, depth), run in groupby(lines, key=lambda line: (line.code, line.depth)):
        said = [speaker.told(f"line.{line.code}", line.params) for line in run]
        indent = 2 * depth
        if len(said) >= LONG_RUN and all(len(each) < width // 2 for each in said):
            written += columns(said, width, indent)
        else:
            for each in said:
                written += paragraph(each, width, indent)
    return written


def prompt_text(speaker: Speaker, prompt: Prompt) -> list[str]:
    """What is asked, and what else is worth a line."""
    return [
        speaker.told(f"prompt.{prompt.ask}", prompt.params),
        *(speaker.told(f"note.{note}", prompt.params) for note in prompt.notes),
    ]


def choice_text(speaker: Speaker, choice: Choice) -> str:
    """One choice: the catalogue's word for it, its kind's phrase, or its plain name."""
    params: Mapping[str, Any] = {"name": choice.name, choice.kind: choice.name, **choice.params}
    for key in (f"choice.{choice.kind}.{choice.name}", f"choice.{choice.kind}"):
        if speaker.knows(key):
            return speaker.told(key, params)
    return speaker.thing(choice.kind, choice.name)


def journal_text(speaker: Speaker, entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for entry in entries:
        head, *rest = speaker.journal(entry)
        yield head
        for line in rest:
            yield "  " + line


def outcome_text(speaker: Speaker, outcome: Outcome) -> list[str]:
    """The result, the ranks, and how each point came."""
    lines = []
    if outcome.ending == PLAYED_OUT:
        lines.append(speaker.told(f"end.{outcome.reason}", outcome.detail))
    else:
        lines.append(speaker.say(f"ending.{outcome.ending}"))
    winners = outcome.winners()
    if outcome.won is not None:
        lines.append(speaker.say("result.common", won=outcome.won, margin=outcome.margin))
    elif winners:
        lines.append(speaker.say("result.winners", seats=winners))
    order = sorted(range(len(outcome.scores)), key=lambda seat: outcome.ranks[seat] if outcome.ranks else seat)
    for seat in order:
        rank = outcome.ranks[seat] if outcome.ranks and outcome.won is None else None
        lines.append("")
        lines.append(speaker.say("result.seat", rank=rank, seat=seat, score=outcome.scores[seat]))
        for line in outcome.lines[seat] if outcome.lines else []:
            text = speaker.told(f"score.{line.code}", {**line.params, "points": line.points})
            lines.append(f"  {speaker.signed(line.points):>5}  {text}")
    return lines
