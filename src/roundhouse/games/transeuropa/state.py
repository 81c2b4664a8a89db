"""The rules of TransEuropa: a position and what may be done in it. Numbers in comments are those of `rules.en.md`.

Actions as integers: a line of the board (lay a rail there), then one for each crossing (place the marker), then STOP.
Sets of lines and crossings are words of 60 bits. Each network (a seat's marker and all that hangs together with it)
is kept up to date rail by rail: the crossings in it, and the lines that touch it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.chance import Chance
from roundhouse.engine.state import NOBODY, State, copy_common
from roundhouse.engine.steiner import Search, bit, has, include, members
from roundhouse.games.transeuropa.board import BOARD, BOXES, Board
from roundhouse.games.transeuropa.foresight import MANY_NODES, NO_NEWS, ONE_NODE, foresee

if TYPE_CHECKING:
    from roundhouse.engine.outcome import Outcome
    from roundhouse.engine.prompt import Prompt
    from roundhouse.engine.refusal import Refusal

CARDS: Final[i64] = 5
WORD: Final[i64] = 60

MARKERS: Final[i64] = 0
FIRST_RAIL: Final[i64] = 1
SECOND_RAIL: Final[i64] = 2
OVER: Final[i64] = 3

CONNECTED: Final = "connected"
CONNECTED_BY_RIVAL: Final = "connected-by-rival"
CONNECTED_TOGETHER: Final = "connected-together"
RAILS_OUT: Final = "rails-out"

PLACE: Final[int] = len(BOARD.edge_names)
"""The action that places the marker on crossing 0; the others follow."""
STOP: Final[int] = PLACE + len(BOARD.node_names)


@final
class Round:
    """A finished round: all of it is public (rule 6.1). Never changed, so clones share it."""

    def __init__(
        self,
        number: int,
        first: int,
        reason: str,
        markers: list[int],
        hands: list[list[int]],
        rails: list[tuple[int, int]],
        finished: list[int],
        missing: list[int],
    ) -> None:
        self.number = number
        self.first = first
        self.reason = reason
        self.markers = markers
        self.hands = hands
        self.rails = rails
        """Line and seat, in the order laid; NOBODY where a position was arranged with rails."""
        self.finished = finished
        self.missing = missing
        self.missing_rails: list[list[int]] | None = None
        """Which lines each seat lacked; worked out when first asked for."""
        self.shown: dict[str, Any] | None = None


@final
class TransEuropaState(State):
    """One position. `load` in `position.py` makes any; `deal` opens a round."""

    options: dict[str, Any]
    board: Board
    count: i64
    phase: i64
    turn: i64
    first: i64
    round: i64
    rails_left: i64
    reason: str
    laid: vec[i64]
    touch: vec[i64]
    nodes: vec[i64]
    want: vec[i64]
    network: vec[i64]
    marker: vec[i64]
    hands: vec[i64]
    scores: vec[i64]
    track: vec[i64]
    """Line * 8 + seat, in the order laid; 7 stands for nobody."""
    foresight: vec[i64]
    """The surprises of each seat."""
    finished: i64
    """The seats that have finished this round, as bits; their cards are open (rule 5.4)."""
    loose: bool
    """Some rail hangs on no marker: only in positions arranged by hand."""
    past: list[Round]

    def __init__(
        self,
        seats: int,
        chance: Chance,
        fixed_first: int,
        options: dict[str, Any],
        source: TransEuropaState | None = None,
    ) -> None:
        """A bare position with nothing dealt, or a copy of `source`."""
        super().__init__(seats, chance)
        if source is not None:
            self.copy(source)
            return
        board = BOARD
        count: i64 = seats
        self.options = options
        self.board = board
        self.count = count
        self.phase = OVER
        self.turn = 0
        self.first = 0
        self.round = 0
        self.rails_left = 0
        self.reason = ""
        self.laid = vec[i64]([0] * int(board.edge_words))
        self.touch = vec[i64]([0] * int(board.edge_words * count))
        self.nodes = vec[i64]([0] * int(board.node_words * count))
        self.want = vec[i64]([0] * int(board.node_words * count))
        self.network = vec[i64](list(range(seats)))
        self.marker = vec[i64]([-1] * seats)
        self.hands = vec[i64]([-1] * (seats * 5))
        self.scores = vec[i64]([board.opening_score] * seats)
        self.track = vec[i64]([0] * board.rails)
        self.foresight = vec[i64]([0] * seats)
        self.finished = 0
        self.loose = False
        self.past = []
        if fixed_first == NOBODY:
            self.first = self.draw(seats)
        else:
            self.first = fixed_first

    # --- rounds ----------------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Open a round: clear the board, shuffle all cards again, one of each colour to each seat (rules 3.1, 7.1)."""
        board = self.board
        self.round += 1
        self.clear()
        deck = board.deck(self.seats)
        for colour in range(i64(CARDS)):
            pile = deck[colour]
            for seat in range(self.count):
                place = self.draw(len(pile))
                card: i64 = pile[place]
                pile[place] = pile[len(pile) - 1]
                pile.pop()
                self.give(seat, colour, card)
        self.phase = MARKERS
        self.turn = self.first
        if self.journal is not None:
            secret: dict[int, dict[str, Any]] = {}
            for each in range(self.seats):
                secret[each] = {"cards": self.card_names(each)}
            self.journal.tell("round-began", {"round": int(self.round), "first": int(self.first)}, secret)

    def clear(self) -> None:
        board = self.board
        self.rails_left = board.rails
        self.finished = 0
        self.loose = False
        for word in range(board.edge_words):
            self.laid[word] = 0
        for word in range(board.edge_words * self.count):
            self.touch[word] = 0
        for word in range(board.node_words * self.count):
            self.nodes[word] = 0
            self.want[word] = 0
        for seat in range(self.count):
            self.network[seat] = seat
            self.marker[seat] = -1

    def give(self, seat: i64, colour: i64, card: i64) -> None:
        self.hands[seat * CARDS + colour] = card
        node: i64 = self.board.cities[card].node
        self.want[seat * self.board.node_words + node // WORD] |= bit(node % WORD)

    def settle(self) -> None:
        """Score the round and open the next one, unless somebody has fallen below zero (rules 6, 7, 8)."""
        if not self.unsettled:
            return
        self.unsettled = False
        missing: list[int] = []
        for seat in range(self.seats):
            lost = 0 if self.finished >> seat & 1 else int(self.search(seat).cost)
            missing.append(lost)
            self.scores[seat] -= lost
            self.foresight[seat] += 1
        round_played = Round(
            int(self.round),
            int(self.first),
            self.reason,
            [int(node) for node in self.marker],
            [self.hand(seat) for seat in range(self.seats)],
            self.rails(),
            self.finished_seats(),
            missing,
        )
        past = list(self.past)
        past.append(round_played)
        self.past = past
        if self.journal is not None:
            from roundhouse.games.transeuropa.view import round_entry

            scores = [int(score) for score in self.scores]
            self.journal.tell("round-ended", {**round_entry(round_played), "scores": scores})
        for score in self.scores:
            if score < 0:
                self.phase = OVER
                return
        self.first = (self.first + 1) % self.count
        self.deal()

    def search(self, seat: int) -> Search:
        """What the seat still lacks: its five cities and its marker, every rail on the board free (rules 6.2, 6.3)."""
        words = self.board.node_words
        base = self.network[seat] * words
        if self.marker[seat] < 0:
            # Before it has a marker, only its cities count: any one of them may stand for the place to start from.
            cities = self.city_nodes(seat)
            root = vec[i64]([0] * int(words))
            include(root, cities[0])
            return Search(self.board.graph, self.laid, root, cities[1:])
        return Search(self.board.graph, self.laid, self.nodes[base : base + words], self.city_nodes(seat))

    # --- whose turn, what may be done ------------------------------------------------------------------------------

    def next_decider(self) -> int:
        return NOBODY if self.phase == OVER or self.unsettled else int(self.turn)

    def deciders(self) -> list[int]:
        return [] if self.phase == OVER or self.unsettled else [int(self.turn)]

    def legal_actions(self, seat: int) -> list[int]:
        actions: list[object] = []
        if self.phase == OVER or self.unsettled or self.turn != seat:
            return cast(list[int], actions)
        boxes = BOXES
        if self.phase == MARKERS:
            for node in range(self.board.graph.nodes):
                if not self.marked(node):
                    actions.append(boxes[i64(PLACE) + node])
            return cast(list[int], actions)
        laid = self.laid
        touch = self.touch
        singles = self.board.singles
        words = self.board.edge_words
        base = self.network[self.turn] * words
        only_singles = self.phase == SECOND_RAIL
        start: i64 = 0
        for word in range(words):
            rest = touch[base + word] & ~laid[word]
            if only_singles:
                rest &= singles[word]
            while rest != 0:
                low = rest & -rest
                actions.append(boxes[start + place_of(low)])
                rest ^= low
            start += WORD
        if only_singles:
            actions.append(boxes[i64(STOP)])
        return cast(list[int], actions)

    def refusal(self, seat: int, action: int) -> Refusal | None:
        from roundhouse.games.transeuropa.judge import refusal

        return refusal(self, seat, action)

    def marked(self, node: i64) -> bool:
        return any(each == node for each in self.marker)

    def in_network(self, network: i64, node: i64) -> bool:
        return (self.nodes[network * self.board.node_words + node // WORD] >> (node % WORD)) & 1 == 1

    def second_possible(self) -> bool:
        """Is there a single line in reach for the second rail?"""
        words = self.board.edge_words
        base = self.network[self.turn] * words
        found: i64 = 0
        for word in range(words):
            found |= self.touch[base + word] & ~self.laid[word] & self.board.singles[word]
        return found != 0

    # --- playing ---------------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: int) -> None:
        what: i64 = action
        if what < i64(PLACE):
            self.lay(what)
        elif what < i64(STOP):
            self.place(what - i64(PLACE))
        else:
            if self.journal is not None:
                self.journal.tell("stopped", {"seat": seat})
            self.end_turn()
        if self.unsettled and not self.defer_settling:
            self.settle()

    def place(self, node: i64) -> None:
        """The turn for the marker (rules 3.3, 3.5)."""
        self.marker[self.turn] = node
        if self.journal is not None:
            self.journal.tell("placed", {"seat": int(self.turn), "node": self.board.node_names[node]})
        self.grow(self.turn, node)
        self.see_finished(self.network[self.turn])
        if self.finished != 0:
            self.end_round()
            return
        self.turn = (self.turn + 1) % self.count
        if self.marker[self.turn] >= 0:
            self.phase = FIRST_RAIL

    def lay(self, edge: i64) -> None:
        """One rail (rules 4 and 5)."""
        board = self.board
        graph = board.graph
        self.laid[edge // WORD] |= bit(edge % WORD)
        self.track[i64(board.rails) - self.rails_left] = edge * 8 + self.turn
        self.rails_left -= 1
        if self.journal is not None:
            self.journal.tell("laid", {"seat": int(self.turn), "edge": board.edge_names[edge]})
        mine = self.network[self.turn]
        far = graph.head[edge] if self.in_network(mine, graph.tail[edge]) else graph.tail[edge]
        if not self.in_network(mine, far):
            news = self.grow(mine, far)
            if news != NO_NEWS:
                foresee(self, news, far)
                shown = self.finished
                self.see_finished(self.network[self.turn])
                if self.finished != shown:
                    self.foresight[self.turn] += 1
        if self.rails_left == 0:
            self.end_round()
        elif self.phase == SECOND_RAIL or graph.cost[edge] > 1:
            self.end_turn()
        elif self.second_possible():
            self.phase = SECOND_RAIL
        else:
            self.end_turn()

    def end_turn(self) -> None:
        if self.finished != 0:
            self.end_round()
            return
        self.turn = (self.turn + 1) % self.count
        self.phase = FIRST_RAIL

    def end_round(self) -> None:
        """Why it ended, as all could see (rules 5.1, 5.5); `settle` does the rest."""
        mover = bit(self.turn)
        if self.finished == 0:
            self.reason = RAILS_OUT
        elif self.finished == mover:
            self.reason = CONNECTED
        elif self.finished & (self.finished - 1) != 0:
            self.reason = CONNECTED_TOGETHER
        else:
            self.reason = CONNECTED_BY_RIVAL
        self.phase = OVER
        self.unsettled = True

    # --- networks --------------------------------------------------------------------------------------------------

    def grow(self, network: i64, node: i64) -> i64:
        """Join a crossing to a network, and all that hangs on it. Gives what news that may be (see `foresee`)."""
        for seat in range(self.count):
            other = self.network[seat]
            if other != network and self.marker[seat] >= 0 and self.in_network(other, node):
                self.merge(network, other)
                return max(network, other)
        self.put(network, node)
        if self.loose:
            self.rebuild()
            return MANY_NODES
        return ONE_NODE if self.board.city_at[node] >= 0 else NO_NEWS

    def merge(self, one: i64, two: i64) -> None:
        """Two networks are one from now on (rule 4.3); it goes by the lower number."""
        keep = min(one, two)
        lose = max(one, two)
        for word in range(self.board.edge_words):
            self.touch[keep * self.board.edge_words + word] |= self.touch[lose * self.board.edge_words + word]
        for word in range(self.board.node_words):
            self.nodes[keep * self.board.node_words + word] |= self.nodes[lose * self.board.node_words + word]
        for seat in range(self.count):
            if self.network[seat] == lose:
                self.network[seat] = keep
        if self.journal is not None:
            seats = [seat for seat in range(self.seats) if self.network[seat] == keep and self.marker[seat] >= 0]
            self.journal.tell("joined", {"seats": seats})

    def rebuild(self) -> None:
        """Work out all networks anew from markers and rails: for positions arranged by hand."""
        board = self.board
        graph = board.graph
        for word in range(board.edge_words * self.count):
            self.touch[word] = 0
        for word in range(board.node_words * self.count):
            self.nodes[word] = 0
        for seat in range(self.count):
            self.network[seat] = seat
        self.loose = False
        for seat in range(self.count):
            if self.marker[seat] < 0:
                continue
            shared = False
            for earlier in range(seat):
                if self.network[earlier] == earlier and self.in_network(earlier, self.marker[seat]):
                    self.network[seat] = earlier
                    shared = True
            if not shared:
                self.flood(seat, self.marker[seat])
        for edge in range(graph.edges):
            if has(self.laid, edge):
                joined = False
                for seat in range(self.count):
                    if self.in_network(seat, graph.tail[edge]):
                        joined = True
                if not joined:
                    self.loose = True

    def flood(self, network: i64, start: i64) -> None:
        """Put into a network all that rails join to a crossing."""
        graph = self.board.graph
        pending: list[int] = [int(start)]
        while pending:
            node: i64 = pending.pop()
            if self.in_network(network, node):
                continue
            self.put(network, node)
            for place in range(graph.start[node], graph.start[node + 1]):
                if has(self.laid, graph.near_edge[place]):
                    pending.append(int(graph.near_node[place]))

    def put(self, network: i64, node: i64) -> None:
        words = self.board.edge_words
        for word in range(words):
            self.touch[network * words + word] |= self.board.around[node * words + word]
        self.nodes[network * self.board.node_words + node // WORD] |= bit(node % WORD)

    def see_finished(self, network: i64) -> None:
        """Mark, and show, every seat whose five cities are in its network now (rules 5.1, 5.2)."""
        words = self.board.node_words
        for seat in range(self.count):
            if self.network[seat] != network or self.finished >> seat & 1 or self.marker[seat] < 0:
                continue
            lacking: i64 = 0
            for word in range(words):
                lacking |= self.want[seat * words + word] & ~self.nodes[network * words + word]
            if lacking == 0:
                self.finished |= bit(seat)
                if self.journal is not None:
                    self.journal.tell("finished", {"seat": int(seat), "cards": self.card_names(int(seat))})

    def surprises(self, seat: int) -> int:
        return int(self.foresight[seat])

    # --- copies and readings ---------------------------------------------------------------------------------------

    def clone(self) -> TransEuropaState:
        return TransEuropaState(self.seats, self.chance, NOBODY, self.options, self)

    def copy(self, source: TransEuropaState) -> None:
        copy_common(source, self)
        self.options = source.options
        self.board = source.board
        self.count = source.count
        self.phase = source.phase
        self.turn = source.turn
        self.first = source.first
        self.round = source.round
        self.rails_left = source.rails_left
        self.reason = source.reason
        self.laid = source.laid[:]
        self.touch = source.touch[:]
        self.nodes = source.nodes[:]
        self.want = source.want[:]
        self.network = source.network[:]
        self.marker = source.marker[:]
        self.hands = source.hands[:]
        self.scores = source.scores[:]
        self.track = source.track[:]
        self.foresight = source.foresight[:]
        self.finished = source.finished
        self.loose = source.loose
        self.past = source.past

    # Readings of `laid` for plain modules: mypyc 2.4 never frees a vector that plain code hands to compiled code.

    def is_laid(self, edge: int) -> bool:
        return has(self.laid, edge)

    def put_rail(self, edge: int) -> None:
        include(self.laid, edge)

    def laid_edges(self) -> list[int]:
        return members(self.laid)

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat, as indexes of cities in the order of the colours."""
        start = seat * 5
        return [int(self.hands[place]) for place in range(start, start + 5)]

    def city_nodes(self, seat: int) -> list[int]:
        return [self.board.cities[card].node for card in self.hand(seat)]

    def card_names(self, seat: int) -> list[str]:
        return [self.board.cities[card].name for card in self.hand(seat)]

    def rails(self) -> list[tuple[int, int]]:
        """Lines laid this round and who laid them, in order."""
        found: list[tuple[int, int]] = []
        for place in range(i64(self.board.rails) - self.rails_left):
            entry = self.track[place]
            seat = int(entry % 8)
            found.append((int(entry // 8), seat if seat < self.seats else NOBODY))
        return found

    def finished_seats(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.finished >> seat & 1]

    def standings(self) -> list[int]:
        return [int(score) for score in self.scores]

    def prompt(self, seat: int) -> Prompt | None:
        from roundhouse.games.transeuropa.view import prompt

        return prompt(self, seat)

    def view(self, seat: int) -> dict[str, Any]:
        from roundhouse.games.transeuropa.view import view

        return view(self, seat)

    def dump(self) -> dict[str, Any]:
        from roundhouse.games.transeuropa.position import dump

        return dump(self)

    def outcome(self) -> Outcome | None:
        from roundhouse.games.transeuropa.view import outcome

        return outcome(self)

    def result(self) -> Outcome | None:
        from roundhouse.games.transeuropa.view import result

        return result(self)


def place_of(low: i64) -> i64:
    """Which bit is set, where just one is."""
    return int(low).bit_length() - 1


def lacked(rails: list[tuple[int, int]], marker: int, cities: list[int]) -> list[int]:
    """The lines a seat lacked when these rails lay: from its marker to its cities (rule 6.1)."""
    board = BOARD
    laid = vec[i64]([0] * int(board.edge_words))
    for edge, _ in rails:
        include(laid, edge)
    root = vec[i64]([0] * int(board.node_words))
    include(root, marker)
    return Search(board.graph, laid, root, cities).edges()
