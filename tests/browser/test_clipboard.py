"""What the board copies to the clipboard, and what it shows where a page may not do that."""

import pytest

BOARD = """import polygames as pg
board = pg.play('polygon', autosave=None)
board.play('A-C')
board"""
REFUSED = """() => {
  const refuse = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  const value = { write: refuse, writeText: refuse };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
}"""
MISSING = (
    "() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })"
)
RESTORED = "() => { delete navigator.clipboard; }"
SELECTED = """() => {
  const { value, selectionStart, selectionEnd } = document.activeElement;
  return value.slice(selectionStart, selectionEnd);
}"""


@pytest.fixture
def page(show_board):
    page = show_board(BOARD)
    yield page
    page.page.evaluate(RESTORED)


def test_the_board_says_that_a_line_is_on_the_clipboard_once_it_is(page):
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.button("Moves")
    page.button("copy the moves up to here as text")
    page.until("board.message", "The line is on the clipboard.")
    assert page.page.evaluate("navigator.clipboard.readText()") == "1. A-C"


@pytest.mark.parametrize("clipboard", [REFUSED, MISSING], ids=["refused", "plain http"])
def test_a_text_that_cannot_be_copied_is_shown_selected_to_copy_by_hand(page, clipboard):
    page.page.evaluate(clipboard)
    page.run("board.copy()")
    dialog = page.page.get_by_role("dialog", name="The position, to copy by hand")
    dialog.wait_for()
    page.shot("copy-by-hand")
    assert page.value("board.message") == ""
    assert page.page.evaluate(SELECTED).strip() == page.value("board.state.to_text()")
    page.page.keyboard.press("Control+c")
    page.until("board.message", "The position is on the clipboard.")
    dialog.wait_for(state="detached")


def test_a_picture_that_cannot_be_copied_is_shown_and_escape_closes_it(page):
    page.page.evaluate(REFUSED)
    page.run("board.copy_picture()")
    page.page.get_by_role("dialog").get_by_role("img", name="The picture").wait_for()
    page.page.keyboard.press("Escape")
    page.page.get_by_role("dialog").wait_for(state="detached")
    assert page.value("board.message") == ""
