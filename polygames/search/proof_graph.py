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

FIRST_DIVE, DIVE = 800, 4
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
        "after",
        "best",
        "depth",
        "high",
        "is_cut",
        "is_finite",
        "key",
        "low",
        "moves",
        "order",
        "round",
        "state",
        "turn",
        "window",
    )

    def __init__(self, state: State[Any], key: Any, bounds: Bounds) -> None:
        self.state, self.turn, self.key = state, state.turn, key
        self.low, self.high = bounds
        self.moves: Sequence[Any] | None = None
        """The moves, or the tried moves of a continuum; None before they are listed."""
        self.is_finite = True
        """Whether `moves` has all legal moves."""
        self.after: list[ProofNode] = []
        """The positions after the first moves; later moves are expanded on demand."""
        self.best: ProofNode | None = None
        """The child that secures the bound of the seat to move; the child had it first."""
        self.order: list[ProofNode] | None = None
        """The children in search order, the most promising first."""
        self.round, self.depth, self.window, self.is_cut = 0, 0.0, UNKNOWN_BOUNDS, True
        """The round, depth and window of the last search of this node, and whether a deeper search
        may find more.
        """

    @property
    def value(self) -> float | None:
        """The value for seat 0 if it is proved, else None."""
        return int(self.low) if self.low == self.high else None

    @property
    def is_made(self) -> bool:
        """Whether the positions after all moves are created."""
        return self.moves is not None and len(self.after) == len(self.moves)


def _low(at: ProofNode) -> float:
    return at.low


def _high(at: ProofNode) -> float:
    return at.high


