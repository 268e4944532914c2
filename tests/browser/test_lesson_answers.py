"""An answer on the board of a lesson belongs to the notebook: to its metadata and its output."""

import json
from pathlib import Path

import handed_in
import pytest
from lab_pages import end_sessions, settings_without_autosave

from benchmarks.lib.front_end import RUN_ALL_JS, run_server
from polygames.lessons.grading import exercises, grade

LESSON = "16_cycle"
ADDRESSES = {"lab": "lab/tree/{}?reset", "notebook": "notebooks/{}"}
RUN_CELL_AGAIN_JS = "() => jupyterapp.commands.execute('notebook:run-cell')"
SAVE_JS = "() => jupyterapp.commands.execute('docmanager:save')"
SELECTS = ".jp-OutputArea select"
VERDICT = '.jp-OutputArea [role="alert"]'


@pytest.fixture(params=ADDRESSES)
def front_end(request, tmp_path, new_page):
    """Return the folder of a server, and functions that open and run a notebook and end kernels."""
    settings_without_autosave(tmp_path)
    with run_server(request.param, tmp_path) as url:

        def run_notebook(path):
            page = new_page()
            page.page.goto(f"{url}/{ADDRESSES[request.param].format(path.name)}")
            page.ready()
            page.errors.clear()  # its start is not ours: github.com/jupyter/notebook/issues/7862
            page.page.evaluate(RUN_ALL_JS)
            page.page.locator(SELECTS).nth(2).wait_for()
            return page

        yield tmp_path, run_notebook, lambda: end_sessions(url, lambda _: True)


def fresh_copy():
    """Return a copy of a lesson as text: only the exercise on the board, and the import for it."""
    notebook = handed_in.notebook(LESSON, {})
    cell = next(cell for cell in notebook["cells"] if cell["id"] == exercises(LESSON)[0].cell_id)
    cell |= {"source": "from polygames.lessons import cycle as lesson\n\nlesson.on_board"}
    cell |= {"outputs": [], "execution_count": None}
    return json.dumps(notebook | {"cells": [cell]})


def choose(page, choices):
    for select, choice in zip(page.page.locator(SELECTS).all(), choices, strict=True):
        select.select_option(choice)


def shows(page, choices, verdict):
    """Wait until the page shows choices and a verdict."""
    page.shows(
        """([choices, verdict, selects, selector]) =>
            [...document.querySelectorAll(selects)].map((each) => each.value).join() === choices
            && (document.querySelector(selector)?.textContent ?? '').startsWith(verdict)
            && Boolean(document.querySelector(selector)) === Boolean(verdict)""",
        [",".join(choices), verdict, SELECTS, VERDICT],
    )


def save(page, path, choices):
    """Save the notebook until the file has an answer."""

    def is_saved():
        page.page.evaluate(SAVE_JS)
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
        return metadata.get("polygames") == {"answers": {"cycle 1": choices}}

    page.wait_until(is_saved)


def test_an_answer_is_saved_with_its_notebook_and_a_fresh_copy_is_empty(front_end):
    folder, run_notebook, end_kernels = front_end
    path = folder / "cycle.ipynb"
    path.write_text(fresh_copy(), encoding="utf-8")
    page = run_notebook(path)
    choose(page, "CAA")
    page.page.get_by_title("Check the answer").click()
    shows(page, "CAA", "Not quite")
    choose(page, "CAB")
    shows(page, "CAB", "")
    save(page, path, ["C", "A", "A"])
    page.page.get_by_title("Check the answer").click()
    shows(page, "CAB", "Right.")
    page.page.evaluate(RUN_CELL_AGAIN_JS)
    shows(page, "CAB", "Right.")
    save(page, path, ["C", "A", "B"])
    assert grade(path)[0].feedback == "Right."
    handed = path.read_text(encoding="utf-8")
    page.page.close()
    path.write_text(fresh_copy(), encoding="utf-8")
    fresh = run_notebook(path)  # with the same path and the same kernel
    fresh.value("1")
    shows(fresh, ["", "", ""], "")
    fresh.page.evaluate(SAVE_JS)
    assert "polygames" not in json.loads(path.read_text(encoding="utf-8"))["metadata"]
    fresh.page.close()
    end_kernels()
    other = Path(folder, "opened again.ipynb")
    other.write_text(handed, encoding="utf-8")
    again = run_notebook(other)  # with a new kernel
    shows(again, "CAB", "Right.")
