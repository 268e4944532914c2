"""Lesson 13, halving lines."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial, wraps
from itertools import pairwise, product
from math import ceil, cos, dist, floor, pi, sin
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.geometry.planar import centroid
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    as_set,
    calls,
    exercise,
    is_close,
    make_go_on,
    to_plain,
)
from polygames.lessons.figures import Picture, Slider, new_figure
from polygames.lessons.on_board import BoardExercise, slider_part
from polygames.scene.palette import BLUE, GREY, INK, ORANGE, RED, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Cake = Sequence[tuple[Any, Any]]
    Point = tuple[float, float]
    Line = tuple[Point, Point]

ONE_HALF: Final = Fraction(1, 2)
TEST_TRIANGLE: Final = ((0, 0), (12, 0), (0, 12))
TEST_SQUARE: Final = ((0, 0), (10, 0), (10, 10), (0, 10))
TEST_PENTAGON: Final = ((0, 0), (9, 2), (12, 8), (5, 11), (-1, 6))
SECOND_TRIANGLE: Final = ((0, 0), (20, 0), (0, 10))
TEST_CAKES: Final = (TEST_TRIANGLE, SECOND_TRIANGLE, TEST_PENTAGON)
WINTERNITZ_SHARE: Final = Fraction(4, 9)
"""The smallest share on one side of a straight cut through the centroid (Winternitz)."""


@exercise
def exercise_1(ends: Any) -> AnswerAndTrials:
    """Check the ends of two lines that halve the area of a square."""
    return ends, [
        (lambda got: all(len(end) == 2 for end in got), "give two points (x, y) on the border."),
        (
            lambda got: _is_point(got[0], (10, 7)),
            "the line from (0, 3) ends on the right side. There 3 + y must be 10.",
        ),
        (
            lambda got: _is_point(got[1], (8, 10)),
            "the line from (2, 0) ends on the opposite side. There 2 + x must be 10.",
        ),
    ]


def _from_the_border(*ends: Point) -> Picture:
    """Draw the square with a scale, and two lines from its border to the given ends."""
    figure, (ax,) = new_figure(1, 1, (4, 4), framed=True)
    for start, end, look in zip(((0, 3), (2, 0)), ends, ((BLUE, "-"), (ORANGE, "--")), strict=True):
        ax.plot(*zip(start, end, strict=True), look[1], color=look[0], linewidth=2.2)
    ax.set(xlim=(0, 10), ylim=(10, 0), aspect="equal", xticks=range(11), yticks=range(11))
    words = " and ".join(f"from {s} to {e}" for s, e in zip(((0, 3), (2, 0)), ends, strict=True))
    return Picture(figure, f"The square of Split with lines {words}.")


on_board = BoardExercise.for_exercise(
    exercise_1,
    "end_1 end_2",
    slider_part("the line from (0, 3) ends at", [(10, k) for k in range(11)], (10, 3)),
    slider_part("the line from (2, 0) ends at", [(k, 10) for k in range(11)], (2, 10)),
    draw=_from_the_border,
)


def _eighths(cake: Cake) -> list[Any]:
    """Return the places on the border of a cake in steps of 1/8, whole ones as int."""
    return [Fraction(n, 8) if n % 8 else n // 8 for n in range(8 * len(cake))]


def _draw_place(rng: Random) -> tuple[Cake, Fraction]:
    """Return a convex cake of three to seven corners with a place on its border."""
    cake = _convex(rng, rng.randint(3, 7))
    return cake, Fraction(rng.randrange(12 * len(cake)), 12)


BORDER_PLACES: Final = Domain(
    "all places in steps of 1/8 on three cakes",
    lambda: (
        (cake, s) for cake in (TEST_SQUARE, TEST_TRIANGLE, TEST_PENTAGON) for s in _eighths(cake)
    ),
    _draw_place,
    draws=60,
)


@exercise
def exercise_2(halving: Any) -> AnswerAndTrials:
    """Check a function that returns the other end of the halving line from a border point."""
    quarter = Fraction(1, 4)
    cases = [(TEST_SQUARE, 0), (TEST_SQUARE, quarter), (TEST_SQUARE, 3), (TEST_TRIANGLE, 0)]
    return calls(halving, *cases), [
        (
            lambda got: is_close(got[0], 2),
            "in the square, the line from corner 0 ends at corner 2.",
        ),
        (lambda got: is_close(got[1], 2 + quarter), "try the square from the place 0.25."),
        (
            lambda got: 3 <= got[2] <= 7,
            "return a place after s, at most once round: between s and s + the number of corners.",
        ),
        (
            lambda got: is_close(got[3], 3 * ONE_HALF),
            "in the triangle, the line from corner 0 ends in the middle of the side from 1 to 2.",
        ),
        satisfies(
            halving,
            BORDER_PLACES,
            _is_halving_end,
            "this is not a place after s such that the piece between is one half of the cake.",
        ),
    ]


def _is_halving_end(t: Any, cake: Cake, s: Any) -> bool:
    """Return True for a place after s, less than once round, that cuts off one half of a cake."""
    share = _area(_cut_piece(cake, s, t)) / _area(cake)
    return bool(s <= t <= s + len(cake)) and is_close(share, ONE_HALF)


@exercise
def exercise_3(names: Any) -> AnswerAndTrials:
    """Check the names of the polygons whose halving lines all meet in one point."""
    meet = {"square", "parallelogram", "hexagon"}
    return names, [
        (lambda got: not isinstance(got, str) and _names(got), "give a set of names in quotes."),
        (
            lambda got: "square" in _names(got),
            "the square belongs to the set: all its lines meet in the middle.",
        ),
        (
            lambda got: not _names(got) & {"triangle", "kite", "trapezium", "pentagon"},
            (
                "one cake of your set is wrong. Turn the page upside down. Does each"
                " of your cakes look as before?"
            ),
        ),
        (
            lambda got: _names(got) == meet,
            "one cake is missing. Which cakes look the same upside down?",
        ),
    ]


def _names(answer: Any) -> set[str]:
    return {str(name).strip().lower() for name in as_set(answer)}


def _points_near_the_middle() -> Iterator[tuple[Cake, Point]]:
    """Yield cakes with points near their middle, the nearest first, and a few others."""
    for cake in TEST_CAKES:
        middle = centroid(cake)
        x, y = (round(each) for each in middle)
        steps = product(range(-2, 3), repeat=2)
        points = [(round(x + 0.07 + 0.4 * i, 2), round(y + 0.03 + 0.4 * j, 2)) for i, j in steps]
        yield from ((cake, point) for point in sorted(points, key=partial(dist, middle)))
    yield from ((TEST_TRIANGLE, point) for point in ((4.05, 4.1), (6, 3), (4.35, 4.35)))
    yield from ((SECOND_TRIANGLE, point) for point in ((7.5, 3), (3.0686, 1.5094)))
    yield from ((TEST_PENTAGON, point) for point in ((5.3, 5.5), (9, 6)))


MIDDLE_POINTS: Final = Domain(
    "25 points near the middle of each of three cakes", _points_near_the_middle
)
"""Points at which a count with 300 places is the same as one with 1000."""


@exercise
def exercise_4(lines_through: Any) -> AnswerAndTrials:
    """Check a function that returns the number of halving lines through a point."""
    return calls(lines_through, (TEST_TRIANGLE, (1, 1)), (TEST_TRIANGLE, (4, 4))), [
        (
            lambda got: is_close(got[0], 1),
            "(1, 1) is near a corner of the triangle. There is one line through it.",
        ),
        (
            lambda got: is_close(got[1], 3),
            "there are three lines through (4, 4). You meet each of them twice.",
        ),
        agrees(
            lines_through,
            MIDDLE_POINTS,
            _lines_through,
            "count the sign changes of `side`, also in the step from the last place to the first.",
            same=is_close,
        ),
    ]


@exercise
def exercise_5(share: Any) -> AnswerAndTrials:
    """Check the area inside the path of the halving lines' midpoints, as a share of a triangle."""
    right = 0.75 * 0.6931471805599453 - 0.5
    return share, [
        (lambda s: is_close(s, s, 1), "give a number."),
        (
            lambda s: not is_close(s, 2 * right, 6e-4),
            "your answer is twice too large. The midpoint goes round twice.",
        ),
        (lambda s: 0 < s < 1, "give a share of the triangle: a number between 0 and 1."),
        (
            lambda s: is_close(s, right, 2e-4),
            "divide the area inside the path of the midpoints by the area of the triangle.",
        ),
    ]


