"""The analysis overlay: a sign on each point that can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.scene import palette
from polygames.scene.model import Disc, Text
from polygames.search.analysis.rows import values_by_target
from polygames.view.overlay import shape_center, target_shapes

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis
    from polygames.scene.model import Scene

SIGN_RADIUS, SIGN_HEIGHT = 0.034, 0.066
WON_COLOR, LOST_COLOR = "#00694d", "#a3290e"


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Return shapes that mark analysed points: plus for a win, cross for a loss, else a ring."""
    values, points = values_by_target(analysis), target_shapes(picture)
    discs, signs = [], []
    for target, each in values.items():
        if target not in points:
            continue
        at = shape_center(points[target])
        ink = palette.GREY if not each.proved else WON_COLOR if each.value > 0 else LOST_COLOR
        fill = ink if each.proved else palette.PAPER
        discs.append(Disc(at, SIGN_RADIUS, fill, ink, 2.0, fixed=True))
        if each.proved:
            sign = "+" if each.value > 0 else "×"
            signs.append(Text(at, sign, SIGN_HEIGHT, palette.PAPER, bold=True, fixed=True))
    return (*discs, *signs)
