"""The symmetries of a pad of Splitter: the reflections that map the pad to itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable

    from polygames.games.splitter.rules import Placement, Splitter


def symmetry_images(state: Splitter) -> set[Hashable]:
    """Return the images of a position under the symmetries of its pad, as hashable values."""
    seen: set[Hashable] = set()
    cells = state.pad.rows
    for is_upright in (True, False):
        for is_straight in (True, False):

            def shown(rows: Any, up: bool = is_upright, along: bool = is_straight) -> Any:  # noqa: FBT001 - bound for each reflection
                return tuple(row if along else row[::-1] for row in (rows if up else rows[::-1]))

            if shown(cells) != cells:
                continue
            sheets = tuple(map(shown, state.rows))
            pending = tuple(_image_cells(state, each, shown) for each in state.pending)
            seen.add((cells, sheets, state.roll, pending))
    return seen


def _image_cells(state: Splitter, placement: Placement | None, transform: Any) -> Any:
    """Return the image of a placement: rows with its two numbers in their cells, 0 elsewhere."""
    if placement is None or state.roll is None:
        return None
    other = state.roll.low if placement.number == state.roll.high else state.roll.high
    rows = [[0] * state.pad.width for _ in range(state.pad.height)]
    rows[placement.row][placement.column] = placement.number
    rows[placement.row][state.pad.width - 1 - placement.column] = other
    return transform(tuple(map(tuple, rows)))
