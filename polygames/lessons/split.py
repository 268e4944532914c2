"""Lesson 03, Split."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from math import cos, pi, sin
from random import Random
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.geometry.planar import shoelace
from polygames.lessons.conjectures import Case, claim_fault, make_try_to_break
from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import AnswerAndTrials, calls, exercise, is_close
from polygames.lessons.figures import Picture, matplotlib_object, new_figure, picture_of
from polygames.lessons.on_board import BoardExercise, slider_part
from polygames.scene.palette import GREEN, GREY, INK, ORANGE, RED, SOFT, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from polygames.games.split.rules import Split

    Point = tuple[float, float]

Polygon = list[tuple[float, float]]


@exercise
def exercise_1(counted: Any) -> AnswerAndTrials:
    """Check the numbers of corners, edges and areas of a square divided by ten lines."""
    lines = 10
    return list(counted), [
        (
            lambda got: len(got) == len(("corners", "edges", "areas")),
            "give three numbers, in order.",
        ),
        (
            lambda got: is_close(got[2], 1 + lines),
            "the square is one area, and each line adds one.",
        ),
        (lambda got: is_close(got[0], 4 + 2 * lines), "a line adds a corner at each of its ends."),
        (
            lambda got: is_close(got[1], 4 + 3 * lines),
            "a line is one new edge. Each end cuts an old edge in two.",
        ),
    ]


COUNTED_PARTS: Final = ("corners", "edges", "areas")

on_board = BoardExercise.for_exercise(
    exercise_1, " ".join(COUNTED_PARTS), *(slider_part(c, range(61), 4) for c in COUNTED_PARTS)
)


def _area(corners: Polygon) -> float:
    return abs(shoelace(corners))


def _small_polygons() -> Iterator[tuple[Polygon]]:
    """Yield all polygons with three or four corners on a small grid, small areas first."""
    grid: Polygon = [(x, y) for x, y in product(range(3), repeat=2)]
    found = [[*corners] for k in (3, 4) for corners in permutations(grid, k)]
    simple = filter(_is_simple, found)
    yield from ((each,) for each in sorted(simple, key=lambda each: (len(each), _area(each))))


def _is_simple(corners: Polygon) -> bool:
    """Return True if a polygon with three or four corners has an area and does not meet itself.

    Some diagonal cuts a quadrilateral of this kind into two triangles with the same direction.
    """
    turned = [corners[k:] + corners[:k] for k in range(len(corners) - 2)]
    cuts = [[shoelace([a, *side]) for side in pairwise(rest)] for a, *rest in turned]
    return any(min(parts) > 0 or max(parts) < 0 for parts in cuts)


def _draw_polygon(rng: Random) -> tuple[Polygon]:
    """Return a polygon with up to ten corners, some with dents, in a random place and direction."""
    count = rng.randint(5, 10)
    x, y = rng.uniform(-30, 30), rng.uniform(-30, 30)
    turns = [2 * pi / count * (k + rng.uniform(0, 0.9)) for k in range(count)]
    spokes = [(turn, rng.uniform(1, 9)) for turn in turns[:: rng.choice((1, -1))]]
    return ([(round(x + r * cos(t), 3), round(y + r * sin(t), 3)) for t, r in spokes],)


TESTED_POLYGONS: Final = Domain(
    "polygons with three or four corners and the coordinates 0 to 2, and larger ones",
    _small_polygons,
    _draw_polygon,
)


@exercise
def exercise_2(area: Any) -> AnswerAndTrials:
    """Check a function that returns the area of a polygon."""
    triangle: Polygon = [(4, 1), (7, 1), (7, 6)]
    return calls(area, (triangle,), (triangle[::-1],)), [
        (
            lambda got: not any(is_close(abs(got[0]), size) for size in (27.5, 55)),
            "keep the sign of each triangle: some are subtracted. Use abs once, at the end.",
        ),
        (
            lambda got: any(is_close(abs(got[0]), size) for size in (7.5, 15)),
            "the area is 7.5. Is the walk closed? Use abs once, at the end, and not //.",
        ),
        (lambda got: abs(got[0]) < 8, "the result is too large. Halve the sum."),
        (
            lambda got: got[0] > 0 and got[1] > 0,
            "an area is never negative, whichever way the corners run. Use abs at the end.",
        ),
        (lambda got: is_close(got[1], got[0]), "the other direction gives the same area."),
        agrees(
            area,
            TESTED_POLYGONS,
            _area,
            "go once round the polygon, and add all products with their signs.",
            same=is_close,
        ),
    ]


@exercise
def exercise_3(edges: Any) -> AnswerAndTrials:
    """Check the number of sides of an area, computed from the mean and six other areas."""
    return edges, [
        (
            lambda n: not is_close(n, 7 * 4 - 6),
            "there are six triangles, and each has 3 sides.",
        ),
        (
            lambda n: not is_close(n, 4),
            "4 is the average of all seven. Triangles have fewer sides.",
        ),
        (
            lambda n: is_close(n, 7 * 4 - 6 * 3),
            "all seven areas together have 7 · 4 sides. How many do the six triangles have?",
        ),
    ]


@exercise
def exercise_4(ends: Any) -> AnswerAndTrials:
    """Check the ends of two lines from (4, 0) that each cut off an area of 5 points."""
    return [*ends], [
        (
            lambda got: all(len(end) == len(("x", "y")) for end in got),
            "give two points. A point is a pair (x, y).",
        ),
        (
            lambda got: {float(end[0]) for end in got} == {0.0, 10.0},
            "one line ends on the left side, the other on the right side.",
        ),
        (
            lambda got: _area_error(got, 0) < AREA_ROUNDING_TOLERANCE,
            "the left piece is a triangle. Its base is 4. Give three decimal places.",
        ),
        (
            lambda got: _area_error(got, 10) < AREA_ROUNDING_TOLERANCE,
            "the right piece is a triangle. Its base is 6. Give three decimal places.",
        ),
    ]


AREA_ROUNDING_TOLERANCE = 0.004
"""The tolerance of an area in points, so that coordinates rounded to three places are right."""


def _area_error(ends: list[Any], side: float) -> float:
    """Return the difference between the smaller piece and 5 points, for the line to a side."""
    end = next(tuple(end) for end in ends if float(end[0]) == side)
    empty: Any = pg.new("split")
    areas = empty.play(empty.draw((4, 0), end)).areas
    return abs(min(float(each.value) for each in areas) - 5)


# --- The conjecture -----------------------------------------------------------------------------

RANDOM_GAMES: Final = 30
LINES_PER_GAME: Final = 12
"""The largest number of lines in each random game."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: the numbers of sides of the areas in random positions."""
    seen: set[tuple[int, ...]] = {(4,)}
    for seed in range(RANDOM_GAMES):
        rng = Random(seed)
        state: Any = pg.new("split")
        while len(state.map.chords) < LINES_PER_GAME and state.outcome is None:
            state = state.play(state.legal_moves.sample(rng))
            seen.add(tuple(sorted(len(area.polygon) for area in state.areas)))
    for sides in sorted(seen, key=lambda sides: (len(sides), sides)):
        words = f"the areas with {', '.join(map(str, sides))} sides"
        yield Case(([*sides],), words, claim_fault)


