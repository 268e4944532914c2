"""Lesson 07, matches and ratings."""

from __future__ import annotations

from itertools import product
from math import ceil, log, sqrt
from random import Random
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any, Final

from polygames.arena.ratings import SequentialTest, wilson
from polygames.lessons.conjectures import Case, claim_fault, make_try_to_break
from polygames.lessons.exercise_checks import AnswerAndTrials, all_close, calls, exercise, is_close
from polygames.lessons.figures import Picture, new_figure
from polygames.scene.palette import BLUE, GREY, INK, RED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Die = tuple[int, ...]

Z95: Final = 1.96


@exercise
def exercise_1(share: Any) -> AnswerAndTrials:
    """Check a function that returns a player's share of the points in pairs of games."""
    cases = [([1.0], [0.0]), ([1.0, 0.5], [0.0, 0.5]), ([1.0, 1.0, 1.0], [0.5, 0.0, 0.5])]
    return calls(share, *cases), [
        (
            lambda got: is_close(got[0], 0.5),
            "Ada won one game and lost the other. This is one half.",
        ),
        (
            lambda got: is_close(got[1], 0.5),
            "a tie is half a point, and every game counts the same.",
        ),
        (
            lambda got: is_close(got[2], 4 / 6),
            "four points in six games. Divide by the number of *all* games.",
        ),
    ]


@exercise
def exercise_2(interval: Any) -> AnswerAndTrials:
    """Check a function that returns a 95% confidence interval from the points of pairs of games."""
    cases: list[tuple[list[float]]] = [
        ([2.0, 0.0, 1.0, 1.0],),
        ([1.5, 0.5, 1.0, 0.0, 1.0, 2.0],),
        ([1.0] * 50 + [0.0] * 50,),
    ]
    right = [_pair_interval(points) for (points,) in cases]
    return calls(interval, *cases), [
        (
            lambda got: all(len(bounds) == len(right[0]) for bounds in got),
            "return a pair (low, high).",
        ),
        (
            lambda got: all_close(map(sum, right), 2e-3)(map(sum, got)),
            "the middle is the mean share. The share of a pair is half of its points.",
        ),
        (lambda got: all(b[0] < b[1] for b in got), "put the low number first."),
        (
            lambda got: is_close(got[2][1] - got[2][0], right[2][1] - right[2][0], 2e-3),
            "divide the spread by the root of the number of *pairs*. Multiply by 1.96.",
        ),
        (
            lambda got: all_close((low for low, _ in right), 2e-3)(low for low, _ in got),
            "use `stdev`. It divides by the number of pairs minus one.",
        ),
    ]


@exercise
def exercise_3(told: Any) -> AnswerAndTrials:
    """Check a function that compares an interval with one half: better, worse or unclear."""
    cases = [(0.32, 0.61), (0.38, 0.47), (0.52, 0.56), (0.5, 0.6), (0.1, 0.5), (0.49, 0.51)]
    right = ["unclear", "worse", "better", "unclear", "unclear", "unclear"]
    return calls(told, *cases), [
        (lambda got: set(got) <= {*right}, "return 'better', 'worse' or 'unclear'."),
        (lambda got: got[0] == right[0], "from 32% to 61%: one half is inside."),
        (lambda got: got[1] == right[1], "from 38% to 47%: all of it is below one half."),
        (lambda got: got[2] == right[2], "from 52% to 56%: all of it is above one half."),
        (lambda got: list(got) == right, "if the interval only touches one half, it is unclear."),
    ]


@exercise
def exercise_4(needed: Any) -> AnswerAndTrials:
    """Check a function that returns the number of games for a given half-width of the interval."""
    reaches = [0.15, 0.05, 0.025, 0.01]
    return calls(needed, *((reach,) for reach in reaches)), [
        (
            lambda got: abs(got[1] - (Z95 / 2 / reaches[1]) ** 2) <= 1,
            "solve 0.98/√n = reach for n.",
        ),
        (
            lambda got: abs(got[2] / got[1] - 4) < 0.03,
            "half the reach needs four times as many games.",
        ),
        (
            lambda got: [*got] == [ceil((Z95 / 2 / reach) ** 2) for reach in reaches],
            "the number of games is whole. Round it up.",
        ),
    ]


@exercise
def exercise_5(answer: Any) -> AnswerAndTrials:
    """Check the choice of the games that measure the winner's strength without bias."""
    return answer, [
        (lambda text: text in {"a", "b", "c"}, "give one of the letters 'a', 'b' and 'c'."),
        (lambda text: text != "a", "these games chose the winner. They cannot measure it too."),
        (lambda text: text != "c", "if all agents are equal, one of them is still first."),
        (lambda text: text == "b", "which games did not choose the winner?"),
    ]


@exercise
def exercise_6(weight: Any) -> AnswerAndTrials:
    """Check a function that returns the log-likelihood ratio for two expected shares of points."""
    cases = [(1.0, 1, 0.45, 0.55), (0.0, 1, 0.45, 0.55), (5.0, 10, 0.4, 0.6), (30.0, 40, 0.5, 0.7)]
    cases += [(0.5, 1, 0.2, 0.3), (2.5, 6, 0.45, 0.6)]
    right = [
        won * log(high / low) + (games - won) * log((1 - high) / (1 - low))
        for won, games, low, high in cases
    ]
    return calls(weight, *cases), [
        (lambda got: is_close(got[0], right[0]), "a won game has the weight log(high / low)."),
        (
            lambda got: is_close(got[1], right[1]),
            "a lost game has the weight log((1 - high) / (1 - low)).",
        ),
        (
            lambda got: is_close(got[2], 0),
            "five points of ten are equal evidence for 40% and for 60%.",
        ),
        (all_close(right[:4]), "add the weights of all points won and of all points lost."),
        (all_close(right), "a tie is half a point won and half a point lost."),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _pair_interval(points: list[float]) -> tuple[float, float]:
    shares = [each / 2 for each in points]
    reach = Z95 * stdev(shares) / sqrt(len(shares))
    return mean(shares) - reach, mean(shares) + reach


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
