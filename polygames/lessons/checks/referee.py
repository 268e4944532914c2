"""Checks of the lesson about proofs and their referees."""

from __future__ import annotations

from random import Random
from statistics import mean
from typing import Any, Final

import polygames as pg
from polygames.lessons.answers import (
    Judged,
    calls,
    check,
    check_by,
    exercise,
    is_whole,
    near,
    right_or,
)
from polygames.lessons.conjectures.referee import claimed, hole, so_far

HANDED_IN: Final = 2
"""Which of the claimed proofs is read by hand."""
WALKS: Final = 120
"""So many random games are asked for their estimate."""
HOLES: Final = (0.5, 0.25, 0.1, 0.02, 1.0)
SURE: Final = 0.99


def handed_in() -> dict[str, str]:
    """Return a list of Red's moves on the hexagon in which one is missing.

    Examples
    --------
    >>> handed_in()[""]
    'A-D'
    """
    return dict(claimed()[HANDED_IN].plan)


def genuine() -> dict[str, str]:
    """Return the list without a hole.

    Examples
    --------
    >>> len(genuine()), len(handed_in())
    (10, 9)
    """
    return dict(claimed()[0].plan)


def well_hidden() -> dict[str, str]:
    """Return a list whose only hole is at the end of a long line.

    Examples
    --------
    >>> len(well_hidden())
    9
    """
    return dict(claimed()[1].plan)


@exercise
def exercise_1(missing: Any) -> None:
    """Check the position that a list forgets."""
    wanted = next(moves for moves in claimed()[0].plan if moves not in handed_in())
    check(
        missing,
        (lambda got: isinstance(got, str), "the moves so far, as text: 'A-D D-B ...'."),
        (lambda got: " ".join(got.split()) not in handed_in(), "the list has an answer there."),
        (lambda got: len(got.split()) % 2 == 0, "Red moves after 0, 2, 4, ... moves."),
        (
            lambda got: " ".join(got.split()) == wanted,
            "go through all that Blue can do after the moves that are in the list.",
        ),
    )


@exercise
def exercise_2(referee: Any) -> None:
    """Check a referee by genuine and forged proofs."""
    check_by(_of_referee, referee)


@exercise
def exercise_3(seen: Any) -> None:
    """Check how many positions a proof has."""
    check_by(_of_seen, seen)


@exercise
def exercise_4(estimate: Any) -> None:
    """Check the estimate of a tree from one random game."""
    check_by(_of_estimate, estimate)


@exercise
def exercise_5(games: Any) -> None:
    """Check how many random games find a hole."""
    check_by(_of_games, games)


def go_on(**given: Any) -> list[Any]:
    """Return a student's functions, given by name; the lesson's own for those not right yet."""
    judged = {
        "referee": (_of_referee, _referee),
        "seen": (_of_seen, _seen),
        "estimate": (_of_estimate, _estimate),
    }
    return [right_or(function, *judged[name]) for name, function in given.items()]


# --- How functions are judged -------------------------------------------------------------------


def _of_referee(referee: Any) -> Judged:
    asked = claimed()
    return calls(referee, *((each.state, dict(each.plan)) for each in asked)), [
        (lambda got: all(isinstance(each, bool) for each in got), "True or False."),
        (lambda got: got[0], "you refuse a proof that is genuine."),
        (
            lambda got: all(said for said, each in zip(got, asked, strict=True) if not each.fault),
            "you refuse a proof that is genuine: on another board, or one where Blue moves first.",
        ),
        (
            lambda got: not any(said for said, each in zip(got, asked, strict=True) if each.fault),
            "you accept a forged proof: put your function in place of the conjecture below.",
        ),
    ]


def _of_seen(seen: Any) -> Judged:
    asked = [each for each in claimed() if not each.fault]
    return calls(seen, *((each.state, dict(each.plan)) for each in asked)), [
        (lambda got: all(is_whole(each) for each in got), "a whole number."),
        (
            lambda got: all(
                each == _seen(a.state, a.plan) for each, a in zip(got, asked, strict=True)
            ),
            "1 for the position itself, and then one position for Red's move, all for Blue's.",
        ),
    ]


def _of_games(games: Any) -> Judged:
    return calls(games, *((each,) for each in HOLES)), [
        (lambda got: all(is_whole(each) for each in got), "a whole number of games."),
        (lambda got: got[4] == 1, "a hole that every game meets is found by one game."),
        (
            lambda got: all(1 - (1 - p) ** n >= SURE for n, p in zip(got, HOLES, strict=True)),
            "with so few games the hole is missed too often: (1 - p) to the power n is too large.",
        ),
        (
            lambda got: all(1 - (1 - p) ** (n - 1) < SURE for n, p in zip(got, HOLES, strict=True)),
            "fewer games are enough.",
        ),
    ]


def _of_estimate(estimate: Any) -> Judged:
    boards = [pg.new("polygon", n=n) for n in (3, 4, 5)]
    start = pg.new("polygon", n=6)
    walks = [(start.play(start.parse("A-D")), Random(seed)) for seed in range(WALKS)]
    exact = _size(walks[0][0])
    return calls(estimate, *((board, Random(1)) for board in boards), *walks), [
        (lambda got: got[0] == 1, "a triangle is over at once: its tree is one position."),
        (lambda got: got[1] == 5, "the square has 4 first moves, and then it is over: 1 + 4."),
        (lambda got: got[2] == 51, "the pentagon: 1 + 10 + 10 + 10 + 10 + 10."),
        (
            lambda got: near(mean(got[3:]), exact, exact / 6),
            f"the mean of many games should be near {exact}, after the first move A-D.",
        ),
    ]


# --- What the lesson computes, once more --------------------------------------------------------


def _referee(state: Any, plan: dict[str, str]) -> bool:
    return not hole(state, plan)


def _seen(state: Any, plan: dict[str, str]) -> int:
    if state.outcome is not None:
        return 1
    if state.turn == 0:
        return 1 + _seen(state.play(state.parse(plan[so_far(state)])), plan)
    return 1 + sum(_seen(state.play(move), plan) for move in state.legal_moves)


def _estimate(state: Any, rng: Random) -> int:
    total = width = 1
    while state.outcome is None:
        width *= len(state.legal_moves)
        total += width
        state = state.play(state.legal_moves.sample(rng))
    return total


def _size(state: Any) -> int:
    return 1 + sum(_size(state.play(move)) for move in state.legal_moves)
