"""What a solver returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from polygames.core.dataframe import table

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Solution:
    """What was proved about a position.

    Examples
    --------
    >>> Solution(1, best="A-C", line=("A-C",), nodes=5)
    Solution(value=1, best=A-C, line=A-C, nodes=5)
    """

    value: float | None
    """The value for seat 0 with best play: +1, 0 or -1, or in a game of points the difference of
    the scores (with one seat its score). None: it was not proved."""

    best: Any = None
    """A move that achieves the value. If there is no value, the move that looks best, or None."""

    line: tuple[Any, ...] = ()
    """Best play from here, as far as it is known."""

    nodes: int = 0
    """How many positions were searched."""

    values: Mapping[Any, float] = field(default_factory=dict)
    """The value for seat 0 after each move, where it is proved."""

    note: str = ""
    """How it was proved, or what is missing."""

    def table(self) -> Any:
        """Return a row for each move with a proved value (a DataFrame where pandas is there).

        Examples
        --------
        >>> len(Solution(1, values={"A-C": 1, "A-D": -1}).table())
        2
        >>> len(Solution(None).table())
        0
        """
        return table([{"move": str(move), "value": value} for move, value in self.values.items()])

    def __repr__(self) -> str:
        """Say the value, the move, the line and the size of the search."""
        line = " ".join(map(str, self.line))
        note = f", note={self.note!r}" if self.note else ""
        return (
            f"Solution(value={self.value}, best={self.best}, line={line or None}, "
            f"nodes={self.nodes}{note})"
        )