@exercise
def exercise_6(share: Any) -> AnswerAndTrials:
    """Check the smallest share of the area that a straight cut through the centroid can leave."""
    return share, [
        (lambda q: is_close(q, q, 1), "give a number."),
        (
            lambda q: not _smaller_share_text(q),
            "a cut breaks it. Use `lesson.try_to_break` to see the cut.",
        ),
        (
            lambda q: q >= WINTERNITZ_SHARE - Fraction(1, 1000),
            "this number is true, but a larger number is true, too.",
        ),
    ]


def try_to_break(share: Any) -> None:
    """Print a cut through a polygon's centroid that leaves a smaller share than claimed.

    If there is none, print the number of cuts.

    Examples
    --------
    >>> try_to_break(0.3)
    Not broken by 3001 cuts.
    """
    if share is ...:
        told = "What do you think? Write a share in place of the dots."
    else:
        told = _smaller_share_text(share) or f"Not broken by {CUTS_TRIED} cuts."
    print(told)  # noqa: T201 - a student reads it


def _is_point(point: Any, expected: tuple[float, float]) -> bool:
    return all(is_close(a, b) for a, b in zip(point, expected, strict=True))


# --- The lesson's own solutions --------------------------------------------------------------


def _border_point(cake: Cake, s: Any) -> tuple[Any, Any]:
    k, part = floor(s), s - floor(s)
    (x, y), (u, v) = cake[k % len(cake)], cake[(k + 1) % len(cake)]
    return x + part * (u - x), y + part * (v - y)


