"""Checks of the lesson about Splitter."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.core.protocol import CHANCE
from polygames.lessons.answers import calls, check, exercise, near

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDED: Final = 1e-4
"""How far off a probability may be: four places are asked for."""


@exercise
def exercise_1(chance: Any) -> None:
    """Check how likely at least one 6 is."""
    check(
        chance,
        (lambda p: not near(p, 12 / 36), "6-6 was counted twice: it holds two 6s, and is one way."),
        (lambda p: not near(p, 10 / 36), "6-6 holds a 6, too."),
        (lambda p: near(p, Fraction(11, 36)), "count the ways in the square: a row and a column."),
    )


@exercise
def exercise_2(chance: Any) -> None:
    """Check how likely it is that 44 dice hold fewer than six 6s."""
    right = sum(comb(44, k) * 5 ** (44 - k) for k in range(6)) / 6**44
    none = (5 / 6) ** 44
    check(
        chance,
        (lambda p: 0 < p < 1, "a probability lies between 0 and 1."),
        (lambda p: p < right + 0.1, "six 6s are enough: only fewer are too few."),
        (lambda p: not near(p, right - none, ROUNDED), "no 6 at all is too few, as well."),
        (lambda p: near(p, right, ROUNDED), "add up all numbers of 6s that are too few."),
    )


@exercise
def exercise_3(most: Any) -> None:
    """Check what numbers can score at most."""
    games = [
        {1: 5, 2: 4, 3: 0, 4: 0, 5: 0, 6: 0},
        {1: 7, 2: 7, 3: 7, 4: 7, 5: 8, 6: 8},
        {1: 0, 2: 1, 3: 5, 4: 11, 5: 14, 6: 13},
    ]
    check(
        calls(most, *((dict(game),) for game in games)),
        (
            lambda got: near(got[0], 9),
            "five 1s score 5, and four 2s make two groups of 2 points.",
        ),
        (
            lambda got: all(
                near(points, sum(k * (n // k) for k, n in game.items()))
                for points, game in zip(got, games, strict=True)
            ),
            "what is left over when groups are full scores nothing.",
        ),
    )


@exercise
def exercise_4(regret: Any) -> None:
    """Check what a move gives away."""
    little = pg.from_text("splitter\npad *##*/####/.##.\nroll 5-1\nsheet 0\n0240\n3336\n.00.")
    cases = [(little, little.parse(t)) for t in ("r2c1=5", "r0c0=5", "r2c2=5", "r0c3=5")]
    cases += [(state, move) for state in map(pg.from_text, CLEAR) for move in state.legal_moves]
    right = [_value(state) - _value(state.play(move)) for state, move in cases]
    check(
        calls(regret, *cases),
        (lambda got: near(got[0], 0), "the best move has no regret."),
        (lambda got: got[1] > 0, "a worse move has a regret above 0."),
        (
            lambda got: all(near(said, cost) for said, cost in zip(got, right, strict=True)),
            "compare values in expectation, not the points now; the best move itself counts, too.",
        ),
    )


CLEAR: Final = tuple(
    f"splitter\npad *##*/####/.##.\nroll {roll}\nsheet 0\n0240\n3336\n.00."
    for roll in ("4-2", "2-2")
)
"""Positions in which one move is better than all others."""


@exercise
def exercise_5(games: Any, spread: float) -> None:
    """Check how many games an agent must play.

    Parameters
    ----------
    games
        The answer.
    spread
        The standard deviation of its scores.
    """
    exact = (2 * spread / 0.5) ** 2
    check(
        games,
        (lambda n: n > 0.93 * exact, "with so few games it is still more."),
        (lambda n: n < 1.07 * exact, "fewer games are enough."),
    )


@exercise
def exercise_6(bound: Any, rolls: Sequence[tuple[int, int]]) -> None:
    """Check the bound of what a game's rolls allow on pad A.

    Parameters
    ----------
    bound
        The function.
    rolls
        The rolls of the game in the lesson.
    """
    games = [
        rolls,
        ((1, 2),) * 22,
        ((6, 1),) * 5 + ((2, 1),) * 17,
        ((6, 6),) * 3 + ((5, 5),) + ((3, 1),) * 18,  # six 6s: a double 6 on the stars adds 6 once
        ((6, 6),) * 6 + ((2, 1),) * 16,  # two groups of 6s: both stars double one
        ((6, 6),) * 4 + ((3, 1),) * 18,  # eight 6s are one group, and two that are left over
    ]
    check(
        calls(bound, *((game,) for game in games)),
        (
            lambda got: near(got[0], _bound(rolls)),
            "the numbers alone, and then the best roll for the stars.",
        ),
        (lambda got: near(got[1], _bound(games[1])), "in 22 rolls of 1-2 the stars add 3."),
        (
            lambda got: near(got[2], _bound(games[2])),
            "five 6s are no group: a star has nothing to double.",
        ),
        (
            lambda got: near(got[3], _bound(games[3])),
            "with six 6s there is one group, and a double 6 doubles it once.",
        ),
        (
            lambda got: near(got[4], _bound(games[4])),
            "with twelve 6s there are two groups, and a double 6 doubles both.",
        ),
        (
            lambda got: near(got[5], _bound(games[5])),
            "with eight 6s there is one group, too: two 6s are left over.",
        ),
    )


# --- What the lesson computes, once more --------------------------------------------------------


def _value(state: Any) -> Fraction:
    if state.outcome is not None:
        return Fraction(state.scores[0])
    if state.turn == CHANCE:
        chances = state.chance_outcomes()
        return sum((chance * _value(state.play(roll)) for roll, chance in chances), Fraction(0))
    return max(_value(state.play(move)) for move in state.legal_moves)


def _bound(rolls: Sequence[tuple[int, int]]) -> int:
    groups = {k: n // k for k, n in Counter(n for roll in rolls for n in roll).items()}
    stars = (sum(k * min(roll.count(k), groups[k]) for k in set(roll)) for roll in rolls)
    return sum(k * count for k, count in groups.items()) + max(stars)
