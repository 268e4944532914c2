"""The drawing table for boards: whatever is done, it stays a board."""

import pytest
from helpers import territory
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeds

from polygames.games.territory.board.editor import Draft
from polygames.games.territory.boards import COLORS, board_of

cells = st.tuples(st.integers(0, 3), st.integers(0, 3))
strokes = st.lists(
    st.tuples(
        st.sampled_from(["begin", "extend", "merge", "split", "paint"]),
        cells,
        cells,
        st.sampled_from(COLORS),
    ),
    max_size=30,
)


def rows(draft):
    return draft.board().rows


def test_a_draft_begins_with_single_yellow_cells():
    board = Draft((2, 3)).board()
    assert board.rows == ("ABC", "DEF")
    assert set(board.color_names.values()) == {"yellow"}


@given(st.integers(2, 8), seeds)
def test_a_draft_of_a_board_is_that_board(size, seed):
    board = territory(size=size, seed=seed).board
    assert Draft.of(board).board() == board


def test_a_tile_is_begun_and_extended():
    draft = Draft((2, 2))
    tile = draft.begin((0, 0), "red")
    draft.extend(tile, (0, 1))
    draft.extend(tile, (1, 1))
    assert rows(draft) == ("AA", "BA")
    assert draft.board().color_names["A"] == "red"


def test_a_cell_apart_from_the_tile_is_not_taken():
    draft = Draft((2, 2))
    draft.extend(draft.begin((0, 0), "red"), (1, 1))
    assert rows(draft) == ("AB", "CD")


def test_a_tile_that_falls_apart_becomes_several_of_its_colour():
    draft = Draft.of(board_of(["AAA"], {"A": "blue"}))
    draft.begin((0, 1), "red")
    assert rows(draft) == ("ABC",)
    assert list(draft.board().color_names.values()) == ["blue", "red", "blue"]


def test_tiles_that_touch_are_merged_and_others_are_not():
    draft = Draft.of(board_of(["ABC"], {"A": "blue", "B": "red", "C": "yellow"}))
    draft.merge(draft.at((0, 0)), draft.at((0, 2)))
    assert rows(draft) == ("ABC",)
    draft.merge(draft.at((0, 0)), draft.at((0, 1)))
    assert rows(draft) == ("AAB",)
    assert list(draft.board().color_names.values()) == ["blue", "yellow"]


def test_a_tile_is_split_into_its_cells_and_painted():
    draft = Draft.of(board_of(["AAB"], {"A": "blue", "B": "red"}))
    draft.split(draft.at((0, 0)))
    draft.paint(draft.at((0, 1)), "yellow")
    assert rows(draft) == ("ABC",)
    assert list(draft.board().color_names.values()) == ["blue", "yellow", "red"]


@pytest.mark.parametrize(("cell", "there"), [((0, 0), True), ((0, 3), False), ((-1, 0), False)])
def test_it_knows_its_cells(cell, there):
    assert Draft((1, 3)).has(cell) == there


@given(strokes)
def test_whatever_is_drawn_is_a_board(strokes):
    draft = Draft((4, 4))
    for what, one, other, color in strokes:
        match what:
            case "begin":
                draft.begin(one, color)
                assert draft.board().colors[draft.board().at(*one)] == COLORS.index(color)
            case "extend":
                draft.extend(draft.at(one), other)
            case "merge":
                draft.merge(draft.at(one), draft.at(other))
            case "split":
                draft.split(draft.at(one))
            case "paint":
                draft.paint(draft.at(one), color)
        board = draft.board()
        assert board_of(board.rows, board.color_names) == board
