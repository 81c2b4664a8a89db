"""Rules 1 to 3: what there is, how a match is opened, and what a turn is."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from roundhouse.engine.chance import FastChance
from roundhouse.engine.refusal import OptionError
from roundhouse.engine.state import SPECTATOR
from roundhouse.games.moscow_paris import game
from roundhouse.games.moscow_paris.board import BOARD
from tests.games.moscow_paris.arranged import (
    PASS,
    STUCK,
    WAGONS,
    arrange,
    claim,
    down,
    front,
    hand,
    hand_of,
    line,
    lines,
    offered,
    play,
    refused,
    remove,
    up,
    wagon,
    what,
)

CARDS: dict[str, Any] = json.loads((game.folder / "content" / "cards.json").read_text("utf-8"))


def opened(seats: int = 2, seed: int = 1, **options: Any) -> dict[str, Any]:
    return game.new(seats, options, FastChance(seed)).view(SPECTATOR)


@pytest.mark.rule("moscow_paris", "1.1")
def test_two_to_four_seats_and_teams_for_four_only() -> None:
    for seats in (2, 3, 4):
        assert len(opened(seats)["players"]) == seats
    for seats in (1, 5):
        with pytest.raises(OptionError):
            game.configure(seats)
    with pytest.raises(OptionError) as refusal:
        game.configure(3, {"teams": True})
    assert refusal.value.refusal.code == "option-not-at-seats"


@pytest.mark.rule("moscow_paris", "1.2")
def test_eight_kinds_of_wagons_eleven_of_each() -> None:
    copies = {entry["id"]: entry["copies"] for entry in CARDS["wagons"]["kinds"]}
    assert copies == dict.fromkeys(WAGONS, 11)


@pytest.mark.rule("moscow_paris", "1.3")
def test_sixteen_action_cards_of_five_kinds() -> None:
    copies = {entry["id"]: entry["copies"] for entry in CARDS["actions"]["kinds"]}
    assert copies == {
        "swap_two": 4, "discard_two": 4, "discard_three": 3, "neighbour_exchange": 3, "remove_city": 2,
    }  # fmt: skip
    assert BOARD.cards == 104


@pytest.mark.rule("moscow_paris", "1.4")
def test_sixteen_cities_with_points_flag_and_limit() -> None:
    cities = CARDS["cities"]["cards"]
    assert len(cities) == len({city["id"] for city in cities}) == 16
    assert all(city["points"] > 0 and city["wagon_limit"] > 1 and city["country"] for city in cities)
    assert {city["capital"] for city in cities} == {True, False}


@pytest.mark.rule("moscow_paris", "1.5")
def test_whoever_has_the_wagons_of_a_train_may_take_its_city() -> None:
    state = arrange(
        lines=lines(paris=("mail", "dining")),
        fronts=[["mail"], []],
        hands=[hand("dining saloon saloon saloon"), None],
    )
    play(state, down("dining"), claim("paris"))
    assert state.standings() == [2, 0]


@pytest.mark.rule("moscow_paris", "2.1")
def test_the_first_seat_is_drawn_or_chosen() -> None:
    assert {opened(4, seed)["first"] for seed in range(40)} == {0, 1, 2, 3}
    chosen = opened(4, 3, first_seat=2)
    assert (chosen["first"], chosen["turn"]) == (2, 2)


@pytest.mark.rule("moscow_paris", "2.2")
def test_everybody_has_five_cards_that_only_they_see() -> None:
    state = game.new(3, {}, FastChance(4))
    for seat in range(3):
        seen = state.view(seat)
        assert len(seen["hand"]) == 5
        assert seen["deck"] == 104 - 15
        assert all(told["known"] == [] for told in seen["players"])
    assert state.view(SPECTATOR)["hand"] is None
    hands = Counter(name for seed in range(30) for name in hand_of(game.new(2, {}, FastChance(seed)), 0))  # type: ignore[arg-type]
    assert len(hands) == 13, "wagons and action cards are shuffled together"


@pytest.mark.rule("moscow_paris", "2.3")
def test_four_cities_begin_four_lines() -> None:
    seen = opened()
    assert len({each["city"] for each in seen["lines"]}) == 4
    assert all(each["left"] == each["right"] == [] for each in seen["lines"])
    assert seen["cities_left"] == 12
    assert refused(arrange(), wagon("mail", "rome")) == ("city-not-there", "2.3")


@pytest.mark.rule("moscow_paris", "2.4")
def test_istanbul_is_worth_three_points_and_its_flag_is_nobody_elses() -> None:
    assert opened(istanbul=True)["cities_left"] == 13
    istanbul = BOARD.cities[BOARD.istanbul]
    assert istanbul.points == 3
    assert [city.name for city in BOARD.cities if city.country == istanbul.country] == ["istanbul"]
    without = arrange(lines=[line("moscow"), line("warsaw"), line("berlin"), line("paris")])
    assert "istanbul" not in {BOARD.cities[city].name for city in without.cities_in_play()}


@pytest.mark.rule("moscow_paris", "2.5")
@pytest.mark.parametrize(("country", "flag"), [("PL", "PL"), ("own", "own")])
def test_a_home_town_has_the_flag_it_is_given(country: str, flag: str) -> None:
    options: dict[str, Any] = {"home_town": "Плёс", "home_country": country}
    assert opened(**options)["cities_left"] == 13
    claims = [{"city": "home_town", "seat": 0}, {"city": "krakow", "seat": 0}]
    state = arrange(options=options, claims=claims)
    assert BOARD.countries[state.country_of(BOARD.home_town)] == flag
    # One point each, and one more where they show the same flag.
    assert state.standings() == [3 if country == "PL" else 2, 0]


@pytest.mark.rule("moscow_paris", "2.5")
def test_a_home_town_in_turkey_repeats_the_flag_of_istanbul() -> None:
    options = {"home_town": "İzmir", "home_country": "TR", "istanbul": True}
    claims = [{"city": "istanbul", "seat": 1}, {"city": "home_town", "seat": 1}]
    assert arrange(options=options, claims=claims).standings() == [0, 5]


@pytest.mark.rule("moscow_paris", "2.6")
def test_partners_sit_opposite_and_dont_see_each_others_hands() -> None:
    state = game.new(4, {"teams": True}, FastChance(1))
    assert state.teams() == [0, 1, 0, 1]
    view = state.view(0)
    assert all("hand" not in told for told in view["players"])
    assert [seat for seat, stretches in enumerate(view["memory"]["hands"]) if "cards" in stretches[0]] == [0]


@pytest.mark.rule("moscow_paris", "3.1")
def test_turns_go_round_clockwise() -> None:
    state = arrange(
        seats=3, first=1, hands=[hand("mail mail mail mail mail"), hand("saloon " * 5), hand("dining " * 5)]
    )
    order = []
    for name in ("saloon", "dining", "mail", "saloon"):
        order.append(state.next_decider())
        play(state, down(name))
    assert order == [1, 2, 0, 1]


@pytest.mark.rule("moscow_paris", "3.2")
def test_one_of_four_things_a_turn() -> None:
    state = arrange(hands=[hand("dining saloon saloon remove_city"), None], fronts=[["mail"], []])
    verbs = {game.decode(state, 0, action)["type"] for action in state.legal_actions(0)}
    assert verbs == {"wagon", "down", "up", "remove"}
    for value in (wagon("dining", "moscow"), down("dining"), up("mail"), remove("paris")):
        after = state.clone()
        play(after, value)
        assert after.next_decider() == 1


@pytest.mark.rule("moscow_paris", "3.3")
def test_hand_and_front_are_five_at_the_end_of_a_turn() -> None:
    state = arrange(
        lines=lines(paris=("mail", "dining")),
        fronts=[["mail"], []],
        hands=[hand("dining saloon saloon saloon"), hand("mail luxury luxury baggage swap_two")],
    )
    play(state, down("dining"), claim("paris"))
    assert len(hand_of(state, 0)) + len(front(state, 0)) == 5
    play(state, wagon("mail", "moscow"))
    assert len(hand_of(state, 1)) + len(front(state, 1)) == 5


def nearly_empty(**told: Any) -> dict[str, Any]:
    """Two seats, one card left in the pile, a discard pile of all the others."""
    hands = [hand("mail saloon saloon saloon saloon"), hand("dining dining dining dining dining")]
    left = Counter({name: BOARD.copies[kind] for kind, name in enumerate(BOARD.kind_names)})
    left -= Counter([*hands[0], *hands[1]])
    last = {"luxury": 1}
    return {"hands": hands, "deck": last, "discard": dict(left - Counter(last)), **told}


@pytest.mark.rule("moscow_paris", "3.4")
def test_the_discard_pile_becomes_the_pile_as_soon_as_that_is_used_up() -> None:
    state = arrange(**nearly_empty())
    told = play(state, wagon("mail", "paris"))
    assert what(told, "reshuffled")["cards"] == 104 - 10 - 1
    view = state.view(SPECTATOR)
    assert (view["deck"], view["discard"]) == (93, {})
    assert "luxury" in hand_of(state, 0)


@pytest.mark.rule("moscow_paris", "3.5")
def test_five_action_cards_that_can_do_nothing_are_shown_and_passed_with() -> None:
    state = arrange(hands=[STUCK, hand("mail mail mail mail mail")])
    assert offered(state, "pass") == [PASS]
    assert len(state.legal_actions(0)) == 1
    told = play(state, PASS)
    assert Counter(what(told, "passed")["cards"]) == Counter(STUCK)
    assert Counter(state.view(1)["players"][0]["known"]) == Counter(STUCK)
    assert refused(state, PASS) == ("can-act", "3.5")


@pytest.mark.rule("moscow_paris", "3.5")
def test_a_card_that_can_be_played_must_be() -> None:
    state = arrange(hands=[["remove_city", *STUCK[:4]], None])
    assert {game.decode(state, 0, action)["type"] for action in state.legal_actions(0)} == {"remove"}
    assert refused(state, PASS) == ("can-act", "3.5")


@pytest.mark.rule("moscow_paris", "3.6")
def test_all_see_the_discard_pile() -> None:
    state = arrange(
        lines=lines(paris=("mail", "dining")),
        fronts=[["mail"], []],
        hands=[hand("dining saloon saloon saloon"), None],
    )
    play(state, down("dining"), claim("paris"))
    for reader in (SPECTATOR, 0, 1):
        assert state.view(reader)["discard"] == {"mail": 2, "dining": 2}
