"""The overlay of an analysis: an expected total in each cell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from polygames.games.splitter.board.sheet_drawing import Layout, draw_sign, draw_square
from polygames.scene import palette
from polygames.search.analysis.rows import has_number, signed_value_text, values_by_target
from polygames.view.overlay import draw_tag, loss_color, shape_bounds, target_losses, target_shapes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.analysis import Analysis
    from polygames.games.splitter.pads import Cell, Pad
    from polygames.games.splitter.rules import Splitter
    from polygames.scene.model import Point, Polygon, Primitive, Scene

SYMBOL_SCALE: Final = 0.5
"""The size of a star or heart beside a value, as a share of its full size."""

SYMBOL_OFFSET: Final = (0.64, 0.3)
"""The place of that star or heart in its cell (x, y from 0 to 1): above the value, on the right."""


def overlay(analysis: Analysis, picture: Scene) -> Scene:
    """Return the overlay: a label in each cell with the best expected total there."""
    values, cells = values_by_target(analysis), target_shapes(picture)
    pad = cast("Splitter", analysis.state).pad
    signs = {f"r{row}c{column}": at for at, (row, column) in enumerate(pad.places)}
    signs = {target: at for target, at in signs.items() if at in {*pad.stars, *pad.hearts}}
    drawn: list[Primitive] = []
    for target, loss in target_losses(analysis, values).items():
        if target not in cells or not has_number(analysis, values[target]):
            continue
        left, top, right, bottom = shape_bounds(cells[target])
        at = ((left + right) / 2, top + 0.72 * (bottom - top))
        if target in signs:
            drawn += _draw_small_sign(pad, signs[target], cells[target].fill or palette.PAPER)
        words = signed_value_text(analysis, values[target].value)
        drawn += draw_tag(at, words, loss_color(loss), 0.3 * (bottom - top))
    return tuple(drawn)


def _draw_small_sign(pad: Pad, cell: Cell, ground: str) -> Iterator[Polygon]:
    """Draw a smaller star or heart in a cell, where the value does not cover it."""
    row, column = pad.places[cell]
    (x, y), (u, v) = Layout.main_frame.to_scene(column + 0.5, row + 0.5), SYMBOL_OFFSET

    def small(at: Point) -> Point:
        return x + u - 0.5 + SYMBOL_SCALE * (at[0] - x), y + v - 0.5 + SYMBOL_SCALE * (at[1] - y)

    field = draw_square(Layout.main_frame, pad, cell, fill=ground)
    # Slightly smaller than the cell, so that it does not cover the grid lines.
    inner = tuple((x + 0.95 * (a - x), y + 0.95 * (b - y)) for a, b in field.points)
    yield replace(field, points=inner)
    for each in draw_sign(Layout.main_frame, pad, cell):
        yield replace(each, points=tuple(small(at) for at in each.points))
