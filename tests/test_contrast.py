"""The contrast of colours on a board and its panels, by the formula of WCAG 2."""

import re
from math import dist
from pathlib import Path

import pytest
import shapely
from helpers import contrast, random_states
from matplotlib.colors import to_hex, to_rgba

import polygames as pg
from polygames.games.split.board import scene as split
from polygames.games.splitter.board import scene as splitter
from polygames.games.splitter.board.sheet_drawing import CELL_FILLS
from polygames.games.territory.board import scene as territory
from polygames.scene import palette
from polygames.scene.model import Disc, Polygon, Text

TEXT, MARK, GREY = 4.5, 3.0, 1.2  # GREY is for states that differ only by colour
FOLDER = Path(pg.__file__).parent / "view" / "js"
THEME_NAMES = ("ui-font-color1", "layout-color1", "layout-color2", "brand-color1")
THEMES = {  # the colours that JupyterLab 4 sets
    "light": ("#000000de", "#ffffff", "#eeeeee", "#1976d2"),
    "dark": ("#ffffffde", "#111111", "#424242", "#2196f3"),
}
THEME_NAMES = (
    "--jp-ui-font-color1",
    "--jp-layout-color1",
    "--jp-layout-color2",
    "--jp-brand-color1",
)
PANEL = [  # each colour of the style sheets, its background and the contrast that it needs
    *(("--pg-text", "--pg-ground", TEXT), ("--pg-text", "--pg-raised", TEXT)),
    *(("--pg-muted", "--pg-ground", TEXT), ("--pg-muted", "--pg-raised", TEXT)),
    *(("--pg-wrong", "--pg-ground", TEXT), ("--pg-on-main", "--pg-main", TEXT)),
    *(("--pg-on-main", "--pg-main-hover", TEXT), ("#ffffff", "--pg-tip", TEXT)),
    *(("#ffffff", "--pg-refusal", TEXT), ("--pg-ink", "--pg-paper", TEXT)),
    *(("--pg-edge", "--pg-ground", MARK), ("--pg-edge", "--pg-raised", MARK)),
    *(("--pg-accent", "--pg-ground", MARK), ("--pg-focus", "--pg-paper", MARK)),
]
SHEETS = "".join((FOLDER / f"{name}.css").read_text() for name in ("look", "pointer/pointer"))
ALIKE = [
    (palette.PAPER, split.SMALL_AREA_COLOR),
    (territory.TILE_FILLS[0], territory.TILE_FILLS[2]),
    *((CELL_FILLS[a], CELL_FILLS[b]) for a, b in ((None, "possible"), (None, "dead"))),
    (CELL_FILLS["possible"], CELL_FILLS["dead"]),
]


def mix(ink, ground, share):
    pairs = zip(to_rgba(ink), to_rgba(ground), strict=True)
    return to_hex([share * a + (1 - share) * b for a, b in pairs])


def resolved(names, color, ground="#ffffff"):
    """Return a CSS colour (a variable, rgba or color-mix) on a background as ``#rrggbb``."""
    color = re.sub(r"\s+", " ", names.get(color, color)).replace("( ", "(").strip()
    if found := re.fullmatch(r"var\((--[\w-]+)(?:, *(.+))?\)", color):
        return resolved(names, names.get(found[1]) or found[2], ground)
    if found := re.fullmatch(r"color-mix\(in srgb, (.+) (\d+)%, (.+?) ?\)", color):
        below = resolved(names, found[3], ground)
        return mix(resolved(names, found[1], below), below, int(found[2]) / 100)
    if color.startswith("rgba"):
        *rgb, alpha = map(float, re.findall(r"[\d.]+", color))
        return mix([each / 255 for each in rgb], ground, alpha)
    return mix(color, ground, to_rgba(color)[3])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground", "needed"), PANEL)
def test_words_and_edges_of_panels_are_seen(theme, ink, ground, needed):
    names = dict(re.findall(r"(--pg-[\w-]+):\s*([^;]+);", SHEETS))
    names |= {f"--jp-{n}": c for n, c in zip(THEME_NAMES, THEMES[theme], strict=True)}
    below = resolved(names, ground)
    assert contrast(resolved(names, ink, below), below) >= needed


def test_every_colour_of_the_style_sheets_is_measured():
    rules = re.sub(r"--[\w-]+: [^;]+;|/\*.*?\*/", "", SHEETS, flags=re.DOTALL)
    used = {*re.findall(r"#[0-9a-f]{3,6}\b|rgba?\([^)]*\)", rules)}
    used |= {*re.findall(r"(?:color|background): var\((--pg-[\w-]+)", rules)}
    assert used - {color for *pair, _ in PANEL for color in pair} - {"--pg-seat"} == set()


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_states_that_differ_only_by_colour_differ_in_grey(one, other):
    assert contrast(one, other) >= GREY


def background(below, at):
    """Return the colour of a picture at a place, without its lines."""
    color = palette.PAPER
    for each in below:
        if isinstance(each, Disc):
            is_hit = dist(each.center, at) < each.radius
        else:
            points = each.points if isinstance(each, Polygon) else ()
            is_hit = shapely.intersects_xy(shapely.Polygon(points), *at)
        if is_hit and each.fill:
            color = mix(each.fill, color, each.alpha)
    return color


@pytest.mark.parametrize("game", pg.games())
def test_words_marks_and_targets_of_a_board_are_seen(game):
    info, states = pg.game(game), [*random_states(pg.new(game), 5)]
    colors = {seat.color for seat in info.board.caption(states[0]).seats}
    for color in colors | ({*splitter.SEAT_COLORS} if game == "splitter" else set()):
        assert contrast(color, palette.PAPER) >= MARK
    script = (FOLDER / "renderer" / "renderer.js").read_text(encoding="utf-8")
    marks = dict(re.findall(r'(\w+) = "(#\w{6})"', script))
    for state in (states[0], states[len(states) // 2], states[-1]):
        scene = info.scene(state)
        for at, each in enumerate(scene):
            if isinstance(each, Text):
                ground = each.halo or background(scene[:at], each.middle)
                assert contrast(each.fill, ground) >= TEXT, each
            elif isinstance(each, Polygon) and each.target and each.fill:
                assert min(contrast(marks[m], each.fill) for m in ("GREEN", "INK")) >= MARK, each


@pytest.mark.parametrize(
    ("one", "other", "expected"), [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48)]
)
def test_the_formula_gives_the_published_values(one, other, expected):
    assert contrast(one, other) == pytest.approx(expected, abs=0.005)
