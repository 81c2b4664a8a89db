"""`roundhouse play`: opens a table in the terminal, a person among bots."""

from __future__ import annotations

import secrets
from typing import Any

from roundhouse.bots.bot import RANDOM, bot_named, bots_for
from roundhouse.cli.arguments import Arguments, wrong_use
from roundhouse.cli.common import bot_names, game_of, note_stale, options_of, read_file, usual_seats
from roundhouse.cli.console import Console
from roundhouse.cli.table import Table
from roundhouse.engine.chance import SEED_BYTES, numbered_secret, numbered_seed
from roundhouse.engine.game import Game
from roundhouse.engine.match import Match
from roundhouse.engine.record import Player, Record, read_record
from roundhouse.engine.refusal import refuse_position
from roundhouse.engine.replay import replayed
from roundhouse.engine.untrusted import read_json
from roundhouse.text.safe import safe
from roundhouse.text.speech import Speaker

USUAL_SEATS = 3
BEST_FIRST = ("heuristic", "search", "greedy")


def play(console: Console, arguments: Arguments) -> int:
    game = game_of(arguments)
    match = resumed(game, arguments) if arguments.has("resume") else fresh(console, game, arguments)
    note_stale(console)
    return Table(console, match, 0, names_of(console, game, match)).run()


def best_bot(game: Game) -> str:
    """The strongest player a game has, as far as its name tells."""
    known = bots_for(game)
    return next((name for name in BEST_FIRST if name in known), list(known)[-1] if len(known) > 1 else RANDOM)


def fresh(console: Console, game: Game, arguments: Arguments) -> Match:
    """A new match: the person at seat 1, bots at the others."""
    position = read_json(read_file(arguments.text("position"))) if arguments.has("position") else None
    if arguments.has("position") and not isinstance(position, dict):
        raise refuse_position("object-expected", "")
    bots = bot_names(arguments) or [best_bot(game)]
    seats = arguments.number("seats", seats_of(game, position, bots))
    for name in bots:
        bot_named(game, name)
    if len(bots) > seats - 1:
        raise wrong_use("bots-too-many", count=len(bots), seats=seats)
    configuration = game.configure(seats, options_of(game, arguments))
    seed = arguments.number("seed", 0)
    fixed = arguments.has("seed")
    secret = numbered_secret(seed, "play", 0) if fixed else secrets.token_bytes(SEED_BYTES)
    names = [each.strip() for each in console.speaker.say("player.bot-names").split(",")]
    players = [Player(name=safe(arguments.text("name"), 40))]
    for seat in range(1, seats):
        bot_seed = numbered_seed(seed, "play-bot", seat) if fixed else secrets.randbits(64)
        bot = bots[(seat - 1) % len(bots)]
        players.append(Player(name=names[(seat - 1) % len(names)], bot=bot, seed=f"{bot_seed:016x}"))
    return Match(game, configuration, secret, [], players, position)


def seats_of(game: Game, position: Any, bots: list[str]) -> int:
    """As many seats as the position has; else the person and two bots, or all the bots that were named."""
    if isinstance(position, dict) and isinstance(position.get("seats"), int):
        return int(position["seats"])
    return usual_seats(game, max(USUAL_SEATS, len(bots) + 1))


def resumed(game: Game, arguments: Arguments) -> Match:
    """A match that was saved before its end."""
    record: Record = read_record(read_file(arguments.text("resume")))
    if record.game != game.name:
        raise wrong_use("record-other-game", recorded=record.game[:60], game=game.name)
    players = list(record.players[: record.seats])
    for player in players[1:]:
        bot_named(game, player.bot or RANDOM)
    return replayed(game, record)


def names_of(console: Console, game: Game, match: Match) -> list[str]:
    """What the seats are called; a bot that has no name goes by its kind."""
    speaker = Speaker(console.language, game)
    names = []
    for seat in range(match.state.seats):
        player = match.players[seat] if seat < len(match.players) else Player()
        kind = speaker.say("player.bot", number=seat + 1, bot=player.bot) if player.bot else ""
        names.append(player.name or kind)
    return names
