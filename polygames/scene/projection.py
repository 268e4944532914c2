"""Shared functions of all painters of scenes, so that their pictures are equal.

`project` converts a scene to pixels, `expand_arrows` replaces arrows by simple primitives, and
`iter_runs` finds primitives that can be painted together.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, pairwise
from math import dist, floor, hypot
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from polygames.scene.model import Disc, Polygon, Segment, Text, Window
from polygames.scene.viewport import clip_polygon, clip_segment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from polygames.scene.model import Point, Primitive, Scene
    from polygames.scene.viewport import Viewport

    _Bounds: TypeAlias = tuple[float, float, float, float]
    _Placed: TypeAlias = tuple[_Bounds, Polygon | Disc]

Made = TypeVar("Made")

BASELINE_DROP: Final = 0.35
"""The distance of a text's baseline below its point, as a share of the font size."""

_CLIP_MARGIN_PX: Final = 100.0
"""A limit on the reach of outlines and arrow heads beyond their points, in pixels."""

_MAX_OVERHANG_PX: Final = 4000.0
"""The distance outside the picture at which shapes are clipped, in pixels."""


def project(
    scene: Scene,
    view: Viewport,
    *,
    full_view: Viewport | None = None,
    cache: ProjectionCache | None = None,
) -> Scene:
    """Return the visible primitives of a scene in pixels, without its window.

    Stroke widths are unchanged. `fixed` sizes are scaled by the viewport `full_view`, by default
    `view`, and the zoom is the ratio of both scales. A primitive that is the same object as in the
    last scene is taken from the cache `cache`.
    """
    fixed = (full_view or view).scale
    near, far = (
        Window(-margin, -margin, view.width + margin, view.height + margin)
        for margin in (_CLIP_MARGIN_PX, _MAX_OVERHANG_PX)
    )

    def put(each: Primitive) -> Primitive | None:
        """Return a primitive in pixels; None if it is not visible."""
        if isinstance(each, Polygon) and not each.points:
            return None
        if isinstance(each, Text) and (each.min_zoom or 0) * fixed > view.scale:
            return None
        moved = _to_pixels(each, view, fixed)
        left, top, right, bottom = _bounding_box(moved)
        if right < near.left or left > near.right or bottom < near.top or top > near.bottom:
            return None
        across = far.left <= left and right <= far.right
        is_all_near = across and far.top <= top and bottom <= far.bottom
        return moved if is_all_near else _clip(moved, far)

    shown = [each for each in scene if not isinstance(each, Window)]
    found = cache.get_values(shown, (view, fixed), put) if cache else [put(each) for each in shown]
    return tuple([each for each in found if each is not None])


class PrimitiveCache(Generic[Made]):
    """A cache of values computed for primitives, reused for those that the next picture shares."""

    def __init__(self) -> None:
        self._context: object = None
        self._values_by_id: dict[int, tuple[Primitive, Made]] = {}

    def get_values(
        self, scene: Iterable[Primitive], context: object, compute: Callable[[Primitive], Made]
    ) -> list[Made]:
        """Return a value for each primitive; compute it if the primitive or the context is new."""
        before = self._values_by_id if context == self._context else {}
        found = list[Made]()
        seen: dict[int, tuple[Primitive, Made]] = {}
        for each in scene:
            new = before.get(id(each))  # the cache holds the primitive, so that its id stays unique
            if new is None:
                new = each, compute(each)
            seen[id(each)] = new
            found.append(new[1])
        self._context, self._values_by_id = context, seen
        return found


class ProjectionCache(PrimitiveCache["Primitive | None"]):
    """A cache of projected primitives; None for those that are not visible."""


def expand_arrows(scene: Iterable[Primitive], pixel: float = 1.0) -> list[Primitive]:
    """Return primitives with each arrow replaced by a segment and a polygon.

    The length of a screen pixel in their unit is `pixel`.
    """
    found: list[Primitive] = []
    for primitive in scene:
        if isinstance(primitive, Segment) and primitive.arrow and primitive.start != primitive.end:
            found += _arrow_primitives(primitive, pixel)
        else:
            found.append(primitive)
    return found


