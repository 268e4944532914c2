"""What is left of a game when the page is reloaded, or the kernel is killed."""

import os
import signal

from person import begin_split, both_painters

from benchmarks.lib.front_end import RUN_ALL_JS

BOARD = "import polygames as pg\nboard = pg.play('split', autosave={autosave})\nboard"
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
MOVES = "[str(move) for move in board.record.moves]"
RESUME = """
import polygames as pg

board = pg.play(pg.load('kept/game.txt'), autosave='kept/game.txt')
board
"""
REPLACE = """source => {
  jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource(source);
}"""


@both_painters
def test_a_reloaded_page_shows_the_board_of_the_living_kernel_and_plays_on(show_board):
    page = show_board(BOARD.format(autosave=None))
    page.drag((0, 3), (10, 3))
    page.until("board.state.phase", "color")
    page.page.evaluate(SAVE)
    page.page.reload()
    page.ready()
    page.wait()  # nothing is run again: Lab finds the board in the kernel
    page.move((5, 1))
    assert page.tip == "30 points, open"
    page.button("play blue: Player 2 moves next")
    page.until("len(board.record.moves)", 2)
    page.drag((0, 7), (10, 7))
    page.until("len(board.state.areas)", 3)


def test_a_page_reloaded_unsaved_shows_the_board_again_where_it_is_named(show_board):
    page = show_board(BOARD.format(autosave=None))
    page.drag((0, 3), (10, 3))
    page.until("board.state.phase", "color")
    page.page.once("dialog", lambda dialog: dialog.accept())  # the browser warns of what is unsaved
    page.page.reload()
    page.ready()
    page.page.evaluate(REPLACE, "board")
    page.page.evaluate(RUN_ALL_JS)
    page.wait()
    page.button("play blue: Player 2 moves next")
    page.until("len(board.record.moves)", 2)


def test_a_killed_kernel_loses_no_played_move(open_board):
    page = open_board(BOARD.format(autosave="'kept/game.txt'"))
    begin_split(page)
    moves = page.value(MOVES)
    kernel = int(page.value("__import__('os').getpid()"))
    os.kill(kernel, signal.SIGKILL)
    page.page.get_by_role("button", name="Ok", exact=True).click()
    page.page.evaluate(REPLACE, RESUME)
    page.page.evaluate(RUN_ALL_JS)
    page.until(MOVES, moves)
    page.wait()
    page.drag((0, 7), (10, 7))
    page.until("len(board.state.areas)", 3)
    assert page.value("len(pg.load('kept/game.txt').moves)") == "3"
