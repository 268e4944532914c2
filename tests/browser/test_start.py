"""What a visitor finds: JupyterLab opened at the first notebook, as README and Binder open it."""

from shutil import rmtree

import pytest
from lab_pages import end_sessions

import polygames as pg

KEPT_PLACE = ".jp-Cell-outputWrapper[style*=min-height]"
"""The place that is kept for the board, until it is there and in sight."""


@pytest.fixture(autouse=True)
def _kernels_end(server):
    yield
    end_sessions(server[0], lambda path: path in ("notebooks/00_play.ipynb", "quiet.ipynb"))


def test_lab_opens_at_the_first_notebook_with_a_board_ready_to_play(server, new_page):
    url, _ = server
    page = new_page()
    page.page.goto(f"{url}/lab/tree/notebooks/00_play.ipynb?reset")
    page.wait()  # nobody has run a cell
    page.until("Out[1].session.is_human_turn", "True")  # the first cell has been run
    page.page.locator(KEPT_PLACE).wait_for(state="detached")
    assert page.page.locator(".jp-mod-active .polygames-board").count() == 1, "nothing has jumped"
    picture = page.page.locator(".polygames-pointer").bounding_box()
    shown = page.page.locator(".jp-WindowedPanel-outer").bounding_box()
    assert shown["y"] <= picture["y"], "the whole board is on the first screen"
    assert picture["y"] + picture["height"] <= shown["y"] + shown["height"]
    page.drag((0, 5), (10, 6))
    page.until("len(Out[1].record.moves) >= 2 and Out[1].session.is_human_turn", "True")
    assert page.page.get_by_text("official Jupyter news").count() == 0, "nothing covers the board"


SHIFTS = """
window.watched = [];
new PerformanceObserver((list) => {
  for (const { sources, value, startTime } of list.getEntries()) {
    const cells = sources.filter(({ node }) => node?.parentElement?.closest?.('.jp-Notebook'));
    const moved = cells.filter(({ node }) =>  // a text is in an element
      !(node.closest ? node : node.parentElement).closest('.polygames-board'));
    if (moved.length) {
      const what = moved.map(({ node, previousRect, currentRect }) =>
        [node.className || node.nodeName, previousRect.y, currentRect.y]);
      window.watched.push([value, startTime, JSON.stringify(what)]);
    }
  }
}).observe({ type: 'layout-shift', buffered: true });
"""
"""What the browser says of shifts in the notebook: how much of the screen moves, when, and what."""
STEADY = 0.02
"""So much is not seen as a jump: a hundredth of the screen that moves by twice its height."""


PHONE = {"has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    ("size", "more", "kept"),
    [
        ((1366, 768), {}, 0),
        ((1366, 768), {}, 3),
        pytest.param((1920, 1080), {}, 3, marks=pytest.mark.long),
        ((390, 844), PHONE, 3),
    ],
)
def test_nothing_on_the_first_page_jumps_while_its_board_comes(server, new_page, size, more, kept):
    url, root = server
    folder = root / "notebooks" / "polygames-files" / "autosave"
    rmtree(folder, ignore_errors=True)
    for number in range(kept):  # games of visits before: the board offers to go on with them
        board = pg.play("split", seats=("human", "human"), autosave=folder)
        board.play(board.session.state.draw((0, 2 + number), (10, 5)))
        board.close()
    page = new_page(viewport=dict(zip(("width", "height"), size, strict=True)), **more)
    page.page.add_init_script(SHIFTS)
    page.page.goto(f"{url}/lab/tree/notebooks/00_play.ipynb?reset")
    page.page.locator(".jp-OutputArea-output img").first.wait_for()
    page.page.locator(KEPT_PLACE).wait_for()
    page.frames()  # what Lab has done until now is seen
    page.page.evaluate("window.since = performance.now()")
    page.wait()
    page.page.locator(KEPT_PLACE).wait_for(state="detached")
    page.settle()
    shifts = page.page.evaluate("window.watched.filter(([, at]) => at > window.since)")
    assert page.page.locator(".polygames-continue .jupyter-button:visible").count() == kept
    assert sum(value for value, _, _ in shifts) < STEADY, shifts


def test_a_notebook_that_does_not_ask_for_it_is_not_run_and_one_that_does_is_once_it_is_seen(
    server, new_page
):
    from benchmarks.lib.front_end import write_notebook

    url, root = server
    write_notebook(root / "quiet.ipynb", "print('run')")
    page = new_page()
    page.page.goto(f"{url}/lab/tree/quiet.ipynb?reset")
    page.ready()
    page.page.wait_for_timeout(1500)
    assert page.page.locator(".jp-OutputArea-output").count() == 0
    for name in ("notebooks", "00_play.ipynb"):
        page.page.locator(".jp-DirListing-item", has_text=name).dblclick()
    page.page.locator(".jp-Notebook:visible .polygames-board").wait_for()
