"""What an analysis says of each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.search.analysis.overlay import extent, figure, loss_color, losses, shapes, tag
from polygames.search.analysis.targets import values_of

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis
    from polygames.scene.model import Primitive, Scene


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Write in each cell the total to expect after the better of the two placements there."""
    values, cells = values_of(analysis), shapes(picture)
    drawn: list[Primitive] = []
    for target, loss in losses(analysis, values).items():
        if target not in cells:
            continue
        left, top, right, bottom = extent(cells[target])
        at = ((left + right) / 2, top + 0.72 * (bottom - top))
        words = figure(analysis, values[target].value)
        drawn += tag(at, words, loss_color(loss), 0.3 * (bottom - top))
    return tuple(drawn)
