"""A batch that is played by the rules: for games without compiled code for it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core.protocol import CHANCE
from polygames.runtime.optional_imports import Late
from polygames.search.batch.base import NO_MOVE, Batch, Step

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from polygames.core.encoding import Encoding
    from polygames.core.protocol import State
else:
    np = Late("numpy", "a batch of games")


class RulesBatch(Batch):
    """Games as states."""

    def __init__(
        self, start: State[Any], encoding: Encoding, n: int, *, seed: int, auto_reset: bool
    ) -> None:
        super().__init__(start, encoding, n, auto_reset=auto_reset)
        self._dice = [Random(f"{seed}:{game}:dice") for game in range(n)]
        self._rng = Random(f"{seed}:sample")
        self._states = [start] * n
        self._moves: list[dict[int, Any]] = [{} for _ in range(n)]
        for game in range(n):
            self._stand_at(game, start)

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal move for each game, all as likely; -1 where a game is over."""
        chosen = [self._rng.choice([*moves]) if moves else NO_MOVE for moves in self._moves]
        return np.array(chosen, np.int64)

    def state(self, game: int) -> State[Any]:
        """Return the position of a game."""
        return self._states[game]

    def _step(self, moves: npt.NDArray[np.int64]) -> Step:
        rewards, done = np.zeros((self.n, self.seats)), np.zeros(self.n, np.bool_)
        for game, number in enumerate(moves.tolist()):
            if number == NO_MOVE:
                continue
            self._stand_at(game, self._states[game].play(self._moves[game][number]))
            state = self._states[game]
            if state.outcome is not None:
                done[game] = True
                rewards[game] = self.encoding.returns(state)
                if self.auto_reset:
                    self._stand_at(game, self.start)
        return Step(rewards, done)

    def _stand_at(self, game: int, state: State[Any]) -> None:
        """Go to a position; where the dice are to be rolled, roll them."""
        while state.turn == CHANCE and state.outcome is None:
            state = state.play(state.legal_moves.sample(self._dice[game]))
        self._states[game] = state
        self._moves[game] = {} if state.outcome is not None else self.encoding.moves(state)
        self.turn[game], self.over[game] = state.turn, state.outcome is not None
        self.masks[game] = False
        self.masks[game, list(self._moves[game])] = True
