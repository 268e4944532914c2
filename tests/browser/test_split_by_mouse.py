"""Split, played in JupyterLab by mouse."""

from person import both_painters

BOARD = "import polygames as pg\nboard = pg.play('split', autosave=None)\nboard"


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


def test_hover_shows_the_value_of_an_area_without_the_kernel(show_board):
    page = show_board(BOARD)
    page.run("board.play('draw 0,3 - 10,3'); board.play('color blue')")
    page.move((5, 1.5))
    page.page.get_by_text("30 points, open").first.wait_for()  # the page has the position
    with page.busy():
        page.move((5, 7))
        assert page.tip == "70 points, open"
