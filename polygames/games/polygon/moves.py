"""The moves of Polygon, each with its text. Numbers in brackets are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a segment between two points, given by their names [2, 3]."""

    start: str
    end: str
    is_first: bool = field(default=False, compare=False, repr=False)
    """Whether it is the first of its game: only then is its start chosen, too."""

    def __str__(self) -> str:
        """Write both points: ``C-2x5``."""
        return f"{self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Say that no segment can be drawn, and lose; with the option `claim`."""

    def __str__(self) -> str:
        """Write ``claim``."""
        return "claim"


Move: TypeAlias = Draw | Claim
