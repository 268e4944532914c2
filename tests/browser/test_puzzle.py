"""A puzzle in JupyterLab: a wrong move is answered, a right one goes on; by mouse and keys."""

import pytest

POSED = """
import polygames as pg
board = pg.puzzle("territory", 7)
board
"""
AT = "[str(move) for move in board.record.moves]"
WORDS = ".polygames-review-text"


def cell(move):
    """Return the middle of the cell that names a tile."""
    row, column = map(int, move[1:].split("c"))
    return column + 0.5, row + 0.5


def said(page, words):
    page.page.locator(WORDS).filter(has_text=words).wait_for()


def test_a_puzzle_is_solved_by_clicks_and_the_next_one_comes_by_keys(show_board):
    page = show_board(POSED, viewport={"width": 1366, "height": 768})
    right = page.value("board.get_panel('Puzzle').puzzle.steps[0].move")
    wrong = page.value("next(iter(board.get_panel('Puzzle').puzzle.steps[0].wrong))")
    said(page, "Which tile")
    buttons = page.page.locator(".polygames-review-button")
    shown = buttons.evaluate_all("all => all.map(each => each.dataset.button)")
    assert str(shown) == page.value("list(board.get_panel('Puzzle').display.content['buttons'])")
    assert {"restart", "my_level"} <= {*shown}
    page.click(cell(wrong))
    said(page, "Not this")
    page.until(AT, [])
    page.click(cell(right))
    said(page, "Right")
    page.page.locator(".polygames-review-button[data-button=next]").focus()
    page.page.keyboard.press("Enter")
    page.until("board.get_panel('Puzzle').puzzle.number", 8)
    said(page, "Which tile")


IN_SIGHT = """words => [...document.querySelectorAll('.polygames-board *')].filter(each => {
  const texts = [...each.childNodes].filter(node => node.nodeType === 3);
  const own = texts.map(node => node.data).join('');
  const { width, height } = each.getBoundingClientRect();
  return own.includes(words) && width > 1 && height > 1;
}).length"""


@pytest.mark.parametrize("width", [1366, 390], ids=["laptop", "phone"])
def test_what_a_puzzle_asks_and_says_is_in_sight_once(show_board, width):
    page = show_board(POSED, viewport={"width": width, "height": 800})
    said(page, "Which tile")
    page.page.locator(".polygames-status").filter(has_text="Which tile").wait_for()
    assert page.page.evaluate(IN_SIGHT, "Which tile") == 1
    page.page.locator(".polygames-review-button[data-button=show_answer]").click()
    page.page.locator(".polygames-status").filter(has_text="The answer: ").wait_for()
    assert page.page.evaluate(IN_SIGHT, "The answer: ") == 1
    page.run("board.show_record(pg.Record(pg.new('territory', size=5)))")
    said(page, "another position")
    assert page.page.evaluate(IN_SIGHT, "another position") == 1
