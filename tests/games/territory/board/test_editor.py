"""The drawing table for boards: whatever is done, it stays a board."""

import pytest
from helpers import territory
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeds

from polygames.games.territory.board.editor import Editor
from polygames.games.territory.boards import TILE_COLORS, custom_board

cells = st.tuples(st.integers(0, 3), st.integers(0, 3))
strokes = st.lists(
    st.tuples(
        st.sampled_from(["begin", "extend", "merge", "split", "paint"]),
        cells,
        cells,
        st.sampled_from(TILE_COLORS),
    ),
    max_size=30,
)


def rows(editor):
    return editor.to_board().rows


def test_a_editor_begins_with_single_yellow_cells():
    board = Editor((2, 3)).to_board()
    assert board.rows == ("ABC", "DEF")
    assert set(board.color_names.values()) == {"yellow"}


@given(st.integers(2, 8), seeds)
def test_a_editor_of_a_board_is_that_board(size, seed):
    board = territory(size=size, seed=seed).board
    assert Editor.of_board(board).to_board() == board


def test_a_tile_is_begun_and_extended_but_to_no_cell_apart():
    editor = Editor((2, 2))
    tile = editor.new_tile((0, 0), "red")
    editor.extend_tile(tile, (0, 1))
    editor.extend_tile(tile, (1, 1))
    assert rows(editor) == ("AA", "BA")
    assert editor.to_board().color_names["A"] == "red"
    apart = Editor((2, 2))
    apart.extend_tile(apart.new_tile((0, 0), "red"), (1, 1))
    assert rows(apart) == ("AB", "CD")


def test_a_tile_that_falls_apart_becomes_several_of_its_colour():
    editor = Editor.of_board(custom_board(["AAA"], {"A": "blue"}))
    editor.new_tile((0, 1), "red")
    assert rows(editor) == ("ABC",)
    assert list(editor.to_board().color_names.values()) == ["blue", "red", "blue"]


def test_tiles_that_touch_are_merged_and_others_are_not():
    editor = Editor.of_board(custom_board(["ABC"], {"A": "blue", "B": "red", "C": "yellow"}))
    editor.merge_tiles(editor.tile_at((0, 0)), editor.tile_at((0, 2)))
    assert rows(editor) == ("ABC",)
    editor.merge_tiles(editor.tile_at((0, 0)), editor.tile_at((0, 1)))
    assert rows(editor) == ("AAB",)
    assert list(editor.to_board().color_names.values()) == ["blue", "yellow"]


def test_a_tile_is_split_into_its_cells_and_painted():
    editor = Editor.of_board(custom_board(["AAB"], {"A": "blue", "B": "red"}))
    editor.split_tile(editor.tile_at((0, 0)))
    editor.paint_tile(editor.tile_at((0, 1)), "yellow")
    assert rows(editor) == ("ABC",)
    assert list(editor.to_board().color_names.values()) == ["blue", "yellow", "red"]


@pytest.mark.slow
@given(strokes)
def test_whatever_is_drawn_is_a_board(strokes):
    editor = Editor((4, 4))
    for what, one, other, color in strokes:
        match what:
            case "begin":
                editor.new_tile(one, color)
                assert editor.to_board().colors[
                    editor.to_board().tile_at(*one)
                ] == TILE_COLORS.index(color)
            case "extend":
                editor.extend_tile(editor.tile_at(one), other)
            case "merge":
                editor.merge_tiles(editor.tile_at(one), editor.tile_at(other))
            case "split":
                editor.split_tile(editor.tile_at(one))
            case "paint":
                editor.paint_tile(editor.tile_at(one), color)
        board = editor.to_board()
        assert custom_board(board.rows, board.color_names) == board
