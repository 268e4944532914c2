"""Pages of JupyterLab with a kernel each, which many tests use one after the other."""

from __future__ import annotations

import json
import os
import shutil
import time
import urllib.request
from itertools import count
from pathlib import Path

import nbformat
from boardpage import Page

from benchmarks.lib.front_end import RUN_ALL_JS, SHOW_ALL_TOOLS_JS, write_notebook

LAB_VIEWPORT = {"width": 1280, "height": 1100}
FOLDER_NUMBERS = count()
AUTOSAVE_SETTINGS = Path("@jupyterlab/docmanager-extension/plugin.jupyterlab-settings")
IN_KERNEL = Path(__file__).with_name("kernel_between_tests.py").read_text(encoding="utf-8")
SET_CELLS_JS = """cells => {
  const model = jupyterapp.shell.currentWidget.content.model.sharedModel, old = model.cells.length;
  model.transact(() => {
    model.insertCells(0, cells);
    model.deleteCellRange(cells.length, cells.length + old);
  });
  model.clearUndoHistory();
}"""
RESET_FOCUS_JS = """() => {
  delete window.watched;
  document.activeElement?.blur();
  jupyterapp.shell.currentWidget.content.mode = 'command';
}"""
READ_STORAGE_JS = "() => ({ ...localStorage })"
RESTORE_STORAGE_JS = """kept => {
  localStorage.clear();
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
}"""
FIND_LEFTOVERS_JS = """() => [
  ...[...document.querySelectorAll('.jp-Dialog, .lm-Menu')].map(each => each.innerText),
  ...[...jupyterapp.shell.widgets('main')].slice(1).map(each => each.title.label),
]"""
CLOSE_SECOND_VIEWS_JS = """() => {
  const [first, ...others] = jupyterapp.shell.widgets('main');
  for (const each of others) if (each.context?.path === first.context.path) each.close();
}"""
"""Close further views of the notebook: Lab sometimes restores one after a reload."""
SAVE_NOTEBOOK_JS = "() => jupyterapp.commands.execute('docmanager:save')"
CLOSE_TIMEOUT_SECONDS = 5
CLEANUP_TIMEOUT_SECONDS = 180
"""The time limit for the work that a test has left in the kernel, which may be compiling."""


def settings_without_autosave(home):
    """Write the settings with which Lab saves a notebook only on command."""
    file = home / ".jupyter" / "lab" / "user-settings" / AUTOSAVE_SETTINGS
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"autosave": False}))


def end_sessions(url, is_chosen):
    """End the kernels of the notebooks with a path that a function accepts."""
    for session in json.loads(_request_sessions(url, "GET")):
        if is_chosen(session["path"]):
            _request_sessions(url, "DELETE", session["id"])


