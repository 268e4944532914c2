"""The symmetries of a polygon, and which moves they make alike."""

import pytest
from helpers import polygon
from strategies import AFFINE_HEXAGON, UNEVEN_HEXAGON

import polygames as pg
from polygames.games.polygon import symmetry


@pytest.mark.parametrize(
    ("shape", "count"),
    [
        ({"n": 7}, 14),
        ({"vertices": UNEVEN_HEXAGON}, 1),
        ({"vertices": AFFINE_HEXAGON}, 12),
        ({"vertices": [(0, 0), (2, 0), (3, 5), ("1/2", 4)]}, 1),
        ({"vertices": [(0, 0), (3, 1), (5, 4), (2, 3)]}, 8),  # a parallelogram
        ({"vertices": [(0, 0), (4, 0), (3, 2), (1, 2)]}, 2),
    ],
)
def test_a_polygon_has_its_affine_symmetries(shape, count):
    assert len(symmetry.symmetries(pg.new("polygon", **shape).rules)) == count


@pytest.mark.parametrize(("n", "groups"), [(4, 1), (5, 1), (6, 2), (7, 2), (8, 3), (9, 3)])
def test_first_moves_differ_by_their_length_only(n, groups):
    assert len(symmetry.orbits(pg.new("polygon", n=n))) == groups


def test_the_mirror_in_the_first_diagonal_halves_the_replies():
    after = polygon("A-D", n=6)
    groups = symmetry.orbits(after)
    assert [sorted(map(str, (after.draw(*after.segments[k]) for k in g))) for g in groups] == [
        ["D-B", "D-F"]
    ]
    assert all(len(group) == 1 for group in symmetry.orbits(polygon("A-C", n=6)))


def test_a_triangle_drawn_from_its_corner_has_a_mirror():
    """A-C, C-E, E-A: read backwards it is its own image, also in its colours."""
    after = polygon("A-C", "C-E", "E-A", n=7, colors="any")
    mirrored = [group for group in symmetry.orbits(after) if len(group) == 2]
    assert not mirrored  # the heptagon's mirrors through A do not carry C to E
    after = polygon("A-C", "C-F", "F-A", n=7)
    assert any(len(group) == 2 for group in symmetry.orbits(after))
