"""The guide of a first game: its steps follow the game, and whoever has played sees none."""

import json
import re

import pytest

import polygames as pg
from polygames.core.protocol import CHANCE
from polygames.view.frame import first_steps, ghost_data
from polygames.view.messages import parse_message
from polygames.view.position_view import PageState, view_of
from polygames.widgets.guide import GUIDES_FILE_NAME


@pytest.fixture(autouse=True)
def newcomer(known_games):
    """Let the person know no game."""
    known_games.clear()


def open_first_board(open_board, game, **options):
    level = {} if game == "splitter" else {"level": 1}
    return open_board(game, seed=3, **{**level, **options})


def shown_steps(board):
    """Return the sentences of the guide on a board, and the index of the current one."""
    items = re.findall(r"<li([^>]*)>([^<]*)</li>", board._header.value)
    current = [number for number, (mark, _) in enumerate(items) if "aria-current" in mark]
    return [text for _, text in items], current


def first_move(board):
    """Return the move that the ghost on a board shows."""
    message = parse_message({**ghost_of(board), "version": board.version})
    move, _ = board.position.take_action(message, PageState(is_confirming=False))
    return move


def ghost_of(board):
    return board._page_connection.last_frame.get("ghost")


def play_randomly(board, moves):
    from random import Random

    for _ in range(moves):
        board.play(board.state.legal_moves.sample(Random(1)))


@pytest.mark.parametrize("name", pg.games())
@pytest.mark.parametrize("preset", [True, False])
def test_the_ghost_shows_a_legal_move_in_the_start_of_every_game(name, preset):
    info = pg.game(name)
    made = [{"preset": each} for each in info.presets] if preset else [{}]
    for options in made:
        record = pg.Record(info.new(**options))
        if record.state.turn == CHANCE:
            record.push("roll 4-1")
        steps = first_steps(record.state)
        assert len(steps.steps) == 3
        ghost = parse_message(ghost_data(steps)["ghost"])
        move, _ = view_of(record.node).take_action(ghost, PageState(is_confirming=False))
        assert move in record.state.legal_moves


@pytest.mark.parametrize("name", pg.games())
def test_a_guide_for_the_second_seat_shows_a_legal_move_too(name):
    options = {"splitter": {"players": 2}}.get(name, {})
    record = pg.Record(pg.game(name).new(**options))
    for text in {"splitter": ["roll 3-3", "r2c0=3"]}.get(name, []):
        record.push(text)
    if name != "splitter":
        record.push(first_move_of(record))
    steps = first_steps(record.state)
    if steps is None:  # the colour is chosen with a button
        record.push("color blue")
        steps = first_steps(record.state)
    ghost = parse_message(ghost_data(steps)["ghost"])
    move, _ = view_of(record.node).take_action(ghost, PageState(is_confirming=False))
    assert move in record.state.legal_moves


def first_move_of(record):
    ghost = parse_message(ghost_data(first_steps(record.state))["ghost"])
    return view_of(record.node).take_action(ghost, PageState(is_confirming=False))[0]


@pytest.mark.parametrize("name", pg.games())
def test_the_first_game_has_three_steps_and_a_ghost_until_the_first_move(open_board, name):
    board = open_first_board(open_board, name)
    texts, current = shown_steps(board)
    assert (len(texts), current) == (3, [0])
    assert all(text.endswith(".") and len(text) <= 70 for text in texts)
    assert board.info.guide.first_steps(board.state).heading in board._header.value
    board.play(first_move(board))
    assert ghost_of(board) is None
    assert shown_steps(board)[1] == [2], "it is the person's turn again: the aim comes next"
    play_randomly(board, 1)
    assert shown_steps(board) == ([], []), "after the second move the guide is gone"


def test_a_placement_that_waits_for_confirmation_is_the_second_step(open_board):
    board = open_first_board(open_board, "splitter")
    board.choose(first_move(board))
    assert shown_steps(board)[1] == [1]
    assert ghost_of(board) is None
    board.take_back()
    assert shown_steps(board)[1] == [0]
    assert ghost_of(board) is not None


def test_a_choice_of_a_colour_comes_before_the_guide_of_the_first_line(open_board):
    board = open_board("split", seats=("level 1", "human"), seed=1)
    assert board.state.phase == "color"
    assert shown_steps(board) == ([], [])
    board.play("color blue")
    assert shown_steps(board)[1] == [0]
    board.play(first_move(board))
    assert ghost_of(board) is None
    assert shown_steps(board)[1] != [0]


