"""Lesson 14, crowds that cross a field (percolation)."""

from __future__ import annotations

from itertools import permutations, product
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, Slider, matplotlib_object, new_figure
from polygames.lessons.on_board import BoardExercise, squares_part
from polygames.scene.palette import BLUE, GREY, INK, ORANGE, RED, SOFT, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    Place = tuple[int, int]
    Rows = Sequence[str]
    Steps = Iterable[Place]

NEIGHBOURS_4: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
NEIGHBOURS_6: Final = (*NEIGHBOURS_4, (1, -1), (-1, 1))
NEIGHBOURS_8: Final = (*NEIGHBOURS_6, (1, 1), (-1, -1))
NEIGHBOURS_BY_COUNT: Final = {4: NEIGHBOURS_4, 6: NEIGHBOURS_6, 8: NEIGHBOURS_8}
NEVER_BOTH, NEVER_NEITHER, EXACTLY_ONE = "never both", "never neither", "exactly one"
CROSSING_LAWS: Final = {
    (4, 4): NEVER_BOTH,
    (8, 8): NEVER_NEITHER,
    (4, 8): EXACTLY_ONE,
    (6, 6): EXACTLY_ONE,
}
PERCOLATION_THRESHOLD: Final = 0.592746
"""The share of full squares at which a crowd connected by sides crosses a large field.

It is from simulations."""


@exercise
def exercise_1(fields: Any) -> AnswerAndTrials:
    """Check two square fields: one crossed by both # and dots, and one crossed by neither."""
    return [each.split() if isinstance(each, str) else each for each in fields], [
        (lambda got: all(map(_is_field, got)), 'give four rows of four signs each, "#" or ".".'),
        (
            lambda got: crosses(got[0], 8) and turned_crosses(got[0], 8),
            "field `both`: # must join left and right, and the dots top and bottom. Corners count.",
        ),
        (
            lambda got: not crosses(got[1], 4),
            "field `neither`: your # join left and right by sides.",
        ),
        (
            lambda got: not turned_crosses(got[1], 4),
            "field `neither`: your dots join top and bottom by sides.",
        ),
    ]


on_board = BoardExercise.for_exercise(
    exercise_1, "both neither", *(squares_part(s, 4, 4) for s in ("both", "neither"))
)


WINDING_FIELDS: Final = (
    ("####.", "...#.", ".###.", ".#...", ".####"),
    (".####", ".#...", ".###.", "...#.", "####."),
    ("##..", "..#.", ".#..", "..##"),
    ("..##", ".#..", "..#.", "##.."),
)
"""Fields of # that are crossed only by a crowd that also goes to the left."""
MAX_SMALL_SIDE: Final = 3
LARGEST_SIDE: Final = 8
CRITICAL_SHARES: Final = {4: 0.6, 6: 0.5, 8: 0.4}
"""For each number of neighbours a share of full squares at which about half of the fields cross."""


def _small_fields_with_marks() -> Iterator[tuple[list[str], str, list[Place]]]:
    """Yield all small fields and the winding ones, with each mark and each set of steps."""
    sides = range(1, MAX_SMALL_SIDE + 1)
    sizes = sorted(product(sides, sides), key=lambda size: size[0] * size[1])
    small = (field for height, width in sizes for field in _fields_of_size(height, width))
    for rows in (*small, *map(list, WINDING_FIELDS)):
        for mark, steps in product("#.", NEIGHBOURS_BY_COUNT.values()):
            yield rows, mark, [*steps]


def _draw_field(rng: Random) -> tuple[list[str], str, list[Place]]:
    """Return a larger field near the percolation threshold, a mark and steps."""
    neighbours, full = rng.choice([*CRITICAL_SHARES.items()])
    mark, gap = rng.choice(("#.", ".#"))
    height, width = (rng.randint(MAX_SMALL_SIDE, LARGEST_SIDE) for _ in range(2))
    signs = rng.choices((mark, gap), (full, 1 - full), k=height * width)
    return _cut_into_rows("".join(signs), width), mark, [*NEIGHBOURS_BY_COUNT[neighbours]]


FIELD_DOMAIN: Final = Domain(
    "all fields of up to 3 by 3 squares", _small_fields_with_marks, _draw_field, draws=200
)


@exercise
def exercise_2(joined: Any) -> AnswerAndTrials:
    """Check a function that returns True if marked squares connect the left and right sides."""
    named = [
        (["###"], "#", [*NEIGHBOURS_4]),
        (["#.#"], "#", [*NEIGHBOURS_4]),
        (["#.", ".#"], "#", [*NEIGHBOURS_8]),
        (["#.", ".#"], "#", [*NEIGHBOURS_4]),
        (["#..", "#..", "###"], "#", [*NEIGHBOURS_4]),
    ]
    return calls(joined, *named), [
        (lambda got: bool(got[0]) and not got[1], "### joins left and right, and #.# does not."),
        (
            lambda got: bool(got[2]) and not got[3],
            "a corner is enough for eight neighbours, but not for four.",
        ),
        (lambda got: bool(got[4]), "look at the bottom row. It joins left and right."),
        agrees(
            joined,
            FIELD_DOMAIN,
            _connects_sides,
            "start in the left column. Go to marked neighbours until you reach the right column.",
            form=bool,
        ),
    ]


