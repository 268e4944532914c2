"""At a board no game is lost or mixed: each is kept in a file of its own, whatever happens."""

import errno
import os
import re
import stat
import subprocess
import sys
from threading import Barrier, Thread

import pytest
from helpers import moves_of, record_game, saved_moves
from page_driver import PageDriver

import polygames as pg
from polygames.widgets.autosave import Autosave
from polygames.widgets.session import Session

LINE, OTHER = "draw 0,5 - 10,5", "draw 5,0 - 5,10"


def session(file, record=None):
    return Session(record or pg.Record(pg.new("split")), ("human", "human"), autosave=file)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "mine.txt"


@pytest.fixture
def game(file):
    """A game with one move, which is in the file."""
    game = session(file)
    game.play(LINE)
    return game


# --- A game, a file -----------------------------------------------------------------------------


def anew(board):
    board.new()


def loaded(board):
    board.load(pg.Record(pg.new("split")))


def set_up(board):
    board.set_position(pg.new("split").to_text())


def by_the_form(board):
    board.get_panel("New game")._start_game()


def pasted(board):
    board.get_panel("Record")._position_field.value = pg.new("split", preset="2026").to_text()
    board.get_panel("Record")._set_position()


@pytest.mark.parametrize("another", [anew, loaded, set_up, by_the_form, pasted])
def test_another_game_at_the_board_leaves_the_file_of_the_first_alone(
    open_board, tmp_path, another
):
    board = open_board(autosave=tmp_path)
    board.play(LINE)
    first, moves = board.session.file, moves_of(board)
    text = first.read_text()
    assert pg.load(first).date, "a game says when it began"
    another(board)
    assert names_of(tmp_path) == [first.name], "a game not played has no file"
    board.play(OTHER)
    assert first.read_text() == text
    assert board.session.file != first
    assert saved_moves(tmp_path) == {first.name: moves, board.session.file.name: moves_of(board)}


