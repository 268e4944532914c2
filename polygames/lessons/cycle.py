"""Lesson 16, agents without a best one."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import hypot
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures import Case, make_try_to_break
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    letters,
    make_go_on,
)
from polygames.lessons.figures import Picture, new_figure, regular_polygon
from polygames.lessons.on_board import BoardExercise, choice_part
from polygames.scene.palette import BLUE, GREEN, INK, ORANGE, RED, tint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    Table = list[list[float]]

AGENT_NAMES: Final = ("strict", "kind", "greedy")
SHARE_ROUNDING_LOSS: Final = 0.02
"""The largest loss by rounding shares to three places."""


@exercise
def exercise_1(answers: Any) -> AnswerAndTrials:
    """Check the choice of the best die against each of three dice."""
    if isinstance(answers, dict):
        answers = [answers[die] for die in sorted(answers, key=lambda die: str(die).lower())]
    said = letters(answers)
    return answers, [
        (
            lambda _: len(said) == 3,
            "give three letters: your dice against A, against B and against C.",
        ),
        (lambda _: {*said} <= {*"abc"}, "use only the letters A, B and C."),
        (lambda _: said[0] == "c", "A mostly shows 3. Which die mostly shows more?"),
        (lambda _: said[1] == "a", "B shows 2 in half of the throws. Then A is always higher."),
        (
            lambda _: said[2] == "b",
            "B shows 5 in half of the throws. Then it is always higher than C.",
        ),
    ]


on_board = BoardExercise.for_exercise(
    exercise_1, "answers", *(choice_part(f"against {die}", "ABC") for die in "ABC")
)


def _small_dice() -> Iterator[tuple[list[int], list[int]]]:
    """Yield all pairs of dice of up to three sides from 1 to 4, those with few sides first."""
    dice = [[*sides] for count in (1, 2, 3) for sides in product(range(1, 5), repeat=count)]
    yield from sorted(product(dice, dice), key=lambda pair: len(pair[0]) + len(pair[1]))


def _draw_dice(rng: Random) -> tuple[list[int], list[int]]:
    """Return two dice of up to eight sides."""
    one, other = ([rng.randint(0, 20) for _ in range(count)] for count in (rng.randint(1, 8), 6))
    return one, other


DICE_DOMAIN: Final = Domain("all dice of up to 3 sides from 1 to 4", _small_dice, _draw_dice)


@exercise
def exercise_2(chance: Any) -> AnswerAndTrials:
    """Check a function that returns the probability that one die rolls higher than another."""
    named = [([3, 3, 3, 3, 3, 6], [2, 2, 2, 5, 5, 5]), ([1, 2], [1, 2])]
    return calls(chance, *named), [
        (lambda got: is_close(got[0], 21 / 36), "A shows more than B in 21 of the 36 cases."),
        (
            lambda got: is_close(got[1], 1 / 4),
            "[1, 2] against itself shows more in one of four cases.",
        ),
        agrees(
            chance,
            DICE_DOMAIN,
            _win_chance,
            "count the pairs with a larger first number. Divide by all pairs.",
            same=is_close,
        ),
    ]


def _lead_table(leads: Sequence[float]) -> Table:
    """Return the table with the given leads above its diagonal, row by row."""
    count = next(n for n in range(1, len(leads) + 2) if n * (n - 1) // 2 == len(leads))
    table: Table = [[0] * count for _ in range(count)]
    for (row, column), lead in zip(combinations(range(count), 2), leads, strict=True):
        table[row][column], table[column][row] = lead, 0 - lead
    return table


def _small_tables(weights: Sequence[int], max_lead: int) -> Iterator[tuple[list[int], Table]]:
    """Yield for two and three agents all tables with all numbers from `weights` for each agent."""
    small_leads = sorted(range(-max_lead, max_lead + 1), key=abs)
    for agents, pairs in ((2, 1), (3, 3)):
        for leads in product(small_leads, repeat=pairs):
            for each in product(weights, repeat=agents):
                yield [*each], _lead_table(leads)


def _draw_table(rng: Random, agents: int) -> Table:
    """Return a table of leads, which are multiples of 1/2."""
    return _lead_table([rng.randint(-50, 50) / 2 for _ in range(agents * (agents - 1) // 2)])


def _small_mixes() -> Iterator[tuple[list[float], Table]]:
    """Yield all small tables with all mixes of quarters."""
    for quarters, table in _small_tables(range(5), 2):
        if sum(quarters) == 4:
            yield [each / 4 for each in quarters], table


def _draw_mix(rng: Random) -> tuple[list[float], Table]:
    """Return a mix of up to six agents, and a table of leads."""
    parts = [rng.randint(0, 9) for _ in range(rng.randint(3, 5))]
    parts.append(1)
    return [each / sum(parts) for each in parts], _draw_table(rng, len(parts))


MIX_DOMAIN: Final = Domain(
    "all tables of 2 or 3 agents with leads from -2 to 2", _small_mixes, _draw_mix
)


@exercise
def exercise_3(worst: Any) -> AnswerAndTrials:
    """Check a function that returns a mix's mean lead over the agent that does best against it."""
    circle = _lead_table([4.5, -11, 12.5])
    return calls(worst, ([0, 1, 0], circle), ([0.25, 0.75], _lead_table([3]))), [
        (
            lambda got: is_close(got[0], -4.5),
            "this mix sends only the second agent. It loses 4.5 to the first one.",
        ),
        (
            lambda got: is_close(got[1], -2.25),
            "the lead of [0.25, 0.75] against the first of two agents is -2.25.",
        ),
        agrees(
            worst,
            MIX_DOMAIN,
            _smallest_lead,
            "compute the mean lead for each column. Then take the smallest.",
            same=is_close,
        ),
    ]


