"""Checks of the lesson about who moves last."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.lessons.answers import calls, check, exercise, near

if TYPE_CHECKING:
    from collections.abc import Callable

    Chord = tuple[int, int]


@exercise
def exercise_1(is_n: Any) -> None:
    """Check a function that says whether the player to move wins."""
    tries: list[Any] = [pg.new("polygon", n=n) for n in (3, 4, 5, 6)]
    tries += map(_hexagon, ("A-D", "A-C", "A-C C-E", "A-D D-B B-E"))
    check(
        calls(is_n, *((state,) for state in tries)),
        (lambda got: got[0] == 0, "in a triangle nobody can move: P. Answer True or False."),
        (lambda got: got[1] == 1, "in a square Red moves, and Blue cannot: N."),
        (lambda got: got[2] == 1, "the pentagon has five moves."),
        (
            lambda got: all(said == _is_n(state) for said, state in zip(got, tries, strict=True)),
            "try every move: does one of them lead to a P?",
        ),
    )


@exercise
def exercise_2(kinds: Any) -> None:
    """Check how many kinds of first moves a regular polygon has."""
    sizes = range(4, 13)
    check(
        calls(kinds, *((n,) for n in sizes)),
        (lambda got: near(got[0], 1), "in the square A-C, C-A, B-D and D-B are all of one kind."),
        (lambda got: near(got[1], 1), "the pentagon's ten first moves are of one kind."),
        (lambda got: near(got[2], 2), "the hexagon has short diagonals and long ones."),
        (
            lambda got: all(near(k, n // 2 - 1) for k, n in zip(got, sizes, strict=True)),
            "what counts is how many corners the shorter way skips.",
        ),
    )


@exercise
def exercise_3(answer: Any) -> None:
    """Check a rule of replies in the game of chords."""
    cases = [(6, (1, 2)), (10, (1, 3))]
    check(
        calls(answer, *cases),
        (
            lambda got: {*got[0]} == {4, 5},
            "with six points the chord (1, 2) has its image in the points 4 and 5.",
        ),
        (lambda got: {*got[1]} == {7, 9}, "fold along the first chord: where does each end land?"),
        (lambda _: _is_safe(6, answer, ((0, 3),)), "with six points an answer has no room."),
        (lambda _: _is_safe(8, answer, ((0, 4),)), "with eight points an answer has no room."),
        (lambda _: _is_safe(10, answer, ((0, 5),)), "with ten points an answer has no room."),
    )


@exercise
def exercise_4(smallest: Any) -> None:
    """Check how many positions the smallest proof has."""
    boards: list[Any] = [pg.new("polygon", n=n) for n in (3, 4, 5)]
    boards += [_hexagon("A-C C-E"), _hexagon("A-D D-B"), _hexagon("A-C C-F")]
    check(
        calls(smallest, *((state,) for state in boards)),
        (lambda got: near(got[0], 1), "the triangle's only position is its own proof: 1."),
        (lambda got: near(got[1], 2), "in the square one move, and then it is over: 2 positions."),
        (lambda got: near(got[2], 6), "the pentagon has five moves in a row: 6 positions."),
        (
            lambda got: all(near(got[k], _smallest(boards[k])) for k in (3, 5)),
            "where the mover loses, *all* moves belong to the proof.",
        ),
        (
            lambda got: near(got[4], _smallest(boards[4])),
            "where the mover wins, one move is enough: the one with the smallest proof.",
        ),
    )


def _hexagon(moves: str) -> Any:
    state: Any = pg.new("polygon", n=6)
    for text in moves.split():
        state = state.play(state.parse(text))
    return state


@cache
def _is_n(state: Any) -> bool:
    return any(not _is_n(state.play(move)) for move in state.legal_moves)


@cache
def _smallest(state: Any) -> int:
    after = [state.play(move) for move in state.legal_moves]
    won = [_smallest(each) for each in after if not _is_n(each)]
    return 1 + (min(won) if won else sum(map(_smallest, after)))


def _has_room(chord: Chord, drawn: tuple[Chord, ...]) -> bool:
    a, b = sorted(chord)
    return a != b and all(not {a, b} & {c, d} and (a < c < b) == (a < d < b) for c, d in drawn)


def _is_safe(n: int, reply: Callable[[int, Chord], Any], drawn: tuple[Chord, ...]) -> bool:
    for chord in combinations(range(n), 2):
        if _has_room(chord, drawn):
            said = tuple(reply(n, chord))
            both = (*drawn, chord, said)
            fits = all(0 <= point < n for point in said) and _has_room(said, both[:-1])
            if not fits or not _is_safe(n, reply, both):
                return False
    return True
