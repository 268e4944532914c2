"""How strong a person is at puzzles, and how hard a puzzle is, on one scale.

The model is Glicko (Glickman, *Parameter estimation in large paired comparison experiments*, 1999):
the scale of Elo, on which 400 points are odds of ten to one, with a deviation that says how much is
known. A puzzle is an opponent: who solves it has won.
"""

from __future__ import annotations

from math import log, log10, pi, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from polygames.core.options import number
from polygames.search.puzzles.making import ATTEMPTS, LEVELS

if TYPE_CHECKING:
    from polygames.search.puzzles.puzzle import Puzzle

MEAN: Final = 1500.0
"""The rating of somebody of whom nothing is known, and of a puzzle that half of all attempts of
the computer's levels solve."""
NEW: Final = 350.0
"""The deviation of somebody of whom nothing is known."""
SURE: Final = 45.0
"""The least deviation of a person: people learn."""
A_YEAR: Final = 365.0
"""After so many days without a puzzle nothing is known again."""
_Q: Final = log(10) / 400


class Rating(NamedTuple):
    """A rating and how far it may be off.

    Examples
    --------
    >>> print(Rating(1512.4, 80.2))
    1512 ± 157
    """

    value: float = MEAN
    deviation: float = NEW

    def __str__(self) -> str:
        """Say it with the half of a 95% interval."""
        return f"{self.value:.0f} ± {1.96 * self.deviation:.0f}"

    def expects(self, other: Rating) -> float:
        """Return the share that is expected against another rating.

        Examples
        --------
        >>> Rating(1500, 0).expects(Rating(1500, 0))
        0.5
        >>> round(Rating(1900, 0).expects(Rating(1500, 0)), 3)
        0.909
        """
        weight = _weight(sqrt(self.deviation**2 + other.deviation**2))
        return float(1 / (1 + 10 ** (-weight * (self.value - other.value) / 400)))

    def after(self, other: Rating, score: float) -> Rating:
        """Return the rating after a result: 1 for a puzzle that was solved, 0 for one that was not.

        Examples
        --------
        Glickman's own example: 1500 with deviation 200 beats 1400 with deviation 30.

        >>> print(round(Rating(1500, 200).after(Rating(1400, 30), 1).value))
        1563
        """
        score = number("the result of a puzzle", score, 0, 1)
        weight = _weight(other.deviation)
        expected = 1 / (1 + 10 ** (-weight * (self.value - other.value) / 400))
        known = 1 / self.deviation**2 + _Q**2 * weight**2 * expected * (1 - expected)
        value = self.value + _Q / known * weight * (score - expected)
        return Rating(value, max(SURE, sqrt(1 / known)))

    def rested(self, days: float) -> Rating:
        """Return the rating after some days without a puzzle: less is known then.

        Examples
        --------
        >>> Rating(1700, 45).rested(365).deviation
        350.0
        """
        grown = self.deviation**2 + (NEW**2 - SURE**2) * max(0.0, days) / A_YEAR
        return Rating(self.value, min(NEW, sqrt(grown)))


def rating_of(puzzle: Puzzle) -> Rating:
    """Return how hard a puzzle is: from the attempts of the computer's levels that failed.

    Half an attempt is added to either side, so that no rating is endless.

    Examples
    --------
    >>> import polygames as pg
    >>> ratings = [rating_of(each).value for each in pg.puzzles("splinter")[:50]]
    >>> ratings == sorted(ratings), ratings[0] < 1500 < ratings[-1]
    (True, True)
    """
    attempts = ATTEMPTS * len(LEVELS)
    failed = (puzzle.difficulty * attempts + 0.5) / (attempts + 1)
    spread = 1 / (_Q * sqrt(attempts * failed * (1 - failed)))
    return Rating(MEAN + 400 * log10(failed / (1 - failed)), spread)


def _weight(deviation: float) -> float:
    """Return Glickman's g: what is not sure counts less."""
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)
