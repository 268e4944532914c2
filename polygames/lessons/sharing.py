"""Lesson 11, fair division."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.conjectures import Case, claim_fault, make_try_to_break
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    all_close,
    as_set,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, new_figure
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, tint

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Cake: TypeAlias = tuple[int, ...]
TEST_CAKES: Final[list[Cake]] = [
    (1, 1, 1, 1),
    (0, 0, 4, 4),
    (6, 1, 1, 1, 1),
    (2, 3, 0, 5, 2),
    (1, 0, 0, 1),
]


@exercise
def exercise_1(worth: Any) -> AnswerAndTrials:
    """Check a function that returns the value of part of a cake, given the values of its slices."""
    half = Fraction(1, 2)
    parts: list[tuple[Any, Any]] = [(0, 4), (1, 3), (1, 1), (half / 2, half), (half, 3 + half)]
    cases = [(cake, *part) for cake in TEST_CAKES for part in parts]
    at = cases.index
    return calls(worth, *cases), [
        (lambda got: is_close(got[0], 4), "all four slices of (1, 1, 1, 1) are worth 4."),
        (
            lambda got: is_close(got[1], 2),
            "the part from 1 to 3 has the slices 1 and 2, but not the slice 3.",
        ),
        (lambda got: is_close(got[2], 0), "the part from 1 to 1 is empty, so it is worth 0."),
        (
            lambda got: is_close(got[at((TEST_CAKES[2], *parts[3]))], Fraction(3, 2)),
            "from 1/4 to 1/2 there is a quarter of a slice. The whole slice is worth 6.",
        ),
        (
            all_close(_part_value(*case) for case in cases),
            "add the worth of each slice. Count only the part between the two places.",
        ),
    ]


@exercise
def exercise_2(cut: Any) -> AnswerAndTrials:
    """Check a function that returns where a part of a cake with a given value ends."""
    cases: list[tuple[Cake, Any, Fraction]]
    cases = [(cake, 0, Fraction(sum(cake), k)) for cake in TEST_CAKES for k in (2, 3)]
    cases += [(cake, 1, Fraction(sum(cake), 4)) for cake in TEST_CAKES[:4]]
    cases += [(TEST_CAKES[1], 0, Fraction(0)), (TEST_CAKES[1], 1, Fraction(0))]
    cases += [
        (TEST_CAKES[2], Fraction(1, 2), Fraction(1)),
        (TEST_CAKES[3], Fraction(5, 4), Fraction(2)),
    ]
    cases += [(TEST_CAKES[0], 3, Fraction(1, 2)), (TEST_CAKES[1], 0, Fraction(7))]
    right = [_cut_point(*case) for case in cases]
    return calls(cut, *cases), [
        (lambda got: is_close(got[0], 2), "half of (1, 1, 1, 1) ends at 2."),
        (lambda got: is_close(got[2], 3), "half of (0, 0, 4, 4) ends at 3."),
        (
            lambda got: is_close(got[4], Fraction(5, 6)),
            "the half of (6, 1, 1, 1, 1) ends inside the first slice.",
        ),
        (
            lambda got: all(
                is_close(_part_value(cake, left, place), amount)
                for place, (cake, left, amount) in zip(got, cases, strict=True)
            ),
            "start at `left`. Go on until you reach the amount.",
        ),
        (all_close(right), "if several places are right, take the first."),
    ]


@exercise
def exercise_3(moving: Any) -> AnswerAndTrials:
    """Check a function that divides a cake among several people by the moving-knife method."""
    cases: list[list[Cake]] = [
        [(1, 1, 1, 1), (0, 0, 4, 4)],
        [(0, 0, 4, 4), (1, 1, 1, 1)],
        [(6, 1, 1, 1, 1), (2, 3, 0, 5, 2), (1, 1, 1, 1, 1)],
        [(1, 1, 2, 1, 1), (3, 3, 0, 0, 3), (0, 1, 1, 1, 6)],
        [(1, 1, 1, 1), (1, 1, 1, 1)],
        [(0, 0, 6), (2, 2, 2), (2, 2, 2)],
    ]
    right = [_moving_knife_parts(cakes) for cakes in cases]
    return calls(moving, *(([*cakes],) for cakes in cases)), [
        (
            lambda got: {*got[0]} == {0, 1} and len(got[3]) == len(cases[3]),
            "return a dictionary: for each person's number, the start and the end of their part.",
        ),
        (lambda got: is_close(got[0][0][1], 2), "the first person with 1/n calls stop first."),
        (lambda got: is_close(got[1][1][1], 2), "any person may call first. Here it is person 1."),
        (
            lambda got: all(is_close(got[4][p][1], right[4][p][1]) for p in (0, 1)),
            "if two call at the same time, the smaller number gets the part.",
        ),
        (
            lambda got: all(
                all(is_close(end[1], way[p][1]) for p, end in parts.items())
                for parts, way in zip(got, right, strict=True)
            ),
            "each person wants 1/n of *their whole cake*, counted from the last stop of the knife.",
        ),
        (
            lambda got: all(
                all(is_close(a, b) for p in way for a, b in zip(parts[p], way[p], strict=True))
                for parts, way in zip(got, right, strict=True)
            ),
            "each part starts where the last one ended. The last person gets all the rest.",
        ),
    ]


@exercise
def exercise_4(envious: Any) -> AnswerAndTrials:
    """Check a function that returns pairs of people in which the first envies the second."""
    cakes: list[Cake] = [(1, 1, 1, 1, 1, 1), (6, 0, 0, 0, 0, 6), (1, 1, 1, 1, 1, 1)]
    fair = {0: (0, 2), 1: (2, 4), 2: (4, 6)}
    one = {0: (0, 3), 1: (3, 4), 2: (4, 6)}
    two, both = {0: (0, 3), 1: (3, 6)}, {0: (1, 5), 1: (5, 6)}
    cases = [(cakes, fair), (cakes, one), (cakes[:2], two), (cakes[1:], both)]
    return calls(envious, *cases), [
        (lambda got: as_set(got[2]) == set(), "both people have one half. Nobody envies anybody."),
        (
            lambda got: as_set(got[0]) == {(1, 0), (1, 2)},
            "return pairs of people. Person 1 likes the two ends, and got the middle, from 2 to 4.",
        ),
        (
            lambda got: as_set(got[1]) == {(1, 0), (1, 2), (2, 0)},
            "compare the two parts by the taste of the *first* person of the pair.",
        ),
        (
            lambda got: as_set(got[3]) == {(0, 1), (1, 0)},
            "every person may feel envy, also person 0.",
        ),
    ]


@exercise
def exercise_5(settled: Any) -> AnswerAndTrials:
    """Check a function that returns the result of seat 0 after sealed bids for the blue side."""
    cases = [(6, 6, 6), (6, 8, 4), (6, 4, 8), (6, 6, 2), (-3, -3, 1), (10, 6, 4), (2, 9, 3)]
    cases += [(6, 8, 8), (6, 4, 4), (6, 5, 2), (7, -4, -1)]
    right = [_bidding_result(*case) for case in cases]
    return calls(settled, *cases), [
        (lambda got: is_close(got[0], 0), "both bid the true value of Blue, so nobody gains."),
        (
            lambda got: is_close(got[5], 5),
            "you bid 6, and they bid 4. Blue wins by 10 here, and you pay 5: 5.",
        ),
        (
            lambda got: is_close(got[2], 0),
            "they bid more, so they are Blue. They win by 6 and pay you 6: 0.",
        ),
        (
            lambda got: is_close(got[7], -2) and is_close(got[8], 2),
            "if the bids are equal, you are Blue and pay.",
        ),
        (
            all_close(right),
            "the price is the mean of both bids. Blue pays it to Red, the lower bidder.",
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _part_value(cake: Sequence[int], left: Any, right: Any) -> Any:
    return sum(w * max(0, min(k + 1, right) - max(k, left)) for k, w in enumerate(cake))


def _cut_point(cake: Sequence[int], left: Any, amount: Any) -> Any:
    for k, each in enumerate(cake):
        begin = max(k, left)
        there = each * max(0, k + 1 - begin)
        if amount <= there:
            return begin + (Fraction(amount) / each if each else 0)
        amount -= there
    return len(cake)


def _moving_knife_parts(cakes: Sequence[Cake]) -> dict[int, tuple[Any, Any]]:
    left, parts, people = 0, {}, [*range(len(cakes))]
    while len(people) > 1:
        stops = {p: _cut_point(cakes[p], left, Fraction(sum(cakes[p]), len(cakes))) for p in people}
        first = min(people, key=lambda p: stops[p])
        parts[first] = (left, stops[first])
        left = stops[first]
        people.remove(first)
    parts[people[0]] = (left, len(cakes[0]))
    return parts


def _envious_pairs(
    cakes: Sequence[Cake], parts: Mapping[int, tuple[Any, Any]]
) -> set[tuple[int, int]]:
    worth = {(p, q): _part_value(cakes[p], *parts[q]) for p in parts for q in parts}
    return {(p, q) for p, q in worth if worth[p, q] > worth[p, p]}


def _bidding_result(value: float, my_bid: float, their_bid: float) -> float:
    price = (my_bid + their_bid) / 2
    return value - price if my_bid >= their_bid else price - value


go_on = make_go_on(
    worth=(exercise_1, _part_value),
    cut=(exercise_2, _cut_point),
    moving_knife=(exercise_3, _moving_knife_parts),
    envious=(exercise_4, _envious_pairs),
    settled=(exercise_5, _bidding_result),
)


# --- The conjecture -----------------------------------------------------------------------------

CAKES_SHARED: Final = 400
"""The number of cakes that are shared by three people with random tastes."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture: the order in which three people leave, and envious pairs."""
    rng = Random(3)
    for _ in range(CAKES_SHARED):
        cakes = [tuple(rng.choices(range(1, 5), k=6)) for _ in "abc"]
        parts = _moving_knife_parts(cakes)
        order, envy = [*parts], _envious_pairs(cakes, parts)
        tastes = ", ".join("".join(map(str, cake)) for cake in cakes)
        words = f"the tastes {tastes} (they leave in the order {order}, envy {sorted(envy)})"
        yield Case(([*order], {*envy}), words, claim_fault)


