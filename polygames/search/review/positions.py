"""The positions of a review: each has one value, from which all else is derived."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.records.node import Node

VALUE_STEPS: Final = 2**32
"""Values are multiples of 1 / `VALUE_STEPS`, so that their sums and differences are exact."""


class ReviewWork(NamedTuple):
    """The origin of a review: program, agent (None for the game's own analysis), seconds, seed.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> work = pg.review(record, seconds=0.5, seed=7).work
    >>> work.agent, work.seconds, work.seed
    (None, 0.5, 7)
    """

    program: str
    agent: str | None
    seconds: float
    seed: int


class Scale(NamedTuple):
    """The meaning of the values of a review."""

    unit: str
    low: float
    high: float
    measure: Literal["result", "lead", "total"]
    """The meaning of a final value; see `polygames.core.analysis.Analysis.measure`."""
    seats: int

    @property
    def is_opposed(self) -> bool:
        """Whether there are two seats with opposite values."""
        return self.seats == 2 and self.low == -self.high  # noqa: PLR2004 - a pair


class Estimate(NamedTuple):
    """The value of a position for one seat, with its 95% interval.

    Examples
    --------
    >>> Estimate(0.5, 0.25, 1.0, chance=0.75).for_opponent()
    Estimate(value=-0.5, low=-1.0, high=-0.25, proved=False, chance=0.25, distance=None)
    >>> estimate = Estimate(30.0, 28.0, 32.0)
    >>> estimate.add_points(1.5).high, estimate.limit_to(29.0, proved=True).low
    (33.5, 29.0)
    """

    value: float
    low: float
    high: float
    proved: bool = False
    chance: float | None = None
    """The chance to win, from 0 to 1; None if the game has no such chance."""
    distance: int | None = None
    """The number of moves to the end of the game, if the value is proved and this is known."""

    def for_opponent(self) -> Estimate:
        """Return the estimate for the opponent."""
        chance = None if self.chance is None else 1 - self.chance
        low, high = -self.high or 0.0, -self.low or 0.0
        return self._replace(value=-self.value or 0.0, low=low, high=high, chance=chance)

    def add_points(self, points: float) -> Estimate:
        """Return the estimate with `points` added to the value, as before or after a roll."""
        value, low, high = self.value + points, self.low + points, self.high + points
        return Estimate(value, low, high, chance=self.chance)

    def limit_to(self, value: float, *, proved: bool) -> Estimate:
        """Return the estimate with a value of at most `value`."""
        low, high = (value, value) if proved else (min(self.low, value), min(self.high, value))
        return self._replace(value=value, low=low, high=high, proved=proved)


def exact_estimate(
    value: float, chance: float | None = None, distance: int | None = None
) -> Estimate:
    """Return the estimate of a known value."""
    value = round_value(value)
    return Estimate(value, value, value, proved=True, chance=chance, distance=distance)


def round_value(value: float) -> float:
    """Return a value rounded to a multiple of 1 / `VALUE_STEPS`.

    Examples
    --------
    >>> first, second = round_value(0.7), round_value(0.1)
    >>> first - (first - second) == second, 0.7 - (0.7 - 0.1) == 0.1
    (True, False)
    """
    return round(value * VALUE_STEPS) / VALUE_STEPS


@dataclass(frozen=True)
class ReviewedPosition:
    """One position of a review: its value for each seat, and the best line of moves.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> first, second = pg.review(record).positions
    >>> first.for_seat(0).value, second.for_seat(0).value, str(first.line[0])
    (1.0, -1.0, 'A-D')
    """

    estimates: tuple[Estimate | None, ...] = (None,)
    """The estimate for each seat; for seat 0 alone if the seats have opposite values."""
    line: tuple[Any, ...] = ()
    """The best move and a likely continuation."""
    all_alike: bool = False
    """Whether all moves are proved to have the same value, so that there is no choice."""
    is_quick: bool = False
    """Whether only a quick look was taken, which is too rough for verdicts."""
    work: ReviewWork | None = None
    """The origin of the values, if it differs from that of the review."""
    node: Node | None = field(default=None, repr=False, compare=False)

    def for_seat(self, seat: Seat) -> Estimate | None:
        """Return the value for a seat, with its interval; None if it is unknown."""
        if seat < len(self.estimates):
            return self.estimates[seat]
        first = self.estimates[0]
        return None if first is None else first.for_opponent()
