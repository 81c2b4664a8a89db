"""Rule 5: drawing cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.ticket_to_ride.arranged import (
    DRAW,
    PASS,
    arrange,
    claim,
    code,
    hand,
    legal,
    play,
    refused_position,
    rest_of,
    take,
)

LOCOS = ["locomotive", "locomotive", "red", "red", "green"]


@pytest.mark.rule("ticket_to_ride", "5.1", "5.2", "5.5")
@pytest.mark.parametrize("first", [DRAW, take("blue")])
@pytest.mark.parametrize("second", [DRAW, take("white")])
def test_two_cards_in_any_mix(first: dict[str, str], second: dict[str, str]) -> None:
    state = arrange(deck={"green": 10}, hands=[{"black": 12, "red": 12}, {}])
    play(state, first)
    assert state.view(0)["row"] == (["purple", "white", "green", "yellow", "orange"] if first != DRAW else
                                    ["purple", "white", "blue", "yellow", "orange"])  # fmt: skip
    assert state.turn == 0
    assert code(state, claim("berlin-frankfurt-1")) == "second-card-owed"
    play(state, second)
    assert state.turn == 1
    got = Counter("green" if each == DRAW else each["card"] for each in (first, second))
    assert hand(state) == {"black": 12, "red": 12, **got}


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    state = arrange()
    assert code(state, take("red")) == "card-not-face-up"
    assert code(state, take("pink")) == "card-unknown"


@pytest.mark.rule("ticket_to_ride", "5.3")
def test_a_face_up_locomotive_is_the_only_card() -> None:
    state = arrange(row=LOCOS, deck={"blue": 5})
    play(state, take("locomotive"))
    assert hand(state) == {"locomotive": 1}
    assert state.turn == 1
    play(state, take("red"))
    assert code(state, take("locomotive")) == "locomotive-second"
    assert take("locomotive") not in legal(state)


@pytest.mark.rule("ticket_to_ride", "5.4")
def test_a_blind_locomotive_counts_like_any_card() -> None:
    state = arrange(deck={"locomotive": 4})
    play(state, DRAW)
    assert hand(state) == {"locomotive": 1}
    assert state.turn == 0
    play(state, DRAW)
    assert hand(state) == {"locomotive": 2}
    assert state.turn == 1


@pytest.mark.rule("ticket_to_ride", "5.6")
def test_three_locomotives_in_mid_draw_clear_the_row() -> None:
    state = arrange(row=LOCOS, deck={"locomotive": 1}, discard=rest_of(LOCOS, {"locomotive": 1}))
    told = play(state, take("green"))
    flushed = [entry for entry in told if entry["kind"] == "flushed"]
    assert flushed[0]["cards"] == ["locomotive", "locomotive", "red", "red", "locomotive"]
    row = state.view(0)["row"]
    assert row.count("locomotive") <= 2
    assert state.turn == 0, "the second card is still to come"
    turned = state.view(0)["turned_up"]
    assert turned[0] == "locomotive"
    assert turned[-5:] == row


@pytest.mark.rule("ticket_to_ride", "5.6")
def test_three_locomotives_at_the_opening_clear_the_row() -> None:
    from tests.games.ticket_to_ride.arranged import opened

    flushed = [sum(opened(2, chance).view(0)["discard"].values()) for chance in range(60)]
    assert set(flushed) >= {0, 5}
    assert all(number % 5 == 0 for number in flushed)


@pytest.mark.rule("ticket_to_ride", "5.6", "5.8")
def test_a_row_is_cleared_after_a_reshuffle_too() -> None:
    # The last card of the deck is drawn; what a claim discarded before is the new deck.
    row = ["locomotive", "locomotive", "red", "locomotive", "red"]
    few: dict[str, Any] = {"row": row, "deck": {"locomotive": 2}, "discard": {}, "rest": 1, "turn": 1}
    state = arrange(**few)
    assert state.view(0)["row"] == row, "too few others to clear it"
    told = play(state, claim("berlin-frankfurt-2", "black", 0))
    assert "flushed" in [entry["kind"] for entry in told]
    assert state.view(0)["row"].count("locomotive") <= 2


@pytest.mark.rule("ticket_to_ride", "5.7")
def test_no_clearing_with_fewer_than_three_others() -> None:
    row = ["locomotive", "locomotive", "locomotive", "red", "red"]
    for deck in ({"locomotive": 4}, {"locomotive": 2}, {}):
        state = arrange(row=row, deck=deck, discard={}, rest=1)
        assert state.view(0)["row"] == row
    assert refused_position(row=row, deck={"green": 1}, discard={}, rest=1) == "row-not-full"
    state = arrange(row=["locomotive", "locomotive", "locomotive", None, "red"], deck={}, discard={}, rest=1)
    play(state, take("red"))
    assert state.view(0)["row"] == ["locomotive"] * 3 + [None, None]


@pytest.mark.rule("ticket_to_ride", "5.8")
def test_an_empty_deck_is_renewed_at_once() -> None:
    state = arrange(deck={"red": 1}, discard={"green": 6}, rest=1)
    told = play(state, DRAW)
    assert {"kind": "reshuffled", "cards": 6} in told
    view = state.view(0)
    assert (view["deck"], view["discard"]) == (6, {})
    assert view["memory"]["decks"][-1] == {"cards": {"green": 6}, "opened": {}}


@pytest.mark.rule("ticket_to_ride", "5.8")
def test_without_discards_the_next_ones_become_the_deck() -> None:
    state = arrange(row=["red", None, None, None, None], deck={}, discard={}, rest=1, turn=1)
    told = play(state, claim("paris-zurich", "purple", 0))
    # A tunnel, but there was nothing to turn up: three purple cards are the only ones there are.
    assert {"kind": "reshuffled", "cards": 3} in told
    assert sorted(filter(None, state.view(0)["row"])) == ["purple", "purple", "purple", "red"]
    assert state.view(0)["deck"] == 0


@pytest.mark.rule("ticket_to_ride", "5.9")
def test_the_last_card_there_is() -> None:
    state = arrange(deck={"red": 1}, row=[*["locomotive"] * 5], discard={}, rest=1)
    assert code(state, DRAW) is None
    play(state, DRAW)
    assert state.turn == 1, "only locomotives lie face up, and none may be the second card"
    assert code(state, DRAW) == "deck-empty"
    assert code(state, take("locomotive")) is None
    state = arrange(deck={}, row=[None] * 4 + ["red"], discard={}, rest=1)
    play(state, take("red"))
    assert state.turn == 1
    assert not legal(state, "draw")
    assert not legal(state, "take")
    assert PASS not in legal(state)


@pytest.mark.rule("ticket_to_ride", "5.7")
@pytest.mark.parametrize("chance", range(8))
def test_two_rows_that_would_change_places_for_ever_are_shuffled_together(chance: int) -> None:
    row = ["locomotive", "locomotive", "red", "white", "green"]
    deck = {"locomotive": 5, "green": 1}
    state = arrange(chance, row=row, deck=deck, discard={}, rest=1)
    play(state, take("white"))
    view = state.view(0)
    assert view["row"].count("locomotive") <= 2
    assert view["deck"] == 5
