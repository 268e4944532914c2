"""Checks of the lesson about crowds."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.answers import Judged, calls, check, check_by, exercise, near, right_or
from polygames.lessons.pictures.crowd import group_from, marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Place = tuple[int, int]
    Rows = Sequence[str]

FOUR: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
SIX: Final = (*FOUR, (1, -1), (-1, 1))
EIGHT: Final = (*SIX, (1, 1), (-1, -1))
NAMED: Final = {4: FOUR, 6: SIX, 8: EIGHT}

BOTH, NEITHER, ONE = "never both", "never neither", "exactly one"
LAWS: Final = {(4, 4): BOTH, (8, 8): NEITHER, (4, 8): ONE, (6, 6): ONE}

CROSSED: Final = 0.592746
"""How full a large field is when a crowd that holds on by sides crosses it (from simulations)."""


@exercise
def exercise_1(fields: Any) -> None:
    """Check two fields that were painted: one where both cross, one where nobody does."""
    check(
        fields,
        (lambda got: all(map(_is_field, got)), 'four rows of four signs each, "#" or ".".'),
        (
            lambda got: crosses(got[0], 8) and turned_crosses(got[0], 8),
            "both: by sides and corners, # must join left and right, and the dots top and bottom.",
        ),
        (
            lambda got: not crosses(got[1], 4),
            "neither: here the # join left and right by sides.",
        ),
        (
            lambda got: not turned_crosses(got[1], 4),
            "neither: here the dots join top and bottom by sides.",
        ),
    )


@exercise
def exercise_2(joined: Any) -> None:
    """Check a function that says whether squares join the left side to the right one."""
    check_by(_of_joined, joined)


@exercise
def exercise_3(breaking: Any) -> None:
    """Check how full a field is when a crowd first reaches across."""
    rng = Random(1)
    cases: list[tuple[list[Place], int, tuple[Place, ...]]] = []
    for n, steps in ((3, FOUR), (3, EIGHT), (5, FOUR), (6, EIGHT), (4, SIX)):
        order = [*product(range(n), range(n))]
        rng.shuffle(order)
        cases.append((order, n, steps))
    row: list[Place] = [(0, 0), (0, 1), (0, 2), *((r, c) for r in (1, 2) for c in range(3))]
    cases = [(row, 3, FOUR), ([*reversed(row)], 3, FOUR), *cases]
    check(
        calls(breaking, *cases),
        (lambda got: near(got[0], 3 / 9), "the first three squares are a whole row: 3 of 9."),
        (lambda got: near(got[1], 3 / 9), "here, too: squares 1 to 3 of the order are a row."),
        (
            lambda got: all(near(b, _breaking(*c)) for b, c in zip(got, cases, strict=True)),
            (
                "the smallest number of squares from the beginning of the order that join left and"
                " right, divided by all."
            ),
        ),
    )


@exercise
def exercise_4(laws: Any) -> None:
    """Check what can be said of every field, for four ways to hold on."""
    answer = [laws[pair] for pair in LAWS] if isinstance(laws, dict) and laws else laws
    check(
        answer,
        (lambda _: isinstance(laws, dict), "a dictionary with the four pairs."),
        (
            lambda got: all(law in {BOTH, NEITHER, ONE} for law in got),
            f"choose among {BOTH!r}, {NEITHER!r} and {ONE!r}.",
        ),
        *(
            (
                lambda _, c=pair[0], g=pair[1]: _first_against(c, g, laws[c, g]) is None,
                f"the law for {pair} is broken: ask `check.try_to_break{(*pair, '...')}`.",
            )
            for pair in LAWS
        ),
        (
            lambda _: laws == LAWS,
            "none is broken, but one of them can be said more strongly: exactly one.",
        ),
    )


@exercise
def exercise_5(points: Any) -> None:
    """Check where a crowd breaks that holds on by corners, too, or on a board of hexagons."""
    check(
        points,
        (lambda got: all(near(p, p, 1) for p in got), "two numbers."),
        (
            lambda got: near(got[0], 1 - CROSSED, 4e-3),
            "by sides and corners: the crowd crosses just when the gaps, by sides, do not.",
        ),
        (
            lambda got: near(got[1], 0.5, 1e-6),
            "six neighbours: crowd and gaps have equal rights. Where can the change be?",
        ),
    )


def try_to_break(crowd: int, gaps: int, law: Any) -> None:
    """Search all fields of 3 by 3 and of 3 by 4 for one that breaks a law.

    Parameters
    ----------
    crowd, gaps
        To how many squares the crowd holds on, left to right, and the gaps, top to bottom.
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
    found = _first_against(crowd, gaps, law)
    if found is None:
        print(f"Not broken by {2**9 + 2**12} fields.")  # noqa: T201 - a student reads it
    else:
        who = "both cross" if crosses(found, crowd) else "neither crosses"
        print(f"Broken by this field, where {who}:", *found, sep="\n")  # noqa: T201 - as above


