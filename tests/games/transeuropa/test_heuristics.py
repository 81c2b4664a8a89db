"""The game's own players: always legal, always the same, knowing only their view, and clever where it is plain how."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from roundhouse.arena.referee import Referee
from roundhouse.engine.chance import FastChance, Stream
from roundhouse.engine.game import Chooser
from roundhouse.games.transeuropa import game
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.heuristics import (
    best_of,
    choose_greedily,
    choose_with_foresight,
    keeping_apart,
    leaving_to_rivals,
    starts,
    suspected,
)
from roundhouse.games.transeuropa.planning import Effort, World, drawn, pick, power
from roundhouse.games.transeuropa.position import determinize
from roundhouse.games.transeuropa.state import FIRST_RAIL, MARKERS, PLACE, SECOND_RAIL, STOP, TransEuropaState
from tests.games.transeuropa.arranged import (
    BRANCHES,
    HAND,
    NEIGHBOUR,
    NETWORK,
    TO_LONDON,
    almost,
    arrange,
    lay,
    path,
    play,
    without,
)

PLAYERS = [choose_greedily, choose_with_foresight]
SEED = 5

LINK = "25.10-bucharest"
"""The last line that HAND needs in many of these positions."""


def choice(choose: Chooser, state: TransEuropaState) -> int:
    seat = int(state.turn)
    return choose(state.view(seat), state.legal_actions(seat), Stream(SEED))


def chosen(choose: Chooser, state: TransEuropaState) -> str:
    """The choice by the name of its line or crossing."""
    named = game.decode(state, int(state.turn), choice(choose, state))
    return str(named.get("edge", named.get("node", named["type"])))


def opened(seats: int, seed: int = 3) -> TransEuropaState:
    return cast(TransEuropaState, game.new(seats, {}, FastChance(seed)))


def with_rails(seats: int, rails: int, seed: int = 3) -> TransEuropaState:
    """A round some way on, played by greedy seats."""
    state = opened(seats, seed)
    stream = Stream(SEED)
    while state.phase == MARKERS or len(state.rails()) < rails:
        seat = int(state.turn)
        state.apply(seat, choose_greedily(state.view(seat), state.legal_actions(seat), stream))
    return state


# --- legal, repeatable, and from the view alone ----------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_greedy_players_end_every_round(seats: int) -> None:
    state = opened(seats)
    stream = Stream(SEED)
    while state.deciders():
        seat = int(state.turn)
        action = choose_greedily(state.view(seat), state.legal_actions(seat), stream)
        assert state.refusal(seat, action) is None
        state.apply(seat, action)
    assert all(played.finished for played in state.past)


def test_a_thinking_player_plays_a_round_and_does_better_than_by_chance() -> None:
    state = opened(2)
    streams = [Stream(seat) for seat in range(2)]
    met = set()
    while not state.past:
        seat = int(state.turn)
        met.add(int(state.phase))
        offer = state.legal_actions(seat)
        if seat == 0:
            action = choose_with_foresight(state.view(seat), offer, streams[seat])
        else:
            action = offer[int(streams[seat].below(len(offer)))]
        assert state.refusal(seat, action) is None
        state.apply(seat, action)
    assert met == {MARKERS, FIRST_RAIL, SECOND_RAIL}
    assert state.past[0].finished == [0]


@pytest.mark.parametrize("choose", PLAYERS)
@pytest.mark.parametrize(("seats", "rails"), [(2, 0), (3, 7), (6, 12)])
def test_a_choice_depends_on_view_and_stream_alone(choose: Chooser, seats: int, rails: int) -> None:
    state = with_rails(seats, rails)
    seat = int(state.turn)
    view = state.view(seat)
    offer = state.legal_actions(seat)
    expected = choice(choose, state)
    assert expected in offer
    # Another deal of what it can't see, another order of the offer, and the view turned over key by key.
    redealt = determinize(view, FastChance(99))
    assert [redealt.hand(each) for each in range(seats)] != [state.hand(each) for each in range(seats)]
    assert choice(choose, redealt) == expected
    assert choose(view, offer[::-1], Stream(SEED)) == expected
    turned = dict(reversed(list(json.loads(json.dumps(view)).items())))
    assert choose(turned, offer, Stream(SEED)) == expected


@pytest.mark.parametrize(("seats", "rails", "expected"), [(2, 0, "21.6-warsaw"), (4, 20, "14.9-15.8")])
def test_the_choice_is_the_same_compiled_and_plain(seats: int, rails: int, expected: str) -> None:
    """The suite runs both ways. Where the player was changed on purpose, so may these names be."""
    assert chosen(choose_with_foresight, with_rails(seats, rails)) == expected


@pytest.mark.parametrize("phase", ["markers", "rails"])
def test_the_referee_finds_no_secret_in_a_thinking_player(phase: str) -> None:
    state = opened(3) if phase == "markers" else with_rails(3, 9)
    referee = Referee(game, worlds=1, players={"heuristic": choose_with_foresight})
    assert referee.opened(state) == []
    seat = int(state.turn)
    action = choice(choose_with_foresight, state)
    referee.before(state, seat, action)
    state.apply(seat, action)
    assert referee.after(state) == []


def test_an_unusual_position_is_no_trouble() -> None:
    """Rails that hang on no marker, and markers on all of one's own cities."""
    loose = arrange(markers=["madrid", "moscow"], hands=[HAND, NEIGHBOUR], rails=NETWORK)
    crowded = arrange(seats=6, markers=[None, *HAND], first=1, hands=[HAND, None, None, None, None, None])
    for state in (loose, crowded):
        for choose in PLAYERS:
            assert choice(choose, state) in state.legal_actions(int(state.turn))


