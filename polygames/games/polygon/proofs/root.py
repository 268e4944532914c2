"""The root of a search for a proof: its moves, what is known of each, and which engine searches."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from polygames.core.options import refuse, whole
from polygames.games.polygon.proofs.best_first import (
    INFINITE_PROOF_NUMBER,
    BestFirstBranch,
    winner_of,
)
from polygames.games.polygon.proofs.checkpoint import Kept, costliest
from polygames.games.polygon.proofs.proof import ProofError
from polygames.games.polygon.rules import Claim
from polygames.games.polygon.symmetry import orbits
from polygames.runtime.clock import Clock, Until, Watch, left_running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    from polygames.games.polygon.proofs.best_first import Branch
    from polygames.games.polygon.proofs.dfpn import HashTable
    from polygames.games.polygon.rules import Move, PolygonGame

MOST_MEMORY = 1 << 16
UNTIL_SETTLED = 1 << 30
"""A budget that no search reaches."""


class RootMove:
    """A move with those that a symmetry makes the same, and the search in the position after it.

    `group` are the places of the move and its images in `state.segments`.
    """

    def __init__(self, state: PolygonGame, group: Sequence[int]) -> None:
        self.before = state
        self.group = group
        self.winner: int | None = None
        self.is_stuck = state.ply + 1 >= state.rules.max_plies
        """Whether nothing can be proved, by length caps."""
        self.attacker = 1 - state.turn
        self.branch: Branch | None = None
        self.replies = INFINITE_PROOF_NUMBER
        """How many moves there are after it; nobody knows before `count_replies`."""

    @cached_property
    def state(self) -> PolygonGame:
        """The position after the move."""
        return self.before.joined(*self.before.segments[self.group[0]])

    @property
    def move(self) -> Move:
        """The move."""
        return self.before.draw(*self.before.segments[self.group[0]])

    def count_replies(self) -> None:
        """See how many replies there are: none ends the game."""
        self.replies = len(self.state.segments)
        if not (self.is_stuck or self.replies):
            self.winner = self.before.turn

    @property
    def is_solved(self) -> bool:
        """Whether nothing more can be found out."""
        return self.is_stuck or self.winner is not None

    @property
    def distance(self) -> tuple[int, int]:
        """How far it is from a proof that the one who made the move wins."""
        if self.branch is None:
            return self.replies, 0
        return self.branch.delta, self.branch.nodes

    @property
    def nodes(self) -> int:
        """How many positions the search after it has looked at."""
        return 0 if self.branch is None else self.branch.nodes

    @property
    def kept(self) -> Kept:
        """What there is to keep on disk."""
        leaves = 0 if self.branch is None else self.branch.open_leaves
        return Kept(self.winner, self.is_stuck, self.attacker, self.nodes, leaves)

    def advance(self, budget: int) -> None:
        """Search on, and see what follows."""
        branch = self.branch
        assert branch is not None  # noqa: S101 - the solver gave it one
        branch.advance(budget)
        winner = winner_of(branch, self.state)
        if winner is None:
            return
        if winner == self.attacker or not branch.open_leaves:
            self.winner = winner
        elif self.attacker == self.before.turn:
            self.is_stuck = True
        else:  # whether the other one wins is another question
            self.attacker, self.branch = 1 - self.attacker, None


class Root:
    """The position to solve; a game that is over has no moves."""

    def __init__(self, state: PolygonGame) -> None:
        self.state = state
        self.is_over = state.outcome is not None
        self.moves = [] if self.is_over else [RootMove(state, group) for group in orbits(state)]

    @property
    def winner(self) -> int | None:
        """The seat that is proved to win; after the end the one that has won."""
        if self.state.outcome is not None:
            return min(self.state.outcome.winners, default=None)
        winners = [move.winner for move in self.moves]
        mover = self.state.turn
        if mover in winners:
            return mover
        return None if None in winners else 1 - mover

    def next(self, *, every_move: bool) -> RootMove | None:
        """Return the move to look into: the one that is nearest to a win."""
        if not every_move and self.winner is not None:
            return None
        left = [move for move in self.moves if not move.is_solved]
        return min(left, key=lambda move: move.distance, default=None)

    @property
    def best(self) -> RootMove | None:
        """The winning move; if all lose, the one that took the most work; else the nearest."""
        won = self.won
        if won or self.winner is None:
            return min(won or self.moves, key=lambda move: move.distance, default=None)
        return max(self.moves, key=lambda move: move.nodes, default=None)

    @property
    def won(self) -> list[RootMove]:
        """The moves that are proved to win."""
        return [move for move in self.moves if move.winner == self.state.turn]

    def values(self) -> dict[Move, float]:
        """Return the value for seat 0 of each move that is proved."""
        values: dict[int, float] = {}
        for root_move in self.moves:
            if root_move.winner is not None:
                values |= dict.fromkeys(root_move.group, value_of(root_move.winner))
        moves: dict[Move, float] = {}
        for k in sorted(values):
            moves[self.state.draw(*self.state.segments[k])] = values[k]
        if self.state.rules.claim and not self.is_over:
            moves[Claim()] = value_of(1 - self.state.turn)
        return moves


def value_of(winner: int) -> int:
    """Return the value, for seat 0, of a position that a seat wins."""
    return 1 - 2 * winner


class Engines:
    """The best-first engine of `best_first` and, once `load` was called, the compiled df-pn."""

    def __init__(self, memory: int, ended: Event) -> None:
        self.memory = whole("the memory of a solver in megabytes", memory, 1, MOST_MEMORY)
        self.ended = ended
        self.compiled: Any = None
        """The df-pn engine, or None before it is loaded."""
        self.kept: HashTable | None = None
        """Rows of a table that wait for it."""

    def load(self, state: PolygonGame, clock: Clock) -> bool:
        """Load the compiled engine; False if there was no time to, or it was stopped.

        To compile it takes seconds, once on a machine: it goes on where there is no time for it.
        """
        from polygames.games.polygon.engine.moves import replies_ahead
        from polygames.games.polygon.proofs.dfpn import DepthFirst, store_all

        def warm_up() -> None:
            with suppress(OverflowError):  # a table of its own: what it meets is not counted
                DepthFirst(0).branch(state, 0).advance(1)
                replies_ahead(
                    state, most=1
                )  # to say what speaks for a move asks it, and may not wait

        with clock.uncounted():
            if not left_running(warm_up, Until(clock, self.ended)):
                return False
            try:
                self.compiled = DepthFirst(self.memory)
            except MemoryError:
                refuse(
                    "the memory of a solver in megabytes",
                    "must be no more than there is",
                    self.memory,
                )
            if self.kept is not None:
                store_all(self.compiled.table, self.kept)
                self.kept = None
        return True

    @property
    def rows_to_keep(self) -> HashTable | None:
        """What a checkpoint keeps of the transposition table."""
        return self.kept if self.compiled is None else costliest(self.compiled.table)

    def branch(self, state: PolygonGame, attacker: int, has_time: Callable[[], bool]) -> Branch:
        """Return a search in a position, compiled if that is loaded and the position fits."""
        if self.compiled is not None:
            with suppress(OverflowError):
                branch: Branch = self.compiled.branch(state, attacker)
                return branch
        return BestFirstBranch(state, attacker, has_time)

    @contextmanager
    def watched(self, clock: Clock) -> Iterator[Until]:
        """Stop the compiled engine when a clock says so, or an interrupt."""
        until = Until(clock, self.ended)
        watch = (
            nullcontext() if self.compiled is None else Watch.for_flag(until, self.compiled.stop)
        )
        with watch:
            yield until

    def winning_places(
        self, move: RootMove, until: Until, piece: int = 1 << 16
    ) -> Iterator[Sequence[int]]:
        """Yield the winner's moves after a root move, so many at once; fewer if the time is over.

        ProofError if the move is not what it is said to be.
        """
        if not move.state.segments:
            return
        branch = move.branch
        if branch is None or winner_of(branch, move.state) is None:
            move.branch = branch = self.branch(move.state, move.attacker, until.__bool__)
            branch.advance(UNTIL_SETTLED)
        found = winner_of(branch, move.state)
        if found is None and not until:
            return
        if found != move.winner:
            msg = f"there is no proof that the move {move.move} is what it is said"
            raise ProofError(msg)
        yield from branch.choices(piece)
