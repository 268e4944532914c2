"""Areas and quantities: the results of the parts `GameBoard.areas` and `GameBoard.curves`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.scene.model import Point


class AreaLike(Protocol):
    """The attributes that every area has, in any game.

    An area may also have a ``name`` and a ``color``, as `BoardArea` has.
    """

    @property
    def polygon(self) -> tuple[Point, ...]:
        """The corners of the area, in coordinates of the game's scene."""

    @property
    def value(self) -> float:
        """The value of the area, in the game's `GameBoard.area_unit`."""

    @property
    def owner(self) -> Seat | None:
        """The seat that owns the area; None while it is open."""


@dataclass(frozen=True, slots=True)
class BoardArea:
    """A part of the board with a value, such as a tile, a group or a face between lines.

    Examples
    --------
    >>> state = pg.new("territory", tiles=["AAB"], colors={"A": "blue", "B": "red"})
    >>> [(area.name, area.value) for area in pg.game("territory").board.areas(state)]
    [('r0c0', 4), ('r0c2', 1)]
    """

    polygon: tuple[Point, ...]
    """The corners, in coordinates of the game's scene."""
    value: float
    """The value, in the game's `GameBoard.area_unit`."""
    owner: Seat | None = None
    """The seat that owns the area; None while it is open."""
    name: str = ""
    """The name in moves, such as ``r3c5``; empty if the area has none."""
    color: str = ""
    """The colour ``#rrggbb`` in which a plot shades the area while it is open; empty for green."""


class Quantity(NamedTuple):
    """One number of a position, and the line on which a score curve shows it.

    Examples
    --------
    >>> pg.game("splinter").board.curves(pg.new("splinter"))[0]
    Quantity(label='White: pieces left', value=15, seat=0)
    """

    label: str
    """The name of the line, the same in all positions of a game."""
    value: float
    """The number, in the game's `GameBoard.curve_unit`."""
    seat: Seat | None = None
    """The seat whose colour the line has; None if it belongs to no seat."""
