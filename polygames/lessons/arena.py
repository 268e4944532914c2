"""Lesson 07, matches and ratings."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from math import ceil, log, sqrt
from random import Random
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any, Final

from polygames.arena.ratings import SequentialTest, wilson
from polygames.lessons.conjectures import Case, claim_fault, make_try_to_break
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    letters,
    make_go_on,
)
from polygames.lessons.figures import Picture, new_figure
from polygames.scene.palette import BLUE, GREY, INK, RED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Die = tuple[int, ...]

Z95: Final = 1.96


GAME_POINTS: Final = 0.0, 0.5, 1.0
"""The points of a game: lost, tied or won."""
PAIR_POINTS: Final = 0.0, 0.5, 1.0, 1.5, 2.0
"""The points of a pair of games."""

Points = list[float]


def _small_lists() -> Iterator[tuple[Points, Points]]:
    """Yield all two lists of the points of up to three games each, short ones first."""
    for size in (1, 2, 3):
        lists = [[*points] for points in product(GAME_POINTS, repeat=size)]
        yield from product(lists, repeat=2)


def _draw_lists(rng: Random) -> tuple[Points, Points]:
    """Return two lists of the points of 4 to 40 games each."""
    size = rng.randint(4, 40)
    return rng.choices(GAME_POINTS, k=size), rng.choices(GAME_POINTS, k=size)


@exercise
def exercise_1(share: Any) -> AnswerAndTrials:
    """Check a function that returns a player's share of the points in pairs of games."""
    return calls(share, ([1.0], [0.0]), ([1.0, 0.5], [0.0, 0.5])), [
        (
            lambda got: is_close(got[0], 0.5),
            "Ada won one game and lost the other. This is one half.",
        ),
        (
            lambda got: is_close(got[1], 0.5),
            "a tie is half a point, and every game counts the same.",
        ),
        agrees(
            share,
            Domain("all lists of up to three games each", _small_lists, _draw_lists),
            _points_of_all,
            "add the points of both lists. Divide by the number of *all* games.",
            same=is_close,
        ),
    ]


def _small_matches() -> Iterator[tuple[Points]]:
    """Yield the points of all matches of two to four pairs, short ones first."""
    for size in (2, 3, 4):
        yield from (([*points],) for points in product(PAIR_POINTS, repeat=size))


def _draw_match(rng: Random) -> tuple[Points]:
    """Return the points of 5 to 60 pairs."""
    return (rng.choices(PAIR_POINTS, k=rng.randint(5, 60)),)


@exercise
def exercise_2(interval: Any) -> AnswerAndTrials:
    """Check a function that returns a 95% confidence interval from the points of pairs of games."""
    example = [2.0, 0.0, 1.0, 1.0, 2.0]
    low, high = _pair_interval(example)
    return calls(interval, (example,)), [
        (lambda got: len(got[0]) == len("lh"), "return a pair (low, high)."),
        (
            lambda got: is_close(sum(got[0]), low + high),
            "the middle is the mean share. The share of a pair is half of its points.",
        ),
        (lambda got: got[0][0] < got[0][1], "put the low number first."),
        agrees(
            interval,
            Domain("all results of two to four pairs", _small_matches, _draw_match),
            _pair_interval,
            "the middle is the mean share of a pair. Divide `stdev` by the root of the number of"
            " *pairs*. Multiply by 1.96.",
            form=tuple,
            same=lambda ours, right: len(ours) == len(right) and all(map(is_close, ours, right)),
        ),
    ]


EVEN_SHARE: Final = 0.5
MEANING_WORDS: Final = {"better", "worse", "unclear"}


def _as_word(result: Any) -> str:
    return str(result).strip().lower()


