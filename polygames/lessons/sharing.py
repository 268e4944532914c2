"""Lesson 11, fair division."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import permutations, product
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.lessons.conjectures import Case, claim_fault, make_try_to_break
from polygames.lessons.domains import Domain, agrees, satisfies
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    as_set,
    calls,
    exercise,
    is_close,
    make_go_on,
    to_plain,
)
from polygames.lessons.figures import Picture, new_figure
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, tint

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Cake: TypeAlias = tuple[int, ...]
Parts: TypeAlias = dict[int, tuple[Any, Any]]
MAX_DENOMINATOR: Final = 1_000_000
"""The largest denominator of a place on a cake. Places with rounding errors become exact."""
PLACE_TOLERANCE: Final = 0.01
"""The largest error of a place that several cuts lead to, each rounded to three digits."""


def _small_cakes() -> Iterator[Cake]:
    """Yield all cakes of up to three slices that are worth 0, 1 or 2, small ones first."""
    for size in (1, 2, 3):
        yield from sorted(product(range(3), repeat=size), key=sum)


def _draw_cake(rng: Random, slices: int, least: int = 0) -> Cake:
    return (rng.randint(max(least, 1), 9), *(rng.randint(least, 9) for _ in range(slices - 1)))


def _halves(start: Any, stop: Any) -> list[Any]:
    """Return the numbers from `start` to `stop` in steps of one half, whole ones as int."""
    twice = range(int(2 * start), int(2 * stop) + 1)
    return [Fraction(n, 2) if n % 2 else n // 2 for n in twice]


def _small_parts() -> Iterator[tuple[Cake, Any, Any]]:
    """Yield cakes with the two ends of a part, small cakes first."""
    for cake in _small_cakes():
        places = _halves(0, len(cake))
        yield from ((cake, left, right) for left in places for right in places if left <= right)


def _draw_part(rng: Random) -> tuple[Cake, Any, Any]:
    """Return a cake of up to eight slices with the two ends of a part."""
    cake = _draw_cake(rng, rng.randint(1, 8))
    left, right = sorted(rng.randint(0, 8 * len(cake)) for _ in "ab")
    return cake, Fraction(left, 8), Fraction(right, 8)


def _small_cuts() -> Iterator[tuple[Cake, Any, Any]]:
    """Yield cakes with the start of a part and its worth, small cakes first."""
    for cake in _small_cakes():
        for left in _halves(0, len(cake) - 1):
            left_over = _part_value(cake, left, len(cake))
            yield from ((cake, left, amount) for amount in _halves(0, left_over))


def _draw_cut(rng: Random) -> tuple[Cake, Any, Any]:
    """Return a cake of up to eight slices with the start of a part and its worth."""
    cake, left, _ = _draw_part(rng)
    left = min(left, len(cake) - Fraction(1, 8))
    return cake, left, _part_value(cake, left, len(cake)) * Fraction(rng.randint(0, 12), 12)


def _small_tables() -> Iterator[tuple[list[Cake]]]:
    """Yield the cakes of up to three people, few people first."""
    cakes: list[Cake] = [cake for cake in _small_cakes() if len(cake) == 2 and any(cake)]
    yield from (([*people],) for n in (1, 2, 3) for people in product(cakes, repeat=n))


def _draw_table(rng: Random) -> tuple[list[Cake]]:
    """Return the cakes of two to five people."""
    slices = rng.randint(2, 6)
    return ([_draw_cake(rng, slices, least=1) for _ in range(rng.randint(2, 5))],)


def _small_shares() -> Iterator[tuple[list[Cake], Parts]]:
    """Yield cakes of three slices for two and three people, with the part of each person."""
    for n, max_worth in ((2, 2), (3, 1)):
        cakes = [*product(range(max_worth + 1), repeat=3)]
        pieces = [((0, 1), (1, 3)), ((0, 2), (2, 3))] if n == 2 else [((0, 1), (1, 2), (2, 3))]
        given = [dict(enumerate(order)) for each in pieces for order in permutations(each)]
        yield from (([*people], parts) for people in product(cakes, repeat=n) for parts in given)


def _draw_share(rng: Random) -> tuple[list[Cake], Parts]:
    """Return the cakes of two to five people, with the part of each person."""
    n, slices = rng.randint(2, 5), rng.randint(2, 6)
    stops = sorted(Fraction(rng.randint(0, 2 * slices), 2) for _ in range(n - 1))
    pieces = [*zip([0, *stops], [*stops, slices], strict=True)]
    rng.shuffle(pieces)
    return [_draw_cake(rng, slices) for _ in range(n)], dict(enumerate(pieces))


CAKE_PARTS: Final = Domain(
    "all cakes of up to three slices worth 0, 1 or 2, with both places in steps of one half",
    _small_parts,
    _draw_part,
)
CAKE_CUTS: Final = Domain(
    "all cakes of up to three slices worth 0, 1 or 2, with `left` and the amount in steps of one"
    " half",
    _small_cuts,
    _draw_cut,
)
KNIFE_TABLES: Final = Domain(
    "up to three people with all cakes of two slices worth 0, 1 or 2, but not both 0",
    _small_tables,
    _draw_table,
)
CAKE_SHARES: Final = Domain(
    "all cakes of three slices, worth 0, 1 or 2 to two people, and 0 or 1 to three",
    _small_shares,
    _draw_share,
)
BID_TRIPLES: Final = Domain(
    "all triples of whole numbers from -3 to 3",
    lambda: sorted(product(range(-3, 4), repeat=3), key=lambda bids: sum(map(abs, bids))),
    lambda rng: tuple(rng.randint(-40, 40) for _ in range(3)),
)


@exercise
def exercise_1(worth: Any) -> AnswerAndTrials:
    """Check a function that returns the value of part of a cake, given the values of its slices."""
    square, slices, quarter = (1, 1, 1, 1), (6, 1, 1, 1, 1), Fraction(1, 4)
    cases = [(square, 0, 4), (square, 1, 3), (square, 1, 1), (slices, quarter, 2 * quarter)]
    return calls(worth, *cases), [
        (lambda got: is_close(got[0], 4), "all four slices of (1, 1, 1, 1) are worth 4."),
        (
            lambda got: is_close(got[1], 2),
            "the part from 1 to 3 has the slices 1 and 2, but not the slice 3.",
        ),
        (lambda got: is_close(got[2], 0), "the part from 1 to 1 is empty, so it is worth 0."),
        (
            lambda got: is_close(got[3], Fraction(3, 2)),
            "from 1/4 to 1/2 there is a quarter of a slice. The whole slice is worth 6.",
        ),
        agrees(
            worth,
            CAKE_PARTS,
            _part_value,
            "add the worth of each slice. Count only the part between the two places.",
            same=is_close,
        ),
    ]


@exercise
def exercise_2(cut: Any) -> AnswerAndTrials:
    """Check a function that returns where a part of a cake with a given value ends."""
    cases = [((1, 1, 1, 1), 0, 2), ((0, 0, 4, 4), 0, 4), ((6, 1, 1, 1, 1), 0, 5)]
    return calls(cut, *cases), [
        (lambda got: is_close(got[0], 2), "half of (1, 1, 1, 1) ends at 2."),
        (lambda got: is_close(got[1], 3), "half of (0, 0, 4, 4) ends at 3."),
        (
            lambda got: is_close(got[2], Fraction(5, 6)),
            "the half of (6, 1, 1, 1, 1) ends inside the first slice.",
        ),
        agrees(
            cut,
            CAKE_CUTS,
            _cut_point,
            "start at `left`. Go on until you reach the amount. If several places are right, take"
            " the first.",
            same=is_close,
        ),
    ]


@exercise
def exercise_3(moving: Any) -> AnswerAndTrials:
    """Check a function that divides a cake among several people by the moving-knife method."""
    even, right, three = (1, 1, 1, 1), (0, 0, 4, 4), [(1, 1, 2), (3, 3, 0), (0, 1, 1)]
    return calls(moving, ([even, right],), ([right, even],), (three,), ([even, even],)), [
        (
            lambda got: {*got[0]} == {0, 1} and len(got[2]) == len(three),
            "return a dictionary: for each person's number, the start and the end of their part.",
        ),
        (lambda got: is_close(got[0][0][1], 2), "the first person with 1/n calls stop first."),
        (lambda got: is_close(got[1][1][1], 2), "any person may call first. Here it is person 1."),
        (
            lambda got: is_close(got[3][0][1], 2),
            "if two call at the same time, the smaller number gets the part.",
        ),
        satisfies(
            moving,
            KNIFE_TABLES,
            _are_knife_parts,
            "each person wants 1/n of *their whole cake*. Each part starts at the last stop of the"
            " knife. The last person gets all the rest.",
        ),
    ]


def _are_knife_parts(said: Any, cakes: Sequence[Cake]) -> bool:
    """Return True for the parts by a moving knife, up to rounding.

    If two people call at the same time, the smaller number comes first. This is checked only where
    places have no rounding errors.
    """
    parts, left = _exact_parts(said), Fraction(0)
    order = sorted(parts, key=lambda p: parts[p])
    for k, person in enumerate(order[:-1]):
        stops = {p: _fair_stop(cakes, p, left) for p in sorted(order[k:])}
        first = min(stops, key=lambda p: stops[p])
        late = stops[person] - stops[first]
        exact = (8 * left).denominator == (8 * stops[first]).denominator == 1
        if person != first and (exact or late > PLACE_TOLERANCE):
            return False
        if not _are_close(parts[person], (left, stops[person])):
            return False
        left = stops[person]
    return sorted(order) == [*range(len(cakes))] and _are_close(
        parts[order[-1]], (left, len(cakes[0]))
    )


def _are_close(part: tuple[Any, Any], expected: tuple[Any, Any]) -> bool:
    return all(map(partial(is_close, tolerance=PLACE_TOLERANCE), part, expected))


@exercise
def exercise_4(envious: Any) -> AnswerAndTrials:
    """Check a function that returns pairs of people in which the first envies the second."""
    cakes: list[Cake] = [(1, 1, 1, 1, 1, 1), (6, 0, 0, 0, 0, 6), (1, 1, 1, 1, 1, 1)]
    fair, two = {0: (0, 2), 1: (2, 4), 2: (4, 6)}, {0: (0, 3), 1: (3, 6)}
    return calls(envious, (cakes, fair), (cakes[:2], two)), [
        (lambda got: as_set(got[1]) == set(), "both people have one half. Nobody envies anybody."),
        (
            lambda got: as_set(got[0]) == {(1, 0), (1, 2)},
            "return pairs of people. Person 1 likes the two ends, and got the middle, from 2 to 4.",
        ),
        agrees(
            envious,
            CAKE_SHARES,
            _envious_pairs,
            "compare the two parts by the taste of the *first* person of the pair.",
            form=as_set,
        ),
    ]


@exercise
def exercise_5(settled: Any) -> AnswerAndTrials:
    """Check a function that returns the result of seat 0 after sealed bids for the blue side."""
    return calls(settled, (6, 6, 6), (10, 6, 4), (6, 4, 8), (6, 8, 8)), [
        (lambda got: is_close(got[0], 0), "both bid the true value of Blue, so nobody gains."),
        (
            lambda got: is_close(got[1], 5),
            "you bid 6, and they bid 4. Blue wins by 10 here, and you pay 5: 5.",
        ),
        (
            lambda got: is_close(got[2], 0),
            "they bid more, so they are Blue. They win by 6 and pay you 6: 0.",
        ),
        (lambda got: is_close(got[3], -2), "if the bids are equal, you are Blue and pay."),
        agrees(
            settled,
            BID_TRIPLES,
            _bidding_result,
            "the price is the mean of both bids. Blue pays it to Red, the lower bidder.",
            same=is_close,
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


def _fair_stop(cakes: Sequence[Cake], person: int, left: Any) -> Fraction:
    """Return the place where a person has a fair share of the whole cake from `left` on."""
    fair = Fraction(sum(cakes[person]), len(cakes))
    return Fraction(_cut_point(cakes[person], left, fair))


def _moving_knife_parts(cakes: Sequence[Cake]) -> Parts:
    left: Any = 0
    parts: Parts = {}
    people = [*range(len(cakes))]
    while len(people) > 1:
        stops = {p: _fair_stop(cakes, p, left) for p in people}
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


def _exact(place: Any) -> Any:
    """Return a place on a cake as a fraction without the rounding error of a float."""
    plain = to_plain(place)
    if not isinstance(plain, int | float | Fraction):
        return plain  # for example None, if the cake is not worth the amount
    return Fraction(plain).limit_denominator(MAX_DENOMINATOR)


def _exact_parts(parts: Any) -> Parts:
    """Return the parts of people, in any types of numbers, as pairs of fractions by int."""
    return {
        int(person): (_exact(left), _exact(right))
        for person, (left, right) in to_plain(parts).items()
    }


go_on = make_go_on(
    worth=(exercise_1, _part_value, to_plain),
    cut=(exercise_2, _cut_point, _exact),
    moving_knife=(exercise_3, _moving_knife_parts, _exact_parts),
    envious=(exercise_4, _envious_pairs, lambda pairs: sorted(as_set(to_plain(pairs)))),
    settled=(exercise_5, _bidding_result, to_plain),
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
