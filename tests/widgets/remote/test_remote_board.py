"""Two boards that play each other in a class."""

import re
import time
from importlib.resources import files
from itertools import groupby
from threading import Thread

import pytest
from helpers import record_game
from page_driver import PageDriver, shown_html, shown_widgets
from patience import wait_for_condition

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError
from polygames.widgets.header import header_html
from polygames.widgets.remote import room_client
from polygames.widgets.remote.exercise_reporter import ExerciseReporter
from polygames.widgets.remote.room_client import LONG_LOST_TEXT, LOST_TEXT, parse_address
from polygames.widgets.remote.room_transport import RoomTransport
from polygames.widgets.remote.setup import SEATS_FILE

CLASS = "http://127.0.0.1:9/#ABC"
"""The address of a class that nobody has opened."""


@pytest.fixture
def class_(tmp_path):
    with pg.classroom("polygon", n=6, folder=tmp_path / "class", port=0) as opened:
        yield opened


@pytest.fixture
def by_room(open_board, class_):
    """Two boards that play each other in a room."""
    boards = [open_board("polygon", room=class_.invitation, name=name) for name in ("Ana", "Ben")]
    for board in boards:  # the news that both are there may take a moment
        wait_for_condition(lambda board=board: "Ben" in board.session.shared_game.names)
    return boards


def wait_for_moves(board, *texts):
    """Wait until the board has received these moves and no others."""
    wait_for_condition(lambda: [str(move) for move in board.record.moves] == [*texts])


def shown_buttons(driver):
    """Return the labels of the buttons below the board that are shown."""
    return {getattr(each, "description", "") for each in shown_widgets(driver.one("remote"))}


def first(board):
    return next(iter(board.state.legal_moves))


def test_nobody_moves_for_the_other_one_and_a_refused_move_changes_nothing(by_room):
    ana, ben = by_room
    with pytest.raises(IllegalMoveError, match="it is the turn of Ana"):
        ben.play("A-C")
    with pytest.raises(PolygamesError):
        ana.play("A-B")
    assert ana.record.moves == ben.record.moves == []
    assert not ben.session.is_human_turn


def test_who_looks_back_is_brought_to_the_game_by_the_next_move(by_room):
    ana, ben = by_room
    ana.play("A-C")
    wait_for_moves(ben, "A-C")
    ana.go_to(ana.record.root)
    assert "looking at another position" in ana.session.status_note
    with pytest.raises(IllegalMoveError, match="To the game"):
        ana.play("A-D")
    ana.session.show_latest()
    assert ana.session.is_at_game
    ana.go_to(ana.record.root)
    ben.play("C-E")
    wait_for_moves(ana, "A-C", "C-E")
    assert ana.session.is_at_game


def test_what_a_program_does_to_a_record_is_no_move_of_the_game(by_room):
    ana, ben = by_room
    ana.record.push("A-C")
    with pytest.raises(IllegalMoveError, match="To the game"):
        ana.play("C-E")
    ana.session.show_latest()
    ana.play("A-D")
    wait_for_moves(ben, "A-D")
    assert ana.record.moves == ben.record.moves


def test_a_move_is_taken_back_by_agreement_at_the_board(by_room):
    ana, ben = by_room
    with pytest.raises(IllegalMoveError, match="no move of yours"):
        ben.undo()
    ana.play("A-C")
    wait_for_moves(ben, "A-C")
    ana.undo()
    wait_for_condition(lambda: "Ana asks to undo" in shown_html(PageDriver(ben).one("remote")))
    assert "You have asked" in ana.session.status_note
    PageDriver(ben).press("Yes")
    wait_for_moves(ana)
    wait_for_moves(ben)
    ana.play("A-D")
    wait_for_moves(ben, "A-D")


def test_two_notebooks_and_the_room_have_one_game(by_room, class_):
    ana, ben = by_room
    assert (ana.session.players, ben.session.players) == (("human", "remote"), ("remote", "human"))
    wait_for_condition(lambda: ana.session.names.name(1) == "Ben")
    table = class_.room.tables[1]
    while table.result is None:
        mover, other = (ana, ben) if table.state.turn == 0 else (ben, ana)
        wait_for_condition(lambda mover=mover: mover.record.moves == table.record.moves)
        mover.play(first(mover))
        wait_for_condition(
            lambda other=other, mover=mover: other.record.moves == mover.record.moves
        )
    assert ana.record.moves == ben.record.moves == table.record.moves
    wait_for_condition(lambda: "win" in shown_html(PageDriver(ana).one("remote")))


