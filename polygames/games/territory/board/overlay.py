"""What an analysis says of each tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.scene.model import Polygon
from polygames.search.analysis.rows import has_number, signed_value_text, values_of
from polygames.view.overlay import loss_color, losses, shapes, tag

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis
    from polygames.scene.model import Primitive, Scene

SIZE, HIGH = 0.26, 0.15
"""How large a number is, and where its middle lies: in parts of a cell."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Write in the first cell of each tile what claiming it leads to, above the tile's own number.

    That stands in the middle of a cell, which may be the first one.
    """
    values, tiles = values_of(analysis), shapes(picture)
    drawn: list[Primitive] = []
    for target, loss in losses(analysis, values).items():
        tile = tiles.get(target)
        if not isinstance(tile, Polygon) or not has_number(analysis, values[target]):
            continue  # a button, or what is not known so well yet
        x, y = min(tile.points, key=lambda corner: (corner[1], corner[0]))
        words = signed_value_text(analysis, values[target].value)
        drawn += tag((x + 0.5, y + HIGH), words, loss_color(loss), SIZE)
    return tuple(drawn)