def test_an_undone_first_move_brings_the_steps_back_but_no_ghost(open_board):
    board = open_first_board(open_board, "polygon")
    board.play("A-C")
    board.undo()
    assert shown_steps(board)[1] == [0]
    assert ghost_of(board) is None


def test_a_second_game_on_the_board_has_no_guide(open_board):
    board = open_first_board(open_board, "polygon")
    board.play("A-C")
    board.new()
    assert shown_steps(board) == ([], [])
    assert ghost_of(board) is None


def test_another_game_is_a_first_one_again(open_board):
    open_first_board(open_board, "polygon").play("A-C")
    assert shown_steps(open_first_board(open_board, "polygon")) == ([], [])
    assert shown_steps(open_first_board(open_board, "splinter"))[1] == [0]


def test_a_saved_game_shows_that_somebody_has_played(open_board, tmp_path, known_games):
    board = open_first_board(open_board, "polygon", autosave=tmp_path)
    assert shown_steps(board)[1] == [0]
    board.play("A-C")
    known_games.clear()  # a new kernel
    assert shown_steps(open_first_board(open_board, "polygon", autosave=tmp_path)) == ([], [])
    assert shown_steps(open_first_board(open_board, "split", autosave=tmp_path))[1] == [0]


def test_a_hidden_guide_never_comes_back(open_board, tmp_path, known_games):
    folder = tmp_path / "games"
    board = open_first_board(open_board, "polygon", autosave=folder)
    board.handle_message({"kind": "hide_guide", "version": board.version})
    assert shown_steps(board) == ([], [])
    assert ghost_of(board) is None
    known_games.clear()
    assert shown_steps(open_first_board(open_board, "polygon", autosave=folder)) == ([], [])
    open_first_board(open_board, "split", autosave=folder).hide_guide()
    data = json.loads((folder / GUIDES_FILE_NAME).read_text(encoding="utf-8"))
    assert data == {"hidden": ["polygon", "split"]}


@pytest.mark.parametrize("text", ["", "[]", '{"hidden": 3}', '{"hidden": [1, ["split"]]}', "\0"])
def test_a_damaged_file_of_hidden_guides_hides_none(open_board, tmp_path, text):
    (tmp_path / GUIDES_FILE_NAME).write_text(text, encoding="utf-8")
    board = open_first_board(open_board, "split", autosave=tmp_path)
    assert shown_steps(board)[1] == [0]
    board.hide_guide()
    assert json.loads((tmp_path / GUIDES_FILE_NAME).read_text(encoding="utf-8"))["hidden"] == [
        "split"
    ]


def test_a_folder_that_cannot_be_written_is_named_and_the_guide_is_hidden_now(open_board, tmp_path):
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    board = open_first_board(open_board, "split", autosave=tmp_path / "file" / "games")
    board.handle_message({"kind": "hide_guide", "version": board.version})
    assert "file" in board.message
    assert shown_steps(board) == ([], [])
    assert ghost_of(board) is None


def test_without_a_person_or_in_a_puzzle_there_is_no_guide(open_board):
    watched = open_board("polygon", seats=("random", "random"))
    assert shown_steps(watched) == ([], [])
    board = open_first_board(open_board, "polygon")
    board.show_puzzle(pg.puzzles("polygon")[0])
    assert shown_steps(board) == ([], [])
    assert ghost_of(board) is None


def test_a_game_from_outside_has_no_guide(open_board, nim):
    board = open_board("nim")
    assert nim.guide.first_steps is None
    assert shown_steps(board) == ([], [])
    assert ghost_of(board) is None


def test_a_hint_is_shown_above_the_steps_and_a_refusal_too(open_board):
    board = open_first_board(open_board, "split")
    board.show_message("Hint: cut it.")
    assert re.search(r"Draw the first line</div>.*Hint: cut it\.<ol", board._header.value)
    assert shown_steps(board)[1] == [0]


def test_people_alone_still_read_how_to_add_the_computer(open_board):
    board = open_board("split", seed=1)
    assert "To play against it, open New game." in board._header.value
    assert shown_steps(board)[1] == [0]


def test_screen_readers_hear_the_status_and_not_the_steps_twice(open_board):
    board = open_first_board(open_board, "split")
    spoken = board._page_connection.last_frame["spoken_text"]
    assert "Drag" not in spoken
    assert board._header.value.count("Drag from one side") == 1
