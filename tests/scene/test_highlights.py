"""One mark for all games: the last move is seen on every ground, and in full."""

from itertools import pairwise
from random import Random

import pytest

import polygames as pg
from polygames.core.registry import info_of
from polygames.scene.highlights import (
    HIGHLIGHT_RIM_PX,
    HIGHLIGHT_WIDTH_PX,
    LAST_MOVE_COLOR,
    highlight_area,
    highlight_line,
)
from polygames.scene.model import Segment
from polygames.scene.palette import INK

SQUARE = ((0, 0), (4, 0), (4, 4), (0, 4))
SMALL = {"territory": {"size": 6}, "splinter": {"max_plies": 60}}


def shape_of(primitive):
    fields = ("points", "center", "radius", "start", "end")
    return [getattr(primitive, name, None) for name in fields]


@pytest.mark.parametrize("game", pg.games())
def test_every_move_of_every_game_is_marked_by_a_band_between_dark_rims(game):
    state, rng = pg.new(game, **SMALL.get(game, {})), Random(3)
    seen = 0
    while state.outcome is None and seen < 40:
        move = state.legal_moves.sample(rng)
        if state.turn >= 0:
            shapes = info_of(state).board.highlight_move(state, move, LAST_MOVE_COLOR)
            bands = [each for each in shapes if each.stroke == LAST_MOVE_COLOR]
            rims = [each for each in shapes if each.stroke == INK]
            assert bands, move
            for band in bands:
                assert any(
                    shape_of(rim) == shape_of(band)
                    and rim.width == band.width + 2 * HIGHLIGHT_RIM_PX
                    for rim in rims
                ), move
            seen += 1
        state = state.play(move)
    assert seen > 5


@pytest.mark.parametrize("turned", [SQUARE, SQUARE[::-1]], ids=["clockwise", "the other way"])
def test_a_mark_runs_inside_the_border_whichever_way_the_corners_go(turned):
    rim, band = highlight_area(turned, LAST_MOVE_COLOR, 0.5)
    assert sorted(band.points) == [(0.5, 0.5), (0.5, 3.5), (3.5, 0.5), (3.5, 3.5)]
    assert rim.points == band.points


def test_an_inner_corner_keeps_its_distance():
    _, band = highlight_area([(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)], LAST_MOVE_COLOR, 0.5)
    assert (1.5, 1.5) in band.points
    for (x, y), (u, v) in pairwise((*band.points, band.points[0])):
        assert x == u or y == v


def test_what_is_too_small_to_be_marked_inside_is_marked_on_its_border():
    sliver = ((0, 0), (4, 0), (4, 0.1))
    assert highlight_area(sliver, LAST_MOVE_COLOR, 0.5)[0].points == sliver


def test_a_corner_on_a_straight_border_changes_nothing():
    _, band = highlight_area([(0, 0), (2, 0), *SQUARE[1:]], LAST_MOVE_COLOR, 0.5)
    assert {(0.5, 0.5), (3.5, 0.5), (3.5, 3.5), (0.5, 3.5)} < {*band.points}


def test_a_marked_line_is_still_seen_as_the_line_that_it_is():
    core = Segment((0, 0), (1, 0), "#cc3311", 3.0)
    rim, band, paper, own = highlight_line((0, 0), (1, 0), LAST_MOVE_COLOR, [core])
    assert own == core
    assert rim.width > band.width >= paper.width + HIGHLIGHT_WIDTH_PX
    assert paper.width > core.width, "it is seen on paper, whatever the colour of the band"
