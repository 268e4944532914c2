"""How much a move has to lose to be called a mistake: what a game declares for its reviews."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal


@dataclass(frozen=True)
class Verdicts:
    """The least loss of each verdict; a move that loses less is good.

    Where winning counts, the loss that decides is that of the chance to win (0 to 1): to win by
    less, or later, is no mistake. Where points count, it is the loss of the game's unit.

    Examples
    --------
    >>> Verdicts().of(0.12)
    'mistake'
    >>> Verdicts(0.5, 1.5, 3.0, "value").of(0.2)
    'good'
    >>> Verdicts(points=(0.5, 2.0, 5.0)).in_points.of(3.0)
    'mistake'
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

    points: tuple[float, float, float] | None = None
    """The same three in the game's unit, for positions that have no chance to win: played alone."""

    @property
    def in_points(self) -> Verdicts:
        """The verdicts for positions without a chance to win."""
        if self.measure == "value" or self.points is None:
            return self
        return Verdicts(*self.points, "value", self.noise, self.doubt, self.apart, self.settled)

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
        >>> Verdicts(0.5, 1.5, 3.0, "value").share(1.5), Verdicts().share(0.25)
        (0.1, 0.25)
        """
        return loss if self.measure == "chance" else loss / self.mistake * DEFAULT.mistake

    def of(self, loss: float) -> Literal["good", "inaccuracy", "mistake", "blunder"]:
        """Return what a move that loses so much is called."""
        if loss >= self.blunder:
            return "blunder"
        if loss >= self.mistake:
            return "mistake"
        return "inaccuracy" if loss >= self.inaccuracy else "good"


DEFAULT = Verdicts()
"""What holds in a game that declares nothing: only winning counts."""
