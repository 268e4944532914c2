"""What a program tries where a person looks back stays a branch."""

import polygames as pg


def test_a_move_pushed_where_one_looks_back_becomes_no_main_line():
    board = pg.play("polygon", n=8, autosave=None)
    for move in ("A-C", "C-E", "E-B"):
        board.play(move)
    board.go(board.record.path[1])
    board.record.push("C-F")
    assert [str(node.move) for node in board.record.path[1:]] == ["A-C", "C-F"]
    assert [str(node.move) for node in board.record.root.line] == ["A-C", "C-E", "E-B"]
    board.close()


def test_a_move_pushed_at_the_end_of_the_line_goes_on_with_it():
    board = pg.play("polygon", n=8, autosave=None)
    board.play("A-C")
    board.record.push("C-E")
    assert [str(node.move) for node in board.record.root.line] == ["A-C", "C-E"]
    board.close()
