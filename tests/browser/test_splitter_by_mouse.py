"""Splitter, played in JupyterLab by mouse: dice, cells, confirmation, real dice, the end."""

import re

from person import any_painter

HIGH, LOW = (3.25, -0.85), (4.75, -0.85)
"""The dice on a pad of eight columns."""

SMALL = "*##* #### .##."


def board(**options):
    """Return the code of a cell that shows a board."""
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    return f"import polygames as pg\nboard = pg.play('splitter', autosave=None{given})\nboard"


def cell(row, column):
    """Return the middle of a cell."""
    return column + 0.5, row + 0.5


DRAWN = "() => [...document.querySelectorAll('.widget-image')].some(img => img.naturalWidth > 99)"
ALL_DRAWN = """count => {
    const images = [...document.querySelectorAll('.widget-image')];
    images.at(-2).scrollIntoView();
    return images.filter(img => img.naturalWidth > 99).length == count;
}"""
SAID = """text => document.querySelector('.polygames-spoken-log').innerText.includes(text)"""


def told(page, text):
    """Wait until the client has the position in which this is to be done."""
    page.page.wait_for_function(SAID, arg=text)


MOVES = "[str(move) for move in board.record.moves]"


@any_painter
def test_a_die_is_picked_up_previewed_placed_and_confirmed(show_board):
    page = show_board(board(dice=["roll 4-1", "roll 6-6"]))
    page.move(HIGH)
    assert page.tip == "die: 4"
    page.click(HIGH)
    page.move(cell(2, 0))
    points = "4 in row 3, column 1, 1 opposite: 1 point (+1), at most 56 in the end"
    page.page.locator(".polygames-tip", has_text=points).wait_for()  # the kernel counts them
    page.click(cell(2, 0))
    page.until("str(board.choice)", "r2c0=4")
    page.button("Take back")
    page.until("board.choice", None)
    page.click(LOW)
    page.click(cell(2, 0))
    page.until("str(board.choice)", "r2c7=4")
    page.button("Confirm")
    page.until(MOVES, ["roll 4-1", "r2c7=4", "roll 6-6"])
    assert "Write 6 and 6" in page.text
    told(page, "The dice: 6 and 6")
    page.move(LOW)
    assert page.tip == "both dice show 6: just click a cell"
    page.click(cell(3, 7))
    page.until("str(board.choice)", "r3c0=6")
    page.click(cell(3, 7))
    page.until("board.state.rows[0][3]", "60000006")


def test_a_game_with_real_dice_ends_with_a_look_back(show_board):
    page = show_board(board(pad=SMALL, dice="hand"))
    slots = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)]
    high, low = (1.25, -0.85), (2.75, -0.85)
    for number, (row, column) in enumerate(slots, start=1):
        page.until("board.state.ply", 2 * number - 2)
        dice = page.page.locator(".widget-toggle-buttons")
        dice.nth(0).get_by_role("button", name="2", exact=True).click()
        dice.nth(1).get_by_role("button", name=str(number), exact=True).click()
        page.button("Enter the roll")
        told(page, f"The dice: {max(number, 2)} and {min(number, 2)}")
        page.click(high if number > 2 else low)
        page.click(cell(row, column))
        page.button("Confirm")
    page.until("board.state.outcome is None", False)
    page.choices.get_by_text("Review").click()
    page.page.wait_for_function(DRAWN)
    page.button("More")
    page.button("How well did I play?")
    page.page.get_by_text(
        re.compile("possible sheet for these rolls|found for these rolls")
    ).wait_for()
    page.page.wait_for_function(ALL_DRAWN, arg=3)
