"""Lesson 02, crossings of lines."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise, product
from math import comb, prod
from typing import TYPE_CHECKING, Any, Final, cast

import polygames as pg
from polygames.games.polygon.board.measures import areas
from polygames.games.polygon.board.scene import (
    EXTRA_BITS,
    POLYGON_FILL,
    SEGMENT_COLORS,
    bounding_square,
    scene,
)
from polygames.geometry.exact import diagonal_crossings
from polygames.lessons.conjectures import make_try_to_break, number_cases
from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    is_whole,
    make_go_on,
)
from polygames.lessons.figures import Picture, matplotlib_object, new_figure, regular_polygon
from polygames.scene.model import Disc, Polygon, Segment, Window
from polygames.scene.palette import BLUE, GREEN, GREY, INK, RED, SOFT
from polygames.scene.viewport import clip_segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from matplotlib.axes import Axes

    from polygames.games.polygon.rules import PolygonGame
    from polygames.geometry.exact import Point as ExactPoint
    from polygames.scene.model import Scene

    Point = tuple[float, float]
    Triple = tuple[int, int, int]
    Place = tuple[float, float]
    Chord = tuple[int, int]

MIDDLE_WINDOW: Final = Window(-1, -1, 1, 1)
"""The window of an enlarged board; whole numbers, so that clipping fractions does not round."""
SMALL_PRIMES: Final = [p for p in range(2, 10_000) if all(p % d for d in range(2, int(p**0.5) + 1))]
DECEPTIVE_SIZE: Final = (
    prod(SMALL_PRIMES) ** 2 * (2**31 - 1) * (2**61 - 1) * (10**9 + 7) * 998_244_353
)
"""A size that is divisible by all the usual primes, so that their remainders are zero."""


NGON_SIZES: Final = Domain(
    "n from 3 to 20, and larger n",
    lambda: ((n,) for n in range(3, 21)),
    lambda rng: (rng.randint(21, 40),),
    draws=4,
)


@exercise
def exercise_1(pairs: Any) -> AnswerAndTrials:
    """Check a function that returns the number of pairs of crossing diagonals in an n-gon."""
    return calls(pairs, (4,), (5,), (6,)), [
        (lambda got: is_close(got[0], 1), "a square has two diagonals, and they cross: one pair."),
        (lambda got: is_close(got[1], 5), "draw a pentagon: its star has five crossings."),
        (
            lambda got: is_close(got[2], 15),
            "in the hexagon, count the pairs of diagonals that *cross*.",
        ),
        agrees(
            pairs,
            NGON_SIZES,
            _count_pairs,
            "each choice of four corners gives one pair. In how many ways can you choose four?",
            same=is_close,
        ),
    ]


@exercise
def exercise_2(size: Any) -> AnswerAndTrials:
    """Check a hexagon size for which comparing floats with a tolerance gives a wrong result."""
    return size, [
        (is_whole, "give a whole number, such as 1000 or 10**3."),
        (lambda s: s > 1, "give a number above 1. For s = 1, A, B and C are on one line."),
        (
            lambda s: len(_float_crossings(_hexagon(s, 0))) == comb(6, 4) - 2,
            "too large: even with lift 0 the count is wrong.",
        ),
        (
            lambda s: len(_float_crossings(_hexagon(s, 1))) < comb(6, 4),
            "too small. How large is the lift of 1, compared with s?",
        ),
    ]


def _are_crossing(lines: Sequence[Triple]) -> bool:
    """Return True if no two of some lines are parallel."""
    return all(_cross(p, q)[2] for p, q in combinations(lines, 2))


def _small_lines() -> Iterator[tuple[Triple, ...]]:
    """Yield three lines with the numbers -1, 0 and 1, no two parallel, small numbers first."""
    numbers = (-1, 0, 1)
    every = sorted(product(numbers, numbers, numbers), key=lambda line: sum(map(abs, line)))
    for lines in product(every, every, every):
        if _are_crossing(lines):
            yield lines


def _draw_lines(rng: Random) -> tuple[Triple, ...]:
    """Return three lines with long numbers that meet in one point or miss it by a little."""
    size = 10 ** rng.randint(1, 30)
    x, y = rng.randint(-size, size), rng.randint(-size, size)
    lines: list[Triple] = []
    while len(lines) < 3 or not _are_crossing(lines):
        slopes = [(rng.randint(-size, size), rng.randint(-size, size)) for _ in range(3)]
        lines = [(a, b, -a * x - b * y) for a, b in slopes]
    (a, b, c), miss = lines[-1], rng.choice((0, 0, 1, -1, DECEPTIVE_SIZE))
    return (*lines[:-1], (a, b, c + miss))


LINE_TRIPLES: Final = Domain(
    "lines (A, B, C) with the numbers -1, 0 and 1, and larger ones", _small_lines, _draw_lines
)


@exercise
def exercise_3(concur: Any) -> AnswerAndTrials:
    """Check a function that returns True if three lines meet in one point."""
    near_ = [_long_diagonals(s, lift) for s in (1, 10**30) for lift in (0, 1)]
    hidden = [_long_diagonals(DECEPTIVE_SIZE, lift) for lift in (0, 1)]
    return calls(concur, *(tuple(lines) for lines in (*near_, *hidden))), [
        (lambda got: got[0], "for s = 1 and lift 0 they meet. Return True or False."),
        (lambda got: not got[1], "for s = 1 and lift 1 they do not meet."),
        (
            lambda got: got[2] and not got[3],
            "try s = 10**30, with and without lift. Is there a division?",
        ),
        (
            lambda got: got[4] and not got[5],
            "a remainder of zero does not prove that they meet.",
        ),
        agrees(
            concur,
            LINE_TRIPLES,
            lambda *lines: _side_of_third(lines) == 0,
            "the point on the first two lines has to be on the third line, too.",
            form=bool,
        ),
    ]


@exercise
def exercise_4(size: Any) -> AnswerAndTrials:
    """Check a hexagon size for which a test modulo the prime 97 gives a wrong result."""
    prime = 97
    return size, [
        (is_whole, "give a whole number."),
        (lambda s: s > 10**3, "give a number above 1000."),
        (
            lambda s: _side_of_third(_long_diagonals(s, 1)) % prime == 0,
            "16 s³ must be a multiple of 97, and 97 is a prime.",
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _count_pairs(n: int) -> int:
    return comb(n, 4)


def _hexagon(s: int, lift: int) -> list[tuple[int, int]]:
    return [(2 * s, lift), (s, s), (-s, s), (-2 * s, 0), (-s, -s), (s, -s)]


def _line_crossing(p: Point, q: Point, r: Point, s: Point) -> Point:
    dx, dy, ux, uy = q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]
    t = ((r[0] - p[0]) * uy - (r[1] - p[1]) * ux) / (dx * uy - dy * ux)
    return p[0] + t * dx, p[1] + t * dy


def _float_crossings(polygon: Iterable[tuple[int, int]]) -> set[Point]:
    points = [(float(x), float(y)) for x, y in polygon]
    size = max(abs(x) for x, _ in points)
    found = (_line_crossing(a, c, b, d) for a, b, c, d in combinations(points, 4))
    return {(round(x / size, 9), round(y / size, 9)) for x, y in found}


def _cross(p: Triple, q: Triple) -> Triple:
    (a, b, c), (d, e, f) = p, q
    return b * f - c * e, c * d - a * f, a * e - b * d


def _long_diagonals(s: int, lift: int) -> Sequence[Triple]:
    a, b, c, d, e, f = [(x, y, 1) for x, y in _hexagon(s, lift)]
    return _cross(a, d), _cross(b, e), _cross(c, f)


def _side_of_third(lines: Sequence[Triple]) -> int:
    one, two, three = lines
    return sum(x * a for x, a in zip(_cross(one, two), three, strict=True))


go_on = make_go_on(pairs=(exercise_1, _count_pairs, round))


# --- The conjecture -----------------------------------------------------------------------------

MAX_TEST_CORNERS: Final = 18
"""The largest number of corners in the cases."""


try_to_break = make_try_to_break(
    lambda: number_cases(range(3, MAX_TEST_CORNERS + 1), lambda n: len(diagonal_crossings(n)))
)


# --- The pictures -------------------------------------------------------------------------------

DIAGONAL_PAIRS = ("AD, BE", "BE, CF", "AD, CF")
DIAGONAL_COLORS = (RED, BLUE, GREEN)
DIAGONAL_MARKERS = ("o", "s", "^")


def center(points: Sequence[Place]) -> Picture:
    """Draw the middle of a regular hexagon with its diagonals' crossings, computed in floats.

    The points are the crossings of AD and BE, BE and CF, AD and CF.
    """
    figure, (whole, near) = new_figure(1, 2, (9.2, 4.5))
    corners = regular_polygon(6)
    _diagonals(whole, corners)
    whole.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), title="the board")
    size = 1e-16
    for x, y in corners[:3]:
        near.axline((0, 0), (x, y), color=SOFT, linewidth=4, zorder=0)
    near.plot(0, 0, "x", color=INK, markersize=10, zorder=2)
    _add_note(near, (0, 0), "the true point", INK, (-92, -4))
    _mark_crossings(near, [(x / size, y / size) for x, y in points])
    near.set(xlim=(-4.4, 4.4), ylim=(-4.4, 4.4), title="its middle, 10$^{16}$ times larger")
    strip_axes(whole, near)
    return Picture(
        figure,
        "A regular hexagon with its three long diagonals, and its middle ten thousand million"
        " million times larger: the three computed crossings are at three places near"
        " the true one.",
    )


def triangle(points: Sequence[Place]) -> Picture:
    """Draw three lines near the middle of a huge hexagon: exact, and as computed with floats.

    The points are the crossings of AD and BE, BE and CF, AD and CF, computed with floats.
    """
    figure, axes = new_figure(1, 3, (11.4, 4.2))
    whole, true, seen = axes
    _diagonals(whole, [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)])
    whole.set(xlim=(-2.5, 2.5), ylim=(-2.5, 2.5), title="the board")
    for ax in (true, seen):
        ax.axhline(0.5, color=SOFT, linewidth=4, zorder=0)
        for slope in (1, -1):
            ax.axline((0, 0), slope=slope, color=SOFT, linewidth=4, zorder=0)
        ax.set(xlim=(-1.5, 1.5), ylim=(-1.2, 1.8))
    _mark_crossings(true, [(0.5, 0.5), (0, 0), (-0.5, 0.5)])
    _mark_crossings(seen, points)
    true.set_title("its middle, as it is")
    seen.set_title("its middle, by floats")
    strip_axes(*axes)
    return Picture(
        figure,
        "The wide hexagon; its true middle, where three lines make a small triangle; and the same"
        " middle by floats, where one corner of the triangle is far out to the right.",
    )


def _diagonals(ax: Axes, corners: Sequence[Place]) -> None:
    """Draw a hexagon with its three long diagonals and the names of its corners."""
    ax.fill(*zip(*corners, strict=True), facecolor="#fbf8f1", edgecolor=GREY, linewidth=1.5)
    for k, (x, y) in enumerate(corners):
        ax.text(1.13 * x, 1.13 * y, "ABCDEF"[k], ha="center", va="center")
        if k < 3:
            ax.plot(*zip((x, y), corners[k + 3], strict=True), color=GREY, linewidth=1.5)


def _mark_crossings(ax: Axes, points: Sequence[Place]) -> None:
    """Mark computed crossings, with an arrow towards any that is far outside the picture."""
    for (x, y), pair, ink, marker in zip(
        points, DIAGONAL_PAIRS, DIAGONAL_COLORS, DIAGONAL_MARKERS, strict=True
    ):
        right = ax.get_xlim()[1] if abs(x) > 10 else None
        if right is None:
            ax.plot(x, y, marker, color=ink, markersize=9, zorder=3)
            _add_note(ax, (x, y), pair, ink, (-50, 8) if x < 0 else (9, 5))
        else:
            look = {"arrowstyle": "->", "color": ink, "linewidth": 2}
            ax.annotate("", (right, y), (0.55 * right, y), arrowprops=look)
            _add_note(ax, (0.55 * right, y), f"{pair}:\nx = {x:.0f}", ink, (8, -32))


def _add_note(ax: Axes, point: Place, text: str, ink: str, offset: Place) -> None:
    style: dict[str, Any] = {"color": ink, "fontsize": 12, "zorder": 4}
    ax.annotate(text, point, offset, textcoords="offset points", **style)


def boards(positions: Mapping[str, PolygonGame], zoom: int = 0) -> Picture:
    """Draw positions of the game Polygon side by side, with titles.

    With a zoom factor the middle of the last one is drawn again, enlarged.
    """
    count = len(positions) + bool(zoom)
    columns = min(count, 2)
    rows = -(-count // columns)
    figure, axes = new_figure(rows, columns, (4.6 * columns, 4.9 * rows), framed=True)
    draw_scene = matplotlib_object("polygames.plots.figure:draw_scene")
    for ax, (title, state) in zip(axes, positions.items(), strict=False):
        draw_scene(scene(state), ax)
        ax.set_title(title, fontsize=12)
    if zoom:
        draw_scene(_enlarge_middle(state, zoom), axes[count - 1])
        axes[count - 1].set_title("the last one, its middle much larger", fontsize=12)
    for ax in axes[count:]:
        ax.set_axis_off()
    words = [
        f"{title} (moves: {' '.join(map(str, state.moves)) or 'none'})"
        for title, state in positions.items()
    ]
    return Picture(figure, f"Positions of Polygon. {'; '.join(words)}.")


def _enlarge_middle(state: PolygonGame, zoom: int) -> Scene:
    """Return the middle of a position, enlarged so much that floats would draw it wrong."""
    (center_x, center_y), half = bounding_square(state)
    bits = zoom.bit_length() + EXTRA_BITS

    def to_place(point: ExactPoint) -> Point:
        x, y = point.approximate(bits)
        return cast("Point", ((x - center_x) / half * zoom, (center_y - y) / half * zoom))

    lines = [clip_segment(to_place(p), to_place(q), MIDDLE_WINDOW) for p, q in pairwise(state.path)]
    points = {state.name(point): to_place(point) for point in state.points}
    left, top, right, bottom = (
        MIDDLE_WINDOW.left,
        MIDDLE_WINDOW.top,
        MIDDLE_WINDOW.right,
        MIDDLE_WINDOW.bottom,
    )
    return (
        MIDDLE_WINDOW,
        Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), POLYGON_FILL),
        *[
            Segment(_round(line[0]), _round(line[1]), SEGMENT_COLORS[number % 2], 3.0)
            for number, line in enumerate(lines)
            if line is not None
        ],
        *[
            replace(each, center=_round(points[each.target]))
            for each in scene(state)
            if isinstance(each, Disc)
            and each.target
            and max(map(abs, points[each.target])) < MIDDLE_WINDOW.right
        ],
    )


def _round(place: Point) -> Point:
    """Return a point of fractions as floats."""
    return float(place[0]), float(place[1])


def strip_axes(*axes: Axes) -> None:
    """Hide the frames of axes and set an equal aspect ratio."""
    for ax in axes:
        ax.set_aspect("equal")
        ax.set_axis_off()


def faces(*hexagons: Sequence[tuple[int, int]]) -> Picture:
    """Draw the areas between the three long diagonals of hexagons and the lines that join them."""
    figure, axes = new_figure(1, len(hexagons), (4.2 * len(hexagons), 3.4))
    draw = matplotlib_object("polygames.plots.areas:area_plot")
    counts = []
    for corners, ax in zip(hexagons, axes, strict=True):
        state: Any = pg.new("polygon", vertices=corners)
        for text in ("A-D", "D-B", "B-E", "E-C", "C-F"):
            state = state.play(state.parse(text))
        draw(state, ax)
        counts.append(len(areas(state)))
    numbers = " and ".join(map(str, counts))
    return Picture(figure, f"Five segments in {len(counts)} hexagons make {numbers} areas.")
