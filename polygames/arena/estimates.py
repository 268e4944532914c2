"""Means of what was seen of some games, with their intervals."""

from __future__ import annotations

from math import inf, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from polygames.arena.ratings import Z95

if TYPE_CHECKING:
    from collections.abc import Sequence


class Estimate(NamedTuple):
    """A mean, or a share, and its 95% interval.

    Examples
    --------
    >>> print(Estimate(0.5, 0.4, 0.6))
    0.5 (0.4 to 0.6)
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Say it with three digits."""
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g})"


def mean_of(values: Sequence[float]) -> Estimate:
    """Return a mean with its interval; of one number no spread is known.

    Examples
    --------
    >>> print(mean_of([1.0, 2.0, 3.0]))
    2 (0.868 to 3.13)
    >>> mean_of([4.0])
    Estimate(value=4.0, low=-inf, high=inf)
    """
    if len(values) < 2:  # noqa: PLR2004 - of one number no spread is known
        return Estimate(fmean(values) if values else 0.0, -inf, inf)
    mean, half = fmean(values), Z95 * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)
