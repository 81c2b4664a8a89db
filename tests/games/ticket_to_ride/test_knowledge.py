"""Rule 13: what the house remembers for all, worlds that agree with it, and what may be taken back."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.match import Match
from roundhouse.engine.outcome import ABANDONED, AGREED, RESIGNED
from roundhouse.engine.state import SPECTATOR
from roundhouse.games.ticket_to_ride import game
from roundhouse.games.ticket_to_ride.state import TicketToRideState
from roundhouse.games.ticket_to_ride.table import TUNNEL
from tests.games.ticket_to_ride.arranged import (
    DRAW,
    TAKE_BACK,
    TICKETS,
    arrange,
    claim,
    hand,
    keep,
    opened,
    pay,
    play,
    station,
    take,
)


def worlds(state: TicketToRideState, reader: int, number: int = 25) -> list[TicketToRideState]:
    view = state.view(reader)
    found = [cast(TicketToRideState, game.determinize(view, FastChance(each))) for each in range(number)]
    for world in found:
        assert game.broken_laws(world) == []
        assert world.view(reader) == view
    return found


@pytest.mark.rule("ticket_to_ride", "13.1")
def test_face_up_cards_stay_known_until_they_are_paid() -> None:
    state = arrange(deck={"red": 12, "green": 8})
    play(state, take("blue"), take("white"))
    player = state.view(1)["players"][0]
    assert (player["known"], player["unknown"], player["cards"]) == ({"white": 1, "blue": 1}, 0, 2)
    play(state, DRAW, DRAW, DRAW, DRAW)
    player = state.view(1)["players"][0]
    assert (player["known"], player["unknown"]) == ({"white": 1, "blue": 1}, 2)
    assert state.view(1)["memory"]["hands"][0][-1] == {"deck": 0, "drawn": 2, "shown": {}}
    assert sum(state.view(0)["memory"]["hands"][0][-1]["cards"].values()) == 2, "the seat itself knows which"
    state.turn = 0
    play(state, station("roma", "blue", 0))
    assert state.view(SPECTATOR)["players"][0]["known"] == {"white": 1}
    assert state.view(1)["discard"]["blue"] >= 1


@pytest.mark.rule("ticket_to_ride", "13.1")
def test_who_took_what_is_told_to_all_and_blind_draws_to_their_seat() -> None:
    state = arrange(deck={"red": 5})
    match = Match(game, game.configure(2), bytes(32), position=state.dump())
    match.play(0, take("blue"))
    match.play(0, DRAW)
    for reader in (0, 1, SPECTATOR):
        told = match.journal.told_to(reader)
        assert {"kind": "took", "seat": 0, "card": "blue"} in told
        drew = next(entry for entry in told if entry["kind"] == "drew")
        assert drew == ({"kind": "drew", "seat": 0, "card": "red"} if reader == 0 else {"kind": "drew", "seat": 0})


def test_worlds_keep_every_card_that_is_known() -> None:
    state = arrange(hands=[{"red": 3}, {"green": 2, "blue": 1}])
    play(state, take("blue"), DRAW, take("white"), take("yellow"))
    seen = set()
    for world in worlds(state, 0):
        assert hand(world) == hand(state)
        theirs = Counter(hand(world, 1))
        assert theirs["white"] >= 1
        assert theirs["yellow"] >= 1
        assert theirs.total() == 5
        seen.add(tuple(sorted(theirs.items())))
    assert len(seen) > 10


def test_after_a_reshuffle_two_seats_know_each_other() -> None:
    """When the deck is empty, all that is unseen is in the other hand; what is drawn then comes from the discards."""
    state = arrange(deck={"red": 1}, discard={"green": 12, "black": 6}, rest=1)
    play(state, DRAW)
    theirs = hand(state, 1)
    for world in worlds(state, 0, 5):
        assert hand(world, 1) == theirs
    play(state, DRAW, DRAW, DRAW)
    for world in worlds(state, 0):
        more = Counter(hand(world, 1)) - Counter(theirs)
        assert not Counter(theirs) - Counter(hand(world, 1))
        assert set(more) <= {"green", "black"}, "drawn from the new deck"
        assert more.total() == 2


def test_what_was_shown_after_a_reshuffle_narrows_what_is_left() -> None:
    """Seat 1 pays with cards of which the new deck has none: they are from before, and so are those it had beside."""
    state = arrange(seats=3, deck={"red": 1}, discard={"green": 10}, rest=2, hands=[{}, {"blue": 2, "white": 1}, {}])
    play(state, DRAW, DRAW)
    assert state.view(0)["memory"]["decks"][-1]["cards"] == {"green": 10}
    play(state, station("roma", "blue", 0))
    for world in worlds(state, 0):
        assert hand(world, 1).get("green", 0) == 0, "it has drawn nothing since"


@pytest.mark.rule("ticket_to_ride", "7.5", "13.1")
def test_a_tunnel_taken_back_by_itself_tells_what_was_lacking() -> None:
    state = arrange(
        hands=[{"red": 2, "blue": 4}, {}], deck={"red": 1, "green": 2}, discard={"red": 5, "black": 9}, rest=1
    )
    play(state, claim("sarajevo-sofia", "red", 0))
    for world in worlds(state, 1):
        assert hand(world)["red"] == 2
        assert "locomotive" not in hand(world)
    for world in worlds(state, SPECTATOR):
        assert hand(world)["red"] == 2
        assert "locomotive" not in hand(world)
    play(state, DRAW, DRAW, DRAW, DRAW)
    assert state.view(1)["players"][0]["bounds"] == {"red": [0, 2]}, "two blind draws may have been any"
    for world in worlds(state, 1):
        assert hand(world).get("red", 0) + hand(world).get("locomotive", 0) <= 4


def test_a_tunnel_that_could_be_paid_tells_so() -> None:
    deck = {"red": 1, "green": 2}
    discard = {"red": 5, "black": 9, "white": 11, "yellow": 11, "locomotive": 14}
    state = arrange(hands=[{"red": 3, "blue": 4}, {"green": 3}], deck=deck, discard=discard, rest=1)
    play(state, claim("sarajevo-sofia", "red", 0))
    assert state.phase == TUNNEL
    for world in worlds(state, 1):
        assert hand(world).get("red", 0) + hand(world).get("locomotive", 0) >= 1
        assert len(world.legal_actions(0)) > 1
    play(state, TAKE_BACK)
    for world in worlds(state, 1):
        cards = Counter(hand(world))
        assert cards["red"] + cards["locomotive"] >= 3
        assert cards["red"] >= 2


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_worlds_agree_with_long_matches(seats: int) -> None:
    """Random seats hoard cards and try tunnels: several decks are used up, and every view has worlds all the same."""
    state = cast(TicketToRideState, game.new(seats, {"variant": "mega_europe", "max": True}, FastChance(seats)))
    lot = Stream(seats)
    steps = 0
    while state.deciders():
        seat = state.next_decider()
        offer = state.legal_actions(seat)
        drawing = [action for action in offer if action < 10]
        chosen = drawing if drawing and lot.below(3) else offer
        state.apply(seat, chosen[int(lot.below(len(chosen)))])
        steps += 1
        if steps % 23 == 0:
            for reader in range(SPECTATOR, seats):
                worlds(state, reader, 1)
    assert state.deck_number >= 1
    assert steps < game.most_steps


def test_a_view_holds_nothing_of_the_decks() -> None:
    """Other orders of what lies face down, other blind draws of the rivals: nothing of it can be read."""
    state = opened(3)
    for seat in range(3):
        play(state, keep(*state.offer_names(seat)[:3]), seat=seat)
    play(state, DRAW, DRAW, TICKETS)
    for reader in range(SPECTATOR, 3):
        for world in worlds(state, reader, 5):
            if reader in state.deciders():
                assert world.prompt(reader) == state.prompt(reader)
                assert world.legal_actions(reader) == state.legal_actions(reader)


# --- taking back -----------------------------------------------------------------------------------------------------


def free(state: TicketToRideState, *values: dict[str, Any]) -> bool:
    """May the last of these be taken back without asking?"""
    play(state, *values[:-1])
    seat = state.deciders()[0]
    before = state.surprises(seat)
    play(state, values[-1])
    return state.surprises(seat) == before


@pytest.mark.rule("ticket_to_ride", "13.2")
def test_what_shows_nothing_new_is_free_to_take_back() -> None:
    rich: dict[str, Any] = {"hands": [{"red": 5, "locomotive": 2}, {}]}
    assert free(arrange(**rich), claim("berlin-frankfurt-1", "red", 0))
    assert free(arrange(**rich), station("roma", "red", 0))
    assert not free(arrange(), DRAW)
    assert not free(arrange(), take("blue")), "the card that fills the gap is news"
    assert not free(arrange(), TICKETS)
    assert not free(arrange(**rich), claim("sarajevo-sofia", "red", 0))


@pytest.mark.rule("ticket_to_ride", "13.2")
def test_with_no_card_left_even_a_draw_and_a_tunnel_are_free() -> None:
    empty: dict[str, Any] = {"deck": {}, "discard": {}, "rest": 1}
    assert free(arrange(**empty), take("blue"))
    assert free(arrange(**{**empty, "hands": [{"red": 2}, {}]}), claim("sarajevo-sofia", "red", 0))


@pytest.mark.rule("ticket_to_ride", "13.2")
def test_choices_kept_and_tunnels_decided() -> None:
    state = arrange()
    play(state, TICKETS)
    before = state.surprises(0)
    play(state, keep(state.offer_names(0)[0]))
    assert state.surprises(0) == before
    for last in (pay(0), TAKE_BACK):
        digging = arrange(hands=[{"red": 5}, {}], deck={"red": 3, "blue": 9}, discard={"blue": 2}, rest=1)
        # Whatever is turned up but three blue ones can be paid: try until one red is among them.
        number = 0
        while digging.phase != TUNNEL:
            number += 1
            digging = arrange(number, hands=[{"red": 5}, {}], deck={"red": 3, "blue": 9}, discard={"blue": 2}, rest=1)
            play(digging, claim("sarajevo-sofia", "red", 0))
        assert free(digging, last)


@pytest.mark.rule("ticket_to_ride", "13.2")
def test_a_secret_choice_is_free_until_it_is_the_last() -> None:
    state = opened(2)
    play(state, keep(*state.offer_names(1)[:2]), seat=1)
    assert state.surprises(1) == 0
    play(state, keep(*state.offer_names(0)[:2]), seat=0)
    assert state.surprises(0) == 1


@pytest.mark.rule("ticket_to_ride", "13.3")
def test_a_step_back_past_a_draw_draws_anew() -> None:
    match = Match(game, game.configure(2, {"first_seat": 0}), bytes(32))
    for seat in (0, 1):
        match.play(seat, keep(*cast(TicketToRideState, match.state).offer_names(seat)[:2]))
    mark = len(match.log)
    cards = []
    for _ in range(12):
        match.play(0, DRAW)
        assert match.free_undo(0) is None
        cards.append([entry["card"] for entry in match.journal.told_to(0) if entry["kind"] == "drew"][-1])
        match.undo(0, mark)
    assert len(set(cards)) > 2


def resigned(ending: str) -> Any:
    state = arrange(seats=3, routes={"petrograd-stockholm": 1, "brest-paris": 2}, tickets=[["eu-14"], [], []])
    match = Match(game, game.configure(3), bytes(32), position=state.dump())
    if ending == RESIGNED:
        match.resign([1])
    else:
        getattr(match, "agree" if ending == AGREED else "abandon")()
    return match.outcome()


@pytest.mark.rule("ticket_to_ride", "13.4", "13.5")
def test_early_ends_count_the_track_alone() -> None:
    outcome = resigned(RESIGNED)
    assert (outcome.ranks, outcome.scores) == ([2, 3, 1], [0, 21, 4])
    assert resigned(AGREED).ranks == [3, 1, 2]
    assert resigned(ABANDONED).ranks == []
