"""Lesson 05, Splitter."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement, pairwise
from math import comb
from statistics import mean
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.core.protocol import CHANCE
from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    all_close,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import (
    Picture,
    draw_square,
    matplotlib_object,
    new_figure,
    picture_of,
)
from polygames.lessons.on_board import BoardExercise, squares_part
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, RED, tint

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from polygames.games.splitter.analysis import Regret
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.solver import Hindsight

PROBABILITY_TOLERANCE: Final = 1e-4
"""The tolerance of a probability, which needs four places."""


LESSON_SHEET: Final = "splitter\npad *##*/####/.##.\nroll {}\nsheet 0\n0240\n3336\n.00."
"""The small pad of the lesson, with two rounds left."""


@exercise
def exercise_1(chance: Any) -> AnswerAndTrials:
    """Check the probability of at least one 6 with two dice."""
    return chance, [
        (
            lambda p: not is_close(p, 12 / 36),
            "you counted 6-6 twice. It has two 6s, but it is one way.",
        ),
        (lambda p: not is_close(p, 10 / 36), "6-6 has a 6, too."),
        (
            lambda p: is_close(p, Fraction(11, 36)),
            "count the ways in the square: a row and a column.",
        ),
    ]


DIE_FACE_NUMBERS: Final = range(1, 7)


def _painted_share(rows: Sequence[str]) -> Fraction:
    """Return the painted share of the 36 outcomes, or 0 if an outcome without a 6 is painted."""
    ways = [(a, b) for a in DIE_FACE_NUMBERS for b in DIE_FACE_NUMBERS if rows[a - 1][b - 1] == "#"]
    return Fraction(len(ways) * all(6 in way for way in ways), 36)


on_board = BoardExercise.for_exercise(
    exercise_1,
    "a_six",
    squares_part(
        "Paint the ways with a 6",
        6,
        6,
        [f"{a}-{b}" for a in DIE_FACE_NUMBERS for b in DIE_FACE_NUMBERS],
    ),
    read=_painted_share,
)


@exercise
def exercise_2(chance: Any) -> AnswerAndTrials:
    """Check the probability of fewer than six 6s on 44 dice."""
    right = sum(comb(44, k) * 5 ** (44 - k) for k in range(6)) / 6**44
    none = (5 / 6) ** 44
    return chance, [
        (lambda p: 0 < p < 1, "a probability is between 0 and 1."),
        (lambda p: p < right + 0.1, "six 6s are enough. Count only fewer than six."),
        (
            lambda p: not is_close(p, right - none, PROBABILITY_TOLERANCE),
            "no 6 at all is too few, too.",
        ),
        (
            lambda p: is_close(p, right, PROBABILITY_TOLERANCE),
            "add the probabilities of 0, 1, 2, 3, 4 and 5.",
        ),
    ]


Counts = dict[int, int]
Rolls = tuple[tuple[int, int], ...]

FEW_DICE: Final = 8
"""The number of dice of the largest game whose counts are all checked."""
ALL_DICE: Final = 44
"""The number of dice of a whole game."""


def _count_dice(dice: Sequence[int]) -> Counts:
    return {k: dice.count(k) for k in DIE_FACE_NUMBERS}


def _small_counts() -> Iterator[tuple[Counts]]:
    """Yield the counts of few dice, then those of dice with one number, fewest dice first."""
    for size in range(FEW_DICE + 1):
        for dice in combinations_with_replacement(DIE_FACE_NUMBERS, size):
            yield (_count_dice(dice),)
    for size in range(FEW_DICE + 1, ALL_DICE + 1):
        yield from ((_count_dice((k,) * size),) for k in DIE_FACE_NUMBERS)


def _roll_loaded_dice(rng: Random) -> list[int]:
    """Return the dice of a whole game; some numbers are more frequent than others."""
    return rng.choices(DIE_FACE_NUMBERS, [rng.random() ** 3 for _ in DIE_FACE_NUMBERS], k=ALL_DICE)


@exercise
def exercise_3(most: Any) -> AnswerAndTrials:
    """Check a function that returns the largest possible score, from the count of each number."""
    return calls(most, ({1: 5, 2: 4, 3: 0, 4: 0, 5: 0, 6: 0},)), [
        (
            lambda got: is_close(got[0], 9),
            "five 1s score 5. Four 2s make two groups with 2 points each.",
        ),
        agrees(
            most,
            Domain(
                "all counts of up to 8 dice, up to 44 dice with one number, and whole games",
                _small_counts,
                lambda rng: (_count_dice(_roll_loaded_dice(rng)),),
            ),
            _limit_of_counts,
            "only full groups score. The other numbers score nothing.",
            same=is_close,
        ),
    ]


@exercise
def exercise_4(regret: Any) -> AnswerAndTrials:
    """Check a function that returns the regret (expected loss) of a move."""
    little: Any = pg.from_text(LESSON_SHEET.format("5-1"))
    return calls(regret, *((little, little.parse(text)) for text in ("r2c1=5", "r0c0=5"))), [
        (lambda got: is_close(got[0], 0), "the best move has no regret."),
        (lambda got: got[1] > 0, "a worse move has a regret above 0."),
        agrees(
            regret,
            Domain("all 21 rolls on the small pad", _moves_on_the_small_pad),
            lambda state, move: _expected_value(state) - _expected_value(state.play(move)),
            "compare means, not the points now. Include the best move.",
            same=is_close,
        ),
    ]


def _small_pads() -> Iterator[tuple[str, Any]]:
    """Yield each of the 21 rolls, and the state with this roll on the small pad."""
    for one in DIE_FACE_NUMBERS:
        for other in range(1, one + 1):
            roll = f"{one}-{other}"
            yield roll, pg.from_text(LESSON_SHEET.format(roll))


def _moves_on_the_small_pad() -> Iterator[tuple[Any, Any]]:
    """Yield the states of the small pad with each of their moves."""
    for _, state in _small_pads():
        yield from ((state, move) for move in state.legal_moves)


@exercise
def exercise_5(games: Any, spread: float) -> AnswerAndTrials:
    """Check the number of games that a precise mean needs, given the scores' standard deviation."""
    exact = (2 * spread / 0.5) ** 2
    return games, [
        (lambda n: n > 0.98 * exact, "too few: twice s/√n is still more than half a point."),
        (lambda n: n < 1.02 * exact, "fewer games are enough."),
    ]


