"""Checks of lesson 01: who wins if nobody errs."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor
from typing import Any, Final

import polygames as pg
from polygames.lessons.answers import as_set, calls, check, exercise, near

Heaps = tuple[int, ...]

TRIES: Final[list[Heaps]] = [
    (0,),
    (3,),
    (2, 2),
    (1, 2),
    (1, 2, 3),
    (1, 1, 1),
    (2, 3, 4),
    (1, 4, 5),
    (0, 4, 4),
    (1, 3),
    (4, 4, 5),
    (2, 2, 4),
    (1, 1, 2),
    (1, 1, 1, 1),
    (1, 2, 2),
    (3, 4, 4),
    (1, 1, 2, 2),
]

SMALL: Final = [heaps for heaps in TRIES if sum(heaps) < 10]
"""Those that are soon solved by a search that keeps nothing."""


@exercise
def exercise_1(moves: Any) -> None:
    """Check a function that lists the positions after one move."""
    check(
        calls(moves, *((heaps,) for heaps in ((2,), (0,), (1, 2), (2, 2), (3, 0, 1), (5, 1)))),
        (lambda got: as_set(got[0]) == {(1,), (0,)}, "from a heap of 2 you take one stone or two."),
        (lambda got: as_set(got[1]) == set(), "without stones there is no move: an empty set."),
        (
            lambda got: as_set(got[2]) == {(0, 2), (1, 1), (1, 0)},
            "(1, 2) leads to (0, 2), (1, 1) and (1, 0): one heap changes, the other stays.",
        ),
        (
            lambda got: as_set(got[3]) == _moves((2, 2)) and as_set(got[4]) == _moves((3, 0, 1)),
            "heaps keep their places, and each heap may be the one.",
        ),
        (
            lambda got: as_set(got[5]) == _moves((5, 1)),
            "from (5, 1) six positions can be reached: take as many stones as you like.",
        ),
    )


@exercise
def exercise_2(is_n: Any) -> None:
    """Check a function that says whether the player to move wins."""
    check(
        calls(is_n, *((heaps,) for heaps in SMALL)),
        (lambda got: got[0] == 0, "without stones you cannot move, and you lose: P."),
        (lambda got: got[1] == 1, "take a whole heap, and the other player cannot move: N."),
        (lambda got: got[2] == 0, "with two equal heaps you can be copied: P."),
        (
            lambda got: all(said == _is_n(heaps) for said, heaps in zip(got, SMALL, strict=True)),
            "N if *some* move leads to a P; try (2, 2, 4) by hand.",
        ),
    )


@exercise
def exercise_3(nim_sum: Any) -> None:
    """Check the sum without carrying."""
    cases: list[Heaps] = [(3, 3), (1, 2), (3, 5), (1, 2, 3), (6, 10, 12), (7,), (31, 32)]
    check(
        calls(nim_sum, *((heaps,) for heaps in cases)),
        (lambda got: near(got[0], 0), "equal heaps cancel: 3 and 3 give 0."),
        (lambda got: near(got[1], 3), "1 and 2 have no binary digit in common: 3."),
        (lambda got: near(got[2], 6), "3 is 011 and 5 is 101; the last digit cancels: 110."),
        (
            lambda got: all(near(s, reduce(xor, h)) for s, h in zip(got, cases, strict=True)),
            "a digit of the sum is 1 if an odd number of heaps has it.",
        ),
    )


@exercise
def exercise_4(good: Any) -> None:
    """Check a function that makes a winning move."""
    check(
        calls(good, *((heaps,) for heaps in TRIES)),
        (lambda got: tuple(got[1] or ()) == (0,), "from one heap, take all: (3,) becomes (0,)."),
        (lambda got: sorted(got[3] or ()) == [1, 1], "from (1, 2) make the heaps equal."),
        (
            lambda got: all(
                after is None
                for after, heaps in zip(got, TRIES, strict=True)
                if not reduce(xor, heaps)
            ),
            "where no move wins, answer None.",
        ),
        (
            lambda got: all(
                tuple(after) in _moves(heaps) and not reduce(xor, after)
                for after, heaps in zip(got, TRIES, strict=True)
                if reduce(xor, heaps)
            ),
            "the position after the move must have the nim-sum 0, and be one move away.",
        ),
    )


@exercise
def exercise_5(wins: Any) -> None:
    """Check a function that solves any small game of the package."""
    states = [pg.new("polygon", n=n) for n in (3, 4, 5, 6)]
    states.append(states[3].play(states[3].parse("A-C")))
    tiles = pg.new("territory", tiles=["AAB", "CDB"], colors=_PAINT, ending="stuck")
    states += [tiles, tiles.play(tiles.parse("r0c0"))]
    check(
        calls(wins, *((state,) for state in states)),
        (lambda got: got[0] == 0, "the triangle is over at once, and seat 0 has not won."),
        (lambda got: got[1] == 1, "in the square the player to move makes the only move."),
        (
            lambda got: all(
                bool(said) == _wins(state) for said, state in zip(got, states, strict=True)
            ),
            "if it is over, look at outcome.winners; if not, try all moves for this seat.",
        ),
    )


_PAINT: Final = {"A": "blue", "B": "red", "C": "red", "D": "blue"}


def _moves(heaps: Heaps) -> set[Heaps]:
    return {(*heaps[:k], left, *heaps[k + 1 :]) for k, n in enumerate(heaps) for left in range(n)}


@cache
def _is_n(heaps: Heaps) -> bool:
    return any(not _is_n(after) for after in _moves(heaps))


def _wins(state: Any) -> bool:
    return _wins_for(state, state.turn)


@cache
def _wins_for(state: Any, seat: int) -> bool:
    """Say whether a seat wins from here; it need not be the one to move."""
    if state.outcome is not None:
        return bool(state.outcome.winners == {seat})
    after = (_wins_for(state.play(move), seat) for move in state.legal_moves)
    return any(after) if state.turn == seat else all(after)
