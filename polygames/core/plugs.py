"""What the larger plugs of a game look like: verdicts, kernel, puzzles, encoding."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from polygames.core.protocol import Seat, State


@dataclass(frozen=True)
class Verdicts:
    """What a game's reviews measure, and the least loss of each verdict; less than that is good.

    Where only winning counts, the chance to win is measured (0 to 1): to win later is no mistake.
    Where points count, the game's unit is, and a point given away in a won game is one, too.

    Examples
    --------
    >>> rules = Verdicts()
    >>> rules.of(0.12), rules.lost(0.24)
    ('mistake', 0.12)
    >>> Verdicts(0.5, 1.5, 3.0, "value").of(0.2)
    'good'
    """

    inaccuracy: float = 0.05
    mistake: float = 0.10
    blunder: float = 0.15
    measure: Literal["chance", "value"] = "chance"
    """What is lost: the chance to win, or the value in the game's unit."""
    noise: float | None = None
    """Two values of one search share most of their error. A loss of more than this, in the game's
    unit, is beyond the noise then, even if their intervals overlap; None if that is unknown."""
    doubt: float | None = None
    """Beside a proved result only the other value has an error. A loss of more than this, in the
    game's unit, is beyond the noise then, even if the interval of the estimate reaches as far as
    what is proved; None if that is unknown."""

    apart: float | None = None
    """Two values of large trees, grown before a move and after it, are no further apart in 95 of
    100 cases where it was the best one. A loss of more than this, in the game's unit, is beyond the
    noise then, if the values of the tree before the move are as far apart, too; None if that is
    unknown."""
    settled: int = 0
    """With so many games through a tree its values may be twice as far apart; see `apart_after`."""

    decided: float | None = None
    """In the game's unit: what a result counts as where it is proved without its points, and the
    most that an estimate counts as; None where proofs have points."""

    def lost(self, loss: float) -> float:
        """Return a loss of values in what is measured: of a result, from -1 to 1, that is half."""
        return loss / 2 if self.measure == "chance" else loss

    def apart_after(self, games: int) -> float | None:
        """Return how far apart two values may be for nothing, with so many games through each tree.

        The error of a mean falls with the root of the number of games; the rest stays.

        Examples
        --------
        >>> rules = Verdicts(apart=0.2, settled=1000)
        >>> rules.apart_after(1000), round(rules.apart_after(100_000), 3)
        (0.4, 0.22)
        """
        if self.apart is None:
            return None
        return self.apart * (1 + sqrt(self.settled / max(1, games)))

    def share(self, loss: float) -> float:
        """Return a loss as a share of a game: a mistake costs as much in each measure.

        Examples
        --------
        >>> Verdicts(0.5, 1.5, 3.0, "value").share(3.0), Verdicts().share(0.2)
        (0.2, 0.2)
        """
        return loss if self.measure == "chance" else loss / self.mistake * DEFAULT_VERDICTS.mistake

    def of(self, loss: float) -> Literal["good", "inaccuracy", "mistake", "blunder"]:
        """Return what a move that loses so much is called."""
        if loss >= self.blunder:
            return "blunder"
        if loss >= self.mistake:
            return "mistake"
        return "inaccuracy" if loss >= self.inaccuracy else "good"


DEFAULT_VERDICTS = Verdicts()
"""What holds in a game that declares nothing: only winning counts."""


if TYPE_CHECKING:
    from collections.abc import Hashable

    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[Any]
    Rng = npt.NDArray[np.uint64]


class Kernel(Protocol):
    """What search knows of a game's compiled twin of its rules.

    It is a module of functions on one array, which holds a position in the game's own layout; all
    but the first three are compiled. Copy the array to branch. Where numba is missing there are no
    kernels, and `rules.py` serves (for random games `GameEngine.rollout`, if a game has one).

    A *code* stands for a move: an integer, or a row of numbers where moves form a continuum.
    """

    def encode(self, state: Any, /) -> Array:
        """Write a position as an array; OverflowError if it is larger than the kernel's room."""

    def decode(self, code: Any, state: Any, /) -> Hashable:
        """Return the move of `rules.py` that a code stands for."""

    def moves(self) -> Array:
        """Return an array for `legal` to write into."""

    def turn(self, a: Array, /) -> int:
        """Return the seat to move, or `CHANCE`."""

    def legal(self, a: Array, out: Array, /) -> int:
        """Write the codes of the legal moves (on a continuum: of a spread) and count them."""

    def play(self, a: Array, code: Any, /) -> None:
        """Play a legal move in place."""

    def result(self, a: Array, /) -> float:
        """Return the value for seat 0 (+1, 0 or -1), or nan while the game runs."""

    def rollout(self, a: Array, rng: Rng, /) -> int:
        """Play random moves in place until the end, and count them."""


class JudgedMove(NamedTuple):
    """What a move is worth to the seat that makes it, exactly."""

    value: float
    answer: Any = None
    """The best move of the next seat, where there is one."""