def iter_runs(scene: Iterable[Primitive], pixel: float = 1.0) -> Iterator[tuple[Primitive, ...]]:
    """Yield groups of primitives that can be painted together: first all fills, then all outlines.

    A run has consecutive primitives of one kind and width. The picture is the same as if they
    were painted one by one: no fill covers an earlier outline, except on an edge that it
    outlines again. The primitives must have no arrows (see `expand_arrows`). `pixel` is the length
    of a screen pixel in their unit.
    """
    run: list[Primitive] = []
    kind: type | None = None
    width, outlined = 0.0, _OutlinedShapes(pixel)
    for new in scene:  # a board has hundreds, with each move: avoid function calls
        if isinstance(new, Window):
            continue
        goes_on = type(new) is kind
        shape = new if isinstance(new, Polygon | Disc) else None
        if shape and not (shape.stroke or (shape.fill and outlined.width)):
            shape = None  # it has no outline, and hides none
        if shape:
            goes_on = goes_on and outlined.add(shape)
        elif isinstance(new, Segment):
            goes_on = goes_on and new.width == width
            width = new.width
        if run and not goes_on:
            yield tuple(run)
            run, outlined = [], _OutlinedShapes(pixel)
        if shape and not run:
            outlined.add(shape)
        run.append(new)
        kind = type(new)
    if run:
        yield tuple(run)


class _OutlinedShapes:
    """The outlined shapes of a run, which later fills must not hide.

    They are found by the grid square that contains their middle. The squares are as large as the
    first shape; a larger shape is a neighbour of all.
    """

    def __init__(self, pixel: float) -> None:
        self.width = 0.0
        """The common width of the outlines, set by the first one."""
        self._pixel, self._side = pixel, 0.0
        self._squares: dict[tuple[int, int], list[_Placed]] = {}
        self._large: list[_Placed] = []
        self._all: list[_Placed] = []

    def add(self, shape: Polygon | Disc) -> bool:
        """Add a shape to the run; return False if this would change the picture."""
        if shape.stroke and self.width and self.width != shape.width:
            return False
        placed = _bounding_box(shape), shape
        if shape.fill and self.width and self._would_hide_outline(*placed):
            return False
        if not shape.stroke:
            return True
        self.width = shape.width
        (left, top, right, bottom), _ = placed
        extent = max(right - left, bottom - top)
        self._side = self._side or 1.001 * extent or 1.0  # like shapes differ by rounding
        self._all.append(placed)
        if extent > self._side:
            self._large.append(placed)
        else:
            side = 2 * self._side
            square = floor((left + right) / side), floor((top + bottom) / side)
            self._squares.setdefault(square, []).append(placed)
        return True

    def _would_hide_outline(self, bounds: _Bounds, shape: Polygon | Disc) -> bool:
        """Return True if the fill of a shape would permanently hide part of an outline."""
        half = self.width / 2 * self._pixel
        left, top, right, bottom = bounds
        for (old_left, old_top, old_right, old_bottom), old in self._find_near(bounds, half):
            # A neighbour with the same outline paints the common edge again, so it may touch.
            gap = -1e-6 * self._pixel if shape.stroke == old.stroke else half
            across = left < old_right + gap and old_left < right + gap
            is_near = across and top < old_bottom + gap and old_top < bottom + gap
            if is_near and not _has_separating_line(shape, old, gap):
                return True
        return False

    def _find_near(self, bounds: _Bounds, gap: float) -> Iterable[_Placed]:
        """Return all shapes within the distance `gap` of a box, and possibly some others."""
        side, reach = self._side, self._side / 2 + gap
        left, top, right, bottom = bounds
        first, last = floor((left - reach) / side), floor((right + reach) / side)
        high, low = floor((top - reach) / side), floor((bottom + reach) / side)
        if (last - first) * (low - high) > len(self._all):
            return self._all
        columns, rows, get = range(first, last + 1), range(high, low + 1), self._squares.get
        return chain(self._large, *[get((x, y), ()) for x in columns for y in rows])


def _to_pixels(primitive: Primitive, view: Viewport, fixed: float) -> Primitive:
    """Return a primitive in pixels; `dataclasses.replace` would be three times as slow.

    For the same reason, it does not call `Viewport.to_px`.
    """
    scale, left, top = view.scale, view.left, view.top
    match primitive:
        case Polygon(points, fill, stroke, width, alpha, target, label):
            at = tuple([((x - left) * scale, (y - top) * scale) for x, y in points])
            return Polygon(at, fill, stroke, width, alpha, target, label)
        case Segment((x, y), (u, v), stroke, width, alpha, arrow):
            start = (x - left) * scale, (y - top) * scale
            end = (u - left) * scale, (v - top) * scale
            return Segment(start, end, stroke, width, alpha, arrow)
        case Disc((x, y), radius, fill, stroke, width, alpha, is_fixed, target, label):
            place = (x - left) * scale, (y - top) * scale
            radius *= fixed if is_fixed else scale
            return Disc(place, radius, fill, stroke, width, alpha, is_fixed, target, label)
        case Text((x, y), text, size, fill, align, bold, is_fixed, halo, rim):
            unit = fixed if is_fixed else scale
            x, y = (x - left) * scale, (y - top) * scale
            if primitive.along:
                x, y = _slide_into_view(primitive, view, unit)
            if primitive.shift:
                x, y = x + primitive.shift[0] * unit, y + primitive.shift[1] * unit
            return Text((x, y), text, size * unit, fill, align, bold, is_fixed, halo, rim)
        case Window():
            return primitive


