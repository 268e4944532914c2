"""All that a board shows can be told from what lies below it: measured over every scene."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

import contrast  # noqa: E402 - found by the line above


@pytest.fixture(scope="module")
def found():
    return contrast.measure_all()


def test_nothing_is_too_faint(found):
    assert [pair for pair in found if not pair.is_fine] == []
    games = {pair.place for pair in found}
    assert games > {"split", "splinter", "polygon", "splitter", "territory", "greyscale"}


def test_every_colour_of_the_style_sheets_is_measured():
    text = "".join(
        (contrast.CLIENT_FOLDER / f"{name}.css").read_text() for name in ("look", "pointer/pointer")
    )
    rules = re.sub(r"--[\w-]+: [^;]+;|/\*.*?\*/", "", text, flags=re.DOTALL)
    used = {*re.findall(r"#[0-9a-f]{3,6}\b|rgba?\([^)]*\)", rules)}
    used |= {*re.findall(r"(?:color|background): var\((--pg-[\w-]+)", rules)}
    measured = {color for _, *pair, _ in contrast.PANEL_COLORS for color in pair}
    assert used - measured - {"--pg-seat"} == set()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1.0), ("#777777", "#ffffff", 4.48)],
)
def test_the_formula_gives_the_published_values(one, other, expected):
    assert contrast.contrast(one, other) == pytest.approx(expected, abs=0.005)


def test_what_is_faint_is_found():
    from polygames.scene.model import Polygon, Segment, Text, Window

    square = Polygon(((0, 0), (9, 0), (9, 9), (0, 9)), "#f0e442")
    scene = (Window(0, 0, 9, 9), square, Segment((1, 5), (8, 5), "#e69f00"), Text((4, 2), "x", 1))
    line, words = contrast.scene_pairs("nim", "now", scene)
    assert (line.ground, line.is_fine, words.is_fine) == ("#f0e442", False, True)
