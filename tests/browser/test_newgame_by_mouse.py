"""Starting a game and going on with one, by mouse."""

BOARD = """import polygames as pg
board = pg.play("territory", size=4, seed=3, autosave={autosave!r})
board"""

EARLIER = """record = pg.Record(pg.new("territory", size=8, seed=5))
for _ in range(3):
    record.push(next(iter(record.state.legal_moves)))
import pathlib
pathlib.Path("games").mkdir(exist_ok=True)
file = record.save("games/territory-earlier.txt")
"""


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


def test_a_kept_game_is_gone_on_with(show_board):
    code = BOARD.replace("board =", EARLIER + "board =", 1)
    page = show_board(code.format(autosave="games"))
    page.page.locator(".polygames-continue").get_by_text("3 moves").wait_for()
    page.page.locator(".polygames-continue button").first.click()
    page.until("board.state.ply", 3)
    assert page.value("board.session.file.name") == "territory-earlier.txt"
    assert page.page.locator(".polygames-continue button").count() == 0
    page.button("Help")
    page.page.get_by_text("A first move to try.").wait_for()
