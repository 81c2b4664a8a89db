"""Rule 6: what a seat loses, by hand-made examples and against a count made in another way."""

from __future__ import annotations

import heapq
from itertools import combinations

import pytest

from roundhouse.engine.chance import Stream
from roundhouse.engine.steiner import members
from roundhouse.games.transeuropa.board import BOARD
from roundhouse.games.transeuropa.state import TransEuropaState
from tests.games.transeuropa.arranged import (
    HAND,
    NEIGHBOUR,
    NETWORK,
    RIVAL,
    STOPPING,
    almost,
    arrange,
    eager,
    lay,
    path,
    play,
    what,
    without,
)


def missing(state: TransEuropaState, seat: int) -> int:
    return int(state.search(seat).cost)


@pytest.mark.rule("transeuropa", "6.1")
@pytest.mark.parametrize(
    ("lacking", "points"),
    [
        ([], 0),
        (["25.10-bucharest"], 1),
        (["25.10-sofia"], 2),
        (["25.10-bucharest", "25.10-sofia"], 3),
        (path("12.3", "13.2", "14.1", "oslo"), 3),
        (path("12.3", "10.3", "london"), 2),
        (["20.7-budapest", "25.10-bucharest"], 2),
        (NETWORK, 18),
    ],
)
def test_a_point_for_a_single_line_and_two_for_a_double_one(lacking: list[str], points: int) -> None:
    state = arrange(
        markers=["berlin", "moscow"],
        hands=[HAND, RIVAL],
        rails=without(NETWORK, *lacking),
        phase="second-rail",
    )
    assert missing(state, 0) == points


@pytest.mark.rule("transeuropa", "6.1")
def test_the_cheapest_way_counts_not_the_one_that_was_begun() -> None:
    gap = without(NETWORK, *path("18.5", "19.6", "20.7"))
    for begun, points in [
        ([], 2),
        (path("18.5", "20.5"), 2),
        (path("18.5", "20.5", "21.6"), 1),
        (path("berlin", "17.6"), 2),
        (path("berlin", "17.6", "19.6"), 1),
        (path("berlin", "17.6", "18.7"), 1),
    ]:
        state = arrange(markers=["berlin", "moscow"], hands=[HAND, RIVAL], rails=gap + begun)
        assert missing(state, 0) == points, begun


@pytest.mark.rule("transeuropa", "6.1")
def test_two_single_lines_around_cost_no_more_than_a_double_one() -> None:
    """Amsterdam and 13.4: straight over the river 2, around by 12.5 one single line and another river."""
    state = arrange(
        seats=4,
        markers=["12.5", "kyiv", "oslo", "rome"],
        hands=[["london", "amsterdam", "oslo", "bucharest", "sofia"], None, None, None],
        rails=[*without(NETWORK, "14.3-15.4"), *path("12.5", "10.5")],
    )
    lacking = state.search(0).edges()
    assert sum(int(BOARD.graph.cost[edge]) for edge in lacking) == missing(state, 0)
    assert "12.5-amsterdam" in {BOARD.edge_names[edge] for edge in lacking}


@pytest.mark.rule("transeuropa", "6.1")
def test_all_hands_are_shown_when_the_round_is_counted() -> None:
    state = almost()
    ended = what(play(state, lay("25.10-bucharest"), STOPPING), "round-ended")
    assert ended["hands"] == [HAND, NEIGHBOUR]
    assert ended["missing"] == [0, 6]
    assert ended["scores"] == [12, 6]
    assert ended["missing_rails"][0] == []
    assert ended["unjoined_cities"] == [[], ["plymouth", "tirana"]]
    wanted = path("london", "7.4", "5.4", "plymouth") + path("sofia", "23.12", "21.12", "tirana")
    assert len(ended["missing_rails"][1]) == len(wanted)
    for seat in (0, 1, -1):
        assert state.view(seat)["past"][0]["hands"] == [HAND, NEIGHBOUR]


@pytest.mark.rule("transeuropa", "6.2")
def test_rails_on_the_board_are_free_for_all() -> None:
    """The rival's whole network serves seat 0, which has laid nothing of it."""
    told = [[edge, 1] for edge in without(NETWORK, "25.10-bucharest")]
    state = arrange(markers=["berlin", "18.5"], hands=[HAND, RIVAL], rails=told)
    assert missing(state, 0) == 1


@pytest.mark.rule("transeuropa", "6.2")
def test_rails_that_nothing_joins_yet_are_free_too() -> None:
    middle = path("18.5", "19.6", "20.7")
    state = arrange(markers=["berlin", "budapest"], hands=[HAND, RIVAL], rails=without(NETWORK, *middle))
    assert state.view(0)["networks"] == [0, 1]
    assert missing(state, 0) == 2, "the rival's part of the network is there already"
    loose = arrange(markers=["berlin", "moscow"], hands=[HAND, RIVAL], rails=without(NETWORK, *middle))
    assert missing(loose, 0) == 2, "so are rails that hang on no marker at all"


