"""What an analysis says of each piece."""

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
"""How far below the middle of a piece its number stands: a crown is seen whole."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Ring each piece that can move, with the chance to win by its best move, where it is known."""
    values, places = values_of(analysis), shapes(picture)
    rings: list[Primitive] = []
    tags: list[Primitive] = []
    for target, loss in losses(analysis, values).items():
        (x, y), each, ink = middle(places[target]), values[target], loss_color(loss)
        rings.append(Disc((x, y), RING, stroke=ink, width=3.0))
        chance = (1 + each.value) / 2 if each.chance is None else each.chance
        if not has_number(analysis, each):
            continue  # a number would be read as one that is known
        tags += tag((x, y + LABEL_DROP), f"{100 * chance:.0f}", ink, SIZE)
    return (*rings, *tags)
