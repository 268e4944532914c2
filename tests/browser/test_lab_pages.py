"""The pages that tests share: the next test finds nothing of the one before."""

import lab_pages
import pytest

BOARD = "import polygames as pg\nboard = pg.play('split'{options})\nboard"
KERNEL = "__import__('os').getpid()"
NAMES = "[name for name in ('board', 'pg') if name in globals()]"
THREAD = """import threading
threading.Thread(target=threading.Event().wait, name='polygames stays', daemon=True).start()"""


def test_a_clean_page_has_its_kernel_still_and_nothing_of_the_test_before(open_pages):
    page = open_pages.show([BOARD.format(options=""), "below = 1"], "canvas", {})
    kernel = page.value(KERNEL)
    page.drag((0, 5), (10, 5))
    page.until("len(board.state.areas)", 2)
    page.until("board.session.file.exists()", "True")
    page.page.evaluate(lab_pages.SAVE)
    page.page.evaluate("() => { localStorage.setItem('kept', '1'); window.watched = 1; }")
    page.page.set_viewport_size({"width": 700, "height": 600})
    page.page.get_by_role("menuitem", name="Kernel").first.click()
    page.page.keyboard.press("Escape")
    open_pages.clean()
    assert page.value(KERNEL) == kernel
    assert page.value(NAMES) == "[]"
    assert page.page.locator(".polygames-board").count() == 0
    assert page.page.locator(".jp-Cell").count() == 1
    assert page.page.evaluate("() => [localStorage.getItem('kept'), window.watched]") == [None] * 2
    assert [file.name for file in page.folder.iterdir() if file.is_file()] == ["board.ipynb"]
    assert "Split" not in (page.folder / "board.ipynb").read_text(encoding="utf-8")
    again = open_pages.show([BOARD.format(options=", autosave=None")], "svg", {})
    assert again is page
    assert again.page.viewport_size == lab_pages.VIEWPORT
    assert again.value("len(board.record.moves)") == "0"


def test_a_page_on_which_something_stays_is_thrown_away_and_so_is_its_kernel(
    open_pages, monkeypatch
):
    monkeypatch.setattr(lab_pages, "PATIENCE", 0.5)
    page = open_pages.show([BOARD.format(options=", autosave=None")], "canvas", {})
    kernel = page.value(KERNEL)
    page.run(THREAD)
    with pytest.raises(AssertionError, match=r"left in the kernel: .*polygames stays"):
        open_pages.clean()
    assert page.page.is_closed()
    another = open_pages.show([BOARD.format(options=", autosave=None")], "canvas", {})
    assert another.value(KERNEL) != kernel
