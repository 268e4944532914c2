"""What an analysis says of the borders where a line can begin: a heat map."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import dist
from operator import itemgetter
from threading import Lock
from typing import TYPE_CHECKING, Final, cast

from polygames.core.errors import OptionError
from polygames.games.split.analysis import border_map
from polygames.games.split.moves import DrawLine
from polygames.geometry.planar import Chord
from polygames.runtime.cooperative import has_threads
from polygames.scene import palette
from polygames.scene.model import Disc, Segment
from polygames.view.overlay import loss_color

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.analysis import Analysis
    from polygames.games.split.analysis import BorderMap, BorderPoint
    from polygames.games.split.rules import Split
    from polygames.scene.model import Point, Scene

POINT_TOLERANCE: Final = 1e-6
MAX_REFINEMENTS: Final = 4
"""How many times a map is made better: this takes half a second or so."""
MIN_HEAT_CONTRAST: Final = 0.02
"""Differences of a smaller share of the scale are not blown up."""
SAME_PLACE_DISTANCE: Final = 0.05
"""Points nearer than this are one place, on both sides of a line."""
HEAT_INSET: Final = 0.15
"""How far inside an area its heat is drawn: beside the line, whose colour says whose it is."""
HEAT_COLORS: Final = ("#005f45", "#00805d", "#557a2f", "#77785a", "#868686")
"""From the best to the worst; none is like the lines of the players."""

WIDEST, NARROWEST = 6.0, 2.0

HEAT_REACH: Final = 1.0
"""How far from its end what is known of a line says something of the border."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Draw each border in the colour and width of the best line that begins there."""
    del picture
    found = _map_for(analysis)
    if found is None:
        return ()
    return _map_scene(found.state, _apply_corrections(found.points, analysis), found.scale)


def overlay_from(analysis: Analysis, at: Point) -> Scene:
    """Draw where a line that begins at a place of the border ends best."""
    found = _map_for(analysis)
    twins = [] if found is None else _nearest(found.points, at)
    if found is None or not twins:
        return ()
    ends = [end for point in twins for end in found.second_ends(point)]
    place = (twins[0].x, twins[0].y)
    return (
        *_map_scene(found.state, ends, found.scale),
        Disc(place, 0.16, palette.PAPER, palette.INK, 2.5),
    )


def _map_for(analysis: Analysis) -> BorderMap | None:
    """Return the map of a position, looked at as thoroughly as an analysis of it; None if none."""
    state = cast("Split", analysis.state)
    if state.phase != "line" or not analysis.moves or analysis.is_quick_look:
        return None
    shared = _shared_map(state)
    return (
        None if shared is None else shared.grow(min(MAX_REFINEMENTS, analysis.moves[0].depth + 1))
    )


def _apply_corrections(points: Sequence[BorderPoint], analysis: Analysis) -> list[BorderPoint]:
    """Return the points as the lines of the analysis, which looks further than the map, say.

    By how much such a line is better or worse than the map says where it ends, the points beside
    that end are, too. No point is better than the best line of the analysis.
    """
    off = _off_at_ends(points, analysis)
    best = analysis.moves[0].value
    found = []
    for point in points:
        same = [(_distance(point, end), change) for end, change in off if end.area == point.area]
        far, change = min(same, default=(HEAT_REACH, 0.0))
        change = change if far < HEAT_REACH else 0.0
        found.append(replace(point, value=min(best, point.value + change)))
    return found


def _off_at_ends(
    points: Sequence[BorderPoint], analysis: Analysis
) -> list[tuple[BorderPoint, float]]:
    """Return the points where lines of the analysis end, and how far off the map is there."""
    state = cast("Split", analysis.state)
    told: dict[BorderPoint, float] = {}
    for each in reversed(analysis.moves):  # of two lines with one end the better one counts
        if isinstance(each.move, DrawLine):
            spots = (each.move.start, each.move.end)
            ends = [_nearest(points, state.map.lines[line].point(at)) for line, at in spots]
            (first, second) = ({point.area for point in end} for end in ends)
            for point in (*ends[0], *ends[1]):
                if point.area in first & second:  # the area that the line cuts
                    told[point] = each.value
    return [(point, value - point.value) for point, value in told.items()]


