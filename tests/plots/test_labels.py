from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from polygames.plots import area_plot
from polygames.plots.labels import fit_label, spread_apart
from polygames.plots.style import font_size, number_text

UNIT = 30.0
"""Points in a scene unit."""


def turned_bar(dx, dy):
    """Return a bar of length 5 and breadth 0.4 along a direction, y down."""
    along, across = (5 * dx, 5 * dy), (-0.4 * dy, 0.4 * dx)
    ends = ((0.0, 0.0), along)
    return (*ends, *((x + across[0], y + across[1]) for x, y in reversed(ends)))


def test_label_stands_level_in_the_middle_where_it_fits():
    place = fit_label([(0, 0), (2, 0), (2, 1), (0, 1)], "12.5", UNIT)
    assert (place.middle, place.angle) == (pytest.approx((1, 0.5)), 0)
    assert place.size == font_size("small")


@pytest.mark.parametrize(
    ("dx", "dy", "angle"), [(0.8, -0.6, 36.9), (0.8, 0.6, -36.9), (-0.8, 0.6, 36.9), (0, 1, 90)]
)
def test_label_follows_a_narrow_area_and_never_stands_on_its_head(dx, dy, angle):
    place = fit_label(turned_bar(dx, dy), "12.5", UNIT)
    assert place.angle == pytest.approx(angle, abs=0.1)
    assert place.size == font_size("x-small")


@pytest.mark.parametrize("corners", [[(0, 0), (9, 0), (9, 0.1)], [(0, 0), (0.2, 0), (0, 0.2)]])
def test_label_without_room_has_no_place(corners):
    assert fit_label(corners, "12.5", UNIT) is None


def test_corners_that_cross_by_rounding_do_no_harm():
    assert fit_label([(0, 0), (9, 1e-9), (9, 0), (0, 1e-9)], "1", UNIT) is None


@given(st.lists(st.floats(-3, 13), max_size=10).map(sorted))
def test_spread_keeps_order_gap_and_bounds(wanted):
    places = spread_apart(wanted, 1.0, 0.0, 10.0)
    assert all(0 - 1e-9 <= place <= 10 + 1e-9 for place in places)
    assert all(b - a >= 1 - 1e-9 for a, b in pairwise(places))


def test_spread_moves_nothing_that_has_room():
    assert spread_apart([1.0, 3.0, 5.0], 1.0, 0.0, 10.0) == [1, 3, 5]


@pytest.mark.parametrize("size", [3, 5, 8])
def test_column_beside_the_board_meets_neither_ticks_nor_color_bar(wild_game, size):
    ax = area_plot(wild_game.states[-20], Figure((size, size)).add_subplot())
    ax.figure.draw_without_rendering()
    beside = [text for text in ax.texts if text.get_horizontalalignment() != "center"]
    assert beside
    ticks = [tick.get_window_extent() for tick in ax.get_yticklabels()]
    (bar,) = ax.child_axes
    for text in beside:
        extent = text.get_window_extent()
        assert not any(extent.overlaps(tick) for tick in ticks), text
        assert extent.x1 < bar.get_window_extent().x0, text


@pytest.mark.parametrize(
    ("value", "text"),
    [(5, "5"), (5.0, "5"), (4.96, "5.0"), (0.04, "<0.1"), (0, "0"), (12.34, "12.3")],
)
def test_value_is_written_to_a_tenth(value, text):
    assert number_text(value) == text
