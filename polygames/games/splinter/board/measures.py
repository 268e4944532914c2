"""The areas and curves of Splinter for plots: groups of pieces, and pieces left and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.measures import BoardArea, Quantity
from polygames.games.splinter.boards import (
    KINGS,
    PIECE_PATTERN,
    SEAT_COLORS,
    SEAT_PATTERNS,
    find_squares,
)
from polygames.games.splinter.rules import flood_group
from polygames.geometry.polyomino import outline_polygon

if TYPE_CHECKING:
    from polygames.games.splinter.rules import Splinter


def areas(state: Splinter) -> tuple[BoardArea, ...]:
    """Return the groups of connected pieces as areas, each with its number of pieces.

    A group belongs to the seat whose king is in it. It is open while it has both kings, or none.

    Examples
    --------
    >>> state = pg.new("splinter", board=["Ww...bB"])
    >>> [(area.value, area.owner) for area in areas(state)]
    [(2, 0), (2, 1)]
    """
    places, down = state.grid.places, state.grid.down_step
    squares = find_squares(PIECE_PATTERN, state.cells)
    pieces = remaining = sum(1 << at for at in squares)
    found = []
    for start in squares:
        if remaining >> start & 1:
            bits = flood_group(pieces, 1 << start, down)
            remaining &= ~bits
            group = [at for at in squares if bits >> at & 1]
            kings = [KINGS.index(state.cells[at]) for at in group if state.cells[at] in KINGS]
            outline = outline_polygon(places[at] for at in group)
            found.append(BoardArea(outline, len(group), kings[0] if len(kings) == 1 else None))
    return tuple(found)


def curves(state: Splinter) -> tuple[Quantity, ...]:
    """Return the pieces that each seat has on the board, then the pawns that each has lost.

    Examples
    --------
    >>> [quantity.value for quantity in curves(pg.new("splinter"))]
    [15, 15, 0, 0]
    """
    names = [color.capitalize() for color in SEAT_COLORS]
    return (
        *(
            Quantity(
                f"{name}: pieces left", len(find_squares(SEAT_PATTERNS[seat], state.cells)), seat
            )
            for seat, name in enumerate(names)
        ),
        *(
            Quantity(f"{name}: pawns lost", state.lost[seat], seat)
            for seat, name in enumerate(names)
        ),
    )
