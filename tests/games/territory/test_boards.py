"""Boards of Territory: those of one's own, and those made by chance."""

from random import Random

import pytest
from helpers import pickle_copy, territory
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeds

import polygames as pg
from polygames.games.territory.board_generator import (
    GrowthBudget,
    generate_tiles,
    square_cells,
)
from polygames.games.territory.boards import Board, Recipe, custom_board, tiles_of

SIX = ("AAABCC", "AABBDD", "AEBBFD", "GEEBFD", "GEHFFF", "EEEEFF")
SIX_COLORS = (0, 0, 1, 1, 0, 0, 0, 2)
SYMMETRIC_SIX = ("AAABBB", "CCCBBB", "DCCEEE", "CCCEEF", "GGGEEE", "GGGHHH")
SYMMETRIC_SIX_COLORS = (0, 2, 1, 0, 0, 1, 2, 1)

sizes = st.tuples(st.integers(1, 5), st.integers(0, 5)).map(lambda pair: (pair[0], sum(pair)))


def is_connected(cells):
    left = set(cells)
    reached = [left.pop()]
    for r, c in reached:
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
        left -= near
        reached += near
    return not left


@given(st.integers(2, 12), seeds, sizes)
def test_tiles_cover_the_board_are_connected_and_of_the_sizes_asked_for(size, seed, sizes):
    low, high = sizes
    if -(-(size**2) // high) > size**2 // low:
        with pytest.raises(pg.OptionError, match="sizes"):
            territory(size=size, sizes=sizes)
        return
    tiles = generate_tiles(square_cells(size), low, high, Random(seed), GrowthBudget())
    if tiles is None:  # mending may come to no end where the sizes hardly fit
        assert low > 1
        return
    assert sorted(cell for tile in tiles for cell in tile) == [
        (r, c) for r in range(size) for c in range(size)
    ]
    assert all(map(is_connected, tiles))
    assert all(low <= len(tile) <= high for tile in tiles)


@pytest.mark.parametrize("size", [2, 3, 10, 15, 20, 25, 40])
def test_boards_of_all_sizes_have_tiles_of_1_to_8_cells(size):
    board = territory(size=size).board
    assert board.shape == (size, size)
    assert set(board.areas) <= set(range(1, 9))
    assert sum(board.areas) == size**2
    assert len(set(board.letters)) == len(board.areas)


@given(st.integers(2, 9), seeds)
def test_the_same_seed_makes_the_same_board(size, seed):
    assert Recipe(size, seed).board() == Recipe(size, seed).board.__wrapped__(Recipe(size, seed))


def test_other_seeds_make_other_boards():
    assert len({territory(seed=seed).board for seed in range(-20, 20)}) == 40


def test_a_board_stays_what_it_is_from_one_release_to_the_next():
    """A record holds the seed, not the tiles: what it makes may never change."""
    assert territory(size=6, seed=1).board.rows == SIX
    assert territory(size=6, seed=1).board.colors == SIX_COLORS


def test_all_areas_occur():
    areas = [area for seed in range(5) for area in territory(size=20, seed=seed).board.areas]
    assert all(0.05 < areas.count(area) / len(areas) < 0.25 for area in range(1, 9))


@pytest.mark.parametrize("shares", [(2, 2, 1), (1, 1, 1), (5, 1, 0), (0, 0, 1)])
def test_colours_have_roughly_their_shares(shares):
    colors = [
        color
        for seed in range(5)
        for color in territory(size=25, seed=seed, shares=shares).board.colors
    ]
    for color, share in enumerate(shares):
        assert colors.count(color) / len(colors) == pytest.approx(share / sum(shares), abs=0.06)


@given(st.integers(4, 12), seeds)
def test_a_balanced_board_has_as_many_blue_as_red_tiles_of_each_area(size, seed):
    board = territory(size=size, seed=seed, balanced=True).board
    blue, red = (
        sorted(a for a, c in zip(board.areas, board.colors, strict=True) if c == color)
        for color in (0, 1)
    )
    assert blue == red
    assert blue
    for value in ("square", "linear"):
        assert territory(size=size, seed=seed, balanced=True, value=value).fixed_difference == 0


@given(st.integers(2, 13), seeds)
def test_a_symmetric_board_is_the_same_for_both_players(size, seed):
    board = territory(size=size, seed=seed, symmetric=True).board
    tiles = dict(zip(board.cells, board.colors, strict=True))
    for cells, color in tiles.items():
        opposite = tuple(sorted((size - 1 - r, size - 1 - c) for r, c in cells))
        assert tiles[opposite] == (1, 0, 2)[color], "blue and red change places, yellow stays"
    assert set(board.colors) >= {0, 1}
    assert sorted(cell for tile in board.cells for cell in tile) == square_cells(size)
    assert all(map(is_connected, board.cells))
    assert all(len(tile) <= 8 for tile in board.cells)


def test_a_symmetric_board_has_equal_colour_values_on_many_seeds():
    for seed in range(200):
        for value in ("square", "linear"):
            state = territory(seed=seed, symmetric=True, value=value)
            assert state.fixed_difference == 0
    assert len({territory(seed=seed, symmetric=True).board for seed in range(200)}) == 200


@given(st.integers(2, 10), seeds, st.integers(0, 2**32))
def test_copies_of_the_first_players_moves_reach_a_tie_on_a_symmetric_board(size, seed, choices):
    state, rng = (
        territory(size=2 * (size // 2), seed=seed, symmetric=True, penalty=0.5),
        Random(choices),
    )
    while state.outcome is None:
        move = state.legal_moves.sample(rng)
        cells = state.board.cells[state.board.named[move]]
        r, c = cells[0]
        side = state.board.shape[0] - 1
        state = state.play(move)
        state = state.play(state.claim(side - r, side - c))
    assert state.scores[0] == state.scores[1]


def test_a_symmetric_board_stays_what_it_is_from_one_release_to_the_next():
    board = territory(size=6, seed=1, symmetric=True).board
    assert (board.rows, board.colors) == (SYMMETRIC_SIX, SYMMETRIC_SIX_COLORS)


def test_a_symmetric_board_keeps_the_share_of_yellow():
    boards = [territory(size=25, seed=seed, symmetric=True).board for seed in range(4)]
    colors = [color for board in boards for color in board.colors]
    assert colors.count(2) / len(colors) == pytest.approx(1 / 5, abs=0.04)


def test_a_balanced_board_keeps_the_share_of_yellow():
    boards = [territory(size=25, seed=seed, balanced=True).board for seed in range(4)]
    colors = [color for board in boards for color in board.colors]
    assert colors.count(2) / len(colors) == pytest.approx(1 / 5, abs=0.04)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 1}, "size of territory must be a whole number from 2 to 60, not 1"),
        ({"size": 10.0}, "size of territory must be a whole number from 2 to 60, not 10.0"),
        ({"seed": "x"}, r"seed of territory must be a whole number, not 'x'"),
        ({"balanced": 3}, "balanced of territory must be True or False, not 3"),
        ({"sizes": (3,)}, "sizes of territory must be the smallest and the largest"),
        ({"sizes": 5}, "sizes of territory must be the smallest and the largest"),
        ({"sizes": (0, 4)}, "sizes of territory must be a whole number from 1 to 3600, not 0"),
        ({"sizes": (5, 4)}, "sizes of territory must have the smallest"),
        ({"size": 3, "sizes": (2, 2)}, r"must be able to cover 9 cells, not \(2, 2\)"),
        ({"shares": (1, 1)}, "shares of territory must be three weights"),
        ({"shares": (1, 1, -1)}, "shares of territory must be a number of 0 or more, not -1"),
        ({"shares": (0, 0, 0)}, "shares of territory must be three weights"),
        ({"shares": (1, float("inf"), 1)}, "must be a number of 0 or more, not inf"),
        ({"shares": (2, 1, 1), "balanced": True}, "blue and red the same weight"),
        ({"shares": (2, 1, 1), "symmetric": True}, "the same weight on a symmetric board"),
        ({"size": 5, "sizes": (2, 8), "symmetric": True}, "must begin with 1 on a symmetric"),
        ({"size": 2, "sizes": (4, 4), "symmetric": True}, "must be able to cover 2 cells"),
        ({"size": 2, "sizes": (4, 4), "balanced": True}, "found no board with a balanced board"),
    ],
    ids=str,
)
def test_recipes_that_make_no_board_are_refused(options, message):
    with pytest.raises(pg.OptionError, match=message):
        territory(**options)


