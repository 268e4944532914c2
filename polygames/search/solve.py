"""Proofs: the value of a position with best play, or "not proved".

Every position has a lower and an upper bound on its value for seat 0. If the game is over, both are
the result; if the position has not been searched, they are -1 and +1. The player to move takes the
best bounds among the moves, so a proved value holds whatever lies deeper. Three things count as
open: a position that is on the path already (a proof never needs to go round in a circle), a game
that was ended by a limit on moves, and moves of a continuum that were not tried.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core import registry
from polygames.core.analysis import Solution
from polygames.core.errors import OptionError
from polygames.core.game_info import check_options
from polygames.core.options import whole
from polygames.core.protocol import CHANCE
from polygames.records.position import parted, start_of
from polygames.runtime.clock import Clock, OutOfTimeError, thinking_time, width_of
from polygames.search.minimax import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random
    from threading import Event

    from polygames.core.protocol import State
    from polygames.records.position import Options, Position
    from polygames.search.minimax import Candidates


class Bounds(NamedTuple):
    """The value for seat 0 lies between these."""

    low: float = -1.0
    high: float = 1.0


OPEN = Bounds()


def solve(
    state: Position,
    *,
    seconds: float | None = 10,
    progress: bool = False,
    options: Options = None,
    **more: Any,
) -> Solution:
    """Prove the value of a position with best play, as far as time allows.

    Parameters
    ----------
    state
        The name of a game, a state, a record or a file of one: a position without dice, for two
        players (in Territory, also for one).
    seconds
        The time to look for a proof; None searches until there is one.
    progress
        Whether to show a bar.
    options
        Those of a game that is named; see `polygames.records.position.Options`.
    **more
        Options of the game's own solver, if it has one, and of the game, where the solver has none
        of that name.

    Returns
    -------
    Solution
        Its `value` is None if nothing was proved in time. Ctrl-C (or Interrupt Kernel) ends the
        search and keeps what was proved.

    Raises
    ------
    OptionError
        If the game has dice or more than two players.

    Examples
    --------
    >>> board = ["BwW.", "..b.", "..wb"]
    >>> pg.solve(pg.new("splinter", board=board), seconds=5)
    value for seat 0: 1 (1 won, 0 tie, -1 lost); best: b3-c3; line: b3-c3; 2 positions
    """
    start = start_of(state, options)
    solver: Callable[..., Solution] = registry.game(start.game).engine.solver or prove
    own, rest = parted(solver, more)
    if start.given is not None:
        check_options(solver, rest, f"the solver of {start.game}")
    position = start.also(rest).state()
    return solver(position, seconds=thinking_time(seconds), progress=progress, **own)


def prove(
    state: State[Any],
    *,
    seconds: float | None = 10,
    progress: bool = False,
    depth: int = 400,
    width: int = 60,
    candidates: Candidates = spread,
    stop: Event | None = None,
) -> Solution:
    """Prove a value by the rules alone, looking further ahead again and again.

    Parameters
    ----------
    state, seconds, progress
        See `solve`, also for what is raised.
    depth
        How many plies to look ahead at most.
    width, candidates
        How many moves of a continuum to try, and which: they can prove that a player reaches a
        value, never that it cannot.
    stop
        Set it, from any thread, to end the search and return what is proved by then, as an
        interrupt (Ctrl-C, or Interrupt Kernel) does.

    Examples
    --------
    >>> found = prove(pg.new("polygon", n=5))
    >>> found.value, " ".join(map(str, found.line)), found.nodes
    (1, 'A-C C-E E-B B-D D-A', 110)
    >>> prove(pg.new("polygon", n=6), depth=2).note
    'not proved 2 plies ahead'
    """
    dice = state.outcome is None and (state.turn == CHANCE or state.chance_outcomes())
    if state.seats != 2 or dice:  # noqa: PLR2004 - a pair
        msg = f"a proof needs two seats and no dice: {state.game} has {state.seats} seats"
        raise OptionError(msg)
    width, depth = width_of(width), whole("depth", depth, 1)
    search = ProofSearch(state, Clock(seconds, stop), width, candidates)
    try:
        for _ in _shown(search.deepen(depth), show=progress):
            pass
    except KeyboardInterrupt:
        search.note = "interrupted before there was a proof"
    return search.solution()


def _shown(depths: Iterator[int], *, show: bool) -> Iterator[int]:
    from polygames.runtime.progress import progress

    return progress(depths, "plies ahead", show=show)


class ProofSearch:
    """One search for a proof; `known` holds what is proved whatever is not looked at."""

    def __init__(self, root: State[Any], clock: Clock, width: int, candidates: Candidates) -> None:
        from random import Random

        self.root, self.clock = root, clock
        self.width, self.candidates, self.rng = width, candidates, Random(0)
        self.known: dict[State[Any], Bounds] = {}
        self.best: dict[State[Any], Any] = {}
        self.path: set[State[Any]] = set()
        self.cap = root.options.get("max_plies")
        self.nodes = 0
        self.most: float = inf
        """How many positions to look at, at most."""
        self.is_cut = False
        """Whether looking further ahead may show more."""
        self.note = ""

    def deepen(self, most: int) -> Iterator[int]:
        """Look further and further ahead, until the value is known or nothing more can be."""
        for depth in range(1, most + 1):
            self.is_cut = False
            try:
                bounds = self.bounds(self.root, depth, OPEN)
            except OutOfTimeError:
                self.note = f"not proved in time, {depth - 1} plies ahead"
                return
            if bounds.low == bounds.high:
                return
            if not self.is_cut:
                self.note = "not proved: what is open are repetitions, length caps or untried lines"
                return
            yield depth
        self.note = f"not proved {most} plies ahead"

    def bounds(self, state: State[Any], depth: int, asked: Bounds) -> Bounds:
        """Return bounds of the value; they may stay wide where they cannot matter to `asked`."""
        self.nodes += 1
        if self.nodes > self.most or not self.clock:
            raise OutOfTimeError
        if state in self.path:
            return OPEN
        if state.outcome is not None:
            return self._result(state)
        known = self.known.get(state, OPEN)
        if known.low == known.high or known.low >= asked.high or known.high <= asked.low:
            return known
        if depth == 0:
            self.is_cut = True
            return known
        self.path.add(state)
        try:
            found = self._best(state, depth, asked)
        finally:
            self.path.discard(state)
        self.known[state] = both = Bounds(max(known.low, found.low), min(known.high, found.high))
        return both

    def _best(self, state: State[Any], depth: int, asked: Bounds) -> Bounds:
        """Return the best bounds of the moves, for the seat to move."""
        sign = 1 if state.turn == 0 else -1
        low, high, chosen, is_whole = -1.0, -1.0, None, state.legal_moves.finite
        floor, roof = (asked.low, asked.high) if sign > 0 else (-asked.high, -asked.low)
        for move in self._moves(state):
            window = Bounds(max(floor, low), roof)
            child = _for(sign, self.bounds(state.play(move), depth - 1, _for(sign, window)))
            high = max(high, child.high)
            if chosen is None or child.low > low:
                low, chosen = max(low, child.low), move
            if low >= roof:
                is_whole = False
                break
        self.best[state] = chosen
        return _for(sign, Bounds(low, high if is_whole else 1.0))  # an untried move may win

    def _moves(self, state: State[Any]) -> Sequence[Any]:
        moves = state.legal_moves
        listed = list(moves) if moves.finite else self.candidates(state, self.width, self.rng)
        first = self.best.get(state)
        if first is None or (moves.finite and first not in listed):  # see `core.state.wording`
            return listed
        return [first, *(m for m in listed if m != first)]

    def _result(self, state: State[Any]) -> Bounds:
        """Return a result twice; a length cap's is none."""
        winners = state.outcome.winners if state.outcome else frozenset()
        capped = isinstance(self.cap, int) and state.ply >= self.cap
        if not winners or (capped and len(winners) > 1):
            return OPEN
        value = 0.0 if len(winners) > 1 else 1.0 if 0 in winners else -1.0
        return Bounds(value, value)

    def solution(self) -> Solution:
        """Return what is proved."""
        state = self.root
        if state.outcome is not None:
            bounds = self._result(state)
            return Solution(_value(bounds), nodes=self.nodes, note="the game is over")
        moves = list(state.legal_moves) if state.legal_moves.finite else [self.best.get(state)]
        after = {move: self._after(state, move) for move in moves if move is not None}
        values = {move: value for move, value in after.items() if value is not None}
        value = _value(self.known.get(state, OPEN))
        line = tuple(self._line()) if value is not None else ()
        best = line[0] if line else self.best.get(state)
        return Solution(value, best, line, self.nodes, values, self.note)

    def _after(self, state: State[Any], move: Any) -> float | None:
        child = state.play(move)
        if child.outcome is not None:
            return _value(self._result(child))
        return _value(self.known.get(child, OPEN))

    def _line(self) -> Iterator[Any]:
        """Yield moves that keep the value; a line that comes back to a position ends there."""
        state, seen = self.root, set[Any]()
        value = _value(self.known.get(state, OPEN))
        while state.outcome is None and state not in seen:
            seen.add(state)
            moves = self._moves(state)
            move = next((m for m in moves if self._after(state, m) == value), None)
            if move is None:
                return
            yield move
            state = state.play(move)


