"""Proofs of every move of a position, in slices: what an analysis of any game proves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.runtime.clock import Clock, OutOfTimeError
from polygames.search.minimax import spread
from polygames.search.solve import OPEN, ProofSearch

if TYPE_CHECKING:
    from random import Random

    from polygames.core.protocol import State
    from polygames.search.minimax import Candidates

DEEPEST = 400
CANDIDATES = 60
"""How many moves of a continuum to try."""


class MoveProofs:
    """Proves one move after the other, a ply deeper each time; what is proved stays so.

    Parameters
    ----------
    state
        A position of two seats without dice.
    rng
        Draws the moves of a continuum.
    width, candidates
        See `polygames.search.solve.prove`.

    Attributes
    ----------
    values
        The value for seat 0 after each move that is proved.

    Examples
    --------
    >>> import polygames as pg
    >>> from random import Random
    >>> state = pg.new("splinter", board=["BwW.", "..b.", "..wb"])
    >>> proofs = MoveProofs(state, Random(0))
    >>> proofs.advance(1000)
    >>> proofs.values[state.parse("b3-c3")]
    1.0
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
