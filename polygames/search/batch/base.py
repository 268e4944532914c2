"""The interface of a batch of games, and its implementation by the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from polygames.core.errors import IllegalMoveError, InvalidMoveError
from polygames.core.lazy_imports import LazyModule
from polygames.core.options import raise_option_error, whole
from polygames.core.protocol import CHANCE
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    import numpy.typing as npt

    from polygames.core.plugs import Encoding
    from polygames.core.protocol import State
else:
    np = LazyModule("numpy", "a batch of games")

NO_MOVE = -1
"""The move number of a finished game."""


class Step(NamedTuple):
    """The results of one step of a batch: the rewards, and whether each game ended."""

    rewards: npt.NDArray[np.float64]
    """(n, seats): the returns of the games that ended; 0 elsewhere. With two seats, 1 for the
    winner and -1 for the loser; for a single player, the score.
    """

    done: npt.NDArray[np.bool_]
    """(n,): whether each game ended in this step."""


class Batch(ABC):
    """Games that advance together; created by `polygames.batch`.

    Examples
    --------
    >>> games = pg.batch(pg.new("splitter", pad=["*##*"]), 2, seed=3)
    >>> done = [False]
    >>> while not any(done):
    ...     rewards, done = games.step(games.sample())
    >>> done.tolist()
    [True, True]
    >>> games.reset()
    >>> games.state(0).ply, games.observe().shape[0], games.copy().turn.tolist()
    (1, 2, [0, 0])
    >>> games.step([-1, -1])
    Traceback (most recent call last):
    ...
    polygames.core.errors.IllegalMoveError: illegal move -1 in game 0 of 2: ...
    """

    method: ClassVar[str]
    """The method of play, for the ``repr``."""

    def __init__(
        self, start: State[Any], encoding: Encoding, n: int, *, auto_reset: bool, progress: bool
    ) -> None:
        self.start = start
        """The start position of every game, before any first roll of dice."""
        self.encoding = encoding
        """The encoding of moves and observations."""
        self.n = n
        """The number of games."""
        self.seats = start.seats
        self.actions = encoding.actions
        """The number of move numbers."""
        self.auto_reset = auto_reset
        self.progress = progress
        """Whether to show a progress bar for calls of more than two seconds."""
        self.masks: npt.NDArray[np.bool_] = np.zeros((n, encoding.actions), np.bool_)
        """(n, actions): whether each move is legal. Each step writes into this array."""
        self._indices = np.arange(n)
        self.turn: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        """(n,): the seat to move. Each step writes into this array."""
        self.over: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        """(n,): whether each game is over, unless games restart. Each step writes into it."""

    def step(self, moves: Any) -> Step:
        """Play one move in each game; no game changes after an illegal move or an interrupt.

        Parameters
        ----------
        moves
            (n,): the number of a legal move for each game; -1 for a finished game.

        Returns
        -------
        Step
            The rewards, and whether each game ended. With `auto_reset`, `masks` and `turn` then
            belong to the next game.

        Raises
        ------
        InvalidMoveError
            If the moves are not one integer for each game.
        IllegalMoveError
            If a move is illegal; the message names the move and the game.
        """
        return self._play_moves(self._check_moves(moves))

    def reset(self, games: Any = None) -> None:
        """Restart games given by their indices or a boolean mask; by default all games."""
        try:
            chosen = self._indices if games is None else self._indices[games]
        except IndexError:
            raise_option_error(
                "the games to reset", f"must be numbers from 0 to {self.n - 1}, or a mask", games
            )
        self._restart(np.atleast_1d(chosen).tolist())

    def copy(self) -> Self:
        """Return a copy of the batch with the same positions and random state."""
        return deepcopy(self, {id(each): each for each in (self.start, self.encoding)})

    def __repr__(self) -> str:
        """Return a text with the number of games, the game's name and the method of play."""
        return f"<Batch of {self.n} games of {self.start.game}, {self.method}>"

    @abstractmethod
    def _restart(self, games: list[int]) -> None:
        """Restart the games with these indices."""

    @abstractmethod
    def sample(self) -> npt.NDArray[np.int64]:
        """Return a uniformly random legal move for each game; -1 if the game is finished."""

    @abstractmethod
    def state(self, game: int) -> State[Any]:
        """Return the position of a game as a state."""

    def _check_index(self, game: int) -> int:
        """Return a checked game number. Raise OptionError if the batch has no such game."""
        return whole("the number of a game of the batch", game, 0, self.n - 1)

    def observe(self) -> npt.NDArray[np.float32]:
        """Return an array of observations for the seats to move, with values from -1 to 1.

        They are computed by the rules, not by compiled code, and take much longer than a step.
        """
        seen = [
            self.encoding.observe(self.state(k), max(0, int(self.turn[k])))
            for k in self._with_progress(range(self.n), "games seen")
        ]
        return np.array(seen, np.float32).reshape(self.n, *self.encoding.shape)

    def _with_progress(self, games: Sequence[Any], title: str) -> Iterator[Any]:
        return progress(games, title, unit="game", is_shown=self.progress)

    @abstractmethod
    def _play_moves(self, moves: npt.NDArray[np.int64]) -> Step:
        """Play one legal move in each game."""

    def _check_moves(self, moves: Any) -> npt.NDArray[np.int64]:
        found = np.asarray(moves)
        if found.shape != (self.n,) or found.dtype.kind not in "iu":
            msg = (
                f"a step needs {self.n} whole numbers, a move for each game, "
                f"not {found.dtype} of shape {found.shape}"
            )
            raise InvalidMoveError(msg)
        numbers = found.astype(np.int64)
        inside = (numbers >= 0) & (numbers < self.actions)
        legal = self.masks[self._indices, np.where(inside, numbers, 0)] & inside
        wrong = np.flatnonzero(~np.where(self.over, numbers == NO_MOVE, legal))
        if wrong.size:
            raise self._illegal_move_error(int(wrong[0]), int(numbers[wrong[0]]))
        return numbers

    def _illegal_move_error(self, game: int, number: int) -> IllegalMoveError:
        where = f"illegal move {number} in game {game} of {self.n}"
        if self.over[game]:
            return IllegalMoveError(f"{where}: the game is over, its move must be {NO_MOVE}")
        some = np.flatnonzero(self.masks[game])
        position = self.state(game).to_text()
        return IllegalMoveError(
            f"{where}: {some.size} moves are legal, as {some[0]} (position {position!r})"
        )


