"""The numeric encoding of Splinter's moves and positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.plugs import Encoding, one_hot_layers
from polygames.games.splinter.boards import KINGS, PAWNS

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.splinter.boards import Push
    from polygames.games.splinter.rules import Splinter


class SplinterEncoding(Encoding):
    """The encoding of Splinter: a move is 8 * square + direction, squares from the top left.

    The directions are those of `Grid.steps`: up left, up, up right, left, right, and the three
    below. A position has five layers of squares: own pawns, own king, the other's pawns and king,
    and whether it is this seat's turn. It shows neither repetitions nor a barred step.

    Examples
    --------
    >>> start = pg.new("splinter")
    >>> encoding = SplinterEncoding(start)
    >>> encoding.actions, encoding.shape
    (2160, (5, 18, 15))
    >>> encoding.number(start, start.parse("h9-h10"))
    1137
    """

    def __init__(self, start: Splinter) -> None:
        rows, columns = start.shape
        grid = start.grid
        self.numbers: dict[Push, int] = {}
        for push, (at, step) in grid.steps_by_push.items():
            row, column = grid.to_row_and_column(at)
            square = row * columns + column
            self.numbers[push] = square * len(grid.steps) + grid.steps.index(step)
        self.actions = rows * columns * len(grid.steps)
        self.longest = start.rules.max_plies
        self.shape = (len(PAWNS + KINGS) + 1, rows, columns)

    def number(self, state: Splinter, move: Push) -> int:  # noqa: ARG002 - a move tells all
        """Return the integer that represents a move."""
        return self.numbers[move]

    def observe(self, state: Splinter, seat: Seat) -> list[float]:
        """Return a position as a flat list: five layers with 0 or 1 for each square."""
        other = 1 - seat
        cells = "".join(state.rows)
        pieces = one_hot_layers(cells, PAWNS[seat], KINGS[seat], PAWNS[other], KINGS[other])
        return pieces + [float(state.turn == seat)] * len(cells)
