from dataclasses import dataclass, field, replace
from itertools import combinations
from math import radians
from pathlib import Path

import pytest
from helpers import split
from matplotlib import pyplot as plt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PatchCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from shapely import Point, Polygon, affinity, box
from toys import register_game

import polygames as pg
from polygames.plots import area_distribution, area_plot, score_curve
from polygames.plots.areas import areas_of
from polygames.plots.style import VALUE_COLORMAP, number_text
from polygames.scene import palette
from polygames.scene.model import Caption, SeatLabel
from polygames.scene.model import Polygon as Shape

SHARES = (0, 0.05, 0.3, 0.6, 1)
INKS = {"red": palette.RED, "blue": palette.BLUE}


def positions(record):
    """Yield positions from the first to the last."""
    states = record.states
    yield from (states[round(share * (len(states) - 1))] for share in SHARES)


def value_texts(ax):
    return [text for text in ax.texts if text.get_text()]


def footprint(text, renderer):
    """Return the box of a text as it stands, turned by its angle, in pixels."""
    angle, anchor = text.get_rotation(), text.get_transform().transform(text.get_position())
    text.set_rotation(0)
    bounds = text.get_window_extent(renderer)
    text.set_rotation(angle)
    return affinity.rotate(
        box(*bounds.extents), radians(angle), origin=tuple(anchor), use_radians=True
    )


def drawn(ax):
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    return FigureCanvasAgg(figure).get_renderer()


def polygons(ax):
    """Return the fills of the polygons drawn, by corners."""
    return {
        tuple(map(tuple, path.vertices[:-1].tolist())): to_hex(fill)
        for each in ax.collections
        if isinstance(each, PolyCollection)
        for path, fill in zip(each.get_paths(), each.get_facecolor(), strict=True)
    }


# --- Labels ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("size", [2.5, 5])
def test_labels_do_not_overlap(record, share, size):
    record.goto(round(share * len(record.moves)))
    ax = area_plot(record.state, Figure((size, size), dpi=200).add_subplot())
    renderer = drawn(ax)
    boxes = [(text.get_text(), footprint(text, renderer)) for text in value_texts(ax)]
    for (one, its_box), (two, other_box) in combinations(boxes, 2):
        assert its_box.intersection(other_box).area < 1, (one, two)


@pytest.mark.slow
def test_every_area_has_its_value_as_label(record):
    for state in positions(record):
        ax = area_plot(state)
        labels = [text.get_text() for text in value_texts(ax)]
        assert sorted(labels) == sorted(number_text(area.value) for area in state.areas)
        plt.close(ax.figure)


@pytest.mark.slow
def test_label_inside_stands_in_its_area(record):
    for state in positions(record):
        ax = area_plot(state)
        areas = [(Polygon(area.polygon), number_text(area.value)) for area in state.areas]
        renderer, back = drawn(ax), ax.transData.inverted()
        for text in value_texts(ax):
            if text.get_horizontalalignment() != "center":
                continue
            center = footprint(text, renderer).centroid
            x, y = back.transform((center.x, center.y))
            (value,) = [v for polygon, v in areas if polygon.covers(Point(x, y))]
            assert text.get_text() == value
        plt.close(ax.figure)


@pytest.mark.slow
def test_label_beside_the_board_is_led_to_its_area(wild_game):
    state = wild_game.states[-20]
    ax = area_plot(state)
    areas = [(Polygon(area.polygon).buffer(1e-6), number_text(area.value)) for area in state.areas]
    beside = [text for text in value_texts(ax) if text.get_horizontalalignment() != "center"]
    ends = {tuple(line.get_xydata()[1]): line.get_xydata()[0] for line in ax.lines}
    assert len(beside) == len(ends) > 5
    for text in beside:
        x, y = ends[text.xy]
        at = Point(x, y)
        assert text.get_text() in {value for polygon, value in areas if polygon.covers(at)}
        assert not 0 <= text.xy[0] <= 10


def test_labels_without_room_are_counted(wild_game):
    state = wild_game.state
    ax = area_plot(state, Figure((2.2, 2.2)).add_subplot())
    texts = [text.get_text() for text in value_texts(ax)]
    more = [int(text.split()[0]) for text in texts if text.endswith("more")]
    assert more
    assert len(texts) - len(more) + sum(more) == len(state.areas)


# --- What is drawn ------------------------------------------------------------------------------


def test_each_filled_area_has_the_tint_and_pattern_of_its_owner(greedy_game):
    state = greedy_game.state
    ax = area_plot(state)
    fills = polygons(ax)
    for area in state.areas:
        if area.owner is not None:
            ink = INKS[state.seat_colors[area.owner]]
            assert fills[area.polygon] == palette.tint(ink, 0.28)
    red = palette.tint(palette.RED, 0.6)
    hatches = [
        to_hex(color)
        for each in ax.collections
        if isinstance(each, LineCollection)
        for color in each.get_colors()
    ]
    dots = [each for each in ax.collections if isinstance(each, PatchCollection)]
    assert red in hatches
    assert {to_hex(color) for each in dots for color in each.get_facecolor()} == {
        palette.tint(palette.BLUE, 0.6)
    }


@pytest.mark.slow
def test_each_open_area_is_shaded_by_its_value(record):
    for state in positions(record):
        ax = area_plot(state)
        fills = polygons(ax)
        opened = [area for area in state.areas if area.owner is None]
        largest = max(5.0, *(area.value for area in opened), 0)
        for area in opened:
            assert fills[area.polygon] == to_hex(VALUE_COLORMAP(area.value / largest))
        plt.close(ax.figure)