@exercise
def exercise_4(mix: Any, table: Any) -> AnswerAndTrials:
    """Check the shares of a mix of agents that no single agent beats."""
    if isinstance(mix, dict):
        mix = [mix[name] for name in AGENT_NAMES]
    return mix, [
        (
            lambda got: len(got) == len(table),
            "give a share for each of the three agents, in order.",
        ),
        (lambda got: all(is_close(share, share) for share in got), "give three numbers in a list."),
        (lambda got: all(share >= 0 for share in got), "no share can be below 0."),
        (lambda got: is_close(sum(got), 1, 2e-3), "the shares must add up to 1."),
        (
            lambda got: _smallest_lead(got, table) > -10 * SHARE_ROUNDING_LOSS,
            "an agent beats this mix. The share of each agent depends on the other two.",
        ),
        (
            lambda got: _smallest_lead(got, table) > -SHARE_ROUNDING_LOSS,
            "almost: give fractions, or three decimal places.",
        ),
    ]


def _small_counts() -> Iterator[tuple[list[int], Table]]:
    """Yield all small tables with all counts of up to two for each agent."""
    yield from (case for case in _small_tables(range(3), 2) if any(case[0]))


def _draw_counts(rng: Random) -> tuple[list[int], Table]:
    """Return counts for up to six agents, and a table of leads."""
    counts = [rng.randint(0, 30) for _ in range(rng.randint(2, 5))]
    counts.append(rng.randint(1, 30))
    return counts, _draw_table(rng, len(counts))


COUNT_DOMAIN: Final = Domain(
    "all tables of 2 or 3 agents with leads from -2 to 2", _small_counts, _draw_counts
)


@exercise
def exercise_5(answer_to: Any) -> AnswerAndTrials:
    """Check a function that returns the best agent against the past choices of an opponent."""
    circle = _lead_table([1, -1, 1])
    return calls(answer_to, ([1, 0, 0], circle)), [
        (
            lambda got: got[0] in range(3),
            "return the place of an agent: a whole number from 0 on.",
        ),
        (lambda got: got[0] == 2, "only the first agent was sent. The third agent beats it."),
        satisfies(
            answer_to,
            COUNT_DOMAIN,
            _is_best_reply,
            "multiply each lead of an agent (a row) by the count of that opponent. Then add.",
        ),
    ]


def _is_best_reply(place: Any, counts: Sequence[int], table: Table) -> bool:
    """Return True for the place of an agent with the largest total lead."""
    leads = [_mean_lead(row, counts, table) for row in range(len(table))]
    return place in range(len(table)) and is_close(leads[int(place)], max(leads))


# --- The lesson's own solutions --------------------------------------------------------------


def exact(table: Sequence[Sequence[float]]) -> list[Fraction]:
    """Return the unbeatable mix of three agents, where A beats B, B beats C and C beats A.

    Examples
    --------
    >>> exact([[0, 1, -3], [-1, 0, 2], [3, -2, 0]])
    [Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)]
    """
    leads = [Fraction(table[i][j]) for i, j in ((1, 2), (2, 0), (0, 1))]
    return [lead / sum(leads) for lead in leads]


def _win_chance(die: Sequence[int], opponent_die: Sequence[int]) -> float:
    return sum(a > b for a in die for b in opponent_die) / (len(die) * len(opponent_die))


def _smallest_lead(mix: Sequence[float], table: Sequence[Sequence[float]]) -> float:
    means = (sum(p * row[k] for p, row in zip(mix, table, strict=True)) for k in range(len(table)))
    return float(min(means))


def _mean_lead(row: int, counts: Sequence[int], table: Sequence[Sequence[float]]) -> float:
    return sum(x * n for x, n in zip(table[row], counts, strict=True))