def test_a_room_of_another_game_or_with_another_code_gives_no_seat(open_board, class_, tmp_path):
    with pytest.raises(OptionError, match="this class plays polygon"):
        open_board("split", room=class_.invitation)
    with pytest.raises(OptionError, match="Wrong code"):
        open_board("polygon", room=f"{class_.url}#GUESS")
    assert len(class_.room.people) == 0
    with pytest.raises(OptionError, match=r"the class plays polygon, n=6, not polygon, n=8"):
        open_board("polygon", n=8, room=class_.invitation, autosave=tmp_path)


def test_a_move_that_the_room_refuses_is_taken_off_the_board(by_room, class_):
    ana, ben = by_room
    wait_for_condition(lambda: class_.room.tables[1].is_full)
    class_.pause()
    ana.play("A-C")
    wait_for_condition(lambda: ana.session.connection_error == "the class is paused")
    assert ana.record.moves == ben.record.moves == []
    assert "the class is paused" in header_html(ana.session)
    class_.pause(paused=False)
    ana.play("A-C")
    wait_for_condition(lambda: len(ben.record.moves) == 1)


def test_a_kernel_that_was_killed_has_its_seat_again(open_board, class_, tmp_path):
    address = class_.invitation
    ana = open_board("polygon", room=address, name="Ana", autosave=tmp_path)
    ben = open_board("polygon", room=address, name="Ben")
    ana.play("A-C")
    wait_for_condition(lambda: len(ben.record.moves) == 1)
    ana.session.transport.close()  # nothing is said: as if it was killed
    again = open_board("polygon", room=address, name="Ana", autosave=tmp_path)
    assert again.session.players == ("human", "remote")
    assert again.record.moves == ben.record.moves
    assert class_.people == ("Ana", "Ben")
    kept = tmp_path / SEATS_FILE
    assert class_.code not in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("name", ["LOST_TEXT", "LONG_LOST_TEXT"])
def test_a_notebook_has_the_sentences_of_a_page_about_its_connection(name):
    text = getattr(room_client, name)
    page = files("polygames.classroom").joinpath("js/link.js").read_text(encoding="utf-8")
    assert re.search(rf"const {name} =\s+\"{re.escape(text)}\";", page)


def test_a_notebook_says_that_the_class_is_over_and_connects_no_more(by_room, class_, tmp_path):
    ana, _ = by_room
    port = class_.server.port
    class_.close()
    wait_for_condition(lambda: ana.session.connection_error)
    words = "The class is over. Run this cell again to connect."
    assert ana.session.connection_error == words
    assert words in header_html(ana.session)
    wait_for_condition(lambda: words in shown_html(PageDriver(ana).one("remote")))
    with pytest.raises(IllegalMoveError, match="The class is over"):
        ana.play("A-C")
    with pg.classroom(folder=tmp_path / "class", port=port) as again:
        time.sleep(1)  # several attempts to reconnect
        assert not again.server.connections.has_page("p1")
    assert ana.session.connection_error == words


def test_a_notebook_that_the_teacher_removed_takes_no_new_seat(by_room, class_):
    ana, ben = by_room
    wait_for_condition(lambda: class_.room.tables[1].is_full)
    class_.room.seating.remove_pupil("p2")
    wait_for_condition(lambda: ben.session.connection_error)
    assert "has removed you from the class. Run this cell" in ben.session.connection_error
    driver = PageDriver(ana)
    wait_for_condition(lambda: "Play the computer" in shown_buttons(driver))
    assert "A seat at this board is free." in shown_html(driver.one("remote"))
    assert class_.people == ("Ana",)


def test_a_lesson_says_that_its_class_is_over(class_):
    reporter = ExerciseReporter(class_.invitation, "Ana")
    assert "as Ana" in repr(reporter)
    class_.close()
    wait_for_condition(lambda: "no longer" in repr(reporter))
    reporter.close()


def test_a_notebook_without_a_connection_says_so_more_clearly_and_stops_at_last(
    by_room, class_, monkeypatch
):
    ana, ben = by_room
    monkeypatch.setattr(class_.server.connections, "send_farewell", lambda: None)
    monkeypatch.setattr(room_client, "LONG_LOSS_SECONDS", 0.3)
    monkeypatch.setattr(room_client, "MAX_LOSS_SECONDS", 0.9)
    said = []
    ana.session.transport.open(lambda _: None, said.append)
    time.sleep(1)  # a class without news is no lost connection
    class_.close()
    wait_for_condition(lambda: "Run this cell" in ben.session.connection_error)
    wait_for_condition(lambda: said and "Run this cell" in said[-1])
    texts = [text for text, _ in groupby(said)]
    assert texts == [LOST_TEXT, LONG_LOST_TEXT, f"{LONG_LOST_TEXT} Run this cell again to connect."]


