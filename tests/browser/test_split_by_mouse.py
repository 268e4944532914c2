"""Split, played in JupyterLab by mouse."""

from person import both_painters

BOARD = "import polygames as pg\nboard = pg.play('split', autosave=None)\nboard"
SCORES = "[round(score, 1) for score in board.state.scores]"


@both_painters
def test_the_worked_example_is_played_by_mouse_to_its_published_scores(show_board):
    page = show_board(BOARD)
    page.drag((0, 3.13), (1.86, 0))
    page.until("board.state.phase", "color")
    assert page.value("round(board.state.areas[0].value, 2)") == "2.91"
    page.button("play blue: Player 2 moves next")
    page.until("board.state.seat_colors", "('red', 'blue')")
    page.drag((4.87, 0), (5.18, 10))
    page.until("len(board.state.areas)", 3)
    page.drag((0.40, 2.49), (5.02, 5.51))
    page.until("len(board.state.areas)", 4)
    page.drag((5.01, 4.67), (10, 5.25))
    page.until("len(board.state.areas)", 5)

    page.page.mouse.move(*page.at((1.46, 0.67)))
    page.page.mouse.down()
    page.page.mouse.move(*page.at((3.36, 4.41)), steps=6)
    low, high = (float(part) for part in page.tip.splitlines()[0].split("|"))
    assert abs(low - 3.7056) < 0.08
    assert abs(high - 12.566) < 0.08
    assert "the opponent chooses" in page.tip
    page.page.mouse.up()
    page.until("board.state.phase", "area")
    assert page.value("board.state.turn") == "1"

    page.click((1.2, 2.6))  # blue leaves the small area to red
    page.until("board.state.phase", "line")
    red, blue = (float(part) for part in page.value("*board.state.scores").split())
    assert abs(red - 3.7056) < 0.08
    assert blue == 0
    assert "Blue draws a line" in page.text


def test_clicks_draw_too_and_a_click_fills_a_small_area(show_board):
    page = show_board(BOARD)
    page.click((0, 2))
    page.move((3, 1))
    assert "|" in page.tip
    page.click((3, 0))
    page.until("board.state.phase", "color")
    page.button("play red: Player 1 moves next")
    page.until("board.state.turn", 0)
    page.move((0.5, 0.5))
    assert page.tip == "Blue fills this area: 3"
    page.click((0.5, 0.5))
    page.until(SCORES, [3.0, 0.0])
    blue = page.color((0.3, 0.3))
    assert blue[2] > blue[0] + 20, "the area has turned blue"
    page.button("Undo")
    page.until(SCORES, [0.0, 0.0])
    page.button("Redo")
    page.until(SCORES, [3.0, 0.0])


def test_escape_and_the_right_button_cancel_a_line_that_was_begun(show_board):
    page = show_board(BOARD)
    for cancel in (
        lambda: page.page.keyboard.press("Escape"),
        lambda: page.page.mouse.click(*page.at((5, 5)), button="right"),
    ):
        page.click((0, 5))
        page.move((9.9, 5))
        assert "50.00 | 50.00" in page.tip
        cancel()
        page.click((9.9, 5))
        assert "now choose where the line ends" in page.tip, "the click begins a new line"
        page.page.keyboard.press("Escape")
    assert page.value("len(board.record.moves)") == "0"


def test_hover_shows_the_value_of_an_area_without_the_kernel(show_board):
    page = show_board(BOARD)
    page.run("board.play('draw 0,3 - 10,3'); board.play('color blue')")
    page.move((5, 1.5))
    page.page.get_by_text("30 points, open").first.wait_for()  # the page has the position
    with page.busy():
        page.move((5, 7))
        assert page.tip == "70 points, open"


def test_the_notebook_00_play_runs_and_shows_a_board_to_play_on(open_notebook):
    page = open_notebook("notebooks/00_play.ipynb")
    page.until("polygon.record.moves", "[]")  # all cells have been run
    page.page.locator(".jp-Cell-outputWrapper[style*=min-height]").wait_for(state="detached")
    page.settle()
    page.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTo(0, 0)")
    page.page.locator(".polygames-of-split .polygames-pointer svg").wait_for()
    page.layer.scroll_into_view_if_needed()
    page.drag((0, 5), (10, 6))
    # the first cell has been run twice: by the start of JupyterLab, too
    page.run(
        "boards = [each for each in Out.values() if hasattr(each, 'record')]\n"
        "split = [each for each in boards if each.info.name == 'split'][-1]"
    )
    page.until("len(split.record.moves) >= 2 and split.session.is_human_turn", "True")
