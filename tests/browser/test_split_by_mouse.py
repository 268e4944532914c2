"""Split, played in JupyterLab by mouse."""

from functools import partial

from person import Screen, both_painters

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
    assert "the other player chooses" in page.tip
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


CORNER = "board.play('draw 0,3 - 3,0'); board.play('color blue')"  # a small corner of 4.5
STROKES = [
    ((0, 2), (2, 0)),  # between two sides of the square
    ((2, 0), (0, 1)),
    ((1.5, 1.5), (0, 0.5)),  # from the side that is shared with the large area
    ((0.5, 0), (1.8, 1.2)),  # to that side
    ((0, 0), (1.5, 1.5)),  # from the corner
    ((0, 1), (2.4, 2.4)),  # beyond the other side
    ((0.5, 0.6), (1.6, 1.1)),  # inside, so far that it is no long press of a finger
    ((0.2, 2), (1.2, 1.1)),
]


def swipe(page, start, end):
    """Move a finger from one point to another."""
    screen = Screen(page)
    screen.send("touchStart", start)
    for share in (0.3, 0.6, 1):
        screen.send("touchMove", [a + share * (b - a) for a, b in zip(start, end, strict=True)])
    screen.send("touchEnd")


def test_a_line_drawn_through_a_small_area_fills_it_by_mouse_and_by_finger(show_board):
    page = show_board(BOARD, has_touch=True)
    page.run(CORNER)
    filled = ("*board.state.scores", "0.0 4.5")
    for draw in (page.drag, partial(swipe, page)):
        for start, end in STROKES:
            page.until("len(board.record.moves)", 2)
            draw(start, end)
            page.until(*filled)
            page.run("board.undo()")
    page.click((1.6, 1.6))  # two clicks: beside the shared side, then across
    page.move((0.5, 1))
    assert page.tip == "Blue fills this area: 4.50"
    page.shot("split-fill-by-line")
    page.click((0.5, 1))
    page.until(*filled)


def test_a_line_from_the_side_of_a_small_area_into_the_large_one_cuts_that_one(show_board):
    page = show_board(BOARD)
    page.run(CORNER)
    page.drag((1.5, 1.5), (10, 9))
    page.until("len(board.state.areas)", 3)
    assert page.value("*board.state.scores") == "0.0 0.0"


def test_a_finger_draws_a_line_and_the_buttons_below_the_board_turn_and_confirm_it(show_board):
    page = show_board(BOARD, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    button = partial(page.page.get_by_role, "button", exact=True)
    swipe(page, (0, 3), (9.5, 4))
    tools = page.page.get_by_role("toolbar", name="the line that you are drawing")
    tools.wait_for()
    assert page.tip == "cuts 100 into 35 + 65"
    sizes = [each.bounding_box() for each in tools.locator("> *").all()]
    assert len(sizes) == 5
    assert min(min(box["width"], box["height"]) for box in sizes) >= 44
    page.shot("split-held-line")
    button(name="Cut off 5.01").tap()
    assert page.tip == "cuts 100 into 5.01 + 94.99"
    page.page.get_by_label("the area to cut off").fill("20")
    assert page.tip == "cuts 100 into 20 + 80"
    button(name="Cut in half").tap()
    assert page.value("len(board.record.moves)") == "0", "nothing is drawn yet"
    button(name="Confirm").tap()
    page.until("sorted(round(area.value, 6) for area in board.state.areas)", [50.0, 50.0])
    assert not tools.is_visible()


def test_the_buttons_of_a_line_that_a_mouse_has_begun_move_nothing(show_board):
    page = show_board(BOARD)
    undo = page.page.get_by_role("button", name="Undo", exact=True)
    place = undo.bounding_box()
    page.click((0, 3))
    page.move((9, 4))
    page.page.get_by_role("button", name="Cut in half").click()
    assert undo.bounding_box() == place
    page.page.get_by_role("button", name="Cancel", exact=True).click()
    assert not page.page.get_by_role("toolbar", name="the line").is_visible()
    assert page.value("len(board.record.moves)") == "0"
    page.click((0, 3))
    page.move((9, 4))
    page.page.get_by_role("button", name="Cut in half").click()
    page.page.get_by_role("button", name="Confirm", exact=True).click()
    page.until("sorted(round(area.value, 6) for area in board.state.areas)", [50.0, 50.0])
