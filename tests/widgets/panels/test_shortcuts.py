"""From a board to a puzzle, to own mistakes, to an older game, and back to the game that waits."""

import os
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest
from helpers import play_on, record_game
from page_driver import (
    PageDriver,
    find_by_class,
    is_shown,
    open_widgets,
    press,
    send_message,
    shown_html,
)

import polygames as pg
from polygames.records.user_folder import AUTOSAVE_FOLDER
from polygames.search.puzzles import puzzle
from polygames.widgets.autosave import latest_games


@pytest.fixture
def board(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with closing(pg.play("polygon", seats=("human", "level 1"), seed=1)) as opened:
        yield opened


def doors(board):
    """Return the buttons of the form for a new game that lead elsewhere and are shown."""
    row = board.get_panel("New game").shortcuts.box
    shown = [each for each in row.children[:-1] if each.layout.display != "none"]
    return {each.description: each for each in shown}


def games():
    return sorted(each.name for each in Path(AUTOSAVE_FOLDER).glob("*.txt"))


def test_a_puzzle_is_two_clicks_away_and_the_game_waits_with_its_players_and_its_file(board):
    board.play("A-C")
    moves, players, kept = board.record.moves, board.session.players, games()
    PageDriver(board).press("New game")
    doors(board)["Puzzles"].click()
    puzzle = min(pg.puzzles("polygon"), key=lambda each: each.difficulty)
    assert board.has_open_task
    assert board.state == puzzle.state
    assert set(board.session.players) == {"human"}
    board.play(puzzle.solution[0])
    assert games() == kept, "a puzzle is no game that is kept"
    board.get_panel("Puzzle")._handle_message({"kind": "press_button", "button": "next"})
    board.get_panel("Puzzle")._handle_message({"kind": "press_button", "button": "back"})
    assert (board.record.moves, board.session.players, games()) == (moves, players, kept)
    assert not board.has_task
    board.play(board.state.legal_moves.sample(Random(1)))
    assert games() == kept
    assert len(pg.load(Path(AUTOSAVE_FOLDER) / kept[0]).moves) > len(moves)


def test_the_puzzles_are_read_only_when_one_is_opened(board, monkeypatch):
    reads = []
    parse = puzzle.parse_puzzles
    monkeypatch.setattr(puzzle, "parse_puzzles", lambda text: reads.append(1) or parse(text))
    puzzle._load_puzzles.cache_clear()
    PageDriver(board).press("New game")
    shown = doors(board)["Puzzles"]
    assert reads == []
    shown.click()
    assert reads == [1]


def test_a_game_that_is_over_and_was_looked_back_at_waits_at_its_end(board):
    board.load(play_on(board.record, 1))
    board.go_to(board.record.root.children[0])
    doors(board)["Puzzles"].click()
    board.return_to_game()
    assert board.state.outcome is not None


def test_where_no_game_has_begun_nothing_waits(board):
    doors(board)["Puzzles"].click()
    assert "back" not in board.get_panel("Puzzle").display.content["buttons"]
    with pytest.raises(pg.RecordError, match="no game to go back to"):
        board.return_to_game()


def test_a_new_game_gives_up_the_one_that_waits(board):
    board.play("A-C")
    doors(board)["Puzzles"].click()
    board.new(n=5)
    assert board.session.waiting_game is None
    board.play("A-C")
    assert len(games()) == 2, "it is kept as any game"


def test_own_mistakes_are_offered_once_there_is_a_deck(board):
    assert list(doors(board)) == ["Puzzles", "My games", "Other games"]
    record = pg.Record(pg.new("polygon", n=6))
    record.push("A-C")
    pg.collection(record).deck(folder=None, progress=False)
    board.play("A-C")
    board.get_panel("New game").refresh()
    doors(board)["My mistakes"].click()
    assert PageDriver(board).tab == "Train"
    assert "better" in shown_html(board).lower()
    board.get_panel("Train")._handle_message({"kind": "press_button", "button": "back"})
    assert board.record.moves[0] == board.record.start.parse("A-C")
    assert not board.has_task


def test_mistakes_in_another_game_are_trained_in_the_boards_place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    record = pg.Record(pg.new("split"))
    pg.collection(record_game("polygon", "A-C", n=6)).deck(folder=None, progress=False)
    with closing(pg.play(record, autosave=None)) as other:
        doors(other)["My mistakes"].click()
        guest = other.children[1]
        assert (guest.info.name, guest.has_open_task) == ("polygon", True)
        press(other, "◀ Back to Split")
        assert other.record is record


def test_another_game_takes_the_boards_place_and_leads_back_to_the_game_that_waits(board):
    board.play("A-C")
    own, looks, moves = board.children, board._dom_classes, board.record.moves
    PageDriver(board).press("New game")
    doors(board)["Other games"].click()
    press(board, "Splinter")
    assert "polygames-board" not in board._dom_classes, "no board is styled within another one"
    guest = board.children[1].children[1]
    assert (guest.info.name, guest.session.players) == ("splinter", ("human", "level 1"))
    guest.play(guest.state.legal_moves.sample(Random(1)))
    assert sorted(name.split("-")[0] for name in games()) == ["polygon", "splinter"]
    press(board, "◀ Back to the games")
    press(board, "◀ Back to Polygon")
    assert (board.children, board._dom_classes, board.record.moves) == (own, looks, moves)
    doors(board)["Other games"].click()
    board.close()
    assert [each.comm for each in own] == [None], "a board that is closed is all closed"


@pytest.mark.parametrize("game", pg.games())
@pytest.mark.usefixtures("board")
def test_every_game_is_a_picture_to_press(game):
    before = open_widgets()
    with closing(pg.play()) as gallery:
        press(gallery, pg.game(game).title)
        assert gallery.children[1].info.name == game
        press(gallery, "◀ Back to the games")
        shown, _ = gallery._repr_mimebundle_()
        assert f"<br>{pg.game(game).title}</td>" in shown["text/html"], "without a kernel, too"
        press(gallery, pg.game(game).title)
    assert open_widgets() == before


LINES = ["draw 0,4 - 10,6", "color blue"]


@pytest.fixture
def open_board(open_board, tmp_path):
    return partial(open_board, autosave=tmp_path)


def offers(board):
    """Return what the board says of each game that it offers to go on with."""
    return [row.children[1].value for row in rows_of(board)]


def rows_of(board):
    """Return the rows below all buttons that are shown, one for each of these games."""
    found = find_by_class(board, "continue")
    return [row for box in found if is_shown(box) for row in box.children]


def keep(folder, number, moves, name="split", **options):
    """Put a game in a folder, as an earlier kernel did."""
    record = pg.Record(pg.new(name, **options))
    for move in moves:
        record.push(record.state.parse(move))
    file = record.save(folder / f"{name}-{number}.txt")
    os.utime(file, (number, number))
    return file


def test_a_fresh_board_offers_the_last_three_games_the_newest_first(open_board, tmp_path):
    for number in range(1, 6):
        keep(tmp_path, number, LINES[: 1 + number % 2])
    page = PageDriver(open_board())
    assert page.one("grid").children[-1] is page.one("continue"), "below all buttons"
    found = offers(page.board)
    assert len(found) == 3
    assert "1970" not in found[0]
    assert [text.split(" · ")[2] for text in found] == ["2 moves", "1 move", "2 moves"]
    assert "Red 0" in found[0]
    kept = [each.file.name for each in latest_games(tmp_path)]
    assert kept == [f"split-{number}.txt" for number in (5, 4, 3)]


def test_one_click_goes_on_in_the_games_own_file(open_board, tmp_path):
    file = keep(tmp_path, 1, LINES)
    board = open_board()
    rows_of(board)[0].children[0].click()
    assert len(board.record.moves) == 2
    assert board.session.file == file
    assert offers(board) == []
    board.play(board.state.draw((3, 0), (3, 4.6)))
    assert len(pg.load(file).moves) == 3
    assert [*tmp_path.iterdir()] == [file]
    board.new()
    board.play(LINES[0])
    assert len(pg.load(file).moves) == 3, "the next game has a file of its own"


def test_those_who_played_go_on_playing(open_board):
    first = open_board(level=1)
    first.session.paused = True
    first.record.push(first.state.draw((0, 4), (10, 6)))
    first.close()
    board = open_board(level=3)
    form = board.get_panel("New game")
    rows_of(board)[0].children[0].click()
    assert board.session.players == ("human", "level 1")
    form.refresh()
    assert form.opponents.level.value == "level 1", "the form says who plays"


def test_a_game_that_another_board_shows_is_the_same_game_at_both(open_board):
    first = open_board()
    first.play(LINES[0])
    second = open_board()
    rows_of(second)[0].children[0].click()
    assert second.record is first.record
    second.play(LINES[1])
    assert len(pg.load(first.session.file).moves) == 2
    assert first.session.file == second.session.file


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"hello", b"x" * 400_000])
def test_what_is_no_game_is_not_offered(open_board, tmp_path, content):
    (tmp_path / "split-1.txt").write_bytes(content)
    (tmp_path / "split-2.txt").mkdir()
    (tmp_path / "split-3.txt").symlink_to(tmp_path / "nothing")
    keep(tmp_path, 4, [])
    assert offers(open_board()) == []


