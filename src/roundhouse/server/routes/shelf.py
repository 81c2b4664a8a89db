"""The house, its games, their rules, words and content: the same for everybody, and cacheable."""

from __future__ import annotations

import gzip
import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from roundhouse import __version__
from roundhouse.bots import bots_for
from roundhouse.engine.game import Game
from roundhouse.engine.registry import game_named, games
from roundhouse.server.refusals import refuse
from roundhouse.server.routes.common import Asked, Body, Place
from roundhouse.server.security import etag
from roundhouse.server.tables import COLOURS

LANGUAGES = ("en", "ru")
PREFERRED_BOTS = ("search", "heuristic", "greedy", "random")
MOST_NAMES = 2000
WORTH_PACKING = 1000
"""Bytes: what is smaller fits one packet anyway."""


class Names(Body):
    language: str
    things: list[tuple[str, str]]


def known_language(language: str) -> str:
    if language not in LANGUAGES:
        raise refuse(404, "language-unknown", language=language[:20], known=list(LANGUAGES))
    return language


@lru_cache(maxsize=256)
def packed(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def takes_gzip(request: Asked) -> bool:
    for offered in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = offered.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def cached(request: Asked, body: bytes, media: str = "application/json", forever: bool = False) -> Response[bytes]:
    """An answer that browsers may keep, and needn't be sent again; packed where that is worth it. All these answers
    are the same for everybody: there is no secret whose length could be guessed from a packed size."""
    tag = etag([body])
    headers = {"Cache-Control": "public, max-age=31536000, immutable" if forever else "no-cache"}
    if len(body) >= WORTH_PACKING and ("json" in media or "javascript" in media or "svg" in media or "text/" in media):
        headers["Vary"] = "Accept-Encoding"
        if takes_gzip(request):
            body = packed(body)
            tag = f'{tag[:-1]}-gzip"'
            headers["Content-Encoding"] = "gzip"
    headers["ETag"] = tag
    if request.headers.get("if-none-match") == tag:
        headers.pop("Content-Encoding", None)
        return Response(b"", status_code=304, headers=headers, media_type=media)
    return Response(body, headers=headers, media_type=media)


@cache
def games_json() -> bytes:
    return msgspec.json.encode({"games": [game_json(game) for game in games().values()]})


def game_json(game: Game) -> dict[str, Any]:
    bots = list(bots_for(game))
    return {
        "name": game.name,
        "rules_version": game.rules_version,
        "content": game.content_hash,
        "seats": {"least": game.least_seats, "most": game.most_seats},
        "hidden_information": game.hidden_information,
        "uses_chance": game.uses_chance,
        "cooperative": game.cooperative,
        "options": [msgspec.to_builtins(option) for option in game.all_options()],
        "bots": bots,
        "bot": next(name for name in (*PREFERRED_BOTS, *bots) if name in bots),
        "colours": list(COLOURS),
    }


@cache
def rules_json(game: FromPath[str], language: str) -> bytes:
    try:
        text = game_named(game).rules_text(language)
    except FileNotFoundError:
        raise refuse(404, "rules-missing", game=game, language=language) from None
    return msgspec.json.encode({"language": language, "text": text})


@cache
def house_words(language: str) -> bytes:
    """The house's catalogue; a language without one has no words yet."""
    entry = files("roundhouse") / "locales" / f"{language}.json"
    words = json.loads(entry.read_text("utf-8")) if entry.is_file() else {}
    return msgspec.json.encode({"language": language, "words": words})


@cache
def game_words(game: FromPath[str], language: str) -> bytes:
    try:
        words = game_named(game).words(language)
    except FileNotFoundError:
        words = {}
    return msgspec.json.encode({"language": language, "words": words})


@cache
def content_files(game: FromPath[str]) -> dict[str, bytes]:
    folder = game_named(game).folder / "content"
    if not folder.is_dir():
        return {}
    return {
        entry.name: entry.read_bytes()
        for entry in sorted(folder.iterdir(), key=lambda each: each.name)
        if entry.name.endswith(".json")
    }


@get("/api/house")
async def about(house: Place) -> dict[str, Any]:
    """The house: version, languages, and the address that invite links start with."""
    return {
        "name": "Roundhouse",
        "version": __version__,
        "boot": house.boot,
        "languages": list(LANGUAGES),
        "address": house.settings.address,
        "reach": house.settings.reach,
        "away_seconds": house.settings.limits.away_seconds,
    }


@get("/api/games")
async def list_games(request: Asked) -> Response[bytes]:
    """All games: seats, options, bots."""
    return cached(request, games_json())


@get("/api/games/{game:str}/rules")
async def rules(request: Asked, game: FromPath[str], language: FromQuery[str] = "en") -> Response[bytes]:
    """The rules in our own words, numbered, as Markdown."""
    return cached(request, rules_json(game, known_language(language)))


@get("/api/words")
async def words(request: Asked, language: FromQuery[str] = "en") -> Response[bytes]:
    """The house's catalogue: a text for each code."""
    return cached(request, house_words(known_language(language)))


@get("/api/games/{game:str}/words")
async def words_of_game(request: Asked, game: FromPath[str], language: FromQuery[str] = "en") -> Response[bytes]:
    """The game's own catalogue."""
    return cached(request, game_words(game, known_language(language)))


@get("/api/games/{game:str}/content")
async def content(request: Asked, game: FromPath[str]) -> Response[bytes]:
    """The files of facts and layout, each with its hash."""
    found = {name: etag([data]).strip('"') for name, data in content_files(game).items()}
    return cached(request, msgspec.json.encode({"hash": game_named(game).content_hash, "files": found}))


@get("/api/games/{game:str}/content/{file:str}")
async def content_file(
    request: Asked,
    game: FromPath[str],
    file: FromPath[str],
    wanted: Annotated[str | None, QueryParameter(name="v")] = None,
) -> Response[bytes]:
    """One of them; named with its hash it may be kept for ever."""
    found = content_files(game)
    if file not in found:
        raise refuse(404, "not-found")
    return cached(request, found[file], forever=wanted == etag([found[file]]).strip('"'))


@post("/api/games/{game:str}/names", status_code=200)
async def names(game: FromPath[str], data: JSONBody[Names]) -> dict[str, list[str | None]]:
    """What a person calls things: cities, routes, cards."""
    language = known_language(data.language)
    if len(data.things) > MOST_NAMES:
        raise refuse(422, "too-many", most=MOST_NAMES)
    found = game_named(game)
    return {"names": [found.thing_name(kind, name, language) for kind, name in data.things]}


HANDLERS = [about, list_games, rules, words, words_of_game, content, content_file, names]