def _best_reply(counts: Sequence[int], table: Sequence[Sequence[float]]) -> int:
    return max(range(len(table)), key=lambda row: _mean_lead(row, counts, table))


go_on = make_go_on(
    worst=(exercise_3, _smallest_lead, float), answer_to=(exercise_5, _best_reply, int)
)


# --- The conjecture -----------------------------------------------------------------------------

MAX_LEAD: Final = 8
"""The largest lead in the cases."""
LEAD_TOLERANCE: Final = 1e-9


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture.

    Leads of A over B, B over C and C over A, small ones first.
    """
    sizes = range(1, MAX_LEAD + 1)
    for leads in sorted(product(sizes, sizes, sizes), key=sum):
        words = "the leads " + ", ".join(map(str, leads))
        yield Case(leads, words, partial(_find_fault, leads))


try_to_break = make_try_to_break(cases)


def _find_fault(leads: tuple[int, int, int], answer: Any) -> str:
    a, b, c = answer
    if min(answer) < -LEAD_TOLERANCE or abs(a + b + c - 1) > LEAD_TOLERANCE:
        return f"{answer} are not shares: numbers of at least 0 that add up to 1"
    ab, bc, ca = leads
    beaten = {"A": ab * b - ca * c, "B": bc * c - ab * a, "C": ca * a - bc * b}
    best = max(beaten, key=lambda name: beaten[name])
    return "" if beaten[best] <= LEAD_TOLERANCE else f"{best} beats this mix by {beaten[best]:.2f}"


# --- The pictures -------------------------------------------------------------------------------

AGENT_COLORS = (BLUE, ORANGE, GREEN, RED, INK)
ARROW_GAP = 0.28
"""The distance between an arrow's end and a name."""


def who_beats_whom(names: Sequence[str], table: Sequence[Sequence[float]]) -> Picture:
    """Draw the agents, with arrows that show each one's lead over the agents it beats."""
    places = regular_polygon(len(names))
    low, high = min(y for _, y in places) - 0.25, 1.25
    figure, (ax,) = new_figure(1, 1, (5.2, 5.2 * (high - low) / 2.7))
    words = []
    for i, one in enumerate(names):
        box = {"boxstyle": "round", "facecolor": tint(AGENT_COLORS[i % len(AGENT_COLORS)], 0.7)}
        ax.text(*places[i], one, ha="center", va="center", fontsize="large", bbox=box)
        for j, other in enumerate(names):
            if table[i][j] > 0:
                _draw_arrow(ax, places[i], places[j], f"{table[i][j]:g}")
                words.append(f"{one} beats {other} by {table[i][j]:g}")
    ax.set(xlim=(-1.35, 1.35), ylim=(low, high), aspect="equal")
    ax.axis("off")
    return Picture(figure, f"Who beats whom: {'; '.join(words)}.")


def _draw_arrow(ax: Any, start: tuple[float, float], end: tuple[float, float], label: str) -> None:
    """Draw an arrow between two places, with a number beside its middle."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    style = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.6}
    tip, tail = (
        (end[0] - ARROW_GAP * ux, end[1] - ARROW_GAP * uy),
        (start[0] + ARROW_GAP * ux, start[1] + ARROW_GAP * uy),
    )
    ax.annotate("", tip, tail, arrowprops=style)
    middle = (start[0] + dx / 2 - 0.1 * uy, start[1] + dy / 2 + 0.1 * ux)
    ax.text(*middle, label, ha="center", va="center", color=RED)


def shares(
    history: Sequence[Sequence[int]], names: Sequence[str], exact: Sequence[float]
) -> Picture:
    """Draw the agents' shares during learning, with the exact shares as dashed lines.

    The history has for each round the counts of play of each agent so far. No agent beats the
    exact shares.
    """
    figure, (ax,) = new_figure(1, 1, (8.0, 4.0))
    rounds = range(1, len(history) + 1)
    for k, name in enumerate(names):
        color = AGENT_COLORS[k % len(AGENT_COLORS)]
        ax.plot(rounds, [counts[k] / sum(counts) for counts in history], color=color, label=name)
        ax.axhline(exact[k], color=color, linestyle="--", linewidth=1)
    ax.set(xscale="log", ylim=(0, 1), xlabel="rounds", ylabel="share of all rounds so far")
    ax.legend(frameon=False)
    last = [count / sum(history[-1]) for count in history[-1]]
    told = ", ".join(
        f"{name} {share:.2f} ({float(goal):.2f})"
        for name, share, goal in zip(names, last, exact, strict=True)
    )
    return Picture(figure, f"Shares after {len(history)} rounds, and the exact shares: {told}.")
