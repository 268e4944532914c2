"""The page that looks back at a game: what was lost, why, and another try."""

import pytest

import polygames as pg
from polygames.widgets.panels.review import INVITATION


@pytest.fixture
def board():
    board = pg.play("polygon", n=6, seats=("human", "human"))
    for move in ("A-C", "C-E", "E-A"):
        board.play(move)
    yield board
    board.close()


def press(board, what):
    board.panel("Review")._take({"kind": "do", "what": what})


def told(board):
    return board.panel("Review").page.told


def test_before_a_review_the_page_invites(board):
    assert told(board)["words"] == INVITATION
    assert list(told(board)["buttons"]) == ["start"]


def test_a_review_shows_the_curve_its_marks_and_what_each_seat_did(board):
    board.review()
    assert board._pages.shown == "Review"
    assert board.panel("Review").review.is_complete
    chart = told(board)["chart"]
    assert chart["marks"][0]["verdict"] == "blunder"
    assert chart["marks"][0]["ply"] == 1
    assert chart["length"] == 3
    assert len(chart["proved"]) == 3
    assert "1 blunder" in told(board)["summary"][0]
    assert board.record.root.children[0].glyph == "??"
    assert board.record.root.children[0].comment == ""


def test_a_place_on_the_curve_is_gone_to(board):
    board.review()
    board.panel("Review")._take({"kind": "ply", "ply": 1})
    assert board.record.node.number == 1
    assert told(board)["at"] == 1
    assert told(board)["words"].startswith("1. Blunder. A won game is lost now, proved.")
    board.panel("Review")._take({"kind": "ply", "ply": 99})
    assert board.record.node.number == 3


def test_the_next_mistake_is_put_up_with_its_refutation(board):
    board.review()
    board.panel("Review")._take({"kind": "ply", "ply": 0})
    press(board, "next")
    assert board.record.node.number == 1
    assert "Better: " in told(board)["words"]


def test_another_try_hides_the_answer_and_judges_the_move(board):
    board.review()
    board.panel("Review")._take({"kind": "ply", "ply": 1})
    press(board, "try")
    assert board.record.node is board.record.root
    assert "Better" not in told(board)["words"]
    assert list(told(board)["buttons"]) == ["hint", "answer", "next"]
    board.play("A-E")
    assert told(board)["words"].startswith("Not yet.")
    assert board.record.node is board.record.root
    press(board, "hint")
    assert told(board)["words"].startswith("Hint: ")
    board.play("A-D")
    assert told(board)["words"].startswith("Right: best.")


def test_the_answer_is_shown_on_request(board):
    board.review()
    board.panel("Review")._take({"kind": "ply", "ply": 1})
    press(board, "answer")
    assert board.record.node is board.record.root
    assert told(board)["words"].startswith("Best: ")
    assert board._marks


def test_a_review_is_kept_in_the_record_and_shown_when_it_is_loaded(board, tmp_path):
    board.review()
    press(board, "keep")
    again = pg.load(board.save(tmp_path / "game.txt"))
    other = pg.play("polygon", n=6, seats=("human", "human"))
    other.load(again)
    assert told(other)["chart"]["marks"][0]["verdict"] == "blunder"
    other.panel("Review")._take({"kind": "ply", "ply": 1})
    assert "A won game is lost now, proved." in told(other)["words"]
    other.new()
    assert told(other)["words"] == INVITATION
    other.close()


def test_nonsense_of_a_client_changes_nothing(board):
    board.review()
    before = told(board)
    for content in (None, {}, {"kind": "do", "what": "boom"}, {"kind": "ply", "ply": "x"}):
        board.panel("Review")._take(content)
    assert told(board) == before


def test_luck_is_shown_in_splitter(monkeypatch):
    monkeypatch.setattr("polygames.widgets.panels.review.SECONDS", 0.02)
    board = pg.play("splitter", seats=("greedy",))
    board.review()
    assert told(board)["chart"]["luck"]
    assert "points lost, luck" in told(board)["summary"][0]
    assert board._rounds.box in board.panel("Review").box.children
    board.close()