try_to_break = make_try_to_break(cases)


# --- The pictures -------------------------------------------------------------------------------

SQUARE_CORNERS = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


def panels(count: int, width: float = 3.7, height: float = 3.8) -> tuple[Figure, list[Axes]]:
    """Return a figure with square axes side by side, without frames and with y pointing down."""
    figure, axes = new_figure(1, count, (count * width, height))
    for ax in axes:
        ax.set(xlim=(-0.7, 10.7), ylim=(10.7, -0.7), aspect="equal")
        ax.set_axis_off()
    return figure, axes


def fill(ax: Axes, corners: Iterable[Point], color: str, **options: Any) -> None:
    """Draw a filled polygon."""
    x, y = zip(*corners, strict=True)
    look: dict[str, Any] = {"edgecolor": INK, "linewidth": 1.2} | options
    ax.fill(x, y, facecolor=color, **look)


def _draw_dot(ax: Axes, point: Point, name: str, offset: Point = (5, 5)) -> None:
    ax.plot(*point, "o", color=INK, markersize=5, zorder=5)
    style: dict[str, Any] = {"color": INK, "fontsize": 13, "fontweight": "bold", "zorder": 5}
    ax.annotate(name, point, xytext=offset, textcoords="offset points", **style)


def areas(state: Split, description: str) -> Picture:
    """Draw the areas of a position with their values."""
    return picture_of(matplotlib_object("polygames.plots.areas:area_plot")(state), description)