def crosses(rows: Rows, neighbours: int, mark: str = "#") -> bool:
    """Say whether the squares with a mark join the left side of a field to the right one.

    Examples
    --------
    >>> crosses(["#.", ".#"], 8), crosses(["#.", ".#"], 4)
    (True, False)
    """
    return _joined(rows, mark, NAMED[neighbours])


def turned_crosses(rows: Rows, neighbours: int, mark: str = ".") -> bool:
    """Say whether the squares with a mark join the top of a field to its bottom."""
    return crosses(["".join(column) for column in zip(*rows, strict=True)], neighbours, mark)


def go_on(**given: Any) -> list[Any]:
    """Return a student's functions, given by name; the lesson's own for those not right yet."""
    judged = {"joined": (_of_joined, _joined), "breaking": (_of_breaking, _breaking)}
    return [right_or(function, *judged[name]) for name, function in given.items()]


# --- How functions are judged -------------------------------------------------------------------


def _is_field(rows: Any) -> bool:
    size = 4
    return len(rows) == size and all(len(row) == size and {*row} <= {*"#."} for row in rows)


def _of_joined(joined: Any) -> Judged:
    given = [
        (["###"], "#", FOUR),
        (["#.#"], "#", FOUR),
        (["#.", ".#"], "#", EIGHT),
        (["#.", ".#"], "#", FOUR),
        (["#..", "#..", "###"], "#", FOUR),
        (["##..", "...#", "..##"], "#", FOUR),
        (["...#", "##.#", ".###"], "#", FOUR),
        (["#####", "....#", "#####", "#....", "####."], "#", FOUR),
        (["#...#", "#.#.#", ".#.#."], "#", EIGHT),
        (["#.", ".#"], "#", SIX),
        ([".#", "#."], "#", SIX),
        ([".#", "#."], ".", EIGHT),
        ([".....", ".###.", "....."], ".", FOUR),
        (["...", "#.#"], ".", FOUR),
        (["#...", ".##.", "..##", "##.."], "#", FOUR),
        (["#....", ".....", "#####"], "#", FOUR),
        (["#.#.#", "#.#.#"], ".", FOUR),
        (["##.##", "#...#"], "#", EIGHT),
        (["#.###", "###.#", "....."], "#", FOUR),
        (["#.###", "#.#.#", "###.#", "....#"], "#", FOUR),
    ]
    right = [_joined(*case) for case in given]
    return calls(joined, *given), [
        (lambda got: bool(got[0]) and not got[1], "### joins left and right, #.# does not."),
        (
            lambda got: bool(got[2]) and not got[3],
            "with eight steps a corner is enough, with four it is not.",
        ),
        (lambda got: bool(got[4]), "the row at the bottom joins."),
        (
            lambda got: [bool(each) for each in got] == right,
            (
                "begin with all marked squares of the left column, go on to marked neighbours until"
                " nothing new comes, and look whether one of them is in the right column."
            ),
        ),
    ]


def _of_breaking(breaking: Any) -> Judged:
    order = [(0, 0), (1, 1), (0, 1), (1, 0)]
    cases = [(order, 2, FOUR), (order, 2, EIGHT)]
    return calls(breaking, *cases), [
        (lambda got: near(got[0], 0.75) and near(got[1], 0.5), "three of four, and two of four.")
    ]


# --- What the lesson computes, once more --------------------------------------------------------


def _joined(rows: Rows, mark: str, steps: Iterable[Place]) -> bool:
    left = [(r, 0) for r in range(len(rows))]
    reached = group_from(left, marked(rows, mark), steps)
    return any(column == len(rows[0]) - 1 for _, column in reached)


def _breaking(order: Sequence[Place], n: int, steps: Iterable[Place]) -> float:
    low, high = 0, n * n
    while high - low > 1:
        middle = (low + high) // 2
        full = {*order[:middle]}
        reached = group_from([(r, 0) for r in range(n)], full, steps)
        low, high = (low, middle) if any(c == n - 1 for _, c in reached) else (middle, high)
    return high / (n * n)


def _small_fields() -> Iterator[list[str]]:
    for width in (3, 4):
        for signs in product("#.", repeat=3 * width):
            text = "".join(signs)
            yield [text[k : k + width] for k in range(0, 3 * width, width)]


def _first_against(crowd: int, gaps: int, law: Any) -> list[str] | None:
    """Return the first small field that breaks a law."""
    for rows in _small_fields():
        one, other = crosses(rows, crowd), turned_crosses(rows, gaps)
        holds = {BOTH: not (one and other), NEITHER: one or other, ONE: one != other}
        if not holds[law]:
            return rows
    return None