class LabPage:
    """A notebook that is open on a page, with its kernel.

    Parameters
    ----------
    server
        The address and the folder of the Jupyter server.
    browser
        The browser, which opens the page in a separate context.
    path
        The notebook in the server's folder.
    options
        The options of the browser's context.
    """

    def __init__(self, server, browser, path, options):
        self._url, root = server
        self.path, self.file = str(path), root / path
        self.page = self.blank(browser, **options)
        self.page.folder = self.file.parent
        self.page.url = f"{self._url}/lab/tree/{path}?reset"
        self.page.page.goto(self.page.url)
        self.page.ready()
        self._kept = self.page.page.evaluate(READ_STORAGE_JS)

    @staticmethod
    def blank(browser, **options):
        """Return a blank page. With the option `explored`, boards show all their tools at once."""
        explored = options.pop("explored", True)
        context = browser.new_context(**({"viewport": LAB_VIEWPORT} | options))
        if explored:
            context.add_init_script(SHOW_ALL_TOOLS_JS)
        return Page(context.new_page(), os.environ.get("POLYGAMES_SHOTS"))

    def show(self, cells, painter):
        """Replace the cells of the notebook, run them, and wait for their board."""
        self._call(f"paint_with({painter!r})")
        self._call("know_all_games()")
        self._set(cells)
        self.page.errors.clear()
        self.page.page.evaluate(RUN_ALL_JS)
        self.page.wait()

    def clean(self):
        """Remove everything that a test has left on the page, in the kernel and in the folder.

        Raises
        ------
        AssertionError
            If something is left that the next test would find.
        """
        tab = self.page.page
        tab.mouse.move(1, 1)
        self._set([""])
        tab.evaluate(RESET_FOCUS_JS)
        tab.evaluate(RESTORE_STORAGE_JS, self._kept)
        end = time.monotonic() + CLEANUP_TIMEOUT_SECONDS
        while (left := self._call("clean()")) != "[]":
            assert time.monotonic() < end, f"left in the kernel: {left}"
            time.sleep(0.05)
        if not _is_blank(self.file):
            tab.evaluate(SAVE_NOTEBOOK_JS)
        folder = f"{Path(self.path).parent}/"
        end_sessions(self._url, lambda path: path.startswith(folder) and path != self.path)
        for other in self.file.parent.iterdir():
            if other.is_dir() and other.name != ".ipynb_checkpoints":
                shutil.rmtree(other)
            elif other.is_file() and other != self.file:
                other.unlink()
        tab.evaluate(CLOSE_SECOND_VIEWS_JS)
        end = time.monotonic() + CLOSE_TIMEOUT_SECONDS
        while (left := tab.evaluate(FIND_LEFTOVERS_JS)) and time.monotonic() < end:
            time.sleep(0.05)  # a view takes a moment to close
        assert left == [], f"left on the page: {left}"

    def close(self):
        """Close the page and end the kernel."""
        self.page.page.context.close()
        end_sessions(self._url, lambda path: path == self.path)

    def _call(self, expression):
        """Return the result of a function of `kernel_between_tests`, without new names."""
        source = f"{IN_KERNEL}\nprint({expression})"
        return self.page.run(f"exec({source!r}, {{}})")

    def _set(self, cells):
        given = [
            cell if isinstance(cell, dict) else nbformat.v4.new_code_cell(cell) for cell in cells
        ]
        self.page.page.evaluate(SET_CELLS_JS, given)


class LabPages:
    """Pages of JupyterLab, opened on first use: one for each set of options."""

    def __init__(self, server, browser):
        self._server, self._browser = server, browser
        self._open, self._used = {}, []

    def show(self, cells, painter, options):
        """Show a board on the page with the given options, and return the page.

        Parameters
        ----------
        cells
            The code of cells, or whole cells. One of them shows the board.
        painter
            The painter of boards: "canvas" or "svg".
        options
            The options of a browser's context. All pages can change their viewport and their
            reduced motion, so these two need no new page.
        """
        options = dict(options)
        viewport = options.pop("viewport", LAB_VIEWPORT)
        motion = options.pop("reduced_motion", "no-preference")
        kind = repr(sorted(options.items()))
        if kind not in self._open:
            self._open[kind] = self._new(options | {"viewport": viewport})
        lab_page = self._open[kind]
        self._used.append(lab_page)
        lab_page.page.page.set_viewport_size(viewport)
        lab_page.page.page.emulate_media(reduced_motion=motion)
        lab_page.show(cells, painter)
        return lab_page.page

    def clean(self):
        """Clean the pages that the last test has used. If that fails, close all pages."""
        try:
            while self._used:
                self._used.pop().clean()
        except BaseException:
            self.close()
            raise

    def close(self):
        """Close all pages and end their kernels; the next test gets new ones."""
        while self._open:
            self._open.popitem()[1].close()
        self._used.clear()

    def _new(self, options):
        folder = Path(f"lab_page-{next(FOLDER_NUMBERS)}")
        (self._server[1] / folder).mkdir()
        write_notebook(self._server[1] / folder / "board.ipynb", "")
        return LabPage(self._server, self._browser, folder / "board.ipynb", options)


def _request_sessions(url, method, session=""):
    address = f"{url}/api/sessions/{session}".rstrip("/")
    request = urllib.request.Request(address, method=method)  # noqa: S310 - our own
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own
        return answer.read()


def _is_blank(file):
    cells = nbformat.read(file, 4).cells
    return [cell.source for cell in cells] == [""] and not cells[0].get("outputs")
