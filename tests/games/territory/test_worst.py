"""Territory: walks to boards on which it is bad to begin."""

from random import Random

import pytest

from benchmarks.studies.territory_first import graph, value
from benchmarks.studies.territory_worst import about, changed, share, walk


@pytest.mark.parametrize("ending", ["all", "stuck"])
def test_the_share_is_that_of_all_play(ending):
    rows, blue = ("BBCAA", "DBCCA", "DDCCC"), "ABD"
    near, areas = graph(rows)
    worth = tuple(a * a if letter in blue else 0 for letter, a in zip("ABCD", areas, strict=True))
    lead = value(near, worth, ending)
    assert share(rows, blue, ending) == pytest.approx((lead / sum(worth) + 1) / 2)
    assert about(rows, blue, ending)["lead"] == lead


def test_a_board_without_value_or_of_torn_tiles_has_no_share():
    assert share(("AB", "CC"), "", "all") is None
    assert share(("ABA", "CCC"), "AB", "all") is None


def test_a_step_changes_one_cell_or_one_colour():
    rows, blue, rng = ("ABC", "DEF"), "AD", Random(0)
    for _ in range(50):
        other, now = changed(rows, blue, rng)
        cells = sum(a != b for a, b in zip("".join(rows), "".join(other), strict=True))
        assert cells + len({*blue} ^ {*now}) <= 1


def test_a_walk_ends_where_seat_0_has_no_more_than_at_first():
    found = walk(6, "all", 60, 1)
    assert found["share"] <= walk(6, "all", 0, 1)["share"]
    assert len({*"".join(found["rows"])}) == 6


def test_on_the_worst_board_of_fourteen_tiles_seat_0_has_five_points_of_eighteen():
    rows = ("DIBLLG", "DIBLLC", "BBBBLN", "JBFEAN", "JBHMKK")
    found = about(rows, "CDIJMN", "all")
    assert (found["lead"], found["total"]) == (-8, 18)
    assert share(rows, "CDIJMN", "all") == pytest.approx(5 / 18)
