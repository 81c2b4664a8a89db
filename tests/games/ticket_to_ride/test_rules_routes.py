"""Rules 6 and 7: claiming routes, ferries, tunnels; the worked examples of the booklet."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.engine.state import SPECTATOR
from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.board import BOARD
from tests.games.ticket_to_ride.arranged import (
    MANY_ROUTES,
    TAKE_BACK,
    arrange,
    claim,
    code,
    hand,
    legal,
    pay,
    payments,
    play,
    refusal,
)

MANY = {"red": 12, "green": 12, "locomotive": 14}


@pytest.mark.rule("ticket_to_ride", "6.1", "6.2")
def test_any_free_route_whole_in_its_colour() -> None:
    state = arrange(hands=[{"red": 3, "green": 2}, {}])
    assert payments(state, "berlin-frankfurt-1") == {("red", 0)}
    assert payments(state, "marseille-pamplona") == set(), "four spaces, three cards"
    assert payments(state, "berlin-frankfurt-2") == set(), "black"
    found = refusal(state, claim("marseille-pamplona", "red", 0))
    assert found is not None
    assert (found.code, found.params) == ("cards-lacking", {"number": 1, "colour": "red"})
    assert code(state, claim("berlin-frankfurt-2", "red", 0)) == "colour-wrong"
    play(state, claim("berlin-frankfurt-1", "red", 0))
    assert code(state, claim("berlin-frankfurt-1", "red", 0), 1) == "route-taken"


def test_booklet_example_1_a_yellow_route_of_three() -> None:
    """Three yellow; two and a locomotive; one and two; three locomotives."""
    state = arrange(hands=[{"yellow": 5, "locomotive": 5}, {}])
    ways = {("yellow", 0), ("yellow", 1), ("yellow", 2), ("locomotive", 3)}
    assert payments(state, "amsterdam-essen") == ways
    for colour, locomotives in sorted(ways):
        after = state.clone()
        play(after, claim("amsterdam-essen", colour, locomotives))
        assert hand(after) == {"yellow": 2 + locomotives, "locomotive": 5 - locomotives}


@pytest.mark.rule("ticket_to_ride", "6.3")
def test_booklet_example_2_a_gray_route_of_two() -> None:
    """Two cards of one colour; a card and a locomotive; two locomotives."""
    state = arrange(hands=[{"red": 2, "blue": 1, "locomotive": 2}, {}])
    assert payments(state, "venezia-zagrab") == {("red", 0), ("red", 1), ("blue", 1), ("locomotive", 2)}
    assert refusal(state, claim("venezia-zagrab", "blue", 0)).code == "cards-otherwise"  # type: ignore[union-attr]
    assert code(state, claim("venezia-zagrab", "blue", 2)) == "locomotives-too-many"
    assert code(state, claim("wien-zagrab", "green", 0)) == "cards-otherwise"


def test_the_prompt_offers_the_cheapest_in_locomotives_first() -> None:
    state = arrange(hands=[{"red": 2, "blue": 1, "locomotive": 2}, {}])
    prompt = state.prompt(0)
    assert prompt is not None
    routes = next(verb for verb in prompt.choices if verb.name == "claim").choices
    ways = next(route for route in routes if route.name == "venezia-zagrab").choices
    assert [(way.params["number"], way.params["locomotives"]) for way in ways] == [(2, 0), (1, 1), (1, 1), (0, 2)]
    assert [way.name for way in ways] == ["red", "red", "blue", "locomotive"]


def test_a_claim_that_names_no_payment_is_the_cheapest_in_locomotives() -> None:
    state = arrange(hands=[{"red": 2, "blue": 1, "locomotive": 2}, {}])
    assert game.decode(state, 0, game.encode(state, 0, claim("venezia-zagrab"))) == claim("venezia-zagrab", "red", 0)
    found = refusal(state, claim("petrograd-stockholm"))
    assert found is not None
    assert (found.code, found.params) == ("cards-lacking", {"number": 4, "colour": "red"})


@pytest.mark.rule("ticket_to_ride", "6.4")
@pytest.mark.parametrize(
    ("route", "points"),
    [("amsterdam-bruxelles", 1), ("venezia-zagrab", 2), ("kyiv-smolensk", 4), ("kyiv-warszawa", 7),
     ("palermo-smyrna", 15), ("petrograd-stockholm", 21)],
)  # fmt: skip
def test_points_by_length(route: str, points: int) -> None:
    state = arrange(hands=[{"locomotive": 9}, {}], deck={"green": 5})
    told = play(state, claim(route, "locomotive"))
    length = int(BOARD.length[BOARD.route_by_name[route]])
    player = state.view(1)["players"][0]
    assert (player["points"], player["trains"]) == (points, 45 - length)
    assert state.view(1)["routes"] == {route: 0}
    assert hand(state) == {"locomotive": 9 - length}
    assert [entry["points"] for entry in told if entry["kind"] == "claimed"] == [points]


@pytest.mark.rule("ticket_to_ride", "6.5")
def test_nobody_has_both_routes_of_a_double() -> None:
    state = arrange(seats=4, hands=[MANY, {"black": 12}, {}, {}], routes={"berlin-frankfurt-1": 0}, turn=0)
    assert code(state, claim("berlin-frankfurt-2", "locomotive")) == "double-own"
    assert payments(state, "berlin-frankfurt-2") == set()
    state = arrange(seats=4, hands=[MANY, {"black": 12}, {}, {}], routes={"berlin-frankfurt-1": 0}, turn=1)
    assert payments(state, "berlin-frankfurt-2") == {("black", 0)}
    play(state, claim("berlin-frankfurt-2", "black", 0))
    assert state.view(0)["routes"] == {"berlin-frankfurt-1": 0, "berlin-frankfurt-2": 1}


@pytest.mark.rule("ticket_to_ride", "6.6")
@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_seats_a_double_is_one_route(seats: int) -> None:
    told: dict[str, Any] = {
        "seats": seats,
        "hands": [{}, {"black": 12}],
        "routes": {"berlin-frankfurt-1": 0},
        "turn": 1,
    }
    state = arrange(**told)
    found = refusal(state, claim("berlin-frankfurt-2", "black", 0))
    assert found is not None
    assert (found.code, found.params["seat"]) == ("double-closed", 0)
    assert payments(state, "berlin-frankfurt-2") == set()


@pytest.mark.rule("ticket_to_ride", "6.7")
def test_a_route_needs_trains() -> None:
    routes = dict.fromkeys([*MANY_ROUTES, "paris-zurich"], 0)
    state = arrange(hands=[MANY, {}], routes=routes)
    left = state.view(0)["players"][0]["trains"]
    assert left == 2
    assert code(state, claim("kyiv-smolensk", "red", 0)) == "trains-lacking"
    assert payments(state, "kyiv-smolensk") == set()
    assert payments(state, "essen-frankfurt") == {("green", 0), ("green", 1), ("locomotive", 2)}


@pytest.mark.rule("ticket_to_ride", "6.8")
def test_booklet_ferry_from_smyrna_to_palermo() -> None:
    """Two locomotives and four cards of one colour; more locomotives stand for cards."""
    state = arrange(hands=[{"green": 4, "locomotive": 2}, {}])
    assert payments(state, "palermo-smyrna") == {("green", 2)}
    state = arrange(hands=[{"green": 4, "locomotive": 6}, {}])
    ways = {("green", 2), ("green", 3), ("green", 4), ("green", 5), ("locomotive", 6)}
    assert payments(state, "palermo-smyrna") == ways
    assert code(state, claim("palermo-smyrna", "green", 1)) == "ferry-locomotives"
    state = arrange(hands=[{"green": 9, "locomotive": 1}, {}])
    found = refusal(state, claim("palermo-smyrna", "green", 1))
    assert found is not None
    assert (found.code, found.params["number"]) == ("ferry-lacking", 1)
    assert payments(state, "palermo-smyrna") == set()
    state = arrange(hands=[{"locomotive": 2}, {}])
    assert payments(state, "amsterdam-london") == {("locomotive", 2)}, "every space wants a locomotive"


# --- tunnels ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ticket_to_ride", "7.1", "7.2")
def test_booklet_tunnel_1_two_red_played_one_red_turned_up() -> None:
    state = arrange(hands=[{"red": 3, "locomotive": 1}, {}], deck={"red": 1, "blue": 2}, discard={}, rest=1)
    told = play(state, claim("sarajevo-sofia", "red", 0))
    dug = next(entry for entry in told if entry["kind"] == "dug")
    assert sorted(dug["cards"]) == ["blue", "blue", "red"]
    assert dug["owed"] == 1
    assert legal(state) == [pay(0), pay(1), TAKE_BACK], "a red card, or a locomotive"
    after = state.clone()
    play(after, pay(1))
    assert hand(after) == {"red": 1}
    play(state, pay(0))
    assert hand(state) == {"locomotive": 1}
    assert state.view(0)["routes"] == {"sarajevo-sofia": 0}
    assert state.view(0)["players"][0]["trains"] == 43, "no train for the extra card"


@pytest.mark.rule("ticket_to_ride", "7.2")
def test_booklet_tunnel_2_two_green_played_a_locomotive_turned_up() -> None:
    state = arrange(hands=[{"green": 3}, {}], deck={"locomotive": 1, "blue": 2}, discard={}, rest=1)
    play(state, claim("venezia-zurich", "green", 0))
    assert legal(state) == [pay(0), TAKE_BACK]
    assert code(state, pay(1)) == "cards-otherwise"
    assert code(state, pay(2)) == "extra-wrong"
    assert code(state, claim("kyiv-smolensk")) == "tunnel-first"
    play(state, pay(0))
    assert hand(state) == {}
    assert state.view(1)["routes"] == {"venezia-zurich": 0}


@pytest.mark.rule("ticket_to_ride", "7.3")
def test_booklet_tunnel_3_two_locomotives_played_one_turned_up() -> None:
    state = arrange(hands=[{"green": 3, "locomotive": 3}, {}], deck={"locomotive": 1, "green": 2}, discard={}, rest=1)
    play(state, claim("venezia-zurich", "locomotive"))
    assert state.view(0)["tunnel"]["owed"] == 1, "the green ones don't count"
    assert legal(state) == [pay(1), TAKE_BACK], "only a locomotive will do"
    assert code(state, pay(0)) == "extra-wrong"
    play(state, pay(1))
    assert hand(state) == {"green": 3}


def test_nothing_to_add_claims_at_once() -> None:
    state = arrange(hands=[{"green": 2}, {}], deck={"red": 3}, discard={}, rest=1)
    play(state, claim("venezia-zurich", "green", 0))
    assert state.view(0)["routes"] == {"venezia-zurich": 0}
    assert state.turn == 1


@pytest.mark.rule("ticket_to_ride", "7.4")
def test_taking_back_ends_the_turn_and_all_know_the_cards() -> None:
    state = arrange(hands=[{"red": 3, "locomotive": 1}, {}], deck={"red": 1, "blue": 2}, discard={}, rest=1)
    play(state, claim("sarajevo-sofia", "red", 1))
    assert state.view(1)["tunnel"] == {
        "seat": 0, "route": "sarajevo-sofia", "colour": "red", "number": 1, "locomotives": 1,
        "revealed": state.view(1)["turned_up"], "owed": 1,
    }  # fmt: skip
    told = play(state, TAKE_BACK)
    assert told[0] == {"kind": "taken-back", "seat": 0, "route": "sarajevo-sofia", "forced": False}
    assert state.turn == 1
    assert hand(state) == {"red": 3, "locomotive": 1}
    for reader in (1, SPECTATOR):
        player = state.view(reader)["players"][0]
        assert (player["known"], player["unknown"]) == ({"red": 1, "locomotive": 1}, 2)
        assert player["bounds"] == {"red": [1, None]}, "it was asked, so it could have paid"
    assert code(state, TAKE_BACK) == "no-tunnel"


@pytest.mark.rule("ticket_to_ride", "7.5")
def test_what_cannot_be_added_is_taken_back_by_itself() -> None:
    state = arrange(hands=[{"red": 2, "blue": 4}, {}], deck={"red": 1, "green": 2}, discard={}, rest=1)
    told = play(state, claim("sarajevo-sofia", "red", 0))
    assert {"kind": "taken-back", "seat": 0, "route": "sarajevo-sofia", "forced": True} in told
    assert hand(state) == {"red": 2, "blue": 4}
    assert state.turn == 1
    assert state.view(1)["routes"] == {}
    player = state.view(1)["players"][0]
    assert (player["known"], player["bounds"]) == ({"red": 2}, {"red": [0, 0]}), "no third red card, no locomotive"
    assert state.view(1)["attempts"] == [
        {"seat": 0, "route": "sarajevo-sofia", "colour": "red", "locomotives": 0, "owed": 1}
    ]


@pytest.mark.rule("ticket_to_ride", "7.6")
def test_fewer_than_three_cards_or_none_to_turn_up() -> None:
    state = arrange(hands=[{"red": 3}, {}], deck={"red": 1}, discard={}, rest=1)
    told = play(state, claim("sarajevo-sofia", "red", 0))
    assert next(entry for entry in told if entry["kind"] == "dug")["cards"] == ["red"]
    assert legal(state) == [pay(0), TAKE_BACK]
    state = arrange(hands=[{"red": 2}, {}], deck={}, discard={}, rest=1)
    told = play(state, claim("sarajevo-sofia", "red", 0))
    assert told[0]["kind"] == "claimed"
    assert state.view(0)["routes"] == {"sarajevo-sofia": 0}


@pytest.mark.rule("ticket_to_ride", "7.6", "7.7")
def test_a_reveal_that_empties_the_deck_shuffles_the_discards_without_its_own_cards() -> None:
    state = arrange(hands=[{"red": 5}, {}], deck={"red": 1}, discard={"green": 4}, rest=1)
    told = play(state, claim("sarajevo-sofia", "red", 0))
    assert {"kind": "reshuffled", "cards": 4} in told
    view = state.view(0)
    assert view["turned_up"] == ["red", "green", "green"]
    assert view["memory"]["decks"][-1]["cards"] == {"green": 4}, "neither the red ones played nor the one turned up"
    assert (view["deck"], view["discard"]) == (2, {})
    play(state, pay(0))
    assert state.view(0)["discard"] == {"red": 4, "green": 2}, "what was played, added and turned up"


def test_a_reveal_of_the_last_card_there_is_renews_the_deck_when_the_tunnel_is_decided() -> None:
    state = arrange(hands=[{"red": 3}, {}], deck={"red": 1, "green": 2}, discard={}, rest=1)
    play(state, claim("sarajevo-sofia", "red", 0))
    assert state.view(0)["deck"] == 0
    play(state, TAKE_BACK)
    assert state.view(0)["deck"] == 3
    assert state.view(0)["memory"]["decks"][-1]["cards"] == {"red": 1, "green": 2}