@pytest.mark.rule("transeuropa", "6.3")
def test_the_way_to_ones_own_marker_counts() -> None:
    state = arrange(markers=["17.4", "moscow"], hands=[HAND, RIVAL], rails=NETWORK)
    assert missing(state, 0) == 1, "the cities are joined, the marker is one line away"
    state = arrange(markers=["21.4", "moscow"], hands=[HAND, RIVAL], rails=NETWORK)
    assert missing(state, 0) == 3, "two points over the Vistula or one more around, and one to 18.5"


@pytest.mark.rule("transeuropa", "6.4")
def test_a_seat_that_has_finished_loses_nothing() -> None:
    state = almost(scores=[7, 12])
    play(state, lay("25.10-bucharest"), STOPPING)
    assert state.standings() == [7, 6]


@pytest.mark.rule("transeuropa", "6.5")
def test_points_go_on_below_zero_and_still_rank() -> None:
    hands = [HAND, NEIGHBOUR, ["dublin", "amsterdam", "glasgow", "kyiv", "rome"]]
    state = almost(seats=3, hands=hands, markers=["berlin", "18.5", "dublin"], scores=[12, 2, 2])
    play(state, lay("25.10-bucharest"), STOPPING)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores[1] == -4
    assert outcome.scores[2] < -4
    assert outcome.ranks == [1, 2, 3]


@pytest.mark.rule("transeuropa", "6.6")
def test_two_locomotives_may_share_a_place_on_the_track() -> None:
    state = almost(scores=[6, 12])
    play(state, lay("25.10-bucharest"), STOPPING)
    assert state.standings() == [6, 6]


# --- against a count made in another way -----------------------------------------------------------------------------

FAR = 10**6


def distances(weights: list[int], start: int) -> list[int]:
    graph = BOARD.graph
    far = [FAR] * int(graph.nodes)
    far[start] = 0
    heap = [(0, start)]
    while heap:
        reach, node = heapq.heappop(heap)
        if reach > far[node]:
            continue
        for edge in graph.edges_around(node):
            other = int(graph.tail[edge] + graph.head[edge]) - node
            if reach + weights[edge] < far[other]:
                far[other] = reach + weights[edge]
                heapq.heappush(heap, (far[other], other))
    return far


def spanning(points: tuple[int, ...], far: dict[int, list[int]]) -> int:
    """The cheapest tree along cheapest ways between these points (Prim)."""
    joined = {points[0]}
    total = 0
    while len(joined) < len(points):
        cost, node = min((far[one][two], two) for one in joined for two in points if two not in joined)
        joined.add(node)
        total += cost
    return total


def counted(state: TransEuropaState, seat: int) -> int | None:
    """What the seat lacks, by trying every choice of branching points: k places need at most k - 2 of them.

    None where more than four places are still apart: that would take too long this way.
    """
    laid = set(members(state.laid))
    weights = [0 if edge in laid else int(cost) for edge, cost in enumerate(BOARD.graph.cost)]
    places: list[int] = []
    for node in [int(state.marker[seat]), *state.city_nodes(seat)]:
        reach = distances(weights, node)
        if all(reach[other] > 0 for other in places):
            places.append(node)
    if len(places) > 4:
        return None
    nodes = range(len(BOARD.node_names))
    far = {node: distances(weights, node) for node in nodes}
    best = FAR
    for count in range(max(len(places) - 1, 1)):
        for chosen in combinations([node for node in nodes if node not in places], count):
            best = min(best, spanning((*places, *chosen), far))
    return best


@pytest.mark.rule("transeuropa", "6.1", "6.2", "6.3")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_exact_count_agrees_with_trying_everything(seed: int) -> None:
    """Eager players build for a while, with slips, so that the networks have odd shapes; then every seat is counted."""
    stream = Stream(seed)
    state = arrange(seats=4, drawn=1000 * seed)
    checked = 0
    while state.round == 1:
        legal = state.legal_actions(int(state.turn))
        slip = stream.below(4) == 0
        state.apply(int(state.turn), legal[stream.below(len(legal))] if slip else eager(state))
        if state.round == 1 and state.rails_left < 60 and stream.below(6) == 0:
            for seat in range(4):
                exact = counted(state, seat) if missing(state, seat) and checked < 3 else None
                if exact is not None:
                    checked += 1
                    assert missing(state, seat) == exact
                    assert sum(int(BOARD.graph.cost[edge]) for edge in state.search(seat).edges()) == exact
    assert checked > 0
