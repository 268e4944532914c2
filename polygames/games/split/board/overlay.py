"""The analysis overlay: a heat map of the borders where a line can begin."""

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
from polygames.runtime.scheduling import has_threads
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
"""Maximum number of refinements of a map; they take half a second or so."""
MIN_HEAT_CONTRAST: Final = 0.02
"""Smaller differences, as a share of the scale, are not amplified."""
SAME_PLACE_DISTANCE: Final = 0.05
"""Points nearer than this count as one place, on both sides of a line."""
HEAT_INSET: Final = 0.15
"""Distance of the heat map inside an area: beside the line, whose colour stays visible."""
HEAT_COLORS: Final = ("#005f45", "#00805d", "#557a2f", "#77785a", "#868686")
"""From the best to the worst; none is similar to the players' colours."""

MAX_HEAT_WIDTH_PX, MIN_HEAT_WIDTH_PX = 6.0, 2.0

HEAT_REACH: Final = 1.0
"""The range around a line's end in which its value corrects the map."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Return a heat map of the borders, coloured by the value of the best line from each point."""
    del picture
    found = _refined_map(analysis)
    if found is None:
        return ()
    return _draw_heat_map(found.state, _apply_corrections(found.points, analysis), found.scale)


def end_point_overlay(analysis: Analysis, start: Point) -> Scene:
    """Return a heat map of the possible end points of a line from a border point."""
    found = _refined_map(analysis)
    twins = [] if found is None else _nearest_starts(found.points, start)
    if found is None or not twins:
        return ()
    ends = [end for point in twins for end in found.line_ends_from(point)]
    place = (twins[0].x, twins[0].y)
    return (
        *_draw_heat_map(found.state, ends, found.scale),
        Disc(place, 0.16, palette.PAPER, palette.INK, 2.5),
    )


def _refined_map(analysis: Analysis) -> BorderMap | None:
    """Return the border map of the analysed position, refined with the depth of the analysis.

    Return None if no line can be drawn, nothing is searched yet, or the position is too large.
    """
    state = cast("Split", analysis.state)
    if state.phase != "line" or not analysis.moves or analysis.is_quick_look:
        return None
    shared = _shared_map(state)
    return (
        None if shared is None else shared.refine(min(MAX_REFINEMENTS, analysis.moves[0].depth + 1))
    )


def _apply_corrections(points: Sequence[BorderPoint], analysis: Analysis) -> list[BorderPoint]:
    """Return the points with values corrected by the deeper search of the analysis.

    The difference at an end of an analysed line is added to all points near that end. No point is
    better than the best line of the analysis.
    """
    off = _end_corrections(points, analysis)
    best = analysis.moves[0].value
    found = []
    for point in points:
        same = [(_distance(point, end), change) for end, change in off if end.area == point.area]
        far, change = min(same, default=(HEAT_REACH, 0.0))
        change = change if far < HEAT_REACH else 0.0
        found.append(replace(point, value=min(best, point.value + change)))
    return found


def _end_corrections(
    points: Sequence[BorderPoint], analysis: Analysis
) -> list[tuple[BorderPoint, float]]:
    """Return the map points at the ends of analysed lines, with the corrections of their values."""
    state = cast("Split", analysis.state)
    told: dict[BorderPoint, float] = {}
    for each in reversed(analysis.moves):  # of two lines with one end the better one counts
        if isinstance(each.move, DrawLine):
            spots = (each.move.start, each.move.end)
            ends = [
                _nearest_starts(points, state.map.lines[line].point_at(at)) for line, at in spots
            ]
            (first, second) = ({point.area for point in end} for end in ends)
            for point in (*ends[0], *ends[1]):
                if point.area in first & second:  # the area that the line cuts
                    told[point] = each.value
    return [(point, value - point.value) for point, value in told.items()]


def _nearest_starts(points: Sequence[BorderPoint], place: Point) -> list[BorderPoint]:
    """Return the possible line starts nearest to a place, in every area that meets there."""
    starts = [point for point in points if point.move is not None]
    nearest = min(starts, key=lambda point: dist((point.x, point.y), place), default=None)
    return (
        []
        if nearest is None
        else [point for point in starts if _distance(point, nearest) < SAME_PLACE_DISTANCE]
    )


def _distance(first: BorderPoint, second: BorderPoint) -> float:
    return dist((first.x, first.y), (second.x, second.y))


def _draw_heat_map(
    state: Split, points: Sequence[BorderPoint], scale: tuple[float, float]
) -> tuple[Segment, ...]:
    """Return the heat map of the borders, widest and greenest where a line is best."""
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
        drawn += _iter_heat_strokes(state.areas[number].polygon, samples)
    return tuple(sorted(drawn, key=lambda each: each.width))


class _SharedMap:
    """A border map that one thread refines while other threads use its latest version."""

    def __init__(self, state: Split) -> None:
        self._maps = border_map(state)
        self._lock = Lock()
        self._refinements = 0
        self.best: BorderMap | None = None

    def refine(self, steps: int) -> BorderMap | None:
        wait = self.best is None and has_threads()  # without threads the holder would wait for us
        if self._lock.acquire(blocking=wait):
            try:
                while self._refinements < steps:
                    self._refinements += 1
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


def _iter_heat_strokes(
    corners: Sequence[Point], samples: Sequence[tuple[Point, float | None]]
) -> Iterator[Segment]:
    """Yield the border of an area as segments, coloured by the loss at the nearest sample.

    Points where no line may begin have no stretch.
    """
    middle = tuple(sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    for p, q in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = dist(p, q)
        on = sorted(
            ((dist(p, at) / length, loss) for at, loss in samples if _is_on_edge(at, p, q)),
            key=itemgetter(0),
        )
        cuts = [0.0, *((a + b) / 2 for (a, _), (b, _) in pairwise(on)), 1.0]
        for (start, end), (_, loss) in zip(pairwise(cuts), on, strict=False):
            if loss is not None and end - start > POINT_TOLERANCE:
                first, last = (
                    _move_inward(Chord(p, q).point_at(at), p, q, middle) for at in (start, end)
                )
                width = MAX_HEAT_WIDTH_PX - (MAX_HEAT_WIDTH_PX - MIN_HEAT_WIDTH_PX) * min(1.0, loss)
                yield Segment(first, last, loss_color(loss, HEAT_COLORS), width)


def _is_on_edge(point: Point, p: Point, q: Point) -> bool:
    """Return True if a point is on the edge between two corners."""
    length = dist(p, q)
    return abs(dist(p, point) + dist(point, q) - length) < POINT_TOLERANCE * (1 + length)


def _move_inward(point: Point, p: Point, q: Point, middle: tuple[float, ...]) -> Point:
    """Return a point of an edge, shifted a little into the area."""
    (x, y), length = middle, dist(p, q)
    nx, ny = (p[1] - q[1]) / length, (q[0] - p[0]) / length
    depth = nx * (x - p[0]) + ny * (y - p[1])
    step = max(-HEAT_INSET, min(HEAT_INSET, 0.4 * depth))
    return point[0] + step * nx, point[1] + step * ny
