"""What can wait is done once; a page without a server saves a moment after it has shown a move."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

import polygames as pg
from polygames.records.record import Record
from polygames.widgets import session as sessions
from polygames.widgets.session import Session
from polygames.widgets.tasks.timers import Debounce


def test_what_is_asked_for_several_times_is_done_once_and_later_again():
    done = []

    async def asked():
        later, act = Debounce(0.01), partial(done.append, 1)
        later.ask(act)
        later.ask(act)
        before = len(done)
        await asyncio.sleep(0.05)
        after = len(done)
        later.ask(act)
        later.now()
        later.now()
        return before, after, len(done)

    assert asyncio.run(asked()) == (0, 1, 2)


def test_without_a_loop_nothing_waits():
    done = []
    Debounce(60).ask(lambda: done.append(1))
    assert done == [1]


@pytest.fixture
def page(monkeypatch):
    """A page without a server: no threads, and a disk that is better left alone."""
    monkeypatch.setattr(sessions, "has_threads", lambda: False)
    monkeypatch.setattr(sessions, "SAVED_AFTER", 0.05)


@pytest.mark.usefixtures("page")
def test_moves_are_shown_first_and_written_together(tmp_path, monkeypatch):
    writes = []
    save = sessions.Session._save
    monkeypatch.setattr(sessions.Session, "_save", lambda own: writes.append(1) or save(own))

    async def played():
        session = Session(Record(pg.new("splinter")), (), autosave=tmp_path / "game.txt")
        for move in ("h9-h10", "f12-e13"):
            session.play(move)
        before = (list(tmp_path.iterdir()), len(writes))
        await asyncio.sleep(0.15)
        session.close()
        return before

    assert asyncio.run(played()) == ([], 0)
    assert len(writes) == 1
    assert len(pg.load(tmp_path / "game.txt").moves) == 2


@pytest.mark.usefixtures("page")
async def test_a_board_that_is_closed_has_saved_its_game(tmp_path):
    session = Session(Record(pg.new("splinter")), (), autosave=tmp_path / "game.txt")
    session.play("h9-h10")
    session.close()
    assert len(pg.load(tmp_path / "game.txt").moves) == 1


@pytest.mark.usefixtures("page")
async def test_a_disk_that_refuses_is_told_at_the_board(tmp_path):
    heard = []

    session = Session(Record(pg.new("splinter")), (), autosave=tmp_path / "no" / "game.txt")
    (tmp_path / "no").write_text("a file stands where a folder is needed")
    session.on_error = heard.append
    session.play("h9-h10")
    await asyncio.sleep(0.15)
    assert [type(each) for each in heard] == [FileExistsError]
