"""The moves of Polygon and their text, and the crossings of segments and their names.

Segments are numbered from 1 in the order drawn. A crossing is a point with the numbers of the
segments that run through it. Numbers in brackets are those of RULES.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from polygames.geometry.exact import Line, Point


@dataclass(frozen=True, slots=True)
class Draw:
    """The move that draws a segment between two named points [2, 3]."""

    start: str
    end: str
    is_first: bool = field(default=False, compare=False, repr=False)
    """Whether it is the first move of its game, which also chooses the start."""

    def __str__(self) -> str:
        """Return both points as text, as in ``C-2x5``."""
        return f"{self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class Claim:
    """The losing claim that no segment can be drawn; a legal move with the option `claim`."""

    def __str__(self) -> str:
        """Return the text ``claim``."""
        return "claim"


Move: TypeAlias = Draw | Claim


Crossings: TypeAlias = "Mapping[Point, tuple[int, ...]]"
"""For each crossing point, the numbers of the segments through it in rising order."""
_CROSSING_NAME = re.compile(r"([1-9]\d{0,8})x([1-9]\d{0,8})", re.ASCII)


def crossing_name(segments: Sequence[int]) -> str:
    """Return the name of a crossing, made of its two lowest segment numbers: ``2x5``."""
    return f"{segments[0]}x{segments[1]}"


def crossing_pair(name: str) -> tuple[int, int] | None:
    """Parse a crossing's name such as ``2x5`` into two segment numbers; None for other names.

    Examples
    --------
    >>> crossing_pair("2x5"), crossing_pair("A")
    ((2, 5), None)
    """
    match = _CROSSING_NAME.fullmatch(name)
    return (int(match[1]), int(match[2])) if match else None


def crossings_by_pair(crossings: Crossings) -> dict[tuple[int, int], Point]:
    """Return the crossing point of each pair of segments that cross."""
    return {
        pair: point for point, segments in crossings.items() for pair in combinations(segments, 2)
    }


def iter_crossings(
    line: Line, path: Sequence[Point], lines: Sequence[Line], crossings: Crossings
) -> Iterator[tuple[int, Point]]:
    """Yield the number of each segment that a new one crosses, and the crossing point.

    A common end is no crossing. `lines` are the earlier segments, `path` their successive ends.
    """
    start, end = line.points
    through = {*crossings.get(start, ()), *crossings.get(end, ())}
    sides = [line.side(point) for point in path]
    for number, (other, ends) in enumerate(zip(lines, pairwise(sides), strict=True), 1):
        if ends[0] * ends[1] >= 0 or number in through:
            continue
        if other.side(start) * other.side(end) < 0:
            point = other.meet(line)
            assert point is not None  # noqa: S101 - its ends lie on both sides
            yield number, point
