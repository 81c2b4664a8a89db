"""Rules 4 and 7: wagons in lines and before seats, and taking cities."""

from __future__ import annotations

import pytest

from roundhouse.engine.state import SPECTATOR
from tests.games.moscow_paris.arranged import (
    DECLINE,
    arrange,
    claim,
    down,
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
    train,
    up,
    wagon,
    what,
    why_not,
)

RIVAL = hand("luxury luxury luxury luxury luxury")


@pytest.mark.rule("moscow_paris", "4.1")
def test_a_wagon_goes_to_the_far_end_of_either_side() -> None:
    state = arrange(
        lines=lines(moscow=("mail", "dining")), hands=[hand("saloon baggage baggage baggage baggage"), RIVAL]
    )
    play(state, wagon("saloon", "moscow", "left"))
    assert train(state, "moscow") == (["mail", "saloon"], ["dining"])
    play(state, wagon("luxury", "moscow", "right"))
    assert train(state, "moscow") == (["mail", "saloon"], ["dining", "luxury"])


@pytest.mark.rule("moscow_paris", "4.1")
def test_a_wagon_one_hasnt_got_cant_be_laid() -> None:
    state = arrange(hands=[hand("mail mail mail mail mail"), RIVAL])
    assert refused(state, wagon("saloon", "moscow")) == ("wagon-lacking", "4.1")
    assert refused(state, wagon("tender", "moscow")) == ("wagon-unknown", "")
    assert refused(state, wagon("mail", "moscow", "above")) == ("side-unknown", "")


@pytest.mark.rule("moscow_paris", "4.2")
@pytest.mark.parametrize("side", ["left", "right"])
def test_no_kind_twice_in_a_line_on_either_side(side: str) -> None:
    state = arrange(lines=lines(moscow=("mail", "")), hands=[hand("mail saloon saloon saloon saloon"), RIVAL])
    assert refused(state, wagon("mail", "moscow", side)) == ("wagon-twice", "4.2")
    assert may(state, wagon("mail", "warsaw", side))


@pytest.mark.rule("moscow_paris", "4.3")
def test_no_more_wagons_than_the_city_allows() -> None:
    full = lines(warsaw=("mail dining", "baggage"), moscow=("mail dining", "baggage"))
    state = arrange(lines=full, hands=[hand("saloon saloon saloon saloon saloon"), RIVAL])
    assert refused(state, wagon("saloon", "warsaw")) == ("line-full", "4.3")
    assert why_not(state, wagon("saloon", "warsaw")).params["number"] == 3
    assert may(state, wagon("saloon", "moscow"))


@pytest.mark.rule("moscow_paris", "4.4")
def test_a_wagon_in_a_line_brings_a_card() -> None:
    state = arrange(hands=[hand("mail mail mail mail mail"), RIVAL])
    told = play(state, wagon("mail", "moscow"))
    assert kinds(told) == ["laid", "drew"]
    assert what(told, "drew") == {"kind": "drew", "seat": 0, "number": 1}
    assert len(hand_of(state, 0)) == 5


@pytest.mark.rule("moscow_paris", "4.5")
def test_at_most_four_wagons_lie_before_a_seat_and_bring_no_card() -> None:
    state = arrange(fronts=[hand("mail mail dining"), []], hands=[hand("saloon saloon"), RIVAL])
    assert kinds(play(state, down("saloon"))) == ["put-down"]
    assert (len(front(state, 0)), len(hand_of(state, 0))) == (4, 1)
    play(state, down("luxury"))
    assert refused(state, down("saloon")) == ("front-full", "4.5")
    assert refused(state, down("mail")) == ("wagon-lacking", "4.5")


@pytest.mark.rule("moscow_paris", "4.6")
def test_equal_wagons_may_lie_before_a_seat() -> None:
    state = arrange(fronts=[["mail"], []], hands=[hand("mail mail mail mail"), RIVAL])
    play(state, down("mail"))
    assert front(state, 0) == ["mail", "mail"]


@pytest.mark.rule("moscow_paris", "4.7")
def test_a_wagon_before_oneself_may_go_back_and_all_know_where_it_is() -> None:
    state = arrange(fronts=[["mail"], []], hands=[hand("saloon saloon saloon saloon"), RIVAL])
    assert refused(state, up("dining")) == ("front-lacking", "4.7")
    assert kinds(play(state, up("mail"))) == ["taken-up"]
    assert "mail" in hand_of(state, 0)
    assert state.view(1)["players"][0]["known"] == ["mail"]


# --- taking cities ---------------------------------------------------------------------------------------------------

TRAIN = lines(moscow=("mail", "dining"))


