"""The graph of the positions that a proof looks at: each is made once, whatever leads to it.

A position knows between which bounds its value for seat 0 lies: -1 and +1 at first, twice the
result once the game is over. Who moves takes the best of what follows; so bounds hold whatever
lies deeper, and however a position was reached. What is found on one path alone is not kept: a
position that is on the path already says nothing more there, for a proof need not go in a circle.

*Rounds* look one ply further each time, as Slate and Atkin (1977) did. Between two of them a *dive*
goes to the end of the game, with four times as much work as all before it: where games are short
that is the proof; where one is long no more are made. Moves that leave few replies come first.
When all that can be reached has been looked at, *retrograde analysis* (Ströhlein, 1970) says what
no path can: what is forced in circles.

A game whose states have a `key`, that of a position as it counts for a repetition, and a `history`,
the keys before it, promises that repetitions end in a tie: where both seats can go round for ever
it is one. Only the history of the first position counts here. A proof of a win must not pass a key
twice: positions that differ can share one, and then a win after the one is none after the other.
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
"""How many positions the first dive may look at; how many times those before a later one may."""
MAX_DIVE_PLIES = 60
"""How many plies a dive goes; who asks for fewer gets none."""
POSITIONS_PER_CLOCK_CHECK = 64
"""After so many known positions the clock is asked; before new ones it always is."""


class Bounds(NamedTuple):
    """The value for seat 0 lies between these."""

    low: float = -1.0
    high: float = 1.0


UNKNOWN_BOUNDS = Bounds()


class ProofNode:
    """A position, what follows it, and between which bounds its value lies."""

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
        """The moves, or those that are tried of a continuum; None before somebody has asked."""
        self.is_finite = True
        """Whether these are all."""
        self.after: list[ProofNode] = []
        """What follows the first of them: as many as were made."""
        self.best: ProofNode | None = None
        """What the seat to move makes sure of its bound with: it had that bound before."""
        self.order: list[ProofNode] | None = None
        """What follows, the most promising first."""
        self.round, self.depth, self.window, self.is_cut = 0, 0.0, UNKNOWN_BOUNDS, True
        """In which round it was looked at, how far and for which bounds; whether more plies may
        show more."""

    @property
    def value(self) -> float | None:
        """The value for seat 0, if it is proved."""
        return int(self.low) if self.low == self.high else None

    @property
    def is_made(self) -> bool:
        """Whether what follows each move is made."""
        return self.moves is not None and len(self.after) == len(self.moves)


def _low(at: ProofNode) -> float:
    return at.low


def _high(at: ProofNode) -> float:
    return at.high


class ProofGraph:
    """All positions of a search, and the search."""

    def __init__(self, start: State[Any], clock: Clock, width: int, candidates: Candidates) -> None:
        self.clock, self.width, self.candidates, self.rng = clock, width, candidates, Random(0)
        self.cap = start.options.get("max_plies")
        self.positions: dict[State[Any], ProofNode] = {}
        self.twins: defaultdict[Any, list[ProofNode]] = defaultdict(list)
        """The positions of each key, where repetitions are ties."""
        self.path: set[Any] = set()
        """The keys of the positions that are looked at just now."""
        self.round = 1
        self.nodes = 0
        """How many positions were looked at, each time counted."""
        self.most: float = inf
        """How many may be."""
        self.is_long = False
        """Whether a search came to a position that it did not look beyond."""
        self.made = 0
        """How often something new was made."""
        self.history: tuple[Any, ...] | None = None
        """The keys up to the first position, where repetitions are ties."""
        first: Any = start
        if is_dataclass(first) and hasattr(first, "key") and hasattr(first, "history"):
            self.history = (*first.history, first.key)
        self.start = self._new(start)

    def at(self, state: State[Any]) -> ProofNode:
        """Return the position of a state; there is one for all that are equal."""
        found = self.positions.get(state)
        if found is None:
            if self.history is not None:
                state = replace(state, history=self.history)  # type: ignore[type-var]  # a dataclass, seen above
            found = self._new(state)
            if found.moves is None or found.value is not None:  # a cap may be far on another path
                self.positions[state] = found
        return found

    def _new(self, state: State[Any]) -> ProofNode:
        is_over = state.outcome is not None
        key = state if self.history is None else state.key  # type: ignore[attr-defined]  # as above
        found = ProofNode(state, key, self._result(state) if is_over else UNKNOWN_BOUNDS)
        if is_over or state.turn == CHANCE:  # of what dice decide nothing is proved
            found.moves = ()
        elif self.history is not None:
            self.twins[key].append(found)
        return found

    def _result(self, state: State[Any]) -> Bounds:
        """Return a result twice; a length cap's is none."""
        winners = state.outcome.winners if state.outcome else frozenset()
        is_capped = isinstance(self.cap, int) and state.ply >= self.cap
        if not winners or (is_capped and len(winners) > 1):
            return UNKNOWN_BOUNDS
        value = 0.0 if len(winners) > 1 else 1.0 if 0 in winners else -1.0
        return Bounds(value, value)

    def moves_of(self, at: ProofNode) -> Sequence[Any]:
        """Return the moves of a position, listed once."""
        self._list(at)
        if at.moves is None:
            at.moves = self.candidates(at.state, self.width, self.rng)
        return at.moves

    def _list(self, at: ProofNode) -> None:
        """List the moves of a position, if they are not a continuum."""
        if at.moves is None:
            legal = at.state.legal_moves
            at.is_finite = legal.finite
            at.moves = list(legal) if legal.finite else None

    def _make(self, at: ProofNode, floor: float, roof: float) -> None:
        """Make what follows a position, until it can no longer matter."""
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
        """Take over what is known of what follows a position; say whether that is news."""
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
        """Take a new win back if it passes the key of the position again: no more than a tie."""
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
        """Say whether a won game can come to a key after these positions."""
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
        """Yield how many plies are done, round by round, until all is proved or nothing is left.

        It also yields when the time is over, or so many positions are looked at as may be, and goes
        on from there.
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
        """Do some work, until so many positions were looked at; say if the time was enough."""
        limit, self.most = self.most, min(self.most, end)
        try:
            work()
        except OutOfTimeError:
            return self.nodes > end
        finally:
            self.most = limit
        return True

    def bound(self, at: ProofNode, depth: float, floor: float = -1.0, roof: float = 1.0) -> None:
        """Look so many plies ahead for bounds of a position, as far as they lie between two."""
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
        """Look at what follows, until it can no longer matter."""
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
        """Return how many replies a position leaves: the fewer, the sooner it is looked at."""
        self._list(at)
        return len(at.moves or ()) if at.is_finite else 0

    # --- Circles ----------------------------------------------------------------------------------

    def settle(self, starts: Iterable[ProofNode]) -> None:
        """Make all that can follow, and find by retrograde analysis what it is worth."""
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
        """Return all positions whose value is open, each with those that come before it."""
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
        """Ask of positions whether there is news, and again of those before where there is."""
        queue = list(starts)
        while queue:
            self._count()
            at = queue.pop()
            if is_news(at):
                queue += before[at]


def _leaves(safe: set[ProofNode], seat: Seat, at: ProofNode) -> bool:
    """Take a position from those where a seat can go round for ever, if it cannot."""
    sign = 1 if seat == 0 else -1
    holds = (each in safe or (each.low if sign > 0 else -each.high) >= 0 for each in at.after)
    if at not in safe or (any(holds) if at.turn == seat else at.is_finite and all(holds)):
        return False
    safe.discard(at)
    return True


def _unchecked_play(state: State[Any]) -> Callable[[Any], State[Any]]:
    """Return what plays a legal move, without asking whether it is, where the game has that."""
    if isinstance(state, GameState) and type(state).play is GameState.play:
        return state.after
    return state.play
