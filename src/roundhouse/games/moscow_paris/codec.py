"""Actions in names, and back. Lines go by their cities, cells by `paris/left/1` or `front/0/mail`."""

from __future__ import annotations

from typing import Any

from roundhouse.engine.game import Value
from roundhouse.engine.refusal import refuse_action
from roundhouse.games.moscow_paris.actions import (
    CELLS,
    CLAIM_CITY,
    DECLINE,
    DOWN,
    END,
    FRONT_CELLS,
    GIVE,
    LAY,
    PASS,
    REMOVE,
    STACK_2,
    STACK_3,
    STOP,
    SWAP,
    UP,
)
from roundhouse.games.moscow_paris.board import BOARD
from roundhouse.games.moscow_paris.state import SIDES, MoscowParisState

PLAIN = {"stop": int(STOP), "pass": int(PASS), "decline": int(DECLINE)}
PLAIN_NAMES = {action: name for name, action in PLAIN.items()}
WAGON_NAMES = BOARD.kind_names[:8]
PLACES = 8
TYPES = ("wagon", "down", "up", "swap", "discard-two", "discard-three", "exchange", "remove", "claim", *PLAIN)


def decode(state: MoscowParisState, seat: int, action: int) -> Value:
    if action in PLAIN_NAMES:
        return {"type": PLAIN_NAMES[action]}
    if action < DOWN:
        kind, line, side = (action - LAY) // 8, action // 2 % 4, action % 2
        return {"type": "wagon", "wagon": WAGON_NAMES[kind], "city": state.city_name(line), "side": SIDES[side]}
    if action < UP:
        return {"type": "down", "wagon": WAGON_NAMES[action - DOWN]}
    if action < REMOVE:
        return {"type": "up", "wagon": WAGON_NAMES[action - UP]}
    if action < STACK_2:
        return {"type": "remove", "city": state.city_name(action - REMOVE)}
    if action < STOP:
        height, code = (2, action - STACK_2) if action < STACK_3 else (3, action - STACK_3)
        top, side, place = code // 16, code // 8 % 2, code % 8
        cities = [state.city_name(line) for line in range(top, top + height)]
        kind_of = "discard-two" if height == 2 else "discard-three"
        return {"type": kind_of, "cities": cities, "side": SIDES[side], "place": place + 1}
    if action < GIVE:
        return {"type": "claim", "city": state.city_name(action - CLAIM_CITY)}
    if action < SWAP:
        way, give, take = (action - GIVE) // 64, (action - GIVE) // 8 % 8, (action - GIVE) % 8
        other = (seat + (1 if way == 0 else -1)) % state.seats
        return {"type": "exchange", "seat": other, "give": WAGON_NAMES[give], "take": WAGON_NAMES[take]}
    one, two = divmod(action - int(SWAP), int(CELLS))
    return {"type": "swap", "one": state.cell_name(one), "two": state.cell_name(two)}


def encode(state: MoscowParisState, seat: int, value: object) -> int:
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(kind, str) or kind not in TYPES:
        raise refuse_action("action-type-unknown", type=str(kind)[:60])
    if kind in PLAIN:
        return PLAIN[kind]
    if kind == "wagon":
        return int(LAY) + wagon_of(value, "wagon") * 8 + line_of(state, value.get("city")) * 2 + side_of(value)
    if kind == "down":
        return int(DOWN) + wagon_of(value, "wagon")
    if kind == "up":
        return int(UP) + wagon_of(value, "wagon")
    if kind == "remove":
        return int(REMOVE) + line_of(state, value.get("city"))
    if kind == "claim":
        return int(CLAIM_CITY) + line_of(state, value.get("city"))
    if kind == "exchange":
        return encode_exchange(state, seat, value)
    if kind == "swap":
        one, two = sorted(cell_of(state, value.get(key)) for key in ("one", "two"))
        if one == two:
            raise refuse_action("swap-itself", "5.3")
        return int(SWAP) + one * int(CELLS) + two
    return encode_stack(state, value, 2 if kind == "discard-two" else 3)


