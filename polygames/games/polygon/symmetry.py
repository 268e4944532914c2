"""The symmetries of a polygon, and the orbits of moves under them.

An affine map that carries the polygon onto itself carries a game to a game. It permutes the
vertices and keeps or turns their order, so there are 2 n at most: for a regular polygon, which
the exact points know up to an affine map only, its rotations and reflections.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from polygames.geometry.exact import Line

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from fractions import Fraction

    from polygames.games.polygon.rules import Options, PolygonGame, Segment
    from polygames.geometry.exact import Point

    Corner: TypeAlias = tuple[Fraction | int, Fraction | int]

Permutation: TypeAlias = tuple[int, ...]
"""The index of the image of each vertex."""


@lru_cache(maxsize=64)
def symmetries(rules: Options) -> tuple[Permutation, ...]:
    """Return the permutations of the vertices that are symmetries of the polygon."""
    n, corners = rules.n, rules.vertices
    around = [
        tuple((first + way * k) % n for k in range(n)) for first in range(n) for way in (1, -1)
    ]
    if corners is None:
        return tuple(around)
    return tuple(way for way in around if _is_affine(corners, way))


def _is_affine(corners: Sequence[Corner], permutation: Permutation) -> bool:
    """Return True if an affine map sends every vertex to its image under the permutation.

    It does if every vertex has the same position relative to the first three as their images have.
    All areas are then multiplied by the same factor.
    """
    images = [corners[k] for k in permutation]
    before, behind = _parallelogram_area(*corners[:3]), _parallelogram_area(*images[:3])
    return all(
        _parallelogram_area(corners[0], corners[j], corners[k]) * behind
        == _parallelogram_area(images[0], images[j], images[k]) * before
        for j in (1, 2)
        for k in range(3, len(corners))
    )


def _parallelogram_area(p: Corner, q: Corner, r: Corner) -> Fraction | int:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def orbits(state: PolygonGame) -> list[list[int]]:
    """Group the segments that can be drawn into orbits under the symmetries of the position.

    A group has indices of `state.segments` in rising order; its segments have the same value.
    """
    places = {segment: k for k, segment in enumerate(state.segments)}
    groups: list[list[int]] = []
    grouped: set[int] = set()
    maps = [SymmetryMap(state, way) for way in symmetries(state.rules)]
    maps = [image for image in maps if image.preserves(state)]
    for (start, end), k in places.items():
        if k not in grouped:
            group = sorted({places[image.image_of(start), image.image_of(end)] for image in maps})
            grouped.update(group)
            groups.append(group)
    return groups


class SymmetryMap:
    """A symmetry of a polygon as a map of points, which preserves lines and crossings."""

    def __init__(self, state: PolygonGame, permutation: Permutation) -> None:
        vertices = state.vertices
        self.cache = {vertex: vertices[k] for vertex, k in zip(vertices, permutation, strict=True)}

    def image_of(self, point: Point) -> Point:
        """Return the image of a vertex or crossing under the symmetry."""
        if point not in self.cache:
            one, two = (Line(*map(self.image_of, line.points)) for line in point.lines)
            image = one.meet(two)
            assert image is not None  # noqa: S101 - the lines themselves meet
            self.cache[point] = image
        return self.cache[point]

    def preserves(self, state: PolygonGame) -> bool:
        """Return True if the map leaves a position unchanged."""
        return self.position_image(state) == (state.drawn, state.here)

    def position_image(self, state: PolygonGame) -> tuple[frozenset[Segment], Point | None]:
        """Return the images of the drawn segments and of the start of the next one."""
        drawn = frozenset(
            (frozenset(map(self.image_of, ends)), color) for ends, color in state.drawn
        )
        return drawn, None if state.here is None else self.image_of(state.here)


def symmetry_images(state: PolygonGame) -> set[Hashable]:
    """Return the images of a position under all symmetries of its polygon, as hashable keys."""
    maps = (SymmetryMap(state, way) for way in symmetries(state.rules))
    return {(state.rules, state.turn, *image.position_image(state)) for image in maps}