class ProofGraph:
    """The nodes of a proof search, and the search itself."""

    def __init__(self, start: State[Any], clock: Clock, width: int, candidates: Candidates) -> None:
        self.clock, self.width, self.candidates, self.rng = clock, width, candidates, Random(0)
        self.cap = start.options.get("max_plies")
        self.positions: dict[State[Any], ProofNode] = {}
        self.twins: defaultdict[Any, list[ProofNode]] = defaultdict(list)
        """The nodes of each key, if repetitions are ties."""
        self.path: set[Any] = set()
        """The keys of the positions on the current path."""
        self.round = 1
        self.nodes = 0
        """The number of visits of positions so far."""
        self.most: float = inf
        """The limit of `nodes`."""
        self.is_long = False
        """Whether a search was cut off at its depth limit."""
        self.made = 0
        """The number of expansions so far."""
        self.history: tuple[Any, ...] | None = None
        """The keys up to the first position, if repetitions are ties; else None."""
        first: Any = start
        if is_dataclass(first) and hasattr(first, "key") and hasattr(first, "history"):
            self.history = (*first.history, first.key)
        self.start = self._new(start)

    def at(self, state: State[Any]) -> ProofNode:
        """Return the node of a state; equal states share one node."""
        found = self.positions.get(state)
        if found is None:
            if self.history is not None:
                state = replace(state, history=self.history)  # type: ignore[type-var]  # a dataclass, seen above
            found = self._new(state)
            if found.moves is None or found.value is not None:  # caps differ by path
                self.positions[state] = found
        return found

    def _new(self, state: State[Any]) -> ProofNode:
        is_over = state.outcome is not None
        key = state if self.history is None else state.key  # type: ignore[attr-defined]  # as above
        found = ProofNode(state, key, self._result(state) if is_over else UNKNOWN_BOUNDS)
        if is_over or state.turn == CHANCE:  # nothing is proved of positions decided by dice
            found.moves = ()
        elif self.history is not None:
            self.twins[key].append(found)
        return found

    def _result(self, state: State[Any]) -> Bounds:
        """Return the bounds of a finished game's value; a game ended by the length cap has none."""
        winners = state.outcome.winners if state.outcome else frozenset()
        is_capped = isinstance(self.cap, int) and state.ply >= self.cap
        if not winners or (is_capped and len(winners) > 1):
            return UNKNOWN_BOUNDS
        value = 0.0 if len(winners) > 1 else 1.0 if 0 in winners else -1.0
        return Bounds(value, value)

    def moves_of(self, at: ProofNode) -> Sequence[Any]:
        """Return the moves of a position, cached after the first call."""
        self._list(at)
        if at.moves is None:
            at.moves = self.candidates(at.state, self.width, self.rng)
        return at.moves

    def _list(self, at: ProofNode) -> None:
        """List the moves of a position, unless they form a continuum."""
        if at.moves is None:
            legal = at.state.legal_moves
            at.is_finite = legal.finite
            at.moves = list(legal) if legal.finite else None

    def _make(self, at: ProofNode, floor: float, roof: float) -> None:
        """Create the children of a position, until they cannot matter for the window."""
        if at.is_made:
            return
        if not self.clock:
            raise OutOfTimeError
        moves, play = self.moves_of(at), _unchecked_play(at.state)
        self.made += 1
        while len(at.after) < len(moves) and at.low < roof and at.high > floor:
            each = self.at(play(moves[len(at.after)]))
            at.after.append(each)
            if each.low == each.high:
                self.narrow(at)

    # --- Bounds -----------------------------------------------------------------------------------

    def narrow(self, at: ProofNode) -> bool:
        """Update a node's bounds from its children; return True if they changed."""
        if not at.after:
            return False
        before, is_whole = (at.low, at.high), at.is_finite and at.is_made
        if at.turn == 0:
            best = max(at.after, key=_low)
            at.low = max(at.low, best.low)
            if is_whole:  # an untried move may win
                at.high = min(at.high, max(each.high for each in at.after))
            is_better = at.low > before[0]
        else:
            best = min(at.after, key=_high)
            at.high = min(at.high, best.high)
            if is_whole:
                at.low = max(at.low, min(each.low for each in at.after))
            is_better = at.high < before[1]
        if is_better or at.best is None:
            at.best = best
        is_news = (at.low, at.high) != before
        return self._once(at, Bounds(*before)) if is_news and self.history is not None else is_news

    def _once(self, at: ProofNode, before: Bounds) -> bool:
        """Reduce a new win to a tie if it may repeat the key; return True if bounds changed."""
        if (value := at.value) and any(
            each is not at and each.value == value for each in self.twins[at.key]
        ):
            ways = [[each] for each in at.after if each.value == value]
            is_chosen = at.turn == (0 if value > 0 else 1)
            way = next((way for way in ways if not self._passes(at.key, way, value)), None)
            if is_chosen and way:
                at.best = way[0]
            elif is_chosen or self._passes(at.key, at.after, value):
                at.low = max(before.low, 0.0) if value > 0 else before.low
                at.high = min(before.high, 0.0) if value < 0 else before.high
        return (at.low, at.high) != before

    def _passes(self, key: Any, starts: Iterable[ProofNode], value: float) -> bool:
        """Return True if a won game through these positions can reach a key."""
        seen = dict.fromkeys(starts)
        winner = 0 if value > 0 else 1
        for at in (queue := list(seen)):
            if at.key == key:
                return True
            after = [at.best] if at.turn == winner and at.best else at.after
            queue += [each for each in after if each not in seen]
            seen.update(dict.fromkeys(after))
        return False

    # --- Rounds -----------------------------------------------------------------------------------

    def search(self, starts: Sequence[ProofNode], most: int) -> Iterator[int]:
        """Yield the completed depth after each round, until all is proved or nothing is left to do.

        It also yields when the time is over or the position limit is reached, and can be resumed
        from there.
        """
        is_long = False
        for depth in range(1, most + 1):
            before = self.made
            self.round += 1
            for at in self._open(starts):
                while not self._tries(partial(self.bound, at, depth)):
                    yield depth - 1
            if not (left := self._open(starts)):
                return
            yield depth
            is_cut = any(at.is_cut for at in left)
            if not is_cut or self.made == before:
                end = self.nodes + self.nodes if is_cut else inf
                while not self._tries(partial(self.settle, left), end):
                    yield depth
                if not is_cut or not self._open(starts) or self.nodes <= end:
                    return
            self.round += 1
            for at in left if most >= MAX_DIVE_PLIES and not is_long else ():
                end = self.nodes + max(FIRST_DIVE, DIVE * self.nodes) // len(left)
                self.is_long = False
                while not self._tries(partial(self.bound, at, MAX_DIVE_PLIES), end):
                    yield depth
                is_long |= self.is_long

    def _open(self, starts: Iterable[ProofNode]) -> list[ProofNode]:
        return [at for at in starts if at.value is None]

    def _tries(self, work: Callable[[], None], end: float = inf) -> bool:
        """Run some work within a position limit; return False if time ran out before."""
        limit, self.most = self.most, min(self.most, end)
        try:
            work()
        except OutOfTimeError:
            return self.nodes > end
        finally:
            self.most = limit
        return True

    def bound(self, at: ProofNode, depth: float, floor: float = -1.0, roof: float = 1.0) -> None:
        """Search a node to a depth for bounds within a window; update its bounds."""
        self._count()
        low, high = at.window
        if at.round == self.round and at.depth >= depth and low <= floor and high >= roof:
            return
        self._make(at, floor, roof)
        self.narrow(at)
        at.is_cut = depth <= 1 and bool(at.after)
        self.is_long |= at.is_cut
        if depth > 1 and at.low < roof and at.high > floor:
            self.path.add(at.key)
            try:
                self._look_on(at, depth - 1, floor, roof)
            finally:
                self.path.discard(at.key)
        at.round, at.depth, at.window = self.round, depth, Bounds(floor, roof)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.most or (
            self.nodes % POSITIONS_PER_CLOCK_CHECK == 0 and not self.clock
        ):
            raise OutOfTimeError

    def _look_on(self, at: ProofNode, depth: float, floor: float, roof: float) -> None:
        """Search the children of a node, until they cannot matter for the window."""
        if at.order is None:
            at.order = sorted(at.after, key=self._replies)
        is_first = at.turn == 0
        for place, each in enumerate(at.order):
            low, high = (max(floor, at.low), roof) if is_first else (floor, min(roof, at.high))
            if each.high <= low or each.low >= high or each.key in self.path:
                continue
            self.bound(each, depth, low, high)
            at.is_cut |= each.is_cut and each.low < high and each.high > low
            if self.narrow(at) and (at.low >= roof or at.high <= floor):
                at.is_cut = False
                at.order.insert(0, at.order.pop(place))
                return

    def _replies(self, at: ProofNode) -> int:
        """Return the number of replies in a position, by which siblings are sorted."""
        self._list(at)
        return len(at.moves or ()) if at.is_finite else 0

    # --- Circles ----------------------------------------------------------------------------------

    def settle(self, starts: Iterable[ProofNode]) -> None:
        """Expand all reachable positions, and find their values by retrograde analysis."""
        before = self._all_open(starts)
        self._spread(before, self.narrow, before)
        if self.history is None:
            return
        safe = [{at for at in before if at.value is None and at.after} for _ in range(2)]
        for seat, kept in enumerate(safe):
            self._spread(before, partial(_leaves, kept, seat), kept)
        for at in safe[0] | safe[1]:
            at.low = max(at.low, 0.0) if at in safe[0] else at.low
            at.high = min(at.high, 0.0) if at in safe[1] else at.high

    def _all_open(self, starts: Iterable[ProofNode]) -> dict[ProofNode, list[ProofNode]]:
        """Return all unproved positions, each with its predecessors."""
        before: dict[ProofNode, list[ProofNode]] = {at: [] for at in starts}
        for at in (queue := list(before)):
            self._count()
            self._make(at, -inf, inf)
            for each in at.after:
                if each.value is None:
                    if each not in before:
                        before[each] = []
                        queue.append(each)
                    before[each].append(at)
        return before

    def _spread(
        self,
        before: dict[ProofNode, list[ProofNode]],
        is_news: Callable[[ProofNode], bool],
        starts: Iterable[ProofNode],
    ) -> None:
        """Update nodes until nothing changes; a changed node queues its predecessors."""
        queue = list(starts)
        while queue:
            self._count()
            at = queue.pop()
            if is_news(at):
                queue += before[at]


def _leaves(safe: set[ProofNode], seat: Seat, at: ProofNode) -> bool:
    """Remove a node from the set in which a seat can go round for ever, if it cannot there."""
    sign = 1 if seat == 0 else -1
    holds = (each in safe or (each.low if sign > 0 else -each.high) >= 0 for each in at.after)
    if at not in safe or (any(holds) if at.turn == seat else at.is_finite and all(holds)):
        return False
    safe.discard(at)
    return True


def _unchecked_play(state: State[Any]) -> Callable[[Any], State[Any]]:
    """Return a function that plays moves without checking legality, if the game has one."""
    if isinstance(state, GameState) and type(state).play is GameState.play:
        return state.after
    return state.play
