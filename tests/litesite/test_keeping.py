"""What is left on the page without a server when it is loaded again: games, and their pictures."""

from __future__ import annotations

import json

import pytest

from benchmarks.lib.front_end import RUN_CODE_JS

pytestmark = pytest.mark.lite

PLAY = """import polygames as pg
board = pg.play('splinter', autosave='kept')
board"""
KEPT = "[file.name for file in __import__('pathlib').Path('kept').glob('*.txt')]"
SAVED = """async () => {
  await jupyterapp.commands.execute('docmanager:save');
  const { content } = await jupyterapp.serviceManager.contents.get('start.ipynb', {content: true});
  return content.cells[2].outputs[0].data;
}"""


@pytest.fixture
def played(show_board):
    """A board on which two moves were made, once they are on the browser's disk."""
    page = show_board(PLAY)
    for move in ("h9-h10", "f12-e13"):
        page.run(f"board.play({move!r})")
    page.until(f"len({KEPT})", "1")
    page.until("len(pg.load(board.session.file).moves)", "2")
    return page


def test_games_outlive_the_page_are_taken_away_and_brought_back(played, tmp_path):
    page, tab = played, played.page
    name = eval(page.value(KEPT))[-1]  # noqa: S307 - our own words
    data = tab.evaluate(SAVED)
    assert data["image/png"], "a saved notebook shows the board"
    tab.once("dialog", lambda dialog: dialog.accept())
    tab.reload()
    page.ready(seconds=240)
    tab.wait_for_timeout(5000)
    page.shot("lite-reopened")
    tab.locator(".jp-OutputArea-output img").first.wait_for(timeout=60_000)
    page.run("import polygames as pg")
    assert page.value(f"len(pg.load('kept/{name}').moves)") == "2"
    tab.locator(".jp-DirListing-itemText", has_text="kept").dblclick()
    entry = tab.locator(".jp-DirListing-item", has_text=name)
    entry.click(button="right")
    with tab.expect_download() as download:
        tab.get_by_role("menu").get_by_text("Download", exact=True).click()
    file = tmp_path / "mine.txt"
    download.value.save_as(file)
    page.shot("lite-records")
    with tab.expect_file_chooser() as chooser:
        tab.locator("[data-command='filebrowser:upload'], [title^='Upload']").first.click()
    chooser.value.set_files(file)
    tab.locator(".jp-DirListing-item", has_text="mine.txt").wait_for()
    tab.locator(".lm-TabBar-tabLabel", has_text="start.ipynb").click()  # the file has been opened
    page.until("str(pg.load('kept/mine.txt').moves[1])", "f12-e13")


def test_what_needs_numpy_says_so_in_one_sentence(show_board):
    page = show_board(PLAY)
    code = "import polygames.plots"
    error = page.page.evaluate(RUN_CODE_JS, code)["error"]
    assert error is not None
    assert "matplotlib" in error.splitlines()[-1], json.dumps(error[-400:])
