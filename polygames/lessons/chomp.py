"""Lesson 08, the functions that define a game."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    as_set,
    calls,
    exercise,
    make_go_on,
    to_plain,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random

Rows: TypeAlias = tuple[int, ...]
COLUMN_LETTERS: Final = "abcdefgh"
MAX_ROWS: Final = 8
"""The number of rows, and of columns, of the largest bar."""


def _small_bars() -> Iterator[Rows]:
    """Yield all bars of up to four rows and columns, those with few squares first."""
    every = chain.from_iterable(product(range(5), repeat=height) for height in range(1, 5))
    bars = [rows for rows in every if rows[0] and list(rows) == sorted(rows, reverse=True)]
    yield from sorted(bars, key=lambda rows: (sum(rows), rows))


def _draw_bar(rng: Random) -> Rows:
    """Return a bar of up to eight rows and columns."""
    rows = sorted(rng.randrange(MAX_ROWS + 1) for _ in range(rng.randint(1, MAX_ROWS)))
    return max(rows[-1], 1), *rows[-2::-1]


def _bars_domain(arguments_for: Callable[[Rows], Iterable[tuple[Any, ...]]]) -> Domain:
    """Return the domain of all bars, each with the other arguments of a function."""
    return Domain(
        "all bars of up to four rows and columns",
        lambda: chain.from_iterable(map(arguments_for, _small_bars())),
        lambda rng: rng.choice([*arguments_for(_draw_bar(rng))]),
    )


EACH_BAR: Final = _bars_domain(lambda rows: [(rows,)])
EACH_BITE: Final = _bars_domain(
    lambda rows: ((rows, r, c) for r, n in enumerate(rows) for c in range(n))
)
EACH_TURN: Final = _bars_domain(lambda rows: ((rows, turn) for turn in (0, 1)))

SQUARE_NAMES: Final = [f"{letter}{row}" for letter in COLUMN_LETTERS for row in range(1, 9)]
TYPED_CHARACTERS: Final = "abhiBH01289 -"


def _small_texts() -> Iterator[tuple[str]]:
    """Yield the names of all squares and all texts of up to three characters, short ones first."""
    every = chain.from_iterable(product(TYPED_CHARACTERS, repeat=size) for size in range(4))
    texts = {*map("".join, every), *SQUARE_NAMES}
    yield from ((text,) for text in sorted(texts, key=lambda text: (len(text), text)))


def _draw_text(rng: Random) -> tuple[str]:
    """Return the name of a square with spaces and capitals, or a text of some characters."""
    if rng.random() < 1 / 2:
        name = rng.choice(SQUARE_NAMES)
        return (" " * rng.randrange(4) + rng.choice((name, name.upper())) + " " * rng.randrange(4),)
    return ("".join(rng.choices(COLUMN_LETTERS + "xyzCD0123456789. ", k=rng.randrange(1, 7))),)


SHORT_TEXTS: Final = Domain(
    f"all texts of up to three of the characters `{TYPED_CHARACTERS}`", _small_texts, _draw_text
)

ARM_BITES: Final = Domain(
    "all bites in arms of up to 20 squares",
    lambda: chain.from_iterable(((0, n), (n, 0)) for n in range(1, 21)),
)


@exercise
def exercise_1(bite: Any) -> AnswerAndTrials:
    """Check a function that returns the chocolate bar after a bite."""
    return calls(bite, ((4, 4, 4), 1, 2), ((4, 4, 4), 2, 0), ((5, 5, 3, 1), 1, 2)), [
        (
            lambda got: _row(got[0]) == (4, 2, 2),
            "a bite at row 1, column 2 of (4, 4, 4) leaves (4, 2, 2).",
        ),
        (lambda got: _row(got[1]) == (4, 4, 0), "an empty row stays as a 0."),
        (lambda got: _row(got[2]) == (5, 2, 2, 1), "a shorter row does not grow."),
        agrees(
            bite,
            EACH_BITE,
            _bite,
            "rows above the bite stay the same. From its row on, no row is longer than its column.",
            form=_row,
        ),
    ]


@exercise
def exercise_2(squares: Any) -> AnswerAndTrials:
    """Check a function that returns the squares of a chocolate bar that may be bitten."""
    return calls(squares, ((1, 0, 0),), ((2, 2),)), [
        (
            lambda got: as_set(got[0]) == set(),
            "if only the poisoned square is left, there is no legal bite.",
        ),
        (
            lambda got: as_set(got[1]) == {(0, 1), (1, 0), (1, 1)},
            "in (2, 2) you may bite all squares except the poisoned one. Use pairs (row, column).",
        ),
        agrees(
            squares,
            EACH_BAR,
            _bite_squares,
            "return every square that is left, except the poisoned one. Return each only once.",
            form=_pairs,
        ),
    ]


@exercise
def exercise_3(winner: Any) -> AnswerAndTrials:
    """Check a function that returns the winner of a position, or None if the game goes on."""
    return calls(winner, ((1, 0, 0), 0), ((1, 0, 0), 1)), [
        (lambda got: got[0] == 1 and got[1] == 0, "if you must eat the poison, you lose."),
        agrees(
            winner,
            EACH_TURN,
            _winner,
            "return None while there is another square. Look at *all* rows.",
            form=_to_int,
        ),
    ]


@exercise
def exercise_4(read: Any) -> AnswerAndTrials:
    """Check a function that parses the name of a square, such as ``"b3"``."""
    return calls(read, *((text,) for text in ("b3", "a1", "h8", " c2 ", "D1"))), [
        (
            lambda got: _row(got[0]) == (2, 1),
            "b is the second column, and 3 is the third row: (2, 1).",
        ),
        (lambda got: _row(got[1]) == (0, 0), "a1 is the poisoned square, (0, 0)."),
        (lambda got: _row(got[2]) == (7, 7), "columns go up to h, and rows up to 8."),
        (lambda got: _row(got[3]) == (1, 2), "people type spaces. strip() removes them."),
        (lambda got: _row(got[4]) == (0, 3), "people type capital letters. lower() helps."),
        agrees(
            read,
            SHORT_TEXTS,
            _parse_square,
            "return None if the text is not a letter from a to h and then a number from 1 to 8.",
            form=_row,
        ),
    ]


@exercise
def exercise_5(unseen: Any) -> AnswerAndTrials:
    """Check the choice of the programming error that no automatic test of a game can find."""
    return unseen, [
        (lambda text: _letter(text) in {*"abc"}, "give one of the letters 'a', 'b' and 'c'."),
        (lambda text: _letter(text) == "a", "run `faults` on each. Which one returns 'nothing'?"),
    ]


@exercise
def exercise_6(reply: Any) -> AnswerAndTrials:
    """Check a function that answers a bite in an L-shaped bar with its mirror image."""
    return calls(reply, (0, 3), (2, 0)), [
        (
            lambda got: _row(got[0]) == (3, 0),
            "the bite is at d1. What is its mirror image in the first column?",
        ),
        (lambda got: _row(got[1]) == (0, 2), "the answer to a bite at a3 is c1."),
        agrees(
            reply,
            ARM_BITES,
            lambda row, column: (column, row),
            "fold the bar along its diagonal. Rows and columns change places.",
            form=_row,
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _to_int(answer: Any) -> Any:
    """Return a whole number of any type as an int; return other values unchanged."""
    return int(answer) if isinstance(answer, int | float) and answer == int(answer) else answer


def _row(answer: Any) -> Any:
    """Return a list or an array of whole numbers as a tuple; return other values unchanged."""
    plain = to_plain(answer)
    return tuple(map(_to_int, plain)) if isinstance(plain, list | tuple) else plain


def _pairs(answer: Any) -> list[Any]:
    """Return squares, in a list, a set or an iterator, as a sorted list of pairs."""
    return sorted(map(_row, to_plain(answer)))


def _letter(answer: Any) -> str:
    return str(answer).strip().lower()


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
    bite=(exercise_1, _bite, _row),
    squares=(exercise_2, _bite_squares, _pairs),
    winner=(exercise_3, _winner, _to_int),
    read=(exercise_4, _parse_square, _row),
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
