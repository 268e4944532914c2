"""The page that deals a deck: what is right, what is put back, what the file keeps."""

from random import Random

import pytest
from helpers import play_on
from page_driver import PageDriver, send_message

import polygames as pg
from polygames.study.deck import Card, Deck, has_cards
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
    panel = board.get_panel(TRAIN_TAB)
    assert what in panel.display.content["buttons"]
    send_message(panel.display, {"kind": "press_button", "button": what})


def click(board, text):
    """Click the places of a move on the picture."""
    move = board.state.parse(text)
    ways = board.position.moves_by_clicks
    spelling = next(places for places, each in ways.items() if each == move)
    PageDriver(board).tell("move", spelling=list(spelling))


def test_a_card_is_on_the_board_and_says_what_was_played(board):
    assert board.state == pg.new("polygon", n=6)
    assert told(board)["text"] == "You played: A to C. Find a better move. (a.txt)"
    assert told(board)["summary"][:2] == [
        "Cards in this round: 2",
        "This card: 0 of 3 right answers in a row",
    ]
    assert board.has_task
    assert board.has_open_task


def test_an_equally_good_move_is_right_and_the_file_keeps_it(board, path):
    board.play("B-E")
    assert told(board)["text"].startswith("Right. ")
    assert told(board)["text"].endswith(" This card comes again in this round.")
    assert len(Deck(path).due()) == 1
    press(board, "next")
    assert board.state == pg.new("polygon", n=8)


def test_a_wrong_move_is_put_back_and_counts_once(board, path):
    board.play("A-C")
    assert told(board)["text"].startswith("Not this move. This is what you played.")
    assert board.record.node is board.record.root
    first = next(card.schedule for card in Deck(path))
    board.play("B-D")
    assert told(board)["text"].startswith("Not this move. Blue can reply: ")
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
    assert [card.streak for card in Deck(path)] == [0, 0]
    press(board, "restart")
    assert "hint" in told(board)["buttons"]
    board.play("A-D")
    assert told(board)["text"].startswith("Right.")
    assert [card.streak for card in Deck(path)] == [0, 0], "only the first attempt counts"


def test_a_round_goes_on_until_every_card_was_right_three_times_in_a_row(board, path):
    asked = []
    for answer in ("A-D", "A-C", "A-D", "A-E", "A-D", "A-E", "A-E"):
        asked.append(board.state.options["n"])
        click(board, answer)
        if answer == "A-C":  # a right answer after a wrong one does not count
            click(board, "A-E")
        assert told(board)["text"].startswith("Right.")
        last = told(board)
        press(board, "next")
    assert asked == [6, 8, 6, 8, 6, 8, 8], "a card comes again after the others"
    assert last["text"].endswith("This card comes back in 3 days. You have finished this round.")
    assert last["summary"][0] == "Cards in this round: 0"
    assert [card.streak for card in Deck(path)] == [3, 3]
    assert "No more cards are due now. The next card is due in 3 days." in told(board)["text"]


def test_a_card_that_is_not_answered_goes_behind_the_others(board, path):
    press(board, "next")
    assert board.state == pg.new("polygon", n=8)
    press(board, "next")
    assert board.state == pg.new("polygon", n=6)
    assert [card.is_new for card in Deck(path)] == [True, True]


def test_learned_cards_that_are_not_due_are_asked_once(boards, path):
    deck = Deck(path)
    for _ in range(3):
        for card in deck:
            deck.answer(card, "right")
    boards.append(pg.train(path))
    assert told(boards[0])["summary"][0] == "Cards in this round: 2"
    click(boards[0], "A-D")
    assert told(boards[0])["summary"][0] == "Cards in this round: 1"
    assert [card.streak for card in Deck(path)] == [3, 3]


def test_own_mistakes_are_trained_after_a_review_and_the_game_comes_back(
    open_board, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    board = open_board("polygon", n=6, seats=("human", "minimax"))
    with pytest.raises(pg.RecordError, match="review this game first"):
        board.train_mistakes()
    assert not has_cards()
    board.play("A-C")
    board.load(play_on(board.record, 1))
    moves = board.record.moves
    board.review()
    mistakes = [each for each in board.get_panel("Review").review.mistakes if each.seat == 0]
    board.train_mistakes()
    assert PageDriver(board).tab == TRAIN_TAB
    assert board.has_open_task
    assert [card.played for card in Deck()] == [str(each.move) for each in mistakes]
    assert told(board)["text"].startswith("You played: A to C. Find a better move. (game of ")
    click(board, "A-D")
    assert told(board)["text"].startswith("Right. Blue has")
    press(board, "back")
    assert board.record.moves == moves
    assert not board.has_task
    board.review()
    board.train_mistakes()
    assert len(Deck()) == len(mistakes), "no position becomes two cards"


@pytest.mark.parametrize("game", pg.games())
def test_cards_of_every_game_are_trained(game, open_board, tmp_path):
    state, rng = pg.new(game), Random(4)
    while state.ply < 6 or state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(rng))
    played, best = map(str, state.legal_moves.candidates(2, rng)[:2])
    position = state.view(state.turn).to_text()
    card = Card(game, position, played, best, answer=(played,), source="a.txt")
    deck = Deck(tmp_path / "deck.json").add([card])
    board = open_board(game)
    board.train(deck)
    board.play(board.state.parse(played))
    assert told(board)["text"].startswith("Not this move. This is what you played. ")
    assert board.record.node is board.record.root
    board.play(board.state.parse(best))
    assert told(board)["text"].startswith("Right. ")
    press(board, "next")
    assert board.has_open_task


def test_mistakes_of_the_computer_are_not_trained(open_board, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def first(state, _):
        return state.parse("A-C")

    board = open_board("polygon", n=6, seats=(first, "human"))
    assert [str(move) for move in board.record.moves] == ["A-C"]
    board.review()
    assert len(board.get_panel("Review").review.mistakes) == 1
    with pytest.raises(pg.RecordError, match="you made none in this game"):
        board.train_mistakes()


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
