"""Two boards that play each other, over each of the ways between notebooks."""

import json
from threading import Thread

import pytest
from ipywidgets import Text
from page_driver import PageDriver, shown_html, shown_widgets
from patience import wait_for_condition

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError
from polygames.widgets.header import header_html
from polygames.widgets.remote.room_client import parse_address
from polygames.widgets.remote.room_transport import RoomTransport
from polygames.widgets.remote.setup import SEATS_FILE


@pytest.fixture
def class_(tmp_path):
    with pg.classroom("polygon", n=6, folder=tmp_path / "class", port=0) as opened:
        yield opened


@pytest.fixture
def file(tmp_path):
    return tmp_path / "game.jsonl"


@pytest.fixture
def by_file(open_board, file):
    """Two boards that play each other by a file."""
    ana = open_board("polygon", n=6, room=file)
    return ana, open_board("polygon", seats=("remote", "human"), room=file)


def look(*boards):
    """Let boards read what the other one wrote."""
    for board in boards:
        board.session.transport.read_new()


@pytest.fixture
def by_room(open_board, class_):
    """Two boards that play each other in a room."""
    return [open_board("polygon", room=class_.invitation, name=name) for name in ("Ana", "Ben")]


def first(board):
    return next(iter(board.state.legal_moves))


def test_two_boards_play_a_game_to_its_end_by_a_file(by_file):
    ana, ben = by_file
    while ana.state.outcome is None:
        mover = (ana, ben)[ana.state.turn]
        mover.play(first(mover))
        look(ana, ben)
        assert ana.record.moves == ben.record.moves
    assert ben.state.outcome == ana.state.outcome


def test_nobody_moves_for_the_other_one_and_a_refused_move_changes_nothing(by_file):
    ana, ben = by_file
    with pytest.raises(IllegalMoveError, match="at another notebook"):
        ben.play("A-C")
    with pytest.raises(PolygamesError):
        ana.play("A-B")
    assert ana.record.moves == ben.record.moves == []
    assert not ben.session.is_human_turn


def test_who_looks_back_is_brought_to_the_game_by_the_next_move(by_file):
    ana, ben = by_file
    ana.play("A-C")
    look(ben)
    ana.go_to(ana.record.root)
    assert "looking at another position" in ana.session.status_note
    with pytest.raises(IllegalMoveError, match="To the game"):
        ana.play("A-D")
    ana.session.show_latest()
    assert ana.session.is_at_game
    ana.go_to(ana.record.root)
    ben.play(first(ben))
    look(ana)
    assert ana.session.is_at_game
    assert ana.record.moves == ben.record.moves


def test_what_a_program_does_to_a_record_is_no_move_of_the_game(by_file):
    ana, ben = by_file
    ana.record.push("A-C")
    look(ben)
    assert ben.record.moves == []
    with pytest.raises(IllegalMoveError, match="To the game"):
        ana.play("C-E")
    ana.session.show_latest()
    ana.play("A-D")
    look(ben)
    assert [str(move) for move in ben.record.moves] == ["A-D"]
    assert ana.record.moves == ben.record.moves


def test_a_move_is_taken_back_by_agreement_at_the_board(by_file):
    ana, ben = by_file
    ana.play("A-C")
    ana.undo()
    look(ben)
    assert "asks to undo" in shown_html(PageDriver(ben).one("remote"))
    PageDriver(ben).press("Yes")
    look(ana)
    assert ana.record.moves == ben.record.moves == []
    ana.play("A-D")
    look(ben)
    assert ana.record.moves == ben.record.moves
    assert [str(move) for move in ana.record.moves] == ["A-D"]


def test_a_board_by_mail_shows_the_line_and_takes_the_other_one(open_board):
    ana = open_board("split", room="paste")
    ben = open_board("split", seats=("remote", "human"), room="paste")
    ana.play("draw 0,5 - 10,5")
    line = PageDriver(ana).one("line").value
    assert line.startswith("polygames split 0 ")
    [field] = [
        each for each in shown_widgets(PageDriver(ben).one("remote")) if isinstance(each, Text)
    ]
    field.value = "something else"
    PageDriver(ben).press("Take")
    assert "begins with" in ben.message
    field.value = line
    PageDriver(ben).press("Take")
    assert ben.record.moves == ana.record.moves
    assert field.value == ""
    assert ben.session.is_human_turn


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


def test_a_room_of_another_game_or_with_another_code_gives_no_seat(open_board, class_):
    with pytest.raises(OptionError, match="this class plays polygon"):
        open_board("split", room=class_.invitation)
    with pytest.raises(OptionError, match="Wrong code"):
        open_board("polygon", room=f"{class_.url}#GUESS")
    assert len(class_.room.people) == 0


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


def test_a_move_made_while_the_server_is_away_is_played_once_when_it_is_back(
    by_room, class_, tmp_path
):
    ana, ben = by_room
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
        ({"room": "g", "seats": ("human", "random")}, "'human' and 'remote'"),
        ({"room": "g", "seats": ("human", "human")}, "'human' and 'remote'"),
        ({"room": "g", "level": 2}, "the option level"),
        ({"room": "g", "dice": "hand"}, "the option dice"),
        ({"room": "http://127.0.0.1:9/"}, "with its code"),
        ({"room": "ftp://127.0.0.1:9/#ABC"}, "with its code"),
        ({"room": 3}, "the option room"),
        ({"room": "http://127.0.0.1:9/#ABC", "name": 3}, "the option name"),
    ],
)
def test_what_makes_no_game_is_refused(open_board, tmp_path, monkeypatch, options, why):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match=why):
        open_board("polygon", **options)
    assert not [each for each in tmp_path.iterdir() if each.stat().st_size > 10_000]


@pytest.mark.usefixtures("by_file")
def test_a_file_with_another_game_is_refused(open_board, file):
    with pytest.raises(OptionError, match=r"the other notebook plays polygon, not split"):
        open_board("split", room=file)
    with pytest.raises(
        OptionError, match=r"the other notebook plays polygon, n=6, not polygon, n=8"
    ):
        open_board("polygon", n=8, room=file)


def test_addresses_may_have_a_folder_and_be_safe():
    assert parse_address("https://hub.example/user/a/polygames/#abc") == (
        "wss://hub.example/user/a/polygames/link",
        "ABC",
    )


def test_the_board_does_not_begin_another_game_alone(by_file, file):
    ana, _ = by_file
    with pytest.raises(OptionError, match="another notebook"):
        ana.new()
    ana.open_new()  # the form is there, whoever plays
    assert json.loads(file.read_text().splitlines()[0])["do"] == "start"


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
