import pytest
pytestmark = pytest.mark.browser
def test_x(show_board):
    page = show_board("import polygames as pg\nboard = pg.play('split', autosave=None)\nboard")
    page.drag((0, 3), (10, 3))
    n = page.page.evaluate("document.querySelector('.polygames-layer-made').children.length")
    print("made", n)
    page.until("board.state.phase", "color")
    page.page.wait_for_timeout(100)
    print("after", page.page.evaluate("document.querySelector('.polygames-layer-made').children.length"), page.errors)
    page.button("play blue: you move next")
    page.until("len(board.record.moves)", 2)
    page.drag((0, 7), (10, 7))
    page.until("len(board.record.moves)", 3)
    assert page.errors == []
