"""The most that given rolls can score on a pad: a bound, and why it holds.

Let n be how often a number v was rolled, on either die. On a full sheet:

1. *Groups.* A scoring group of v has exactly v cells, and no cell is in two groups. So there are
   at most n // v of them, and each scores v: together at most the sum of v * (n // v) over all v.
2. *Stars.* A star adds v once more if it lies in a scoring group of v, so only if n >= v. On both
   published pads the two stars are mirrored, so they hold the two numbers of one roll; on
   another pad they may hold numbers of two different rolls. Each scoring group is doubled once,
   so that with the same number v in both, at most min(2, n // v) groups are. The bound takes the
   best of all pairs of numbers that the stars can hold.
3. *Hearts.* Let v be the number in all hearts. They lie in d different pairs of mirrored cells
   (d = 3 on pad B), so v occurs in at least d rolls, and where two of them are mirrored, some
   roll is double v. And each heart's cell is in a scoring group of v or is not. If the groups of
   v fall short of point 1 by j of them, then n // v - j score and n - v * (n // v - j) cells
   of v are in none. A group of v cells holds two hearts only if these are less than v steps
   apart (over cells of the pad); so the hearts that lie in scoring groups need a number of them
   that is counted below (`_groups_needed`), and the others cells that are in none. The smallest
   j that allows this costs v * j points of point 1. The hearts are thus worth at most
   5 - v * j, for the best v, or nothing.

Points 1 and 2 never gain by forgoing a group, so the sum of the three is a bound. It takes no
notice of how groups fit into the pad together: that a sheet reaches it is for search to find.

*The maxima of the game.* A pad of N cells scores at most N by point 1 (each cell is worth one
point at most), 6 for each star by point 2, and 5 for the hearts: 44 + 12 = 56 on pad A, 61 on B,
whatever is rolled. `most` says the same for any pad.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import TYPE_CHECKING

from polygames.games.splitter.scoring import HEARTS_BONUS, NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.splitter.pads import Cell, Pad

__all__ = ["bound", "most"]

Dice = tuple[int, int]


def bound(pad: Pad, rolls: Sequence[Dice]) -> int:
    """Return a total that no sheet with these rolls exceeds, one roll for each round."""
    times = Counter(number for roll in rolls for number in roll)
    scoring = {value: times[value] // value for value in NUMBERS}
    groups = sum(value * count for value, count in scoring.items())
    stars = max(_doubled(pair, scoring) for pair in _star_pairs(pad, rolls))
    hearts = max(0, *(_hearts(pad, rolls, value) for value in NUMBERS)) if pad.hearts else 0
    return groups + stars + hearts


def most(pad: Pad) -> int:
    """Return a total that no sheet of a pad exceeds, whatever is rolled."""
    bonus = HEARTS_BONUS if pad.hearts else 0
    return len(pad.places) + max(NUMBERS) * len(pad.stars) + bonus


def _star_pairs(pad: Pad, rolls: Sequence[Dice]) -> Iterator[Dice]:
    """Yield the pairs of numbers that the two stars can hold."""
    one, two = pad.stars
    if pad.mirror[one] == two:
        yield from rolls
    elif len(rolls) > 1:
        for roll, other in combinations(rolls, 2):
            yield from product(roll, other)


def _doubled(pair: Dice, scoring: dict[int, int]) -> int:
    """Return what two stars can add that hold two numbers."""
    return sum(value * min(scoring[value], pair.count(value)) for value in set(pair))


def _hearts(pad: Pad, rolls: Sequence[Dice], value: int) -> int:
    """Return what a number in all hearts can be worth, less the groups it costs."""
    slots = {min(heart, pad.mirror[heart]) for heart in pad.hearts}
    if sum(value in roll for roll in rolls) < len(slots):
        return 0
    if len(slots) < len(pad.hearts) and (value, value) not in rolls:
        return 0
    times = sum(roll.count(value) for roll in rolls)
    for lost in range(times // value + 1):
        scoring = times // value - lost
        rest = times - value * scoring
        if _fit(pad, value, scoring, rest):
            return max(0, HEARTS_BONUS - value * lost)
    return 0


def _fit(pad: Pad, value: int, scoring: int, rest: int) -> bool:
    """Say whether the hearts fit into so many scoring groups and other cells of a number."""
    hearts = pad.hearts
    return any(
        _groups_needed(pad, inside, value) <= scoring
        for outside in range(min(rest, len(hearts)) + 1)
        for inside in combinations(hearts, len(hearts) - outside)
    )


def _groups_needed(pad: Pad, hearts: tuple[Cell, ...], value: int) -> int:
    """Return how many groups of a number are needed at least to hold some hearts."""
    close = [_steps(pad, *pair) < value for pair in combinations(hearts, 2)]
    if close and all(close):
        return 1
    return len(hearts) - any(close)


def _steps(pad: Pad, start: Cell, end: Cell) -> int:
    """Return how many steps two cells are apart; more than there are cells if none lead there."""
    steps = {start: 0}
    reached = [start]
    for cell in reached:  # grows while it is walked through
        for near in pad.neighbours[cell]:
            if near not in steps:
                steps[near] = steps[cell] + 1
                reached.append(near)
    return steps.get(end, len(pad.places))
