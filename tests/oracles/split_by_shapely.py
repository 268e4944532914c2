"""Checks of Split's map and lines with shapely, independent of the data structures of polygames.

Each function returns a measure or raises AssertionError with what is wrong.
"""

from __future__ import annotations

from itertools import pairwise
from math import dist, fsum
from typing import TYPE_CHECKING

import shapely
from shapely import LineString, Point, Polygon, box

if TYPE_CHECKING:
    from polygames.games.split.rules import Split

__all__ = ["area_error", "check_faces", "check_game", "check_line", "check_union"]

SQUARE_BOX = box(0, 0, 10, 10)
TOUCH_TOLERANCE = 1e-9
"""The maximum distance of a line's end from the border that it touches."""
SHRINK_SHARE = 1e-6
"""The share of a new line that the test for crossings omits at each end."""
GRID_SIZE = 1e-9
SAME_AREA = 1e-6
"""The maximum change of an area when all points move onto the grid."""


def require(condition: bool, problem: str) -> None:
    """Raise AssertionError with the problem unless a condition holds."""
    if not condition:
        raise AssertionError(problem)


def area_error(state: Split) -> float:
    """Return the difference between the sum of the areas and the square."""
    return abs(fsum(area.value for area in state.areas) - 100)


def check_faces(state: Split) -> float:
    """Check that the areas are valid, convex, apart from each other and cover the square.

    Returns
    -------
    float
        The largest overlap of two areas.
    """
    polygons = [Polygon(area.polygon) for area in state.areas]
    for number, (polygon, area) in enumerate(zip(polygons, state.areas, strict=True)):
        require(polygon.is_valid, f"area {number} is no valid polygon")
        require(
            abs(polygon.area - area.value) < TOUCH_TOLERANCE, f"area {number} has another value"
        )
        dent = polygon.convex_hull.area - polygon.area
        require(dent < TOUCH_TOLERANCE, f"area {number} is not convex: its hull has {dent:g} more")
    require(abs(shapely.union_all(polygons, grid_size=GRID_SIZE).area - 100) < SAME_AREA, "gaps")
    tree = shapely.STRtree(polygons)
    pairs = [(i, j) for i, j in zip(*tree.query(polygons), strict=True) if i < j]
    overlap = max((shared_area(polygons[i], polygons[j]) for i, j in pairs), default=0.0)
    require(overlap < SAME_AREA, f"two areas overlap by {overlap:g}")
    return overlap


def shared_area(one: Polygon, other: Polygon) -> float:
    """Return the area that two polygons share.

    Beside a polygon that is long and a hair wide, shapely can take all of it for shared, where
    exact fractions find 1e-15. So what it finds is looked at once more on a grid.
    """
    found: float = one.intersection(other).area
    return found if found < TOUCH_TOLERANCE else one.intersection(other, grid_size=GRID_SIZE).area


def check_line(before: Split, after: Split) -> None:
    """Check the line between two successive states against the rules, by its coordinates."""
    start, end = after.map.lines[-1]
    earlier = [LineString(line) for line in before.map.lines]
    hosts = [
        {k for k, line in enumerate(earlier) if line.distance(Point(point)) < TOUCH_TOLERANCE}
        for point in (start, end)
    ]
    require(all(len(host) == 1 for host in hosts), f"ends are on the lines {hosts}")
    require(hosts[0] != hosts[1], f"both ends are on line {hosts[0]}")
    taken = [point for line in before.map.lines for point in line]
    gap = min(dist(point, other) for point in (start, end) for other in taken)
    require(gap > TOUCH_TOLERANCE, f"an end is {gap:g} from an end that was there")
    inside = LineString(
        [point_at_share(start, end, SHRINK_SHARE), point_at_share(end, start, SHRINK_SHARE)]
    )
    require(SQUARE_BOX.contains(inside), "the line leaves the square")
    crossed = [k for k, line in enumerate(earlier) if line.intersects(inside)]
    require(not crossed, f"the line crosses the lines {crossed}")
    within = [k for k, a in enumerate(before.areas) if Polygon(a.polygon).contains(inside)]
    require(len(within) == 1, f"the line runs in the areas {within}")
    require(before.areas[within[0]].owner is None, f"area {within[0]} was filled")


def check_union(state: Split) -> float:
    """Compare the areas with those that shapely constructs from the lines alone.

    Returns
    -------
    float
        The largest difference of two areas.
    """
    lines = shapely.unary_union([LineString(line) for line in state.map.lines], grid_size=GRID_SIZE)
    found = sorted(polygon.area for polygon in shapely.polygonize(lines.geoms).geoms)
    known = sorted(area.value for area in state.areas)
    require(len(found) == len(known), f"shapely finds {len(found)} areas, not {len(known)}")
    worst = max(abs(a - b) for a, b in zip(found, known, strict=True))
    require(worst < SAME_AREA, f"an area differs by {worst:g}")
    return worst


def check_game(states: list[Split]) -> tuple[int, float]:
    """Check every line of a game and the map at its end.

    Returns
    -------
    tuple
        How many lines were checked, and the largest difference between two areas.
    """
    drawn = [(a, b) for a, b in pairwise(states) if len(b.colors) > len(a.colors)]
    for before, after in drawn:
        check_line(before, after)
    check_faces(states[-1])
    return len(drawn), check_union(states[-1])


def point_at_share(
    start: tuple[float, float], end: tuple[float, float], share: float
) -> tuple[float, float]:
    """Return the point at this share of the way."""
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