COLORS = {"A": "blue", "B": "red"}


def test_a_board_of_ones_own_has_the_tiles_that_were_written():
    board = custom_board(["xy.", "xx."], {"x": "blue", "y": "red", ".": "yellow"})
    assert board.letters == "xy."
    assert board.areas == (3, 1, 2)
    assert board.cells[0] == ((0, 0), (1, 0), (1, 1))
    assert board.color_names == {"x": "blue", "y": "red", ".": "yellow"}
    assert [list(tiles_of(near)) for near in board.near] == [[1, 2], [0, 2], [0, 1]]
    assert board.tile_at(1, 1) == 0
    assert custom_board("xy. xx.", board.color_names) == board


@pytest.mark.parametrize(
    ("tiles", "colors", "message"),
    [
        ([], COLORS, "expected rows of text"),
        (["AB", 3], COLORS, "expected rows of text"),
        (["AB", ""], COLORS, "expected rows of text"),
        (["AB", "A"], COLORS, "row 1 has 1 cells, row 0 has 2"),
        (["A\t", "BB"], COLORS, "row 0, .* holds an invisible character"),
        (["A"], {"A": "blue"}, "at least two cells"),
        (["ABA"], COLORS, "tile 'A' are not connected .the part at r0c0"),
        (["AB", "BA"], COLORS, "are not connected"),
        (["AB"], None, "gives each character of tiles its colour, not None"),
        (["AB"], "br", "gives each character of tiles its colour, not 'br'"),
        (["ABC"], COLORS, "lacks the tile 'C'"),
        (["AA"], COLORS, "names 'B', which is not a tile"),
        (["AB"], {"A": "blue", "B": "green"}, "'B' is blue, red or yellow, not 'green'"),
    ],
    ids=str,
)
def test_what_is_no_board_is_refused_with_the_place(tiles, colors, message):
    with pytest.raises(pg.OptionError, match=message):
        territory(tiles=tiles, colors=colors)


