"""Rule 5: the action cards, one by one."""

from __future__ import annotations

import pytest

from roundhouse.engine.state import SPECTATOR
from roundhouse.games.moscow_paris import game
from roundhouse.games.moscow_paris.board import BOARD
from tests.games.moscow_paris.arranged import (
    PASS,
    arrange,
    claim,
    discard,
    exchange,
    front,
    hand,
    hand_of,
    kinds,
    lines,
    may,
    offered,
    play,
    refused,
    remove,
    swap,
    train,
    what,
    why_not,
)

RIVAL = hand("luxury luxury luxury luxury luxury")


def holding(card: str, wagons: str = "saloon saloon saloon saloon") -> list[list[str]]:
    """Seat 0 holds an action card and wagons; seat 1 five of one kind."""
    return [[card, *wagons.split()], RIVAL]


@pytest.mark.rule("moscow_paris", "5.1")
@pytest.mark.parametrize(
    ("card", "value", "told"),
    [
        ("swap_two", swap("moscow/left/1", "paris/left/1"), "swapped-lines"),
        ("discard_two", discard("moscow", "warsaw"), "discarded"),
        ("discard_three", discard("moscow", "warsaw", "berlin"), "discarded"),
        ("remove_city", remove("berlin"), "removed"),
    ],
)
def test_an_action_card_acts_is_discarded_and_brings_a_card(card: str, value: dict[str, str], told: str) -> None:
    trains = lines(moscow=("mail", ""), warsaw=("dining", ""), berlin=("seating", ""), paris=("baggage", ""))
    assert refused(arrange(lines=trains, hands=[RIVAL, None]), value)[0] == "card-lacking"
    state = arrange(lines=trains, hands=holding(card))
    heard = kinds(play(state, value))
    assert heard[0] == told
    assert heard[-1] == "drew"
    assert state.view(SPECTATOR)["discard"][card] == 1
    assert len(hand_of(state, 0)) == 5
    assert state.next_decider() == 1


@pytest.mark.rule("moscow_paris", "5.2")
def test_a_card_whose_whole_effect_cant_happen_cant_be_played() -> None:
    trains = lines(moscow=("mail", ""), warsaw=("dining", ""), paris=("seating", ""))
    for card, kind, number in (("discard_two", "discard-two", 1), ("discard_three", "discard-three", 0)):
        assert len(offered(arrange(lines=trains, hands=holding(card)), kind)) == number
    assert offered(arrange(lines=lines(moscow=("mail", "")), hands=holding("swap_two")), "swap") == []
    assert offered(arrange(hands=holding("neighbour_exchange")), "exchange") == []


# --- number one: swap two --------------------------------------------------------------------------------------------


@pytest.mark.rule("moscow_paris", "5.3")
def test_swap_between_two_lines() -> None:
    state = arrange(lines=lines(moscow=("mail", "saloon"), paris=("dining", "")), hands=holding("swap_two"))
    told = play(state, swap("moscow/right/1", "paris/left/1"))
    assert (train(state, "moscow"), train(state, "paris")) == ((["mail"], ["dining"]), (["saloon"], []))
    assert (what(told, "swapped-lines")["wagon"], what(told, "swapped-lines")["other_wagon"]) == ("saloon", "dining")


@pytest.mark.rule("moscow_paris", "5.3")
def test_swap_between_a_line_and_any_front() -> None:
    ready = {"lines": lines(moscow=("mail", "")), "fronts": [["dining"], ["baggage"]]}
    for seat, name in ((0, "dining"), (1, "baggage")):
        hands = [hand("swap_two saloon saloon saloon"), hand("luxury luxury luxury luxury")]
        state = arrange(**ready, hands=hands)
        told = play(state, swap("moscow/left/1", f"front/{seat}/{name}"))
        assert train(state, "moscow") == ([name], [])
        assert front(state, seat) == ["mail"]
        assert what(told, "swapped-front")["to_seat"] == seat


@pytest.mark.rule("moscow_paris", "5.3")
def test_swap_between_two_fronts_and_within_a_line() -> None:
    hands = [hand("swap_two saloon saloon saloon"), hand("luxury luxury luxury luxury")]
    ready = {"lines": lines(moscow=("mail dining", "")), "fronts": [["dining"], ["baggage"]], "hands": hands}
    state = arrange(**ready)
    told = play(state, swap("front/0/dining", "front/1/baggage"))
    assert (front(state, 0), front(state, 1)) == (["baggage"], ["dining"])
    assert what(told, "swapped-fronts")["seats"] == [0, 1]
    state = arrange(**ready)
    play(state, swap("moscow/left/2", "moscow/left/1"))
    assert train(state, "moscow") == (["dining", "mail"], [])


