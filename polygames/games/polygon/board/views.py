"""Views of a polygon: zooming, panning and fitting, and the overview map.

A `View` is exact, so that a zoom has no end. The window that the board sends in floats, in
coordinates of the view, is of ordinary size at any depth.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING, Final

from polygames.games.polygon.board.explanations import point_text
from polygames.games.polygon.board.scene import (
    LABEL_RIM,
    SEGMENT_COLORS,
    TARGET_RADIUS,
    View,
)
from polygames.scene import palette
from polygames.scene.model import Disc, Window

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.polygon.board.scene import Exact
    from polygames.games.polygon.rules import PolygonGame
    from polygames.geometry.exact import Point

VIEW_EDGE: Final = 1 + LABEL_RIM
"""A view shows coordinates from minus this to this."""
SCALE_BITS: Final = 53
CENTER_BITS: Final = 60
"""Precision of scale and center (in units of the view), so that fractions stay small."""
MAX_VIEW_COORDINATE: Final = 10**12
"""Larger coordinates of a view are clamped to this."""
FITTED_SHARE: Final = Fraction(7, 10)
"""The share of a view that its points fill after a fit."""
MAP_SIZE_PX: Final = 56
"""Width and height of the map: as high as the two lines beside it."""
MAX_VIEW_RATIO: Final = 8
"""The start of a segment is shown with its targets unless they become smaller by this factor."""
MIN_MAP_WINDOW_PX: Final = 4.0
"""A window smaller than this on the map is marked by a cross."""


def view_of_window(view: View, window: Window, full_view: View) -> View:
    """Return the view that shows a window given in the coordinates of another view.

    It is never wider than the whole board.
    """
    left, top, right, bottom = map(Fraction, (window.left, window.top, window.right, window.bottom))
    scale = view.scale * 2 * Fraction(VIEW_EDGE) / max(right - left, bottom - top)
    if scale * 1000 <= full_view.scale * 1001:
        return full_view
    return _shifted_view(view, ((left + right) / 2, (top + bottom) / 2), scale)


def zoom_out_view(view: View, factor: Fraction, full_view: View) -> View:
    """Return a view with the same center, zoomed out by a factor (zoomed in if it is below 1).

    It is never wider than the whole board.
    """
    scale = view.scale / factor
    return (
        full_view
        if scale <= full_view.scale
        else _shifted_view(view, (Fraction(0), Fraction(0)), scale)
    )


def centered_view(point: Point, scale: Fraction) -> View:
    """Return the view with a point at its center and a given scale."""
    rough = View((Fraction(0), Fraction(0)), scale)
    return _shifted_view(
        View(point.approximate(rough.bits), scale), (Fraction(0), Fraction(0)), scale
    )


def view_transform(old: View, new: View) -> dict[str, float] | None:
    """Return x, y and scale for converting coordinates to the new view: ``(old - x) * scale``.

    None if floats overflow: then nothing that is visible in one view is visible in the other.
    """
    x, y = _center_offset(old, new)
    try:
        return {"x": float(x), "y": float(y), "scale": float(new.scale / old.scale)}
    except OverflowError:
        return None


def full_window(view: View, full_view: View) -> Window:
    """Return the window of the whole board in the coordinates of a view, clamped."""
    x, y = _center_offset(view, full_view)
    reach = Fraction(VIEW_EDGE) * view.scale / full_view.scale
    return Window(*map(_clip_coordinate, (x - reach, y - reach, x + reach, y + reach)))


def fit_points(state: PolygonGame, points: Sequence[Point]) -> View:
    """Return the view that fits some points; a single point is shown with its nearest neighbour.

    The whole board if there are no points.
    """
    whole = view = View.of_polygon(state)
    points = list(dict.fromkeys(points))
    if not points:
        return whole
    while True:
        low, high = _bounding_box(state, points, view)
        size = max(high[0] - low[0], high[1] - low[1])
        middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
        if size * (1 << 20) > 1:
            break
        view = _shifted_view(
            view, middle, view.scale * (1 << 20)
        )  # too small to be seen well from here
    scale = view.scale * 2 * FITTED_SHARE / size
    return whole if scale <= whole.scale else _shifted_view(view, middle, scale)


def fit_targets(state: PolygonGame) -> View:
    """Return the view that fits the start of the next segment and all its possible ends.

    The start is left out if it is far from the targets.
    """
    targets = () if state.outcome is not None else state.targets
    near = fit_points(state, targets)
    if state.here is None or not targets:
        return near
    both = fit_points(state, [*targets, state.here])
    return both if both.scale * MAX_VIEW_RATIO >= near.scale else near


def targets_outside(state: PolygonGame, view: View) -> Iterator[Disc]:
    """Yield the possible ends of the next segment that lie outside the view, for keyboard use."""
    if state.outcome is not None:
        return
    for point in state.targets:
        if view.to_view(point) is None:
            x, y = (_clip_coordinate(value) for value in view.to_exact(point))
            name = state.name(point)
            yield Disc((x, y), TARGET_RADIUS, fixed=True, target=name, label=point_text(name))


def zoom_power(view: View, full_view: View) -> float:
    """Return the decimal logarithm of the magnification relative to the whole board."""
    ratio = view.scale / full_view.scale
    return (log2(ratio.numerator) - log2(ratio.denominator)) / log2(10)


def minimap(state: PolygonGame, view: View) -> str:
    """Return the overview map as SVG: the whole polygon and the window of a view."""
    whole = View.of_polygon(state)
    corners = " ".join(f"{x:.4f},{y:.4f}" for x, y in whole.clip_polygon(state.vertices))
    lines = "".join(
        f'<path d="M{x:.4f},{y:.4f}L{u:.4f},{v:.4f}" stroke="{SEGMENT_COLORS[number % 2]}"/>'
        for number, ends in enumerate(pairwise(state.path))
        if (line := whole.clip_segment(*ends))
        for (x, y), (u, v) in [line]
    )
    return (
        f'<svg class="polygames-map" width="{MAP_SIZE_PX}" height="{MAP_SIZE_PX}" role="img" '
        f'aria-label="map of the board, zoom 10 to the power {zoom_power(view, whole):.1f}" '
        f'viewBox="{-VIEW_EDGE} {-VIEW_EDGE} {2 * VIEW_EDGE} {2 * VIEW_EDGE}" '
        f'style="background:{palette.PAPER}">'
        f'<polygon points="{corners}" fill="#fbf8f1" stroke="{palette.GREY}" stroke-width=".02"/>'
        f'<g fill="none" stroke-width=".015" opacity=".7">{lines}</g>'
        f"{_map_frame(view, whole)}</svg>"
    )


def _map_frame(view: View, full_view: View) -> str:
    """Return SVG that marks the window of a view on the overview map.

    It is a rectangle, or a cross and a ring if that would be too small.
    """
    (x, y), reach = (
        map(float, _center_offset(full_view, view)),
        float(Fraction(VIEW_EDGE) * full_view.scale / view.scale),
    )
    pen = f'fill="none" stroke="{palette.INK}" stroke-width=".03"'
    if reach * MAP_SIZE_PX / VIEW_EDGE >= MIN_MAP_WINDOW_PX:
        side = 2 * reach
        return f'<rect x="{x - reach}" y="{y - reach}" width="{side}" height="{side}" {pen}/>'
    arms = "".join(
        f"M{x + s * 0.08},{y + t * 0.08}L{x + s * 0.24},{y + t * 0.24}"
        for s, t in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    return f'<g {pen}><circle cx="{x}" cy="{y}" r=".08"/><path d="{arms}"/></g>'


def _clip_coordinate(value: Fraction) -> float:
    """Return a coordinate clamped to `MAX_VIEW_COORDINATE`."""
    return float(max(min(value, Fraction(MAX_VIEW_COORDINATE)), Fraction(-MAX_VIEW_COORDINATE)))


def _center_offset(old: View, new: View) -> Exact:
    """Return the center of the new view in the coordinates of the old one."""
    (x, y), (u, v) = old.center, new.center
    return (u - x) * old.scale, (y - v) * old.scale


def _shifted_view(view: View, middle: Exact, scale: Fraction) -> View:
    """Return the view with a given scale and a center given in another view's coordinates."""
    size = scale.numerator.bit_length() - scale.denominator.bit_length()
    x, y = view.center[0] + middle[0] / view.scale, view.center[1] - middle[1] / view.scale
    center = (_round_binary(x, size + CENTER_BITS), _round_binary(y, size + CENTER_BITS))
    return View(center, _round_binary(scale, SCALE_BITS - size))


def _round_binary(value: Fraction, bits: int) -> Fraction:
    """Round a fraction to a multiple of ``2 ** -bits``."""
    step = Fraction(2) ** -bits
    return round(value / step) * step


def _bounding_box(state: PolygonGame, points: Sequence[Point], view: View) -> tuple[Exact, Exact]:
    """Return two opposite corners of the bounding box of points, in coordinates of a view.

    Around a single point the box extends to the nearest other point.
    """
    xs, ys = zip(*map(view.to_exact, points), strict=True)
    if len(points) > 1:
        return (min(xs), min(ys)), (max(xs), max(ys))
    (x,), (y,) = xs, ys
    others = (view.to_exact(point) for point in state.points if point is not points[0])
    reach = min(max(abs(u - x), abs(v - y)) for u, v in others)
    return (x - reach, y - reach), (x + reach, y + reach)
