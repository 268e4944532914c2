"""Checks of the lesson about first lines of Split."""

from __future__ import annotations

from typing import Any, Final

from polygames.lessons.answers import Judged, calls, check, check_by, exercise, near, right_or

GAMES: Final = ("B", "R", "=", "BR", "BBBR", "B===", "RRR=RB", "BB=RRR", "BRRB", "=BRR", "R=BBBB")
"""Results of games from one line."""
PAIRED: Final = (
    "BR",
    "RB",
    "==",
    "BBRR",
    "BRBB",
    "B=RB",
    "RRBR",
    "=RBB",
    "BBRBRR",
    "RB=BBR",
    "R=R=RR",
)
"""The same, where the number of games is even."""


@exercise
def exercise_1(games: Any) -> None:
    """Check how many games an interval of five percentage points needs."""
    reach = 1.96 * 0.5
    exact = (reach / 0.05) ** 2
    check(
        games,
        (lambda n: n > (reach / 0.1) ** 2 + 1, "that interval reaches 10 points, or more."),
        (lambda n: n < 3 * exact, "that is more than needed: mind the 0.25."),
        (lambda n: near(n, exact, within=5), "solve 1.96 · √(0.25 / n) = 0.05 for n."),
    )


@exercise
def exercise_2(won: Any) -> None:
    """Check blue's share of the points."""
    check_by(_of_won, won)


@exercise
def exercise_3(gain: Any) -> None:
    """Check what a chooser wins who sees the line."""
    check_by(_of_gain, gain)


@exercise
def exercise_4(paid: Any) -> None:
    """Check what a chooser is paid who learned from the first half of the games."""
    check_by(_of_paid, paid)


def go_on(**given: Any) -> list[Any]:
    """Return a student's functions, given by name; the lesson's own for those not right yet."""
    judged = {"won": (_of_won, _won), "gain": (_of_gain, _gain), "paid": (_of_paid, _paid)}
    return [right_or(function, *judged[name]) for name, function in given.items()]


# --- How functions are judged -------------------------------------------------------------------


def _of_won(won: Any) -> Judged:
    return calls(won, *((games,) for games in GAMES)), [
        (lambda got: near(got[0], 1) and near(got[1], 0), "'B' is 1 for blue, and 'R' is 0."),
        (lambda got: near(got[2], 0.5), "a draw is half a point: '=' is 0.5."),
        (
            lambda got: all(near(w, _won(games)) for w, games in zip(got, GAMES, strict=True)),
            "blue's points, divided by the number of all games, draws included.",
        ),
    ]


def _of_gain(gain: Any) -> Judged:
    tables = [[0.5, 0.5], [0.0, 1.0], [0.2, 0.6, 1.0, 0.5], [0.3]]
    return calls(gain, *((table,) for table in tables)), [
        (lambda got: near(got[0], 0.5), "two even lines leave nothing to choose: 0.5."),
        (
            lambda got: near(got[1], 1.0),
            "on the one line red wins every game, on the other blue: the chooser wins them all.",
        ),
        (lambda got: near(got[3], 0.7), "blue wins 0.3 there, so the chooser takes red."),
        (lambda got: near(got[2], 0.725), "choose line by line first, and take the mean then."),
    ]


def _of_paid(paid: Any) -> Judged:
    return calls(paid, *((games,) for games in PAIRED)), [
        (lambda got: near(got[0], 0), "'BR': after B the chooser takes blue, and then red wins."),
        (lambda got: near(got[1], 0), "'RB': after R the chooser takes red, and then blue wins."),
        (
            lambda got: all(near(p, _paid(games)) for p, games in zip(got, PAIRED, strict=True)),
            "choose by the first half (blue, if both have the same), be paid by the second.",
        ),
    ]


# --- What the lesson computes, once more --------------------------------------------------------


def _won(games: str) -> float:
    return (games.count("B") + games.count("=") / 2) / len(games)


def _gain(shares: list[float]) -> float:
    return sum(max(share, 1 - share) for share in shares) / len(shares)


def _paid(games: str) -> float:
    half = len(games) // 2
    later = _won(games[half:])
    return later if _won(games[:half]) >= 1 / 2 else 1 - later
