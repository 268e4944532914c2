"""The board driven by calls and by the client's messages, without kernel or browser."""

import re
from dataclasses import replace
from random import Random

import pytest
from page_driver import PageDriver, classes, is_shown
from toys import NIM_GAME, register_game

import polygames as pg
from polygames.core.descriptions import move_text
from polygames.core.errors import OptionError, PositionError
from polygames.view.help import numbered_rules
from polygames.view.suggestions import SUGGESTION_COLOR
from polygames.widgets.board import BoardWidget


@pytest.fixture
def board(open_board, tmp_path):
    return open_board(autosave=tmp_path / "auto.txt")


@pytest.fixture
def page(board):
    return PageDriver(board)


def test_a_game_is_played_by_messages_and_a_choice_by_buttons(board, page):
    page.tell("line", start=[0, 3.13], end=[1.86, 0])
    assert len(board.record.moves) == 1
    assert page.labels == ["play red: Player 1 moves next", "play blue: Player 2 moves next"]
    page.choices[1].click()
    assert str(board.record.moves[-1]) == "color blue"
    assert page.labels == []
    page.tell("move", spelling=["area 0"])
    assert board.state.scores[1] == pytest.approx(2.91, abs=0.01)


def test_a_refusal_is_explained_above_the_board_and_where_a_person_did_it(board, page, monkeypatch):
    sent = []
    monkeypatch.setattr(board.pointer, "send", sent.append)
    page.tell("line", start=[5, 5], end=[6, 6])
    assert board.record.moves == []
    assert "is not on the border" in page.header
    page.tell("key", key="u")
    assert [message["kind"] for message in sent] == ["refused", "refused"]
    assert "is not on the border" in sent[0]["text"]
    board.run_action(board.undo)
    assert [message["kind"] for message in sent[2:]] == ["spoken_text"], (
        "a button: above the board only"
    )
    refused = board.message
    board.play("draw 0,5 - 10,5")
    assert refused not in page.header, "the next move clears it"


def test_the_client_knows_which_picture_to_save_and_what_to_say_without_a_kernel(open_board, board):
    canvas = board.pointer.saved["canvas"]
    assert canvas in {widget.model_id for widget in PageDriver(board).stack.children}
    assert board.pointer.saved["view"] == board.model_id
    assert "Your game is saved" in board.pointer.gone
    other = open_board("split")
    assert "is kept" not in other.pointer.gone


def test_undo_and_redo_by_buttons_and_keys_and_help_by_a_key(board, page):
    undo, redo = page.button("Undo"), page.button("Redo")
    assert (undo.disabled, redo.disabled) == (True, True)
    board.play("draw 0,5 - 10,5")
    assert (undo.disabled, redo.disabled) == (False, True)
    undo.click()
    assert (undo.disabled, redo.disabled) == (True, False)
    page.tell("key", key="r")
    assert len(board.record.moves) == 1
    page.tell("key", key="u")
    assert board.record.moves == []
    assert not is_shown(board.get_panel("Help").box)
    page.tell("key", key="?")
    assert is_shown(board.get_panel("Help").box)


def said(page):
    """Return what the page with the moves says of them."""
    return [row["text"] for row in page.moves()]


def test_the_page_of_the_moves_is_kept_as_the_game_goes_on_and_help_leads_back_to_it(board, page):
    board.open_panel("Moves")
    assert said(page) == ["Start"]
    board.play("draw 0,5 - 10,5")
    board.play("color blue")
    board.open_help()
    board.open_help()
    assert page.tab == "Moves"
    assert said(page)[2] == "plays blue"
    board.undo()
    assert said(page)[2] == "plays blue", "what was taken back can be gone to"


def test_a_game_of_any_number_of_players_gets_as_many_as_are_named(open_board):
    made = open_board("splitter", seats=("human", "level 2", "level 1"))
    assert PageDriver(made).button("Undo").disabled, "dice alone are not taken back"
    assert made.session.players == ("human", "level 2", "level 1")
    assert made.state.seats == 3


