"""`roundhouse games` and `roundhouse rules`: what there is to play, and how."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Console as RichConsole
from rich.markdown import Markdown

from roundhouse.bots.bot import bots_for
from roundhouse.cli.arguments import Arguments, wrong_use
from roundhouse.cli.common import game_of, speaker_of
from roundhouse.cli.console import Console
from roundhouse.engine.game import FIRST_SEAT, RANDOM, Game, Option
from roundhouse.engine.registry import games
from roundhouse.text.speech import Speaker


def list_games(console: Console, arguments: Arguments) -> int:
    if arguments.switch("json"):
        console.data({"games": [facts(game) for game in games().values()]})
        return 0
    for game in games().values():
        speaker = speaker_of(console, game)
        console.line(f"{game.name}: {speaker.say('title')}")
        console.wrapped(speaker.say("about"), 2)
        if note := words_of(speaker, "about.note"):
            console.wrapped(note, 2)
        console.wrapped(speaker.say("cli.games.seats", least=game.least_seats, most=game.most_seats), 2)
        console.wrapped(speaker.say("cli.games.bots", bots=list(bots_for(game))), 2)
        for option in game.all_options():
            values = [str(value) for value in option.values]
            console.wrapped(
                speaker.say(
                    "cli.games.option",
                    option=option.name,
                    about=words_of(speaker, f"option.{option.name}"),
                    default=option.default,
                    kind=option.kind,
                    values=values if option.kind == "choice" else [],
                    colours=values,
                    least=option.least,
                    most=option.most,
                ),
                2,
            )
    return 0


def words_of(speaker: Speaker, key: str) -> str:
    """What the game's catalogue says, if anything."""
    return speaker.say(key) if speaker.knows(key) else ""


def facts(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "seats": [game.least_seats, game.most_seats],
        "variants": list(game.variants),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "values": [option.least, option.most] if option.kind == "number" else list(option.values),
                "default": option.default,
                "seats": list(option.seats) or list(range(game.least_seats, game.most_seats + 1)),
            }
            for option in (*game.options, first_seat(game))
        ],
        "bots": list(bots_for(game)),
    }


def first_seat(game: Game) -> Option:
    """What every table of this house may set besides the game's own options: who plays first."""
    return Option(FIRST_SEAT, "choice", RANDOM, values=(RANDOM, *range(game.most_seats)))


def rules(console: Console, arguments: Arguments) -> int:
    """A game's rules, all of them or one section or rule."""
    show_rules(console, game_of(arguments), arguments.text("number"))
    return 0


def show_rules(console: Console, game: Game, number: str = "") -> None:
    text = game.rules_text(console.language)
    if number:
        text = part_of_rules(text, number)
        if not text:
            raise wrong_use("rule-unknown", number=number)
    if console.out.isatty():
        RichConsole(file=console.out, width=console.width).print(Markdown(text))
    else:
        console.line(text.strip())


def part_of_rules(text: str, number: str) -> str:
    """The rule of a number (4.3), or the section (4); empty where there is none."""
    wanted = re.escape(number.strip().rstrip("."))
    if "." in number.rstrip("."):
        found = re.search(rf"^\*\*{wanted}\*\*.*?(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    else:
        found = re.search(rf"^## {wanted} .*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return "" if found is None else found[0].strip()