@pytest.mark.parametrize(
    ("options", "message"),
    [({}, "expected rows of text"), ({"tiles": ["AB"], "balanced": True}, "balanced")],
)
def test_colors_need_tiles_and_such_a_board_is_not_balanced(options, message):
    with pytest.raises(pg.OptionError, match=message):
        territory(colors=COLORS, **options)


def test_boards_are_equal_by_tiles_and_colours():
    one = custom_board(["AB"], COLORS)
    assert one == Board(("AB",), (0, 1))
    assert hash(one) == hash(Board(("AB",), (0, 1)))
    assert one != Board(("AB",), (0, 2))
    assert one != "AB"
    assert pickle_copy(one) is one
    assert repr(one) == "<board of 1x2 cells in 2 tiles>"


@given(st.integers(2, 8), seeds)
def test_sums_over_tiles_are_those_of_the_plain_way(size, seed):
    board = territory(size=size, seed=seed).board
    mask = Random(seed).getrandbits(len(board.areas))
    chosen = [tile for tile in range(len(board.areas)) if mask >> tile & 1]
    assert list(tiles_of(mask)) == chosen
    assert board.total_area(mask) == sum(board.areas[tile] for tile in chosen)
    for color in range(3):
        areas = [board.areas[tile] for tile in chosen if board.colors[tile] == color]
        assert board.total_area(mask, color) == sum(areas)
        assert board.total_area(mask, color, power=2) == sum(area * area for area in areas)
