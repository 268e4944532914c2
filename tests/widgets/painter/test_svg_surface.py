"""Boards painted as SVG: the other painter, chosen where ipycanvas is missing."""

import sys
from xml.etree import ElementTree as ET

import pytest
from ipywidgets import Layout
from page_driver import send_message

import polygames as pg
from polygames.scene.model import Disc, Polygon, Segment, Text, Window
from polygames.scene.palette import PAPER
from polygames.widgets.painter import layers
from polygames.widgets.painter.svg_surface import SvgSurface

HOME = Window(0, 0, 10, 5)
SCENE = (
    HOME,
    Polygon(((0, 0), (1, 0), (1, 1)), fill="#cc3311", target="a", label="the corner"),
    Segment((0, 0), (5, 5), "#222222", arrow=True),
    Text((5, 5), "5 < 6", 1),
)


@pytest.fixture
def svg_painter(monkeypatch):
    """Have boards painted as SVG, as a fresh process would."""
    monkeypatch.setenv("POLYGAMES_PAINTER", "svg")
    layers.painter_name.cache_clear()
    yield
    layers.painter_name.cache_clear()


@pytest.fixture
def surface():
    return SvgSurface(100, 200, 100, Layout())


def elements(surface):
    """Return the names of what is in the picture; it must be well-formed."""
    root = ET.fromstring(surface.widget.picture)  # noqa: S314 - our own words
    return [each.tag.partition("}")[2] for each in root]


def test_a_scene_is_written_as_it_lies_on_the_board(surface):
    view = surface.paint(SCENE, None, HOME)
    assert (view.width, view.height, view.scale) == (100, 50, 10)
    assert elements(surface) == ["polygon", "line", "polygon", "text"]
    assert 'points="0,0 10,0 10,10"' in surface.widget.picture
    assert "the corner" not in surface.widget.picture, "nobody points at this picture itself"


def test_what_is_seen_again_is_not_written_again(surface, monkeypatch):
    surface.paint(SCENE, None, HOME)
    before, written = surface.widget.picture, []
    real = sys.modules["polygames.scene.svg"]._element
    monkeypatch.setattr(
        "polygames.scene.svg._element", lambda each, **kw: written.append(each) or real(each, **kw)
    )
    surface.paint((*SCENE, Disc((2, 2), 1, fill=PAPER)), None, HOME)
    assert [type(each) for each in written] == [Disc]
    surface.paint(SCENE, None, HOME)
    assert surface.widget.picture == before


def test_a_part_of_a_scene_is_larger_and_fixed_sizes_are_not(surface):
    dot = Disc((2, 2), 0.5, fill=PAPER, fixed=True)
    surface.paint((HOME, dot), None, HOME)
    whole = surface.widget.picture
    surface.paint((HOME, dot), Window(0, 0, 4, 2), HOME)
    assert 'cx="20" cy="20" r="5"' in whole
    assert 'cx="50" cy="50" r="5"' in surface.widget.picture


def test_a_finer_screen_needs_no_other_picture(surface):
    surface.paint(SCENE, None, HOME)
    before = surface.widget.picture
    surface.pixels = 400, 200
    assert (surface.pixels, surface.widget.picture) == ((400, 200), before)


def test_a_pen_gives_places_of_the_view_and_nonsense_is_not_heard(surface):
    heard = []
    surface.paint(SCENE, None, HOME)
    surface.on_pen(*(lambda *at, k=k: heard.append((k, *at)) for k in ("press", "draw", "lift")))
    for content in (
        {"kind": "press", "at": [0.5, 0.5]},
        {"kind": "draw", "at": [1, 1]},
        {"kind": "draw", "at": ["x", 1]},
        {"kind": "draw", "at": 3},
        {"kind": "burn"},
        "press",
        {"kind": "lift"},
    ):
        send_message(surface.widget, content)
    assert heard == [("press", 50, 25), ("draw", 100, 50), ("lift",)]


@pytest.mark.parametrize("game", pg.games())
def test_every_board_shows_itself_without_ipycanvas_and_matplotlib(
    open_board, svg_painter, monkeypatch, game
):
    del svg_painter
    monkeypatch.setitem(sys.modules, "ipycanvas", None)
    monkeypatch.setattr("polygames.widgets.header.has_png", lambda: False)
    board = open_board(game)
    shown = board._board_picture.layers._surface
    before = elements(shown)
    data, metadata = board._repr_mimebundle_()
    board.close()
    assert isinstance(shown, SvgSurface)
    assert len(before) > 5
    assert data["image/svg+xml"].startswith("<svg")
    assert metadata["image/svg+xml"] == {"width": 520}
    assert "image/png" not in data


def test_ipycanvas_paints_where_it_is_there_and_no_other_painter_is_known(monkeypatch):
    monkeypatch.delenv("POLYGAMES_PAINTER", raising=False)
    painter = layers.painter_name.__wrapped__  # without its memory
    assert painter() == "canvas"
    monkeypatch.setattr(layers, "find_spec", lambda _: None)
    assert painter() == "svg"
    monkeypatch.setenv("POLYGAMES_PAINTER", "crayon")
    with pytest.raises(pg.OptionError, match="POLYGAMES_PAINTER"):
        painter()
