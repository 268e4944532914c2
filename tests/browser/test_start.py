"""What a visitor finds: JupyterLab opened at the first notebook, as README and Binder open it."""

from base64 import b64decode
from io import BytesIO
from shutil import copytree, rmtree

import pytest
from lab_pages import end_sessions
from PIL import Image

import polygames as pg
from benchmarks.lib.front_end import REPOSITORY_ROOT, run_server
from polygames.widgets.header import SAVED_PICTURE_TEXT, STRIP_SHARE

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


def first_notebook(server, page):
    """Open the first notebook and wait until its first board runs."""
    page.page.goto(f"{server[0]}/lab/tree/notebooks/00_play.ipynb?reset")
    page.wait()
    page.until("Out[1].session.is_human_turn", "True")
    page.page.locator(KEPT_PLACE).wait_for(state="detached")


def test_a_press_on_a_saved_picture_starts_its_board(server, new_page):
    page = new_page()
    first_notebook(server, page)
    cell = page.page.locator(".jp-CodeCell", has_text="polygon = pg.play(")
    cell.locator(".jp-OutputArea-output img").click()
    cell.locator(".polygames-pointer svg[data-version]").wait_for()
    assert page.value("polygon.state.ply") == "0"
    with page.steady():
        cell.locator(".polygames-pointer svg").click()  # a press on a live board runs nothing
    assert page.value("len(Out)") == "2"


def test_a_press_on_the_picture_of_a_game_opens_this_game(server, new_page):
    page = new_page()
    first_notebook(server, page)
    cell = page.page.locator(".jp-CodeCell", has_text="pg.play()")
    cell.locator(".jp-OutputArea-output img").nth(pg.games().index("territory")).click()
    cell.locator(".polygames-of-territory .polygames-pointer svg[data-version]").wait_for()


@pytest.fixture
def plain_server(tmp_path):
    """Start Lab and Notebook without our settings, as in any other installation."""
    copytree(REPOSITORY_ROOT / "notebooks", tmp_path / "notebooks")

    def start(app):
        return run_server(app, tmp_path, config=tmp_path / "none")

    return start


@pytest.mark.parametrize(
    ("app", "path"), [("lab", "lab/tree/notebooks"), ("notebook", "notebooks/notebooks")]
)
def test_in_any_jupyter_a_picture_says_how_to_start_it_and_does_as_it_says(
    plain_server, new_page, app, path
):
    page = new_page(viewport={"width": 1366, "height": 768})
    with plain_server(app) as url:
        page.page.goto(f"{url}/{path}/00_play.ipynb{'?reset' if app == 'lab' else ''}")
        image = page.page.locator(".jp-OutputArea-output img").first
        image.wait_for()
        assert page.page.locator(".polygames-board").count() == 0, "nothing runs by itself"
        top = image.bounding_box()
        assert top["y"] + STRIP_SHARE * top["width"] < 768, "the line is on the first screen"
        page.page.locator("p", has_text="Press on one side of the square").wait_for()
        strip = Image.open(BytesIO(b64decode(image.get_attribute("src").partition(",")[2])))
        assert strip.convert("RGB").getpixel((5, 5))[2] > 150, "it is blue"
        assert page.page.get_by_text(f"{SAVED_PICTURE_TEXT}.").count() == 1, "that of the games"
        page.ready()
        image.click(position={"x": 200, "y": 10})
        page.page.keyboard.press("Shift+Enter")
        page.page.locator(".polygames-board").first.wait_for()
        page.page.goto("about:blank")
        end_sessions(url, lambda _: True)
    page.errors.clear()  # of the server, which is gone
