"""The Review page in JupyterLab: a game is looked back at with what a person has."""

import pytest
from person import places

PLAYED = """
import polygames as pg
board = pg.play("polygon", n=6, autosave=None, seats=("human", "human"))
for move in ("A-C", "C-F", "F-B"):
    board.play(move)
board
"""
AT = "[str(move) for move in board.record.moves]"
WORDS = ".polygames-review-text"


@pytest.fixture
def page(show_board):
    page = show_board(PLAYED, viewport={"width": 1366, "height": 768})
    page.page.get_by_role("tab", name="Review", exact=True).click()
    page.page.locator(".polygames-review-button[data-button=save]:enabled").wait_for()
    return page


def said(page, words):
    text = page.page.locator(WORDS).filter(has_text=words)
    text.wait_for()
    return text.inner_text()


def test_a_person_looks_back_and_plays_a_mistake_better(page):
    assert page.page.locator(".polygames-curve-mark").count() >= 1
    box = page.page.locator(".polygames-curve").bounding_box()
    page.page.mouse.click(box["x"] + 3, box["y"] + 30)
    page.until(AT, [])
    page.button("Next mistake ▶")
    page.until(AT, ["A-C"])
    assert "A won game is now lost (proved)." in said(page, "Blunder")
    page.until("len(board.overlay) > 0", True)  # the refutation plays itself
    page.button("Try again")
    page.until(AT, [])
    assert "Best" not in page.page.locator(WORDS).inner_text()
    page.button("Where?")
    said(page, "Hint")
    at = places(page)
    page.layer.evaluate("layer => layer.scrollIntoView({block: 'center'})")
    page.frames()
    page.click(at["A"])
    page.click(at["D"])
    said(page, "Right")