def _small_orders() -> Iterator[tuple[list[Place], int, list[Place]]]:
    """Yield all orders of the squares of fields of 1 by 1 and 2 by 2, with each set of steps."""
    for n in (1, 2):
        for order in permutations(_places(n)):
            yield from ((list(order), n, [*steps]) for steps in NEIGHBOURS_BY_COUNT.values())


def _draw_order(rng: Random) -> tuple[list[Place], int, list[Place]]:
    """Return an order of the squares of a larger field, and steps."""
    n = rng.randint(3, 6)
    order = rng.sample(_places(n), n * n)
    return order, n, [*rng.choice([*NEIGHBOURS_BY_COUNT.values()])]


@exercise
def exercise_3(breaking: Any) -> AnswerAndTrials:
    """Check a function that returns the share of full squares when two sides first connect."""
    order = _places(3)
    named = [(each, 3, [*NEIGHBOURS_4]) for each in (order, order[::-1])]
    return calls(breaking, *named), [
        (
            lambda got: is_close(got[0], 3 / 9),
            "the first three squares are a whole row, so the share is 3 of 9.",
        ),
        (
            lambda got: is_close(got[1], 3 / 9),
            "here the first three squares of the order are a row, too.",
        ),
        agrees(
            breaking,
            Domain("all orders of a 2 by 2 field", _small_orders, _draw_order),
            _crossing_share,
            "take squares from the start of the order, until they join left and right. Divide"
            " their number by the number of all squares.",
            same=is_close,
        ),
    ]


@exercise
def exercise_4(laws: Any) -> AnswerAndTrials:
    """Check which of the crowd and the gaps can cross a field, for four neighbourhoods."""
    chosen = {k: _plain_law(v) for k, v in laws.items()} if isinstance(laws, dict) else {}
    known = chosen.keys() & CROSSING_LAWS
    answer = [chosen.get(pair) for pair in CROSSING_LAWS] if known else laws
    return answer, [
        (
            lambda _: {*chosen} == {*CROSSING_LAWS},
            f"give a dictionary with a law for each of {', '.join(map(str, CROSSING_LAWS))}.",
        ),
        (
            lambda got: all(law in {NEVER_BOTH, NEVER_NEITHER, EXACTLY_ONE} for law in got),
            f"choose from {NEVER_BOTH!r}, {NEVER_NEITHER!r} and {EXACTLY_ONE!r}.",
        ),
        *(
            (
                lambda _, c=pair[0], g=pair[1]: _find_counterexample(c, g, chosen[c, g]) is None,
                f"the law for {pair} is broken. Use `lesson.try_to_break{(*pair, '...')}`.",
            )
            for pair in CROSSING_LAWS
        ),
        (
            lambda _: chosen == CROSSING_LAWS,
            "all your laws are true, but one can be stronger: exactly one.",
        ),
    ]


def _plain_law(law: Any) -> Any:
    """Return a chosen law in lowercase, with single blanks."""
    return " ".join(law.lower().split()) if isinstance(law, str) else law


@exercise
def exercise_5(points: Any) -> AnswerAndTrials:
    """Check two percolation thresholds: with neighbours at corners, and on hexagons."""
    return points, [
        (lambda got: len(got) == 2 and all(is_close(p, p, 1) for p in got), "give two numbers."),
        (lambda got: all(0 < p < 1 for p in got), "give two shares, between 0 and 1."),
        (
            lambda got: is_close(got[0], 1 - PERCOLATION_THRESHOLD, 4e-3),
            "with corners, the crowd crosses exactly if the gaps do not cross by sides.",
        ),
        (
            lambda got: is_close(got[1], 0.5, 1e-6),
            "with six neighbours, the same rule holds for the crowd and for the gaps.",
        ),
    ]


def try_to_break(crowd: int, gaps: int, law: Any) -> None:
    """Print the first field of 3 by 3 or 3 by 4 squares that breaks a law.

    If there is none, print the number of fields.

    Parameters
    ----------
    crowd, gaps
        The number of neighbours (4, 6 or 8) of a square of the crowd, which crosses from left to
        right, and of a gap, which crosses from top to bottom.
    law
        "never both", "never neither" or "exactly one".

    Examples
    --------
    >>> try_to_break(4, 8, "exactly one")
    Not broken by 4608 fields.
    >>> try_to_break(4, 4, "never neither")
    Broken by this field, where neither crosses:
    ##.
    ##.
    #.#
    """
    found = _find_counterexample(crowd, gaps, _plain_law(law))
    if found is None:
        print(f"Not broken by {2**9 + 2**12} fields.")  # noqa: T201 - a student reads it
    else:
        who = "both cross" if crosses(found, crowd) else "neither crosses"
        print(f"Broken by this field, where {who}:", *found, sep="\n")  # noqa: T201 - as above


