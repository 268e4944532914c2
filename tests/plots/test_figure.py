import numpy as np
import pytest
from helpers import record_game, run_python
from matplotlib import pyplot as plt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import Collection
from matplotlib.figure import Figure

import polygames as pg
from polygames import plots
from polygames.plots.figure import draw_scene
from polygames.scene.model import Disc, Polygon, Segment, Text, Window

RED, BLUE, INK = "#cc3311", "#0072b2", "#222222"
WINDOW = Window(0, 0, 10, 5)
BOARD = Polygon(((0, 0), (10, 0), (10, 5), (0, 5)), fill=RED, stroke=INK, width=2)


@pytest.fixture
def ax():
    """Axes of 7.2 x 3.6 inches: 518.4 points wide for a window of 10 units."""
    return Figure((7.2, 3.6)).add_axes((0, 0, 1, 1))


def rendered(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3]


def test_axes_show_the_window_y_down_without_frame(ax):
    assert draw_scene((WINDOW, BOARD), ax) is ax
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 10), (5, 0))
    assert not ax.axison
    assert ax.get_aspect() == 1


def test_limits_stay_when_a_shape_reaches_out_of_the_window(ax):
    draw_scene((WINDOW, Disc((0, 0), 99, fill=RED)), ax)
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 10), (5, 0))


def test_lines_are_as_wide_as_on_a_board_of_520_pixels(ax):
    draw_scene((WINDOW, Segment((0, 0), (1, 1), INK, 5)), ax)
    assert ax.collections[0].get_linewidth() == pytest.approx([5 * 518.4 / 520])


def test_letters_have_their_height_in_scene_units(ax):
    draw_scene((WINDOW, Text((5, 2), "A", 0.5)), ax)
    assert ax.texts[0].get_size() == pytest.approx(0.5 * 51.84)


def test_a_text_is_shifted_from_its_point_and_one_for_a_zoom_is_left_out(ax):
    late = Text((5, 2), "B", 0.5, min_zoom=3)
    draw_scene((WINDOW, Text((5, 2), "A", 0.5, shift=(1, -1)), late), ax)
    (drawn,) = ax.texts
    assert drawn.get_text() == "A"
    assert drawn.get_position() == pytest.approx((6, 1 + 0.35 * 0.5))


def test_sizes_follow_the_room_that_the_axes_have():
    small, large = Figure((6, 3)).subplots(1, 2, width_ratios=[1, 3])
    for ax in (small, large):
        draw_scene((WINDOW, Text((5, 2), "A", 1), Segment((0, 0), (1, 1), INK)), ax)
    assert large.texts[0].get_size() == pytest.approx(3 * small.texts[0].get_size())
    widths = [ax.collections[0].get_linewidth()[0] for ax in (small, large)]
    assert widths[1] == pytest.approx(3 * widths[0])


def test_neighbours_of_a_kind_share_a_collection(ax):
    lines = [Segment((0, y), (9, y), INK, y) for y in range(1, 4)]
    discs = [Disc((x, 1), 0.2, fill=BLUE) for x in range(5)]
    draw_scene((WINDOW, BOARD, BOARD, *lines, *discs, Text((1, 1), "a", 1), BOARD), ax)
    sizes = [len(each.get_paths()) for each in ax.get_children() if isinstance(each, Collection)]
    assert sizes == [2, 3, 5, 1]


def test_each_shape_keeps_its_own_style(ax):
    draw_scene((WINDOW, BOARD, Polygon(BOARD.points, fill=BLUE, alpha=0.5)), ax)
    (shapes,) = ax.collections
    assert shapes.get_facecolor()[:, 3].tolist() == [1, 0.5]
    assert shapes.get_edgecolor()[:, 3].tolist() == [1, 0]
    assert shapes.get_linewidth()[1] == 0


@pytest.mark.parametrize(
    "top", [Disc((5, 2.5), 2, fill=BLUE), Segment((0, 2.5), (10, 2.5), BLUE, 20)]
)
def test_painting_order_is_that_of_the_scene(ax, top):
    draw_scene((WINDOW, top, BOARD), ax)
    draw_scene((WINDOW, top), ax)
    height, width, _ = rendered(ax.figure).shape
    assert rendered(ax.figure)[height // 2, width // 2].tolist() == [0, 0x72, 0xB2]


def test_a_later_cover_hides_even_text(ax):
    draw_scene((WINDOW, Text((5, 2.5), "hidden", 1), BOARD), ax)
    height, width, _ = rendered(ax.figure).shape
    inside = rendered(ax.figure)[10 : height - 10, 10 : width - 10]
    assert (inside == (0xCC, 0x33, 0x11)).all()


def test_arrow_points_at_its_end(ax):
    draw_scene((WINDOW, Segment((1, 2.5), (9, 2.5), INK, 2, arrow=True)), ax)
    dark = rendered(ax.figure)[:, :, 0] < 128
    heights = dark.sum(axis=0)
    assert heights[int(0.88 * len(heights))] > 2 * heights[len(heights) // 2] > 0
    assert np.flatnonzero(heights).max() == pytest.approx(0.9 * len(heights), abs=3)


def test_figure_of_its_own_has_the_windows_shape():
    ax = draw_scene((WINDOW, BOARD))
    try:
        assert ax.figure.number in plt.get_fignums()
        assert ax.figure.get_size_inches().tolist() == [5, 2.5]
    finally:
        plt.close(ax.figure)


@pytest.mark.slow
def test_pyplot_is_not_loaded_when_axes_are_given():
    code = """
import sys
from matplotlib.figure import Figure
from polygames.plots.figure import draw_scene
from polygames.plots.png import png
from polygames.scene.model import Disc, Text
scene = (Disc((0, 0), 1, fill="#cc3311"), Text((0, 0), "a", 1))
draw_scene(scene, Figure().subplots())
png(scene)
print("matplotlib.pyplot" in sys.modules)
"""
    assert run_python(code) == "False\n"


@pytest.mark.parametrize("name", sorted({*plots.__all__} - {"area_plot", "area_distribution"}))
def test_a_plot_of_the_wrong_thing_says_what_it_draws(name, tmp_path):
    more = (tmp_path / "a.pdf",) if name == "save_sheet" else ()
    with pytest.raises(pg.OptionError, match=r"must be a result of|needs the moves|puzzles"):
        getattr(plots, name)(pg.new("polygon", n=5), *more)


def test_plots_of_positions_and_games_take_a_file(tmp_path, ax):
    record = record_game("split", "draw 0,4 - 10,4")
    path = record.save(tmp_path / "game.txt")
    for plot in (plots.score_curve, plots.area_plot, plots.area_distribution):
        assert len(plot(path).texts) == len(plot(record, ax).texts)
        ax.clear()