@pytest.mark.rule("moscow_paris", "7.1")
def test_every_wagon_of_the_line_needs_its_match_in_front() -> None:
    state = arrange(lines=TRAIN, fronts=[["mail"], []], hands=[hand("saloon saloon saloon dining"), RIVAL])
    refusal = why_not(state, claim("moscow"))
    assert (refusal.code, refusal.rule, refusal.params["wagons"]) == ("wagons-unmatched", "7.1", ["dining"])
    play(state, down("saloon"))
    assert state.next_decider() == 1, "a wagon that matches nothing brings no city"


@pytest.mark.rule("moscow_paris", "7.1")
def test_more_wagons_than_needed_do_no_harm() -> None:
    state = arrange(lines=TRAIN, fronts=[hand("mail saloon baggage"), []], hands=[hand("dining swap_two"), RIVAL])
    play(state, down("dining"))
    assert offered(state, "claim") == [claim("moscow")]


@pytest.mark.rule("moscow_paris", "7.2")
def test_an_empty_line_cant_be_taken() -> None:
    state = arrange(fronts=[["mail"], []], hands=[hand("mail mail mail mail"), RIVAL])
    assert refused(state, claim("moscow")) == ("line-empty", "7.2")
    play(state, down("mail"))
    assert state.next_decider() == 1


@pytest.mark.rule("moscow_paris", "7.3")
def test_one_city_a_turn() -> None:
    two = lines(moscow=("mail", ""), paris=("dining", ""))
    state = arrange(lines=two, fronts=[["mail"], []], hands=[hand("dining saloon saloon saloon"), RIVAL])
    play(state, down("dining"))
    assert offered(state, "claim") == [claim("moscow"), claim("paris")]
    play(state, claim("moscow"))
    assert state.next_decider() == 1
    assert state.view(0)["claims"] == [{"city": "moscow", "seat": 0}]


@pytest.mark.rule("moscow_paris", "7.4")
def test_the_line_and_one_match_each_go_and_further_copies_stay() -> None:
    state = arrange(lines=TRAIN, fronts=[hand("mail mail"), []], hands=[hand("dining saloon saloon"), RIVAL])
    play(state, down("dining"), claim("moscow"))
    assert front(state, 0) == ["mail"]
    assert state.view(SPECTATOR)["discard"] == {"mail": 2, "dining": 2}


@pytest.mark.rule("moscow_paris", "7.5")
def test_then_one_draws_back_to_five() -> None:
    state = arrange(lines=TRAIN, fronts=[hand("mail mail"), []], hands=[hand("dining saloon saloon"), RIVAL])
    told = play(state, down("dining"), claim("moscow"))
    assert what(told, "drew")["number"] == 2
    assert len(hand_of(state, 0)) + len(front(state, 0)) == 5


@pytest.mark.rule("moscow_paris", "7.6")
def test_then_a_new_city_comes_to_that_place() -> None:
    state = arrange(lines=TRAIN, fronts=[["mail"], []], hands=[hand("dining saloon saloon saloon"), RIVAL])
    told = play(state, down("dining"), claim("moscow"))
    assert kinds(told) == ["put-down", "claimed", "drew", "city-came"]
    cities = [each["city"] for each in state.view(0)["lines"]]
    assert cities[0] == what(told, "city-came")["city"]
    assert cities[1:] == ["warsaw", "berlin", "paris"]
    assert state.view(0)["cities_left"] == 11


@pytest.mark.rule("moscow_paris", "7.7")
def test_a_city_is_taken_after_something_was_done_and_needn_t_be() -> None:
    state = arrange(lines=TRAIN, fronts=[hand("mail dining"), []], hands=[hand("saloon saloon saloon"), RIVAL])
    assert refused(state, claim("moscow")) == ("act-first", "7.7")
    assert refused(state, DECLINE) == ("act-first", "7.7")
    play(state, wagon("saloon", "paris"))
    assert len(hand_of(state, 0)) == 3, "the card for the wagon is drawn before the city is asked about"
    assert refused(state, down("saloon")) == ("claim-first", "7.7")
    play(state, DECLINE)
    assert state.next_decider() == 1
    assert train(state, "moscow") == (["mail"], ["dining"])


@pytest.mark.rule("moscow_paris", "7.7")
def test_any_of_the_four_things_may_bring_a_city() -> None:
    ready = {"lines": TRAIN, "fronts": [hand("mail dining saloon"), []], "hands": [hand("saloon remove_city"), RIVAL]}
    for value in (wagon("saloon", "paris"), down("saloon"), up("saloon"), remove("paris")):
        state = arrange(**ready)
        play(state, value, claim("moscow"))
        assert state.standings() == [2, 0]
