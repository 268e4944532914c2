"""Statistics of a share of the points: Wilson's interval, and a sequential test."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, Literal

from polygames.arena.pairs import log_likelihood_ratio
from polygames.core.errors import OptionError
from polygames.core.options import check_number, raise_option_error, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

Z95 = 1.959964
"""The half-width of a 95% interval, in standard errors."""


def wilson(points: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval (low, high) for a share of points; a tie is half a point.

    It stays between 0 and 1 and is right even if every game was won.

    Parameters
    ----------
    points, games
        The number of points and of games.
    z
        The half-width in standard errors; by default for a 95% interval.

    Raises
    ------
    OptionError
        If there are more points than games, or a number is out of range.

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson(200, 200)]
    [0.981, 1.0]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    points, games = _check_points(points, games)
    if games == 0:
        return 0.0, 1.0
    share, spread = points / games, check_number("the option z", z, above=0) ** 2 / games
    center = (share + spread / 2) / (1 + spread)
    half = sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    # A rounded bound may miss the share itself, or 0 or 1, by the last digit.
    return max(0.0, min(share, center - half)), min(1.0, max(share, center + half))


@dataclass(frozen=True)
class SequentialTest:
    """Wald's sequential test, which decides between two shares of the points, `low` and `high`.

    The probability of accepting `high` when the share is `low`, or the reverse, is about 5% at
    most.
    """

    low: float
    high: float
    error: float = 0.05

    def __post_init__(self) -> None:
        """Raise OptionError unless 0 < low < high < 1 and the error rate is below a half."""
        low, high = (
            check_number("the option low", self.low),
            check_number("the option high", self.high),
        )
        if not 0 < low < high < 1:
            msg = f"a sequential test needs 0 < low < high < 1, not {low!r}, {high!r}"
            raise OptionError(msg)
        check_number("the option error", self.error, above=0)
        if self.error >= 0.5:  # noqa: PLR2004 - as good as a coin
            raise_option_error("the option error", "must be less than 0.5", self.error)

    def verdict(self, points: float, games: int) -> Literal["high", "low"] | None:
        """Return which share, "high" or "low", independent games support; None if undecided.

        A tie counts as half a game won and half a game lost.

        Examples
        --------
        >>> test = SequentialTest(0.85, 0.95)
        >>> test.verdict(26, 26), test.verdict(27, 27), test.verdict(7, 11)
        (None, 'high', 'low')
        """
        points, games = _check_points(points, games)
        weight = points * log(self.high / self.low)
        weight += (games - points) * log((1 - self.high) / (1 - self.low))
        return self._decide(weight)

    def verdict_of_pairs(
        self, shares: Sequence[float], pairs: float | None = None
    ) -> Literal["high", "low"] | None:
        """Return which share, "high" or "low", pairs of games support; None if undecided.

        The two games of a pair may depend on each other, and pairs may have any results; see
        `polygames.arena.pairs.log_likelihood_ratio`.

        Parameters
        ----------
        shares
            The share of the points in each pair.
        pairs
            The number of independent pairs they are worth, if fewer.

        Examples
        --------
        >>> test = SequentialTest(0.4, 0.6)
        >>> test.verdict_of_pairs([1.0] * 8), test.verdict_of_pairs([1.0] * 8, pairs=1)
        ('high', None)
        >>> test.verdict_of_pairs([0.5] * 100) is None
        True
        """
        return self._decide(log_likelihood_ratio(shares, self.low, self.high, pairs))

    def _decide(self, weight: float) -> Literal["high", "low"] | None:
        """Return the share, "high" or "low", favoured by a log-likelihood ratio, or None."""
        bound = log((1 - self.error) / self.error)
        if abs(weight) < bound:
            return None
        return "high" if weight > 0 else "low"


def _check_points(points: float, games: int) -> tuple[float, int]:
    """Return checked points and games. Raise OptionError if there are more points than games."""
    games = whole("the option games", games, 0)
    return check_number(f"the points of {games} games", points, 0, games), games