def shoelace_steps(corners: Sequence[Point], origin: Point) -> Picture:
    """Draw the shoelace formula: the positive and the negative triangles, and their sum.

    The order of the corners makes the area positive. The triangles are between the origin and the
    sides.
    """
    figure, axes = panels(3)
    sides = list(pairwise((*corners, corners[0])))
    totals = [0.0, 0.0]
    for start, end in sides:
        value = shoelace((origin, start, end))
        minus = value < 0
        totals[minus] += value
        color, pattern = (RED, "//") if minus else (GREEN, None)
        look = {"edgecolor": color, "hatch": pattern, "linewidth": 0.8}
        fill(axes[minus], (origin, start, end), tint(color, 0.25), **look)
    fill(axes[2], corners, tint(GREEN, 0.45))
    titles = (f"add {totals[0]:.1f}", f"take away {-totals[1]:.1f}", f"{sum(totals):.1f} remains")
    for ax, title in zip(axes, titles, strict=True):
        fill(ax, corners, "none", linewidth=1.8)
        _draw_dot(ax, origin, "O")
        ax.set_title(title, fontsize=13)
    return Picture(
        figure,
        "The triangles between the point O and the edges of a polygon: those that"
        f" {titles[0]}, those that {titles[1]}, and the polygon: {titles[2]}.",
    )


def why_convex() -> Picture:
    """Draw the reasons why both pieces of a cut through a convex area are convex."""
    figure, axes = panels(3)
    area = ((0.5, 3.0), (4.0, 0.2), (9.0, 1.5), (9.8, 7.0), (5.0, 9.8), (1.2, 8.0))
    p, q = (6.5, 0.85), (2.72, 8.72)
    piece = (p, *area[2:5], q)
    a, b = (6.6, 2.4), (7.9, 7.2)
    fill(axes[0], area, tint(GREY, 0.15))
    axes[0].set_title("inside the area: A to B stays in it", fontsize=12)
    half = ((6.91, 0.0), (10.5, 0.0), (10.5, 10.5), (1.87, 10.5), (2.1, 10.0))
    fill(axes[1], half, tint(ORANGE, 0.3), linewidth=0)
    axes[1].axline(p, q, color=ORANGE, linewidth=2)
    fill(axes[1], area, "none", linestyle=":", edgecolor=GREY)
    axes[1].set_title("one side of the line: A to B stays there", fontsize=12)
    fill(axes[2], area, tint(GREY, 0.15))
    fill(axes[2], piece, tint(ORANGE, 0.45))
    axes[2].set_title("the piece: in the area, on this side", fontsize=12)
    for ax in axes:
        ax.plot(*zip(a, b, strict=True), color=INK, linewidth=1.6)
        _draw_dot(ax, a, "A", (6, 0))
        _draw_dot(ax, b, "B", (6, -10))
    return Picture(
        figure,
        "Two points A and B. The straight line between them is inside a convex area and on one"
        " side of a line. So it is inside the piece.",
    )


