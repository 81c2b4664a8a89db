"""Rules 8 to 10: stalemates, the end, the count, and what may be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.engine.chance import FastChance
from roundhouse.engine.match import Match
from roundhouse.engine.outcome import Outcome
from roundhouse.engine.state import SPECTATOR
from roundhouse.games.moscow_paris import game
from roundhouse.games.moscow_paris.board import BOARD
from roundhouse.games.moscow_paris.state import MoscowParisState
from roundhouse.games.moscow_paris.table import CLAIM, OVER
from tests.games.moscow_paris.arranged import (
    DECLINE,
    PASS,
    STUCK,
    arrange,
    claim,
    down,
    exchange,
    fault,
    front,
    hand,
    hand_of,
    kinds,
    line,
    lines,
    play,
    remove,
    up,
    wagon,
    what,
)

MINE = hand("mail mail dining saloon saloon")
THEIRS = hand("luxury luxury baggage baggage baggage")


def repeats(state: MoscowParisState) -> list[int]:
    found: list[int] = state.view(SPECTATOR)["repeats"]
    return found


def quiet(**told: Any) -> MoscowParisState:
    return arrange(hands=[MINE, THEIRS], **told)


@pytest.mark.rule("moscow_paris", "8.1")
def test_a_turn_is_repeated_when_the_front_is_as_it_was_before() -> None:
    state = quiet()
    play(state, down("mail"), down("luxury"))
    assert repeats(state) == [0, 0]
    play(state, up("mail"))
    assert repeats(state) == [1, 0], "the front is empty, as it was when nothing had moved"
    play(state, up("luxury"), down("mail"))
    assert repeats(state) == [2, 1]


@pytest.mark.rule("moscow_paris", "8.1")
def test_the_order_of_wagons_doesnt_matter() -> None:
    state = quiet()
    for value in (down("mail"), down("luxury"), down("dining"), down("baggage"), up("mail"), up("luxury")):
        play(state, value)
    assert repeats(state) == [0, 0], "dining alone is new"
    play(state, down("mail"))
    assert front(state, 0) == ["mail", "dining"]
    assert repeats(state)[0] == 1


@pytest.mark.rule("moscow_paris", "8.1")
def test_a_pass_is_a_repeated_turn() -> None:
    state = arrange(hands=[STUCK, THEIRS])
    play(state, PASS)
    assert repeats(state) == [1, 0]


@pytest.mark.rule("moscow_paris", "8.1")
def test_a_city_left_to_others_doesnt_make_a_turn_another() -> None:
    state = arrange(
        lines=lines(paris=("mail", "")), fronts=[["mail"], []], hands=[hand("mail dining saloon saloon"), THEIRS]
    )
    play(state, down("mail"), DECLINE, down("luxury"), up("mail"))
    assert state.phase == CLAIM
    play(state, DECLINE)
    assert repeats(state) == [1, 0]


@pytest.mark.rule("moscow_paris", "8.2")
def test_another_turn_sets_ones_own_count_back() -> None:
    state = quiet()
    play(state, down("mail"), down("luxury"), up("mail"), up("luxury"))
    assert repeats(state) == [1, 1]
    play(state, down("dining"))
    assert repeats(state) == [0, 1]


@pytest.mark.rule("moscow_paris", "8.2")
def test_a_card_drawn_by_anybody_sets_all_counts_back() -> None:
    state = quiet()
    play(state, down("mail"), down("luxury"), up("mail"), up("luxury"), wagon("mail", "paris"))
    assert repeats(state) == [0, 0]
    play(state, down("luxury"), down("dining"), up("luxury"))
    assert repeats(state) == [0, 1], "what lay there before the card was drawn is forgotten"


@pytest.mark.rule("moscow_paris", "8.2")
def test_a_city_taken_sets_all_counts_back() -> None:
    ready = {"lines": lines(paris=("luxury", "")), "hands": [MINE, THEIRS]}
    state = arrange(**ready)
    play(state, down("mail"), down("baggage"), up("mail"), up("baggage"), down("mail"), down("luxury"), claim("paris"))
    assert repeats(state) == [0, 0]


def stalled() -> MoscowParisState:
    """One repeated turn of seat 1 is missing."""
    state = quiet(lines=lines(paris=("mail", "seating")))
    play(state, down("dining"), down("luxury"), up("dining"), up("luxury"), down("dining"))
    assert repeats(state) == [2, 1]
    return state


@pytest.mark.rule("moscow_paris", "8.3")
def test_two_repeated_turns_of_everybody_discard_all_but_the_cities() -> None:
    state = stalled()
    told = play(state, down("luxury"))
    assert kinds(told) == ["put-down", "stalemate", "drew", "drew"]
    view = state.view(SPECTATOR)
    assert [each["city"] for each in view["lines"]] == ["moscow", "warsaw", "berlin", "paris"]
    assert all(each["left"] == each["right"] == [] for each in view["lines"])
    assert [len(hand_of(state, seat)) for seat in range(2)] == [5, 5]
    assert [front(state, seat) for seat in range(2)] == [[], []]
    assert sum(view["discard"].values()) == 12
    assert (state.next_decider(), repeats(state), view["stalemates"]) == (0, [0, 0], 1)


@pytest.mark.rule("moscow_paris", "8.3")
def test_with_three_seats_all_three_have_to_repeat() -> None:
    hands = [MINE, THEIRS, hand("seating seating seating seating seating")]
    state = arrange(seats=3, hands=hands)
    for verb in (down, up):
        play(state, verb("mail"), verb("luxury"), verb("seating"))
    play(state, down("mail"), down("luxury"))
    assert (repeats(state), state.stalemates) == ([2, 2, 1], 0)
    told = play(state, down("seating"))
    assert kinds(told) == ["put-down", "stalemate", "drew", "drew", "drew"]


@pytest.mark.rule("moscow_paris", "8.4")
def test_all_are_told_when_one_repeated_turn_is_missing() -> None:
    state = quiet()
    told = play(state, down("mail"), down("luxury"), up("mail"), up("luxury"))
    assert "stalemate-near" not in kinds(told)
    told = play(state, down("mail"))
    assert what(told, "stalemate-near")["seats"] == [1]
    prompt = state.prompt(1)
    assert prompt is not None
    assert prompt.notes == ["stalemate-near"]


# --- the end ------------------------------------------------------------------------------------------------


def last_cities(**told: Any) -> MoscowParisState:
    """The pile of cities is used up; four lie there, of which the seat on turn may take or remove one."""
    return arrange(
        **{
            "lines": lines(paris=("mail", "")),
            "city_deck": [],
            "fronts": [["mail"], []],
            "hands": [hand("remove_city saloon saloon saloon"), THEIRS],
            **told,
        }
    )


@pytest.mark.rule("moscow_paris", "9.1")
def test_it_ends_when_three_cities_are_left_and_no_more_come() -> None:
    state = last_cities()
    told = play(state, down("saloon"), claim("paris"))
    assert kinds(told)[-1] == "cities-out"
    assert state.deciders() == []
    assert state.cities_on_table() == 3
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "cities-out"


@pytest.mark.rule("moscow_paris", "9.1")
def test_while_the_pile_has_cities_it_goes_on() -> None:
    state = last_cities(city_deck=["rome"])
    play(state, down("saloon"), claim("paris"))
    assert state.deciders() == [1]
    assert state.cities_on_table() == 4


@pytest.mark.rule("moscow_paris", "9.1")
def test_the_turn_is_played_to_its_end_and_nobody_has_another() -> None:
    state = last_cities()
    play(state, remove("moscow"))
    assert state.phase == CLAIM, "a city may still be taken in the turn that ends it"
    play(state, claim("paris"))
    assert (state.phase, state.cities_on_table()) == (OVER, 2)
    state = last_cities()
    play(state, remove("moscow"), DECLINE)
    assert (state.phase, state.cities_on_table()) == (OVER, 3)


def counted(*claims: list[str], **told: Any) -> Outcome:
    """A finished match in which the seats have taken these cities."""
    taken = [city for cities in claims for city in cities]
    rest = [city for city in ("salzburg", "venice", "strasbourg", "munich", "vienna") if city not in taken][:3]
    state = arrange(
        **{
            "seats": len(claims),
            "phase": "over",
            "lines": [*map(line, rest), line(None)],
            "city_deck": [],
            "claims": [{"city": city, "seat": seat} for seat, cities in enumerate(claims) for city in cities],
            **told,
        }
    )
    outcome = state.outcome()
    assert outcome is not None
    for seat, score in enumerate(outcome.scores):
        assert sum(entry.points for entry in outcome.lines[seat]) == score
    return outcome


@pytest.mark.rule("moscow_paris", "9.2", "9.3")
def test_points_of_cities_and_one_for_each_repeated_flag() -> None:
    """Five points of cities and two flags that repeat, as in the booklet's example: seven."""
    outcome = counted(["moscow", "smolensk", "saint_petersburg", "nice"], ["rome"])
    assert outcome.scores == [2 + 1 + 1 + 1 + 2, 2]
    told = [(entry.code, entry.points, entry.params.get("country")) for entry in outcome.lines[0]]
    assert told[-1] == ("flags", 2, "RU")
    assert [code for code, _, _ in told] == ["city"] * 4 + ["flags"]


