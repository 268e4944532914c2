"""What an analysis says of the borders where a line can begin: a heat map."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Final

from polygames.games.split.moves import DrawLine
from polygames.scene.model import Segment
from polygames.scene.overlay import loss_color

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.split.rules import Split
    from polygames.scene.model import Point, Scene
    from polygames.search.analysis import Analysis

__all__ = ["overlay"]

NEAR: Final = 1e-6
INSET: Final = 0.07
"""How far inside an area its heat is drawn: the area beyond the border has its own."""

HEAT: Final = ("#005f45", "#00805d", "#557a2f", "#77785a", "#868686")
"""From the best to the worst; none is like the lines of the players."""

WIDEST, NARROWEST = 9.0, 2.5


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Draw each border in the colour and width of the best line that begins there."""
    del picture
    state: Split = analysis.state
    lines = [(_ends(state, each.move), each.value) for each in analysis.moves
             if isinstance(each.move, DrawLine)]  # fmt: skip
    if not lines:
        return ()
    values = [value for _, value in lines]
    best = max(values)
    most = max(best - min(values), 0.1 * (analysis.scale[1] - analysis.scale[0]))
    drawn = []
    for number in state.open_areas:
        corners = state.areas[number].polygon
        own = [(ends, (best - value) / most) for ends, value in lines if _is_in(ends, corners)]
        samples = [(end, loss) for ends, loss in own for end in ends]
        drawn += _heat(corners, samples)
    return tuple(sorted(drawn, key=lambda each: each.width))


def _ends(state: Split, move: DrawLine) -> tuple[Point, Point]:
    p, q = (state.map.lines[spot.line].point(spot.at) for spot in (move.start, move.end))
    return p, q


def _is_in(ends: tuple[Point, Point], corners: Sequence[Point]) -> bool:
    """Whether a line with both ends on borders runs through a convex area."""
    (x0, y0), (x1, y1) = ends
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    sides = [
        (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
        for p, q in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    return all(side > NEAR for side in sides) or all(side < -NEAR for side in sides)


def _heat(corners: Sequence[Point], samples: Sequence[tuple[Point, float]]) -> Iterator[Segment]:
    """Yield the stretches of an area's border, each as good as the nearest end that was tried."""
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    for p, q in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = dist(p, q)
        on = sorted(
            (dist(p, at) / length, loss)
            for at, loss in samples
            if abs(dist(p, at) + dist(at, q) - length) < NEAR * (1 + length)
        )
        cuts = [0.0, *((a + b) / 2 for (a, _), (b, _) in pairwise(on)), 1.0]
        for (start, end), (_, loss) in zip(pairwise(cuts), on, strict=False):
            if end - start > NEAR:
                ends = (_toward(_between(p, q, at), (x, y)) for at in (start, end))
                width = WIDEST - (WIDEST - NARROWEST) * min(1.0, loss)
                yield Segment(*ends, loss_color(loss, HEAT), width)


def _between(p: Point, q: Point, share: float) -> Point:
    return p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])


def _toward(at: Point, middle: Point) -> Point:
    """Move a point a little towards the middle of its area."""
    away = dist(at, middle)
    return _between(at, middle, min(0.4, INSET / away)) if away else at