def _small_games() -> Iterator[tuple[Rolls]]:
    """Yield all games of up to three rolls, short ones first."""
    rolls = [*combinations_with_replacement(DIE_FACE_NUMBERS, 2)]
    for size in (1, 2, 3):
        yield from ((game,) for game in combinations_with_replacement(rolls, size))


def _draw_game(rng: Random) -> tuple[Rolls]:
    """Return the rolls of a whole game with loaded dice."""
    return (tuple(pairwise(_roll_loaded_dice(rng)))[::2],)


@exercise
def exercise_6(bound: Any, rolls: Sequence[tuple[int, int]]) -> AnswerAndTrials:
    """Check a function that returns an upper bound on the score of a game with given rolls."""
    rare = ((6, 5), *((6, 1),) * 5, *((5, 1),) * 4, *((3, 2),) * 12)  # the first is best
    games = [
        rolls,
        ((1, 2),) * 22,
        ((6, 5),) * 5 + ((2, 1),) * 17,
        ((6, 6),) * 6 + ((2, 1),) * 16,  # two groups of 6s: both stars double one
        rare,
        rare[::-1],
    ]
    right = [*map(_score_bound, games)]
    hints = (
        "add the limit of the numbers and the best roll for the stars.",
        "in 22 rolls of 1-2 the stars add 3.",
        "five 6s are not a group, so a star doubles nothing.",
        "with twelve 6s there are two groups. A double 6 doubles both.",
        *["any roll may be the best one for the stars. Look at all rolls."] * 2,
    )
    return calls(bound, *((game,) for game in games)), [
        *((all_close(right[: k + 1]), hint) for k, hint in enumerate(hints)),
        agrees(
            bound,
            Domain(
                "all games of up to 3 rolls, and whole games with loaded dice",
                _small_games,
                _draw_game,
            ),
            _score_bound,
            "count the full groups of each number. A star doubles one of them, if there is one,"
            " and two stars never double the same group.",
            same=is_close,
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


@cache
def _expected_value(state: Any) -> Fraction:
    if state.outcome is not None:
        return Fraction(state.scores[0])
    if state.turn == CHANCE:
        chances = state.chance_outcomes()
        return sum(
            (chance * _expected_value(state.play(roll)) for roll, chance in chances), Fraction(0)
        )
    return max(_expected_value(state.play(move)) for move in state.legal_moves)


def _limit_of_counts(counted: Mapping[int, int]) -> int:
    return sum(n - n % k for k, n in counted.items())


def _score_bound(rolls: Sequence[tuple[int, int]]) -> int:
    groups = {k: n // k for k, n in Counter(n for roll in rolls for n in roll).items()}
    stars = (sum(k * min(roll.count(k), groups[k]) for k in set(roll)) for roll in rolls)
    return sum(k * count for k, count in groups.items()) + max(stars)


go_on = make_go_on(most=(exercise_3, _limit_of_counts, round))


# --- The conjecture -----------------------------------------------------------------------------


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: the 21 possible rolls on a small, nearly full sheet."""
    for roll, state in _small_pads():
        yield Case((state,), f"the roll {roll}", partial(_find_fault, state))


try_to_break = make_try_to_break(cases)


def _find_fault(state: Any, answer: Any) -> str:
    values = {str(move): _expected_value(state.play(move)) for move in state.legal_moves}
    if str(answer) not in values:
        return f"{answer} is not a move there; the moves are {', '.join(values)}"
    best = max(values, key=lambda move: values[move])
    mine = values[str(answer)]
    if mine == values[best]:
        return ""
    return (
        f"{answer} has {float(mine):.2f} expected points, and {best} has {float(values[best]):.2f}"
    )


# --- The pictures -------------------------------------------------------------------------------


def roll_square(*marked_rolls: tuple[int, int]) -> Picture:
    """Draw the 36 outcomes of two dice, with the given rolls marked."""
    figure, (ax,) = new_figure(1, 1, (4.4, 4.4), framed=True)
    marked = {pair for one, other in marked_rolls for pair in ((one, other), (other, one))}
    for one in range(1, 7):
        for other in range(1, 7):
            fill = tint(ORANGE, 0.6) if (one, other) in marked else "white"
            text = f"{max(one, other)}-{min(one, other)}"
            draw_square(ax, (one - 0.5, other - 0.5), text, fill, GREY, fontsize="medium")
    ax.set(xlim=(0.4, 6.6), ylim=(0.4, 6.6), xlabel="one die", ylabel="the other", aspect="equal")
    ax.set_xticks(range(1, 7))
    ax.set_yticks(range(1, 7))
    ways = {f"{a}-{b}": 1 if a == b else 2 for a, b in marked_rolls}
    words = ", ".join(f"{roll} in {count} of 36" for roll, count in ways.items())
    return Picture(figure, f"The 36 ways that two dice can fall: {words}.")


def endings_chart(endings: Mapping[str, Mapping[int, Fraction]]) -> Picture:
    """Draw the probability of each final score, a panel per placement, with a line at the mean."""
    figure, axes = new_figure(len(endings), 1, (7.2, 2.4 * len(endings)), sharex=True)
    words = []
    for ax, (name, chances) in zip(axes, endings.items(), strict=True):
        ax.bar(list(chances), [float(chance) for chance in chances.values()], color=BLUE)
        middle = float(sum(points * chance for points, chance in chances.items()))
        ax.axvline(middle, color=RED, linestyle="--")
        words.append(f"{name}: {middle:.2f} points expected")
        ax.set_title(words[-1], loc="left")
        ax.set_ylabel("probability")
    axes[-1].set_xlabel("points in the end (dashed: the mean)")
    return Picture(figure, f"How likely each total is after the last roll. {'; '.join(words)}.")


def score_chart(scores: Mapping[str, Sequence[int]], steps: Sequence[tuple[int, str]]) -> Picture:
    """Draw the distribution and the mean of each agent's scores, with the rating steps."""
    figure, (ax,) = new_figure(1, 1, (8.8, 1.4 + 0.85 * len(scores)))
    for row, found in enumerate(scores.values()):
        seen = Counter(found)
        most = max(seen.values())
        heights = [0.62 * count / most for count in seen.values()]
        ax.bar(list(seen), heights, bottom=row, color=tint(BLUE, 0.7), width=0.85)
        ax.plot([mean(found)] * 2, [row, row + 0.66], color=RED)
        style = {"ha": "center", "va": "bottom", "fontweight": "bold"}
        ax.text(mean(found), row + 0.66, f"{mean(found):.1f}", color=RED, **style)
    for least, _ in steps[1:]:
        ax.axvline(least - 0.5, color=GREEN, linewidth=0.6, zorder=0)
    ax.axvspan(-0.5, steps[1][0] - 0.5, color=GREY, alpha=0.12, zorder=0)
    ax.set_yticks([row + 0.35 for row in range(len(scores))], list(scores), color=INK)
    ax.set(xlim=(-0.5, 56), xlabel="points (grey: lost; green: the steps of the rating)")
    ax.set_ylim(-0.1, len(scores) + 0.1)
    ax.spines["left"].set_visible(False)
    words = ", ".join(f"{name} {mean(found):.1f}" for name, found in scores.items())
    return Picture(figure, f"Scores of {len(scores)} agents, on average: {words}.")


def best_sheet(state: Splitter, best: Hindsight) -> Picture:
    """Draw a full sheet and, beside it, the best sheet for the same rolls."""
    drawn = matplotlib_object("polygames.games.splitter.board.charts:best_sheet")(state, best)
    return picture_of(drawn[0], f"The sheet that was played, and the best: {best}.")


def round_losses(cost: Regret) -> Picture:
    """Draw the luck of each round as a bar upwards and its expected loss as a bar downwards."""
    drawn = matplotlib_object("polygames.games.splitter.board.charts:round_losses")(cost)
    return picture_of(drawn, f"Luck upwards and losses downwards, round by round: {cost}.")


def same_dice(record: pg.Record) -> Picture:
    """Draw the points of each player of a game, by ply."""
    draw = matplotlib_object("polygames.plots.scores:score_curve")
    points = " and ".join(f"{points:g}" for points in record.state.scores)
    return picture_of(
        draw(record),
        f"The points of two players with the same dice. At the end they have {points}.",
    )
