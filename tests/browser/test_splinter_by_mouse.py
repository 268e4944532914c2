"""Splinter, played in JupyterLab by mouse: by clicks and by dragging pieces."""

from person import Screen

BOARD = "import polygames as pg\nboard = pg.play('splinter', autosave=None)\nboard"


def square(name, rows=18):
    """Return the middle of a square."""
    return ord(name[0]) - ord("a") + 0.5, rows - int(name[1:]) + 0.5


def fading(page):
    """Return how many shapes are fading, or have faded, since the last move."""
    return page.page.locator(".polygames-fading > *").count()


def test_a_piece_is_dragged_and_a_pawn_that_is_cut_off_fades(show_board):
    page = show_board(BOARD)
    page.page.mouse.move(*page.at(square("f7")))
    page.page.mouse.down()
    page.page.mouse.move(*page.at(square("e6")), steps=6)
    assert page.tip.partition(" ")[2].partition(" ")[2] == "to e6, removes 1 white pawn"
    page.page.mouse.up()
    page.until("board.state.lost", "(1, 0)")
    assert fading(page) == 2, "a disc and its ring"
    page.drag(square("g12"), square("g13"))  # a white pawn, and it is black's turn
    page.drag(square("h12"), square("h13"))
    page.until("[str(move) for move in board.record.moves]", ["f7-e6", "h12-h13"])
    page.button("Undo")
    page.until("board.state.ply", 1)
    assert fading(page) == 0, "a pawn that is back on the board does not fade"


def test_a_piece_is_moved_by_touch_by_taps_and_by_a_swipe(show_board):
    page = show_board(BOARD, has_touch=True)
    screen = Screen(page)
    for name in ("h9", "h10"):
        screen.send("touchStart", square(name))
        screen.send("touchEnd")
    page.until("[str(move) for move in board.record.moves]", ["h9-h10"])
    screen.send("touchStart", square("f12"))
    (x, y), (x1, y1) = square("f12"), square("e13")
    for share in (0.3, 0.6, 0.9, 1):
        screen.send("touchMove", (x + share * (x1 - x), y + share * (y1 - y)))
    screen.send("touchEnd")
    page.until("[str(move) for move in board.record.moves]", ["h9-h10", "f12-e13"])