def test_the_picture_has_the_shape_of_the_game_that_is_played(open_board):
    made = open_board("splitter", players=2)
    before = PageDriver(made).shape[1]
    made.new(players=1)
    assert PageDriver(made).shape[1] > 1.3 * before
    made.new(players=2)
    assert PageDriver(made).shape[1] == before


def test_a_board_fills_the_page_unless_it_is_given_a_width(open_board, board):
    assert PageDriver(board).stack.layout.width is None
    made = open_board("split", width=300)
    assert PageDriver(made).stack.layout.width == "300px"
    assert "polygames-fixed" in classes(made)


def test_the_header_shows_scores_status_and_whose_turn_it_is(board, page):
    assert "Player 1 draws the first line, in red" in page.header
    for move in ("draw 0,3.13 - 1.86,0", "color blue", "fill 0"):
        board.play(move)
    assert "Blue</span><b>2.91</b>" in page.header
    assert "to move: </span>Red" in page.header


def test_screen_readers_read_words_instead_of_the_signs_of_the_players(board, page):
    for move in ("draw 0,3.13 - 1.86,0", "color blue"):
        board.play(move)
    hidden = re.findall(r"<(?:i|b)[^>]*aria-hidden=.true.[^>]*>([^<]*)<", page.header)
    assert [sign.strip() for sign in hidden] == ["▨", "░", "▶"]
    read = re.sub(r"<(i|b)[^>]*aria-hidden=.true.[^>]*>[^<]*</\1>", "", page.header)
    assert "to move: " in read
    assert not set("▨░▶★") & set(read)


def test_new_takes_options_and_keeps_them_without(board):
    board.new(preset="2026")
    assert board.state.options["min_area"] == 1.0
    board.play("draw 0,5 - 10,5")
    board.new()
    assert board.record.moves == []
    assert board.state.options["min_area"] == 1.0


def test_hint_marks_and_names_a_move_of_the_agent(board):
    board.hint("greedy")
    assert board.message.startswith("Hint: cuts 100 into ")
    assert SUGGESTION_COLOR in {getattr(part, "stroke", None) for part in board.overlay}
    board.play("draw 0,5 - 10,5")
    assert board.message == ""
    assert board.overlay == ()


def test_hints_come_from_the_analysis_or_the_agent_chosen_in_the_form(board, page):
    board.analysing = True
    best = board.analysis.best
    board.hint()
    assert board.message.startswith(f"Hint: {move_text(board.state, best)}. ")
    page.field("Hints from").value = "random"
    asked = []
    board.session.request_move = lambda name, _: asked.append(name)
    page.press("Hint")
    assert asked == ["random"]


def test_a_position_can_be_pasted_and_a_bad_one_is_refused(board):
    other = pg.new("split").play(pg.new("split").draw((0, 5), (10, 5)))
    board.set_position(other.to_text())
    assert board.state == other
    with pytest.raises(PositionError):
        board.set_position("split\nnonsense 3")
    assert board.state == other


def test_play_goes_on_with_a_record(open_board, tmp_path):
    first = open_board("split", seats=("human", "random"), autosave=tmp_path / "a.txt", seed=4)
    first.play("draw 0,5 - 10,6")
    again = open_board(pg.load(tmp_path / "a.txt"))
    assert again.state == first.state
    assert again.session.players == ("human", "random")
    assert again.record.seed == 4


def test_a_saved_notebook_gets_a_picture_and_plain_words(board):
    data, metadata = board._repr_mimebundle_()
    assert "image/png" in data
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == "Split board: Player 1 draws the first line, in red"
    assert metadata["image/png"] == {"width": 520}


def test_how_to_play_is_the_numbered_rules_without_their_sources():
    text = numbered_rules(pg.game("split"))
    assert text.count("\n1. ") == 1
    assert "8. **End.**" in text
    assert "[source" not in text
    assert "[ours" not in text
    assert len(text.splitlines()) < 40, "one screen"


