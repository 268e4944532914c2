"""Outlines of sets of cells."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from polygames.geometry.polyomino import border_sides, merge_sides, outline_loops, outline_polygon

RING = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]

cell_sets = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


def area(points):
    """Return the area, above 0 for a line that runs clockwise (y runs down)."""
    near = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in near) / 2


def length(line):
    return sum(abs(u - x) + abs(v - y) for (x, y), (u, v) in pairwise((*line, line[0])))


def connected(cells):
    """Return the cells that hang together with the first."""
    left, reached = set(cells), [min(cells)]
    for r, c in reached:
        left.discard((r, c))
        reached += {(r + 1, c), (r - 1, c), (r, c - 1), (r, c + 1)} & left - set(reached)
    return set(reached)


def covers(points, x, y):
    """Tell whether a polygon covers a point, by counting the sides to its right."""
    sides = pairwise((*points, points[0]))
    crossed = [(a, b) for a, b in sides if (a[1] > y) != (b[1] > y) and a[0] > x]
    return len(crossed) % 2 == 1


def unit_pieces(start, end):
    (x, y), (u, v) = start, end
    steps = max(u - x, v - y)
    dx, dy = (u - x) // steps, (v - y) // steps
    corners = [(x + k * dx, y + k * dy) for k in range(steps + 1)]
    return pairwise(corners)


def test_a_cell_has_four_sides():
    assert outline_loops([(1, 2)]) == [((2, 1), (3, 1), (3, 2), (2, 2))]


def test_an_l_has_six_corners():
    assert outline_polygon([(0, 0), (1, 0), (1, 1)]) == (
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 1),
        (2, 2),
        (0, 2),
    )


def test_a_ring_has_two_loops_and_one_outline_with_a_cut():
    outer, hole = outline_loops(RING)
    assert area(outer) == 9
    assert area(hole) == -1
    whole = outline_polygon(RING)
    assert area(whole) == 8
    assert not covers(whole, 1.5, 1.5)


def test_cells_that_touch_at_a_corner_have_loops_of_their_own():
    assert sorted(map(area, outline_loops([(0, 0), (1, 1)]))) == [1, 1]


@given(cell_sets)
def test_loops_enclose_as_much_as_there_are_cells_and_run_along_the_border(cells):
    found = outline_loops(cells)
    assert sum(map(area, found)) == len(cells)
    assert sum(map(length, found)) == len(border_sides(cells))


@given(cell_sets.map(connected))
def test_an_outline_covers_its_cells_and_no_other(cells):
    whole = outline_polygon(cells)
    covered = {(r, c) for r in range(6) for c in range(6) if covers(whole, c + 0.5, r + 0.5)}
    assert covered == cells


@given(cell_sets)
def test_joined_sides_are_the_same_lines_in_fewer_pieces(cells):
    sides = border_sides(cells)
    long = merge_sides(sides)
    assert len(long) <= len(sides)
    pieces = [piece for line in long for piece in unit_pieces(*line)]
    assert sorted(pieces) == sorted((min(side), max(side)) for side in sides)


def test_lines_that_are_joined_do_not_go_round_corners():
    assert merge_sides([((0, 0), (1, 0)), ((1, 0), (1, 1))]) == [((0, 0), (1, 0)), ((1, 0), (1, 1))]
    assert merge_sides([]) == []
