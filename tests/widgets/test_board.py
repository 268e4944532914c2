"""The board driven by calls and by the client's messages, without kernel or browser."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from page_driver import PageDriver, classes, open_widgets
from toys import NIM, registered

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError, PositionError
from polygames.core.words import move_words
from polygames.scene.palette import PURPLE
from polygames.view.help import how_to_play
from polygames.widgets.board import BoardWidget
from polygames.widgets.panels.new_game import EACH


@pytest.fixture
def board(tmp_path):
    made = pg.play("split", autosave=tmp_path / "auto.txt", seed=1)
    yield made
    made.close()


def test_a_line_by_message_is_played_and_the_choice_becomes_buttons(board):
    PageDriver(board).tell("line", start=[0, 3.13], end=[1.86, 0])
    assert len(board.record.moves) == 1
    labels = PageDriver(board).labels
    assert labels == ["play red: Player 1 moves next", "play blue: Player 2 moves next"]
    PageDriver(board).choices[1].click()
    assert str(board.record.moves[-1]) == "color blue"
    assert PageDriver(board).labels == []


def test_a_spelling_by_message_fills_the_area(board):
    board.play("draw 0,3.13 - 1.86,0")
    board.play("color blue")
    PageDriver(board).tell("move", spelling=["area 0"])
    assert board.state.scores[1] == pytest.approx(2.91, abs=0.01)


def test_a_message_for_an_earlier_state_is_too_late(board):
    old = board.pointer.frame["version"]
    board.play("draw 0,5 - 10,5")
    PageDriver(board).tell("line", version=old, start=[0, 1], end=[10, 1])
    assert len(board.record.moves) == 1


def test_a_refused_line_is_explained_at_the_board_and_changes_nothing(board):
    PageDriver(board).tell("line", start=[5, 5], end=[6, 6])
    assert board.record.moves == []
    assert "is not on the border" in PageDriver(board).header
    board.play("draw 0,5 - 10,5")
    assert "is not on the border" not in PageDriver(board).header, "the next move clears it"


def test_what_a_person_did_on_the_board_is_refused_there_too(board, monkeypatch):
    sent = []
    monkeypatch.setattr(board.pointer, "send", sent.append)
    PageDriver(board).tell("line", start=[5, 5], end=[6, 6])
    PageDriver(board).tell("key", key="u")
    assert [message["kind"] for message in sent] == ["refused", "refused"]
    assert "is not on the border" in sent[0]["text"]
    board.attempt(board.undo)
    assert [message["kind"] for message in sent[2:]] == ["said"], "a button: above the board only"


def test_the_client_knows_which_picture_to_save_and_what_to_say_without_a_kernel(board):
    canvas = board.pointer.saved["canvas"]
    assert canvas in {widget.model_id for widget in PageDriver(board).stack.children}
    assert board.pointer.saved["view"] == board.model_id
    assert "Your game is kept" in board.pointer.gone
    other = pg.play("split", autosave=None)
    assert "is kept" not in other.pointer.gone
    other.close()


def test_a_refused_call_raises_and_changes_nothing(board):
    with pytest.raises(IllegalMoveError):
        board.play("fill 0")
    assert board.record.moves == []


def test_keys_undo_redo_and_open_the_help(board):
    board.play("draw 0,5 - 10,5")
    PageDriver(board).tell("key", key="u")
    assert board.record.moves == []
    PageDriver(board).tell("key", key="r")
    assert len(board.record.moves) == 1
    assert board.panel("Help").box.layout.display == "none"
    PageDriver(board).tell("key", key="?")
    assert board.panel("Help").box.layout.display == ""


def words(board):
    """Return what the page with the moves says of them."""
    return [row["words"] for row in PageDriver(board).moves()]


def test_the_page_of_the_moves_is_kept_as_the_game_goes_on_and_help_leads_back_to_it(board):
    board.open_page("Moves")
    assert words(board) == ["Start"]
    board.play("draw 0,5 - 10,5")
    board.play("color blue")
    board.open_help()
    board.open_help()
    assert PageDriver(board).tab == "Moves"
    assert words(board)[2] == "plays blue"
    board.undo()
    assert words(board)[2] == "plays blue", "what was taken back can be gone to"


def test_a_game_of_any_number_of_players_gets_as_many_as_are_named():
    made = pg.play("splitter", seats=("human", "level 2", "level 1"), autosave=None)
    assert made.session.players == ("human", "level 2", "level 1")
    assert made.state.seats == 3


def test_a_page_does_not_tell_what_another_player_wrote_in_secret():
    made = pg.play("splitter", players=2, autosave=None, seed=1)
    made.open_page("Moves")
    secret = next(iter(made.state.legal_moves))
    name = move_words(made.state, secret)
    made.play(secret)
    assert name not in words(made)
    made.play(next(iter(made.state.legal_moves)))
    assert name in words(made)
    made.close()


def test_the_picture_has_the_shape_of_the_game_that_is_played():
    made = pg.play("splitter", players=2, autosave=None)
    before = PageDriver(made).shape[1]
    made.new(players=1)
    assert PageDriver(made).shape[1] > 1.3 * before
    made.new(players=2)
    assert PageDriver(made).shape[1] == before
    made.close()


def test_a_board_fills_the_page_unless_it_is_given_a_width(board):
    assert PageDriver(board).stack.layout.width is None
    made = pg.play("split", width=300, autosave=None)
    assert PageDriver(made).stack.layout.width == "300px"
    assert "polygames-fixed" in classes(made)
    made.close()


def test_undo_and_redo_buttons_are_enabled_only_when_they_do_something(board):
    undo, redo = PageDriver(board).button("Undo"), PageDriver(board).button("Redo")
    assert (undo.disabled, redo.disabled) == (True, True)
    board.play("draw 0,5 - 10,5")
    assert (undo.disabled, redo.disabled) == (False, True)
    undo.click()
    assert (undo.disabled, redo.disabled) == (True, False)


def test_the_header_shows_scores_status_and_whose_turn_it_is(board):
    assert "Player 1 draws the first line, in red" in PageDriver(board).header
    for move in ("draw 0,3.13 - 1.86,0", "color blue", "fill 0"):
        board.play(move)
    assert "Blue</button><b>2.91</b>" in PageDriver(board).header
    assert "▶ Red" in PageDriver(board).header


def test_new_takes_options_and_keeps_them_without(board):
    board.new(preset="2026")
    assert board.state.options["min_area"] == 1.0
    board.play("draw 0,5 - 10,5")
    board.new()
    assert board.record.moves == []
    assert board.state.options["min_area"] == 1.0


def test_the_form_starts_a_game_with_its_values(board):
    panel = board.panel("New game")
    page = PageDriver(board)
    page.field("Rules").value = "2026"
    assert panel.fields["min_area"].value == "1"
    panel.opponents.mode.value = EACH
    panel.opponents.seats.children[1].value = "random"
    assert page.start() == ""
    assert board.state.options["fill_inclusive"] is False
    assert board.session.players == ("human", "random")


def test_a_form_with_impossible_values_is_refused_beside_start(board):
    board.panel("New game").fields["min_area"].value = "40"
    assert "min_area" in PageDriver(board).start()


def test_hint_marks_and_names_a_move_of_the_agent(board):
    board.hint("greedy")
    assert board.message.startswith("Hint: cuts 100 into ")
    assert PURPLE in {part.stroke for part in board.overlay}
    board.play("draw 0,5 - 10,5")
    assert board.message == ""
    assert board.overlay == ()


def test_hints_come_from_the_analysis_or_the_agent_chosen_in_the_form(board):
    board.analysing = True
    best = board.analysis.best
    board.hint()
    assert board.message.startswith(f"Hint: {move_words(board.state, best)}. ")
    PageDriver(board).field("Hints from").value = "random"
    asked = []
    board.session.ask = lambda name, _: asked.append(name)
    PageDriver(board).press("Hint")
    assert asked == ["random"]


def test_zoom_sends_a_window_and_a_whole_view_returns_home(board):
    PageDriver(board).tell("view", window=[2.0, 2.0, 6.0, 6.0])
    assert board.pointer.frame["window"] == [2.0, 2.0, 6.0, 6.0]
    PageDriver(board).tell("view", window=board.pointer.frame["home"])
    assert board.pointer.frame["window"] == board.pointer.frame["home"]


def test_a_position_can_be_pasted_and_a_bad_one_is_refused(board):
    other = pg.new("split").play(pg.new("split").draw((0, 5), (10, 5)))
    board.set_position(other.to_text())
    assert board.state == other
    with pytest.raises(PositionError):
        board.set_position("split\nnonsense 3")
    assert board.state == other


def test_save_and_load_through_the_form(board, tmp_path):
    board.play("draw 0,5 - 10,5")
    page = PageDriver(board)
    page.field("File", "Record").value = str(tmp_path / "mine.txt")
    page.press("Save")
    board.new()
    page.press("Load")
    assert len(board.record.moves) == 1


def test_an_autosave_that_fails_is_told_at_the_board(tmp_path):
    (tmp_path / "file").write_text("in the way")
    made = pg.play("split", autosave=tmp_path / "file" / "game.txt")
    made.play("draw 0,5 - 10,5")
    assert "file" in made.message
    assert "file" in PageDriver(made).header
    made.close()


def test_play_goes_on_with_a_record(tmp_path):
    first = pg.play("split", seats=("human", "random"), autosave=tmp_path / "a.txt", seed=4)
    first.play("draw 0,5 - 10,6")
    again = pg.play(pg.load(tmp_path / "a.txt"), autosave=None)
    assert again.state == first.state
    assert again.session.players == ("human", "random")
    assert again.record.seed == 4
    first.close()
    again.close()


def test_a_saved_notebook_gets_a_picture_and_plain_words(board):
    data, metadata = board._repr_mimebundle_()
    assert "image/png" in data
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == "Split board: Player 1 draws the first line, in red"
    assert metadata["image/png"] == {"width": 520}


@pytest.mark.parametrize("game", pg.games())
def test_close_leaves_no_widget_behind(game):
    pg.play(game, autosave=None).close()  # ipycanvas keeps one for all boards
    before = open_widgets()
    made = pg.play(game, autosave=None)
    for seed in range(3):
        made.play(made.state.legal_moves.sample(Random(seed)))
    made.close()
    assert open_widgets() == before


def test_how_to_play_is_the_numbered_rules_without_their_sources():
    text = how_to_play(pg.game("split"))
    assert text.count("\n1. ") == 1
    assert "8. **End.**" in text
    assert "[source" not in text
    assert "[ours" not in text
    assert len(text.splitlines()) < 40, "one screen"


def test_an_analysis_is_shown_as_a_table_and_marks_until_the_next_move():
    board = pg.play("splinter", board=["BwW.", "..b.", "..wb"], autosave=None)
    board.analyse(seconds=0.3)
    assert PageDriver(board).rows()["rows"][0]["range"]["proved"]
    assert PageDriver(board).tab == "Analysis"
    assert len(board.overlay) > 0
    board.play("b3-b2")
    assert PageDriver(board).rows()["rows"] == []
    assert board.overlay == ()
    board.close()


def test_an_analysis_of_every_game_has_a_row_for_each_of_its_best_moves():
    for name in pg.games():
        board = pg.play(name, autosave=None)
        board.analyse(seconds=0.3)
        assert 1 <= len(PageDriver(board).rows()["rows"]) <= 8
        board.close()


def test_a_game_without_agents_and_rules_text_is_played_at_the_board():
    with registered(NIM):
        board = pg.play("nim", autosave=None)
        board.play("3")
        board.undo()
        board.redo()
        board.analyse(seconds=0.2)
        assert PageDriver(board).rows()["rows"]
        with pytest.raises(OptionError, match="Nim has no agent"):
            board.hint()
        assert PageDriver(board).button("Hint").layout.display == "none"
        assert PageDriver(board).field("Hints from").layout.display == "none"
        assert NIM.summary in how_to_play(NIM)
        PageDriver(board).field("Rules").value = "long"
        assert PageDriver(board).start() == ""
        assert board.record.options["heap"] == 20
        board.close()


def test_a_board_that_fails_while_it_is_made_is_closed_without_another_error(monkeypatch):
    class Failing(BoardWidget):
        def extras(self):
            message = "no"
            raise OptionError(message)

    kept = []
    make = BoardWidget.__new__
    monkeypatch.setattr(
        BoardWidget,
        "__new__",
        lambda *args, **kwargs: kept.append(make(*args, **kwargs)) or kept[-1],
    )
    with registered(replace(NIM, widget=Failing)), pytest.raises(OptionError, match="no"):
        pg.play("nim", autosave=None)
    kept[0].close()
    assert kept[0].comm is None


@pytest.mark.parametrize("name", pg.games())
def test_the_hint_of_a_quick_look_says_that_a_better_one_follows(name):
    board = pg.play(name, autosave=None, seed=1)
    while board.state.turn < 0:
        board.play(board.state.legal_moves.sample(Random(1)))
    board.show_hint(board.state.legal_moves.candidates(1, Random(1))[0], " (and more)")
    assert board.message.startswith("Hint: ")
    assert board.message.endswith(" (and more)")
    board.close()


def header_of(board):
    return PageDriver(board).header


def test_the_header_says_what_a_game_is_about_and_then_what_the_computer_played():
    board = pg.play("polygon", n=6, seats=("human", "random"), autosave=None, seed=1)
    assert "Your turn: Red draws the first segment" in header_of(board)
    assert board.info.summary in header_of(board)
    board.play("A-C")
    board.show_rest()
    played = move_words(board.record.node.parent.state, board.record.node.move)
    assert f"Blue: {played}." in header_of(board).replace("&#x27;", "'")
    assert board.info.summary not in header_of(board)
    board.close()


def test_nothing_secret_is_told_above_the_board():
    board = pg.play("splitter", players=2, seats=("random", "human"), autosave=None, seed=1)
    node = board.record.node
    assert node.parent.state.turn == 0, "the computer has written"
    assert move_words(node.parent.state, node.move) not in header_of(board)
    board.close()


def test_who_alone_sits_at_a_board_hears_of_their_turn_and_two_people_do_not():
    board = pg.play("splinter", autosave=None)
    assert "Your turn" not in header_of(board)
    assert "The numbers are the pieces of both colours that are joined to each king." in header_of(
        board
    )
    board.close()


def test_the_end_of_a_game_is_told_by_colours_under_the_analysis_too():
    board = pg.play("polygon", n=5, autosave=None, seed=1)
    board.analysing = True
    while board.state.outcome is None:
        board.play(next(iter(board.state.legal_moves)))
    note = PageDriver(board).rows()["note"]
    assert note.startswith("The game is over. ")
    assert " wins" in note
    assert "seat" not in note
    board.close()


def test_who_turns_to_the_review_ends_the_analysis():
    board = pg.play("polygon", n=6, autosave=None)
    board.analysing = True
    board.open_page("Review")
    assert not board.analysing
    assert board.overlay == ()
    board.close()


def test_dice_alone_are_not_taken_back():
    board = pg.play("splitter", autosave=None, seed=1)
    assert PageDriver(board).button("Undo").disabled
    board.play(next(iter(board.state.legal_moves)))
    assert not PageDriver(board).button("Undo").disabled
    board.close()