def _cut_piece(cake: Cake, s: Any, t: Any) -> list[tuple[Any, Any]]:
    between = [cake[k % len(cake)] for k in range(floor(s) + 1, ceil(t))]
    return [_border_point(cake, s), *between, _border_point(cake, t)]


def _area(corners: Iterable[tuple[Any, Any]]) -> Any:
    closed = [*corners]
    steps = pairwise([*closed, closed[0]])
    return abs(sum(x * v - y * u for (x, y), (u, v) in steps)) * ONE_HALF


def _halving_end(cake: Cake, s: Any) -> Any:
    half = _area(cake) * ONE_HALF
    stops: list[Any] = [s, *range(floor(s) + 1, ceil(s + len(cake))), s + len(cake)]
    for a, b in pairwise(stops):
        low, high = (_area(_cut_piece(cake, s, t)) for t in (a, b))
        if high >= half:
            return a + (b - a) * (half - low) / (high - low)
    return s + len(cake)


@cache
def _halving_lines(cake: Cake, count: int) -> list[Line]:
    """Return halving lines that begin at places evenly round the border."""
    places = [(k + 0.5) * len(cake) / count for k in range(count)]
    return [(_border_point(cake, s), _border_point(cake, _halving_end(cake, s))) for s in places]


def _lines_through(cake: Cake, point: tuple[float, float], steps: int = 600) -> int:
    lines = _halving_lines(tuple(map(tuple, cake)), steps)
    signs = [(u - x) * (point[1] - y) - (v - y) * (point[0] - x) > 0 for (x, y), (u, v) in lines]
    return sum(a != b for a, b in pairwise([*signs, signs[0]])) // 2


CUTS_TRIED: Final = 3001
"""The number of cuts through a centroid in the search."""


def _smaller_share_text(share: Any) -> str:
    """Return a message on the first cut that leaves a smaller share; empty if there is none."""
    cuts = ((_smaller_share(cake, turn), cake) for cake, turn in _cuts())
    return next((_share_text(cake, left) for left, cake in cuts if left < share - 1e-9), "")


