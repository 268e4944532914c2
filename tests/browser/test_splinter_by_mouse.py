"""Splinter, played in JupyterLab by mouse: by clicks and by dragging pieces."""

from itertools import pairwise

import pytest
from person import Screen, any_painter

BEGUN = "() => document.querySelector('.polygames-layer-line').children.length"
"""Whether a mark, or a line, is being drawn."""

BOARD = "import polygames as pg\nboard = pg.play('splinter', autosave=None)\nboard"


def square(name, rows=18):
    """Return the middle of a square."""
    return ord(name[0]) - ord("a") + 0.5, rows - int(name[1:]) + 0.5


def fading(page):
    """Return how many shapes are fading, or have faded, since the last move."""
    return page.page.locator(".polygames-fading > *").count()


@any_painter
def test_a_piece_is_moved_by_two_clicks_and_the_push_is_shown_before(show_board):
    page = show_board(BOARD)
    page.move(square("h9"))
    assert page.tip == "h9: white king"
    page.click(square("h9"))
    page.move(square("h10"))
    assert page.tip == "king h9 to h10, pushes 3"
    page.click(square("h10"))
    page.until("[str(move) for move in board.record.moves]", ["h9-h10"])
    assert page.value("board.state.rows[5][7] + board.state.rows[8][7]") == "bW"
    assert "Black moves a piece" in page.text
    assert fading(page) == 0


def test_a_piece_is_dragged_and_a_pawn_that_is_cut_off_fades(show_board):
    page = show_board(BOARD)
    page.page.mouse.move(*page.at(square("f7")))
    page.page.mouse.down()
    page.page.mouse.move(*page.at(square("e6")), steps=6)
    assert page.tip.partition(" ")[2].partition(" ")[2] == "to e6, takes off 1 own pawn"
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


# How many columns the board shows from now on, one number a change.
WIDTHS = """() => {
  const svg = document.querySelector('.polygames-pointer svg');
  const look = () => window.watched.push(Number(svg.getAttribute('viewBox').split(' ')[2]));
  window.watched = [];
  look();
  new MutationObserver(look).observe(svg, { attributeFilter: ['viewBox'] });
}"""


def seen(page):
    """Return how many columns the board shows."""
    return float(page.layer.get_attribute("viewBox").split()[2])


def test_the_board_grows_with_the_pieces_but_not_while_somebody_points(show_board):
    page = show_board(BOARD)
    before = seen(page)
    assert before < 15, "the part where the pieces are"
    page.click(square("f9"))
    page.click(square("g9"))
    page.until("board.state.ply", 1)
    page.run("board.play(board.state.parse('f10-g10'))")
    page.until("board.state.ply", 2)
    page.click(square("g9"))  # begun: the move may be ended any time
    page.run("board._part = None; board._part = type(board.part)(1, 2, 15, 16); board.redraw()")
    page.page.wait_for_function("document.querySelector('.polygames-stack canvas').style.transform")
    page.page.wait_for_timeout(1000)
    assert seen(page) == before, "somebody is in the middle of a move"
    page.page.evaluate(WIDTHS)
    page.click(square("h9"))
    page.until("board.state.ply", 3)
    page.shows(f"() => window.watched.at(-1) > {before} + 0.9")
    watched = page.page.evaluate("window.watched")
    steps = [after - first for first, after in pairwise(watched)]
    assert min(steps) >= 0, "evenly"
    assert max(steps) < 0.6, "not in one jump"
    page.page.keyboard.press("0")
    page.until("board.is_zoomed", "True")
    assert seen(page) == pytest.approx(16.44)
    page.click(square("g10"))
    page.click(square("h10"))
    page.until("board.state.ply", 4)
    assert seen(page) == pytest.approx(16.44), "the whole board stays"
    page.page.keyboard.press("0")
    page.until("board.is_zoomed", "False")
    assert seen(page) < 16.4


def test_with_less_motion_the_board_grows_at_once(show_board):
    page = show_board(BOARD, reduced_motion="reduce")
    before = seen(page)
    page.page.mouse.move(1, 1)
    page.page.evaluate(WIDTHS)
    page.run("board._part = type(board.part)(0, 2, 15, 16); board.redraw()")
    page.shows("() => Math.abs(window.watched.at(-1) - 16.44) < 0.01")
    assert set(page.page.evaluate("window.watched")) <= {before, seen(page)}


def test_a_finger_that_rests_draws_a_circle_or_an_arrow(show_board):
    page = show_board(BOARD, has_touch=True)
    screen = Screen(page)
    screen.send("touchStart", square("h9"))
    page.shows(BEGUN)
    screen.send("touchEnd")
    page.until("[str(mark) for mark in board.record.marks]", ["circle h9"])
    screen.send("touchStart", square("f12"))
    page.shows(BEGUN)
    for name in ("g12", "g13"):
        screen.send("touchMove", square(name))
    screen.send("touchEnd")
    page.until("[str(mark) for mark in board.record.marks]", ["circle h9", "arrow f12 g13"])
    assert page.value("board.state.ply") == "0", "nothing is played"
