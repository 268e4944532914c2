"""Starting a game and going on with one, by mouse."""

BOARD = """import polygames as pg
board = pg.play("territory", size=4, seed=3, autosave={autosave!r})
board"""


def test_a_game_against_level_2_is_started(show_board):
    page = show_board(BOARD.format(autosave=None))
    page.button("New game")
    form = page.page.locator(".polygames-form").first
    form.get_by_text("You against the computer").click()
    form.get_by_label("Level", exact=True).select_option(label="level 2")
    form.get_by_label("Size", exact=True).fill("ten")
    page.button("Start")
    page.page.get_by_text("Size must be a whole number, not 'ten'").wait_for()
    assert page.value("board.state.board.shape") == "(4, 4)"
    form.get_by_label("Size", exact=True).fill("5")
    page.button("Start")
    page.until("board.session.players", ("human", "level 2"))
    assert page.value("board.state.board.shape") == "(5, 5)"
    page.layer.scroll_into_view_if_needed()
    page.click((0.5, 0.5))
    page.until("board.state.ply", 2)


def test_the_levels_of_a_quick_game_are_told_apart_at_every_width(show_board):
    for width in (1366, 390):
        page = show_board(
            "import polygames as pg\nboard = pg.play('territory', seed=3, autosave=None)\nboard",
            viewport={"width": width, "height": 768},
        )
        page.button("New game")
        for level in ("level 1", "level 3"):
            button = page.page.get_by_role("button", name=f"Against {level}", exact=True)
            button.wait_for()
            assert button.evaluate("each => each.scrollWidth <= each.clientWidth"), (width, level)
