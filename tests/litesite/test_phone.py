"""The page without a server on a phone: one notebook a page, as wide as the screen."""

from __future__ import annotations

import pytest

import polygames as pg
from benchmarks.lib.front_end import RUN_ALL_JS

pytestmark = pytest.mark.lite

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS = """() => [...document.querySelectorAll('.jp-OutputArea-output, .polygames-board')]
  .filter(each => each.scrollWidth > each.clientWidth).map(each => each.className)"""


@pytest.fixture(scope="module")
def phone(visit, chromium):
    """The first notebook as somebody sees it who types the address of the site on a phone."""
    context = chromium.new_context(**PHONE)
    page = visit(context)
    yield page
    context.close()


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
    link = tab.locator("a[href*='01_nim.ipynb']").first
    link.scroll_into_view_if_needed()
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