def crosses(rows: Rows, neighbours: int, mark: str = "#") -> bool:
    """Return True if marked squares connect the left and the right side of a field of squares.

    Examples
    --------
    >>> crosses(["#.", ".#"], 8), crosses(["#.", ".#"], 4)
    (True, False)
    """
    return _connects_sides(rows, mark, NEIGHBOURS_BY_COUNT[neighbours])


def turned_crosses(rows: Rows, neighbours: int, mark: str = ".") -> bool:
    """Return True if marked squares connect the top and the bottom of a field of squares."""
    return crosses(["".join(column) for column in zip(*rows, strict=True)], neighbours, mark)


def _is_field(rows: Any) -> bool:
    size = 4
    return len(rows) == size and all(len(row) == size and {*row} <= {*"#."} for row in rows)


# --- The lesson's own solutions --------------------------------------------------------------


def _reachable_places(
    starts: Iterable[Place], places: set[Place], steps: Steps
) -> dict[Place, Place | None]:
    """Return the places reachable from the starts, each with its predecessor or None."""
    ways = list(steps)
    before: dict[Place, Place | None] = dict.fromkeys(each for each in starts if each in places)
    found = [*before]
    for row, column in found:  # grows while it is walked through
        near = ({(row + r, column + c) for r, c in ways} & places) - before.keys()
        before |= dict.fromkeys(near, (row, column))
        found += near
    return before


def _places(n: int) -> list[Place]:
    """Return all places of a field of n by n squares, row by row."""
    return [(row, column) for row in range(n) for column in range(n)]


def _marked_places(rows: Sequence[str], mark: str) -> set[Place]:
    """Return the places (row, column) in a field that have a given mark."""
    return {(r, c) for r, row in enumerate(rows) for c, each in enumerate(row) if each == mark}


def _connects_sides(rows: Rows, mark: str, steps: Iterable[Place]) -> bool:
    left = [(r, 0) for r in range(len(rows))]
    reached = _reachable_places(left, _marked_places(rows, mark), steps)
    return any(column == len(rows[0]) - 1 for _, column in reached)


def _crossing_share(order: Sequence[Place], n: int, steps: Iterable[Place]) -> float:
    low, high = 0, n * n
    while high - low > 1:
        middle = (low + high) // 2
        full = {*order[:middle]}
        reached = _reachable_places([(r, 0) for r in range(n)], full, steps)
        low, high = (low, middle) if any(c == n - 1 for _, c in reached) else (middle, high)
    return high / (n * n)


def _small_fields() -> Iterator[list[str]]:
    for width in (3, 4):
        yield from _fields_of_size(3, width)


def _fields_of_size(height: int, width: int) -> Iterator[list[str]]:
    """Yield all fields of a size."""
    for signs in product("#.", repeat=height * width):
        yield _cut_into_rows("".join(signs), width)


def _cut_into_rows(signs: str, width: int) -> list[str]:
    return [signs[k : k + width] for k in range(0, len(signs), width)]


def _find_counterexample(crowd: int, gaps: int, law: Any) -> list[str] | None:
    """Return the first small field that breaks a law, or None if no field does."""
    for rows in _small_fields():
        one, other = crosses(rows, crowd), turned_crosses(rows, gaps)
        holds = {
            NEVER_BOTH: not (one and other),
            NEVER_NEITHER: one or other,
            EXACTLY_ONE: one != other,
        }
        if not holds[law]:
            return rows
    return None


go_on = make_go_on(
    joined=(exercise_2, _connects_sides, bool),
    breaking=(exercise_3, _crossing_share, float),
)


# --- The pictures -------------------------------------------------------------------------------

FULL_CELL: Final = "#"


