"""An upper bound on the score of given rolls on a pad, with its proof.

Let n be the number of times that a number v was rolled, on either die. On a full sheet:

1. *Groups.* A scoring group of v has exactly v cells, and no cell is in two groups. So there are
   at most n // v of them, and each scores v: together at most the sum of v * (n // v) over all v.
2. *Stars.* A star adds v once more if it lies in a scoring group of v, so only if n >= v. On both
   published pads the two stars are mirrored, so they hold the two numbers of one roll; on
   another pad they may hold numbers of two different rolls. A star doubles each scoring group at
   most once, so with the same number v in both stars, at most min(2, n // v) groups are doubled.
   The bound is the best over all pairs of numbers that the stars can hold.
3. *Hearts.* Let v be the number in all hearts. They lie in d different pairs of mirrored cells
   (d = 3 on pad B), so v occurs in at least d rolls, and where two of them are mirrored, some
   roll is double v. And each heart's cell is in a scoring group of v or is not. If the groups of
   v fall short of point 1 by j of them, then n // v - j score and n - v * (n // v - j) cells
   of v are in none. A group of v cells holds two hearts only if these are less than v steps
   apart (over cells of the pad). So the hearts in scoring groups need a least number of groups
   (`_min_groups`), and each other heart needs a cell of v that is in none. The smallest j that
   allows this costs v * j points of point 1. The hearts are thus worth at most 5 - v * j, for
   the best v, or nothing.

4. *Halves.* The centre line cuts the pad into halves. Two cells that share a side across it are
   mirrored, so a group of v that lies in both halves holds both cells of such a pair, and some
   roll was double v. If there was none, each group of v lies in one half. So let l of the n
   cells with v be on the left: then at most l // v + (n - l) // v groups score, a star doubles a
   group of v only if its own half has one, and point 3 holds for the hearts of each half
   separately. The orientations of the rolls determine the counts l of all numbers. The bound is
   the best over all counts that some orientations reach.

5. *Ones.* The mirror image of a group of v in one half, v > 1, is also v connected cells. Two 1s
   that share a side score nothing. Of v connected cells at most v - ceil((v - 1) / 4) are
   pairwise not adjacent: at least v - 1 sides connect them, each such side has one of the other
   cells at an end, and a cell has at most four sides. So suppose that all n // v groups score,
   and that there are so many rolls (1, v) that more 1s than that are in the mirror image of one
   group. Then two 1s score nothing. Otherwise a group of v does not score, which costs no less.
   These 1s were rolled with a v, so those of another v are different 1s: each such v costs 2
   points. If the hearts cost groups of v by point 3, that may be the same group, so the two
   costs are counted once.

No point gains by giving up a group of another, so the sum is a bound. It ignores how the groups fit
into the pad together, so it may be too high; only a search can find a sheet that reaches it.

*The maxima of the game.* A pad of N cells scores at most N by point 1 (each cell is worth one
point at most), 6 for each star by point 2, and 5 for the hearts: 44 + 12 = 56 on pad A, 61 on B,
for any rolls. `max_total` returns this maximum for any pad.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from polygames.games.splitter.scoring import DIE_NUMBERS, HEARTS_BONUS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.games.splitter.pads import Cell, Pad

CELL_SIDE_COUNT = 4
"""The number of sides of a cell."""

Dice = tuple[int, int]


class BoundCase(NamedTuple):
    """A class of sheets with the same numbers in stars and hearts, and its upper bound."""

    stars: Dice
    heart: int | None
    """The number in all hearts; None if they score nothing."""
    bound: int


def upper_bound(pad: Pad, rolls: Sequence[Dice]) -> int:
    """Return an upper bound on the total of any sheet that is filled with these rolls."""
    halves = HalfCounts(pad, rolls)
    stars = map(max, zip(*halves.star_points().values(), strict=True))
    hearts = map(max, zip(*halves.heart_points().values(), strict=True))
    return max(map(sum, zip(halves.group_points, stars, hearts, strict=True)))


def list_cases(pad: Pad, rolls: Sequence[Dice]) -> list[BoundCase]:
    """Return the bounds for all ways to fill the stars and hearts; `upper_bound` is the largest."""
    halves = HalfCounts(pad, rolls)
    hearts = halves.heart_points().items()
    return [
        BoundCase(
            numbers, heart, max(map(sum, zip(halves.group_points, doubled, worth, strict=True)))
        )
        for numbers, doubled in halves.star_points().items()
        for heart, worth in hearts
    ]


def max_total(pad: Pad) -> int:
    """Return an upper bound on the total of any sheet of a pad, for any rolls."""
    bonus = HEARTS_BONUS if pad.hearts else 0
    return len(pad.places) + max(DIE_NUMBERS) * len(pad.stars) + bonus


def _star_pairs(pad: Pad, rolls: Sequence[Dice]) -> Iterator[Dice]:
    one, two = pad.stars
    if pad.mirror[one] == two:
        yield from rolls
    elif len(rolls) > 1:
        for roll, other in combinations(rolls, 2):
            yield from product(roll, other)


class HalfCounts:
    """Bounds on the points, for each possible count of the numbers in the left half (point 4).

    The number 1 and numbers with a rolled double are free of halves: their count is always 0.
    """

    def __init__(self, pad: Pad, rolls: Sequence[Dice]) -> None:
        self.pad = pad
        self.rolls = rolls
        self.counts = Counter(number for roll in rolls for number in roll)
        self.free_numbers = {1, *(one for one, other in rolls if one == other)}
        self.left_counts = self._reachable_counts()
        parts = [self._tabulate(value, self._number_points) for value in DIE_NUMBERS]
        self.group_points = [sum(each) for each in zip(*parts, strict=True)]
        """The bound on the points of all groups, for each entry of `reached`."""

    def _reachable_counts(self) -> list[tuple[int, ...]]:
        """Return all possible tuples of the counts of 1 to 6 in the left half, given the rolls."""
        reached = {(0,) * len(DIE_NUMBERS)}
        for roll in self.rolls:
            reached = {
                self._with_number_on_left(left, number) for left in reached for number in roll
            }
        return sorted(reached)

    def _with_number_on_left(self, left_counts: tuple[int, ...], number: int) -> tuple[int, ...]:
        if number in self.free_numbers:
            return left_counts
        return (*left_counts[: number - 1], left_counts[number - 1] + 1, *left_counts[number:])

    def _tabulate(self, value: int, function: Callable[[int, int], int]) -> list[int]:
        """Return ``function(value, left_count)`` for each entry of `left_counts`."""
        known = [function(value, left) for left in range(self.counts[value] + 1)]
        return [known[left[value - 1]] for left in self.left_counts]

    def _number_points(self, value: int, left_count: int) -> int:
        return value * self._count_groups(value, left_count) - self._points_lost_by_ones(
            value, left_count
        )

    def _count_in_half(self, value: int, left_count: int, half: int) -> int:
        """Return a number's count in half 0 (left) or 1, or its full count if it is free."""
        if value in self.free_numbers:
            return self.counts[value]
        return self.counts[value] - left_count if half else left_count

    def _count_groups(self, value: int, left_count: int) -> int:
        if value in self.free_numbers:
            return self.counts[value] // value
        return left_count // value + (self.counts[value] - left_count) // value

    def _points_lost_by_ones(self, value: int, left_count: int) -> int:
        """Return the points lost to adjacent 1s opposite the groups of a number (point 5)."""
        if value in self.free_numbers:
            return 0
        groups = self._count_groups(value, left_count)
        apart = value - ceil((value - 1) / CELL_SIDE_COUNT)
        ones = sum({1, value} == set(roll) for roll in self.rolls)
        outside = self.counts[value] - value * groups
        return 2 * (ones - outside > groups * apart)

    def star_points(self) -> dict[Dice, list[int]]:
        """Return the points for each pair of numbers on the stars, parallel to `left_counts`."""
        pairs = set(_star_pairs(self.pad, self.rolls))
        pairs |= {pair[::-1] for pair in pairs}
        return {pair: self._star_bonus(pair) for pair in sorted(pairs)}

    def _star_bonus(self, numbers: Dice) -> list[int]:
        """Return the points added by having these numbers on stars, parallel to `left_counts`."""
        one, two = (_half_of_cell(self.pad, star) for star in self.pad.stars)
        value, other = numbers
        if value == other and (value in self.free_numbers or one == two):
            return self._tabulate(
                value, lambda v, left: v * min(2, self._count_in_half(v, left, one) // v)
            )
        first = self._tabulate(value, lambda v, left: v * (self._count_in_half(v, left, one) >= v))
        second = self._tabulate(other, lambda v, left: v * (self._count_in_half(v, left, two) >= v))
        return [sum(both) for both in zip(first, second, strict=True)]

    def heart_points(self) -> dict[int | None, list[int]]:
        """Return the points for filling all hearts with each number, parallel to `left_counts`."""
        worths: dict[int | None, list[int]] = {None: [0] * len(self.left_counts)}
        for value in DIE_NUMBERS if self.pad.hearts else ():
            if worth := _net_heart_points(self.pad, self.rolls, value):
                found = self._heart_points_by_count(value, worth)
                if any(found):
                    worths[value] = [found[left[value - 1]] for left in self.left_counts]
        return worths

    def _heart_points_by_count(self, value: int, points: int) -> list[int]:
        """Return the points for filling all hearts with a number, by its count in the left half."""
        times = self.counts[value]
        if value in self.free_numbers:
            return [points] * (times + 1)
        costs = []
        for half in (0, 1):
            hearts = tuple(
                heart for heart in self.pad.hearts if _half_of_cell(self.pad, heart) == half
            )
            costs.append(
                [_count_lost_groups(self.pad, hearts, value, count) for count in range(times + 1)]
            )
        found = []
        for left in range(times + 1):
            rest = max(0, HEARTS_BONUS - value * (costs[0][left] + costs[1][times - left]))
            costs_groups = 0 < rest < HEARTS_BONUS
            found.append(rest + costs_groups * self._points_lost_by_ones(value, left))
        return found


def _half_of_cell(pad: Pad, cell: Cell) -> int:
    return int(cell > pad.mirror[cell])


def _net_heart_points(pad: Pad, rolls: Sequence[Dice], value: int) -> int:
    """Return a bound on the heart points of a number, less the points of the groups it gives up."""
    slots = {min(heart, pad.mirror[heart]) for heart in pad.hearts}
    if sum(value in roll for roll in rolls) < len(slots):
        return 0
    if len(slots) < len(pad.hearts) and (value, value) not in rolls:
        return 0
    times = sum(roll.count(value) for roll in rolls)
    return max(0, HEARTS_BONUS - value * _count_lost_groups(pad, pad.hearts, value, times))


def _count_lost_groups(pad: Pad, hearts: tuple[Cell, ...], value: int, times: int) -> int:
    """Return the least number of groups lost by filling hearts, or `HEARTS_BONUS` if impossible."""
    for lost in range(times // value + 1):
        scoring = times // value - lost
        if _can_cover_hearts(pad, hearts, value, scoring, times - value * scoring):
            return lost
    return HEARTS_BONUS


def _can_cover_hearts(
    pad: Pad, hearts: tuple[Cell, ...], value: int, scoring_groups: int, other_cells: int
) -> bool:
    """Return True if a number's scoring groups and other cells can contain all the hearts."""
    return any(
        _min_groups(pad, inside, value) <= scoring_groups
        for outside in range(min(other_cells, len(hearts)) + 1)
        for inside in combinations(hearts, len(hearts) - outside)
    )


def _min_groups(pad: Pad, hearts: tuple[Cell, ...], value: int) -> int:
    """Return a lower bound on how many groups of the number `value` cover the given hearts."""
    close = [_step_distance(pad, *pair) < value for pair in combinations(hearts, 2)]
    if close and all(close):
        return 1
    return len(hearts) - any(close)


def _step_distance(pad: Pad, start: Cell, end: Cell) -> int:
    """Return the number of steps between two cells, or the number of cells if there is no path."""
    steps = {start: 0}
    reached = [start]
    for cell in reached:  # grows while it is walked through
        for near in pad.neighbours[cell]:
            if near not in steps:
                steps[near] = steps[cell] + 1
                reached.append(near)
    return steps.get(end, len(pad.places))
