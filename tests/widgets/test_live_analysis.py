"""Live analysis: it follows the position, rests when nobody looks, and leaves no thread."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from helpers import polygon

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.widgets import live_analysis
from polygames.widgets.live_analysis import Live

START = pg.new("polygon", n=8)
NEXT = START.play(START.parse("A-C"))


class Searches:
    """Stands for the search: slow, endless, and it counts."""

    def __init__(self):
        self.begun = []

    def __call__(self, state, *, seconds, stop):
        self.begun.append((state, seconds))
        move = next(iter(state.legal_moves))
        depth = 0
        while not stop.is_set() and depth < 1000:
            depth += 1
            yield Analysis(state, (MoveValue(move, 0.0, -1.0, 1.0, depth=depth),))
            stop.wait(0.005)


@pytest.fixture
def searches(monkeypatch):
    found = Searches()
    monkeypatch.setattr(live_analysis, "deepen", found)
    for name, seconds in {"SETTLE": 0.01, "PULSE": 0.01}.items():
        monkeypatch.setattr(live_analysis, name, seconds)
    return found


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(live_analysis, "PATIENCE", 0.5)


def threads():
    return [each for each in threading.enumerate() if each.name == "polygames worker"]


async def until(what, seconds=20.0):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come true in time"
        await asyncio.sleep(0.005)


def run(story):
    """Let a story happen in an event loop; no thread may be left after it."""

    async def whole():
        shown = []
        watched = Live(shown.append, pytest.fail, lambda: None)
        watched.follow(START)
        try:
            await story(watched, shown)
        finally:
            watched.close()
        await until(lambda: not threads())

    asyncio.run(whole())


def test_it_deepens_while_it_is_on_and_stops_when_it_is_switched_off(searches):
    async def story(watched, shown):
        assert not watched.is_thinking
        watched.switch(on=True)
        await until(lambda: len(shown) > 3)
        depths = [each.moves[0].depth for each in shown]
        assert depths == sorted(depths)
        watched.switch(on=False)
        assert not watched.is_thinking
        await until(lambda: not threads())
        count = len(shown)
        await asyncio.sleep(0.05)
        assert len(shown) == count

    run(story)
    assert searches.begun[0][1] == live_analysis.LONGEST


def test_it_follows_the_position_and_shows_at_once_what_it_knows(searches):
    async def story(watched, shown):
        watched.switch(on=True)
        await until(lambda: shown)
        watched.follow(NEXT)
        await until(lambda: shown[-1].state == NEXT)
        watched.follow(START)
        assert shown[-1].state == START, "it is remembered"

    run(story)
    assert [state for state, _ in searches.begun[:2]] == [START, NEXT]


@pytest.mark.usefixtures("searches")
def test_an_equal_position_whose_crossings_have_other_names_is_looked_at_anew():
    one = polygon(*["A-C", "C-E", "E-B", "B-F", "F-D", "D-A"], n=6, colors="any")
    two = polygon(*["A-D", "D-F", "F-B", "B-E", "E-C", "C-A"], n=6, colors="any")
    assert one == two

    async def story(watched, shown):
        watched.switch(on=True)
        for state in (one, two):
            watched.follow(state)
            await until(lambda state=state: shown and shown[-1].state is state)
            assert shown[-1].moves[0].move in state.legal_moves

    run(story)


def test_walking_through_a_game_begins_no_search_on_the_way(searches):
    async def story(watched, shown):
        watched.switch(on=True)
        for _ in range(20):
            watched.follow(NEXT)
            watched.follow(START)
        await until(lambda: shown)

    run(story)
    assert len(searches.begun) == 1


@pytest.mark.usefixtures("impatient")
def test_it_rests_when_no_page_has_said_a_word_for_a_while_and_wakes_up(searches):
    async def story(watched, shown):
        watched.switch(on=True)
        await until(lambda: shown)
        await until(lambda: not watched.is_thinking)
        await until(lambda: not threads())
        assert watched.is_on
        watched.see("page")
        await until(lambda: len(searches.begun) == 2)

    run(story)


@pytest.mark.usefixtures("searches")
def test_it_stops_at_once_when_the_last_page_goes():
    async def story(watched, shown):
        watched.switch(on=True)
        watched.see("page")
        await until(lambda: shown)
        watched.see("other")
        watched.lose("page")
        assert watched.is_thinking, "the other page still shows the board"
        watched.lose("other")
        assert not watched.is_thinking

    run(story)


def test_the_dice_and_the_end_of_a_game_are_not_looked_at(searches):
    async def story(watched, shown):
        watched.follow(pg.new("splitter"))
        watched.switch(on=True)
        watched.follow(pg.new("splinter", board=["W..B", "w..b"]))
        await asyncio.sleep(0.05)
        assert not watched.is_thinking
        assert shown == []

    run(story)
    assert searches.begun == []


def test_without_a_loop_a_position_is_looked_at_once_for_a_moment():
    shown = []
    watched = Live(shown.append, pytest.fail, lambda: None)
    watched.follow(pg.new("polygon", n=5))
    watched.switch(on=True)
    assert shown[-1].is_proved
    watched.close()
    assert not threads()


def test_the_board_shows_what_is_found_and_keeps_it_paler_when_it_is_switched_off():
    board = pg.play("polygon", n=6, autosave=None)
    board.analysing = True
    told = board._analysis.box.told
    assert told["rows"][0]["range"]["proved"]
    assert board._marks
    assert board._toolbar._analyse.description == "Hide", "all is proved: nothing is to be stopped"
    board._analysis._take({"kind": "play", "version": told["version"], "row": 0})
    assert len(board.record.moves) == 1
    board._analysis._take({"kind": "play", "version": told["version"], "row": "0"})
    board._analysis._take({"kind": "play", "version": told["version"], "row": 99})
    assert len(board.record.moves) == 1
    board.analysing = False
    told = board._analysis.box.told
    assert told["rows"]
    assert told["over"]
    assert told["note"].startswith("Stopped: all is proved.")
    assert board._marks == ()
    board.play(next(iter(board.state.legal_moves)))
    assert board._analysis.box.told["rows"] == []
    assert not board._analysis.box.told["over"]
    board.close()


def test_only_the_line_of_a_row_that_is_pointed_at_is_on_the_board():
    board = pg.play("polygon", n=6, autosave=None)
    board.analysing = True
    marks = board._marks
    for nonsense in ("yes", None, 1):
        board._analysis._take({"kind": "point", "on": nonsense})
        assert board._marks == marks
    board._analysis._take({"kind": "point", "on": True})
    assert board._marks == (), "the page draws the line of the row"
    board._show_analysis(board._shown_analysis)
    assert board._marks == (), "a better answer changes nothing of that"
    board._analysis._take({"kind": "point", "on": False})
    assert board._marks == marks
    board._analysis._take({"kind": "point", "on": True})
    board._analysis._take({"kind": "unseen", "page": "a"})
    assert board._marks == marks, "the page is gone, and with it who pointed"
    board.close()


def test_the_button_says_stop_only_while_there_is_something_to_stop():
    async def story(_watched, _shown):
        board = pg.play("polygon", n=10, autosave=None)
        board.analysing = True
        await asyncio.sleep(0.05)
        assert board._toolbar._analyse.description == "Stop"
        board._live._stop()
        board._live._changed()
        while board._shown_analysis is None:  # what was found before it was stopped
            board._show_analysis(pg.analyse(board.state, seconds=0.1))
        board._live._changed()
        assert board._toolbar._analyse.description == "Hide"
        board.analysing = False
        assert board._toolbar._analyse.description == "Analyse"
        board.close()

    run(story)


def test_lines_and_time_are_chosen_and_a_later_move_of_a_line_is_put_up():
    board = pg.play("polygon", n=6, seats=("human", "level 1"), autosave=None)
    board.analysing = True
    panel = board._analysis
    for wrong in ({"lines": 7}, {"seconds": "5"}, {"seconds": 6.0}, {"lines": 0}):
        (name, value), *_ = wrong.items()
        panel._take({"kind": "choose", "name": name, "value": value})
    assert {each["name"]: each["value"] for each in panel.box.told["choices"]} == {
        "lines": 8,
        "seconds": 120.0,
    }
    panel._take({"kind": "choose", "name": "lines", "value": 1})
    panel._take({"kind": "choose", "name": "seconds", "value": 20})
    assert len(panel.box.told["rows"]) == 1
    assert board._live.longest == 20
    version, line = panel.box.told["version"], panel._shown[0].line
    assert [len(panel.box.told["rows"][0]["line"]), len(line)] == [len(line)] * 2
    panel._take({"kind": "walk", "version": version, "row": 0, "ply": -1})
    panel._take({"kind": "walk", "version": version, "row": 1, "ply": 0})
    assert not board.record.moves
    panel._take({"kind": "walk", "version": version, "row": 0, "ply": 2})
    assert tuple(board.record.moves) == line[:3]
    assert board.session.is_looking, "nobody answers there"
    board.undo()
    board.close()


def test_a_line_that_is_looked_at_leaves_the_game_what_it_was():
    board = pg.play("polygon", n=6, autosave=None)
    for text in ("A-C", "C-E"):
        board.play(text)
    played = board.record.node
    board.go(board.record.root)
    board.session.walk([board.state.parse("A-D")])
    assert [str(each.move) for each in board.record.root.children] == ["A-C", "A-D"]
    board.go(played)
    assert [str(each) for each in board.record.moves] == ["A-C", "C-E"]
    board.close()


def test_a_row_of_an_agents_position_is_not_played():
    board = pg.play("polygon", n=6, seats=("random", "human"), autosave=None, seed=1)
    board.session.pause(paused=True)
    board.go(board.record.root)
    board.session.is_looking = False
    board.analysing = True
    board._analysis._take({"kind": "play", "version": 99, "row": 0})
    board._play_row(board._analysis._shown[0].move)
    assert "not your turn" in board.message
    board.close()
