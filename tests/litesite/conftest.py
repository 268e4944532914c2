"""The page without a server: the site is built, served to this machine, and opened in Chromium."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from boardpage import Page

from benchmarks.lib import front_end
from benchmarks.lib.front_end import EXPLORED, ROOT

if find_spec("playwright") is None:  # the plain test run has no browser
    collect_ignore_glob = ["test_*.py"]

VIEWPORT = {"width": 1280, "height": 1100}
START = """source => {
  for (const board of document.querySelectorAll('.polygames-board')) board.dataset.old = 1;
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = 1;
  notebook.activeCell.model.sharedModel.setSource(source);
  return jupyterapp.commands.execute('notebook:run-cell');
}"""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the site, or take the one that POLYGAMES_LITE names; give its address."""
    from lite.serve import server

    folder = os.environ.get("POLYGAMES_LITE")
    if folder is None:
        folder = tmp_path_factory.mktemp("site") / "site"
        command = ["-m", "lite", "build", "--testing", "--out", str(folder)]
        subprocess.run([sys.executable, *command], cwd=ROOT, check=True)
    with server(Path(folder)) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://{front_end.HOST}:{served.server_port}"
        served.shutdown()


@pytest.fixture(scope="session")
def chromium():
    """Start a browser that finds no other machine."""
    with front_end.chromium(*front_end.ALONE) as browser:
        yield browser


@pytest.fixture(scope="session")
def context(chromium):
    """One visitor, whose browser keeps what it has got."""
    context = chromium.new_context(viewport=VIEWPORT)
    context.add_init_script(EXPLORED)
    yield context
    context.close()


@pytest.fixture(scope="session")
def visit(site):
    """Return a function that opens the site as somebody does who types its address."""

    def visit(context):
        page = Page(context.new_page(), os.environ.get("POLYGAMES_SHOTS"))
        page.asked = []
        page.page.on("request", lambda request: page.asked.append(urlsplit(request.url)))
        page.page.goto(f"{site}/")
        page.ready(seconds=240)  # a browser that has seen nothing of it yet
        return page

    return visit


@pytest.fixture(scope="module")
def visitor(visit, context):
    """The first notebook of the site, with its kernel."""
    page = visit(context)
    yield page
    page.page.close()


@pytest.fixture
def show_board(visitor):
    """Return a function that shows a board in the place of the one before it."""

    def show(code):
        visitor.errors.clear()
        visitor.page.mouse.move(1, 1)
        visitor.page.evaluate(START, code)
        visitor.page.locator(".polygames-board:not([data-old])").wait_for(timeout=120_000)
        visitor.wait()
        return visitor

    return show
