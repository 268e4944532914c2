"""Views of a polygon, each found from another: zoom, pan, fit; and the small map of where one is.

A `View` is exact, so that a zoom has no end. What the board says of it in floats (a window in its
coordinates) is of ordinary size, however deep it lies.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING, Final

from polygames.games.polygon.board.scene import (
    LABEL_RIM,
    SEGMENT_COLORS,
    TARGET,
    View,
    draw_preview_arrow,
)
from polygames.games.polygon.board.words import point_words, say
from polygames.scene import palette
from polygames.scene.model import Disc, Preview, Window

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.polygon.board.scene import Exact
    from polygames.games.polygon.rules import Move, PolygonGame
    from polygames.geometry.exact import Point

VIEW_EDGE: Final = 1 + LABEL_RIM
"""A view shows what lies between minus this and this."""
SCALE_BITS: Final = 53
CENTER_BITS: Final = 60
"""How finely the scale and, in units of the view, the center are kept: else they grow for ever."""
MAX_VIEW_COORDINATE: Final = 10**12
"""What is farther away, in the coordinates of a view, is said to be there."""
FITTED_SHARE: Final = Fraction(7, 10)
"""What share of a view the points take that it is fitted to."""
MAP_SIZE_PX: Final = 56
"""Width and height of the map, in pixels: those of the two lines beside it."""
MAX_VIEW_RATIO: Final = 8
"""Where a segment begins is shown with its targets, unless they would be so many times smaller."""
MIN_MAP_WINDOW_PX: Final = 4.0
"""Below this size, in pixels, a cross on the map marks the place of the window."""


def view_of_window(view: View, window: Window, whole: View) -> View:
    """Return the view that shows a window given in the coordinates of another view.

    It is never wider than the whole board.
    """
    left, top, right, bottom = map(Fraction, (window.left, window.top, window.right, window.bottom))
    scale = view.scale * 2 * Fraction(VIEW_EDGE) / max(right - left, bottom - top)
    if scale * 1000 <= whole.scale * 1001:
        return whole
    return _view(view, ((left + right) / 2, (top + bottom) / 2), scale)


def zoomed(view: View, factor: Fraction, whole: View) -> View:
    """Return the view around the same place in which everything is `factor` times less large.

    It is never wider than the whole board.
    """
    scale = view.scale / factor
    return whole if scale <= whole.scale else _view(view, (Fraction(0), Fraction(0)), scale)


def around(point: Point, scale: Fraction) -> View:
    """Return the view of this scale with a point in its middle."""
    rough = View((Fraction(0), Fraction(0)), scale)
    return _view(View(point.approx(rough.bits), scale), (Fraction(0), Fraction(0)), scale)


def view_transform(old: View, new: View) -> dict[str, float] | None:
    """Return how coordinates of one view become those of another: ``(old - x or y) * scale``.

    None if floats have no room for it: then nothing that is seen in the one is in the other.
    """
    x, y = _offset(old, new)
    try:
        return {"x": float(x), "y": float(y), "scale": float(new.scale / old.scale)}
    except OverflowError:
        return None


def surroundings(view: View, whole: View) -> Window:
    """Return the window of the whole board in the coordinates of a view, cut where that is far."""
    x, y = _offset(view, whole)
    reach = Fraction(VIEW_EDGE) * view.scale / whole.scale
    return Window(*map(_clip_coordinate, (x - reach, y - reach, x + reach, y + reach)))


def fit(state: PolygonGame, points: Sequence[Point]) -> View:
    """Return the view that some points fill; of a single one, with the point nearest to it.

    The whole board if there are no points.
    """
    whole = view = View.whole(state)
    points = list(dict.fromkeys(points))
    if not points:
        return whole
    while True:
        low, high = _box(state, points, view)
        size = max(high[0] - low[0], high[1] - low[1])
        middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
        if size * (1 << 20) > 1:
            break
        view = _view(view, middle, view.scale * (1 << 20))  # too small to be seen well from here
    scale = view.scale * 2 * FITTED_SHARE / size
    return whole if scale <= whole.scale else _view(view, middle, scale)


def fit_targets(state: PolygonGame) -> View:
    """Return the view of all points that the next segment may go to, and of where it begins.

    Where that is far from them it is left out.
    """
    targets = () if state.outcome is not None else state.targets
    near = fit(state, targets)
    if state.here is None or not targets:
        return near
    both = fit(state, [*targets, state.here])
    return both if both.scale * MAX_VIEW_RATIO >= near.scale else near


def beyond(state: PolygonGame, view: View) -> Iterator[Disc]:
    """Yield the targets too far away to be seen: a keyboard goes to them, too."""
    if state.outcome is not None:
        return
    for point in state.targets:
        if view.place(point) is None:
            x, y = (_clip_coordinate(value) for value in view.exact(point))
            name = state.name(point)
            yield Disc((x, y), TARGET, fixed=True, target=name, label=point_words(name))


def quick_preview(state: PolygonGame, move: Move, view: View) -> Preview:
    """Draw what a move would do, without what it crosses and leaves: that takes its time."""
    return Preview(say(state, move), draw_preview_arrow(state, move, view))


def power(view: View, whole: View) -> float:
    """Return how many times larger than the whole board a view shows things, as a power of ten."""
    ratio = view.scale / whole.scale
    return (log2(ratio.numerator) - log2(ratio.denominator)) / log2(10)


def minimap(state: PolygonGame, view: View) -> str:
    """Return a picture of the whole polygon, with the window of a view in it, as SVG."""
    whole = View.whole(state)
    corners = " ".join(f"{x:.4f},{y:.4f}" for x, y in whole.polygon(state.vertices))
    lines = "".join(
        f'<path d="M{x:.4f},{y:.4f}L{u:.4f},{v:.4f}" stroke="{SEGMENT_COLORS[number % 2]}"/>'
        for number, ends in enumerate(pairwise(state.path))
        if (line := whole.segment(*ends))
        for (x, y), (u, v) in [line]
    )
    return (
        f'<svg class="polygames-map" width="{MAP_SIZE_PX}" height="{MAP_SIZE_PX}" role="img" '
        f'aria-label="map of the board, zoom 10 to the power {power(view, whole):.1f}" '
        f'viewBox="{-VIEW_EDGE} {-VIEW_EDGE} {2 * VIEW_EDGE} {2 * VIEW_EDGE}" '
        f'style="background:{palette.PAPER}">'
        f'<polygon points="{corners}" fill="#fbf8f1" stroke="{palette.GREY}" stroke-width=".02"/>'
        f'<g fill="none" stroke-width=".015" opacity=".7">{lines}</g>{_frame(view, whole)}</svg>'
    )


def _frame(view: View, whole: View) -> str:
    """Return the window of a view on the map, or a cross and a ring where it is too small."""
    (x, y), reach = (
        map(float, _offset(whole, view)),
        float(Fraction(VIEW_EDGE) * whole.scale / view.scale),
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
    """Return a coordinate, cut where it is far."""
    return float(max(min(value, Fraction(MAX_VIEW_COORDINATE)), Fraction(-MAX_VIEW_COORDINATE)))


def _offset(old: View, new: View) -> Exact:
    """Return the center of one view in the coordinates of another."""
    (x, y), (u, v) = old.center, new.center
    return (u - x) * old.scale, (y - v) * old.scale


def _view(view: View, middle: Exact, scale: Fraction) -> View:
    """Return the view of a scale around a place that is given in the coordinates of another."""
    size = scale.numerator.bit_length() - scale.denominator.bit_length()
    x, y = view.center[0] + middle[0] / view.scale, view.center[1] - middle[1] / view.scale
    center = (_round_binary(x, size + CENTER_BITS), _round_binary(y, size + CENTER_BITS))
    return View(center, _round_binary(scale, SCALE_BITS - size))


def _round_binary(value: Fraction, bits: int) -> Fraction:
    """Round to so many binary places; fewer than none are places before the point."""
    step = Fraction(2) ** -bits
    return round(value / step) * step


def _box(state: PolygonGame, points: Sequence[Point], view: View) -> tuple[Exact, Exact]:
    """Return the corners of the box around points; around one, as far as the next point is."""
    xs, ys = zip(*map(view.exact, points), strict=True)
    if len(points) > 1:
        return (min(xs), min(ys)), (max(xs), max(ys))
    (x,), (y,) = xs, ys
    others = (view.exact(point) for point in state.points if point is not points[0])
    reach = min(max(abs(u - x), abs(v - y)) for u, v in others)
    return (x - reach, y - reach), (x + reach, y + reach)
