"""The overlay of an analysis: the value of each claim on its tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.scene.model import Polygon
from polygames.search.analysis.rows import has_number, signed_value_text, values_of
from polygames.view.overlay import loss_color, losses, shapes, tag

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis
    from polygames.scene.model import Primitive, Scene

SIZE, HIGH = 0.26, 0.15
"""The size of a number and the distance of its centre from the top of its cell, in cells."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Return the overlay: the value of each claim in the first cell of its tile.

    It is at the top of the cell, above the tile's points, which may be in the same cell.
    """
    values, tiles = values_of(analysis), shapes(picture)
    drawn: list[Primitive] = []
    for target, loss in losses(analysis, values).items():
        tile = tiles.get(target)
        if not isinstance(tile, Polygon) or not has_number(analysis, values[target]):
            continue  # a button, or a value that is not precise enough
        x, y = min(tile.points, key=lambda corner: (corner[1], corner[0]))
        words = signed_value_text(analysis, values[target].value)
        drawn += tag((x + 0.5, y + HIGH), words, loss_color(loss), SIZE)
    return tuple(drawn)
