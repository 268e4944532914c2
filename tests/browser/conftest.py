"""JupyterLab in a headless Chromium: one server and one browser for all tests of a process.

A new test needs the fixture `show_board`, which shows a board and returns the page::

    def test_a_line_is_drawn(show_board):
        page = show_board("import polygames as pg\\nboard = pg.play('split')\\nboard")
        page.drag((0, 5), (10, 5))
        page.until("len(board.state.areas)", 2)  # waits for a state, not for a time

All tests of a process share the page and its kernel, because both take seconds to start. After each
test the page is cleaned (`lab_pages.LabPage.clean`), or closed if the test has failed. A test also
fails if the page logged an error (`Page.errors`). If ``POLYGAMES_SHOTS`` is a folder, it gets a
screenshot of each page at the end of each test. The size of the window and reduced motion are
options of `show_board`; other options open another page. JavaScript of a test stores its data in
``window.watched``, and its files are in `page.folder`. All tests of this folder have the mark
`browser`, except those of a hub.

`open_board` opens a new page with a new kernel. Use it for tests that end a kernel or close a page.
"""

import os
import shutil
from importlib.util import find_spec

import pytest
from lab_pages import LabPage, LabPages, settings_without_autosave
from phone import Phone

import polygames as pg
from benchmarks.lib import front_end
from benchmarks.lib.front_end import REPOSITORY_ROOT, run_server

if find_spec("playwright") is None:  # the plain test run has no browser
    collect_ignore_glob = ["test_*.py"]

HAS_FAILED = pytest.StashKey[bool]()


def pytest_itemcollected(item):
    """Mark all tests, so that they run only with ``-m browser``."""
    if item.get_closest_marker("hub") is None:
        item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Store that a test has failed, so that its fixtures close its pages."""
    report = yield
    item.stash[HAS_FAILED] = item.stash.get(HAS_FAILED, False) or report.failed
    return report


def page_errors(request, pages):
    """Return the errors of each page with errors, and save a screenshot of each page."""
    for number, page in enumerate(pages):
        if not page.page.is_closed():
            page.shot(f"{request.node.name} {number}")
    return [page.errors for page in pages if page.errors]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Start JupyterLab as binder/ configures it, in a folder of its own."""
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(REPOSITORY_ROOT / "notebooks", root / "notebooks")
    settings_without_autosave(root)
    with run_server("lab", root) as url:
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
    found = page_errors(request, pages)
    for page in pages:
        page.page.context.close()
    assert found == []


@pytest.fixture
def painter(request):
    """Return the painter of boards. Tests marked with `person.both_painters` run with each.

    With ``POLYGAMES_PAINTER=svg`` all other tests use SVG as well.
    """
    return getattr(request, "param", os.environ.get("POLYGAMES_PAINTER", "canvas"))


@pytest.fixture
def open_board(request, server, chromium, painter):
    """Return a function that shows a board on a new page with a new kernel."""
    open_pages, shown = LabPages(server, chromium), []

    def show(code, **options):
        shown.append(open_pages.show([code], painter, options))
        return shown[-1]

    yield show
    found = page_errors(request, shown)
    open_pages.close()
    assert found == []


@pytest.fixture(scope="session")
def open_pages(server, chromium):
    """Yield the pages on which all tests show their boards, each with its kernel."""
    open_pages = LabPages(server, chromium)
    yield open_pages
    open_pages.close()


@pytest.fixture
def show_cells(request, open_pages, painter):
    """Return a function that runs code cells and returns the page; one cell must show a board."""
    shown = []

    def show(*cells, **options):
        shown.append(open_pages.show(cells, painter, options))
        return shown[-1]

    yield show
    found = page_errors(request, shown)
    if request.node.stash[HAS_FAILED] or found:
        open_pages.close()
    else:
        open_pages.clean()
    assert found == []


@pytest.fixture
def show_board(show_cells):
    """Return a function that runs a cell, which must show a board, and returns the page."""
    return show_cells


@pytest.fixture
def open_class(tmp_path):
    made = []

    def start(*what, **options):
        made.append(pg.classroom(*what, folder=tmp_path, **{"port": 0, **options}))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def phones(chromium, open_class):  # noqa: ARG001 - the phones close before the server
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
    """Return a function that adds Ana and Ben to a table; it is Ana's turn."""

    def seat(class_):
        ana, ben = (phones().join(class_, name) for name in ("Ana", "Ben"))
        ana.says("Your turn")
        return ana, ben

    return seat
