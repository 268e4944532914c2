"""JupyterLab in a headless Chromium: one server and one browser for all tests of a process.

How a new test is written. Take `show_board`, which shows a board and gives the page::

    def test_a_line_is_drawn(show_board):
        page = show_board("import polygames as pg\\nboard = pg.play('split')\\nboard")
        page.drag((0, 5), (10, 5))
        page.until("len(board.state.areas)", 2)  # waits for a state, not for a time

The page and its kernel serve all tests of a process, for both take seconds to start. After each
test they are made clean (`lab_pages.LabPage.clean`), and thrown away if the test has failed. A test
fails, too, if a page has complained (`Page.errors`). With ``POLYGAMES_SHOTS`` set to a folder there
is a picture of each page as the test left it. Other sizes of the window, and less motion, are
options of `show_board`; a page with other options is another one. What a test lets the page keep it
keeps in ``window.watched``; what it writes is in `page.folder`. All tests of this folder have the
mark `browser`, but for those of a hub.

`open_board` opens a page with a kernel of its own: for tests after which neither is as before (a
kernel that dies, a page that is closed).
"""

import os
import shutil
from importlib.util import find_spec

import pytest
from lab_pages import LabPage, LabPages, settings_without_autosave
from phone import Phone

import polygames as pg
from benchmarks.lib import front_end
from benchmarks.lib.front_end import ROOT, serving

if find_spec("playwright") is None:  # the plain test run has no browser
    collect_ignore_glob = ["test_*.py"]

HAS_FAILED = pytest.StashKey[bool]()


def pytest_itemcollected(item):
    """Leave all tests to who asks for them with ``-m browser``."""
    if item.get_closest_marker("hub") is None:
        item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Note on a test that it has failed: its fixtures throw away what it has used."""
    report = yield
    item.stash[HAS_FAILED] = item.stash.get(HAS_FAILED, False) or report.failed
    return report


def complaints(request, pages):
    """Return what pages have complained of in a test, and keep a picture of each."""
    for number, page in enumerate(pages):
        if not page.page.is_closed():
            page.shot(f"{request.node.name} {number}")
    return [page.errors for page in pages if page.errors]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Start JupyterLab as binder/ configures it, in a folder of its own."""
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", root / "notebooks")
    settings_without_autosave(root)
    with serving("lab", root) as url:
        yield url, root


@pytest.fixture(scope="session")
def chromium():
    """Start a browser for all tests."""
    with front_end.chromium() as browser:
        yield browser


@pytest.fixture
def new_page(request, chromium):
    """Return a function that opens a blank page."""
    pages = []

    def start(**options):
        pages.append(LabPage.blank(chromium, **options))
        return pages[-1]

    yield start
    found = complaints(request, pages)
    for page in pages:
        page.page.context.close()
    assert found == []


@pytest.fixture
def painter(request):
    """How boards are painted; tests that are marked with `screen.both_painters` run with each.

    With ``POLYGAMES_PAINTER=svg`` all others are painted as SVG, too.
    """
    return getattr(request, "param", os.environ.get("POLYGAMES_PAINTER", "canvas"))


@pytest.fixture
def open_board(request, server, chromium, painter):
    """Return a function that shows a board on a page with a kernel of its own."""
    open_pages, shown = LabPages(server, chromium), []

    def show(code, **options):
        shown.append(open_pages.show([code], painter, options))
        return shown[-1]

    yield show
    found = complaints(request, shown)
    open_pages.close()
    assert found == []


@pytest.fixture(scope="session")
def open_pages(server, chromium):
    """Keep the pages, each with its kernel, on which tests show their boards."""
    open_pages = LabPages(server, chromium)
    yield open_pages
    open_pages.close()


@pytest.fixture
def show_cells(request, open_pages, painter):
    """Return a function that runs code cells, of which one must show a board."""
    shown = []

    def show(*cells, **options):
        shown.append(open_pages.show(cells, painter, options))
        return shown[-1]

    yield show
    found = complaints(request, shown)
    if request.node.stash[HAS_FAILED] or found:
        open_pages.close()
    else:
        open_pages.clean()
    assert found == []


@pytest.fixture
def show_board(show_cells):
    """Return a function that runs a cell, which must show a board, and gives the page."""
    return show_cells


@pytest.fixture
def opened(tmp_path):
    made = []

    def start(*what, **options):
        made.append(pg.classroom(*what, folder=tmp_path, **{"port": 0, **options}))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def phones(chromium, opened):  # noqa: ARG001 - they go before the server does
    made = []

    def start(**options):
        made.append(Phone(chromium, **options))
        return made[-1]

    yield start
    for each in made:
        each.context.close()
    assert [each.errors for each in made if each.errors] == []


@pytest.fixture
def show_wall(phones):
    """Return a function that shows the wall of a class."""

    def show(class_, **options):
        wall = phones(**{"viewport": {"width": 1366, "height": 768}, **options})
        wall.page.goto(class_.wall_url)
        return wall

    return show


@pytest.fixture
def seat_two(phones):
    """Return a function that seats Ana and Ben at a table; it is Ana's turn."""

    def seat(class_):
        ana, ben = (phones().join(class_, name) for name in ("Ana", "Ben"))
        ana.says("Your turn")
        return ana, ben

    return seat
