"""The encoding of Splitter as numbers, for learning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.plugs import Encoding, one_hot_layers
from polygames.games.splitter.scoring import DIE_NUMBERS, EMPTY_CELL, Score

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.splitter.rules import Placement, Splitter


class SplitterEncoding(Encoding):
    """An encoding for learning: an action is the cell of the roll's higher number.

    An observation has each sheet, the observing seat's first: for each number from 1 to 6 one
    0/1 entry per cell. Then come the higher and the lower die, six entries each. Hidden
    placements of other seats are left out.

    Examples
    --------
    >>> encoding = SplitterEncoding(pg.new("splitter"))
    >>> encoding.actions, encoding.longest, encoding.highest >= 56
    (44, 44, True)
    """

    def __init__(self, start: Splitter) -> None:
        pad, cells = start.pad, len(start.pad.places)
        self.actions = cells
        self.longest = pad.rounds * (1 + start.seats)
        self.shape = (len(DIE_NUMBERS) * (cells * start.seats + 2),)
        if start.seats == 1:
            self.lowest = 0.0
            self.highest = float(Score(pad, (EMPTY_CELL,) * cells).possible)

    def number(self, state: Splitter, move: Placement) -> int:
        """Return the action number of a placement: the index of its cell."""
        return state.pad.cells[move.row, move.column]

    def observe(self, state: Splitter, seat: Seat) -> list[float]:
        """Return a seat's observation as 0/1 entries: own sheet, other sheets and dice."""
        seen = state.view(seat)
        order = [(seat + step) % state.seats for step in range(state.seats)]
        sheets = [
            number for each in order for number in one_hot_layers(seen.sheet(each), *DIE_NUMBERS)
        ]
        dice = (0, 0) if state.roll is None else (state.roll.high, state.roll.low)
        return sheets + [float(die == number) for die in dice for number in DIE_NUMBERS]