def _for(sign: int, bounds: Bounds) -> Bounds:
    """Return bounds for the other seat, if the sign is -1."""
    return bounds if sign > 0 else Bounds(-bounds.high, -bounds.low)


def _value(bounds: Bounds) -> float | None:
    return int(bounds.low) if bounds.low == bounds.high else None


DEEPEST = 400
CANDIDATES = 60
"""How many moves of a continuum to try."""


class MoveProofs:
    """Proves one move after the other, a ply deeper each time; what is proved stays so.

    It takes a position of two seats without dice; `values` holds the value for seat 0 after each
    move that is proved. For `width` and `candidates` see `prove`.
    """

    def __init__(
        self,
        state: State[Any],
        rng: Random,
        width: int = CANDIDATES,
        candidates: Candidates = spread,
    ) -> None:
        self.state = state
        listed = list(state.legal_moves) if state.legal_moves.finite else None
        self.moves = candidates(state, width, rng) if listed is None else listed
        self.values: dict[Any, float] = {}
        self.depth = 1
        """How many plies are looked ahead now."""
        self.is_over = False
        """Whether looking further ahead would show nothing more."""
        self._search = ProofSearch(state, Clock(None), width, candidates)
        self._search.path.add(state)
        self._left = list(self.moves)

    def advance(self, nodes: int, clock: Clock | None = None) -> None:
        """Look at so many more positions, or until a clock says stop."""
        search = self._search
        search.clock = clock or Clock(None)
        search.most = search.nodes + nodes
        try:
            while not self.is_over:
                self._try_all()
        except OutOfTimeError:
            pass

    def _try_all(self) -> None:
        """Look so many plies ahead after each move that is open, then one more."""
        search = self._search
        if not self._left:
            self._next_depth()
        while self._left:
            move = self._left[0]
            bounds = search.bounds(self.state.play(move), self.depth - 1, OPEN)
            if bounds.low == bounds.high:
                self.values[move] = float(bounds.low)
            self._left.pop(0)
        if not search.is_cut or self.depth >= DEEPEST or len(self.values) == len(self.moves):
            self.is_over = True

    def _next_depth(self) -> None:
        self.depth += 1
        self._search.is_cut = False
        self._left = [move for move in self.moves if move not in self.values]
