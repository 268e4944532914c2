"""Seats that are played on one page only, and boards that show the same game; without a browser."""

from types import SimpleNamespace

import pytest
from helpers import record_game
from page_driver import PageDriver

import polygames as pg
from polygames.widgets import page_connection as clients
from polygames.widgets import presence


@pytest.fixture
def board(open_board):
    return open_board("splinter")


@pytest.fixture
def as_client(monkeypatch):
    """Return a function that says which client sends what follows."""
    return lambda name: monkeypatch.setattr(clients, "current_client_id", lambda: name)


def tell(board, kind, **content):
    PageDriver(board).tell(kind, **content)


def greet(board, page, *, is_visible=True):
    tell(board, "report_presence", page=page, view=f"{page}'s view", is_visible=is_visible)


@pytest.fixture
def taken(board, as_client):
    """A board whose first seat was taken on page A by client 1."""
    as_client("client 1")
    greet(board, "A")
    tell(board, "claim_seat", seat=0)
    return board


def test_who_has_not_taken_the_seat_to_move_cannot_move(taken, as_client):
    as_client("client 2")
    greet(taken, "B")
    assert taken.pointer.frame["claim"]["page"] == "A"
    tell(taken, "move", spelling=["h9", "h10"])
    assert taken.record.moves == []
    as_client("client 1")
    tell(taken, "move", spelling=["h9", "h10"])
    assert len(taken.record.moves) == 1
    assert taken.pointer.frame["claim"] is None, "nobody has taken the other seat"


def test_a_client_that_comes_back_on_its_page_has_its_seat(taken, as_client):
    as_client("after a reload")
    greet(taken, "A")
    tell(taken, "move", spelling=["h9", "h10"])
    assert len(taken.record.moves) == 1


def test_a_button_is_pressed_for_the_seat_on_its_page_only(open_board, as_client):
    board = open_board("split")
    board.play("draw 0,5 - 10,5")
    as_client("client 1")
    greet(board, "A")
    tell(board, "claim_seat", seat=1)
    as_client("client 2")
    greet(board, "B")
    PageDriver(board).choices[0].click()
    assert len(board.record.moves) == 1
    assert board.message == "Player 2 plays on another page."
    as_client("client 1")
    PageDriver(board).choices[0].click()
    assert len(board.record.moves) == 2


def test_other_players_find_the_seats_free_and_one_of_several_people_only_can_take_one(taken):
    taken.new()
    assert taken.session.seat_claims.claiming_page(0) == "A", "another game of the same two"
    taken.new(seats=("human", "random"))
    assert taken.session.seat_claims.claiming_page(0) is None
    tell(taken, "claim_seat", seat=0)
    assert taken.session.seat_claims.claiming_page(0) is None, "nobody else could want it"
    assert "polygames-claim" not in PageDriver(taken).header


@pytest.mark.parametrize("content", [{"seat": 5}, {"seat": -1}, {"seat": "0"}, {}])
def test_a_seat_that_is_not_there_is_not_taken(board, content):
    greet(board, "A")
    tell(board, "claim_seat", **content)
    assert 'data-page=""' in PageDriver(board).header
    assert board.record.moves == []


def test_boards_with_one_record_say_so_while_both_are_on_a_page(open_board, board):
    other = open_board(board.record)
    assert board.session.status_note == other.session.status_note == ""
    greet(board, "A")
    greet(other, "A")
    assert "Another board shows the same game" in PageDriver(board).header
    assert "Another board shows the same game" in PageDriver(other).header
    greet(board, "A", is_visible=False)
    assert "Another board" not in PageDriver(other).header, "the first one's cell was run again"


def test_boards_with_one_file_say_that_only_one_can_go_on_there(open_board, tmp_path):
    file = tmp_path / "game.txt"
    record_game("splinter", "h9-h10").save(file)
    boards = [open_board(pg.load(file), autosave=file) for _ in range(2)]
    for board in boards:
        greet(board, "A")
    assert all("game.txt" in PageDriver(board).header for board in boards)
    boards[1].close()
    greet(boards[0], "A")
    assert "game.txt" not in PageDriver(boards[0]).header
    boards[0].close()


def test_a_kernel_that_belongs_to_one_page_has_clients_without_names(monkeypatch):
    class Kernel:
        def get_parent(self):  # Pyodide's asks for nothing
            return {"header": {"session": "page"}}

    kernel = Kernel()
    monkeypatch.setattr(presence, "get_ipython", lambda: SimpleNamespace(kernel=kernel))
    assert presence.current_client_id() == ""
    monkeypatch.setattr(presence, "get_ipython", lambda: None)
    assert presence.current_client_id() == ""
