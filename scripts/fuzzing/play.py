"""A game's compiled kernel as a second implementation of its rules."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from fuzzing.plugs import require
from polygames.search.kernel_adapter import kernel_of

if TYPE_CHECKING:
    import polygames as pg

__all__ = ["Compiled"]


class Compiled:
    """The game's compiled kernel as a second implementation of the rules."""

    def __init__(self, kernel: Any, state: pg.State[Any], board: Any) -> None:
        self.kernel, self.state, self.board = kernel, state, board

    @classmethod
    def from_state(cls, state: pg.State[Any]) -> Compiled | None:
        """Return a state on the kernel, or None if there is no kernel or the state is too large."""
        kernel = kernel_of(state)
        if kernel is None or not hasattr(kernel, "code_of"):
            return None
        try:
            return cls(kernel, state, kernel.encode(state))
        except OverflowError:
            return None

    def agree(self, state: pg.State[Any]) -> None:
        """Raise AssertionError if the kernel differs from the rules at a state."""
        self.state = state
        result, outcome = self.kernel.result(self.board), state.outcome
        if outcome is not None:
            if isnan(result):  # the search detects repetitions, not the kernel
                require("third" in outcome.reason, f"the kernel goes on after {outcome}")
                return
            value = (0 in outcome.winners) - (1 in outcome.winners)
            require(result == value, f"the kernel's result is {result}, not {value}")
            return
        require(isnan(result), f"the kernel ends the game with {result}")
        require(self.kernel.turn(self.board) == state.turn, "the kernel has another turn")
        if state.legal_moves.finite:
            self._agree_on_moves(state)
        if hasattr(self.kernel, "key"):
            key = self.kernel.key(self.kernel.encode(state))
            require(self.kernel.key(self.board) == key, "the kernel has another key")

    def _agree_on_moves(self, state: pg.State[Any]) -> None:
        codes = self.kernel.move_buffer()
        count = self.kernel.legal(self.board, codes)
        moves = [self.kernel.decode(code, state) for code in codes[:count]]
        require(len(moves) == len(set(moves)), "the kernel lists a move twice")
        require(set(moves) == set(state.legal_moves), "the kernel has other moves")

    def play(self, move: Any) -> None:
        """Play a move on the kernel."""
        self.kernel.play(self.board, self.kernel.code_of(move, self.state))
