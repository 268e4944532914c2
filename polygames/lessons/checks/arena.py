"""Checks of the lesson about matches and ratings."""

from __future__ import annotations

from math import ceil, log, sqrt
from statistics import mean, stdev
from typing import Any, Final

from polygames.lessons.answers import calls, check, exercise, near

Z: Final = 1.96


@exercise
def exercise_1(share: Any) -> None:
    """Check a function that returns the share of a match of pairs."""
    cases = [([1.0], [0.0]), ([1.0, 0.5], [0.0, 0.5]), ([1.0, 1.0, 1.0], [0.0, 0.0, 1.0])]
    check(
        calls(share, *cases),
        (lambda got: near(got[0], 0.5), "won as first, lost as second: that is one half."),
        (lambda got: near(got[1], 0.5), "a tie is half a point, and every game counts the same."),
        (lambda got: near(got[2], 4 / 6), "four points of six games: divide by *all* games."),
    )


@exercise
def exercise_2(interval: Any) -> None:
    """Check a function that returns an interval from the points of pairs."""
    cases: list[tuple[list[float]]] = [
        ([2.0, 0.0, 1.0, 1.0],),
        ([1.5, 0.5, 1.0, 0.0, 1.0, 2.0],),
        ([1.0] * 50 + [0.0] * 50,),
    ]
    right = [_pair_interval(points) for (points,) in cases]
    check(
        calls(interval, *cases),
        (
            lambda got: all(len(bounds) == len(right[0]) for bounds in got),
            "two numbers: low, high.",
        ),
        (
            lambda got: all(near(sum(b), sum(r), 2e-3) for b, r in zip(got, right, strict=True)),
            "the middle is the mean share; a pair has two points, so a pair's share is half of it.",
        ),
        (lambda got: all(b[0] < b[1] for b in got), "the lower bound comes first."),
        (
            lambda got: near(got[2][1] - got[2][0], right[2][1] - right[2][0], 2e-3),
            "divide the spread by the root of the number of *pairs*, and reach 1.96 of that.",
        ),
        (
            lambda got: all(near(b[0], r[0], 2e-3) for b, r in zip(got, right, strict=True)),
            "take `stdev`, which divides by one less than the number of pairs.",
        ),
    )


@exercise
def exercise_3(told: Any) -> None:
    """Check a function that says what an interval allows one to say."""
    cases = [(0.32, 0.61), (0.38, 0.47), (0.52, 0.56), (0.5, 0.6), (0.1, 0.5), (0.49, 0.51)]
    right = ["unclear", "worse", "better", "unclear", "unclear", "unclear"]
    check(
        calls(told, *cases),
        (lambda got: set(got) <= {*right}, "the words are 'better', 'worse' and 'unclear'."),
        (lambda got: got[0] == right[0], "from 32% to 61%: one half is in between."),
        (lambda got: got[1] == right[1], "from 38% to 47%: all of it is below one half."),
        (lambda got: got[2] == right[2], "from 52% to 56%: all of it is above one half."),
        (lambda got: list(got) == right, "where the interval only touches one half it is unclear."),
    )


@exercise
def exercise_4(needed: Any) -> None:
    """Check a function that returns how many games an interval of some width needs."""
    reaches = [0.15, 0.05, 0.025, 0.01]
    check(
        calls(needed, *((reach,) for reach in reaches)),
        (
            lambda got: abs(got[1] - (Z / 2 / reaches[1]) ** 2) <= 1,
            "solve 1.96 · 0.5 / √n = reach for n.",
        ),
        (lambda got: abs(got[2] / got[1] - 4) < 0.03, "half the reach needs four times the games."),
        (
            lambda got: [*got] == [ceil((Z / 2 / reach) ** 2) for reach in reaches],
            "games are whole, and one too few is not enough: round up.",
        ),
    )


@exercise
def exercise_5(answer: Any) -> None:
    """Check what is to be said of the winner among equals."""
    check(
        answer,
        (lambda text: text in {"a", "b", "c"}, "one of the letters 'a', 'b' and 'c'."),
        (
            lambda text: text != "a",
            "the same games chose the winner and measured it; chance did both.",
        ),
        (
            lambda text: text != "c",
            "throwing the winner out is no remedy: among equals somebody always comes first.",
        ),
        (lambda text: text == "b", "which games had no part in choosing the winner?"),
    )


@exercise
def exercise_6(weight: Any) -> None:
    """Check a function that weighs what some games say about two shares."""
    cases = [(1, 1, 0.45, 0.55), (0, 1, 0.45, 0.55), (5, 10, 0.4, 0.6), (30, 40, 0.5, 0.7)]
    right = [_weight(*case) for case in cases]
    check(
        calls(weight, *cases),
        (lambda got: near(got[0], right[0]), "a won game weighs log(high / low)."),
        (
            lambda got: near(got[1], right[1]),
            "a lost game weighs log((1 - high) / (1 - low)), which is less than nothing.",
        ),
        (lambda got: near(got[2], 0), "five of ten speak for 40% as much as for 60%."),
        (
            lambda got: all(near(w, r) for w, r in zip(got, right, strict=True)),
            "add the weight of each point won and of each point lost.",
        ),
    )


# --- What the lesson computes, once more --------------------------------------------------------


def _pair_interval(points: list[float]) -> tuple[float, float]:
    shares = [each / 2 for each in points]
    reach = Z * stdev(shares) / sqrt(len(shares))
    return mean(shares) - reach, mean(shares) + reach


def _weight(points: float, games: int, low: float, high: float) -> float:
    return points * log(high / low) + (games - points) * log((1 - high) / (1 - low))
