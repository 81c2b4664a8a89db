"""Moments of Moscow–Paris matches for the board's page (board.html?game=moscow_paris), as told to seat 0.

.venv/bin/python web/dev/moscow_paris.py        writes web/dev/dist/moscow_paris.json
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from moments import LANGUAGES, ME, ROOT, moment

from roundhouse.engine.chance import Stream
from roundhouse.engine.match import Match
from roundhouse.games.moscow_paris.board import BOARD
from roundhouse.games.moscow_paris.game import MoscowParis

PACKAGE = ROOT / "src/roundhouse/games/moscow_paris"
WEIGHTS = {"claim": 40, "wagon": 30, "down": 14, "up": 2, "decline": 1, "stop": 1, "pass": 1, "exchange": 12}
CARD = 6
SEEDS = 12
TOLD = ("wagon", "down", "up", "swap", "discard-two", "discard-three", "exchange", "remove", "claim")
"""What one looks at on its way: the moments before and after."""


def laid_at(match: Match, city: str) -> int:
    lines = match.state.view(ME)["lines"]
    return sum(len(line["left"]) + len(line["right"]) for line in lines if line["city"] == city)


def chosen(match: Match, seat: int, luck: Stream) -> int:
    """Seats that lay, put down, play a card now and then, and take what they can."""
    offer = match.state.legal_actions(seat)
    front = match.state.view(seat)["players"][seat]["front"]
    by_type: dict[str, list[int]] = {}
    for action in offer:
        value = match.game.decode(match.state, seat, action)
        if value["type"] == "down" and value["wagon"] in front:
            continue
        if value["type"] == "claim" and laid_at(match, value["city"]) < 2:
            continue
        by_type.setdefault(value["type"], []).append(action)
    bag = [kind for kind in by_type for _ in range(WEIGHTS.get(kind, CARD))] or ["down"]
    kind = bag[luck.below(len(bag))]
    some = by_type.get(kind, offer)
    return some[luck.below(len(some))]


def played(seats: int, seed: int, options: dict[str, Any]) -> dict[str, dict[str, Any]]:
    game = MoscowParis()
    match = Match(game, game.configure(seats, options), bytes([seed] * 32))
    luck = Stream(seed)
    found: dict[str, dict[str, Any]] = {}
    new = 0
    last: dict[str, dict[str, Any]] = {}
    while not match.over():
        seat = match.state.deciders()[0]
        view = match.state.view(ME)
        if seat == ME:
            phase = view["phase"]
            laid = sum(len(line["left"]) + len(line["right"]) for line in view["lines"])
            taken = sum(len(player["cities"]) for player in view["players"])
            if phase == "turn":
                if "first" not in found:
                    found["first"] = moment(match, ME, new)
                for card in set(view["hand"]):
                    if card in BOARD.kind_names[8:] and laid >= 7 and taken >= 2:
                        found.setdefault(card, moment(match, ME, new))
                if laid >= 7 and taken >= 3 and len(view["players"][ME]["front"]) == 2:
                    found.setdefault("turn", moment(match, ME, new))
                if taken >= 9 and laid >= 6:
                    found.setdefault("late", moment(match, ME, new))
            elif laid >= 6:
                found.setdefault(phase, moment(match, ME, new))
        elif view["phase"] == "chain":
            found.setdefault("chain-watched", moment(match, ME, new))
        before = len(match.journal.told_to(ME))
        action = chosen(match, seat, luck)
        kind = match.game.decode(match.state, seat, action)["type"]
        if kind in TOLD and seat == ME:
            last[f"before-{kind}"] = moment(match, ME, 0)
        match.play_integer(seat, action)
        told = match.journal.told_to(ME)[before:]
        new = len(told)
        if kind in TOLD and seat == ME:
            last[f"after-{kind}"] = moment(match, ME, new)
        for line in told:
            if line["kind"] in ("stalemate", "stalemate-near"):
                last[line["kind"]] = moment(match, ME, new)
    found.update(last)
    found["over"] = moment(match, ME, new)
    found["spectator"] = moment(match, -1, new)
    return found


def main() -> None:
    game = MoscowParis()
    specials = {
        "istanbul": True,
        "home_town": "Нижний Новгород-Сортировочный"[:24],
        "home_flag": "vertical:blue,white,green,yellow",
    }
    tables = {
        "2": (2, 3, {}),
        "3": (3, 5, {}),
        "4": (4, 9, {"teams": True}),
        "special": (3, 12, specials),
    }
    moments: dict[str, dict[str, Any]] = {}
    for table, (seats, seed, options) in tables.items():
        for number in range(SEEDS):
            for name, value in played(seats, seed + number, options).items():
                moments.setdefault(f"{table}-{name}", value)
    kinds = {
        "city": [city.name for city in BOARD.cities],
        "wagon": BOARD.kind_names[:8],
        "give": BOARD.kind_names[:8],
        "take": BOARD.kind_names[:8],
        "card": BOARD.kind_names,
        "country": [*BOARD.country_titles],
    }

    def words(path: Path) -> Any:
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    told = {
        "moments": moments,
        "content": {path.name: json.loads(path.read_text("utf-8")) for path in (PACKAGE / "content").glob("*.json")},
        "words": {
            language: {
                "house": words(ROOT / f"src/roundhouse/locales/{language}.json"),
                "game": words(PACKAGE / f"locales/{language}.json"),
                "things": {
                    kind: {name: game.thing_name(kind, name, language) or "" for name in names}
                    for kind, names in kinds.items()
                },
            }
            for language in LANGUAGES
        },
    }
    out = ROOT / "web/dev/dist/moscow_paris.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(told, ensure_ascii=False), "utf-8")
    print(out, sorted(moments))


if __name__ == "__main__":
    main()
