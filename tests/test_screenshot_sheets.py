"""Sheets of screenshots: many pictures on one."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from screenshot_sheets import GAP, MOMENTS, TITLE, sheet


def picture(color, size=(30, 20)):
    written = io.BytesIO()
    Image.new("RGB", size, color).save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize(("across", "places"), [(2, [(0, 0), (1, 0), (0, 1)]), (3, None)])
def test_each_picture_stands_below_its_name_in_rows(across, places):
    places = places or [(0, 0), (1, 0), (2, 0)]
    colors = [(255, 0, 0), (0, 128, 0), (0, 0, 255)]
    shown = [(str(color), picture(color)) for color in colors]
    made = Image.open(io.BytesIO(sheet(shown, across)))
    wide, high = 30 + GAP, 20 + GAP + TITLE
    assert made.size == (across * wide + GAP, (1 + places[-1][1]) * high + GAP)
    for color, (column, row) in zip(colors, places, strict=True):
        middle = GAP + column * wide + 15, GAP + row * high + TITLE + 10
        assert made.getpixel(middle) == color


def test_all_that_a_player_meets_is_photographed():
    wanted = {"start", "hover", "analysis-4", "analysis-20", "hint", "review", "right", "wrong"}
    assert set(MOMENTS) == wanted