@exercise
def exercise_3(told: Any) -> AnswerAndTrials:
    """Check a function that compares an interval with one half: better, worse or unclear."""
    return calls(told, (0.32, 0.61), (0.38, 0.47), (0.52, 0.56)), [
        (
            lambda got: {*map(_as_word, got)} <= MEANING_WORDS,
            "return 'better', 'worse' or 'unclear'.",
        ),
        (lambda got: _as_word(got[0]) == "unclear", "from 32% to 61%: one half is inside."),
        (lambda got: _as_word(got[1]) == "worse", "from 38% to 47%: all of it is below one half."),
        (lambda got: _as_word(got[2]) == "better", "from 52% to 56%: all of it is above one half."),
        agrees(
            told,
            Domain(
                "all intervals with ends at 0%, 5%, 10% and so on",
                lambda: combinations_with_replacement([k / 20 for k in range(21)], 2),
                lambda rng: tuple(
                    sorted((rng.randint(480, 520) / 1000, rng.randint(0, 100) / 100))
                ),
            ),
            _meaning,
            "where is one half: inside, above or below? If the interval only touches one half, it"
            " is unclear.",
            form=_as_word,
        ),
    ]


@exercise
def exercise_4(needed: Any) -> AnswerAndTrials:
    """Check a function that returns the number of games for a given half-width of the interval."""
    reaches = [0.05, 0.025]
    return calls(needed, *((reach,) for reach in reaches)), [
        (
            lambda got: abs(got[0] - (Z95 / 2 / reaches[0]) ** 2) <= 1,
            "solve 0.98/√n = reach for n.",
        ),
        (
            lambda got: abs(got[1] / got[0] - 4) < 0.03,
            "half the reach needs four times as many games.",
        ),
        satisfies(
            needed,
            Domain(
                "reaches from 0.01 to 0.5 in steps of 0.01",
                lambda: ((hundredths / 100,) for hundredths in range(50, 0, -1)),
                lambda rng: (rng.randint(200, 5000) / 10_000,),
            ),
            _is_least_number,
            "the number of games is whole. With one game less the interval reaches too far.",
        ),
    ]


def _is_least_number(games: Any, reach: float) -> bool:
    """Return True for the least number of games, and for both numbers that rounding can give."""
    exact = (Z95 / 2 / reach) ** 2
    return games in {ceil(exact * (1 - ROUNDING_ERROR)), ceil(exact * (1 + ROUNDING_ERROR))}


ROUNDING_ERROR: Final = 1e-9
"""The relative error of a formula with a few steps in floating point."""


@exercise
def exercise_5(answer: Any) -> AnswerAndTrials:
    """Check the choice of the games that measure the winner's strength without bias."""
    return answer if answer is ... else letters(answer), [
        (lambda text: text in {"a", "b", "c"}, "give one of the letters 'a', 'b' and 'c'."),
        (lambda text: text != "a", "these games chose the winner. They cannot measure it too."),
        (lambda text: text != "c", "if all agents are equal, one of them is still first."),
        (lambda text: text == "b", "which games did not choose the winner?"),
    ]


def _short_results() -> Iterator[tuple[float, int, float, float]]:
    """Yield the points, the games and two shares, for all results of up to four games."""
    shares = [*combinations([k / 10 for k in range(1, 10)], 2)]
    for games in (1, 2, 3, 4):
        for half_points, (low, high) in product(range(2 * games + 1), shares):
            yield half_points / 2, games, low, high


def _draw_result(rng: Random) -> tuple[float, int, float, float]:
    """Return a result of 5 to 100 games, and two shares."""
    games = rng.randint(5, 100)
    low, high = sorted(rng.sample(range(10, 91), 2))
    return rng.randint(0, 2 * games) / 2, games, low / 100, high / 100