def names_of(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_boards_of_games_with_ways_of_their_own_leave_earlier_files_alone(open_board, tmp_path):
    def as_drawn():
        board.edit()
        board.editor.box.children[-1].click()

    board = open_board("territory", autosave=tmp_path, size=4)
    board.play(next(iter(board.state.legal_moves)))
    for another in (board.reset, board.new_board, as_drawn):
        another()
        board.play(next(iter(board.state.legal_moves)))
    assert [len(moves) for moves in saved_moves(tmp_path).values()] == [1] * 4


def test_dragging_a_corner_of_a_polygon_begins_a_game_with_a_file_of_its_own(
    open_board, tmp_path, file
):
    hexagon = pg.new("polygon", n=6)
    board = open_board(hexagon, autosave=file)
    board.play("A-D")
    board.new()
    board.shape(on=True)
    at = {"version": board.pointer.frame["version"]}
    drag = {"kind": "drop_handle", "handle": "A", "point": [0.2034, -1.0971], "pixel_size": 0.0045}
    board.handle_message(drag | at)
    board.shape(on=False)
    board.play("A-D")
    assert names_of(tmp_path) == ["mine-2.txt", "mine.txt"]
    assert pg.load(file).start == hexagon
    assert pg.load(tmp_path / "mine-2.txt").start == board.record.start != hexagon


def test_a_named_file_belongs_to_the_first_game_and_the_board_says_where_others_are(
    open_board, tmp_path, file
):
    board = open_board(autosave=file)
    board.play(LINE)
    assert "mine.txt" not in PageDriver(board).header
    for number in (2, 3):
        board.new()
        said = f"saved to mine-{number}.txt, because mine.txt"
        assert said in PageDriver(board).header
        board.play(OTHER)
        assert said in PageDriver(board).header
        board.open_panel("Record")
        assert f"mine-{number}.txt" in board.get_panel("Record")._autosave_text.value
    assert [*saved_moves(tmp_path)] == ["mine-2.txt", "mine-3.txt", "mine.txt"]
    assert {len(moves) for moves in saved_moves(tmp_path).values()} == {1}


def a_text(file):
    file.write_text("shopping: milk\n")


def a_record_of_no_game(file):
    file.write_text("polygames record 1\ngame: chess\n")


def another_game(file):
    record_game("split", OTHER).save(file)


def a_link(file):
    diary = file.with_name("diary")
    if file.exists():
        file.rename(diary)
    diary.touch()
    file.symlink_to(diary)


@pytest.mark.parametrize("is_later", [False, True])
@pytest.mark.parametrize("put", [a_text, a_record_of_no_game, another_game, a_link])
def test_what_stands_in_the_place_of_the_file_or_takes_it_later_is_left_alone(
    tmp_path, put, is_later, file
):
    game = session(file)
    if is_later:
        game.play(LINE)
    put(file)
    text = file.read_text()
    game.play("color red" if is_later else LINE)
    assert file.read_text() == text
    assert game.file == tmp_path / "mine-2.txt"
    assert pg.load(game.file).moves == game.record.moves


def test_an_empty_file_is_filled(tmp_path, file):
    file.touch(mode=0o600)
    session(file).play(LINE)
    assert [len(moves) for moves in saved_moves(tmp_path).values()] == [1]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


# --- Going on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("is_named", [True, False])
def test_a_loaded_record_goes_on_in_its_file_if_named_and_else_in_a_new_one(
    tmp_path, is_named, file
):
    place = file if is_named else tmp_path
    first = session(place)
    first.play(LINE)
    before = saved_moves(tmp_path)
    game = session(place, pg.load(first.file))
    assert game.status_note == ""
    assert saved_moves(tmp_path) == before, "it is not played at yet"
    game.play("color red")
    assert (game.file == first.file) is is_named
    assert saved_moves(tmp_path) == before | {game.file.name: moves_of(game)}


def test_neither_branches_nor_comments_of_a_file_are_lost(tmp_path, game, file):
    game.undo()
    game.play(OTHER)
    game.record.comment = "the better line"
    branched = file.read_text()
    assert "the better line" in branched
    for same in (LINE, OTHER):  # records that hold a part of it only
        session(file, record_game("split", same)).play("color red")
    assert file.read_text() == branched
    assert names_of(tmp_path) == ["mine-2.txt", "mine-3.txt", "mine.txt"]


def test_what_a_program_kept_in_a_file_is_not_lost(tmp_path, game, file):
    plain = pg.load(file)
    game.record.annotate(annotations={"review": '1 {"is":"best"}'})
    reviewed = file.read_text()
    assert "% review" in reviewed
    session(file, plain).play("color red")
    assert file.read_text() == reviewed
    session(file, pg.load(file)).play("color red")
    assert pg.load(file).root.children[0].annotations == game.record.root.children[0].annotations
    assert names_of(tmp_path) == ["mine-2.txt", "mine.txt"]


def test_two_boards_on_one_file_each_get_their_own_and_the_second_is_told(
    open_board, tmp_path, file
):
    one, two = (open_board(autosave=file) for _ in range(2))
    one.play(LINE)
    two.play(OTHER)
    one.play("color red")
    two.play("color blue")
    assert saved_moves(tmp_path) == {"mine.txt": moves_of(one), "mine-2.txt": moves_of(two)}
    assert "mine-2.txt" in PageDriver(two).header
    assert "mine-2.txt" not in PageDriver(one).header


def test_a_file_that_was_removed_is_written_again_with_its_folder(tmp_path):
    file = tmp_path / "deep" / "mine.txt"
    game = session(file)
    game.play(LINE)
    file.unlink()
    file.parent.rmdir()
    game.play("color red")
    assert saved_moves(tmp_path / "deep") == {"mine.txt": moves_of(game)}


# --- Names --------------------------------------------------------------------------------------


def test_of_many_threads_that_want_one_name_each_gets_another(tmp_path, file):
    count = 16
    lines = [f"draw 0,{1 + number / 4} - 10,5" for number in range(count)]
    keepers = [Autosave(record_game("split", line), file) for line in lines]
    start = Barrier(count)

    def save(keeper):
        start.wait()
        keeper.save()

    threads = [Thread(target=save, args=(keeper,)) for keeper in keepers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(names_of(tmp_path)) == count
    assert all(pg.load(keeper.file).moves == keeper.record.moves for keeper in keepers)


@pytest.mark.slow
def test_two_kernels_on_one_file_each_get_their_own(tmp_path):
    code = (
        "import sys, polygames as pg\n"
        "from polygames.widgets.session import Session\n"
        "game = Session(pg.Record(pg.new('split')), ('human',), autosave='mine.txt')\n"
        "print('ready', flush=True)\n"
        "sys.stdin.readline()\n"
        "game.play(sys.argv[1])\n"
        "game.play('color red')\n"
        "print(game.file.name)\n"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": tmp_path}
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    kernels = [
        subprocess.Popen([sys.executable, "-c", code, line], env=env, **pipes)
        for line in (LINE, OTHER)
    ]
    for kernel in kernels:
        assert kernel.stdout.readline() == "ready\n"
    for kernel in kernels:
        kernel.stdin.write("go\n")
        kernel.stdin.flush()
    said = {kernel.communicate()[0].strip() for kernel in kernels}
    assert said == {"mine.txt", "mine-2.txt"}
    assert sorted(len(moves) for moves in saved_moves(tmp_path).values()) == [2, 2]
    assert len({moves[0] for moves in saved_moves(tmp_path).values()}) == 2


def test_the_file_stays_where_it_is_when_the_working_directory_changes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = session("mine.txt")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir("other")
    game.play(LINE)
    assert pg.load(tmp_path / "mine.txt").moves == game.record.moves
    assert names_of(tmp_path / "other") == []


def test_the_default_name_says_game_and_time(tmp_path):
    name = session(tmp_path).file.name
    assert re.fullmatch(r"split-\d{8}-\d{6}-\d{3}\.txt", name)


# --- Trouble ------------------------------------------------------------------------------------


def full_disk(_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_told_the_move_stays_and_the_next_save_has_all(
    open_board, tmp_path, monkeypatch, file
):
    board = open_board(autosave=file)
    board.play(LINE)
    before = file.read_text()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        board.play("color red")
        assert "the disk is full: this is not saved" in PageDriver(board).header
        assert len(board.record.moves) == 2
        assert file.read_text() == before
        assert names_of(tmp_path) == ["mine.txt"]
    board.play("draw 5,0 - 5,5")
    assert board.message == ""
    assert saved_moves(tmp_path) == {"mine.txt": moves_of(board)}


@pytest.mark.parametrize("leave", [anew, lambda board: board.close()])
def test_what_could_not_be_written_is_tried_once_more_before_the_game_is_left(
    open_board, tmp_path, monkeypatch, leave, file
):
    board = open_board(autosave=file)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        board.play(LINE)
    assert names_of(tmp_path) == []
    moves = moves_of(board)
    leave(board)
    assert saved_moves(tmp_path) == {"mine.txt": moves}


def test_the_file_is_written_after_every_way_to_move_in_the_game(game, file):
    def is_kept():
        return file.read_text() == game.record.to_text()

    assert is_kept()
    for act in (lambda: game.play("color red"), game.undo, game.undo, game.redo, game.redo):
        act()
        assert is_kept()
    game.record.goto(0)
    assert is_kept()
    game.play(OTHER)
    assert is_kept()
