"""Two pages on one kernel, which show one board."""

import pytest

BOARD = "import polygames as pg\nboard = pg.play('splinter', autosave=None)\nboard"
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
MOVES = "[str(move) for move in board.record.moves]"


def square(name, rows=18):
    """Return the middle of a square."""
    return ord(name[0]) - ord("a") + 0.5, rows - int(name[1:]) + 0.5


@pytest.fixture
def pages(show_board, new_page):
    """Return two pages that show one board."""
    one = show_board(BOARD)
    one.page.evaluate(SAVE)
    other = new_page()
    other.page.goto(one.url)
    other.ready()
    other.wait()
    return one, other


def move(page, start, end):
    page.click(square(start))
    page.click(square(end))


def test_each_of_two_pages_shows_and_makes_the_moves_of_one_game(pages):
    white, black = pages
    move(white, "h9", "h10")
    white.until(MOVES, ["h9-h10"])
    move(black, "h13", "h14")
    white.until(MOVES, ["h9-h10", "h13-h14"])
    move(white, "i12", "i13")
    white.until(f"len({MOVES})", 3)