@exercise
def exercise_6(weight: Any) -> AnswerAndTrials:
    """Check a function that returns the log-likelihood ratio for two expected shares of points."""
    cases = [(1.0, 1, 0.45, 0.55), (0.0, 1, 0.45, 0.55), (5.0, 10, 0.4, 0.6)]
    return calls(weight, *cases), [
        (
            lambda got: is_close(got[0], _weight(*cases[0])),
            "a won game has the weight log(high / low).",
        ),
        (
            lambda got: is_close(got[1], _weight(*cases[1])),
            "a lost game has the weight log((1 - high) / (1 - low)).",
        ),
        (
            lambda got: is_close(got[2], 0),
            "five points of ten are equal evidence for 40% and for 60%.",
        ),
        agrees(
            weight,
            Domain(
                "all results of up to four games, with shares from 0.1 to 0.9",
                _short_results,
                _draw_result,
            ),
            _weight,
            "add the weights of all points won and of all points lost. A tie is half a point won"
            " and half a point lost.",
            same=is_close,
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _points_of_all(first: Points, second: Points) -> float:
    return mean([*first, *second])


def _meaning(low: float, high: float) -> str:
    return "better" if low > EVEN_SHARE else "worse" if high < EVEN_SHARE else "unclear"


def _weight(points: float, games: int, low: float, high: float) -> float:
    return points * log(high / low) + (games - points) * log((1 - high) / (1 - low))


def _pair_interval(points: Points) -> tuple[float, float]:
    shares = [each / 2 for each in points]
    reach = Z95 * stdev(shares) / sqrt(len(shares))
    return mean(shares) - reach, mean(shares) + reach


go_on = make_go_on(
    share=(exercise_1, _points_of_all, float),
    interval=(exercise_2, _pair_interval, tuple),
    needed=(exercise_4, lambda reach: ceil((Z95 / 2 / reach) ** 2), int),
)


# --- The conjecture -----------------------------------------------------------------------------

DICE_SAMPLES: Final = 20_000
"""The number of triples of dice in the search."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: random triples of dice with numbers from 1 to 9.

    The claim is called with the shares of A against B, of B against C, and of C against A.
    """
    rng = Random(7)
    for _ in range(DICE_SAMPLES):
        a, b, c = (tuple(sorted(rng.choices(range(1, 10), k=6))) for _ in "abc")
        shares = _points_share(a, b), _points_share(b, c), _points_share(c, a)
        told = ", ".join(f"{share:.0%}" for share in shares)
        dice = ", ".join("".join(map(str, die)) for die in (a, b, c))
        words = f"the dice {dice} with {told}"
        yield Case(shares, words, claim_fault)


try_to_break = make_try_to_break(cases)


def _points_share(die: Die, opponent_die: Die) -> float:
    """Return the mean points of a die against another die; equal numbers count half a point."""
    return sum((a > b) + (a == b) / 2 for a, b in product(die, opponent_die)) / (
        len(die) * len(opponent_die)
    )


# --- The pictures -------------------------------------------------------------------------------

EVEN_PERCENT = 50


def intervals(bounds: Sequence[tuple[float, float]], truth: float, title: str) -> Picture:
    """Draw confidence intervals side by side; those that miss the true share are highlighted."""
    figure, (ax,) = new_figure(1, 1, (9.2, 3.4))
    missed = [number for number, (low, high) in enumerate(bounds) if not low <= truth <= high]
    for number, (low, high) in enumerate(bounds):
        color, width = (RED, 2.6) if number in missed else (BLUE, 1.4)
        ax.plot((number, number), (100 * low, 100 * high), color=color, linewidth=width)
    ax.axhline(100 * truth, color=INK, linewidth=1)
    ax.axhline(EVEN_PERCENT, color=GREY, linewidth=1, linestyle=":")
    ax.set(xlabel="match", ylabel="Ada's share (%)", title=title)
    widths = [high - low for low, high in bounds]
    said = f"{len(missed)} of {len(bounds)} intervals miss the true share of {truth:.0%}."
    return Picture(figure, f"{title}. {said} On average one is {mean(widths):.0%} wide.")


def running(points: Sequence[float], marks: Sequence[int]) -> Picture:
    """Draw the share of the points after each game with its interval, and label some games."""
    figure, (ax,) = new_figure(1, 1, (9.2, 3.6))
    games = list(range(10, len(points) + 1, 2))
    sums = [sum(points[:n]) for n in games]
    bounds = [wilson(total, n) for total, n in zip(sums, games, strict=True)]
    lows, highs = zip(*bounds, strict=True)
    ax.fill_between(games, [100 * x for x in lows], [100 * x for x in highs], color=BLUE, alpha=0.2)
    ax.plot(games, [100 * s / n for s, n in zip(sums, games, strict=True)], color=BLUE)
    said = []
    for n in marks:
        total = sum(points[:n])
        low, high = wilson(total, n)
        ax.plot((n, n), (100 * low, 100 * high), color=INK, linewidth=2, marker="_")
        text = f"{n} games: {total / n:.0%} ({low:.0%} to {high:.0%})"
        ax.annotate(text, (n, 100 * high), (4, 5), textcoords="offset points")
        said.append(text)
    ax.axhline(EVEN_PERCENT, color=GREY, linewidth=1, linestyle=":")
    ax.set(xscale="log", xlabel="games played", ylabel="Ada's share (%)", ylim=(20, 85))
    ticks = [10, *marks, len(points)]
    ax.set_xticks(ticks, [str(tick) for tick in ticks])
    ax.minorticks_off()
    return Picture(figure, f"Ada's share with its 95% interval, which narrows: {'; '.join(said)}.")


def curse(first_shares: Sequence[float], second_shares: Sequence[float]) -> Picture:
    """Draw the agents' shares in two tournaments, with an arrow for the first one's winner."""
    figure, (ax,) = new_figure(1, 1, (9.2, 3.6), framed=True)
    agents = range(1, len(first_shares) + 1)
    best = max(range(len(first_shares)), key=lambda k: first_shares[k])
    ax.plot(agents, [100 * x for x in first_shares], "o", color=BLUE, label="first tournament")
    ax.plot(agents, [100 * x for x in second_shares], "x", color=GREY, label="second tournament")
    ends = 100 * first_shares[best], 100 * second_shares[best]
    ax.annotate("", (best + 1, ends[1]), (best + 1, ends[0]), arrowprops={"arrowstyle": "->"})
    ax.axhline(100 * mean([*first_shares, *second_shares]), color=INK, linewidth=1)
    ax.set(xlabel="student", ylabel="share of the points (%)")
    ax.set_xticks(list(agents))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.16), ncols=2, frameon=False)
    return Picture(
        figure,
        f"Two tournaments of {len(first_shares)} equal agents. The winner of the first had"
        f" {first_shares[best]:.0%}; in the second the same agent has {second_shares[best]:.0%}.",
    )


