"""Lesson 10, the value of a sum of games."""

from __future__ import annotations

from functools import cache, partial, reduce
from itertools import combinations, product
from operator import xor
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures import make_try_to_break, number_cases
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, draw_square, new_figure
from polygames.scene.palette import BLUE, GREEN, GREY, ORANGE, PURPLE, RED, SKY, tint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

Parts = tuple[int, ...]
SET_DOMAIN: Final = Domain(
    "all sets of numbers from 0 to 7",
    lambda: (({*each},) for size in range(9) for each in combinations(range(8), size)),
    lambda rng: ({*rng.sample(range(30), rng.randrange(30))} | {*range(rng.randrange(20))},),
)


def _small_sums(size: int) -> Iterator[tuple[Parts]]:
    """Yield all sums of up to three parts of up to `size` points, those with few points first."""
    every = [parts for k in range(4) for parts in product(range(size + 1), repeat=k)]
    yield from ((parts,) for parts in sorted(every, key=lambda parts: (sum(parts), len(parts))))


def _draw_sum(rng: Random) -> tuple[Parts]:
    """Return up to three parts of up to 12 points."""
    return (tuple(rng.randrange(13) for _ in range(rng.randint(1, 3))),)


@exercise
def exercise_1(mex: Any) -> AnswerAndTrials:
    """Check a function that returns the mex: the smallest non-negative integer not in a set."""
    return calls(mex, (set(),), ({0},), ({0, 1, 3},)), [
        (lambda got: is_close(got[0], 0), "the set is empty, so 0 is missing."),
        (lambda got: is_close(got[1], 1), "0 is in the set, and 1 is not."),
        (lambda got: is_close(got[2], 2), "of 0, 1 and 3 the smallest missing number is 2."),
        agrees(
            mex,
            SET_DOMAIN,
            _mex,
            "count up from 0. Stop at the first number that is not in the set.",
            same=is_close,
        ),
    ]


@exercise
def exercise_2(grundy: Any) -> AnswerAndTrials:
    """Check a function that returns the Grundy value of n points in the game of drawing chords."""
    return calls(grundy, *((n,) for n in range(5))), [
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
        agrees(
            grundy,
            Domain("n from 0 to 16", lambda: ((n,) for n in range(17))),
            chord_value,
            "take the nim-sum of both parts for each chord. Then take the mex of all.",
            same=is_close,
        ),
    ]


@exercise
def exercise_3(first_wins: Any) -> AnswerAndTrials:
    """Check a function that returns True if the player to move wins a sum of games."""
    return calls(first_wins, ((),), ((1,),), ((2, 2),)), [
        (
            lambda got: got[0] == 0 and got[1] == 0,
            "here there is no move, so the player to move loses.",
        ),
        (lambda got: got[2] == 0, "with two equal parts, the other player copies all your moves."),
        agrees(
            first_wins,
            Domain("up to three parts of up to 9 points", partial(_small_sums, 9), _draw_sum),
            lambda parts: _nim_value(parts) != 0,
            "when is the nim-sum of all values 0?",
            form=bool,
        ),
    ]


@exercise
def exercise_4(reply: Any) -> AnswerAndTrials:
    """Check a function that returns a sum of games after a winning move; None if no move wins."""
    return calls(reply, ((2,),), ((1,),)), [
        (lambda got: tuple(sorted(got[0])) == (0, 0), "from (2,) the only move leaves (0, 0)."),
        (lambda got: got[1] is None, "return None if no move wins."),
        satisfies(
            reply,
            Domain("up to three parts of up to 7 points", partial(_small_sums, 7)),
            _is_good_reply,
            "a move replaces one part of n points by two parts with n − 2 points together. After a"
            " winning move, the nim-sum of all values is 0. If no move wins, return None.",
        ),
    ]


def _is_good_reply(after: Any, parts: Parts) -> bool:
    """Return True for the parts after a winning move, or for None if no move wins."""
    if not _nim_value(parts):
        return after is None
    return tuple(sorted(after)) in _moves(parts) and not _nim_value(tuple(after))


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
