"""Small pads solved exactly, by the rules alone: to hold the bounds against the truth.

The optimum is found by dynamic programming over all sheets, the penalised problem by trying all
ways to write given rolls. Three rounds take some seconds.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from polygames.games.splitter.scoring import total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.games.splitter.pads import Pad
    from polygames.games.splitter.scoring import Sheet

Dice = tuple[int, int]
ROLLS: dict[Dice, int] = {
    (high, low): 1 if high == low else 2 for high in range(1, 7) for low in range(1, high + 1)
}
"""All rolls with their chances, in 36ths."""


class Rolled(NamedTuple):
    """Rolls in their order, and how likely they are."""

    rolls: tuple[Dice, ...]
    chance: float


def sequences(pad: Pad) -> Iterator[Rolled]:
    """Yield all sequences of rolls of a game."""
    for rolls in product(ROLLS, repeat=pad.rounds):
        chance = 1.0
        for roll in rolls:
            chance *= ROLLS[roll] / 36
        yield Rolled(rolls, chance)


def after(pad: Pad, sheet: Sheet, roll: Dice) -> Iterator[Sheet]:
    """Yield the sheets that a roll leads to."""
    for one, two in pad.slots:
        if sheet[one] == 0:
            for left, right in {roll, roll[::-1]}:
                found = list(sheet)
                found[one], found[two] = left, right
                yield tuple(found)


class Solved:
    """The values of all sheets of a small pad, before the roll: what the best player scores."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.blank: Sheet = (0,) * len(pad.places)
        self.value = cache(self._value)

    def _value(self, sheet: Sheet) -> float:
        if 0 not in sheet:
            return float(total(self.pad, sheet))
        best = (
            times * max(map(self.value, after(self.pad, sheet, roll)))
            for roll, times in ROLLS.items()
        )
        return sum(best) / 36

    @property
    def optimum(self) -> float:
        """What the best player scores in the mean."""
        return self.value(self.blank)


def penalised(pad: Pad, rolls: Sequence[Dice], value: Callable[[Sheet], float]) -> float:
    """Return the most of given rolls, less the luck of each by some values of sheets."""

    @cache
    def luck(sheet: Sheet, roll: Dice) -> float:
        best = {each: max(map(value, after(pad, sheet, each))) for each in ROLLS}
        return best[roll] - sum(ROLLS[each] * best[each] for each in ROLLS) / 36

    @cache
    def most(sheet: Sheet) -> float:
        number = sum(sheet[one] != 0 for one, _ in pad.slots)
        if number == len(rolls):
            return float(total(pad, sheet))
        roll = rolls[number]
        return max(map(most, after(pad, sheet, roll))) - luck(sheet, roll)

    return most((0,) * len(pad.places))
