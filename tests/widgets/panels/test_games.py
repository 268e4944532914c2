"""The page with many games: it follows the board, plays what is pressed, and groups lines."""

import pytest
from helpers import record_game
from page_driver import PageDriver

import polygames as pg
from polygames.search.review import annotate
from polygames.widgets.interfaces import GAMES_TAB


def told(board):
    return board.get_panel(GAMES_TAB).box.content


def test_the_page_follows_the_board_and_plays_a_row(open_board):
    games = pg.collection([record_game("polygon", *way, n=6) for way in (["A-C", "C-E"], ["A-D"])])
    board = open_board(pg.new("polygon", n=6))
    board.explore(games)
    assert [(row["text"], row["value"]) for row in told(board)["rows"]] == [
        ("A to C", "1"),
        ("A to D", "1"),
    ]
    assert told(board)["note"].startswith("2 of 2 games reached this position.")
    page = PageDriver(board)
    page.on_row("play_row", 0, page=GAMES_TAB)
    assert [str(move) for move in board.record.moves] == ["A-C"]
    assert [row["text"] for row in told(board)["rows"]] == ["C to E"]
    assert told(board)["note"].startswith("1 of 2 games reached this position.")
    page.on_row("play_row", 5, page=GAMES_TAB)
    page.on_row("play_row", 0, page=GAMES_TAB, version=-1)
    assert len(board.record.moves) == 1


def test_what_reviews_say_of_a_move_stands_below_the_rows(open_board):
    record = record_game("polygon", "A-C", "C-E", n=6)
    annotate(pg.review(record, progress=False), record)
    board = open_board(pg.new("polygon", n=6))
    board.explore(pg.collection(record))
    (row,) = told(board)["rows"]
    assert row["line"] == []  # the page takes it for the words of moves
    assert row["reason"] == "Reviews: it loses"
    explorer = board.get_panel(GAMES_TAB).explorer
    assert [(each.value, each.chance) for each in explorer.continuations()] == [(-1.0, 0.0)]


def test_lines_that_are_grouped_say_so_and_another_collection_takes_the_place(open_board):
    board = open_board("split")
    board.explore(pg.collection(record_game("split", "draw 0,5 - 10,5")))
    assert "Similar lines share a row" in told(board)["note"]
    assert told(board)["rows"][0]["full_text"].startswith("Cuts ")  # it begins a sentence
    board.explore(pg.collection(record_game("split"), record_game("split")))
    assert told(board)["rows"] == []
    assert told(board)["note"].startswith("2 of 2 games reached this position.")


def test_games_of_another_kind_are_refused(open_board):
    board = open_board("split")
    games = pg.collection(record_game("polygon"))
    with pytest.raises(pg.OptionError):
        board.explore(games)
    with pytest.raises(pg.OptionError, match="must be games of split"):
        board.explore(games.explorer())
