"""Pages of JupyterLab on which one test after the other shows its boards, each with a kernel."""

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

from benchmarks.lib.front_end import EXPLORED, RUN_ALL, write_notebook

VIEWPORT = {"width": 1280, "height": 1100}
NUMBERS = count()
AUTOSAVE = Path("@jupyterlab/docmanager-extension/plugin.jupyterlab-settings")
IN_KERNEL = Path(__file__).with_name("kernel_between_tests.py").read_text(encoding="utf-8")
SET_CELLS = """cells => {
  const model = jupyterapp.shell.currentWidget.content.model.sharedModel, old = model.cells.length;
  model.transact(() => {
    model.insertCells(0, cells);
    model.deleteCellRange(cells.length, cells.length + old);
  });
  model.clearUndoHistory();
}"""
PUT_AWAY = """() => {
  delete window.watched;
  document.activeElement?.blur();
  jupyterapp.shell.currentWidget.content.mode = 'command';
}"""
KEPT = "() => ({ ...localStorage })"
RESTORE = """kept => {
  localStorage.clear();
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
}"""
LEFT = """() => [
  ...[...document.querySelectorAll('.jp-Dialog, .lm-Menu')].map(each => each.innerText),
  ...[...jupyterapp.shell.widgets('main')].slice(1).map(each => each.title.label),
]"""
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
PATIENCE = 180
"""Seconds until what a board has begun must have ended: it may be compiling."""


def settings_without_autosave(home):
    """Have Lab save a notebook when it is told to, and only then."""
    file = home / ".jupyter" / "lab" / "user-settings" / AUTOSAVE
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"autosave": False}))


def end_sessions(url, are_meant):
    """End the kernels of notebooks: those whose paths are meant."""
    for session in json.loads(_ask(url, "GET")):
        if are_meant(session["path"]):
            _ask(url, "DELETE", session["id"])


class LabPage:
    """A notebook that is open on a page, with its kernel.

    Parameters
    ----------
    server
        Its address and its folder.
    browser
        Opens the page, in a context of its own.
    path
        The notebook in the server's folder.
    options
        Of the browser's context.
    """

    def __init__(self, server, browser, path, options):
        self._url, root = server
        self.path, self.file = str(path), root / path
        self.page = self.blank(browser, **options)
        self.page.folder = self.file.parent
        self.page.url = f"{self._url}/lab/tree/{path}?reset"
        self.page.page.goto(self.page.url)
        self.page.ready()
        self._kept = self.page.page.evaluate(KEPT)

    @staticmethod
    def blank(browser, **options):
        """Return a page that shows nothing yet; `explored` is whether boards show all at once."""
        explored = options.pop("explored", True)
        context = browser.new_context(**({"viewport": VIEWPORT} | options))
        if explored:
            context.add_init_script(EXPLORED)
        return Page(context.new_page(), os.environ.get("POLYGAMES_SHOTS"))

    def show(self, cells, painter):
        """Put cells into the notebook, run them, and wait for the board that they show."""
        self._call(f"paint_with({painter!r})")
        self._set(cells)
        self.page.errors.clear()
        self.page.page.evaluate(RUN_ALL)
        self.page.wait()

    def clean(self):
        """Take away what a test has left, on the page, in the kernel and in the folder.

        Raises
        ------
        AssertionError
            If something stays, which the next test would find.
        """
        tab = self.page.page
        tab.mouse.move(1, 1)
        self._set([""])
        tab.evaluate(PUT_AWAY)
        tab.evaluate(RESTORE, self._kept)
        end = time.monotonic() + PATIENCE
        while (left := self._call("clean()")) != "[]":
            assert time.monotonic() < end, f"left in the kernel: {left}"
            time.sleep(0.05)
        if not _is_blank(self.file):
            tab.evaluate(SAVE)
        folder = f"{Path(self.path).parent}/"
        end_sessions(self._url, lambda path: path.startswith(folder) and path != self.path)
        for other in self.file.parent.iterdir():
            if other.is_dir() and other.name != ".ipynb_checkpoints":
                shutil.rmtree(other)
            elif other.is_file() and other != self.file:
                other.unlink()
        left = tab.evaluate(LEFT)
        assert left == [], f"left on the page: {left}"

    def close(self):
        """Close the page and end the kernel."""
        self.page.page.context.close()
        end_sessions(self._url, lambda path: path == self.path)

    def _call(self, expression):
        """Return what a function of `kernel_between_tests` returns; the notebook's names stay."""
        source = f"{IN_KERNEL}\nprint({expression})"
        return self.page.run(f"exec({source!r}, {{}})")

    def _set(self, cells):
        given = [
            cell if isinstance(cell, dict) else nbformat.v4.new_code_cell(cell) for cell in cells
        ]
        self.page.page.evaluate(SET_CELLS, given)


class LabPages:
    """LabPages that are opened when they are asked for: one for each kind of page."""

    def __init__(self, server, browser):
        self._server, self._browser = server, browser
        self._open, self._used = {}, []

    def show(self, cells, painter, options):
        """Show a board on the page of a kind; return the page.

        Parameters
        ----------
        cells
            The code, of which one cell shows the board, or whole cells.
        painter
            How boards are painted.
        options
            Of a browser's context. The size of the window and less motion are set on any page.
        """
        options = dict(options)
        viewport = options.pop("viewport", VIEWPORT)
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
        """Take away what was left on the pages that were used; without success close all."""
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
        folder = Path(f"lab_page-{next(NUMBERS)}")
        (self._server[1] / folder).mkdir()
        write_notebook(self._server[1] / folder / "board.ipynb", "")
        return LabPage(self._server, self._browser, folder / "board.ipynb", options)


def _ask(url, method, session=""):
    address = f"{url}/api/sessions/{session}".rstrip("/")
    request = urllib.request.Request(address, method=method)  # noqa: S310 - our own
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own
        return answer.read()


def _is_blank(file):
    cells = nbformat.read(file, 4).cells
    return [cell.source for cell in cells] == [""] and not cells[0].get("outputs")
