"""Splinter's own board: what it shows of the squares, driven by calls."""

from random import Random

import pytest
from helpers import splinter
from hypothesis import given
from page_driver import send_message
from strategies import splinter_states

import polygames as pg
from polygames.games.splinter.board.scene import (
    MIN_VIEW_MARGIN_SQUARES,
    VIEW_MARGIN_SQUARES,
    BoardPart,
    scene,
    visible_part,
    window_of_part,
    with_part_frame,
)
from polygames.scene.model import Text, scene_window

TO_THE_RIGHT = ("f9-g9", "f10-g10", "g9-h9", "g10-h10", "h9-i9", "h10-i10", "i9-j9", "i10-j10")


@pytest.fixture
def board(open_board):
    return open_board("splinter")


def play(board, *moves):
    for move in moves:
        board.play(board.state.parse(move))


def look(board, window):
    send_message(board.pointer, {"kind": "show_window", "window": window})


def letters(board):
    left, top, right, bottom = board.pointer.frame["window"]
    texts = [each for each in board.scene if isinstance(each, Text)]
    inside = [t for t in texts if left < t.at[0] < right and top < t.at[1] < bottom]
    return {each.text for each in inside}


@given(splinter_states())
def test_wherever_a_piece_can_step_is_in_the_part(state):
    part, (rows, columns) = visible_part(state), state.shape
    for r, row in enumerate(state.rows):
        for c, cell in enumerate(row):
            if cell != ".":
                assert part.left <= max(0, c - MIN_VIEW_MARGIN_SQUARES)
                assert part.right >= min(columns, c + 1 + MIN_VIEW_MARGIN_SQUARES)
                assert part.top <= max(0, r - MIN_VIEW_MARGIN_SQUARES)
                assert part.bottom >= min(rows, r + 1 + MIN_VIEW_MARGIN_SQUARES)


@given(splinter_states())
def test_the_window_holds_the_part_and_has_the_shape_of_the_board(state):
    part, whole = visible_part(state), scene_window(scene(state))
    window = window_of_part(state, part) or whole
    assert window.left <= part.left
    assert window.right >= part.right
    assert window.top <= part.top
    assert window.bottom >= part.bottom
    assert min(window.left - whole.left, window.top - whole.top) >= -1e-9
    assert min(whole.right - window.right, whole.bottom - window.bottom) >= -1e-9
    shape = [(w.right - w.left) / (w.bottom - w.top) for w in (window, whole)]
    assert shape[0] == pytest.approx(shape[1])


def test_a_part_grows_when_a_piece_comes_near_its_edge_and_never_shrinks():
    start = visible_part(splinter())
    assert start == BoardPart(
        5 - VIEW_MARGIN_SQUARES,
        6 - VIEW_MARGIN_SQUARES,
        10 + VIEW_MARGIN_SQUARES,
        12 + VIEW_MARGIN_SQUARES,
    )
    near = visible_part(splinter(*TO_THE_RIGHT[:5]), start)
    assert near == start, "a square is left"
    nearer = visible_part(splinter(*TO_THE_RIGHT[:7]), start)
    assert nearer == BoardPart(start.left, start.top, start.right + 1, start.bottom)
    assert visible_part(splinter(), nearer) == nearer


@pytest.mark.slow
def test_in_most_games_the_squares_keep_their_size_from_the_first_move_to_the_last():
    """A click hit another piece where the board had just been drawn at another scale."""
    agent, grown = pg.agent("level 2", game="splinter"), 0
    for seed in range(10):
        rng, state = Random(seed), pg.new("splinter")
        first = part = visible_part(state)
        while state.outcome is None and state.ply < 60:
            state = state.play(agent.choose(state, rng))
            part = visible_part(state, part)
        grown += part != first
    assert grown <= 2


def test_the_board_shows_the_part_with_its_letters_and_a_state_shows_all(board):
    frame = board.pointer.frame
    assert frame["window"] == frame["rest"] != frame["home"]
    assert letters(board) == {*"bcdefghijklmn", *map(str, range(3, 17))}
    assert pg.svg(board.state) == pg.svg(pg.new("splinter"))
    assert scene_window(board.info.scene(board.state)).right > 15


def test_the_board_grows_with_the_pieces_and_begins_anew_with_a_new_game(board):
    before = board.pointer.frame["rest"]
    play(board, *TO_THE_RIGHT)
    after = board.pointer.frame["rest"]
    assert after == board.pointer.frame["window"]
    assert after[2] - after[0] > before[2] - before[0]
    board.undo()
    assert board.pointer.frame["rest"] == after, "it does not jump back and forth"
    board.new()
    assert board.pointer.frame["rest"] == before


def test_the_whole_board_and_a_zoom_stay_through_moves_until_they_are_left(board):
    home, rest = board.pointer.frame["home"], board.pointer.frame["rest"]
    look(board, home)
    play(board, *TO_THE_RIGHT)
    assert board.pointer.frame["window"] == home
    assert letters(board) == {*"abcdefghijklmno", *map(str, range(1, 19))}
    look(board, [6, 6, 9, 9.5])
    assert board.pointer.frame["window"] == [6, 6, 9, 9.5]
    look(board, None)
    assert board.pointer.frame["window"] == board.pointer.frame["rest"] != rest


def test_a_small_board_that_the_pieces_fill_is_shown_whole(open_board):
    board = open_board("splinter", board=(".wW.", ".bB.", "...."))
    assert board.pointer.frame["rest"] is None
    assert board.pointer.frame["window"] == board.pointer.frame["home"]
    state = board.state
    assert with_part_frame(scene(state), state, board.position.part) == scene(state)
