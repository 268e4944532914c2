"""The graph of positions in a proof search: one node per position, for all paths to it.

A node has bounds of its value for seat 0: -1 and +1 at first, the result twice once the game is
over. The seat to move takes the best of its children, so bounds hold at any search depth and
for any path to the position. A finding on a single path is not stored: a position that is
already on the path is skipped there, since a proof need not go in a circle.

*Rounds* search one ply deeper each time, as in Slate and Atkin (1977). Between two rounds a *dive*
searches to the end of the game, with four times the work of everything before it. In short games
this is the proof; after a dive that does not reach the end no more are made. Moves that leave few
replies are searched first. When all reachable positions are expanded, *retrograde analysis*
(Ströhlein, 1970) finds values that no single path shows: results that are forced in circles.

A game may have a `key` in its states, the position as it counts for repetitions, and a `history`,
the keys before it. It thereby promises that repetitions end in a tie: if both seats can go round
for ever, the result is a tie. Only the history of the first position counts here. A proof of a
win must not pass a key twice: different positions can share one, and then a win after the one may
not be a win after the other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import is_dataclass, replace
from functools import partial
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.protocol import CHANCE
from polygames.core.state import GameState
from polygames.runtime.clock import OutOfTimeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from polygames.core.protocol import Seat, State
    from polygames.runtime.clock import Clock
    from polygames.search.minimax import Candidates

FIRST_DIVE_NODES, DIVE_FACTOR = 800, 4
"""The position limit of the first dive; the limit of later dives, as a multiple of earlier work."""
MAX_DIVE_PLIES = 60
"""The depth of a dive in plies; a search with a lower depth limit makes no dives."""
POSITIONS_PER_CLOCK_CHECK = 64
"""Visits of known positions between two checks of the clock; new positions always check it."""


class Bounds(NamedTuple):
    """A lower and an upper bound of the value for seat 0."""

    low: float = -1.0
    high: float = 1.0


UNKNOWN_BOUNDS = Bounds()


class ProofNode:
    """A position with its children and the bounds of its value."""

    __slots__ = (
        "best",
        "children",
        "high",
        "is_cut_off",
        "is_finite",
        "key",
        "low",
        "moves",
        "search_order",
        "searched_depth",
        "searched_round",
        "searched_window",
        "state",
        "turn",
    )

    def __init__(self, state: State[Any], key: Any, bounds: Bounds) -> None:
        self.state, self.turn, self.key = state, state.turn, key
        self.low, self.high = bounds
        self.moves: Sequence[Any] | None = None
        """The moves, or the tried moves of a continuum; None before they are listed."""
        self.is_finite = True
        """Whether `moves` has all legal moves."""
        self.children: list[ProofNode] = []
        """The positions after the first moves; later moves are expanded on demand."""
        self.best: ProofNode | None = None
        """The child that secures the bound of the seat to move; the child had it first."""
        self.search_order: list[ProofNode] | None = None
        """The children in search order, the most promising first."""
        self.searched_round, self.searched_depth, self.searched_window, self.is_cut_off = (
            0,
            0.0,
            UNKNOWN_BOUNDS,
            True,
        )
        """The round, depth and window of the last search of this node, and whether a deeper search
        may find more.
        """

    @property
    def value(self) -> float | None:
        """The value for seat 0 if it is proved, else None."""
        return int(self.low) if self.low == self.high else None

    @property
    def is_expanded(self) -> bool:
        """Whether the node has a child for each of its moves."""
        return self.moves is not None and len(self.children) == len(self.moves)


def _low(node: ProofNode) -> float:
    return node.low


def _high(node: ProofNode) -> float:
    return node.high


class ProofGraph:
    """A graph of positions with bounds of their values, and the proof search in it."""

    def __init__(self, start: State[Any], clock: Clock, width: int, candidates: Candidates) -> None:
        self.clock, self.width, self.candidates, self.rng = clock, width, candidates, Random(0)
        self.max_plies = start.options.get("max_plies")
        self.positions: dict[State[Any], ProofNode] = {}
        self.nodes_by_key: defaultdict[Any, list[ProofNode]] = defaultdict(list)
        """The nodes of each key, if repetitions are ties."""
        self.path: set[Any] = set()
        """The keys of the positions on the current path."""
        self.search_round = 1
        self.visit_count = 0
        """The number of visits of positions so far."""
        self.max_nodes: float = inf
        """The limit of `visit_count`."""
        self.was_cut_off = False
        """Whether a search was cut off at its depth limit."""
        self.expansion_count = 0
        """The number of expansions so far."""
        self.history: tuple[Any, ...] | None = None
        """The keys up to the first position, if repetitions are ties; else None."""
        first: Any = start
        if is_dataclass(first) and hasattr(first, "key") and hasattr(first, "history"):
            self.history = (*first.history, first.key)
        self.start = self._create_node(start)

    def node_of(self, state: State[Any]) -> ProofNode:
        """Return the node of a state; equal states share one node."""
        found = self.positions.get(state)
        if found is None:
            if self.history is not None:
                state = replace(state, history=self.history)  # type: ignore[type-var]  # a dataclass, seen above
            found = self._create_node(state)
            if found.moves is None or found.value is not None:  # caps differ by path
                self.positions[state] = found
        return found

    def _create_node(self, state: State[Any]) -> ProofNode:
        is_over = state.outcome is not None
        key = state if self.history is None else state.key  # type: ignore[attr-defined]  # as above
        found = ProofNode(state, key, self._result_bounds(state) if is_over else UNKNOWN_BOUNDS)
        if is_over or state.turn == CHANCE:  # nothing is proved of positions decided by dice
            found.moves = ()
        elif self.history is not None:
            self.nodes_by_key[key].append(found)
        return found

    def _result_bounds(self, state: State[Any]) -> Bounds:
        """Return the bounds of a finished game's value; unknown if a move limit ended it."""
        winners = state.outcome.winners if state.outcome else frozenset()
        is_capped = isinstance(self.max_plies, int) and state.ply >= self.max_plies
        if not winners or (is_capped and len(winners) > 1):
            return UNKNOWN_BOUNDS
        value = 0.0 if len(winners) > 1 else 1.0 if 0 in winners else -1.0
        return Bounds(value, value)

    def moves_of(self, node: ProofNode) -> Sequence[Any]:
        """Return the moves of a position, cached after the first call."""
        self._list_moves(node)
        if node.moves is None:
            node.moves = self.candidates(node.state, self.width, self.rng)
        return node.moves

    def _list_moves(self, node: ProofNode) -> None:
        """Store the list of a node's moves, unless they are infinitely many."""
        if node.moves is None:
            legal = node.state.legal_moves
            node.is_finite = legal.finite
            node.moves = list(legal) if legal.finite else None

    def _expand(self, node: ProofNode, lower_limit: float, upper_limit: float) -> None:
        """Create the children of a node, until its value is proved to be outside the window."""
        if node.is_expanded:
            return
        if not self.clock:
            raise OutOfTimeError
        moves, play = self.moves_of(node), _unchecked_play(node.state)
        self.expansion_count += 1
        while (
            len(node.children) < len(moves) and node.low < upper_limit and node.high > lower_limit
        ):
            each = self.node_of(play(moves[len(node.children)]))
            node.children.append(each)
            if each.low == each.high:
                self.update_bounds(node)

    # --- Bounds -----------------------------------------------------------------------------------

    def update_bounds(self, node: ProofNode) -> bool:
        """Update a node's bounds from its children; return True if they changed."""
        if not node.children:
            return False
        before, is_whole = (node.low, node.high), node.is_finite and node.is_expanded
        if node.turn == 0:
            best = max(node.children, key=_low)
            node.low = max(node.low, best.low)
            if is_whole:  # an untried move may win
                node.high = min(node.high, max(each.high for each in node.children))
            is_better = node.low > before[0]
        else:
            best = min(node.children, key=_high)
            node.high = min(node.high, best.high)
            if is_whole:
                node.low = max(node.low, min(each.low for each in node.children))
            is_better = node.high < before[1]
        if is_better or node.best is None:
            node.best = best
        is_news = (node.low, node.high) != before
        return (
            self._limit_repeated_win(node, Bounds(*before))
            if is_news and self.history is not None
            else is_news
        )

    def _limit_repeated_win(self, node: ProofNode, old_bounds: Bounds) -> bool:
        """Reduce a new win to a tie if it may repeat a position; return True if bounds changed."""
        if (value := node.value) and any(
            each is not node and each.value == value for each in self.nodes_by_key[node.key]
        ):
            ways = [[each] for each in node.children if each.value == value]
            is_chosen = node.turn == (0 if value > 0 else 1)
            way = next((way for way in ways if not self._can_reach(node.key, way, value)), None)
            if is_chosen and way:
                node.best = way[0]
            elif is_chosen or self._can_reach(node.key, node.children, value):
                node.low = max(old_bounds.low, 0.0) if value > 0 else old_bounds.low
                node.high = min(old_bounds.high, 0.0) if value < 0 else old_bounds.high
        return (node.low, node.high) != old_bounds

    def _can_reach(self, key: Any, starts: Iterable[ProofNode], value: float) -> bool:
        """Return True if play with this value can lead from `starts` to the position of `key`."""
        seen = dict.fromkeys(starts)
        winner = 0 if value > 0 else 1
        for at in (queue := list(seen)):
            if at.key == key:
                return True
            after = [at.best] if at.turn == winner and at.best else at.children
            queue += [each for each in after if each not in seen]
            seen.update(dict.fromkeys(after))
        return False

    # --- Rounds -----------------------------------------------------------------------------------

    def search(self, starts: Sequence[ProofNode], max_depth: int) -> Iterator[int]:
        """Search the nodes one ply deeper in each round, and yield each completed depth.

        It also yields when the time is over or the position limit is reached, and can be resumed
        from there.
        """
        is_long = False
        for depth in range(1, max_depth + 1):
            before = self.expansion_count
            self.search_round += 1
            for at in self._open_nodes(starts):
                while not self._run_within_limit(partial(self.search_node, at, depth)):
                    yield depth - 1
            if not (left := self._open_nodes(starts)):
                return
            yield depth
            is_cut = any(at.is_cut_off for at in left)
            if not is_cut or self.expansion_count == before:
                end = self.visit_count + self.visit_count if is_cut else inf
                while not self._run_within_limit(partial(self.solve_backwards, left), end):
                    yield depth
                if not is_cut or not self._open_nodes(starts) or self.visit_count <= end:
                    return
            self.search_round += 1
            for at in left if max_depth >= MAX_DIVE_PLIES and not is_long else ():
                end = self.visit_count + max(
                    FIRST_DIVE_NODES, DIVE_FACTOR * self.visit_count
                ) // len(left)
                self.was_cut_off = False
                while not self._run_within_limit(
                    partial(self.search_node, at, MAX_DIVE_PLIES), end
                ):
                    yield depth
                is_long |= self.was_cut_off

    def _open_nodes(self, starts: Iterable[ProofNode]) -> list[ProofNode]:
        return [at for at in starts if at.value is None]

    def _run_within_limit(self, function: Callable[[], None], last_visit: float = inf) -> bool:
        """Call a function until it ends or reaches a visit limit; return False if time runs out."""
        limit, self.max_nodes = self.max_nodes, min(self.max_nodes, last_visit)
        try:
            function()
        except OutOfTimeError:
            return self.visit_count > last_visit
        finally:
            self.max_nodes = limit
        return True

    def search_node(
        self, node: ProofNode, depth: float, lower_limit: float = -1.0, upper_limit: float = 1.0
    ) -> None:
        """Search a node to a depth in plies, and update its bounds within a window of values."""
        self._count_visit()
        low, high = node.searched_window
        if (
            node.searched_round == self.search_round
            and node.searched_depth >= depth
            and low <= lower_limit
            and high >= upper_limit
        ):
            return
        self._expand(node, lower_limit, upper_limit)
        self.update_bounds(node)
        node.is_cut_off = depth <= 1 and bool(node.children)
        self.was_cut_off |= node.is_cut_off
        if depth > 1 and node.low < upper_limit and node.high > lower_limit:
            self.path.add(node.key)
            try:
                self._search_children(node, depth - 1, lower_limit, upper_limit)
            finally:
                self.path.discard(node.key)
        node.searched_round, node.searched_depth, node.searched_window = (
            self.search_round,
            depth,
            Bounds(lower_limit, upper_limit),
        )

    def _count_visit(self) -> None:
        self.visit_count += 1
        if self.visit_count > self.max_nodes or (
            self.visit_count % POSITIONS_PER_CLOCK_CHECK == 0 and not self.clock
        ):
            raise OutOfTimeError

    def _search_children(
        self, node: ProofNode, depth: float, lower_limit: float, upper_limit: float
    ) -> None:
        """Search the children of a node, until its value is proved to be outside the window."""
        if node.search_order is None:
            node.search_order = sorted(node.children, key=self._reply_count)
        is_first = node.turn == 0
        for place, each in enumerate(node.search_order):
            low, high = (
                (max(lower_limit, node.low), upper_limit)
                if is_first
                else (lower_limit, min(upper_limit, node.high))
            )
            if each.high <= low or each.low >= high or each.key in self.path:
                continue
            self.search_node(each, depth, low, high)
            node.is_cut_off |= each.is_cut_off and each.low < high and each.high > low
            if self.update_bounds(node) and (node.low >= upper_limit or node.high <= lower_limit):
                node.is_cut_off = False
                node.search_order.insert(0, node.search_order.pop(place))
                return

    def _reply_count(self, node: ProofNode) -> int:
        """Return the number of moves in a position, 0 if infinite, as a sort key for siblings."""
        self._list_moves(node)
        return len(node.moves or ()) if node.is_finite else 0

    # --- Circles ----------------------------------------------------------------------------------

    def solve_backwards(self, starts: Iterable[ProofNode]) -> None:
        """Expand all reachable positions, and find their values by retrograde analysis."""
        before = self._find_predecessors(starts)
        self._propagate(before, self.update_bounds, before)
        if self.history is None:
            return
        safe = [{at for at in before if at.value is None and at.children} for _ in range(2)]
        for seat, kept in enumerate(safe):
            self._propagate(before, partial(_remove_unsafe, kept, seat), kept)
        for at in safe[0] | safe[1]:
            at.low = max(at.low, 0.0) if at in safe[0] else at.low
            at.high = min(at.high, 0.0) if at in safe[1] else at.high

    def _find_predecessors(self, starts: Iterable[ProofNode]) -> dict[ProofNode, list[ProofNode]]:
        """Return all unproved positions that can be reached, each with its predecessors."""
        before: dict[ProofNode, list[ProofNode]] = {at: [] for at in starts}
        for at in (queue := list(before)):
            self._count_visit()
            self._expand(at, -inf, inf)
            for each in at.children:
                if each.value is None:
                    if each not in before:
                        before[each] = []
                        queue.append(each)
                    before[each].append(at)
        return before

    def _propagate(
        self,
        predecessors: dict[ProofNode, list[ProofNode]],
        update: Callable[[ProofNode], bool],
        starts: Iterable[ProofNode],
    ) -> None:
        """Update nodes until none changes; each change also updates the node's predecessors."""
        queue = list(starts)
        while queue:
            self._count_visit()
            at = queue.pop()
            if update(at):
                queue += predecessors[at]


def _remove_unsafe(safe: set[ProofNode], seat: Seat, node: ProofNode) -> bool:
    """Remove a node from `safe` if the seat cannot force a tie there; return True if removed."""
    sign = 1 if seat == 0 else -1
    holds = (each in safe or (each.low if sign > 0 else -each.high) >= 0 for each in node.children)
    if node not in safe or (any(holds) if node.turn == seat else node.is_finite and all(holds)):
        return False
    safe.discard(node)
    return True


def _unchecked_play(state: State[Any]) -> Callable[[Any], State[Any]]:
    """Return a function that plays moves in a state, without a legality check if possible."""
    if isinstance(state, GameState) and type(state).play is GameState.play:
        return state.after
    return state.play
