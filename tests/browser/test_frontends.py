"""The board in the other front ends: Notebook 7, and Voila as an application without code."""

import pytest

from benchmarks.lib.front_end import RUN_ALL, serving, write_notebook

BOARD = "import polygames as pg\nboard = pg.play('split', autosave=None)\nboard"


@pytest.fixture
def folder(tmp_path):
    """Make a folder with a notebook whose one cell shows a board."""
    write_notebook(tmp_path / "board.ipynb", BOARD)
    return tmp_path


def test_the_board_is_played_by_mouse_in_notebook_7(folder, new_page):
    with serving("notebook", folder) as url:
        page = new_page()
        page.page.goto(f"{url}/notebooks/board.ipynb")
        page.ready()
        page.errors.clear()  # its start is not ours: github.com/jupyter/notebook/issues/7862
        page.page.evaluate(RUN_ALL)
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
    # Voila brings an older Lab, in which the extension of Notebook 7 fails at its start.
    other = "--VoilaConfiguration.extension_denylist=@jupyter-notebook/lab-extension"
    with serving("voila", folder, "board.ipynb", other) as url:
        page = new_page()
        # Voila's template asks for an icon font out there; a test asks nobody outside.
        page.page.route("https://cdn.jsdelivr.net/**", lambda route: route.fulfill(body=""))
        page.page.goto(url)
        page.wait()  # the cell ran before there was a page: what is seen was painted again for it
        page.drag((0, 5), (10, 5))
        page.page.get_by_text("Player 2 chooses").first.wait_for()  # the kernel's words
        page.button("play blue: Player 2 moves next")
        page.page.get_by_text("draws a line").first.wait_for()
        page.move((5, 2))
        assert page.tip == "50 points, open"