try_to_break = make_try_to_break(cases)


# --- The pictures -------------------------------------------------------------------------------

PERSON_COLORS: Final = (BLUE, ORANGE, GREEN)


def cakes(
    tastes: Mapping[str, Sequence[float]], parts: Mapping[int, tuple[Any, Any]] | None = None
) -> Picture:
    """Draw each person's values for the slices of a cake, with everyone's part in their colour.

    The tastes have the value of each slice by person. The parts have the start and the end of each
    person's part, by number; without parts there is one colour.
    """
    figure, axes = new_figure(len(tastes), 1, (8.4, 1.7 * len(tastes) + 0.6), sharex=True)
    names = [*tastes]
    for ax, name in zip(axes, names, strict=True):
        for k, height in enumerate(tastes[name]):
            ax.fill_between((k, k + 1), height, color=tint(GREY, 0.25), linewidth=0)
            for person, (left, right) in (parts or {}).items():
                ends = (max(k, float(left)), min(k + 1, float(right)))
                if ends[0] < ends[1]:
                    ax.fill_between(
                        ends, height, color=tint(PERSON_COLORS[person], 0.6), linewidth=0
                    )
            ax.plot((k, k, k + 1, k + 1), (0, height, height, 0), color=INK, linewidth=1)
        ax.set(title=f"as {name} sees it", ylabel="worth", ylim=(0, None))
    for person, (left, right) in (parts or {}).items():
        middle, top = float(left + right) / 2, axes[-1].get_ylim()[1]
        axes[-1].text(middle, 0.4 * top, names[person], ha="center", color=INK, fontsize=11)
    axes[-1].set_xticks(range(len(tastes[names[0]]) + 1))
    told = "; ".join(f"{name}: {', '.join(map(str, taste))}" for name, taste in tastes.items())
    got = [
        f"{names[p]} gets {float(left):.3g} to {float(right):.3g}"
        for p, (left, right) in (parts or {}).items()
    ]
    return Picture(figure, f"A cake. Worth of its slices to {told}. {'; '.join(got)}")


def differences(groups: Mapping[str, Sequence[float]], width: int = 10) -> Picture:
    """Draw histograms of the sizes of final leads, a panel for each way to share the board.

    The width of a bar is in points.
    """
    figure, axes = new_figure(
        len(groups), 1, (8.4, 2.1 * len(groups) + 0.5), sharex=True, sharey=True
    )
    most = max(abs(lead) for leads in groups.values() for lead in leads)
    edges = [width * k for k in range(int(most // width) + 2)]
    for ax, (name, leads) in zip(axes, groups.items(), strict=True):
        ax.hist([abs(lead) for lead in leads], bins=edges, color=tint(BLUE, 0.6), edgecolor="white")
        ax.set(title=name, ylabel="boards")
    axes[-1].set(xlabel="lead of one player, in points")
    means = [
        f"{name}: {sum(map(abs, leads)) / len(leads):.1f} on average"
        for name, leads in groups.items()
    ]
    return Picture(figure, f"Lead of one player, in points. {'; '.join(means)}.")
