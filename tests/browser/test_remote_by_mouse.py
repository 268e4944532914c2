"""Boards that play in a class: what is clicked on one is seen on the other."""

from person import places

CLASS = """
import polygames as pg
room = pg.classroom("polygon", n=6, folder=None, port=0)
board = pg.play("polygon", room=room.invitation, name="Ana", autosave=None)
ben = pg.play("polygon", room=room.invitation, name="Ben", autosave=None)
board
"""


def draw(page, *names):
    """Click points of the board, by their names."""
    at = places(page)
    for name in names:
        page.click(at[name])


def test_a_click_here_is_a_move_there_and_its_answer_comes_by_itself(show_board):
    page = show_board(CLASS)
    draw(page, "A", "C")
    page.until("[str(move) for move in ben.record.moves]", ["A-C"])
    page.run("ben.play('C-E')")
    page.until("len(board.record.moves)", 2)
    page.button("Undo")
    page.until("ben.session.remote_takeback_seat", 0)
    page.page.get_by_text("You have asked").wait_for()
    page.run("ben.session.answer_takeback(is_granted=True)")
    page.until("len(board.record.moves)", 0)
    page.run("board.close(); ben.close(); room.close()")


def test_a_notebook_whose_partner_was_removed_plays_the_computer_until_the_class_is_over(
    show_board,
):
    page = show_board(CLASS)
    page.until("len(board.session.shared_game.names)", 2)
    page.run("room.room.seating.remove_pupil('p2')")
    page.page.get_by_text("A seat at this board is free.").filter(visible=True).wait_for()
    page.shot("remote-alone")
    page.button("Play the computer")
    page.until("room.room.tables[1].seats", ["p1", "level 2"])
    draw(page, "A", "C")
    page.until("len(board.record.moves)", 2)
    page.run("room.close()")
    page.page.get_by_text("The class is over. Run this cell again to connect.").first.wait_for()
    page.shot("remote-over")
    page.run("board.close(); ben.close()")