# --- clever where it is plain how ------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose", PLAYERS)
def test_it_finishes_when_it_can(choose: Chooser) -> None:
    """Rule 5.1."""
    assert chosen(choose, almost()) == BOARD.edge_names[BOARD.edge_by_name[LINK]]


@pytest.mark.parametrize("choose", PLAYERS)
def test_it_finishes_with_its_second_rail(choose: Chooser) -> None:
    """Rules 4.1 and 5.1: two single lines are missing, and a turn may have both."""
    rails = without(NETWORK, LINK, TO_LONDON[1]) + BRANCHES
    state = almost(rails=rails)
    for _ in range(2):
        assert not state.past
        state.apply(0, choice(choose, state))
    assert state.past[0].finished == [0]


@pytest.mark.parametrize("choose", PLAYERS)
def test_it_stops_rather_than_help_once_it_has_finished(choose: Chooser) -> None:
    """Rules 4.2 and 5.4."""
    state = almost()
    play(state, lay(LINK))
    assert state.phase == SECOND_RAIL
    assert choice(choose, state) == STOP


def joined_by_link() -> TransEuropaState:
    """Seat 0 lacks LINK and TO_LONDON; across LINK lies a rival that needs only that one."""
    told: dict[str, Any] = {"markers": ["berlin", "odesa"], "hands": [HAND, ["bilbao", *NEIGHBOUR[1:]]]}
    lines = without(NETWORK, LINK, *TO_LONDON) + BRANCHES
    linked = arrange(**told, rails=[*lines, LINK])
    rival = [BOARD.edge_names[edge] for edge in linked.search(1).edges()]
    return arrange(**told, rails=lines + rival)


def test_it_does_not_join_where_that_finishes_a_rival_for_nothing() -> None:
    """Rules 4.3 and 5.1. All three have to be built; whoever builds the link finishes the rival, so it comes last."""
    state = joined_by_link()
    assert (state.search(0).cost, state.search(1).cost) == (3, 1)
    link, first, second = (BOARD.edge_by_name[name] for name in (LINK, *TO_LONDON))
    world = World(state, [[], [link]])
    assert world.losses(0, link, [first, second], Effort(10_000), Stream(SEED)) == [1, 0]
    assert world.losses(0, first, [second], Effort(10_000), Stream(SEED)) == [0, 0]
    # With all hands known, as after a guess that is right.
    assert best_of(state, 0, [], Stream(SEED)) == first


@pytest.mark.parametrize("choose", PLAYERS)
def test_it_makes_its_own_loss_smaller_when_a_rival_has_finished(choose: Chooser) -> None:
    """Rules 5.4 and 6.2: its first rail has finished the rival; the second still saves a point."""
    state = joined_by_link()
    play(state, lay(LINK))
    assert (state.phase, state.finished_seats()) == (SECOND_RAIL, [1])
    state.apply(0, choice(choose, state))
    assert state.past[0].missing == [1, 0]


def test_it_may_keep_out_of_other_networks() -> None:
    """Rule 4.3: rails that touch another network give away one's own."""
    state = arrange(markers=["paris", "zurich"], hands=[["london", "vienna", "oslo", "kyiv", "florence"], None])
    apart = keeping_apart(state, 0)
    near = set(BOARD.graph.edges_around(BOARD.node_by_name["zurich"]))
    assert apart
    assert not near & set(apart)
    assert keeping_apart(almost(markers=["berlin", "18.5"]), 0) == []


