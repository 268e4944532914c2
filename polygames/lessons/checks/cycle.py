"""Checks of the lesson about agents none of which is the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.answers import Judged, calls, check, check_by, exercise, near, right_or

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLES: Final = (
    ((0, 1, -1), (-1, 0, 1), (1, -1, 0)),
    ((0, 4.5, -11), (-4.5, 0, 12.5), (11, -12.5, 0)),
    ((0, 3), (-3, 0)),
    ((0, -2, 5, 1), (2, 0, 1, -4), (-5, -1, 0, 6), (-1, 4, -6, 0)),
)
"""Tables of leads: row against column."""
MIXES: Final = (
    (1 / 3, 1 / 3, 1 / 3),
    (0.5, 0.25, 0.25),
    (0.25, 0.75),
    (0.4, 0.3, 0.2, 0.1),
)
SURE: Final = 1e-6
"""A mix that loses less than this to anybody loses to nobody."""


@exercise
def exercise_1(answers: Any) -> None:
    """Check which die is taken against each of three."""
    check(
        answers,
        (lambda got: len(got) == 3, "three letters: against A, against B, against C."),
        (lambda got: {*got} <= {*"ABC"}, "the letters A, B and C."),
        (lambda got: got[0] == "C", "against A: it mostly shows 3. Which die mostly shows more?"),
        (lambda got: got[1] == "A", "against B: three of six times it shows 2, and A is higher."),
        (lambda got: got[2] == "B", "against C: three of six times B shows 5."),
    )


@exercise
def exercise_2(chance: Any) -> None:
    """Check how likely a die shows more than another."""
    check_by(_of_chance, chance)


@exercise
def exercise_3(worst: Any) -> None:
    """Check what a mix leads by at least."""
    check_by(_of_worst, worst)


@exercise
def exercise_4(mix: Any, table: Any) -> None:
    """Check a mix that nobody beats."""
    check(
        mix,
        (lambda got: len(got) == len(table), "a share for each of the three agents, in order."),
        (lambda got: all(share >= 0 for share in got), "no share can be below 0."),
        (lambda got: near(sum(got), 1, 1e-9), "the shares add up to 1."),
        (
            lambda got: _worst(got, table) > -SURE,
            "somebody beats this mix. How much each agent is played depends on the other two.",
        ),
    )


@exercise
def exercise_5(answer_to: Any) -> None:
    """Check the agent that does best against what was played so far."""
    check_by(_of_answer_to, answer_to)


def go_on(**given: Any) -> list[Any]:
    """Return a student's functions, given by name; the lesson's own for those not right yet."""
    judged = {"worst": (_of_worst, _worst), "answer_to": (_of_answer_to, _answer_to)}
    return [right_or(function, *judged[name]) for name, function in given.items()]


# --- How functions are judged -------------------------------------------------------------------


def _of_chance(chance: Any) -> Judged:
    a, b, c = [3, 3, 3, 3, 3, 6], [2, 2, 2, 5, 5, 5], [1, 4, 4, 4, 4, 4]
    cases = [(a, b), (b, c), (c, a), (b, a), ([1, 2], [1, 2]), ([2, 5, 6, 7], [4])]
    return calls(chance, *cases), [
        (lambda got: near(got[0], 21 / 36), "A shows more than B in 21 of the 36 cases."),
        (lambda got: near(got[4], 1 / 4), "[1, 2] against itself: more in one of four cases."),
        (
            lambda got: all(near(p, _chance(*case)) for p, case in zip(got, cases, strict=True)),
            "count the pairs in which the first one is larger; divide by the number of all pairs.",
        ),
    ]


def _of_worst(worst: Any) -> Judged:
    cases = [([*mix], [[*row] for row in t]) for mix, t in zip(MIXES, TABLES, strict=True)]
    cases.append(([0, 1, 0], [[*row] for row in TABLES[1]]))
    return calls(worst, *cases), [
        (lambda got: near(got[4], -4.5), "only the second agent: it loses 4.5 to the first one."),
        (lambda got: near(got[2], -2.25), "[0.25, 0.75] against the first of two: -2.25."),
        (
            lambda got: all(near(w, _worst(*case)) for w, case in zip(got, cases, strict=True)),
            "for each opponent (a column) the mean lead; then the least of these.",
        ),
    ]


def _of_answer_to(answer_to: Any) -> Judged:
    counts = [[1, 0, 0], [0, 5, 1], [0, 4], [3, 1, 2, 9], [2, 7, 1, 1]]
    tables = [TABLES[0], TABLES[1], TABLES[2], TABLES[3], TABLES[3]]
    cases = [([*c], [[*row] for row in t]) for c, t in zip(counts, tables, strict=True)]
    return calls(answer_to, *cases), [
        (
            lambda got: all(k in range(len(c)) for k, (c, _) in zip(got, cases, strict=True)),
            "the place of an agent: a whole number from 0 on.",
        ),
        (lambda got: got[0] == 2, "only the first agent was played: the third beats it."),
        (
            lambda got: all(
                near(_lead(k, *case), max(_lead(j, *case) for j in range(len(case[0]))))
                for k, case in zip(got, cases, strict=True)
            ),
            "for each agent (a row) its leads, each times how often that opponent was played.",
        ),
    ]


# --- What the lesson computes, once more --------------------------------------------------------


def _chance(one: Sequence[int], other: Sequence[int]) -> float:
    return sum(a > b for a in one for b in other) / (len(one) * len(other))


def _worst(mix: Sequence[float], table: Sequence[Sequence[float]]) -> float:
    means = (sum(p * row[k] for p, row in zip(mix, table, strict=True)) for k in range(len(table)))
    return float(min(means))


def _lead(row: int, counts: Sequence[int], table: Sequence[Sequence[float]]) -> float:
    return sum(x * n for x, n in zip(table[row], counts, strict=True))


def _answer_to(counts: Sequence[int], table: Sequence[Sequence[float]]) -> int:
    return max(range(len(table)), key=lambda row: _lead(row, counts, table))
