"""Lesson 08, the functions that define a game."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    all_equal,
    as_set,
    calls,
    exercise,
    make_go_on,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Rows: TypeAlias = tuple[int, ...]
CHOMP_BARS: Final[list[Rows]] = [
    tuple(map(int, rows)) for rows in "444 22 410 100 5531 111 300 110 1 10 31".split()
]
COLUMN_LETTERS: Final = "abcdefgh"


@exercise
def exercise_1(bite: Any) -> AnswerAndTrials:
    """Check a function that returns the chocolate bar after a bite."""
    cases = [(rows, r, c) for rows in CHOMP_BARS for r, n in enumerate(rows) for c in range(n)]
    right = [_bite(*case) for case in cases]
    at = cases.index
    return calls(bite, *cases), [
        (
            lambda got: _pair(got[at(((4, 4, 4), 1, 2))]) == (4, 2, 2),
            "a bite at row 1, column 2 of (4, 4, 4) leaves (4, 2, 2).",
        ),
        (lambda got: _pair(got[at(((4, 4, 4), 2, 0))]) == (4, 4, 0), "an empty row stays as a 0."),
        (
            lambda got: _pair(got[at(((5, 5, 3, 1), 1, 2))]) == (5, 2, 2, 1),
            "a shorter row does not grow.",
        ),
        (all_equal(right, _pair), "rows above the bite stay the same."),
    ]


@exercise
def exercise_2(squares: Any) -> AnswerAndTrials:
    """Check a function that returns the squares of a chocolate bar that may be bitten."""
    return calls(squares, *((rows,) for rows in CHOMP_BARS)), [
        (
            lambda got: as_set(got[3]) == set(),
            "if only the poisoned square is left, there is no legal bite.",
        ),
        (
            lambda got: as_set(got[1]) == {(0, 1), (1, 0), (1, 1)},
            "in (2, 2) you may bite all squares except the poisoned one. Use pairs (row, column).",
        ),
        (
            all_equal((set(_bite_squares(rows)) for rows in CHOMP_BARS), as_set),
            "return every square that is left, except the poisoned one.",
        ),
        (
            lambda got: all(len(as_set(said)) == len(said) for said in got),
            "return each square only once.",
        ),
    ]


@exercise
def exercise_3(winner: Any) -> AnswerAndTrials:
    """Check a function that returns the winner of a position, or None if the game goes on."""
    cases = [(rows, turn) for rows in CHOMP_BARS for turn in (0, 1)]
    right = [_winner(*case) for case in cases]
    over = cases.index(((1, 0, 0), 0))
    return calls(winner, *cases), [
        (
            lambda got: got[over] == 1 and got[over + 1] == 0,
            "if you must eat the poison, you lose.",
        ),
        (all_equal(right), "return None while there is another square. Look at *all* rows."),
    ]


@exercise
def exercise_4(read: Any) -> AnswerAndTrials:
    """Check a function that parses the name of a square, such as ``"b3"``."""
    good = {"b3": (2, 1), "a1": (0, 0), "h8": (7, 7), " c2 ": (1, 2), "D1": (0, 3)}
    bad = "|b|3|3b|bb|b0|b33|b3x|the corner|i1|b-1|b9|b12|a78|ab3|gh8|c123".split("|")
    return calls(read, *((text,) for text in (*good, *bad))), [
        (
            lambda got: _pair(got[0]) == (2, 1),
            "b is the second column, and 3 is the third row: (2, 1).",
        ),
        (lambda got: _pair(got[1]) == (0, 0), "a1 is the poisoned square, (0, 0)."),
        (lambda got: _pair(got[2]) == (7, 7), "columns go up to h, and rows up to 8."),
        (lambda got: _pair(got[3]) == (1, 2), "people type spaces. strip() removes them."),
        (lambda got: _pair(got[4]) == (0, 3), "people type capital letters. lower() helps."),
        (
            lambda got: all(each is None for each in got[len(good) :]),
            f"return None if the text is not a square, such as {', '.join(map(repr, bad[1:8]))}.",
        ),
    ]


@exercise
def exercise_5(unseen: Any) -> AnswerAndTrials:
    """Check the choice of the programming error that no automatic test of a game can find."""
    return unseen, [
        (lambda text: text in {"a", "b", "c"}, "give one of the letters 'a', 'b' and 'c'."),
        (lambda text: text == "a", "run `faults` on each. Which one returns 'nothing'?"),
    ]


@exercise
def exercise_6(reply: Any) -> AnswerAndTrials:
    """Check a function that answers a bite in an L-shaped bar with its mirror image."""
    return calls(reply, (0, 3), (2, 0), (0, 1), (5, 0)), [
        (
            lambda got: _pair(got[0]) == (3, 0),
            "the bite is at d1. What is its mirror image in the first column?",
        ),
        (lambda got: _pair(got[1]) == (0, 2), "the answer to a bite at a3 is c1."),
        (
            lambda got: [_pair(each) for each in got[2:]] == [(1, 0), (0, 5)],
            "fold the bar along its diagonal. Rows and columns change places.",
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _pair(answer: Any) -> Any:
    """Return a list as a tuple; return other values unchanged."""
    return tuple(answer) if isinstance(answer, list) else answer


def _bite(rows: Rows, row: int, column: int) -> Rows:
    return tuple(min(n, column) if r >= row else n for r, n in enumerate(rows))


def _parse_square(text: str) -> tuple[int, int] | None:
    found = re.fullmatch("([a-h])([1-8])", text.strip().lower())
    return (int(found[2]) - 1, COLUMN_LETTERS.index(found[1])) if found else None


def _bite_squares(rows: Rows) -> list[tuple[int, int]]:
    return [(r, c) for r, n in enumerate(rows) for c in range(n) if (r, c) != (0, 0)]


def _winner(rows: Rows, turn: int) -> int | None:
    return 1 - turn if sum(rows) == 1 else None


go_on = make_go_on(
    bite=(exercise_1, _bite, _pair),
    squares=(exercise_2, _bite_squares),
    winner=(exercise_3, _winner),
    read=(exercise_4, _parse_square, _pair),
)


# --- The conjecture -----------------------------------------------------------------------------

MAX_BAR_SQUARES: Final = 24
"""The number of squares of the largest bar."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: bars up to eight columns wide and no higher than wide."""
    bars = [(w, h) for w in range(2, 9) for h in range(1, w + 1) if w * h <= MAX_BAR_SQUARES]
    for width, height in sorted(bars, key=lambda bar: (bar[0] * bar[1], bar)):
        words = f"the bar {width} wide and {height} high"
        yield Case((width, height), words, partial(_find_fault, width, height))


try_to_break = make_try_to_break(cases)


def _find_fault(width: int, height: int, student_answer: Any) -> str:
    bites = dict(_iter_bites((width,) * height))
    if student_answer not in bites:
        return f"{student_answer!r} is not a first bite there; a bite is a text such as 'b1'"
    answer = next(
        (name for name, left in _iter_bites(bites[student_answer]) if not _is_won(left)), None
    )
    if answer is None:
        return ""
    good = next(name for name, left in bites.items() if not _is_won(left))
    return f"after {student_answer} the answer {answer} wins. The bite {good} wins"


def _iter_bites(rows: Rows) -> Iterator[tuple[str, Rows]]:
    """Yield the name of each legal bite, and the bar after it."""
    for r, c in _bite_squares(rows):
        yield f"{COLUMN_LETTERS[c]}{r + 1}", _bite(rows, r, c)


@cache
def _is_won(rows: Rows) -> bool:
    """Return True if the player to move wins with best play."""
    return any(not _is_won(left) for _, left in _iter_bites(rows))
