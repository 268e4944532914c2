"""Hints and better moves have dashed marks with a word, in every game, unlike a played move."""

from random import Random

import pytest

import polygames as pg
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.scene import palette
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.model import Polygon, Segment, Text, scene_window
from polygames.view.overlay import small_print_size
from polygames.view.suggestions import (
    PLAYED_COLOR,
    SUGGESTION_COLOR,
    dash_marks,
    draw_comparison,
    draw_suggestion,
)

PLIES = {"polygon": 3}
MANY_PLIES = 9


def position(game, seed=5):
    """Return a position of a random game in which a player moves, with two of its moves."""
    rng = Random(seed)
    state = pg.new(game)
    while state.ply < PLIES.get(game, MANY_PLIES) or state.turn == CHANCE:
        state = state.play(state.legal_moves.sample(rng))
    moves = list(dict.fromkeys(state.legal_moves.sample(rng) for _ in range(40)))
    return state, moves[0], moves[-1]


def strokes(scene, color):
    return [each for each in scene if isinstance(each, Segment) and each.stroke == color]


@pytest.mark.parametrize("game", pg.games())
def test_a_hint_has_dashes_and_a_word_and_nothing_of_a_played_move(game):
    state, move, _ = position(game)
    info = info_of(state)
    drawn = draw_suggestion(state, move, info.scene(state), info.highlight_move)
    hollow = [
        each for each in drawn if isinstance(each, Polygon) and each.stroke == SUGGESTION_COLOR
    ]
    assert len(strokes(drawn, SUGGESTION_COLOR)) >= 2 or hollow
    assert [each.text for each in drawn if isinstance(each, Text)][-1] == "hint"
    rims = [each for each in drawn if getattr(each, "stroke", "") == palette.INK]
    assert rims == [], "dark rims and the drawn line belong to played moves"
    assert not any(isinstance(each, Polygon) and each.fill == SUGGESTION_COLOR for each in drawn)


@pytest.mark.parametrize("game", pg.games())
def test_a_played_and_a_better_move_differ_in_pattern_and_word(game):
    state, played, better = position(game)
    info = info_of(state)
    drawn = draw_comparison(state, played, better, info.scene(state), info.highlight_move)
    texts = [each.text for each in drawn if isinstance(each, Text)]
    assert sorted(texts[-2:]) == ["better", "played"]
    colors = {getattr(each, "stroke", None) for each in drawn}
    colors |= {getattr(each, "fill", None) for each in drawn}
    assert {PLAYED_COLOR, SUGGESTION_COLOR} <= colors
    assert LAST_MOVE_COLOR not in colors


@pytest.mark.parametrize("game", pg.games())
def test_both_words_are_on_the_board_and_not_on_each_other(game):
    for seed in range(6):
        state, played, better = position(game, seed)
        info, picture = info_of(state), info_of(state).scene(state)
        drawn = draw_comparison(state, played, better, picture, info.highlight_move)
        first, second = [each for each in drawn if isinstance(each, Text)][-2:]
        window, size = scene_window(picture), small_print_size(picture)
        for each in (first, second):
            assert window.left <= each.middle[0] <= window.right
            assert window.top <= each.middle[1] <= window.bottom
        apart = (abs(a - b) for a, b in zip(first.middle, second.middle, strict=True))
        assert max(apart) > size


def test_the_dashes_of_a_path_are_equally_long_and_turn_at_its_corners():
    square = ((0, 0), (6, 0), (6, 6), (0, 6))
    drawn = dash_marks((Polygon(square, stroke="#123456"),), "#123456", period=2.4)
    length = sum(
        abs(b - a)
        for each in drawn
        if each.stroke == "#123456"
        for a, b in zip(each.start, each.end, strict=True)
    )
    assert length == pytest.approx(24 * 0.6)
    assert len(strokes(drawn, palette.PAPER)) == 4


def test_a_path_that_is_too_short_for_dashes_is_one_stroke():
    drawn = dash_marks((Segment((0, 0), (1, 0), "#123456"),), "#123456", period=1.0)
    assert [(each.start, each.end) for each in strokes(drawn, "#123456")] == [((0, 0), (1, 0))]
