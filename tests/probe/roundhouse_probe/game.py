"""The probe as the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from roundhouse.engine.chance import Chance
from roundhouse.engine.game import Chooser, Configuration, Game, Line, Option, Value
from roundhouse.engine.refusal import refuse_action, refuse_option
from roundhouse.engine.state import State
from roundhouse_probe import players, position
from roundhouse_probe.board import BOARDS
from roundhouse_probe.judge import CODES
from roundhouse_probe.state import (
    ALL_JOINED,
    ASK,
    BID,
    CARDS,
    DECLINE,
    DELIVER,
    DRILL,
    GIVE,
    LAY,
    MONEY,
    MOST_STAKE,
    NUMBERS,
    PASS,
    PAY,
    PLACES,
    RETREAT,
    ROLL,
    ROUNDS_OUT,
    STAKE,
    ProbeState,
)
from roundhouse_probe.view import board_lines

PLAIN = {PASS: "pass", ROLL: "roll", GIVE: "give", DECLINE: "decline", PAY: "pay", RETREAT: "retreat"}
PLAIN_BY_NAME = {name: action for action, name in PLAIN.items()}


class Probe(Game):
    name = "probe"
    package = "roundhouse_probe"
    rules_version = "1"
    least_seats = 2
    most_seats = 5
    hidden_information = True
    variants = tuple(BOARDS)
    options = (
        Option("rounds", "number", 3, least=1, most=4),
        Option("together", "switch", False),
        Option("teams", "switch", False, seats=(4,)),
    )
    end_reasons = (ALL_JOINED, ROUNDS_OUT)
    refusal_codes = CODES
    most_steps = 800

    def check_options(self, seats: int, options: Mapping[str, Any]) -> None:
        if options["together"] and options["teams"]:
            raise refuse_option("option-value", option="teams", value=True)

    def start(self, configuration: Configuration, chance: Chance) -> State:
        state = ProbeState(configuration.seats, chance, configuration.options, configuration.first or 0)
        if configuration.first is None:
            state.first = state.draw(configuration.seats)
        state.open()
        return state

    def load(self, data: object, chance: Chance) -> State:
        return position.load(data, chance)

    def determinize(self, view: Mapping[str, Any], chance: Chance) -> State:
        return position.determinize(view, chance)

    def encode(self, state: State, seat: int, value: object) -> int:
        here = cast(ProbeState, state)
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(kind, str):
            raise refuse_action("action-type-unknown", type=str(kind)[:60])
        if kind in PLAIN_BY_NAME:
            return PLAIN_BY_NAME[kind]
        if kind == "stake":
            return STAKE + number(value, "coins", 0, MOST_STAKE)
        if kind == "bid":
            return BID + number(value, "coins", 1, MONEY)
        if kind == "ask":
            return ASK + number(value, "number", 1, NUMBERS)
        if kind in ("lay", "drill"):
            link = value.get("link")
            if not isinstance(link, str) or link not in here.board.links:
                raise refuse_action("link-unknown", link=str(link)[:60])
            place = here.board.links.index(link)
            return LAY + place if kind == "lay" else DRILL + place * PLACES + number(value, "card", 0, PLACES - 1)
        if kind == "deliver":
            for index, effect in enumerate(here.effects(seat)):
                if value.get("town") == here.board.towns[effect.town] and value.get("gains") == list(effect.gains):
                    return DELIVER + index
            raise refuse_action("effect-impossible", "5.5")
        raise refuse_action("action-type-unknown", type=kind[:60])

    def decode(self, state: State, seat: int, action: int) -> Value:
        here = cast(ProbeState, state)
        if action in PLAIN:
            return {"type": PLAIN[action]}
        if action < BID:
            return {"type": "stake", "coins": action - STAKE}
        if action < PASS:
            return {"type": "bid", "coins": action - BID}
        if action < DRILL:
            return {"type": "lay", "link": here.board.links[action - LAY]}
        if action < ROLL:
            link, place = divmod(action - DRILL, PLACES)
            return {"type": "drill", "link": here.board.links[link], "card": place}
        if action < GIVE:
            return {"type": "ask", "number": action - ASK}
        effect = here.effects(seat)[action - DELIVER]
        return {"type": "deliver", "town": here.board.towns[effect.town], "gains": list(effect.gains)}

    def outside_actions(self, state: State, seat: int) -> list[int]:
        return list(range(1000))

    def choosers(self) -> dict[str, Chooser]:
        return {"greedy": players.choose_greedily, "thrifty": players.choose_thriftily}

    def board_lines(self, view: Mapping[str, Any]) -> list[Line]:
        return board_lines(view)

    def thing_name(self, kind: str, name: str, language: str) -> str | None:
        words = self.words(language)
        if kind == "link":
            return " – ".join(words.get(f"town.{town}", town) for town in name.split("-"))
        return words.get(f"town.{name}") if kind == "town" else None

    def broken_laws(self, state: State) -> list[str]:
        here = cast(ProbeState, state)
        broken: list[str] = []
        debt = here.debt
        pending = [] if debt is None else [debt.card, *debt.revealed]
        cards = [card for hand in here.hands for card in hand] + here.deck + here.discard + pending
        if sorted(cards) != CARDS:
            broken.append("cards were lost or made")
        if min(here.coins) < 0 or sum(here.coins) > MONEY:
            broken.append(f"coins: {here.coins}")
        if len(here.laid()) != len(here.track):
            broken.append("a link lies twice")
        for seat in range(here.seats):
            rest = list(here.hands[seat])
            for card in here.known[seat]:
                if card not in rest:
                    broken.append(f"seat {seat} is known to hold a {card}, and doesn't")
                else:
                    rest.remove(card)
            if here.shown[seat] != (here.goals[seat] in here.network(seat)):
                broken.append(f"the goal of seat {seat} is shown wrongly")
        if here.debt is not None and here.turn == -1:
            broken.append("nobody owes")
        return broken


def number(value: Mapping[str, Any], key: str, least: int, most: int) -> int:
    """A number that an action names; one that can't be at all is refused as such."""
    found = value.get(key)
    if type(found) is not int or not least <= found <= most:
        raise refuse_action("number-impossible", key=key, least=least, most=most)
    return found
