"""The root of a proof search: its moves, the results so far, and the choice of engine."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext, suppress
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from polygames.core.options import raise_option_error, whole
from polygames.games.polygon.proofs.pn_search import (
    INFINITE_PROOF_NUMBER,
    BestFirstBranch,
)
from polygames.games.polygon.proofs.proof import ProofError
from polygames.games.polygon.rules import Claim
from polygames.games.polygon.symmetry import orbits
from polygames.runtime.clock import Clock, ClockWatcher, FlagClock, run_in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    from polygames.games.polygon.proofs.dfpn import DepthFirst, DepthFirstBranch
    from polygames.games.polygon.rules import Move, PolygonGame

    Branch: TypeAlias = BestFirstBranch | DepthFirstBranch

MAX_MEMORY_MB = 1 << 16
UNLIMITED_BUDGET = 1 << 30
"""A budget that no search uses up."""


def winner_of(branch: Branch, state: PolygonGame) -> int | None:
    """Return the seat that a search has proved to win, or None if nothing is proved."""
    if branch.phi and branch.delta:
        return None
    return state.turn if branch.phi == 0 else 1 - state.turn


class RootMove:
    """A move in the position to solve, with its symmetric images and the search after it.

    `group` are the indices of the move and its images in `state.segments`.
    """

    def __init__(self, state: PolygonGame, group: Sequence[int]) -> None:
        self.parent_state = state
        self.group = group
        self.winner: int | None = None
        self.is_stuck = state.ply + 1 >= state.rules.max_plies
        """Whether the length cap prevents a proof."""
        self.attacker = 1 - state.turn
        self.branch: Branch | None = None
        self.replies = INFINITE_PROOF_NUMBER
        """The number of replies, once `count_replies` was called."""

    @cached_property
    def state(self) -> PolygonGame:
        """The position after the move."""
        return self.parent_state.with_segment(*self.parent_state.segments[self.group[0]])

    @property
    def move(self) -> Move:
        """The move itself: the first of its group of symmetric moves."""
        return self.parent_state.draw(*self.parent_state.segments[self.group[0]])

    def count_replies(self) -> None:
        """Count the opponent's replies; if there are none, the move wins."""
        self.replies = len(self.state.segments)
        if not (self.is_stuck or self.replies):
            self.winner = self.parent_state.turn

    @property
    def is_solved(self) -> bool:
        """Whether the search of this move is finished, with or without a proof."""
        return self.is_stuck or self.winner is not None

    @property
    def distance(self) -> tuple[int, int]:
        """A sort key: the proof number of a win by this move, then the positions searched."""
        if self.branch is None:
            return self.replies, 0
        return self.branch.delta, self.branch.nodes

    @property
    def nodes(self) -> int:
        """The number of positions searched after the move."""
        return 0 if self.branch is None else self.branch.nodes

    def advance(self, budget: int) -> None:
        """Search `budget` more positions and update the result."""
        branch = self.branch
        assert branch is not None  # noqa: S101 - the solver gave it one
        branch.advance(budget)
        winner = winner_of(branch, self.state)
        if winner is None:
            return
        if winner == self.attacker or not branch.open_leaves:
            self.winner = winner
        elif self.attacker == self.parent_state.turn:
            self.is_stuck = True
        else:  # a win of the other seat needs a new search
            self.attacker, self.branch = 1 - self.attacker, None