def cut_fan(start: Point, targets: Sequence[tuple[float, Point]], steps: int = 120) -> Picture:
    """Draw lines from a point of the top side to the border, and a curve of the areas on the left.

    The targets are lines to mark: their areas and ends.
    """
    figure, (fan, curve) = new_figure(1, 2, (10.0, 4.4), width_ratios=(1, 1.35))
    shades = matplotlib_object("polygames.plots.style:VALUE_COLORMAP")
    walk = [(30 * (n + 0.5) / steps) for n in range(steps)]
    values = [cut_off_area(start, way) for way in walk]
    for way, value in zip(walk, values, strict=True):
        shade = shades(value / 100)
        fan.plot(*zip(start, border_point(way), strict=True), color=shade, linewidth=1.6, zorder=1)
    fill(fan, SQUARE_CORNERS, "none", linewidth=2, zorder=3)
    curve.plot(walk, values, color=INK, linewidth=2)
    for value, end in targets:
        fan.plot(*zip(start, end, strict=True), color=INK, linewidth=2.4)
        way = border_distance(end)
        curve.axhline(value, color=GREY, linewidth=0.9, linestyle="--", zorder=0)
        curve.plot(way, value, "o", color=INK, markersize=6)
        beside = (7, -12) if value > values[-1] / 4 else (-6, 8)
        curve.annotate(f"{value:g}", (way, value), beside, textcoords="offset points")
    fan.set(xlim=(-0.4, 10.4), ylim=(10.4, -0.4), aspect="equal")
    fan.set_axis_off()
    curve.set(xlim=(0, 30), ylim=(0, 100), ylabel="area on the left (points)")
    curve.set_xticks([0, 10, 20, 30], ["corner", "corner", "corner", "corner"])
    for at, side in ((5, "left side"), (15, "bottom"), (25, "right side")):
        curve.text(at, -13, side, horizontalalignment="center", fontsize=9, color=GREY)
    for at in (10, 20):
        curve.axvline(at, color=SOFT, linewidth=1, zorder=0)
    curve.set_xlabel("where the line ends, walking round the border", labelpad=26)
    return Picture(
        figure,
        f"Lines from the point {start} on the top side to the rest of the border, and a curve of"
        " the area on their left. It grows from 0 to 100 and never shrinks.",
    )


def border_point(distance: float) -> Point:
    """Return the point at a distance along the border, anticlockwise from the top left corner."""
    side, along = divmod(distance, 10)
    return ((0.0, along), (along, 10.0), (10.0, 10.0 - along))[int(min(side, 2))]


def border_distance(point: Point) -> float:
    """Return the distance of a border point from the top left corner, measured anticlockwise."""
    x, y = point
    return y if x == 0 else 10 + x if y == 10 else 30 - y


def cut_off_area(start: Point, distance: float) -> float:
    """Return the area to the left of a line from the top side to a point of the border."""
    left = [corner for at, corner in ((0, (0, 0)), (10, (0, 10)), (20, (10, 10))) if at < distance]
    return abs(shoelace((start, *left, border_point(distance))))


def best_of_chart(misses: dict[int, Sequence[float]]) -> Picture:
    """Draw the deviation of the best of n random lines from an even split, for several n.

    The misses have for each n the errors of the best line in points, in many trials.
    """
    figure, (ax,) = new_figure(1, 1, (7.6, 4.4))
    sizes = sorted(misses)
    ranked = [sorted(misses[n]) for n in sizes]
    low, mid, high = ([row[int(share * len(row))] for row in ranked] for share in (0.1, 0.5, 0.9))
    ax.fill_between(sizes, low, high, color=tint(GREEN, 0.25), linewidth=0, label="8 trials in 10")
    ax.plot(sizes, mid, "o-", color=GREEN, label="median trial")
    ax.set(xscale="log", yscale="log", xlabel="n: number of random lines")
    ax.set_ylabel("points from an even split")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:g}")
    ax.legend(frameon=False)
    ends = f"{mid[0]:.3g} for n = {sizes[0]}, {mid[-1]:.3g} for n = {sizes[-1]}"
    return Picture(
        figure,
        f"The error of the best of n random lines: in the median trial {ends} points from an even"
        " split. Both axes are logarithmic.",
    )
