"""The interfaces of the larger plugs of a game: verdicts, kernel, puzzles and encoding."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from polygames.core.errors import OptionError
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from random import Random

    from polygames.core.protocol import Seat, State


@dataclass(frozen=True)
class Verdicts:
    """The thresholds of value loss for inaccuracies, mistakes and blunders in a game's reviews.

    Where only winning counts, the loss is of winning chance (0 to 1): a slower win is no mistake.
    Where points count, the loss is in the game's unit, and a lost point in a won game counts, too.

    Examples
    --------
    >>> rules = Verdicts()
    >>> rules.classify_loss(0.12), rules.to_measure(0.24)
    ('mistake', 0.12)
    >>> Verdicts(0.5, 1.5, 3.0, "value").classify_loss(0.2)
    'good'
    """

    inaccuracy: float = 0.05
    mistake: float = 0.10
    blunder: float = 0.15
    measure: Literal["chance", "value"] = "chance"
    """The measure of the loss: the winning chance, or the value in the game's unit."""
    noise: float | None = None
    """The largest difference of two values of one search, in the game's unit, that may be noise.
    They share most of their error. None if it is unknown."""
    value_error: float | None = None
    """The standard error of a value, in the game's unit, as measured by
    ``benchmarks/studies/value_errors.py``. None if the intervals of the analyses fit it already."""
    is_two_valued: bool = False
    """Whether each position is won or lost, so that a value determines its standard error."""

    proved_win_value: float | None = None
    """The value, in the game's unit, of a result that is proved without its points. It is also the
    limit of an estimate. None if proofs have points."""

    def to_measure(self, loss: float) -> float:
        """Convert a loss of value to the unit of `measure`."""
        return loss / 2 if self.measure == "chance" else loss

    def standard_error(self, value: float) -> float | None:
        """Return the standard error of a value; None if only its interval is known.

        Examples
        --------
        >>> Verdicts(value_error=0.2).standard_error(0.6)
        0.2
        >>> Verdicts(is_two_valued=True).standard_error(0.6)
        0.8
        """
        return sqrt(max(0.0, 1 - value * value)) if self.is_two_valued else self.value_error

    def to_common_scale(self, loss: float) -> float:
        """Convert a loss to the scale of winning chances, to make games comparable.

        Examples
        --------
        >>> Verdicts(0.5, 1.5, 3.0, "value").to_common_scale(3.0), Verdicts().to_common_scale(0.2)
        (0.2, 0.2)
        """
        return loss if self.measure == "chance" else loss / self.mistake * DEFAULT_VERDICTS.mistake

    def classify_loss(self, loss: float) -> Literal["good", "inaccuracy", "mistake", "blunder"]:
        """Return the verdict on a move by its loss of value, compared with the thresholds."""
        if loss >= self.blunder:
            return "blunder"
        if loss >= self.mistake:
            return "mistake"
        return "inaccuracy" if loss >= self.inaccuracy else "good"


DEFAULT_VERDICTS = Verdicts()
"""The verdicts of a game that declares none: only winning counts."""


if TYPE_CHECKING:
    from collections.abc import Hashable

    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[Any]
    Rng = npt.NDArray[np.uint64]


class Kernel(Protocol):
    """The interface of a game's kernel: its rules as compiled functions.

    A kernel is a module of functions on one array, which contains a position in the game's own
    layout. All but the first three functions are compiled. Copy the array to branch. Without
    numba there are no kernels, and `rules.py` replaces them.

    A *code* represents a move: an integer, or a row of numbers where moves form a continuum.
    """

    def encode(self, state: Any, /) -> Array:
        """Return a position as an array; raise OverflowError if it is too large for the kernel."""

    def decode(self, code: Any, state: Any, /) -> Hashable:
        """Convert the code of a move to a move object of the game."""

    def move_buffer(self) -> Array:
        """Return a new array into which `legal` can write the codes of moves."""

    def turn(self, a: Array, /) -> int:
        """Return the seat to move, or `CHANCE` if dice are rolled next."""

    def legal(self, a: Array, out: Array, /) -> int:
        """Write the codes of the legal moves to `out` and return their number.

        If moves form a continuum, write some moves spread over it.
        """

    def play(self, a: Array, code: Any, /) -> None:
        """Play a legal move, given by its code, and change the array in place."""

    def result(self, a: Array, /) -> float:
        """Return the final value for seat 0 (+1, 0 or -1), or nan while the game runs."""

    def rollout(self, a: Array, rng: Rng, /) -> int:
        """Play random moves in place until the end, and return their number."""


class ExactValue(NamedTuple):
    """The exact value of a move for the seat that makes it."""

    value: float
    best_reply: Any = None
    """The best move of the next seat, if there is one."""


F = TypeVar("F")
"""The facts about a puzzle that the tests of a game's themes need."""


@dataclass(frozen=True)
class Theme(Generic[F]):
    """A kind of best move."""

    name: str
    """The name in a few words, which is shown after the puzzle."""
    meaning: str
    """One sentence that is true of the best move of each puzzle with this theme."""
    hint: str
    """A sentence that helps to find the move."""
    fits: Callable[[F], bool]
    """A predicate on the facts about a puzzle: whether `meaning` is true."""


