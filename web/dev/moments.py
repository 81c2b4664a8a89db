"""Moments of real TransEuropa matches for the board's page (board.html), as the server would tell them to seat 0.

.venv/bin/python web/dev/moments.py        writes web/dev/dist/moments.json
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from roundhouse.engine.chance import Stream
from roundhouse.engine.match import Match
from roundhouse.engine.registry import game_named
from roundhouse.games.transeuropa.board import BOARD

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src/roundhouse/games/transeuropa"
LANGUAGES = ("en", "ru")
ME = 0


def choices(match: Match, given: list[Any]) -> list[dict[str, Any]]:
    told = []
    for choice in given:
        entry: dict[str, Any] = {"kind": choice.kind, "name": choice.name, "params": choice.params}
        if choice.choices:
            entry["choices"] = choices(match, choice.choices)
        elif choice.action is not None:
            entry["action"] = match.game.decode(match.state, ME, choice.action)
        told.append(entry)
    return told


def moment(match: Match, seat: int, latest: int) -> dict[str, Any]:
    """The position as `seat` has it; `latest`: how many of the journal's entries are new."""
    state = match.state
    prompt = state.prompt(seat) if seat >= 0 else None
    outcome = match.outcome()
    lines = match.journal.told_to(seat)
    # Lines of one step have one number; here every line has its own.
    journal = [{**line, "seq": place, "at": 1_760_000_000 + place * 7} for place, line in enumerate(lines)]
    return {
        "view": state.view(seat),
        "deciders": state.deciders(),
        "prompt": None
        if prompt is None
        else {
            "ask": prompt.ask,
            "params": prompt.params,
            "notes": list(prompt.notes),
            "choices": choices(match, prompt.choices),
        },
        "journal": journal,
        "latest": journal[len(journal) - latest :] if latest else [],
        "outcome": None
        if outcome is None
        else {
            "ending": outcome.ending,
            "reason": outcome.reason,
            "scores": outcome.scores,
            "ranks": outcome.ranks,
            "won": outcome.won,
            "margin": outcome.margin,
            "lines": [
                [{"code": line.code, "points": line.points, "params": line.params} for line in told]
                for told in outcome.lines
            ],
            "teams": None,
            "winners": outcome.winners(),
        },
    }


def played(seats: int, seed: int) -> dict[str, dict[str, Any]]:
    """A whole match of greedy players with the moments worth looking at."""
    game = game_named("transeuropa")
    match = Match(game, game.configure(seats), bytes([seed] * 32))
    choose = game.choosers()["greedy"]
    luck = Stream(seed)
    found: dict[str, dict[str, Any]] = {}
    first_mine = True
    while not match.over():
        seat = match.state.deciders()[0]
        offer = match.state.legal_actions(seat)
        view = match.state.view(seat)
        rails = len(view["rails"])
        if seat == ME and view["round"] == 1:
            if view["phase"] == "markers" and first_mine:
                found["markers"] = moment(match, ME, 1)
                first_mine = False
            elif view["phase"] == "first-rail" and rails < 2 * seats + 4:
                found["opening"] = moment(match, ME, 2)
            elif view["phase"] == "first-rail" and rails < 6 * seats + 6:
                found["middle"] = moment(match, ME, 2)
            elif view["phase"] == "second-rail":
                found["second"] = moment(match, ME, 1)
        if seat == ME and view["phase"] == "first-rail" and len(set(view["networks"])) < seats:
            found["joined"] = moment(match, ME, 2)
        told = len(match.journal.told_to(ME))
        match.play_integer(seat, choose(view, offer, luck))
        new = match.journal.told_to(ME)[told:]
        if any(line["kind"] == "round-ended" for line in new):
            found.setdefault("round-end", moment(match, ME, len(new)))
            found["over"] = moment(match, ME, len(new))
            found["spectator"] = moment(match, -1, len(new))
    return found


def main() -> None:
    game = game_named("transeuropa")
    moments = {f"{seats}-{name}": value for seats in (2, 4, 6) for name, value in played(seats, 7 + seats).items()}
    kinds = {
        "edge": BOARD.edge_names,
        "rail": BOARD.edge_names,
        "node": BOARD.node_names,
        "from": BOARD.node_names,
        "to": BOARD.node_names,
        "city": [city.name for city in BOARD.cities],
        "card": [city.name for city in BOARD.cities],
        "hand": [city.name for city in BOARD.cities],
    }
    told = {
        "moments": moments,
        "content": {path.name: json.loads(path.read_text()) for path in (PACKAGE / "content").glob("*.json")},
        "words": {
            language: {
                "house": json.loads((ROOT / f"src/roundhouse/locales/{language}.json").read_text()),
                "game": json.loads((PACKAGE / f"locales/{language}.json").read_text()),
                "things": {
                    kind: {name: game.thing_name(kind, name, language) or "" for name in names}
                    for kind, names in kinds.items()
                },
            }
            for language in LANGUAGES
        },
    }
    out = ROOT / "web/dev/dist/moments.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(told, ensure_ascii=False))
    print(out, {name: len(value["view"]["rails"]) for name, value in moments.items()})


if __name__ == "__main__":
    main()
