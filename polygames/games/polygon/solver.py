"""A solver for Polygon: a proof-number search with replayable proofs.

`proofs.dfpn` explains the search. Its result is a proof up to two gaps. Whether a point is on a
line is decided by floats and a residue modulo a prime (see `engine.compiled_rules`), and positions
are identified by keys of 128 bits. `proof_of` returns the winning strategy, and `proof.check_proof`
replays it with exact points and without a table, which closes both gaps.

RULES.md beside this file lists the results for regular polygons and how to replay their proofs;
`benchmarks/studies/polygon_outcomes.py` continues the list.

A game can be endless. The length cap ends it without a winner, and such a line proves nothing.
So there are three answers: seat 0 wins, seat 1 wins, not proved.
"""

from __future__ import annotations

from itertools import chain, islice, takewhile
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from polygames.core.analysis import Solution
from polygames.core.errors import OptionError
from polygames.games.polygon.proofs.pn_search import BestFirstBranch
from polygames.games.polygon.proofs.proof import Proof, ProofError, longest_defence
from polygames.games.polygon.proofs.root_search import Engines, Root, value_of_winner
from polygames.games.polygon.rules import Claim
from polygames.runtime.clock import UNLIMITED_STEPS, Clock, SearchClock
from polygames.runtime.interrupts import run_interruptible
from polygames.runtime.jit import HAS_NUMBA
from polygames.runtime.progress import progress as shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from polygames.games.polygon.proofs.root_search import RootMove
    from polygames.games.polygon.rules import Move, PolygonGame

T = TypeVar("T")

FIRST_ENGINE_POSITIONS = 300
"""Positions that the best-first engine searches before the compiled one is loaded."""
BEST_FIRST_STEP = 20
"""Positions in one call of the best-first engine."""
POSITIONS_PER_CALL = 50_000
"""Maximum number of positions in one call of the compiled engine."""
FIRST_STEP = 200
"""Positions in the first call of the compiled engine for a root move."""
STEPS_PER_REPLY_COUNT, STEPS_PER_SLOW_POSITION = 1000, 300
"""The work, in steps, to count the replies to a move, and to search a position that does not fit
the compiled engine. Each position of the compiled engine is one step."""
MAX_SHOWN_LINE_MOVES = 64
"""Maximum number of moves in a line that is shown."""


def solve(
    state: PolygonGame,
    *,
    seconds: float | None = 10,
    progress: bool = True,
    every_move: bool = False,
    memory: int = 64,
    stop: Event | None = None,
) -> Solution:
    """Search for a proof of which player wins a position, within a time limit.

    Parameters
    ----------
    state, seconds, progress, every_move
        See `polygames.solve`; a step of the bar is up to 50,000 positions.
    memory
        The approximate size of the transposition table in megabytes.
    stop
        An event that ends the search, set from any thread; the results so far are returned.
        Ctrl-C does the same.

    Returns
    -------
    Solution
        Its `value` is None if nothing was proved. A game that is over has its value, unless it
        ended unfinished, and no best move.

    Raises
    ------
    KeyboardInterrupt
        After a second Ctrl-C within two seconds. It also ends a program that would continue with
        another position.

    Examples
    --------
    >>> pg.solve(pg.new("polygon", n=6)).best
    Draw(start='A', end='D')
    """
    options = {"progress": progress, "every_move": every_move}
    return _search(Solver.solution, state, seconds, memory, stop, options)


def proof_of(
    state: PolygonGame,
    *,
    seconds: float | None = None,
    progress: bool = True,
    memory: int = 64,
    stop: Event | None = None,
) -> Proof | None:
    """Return a proof of which player wins; None if none is found in time.

    Parameters and errors are those of `solve`. Ctrl-C ends the search without a proof.
    Writing a proof takes about as long as finding it. The result is also None if the game is over.
    """
    return _search(Solver.proof, state, seconds, memory, stop, {"progress": progress})


def _search(
    result_of: Callable[[Solver], T],
    state: PolygonGame,
    seconds: float | None,
    memory: int,
    stop: Event | None,
    options: dict[str, bool],
) -> T:
    """Search with options of `Solver.search`, and return a result of the solver.

    An interrupt ends the search, and the reading of the result.
    """
    solver = Solver(state, SearchClock(seconds, stop), memory)

    def work() -> T:
        solver.search(**options)
        return result_of(solver)

    return run_interruptible(work, solver.end_event)


