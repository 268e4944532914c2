"""The page without a server on a phone: one notebook a page, as wide as the screen."""

from __future__ import annotations

import os

import pytest
from boardpage import Page
from patience import wait_for_condition

import polygames as pg
from benchmarks.lib.front_end import RUN_ALL_JS

pytestmark = pytest.mark.lite

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS = """() => [...document.querySelectorAll('.jp-OutputArea-output, .polygames-board')]
  .filter(each => each.scrollWidth > each.clientWidth).map(each => each.className)"""


KEEP_PYTHON_BUSY_JS = """() => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  kernel.requestExecute({code: 'import time; time.sleep(2)'});
}"""
STARTING = "Python is starting. This takes about 10 seconds …"


@pytest.fixture(scope="module")
def phone(visit, chromium):
    """The first notebook as somebody sees it who types the address of the site on a phone."""
    context = chromium.new_context(**PHONE)
    page = visit(context)
    yield page
    context.close()


def test_the_last_cell_pressed_first_says_that_python_starts_and_then_shows_its_board(
    site, chromium
):
    with chromium.new_context(**PHONE) as context:
        page = Page(context.new_page(), os.environ.get("POLYGAMES_SHOTS"))
        tab = page.page
        tab.goto(f"{site}/")
        cell = tab.locator(".jp-CodeCell").last
        run = tab.locator(".lite-run").nth(len(pg.games()) - 1)
        run.wait_for(timeout=60_000)
        page.errors.clear()  # while the page loads, JupyterLite looks for files that may be missing
        run.tap()
        note = cell.locator(".lite-note")
        note.wait_for()
        assert note.inner_text() == STARTING
        wait_for_condition(lambda: is_in_sight(tab, note))
        page.shot("lite-phone-starting")
        board = cell.locator(".polygames-pointer svg")
        board.wait_for(timeout=120_000)
        note.wait_for(state="detached")
        page.wait()
        wait_for_condition(lambda: is_in_sight(tab, board))
        page.shot("lite-phone-board")
        assert cell.locator("[data-mime-type*=stderr]").count() == 0
        assert page.errors == []


def test_a_press_while_python_runs_other_code_is_seen_too(phone):
    tab = phone.page
    cell = tab.locator(".jp-CodeCell").first
    tab.evaluate(KEEP_PYTHON_BUSY_JS)
    cell.locator(".lite-run").tap()
    note = cell.locator(".lite-note")
    note.wait_for()
    assert note.inner_text() == "Python is working …"
    note.wait_for(state="detached")
    cell.locator(".polygames-pointer svg").wait_for()


def is_in_sight(tab, locator):
    """Return True if an element is whole on the screen, below the toolbar."""
    box = locator.bounding_box()
    bar = tab.locator(".jp-NotebookPanel-toolbar").bounding_box()
    top, bottom = bar["y"] + bar["height"], PHONE["viewport"]["height"]
    return top <= box["y"] and box["y"] + box["height"] <= bottom


def test_the_toolbar_of_a_phone_has_no_button_for_a_cell_out_of_sight(phone):
    assert not phone.page.locator(".jp-NotebookPanel-toolbar [data-jp-item-name=run]").is_visible()


def test_the_first_notebook_fills_the_page_and_no_board_scrolls_sideways(phone):
    tab = phone.page
    tab.evaluate(RUN_ALL_JS)
    boards = tab.locator(".polygames-board")
    last = tab.locator(".polygames-pointer svg").nth(len(pg.games()) - 1)
    last.wait_for(state="attached", timeout=120_000)
    tab.wait_for_timeout(1000)
    boards.first.scroll_into_view_if_needed()
    phone.shot("lite-phone")
    assert boards.count() == len(pg.games())
    widths = {box["width"] for box in (each.bounding_box() for each in boards.all()) if box}
    assert min(widths) > 0.9 * PHONE["viewport"]["width"]
    assert tab.locator(".jp-FileBrowser").count() == 0, "no list of files beside it"
    assert tab.evaluate(SIDEWAYS) == []


def test_the_address_of_a_lesson_opens_it_alone_and_the_first_notebook_leads_to_it(phone, site):
    tab = phone.page
    tab.locator(".jp-Notebook").evaluate("each => each.scrollTo(0, 0)")
    tab.get_by_role("link", name="the lessons", exact=True).tap()
    link = tab.locator("a[href*='01_nim.ipynb']").first
    tab.wait_for_timeout(500)
    assert is_in_sight(tab, link)
    with tab.context.expect_page() as opened:
        link.click()
    lesson = opened.value
    lesson.locator("h1", has_text="Who wins if nobody errs?").wait_for(timeout=60_000)
    assert "/notebooks/" in lesson.url
    lesson.goto(f"{site}/lab/index.html?path=01_nim.ipynb")
    lesson.locator("h1", has_text="Who wins if nobody errs?").wait_for(timeout=60_000)
    assert "/notebooks/" in lesson.url
    assert lesson.locator(".jp-FileBrowser").count() == 0
    lesson.close()
