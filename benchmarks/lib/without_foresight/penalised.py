"""The best sheet in hindsight, less what was luck: an information relaxation.

Who sees all rolls before the first placement can do better than any player. Of what he scores a
*penalty* is taken that no player pays in the mean: in each round what the roll is worth beyond a
mean one, by some values (Brown, Smith and Sun, Information relaxations and duality in stochastic
dynamic programs, 2010). The mean of the best that is left bounds every player, whatever values are
taken; good ones bound better.

The values of a sheet are those of the two games that `halves` and `stars` solve, added up. They
know two things of a sheet alone: how the numbers are shared out to the halves, and which roll
stands where the stars are. The bound on all sheets with given rolls
(`polygames.games.splitter.optimum.bound`) knows no more, so the penalised problem stays tractable:

* since the values are exact, the penalty leaves the value at the start, less what each choice gave
  away (its *regret*), plus what the bound counts beyond both games: never more than 0;
* the regrets of the sides are added up over all ways to write the rolls, by dynamic programming
  over how many of each number stand on the left;
* the regret of the stars depends on the round of the roll that is written there.

The stars' roll may be written on the one side in the first sum and on the other one in the second:
that only adds to the bound. So it is a bound on the penalised problem, not its exact maximum.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.lib.without_foresight import halves, stars
from polygames.games.splitter.optimum.bound import Halves
from polygames.games.splitter.scoring import HEARTS_BONUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.splitter.pads import Pad

Dice = tuple[int, int]
Counts = tuple[int, ...]


def fits(pad: Pad) -> bool:
    """Say whether the stars of a pad hold the two numbers of one roll."""
    one, two = pad.stars
    return pad.mirror[one] == two


def for_all_rolls(pad: Pad) -> float:
    """Return what no player exceeds in the mean, proved without drawing any rolls."""
    hearts = HEARTS_BONUS if pad.hearts else 0
    return halves.bound(pad.rounds) + stars.bound(pad.rounds) + hearts


class Penalised:
    """The penalised problem of one game's rolls, in their order."""

    def __init__(self, pad: Pad, rolls: Sequence[Dice]) -> None:
        if not fits(pad):
            msg = "the stars are not mirrored"
            raise ValueError(msg)
        self.pad, self.rolls = pad, tuple(rolls)
        self.sheets = Halves(pad, rolls)

    @cached_property
    def sides(self) -> dict[Counts, tuple[float, float]]:
        """The least regret of the sides and what they score, by what stands on the left.

        As in `bound`, numbers with a double among all rolls do not count there in the end; before
        their double comes they are told apart here.
        """
        values, rounds = halves.values(self.pad.rounds), self.pad.rounds
        reached: dict[Counts, tuple[int, float]] = {(0,) * 6: (0, 0.0)}
        free = {1}
        for number, (x, y) in enumerate(self.rolls, start=1):
            now = values[rounds - number]
            if x == y:
                free.add(x)
            after: dict[Counts, tuple[int, float]] = {}
            for counts, (state, regret) in reached.items():
                ways = {(x, y), (y, x)}
                states = {way: halves.written(state, *way) for way in ways}
                most = max(float(now[then]) for then in states.values())
                for way, then in states.items():
                    lost = regret + most - float(now[then])
                    key = _one_more(counts, way[0], free)
                    if key not in after or lost < after[key][1]:
                        after[key] = then, lost
            reached = after
        return {
            counts: (regret, float(values[0][state])) for counts, (state, regret) in reached.items()
        }

    @cached_property
    def places(self) -> list[tuple[Dice, float, int]]:
        """Each roll that can stand in the stars, its regret, and what it adds by its counts."""
        values, rounds = stars.values(self.pad.rounds), self.pad.rounds
        chance = stars.chances(rounds)
        times = [0] * 7
        final = np.array([0, *(self.sheets.times[v] for v in stars.NUMBERS)])
        waited, found = 0.0, []
        for number, (x, y) in enumerate(self.rolls, start=1):
            for v in (x, y):
                times[v] += 1
            left = rounds - number
            here = float(stars.worth(np.array(times), x, y, left, chance))
            wait = float(values[left][stars.state_of(times)])
            adds = round(stars.worth(final, x, y, 0, chance))
            found.append(((x, y), waited + max(here, wait) - here, adds))
            waited += max(here, wait) - wait
        return found

    def bound(self) -> float:
        """Return what nobody exceeds on these rolls, less the penalty."""
        sheets = self.sheets
        ends = [self.sides[left] for left in sheets.reached]
        beyond = np.array(sheets.scored) - [score for _, score in ends]
        total = beyond - [regret for regret, _ in ends]
        doubled = sheets.stars()
        best = np.full(len(total), -np.inf)
        for (x, y), lost, adds in self.places:
            for pair in ((x, y), (y, x)):
                best = np.maximum(best, np.array(doubled[pair]) - adds - lost)
        hearts = np.max(list(sheets.hearts().values()), axis=0)
        start = halves.bound(self.pad.rounds) + stars.bound(self.pad.rounds)
        return start + float(np.max(total + best + hearts))

    def hindsight(self) -> int:
        """Return the bound without a penalty."""
        sheets = self.sheets
        doubled = np.max(list(sheets.stars().values()), axis=0)
        hearts = np.max(list(sheets.hearts().values()), axis=0)
        return int(np.max(np.array(sheets.scored) + doubled + hearts))


def _one_more(counts: Counts, left: int, free: set[int]) -> Counts:
    """Count a number on the left; those that are free from now on count no more."""
    return tuple(0 if v in free else count + (v == left) for v, count in enumerate(counts, start=1))
