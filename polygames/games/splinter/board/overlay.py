"""The analysis overlay: a ring around each piece that can move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.scene.model import Disc
from polygames.search.analysis.rows import has_number, values_of
from polygames.view.overlay import loss_color, losses, middle, shapes, tag

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis
    from polygames.scene.model import Primitive, Scene

RING, SIZE = 0.45, 0.34
LABEL_DROP = 0.34
"""Distance of a number below the middle of its piece, so that it does not cover a crown."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Return a ring for each piece that can move, with the win chance of its best move."""
    values, places = values_of(analysis), shapes(picture)
    rings: list[Primitive] = []
    tags: list[Primitive] = []
    for target, loss in losses(analysis, values).items():
        (x, y), each, ink = middle(places[target]), values[target], loss_color(loss)
        rings.append(Disc((x, y), RING, stroke=ink, width=3.0))
        chance = (1 + each.value) / 2 if each.chance is None else each.chance
        if not has_number(analysis, each):
            continue  # a number would look certain
        tags += tag((x, y + LABEL_DROP), f"{100 * chance:.0f}", ink, SIZE)
    return (*rings, *tags)
