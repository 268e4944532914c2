"""The door to the rest of a board: closed at first, open from then on for who has used it."""

import pytest

import polygames as pg

CONTROLS = """() => [...document.querySelectorAll('.polygames-board :is(button, select, input)')]
    .filter((each) => each.offsetParent && !each.closest('.polygames-head'))
    .map((each) => each.innerText.trim().replace(' ▾', ''))"""
FIRST = ["Undo", "Hint", "New game", "Explore"]
MORE = ".polygames-more"


@pytest.mark.parametrize("game", pg.games())
def test_a_first_board_has_four_buttons_and_says_all_its_words(show_board, game):
    laptop = {"width": 1366, "height": 768}
    code = f"import polygames as pg\nboard = pg.play('{game}', level=1, seed=1)\nboard"
    page = show_board(code, explored=False, viewport=laptop)
    assert page.page.evaluate(CONTROLS) == FIRST
    assert page.page.locator(MORE).is_hidden(), "nothing is cut off"


def test_the_door_opens_the_rest_and_stays_open_for_who_has_used_it(show_board):
    page = show_board(
        "import polygames as pg\nboard = pg.play('split', level=1)\nboard", explored=False
    )
    door = page.page.get_by_role("button", name="Explore")
    tabs = page.page.locator(".polygames-tabs button:visible")
    assert (door.get_attribute("aria-expanded"), tabs.count()) == ("false", 0)
    door.click()
    assert (door.get_attribute("aria-expanded"), tabs.count()) == ("true", 7)
    assert page.page.evaluate("localStorage.getItem('polygames.explored')") == "yes"
    door.click()
    assert page.page.evaluate(CONTROLS) == FIRST


@pytest.mark.parametrize(
    ("moves", "clicks"),
    [
        ("A-C", ["Explore", "Review"]),
        ("F-C C-E E-A A-D D-B B-1x4 1x4-2x5 2x5-F", ["Review"]),
    ],
    ids=["in a game", "at its end"],
)
def test_a_review_is_two_clicks_from_a_closed_board_and_one_at_the_end(show_board, moves, clicks):
    code = f"""
import polygames as pg
board = pg.play('polygon', n=6, seats=('human', 'human'))
for move in '{moves}'.split():
    board.play(move)
board"""
    page = show_board(code, explored=False)
    for name in clicks:
        page.page.locator(f".polygames-board button:visible:has-text('{name}')").click()
    page.page.locator(
        ".polygames-review-button[data-button=train], .polygames-sums"
    ).first.wait_for()
    assert page.page.locator(".polygames-curve-mark").count() >= 1


def test_a_new_game_and_a_puzzle_open_what_they_need_and_close_it_behind_them(show_board):
    page = show_board(
        "import polygames as pg\nboard = pg.play('polygon', level=1)\nboard", explored=False
    )
    page.page.get_by_role("button", name="New game").click()
    page.page.get_by_role("button", name="Puzzles").click()
    page.until("board.has_open_task", "True")
    page.page.get_by_role("button", name="Show the answer").wait_for()
    page.run("board.new()")
    page.run("board.open_first_panel()")
    page.page.get_by_role("button", name="Show the answer").wait_for(state="hidden")
    assert page.page.evaluate(CONTROLS) == FIRST


def test_a_double_click_on_new_game_begins_none_and_the_door_closes_the_form(show_board):
    drawn = "board = pg.play('split', level=2)\nboard.play('draw 0,4 - 10,6')\nboard"
    page = show_board(f"import polygames as pg\n{drawn}", explored=False)
    page.page.get_by_role("button", name="New game").dblclick()
    page.page.get_by_role("button", name="My games").wait_for()
    page.until(
        "(len(board.record.moves) > 0, board.session.players)", "(True, ('human', 'level 2'))"
    )
    page.page.get_by_role("button", name="Explore").click()
    page.page.get_by_role("button", name="My games").wait_for(state="hidden")
    assert page.page.evaluate(CONTROLS) == FIRST
    page.page.get_by_role("button", name="New game").click()
    page.page.get_by_role("button", name="My games").click()
    page.page.get_by_role("button", name="Back to Split").wait_for()