def wagon_of(value: dict[str, Any], key: str) -> int:
    name = value.get(key)
    if not isinstance(name, str) or name not in WAGON_NAMES:
        raise refuse_action("wagon-unknown", wagon=str(name)[:60])
    return WAGON_NAMES.index(name)


def line_of(state: MoscowParisState, name: object) -> int:
    if not isinstance(name, str) or name not in BOARD.city_by_name:
        raise refuse_action("city-unknown", city=str(name)[:60])
    line = state.line_of(BOARD.city_by_name[name])
    if line < 0:
        raise refuse_action("city-not-there", "2.3", city=name)
    return line


def side_of(value: dict[str, Any]) -> int:
    name = value.get("side")
    if not isinstance(name, str) or name not in SIDES:
        raise refuse_action("side-unknown", side=str(name)[:60])
    return SIDES.index(name)


def encode_exchange(state: MoscowParisState, seat: int, value: dict[str, Any]) -> int:
    """The neighbour may be left out where there is only one to exchange with."""
    other = value.get("seat", (seat + 1) % state.seats if state.seats == 2 else None)
    if other is None and state.step:
        other = (seat + int(state.step)) % state.seats
    neighbours = [(seat + 1) % state.seats, (seat - 1) % state.seats]
    if type(other) is not int or not 0 <= other < state.seats:
        raise refuse_action("seat-unknown", seat=str(other)[:20])
    if other not in neighbours:
        raise refuse_action("not-a-neighbour", "6.1", seat=other)
    way = neighbours.index(other)
    return int(GIVE) + way * 64 + wagon_of(value, "give") * 8 + wagon_of(value, "take")


def encode_stack(state: MoscowParisState, value: dict[str, Any], height: int) -> int:
    cities = value.get("cities")
    if not isinstance(cities, list) or len(cities) != height:
        raise refuse_action("stack-height", "5.6" if height == 2 else "5.7", number=height)
    lines = sorted(line_of(state, name) for name in cities)
    if lines != list(range(lines[0], lines[0] + height)):
        raise refuse_action("stack-apart", "5.8")
    place = value.get("place")
    if type(place) is not int or not 1 <= place <= PLACES:
        raise refuse_action("place-unknown", place=str(place)[:20])
    return int(STACK_2 if height == 2 else STACK_3) + lines[0] * 16 + side_of(value) * 8 + place - 1


def cell_of(state: MoscowParisState, name: object) -> int:
    parts = name.split("/") if isinstance(name, str) else []
    if len(parts) != 3:
        raise refuse_action("cell-unknown", cell=str(name)[:60])
    if parts[0] == "front":
        if parts[1] not in [str(seat) for seat in range(state.seats)]:
            raise refuse_action("cell-unknown", cell=str(name)[:60])
        return int(FRONT_CELLS) + int(parts[1]) * 8 + wagon_of({"wagon": parts[2]}, "wagon")
    line = line_of(state, parts[0])
    if parts[1] not in SIDES or parts[2] not in [str(place + 1) for place in range(PLACES)]:
        raise refuse_action("cell-unknown", cell=str(name)[:60])
    return line * 16 + SIDES.index(parts[1]) * 8 + int(parts[2]) - 1


def outside_actions(state: MoscowParisState, seat: int) -> list[int]:
    """Everything but swaps, and a part of these that changes with what all can see."""
    found = [action for action in range(SWAP) if action < STOP + 3 or CLAIM_CITY <= action < GIVE + 128]
    part = int(state.deck_cards) + sum(int(front) for front in state.fronts)
    cells = [line * 16 + side * 8 + place for line in range(4) for side in range(2) for place in range(3)]
    cells += [int(FRONT_CELLS) + seat * 8 + kind for seat in range(state.seats) for kind in range(8)]
    pairs = [int(SWAP + one * CELLS + two) for one in cells for two in cells if one < two]
    return found + [action for place, action in enumerate(pairs) if (place + part) % 7 == 0] + [int(END)]
