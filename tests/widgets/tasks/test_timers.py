"""What can wait is done once; a page without a server saves a moment after it has shown a move."""

import asyncio

import pytest
from patience import await_condition

import polygames as pg
from polygames.widgets import game_saver
from polygames.widgets.game_saver import GameSaver
from polygames.widgets.session import Session
from polygames.widgets.tasks.timers import Debounce


async def test_what_is_asked_for_several_times_is_done_once_and_later_again():
    done = []
    later, act = Debounce(0.01), lambda: done.append(1)
    later.schedule(act)
    later.schedule(act)
    assert done == []
    await await_condition(lambda: done)
    assert done == [1]
    later.schedule(act)
    later.run_now()
    later.run_now()
    assert done == [1, 1]


def test_without_a_loop_nothing_waits():
    done = []
    Debounce(60).schedule(lambda: done.append(1))
    assert done == [1]


@pytest.fixture
def session(monkeypatch, tmp_path):
    """A game on a page without a server: no threads, and a disk that is better left alone."""
    monkeypatch.setattr(game_saver, "has_threads", lambda: False)
    monkeypatch.setattr(game_saver, "SAVE_DELAY_SECONDS", 0.05)
    return Session(pg.Record(pg.new("splinter")), (), autosave=tmp_path / "kept" / "game.txt")


async def test_moves_are_shown_first_and_written_together(session, monkeypatch):
    writes, save = [], GameSaver.save
    monkeypatch.setattr(GameSaver, "save", lambda own: writes.append(1) or save(own))
    for move in ("h9-h10", "f12-e13"):
        session.play(move)
    assert writes == []
    assert not session.file.exists()
    await asyncio.sleep(0.15)
    session.close()
    assert len(writes) == 1
    assert len(pg.load(session.file).moves) == 2


async def test_a_board_that_is_closed_has_saved_its_game(session):
    session.play("h9-h10")
    session.close()
    assert len(pg.load(session.file).moves) == 1


async def test_a_disk_that_refuses_is_told_at_the_board(session):
    heard = []
    session.file.parent.write_text("a file stands where a folder is needed")
    session.on_error = heard.append
    session.play("h9-h10")
    await await_condition(lambda: heard)
    assert [type(each) for each in heard] == [FileExistsError]