def test_only_games_of_the_boards_own_kind_are_offered_however_many_others_are_newer(
    open_board, tmp_path
):
    keep(tmp_path, 1, LINES)
    for number in range(2, 12):
        keep(tmp_path, number, ["A-C"], name="polygon")
    (said,) = offers(open_board())
    assert said.startswith("Split · ")
    assert len(offers(open_board("polygon"))) == 3
    assert offers(open_board("splinter")) == []


def test_dice_alone_are_no_game_that_is_kept(open_board, tmp_path):
    board = open_board("splitter", seed=1)
    assert len(board.record.moves) == 1, "the dice"
    assert [*tmp_path.iterdir()] == []
    board.play(board.state.legal_moves.sample(Random(1)))
    assert [each.summary.split(" · ")[2] for each in latest_games(tmp_path)] == ["1 move"]


def test_all_own_games_are_two_clicks_away_those_that_are_over_too(open_board, tmp_path):
    keep(tmp_path, 1, LINES)
    over = keep(tmp_path, 2, ["A-C"], name="polygon", n=4)
    board = open_board()
    board.play(LINES[0])
    PageDriver(board).press("New game")
    doors(board)["My games"].click()
    games = board.children[1]
    cards = games.display.content["cards"]
    found = [[label for _, label in card["actions"]] for card in cards]
    assert found == [["Continue"], ["Look", "Review"], ["Continue"]]
    assert cards[1]["title"] == "Polygon"
    send_message(games.display, {"kind": "open", "file": over.name, "action": "look"})
    assert games.children[1].record.outcome is not None
    assert games.children[1].session.file == over
    press(board, "◀ Back to your games")
    press(board, "◀ Back to Split")
    assert len(board.record.moves) == 1


def test_nothing_is_offered_once_something_is_played_or_where_nothing_is_kept(open_board, tmp_path):
    keep(tmp_path, 1, LINES)
    board = open_board()
    assert len(offers(board)) == 1
    board.play(LINES[0])
    assert offers(board) == []
    assert offers(open_board(autosave=None)) == []
    assert offers(open_board(autosave=tmp_path / "mine.txt")) == []


def test_a_game_that_is_over_is_not_offered_even_while_somebody_looks_back(open_board):
    board = open_board("polygon", n=4, seats=("human", "human"))
    board.play("A-C")
    assert board.record.outcome is not None
    assert offers(open_board("polygon")) == []
    board.record.goto(0)
    board.new()
    assert offers(board) == []


def test_what_is_said_of_a_game_is_how_it_stands_at_its_end(open_board):
    board = open_board()
    for move in LINES:
        board.play(move)
    board.record.goto(0)
    board.new()
    assert [text.split(" · ")[2] for text in offers(board)] == ["2 moves"]