def test_each_line_has_its_color():
    ax = area_plot(split("draw 0,5 - 10,5", "color blue", "draw 5,0 - 5,5"))
    lines = [
        to_hex(color)
        for each in ax.collections
        if isinstance(each, LineCollection)
        for color in each.get_colors()
    ]
    assert lines.count(palette.RED) == 1
    assert lines.count(palette.BLUE) == 1


def test_color_bar_spans_the_values_and_marks_the_fill_limit():
    ax = area_plot(split("draw 0,5 - 10,5"))
    (bar,) = ax.child_axes
    assert bar.get_ylim() == (0, 50)
    assert bar.get_ylabel() == "value of open areas (points)\ndashed: fill limit"
    assert [line.get_ydata()[0] for line in bar.lines if len(line.get_ydata()) == 2] == [5]


def test_key_names_the_seats_with_their_scores(greedy_game):
    key = [text.get_text() for text in area_plot(greedy_game.state).get_legend().get_texts()]
    assert key == ["Blue: 51.4", "Red: 46.7"]


def test_axes_are_labelled_in_board_units_y_down(ax):
    area_plot(split(), ax)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x (board units)", "y (board units, down)")
    assert list(ax.get_xticks()) == list(ax.get_yticks()) == [0, 2, 4, 6, 8, 10]
    low, high = ax.get_ylim()
    assert low > high


def test_a_figure_of_its_own_keeps_all_it_shows_on_the_page(wild_game):
    ax = area_plot(wild_game.states[-20])
    renderer = drawn(ax)
    page, content = ax.figure.bbox, ax.get_tightbbox(renderer)
    assert page.x0 <= content.x0 < content.x1 <= page.x1
    assert page.y0 <= content.y0 < content.y1 <= page.y1


# --- Any game with areas -------------------------------------------------------------------------


@dataclass(frozen=True)
class Tile:
    polygon: tuple[tuple[float, float], ...]
    value: float
    owner: int | None


@dataclass(frozen=True)
class Tiles:
    """A position of a game that is not Split."""

    areas: tuple[Tile, ...]
    game: str = "tiles"
    scores: tuple[float, ...] = (3.0, 0.0)
    options: dict = field(default_factory=dict)


def draw_tiles(state):
    return tuple(Shape(tile.polygon, palette.SOFT) for tile in state.areas)


def tiles_caption(_):
    seats = (SeatLabel("Ann", palette.SKY, "●"), SeatLabel("Bob", palette.ORANGE, "■"))
    return Caption("playing", seats)


def test_tiles_of_any_shape_are_plotted_too(ax):
    corner = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0))
    square = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0))
    state = Tiles((Tile(corner, 3, 0), Tile(square, 7, None)))
    split_game = pg.game("split")
    board = replace(split_game.board, scene=draw_tiles, caption=tiles_caption)
    with register_game(replace(split_game, name="tiles", board=board)):
        area_plot(state, ax)
        bars = area_distribution(state, Figure().add_subplot()).patches
    assert len(bars) == 1
    assert polygons(ax) == {corner: palette.SOFT, square: to_hex(VALUE_COLORMAP(1.0))}
    assert {text.get_text() for text in value_texts(ax)} == {"3", "7"}


@pytest.mark.parametrize("plot", [area_plot, area_distribution])
def test_a_game_without_areas_is_refused(ax, nim, plot):
    with pytest.raises(TypeError, match="nim has no areas"):
        plot(nim.new(), ax)
    with pytest.raises(TypeError, match="nim has no areas"):
        areas_of(nim.new())


# --- All plots -----------------------------------------------------------------------------------


@pytest.mark.parametrize("plot", [area_plot, area_distribution, score_curve])
def test_given_axes_are_used_and_without_them_a_figure_of_pyplot_is_made(greedy_game, ax, plot):
    game = greedy_game.state if plot is area_plot else greedy_game
    before = plt.get_fignums()
    assert plot(game, ax=ax) is ax
    assert plt.get_fignums() == before
    assert ax.figure.axes == [ax]
    own = plot(game)
    assert len(plt.get_fignums()) == len(before) + 1
    assert own.figure is plt.gcf()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pdf", "svg"])
def test_figures_can_be_saved_as_vectors(greedy_game, tmp_path, kind):
    figure = Figure((7, 3), layout="constrained")
    left, right = figure.subplots(1, 2)
    area_plot(greedy_game.states[25], left)
    score_curve(greedy_game, right)
    figure.savefig(tmp_path / f"figure.{kind}")
    content = (tmp_path / f"figure.{kind}").read_bytes()
    assert b"<image" not in content.replace(b"<image", b"", 1)  # the colour bar is one
    assert len(content) > 10_000


def test_names_are_found_in_the_package_and_stand_in_the_gallery():
    import polygames.plots

    gallery = (Path(pg.__file__).parents[1] / "docs/gallery.md").read_text(encoding="utf-8")
    missing = [name for name in dir(polygames.plots) if f"plots.{name}(" not in gallery]
    assert missing == [], "docs/gallery.md shows every plot"
    found = {name: getattr(polygames.plots, name).__name__ for name in dir(polygames.plots)}
    assert all(name == its_own for name, its_own in found.items()), "and no module of that name"
    with pytest.raises(AttributeError, match="no attribute 'pie'"):
        _ = polygames.plots.pie
    assert pg.Record  # the package itself stays loaded
