"""JupyterLab in a headless Chromium: a server for the session, a fresh kernel for each test."""

from __future__ import annotations

import os
import shutil
import urllib.request
from importlib.util import find_spec

import pytest
from boardpage import Page

from benchmarks.lib import front_end
from benchmarks.lib.front_end import ROOT, RUN_ALL, serving, write_notebook

if find_spec("playwright") is None:  # the plain test run has no browser
    collect_ignore_glob = ["test_*.py"]

REPLACE = """source => {
  for (const board of document.querySelectorAll('.polygames-board')) board.dataset.old = 1;
  jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource(source);
}"""
VIEWPORT = {"width": 1280, "height": 1100}


def painted_as(painter, code):
    """Return the code of a cell whose board is painted so, in a kernel that has shown none yet."""
    return f"import os\nos.environ['POLYGAMES_PAINTER'] = {painter!r}\n{code}"


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Start JupyterLab as binder/ configures it, in a folder of its own."""
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", root / "notebooks")
    with serving("lab", root) as url:
        yield url, root


@pytest.fixture(scope="session")
def chromium():
    """Start a browser for all tests."""
    with front_end.chromium() as browser:
        yield browser


@pytest.fixture
def new_page(chromium):
    """Return a function that opens a blank page."""
    contexts = []

    def start(**options):
        context = chromium.new_context(**({"viewport": VIEWPORT} | options))
        contexts.append(context)
        return Page(context.new_page(), os.environ.get("POLYGAMES_SHOTS"))

    yield start
    for context in contexts:
        context.close()


@pytest.fixture
def open_notebook(server, new_page):
    """Return a function that opens a notebook in Lab, runs it and waits for the board."""
    url, _ = server

    def start(path, **options):
        page = new_page(**options)
        page.page.goto(f"{url}/lab/tree/{path}?reset")
        page.ready()
        page.page.evaluate(RUN_ALL)
        page.wait()
        return page

    yield start
    _end_sessions(url)


@pytest.fixture
def painter(request):
    """How boards are painted; tests that are marked with `screen.both_painters` run with each.

    With ``POLYGAMES_PAINTER=svg`` all others are painted as SVG, too.
    """
    return getattr(request, "param", os.environ.get("POLYGAMES_PAINTER", "canvas"))


@pytest.fixture
def open_board(server, open_notebook, painter):
    """Return a function that opens a notebook with one cell, which must show a board."""
    _, root = server

    def start(code, **options):
        write_notebook(root / "board.ipynb", painted_as(painter, code))
        return open_notebook("board.ipynb", **options)

    return start


@pytest.fixture(scope="module")
def desks(server, chromium):
    """Return a function that gives a page with a kernel: one of each kind for all of a module."""
    url, root = server
    pages, contexts = {}, []

    def desk(painter, **options):
        key = repr((painter, sorted(options.items())))
        if key not in pages:
            name = f"desk{len(pages)}.ipynb"
            write_notebook(root / name, painted_as(painter, "pass"))
            context = chromium.new_context(**({"viewport": VIEWPORT} | options))
            contexts.append(context)
            page = Page(context.new_page(), os.environ.get("POLYGAMES_SHOTS"))
            page.page.goto(f"{url}/lab/tree/{name}?reset")
            page.ready()
            pages[key] = page
        return pages[key]

    yield desk
    for context in contexts:
        context.close()
    _end_sessions(url)


@pytest.fixture
def show_board(desks, painter):
    """Return a function that shows a board in the place of the one before it.

    The page and its kernel stay, which saves seconds: for tests that leave both as they were.
    """

    def show(code, **options):
        page = desks(painter, **options)
        page.errors.clear()
        page.page.mouse.move(1, 1)
        page.page.evaluate(REPLACE, painted_as(painter, code))
        page.page.evaluate(RUN_ALL)
        page.page.locator(".polygames-board:not([data-old])").wait_for(timeout=60_000)
        page.wait()
        return page

    return show


def _end_sessions(url):
    import json

    with urllib.request.urlopen(f"{url}/api/sessions") as answer:  # noqa: S310 - our own
        sessions = json.load(answer)
    for session in sessions:
        address = f"{url}/api/sessions/{session['id']}"
        request = urllib.request.Request(address, method="DELETE")  # noqa: S310 - our own
        urllib.request.urlopen(request).close()  # noqa: S310 - our own
