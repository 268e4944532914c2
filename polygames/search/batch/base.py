"""What a batch of games offers, however it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from polygames.core.errors import IllegalMoveError, InvalidMoveError
from polygames.core.lazy import LazyModule
from polygames.core.options import refuse, whole
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
"""The move of a game that is over."""


class Step(NamedTuple):
    """What a step brought."""

    rewards: npt.NDArray[np.float64]
    """(n, seats): what the game brought to each seat where it ended; 0 elsewhere. Of two seats the
    winner has 1 and the loser -1; a single player has the score."""

    done: npt.NDArray[np.bool_]
    """(n,): which games ended."""


class Batch(ABC):
    """Games that are played in step; `polygames.batch` makes one.

    Examples
    --------
    >>> games = pg.batch("splitter", 2, seed=3, pad=["*##*"])
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

    how: ClassVar[str]
    """How the games are played."""

    def __init__(
        self, start: State[Any], encoding: Encoding, n: int, *, auto_reset: bool, progress: bool
    ) -> None:
        self.start = start
        """Where every game begins; before the dice are rolled, where they come first."""
        self.encoding = encoding
        """What the numbers of moves, and those of `observe`, mean."""
        self.n = n
        """How many games there are."""
        self.seats = start.seats
        self.actions = encoding.actions
        """How many numbers of moves there are."""
        self.auto_reset = auto_reset
        self.progress = progress
        """Whether to show a bar where something takes more than two seconds."""
        self.masks: npt.NDArray[np.bool_] = np.zeros((n, encoding.actions), np.bool_)
        """(n, actions): which moves are legal. Each step writes into it: copy what you keep."""
        self._places = np.arange(n)
        self.turn: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        """(n,): whose turn it is. Each step writes into it."""
        self.over: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        """(n,): which games are over, where none begins anew. Each step writes into it."""

    def step(self, moves: Any) -> Step:
        """Play one move in each game; no game moves if one is illegal, or at an interrupt.

        Parameters
        ----------
        moves
            (n,): the number of a legal move for each game; -1 where a game is over.

        Returns
        -------
        Step
            The rewards and which games ended. With `auto_reset` `masks` and `turn` are then those
            of the next game.

        Raises
        ------
        InvalidMoveError
            If it is not one whole number for each game.
        IllegalMoveError
            If a move is illegal; it says which, and in which game.
        """
        return self._step(self._checked(moves))

    def reset(self, games: Any = None) -> None:
        """Begin games anew: those of these numbers, or of this mask; by default all."""
        try:
            chosen = self._places if games is None else self._places[games]
        except IndexError:
            refuse(
                "the games to reset", f"must be numbers from 0 to {self.n - 1}, or a mask", games
            )
        self._begin(np.atleast_1d(chosen).tolist())

    def copy(self) -> Self:
        """Return another batch that stands where this one does, with the same chance to come."""
        return deepcopy(self, {id(each): each for each in (self.start, self.encoding)})

    def __repr__(self) -> str:
        """Say how many games of what they are, and how they are played."""
        return f"<Batch of {self.n} games of {self.start.game}, {self.how}>"

    @abstractmethod
    def _begin(self, games: list[int]) -> None:
        """Begin some games anew."""

    @abstractmethod
    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal move for each game, all as likely; -1 where a game is over."""

    @abstractmethod
    def state(self, game: int) -> State[Any]:
        """Return the position of a game, by the rules."""

    def _place(self, game: int) -> int:
        """Return the number of a game; OptionError if there is none such."""
        return whole("the number of a game of the batch", game, 0, self.n - 1)

    def observe(self) -> npt.NDArray[np.float32]:
        """Return what the seats to move see, n times `Encoding.shape`: numbers from -1 to 1.

        It is written by the rules, not by compiled code, so it takes much longer than a step.
        """
        seen = [
            self.encoding.observe(self.state(k), max(0, int(self.turn[k])))
            for k in self._counted(range(self.n), "games seen")
        ]
        return np.array(seen, np.float32).reshape(self.n, *self.encoding.shape)

    def _counted(self, games: Sequence[Any], what: str) -> Iterator[Any]:
        return progress(games, what, unit="game", show=self.progress)

    @abstractmethod
    def _step(self, moves: npt.NDArray[np.int64]) -> Step:
        """Play legal moves."""

    def _checked(self, moves: Any) -> npt.NDArray[np.int64]:
        found = np.asarray(moves)
        if found.shape != (self.n,) or found.dtype.kind not in "iu":
            msg = (
                f"a step takes {self.n} whole numbers, a move for each game, "
                f"not {found.dtype} of shape {found.shape}"
            )
            raise InvalidMoveError(msg)
        numbers = found.astype(np.int64)
        inside = (numbers >= 0) & (numbers < self.actions)
        legal = self.masks[self._places, np.where(inside, numbers, 0)] & inside
        wrong = np.flatnonzero(~np.where(self.over, numbers == NO_MOVE, legal))
        if wrong.size:
            raise self._illegal(int(wrong[0]), int(numbers[wrong[0]]))
        return numbers

    def _illegal(self, game: int, number: int) -> IllegalMoveError:
        where = f"illegal move {number} in game {game} of {self.n}"
        if self.over[game]:
            return IllegalMoveError(f"{where}: it is over, and takes the move {NO_MOVE}")
        some = np.flatnonzero(self.masks[game])
        position = self.state(game).to_text()
        return IllegalMoveError(
            f"{where}: {some.size} moves are legal, as {some[0]} (position {position!r})"
        )


class RulesBatch(Batch):
    """Games as states."""

    how = "by the rules"

    def __init__(
        self, start: State[Any], encoding: Encoding, n: int, *, seed: int, **common: bool
    ) -> None:
        super().__init__(start, encoding, n, **common)
        self._dice = [Random(f"{seed}:{game}:dice") for game in range(n)]
        self._rng = Random(f"{seed}:sample")
        self._states = [start] * n
        self._moves: list[dict[int, Any]] = [{} for _ in range(n)]
        self._begin([*range(n)])

    def _begin(self, games: list[int]) -> None:
        for game in self._counted(games, "games begun"):
            self._stand_at(game, *self._begun(game, self.start))

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal move for each game, all as likely; -1 where a game is over."""
        chosen = [self._rng.choice([*moves]) if moves else NO_MOVE for moves in self._moves]
        return np.array(chosen, np.int64)

    def state(self, game: int) -> State[Any]:
        """Return the position of a game."""
        return self._states[self._place(game)]

    def _step(self, moves: npt.NDArray[np.int64]) -> Step:
        rewards, done = np.zeros((self.n, self.seats)), np.zeros(self.n, np.bool_)
        after: dict[int, tuple[State[Any], dict[int, Any]]] = {}  # an interrupt moves no game
        for game, number in enumerate(self._counted(moves.tolist(), "games played on")):
            if number == NO_MOVE:
                continue
            after[game] = self._begun(game, self._states[game].play(self._moves[game][number]))
            state, _ = after[game]
            if state.outcome is not None:
                done[game] = True
                rewards[game] = self.encoding.returns(state)
                if self.auto_reset:
                    after[game] = self._begun(game, self.start)
        for game, found in after.items():
            self._stand_at(game, *found)
        return Step(rewards, done)

    def _begun(self, game: int, state: State[Any]) -> tuple[State[Any], dict[int, Any]]:
        """Return a position and its moves; where the dice are to be rolled, roll them."""
        while state.turn == CHANCE and state.outcome is None:
            state = state.play(state.legal_moves.sample(self._dice[game]))
        return state, {} if state.outcome is not None else self.encoding.moves(state)

    def _stand_at(self, game: int, state: State[Any], moves: dict[int, Any]) -> None:
        self._states[game], self._moves[game] = state, moves
        self.turn[game], self.over[game] = state.turn, state.outcome is not None
        self.masks[game] = False
        self.masks[game, list(self._moves[game])] = True
