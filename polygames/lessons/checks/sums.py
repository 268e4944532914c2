"""Checks of lesson 10: what a sum of games is worth."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor
from typing import Any, Final

from polygames.lessons.answers import calls, check, exercise, near

Parts = tuple[int, ...]

TRIES: Final[list[Parts]] = [(), (1,), (2,), (2, 2), (2, 3), (3, 4), (5, 9), (3, 4, 7), (6, 8, 10)]


@exercise
def exercise_1(mex: Any) -> None:
    """Check the smallest number that is missing."""
    cases = [set(), {0}, {0, 1, 3}, {1, 2}, {0, 1, 2, 3, 4}, {5, 0}]
    check(
        calls(mex, *((set(case),) for case in cases)),
        (lambda got: near(got[0], 0), "nothing is there, so 0 is missing."),
        (lambda got: near(got[1], 1), "0 is there, 1 is not."),
        (lambda got: near(got[2], 2), "of 0, 1 and 3 the smallest missing number is 2."),
        (
            lambda got: all(near(m, _mex(case)) for m, case in zip(got, cases, strict=True)),
            "count up from 0, and stop at the first number that is not there.",
        ),
    )


@exercise
def exercise_2(grundy: Any) -> None:
    """Check the values of the game of chords."""
    sizes = range(16)
    check(
        calls(grundy, *((n,) for n in sizes)),
        (lambda got: near(got[0], 0) and near(got[1], 0), "with 0 or 1 point there is no move: 0."),
        (lambda got: near(got[2], 1), "with 2 points one move leads to the value 0, so: 1."),
        (
            lambda got: near(got[4], 2),
            "with 4 points a chord leaves (0, 2), worth 1, or (1, 1), worth 0: so 2.",
        ),
        (
            lambda got: all(near(g, _grundy(n)) for g, n in zip(got, sizes, strict=True)),
            "the value of two parts is the nim-sum of their values; then take the mex.",
        ),
    )


@exercise
def exercise_3(first_wins: Any) -> None:
    """Check who wins a sum of parts."""
    check(
        calls(first_wins, *((parts,) for parts in TRIES)),
        (lambda got: got[0] == 0 and got[1] == 0, "nobody can move: the player to move loses."),
        (lambda got: got[3] == 0, "two equal parts: whatever you do, you are copied."),
        (
            lambda got: all(
                bool(said) == bool(_worth(parts)) for said, parts in zip(got, TRIES, strict=True)
            ),
            "the values of the parts, added without carrying: when is that 0?",
        ),
    )


@exercise
def exercise_4(reply: Any) -> None:
    """Check a function that makes a winning move in a sum."""
    won = [parts for parts in TRIES if _worth(parts)]
    lost: list[Parts] = [(1,), (1, 1), (2, 2), ()]
    check(
        calls(reply, *((parts,) for parts in (*won, *lost))),
        (
            lambda got: all(each is None for each in got[len(won) :]),
            "where no move wins, answer None.",
        ),
        (lambda got: tuple(sorted(got[0])) == (0, 0), "from (2,) the only move leaves (0, 0)."),
        (
            lambda got: all(
                tuple(sorted(after)) in _moves(parts)
                for after, parts in zip(got, won, strict=False)
            ),
            "a move replaces one part n by two parts that have n − 2 points together.",
        ),
        (
            lambda got: all(not _worth(tuple(after)) for after in got[: len(won)]),
            "the parts after the move must have the nim-sum 0.",
        ),
    )


@exercise
def exercise_5(start: Any) -> None:
    """Check from which n on the values repeat."""
    top = 400
    right = 1 + max(n for n in range(top) if _grundy(n + PERIOD) != _grundy(n))
    check(
        start,
        (
            lambda n: n >= right,
            "there is a later n at which the value is not the one of n + 34.",
        ),
        (lambda n: near(n, right), "it repeats already from a smaller n on."),
    )


PERIOD: Final = 34


def _mex(numbers: set[int]) -> int:
    return next(k for k in range(len(numbers) + 1) if k not in numbers)


@cache
def _grundy(n: int) -> int:
    return _mex({_grundy(left) ^ _grundy(n - 2 - left) for left in range(n - 1)})


def _worth(parts: Parts) -> int:
    return reduce(xor, map(_grundy, parts), 0)


def _moves(parts: Parts) -> set[Parts]:
    return {
        tuple(sorted((*parts[:k], *parts[k + 1 :], left, n - 2 - left)))
        for k, n in enumerate(parts)
        for left in range(n - 1)
    }
