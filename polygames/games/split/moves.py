"""The moves of Split, each with its text. Numbers in brackets are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Literal, TypeAlias

from polygames.geometry.planar import Spot


@dataclass(frozen=True, slots=True)
class DrawLine:
    """Draw a line between two spots on lines that exist [3]; either spot may be the start."""

    start: Spot
    end: Spot

    def __post_init__(self) -> None:
        """Put the spots in order and make them plain, so that equal lines are equal moves."""
        spots = sorted(Spot(index(line), float(at)) for line, at in (self.start, self.end))
        object.__setattr__(self, "start", spots[0])
        object.__setattr__(self, "end", spots[1])

    def __str__(self) -> str:
        """Write the exact form: line number @ position along that line, twice."""
        (line, at), (other, to) = self.start, self.end
        return f"draw {line}@{at!r} - {other}@{to!r}"


@dataclass(frozen=True, slots=True)
class FillArea:
    """Fill a small area [6]."""

    area: int

    def __str__(self) -> str:
        """Write ``fill k``."""
        return f"fill {self.area}"


@dataclass(frozen=True, slots=True)
class ChooseColor:
    """Choose the colour to play, after the first line [2]."""

    color: Literal["red", "blue"]

    def __str__(self) -> str:
        """Write ``color red`` or ``color blue``."""
        return f"color {self.color}"


@dataclass(frozen=True, slots=True)
class ChooseArea:
    """Choose which of two new areas the opponent fills [5]."""

    area: int

    def __str__(self) -> str:
        """Write ``area k``."""
        return f"area {self.area}"


Move: TypeAlias = DrawLine | FillArea | ChooseColor | ChooseArea
