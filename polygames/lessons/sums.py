"""Lesson 10, the value of a sum of games."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures import make_try_to_break, number_cases
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    all_close,
    all_equal,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, draw_square, new_figure
from polygames.scene.palette import BLUE, GREEN, GREY, ORANGE, PURPLE, RED, SKY, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

Parts = tuple[int, ...]
TEST_SUMS: Final[list[Parts]] = [
    (),
    (1,),
    (2,),
    (2, 2),
    (2, 3),
    (3, 4),
    (5, 9),
    (3, 4, 7),
    (6, 8, 10),
]


@exercise
def exercise_1(mex: Any) -> AnswerAndTrials:
    """Check a function that returns the mex: the smallest non-negative integer not in a set."""
    cases = [set(), {0}, {0, 1, 3}, {1, 2}, {0, 1, 2, 3, 4}, {5, 0}]
    return calls(mex, *((set(case),) for case in cases)), [
        (lambda got: is_close(got[0], 0), "the set is empty, so 0 is missing."),
        (lambda got: is_close(got[1], 1), "0 is in the set, and 1 is not."),
        (lambda got: is_close(got[2], 2), "of 0, 1 and 3 the smallest missing number is 2."),
        (
            all_close(map(_mex, cases)),
            "count up from 0. Stop at the first number that is not in the set.",
        ),
    ]


@exercise
def exercise_2(grundy: Any) -> AnswerAndTrials:
    """Check a function that returns the Grundy value of n points in the game of drawing chords."""
    sizes = range(16)
    return calls(grundy, *((n,) for n in sizes)), [
        (
            lambda got: is_close(got[0], 0) and is_close(got[1], 0),
            "with 0 points or 1 point there is no move, so the value is 0.",
        ),
        (
            lambda got: is_close(got[2], 1),
            "with 2 points the only move leads to the value 0, so the value is 1.",
        ),
        (
            lambda got: is_close(got[4], 2),
            "with 4 points a chord leaves (0, 2), worth 1, or (1, 1), worth 0.",
        ),
        (
            all_close(map(chord_value, sizes)),
            "take the nim-sum of both parts for each chord. Then take the mex of all.",
        ),
    ]


@exercise
def exercise_3(first_wins: Any) -> AnswerAndTrials:
    """Check a function that returns True if the player to move wins a sum of games."""
    return calls(first_wins, *((parts,) for parts in TEST_SUMS)), [
        (
            lambda got: got[0] == 0 and got[1] == 0,
            "here there is no move, so the player to move loses.",
        ),
        (lambda got: got[3] == 0, "with two equal parts, the other player copies all your moves."),
        (
            all_equal((_nim_value(parts) != 0 for parts in TEST_SUMS), bool),
            "when is the nim-sum of all values 0?",
        ),
    ]


@exercise
def exercise_4(reply: Any) -> AnswerAndTrials:
    """Check a function that returns a sum of games after a winning move; None if no move wins."""
    won = [parts for parts in TEST_SUMS if _nim_value(parts)]
    lost: list[Parts] = [(1,), (1, 1), (2, 2), ()]
    return calls(reply, *((parts,) for parts in (*won, *lost))), [
        (lambda got: all(each is None for each in got[len(won) :]), "return None if no move wins."),
        (lambda got: tuple(sorted(got[0])) == (0, 0), "from (2,) the only move leaves (0, 0)."),
        (
            lambda got: all(
                tuple(sorted(after)) in _moves(parts)
                for after, parts in zip(got, won, strict=False)
            ),
            "a move replaces a part of n points by two parts with n − 2 points together.",
        ),
        (
            lambda got: all(not _nim_value(tuple(after)) for after in got[: len(won)]),
            "after the move, the nim-sum of all values must be 0.",
        ),
    ]


@exercise
def exercise_5(start: Any) -> AnswerAndTrials:
    """Check the smallest n from which the Grundy values repeat periodically."""
    top = 400
    right = 1 + max(n for n in range(top) if chord_value(n + NIM_VALUE_PERIOD) != chord_value(n))
    return start, [
        (
            lambda n: n >= right,
            "too small: for a later n the values of n and n + 34 are different.",
        ),
        (lambda n: is_close(n, right), "too large: the values repeat from a smaller n on."),
    ]


NIM_VALUE_PERIOD: Final = 34


def _mex(numbers: set[int]) -> int:
    return next(k for k in range(len(numbers) + 1) if k not in numbers)


@cache
def chord_value(n: int) -> int:
    """Return the Grundy value of n points on a circle: a chord removes two and divides the rest."""
    return _mex({chord_value(left) ^ chord_value(n - 2 - left) for left in range(n - 1)})


def _nim_value(parts: Parts) -> int:
    return reduce(xor, map(chord_value, parts), 0)


def _moves(parts: Parts) -> set[Parts]:
    return {
        tuple(sorted((*parts[:k], *parts[k + 1 :], left, n - 2 - left)))
        for k, n in enumerate(parts)
        for left in range(n - 1)
    }


go_on = make_go_on(
    mex=(exercise_1, _mex),
    grundy=(exercise_2, chord_value),
    first_wins=(exercise_3, lambda parts: _nim_value(parts) != 0, bool),
)


# --- The conjecture -----------------------------------------------------------------------------

ALLOWED_TAKES: Final = (1, 3, 4)
MAX_SUM: Final = 200


@cache
def _value_of_heap(n: int) -> int:
    return _mex({_value_of_heap(n - taken) for taken in ALLOWED_TAKES if taken <= n})


try_to_break = make_try_to_break(lambda: number_cases(range(MAX_SUM + 1), _value_of_heap))


# --- The pictures -------------------------------------------------------------------------------

VALUE_COLORS = (GREY, BLUE, ORANGE, GREEN, PURPLE, SKY, RED)


def value_grid(values: Sequence[object], width: int = 34) -> Picture:
    """Draw numbers in rows of equal length, with a colour for each number.

    If the numbers repeat with the width as period, each column has one colour. `...` is drawn
    as "?".
    """
    lines = -(-len(values) // width)
    figure, (ax,) = new_figure(1, 1, (0.34 * width + 0.8, 0.36 * lines + 0.8))
    for place, number in enumerate(values):
        line, column = divmod(place, width)
        fill = (
            tint(VALUE_COLORS[number % len(VALUE_COLORS)], 0.45)
            if isinstance(number, int)
            else "white"
        )
        text = str(number) if isinstance(number, int) else "?"
        draw_square(ax, (column, line), text, fill, "white", fontsize=10)
    ax.set(xlim=(0, width), ylim=(lines, 0))
    ax.set_yticks([k + 0.5 for k in range(lines)], [str(k * width) for k in range(lines)])
    ax.set_xticks([k + 0.5 for k in range(0, width, 5)], [f"+{k}" for k in range(0, width, 5)])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    first = " ".join(str(n) if isinstance(n, int) else "?" for n in values[:width])
    return Picture(figure, f"{len(values)} values in lines of {width}. The first line: {first}.")