@pytest.mark.parametrize("game", pg.games())
def test_an_analysis_has_a_row_for_each_best_move_and_marks_until_the_next_move(open_board, game):
    board = open_board(game)
    board.analyse(seconds=0.3)
    page = PageDriver(board)
    assert 1 <= len(page.rows()["rows"]) <= 8
    assert page.tab == "Analysis"
    assert board.overlay
    board.play(board.state.legal_moves.sample(Random(1)))
    assert page.rows()["rows"] == []
    assert board.overlay == ()


def test_a_game_without_agents_and_rules_text_is_played_at_the_board(open_board):
    with register_game(NIM_GAME):
        board = open_board("nim")
        board.play("3")
        board.undo()
        board.redo()
        board.analyse(seconds=0.2)
        assert PageDriver(board).rows()["rows"]
        with pytest.raises(OptionError, match="Nim has no agent"):
            board.hint()
        assert PageDriver(board).button("Hint").layout.display == "none"
        assert PageDriver(board).field("Hints from").layout.display == "none"
        assert NIM_GAME.summary in numbered_rules(NIM_GAME)
        PageDriver(board).field("Rules").value = "long"
        assert PageDriver(board).start() == ""
        assert board.record.options["heap"] == 20


def test_a_board_that_fails_while_it_is_made_is_closed_without_another_error(monkeypatch):
    class Failing(BoardWidget):
        def extra_widgets(self):
            message = "no"
            raise OptionError(message)

    kept = []
    make = BoardWidget.__new__
    monkeypatch.setattr(
        BoardWidget,
        "__new__",
        lambda *args, **kwargs: kept.append(make(*args, **kwargs)) or kept[-1],
    )
    with register_game(replace(NIM_GAME, widget=Failing)), pytest.raises(OptionError, match="no"):
        pg.play("nim", autosave=None)
    kept[0].close()
    assert kept[0].comm is None


def test_the_header_says_what_a_game_is_about_and_then_what_the_computer_played(open_board):
    board = open_board("polygon", n=6, seats=("human", "random"))
    assert "Your turn: Red draws the first segment" in PageDriver(board).header
    assert board.info.summary in PageDriver(board).header
    board.play("A-C")
    board.refresh_controls()
    played = move_text(board.record.node.parent.state, board.record.node.move)
    assert f"Blue: {played}." in PageDriver(board).header.replace("&#x27;", "'")
    assert board.info.summary not in PageDriver(board).header


def test_nothing_secret_is_told_above_the_board(open_board):
    board = open_board("splitter", players=2, seats=("random", "human"))
    node = board.record.node
    assert node.parent.state.turn == 0, "the computer has written"
    assert move_text(node.parent.state, node.move) not in PageDriver(board).header


def test_who_alone_sits_at_a_board_hears_of_their_turn_and_two_people_do_not(open_board):
    board = open_board("splinter")
    assert "Your turn" not in PageDriver(board).header
    told = "The numbers are each player&#x27;s pieces on the board."
    assert told in PageDriver(board).header


def test_the_end_of_a_game_is_told_by_colours_under_the_analysis_too(open_board):
    board = open_board("polygon", n=5)
    board.analysing = True
    while board.state.outcome is None:
        board.play(next(iter(board.state.legal_moves)))
    note = PageDriver(board).rows()["note"]
    assert note.startswith("The game is over. ")
    assert " wins" in note
    assert "seat" not in note


def test_who_turns_to_the_review_ends_the_analysis(open_board):
    board = open_board("polygon", n=6)
    board.analysing = True
    board.open_panel("Review")
    assert not board.analysing
    assert board.overlay == ()


def test_a_refusal_is_out_of_date_with_the_next_action(board, page):
    for start in (lambda: page.press("Hint"), board.open_help, lambda: page.tell("key", key="r")):
        page.tell("move", spelling=["no such place"], id=1)
        assert "not possible now" in page.header
        start()
        assert "not possible now" not in page.header
        board.open_first_panel()


def test_a_paused_game_still_says_whose_turn_it_is(open_board):
    board = open_board("polygon", seats=("human", "random"))
    board.session.pause(paused=True)
    assert "Your turn: Red draws the first segment" in PageDriver(board).header
    assert " · paused" in PageDriver(board).header
