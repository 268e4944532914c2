from functools import partial

import numpy as np
import pytest
from helpers import record_game, split
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from polygames.plots import area_distribution, area_plot
from polygames.plots.style import value_norm


def open_values(state):
    return [area.value for area in state.areas if area.owner is None]


def limit_of(ax):
    (line,) = ax.lines
    return line.get_ydata()[0], line.get_label()


@pytest.mark.parametrize("share", [0, 0.3, 0.7, 1])
def test_position_has_a_bar_for_each_open_area_the_largest_first(record, ax, share):
    record.goto(round(share * len(record.moves)))
    area_distribution(record.state, ax)
    heights = [bar.get_height() for bar in ax.patches]
    assert heights == sorted(open_values(record.state), reverse=True)
    assert ax.get_title(loc="left").startswith(f"{len(heights)} open area")


def test_bars_are_named_by_the_numbers_of_the_areas(record, ax):
    record.goto(len(record.moves) // 2)
    area_distribution(record.state, ax)
    numbers = [int(label.get_text()) for label in ax.get_xticklabels()]
    assert [record.state.areas[k].value for k in numbers] == [b.get_height() for b in ax.patches]


def test_bars_have_the_shades_of_the_map(greedy_game, ax):
    state = greedy_game.states[25]
    area_distribution(state, ax)
    shades = {tuple(bar.get_facecolor()) for bar in ax.patches}
    shapes = Figure().add_subplot()
    area_plot(state, shapes)
    on_map = {tuple(fill) for each in shapes.collections for fill in each.get_facecolor()}
    assert {tuple(np.round(shade, 2)) for shade in shades} <= {
        tuple(np.round(fill, 2)) for fill in on_map
    }


def test_record_has_a_dash_for_each_open_area_at_each_ply(record, ax):
    area_distribution(record, ax)
    (dashes,) = (each for each in ax.collections if isinstance(each, LineCollection))
    found = {}
    for (left, value), (right, same) in dashes.get_segments():
        assert value == same
        found.setdefault(round((left + right) / 2), []).append(value)
    for ply, state in enumerate(record.states):
        assert sorted(found.get(ply, [])) == sorted(open_values(state))
    assert ax.get_yscale() == "log"


@pytest.mark.parametrize("limit", [5.0, 12.5])
def test_fill_limit_is_marked_for_a_position_and_for_a_record(ax, limit):
    for shown in (split, partial(record_game, "split")):
        ax.clear()
        area_distribution(shown("draw 0,5 - 10,5", fill_limit=limit), ax)
        assert limit_of(ax) == (limit, f"fill limit: {limit:g} points")


def test_labels_of_bars_are_left_out_where_they_would_touch(wild_game):
    state = max(wild_game.states, key=lambda state: len(open_values(state)))
    wide, narrow = (Figure((width, 3)).add_subplot() for width in (9, 2))
    assert len(area_distribution(state, wide).texts) == len(open_values(state))
    assert len(area_distribution(state, narrow).texts) == 0


def test_axes_have_units(greedy_game, ax):
    assert area_distribution(greedy_game, ax).get_ylabel() == "value of open areas (points)"
    assert area_distribution(greedy_game.state, ax).get_ylabel() == "value (points)"


@pytest.mark.parametrize(
    ("values", "limit", "top"),
    [([], None, 1), ([], 5, 5), ([2], 5, 5), ([7, 9], 5, 9), ([3], None, 3)],
)
def test_shades_run_from_zero_to_the_largest_value_or_the_limit(values, limit, top):
    norm = value_norm(values, limit)
    assert (norm.vmin, norm.vmax) == (0, top)