def walk(points: Sequence[float], test: SequentialTest) -> Picture:
    """Draw the log-likelihood ratio after each game until the sequential test ends."""
    figure, (ax,) = new_figure(1, 1, (9.2, 3.4), framed=True)
    bound = log((1 - test.error) / test.error)
    won, lost = log(test.high / test.low), log((1 - test.high) / (1 - test.low))
    weights, verdict = [0.0], None
    for game, each in enumerate(points, 1):
        weights.append(weights[-1] + each * won + (1 - each) * lost)
        verdict = test.verdict(sum(points[:game]), game)
        if verdict:
            break
    ax.plot(weights, color=BLUE)
    for level, text in ((bound, f"{test.high:.0%} it is"), (-bound, f"only {test.low:.0%}")):
        ax.axhline(level, color=RED, linestyle="--")
        ax.annotate(text, (0, level), (2, 4), textcoords="offset points")
    ax.set(xlabel="games played", ylabel="weight of the evidence", ylim=(-4.2, 4.2))
    games = len(weights) - 1
    return Picture(figure, f"The evidence after each game; after {games} games it says {verdict}.")


def ladder(cup: Any) -> Picture:
    """Draw the ratings of a tournament with their 95% intervals, the best on top.

    Without numpy there are no ratings: it draws the shares of the points.
    """
    figure, (ax,) = new_figure(1, 1, (8.4, 3.2), framed=True)
    rows = cup.standings[::-1]
    is_rated = all(row["rating"] is not None for row in rows)
    what = ("rating", "rating_low", "rating_high") if is_rated else ("share", "low", "high")
    sort, name = ("+d", "rating (Elo)") if is_rated else (".0%", "share of the points")
    said = []
    for height, row in enumerate(rows):
        middle, low, high = (row[each] for each in what)
        ax.plot((low, high), (height, height), color=BLUE)
        ax.plot(middle, height, "o", color=INK)
        said.append(f"{row['agent']} {middle:{sort}} ({low:{sort}} to {high:{sort}})")
    ax.set_yticks(range(len(rows)), [row["agent"] for row in rows])
    ax.set(xlabel=f"{name}, with its 95% interval", ylim=(-0.6, len(rows) - 0.4))
    return Picture(figure, f"The ladder, best first: {', '.join(said[::-1])}.")