def find_theme(themes: Iterable[Theme[F]], facts: F) -> str:
    """Return the name of the first theme that fits.

    Examples
    --------
    >>> even = Theme("even", "The number is even.", "Divide it by two.", lambda n: n % 2 == 0)
    >>> odd = Theme("odd", "The number is odd.", "Look at the last digit.", lambda n: True)
    >>> find_theme((even, odd), 4), find_theme((even, odd), 7)
    ('even', 'odd')
    """
    return next(theme.name for theme in themes if theme.fits(facts))


class PuzzleModule(Protocol):
    """The interface of a game's puzzle module. Values are for the seat to move."""

    HORIZON_PLIES: Sequence[int | None]
    """The search limits for a win in plies, tried in this order; None is without a limit."""
    MIN_VALUE_GAP: float
    """The minimum difference in value between the best move and the second."""
    MAX_THEME_SHARE: float
    """The maximum share of puzzles with the same theme, from 0 to 1."""
    MAX_HORIZON_SHARE: float
    """The maximum share of puzzles with the same limit in plies, from 0 to 1; optional."""
    PUZZLE_THEMES: Sequence[Theme[Any]]
    """The themes, the most special first; optional."""

    def candidate_positions(self, rng: Random, /) -> Iterator[State[Any]]:
        """Yield positions of a random game that may become puzzles."""

    def exact_values(self, state: Any, plies: int | None, /) -> dict[Any, ExactValue] | None:
        """Return the exact value of each move by the rules; None if that takes too long."""

    def solver_values(self, state: Any, plies: int | None, /) -> dict[Any, float]:
        """Return the values of moves proved by the game's solver, as an independent check."""

    def symmetry_images(self, state: Any, /) -> set[Any]:
        """Return the images of the position under all symmetries of the game."""

    def task_and_theme(
        self, state: Any, plies: int | None, values: dict[Any, ExactValue], /
    ) -> tuple[str, str]:
        """Return the task of a puzzle as a sentence, and the name of its theme."""

    def is_right(self, state: Any, move: Any, value: float, /) -> bool:
        """Return True if a move has the value of the solution of the puzzle.

        It is only called where moves form a continuum; other games need not define it.
        """

    def refutation(self, state: Any, move: Any, /) -> Any:
        """Return the reply that refutes a wrong move; needed only where moves form a continuum."""

    def line_faults(self, state: Any, step: Any, plies: int | None, /) -> Iterator[str]:
        """Yield descriptions of moves that `is_right` judges wrongly, as an independent check.

        It is used only where moves form a continuum.
        """


class Encoding:
    """The numeric encoding of one game with its options, for machine learning programs.

    A game defines it in ``encoding.py`` and names it in `GameEngine.encoding`. The bridges to other
    frameworks (`polygames.bridges`) need nothing else of a game.

    A number means the same move in every position of the game. Rolls of dice have no number
    here: their index in `State.chance_outcomes` is their number.

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
    """The number of different moves; they are numbered from 0."""

    longest: int
    """The maximum number of moves and rolls in a game."""

    shape: tuple[int, ...]
    """The shape of the observation that `observe` returns as a flat list."""

    lowest: float = -1.0
    """The lowest result: -1 for a loss, or the lowest score in a game for one player."""

    highest: float = 1.0
    """The highest result: 1 for a win, or the highest score in a game for one player."""

    def number(self, state: Any, move: Any) -> int:
        """Return the integer that represents a legal move, from 0 to `actions` - 1."""
        raise NotImplementedError

    def observe(self, state: Any, seat: Seat) -> list[float]:
        """Return a position as a seat sees it, as a flat list of numbers from -1 to 1."""
        raise NotImplementedError

    def moves(self, state: Any) -> dict[int, Any]:
        """Return the legal moves by number, in ascending order.

        Raises
        ------
        OptionError
            At a chance node: rolls have no numbers here.

        Examples
        --------
        >>> start = pg.new("splitter")
        >>> pg.game("splitter").engine.encoding(start).moves(start)
        Traceback (most recent call last):
        ...
        polygames.core.errors.OptionError: the dice move next: play one of state.chance_outcomes()
        """
        if state.turn == CHANCE:
            msg = "the dice move next: play one of state.chance_outcomes()"
            raise OptionError(msg)
        found = ((self.number(state, move), move) for move in state.legal_moves)
        return dict(sorted(found, key=lambda each: each[0]))

    def nearest(self, state: Any, move: Any) -> int:
        """Return the number of a legal move; on a continuum, that of a similar move."""
        return self.number(state, move)

    def returns(self, state: State[Any]) -> list[float]:
        """Return each seat's result; 0 for all if the game is still running or is unfinished.

        With several seats the only winner gets 1, the others -1, and a tie is 0 for all. A
        single player gets the score.

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


def one_hot_layers(cells: Iterable[Any], *signs: Any) -> list[float]:
    """Return one 0/1 layer per sign, concatenated: 1 where a cell equals the sign."""
    row = list(cells)
    return [float(cell == sign) for sign in signs for cell in row]
