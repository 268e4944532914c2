"""Checks of the lesson about fair division."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.answers import (
    Judged,
    as_set,
    calls,
    check,
    check_by,
    exercise,
    near,
    right_or,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

Cake: TypeAlias = tuple[int, ...]

CAKES: Final[list[Cake]] = [
    (1, 1, 1, 1),
    (0, 0, 4, 4),
    (6, 1, 1, 1, 1),
    (2, 3, 0, 5, 2),
    (1, 0, 0, 1),
]


@exercise
def exercise_1(worth: Any) -> None:
    """Check what a part of a cake is worth."""
    check_by(_of_worth, worth)


@exercise
def exercise_2(cut: Any) -> None:
    """Check where a share of a cake ends."""
    check_by(_of_cut, cut)


@exercise
def exercise_3(moving: Any) -> None:
    """Check who gets which part when a knife moves."""
    cases: list[list[Cake]] = [
        [(1, 1, 1, 1), (0, 0, 4, 4)],
        [(0, 0, 4, 4), (1, 1, 1, 1)],
        [(6, 1, 1, 1, 1), (2, 3, 0, 5, 2), (1, 1, 1, 1, 1)],
        [(1, 1, 2, 1, 1), (3, 3, 0, 0, 3), (0, 1, 1, 1, 6)],
        [(1, 1, 1, 1), (1, 1, 1, 1)],
        [(0, 0, 6), (2, 2, 2), (2, 2, 2)],
    ]
    right = [_moving(cakes) for cakes in cases]
    check(
        calls(moving, *(([*cakes],) for cakes in cases)),
        (
            lambda got: {*got[0]} == {0, 1} and len(got[3]) == len(cases[3]),
            "a dictionary: for each person, by number, where their part begins and ends.",
        ),
        (lambda got: near(got[0][0][1], 2), "the first to call stop is who has 1/n soonest."),
        (lambda got: near(got[1][1][1], 2), "whoever it is: here it is person 1."),
        (
            lambda got: all(near(got[4][p][1], right[4][p][1]) for p in (0, 1)),
            "if two call at once, the smaller number gets the part.",
        ),
        (
            lambda got: all(
                all(near(end[1], way[p][1]) for p, end in parts.items())
                for parts, way in zip(got, right, strict=True)
            ),
            "each wants 1/n of *their own whole cake* after the knife's last stop.",
        ),
        (
            lambda got: all(
                all(near(a, b) for p in way for a, b in zip(parts[p], way[p], strict=True))
                for parts, way in zip(got, right, strict=True)
            ),
            "a part begins where the last one ended; the last person gets all that is left.",
        ),
    )


@exercise
def exercise_4(envious: Any) -> None:
    """Check who would rather have another's part."""
    cakes: list[Cake] = [(1, 1, 1, 1, 1, 1), (6, 0, 0, 0, 0, 6), (1, 1, 1, 1, 1, 1)]
    fair = {0: (0, 2), 1: (2, 4), 2: (4, 6)}
    one = {0: (0, 3), 1: (3, 4), 2: (4, 6)}
    check(
        calls(envious, (cakes, fair), (cakes, one), (cakes[:2], {0: (0, 3), 1: (3, 6)})),
        (lambda got: as_set(got[2]) == set(), "two halves: nobody envies anybody."),
        (
            lambda got: as_set(got[0]) == {(1, 0), (1, 2)},
            "pairs (who, whom): person 1 likes the two ends and got the middle, from 2 to 4.",
        ),
        (
            lambda got: as_set(got[1]) == {(1, 0), (1, 2), (2, 0)},
            "compare the parts by the worth that *who envies* gives them.",
        ),
    )


@exercise
def exercise_5(settled: Any) -> None:
    """Check how a game ends for seat 0 after a sealed bid for Blue."""
    cases = [
        (6, 6, 6),
        (6, 8, 4),
        (6, 4, 8),
        (6, 6, 2),
        (-3, -3, 1),
        (10, 6, 4),
        (2, 9, 3),
        (6, 8, 8),
        (6, 4, 4),
    ]
    right = [_settled(*case) for case in cases]
    check(
        calls(settled, *cases),
        (lambda got: near(got[0], 0), "both bid what Blue is worth: nobody gains."),
        (lambda got: near(got[5], 5), "you bid 6, they bid 4: Blue costs you 5 and brings 10."),
        (lambda got: near(got[2], 0), "they bid more: they are Blue, win by 6, and pay you 6."),
        (lambda got: near(got[7], -2) and near(got[8], 2), "equal bids: you are Blue, and pay."),
        (
            lambda got: all(near(s, r) for s, r in zip(got, right, strict=True)),
            "the price is the mean of both bids; who bids less is Red, and is paid.",
        ),
    )