def _cuts() -> Iterator[tuple[Cake, float]]:
    """Yield convex polygons, each with the direction of a cut in radians."""
    rng = Random(0)
    for number in range(CUTS_TRIED // 30):
        cake = _convex(rng, 3 + number % 5)
        yield from ((cake, pi * (turn + rng.random()) / 30) for turn in range(30))
    yield TEST_TRIANGLE, 0.75 * pi


def _convex(rng: Random, corners: int) -> list[tuple[float, float]]:
    """Return the corners of a random convex polygon inscribed in an ellipse."""
    turns = [2 * pi * (k + 0.9 * rng.random()) / corners for k in range(corners)]
    return [(round(9 * cos(turn), 1), round(6 * sin(turn), 1)) for turn in turns]


def _share_text(cake: Cake, share: float) -> str:
    corners = ", ".join(f"({x:g}, {y:g})" for x, y in cake)
    return f"Broken! The cake {corners}: a line through its centroid leaves {share:.4f}."


def _smaller_share(cake: Cake, turn: float) -> float:
    """Return the smaller piece's share of the area in a cut through the centroid."""
    x0, y0 = centroid(cake)
    part = []
    for p, q in pairwise([*cake, cake[0]]):
        a, b = (cos(turn) * (y - y0) - sin(turn) * (x - x0) for x, y in (p, q))
        if a >= 0:
            part.append(p)
        if a * b < 0:
            part.append(tuple(i + (j - i) * a / (a - b) for i, j in zip(p, q, strict=True)))
    share = float(_area(part) / _area(cake))
    return min(share, 1 - share)


_replace_wrong = make_go_on(
    halving=(exercise_2, _halving_end, to_plain),
    lines_through=(exercise_4, _lines_through, int),
)


def go_on(**given: Any) -> list[Any]:
    """Return the given answers, with the lesson's own instead of those not right yet.

    The function `halving` remembers its results, because `lines_through` needs the same ones for
    each point.
    """
    used = zip(given, _replace_wrong(**given), strict=True)
    return [_remember(answer) if name == "halving" else answer for name, answer in used]


def _remember(halving: Callable[[Cake, Any], Any]) -> Callable[[Cake, Any], Any]:
    ends: dict[Any, Any] = {}

    @wraps(halving)
    def halve(cake: Cake, s: Any) -> Any:
        key = tuple(map(tuple, cake)), type(s), s
        if key not in ends:
            ends[key] = halving(cake, s)
        return ends[key]

    return halve


# --- The pictures -------------------------------------------------------------------------------


def _draw_cakes(cakes: Mapping[str, Sequence[Any]]) -> tuple[Any, dict[str, Any]]:
    """Return a figure with the outlines of polygons, and the axes of each polygon by name."""
    across = min(4, len(cakes))
    down = -(-len(cakes) // across)
    figure, axes = new_figure(down, across, (2.9 * across, 3.1 * down))
    for ax in axes[len(cakes) :]:
        ax.set_axis_off()
    shown = dict(zip(cakes, axes, strict=False))
    for name, ax in shown.items():
        _draw_outline(ax, cakes[name])
        ax.set(title=name)
    return figure, shown


def _draw_outline(ax: Any, cake: Sequence[Any]) -> None:
    x, y = zip(*((float(x), float(y)) for x, y in cake), strict=True)
    ax.fill(x, y, facecolor=tint(ORANGE, 0.18), edgecolor=INK, linewidth=1.6)
    ax.set(aspect="equal")
    ax.set_axis_off()


def _draw_line(ax: Any, line: Line, **style: Any) -> None:
    x, y = zip(*((float(x), float(y)) for x, y in line), strict=True)
    ax.plot(x, y, **style)


def lines(
    cakes: Mapping[str, Sequence[Any]], lines_by_cake: Mapping[str, Sequence[Line]]
) -> Picture:
    """Draw polygons with their halving lines, if any."""
    figure, shown = _draw_cakes(cakes)
    for name, ax in shown.items():
        for line in lines_by_cake.get(name, ()):
            _draw_line(ax, line, color=BLUE, linewidth=0.8, alpha=0.75)
    words = ", ".join(f"{name} ({len(lines_by_cake.get(name, ()))} lines)" for name in cakes)
    return Picture(figure, f"Cakes and lines that cut them in half: {words}.")


def moving(
    cakes: Mapping[str, Sequence[Any]], lines_by_cake: Mapping[str, Sequence[Line]]
) -> Slider:
    """Return a slider that turns a halving line around each polygon and traces its midpoint.

    The first ends of the lines move along the border.
    """

    def draw(number: int) -> Picture:
        figure, shown = _draw_cakes(cakes)
        for name, ax in shown.items():
            past = lines_by_cake[name][:number]
            for line in past:
                _draw_line(ax, line, color=GREY, linewidth=0.5, alpha=0.4)
            ax.plot(*zip(*map(_middle, past), strict=True), "o", color=RED, markersize=2.2)
            _draw_line(ax, past[-1], color=BLUE, linewidth=2.2)
            ax.plot(*_middle(past[-1]), "o", color=INK, markersize=6)
        words = f"A halving line turns in {', '.join(cakes)}; its midpoint leaves a trace"
        return Picture(figure, f"{words}: line {number}.")

    count = min(map(len, lines_by_cake.values()))
    return Slider("turn the line", range(1, count + 1), draw, count)


def _middle(line: Line) -> Point:
    (a, b), (c, d) = line
    return float(a + c) / 2, float(b + d) / 2


def through(
    corners: Sequence[Any], halving_lines: Sequence[Line], line_counts: Mapping[Point, int]
) -> Picture:
    """Draw a polygon with its halving lines, labelling points with the number of lines there."""
    figure, (ax,) = new_figure(1, 1, (5.6, 5.4))
    _draw_outline(ax, corners)
    for line in halving_lines:
        _draw_line(ax, line, color=BLUE, linewidth=0.6, alpha=0.6)
    for point, count in line_counts.items():
        ax.plot(*point, "o", color="white", markersize=17, markeredgecolor=INK, zorder=4)
        ax.text(*point, str(count), ha="center", va="center", color=INK, zorder=5)
    words = "; ".join(f"{count} through {point}" for point, count in line_counts.items())
    return Picture(figure, f"A triangle with {len(halving_lines)} halving lines: {words}.")
