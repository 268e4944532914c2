"""The board in arrays: which tile is where, how each line stands, and which tiles are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.runtime.compiling import compiled
from polygames_take_it_easy.rules import CELLS, LINES, NUMBERS, PLACES, TILES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from polygames_take_it_easy.rules import TakeItEasy

    Ints = NDArray[np.int64]

COUNT, DECK, MOST_LINES = len(CELLS), len(TILES), len(LINES)
EMPTY, DEAD, FULL = 3, 4, 5
"""How a line stands; 0, 1 and 2 say which number of its direction it has."""

LINE_OF = np.array(
    [[i for i, (_, cells) in enumerate(LINES) if cell in cells] for cell in range(COUNT)]
)
"""The three lines of each cell, by direction."""
LENGTH = np.array([len(cells) for _, cells in LINES])
COLOUR = np.array([[NUMBERS[d].index(tile[d]) for d in range(3)] for tile in TILES])
"""Which of the three numbers of each direction a tile has."""
NUMBER = np.array(NUMBERS)
MASK = np.array(
    [
        [sum(1 << t for t in range(DECK) if COLOUR[t, d] == colour) for colour in range(3)]
        for d in range(3)
    ]
)
"""The tiles with each number, as bits."""
TURNED = [PLACES.index((-across, -down)) for across, down in PLACES]
"""The cell that half a turn of the board puts on each."""
CLASS = np.array([min(cell, turned) for cell, turned in enumerate(TURNED)])
CLASS = np.searchsorted(np.unique(CLASS), CLASS)
"""The cells that half a turn of the board exchanges have one number."""
ALL = (1 << DECK) - 1

# A board is one array: the tile on each cell (-1 if none), how each line stands, how many tiles are
# on each line, how many tiles of each number are left, the tiles left as bits, how many are laid.
STATUS = COUNT
FILLED = STATUS + MOST_LINES
LEFT = FILLED + MOST_LINES
DECK_AT = LEFT + 9
LAID = DECK_AT + 1
SIZE = LAID + 1


def blank() -> Ints:
    """Return an empty board, all tiles left."""
    a = np.zeros(SIZE, np.int64)
    a[:COUNT] = -1
    a[STATUS:FILLED] = EMPTY
    a[LEFT:DECK_AT] = 9
    a[DECK_AT] = ALL
    return a


def encode(state: TakeItEasy) -> Ints:
    """Return a position as an array; a tile that is drawn counts as gone."""
    a = blank()
    for cell, tile in enumerate(state.laid):
        if tile is not None:
            take(a, TILES.index(tile))
            lay(a, cell, TILES.index(tile))
    if state.drawn is not None:
        take(a, TILES.index(state.drawn))
    return a


@compiled
def take(a: Ints, tile: int) -> None:
    """Take a tile from those that are left."""
    a[DECK_AT] &= ~(1 << tile)
    for d in range(3):
        a[LEFT + 3 * d + COLOUR[tile, d]] -= 1


@compiled
def lay(a: Ints, cell: int, tile: int) -> int:
    """Lay a tile, and return what that scores at once."""
    a[cell] = tile
    a[LAID] += 1
    gain = 0
    for d in range(3):
        line = LINE_OF[cell, d]
        colour = COLOUR[tile, d]
        status = a[STATUS + line]
        if status == EMPTY:
            status = colour
        elif status != colour:
            status = DEAD
        a[FILLED + line] += 1
        if a[FILLED + line] == LENGTH[line]:
            if status < EMPTY:
                gain += LENGTH[line] * NUMBER[d, status]
            status = FULL
        a[STATUS + line] = status
    return gain
