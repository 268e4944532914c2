from dataclasses import dataclass, replace
from io import BytesIO

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.image import imread
from toys import register_game

import polygames as pg
from polygames.plots.png import png
from polygames.scene.model import Disc, Polygon, Segment, Text, Window

RED, BLUE, GREEN, INK, WHITE = "#cc3311", "#0072b2", "#009e73", "#222222", "#ffffff"
WINDOW = Window(0, 0, 10, 5)


def box(left, top, right, bottom, **style):
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), **style)


def pixels(*scene, width=200, scale=1):
    """Return the picture as rows of ``#rrggbb``, one scene unit in 20 pixels."""
    image = imread(BytesIO(png((WINDOW, *scene), width, scale)))
    return np.round(image[:, :, :3] * 255).astype(int)


def color(image, x, y):
    """Return the colour at a place in scene units."""
    per_unit = image.shape[1] / 10
    return "#" + "".join(f"{value:02x}" for value in image[int(y * per_unit), int(x * per_unit)])


def test_size_is_width_times_scale_and_the_windows_shape():
    assert pixels(width=200, scale=2).shape == (200, 400, 3)
    assert pixels(width=130, scale=1).shape == (65, 130, 3)


def test_paper_is_white():
    assert {color(pixels(), x, y) for x in (0, 5, 9.9) for y in (0, 4.9)} == {WHITE}


def test_shapes_stand_in_their_places_y_down():
    image = pixels(box(0, 0, 5, 2.5, fill=RED), Disc((7.5, 3.5), 1, fill=BLUE))
    assert color(image, 1, 1) == color(image, 4.9, 2.4) == RED
    assert color(image, 7.5, 3.5) == color(image, 7.5, 2.6) == BLUE
    assert color(image, 1, 3) == color(image, 7.5, 2.3) == color(image, 6.7, 2.7) == WHITE


def test_the_window_fills_the_picture_to_its_edges():
    image = pixels(box(0, 0, 10, 5, fill=RED))
    assert {color(image, x, y) for x in (0, 9.99) for y in (0, 4.99)} == {RED}


@pytest.mark.parametrize("top", [Disc((5, 2.5), 2, fill=BLUE), box(3, 1, 7, 4, fill=GREEN)])
def test_later_primitives_hide_earlier_ones_whatever_their_kind(top):
    line = Segment((0, 2.5), (10, 2.5), RED, 20)
    assert color(pixels(line, top), 5, 2.5) == top.fill
    assert color(pixels(top, line), 5, 2.5) == RED


def test_fill_hides_the_outline_of_an_earlier_shape():
    first = box(1, 1, 5, 4, fill=RED, stroke=INK, width=10)
    second = box(3, 0, 9, 5, fill=BLUE)
    assert color(pixels(first, second), 5, 2.5) == BLUE
    assert color(pixels(second, first), 5, 2.5) == INK


def test_text_is_painted_in_its_turn():
    word, cover = Text((5, 2.5), "MMM", 2, bold=True), box(0, 0, 10, 5, fill=RED)
    assert (pixels(cover, word) != pixels(cover)).any()
    assert (pixels(word, cover) == pixels(cover)).all()


def test_alpha_mixes_the_fill_with_what_is_below():
    image = pixels(box(0, 0, 10, 5, fill="#000000", alpha=0.25))
    assert image[50, 100] == pytest.approx([191, 191, 191], abs=1)


@pytest.mark.parametrize("scale", [1, 3])
def test_width_is_in_pixels_of_the_screen(scale):
    line = Segment((0, 2.5), (10, 2.5), "#000000", 8)
    column = pixels(line, scale=scale)[:, 100 * scale, 0]
    assert (255 - column).sum() / 255 == pytest.approx(8 * scale, abs=0.1)


def test_outline_only_leaves_the_inside_free():
    image = pixels(Disc((5, 2.5), 2, stroke=INK, width=6))
    assert (color(image, 5, 2.5), color(image, 7, 2.5)) == (WHITE, INK)


def test_text_size_is_in_scene_units_and_centred():
    dark = pixels(Text((5, 2.5), "H", 2, fill="#000000"))[:, :, 0] < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    assert len(rows) == pytest.approx(0.73 * 40, abs=2)  # capitals of DejaVu are 0.73 em high
    assert rows.mean() == pytest.approx(50, abs=1.5)
    assert columns.mean() == pytest.approx(100, abs=1.5)


@pytest.mark.parametrize(("align", "side"), [("left", slice(100, 200)), ("right", slice(0, 100))])
def test_aligned_text_stays_on_its_side(align, side):
    dark = pixels(Text((5, 2.5), "word", 1, align=align))[:, :, 0] < 128
    assert dark[:, side].sum() == dark.sum() > 0


def test_halo_keeps_text_free_of_the_line_beneath():
    line, word = Segment((0, 2.5), (10, 2.5), RED, 4), Text((5, 2.5), "I", 2)
    bare, rimmed = (pixels(line, text) for text in (word, Text((5, 2.5), "I", 2, halo="#ffffff")))
    red = [((image == (0xCC, 0x33, 0x11)).all(axis=2)).sum() for image in (bare, rimmed)]
    assert red[1] < red[0]


def test_dollars_are_no_mathematics():
    one, two = pixels(Text((5, 2.5), "$x$", 1)), pixels(Text((5, 2.5), "x", 1))
    assert (one < 128).sum() > (two < 128).sum()


def test_same_scene_gives_the_same_bytes_and_no_trace_of_its_making():
    scene = (WINDOW, Disc((5, 2), 1, fill=RED), Text((5, 2), "5", 1, halo="#ffffff"))
    assert png(scene) == png(scene)
    assert b"oftware" not in png(scene)
    assert b"tEXt" not in png(scene)


def test_pyplot_is_told_of_no_figure():
    before = plt.get_fignums()
    png((WINDOW,))
    assert plt.get_fignums() == before


@dataclass(frozen=True)
class Dot:
    game: str = "dot"


def test_a_state_is_drawn_by_its_game():
    scene = (WINDOW, Disc((5, 2.5), 1, fill=RED))

    def draw(state):
        assert state == Dot()
        return scene

    split = pg.game("split")
    with register_game(replace(split, name="dot", board=replace(split.board, scene=draw))):
        assert png(Dot()) == png(scene)
