"""What a saved notebook shows of a board: the position in which it was saved."""

import json
import re
import shlex
import subprocess
import sys
from base64 import b64decode
from io import BytesIO

import matplotlib.image
import numpy as np
import pytest
from person import begin_split, both_painters
from traitlets.config import PyFileConfigLoader

from benchmarks.lib.front_end import REPOSITORY_ROOT, write_notebook
from polygames.widgets.header import SAVED_PICTURE_TEXT, STRIP_SHARE

EXPORTS = re.findall(
    r"^jupyter (nbconvert (?:\\\n|.)*)$",
    (REPOSITORY_ROOT / "docs/pages.md").read_text("utf-8"),
    re.MULTILINE,
)
"""The commands of the page about pages, which write a notebook as HTML."""

BOARD = "import polygames as pg\nboard = pg.play('split', autosave=None)\nboard"
STATE = "application/vnd.jupyter.widget-state+json"
CANVAS = """() => {
  const canvas = document.querySelector('.polygames-stack canvas');
  return canvas.toDataURL('image/png').split(',')[1];
}"""


def output(path):
    """Return the data of the first output in a notebook that has one."""
    try:
        cell = json.loads(path.read_text(encoding="utf-8"))["cells"][0]
    except json.JSONDecodeError:  # it is being written
        return {}
    return cell["outputs"][0]["data"] if cell["outputs"] else {}


def pixels(png):
    """Return a picture as it looks on white paper."""
    image = matplotlib.image.imread(BytesIO(b64decode(png)))
    alpha = image[..., 3:] if image.shape[2] == 4 else 1
    return image[..., :3] * alpha + (1 - alpha)


def saved(page, path, words):
    """Save with the keyboard, and return the output once its text is as expected."""
    page.page.keyboard.press("Control+s")
    page.wait_until(lambda: words in "".join(output(path).get("text/plain", "")))
    return output(path)


@both_painters
def test_a_save_shows_the_position_on_the_board_and_leaves_the_live_one_alone(show_board):
    page = show_board(BOARD)
    page.layer.click()
    path = page.folder / "board.ipynb"
    first = saved(page, path, "draws the first line")
    layer = page.layer.element_handle()
    begin_split(page)
    page.settle()
    second = saved(page, path, "Blue draws a line")
    assert second["image/png"] != first["image/png"]
    shown = pixels(page.page.evaluate(CANVAS))
    whole = pixels(second["image/png"])
    below = whole[len(whole) - len(shown) :]
    assert np.abs(below - shown).max() < 0.02
    assert len(whole) - len(shown) == round(STRIP_SHARE * shown.shape[1]), "the line how to play"
    assert layer.is_visible(), "nothing of the live board was made again"


@both_painters
def test_a_saved_picture_is_seen_untrusted_and_in_html(show_board, new_page):
    from nbconvert import HTMLExporter

    page = show_board(BOARD)
    page.drag((0, 3), (10, 3))
    page.until("board.state.phase", "color")
    path = page.folder / "board.ipynb"
    data = saved(page, path, "chooses a colour")
    html, _ = HTMLExporter().from_filename(str(path))
    # nbconvert writes down the widget that stands for the board, and that is a picture
    widgets = json.loads(path.read_text(encoding="utf-8"))["metadata"]["widgets"]
    (kept,) = [each for each in widgets[STATE]["state"].values() if "value" in each["state"]]
    picture = kept["state"]["value"].partition("base64,")[2].partition('"')[0]
    assert len(picture) > 1000
    assert picture in html.replace("\n", "").replace("\\/", "/")
    text = path.read_text(encoding="utf-8")
    # as somebody else gets it: nobody has signed this one, and no kernel knows its widgets
    path.with_name("given.ipynb").write_text(text.replace("autosave=None", "autosave=None "))
    other = new_page()
    other.page.goto(page.url.replace("board.ipynb", "given.ipynb"))
    image = other.page.locator(".jp-OutputArea-output img")
    image.wait_for()
    assert image.evaluate("img => img.src").endswith("".join(data["image/png"]).strip())


def test_a_trusted_notebook_that_is_opened_again_shows_the_picture_until_it_is_run(
    show_board, new_page
):
    page = show_board(BOARD)
    page.drag((0, 3), (10, 3))
    page.until("board.state.phase", "color")
    path = page.folder / "board.ipynb"
    saved(page, path, "chooses a colour")
    # the same text is trusted under any name, and no kernel knows the widgets of this one
    path.with_name("again.ipynb").write_bytes(path.read_bytes())
    other = new_page()
    other.page.goto(page.url.replace("board.ipynb", "again.ipynb"))
    image = other.page.locator(".jp-OutputArea-output .widget-html img")
    image.wait_for()
    assert "chooses a colour" in image.get_attribute("alt")
    assert other.page.get_by_text(SAVED_PICTURE_TEXT).is_visible()
    assert "model not found" not in other.page.locator(".jp-Notebook").inner_text()


@pytest.mark.parametrize("command", EXPORTS, ids=["repository", "options"])
def test_a_notebook_that_is_run_and_exported_shows_its_board_without_a_network(
    command, tmp_path, new_page
):
    write_notebook(tmp_path / "game.ipynb", BOARD)
    command = re.sub(r"\S+\.ipynb", "game.ipynb", command.replace("\\\n", " "))
    words = shlex.split(command.replace("binder/", f"{REPOSITORY_ROOT}/binder/"))
    subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, check=True)
    page = new_page()
    page.page.context.set_offline(True)
    page.page.goto((tmp_path / "game.html").as_uri(), wait_until="domcontentloaded")
    picture = page.page.locator(".jp-OutputArea-output").locator("svg, img").first
    picture.wait_for()
    assert picture.bounding_box()["width"] > 200
    page.errors.clear()  # the libraries of nbconvert, which are not there


def test_an_exercise_is_answered_by_keys_and_the_answer_is_saved(show_board):
    from polygames.lessons.on_board import ANSWER_MIME_TYPE

    page = show_board(BOARD, "from polygames.lessons import cycle\ncycle.on_board")
    keys, alert = page.page.keyboard, page.page.get_by_role("alert")
    page.page.get_by_label("against A").focus()
    for letter in "CAA":
        keys.press(letter)
        keys.press("Tab")
    keys.press("Enter")
    alert.get_by_text("B shows 5 in half of the throws").wait_for()
    keys.press("Shift+Tab")
    keys.press("B")
    keys.press("Tab")
    keys.press("Enter")
    alert.get_by_text("Right.").wait_for()
    keys.press("Control+s")
    path = page.folder / "board.ipynb"
    page.wait_until(lambda: ANSWER_MIME_TYPE in path.read_text(encoding="utf-8"))
    cell = json.loads(path.read_text(encoding="utf-8"))["cells"][1]
    assert cell["outputs"][1]["data"][ANSWER_MIME_TYPE] == {"answers": [*"CAB"]}


def test_the_server_exports_with_the_settings_of_the_command():
    binder = REPOSITORY_ROOT / "binder"
    settings = json.loads((binder / "jupyter_nbconvert_config.json").read_text(encoding="utf-8"))
    server = PyFileConfigLoader("jupyter_server_config.py", str(binder)).load_config()
    assert {name: server[name] for name in settings} == settings