def fields(rows_by_title: Mapping[str, Sequence[str]], steps: Steps) -> Picture:
    """Draw titled fields of squares, colouring the squares connected to the left side.

    `steps` are the offsets of a square's neighbours.
    """
    figure, axes = new_figure(1, len(rows_by_title), (2.75 * len(rows_by_title), 3.0), framed=True)
    rectangle = matplotlib_object("matplotlib.patches:Rectangle")
    together = matplotlib_object("matplotlib.collections:PatchCollection")
    words = []
    for ax, (title, rows) in zip(axes, rows_by_title.items(), strict=True):
        crowd = _marked_places(rows, FULL_CELL)
        left = _reachable_places([(r, 0) for r in range(len(rows))], crowd, steps)
        colors = [ORANGE if place in left else tint(GREY, 0.45) for place in crowd]
        squares = [rectangle((column, row), 0.94, 0.94) for row, column in crowd]
        ax.add_collection(together(squares, facecolor=colors, linewidth=0))
        reach = any(column == len(rows[0]) - 1 for _, column in left)
        ax.set(xlim=(-0.2, len(rows[0]) + 0.2), ylim=(len(rows) + 0.2, -0.2), aspect="equal")
        ax.set(title=title, xticks=[], yticks=[])
        words.append(f"{title}: {'reaches' if reach else 'does not reach'} the right side")
    return Picture(figure, f"Fields; the crowd at the left side is orange. {'; '.join(words)}.")


def filling(field: Callable[[float], Sequence[str]], steps: Steps) -> Slider:
    """Return a slider for the share of full squares; `field` returns the rows for a share."""

    def draw(percent: int) -> Picture:
        return fields({f"{percent}% full": field(percent / 100)}, steps)

    return Slider("percent full", range(101), draw, 60)


def breaking_points(samples: Mapping[str, Sequence[float]]) -> Picture:
    """Draw a histogram for each kind of field of how full it was when a path first crossed it."""
    figure, axes = new_figure(len(samples), 1, (8.4, 1.35 * len(samples) + 0.8), sharex=True)
    words = []
    for ax, (title, sample) in zip(axes, samples.items(), strict=True):
        ax.hist(sample, bins=[k / 50 for k in range(51)], color=tint(BLUE, 0.6), edgecolor="white")
        mean = fmean(sample)
        ax.axvline(mean, color=RED, linewidth=2)
        ax.set_ylabel(title, rotation=0, ha="right", va="center")
        ax.set(xlim=(0.1, 0.9), yticks=[])
        ax.spines["left"].set_visible(b=False)
        words.append(f"{title}: mean {mean:.3f}, from {min(sample):.2f} to {max(sample):.2f}")
    axes[-1].set_xlabel("share of full squares when a crowd first reached across")
    told = "; ".join(words)
    return Picture(figure, f"Share of full squares at the first crossing. {told}.")


def hexes(rows: Sequence[str], steps: Steps) -> Picture:
    """Draw a field as a board of Hex: # are the stones of one player, dots those of the other."""
    ways = list(steps)
    size, width = len(rows), len(rows[0])
    left, right = ({(r, c) for r in range(size)} for c in (0, width - 1))
    top, bottom = ({(r, c) for c in range(width)} for r in (0, size - 1))
    chains = {
        "orange": _shortest_path(left, right, _marked_places(rows, FULL_CELL), ways),
        "blue": _shortest_path(top, bottom, _marked_places(rows, "."), ways),
    }
    figure, (ax,) = new_figure(1, 1, (7.2, 4.6))
    for place in product(range(size), range(width)):
        mine = rows[place[0]][place[1]] == FULL_CELL
        _draw_hexagon(ax, place, tint(ORANGE if mine else BLUE, 0.6))
    for chain in filter(None, chains.values()):
        for place in chain:
            _draw_hexagon(ax, place, ORANGE if rows[place[0]][place[1]] == FULL_CELL else BLUE)
        ax.plot(*zip(*map(_hexagon_center, chain), strict=True), color=INK, linewidth=3)
    ax.set(xlim=(-1, width + size / 2), ylim=(0.87 * size + 0.3, -0.9), aspect="equal")
    ax.set_axis_off()
    ax.text(-0.9, 0.43 * size, "orange", color=INK, ha="center", rotation=-60)
    ax.text(width / 2, -0.75, "blue", color=INK, ha="center")
    won = [name for name, chain in chains.items() if chain]
    return Picture(
        figure,
        f"A full Hex board of {size} by {width}. Orange wants left to right, blue top to bottom."
        f" With a chain: {' and '.join(won) or 'nobody'}.",
    )


def _shortest_path(
    starts: set[Place], ends: set[Place], places: set[Place], steps: Steps
) -> list[Place]:
    """Return a shortest path from a start to an end through given places.

    Empty if there is none.
    """
    before = _reachable_places(sorted(starts), places, steps)
    chain = [place for place in before if place in ends][:1]
    while chain and (place := before[chain[-1]]):
        chain.append(place)
    return chain


def _hexagon_center(place: Place) -> tuple[float, float]:
    row, column = place
    return column + row / 2, row * sqrt(3) / 2


def _draw_hexagon(ax: Any, place: Place, color: str) -> None:
    look = {"facecolor": color, "edgecolor": SOFT, "linewidth": 1}
    hexagon = matplotlib_object("matplotlib.patches:RegularPolygon")
    ax.add_patch(hexagon(_hexagon_center(place), 6, radius=1 / sqrt(3), **look))
