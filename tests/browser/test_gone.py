"""A board whose kernel has gone says so, and does nothing more, in JupyterLab."""

import re

import pytest
from person import begin_split

BOARD = "import polygames as pg\nboard = pg.play('split'{options})\nboard"
KEPT = "The kernel has stopped. Your game is saved. Run the cell again and press Continue."
LOST = "The kernel has stopped. To play on, run the cell again."
ICONS = """() => [...document.querySelectorAll('.polygames-board, .polygames-board *')].filter(
  (part) => part.matches('.jupyter-widgets-disconnected')
    && getComputedStyle(part, '::before').content !== 'none').length"""


def choose(page, entry):
    """Choose an entry of the menu Kernel, and confirm it where Lab asks."""
    page.page.get_by_role("menuitem", name="Kernel").first.click()
    page.page.get_by_role("menuitem", name=re.compile(f"^{entry}")).first.click()


@pytest.mark.parametrize(
    ("options", "entry", "words"),
    [("", "Restart Kernel…", KEPT), (", autosave=None", "Shut Down Kernel", LOST)],
)
def test_a_board_without_a_kernel_says_so_and_is_dead(open_board, options, entry, words):
    page = open_board(BOARD.format(options=options))
    begin_split(page)
    page.click((0, 5))
    choose(page, entry)
    if "Restart" in entry:
        page.page.locator(".jp-Dialog .jp-mod-accept").click()
    told = page.page.locator(".polygames-kernel-stopped-note")
    told.wait_for()
    assert told.inner_text() == words
    drawn = page.page.locator(".polygames-pointer svg :is(line, circle)")
    assert drawn.count() == 0, "the line that was begun is dropped"
    page.page.mouse.move(*page.at((5, 1.5)))
    page.page.mouse.down()
    page.page.mouse.move(*page.at((10, 7)))
    page.page.mouse.up()
    assert page.tip == ""
    assert drawn.count() == 0
    assert page.page.get_by_role("button", name="Undo", exact=True).is_disabled()
    assert page.page.evaluate(ICONS) == 0
    if "Restart" in entry:
        assert page.value("'board' in globals()") == "False", "the new kernel knows of no board"
    page.errors.clear()  # Lab has lost its kernel