def _slide_into_view(text: Text, view: Viewport, unit: float) -> Point:
    """Return the visible point, in pixels, of a text's line that is nearest to the text's place."""
    at, margin = view.to_px(text.at), 2 * text.size * unit
    inside = Window(margin, margin, view.width - margin, view.height - margin)
    is_inside = inside.left <= at[0] <= inside.right and inside.top <= at[1] <= inside.bottom
    if text.along is None or is_inside:
        return at
    start, end = map(view.to_px, text.along)
    return min(clip_segment(start, end, inside) or (at,), key=lambda point: dist(point, at))


def _clip(primitive: Primitive, window: Window) -> Primitive | None:
    match primitive:
        case Polygon(points=points):
            cut = clip_polygon(points, window)
            return replace(primitive, points=cut) if cut else None
        case Segment(start=start, end=end):
            ends = clip_segment(start, end, window)
            return replace(primitive, start=ends[0], end=ends[1]) if ends else None
        case _:
            return primitive


def _bounding_box(primitive: Primitive) -> _Bounds:
    """Return the bounding box of a primitive; a text counts as one em per letter."""
    match primitive:
        case Polygon(points=points):
            xs, ys = zip(*points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Segment(start=(x, y), end=(u, v)):
            return min(x, u), min(y, v), max(x, u), max(y, v)
        case Disc(center=(x, y), radius=reach):
            return x - reach, y - reach, x + reach, y + reach
        case Text(at=(x, y), size=size, text=text):
            reach = size * max(1, len(text))
            return x - reach, y - size, x + reach, y + size
        case Window(left, top, right, bottom):
            return left, top, right, bottom


def _arrow_primitives(arrow: Segment, pixel: float) -> tuple[Segment, Polygon]:
    (x, y), (tip_x, tip_y) = arrow.start, arrow.end
    length = hypot(tip_x - x, tip_y - y)
    head = min(length, (6 + 2.5 * arrow.width) * pixel)
    along_x, along_y = (tip_x - x) / length * head, (tip_y - y) / length * head
    base_x, base_y = tip_x - along_x, tip_y - along_y
    side_x, side_y = -along_y * 0.45, along_x * 0.45
    points = (
        (tip_x, tip_y),
        (base_x + side_x, base_y + side_y),
        (base_x - side_x, base_y - side_y),
    )
    shaft = replace(arrow, end=(base_x, base_y), arrow=False)
    return shaft, Polygon(points, fill=arrow.stroke, alpha=arrow.alpha)


def _has_separating_line(first: Polygon | Disc, second: Polygon | Disc, gap: float) -> bool:
    """Return True if a line separates two shapes by a gap; possibly False if one is not convex."""
    if isinstance(first, Disc) and isinstance(second, Disc):
        (x, y), (u, v) = first.center, second.center
        return hypot(u - x, v - y) >= first.radius + second.radius + gap
    shapes = _outline_corners(first), _outline_corners(second)
    edges = [edge for shape in shapes for edge in pairwise((*shape, shape[0]))]
    return any(_gap_along(*shapes, _edge_normal(start, end)) >= gap for start, end in edges)


def _outline_corners(shape: Polygon | Disc) -> tuple[Point, ...]:
    """Return the corners of a polygon, or two corners of a disc's bounding box."""
    if isinstance(shape, Polygon):
        return shape.points
    left, top, right, bottom = _bounding_box(shape)
    return (left, top), (right, bottom)


def _edge_normal(start: Point, end: Point) -> Point:
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    length = hypot(along_x, along_y) or 1.0
    return along_y / length, -along_x / length


def _gap_along(first: tuple[Point, ...], second: tuple[Point, ...], normal: Point) -> float:
    """Return the gap between two shapes projected on a normal; negative if they overlap."""
    shadows = [[x * normal[0] + y * normal[1] for x, y in shape] for shape in (first, second)]
    return max(min(shadows[0]) - max(shadows[1]), min(shadows[1]) - max(shadows[0]))