class Puzzling(Protocol):
    """The module of a game that knows its puzzles. Values are those for the seat to move."""

    HORIZONS: Sequence[int | None]
    """Within how many plies a win is looked for, one after the other; None is without a limit."""
    MARGIN: float
    """By how much the best move has to be better than the next one."""
    SHARE: float
    """The largest share of puzzles with one theme."""
    HINTS: Mapping[str, str]
    """A sentence for each theme, which a hint says; a game without them need not have it."""

    def positions(self, rng: Random, /) -> Iterator[State[Any]]:
        """Yield positions of a seeded game in which to look for a puzzle."""

    def judged(self, state: Any, plies: int | None, /) -> dict[Any, JudgedMove] | None:
        """Say by the rules what each move is worth, exactly; None if that takes too long."""

    def proved(self, state: Any, plies: int | None, /) -> dict[Any, float]:
        """Return what the solver of the game proves of moves: a second witness."""

    def images(self, state: Any, /) -> set[Any]:
        """Return the position as each symmetry of the game shows it."""

    def words(
        self, state: Any, plies: int | None, judged: dict[Any, JudgedMove], /
    ) -> tuple[str, str]:
        """Return what is asked in a position, and its theme."""

    def is_right(self, state: Any, move: Any, /) -> bool:
        """Say of a move of a continuum whether it is as good as the solution.

        Only asked where moves are not finite; a game without such moves need not have it.
        """

    def answer(self, state: Any, move: Any, /) -> Any:
        """Return the answer to a wrong move of a continuum, or None; see `is_right`."""

    def tries(self, state: Any, /) -> Iterable[Any]:
        """Yield moves of a continuum that a check has to try, beside random ones."""


class Encoding:
    """How one game, with its options, is written in numbers: what programs that learn work with.

    A game says it in a file ``encoding.py`` and names that in `GameEngine.encoding`. The bridges to
    other frameworks (`polygames.bridges`) need nothing else of a game.

    A number means the same move in every position of the game. Rolls of dice have none: they are
    numbered by their place in `State.chance_outcomes`.

    Examples
    --------
    >>> start = pg.new("splitter", pad=["*##*"])
    >>> encoding = pg.game("splitter").engine.encoding(start)
    >>> encoding.actions, encoding.longest, encoding.shape
    (4, 4, (36,))
    >>> rolled = start.play(start.parse("roll 4-1"))
    >>> {number: str(move) for number, move in encoding.moves(rolled).items()}
    {0: 'r0c0=4', 1: 'r0c1=4', 2: 'r0c2=4', 3: 'r0c3=4'}
    """

    actions: int
    """How many numbers there are: they run from 0."""

    longest: int
    """How many moves and rolls a game has at most."""

    shape: tuple[int, ...]
    """How the numbers that `observe` returns are laid out."""

    lowest: float = -1.0
    """The least that a game can bring: a defeat; in a game of one player, the lowest score."""

    highest: float = 1.0
    """The most that a game can bring: a win; in a game of one player, the highest score."""

    def number(self, state: Any, move: Any) -> int:
        """Return the number of a legal move."""
        raise NotImplementedError

    def observe(self, state: Any, seat: Seat) -> list[float]:
        """Return a position as a seat sees it, row after row, each number from -1 to 1."""
        raise NotImplementedError

    def moves(self, state: Any) -> dict[int, Any]:
        """Return the legal moves by their numbers, which rise.

        Raises
        ------
        OptionError
            While dice are due: rolls have no numbers here.

        Examples
        --------
        >>> start = pg.new("splitter")
        >>> pg.game("splitter").engine.encoding(start).moves(start)
        Traceback (most recent call last):
        ...
        polygames.core.errors.OptionError: dice are due: play one of state.chance_outcomes() first
        """
        if state.turn == CHANCE:
            msg = "dice are due: play one of state.chance_outcomes() first"
            raise OptionError(msg)
        found = ((self.number(state, move), move) for move in state.legal_moves)
        return dict(sorted(found, key=lambda each: each[0]))

    def nearest(self, state: Any, move: Any) -> int:
        """Return the number of a legal move; where moves form a continuum, of one close to it."""
        return self.number(state, move)

    def returns(self, state: State[Any]) -> list[float]:
        """Return what the game brought to each seat; 0 while it runs, and if it is left unfinished.

        Of two seats the winner has 1 and the loser -1; a single player has the score.

        Examples
        --------
        >>> apart = pg.new("splinter", board=["Ww..B", "....b"])
        >>> Encoding().returns(apart)
        [0.0, 0.0]
        """
        outcome = state.outcome
        if outcome is None:
            return [0.0] * state.seats
        if state.seats == 1:
            return [float(outcome.scores[0])]
        if len(outcome.winners) != 1:
            return [0.0] * state.seats
        return [1.0 if seat in outcome.winners else -1.0 for seat in range(state.seats)]


def marks(cells: Iterable[Any], *signs: Any) -> list[float]:
    """Return a layer for each sign: 1 where a cell is that sign, and 0 elsewhere."""
    row = list(cells)
    return [float(cell == sign) for sign in signs for cell in row]
