"""The eight symmetries of the square, for a position of Split."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

    from polygames.games.split.rules import Area, Split
    from polygames.geometry.planar import Point

GRID_SIDE = 10


def symmetry_images(state: Split) -> set[Hashable]:
    """Return the images of a position under the eight symmetries of the square, as hashable keys.

    An image has the areas with their owners and the colours of their sides, rounded to three
    digits; the colours of the seats and the areas offered for a choice count, too.
    """
    about = state.rules, state.turn, state.seat_colors
    areas = state.areas
    return {
        (
            *about,
            frozenset(_describe_area(area, turn) for area in areas),
            frozenset(_describe_area(areas[k], turn) for k in state.choice or ()),
        )
        for turn in range(8)
    }


def _describe_area(area: Area, turn: int) -> tuple[Hashable, ...]:
    """Return an area's sides (two corners and a colour each) and its owner, after a symmetry."""
    corners = [_transform_corner(corner, turn) for corner in area.polygon]
    ends = zip(corners, corners[1:] + corners[:1], strict=True)
    sides = zip(map(frozenset, ends), area.colors, strict=True)
    return frozenset(sides), area.owner


def _transform_corner(corner: Point, turn: int) -> Point:
    """Return the image of a corner under symmetry `turn` (0 to 7), rounded to three digits."""
    x, y = corner
    if turn & 1:
        x = GRID_SIDE - x
    if turn & 2:
        y = GRID_SIDE - y
    if turn & 4:
        x, y = y, x
    return round(x, 3), round(y, 3)
