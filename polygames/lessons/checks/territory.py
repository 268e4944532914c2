"""Checks of the lesson about Territory."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.lessons.answers import as_set, calls, check, exercise, near

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROWS: Final = ["AABBC", "ADDBC", "EEDFC", "GEHFF", "GGHII"]


@exercise
def exercise_1(touching: Any) -> None:
    """Check a function that finds the pairs of tiles that touch."""
    boards = [["AB"], ["A", "B"], ["AAB", "CBB"], ["AAB", "CCD"], ["ABA"], ROWS]
    check(
        calls(touching, *((list(rows),) for rows in boards)),
        (lambda got: as_set(got[0]) == {("A", "B")}, "two letters side by side touch."),
        (lambda got: as_set(got[1]) == {("A", "B")}, "so do two letters one above the other."),
        (
            lambda got: all(a < b for pairs in got for a, b in as_set(pairs)),
            "each pair with the smaller letter first, and no letter with itself.",
        ),
        (lambda got: as_set(got[2]) == _touching(boards[2]), "in AAB, CBB all three touch."),
        (
            lambda got: as_set(got[3]) == _touching(boards[3]),
            "in AAB, CCD the tiles A and D meet in a corner only: they do not touch.",
        ),
        (lambda got: all(len(as_set(pairs)) == len(pairs) for pairs in got), "each pair once."),
        (
            lambda got: all(as_set(p) == _touching(b) for p, b in zip(got, boards, strict=True)),
            "on our board a pair is missing, or one is too many.",
        ),
    )


@exercise
def exercise_2(foretold: Any) -> None:
    """Check a function that foretells the lead at the end."""
    colors = dict.fromkeys("ACFH", "blue") | dict.fromkeys("BEI", "red")
    colors |= dict.fromkeys("DG", "yellow")
    ours = pg.new("territory", tiles=ROWS, colors=colors)
    starts: list[Any] = [ours, *(pg.new("territory", size=size, seed=size) for size in (4, 10, 25))]
    check(
        calls(foretold, *((start.board,) for start in starts)),
        (lambda got: near(got[0], _lead(ours)), "on our board: squares of areas, blue less red."),
        (
            lambda got: all(near(n, _lead(start)) for n, start in zip(got, starts, strict=True)),
            "play a large board to the end and compare.",
        ),
    )


@exercise
def exercise_3(match: Any) -> None:
    """Check what a match of two games comes to."""
    once = 9
    check(
        match,
        (lambda n: not near(n, 2 * once), "in the second game Ann is Red."),
        (lambda n: near(n, once - once), "Blue wins each game by nine, and Ann is Blue once."),
    )


@exercise
def exercise_4(stake: Any) -> None:
    """Check what is at stake in a tile."""
    cases = [(3, 1), (3, 0), (4, 0.5), (2, -1), (5, 0.25)]
    check(
        calls(stake, *cases),
        (lambda got: near(got[0], 0), "at penalty 1 nothing is at stake: that is the theorem."),
        (lambda got: near(got[1], 9), "at penalty 0 the tile counts for its own colour only."),
        (
            lambda got: all(near(s, (1 - p) * a**2) for s, (a, p) in zip(got, cases, strict=True)),
            "the lead grows by v if Blue claims the tile, and by p·v if Red does.",
        ),
    )


@exercise
def exercise_5(moves: Any, values: Mapping[str, float], gains: Mapping[str, float]) -> None:
    """Check the best first move and the greedy one.

    Parameters
    ----------
    moves
        Two moves as text.
    values
        What each first move is worth.
    gains
        What each first move scores at once.
    """
    check(
        [str(move) if move is not ... else move for move in moves],
        (lambda got: all(move in values for move in got), "a move is a text such as 'r0c0'."),
        (
            lambda got: values[got[0]] == max(values.values()),
            "look for the largest value in `first`.",
        ),
        (lambda got: gains[got[1]] == max(gains.values()), "greed wants the most points at once."),
    )


@exercise
def exercise_6(left_to_me: Any) -> None:
    """Check what is left for the one who cuts the pie."""
    values = [7, -3, 0, 0.5]
    check(
        calls(left_to_me, *((value,) for value in values)),
        (lambda got: near(got[0], -7), "if Blue's side is worth 7, Red takes it."),
        (lambda got: near(got[1], -3), "if Blue's side loses 3, Red leaves it to you."),
        (lambda got: near(got[2], 0), "a fair cut leaves nothing to either."),
        (lambda got: near(got[3], -0.5), "half a point is enough for Red to take over."),
    )


# --- What the lesson computes, once more --------------------------------------------------------


def _touching(rows: Sequence[str]) -> set[tuple[str, str]]:
    beside = [pair for row in rows for pair in pairwise(row)]
    below = [pair for a, b in pairwise(rows) for pair in zip(a, b, strict=True)]
    return {(min(pair), max(pair)) for pair in (*beside, *below) if pair[0] != pair[1]}


def _lead(state: Any) -> float:
    rng = Random(1)
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    return float(state.scores[state.blue] - state.scores[1 - state.blue])
