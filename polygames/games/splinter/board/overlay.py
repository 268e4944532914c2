"""The analysis overlay: a ring around each piece that can move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.scene.model import Disc
from polygames.search.analysis.rows import has_number, values_by_target
from polygames.view.overlay import draw_tag, loss_color, shape_center, target_losses, target_shapes

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis
    from polygames.scene.model import Primitive, Scene

RING_RADIUS, LABEL_HEIGHT = 0.45, 0.34
LABEL_DROP = 0.34
"""Distance of a number below the middle of its piece, so that it does not cover a crown."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Return a ring for each piece that can move, with the win chance of its best move."""
    values, places = values_by_target(analysis), target_shapes(picture)
    rings: list[Primitive] = []
    tags: list[Primitive] = []
    for target, loss in target_losses(analysis, values).items():
        (x, y), each, ink = shape_center(places[target]), values[target], loss_color(loss)
        rings.append(Disc((x, y), RING_RADIUS, stroke=ink, width=3.0))
        chance = (1 + each.value) / 2 if each.chance is None else each.chance
        if not has_number(analysis, each):
            continue  # a number would look certain
        tags += draw_tag((x, y + LABEL_DROP), f"{100 * chance:.0f}", ink, LABEL_HEIGHT)
    return (*rings, *tags)
