"""Boards that play with another notebook: what is clicked on one is seen on the other."""

from person import places

FILE = """
import polygames as pg, pathlib
pathlib.Path("mouse.jsonl").unlink(missing_ok=True)
ben = pg.play("polygon", n=6, seats=("remote", "human"), room="mouse.jsonl", autosave=None)
board = pg.play("polygon", n=6, room="mouse.jsonl", autosave=None)
board
"""


def draw(page, *names):
    """Click points of the board, by their names."""
    at = places(page)
    for name in names:
        page.click(at[name])


def test_a_click_here_is_a_move_there_and_its_answer_comes_by_itself(show_board):
    page = show_board(FILE)
    draw(page, "A", "C")
    page.until("[str(move) for move in ben.record.moves]", ["A-C"])
    page.run("ben.play(next(iter(ben.state.legal_moves)))")
    page.until("len(board.record.moves)", 2)
    page.button("Undo")
    page.until("ben.session.remote_takeback_seat", 0)
    page.page.get_by_text("You have asked").wait_for()
    page.run("ben.session.answer_takeback(is_granted=True)")
    page.until("len(board.record.moves)", 0)
    page.run("ben.close()")