def test_it_leaves_to_rivals_what_they_will_build() -> None:
    """Rule 4.3: rails belong to nobody, so what a rival is about to lay needn't be paid for."""
    state = arrange(markers=["berlin", "odesa"], hands=[HAND, NEIGHBOUR], rails=[])
    rival = state.search(1).edges()
    own = state.search(0)
    plan = leaving_to_rivals(state, 0, [World(state, [own.edges(), rival])])
    assert not set(plan) & set(rival)
    assert sum(int(BOARD.graph.cost[edge]) for edge in plan) < own.cost


def test_its_marker_starts_on_its_cheapest_network() -> None:
    """Rule 3.3."""
    state = opened(2)
    seat = int(state.turn)
    whole = state.search(seat).cost
    candidates = starts(state, seat, state.search(seat).edges())
    assert len(candidates) > 2
    for action, _ in candidates:
        after = state.clone()
        after.apply(seat, action)
        assert after.search(seat).cost == whole


@pytest.mark.parametrize("choose", PLAYERS)
def test_a_taken_crossing_is_let_be(choose: Chooser) -> None:
    """Rule 3.4."""
    state = opened(2)
    first = choice(choose, state)
    for other in [action for action in state.legal_actions(int(state.turn)) if action != first][:1]:
        state.apply(int(state.turn), other)
    assert choice(choose, state) != other
    assert choice(choose, state) >= PLACE


# --- what it suspects ------------------------------------------------------------------------------------------------


def suspicion_of(**told: Any) -> list[list[str]]:
    """The hands that seat 0 thinks seat 1 may hold."""
    state = arrange(hands=[HAND, NEIGHBOUR], turn=0, **told)
    (suspicion,) = suspected(state, state.view(0), Stream(SEED))
    return [[BOARD.cities[card].name for card in hand] for hand in suspicion.hands]


def share(hands: list[list[str]], city: str) -> float:
    return sum(city in hand for hand in hands) / len(hands)


def test_rails_tell_where_their_owner_wants_to_go() -> None:
    north = [[line, 1] for line in path("berlin", "17.4", "16.3", "malmo", "16.1")]
    south = [[line, 1] for line in path("berlin", "15.6", "14.7", "zurich")]
    markers = ["paris", "berlin"]
    to_north = suspicion_of(markers=markers, rails=north)
    to_south = suspicion_of(markers=markers, rails=south)
    assert share(to_south, "zurich") > 0.5 > share(to_north, "zurich")
    assert share(to_south, "zurich") > share(to_north, "zurich") + 0.2


def test_no_card_is_suspected_that_is_known() -> None:
    hands = suspicion_of(markers=["paris", "berlin"], rails=[])
    assert len(hands) > 20
    assert not {city for hand in hands for city in hand} & set(HAND)
    dotted = {city.name for city in BOARD.cities if city.dotted}
    assert not {city for hand in hands for city in hand} & dotted


def test_an_unfinished_rival_is_not_suspected_of_a_finished_hand() -> None:
    """Rule 5.6: had it finished, everybody would know."""
    state = almost()
    (suspicion,) = suspected(state, state.view(0), Stream(SEED))
    inside = state.network[1]
    for hand in suspicion.hands:
        assert not all(state.in_network(inside, BOARD.cities[card].node) for card in hand)


# --- the parts of planning -------------------------------------------------------------------------------------------


def test_a_single_that_leads_to_another_comes_before_one_that_wastes_half_a_turn() -> None:
    """Rule 4.1."""
    state = arrange(markers=["16.3", "madrid"], hands=[HAND, NEIGHBOUR])
    pair = [BOARD.edge_by_name[line] for line in path("16.3", "14.3", "12.3")]
    dear = BOARD.edge_by_name["15.2-16.3"]
    for seed in range(20):
        assert pick(state, [pair[0], dear], Stream(seed)) == dear
        assert pick(state, [*pair, dear], Stream(seed)) == pair[0]
        assert pick(state, pair[1:], Stream(seed)) == -1


def test_draws_follow_their_weights() -> None:
    stream = Stream(SEED)
    counts = [0, 0, 0]
    for _ in range(4000):
        counts[drawn([1.0, 0.0, 3.0], stream)] += 1
    assert counts[1] == 0
    assert 800 < counts[0] < 1200
    assert power(0.5, 3) == 0.125
    assert power(0.5, 0) == 1.0