@pytest.mark.rule("moscow_paris", "5.3")
def test_a_swap_may_make_a_line_ones_own() -> None:
    hands = [hand("swap_two saloon saloon saloon"), hand("luxury luxury luxury luxury")]
    trains = lines(moscow=("mail", "dining"), paris=("baggage", ""))
    state = arrange(lines=trains, fronts=[["baggage"], ["mail"]], hands=hands)
    play(state, swap("front/0/baggage", "front/1/mail"))
    assert state.next_decider() == 1
    state = arrange(lines=lines(moscow=("mail", "")), fronts=[["baggage"], ["mail"]], hands=hands)
    play(state, swap("front/0/baggage", "front/1/mail"), claim("moscow"))
    assert state.standings() == [2, 0]


@pytest.mark.rule("moscow_paris", "5.3")
def test_only_wagons_in_play_are_swapped() -> None:
    state = arrange(lines=lines(moscow=("mail", ""), paris=("dining", "")), hands=holding("swap_two"))
    assert refused(state, swap("moscow/left/2", "paris/left/1")) == ("place-empty", "5.3")
    assert refused(state, swap("moscow/left/1", "front/0/saloon")) == ("front-lacking", "5.3")
    assert refused(state, swap("moscow/left/1", "moscow/left/1")) == ("swap-itself", "5.3")
    assert refused(state, swap("moscow/left/1", "hand/0/saloon"))[0] == "city-unknown"


@pytest.mark.rule("moscow_paris", "5.4")
def test_a_swap_brings_no_kind_into_a_line_that_has_it() -> None:
    trains = lines(moscow=("mail", "dining"), paris=("seating", "mail"))
    hands = [hand("swap_two saloon saloon saloon"), RIVAL]
    state = arrange(lines=trains, fronts=[["dining"], []], hands=hands)
    refusal = why_not(state, swap("moscow/right/1", "paris/right/1"))
    assert (refusal.code, refusal.rule, refusal.params["wagon"]) == ("wagon-twice", "5.4", "mail")
    assert refused(state, swap("moscow/left/1", "front/0/dining")) == ("wagon-twice", "5.4")
    assert refused(state, swap("moscow/left/1", "paris/left/1")) == ("wagon-twice", "5.4")
    assert may(state, swap("moscow/right/1", "paris/left/1"))


@pytest.mark.rule("moscow_paris", "5.5")
def test_a_swap_that_changes_nothing_isnt_possible() -> None:
    trains = lines(moscow=("mail", ""), paris=("mail", ""))
    state = arrange(lines=trains, fronts=[hand("dining baggage"), []], hands=[hand("swap_two saloon saloon"), RIVAL])
    assert refused(state, swap("moscow/left/1", "paris/left/1")) == ("swap-same", "5.5")
    assert refused(state, swap("front/0/dining", "front/0/baggage")) == ("swap-own-front", "5.5")


# --- numbers two and three: discard ----------------------------------------------------------------------------------


@pytest.mark.rule("moscow_paris", "5.6", "5.9")
def test_discard_two_one_above_the_other() -> None:
    trains = lines(moscow=("mail dining saloon", ""), warsaw=("baggage seating", "luxury"))
    state = arrange(lines=trains, hands=holding("discard_two", "luxury luxury luxury luxury"))
    told = play(state, discard("moscow", "warsaw", place=2))
    assert what(told, "discarded")["wagons"] == ["dining", "seating"]
    assert train(state, "moscow") == (["mail", "saloon"], []), "the one behind closes up"
    assert train(state, "warsaw") == (["baggage"], ["luxury"])


@pytest.mark.rule("moscow_paris", "5.6")
def test_never_one_alone() -> None:
    state = arrange(lines=lines(moscow=("mail", ""), warsaw=("", "dining")), hands=holding("discard_two"))
    assert refused(state, discard("moscow", "warsaw")) == ("place-empty", "5.6")
    assert refused(state, {**discard("moscow", "warsaw"), "cities": ["moscow"]}) == ("stack-height", "5.6")


