"""Boards that show the same game; without a browser."""

import pytest
from helpers import record_game
from page_driver import PageDriver

import polygames as pg


@pytest.fixture
def board(open_board):
    return open_board("splinter")


def greet(board, *, is_visible=True):
    PageDriver(board).tell("report_presence", view="a view", is_visible=is_visible)


def test_boards_with_one_record_say_so_while_both_are_on_a_page(open_board, board):
    other = open_board(board.record)
    assert board.session.status_note == other.session.status_note == ""
    greet(board)
    greet(other)
    assert "Another board shows the same game" in PageDriver(board).header
    assert "Another board shows the same game" in PageDriver(other).header
    greet(board, is_visible=False)
    assert "Another board" not in PageDriver(other).header, "the first one's cell was run again"


def test_boards_with_one_file_say_that_only_one_can_go_on_there(open_board, tmp_path):
    file = tmp_path / "game.txt"
    record_game("splinter", "h9-h10").save(file)
    boards = [open_board(pg.load(file), autosave=file) for _ in range(2)]
    for board in boards:
        greet(board)
    assert all("game.txt" in PageDriver(board).header for board in boards)
    boards[1].close()
    greet(boards[0])
    assert "game.txt" not in PageDriver(boards[0]).header
    boards[0].close()
