"""Lesson 01, the winner with best play."""

from __future__ import annotations

from functools import cache, partial, reduce
from itertools import combinations_with_replacement
from operator import xor
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.lessons.conjectures import Case, make_try_to_break, value_fault
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    all_close,
    all_equal,
    as_set,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, draw_square, new_figure
from polygames.scene.palette import BLUE, GREY, INK, ORANGE, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Heaps = tuple[int, ...]
TEST_POSITIONS: Final[list[Heaps]] = [
    tuple(map(int, heaps))
    for heaps in "0 3 22 12 123 111 234 145 044 13 445 224 112 1111 122 344 1122 134".split()
]
SMALL_TEST_POSITIONS: Final = [heaps for heaps in TEST_POSITIONS if sum(heaps) < 10]
"""The test positions that a search without a cache solves quickly."""


@exercise
def exercise_1(moves: Any) -> AnswerAndTrials:
    """Check a function that returns all positions that one move leads to."""
    return calls(moves, *((heaps,) for heaps in ((2,), (0,), (1, 2), (2, 2), (3, 0, 1), (5, 1)))), [
        (
            lambda got: as_set(got[0]) == {(1,), (0,)},
            "from a heap of 2 you can take one stone or two.",
        ),
        (
            lambda got: as_set(got[1]) == set(),
            "without stones there is no move. Return an empty set.",
        ),
        (
            lambda got: as_set(got[2]) == {(0, 2), (1, 1), (1, 0)},
            "(1, 2) leads to (0, 2), (1, 1) and (1, 0). One heap changes, the other stays.",
        ),
        (
            lambda got: as_set(got[3]) == _moves((2, 2)) and as_set(got[4]) == _moves((3, 0, 1)),
            "heaps keep their places. You can take stones from any heap.",
        ),
        (
            lambda got: as_set(got[5]) == _moves((5, 1)),
            "from (5, 1) you can take any number of stones.",
        ),
    ]


@exercise
def exercise_2(is_n: Any) -> AnswerAndTrials:
    """Check a function that returns True if the player to move wins with best play."""
    return calls(is_n, *((heaps,) for heaps in SMALL_TEST_POSITIONS)), [
        (lambda got: got[0] == 0, "without stones you cannot move, and you lose: P."),
        (
            lambda got: got[1] == 1,
            "if there is one heap, take it all. The other player cannot move: N.",
        ),
        (lambda got: got[2] == 0, "with two equal heaps the other player can copy you: P."),
        (
            all_equal(map(_is_n, SMALL_TEST_POSITIONS)),
            "a position is N if *some* move leads to a P. Try (2, 2, 4) by hand.",
        ),
        (
            lambda _: all(bool(is_n(h)) == _is_n(h) for h in ((1, 4, 5), (2, 4, 6), (7, 8))),
            "right for small heaps, wrong for larger ones. N means: *some* move leads to a P.",
        ),
    ]


@exercise
def exercise_3(nim_sum: Any) -> AnswerAndTrials:
    """Check a function that returns the nim-sum: the binary sum of the heaps without carrying."""
    cases: list[Heaps] = [(3, 3), (1, 2), (3, 5), (1, 2, 3), (6, 10, 12), (7,), (31, 600)]
    return calls(nim_sum, *((heaps,) for heaps in cases)), [
        (lambda got: is_close(got[0], 0), "equal heaps cancel: 3 and 3 give 0."),
        (lambda got: is_close(got[1], 3), "1 and 2 share no binary digit, so the nim-sum is 3."),
        (lambda got: is_close(got[2], 6), "3 is 011 and 5 is 101. The last digit cancels: 110."),
        (
            all_close(reduce(xor, heaps) for heaps in cases),
            "a digit is 1 if an odd number of heaps has it.",
        ),
    ]


@exercise
def exercise_4(good: Any) -> AnswerAndTrials:
    """Check a function that returns the position after a winning move; None if no move wins."""
    return calls(good, *((heaps,) for heaps in TEST_POSITIONS)), [
        (
            lambda got: tuple(got[1] or ()) == (0,),
            "if there is one heap, take it all: (3,) becomes (0,).",
        ),
        (lambda got: sorted(got[3] or ()) == [1, 1], "from (1, 2), make the heaps equal."),
        (
            lambda got: all(
                after is None
                for after, heaps in zip(got, TEST_POSITIONS, strict=True)
                if not reduce(xor, heaps)
            ),
            "return None if no move wins.",
        ),
        (
            lambda got: all(
                tuple(after) in _moves(heaps) and not reduce(xor, after)
                for after, heaps in zip(got, TEST_POSITIONS, strict=True)
                if reduce(xor, heaps)
            ),
            "the position must have nim-sum 0, and one move must lead to it.",
        ),
    ]


