"""JupyterLab in a headless Chromium: a server for the session, a fresh kernel for each test."""

from __future__ import annotations

import os
import shutil
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.lib import front_end
from benchmarks.lib.front_end import EXECUTE, READY, ROOT, RUN_ALL, SHOWN, serving, write_notebook

if find_spec("playwright") is None:  # the plain test run has no browser
    collect_ignore_glob = ["test_*.py"]

PIXEL = """([x, y]) => {
  const canvas = document.querySelector('.polygames-stack canvas');
  const { data } = canvas.getContext('2d').getImageData(x * canvas.width, y * canvas.height, 1, 1);
  return [...data].slice(0, 3);
}"""
PAINTED = """() => {
  const canvas = document.querySelector('.polygames-stack canvas');
  const middle = [canvas?.width / 2, canvas?.height / 2, 1, 1];
  return canvas && canvas.getContext('2d').getImageData(...middle).data[3];
}"""
REPLACE = """source => {
  for (const board of document.querySelectorAll('.polygames-board')) board.dataset.old = 1;
  jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource(source);
}"""
VIEWPORT = {"width": 1280, "height": 1100}
BUSY = """seconds => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  kernel.requestExecute({code: `import time; time.sleep(${seconds})`});
}"""


def painted_as(painter, code):
    """Return the code of a cell whose board is painted so, in a kernel that has shown none yet."""
    return f"import os\nos.environ['POLYGAMES_PAINTER'] = {painter!r}\n{code}"


class Page:
    """A notebook page in Lab with one board on it; points are in the game's own units."""

    def __init__(self, page, shots):
        self.page = page
        self.shots = shots
        self.errors = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _console(self, message):
        if message.type == "error":
            self.errors.append(message.text)

    @property
    def layer(self):
        return self.page.locator(".polygames-pointer svg").first

    def ready(self):
        """Wait until the notebook has its kernel."""
        self.page.wait_for_function(SHOWN, timeout=90_000)
        self.page.evaluate(READY)

    def wait(self):
        """Wait until the board is painted."""
        self.layer.wait_for(timeout=60_000)
        self.page.wait_for_function(PAINTED, timeout=30_000)

    def run(self, code):
        """Run code in the kernel and return what it prints."""
        result = self.page.evaluate(EXECUTE, code)
        assert result["error"] is None, result["error"]
        return result["out"]

    def value(self, expression):
        return self.run(f"print({expression})")

    def busy(self, seconds):
        """Keep the kernel from answering for a while."""
        self.page.evaluate(BUSY, seconds)

    def until(self, expression, expected, seconds=15):
        """Wait until an expression in the kernel prints what is expected, and the board shows it.

        The words at a board follow its picture a moment later, so that the picture comes sooner.
        """
        end = time.monotonic() + seconds
        while (found := self.value(expression)) != str(expected):
            assert time.monotonic() < end, f"{expression} is {found}, expected {expected}"
            time.sleep(0.05)
        self.page.wait_for_timeout(200)

    def at(self, point):
        left, top, right, _ = (float(part) for part in self.layer.get_attribute("viewBox").split())
        right += left
        box = self.layer.bounding_box()
        scale = box["width"] / (right - left)
        return box["x"] + (point[0] - left) * scale, box["y"] + (point[1] - top) * scale

    def move(self, point):
        self.page.mouse.move(*self.at(point), steps=3)

    def click(self, point):
        self.page.mouse.click(*self.at(point))

    def drag(self, start, end):
        self.page.mouse.move(*self.at(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(end), steps=6)
        self.page.mouse.up()

    def button(self, text):
        self.page.get_by_role("button", name=text, exact=True).click()

    @property
    def choices(self):
        """The buttons of the moves that have no place on the board."""
        return self.page.locator(".polygames-choices button")

    @property
    def tip(self):
        return self.page.locator(".polygames-tip").first.inner_text()

    @property
    def said(self):
        return self.page.locator(".polygames-said").first.inner_text()

    @property
    def text(self):
        return self.page.locator(".jp-OutputArea-output").first.inner_text()

    def color(self, point):
        """Return red, green and blue of the canvas at a point."""
        x, y = self.at(point)
        box = self.page.locator(".polygames-stack canvas").first.bounding_box()
        return tuple(
            self.page.evaluate(
                PIXEL, [(x - box["x"]) / box["width"], (y - box["y"]) / box["height"]]
            )
        )

    def shot(self, name):
        """Keep a screenshot of the page, if POLYGAMES_SHOTS names a folder."""
        if self.shots:
            self.page.screenshot(path=Path(self.shots) / f"{name}.png")


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