class RulesBatch(Batch):
    """A batch that stores a state for each game and plays by the rules, without compiled code."""

    method = "by the rules"

    def __init__(
        self, start: State[Any], encoding: Encoding, n: int, *, seed: int, **batch_options: bool
    ) -> None:
        super().__init__(start, encoding, n, **batch_options)
        self._dice = [Random(f"{seed}:{game}:dice") for game in range(n)]
        self._rng = Random(f"{seed}:sample")
        self._states = [start] * n
        self._moves: list[dict[int, Any]] = [{} for _ in range(n)]
        self._restart([*range(n)])

    def _restart(self, games: list[int]) -> None:
        for game in self._with_progress(games, "games begun"):
            self._set_position(game, *self._roll_dice(game, self.start))

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a uniformly random legal move for each game; -1 if the game is finished."""
        chosen = [self._rng.choice([*moves]) if moves else NO_MOVE for moves in self._moves]
        return np.array(chosen, np.int64)

    def state(self, game: int) -> State[Any]:
        """Return the position of a game as a state."""
        return self._states[self._check_index(game)]

    def _play_moves(self, moves: npt.NDArray[np.int64]) -> Step:
        rewards, done = np.zeros((self.n, self.seats)), np.zeros(self.n, np.bool_)
        after: dict[int, tuple[State[Any], dict[int, Any]]] = {}  # an interrupt changes no game
        for game, number in enumerate(self._with_progress(moves.tolist(), "games played on")):
            if number == NO_MOVE:
                continue
            after[game] = self._roll_dice(game, self._states[game].play(self._moves[game][number]))
            state, _ = after[game]
            if state.outcome is not None:
                done[game] = True
                rewards[game] = self.encoding.returns(state)
                if self.auto_reset:
                    after[game] = self._roll_dice(game, self.start)
        for game, found in after.items():
            self._set_position(game, *found)
        return Step(rewards, done)

    def _roll_dice(self, game: int, state: State[Any]) -> tuple[State[Any], dict[int, Any]]:
        """Roll the dice if a roll is next; return the position and its legal moves by number."""
        while state.turn == CHANCE and state.outcome is None:
            state = state.play(state.legal_moves.sample(self._dice[game]))
        return state, {} if state.outcome is not None else self.encoding.moves(state)

    def _set_position(self, game: int, state: State[Any], moves: dict[int, Any]) -> None:
        self._states[game], self._moves[game] = state, moves
        self.turn[game], self.over[game] = state.turn, state.outcome is not None
        self.masks[game] = False
        self.masks[game, list(self._moves[game])] = True