class Solver:
    """A search for a proof of the winner of a position; a second call of `run` continues it.

    The limit of positions is about `max_nodes`, and the limit of time is `clock`, by default none.
    `memory` is that of `solve`.
    """

    MAX_READING_SECONDS, MIN_READING_SECONDS = 2.0, 0.05
    """The most and the least time to reconstruct the lines to show, in seconds."""

    def __init__(
        self,
        state: PolygonGame,
        clock: Clock | None = None,
        memory: int = 64,
        max_nodes: int | None = None,
    ) -> None:
        self.state = state
        self.clock = Clock(None) if clock is None else clock  # a clock that has ended is false
        self.max_nodes = max_nodes
        self.end_event = Event()
        """Set by an interrupt, which ends the search."""
        self.engines = Engines(memory, self.end_event)
        self.root = Root(state)
        self._new_nodes = iter(self.root.moves)
        self._slices: Iterator[None] | None = None
        self.nodes = 0
        """The number of positions searched."""
        self.steps_done, self.budget = 0, UNLIMITED_STEPS
        """The work done and its limit, in steps."""
        self.first_try = FIRST_ENGINE_POSITIONS

    # --- The search -------------------------------------------------------------------------------

    def run(self, *, progress: bool = True, every_move: bool = False) -> None:
        """Search until the winner (or every move's value) is proved or time runs out.

        An interrupt (Ctrl-C) ends it, too: then `is_interrupted` is True.
        """
        self.end_event.clear()
        run_interruptible(
            lambda: self.search(progress=progress, every_move=every_move), self.end_event
        )

    def search(self, *, progress: bool = True, every_move: bool = False) -> None:
        """Search as `run` does, but leave interrupts to the caller; see `runtime.interrupts`."""
        try:
            for _ in shown(
                self._iter_steps(every_move=every_move), "polygon: steps", is_shown=progress
            ):
                pass
        except KeyboardInterrupt:  # by a handler of signals that is not ours
            self.end_event.set()

    def advance(self, nodes: int, *, every_move: bool = False) -> bool:
        """Continue the search to a total of `nodes` positions; return False if it is finished.

        Raise KeyboardInterrupt if it was interrupted.
        """
        if self._slices is None:
            self._slices = self._iter_steps(every_move=every_move)
        slices = self._slices

        def work() -> bool:
            is_going_on = True
            while is_going_on and self.nodes < nodes and self._has_time():
                is_going_on = next(slices, False) is None
            return is_going_on

        is_going_on = run_interruptible(work, self.end_event)
        if self.is_interrupted:
            raise KeyboardInterrupt
        return is_going_on and self._has_time()

    @property
    def is_interrupted(self) -> bool:
        """True if an interrupt ended the search."""
        return self.end_event.is_set()

    def _has_time(self) -> bool:
        has_more = self.steps_done < self.budget and (
            self.max_nodes is None or self.nodes < self.max_nodes
        )
        return has_more and bool(self.clock) and not self.end_event.is_set()

    def _iter_steps(self, *, every_move: bool) -> Iterator[None]:
        """Search step by step, always the root move closest to a win; yield after each step."""
        while self._has_time() and (move := next(self._new_nodes, None)) is not None:
            move.count_replies()
            self.steps_done += STEPS_PER_REPLY_COUNT
        while self._has_time() and (move := self.root.next_move(every_move=every_move)) is not None:
            is_large = self.engines.compiled is None and self.nodes >= self.first_try
            if is_large and HAS_NUMBA and not self._load_engine():
                return
            if move.branch is None:
                move.branch = self.engines.branch(move.state, move.attacker, self._has_time)
            self._advance_move(move)
            yield

    def _load_engine(self) -> bool:
        """Switch to the compiled engine and reset the branches; return False if stopped."""
        if not self.engines.load(self.root.moves[0].state, self.clock):
            return False
        for move in self.root.moves:
            move.branch = None
        return True

    def _advance_move(self, move: RootMove) -> None:
        branch = move.branch
        assert branch is not None  # noqa: S101 - made just now
        before, is_slow = branch.nodes, isinstance(branch, BestFirstBranch)
        if is_slow:
            move.advance(BEST_FIRST_STEP)
        else:
            with self.engines.stop_on_timeout(self.clock):
                move.advance(min(POSITIONS_PER_CALL, max(FIRST_STEP, before // 2)))
        self.nodes += branch.nodes - before
        is_first = HAS_NUMBA and self.engines.compiled is None
        self.steps_done += (branch.nodes - before) * (
            STEPS_PER_SLOW_POSITION if is_slow and not is_first else 1
        )

    # --- Results ----------------------------------------------------------------------------------

    @property
    def winner(self) -> int | None:
        """The seat that has won or is proved to win, or None if there is none."""
        return self.root.winner

    def values(self) -> dict[Move, float]:
        """Return the value for seat 0 of each root move that is proved."""
        return self.root.values()

    def best_move(self) -> Move:
        """Return a winning move; if all lose, the hardest to refute; else the closest to a win.

        Raise OptionError if the game is over.
        """
        if self.root.is_over:
            msg = f"there is no best move, the game is over: {self.state.outcome}"
            raise OptionError(msg)
        best = self.root.best_move
        return Claim() if best is None else best.move

    def solution(self) -> Solution:
        """Return the result of the search so far."""
        winner, values = self.winner, self.values()
        if self.state.outcome is not None:
            value = None if winner is None else value_of_winner(winner)
            return Solution(value, note=f"the game is over: {self.state.outcome}")
        if winner is None:
            return Solution(None, nodes=self.nodes, values=values, note=self._unsolved_note())
        line = tuple(self._iter_line())
        return Solution(
            value_of_winner(winner), line[0], line, self.nodes, values, "proof-number search"
        )

    def _unsolved_note(self) -> str:
        if self.is_interrupted:
            return "interrupted before there was a proof"
        if not self.clock:
            return "not proved in time"
        return "not proved: lines that matter end at the length cap, or floats do not tell"

    @property
    def reading_clock(self) -> Clock:
        """A clock that limits the time spent reading lines of moves from proofs.

        It has no limit if work is counted in steps instead of seconds.
        """
        left = (
            self.MAX_READING_SECONDS
            if self.clock.seconds_left is None
            else max(self.MIN_READING_SECONDS, self.clock.seconds_left)
        )
        return Clock(
            min(self.MAX_READING_SECONDS, left) if self.budget == UNLIMITED_STEPS else None
        )

    def longest_line(
        self, root_move: RootMove, max_positions: int, clock: Clock
    ) -> tuple[Move, ...]:
        """Return the longest line in the proof of a root move, beginning with that move.

        It is empty if the proof has more than `max_positions` positions or the clock runs out.
        """
        assert root_move.winner is not None  # noqa: S101 - it is proved
        with self.engines.stop_on_timeout(clock) as until:
            places = chain.from_iterable(self.engines.winning_indices(root_move, until, 64))
            in_time = takewhile(lambda _: bool(until), places)
            try:
                last = longest_defence(root_move.state, root_move.winner, in_time, max_positions)
            except ProofError:  # the time was over
                return ()
        if last is None:
            return ()
        claim = (Claim(),) if last.rules.claim else ()
        return (*last.moves[self.state.ply :], *claim)

    def _iter_line(self) -> Iterator[Move]:
        """Yield the first moves of a game in the proof; the loser plays the first legal move."""
        best = self.root.best_move
        if best is None:
            yield Claim()  # nothing else is left
            return
        yield best.move
        state = best.state
        with self.engines.stop_on_timeout(self.reading_clock) as until:
            pieces = self.engines.winning_indices(best, until, MAX_SHOWN_LINE_MOVES)
            places = iter(list(islice(chain.from_iterable(pieces), MAX_SHOWN_LINE_MOVES)))
        while state.segments:
            place = next(places, None) if state.turn == self.winner else 0
            if place is None:
                return
            segment = state.segments[place]
            yield state.draw(*segment)
            state = state.with_segment(*segment)
        if state.rules.claim:
            yield Claim()

    # --- The proof --------------------------------------------------------------------------------

    def proof(self) -> Proof | None:
        """Return the proof; None if there is none or time runs out."""
        winner = self.winner
        if winner is None or self.root.is_over:
            return None
        moves, places = self.root.moves, list[int]()
        if winner == self.state.turn:
            best = self.root.best_move
            assert best is not None  # noqa: S101 - it wins
            moves, places = [best], [best.group[0]]
        with self.engines.stop_on_timeout(self.clock) as until:
            for move in moves:
                for piece in self.engines.winning_indices(move, until):
                    places += piece
                if not until:
                    return None
        return Proof.from_indices(self.state, winner, places)