def test_a_notebook_says_that_its_partner_is_away_and_goes_on_with_the_computer(
    by_room, class_, monkeypatch
):
    ana, ben = by_room
    wait_for_condition(lambda: class_.room.tables[1].is_full)
    driver = PageDriver(ana)
    assert "Play the computer" not in shown_buttons(driver)
    monkeypatch.setattr("polygames.classroom.pages.broadcast.AWAY_SECONDS", 0.1)
    ben.session.close()
    wait_for_condition(lambda: "Ben is away." in shown_html(driver.one("remote")))
    buttons = {"Play the computer", "Another partner"}
    wait_for_condition(lambda: buttons <= shown_buttons(driver))
    driver.press("Play the computer")
    wait_for_condition(lambda: class_.room.tables[1].seats == ["p1", "level 2"])
    wait_for_condition(lambda: "Your turn" in shown_html(driver.one("remote")))
    ana.play("A-C")
    wait_for_condition(lambda: len(ana.record.moves) == 2)


def test_a_move_made_while_the_server_is_away_is_played_once_when_it_is_back(
    by_room, class_, tmp_path, monkeypatch
):
    ana, ben = by_room
    monkeypatch.setattr(class_.server.connections, "send_farewell", lambda: None)
    wait_for_condition(lambda: class_.room.tables[1].is_full)
    port = class_.server.port
    class_.close()
    wait_for_condition(lambda: "No connection" in ana.session.connection_error)
    ana.play("A-C")
    with pg.classroom(folder=tmp_path / "class", port=port) as again:
        wait_for_condition(lambda: len(ben.record.moves) == 1)
        table = again.room.tables[1]
        assert [str(move) for move in table.record.moves] == ["A-C"]
        assert ana.record.moves == ben.record.moves
        wait_for_condition(lambda: not ana.session.connection_error)


def test_a_page_and_a_notebook_play_each_other(open_board, class_):
    ben, _ = class_.room.seating.join("Ben")
    ana = open_board("polygon", room=class_.invitation, name="<b>Ana</b>")
    table = class_.room.tables[1]
    assert ana.session.players == ("remote", "human")
    assert class_.room.play(ben, "A-C", version=table.version)
    wait_for_condition(lambda: len(ana.record.moves) == 1)
    assert ana.session.is_human_turn
    assert ana.session.names.name(0) == "Ben"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"seats": ("human", "remote")}, "the option room must be given"),
        ({"room": CLASS, "seats": ("human", "random")}, "the option seats"),
        ({"room": CLASS, "level": 2}, "the option level"),
        ({"room": CLASS, "dice": "hand"}, "the option dice"),
        ({"room": "http://127.0.0.1:9/"}, "with its code"),
        ({"room": "ftp://127.0.0.1:9/#ABC"}, "with its code"),
        ({"room": "http://[::1/#ABC"}, "with its code"),
        ({"room": "game.jsonl"}, "open a class with pg.classroom"),
        ({"room": "paste"}, "open a class with pg.classroom"),
        ({"room": 3}, "the option room"),
        ({"room": CLASS, "name": 3}, "the option name"),
    ],
)
def test_what_makes_no_game_is_refused(open_board, tmp_path, monkeypatch, options, why):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match=why):
        open_board("polygon", **options)
    assert not [*tmp_path.iterdir()]


def test_a_record_with_moves_is_no_start_of_a_game_in_a_class(open_board):
    with pytest.raises(OptionError, match="the class starts the game"):
        open_board(record_game("polygon", "A-C"), room=CLASS)


def test_addresses_may_have_a_folder_and_be_safe():
    assert parse_address("https://hub.example/user/a/polygames/#abc") == (
        "wss://hub.example/user/a/polygames/link",
        "ABC",
    )


def test_the_board_does_not_begin_another_game_alone(by_room):
    ana, _ = by_room
    with pytest.raises(OptionError, match="this board plays in a class"):
        ana.new()
    ana.open_new()  # the form is there, whoever plays


def test_who_is_told_of_news_may_wait_for_somebody_who_sends(class_):
    free = []

    def told(_):
        other = Thread(target=lambda: free.append(link._lock.acquire(timeout=5)))
        other.start()
        other.join()

    link = RoomTransport(class_.invitation, "Ana", "polygon")
    link.open(told, lambda _: None)
    class_.room.seating.join("Ben")
    wait_for_condition(lambda: free)
    assert free[0]
    link.close()
