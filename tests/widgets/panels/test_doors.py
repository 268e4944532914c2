"""From a board to a puzzle, to own mistakes, to an older game, and back to the game that waits."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from page_driver import PageDriver, words

import polygames as pg


@pytest.fixture
def board(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with closing(pg.play("polygon", seats=("human", "level 1"), seed=1)) as opened:
        yield opened


def doors(board):
    """Return the buttons of the form for a new game that lead elsewhere and are shown."""
    row = board.panel("New game").doors.box.children[0]
    return {each.description: each for each in row.children if each.layout.display != "none"}


def games():
    return sorted(each.name for each in Path("polygames-autosave").glob("*.txt"))


def test_a_puzzle_is_two_clicks_away_and_the_game_waits_with_its_players_and_its_file(board):
    board.play("A-C")
    moves, players, kept = board.record.moves, board.session.players, games()
    PageDriver(board).press("New game")
    doors(board)["Puzzles"].click()
    puzzle = pg.puzzles("polygon")[0]
    assert board.is_asked
    assert board.state == puzzle.state
    assert set(board.session.players) == {"human"}
    board.play(puzzle.solution[0])
    assert games() == kept, "a puzzle is no game that is kept"
    board.panel("Puzzle")._take({"kind": "do", "what": "next"})
    board.panel("Puzzle")._take({"kind": "do", "what": "back"})
    assert (board.record.moves, board.session.players, games()) == (moves, players, kept)
    assert not board.is_puzzling
    board.play(board.state.legal_moves.sample(Random(1)))
    assert games() == kept
    assert len(pg.load(Path("polygames-autosave") / kept[0]).moves) > len(moves)


def test_where_no_game_has_begun_nothing_waits(board):
    doors(board)["Puzzles"].click()
    assert "back" not in board.panel("Puzzle").page.content["buttons"]
    with pytest.raises(pg.RecordError, match="no game waits"):
        board.go_back()


def test_a_new_game_gives_up_the_one_that_waits(board):
    board.play("A-C")
    doors(board)["Puzzles"].click()
    board.new(n=5)
    assert board.session.waiting is None
    board.play("A-C")
    assert len(games()) == 2, "it is kept as any game"


def test_own_mistakes_are_offered_once_there_is_a_deck(board):
    assert list(doors(board)) == ["Puzzles", "Other games"]
    record = pg.Record(pg.new("polygon", n=6))
    record.push("A-C")
    pg.collection(record).deck(keep=None, progress=False)
    board.play("A-C")
    board.panel("New game").show()
    doors(board)["My mistakes"].click()
    assert PageDriver(board).tab == "Train"
    assert "better" in words(board).lower()
    board.panel("Train")._take({"kind": "do", "what": "back"})
    assert board.record.moves[0] == board.record.start.parse("A-C")
    assert not board.is_puzzling


def test_older_games_are_offered_also_while_one_is_played(board):
    board.play("A-C")
    board.new(n=5)
    board.play("A-C")
    panel = board.panel("New game")
    panel.show()
    (row,) = panel.doors.games.box.children
    row.children[0].click()
    assert board.record.start.parse("A-C") == board.record.moves[0]
    assert len(board.state.vertices) == 6


def button(box, text):
    """Return the button of a text, wherever it is in a box."""
    found = [box]
    for each in found:
        found += getattr(each, "children", ())
    return next(each for each in found if getattr(each, "description", "") == text)


def test_another_game_takes_the_boards_place_and_leads_back_to_the_game_that_waits(board):
    board.play("A-C")
    own, looks, moves = board.children, board._dom_classes, board.record.moves
    PageDriver(board).press("New game")
    doors(board)["Other games"].click()
    button(board, "Splinter").click()
    assert "polygames-board" not in board._dom_classes, "no board is styled within another one"
    guest = board.children[1].children[1]
    assert (guest.info.name, guest.session.players) == ("splinter", ("human", "level 2"))
    guest.play(guest.state.legal_moves.sample(Random(1)))
    assert sorted(name.split("-")[0] for name in games()) == ["polygon", "splinter"]
    button(board, "◀ Back to the games").click()
    button(board, "◀ Back to Polygon").click()
    assert (board.children, board._dom_classes, board.record.moves) == (own, looks, moves)


@pytest.mark.parametrize("game", pg.games())
def test_every_game_is_a_picture_to_press(game, board):
    with closing(pg.play()) as gallery:
        button(gallery, pg.game(game).title).click()
        back, opened = gallery.children
        assert opened.info.name == game
        back.click()
        shown, _ = gallery._repr_mimebundle_()
        assert f'alt="{pg.game(game).title}"' in shown["text/html"], "without a kernel, too"
