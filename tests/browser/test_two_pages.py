"""Two pages on one kernel: two people at one board, each on a page of their own."""

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


def seat(page, name):
    """Return the button beside a player's name."""
    return page.page.locator(".polygames-seat", has_text=name).locator(".polygames-claim")


def move(page, start, end):
    page.click(square(start))
    page.click(square(end))


def test_a_seat_that_a_page_took_is_played_there_only(pages):
    white, black = pages
    move(black, "h9", "h10")
    white.until(MOVES, ["h9-h10"])  # as long as nobody has taken a seat
    seat(white, "White").click()
    white.until("board.session.seat_claims.claiming_page(0) is None", False)
    seat(black, "Black").click()
    white.until("board.session.seat_claims.claiming_page(1) is None", False)
    named = [[seat(page, name).inner_text() for name in ("White", "Black")] for page in pages]
    assert named[0] == ["⌂ White", "▶ ↗ Black"]
    assert named[1] == ["↗ White", "▶ ⌂ Black"]
    move(white, "h13", "h14")
    assert "plays on another page" in white.page.inner_text(".polygames-note")
    move(black, "h13", "h14")
    white.until(MOVES, ["h9-h10", "h13-h14"])
    move(black, "i12", "i13")
    assert "plays on another page" in black.page.inner_text(".polygames-note")
    move(white, "i12", "i13")
    white.until(f"len({MOVES})", 3)
