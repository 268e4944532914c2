"""The areas of Splitter for plots: the groups on all sheets with their points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.measures import BoardArea
from polygames.games.splitter.board.scene import sheet_layout
from polygames.games.splitter.scoring import Score
from polygames.geometry.polyomino import outline_polygon

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.splitter.board.sheet_drawing import Frame
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.scoring import Group


def areas(state: Splitter) -> tuple[BoardArea, ...]:
    """Return the groups of all sheets as areas, in the order of the seats.

    A group that scores belongs to the seat of its sheet. The other groups are open. Their value is
    the number of points that they can still get: 0 if they can no longer score.

    Examples
    --------
    >>> state = pg.new("splitter", pad=["*##*"])
    >>> for text in ("roll 2-5", "r0c0=5", "roll 2-5", "r0c1=5"):
    ...     state = state.play(state.parse(text))
    >>> state.rows, [(area.value, area.owner) for area in areas(state)]
    ((('5522',),), [(0, None), (4, 0)])
    """
    frames = sheet_layout(state).frames
    return tuple(
        _area(state, group, seat, frames[seat])
        for seat in range(state.seats)
        for group in Score(state.pad, state.sheet(seat)).groups
    )


def _area(state: Splitter, group: Group, seat: Seat, frame: Frame) -> BoardArea:
    outline = outline_polygon(state.pad.places[cell] for cell in group.cells)
    polygon = tuple(frame.to_scene(column, row) for column, row in outline)
    if group.state == "scoring":
        return BoardArea(polygon, group.points, seat)
    return BoardArea(polygon, group.points_when_full if group.state == "possible" else 0)
