"""Territory, played in JupyterLab by mouse: all four sizes, the buttons, the board editor."""

import re

import pytest

CASES = [
    pytest.param(
        n, each, marks=[] if (n, each) in {(10, "canvas"), (25, "svg")} else pytest.mark.long
    )
    for n in (10, 15, 20, 25)
    for each in ("canvas", "svg")
]
OWN = (
    "tiles=['AAB', 'CCB', 'DEE'], "
    "colors={'A': 'blue', 'B': 'red', 'C': 'yellow', 'D': 'blue', 'E': 'red'}"
)


def board(options):
    """Return the code of a cell that shows a board; `play` has a size and seed of its own."""
    start = f"pg.new('territory', {options})"
    return f"import polygames as pg\nboard = pg.play({start}, autosave=None)\nboard"


def middle(row, column):
    return column + 0.5, row + 0.5


@pytest.mark.parametrize(("size", "painter"), CASES, indirect=["painter"])
def test_every_size_is_played_by_clicks(show_board, size):
    page = show_board(board(f"size={size}, seed=3"))
    assert page.value("board.state.board.shape") == f"({size}, {size})"
    cells = "[board.state.board.cells[t][-1] for t in board.state.board.named.values()]"
    last = eval(page.value(cells))  # noqa: S307 - printed by the kernel of this test
    for ply in range(4):
        legal = "[board.state.board.named[m] for m in board.state.legal_moves]"
        tile = eval(page.value(legal))[ply % 2]  # noqa: S307 - as above
        page.move(middle(*last[tile]))
        assert "for Blue" in page.tip or "counts nothing" in page.tip
        page.click(middle(*last[tile]))
        page.until("board.state.ply", ply + 1)
        page.until("board.state.last", tile)
    assert "ifference" not in page.text
    page.button("How will it end?")
    page.page.get_by_text(re.compile("final difference (will be|is) ")).first.wait_for()
    assert "left: " in page.text
    page.button("Undo")
    page.until("board.state.ply", 3)
    page.button("Reset")
    page.until("board.state.ply", 0)


def test_a_board_is_drawn_with_the_mouse_and_played(show_board):
    page = show_board(board(OWN))
    page.page.get_by_role("tab", name="Editor").click()
    page.button("Clear")
    page.until("len(board.editor.model.to_board().areas)", 9)
    canvas = page.page.locator("canvas").last

    def at(row, column):
        canvas.scroll_into_view_if_needed()  # the tools are below: the page may have been scrolled
        box = canvas.bounding_box()
        cell = box["width"] / 3.24
        return box["x"] + (column + 0.62) * cell, box["y"] + (row + 0.62) * cell

    page.page.mouse.move(*at(0, 0))
    page.page.mouse.down()
    page.page.mouse.move(*at(0, 2), steps=8)
    page.page.mouse.move(*at(1, 2), steps=8)
    page.page.mouse.up()
    page.until("board.editor.model.to_board().rows", "('AAA', 'BCA', 'DEF')")
    page.page.get_by_role("button", name="colour", exact=True).click()
    page.page.get_by_role("button", name="red", exact=True).click()
    page.until("board.editor.color.value + board.editor.tool.value", "redcolour")
    page.page.mouse.click(*at(2, 1))
    page.until("board.editor.model.to_board().color_names['E']", "red")
    page.button("Play this board")
    page.until("board.state.board.rows", "('AAA', 'BCA', 'DEF')")
    page.page.locator(".polygames-stack").first.scroll_into_view_if_needed()
    page.click(middle(1, 2))
    page.until("board.state.scores", "(16, 0)")