@pytest.mark.rule("moscow_paris", "5.7", "5.9")
def test_discard_three_one_above_the_other() -> None:
    trains = lines(
        moscow=("mail dining", ""), warsaw=("baggage", ""), berlin=("seating saloon", ""), paris=("mail", "")
    )
    state = arrange(lines=trains, hands=holding("discard_three", "luxury luxury luxury luxury"))
    assert len(offered(state, "discard-three")) == 2
    play(state, discard("moscow", "warsaw", "berlin"))
    assert train(state, "moscow") == (["dining"], [])
    assert train(state, "warsaw") == ([], [])
    assert train(state, "berlin") == (["saloon"], [])
    assert train(state, "paris") == (["mail"], [])


@pytest.mark.rule("moscow_paris", "5.7")
def test_never_fewer_than_three() -> None:
    state = arrange(lines=lines(moscow=("mail", ""), warsaw=("dining", "")), hands=holding("discard_three"))
    assert refused(state, discard("moscow", "warsaw", "berlin")) == ("place-empty", "5.7")
    two = {**discard("moscow", "warsaw"), "type": "discard-three"}
    assert refused(state, two) == ("stack-height", "5.7")


@pytest.mark.rule("moscow_paris", "5.8")
def test_above_each_other_means_same_side_same_distance_and_neighbouring_lines() -> None:
    trains = lines(moscow=("mail", ""), warsaw=("", "dining"), berlin=("seating baggage", ""), paris=("saloon", ""))
    state = arrange(lines=trains, hands=holding("discard_two", "luxury luxury luxury luxury"))
    assert refused(state, discard("moscow", "berlin")) == ("stack-apart", "5.8")
    assert refused(state, discard("moscow", "warsaw")) == ("place-empty", "5.6")
    assert refused(state, discard("berlin", "paris", place=2)) == ("place-empty", "5.6")
    assert offered(state, "discard-two") == [discard("berlin", "paris")]


@pytest.mark.rule("moscow_paris", "5.9")
def test_a_swap_leaves_no_gap() -> None:
    trains = lines(moscow=("mail dining", ""), paris=("seating", ""))
    state = arrange(lines=trains, hands=holding("swap_two"))
    play(state, swap("moscow/left/1", "paris/left/1"))
    assert train(state, "moscow") == (["seating", "dining"], [])


# --- number four: exchange with a neighbour (more in section 6) --------------------------------------------------


@pytest.mark.rule("moscow_paris", "5.10")
def test_exchange_with_a_neighbour() -> None:
    hands = [hand("neighbour_exchange saloon saloon saloon"), hand("luxury luxury luxury luxury")]
    state = arrange(fronts=[["mail"], ["dining"]], hands=hands)
    told = play(state, exchange(1, "mail", "dining"))
    assert kinds(told) == ["exchanged", "drew"]
    assert (front(state, 0), front(state, 1)) == (["dining"], ["mail"])
    assert state.view(SPECTATOR)["discard"] == {"neighbour_exchange": 1}


# --- number five: remove a city --------------------------------------------------------------------------------


@pytest.mark.rule("moscow_paris", "5.11")
def test_a_city_goes_with_all_its_wagons() -> None:
    state = arrange(lines=lines(berlin=("mail dining", "baggage")), hands=holding("remove_city"))
    told = play(state, remove("berlin"))
    assert what(told, "removed")["wagons"] == ["dining", "mail", "baggage"]
    assert state.view(SPECTATOR)["discard"] == {"remove_city": 1, "mail": 1, "dining": 1, "baggage": 1}
    assert state.view(SPECTATOR)["lines"][2]["left"] == []


@pytest.mark.rule("moscow_paris", "5.11")
def test_a_city_without_wagons_may_be_removed_too() -> None:
    assert len(offered(arrange(hands=holding("remove_city")), "remove")) == 4


@pytest.mark.rule("moscow_paris", "5.12")
def test_a_removed_city_counts_for_nobody_and_doesnt_come_back() -> None:
    state = arrange(hands=holding("remove_city"))
    play(state, remove("berlin"))
    assert state.view(SPECTATOR)["removed"] == ["berlin"]
    assert state.standings() == [0, 0]
    berlin = BOARD.city_by_name["berlin"]
    assert not int(state.city_deck) >> berlin & 1
    assert refused(state, claim("berlin")) == ("city-not-there", "2.3")


@pytest.mark.rule("moscow_paris", "5.13")
def test_the_next_city_comes_at_once() -> None:
    state = arrange(hands=holding("remove_city"))
    told = play(state, remove("berlin"))
    assert kinds(told) == ["removed", "city-came", "drew"]
    assert state.cities_on_table() == 4
    assert state.view(SPECTATOR)["cities_left"] == 11
    assert PASS not in [game.decode(state, 1, action) for action in state.legal_actions(1)]
