"""Checks of the lesson about learned values."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import polygames as pg
from polygames.lessons.answers import Judged, calls, check, check_by, exercise, near, right_or

PAD: Final = ("*##*", "####", ".##.")
TABLE: Final = ((True, 5), (True, 3), (False, 1), (True, 4), (False, 2))
"""The five games of the first exercise: were the stars open, and what came later."""


@exercise
def exercise_1(difference: Any) -> None:
    """Check a price that is learned from five games, by hand."""
    check(
        difference,
        (lambda got: not isinstance(got, str), "a number."),
        (lambda got: not near(got, 9), "means, not sums: the groups are not of one size."),
        (lambda got: not near(got, -2.5), "the games with open stars come first."),
        (lambda got: near(got, 2.5), "the mean of 5, 3 and 4, less the mean of 1 and 2."),
    )


@exercise
def exercise_2(price: Any) -> None:
    """Check a price that is learned from games."""
    check_by(_of_price, price)


@exercise
def exercise_3(choice: Any) -> None:
    """Check a placement that is chosen by points and a price."""
    check_by(_of_choice, choice)


@exercise
def exercise_4(answer: Any) -> None:
    """Check why watching says too much."""
    check(
        answer,
        (lambda got: got in {"a", "b", "c"}, "a letter: 'a', 'b' or 'c'."),
        (lambda got: got != "a", "with ten thousand games the difference is the same."),
        (lambda got: got != "c", "dice remember nothing."),
        (lambda got: got == "b", "who decides whether the stars stay open?"),
    )


@exercise
def exercise_5(by_coin: Any) -> None:
    """Check a placement on the side that a coin says."""
    check_by(_of_coin, by_coin)


def go_on(**given: Any) -> list[Any]:
    """Return a student's functions, given by name; the lesson's own for those not right yet."""
    judged = {
        "price": (_of_price, _price),
        "choice": (_of_choice, _choice),
        "by_coin": (_of_coin, _by_coin),
    }
    return [right_or(function, *judged[name]) for name, function in given.items()]


# --- How functions are judged -------------------------------------------------------------------


def _of_price(price: Any) -> Judged:
    cases: list[list[tuple[bool, int]]] = [
        [*TABLE],
        [(True, 1), (False, 1)],
        [(False, 6), (True, 2), (False, 0), (False, 0)],
        [(True, 0), (True, 7), (False, 5)],
        [(False, 3), (False, 4), (True, 1)],
    ]
    return calls(price, *(([*each],) for each in cases)), [
        (lambda got: near(got[0], 2.5), "the five games of exercise 1 have 2.5."),
        (lambda got: near(got[1], 0), "as much came with open stars as without: 0."),
        (
            lambda got: all(near(p, _price(c)) for p, c in zip(got, cases, strict=True)),
            "the mean where the stars were open, less the mean of the others.",
        ),
    ]


def _of_choice(choice: Any) -> Judged:
    cases: list[tuple[list[tuple[int, bool]], float]] = [
        ([(4, False), (3, True)], 2),
        ([(4, False), (3, True)], 0.5),
        ([(2, True), (1, True), (5, False)], 2),
        ([(2, True), (1, True), (5, False)], 4),
        ([(0, False)], 3),
        ([(3, True), (6, True), (8, False), (7, False)], 1.5),
        ([(6, True), (3, True), (7, False), (8, False)], 2.5),
    ]
    return calls(choice, *(([*options], price) for options, price in cases)), [
        (
            lambda got: all(
                k in range(len(options)) for k, (options, _) in zip(got, cases, strict=True)
            ),
            "the place of an option in the list: a whole number from 0 on.",
        ),
        (lambda got: got[0] == 1, "3 points and stars worth 2 are more than 4 points."),
        (lambda got: got[1] == 0, "3 points and stars worth 0.5 are less than 4 points."),
        (
            lambda got: all(
                near(_worth(options[k], price), max(_worth(each, price) for each in options))
                for k, (options, price) in zip(got, cases, strict=True)
            ),
            "points, and the price where the stars stay open: the largest sum.",
        ),
    ]


def _of_coin(by_coin: Any) -> Judged:
    cases = [(state, heads) for state in _states() for heads in (True, False)]
    return calls(by_coin, *((state, heads, Random(5)) for state, heads in cases)), [
        (
            lambda got: all(m in s.legal_moves for m, (s, _) in zip(got, cases, strict=True)),
            "one of state.legal_moves, not its text and not a list.",
        ),
        (
            lambda got: all(
                _stars_open(s.play(m)) is not heads
                for m, (s, heads) in zip(got, cases, strict=True)
            ),
            "heads: write on the stars. Tails: write elsewhere.",
        ),
    ]


# --- What the lesson computes, once more --------------------------------------------------------


def _price(rows: list[tuple[bool, int]]) -> float:
    kept, gone = ([came for is_open, came in rows if is_open is kind] for kind in (True, False))
    return sum(kept) / len(kept) - sum(gone) / len(gone)


def _worth(option: tuple[int, bool], price: float) -> float:
    points, is_open = option
    return points + price * is_open


def _choice(options: list[tuple[int, bool]], price: float) -> int:
    return max(range(len(options)), key=lambda k: _worth(options[k], price))


def _by_coin(state: Any, heads: bool, rng: Random) -> Any:  # noqa: FBT001 - as students write it
    return rng.choice([m for m in state.legal_moves if _stars_open(state.play(m)) is not heads])


def _stars_open(state: Any) -> bool:
    return bool(state.sheets[0][0] == 0)


def _states() -> list[Any]:
    """Return positions with a roll, in which the stars are open."""
    found = []
    for rolls in (
        ["roll 5-1"],
        ["roll 3-3", "r1c1=3", "roll 6-2"],
        ["roll 2-1", "r2c1=2", "roll 4-4"],
    ):
        state = pg.new("splitter", pad=PAD)
        for text in rolls:
            state = state.play(state.parse(text))
        found.append(state)
    return found
