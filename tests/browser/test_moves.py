"""The Moves page in JupyterLab: walked through, branched, written in, by what a person has."""

import pytest

PLAYED = """
import polygames as pg
board = pg.play("polygon", n=8, autosave=None, seed=3)
for move in ("A-C", "C-E", "E-B"):
    board.play(move)
board
"""
AT = "[str(move) for move in board.record.moves]"


def rows(page):
    return page.page.locator(".polygames-move")


def row(page, words):
    return rows(page).filter(has_text=words).first


@pytest.fixture
def page(show_board):
    page = show_board(PLAYED, viewport={"width": 1366, "height": 768})
    page.button("Moves")
    rows(page).nth(3).wait_for()
    return page


def test_a_person_walks_by_clicks_keys_and_buttons(page):
    row(page, "A to C").click()
    page.until(AT, ["A-C"])
    page.page.keyboard.press("ArrowRight")
    page.until(AT, ["A-C", "C-E"])
    page.page.keyboard.press("Home")
    page.until(AT, [])
    page.page.keyboard.press("End")
    page.until(AT, ["A-C", "C-E", "E-B"])
    page.page.get_by_role("button", name="one move back").click()
    page.until(AT, ["A-C", "C-E"])
    assert page.page.locator(".polygames-move[aria-selected]").inner_text().endswith("C to E")


def test_a_comment_and_a_sign_are_written_in_place_and_kept_in_the_text(page):
    row(page, "C to E").dblclick()
    page.page.keyboard.type("Too short; why not F?")
    page.page.keyboard.press("Enter")
    page.button("an inaccuracy")
    page.until("board.record.glyph", "?!")
    assert "2. C-E ?! ; Too short; why not F?" in page.value("board.record.to_text()")
    assert "Too short" in row(page, "C to E").inner_text()


def test_who_writes_a_comment_goes_on_writing_when_its_row_changes(page):
    row(page, "C to E").dblclick()
    page.page.keyboard.type("Too sh")
    page.run(
        "node = board.record.root.children[0].children[0]\nboard.record.annotate(node, glyph='?')"
    )
    row(page, "C to E").get_by_text("?", exact=True).wait_for()  # another row stands in its place
    page.page.keyboard.type("ort")
    page.page.keyboard.press("Delete")  # of a letter, not of the move
    page.page.keyboard.press("Enter")
    page.until("node.comment", "Too short")
    assert page.value(AT) == "['A-C', 'C-E']"
    assert page.value("len(node.children)") == "1"


LONG = """
from random import Random
import polygames as pg
board = pg.play("splinter", autosave=None, seed=3)
rng = Random(1)
while len(board.record.moves) < 12:
    board.record.push(board.state.legal_moves.sample(rng))
for node in board.record.path[:-1]:
    for move in list(node.state.legal_moves)[:30]:
        if all(move != child.move for child in node.children):
            node.children.append(node.new_child(move))
board.go_to(board.record.root)
board
"""
PLACES = """
() => {
  const list = document.querySelector(".polygames-list"), box = list.getBoundingClientRect();
  const item = list.querySelector("[aria-selected]"), at = item.getBoundingClientRect();
  return {
    inSight: at.top >= box.top && at.bottom <= box.bottom && at.height > 0,
    ids: [...list.querySelectorAll("[data-id]")].map((each) => Number(each.dataset.id)),
  };
}
"""


def test_in_a_long_list_the_place_on_the_board_is_in_sight_and_all_rows_are_in_order(show_board):
    page = show_board(LONG, viewport={"width": 1366, "height": 768})
    page.button("Moves")
    rows(page).nth(300).wait_for(state="attached")
    known = "[row['id'] for row in board.get_panel('Moves')._rows]"
    rows(page).first.click()
    for key, number in (("End", 12), ("ArrowLeft", 11), ("Home", 0)):
        page.page.keyboard.press(key)
        page.until("board.record.node.number", number)
        found = page.page.evaluate(PLACES)
        assert found["inSight"], key
        assert str(found["ids"]) == page.value(known)
    page.run("board.go_to(board.record.root.children[0].children[3])")
    page.run("board.play(next(iter(board.state.legal_moves)))\nboard.go_to(board.record.root)")
    page.run("board.record.delete(board.record.root.children[0].children[1])")
    page.until("board.record.node.number", 0)
    assert str(page.page.evaluate(PLACES)["ids"]) == page.value(known)
