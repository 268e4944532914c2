"""Why something was refused is said where the person looks, in JupyterLab."""

from link import MADE_COUNT_JS, READ_CANVAS_JS, Link

BOARD = "import polygames as pg\nboard = pg.play('split', min_area=1, autosave=None)\nboard"


def refusal(page, at):
    """Return what is said, and check that it is seen near a point of the board."""
    bubble = page.page.locator(".polygames-refusal")
    bubble.wait_for()
    box, (x, y) = bubble.bounding_box(), page.at(at)
    assert box["x"] - 30 <= x <= box["x"] + box["width"] + 30
    assert box["y"] - 80 <= y <= box["y"] + box["height"] + 30
    board = page.page.locator(".polygames-stack").bounding_box()
    assert board["x"] <= box["x"]
    assert box["x"] + box["width"] <= board["x"] + board["width"]
    assert board["y"] <= box["y"]
    return bubble.text_content()


def test_a_cut_that_is_too_small_says_so_at_the_pointer_and_later_goes(show_board):
    page = show_board(BOARD)
    page.click((0, 9))
    page.click((0.8, 10))
    assert refusal(page, (0.8, 10)) == "a piece must be at least 1"
    assert "at least 1" in page.page.locator(".polygames-spoken-log").text_content()
    page.page.keyboard.press("Escape")
    assert page.page.locator(".polygames-refusal").count() == 0, "the next act ends it"
    page.drag((0, 0.5), (0.8, 0))
    assert refusal(page, (0.8, 0)) == "a piece must be at least 1"
    page.page.locator(".polygames-refusal").wait_for(state="hidden")
    page.click((5, 5))
    assert refusal(page, (5, 5)) == "start your line on a border"
    assert page.value("len(board.record.moves)") == "0"


def test_what_the_kernel_refuses_is_taken_back_and_said_at_the_pointer_too(show_board):
    page = show_board(BOARD)
    link = Link(page)
    page.run(
        "from polygames.core.errors import IllegalMoveError\n"
        "def late(move): raise IllegalMoveError('this game is over')\n"
        "board.play = late"
    )
    page.settle()
    before = page.page.evaluate(READ_CANVAS_JS)
    with link.hold():
        page.drag((0, 3), (10, 3))
        assert page.page.evaluate(MADE_COUNT_JS)
    assert refusal(page, (10, 3)) == "this game is over"
    assert "this game is over" in page.text
    page.page.mouse.move(1, 1)  # what lies under the pointer is marked
    page.shows(f"before => ({READ_CANVAS_JS})() === before", before)
    page.run("del board.play")
    page.drag((0, 3), (10, 3))
    page.until("board.state.phase", "color")
