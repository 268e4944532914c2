"""The Moves page: what its client is told, and what it may ask for."""

import re

import pytest
from call_counts import count_calls
from helpers import play_on, record_game

import polygames as pg
from polygames.search.review import annotate, read_review
from polygames.widgets.panels.moves import HIDDEN_MOVE_TEXT, MoveList, line_text, row_changes


@pytest.fixture
def opened(open_board):
    """Return a function that opens a board after some moves, with its page Moves open."""

    def start(*moves, n=8):
        board = open_board("polygon", n=n)
        for move in moves:
            board.play(move)
        board.sent = []
        board.open_panel("Moves")
        board.get_panel("Moves").box.send = board.sent.append
        board.get_panel("Moves")._handle_message({"kind": "request_rows"})
        return board

    return start


@pytest.fixture
def board(opened):
    return opened("A-C", "C-E", "E-B")


def ask(board, kind, words, **more):
    """Send what a client sends of the row with these words."""
    row = next(row for row in board.get_panel("Moves")._rows if row["text"] == words)
    board.get_panel("Moves")._handle_message({"kind": kind, "id": row["id"], **more})


def moves(board):
    return [str(move) for move in board.record.moves]


def test_a_page_gets_all_rows_and_then_only_what_changes(board):
    assert [row["text"] for row in board.sent[0]["rows"]] == [
        "Start",
        "A to C",
        "C to E",
        "E to B",
    ]
    board.play("B-D")
    change = board.sent[-1]
    assert (change["kind"], change["start"], change["removed_count"]) == ("row_changes", 4, 0)
    assert [row["text"] for row in change["rows"]] == ["B to D"]
    ask(board, "go_to_move", "A to C")
    assert board.sent[-1]["rows"] == []
    assert moves(board) == ["A-C"]


def test_a_page_that_goes_where_the_board_stands_already_gets_an_answer(board):
    count = len(board.sent)
    ask(board, "go_to_move", "E to B")
    assert [each["version"] for each in board.sent[count:]] == [count + 1], "it waits for one"
    assert (board.sent[-1]["current_id"], board.sent[-1]["rows"]) == (
        board.sent[0]["current_id"],
        [],
    )


def test_a_long_game_costs_little_and_a_move_sends_one_row():
    record, found = play_on(record_game("splinter", max_plies=500), 2, 40), MoveList()
    before = found.rows(record)
    assert count_calls(lambda: found.rows(record))[0] < 20 * len(before), "no row is made anew"
    record.pop()
    record.delete(record.node.children[0])
    change = row_changes(before, found.rows(record))
    assert (change["removed_count"], change["rows"]) == (1, [])


def test_the_game_goes_on_in_a_branch_and_the_main_line_stays(board):
    ask(board, "go_to_move", "A to C")
    board.play("C-F")
    assert [str(node.move) for node in board.record.root.line] == ["A-C", "C-E", "E-B"]
    ask(board, "promote", "C to F")
    assert [str(node.move) for node in board.record.root.line] == ["A-C", "C-F"]
    ask(board, "delete", "C to F")
    assert moves(board) == ["A-C"]
    assert board.sent[-1]["can_restore"]
    board.get_panel("Moves")._handle_message({"kind": "restore"})
    assert [str(node.move) for node in board.record.root.line] == ["A-C", "C-F"]


def test_words_and_signs_are_written_where_they_are_asked_for(board):
    ask(board, "set_comment", "C to E", text="hm")
    ask(board, "set_glyph", "C to E", glyph="?!")
    ask(board, "set_glyph", "A to C", glyph="rubbish")
    assert "2. C-E ?! ; hm" in board.record.to_text()
    assert "1. A-C\n" in board.record.to_text()


def test_what_a_review_wrote_is_read_in_the_words_of_the_board_and_stays_as_it_is(opened):
    board = opened("A-C", "C-E", "E-A", n=6)
    annotate(pg.review(board.record, progress=False), board.record)
    ask(board, "set_comment", "A to C", text="hm Review: best; value 1.")
    text = board.record.to_text()
    rows = {row["text"]: row for row in board.get_panel("Moves")._rows}
    row = rows["A to C"]
    assert row["comment"] == "hm Review: best; value 1."
    assert row["note"] == "Blunder. A won game is now lost (proved). Best: A to D."
    told = " ".join(row["note"] for row in rows.values())
    assert not re.search(r"value|; loses|chance 0|\d\.\d{3}|Review:", told)
    ask(board, "set_comment", "A to C", text="in a hurry")
    assert board.record.root.children[0].comment == "in a hurry"
    assert board.record.to_text() == text.replace("hm Review: best; value 1.", "in a hurry")
    assert read_review(pg.Record.from_text(text)) == read_review(board.record)


def test_a_line_and_a_position_are_copied(board):
    copied = []
    board.pointer.send = copied.append
    ask(board, "copy_line", "C to E")
    ask(board, "copy_position", "C to E")
    line, position = (each["text"] for each in copied if each["kind"] == "copy_text")
    assert line == "1. A-C\n2. C-E"
    assert pg.from_text(position) == board.record.root.children[0].children[0].state
    assert "clipboard" not in board.message
    board._page_connection.handle_message({"kind": "copied"})
    assert board.message == "The position is on the clipboard."


def test_nonsense_from_a_page_changes_nothing(board):
    text = board.record.to_text()
    for content in (
        *(None, 7, [], {}, {"kind": "go_to_move"}, {"kind": ["go_to_move"], "id": 1}),
        *({"kind": "go_to_move", "id": 99}, "go_to_move"),
        *({"kind": "set_comment", "id": 1, "text": 3}, {"kind": "delete", "id": 0}, {"id": 1}),
    ):
        board.get_panel("Moves")._handle_message(content)
    assert board.record.to_text() == text


def test_agents_wait_while_one_looks_back_and_one_may_move_for_them(open_board):
    board = open_board("polygon", n=8, seats=("human", "random"))
    board.play("A-C")
    reply = board.record.root.children[0]
    board.go_to(reply)
    assert len(reply.children) == 1
    assert board.session.paused
    assert board.session.is_human_turn, "a move for the agent is a branch"
    other = next(m for m in board.state.legal_moves if m != reply.children[0].move)
    board.play(other)
    assert len(reply.children) == 2
    assert not board.session.paused
    board.go_to(board.record.root)
    assert not board.session.paused, "a person is to move"


def test_looking_at_a_finished_game_changes_nothing_but_where_it_stands(open_board):
    board = open_board("splinter", seats=("random", "random"), max_plies=30)
    text, end = board.record.to_text(), board.record.node
    for node in board.record.path:
        board.go_to(node)
        assert board.state is node.state
        assert board.session.paused or node is end
    assert board.record.to_text() == text


def test_what_others_placed_is_hidden_until_all_have():
    record = play_on(record_game("splitter", players=2), 1, 2)
    assert record.state.turn == 1
    words = [row["text"] for row in MoveList().rows(record)]
    assert words[-1] == HIDDEN_MOVE_TEXT
    assert line_text(record, record.node).endswith(HIDDEN_MOVE_TEXT)
    play_on(record, 1, 1)
    assert HIDDEN_MOVE_TEXT not in [row["text"] for row in MoveList().rows(record)]


def test_before_the_colours_are_chosen_a_move_is_named_by_its_player():
    record = record_game("split", "draw 0,5 - 10,5", "color blue", "draw 3,0 - 4,5")
    players = [row["player"] for row in MoveList().rows(record)]
    assert players == ["", "Player 1", "Player 2", "Blue"]
