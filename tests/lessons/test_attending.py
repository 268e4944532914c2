"""Exercises are reported to a room that is open, and to nobody else."""

import pytest
from patience import wait_for_condition

import polygames as pg
from polygames.lessons import attend, check, cycle, exercise, nim
from polygames.runtime import progress


@exercise
def exercise_3(answer):
    check(answer, (lambda n: n > 1, "larger."))
    check(answer, (lambda n: n > 3, "larger still."))


def test_without_a_room_nobody_is_told(capsys):
    assert progress.check_listeners == []
    nim.exercise_1(...)
    assert capsys.readouterr().out.startswith("Not yet")


@pytest.mark.parametrize(("answer", "said"), [(..., "not yet"), (2, "not quite"), (4, "right")])
def test_a_listener_hears_the_worst_that_was_said(answer, said, monkeypatch, capsys):
    heard = []
    monkeypatch.setattr(progress, "check_listeners", [lambda *told: heard.append(told)])
    exercise_3(answer)
    exercise_3("x")  # no number: an error is not quite right, too
    assert heard == [("test_attending 3", said, ""), ("test_attending 3", "not quite", "")]
    assert capsys.readouterr().out


def test_a_notebook_reports_is_known_again_and_says_only_answers_on_the_board(tmp_path, capsys):
    with pg.classroom("polygon", folder=tmp_path / "class", port=0) as room:
        link = attend(room.invitation, "Ana", autosave=tmp_path)
        exercise_3(4)
        wait_for_condition(lambda: room.progress == {"Ana": {"test_attending 3": "right"}})
        cycle.on_board.submit(["C", "A", "B"])
        wait_for_condition(lambda: room.progress["Ana"].get("cycle 1") == "right")
        assert room.room.ledger.exercise_results.board_answer("p1", "cycle 1") == "C A B"
        link.close()
        exercise_3(...)  # nobody hears it
        again = attend(room.invitation, "Somebody", autosave=tmp_path)
        assert "as Ana" in repr(again)
        exercise_3(2)
        wait_for_condition(lambda: room.progress["Ana"]["test_attending 3"] == "not quite")
        assert room.tables == {}
        again.close()
        assert "no longer" in repr(again)
    assert "larger still" not in (tmp_path / "class" / "room.jsonl").read_text()
    assert progress.check_listeners == []
    assert "Right." in capsys.readouterr().out


def test_what_was_checked_while_the_server_was_away_is_reported_later(
    tmp_path, capsys, monkeypatch
):
    # As in a crash, the server does not say that the class is over.
    farewell = "polygames.classroom.pages.connection.Connection.send_farewell"
    monkeypatch.setattr(farewell, lambda _: None)
    room = pg.classroom("polygon", folder=tmp_path, port=0)
    link = attend(room.invitation, "Ana", autosave=None)
    port = room.server.port
    room.close()
    exercise_3(4)
    with pg.classroom(folder=tmp_path, port=port) as again:
        wait_for_condition(lambda: again.progress == {"Ana": {"test_attending 3": "right"}})
    link.close()
    assert capsys.readouterr().out.strip()


def test_a_board_that_plays_in_a_room_reports_too(capsys):
    with pg.classroom("polygon", folder=None, port=0) as room:
        board = pg.play("polygon", room=room.invitation, name="Ana", autosave=None)
        exercise_3(4)
        wait_for_condition(lambda: room.progress == {"Ana": {"test_attending 3": "right"}})
        board.close()
    assert capsys.readouterr().out
    assert progress.check_listeners == []


def test_a_wrong_code_or_address_says_why():
    with pg.classroom("polygon", folder=None, port=0) as room:
        with pytest.raises(pg.OptionError, match="Wrong code"):
            attend(f"{room.url}#NOCODE", autosave=None)
        with pytest.raises(pg.OptionError, match="code behind a #"):
            attend(room.url, autosave=None)
    assert progress.check_listeners == []