def _nearest(points: Sequence[BorderPoint], at: Point) -> list[BorderPoint]:
    """Return the points where a line can begin nearest to a place, on both sides of a line."""
    starts = [point for point in points if point.move is not None]
    nearest = min(starts, key=lambda point: dist((point.x, point.y), at), default=None)
    return (
        []
        if nearest is None
        else [point for point in starts if _distance(point, nearest) < SAME_PLACE_DISTANCE]
    )


def _distance(one: BorderPoint, other: BorderPoint) -> float:
    return dist((one.x, one.y), (other.x, other.y))


def _map_scene(
    state: Split, points: Sequence[BorderPoint], scale: tuple[float, float]
) -> tuple[Segment, ...]:
    """Draw the borders by what their points are worth; the best is the widest and greenest."""
    values = [point.value for point in points if point.move is not None]
    best = max(values, default=0.0)
    most = max(best - min(values, default=0.0), MIN_HEAT_CONTRAST * (scale[1] - scale[0]))
    drawn: list[Segment] = []
    for number in state.open_areas:
        samples = [
            ((point.x, point.y), (best - point.value) / most if point.move else None)
            for point in points
            if point.area == number
        ]
        drawn += _heat(state.areas[number].polygon, samples)
    return tuple(sorted(drawn, key=lambda each: each.width))


class _SharedMap:
    """A map of the border that gets better; while it does, others use it as it is."""

    def __init__(self, state: Split) -> None:
        self._maps = border_map(state)
        self._lock = Lock()
        self._steps = 0
        self.best: BorderMap | None = None

    def grow(self, steps: int) -> BorderMap | None:
        wait = self.best is None and has_threads()  # else who holds it waits for us
        if self._lock.acquire(blocking=wait):
            try:
                while self._steps < steps:
                    self._steps += 1
                    self.best = next(self._maps, self.best)
            finally:
                self._lock.release()
        return self.best


@lru_cache(maxsize=8)
def _shared_map(state: Split) -> _SharedMap | None:
    try:
        return _SharedMap(state)
    except OptionError:  # too many lines for the compiled search
        return None


def _heat(
    corners: Sequence[Point], samples: Sequence[tuple[Point, float | None]]
) -> Iterator[Segment]:
    """Yield the stretches of an area's border, each as good as the nearest point of the map.

    Points where no line may begin have no stretch.
    """
    middle = tuple(sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    for p, q in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = dist(p, q)
        on = sorted(
            ((dist(p, at) / length, loss) for at, loss in samples if _is_on(at, p, q)),
            key=itemgetter(0),
        )
        cuts = [0.0, *((a + b) / 2 for (a, _), (b, _) in pairwise(on)), 1.0]
        for (start, end), (_, loss) in zip(pairwise(cuts), on, strict=False):
            if loss is not None and end - start > POINT_TOLERANCE:
                first, last = (_inward(Chord(p, q).point(at), p, q, middle) for at in (start, end))
                width = WIDEST - (WIDEST - NARROWEST) * min(1.0, loss)
                yield Segment(first, last, loss_color(loss, HEAT_COLORS), width)


def _is_on(at: Point, p: Point, q: Point) -> bool:
    """Whether a point lies on the edge between two corners."""
    length = dist(p, q)
    return abs(dist(p, at) + dist(at, q) - length) < POINT_TOLERANCE * (1 + length)


def _inward(at: Point, p: Point, q: Point, middle: tuple[float, ...]) -> Point:
    """Move a point of an edge a little away from it, into the area."""
    (x, y), length = middle, dist(p, q)
    nx, ny = (p[1] - q[1]) / length, (q[0] - p[0]) / length
    depth = nx * (x - p[0]) + ny * (y - p[1])
    step = max(-HEAT_INSET, min(HEAT_INSET, 0.4 * depth))
    return at[0] + step * nx, at[1] + step * ny
