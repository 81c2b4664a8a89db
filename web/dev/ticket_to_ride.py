"""Moments of real Ticket to Ride matches for the board's page: board.html?game=ticket_to_ride&moment=4-turn.

.venv/bin/python web/dev/ticket_to_ride.py        writes web/dev/dist/ticket_to_ride.json
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from moments import choices

from roundhouse.engine.chance import Stream
from roundhouse.engine.match import Match
from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.board import BOARD, KIND_NAMES

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src/roundhouse/games/ticket_to_ride"
LANGUAGES = ("en", "ru")
ME = 0


def moment(match: Match, seat: int, latest: int) -> dict[str, Any]:
    """The position as `seat` has it; `latest`: how many of the journal's entries are new."""
    state = match.state
    prompt = state.prompt(seat) if seat >= 0 else None
    outcome = match.outcome()
    journal = [
        {**line, "seq": place, "at": 1_760_000_000 + place * 7}
        for place, line in enumerate(match.journal.told_to(seat))
    ]
    asked = prompt and {
        "ask": prompt.ask,
        "params": prompt.params,
        "notes": list(prompt.notes),
        "choices": choices(match, prompt.choices),
    }
    ended = outcome and {
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
    }
    return {
        "view": state.view(seat),
        "deciders": state.deciders(),
        "prompt": asked,
        "journal": journal,
        "latest": journal[len(journal) - latest :] if latest else [],
        "outcome": ended,
    }


def played(seats: int, seed: int, variant: str = "europe") -> dict[str, dict[str, Any]]:
    match = Match(game, game.configure(seats, {"variant": variant}), bytes([seed] * 32))
    luck = Stream(seed)
    players = game.choosers()
    choose = players.get("heuristic", players["greedy"])
    found: dict[str, dict[str, Any]] = {}
    turns = 0
    while not match.over():
        seat = match.state.deciders()[0]
        if ME in match.state.deciders():
            seat = ME
        view = match.state.view(seat)
        phase = view["phase"]
        if seat == ME:
            if phase in ("choose-tickets", "choose-long", "second-card", "keep-tickets", "tunnel"):
                found.setdefault(phase, moment(match, ME, 2))
            if phase == "turn":
                turns += 1
                if turns in (1, 8, 14, 20, 26):
                    found[f"turn-{turns}"] = moment(match, ME, 3)
        told = len(match.journal.told_to(ME))
        offer = match.state.legal_actions(seat)
        chosen = choose(view, offer, luck)
        if seat == ME and phase == "turn" and turns % 3 == 0 and turns > 3 and luck.below(2) == 0:
            chosen = offer[luck.below(len(offer))]
        match.play_integer(seat, chosen)
        new = match.journal.told_to(ME)[told:]
        kinds = {line["kind"] for line in new}
        for kind in ("dug", "station-built", "claimed", "took", "drew", "tickets-kept"):
            if kind in kinds:
                found[f"after-{kind}"] = moment(match, ME, len(new))
        if match.over():
            found["over"] = moment(match, ME, len(new))
            found["spectator"] = moment(match, -1, len(new))
    return found


def main() -> None:
    moments = {f"{seats}-{name}": value for seats in (2, 4, 5) for name, value in played(seats, 7 + seats).items()}
    moments |= {f"mega-{name}": value for name, value in played(3, 5, "mega_europe").items() if "choose" in name}
    moments |= {f"big-{name}": value for name, value in played(3, 6, "big_cities").items() if "tickets" in name}
    kinds = {
        "route": BOARD.route_names,
        "city": [city.name for city in BOARD.cities],
        "ticket": [ticket.name for ticket in BOARD.tickets],
        "card": KIND_NAMES,
        "colour": (*KIND_NAMES, "gray"),
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
    out = ROOT / "web/dev/dist/ticket_to_ride.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(told, ensure_ascii=False))
    print(out, {name: len(value["view"]["routes"]) for name, value in moments.items()})


if __name__ == "__main__":
    main()