@exercise
def exercise_5(wins: Any) -> AnswerAndTrials:
    """Check a function that returns True if the player to move wins, for several small games."""
    states: list[Any] = [pg.new("polygon", n=n) for n in (3, 4, 5, 6)]
    states.append(states[3].play(states[3].parse("A-C")))
    tiles = pg.new("territory", tiles=["AAB", "CDB"], colors=_NODE_COLORS, ending="stuck")
    states += [tiles, tiles.play(tiles.parse("r0c0"))]
    return calls(wins, *((state,) for state in states)), [
        (lambda got: got[0] == 0, "the triangle is over at once. Seat 0 has not won."),
        (lambda got: got[1] == 1, "in the square the player to move makes one move, and wins."),
        (
            all_equal((_wins_for(state, state.turn) for state in states), bool),
            "is it over? Use outcome.winners. If not, try all moves for this seat.",
        ),
    ]


_NODE_COLORS: Final = {"A": "blue", "B": "red", "C": "red", "D": "blue"}


def _moves(heaps: Heaps) -> set[Heaps]:
    return {(*heaps[:k], left, *heaps[k + 1 :]) for k, n in enumerate(heaps) for left in range(n)}


@cache
def _is_n(heaps: Heaps) -> bool:
    return any(not _is_n(after) for after in _moves(heaps))


@cache
def _wins_for(state: Any, seat: int) -> bool:
    """Return True if a seat wins with best play, whichever seat is to move."""
    if state.outcome is not None:
        return bool(state.outcome.winners == {seat})
    after = (_wins_for(state.play(move), seat) for move in state.legal_moves)
    return any(after) if state.turn == seat else all(after)


go_on = make_go_on(
    moves=(exercise_1, _moves, as_set),
    is_n=(exercise_2, _is_n, bool),
    nim_sum=(exercise_3, lambda heaps: reduce(xor, heaps, 0)),
    wins=(exercise_5, lambda state: _wins_for(state, state.turn), bool),
)


# --- The conjecture -----------------------------------------------------------------------------


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: up to four heaps of up to six stones, small ones first."""
    every = [h for k in (1, 2, 3, 4) for h in combinations_with_replacement(range(1, 7), k)]
    for heaps in sorted(every, key=lambda heaps: (sum(heaps), heaps)):
        yield Case((heaps,), f"the heaps {heaps}", partial(_find_fault, heaps))


try_to_break = make_try_to_break(cases)


def _find_fault(heaps: Heaps, answer: Any) -> str:
    return value_fault("N" if _is_won(heaps) else "P", "N" if answer else "P")


@cache
def _is_won(heaps: Heaps) -> bool:
    """Return True if the player to move wins when taking the last stone loses."""
    if not any(heaps):
        return True
    return any(not _is_won(tuple(sorted(after))) for after in _moves(heaps))


# --- The pictures -------------------------------------------------------------------------------


def kinds_map(is_n: Callable[[tuple[int, int]], object], size: int = 8) -> Picture:
    """Draw a map of the positions of two heaps: N if the player to move wins, P if not."""
    figure, (ax,) = new_figure(1, 1, (5.6, 5.6), framed=True)
    lost = []
    for a in range(size + 1):
        for b in range(size + 1):
            kind = "N" if is_n((a, b)) else "P"
            fill = {"N": tint(BLUE, 0.15), "P": tint(ORANGE, 0.7)}[kind]
            draw_square(ax, (a - 0.5, b - 0.5), kind, fill, GREY, color=INK, fontsize=12)
            lost += [f"{a}, {b}"] * (kind == "P")
    ax.set(xlim=(-0.5, size + 0.5), ylim=(-0.5, size + 0.5), aspect="equal")
    ax.set(xlabel="stones in the first heap", ylabel="stones in the second heap")
    return Picture(figure, f"A map of the positions with two heaps: P at {'; '.join(lost)}.")