def go_on(**given: Any) -> list[Any]:
    """Return a student's functions, given by name; the lesson's own for those not right yet."""
    judged = {"worth": (_of_worth, _worth), "cut": (_of_cut, _cut)}
    return [right_or(function, *judged[name]) for name, function in given.items()]


# --- How functions are judged -------------------------------------------------------------------


def _of_worth(worth: Any) -> Judged:
    half = Fraction(1, 2)
    parts: list[tuple[Any, Any]] = [(0, 4), (1, 3), (1, 1), (half / 2, half), (half, 3 + half)]
    cases = [(cake, *part) for cake in CAKES for part in parts]
    at = cases.index
    return calls(worth, *cases), [
        (lambda got: near(got[0], 4), "all four slices of (1, 1, 1, 1) are worth 4."),
        (lambda got: near(got[1], 2), "from 1 to 3 there are the slices 1 and 2, not the slice 3."),
        (lambda got: near(got[2], 0), "from 1 to 1 there is nothing."),
        (
            lambda got: near(got[at((CAKES[2], *parts[3]))], Fraction(3, 2)),
            "from 1/4 to 1/2: a quarter of a slice that is worth 6.",
        ),
        (
            lambda got: all(near(w, _worth(*case)) for w, case in zip(got, cases, strict=True)),
            "each slice counts as much of its worth as lies between the two places.",
        ),
    ]


def _of_cut(cut: Any) -> Judged:
    cases = [(cake, 0, Fraction(sum(cake), k)) for cake in CAKES for k in (2, 3)]
    cases += [(cake, 1, Fraction(sum(cake), 4)) for cake in CAKES[:4]]
    cases += [(CAKES[1], 0, Fraction(0)), (CAKES[1], 1, Fraction(0))]
    right = [_cut(*case) for case in cases]
    return calls(cut, *cases), [
        (lambda got: near(got[0], 2), "half of (1, 1, 1, 1) ends at 2."),
        (lambda got: near(got[2], 3), "half of (0, 0, 4, 4) ends at 3."),
        (
            lambda got: near(got[4], Fraction(5, 6)),
            "half of (6, 1, 1, 1, 1) ends in the first slice.",
        ),
        (
            lambda got: all(
                near(_worth(cake, left, place), amount)
                for place, (cake, left, amount) in zip(got, cases, strict=True)
            ),
            "begin at `left`, and go on until the amount is reached.",
        ),
        (
            lambda got: all(near(p, r) for p, r in zip(got, right, strict=True)),
            "where several places are right, take the first.",
        ),
    ]


# --- What the lesson computes, once more --------------------------------------------------------


def _worth(cake: Sequence[int], left: Any, right: Any) -> Any:
    return sum(w * max(0, min(k + 1, right) - max(k, left)) for k, w in enumerate(cake))


def _cut(cake: Sequence[int], left: Any, amount: Any) -> Any:
    for k, each in enumerate(cake):
        begin = max(k, left)
        there = each * max(0, k + 1 - begin)
        if amount <= there:
            return begin + (Fraction(amount) / each if each else 0)
        amount -= there
    return len(cake)


def _moving(cakes: Sequence[Cake]) -> dict[int, tuple[Any, Any]]:
    left, parts, people = 0, {}, [*range(len(cakes))]
    while len(people) > 1:
        stops = {p: _cut(cakes[p], left, Fraction(sum(cakes[p]), len(cakes))) for p in people}
        first = min(people, key=lambda p: stops[p])
        parts[first] = (left, stops[first])
        left = stops[first]
        people.remove(first)
    parts[people[0]] = (left, len(cakes[0]))
    return parts


def _settled(value: float, mine: float, theirs: float) -> float:
    price = (mine + theirs) / 2
    return value - price if mine >= theirs else price - value
