"""Which of the two proof-number engines searches: the compiled one, once it is loaded."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from polygames.core.options import refuse, whole
from polygames.games.polygon.proofs.best_first import BestFirstBranch
from polygames.games.polygon.proofs.branch import winner_of
from polygames.games.polygon.proofs.checkpoint import costliest
from polygames.games.polygon.proofs.proof import ProofError
from polygames.runtime.background import Until, left_running
from polygames.runtime.clock import Clock, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    from polygames.games.polygon.proofs.branch import Branch
    from polygames.games.polygon.proofs.root import RootMove
    from polygames.games.polygon.proofs.transposition import Table
    from polygames.games.polygon.rules import PolygonGame

MOST_MEMORY = 1 << 16
UNTIL_SETTLED = 1 << 30
"""A budget that no search reaches."""


class Engines:
    """The best-first engine of `best_first` and, once `load` was called, the compiled df-pn.

    Parameters
    ----------
    memory
        About how many megabytes the transposition table takes.
    ended
        Set by an interrupt.
    """

    def __init__(self, memory: int, ended: Event) -> None:
        self.memory = whole("the memory of a solver in megabytes", memory, 1, MOST_MEMORY)
        self.ended = ended
        self.compiled: Any = None
        """The df-pn engine, or None before it is loaded."""
        self.kept: Table | None = None
        """Rows of a table that wait for it."""

    def load(self, state: PolygonGame, clock: Clock) -> bool:
        """Load the compiled engine; False if it was stopped.

        To compile it, once on a machine, is not counted as thinking.
        """
        from polygames.games.polygon.proofs.depth_first import DepthFirst
        from polygames.games.polygon.proofs.transposition import store_all

        def warm_up() -> None:
            with suppress(OverflowError):  # a table of its own: what it meets is not counted
                DepthFirst(0).branch(state, 0).advance(1)

        before = monotonic()
        if not left_running(warm_up, Until(clock, self.ended)):
            return False
        try:
            self.compiled = DepthFirst(self.memory)
        except MemoryError:
            refuse(
                "the memory of a solver in megabytes", "must be no more than there is", self.memory
            )
        if self.kept is not None:
            store_all(self.compiled.table, self.kept)
            self.kept = None
        if clock.end is not None:
            clock.end += monotonic() - before
        return True

    @property
    def rows_to_keep(self) -> Table | None:
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

        Raises
        ------
        ProofError
            If the move is not what it is said to be.
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
