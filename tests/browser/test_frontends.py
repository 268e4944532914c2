"""The board in the other front ends: Notebook 7, and Voila as an application without code."""

import pytest
from person import IS_ON_BOARD_JS, assert_keys_stay, go_to_cell, press_keys, tab_until

from benchmarks.lib.front_end import RUN_ALL_JS, run_server, write_notebook

BOARD = """import polygames as pg
from polygames.widgets import guide
guide.KNOWN_GAMES.update(pg.games())
board = pg.play('split', autosave=None)
board"""


LINE_BY_KEYS = "n ArrowDown Enter ArrowDown h Enter"


@pytest.fixture
def folder(tmp_path):
    """Make a folder with a notebook whose one cell shows a board."""
    write_notebook(tmp_path / "board.ipynb", BOARD)
    return tmp_path


def serving_voila(folder):
    """Serve the notebook of a folder as an application."""
    # Voila brings an older Lab, in which the extension of Notebook 7 fails at its start.
    other = "--VoilaConfiguration.extension_denylist=@jupyter-notebook/lab-extension"
    return run_server("voila", folder, "board.ipynb", other)


def open_voila(new_page, url):
    """Open Voila's page; its cell ran before, so the board is painted again for this page."""
    page = new_page()
    # Voila's template loads an icon font from another server, which a test must not do.
    page.page.route("https://cdn.jsdelivr.net/**", lambda route: route.fulfill(body=""))
    page.page.goto(url)
    page.wait()
    return page


def test_the_board_is_played_by_mouse_in_notebook_7(folder, new_page):
    with run_server("notebook", folder) as url:
        page = new_page()
        page.page.goto(f"{url}/notebooks/board.ipynb")
        page.ready()
        page.errors.clear()  # its start is not ours: github.com/jupyter/notebook/issues/7862
        page.page.evaluate(RUN_ALL_JS)
        page.wait()
        page.drag((0, 5), (10, 5))
        page.until("board.state.phase", "color")
        page.button("play blue: Player 2 moves next")
        page.until("len(board.record.moves)", 2)
        page.click((5, 2.5))
        page.page.keyboard.press("Control+s")
        file = folder / "board.ipynb"
        page.wait_until(lambda: "Split board: Blue draws a line" in file.read_text())


def test_the_board_is_played_by_mouse_in_voila(folder, new_page):
    with serving_voila(folder) as url:
        page = open_voila(new_page, url)
        page.drag((0, 5), (10, 5))
        page.page.get_by_text("Player 2 chooses").first.wait_for()  # the kernel's words
        page.button("play blue: Player 2 moves next")
        page.page.get_by_text("draws a line").first.wait_for()
        page.move((5, 2))
        assert page.tip == "50 points, open"


def test_the_board_is_played_by_keys_in_notebook_7_and_no_key_reaches_the_notebook(
    tmp_path, new_page
):
    write_notebook(tmp_path / "board.ipynb", "above = 1", BOARD, "below = 1")
    with run_server("notebook", tmp_path) as url:
        page = new_page()
        page.page.goto(f"{url}/notebooks/board.ipynb")
        page.ready()
        page.errors.clear()  # its start is not ours: github.com/jupyter/notebook/issues/7862
        page.page.evaluate(RUN_ALL_JS)
        page.wait()
        go_to_cell(page)
        tab_until(page, IS_ON_BOARD_JS)
        press_keys(page, LINE_BY_KEYS)
        page.until("board.state.phase", "color")
        press_keys(page, "2")
        page.until("len(board.record.moves)", 2)
        assert_keys_stay(page)
        page.page.keyboard.press("Control+s")
        file = tmp_path / "board.ipynb"
        page.wait_until(lambda: "Split board: Blue draws a line" in file.read_text())


def test_the_board_is_played_by_keys_in_voila(folder, new_page):
    with serving_voila(folder) as url:
        page = open_voila(new_page, url)
        tab_until(page, IS_ON_BOARD_JS)
        press_keys(page, LINE_BY_KEYS)
        page.page.get_by_text("Player 2 chooses").first.wait_for()
        press_keys(page, "2")
        page.page.get_by_text("draws a line").first.wait_for()
