"""The overlay of an analysis: the value of each claim on its tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.scene.model import Polygon
from polygames.search.analysis.rows import has_number, signed_value_text, values_by_target
from polygames.view.overlay import draw_tag, loss_color, target_losses, target_shapes

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis
    from polygames.scene.model import Primitive, Scene

VALUE_HEIGHT, VALUE_OFFSET = 0.26, 0.15
"""The size of a number and the distance of its centre from the top of its cell, in cells."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Return the overlay: the value of each claim in the first cell of its tile.

    It is at the top of the cell, above the tile's points, which may be in the same cell.
    """
    values, tiles = values_by_target(analysis), target_shapes(picture)
    drawn: list[Primitive] = []
    for target, loss in target_losses(analysis, values).items():
        tile = tiles.get(target)
        if not isinstance(tile, Polygon) or not has_number(analysis, values[target]):
            continue  # a button, or a value that is not precise enough
        x, y = min(tile.points, key=lambda corner: (corner[1], corner[0]))
        words = signed_value_text(analysis, values[target].value)
        drawn += draw_tag((x + 0.5, y + VALUE_OFFSET), words, loss_color(loss), VALUE_HEIGHT)
    return tuple(drawn)