@pytest.mark.rule("moscow_paris", "9.3")
def test_each_flag_counts_for_itself() -> None:
    outcome = counted(["smolensk", "saint_petersburg", "nice", "paris"], ["milan", "dresden"])
    assert outcome.scores == [5 + 1 + 1, 2]


@pytest.mark.rule("moscow_paris", "9.4")
def test_equal_points_are_decided_by_capitals() -> None:
    outcome = counted(["moscow", "paris"], ["smolensk", "krakow", "dresden", "milan"])
    assert outcome.scores == [4, 4]
    assert (outcome.ranks, outcome.detail["decided"]) == ([1, 2], "capitals")
    assert outcome.detail["capitals"] == [2, 0]


@pytest.mark.rule("moscow_paris", "9.5")
def test_equal_capitals_are_decided_by_the_number_of_cities() -> None:
    outcome = counted(["smolensk", "saint_petersburg"], ["krakow", "dresden", "milan"])
    assert outcome.scores == [3, 3]
    assert (outcome.ranks, outcome.detail["decided"]) == ([2, 1], "cities")
    assert outcome.detail["numbers"] == [2, 3]


@pytest.mark.rule("moscow_paris", "9.6")
def test_what_is_equal_in_all_is_shared() -> None:
    outcome = counted(["moscow", "krakow"], ["paris", "dresden"], ["milan"])
    assert (outcome.scores, outcome.ranks) == ([3, 3, 1], [1, 1, 3])
    assert outcome.detail["decided"] == "shared"
    assert outcome.shares() == [0.5, 0.5, 0.0]


