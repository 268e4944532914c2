"""Functions on sets of grid cells: connected parts, borders and outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Cell: TypeAlias = tuple[int, int]
"""Row and column; the cell covers x from column to column + 1, y from row to row + 1."""
Corner: TypeAlias = tuple[int, int]
"""x and y of a grid point."""
Side: TypeAlias = tuple[Corner, Corner]
"""The first and the second corner of a unit segment, or of a longer one."""


def connected_parts(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return the groups of cells that are connected by shared sides, as sorted lists.

    Examples
    --------
    >>> connected_parts([(0, 0), (1, 1), (0, 1), (3, 3)])
    [[(0, 0), (0, 1), (1, 1)], [(3, 3)]]
    """
    left = dict.fromkeys(sorted(cells))
    found = []
    while left:
        reached = [next(iter(left))]
        del left[reached[0]]
        for r, c in reached:  # the list grows during the loop
            for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
                if cell in left:
                    del left[cell]
                    reached.append(cell)
        found.append(sorted(reached))
    return found


def border_sides(cells: Iterable[Cell]) -> list[Side]:
    """Return the border of cells as directed unit segments, with the cells on their right.

    Examples
    --------
    >>> border_sides([(0, 0)])
    [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0))]
    """
    inside = dict.fromkeys(cells)
    sides = []
    for r, c in inside:
        corners = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
        beyond = ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
        ends = zip(corners, (*corners[1:], corners[0]), beyond, strict=True)
        sides += [(start, end) for start, end, other in ends if other not in inside]
    return sides


def merge_sides(sides: Iterable[Side]) -> list[Side]:
    """Return unit sides merged into as few straight segments as possible.

    Examples
    --------
    >>> merge_sides([((1, 0), (0, 0)), ((1, 0), (2, 0)), ((2, 0), (2, 1))])
    [((0, 0), (2, 0)), ((2, 0), (2, 1))]
    """
    ways: dict[tuple[int, int], dict[Corner, Corner]] = {}
    for side in sides:
        (x, y), (u, v) = min(side), max(side)
        ways.setdefault((u - x, v - y), {})[x, y] = (u, v)
    found = []
    for (dx, dy), after in ways.items():
        for x, y in list(after):
            if (x - dx, y - dy) not in after:
                end = after[x, y]
                while end in after:
                    end = after[end]
                found.append(((x, y), end))
    return sorted(found)


def outline_loops(cells: Iterable[Cell]) -> list[tuple[Corner, ...]]:
    """Return the closed outlines of cells: outer ones clockwise, those of holes counter-clockwise.

    y points down. Corners on a straight line are omitted. Where two cells touch only at a
    corner, the outlines separate there.

    Examples
    --------
    >>> outline_loops([(0, 0)])
    [((0, 0), (1, 0), (1, 1), (0, 1))]
    >>> outline_loops([])
    []
    """
    after: dict[Corner, list[Corner]] = {}
    for start, end in border_sides(cells):
        after.setdefault(start, []).append(end)
    found = []
    while after:
        start = min(after, key=lambda corner: (corner[1], corner[0]))
        line = [start, after[start].pop()]
        while line[-1] != start:
            (x, y), (u, v) = line[-2:]
            ways = after[line[-1]]
            right = (u - (v - y), v + (u - x))
            line.append(ways.pop(ways.index(right) if right in ways else 0))
        after = {corner: ends for corner, ends in after.items() if ends}
        found.append(_drop_straight_corners(line[:-1]))
    return found


def outline_polygon(cells: Iterable[Cell]) -> tuple[Corner, ...]:
    """Return the outline of connected cells as one polygon, even if they surround holes.

    A hole is joined to the outline around it by a cut of zero width, so that filling and
    hit-testing affect exactly the cells.

    Examples
    --------
    >>> outline_polygon([(0, 0), (0, 1)])
    ((0, 0), (2, 0), (2, 1), (0, 1))
    """
    first, *holes = outline_loops(cells)
    whole = list(first)
    for hole in holes:
        at, to = min(
            ((i, j) for i in range(len(whole)) for j in range(len(hole))),
            key=lambda ij: _distance(whole[ij[0]], hole[ij[1]]),
        )
        whole[at + 1 : at + 1] = [*hole[to:], *hole[: to + 1], whole[at]]
    return tuple(whole)


def _drop_straight_corners(line: list[Corner]) -> tuple[Corner, ...]:
    """Return the corners of a closed outline, leaving out those where it does not turn."""
    near = zip([line[-1], *line[:-1]], line, [*line[1:], line[0]], strict=True)
    return tuple(
        here
        for before, here, behind in near
        if not before[0] == here[0] == behind[0] and not before[1] == here[1] == behind[1]
    )


def _distance(first: Corner, second: Corner) -> int:
    return abs(first[0] - second[0]) + abs(first[1] - second[1])
