"""Splitter in numbers: the cell of the higher die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.plugs import Encoding, marks
from polygames.games.splitter.scoring import DIE_NUMBERS, EMPTY_CELL, Score

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.splitter.rules import Placement, Splitter


class SplitterEncoding(Encoding):
    """A placement is the cell of the higher number, in reading order.

    A position shows each sheet, this seat's first: for 1 to 6 which cells hold that number. Then
    come the numbers on the higher and on the lower die. What others have written in secret is not
    shown.

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
        """Return the number of a placement."""
        return state.pad.cells[move.row, move.column]

    def observe(self, state: Splitter, seat: Seat) -> list[float]:
        """Return the sheets and the dice one after the other."""
        seen = state.view(seat)
        order = [(seat + step) % state.seats for step in range(state.seats)]
        sheets = [number for each in order for number in marks(seen.sheet(each), *DIE_NUMBERS)]
        dice = (0, 0) if state.roll is None else (state.roll.high, state.roll.low)
        return sheets + [float(die == number) for die in dice for number in DIE_NUMBERS]