@pytest.mark.rule("moscow_paris", "9.7")
def test_partners_count_their_cities_together() -> None:
    """Each partner has one Russian city: together the flag repeats."""
    outcome = counted(["moscow"], ["paris"], ["smolensk"], ["krakow"], options={"teams": True})
    assert outcome.scores == [4, 3, 4, 3]
    assert outcome.teams == [0, 1, 0, 1]
    assert (outcome.ranks, outcome.shares()) == ([1, 3, 1, 3], [1.0, 0.0, 1.0, 0.0])
    assert [(entry.code, entry.params.get("seat")) for entry in outcome.lines[0]] == [
        ("city", 0), ("city", 2), ("flags", None),
    ]  # fmt: skip


@pytest.mark.rule("moscow_paris", "9.7")
@pytest.mark.parametrize(
    ("claims", "ranks", "decided"),
    [
        # Four points each; two capitals against one.
        ((["moscow"], ["rome"], ["paris"], ["krakow", "dresden"]), [1, 3, 1, 3], "capitals"),
        # Three points and no capital each; two cities of one flag against three of three.
        ((["smolensk"], ["krakow"], ["saint_petersburg"], ["dresden", "milan"]), [3, 1, 3, 1], "cities"),
        ((["moscow"], ["paris"], ["krakow"], ["dresden"]), [1, 1, 1, 1], "shared"),
    ],
)
def test_ties_are_broken_for_teams(claims: tuple[list[str], ...], ranks: list[int], decided: str) -> None:
    outcome = counted(*claims, options={"teams": True})
    assert len(set(outcome.scores)) == 1
    assert (outcome.ranks, outcome.detail["decided"]) == (ranks, decided)


# --- taking back --------------------------------------------------------------------------------------------


def opened_match(**told: Any) -> Match:
    position = {"seats": 2, "lines": lines(paris=("mail", "")), "hands": [MINE, THEIRS], **told}
    return Match(game, game.configure(2, {"first_seat": 0}), bytes(32), position=position)


@pytest.mark.rule("moscow_paris", "10.1")
def test_what_showed_nothing_is_taken_back_freely() -> None:
    match = opened_match()
    match.play(0, down("dining"))
    assert match.free_undo(0) == 0
    match.undo(0, 0)
    assert front(match.state, 0) == []  # type: ignore[arg-type]
    match.play(0, down("mail"))
    match.play(0, DECLINE)
    assert match.free_undo(0) == 3


@pytest.mark.rule("moscow_paris", "10.1")
def test_what_drew_a_card_or_a_city_isnt() -> None:
    match = opened_match()
    match.play(0, wagon("dining", "paris"))
    assert match.free_undo(0) is None
    match = opened_match()
    match.play(0, down("mail"))
    match.play(0, claim("paris"))
    assert match.free_undo(0) is None


@pytest.mark.rule("moscow_paris", "10.1")
def test_stopping_a_chain_lets_its_player_draw_so_it_isnt_free() -> None:
    fronts = [["mail"], ["dining"], ["baggage"]]
    hands = [hand("neighbour_exchange saloon saloon saloon"), hand("luxury " * 4), hand("seating " * 4)]
    position = {"seats": 3, "lines": lines(), "fronts": fronts, "hands": hands}
    match = Match(game, game.configure(3, {"first_seat": 0}), bytes(32), position=position)
    match.play(0, exchange(1, "mail", "dining"))
    assert match.free_undo(0) == 0
    match.play(1, {"type": "stop"})
    assert match.free_undo(1) is None


def test_a_position_that_would_be_over_or_stalled_isnt_let_in() -> None:
    assert fault(phase="over") == ("match-not-over", "phase")
    three = [line("moscow"), line("warsaw"), line("berlin"), line(None)]
    assert fault(lines=three, city_deck=[]) == ("match-over-here", "phase")
    assert fault(repeats=[2, 2], since=[[[]], [[]]]) == ("stalemate-due", "repeats")
    assert BOARD.last_cities == 3
    assert game.new(2, {}, FastChance(1)).deciders()