class Root:
    """The position to solve, with its root moves; a game that is over has none."""

    def __init__(self, state: PolygonGame) -> None:
        self.state = state
        self.is_over = state.outcome is not None
        self.moves = [] if self.is_over else [RootMove(state, group) for group in orbits(state)]

    @property
    def winner(self) -> int | None:
        """The seat that has won or is proved to win, or None if there is none."""
        if self.state.outcome is not None:
            return min(self.state.outcome.winners, default=None)
        winners = [move.winner for move in self.moves]
        mover = self.state.turn
        if mover in winners:
            return mover
        return None if None in winners else 1 - mover

    def next_move(self, *, every_move: bool) -> RootMove | None:
        """Return the unsolved move closest to a proved win; None if nothing is left to search."""
        if not every_move and self.winner is not None:
            return None
        left = [move for move in self.moves if not move.is_solved]
        return min(left, key=lambda move: move.distance, default=None)

    @property
    def best_move(self) -> RootMove | None:
        """A winning move; if all lose, the most searched one; otherwise the closest to a win."""
        won = self.winning_moves
        if won or self.winner is None:
            return min(won or self.moves, key=lambda move: move.distance, default=None)
        return max(self.moves, key=lambda move: move.nodes, default=None)

    @property
    def winning_moves(self) -> list[RootMove]:
        """The moves that are proved to win."""
        return [move for move in self.moves if move.winner == self.state.turn]

    def values(self) -> dict[Move, float]:
        """Return the value for seat 0 of each move that is proved."""
        values: dict[int, float] = {}
        for root_move in self.moves:
            if root_move.winner is not None:
                values |= dict.fromkeys(root_move.group, value_of_winner(root_move.winner))
        moves: dict[Move, float] = {}
        for k in sorted(values):
            moves[self.state.draw(*self.state.segments[k])] = values[k]
        if self.state.rules.claim and not self.is_over:
            moves[Claim()] = value_of_winner(1 - self.state.turn)
        return moves


def value_of_winner(winner: int) -> int:
    """Return the value of a won game for seat 0: 1 if seat 0 wins, -1 if seat 1 wins."""
    return 1 - 2 * winner


class Engines:
    """The two search engines: best-first, and compiled depth-first (df-pn) once it is loaded."""

    def __init__(self, memory: int, end_event: Event) -> None:
        self.memory = whole("the option memory (in megabytes)", memory, 1, MAX_MEMORY_MB)
        self.end_event = end_event
        self.compiled: DepthFirst | None = None
        """The df-pn engine, or None before it is loaded."""

    def load(self, state: PolygonGame, clock: Clock) -> bool:
        """Load the compiled engine; return False if the time ran out or loading was stopped.

        The first compilation on a machine takes seconds; it continues if the time runs out.
        """
        from polygames.games.polygon.engine.compiled_rules import reply_counts
        from polygames.games.polygon.proofs.dfpn import DepthFirst

        def warm_up() -> None:
            with suppress(OverflowError):  # in a table of its own
                DepthFirst(0).branch(state, 0).advance(1)
                reply_counts(
                    state, max_positions=1
                )  # `reasons_for_move` calls it and must not wait for numba

        with clock.exclude_compilation():
            if not run_in_thread(warm_up, FlagClock(clock, self.end_event)):
                return False
            try:
                self.compiled = DepthFirst(self.memory)
            except MemoryError:
                raise_option_error(
                    "the option memory",
                    "must be less than the free memory in megabytes",
                    self.memory,
                )
        return True

    def branch(self, state: PolygonGame, attacker: int, has_time: Callable[[], bool]) -> Branch:
        """Return a proof search of a position.

        It is compiled if the compiled engine is loaded and the position fits the arrays.
        """
        if self.compiled is not None:
            with suppress(OverflowError):
                return self.compiled.branch(state, attacker)
        return BestFirstBranch(state, attacker, has_time)

    @contextmanager
    def stop_on_timeout(self, clock: Clock) -> Iterator[FlagClock]:
        """Return a context that stops the compiled engine on an interrupt or a timeout."""
        until = FlagClock(clock, self.end_event)
        watch = (
            nullcontext()
            if self.compiled is None
            else ClockWatcher.for_flag(until, self.compiled.stop)
        )
        with watch:
            yield until

    def winning_indices(
        self, move: RootMove, until: FlagClock, batch_size: int = 1 << 16
    ) -> Iterator[Sequence[int]]:
        """Yield the indices of the winner's moves after a root move, in batches.

        There are fewer if the time is over. Raise ProofError if the winner is not that of the move.
        """
        if not move.state.segments:
            return
        branch = move.branch
        if branch is None or winner_of(branch, move.state) is None:
            move.branch = branch = self.branch(move.state, move.attacker, until.__bool__)
            branch.advance(UNLIMITED_BUDGET)
        found = winner_of(branch, move.state)
        if found is None and not until:
            return
        if found != move.winner:
            msg = f"the proof of the move {move.move} gives another result than the search"
            raise ProofError(msg)
        yield from branch.winner_moves(batch_size)
