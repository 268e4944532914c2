"""The contrast of colours on a board and its panels, by the formula of WCAG 2."""

import re
from itertools import combinations
from math import dist
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import shapely
from helpers import contrast, random_states
from matplotlib.colors import to_hex, to_rgba

import polygames as pg
from polygames.games.splinter.board import scene as splinter_scene
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
    *(("--pg-won", "--pg-ground", TEXT),),
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


# --- Dark pictures: the filters of shared/dark_board.css, computed as the browser does

DARK = (FOLDER / "shared" / "dark_board.css").read_text(encoding="utf-8")
INVERTED = "invert(0.9) hue-rotate(180deg)"
DARK_FILTERS = {
    "polygon": INVERTED,
    "split": INVERTED,
    "splitter": INVERTED,
    "territory": re.search(r"of-territory.*?--pg-dark-picture: (.*?);", DARK, re.DOTALL)[1],
}
LUMA = np.array([0.213, 0.715, 0.072])
COLOUR_BLINDNESS = {  # G. M. Machado et al., A Physiologically-based Model (2009), severity 1
    "protan": [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.052]],
    "deutan": [[0.3673, 0.8606, -0.228], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]],
    "tritan": [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]],
}


def filtered(color, text):
    """Return a colour after a CSS filter of functions, clipped after each as in the standard."""
    now = np.array(to_rgba(color)[:3])
    for name, value in re.findall(r"([\w-]+)\(([\d.]+)(?:deg)?\)", text):
        by = float(value)
        if name == "invert":
            now = now + by - 2 * by * now
        elif name == "brightness":
            now = now * by
        elif name == "saturate":
            now = LUMA @ now + by * (now - LUMA @ now)
        else:
            assert (name, by) == ("hue-rotate", 180)
            now = 2 * (LUMA @ now) - now
        now = now.clip(0, 1)
    return now


def splinter_in_the_dark(color):
    """Return a colour after the SVG filter of Splinter."""
    drawn = unquote(re.search(r'url\("data:image/svg\+xml,(.*?)#f"\)', DARK, re.DOTALL)[1])
    root = ET.fromstring(drawn.replace("\\\n", ""))  # noqa: S314 - our own file
    now = np.array(to_rgba(color)[:3])
    results, alphas = {}, []
    for each in root.iter():
        kind = each.tag.rpartition("}")[2]
        if kind == "feComponentTransfer":
            tables = [[*map(float, func.get("tableValues").split())] for func in each]
            results[each.get("result")] = np.array(
                [
                    np.interp(v, np.linspace(0, 1, len(t)), t)
                    for v, t in zip(now, tables, strict=True)
                ]
            )
        elif kind == "feColorMatrix":
            row = np.array([*map(float, each.get("values").split())][15:])
            alphas.append(np.clip(row[:3] @ now + row[3] + row[4], 0, 1))
    share = np.prod(alphas)
    return share * results["dark"] + (1 - share) * results["rest"]


def in_the_dark(game, color):
    """Return a colour of a game's picture in a dark theme as ``#rrggbb``."""
    return to_hex(
        splinter_in_the_dark(color) if game == "splinter" else filtered(color, DARK_FILTERS[game])
    )


def perceived(color, kind):
    """Return a colour as a person with a kind of colour blindness sees it, in CIE Lab."""
    linear = np.array(COLOUR_BLINDNESS[kind]) @ rgb_to_linear(np.array(to_rgba(color)[:3]))
    return linear_to_lab(linear.clip(0, 1))


def luminance(color):
    """Return the relative luminance of a colour, by WCAG 2."""
    return 1.05 / contrast(color, "#ffffff") - 0.05


def rgb_to_linear(rgb):
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def linear_to_lab(linear):
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.array(to_xyz) @ linear / np.array([0.9505, 1, 1.089])
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("game", pg.games())
def test_words_of_a_dark_board_are_seen(game):
    info, states = pg.game(game), [*random_states(pg.new(game), 5)]
    for state in (states[0], states[len(states) // 2], states[-1]):
        scene = info.scene(state)
        for at, each in enumerate(scene):
            if isinstance(each, Text):
                ground = each.halo or background(scene[:at], each.middle)
                if game == "splinter" and ground == palette.PAPER:
                    ground = splinter_scene.OUTSIDE_COLOR
                shown = (in_the_dark(game, color) for color in (each.fill, ground))
                assert contrast(*shown) >= TEXT, each


def test_tiles_and_dots_of_territory_are_told_apart_in_the_dark():
    fills = [in_the_dark("territory", color) for color in territory.TILE_FILLS]
    for dot in territory.DOT_COLORS.values():
        assert min(contrast(in_the_dark("territory", dot), fill) for fill in fills) >= MARK
    assert contrast(fills[0], fills[2]) >= GREY
    for kind in COLOUR_BLINDNESS:
        for one, other in combinations(fills, 2):
            assert dist(perceived(one, kind), perceived(other, kind)) > 20, (kind, one, other)
    assert max(luminance(fill) for fill in fills) < 0.16, "dark"


def test_pieces_squares_and_marks_of_splinter_are_told_apart_in_the_dark():
    squares = [in_the_dark("splinter", color) for color in splinter_scene.SQUARE_COLORS]
    assert max(luminance(square) for square in squares) < 0.16, "dark"
    assert luminance(in_the_dark("splinter", splinter_scene.OUTSIDE_COLOR)) < 0.05
    black, white = (in_the_dark("splinter", splinter_scene.PIECE_FILLS[color]) for color in "bw")
    assert luminance(white) > 0.9
    for square in squares:
        assert min(contrast(white, square), contrast(black, square)) >= MARK
        for mark in (palette.FOREST, palette.YELLOW):
            assert contrast(in_the_dark("splinter", mark), square) >= MARK
    crown = in_the_dark("splinter", palette.ORANGE)
    assert contrast(crown, black) >= MARK
