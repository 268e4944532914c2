"""The page that deals a deck: what is right, what is put back, what the file keeps."""

import pytest

import polygames as pg
from polygames.study.deck import Card, Deck
from polygames.widgets.interfaces import TRAIN_TAB


@pytest.fixture
def path(tmp_path):
    text = [pg.new("polygon", n=n).to_text() for n in (6, 8)]
    cards = [
        Card("polygon", text[0], "A-C", "A-D", kind="moved off", phase="opening", source="a.txt"),
        Card("polygon", text[1], "A-C", "A-E", source="b.txt"),
    ]
    return Deck(tmp_path / "deck.json").add(cards).path


def told(board):
    return board.get_panel(TRAIN_TAB).display.content


@pytest.fixture
def board(boards, path):
    boards.append(pg.train(path))
    return boards[-1]


def press(board, what):
    board.get_panel(TRAIN_TAB)._handle_message({"kind": "press_button", "button": what})


def test_a_card_is_on_the_board_and_says_what_was_played(board):
    assert board.state == pg.new("polygon", n=6)
    assert told(board)["text"] == "You played: A to C. Find a better move. (a.txt)"
    assert told(board)["summary"][0] == "Due: 2"
    assert board.has_task
    assert board.has_open_task


def test_an_equally_good_move_is_right_and_the_file_keeps_it(board, path):
    board.play("B-E")
    assert told(board)["text"].startswith("Right.")
    assert "This card comes back in" in told(board)["text"]
    assert len(Deck(path).due()) == 1
    press(board, "next")
    assert board.state == pg.new("polygon", n=8)


def test_a_wrong_move_is_put_back_and_counts_once(board, path):
    board.play("A-C")
    assert told(board)["text"].startswith("Not this move. This is what you played.")
    assert board.record.node is board.record.root
    first = next(card.schedule for card in Deck(path))
    board.play("B-D")
    assert told(board)["text"].startswith("Not this move.")
    board.play("A-D")
    assert told(board)["text"].startswith("Right.")
    assert next(card.schedule for card in Deck(path)) == first
    assert board.get_panel(TRAIN_TAB).solved_count == 0


def test_a_hint_helps_and_the_answer_counts_as_missed(board, path):
    press(board, "hint")
    assert told(board)["text"].endswith(" Hint: A to …"), "half of the name, in whole words"
    press(board, "show_answer")
    assert board.record.root.children == [], "it is drawn, and not played"
    assert told(board)["text"].startswith("Best: A to D.")
    assert "hint" not in told(board)["buttons"]
    assert "Kind: moved off (opening)" in told(board)["summary"]
    assert len(Deck(path).due()) == 1
    press(board, "restart")
    assert "hint" in told(board)["buttons"]


def test_when_nothing_is_due_the_page_says_when(boards, path):
    deck = Deck(path)
    for card in deck.due():
        deck.answer(card, "right")
    boards.append(pg.train(path))
    press(boards[0], "next")
    assert "No more cards are due now. The next card is due in" in told(boards[0])["text"]


def test_another_game_on_the_board_is_not_judged(board, path):
    before = path.read_text()
    board.new()
    board.play("A-C")
    assert "another position" in told(board)["text"]
    assert path.read_text() == before
    assert not board.has_task


def test_what_cannot_be_trained_is_refused(open_board, path, tmp_path):
    with pytest.raises(pg.RecordError, match="no cards in"):
        pg.train(tmp_path / "none.json")
    with pytest.raises(pg.OptionError, match="must be a game in the deck: polygon"):
        pg.train(path, game="split")
    board = open_board("split")
    with pytest.raises(pg.OptionError, match="must be a deck with cards of split"):
        board.train(Deck(path))
