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
from benchmarks.lib.front_end import REPOSITORY_ROOT, SHOW_ALL_TOOLS_JS

if find_spec("playwright") is None:  # the plain test run has no browser
    collect_ignore_glob = ["test_*.py"]

SITE_VIEWPORT = {"width": 1280, "height": 1100}
SHOW_BOARD_JS = """source => {
  for (const board of document.querySelectorAll('.polygames-board')) board.dataset.old = 1;
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = 2;  // the first game's
  notebook.activeCell.model.sharedModel.setSource(source);
  return jupyterapp.commands.execute('notebook:run-cell');
}"""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Yield the address of the site, which is built here unless POLYGAMES_LITE is its folder."""
    from lite.serve import server

    folder = os.environ.get("POLYGAMES_LITE")
    if folder is None:
        folder = tmp_path_factory.mktemp("site") / "site"
        command = ["-m", "lite", "build", "--out", str(folder)]
        subprocess.run([sys.executable, *command], cwd=REPOSITORY_ROOT, check=True)
    with server(Path(folder)) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://{front_end.SERVER_HOST}:{served.server_port}"
        served.shutdown()


@pytest.fixture(scope="session")
def chromium():
    """Start a browser that can reach no other machine."""
    with front_end.chromium(*front_end.OFFLINE_FLAGS) as browser:
        yield browser


@pytest.fixture(scope="session")
def context(chromium):
    """Return the browser context of one visitor, with a cache for all tests."""
    context = chromium.new_context(viewport=SITE_VIEWPORT)
    context.add_init_script(SHOW_ALL_TOOLS_JS)
    yield context
    context.close()


@pytest.fixture(scope="session")
def visit(site):
    """Return a function that opens the address of the site on a new page."""

    def visit(context):
        page = Page(context.new_page(), os.environ.get("POLYGAMES_SHOTS"))
        page.asked = []
        page.page.on("request", lambda request: page.asked.append(urlsplit(request.url)))
        page.page.goto(f"{site}/")
        page.ready(seconds=240)  # the browser's cache is empty
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
    """Return a function that shows a board instead of the previous one."""

    def show(code):
        visitor.errors.clear()
        visitor.page.mouse.move(1, 1)
        visitor.page.evaluate(SHOW_BOARD_JS, code)
        visitor.page.locator(".polygames-board:not([data-old])").wait_for(timeout=120_000)
        visitor.wait()
        return visitor

    return show
