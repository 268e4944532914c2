"""Live analysis: it follows the position, rests when nobody looks, and leaves no thread."""

import asyncio
import threading
import time
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from helpers import polygon
from page_driver import PageDriver, all_widgets
from patience import WAIT_TIMEOUT_SECONDS, await_condition

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.runtime.compile_listeners import notify_listeners
from polygames.search.analysis.rows import merge_rows
from polygames.widgets import live_analysis
from polygames.widgets.live_analysis import LiveAnalysis

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
    for name in ("DEBOUNCE_SECONDS", "UPDATE_SECONDS"):
        monkeypatch.setattr(live_analysis, name, 0.01)
    return found


def threads():
    return [each for each in threading.enumerate() if each.name == "polygames worker"]


@asynccontextmanager
async def live(*, on=True):
    """Look at positions, and note what is shown; no thread may be left after it."""
    shown = []
    watched = LiveAnalysis(shown.append, pytest.fail, lambda: None)
    watched.set_state(START)
    watched.switch(on=on)
    try:
        yield watched, shown
    finally:
        watched.close()
    await await_condition(lambda: not threads())


async def test_it_deepens_while_it_is_on_and_stops_when_it_is_switched_off(searches):
    async with live(on=False) as (watched, shown):
        assert not watched.is_thinking
        watched.switch(on=True)
        await await_condition(lambda: len(shown) > 3)
        depths = [each.moves[0].depth for each in shown]
        assert depths == sorted(depths)
        watched.switch(on=False)
        assert not watched.is_thinking
        await await_condition(lambda: not threads())
        count = len(shown)
        await asyncio.sleep(0.05)
        assert len(shown) == count
    assert searches.begun[0][1] == live_analysis.MAX_LIVE_SECONDS


@pytest.mark.usefixtures("searches")
async def test_nothing_is_shown_after_a_stop_where_the_loop_was_busy():
    """While it is busy a picture falls due, and more answers come: one of the two shows them."""

    async with live(on=False) as (watched, shown):
        for _ in range(10):
            watched.switch(on=True)
            before = len(shown)
            await await_condition(lambda before=before: len(shown) > before + 1)
            await asyncio.sleep(0.007)  # an answer has come, and is to be shown
            time.sleep(0.04)  # noqa: ASYNC251 - what else a loop has to do
            await asyncio.sleep(0)
            watched.switch(on=False)
            count = len(shown)
            await asyncio.sleep(0.03)
            assert len(shown) == count


async def test_the_search_is_getting_ready_until_it_answers_itself(monkeypatch):
    """A quick look comes before that, and what is compiled later is no longer waited for."""
    may_answer, may_compile = threading.Event(), threading.Event()

    def search(state, *, seconds, stop):
        del seconds
        value = MoveValue(next(iter(state.legal_moves)), 0.0, -1.0, 1.0)
        yield Analysis(state, (value,), is_quick_look=True)
        notify_listeners()
        may_answer.wait(WAIT_TIMEOUT_SECONDS)
        for depth in range(1000):
            if stop.wait(0.005):
                return
            yield Analysis(state, (value,), note=f"{depth} plies ahead")
            if may_compile.is_set():
                notify_listeners()

    monkeypatch.setattr(live_analysis, "deepen", search)
    monkeypatch.setattr(live_analysis, "UPDATE_SECONDS", 0.01)

    async with live() as (watched, shown):
        await await_condition(lambda: watched.is_compiling)
        await await_condition(lambda: shown)
        assert shown[-1].is_quick_look
        assert watched.is_compiling
        may_answer.set()
        await await_condition(lambda: shown[-1].note.endswith("plies ahead"))
        assert not watched.is_compiling
        assert watched.is_thinking
        count = len(shown)
        may_compile.set()
        await await_condition(lambda: len(shown) > count + 2)
        assert not watched.is_compiling


async def test_it_follows_the_position_and_shows_at_once_what_it_knows(searches):
    async with live() as (watched, shown):
        await await_condition(lambda: shown)
        watched.set_state(NEXT)
        await await_condition(lambda: shown[-1].state == NEXT)
        watched.set_state(START)
        assert shown[-1].state == START, "it is remembered"
    assert [state for state, _ in searches.begun[:2]] == [START, NEXT]


@pytest.mark.usefixtures("searches")
async def test_an_equal_position_whose_crossings_have_other_names_is_looked_at_anew():
    one = polygon(*["A-C", "C-E", "E-B", "B-F", "F-D", "D-A"], n=6, colors="any")
    two = polygon(*["A-D", "D-F", "F-B", "B-E", "E-C", "C-A"], n=6, colors="any")
    assert one == two

    async with live() as (watched, shown):
        for state in (one, two):
            watched.set_state(state)
            await await_condition(lambda state=state: shown and shown[-1].state is state)
            assert shown[-1].moves[0].move in state.legal_moves


async def test_walking_through_a_game_begins_no_search_on_the_way(searches):
    async with live() as (watched, shown):
        for _ in range(20):
            watched.set_state(NEXT)
            watched.set_state(START)
        await await_condition(lambda: shown)
    assert len(searches.begun) == 1


async def test_it_rests_when_no_page_has_said_a_word_for_a_while_and_wakes_up(
    searches, monkeypatch
):
    monkeypatch.setattr(live_analysis, "PAGE_TIMEOUT_SECONDS", 0.5)
    async with live() as (watched, shown):
        await await_condition(lambda: shown)
        await await_condition(lambda: not watched.is_thinking)
        await await_condition(lambda: not threads())
        assert watched.is_on
        watched.record_heartbeat("page")
        await await_condition(lambda: len(searches.begun) == 2)


@pytest.mark.usefixtures("searches")
async def test_it_stops_at_once_when_the_last_page_goes():
    async with live() as (watched, shown):
        watched.record_heartbeat("page")
        await await_condition(lambda: shown)
        watched.record_heartbeat("other")
        watched.remove_page("page")
        assert watched.is_thinking, "the other page still shows the board"
        watched.remove_page("other")
        assert not watched.is_thinking


async def test_the_dice_and_the_end_of_a_game_are_not_looked_at(searches):
    async with live(on=False) as (watched, shown):
        watched.set_state(pg.new("splitter"))
        watched.switch(on=True)
        watched.set_state(pg.new("splinter", board=["W..B", "w..b"]))
        await asyncio.sleep(0.05)
        assert not watched.is_thinking
        assert shown == []
    assert searches.begun == []


def test_without_a_loop_a_position_is_looked_at_once_for_a_moment():
    shown = []
    watched = LiveAnalysis(shown.append, pytest.fail, lambda: None)
    watched.set_state(pg.new("polygon", n=5))
    watched.switch(on=True)
    assert shown[-1].is_proved
    watched.close()
    assert not threads()


def test_the_board_shows_what_is_found_and_keeps_it_paler_when_it_is_switched_off(open_board):
    board = open_board("polygon", n=6)
    board.analysing = True
    page = PageDriver(board)
    told = page.rows()
    assert told["rows"][0]["range"]["proved"]
    assert board.overlay
    assert page.button("Hide"), "all is proved: nothing is to be stopped"
    page.on_row("play_row", 0)
    assert len(board.record.moves) == 1
    page.on_row("play_row", "0", version=told["version"])
    page.on_row("play_row", 99, version=told["version"])
    assert len(board.record.moves) == 1
    board.analysing = False
    told = PageDriver(board).rows()
    assert told["rows"]
    assert told["is_stopped"]
    assert told["note"].startswith("Stopped: all is proved.")
    assert board.overlay == ()
    board.play(next(iter(board.state.legal_moves)))
    assert PageDriver(board).rows()["rows"] == []
    assert not PageDriver(board).rows()["is_stopped"]


def test_only_the_line_of_a_row_that_is_pointed_at_is_on_the_board(open_board):
    board = open_board("polygon", n=6)
    board.analysing = True
    page, marks = PageDriver(board), board.overlay
    for nonsense in ("yes", None, 1):
        page.on_page("Analysis", "hover_rows", is_hovered=nonsense)
        assert board.overlay == marks
    page.on_page("Analysis", "hover_rows", is_hovered=True)
    assert board.overlay == (), "the page draws the line of the row"
    board.analyse(seconds=1)
    assert board.overlay == (), "a better answer changes nothing of that"
    page.on_page("Analysis", "hover_rows", is_hovered=False)
    assert board.overlay == marks
    page.on_page("Analysis", "hover_rows", is_hovered=True)
    page.on_page("Analysis", "page_hidden", page="a")
    assert board.overlay == marks, "the page is gone, and with it who pointed"


async def test_the_button_says_stop_only_while_there_is_something_to_stop(open_board):
    board = open_board("polygon", n=6)
    page = PageDriver(board)
    assert page.button("Analyse")
    board.analysing = True
    assert page.button("Stop")
    await await_condition(
        lambda: "Hide" in {getattr(each, "description", "") for each in all_widgets(board)}
    )
    assert board.has_analysed
    page.press("Hide")
    assert page.button("Analyse")


def test_a_row_plays_the_move_that_it_showed_whatever_stands_there_now(open_board):
    board = open_board("territory", size=4, seats=("human", "human"), preset="half")
    board.analysing = True
    page, found = PageDriver(board), board.analysis
    one, two, three = (replace(group[0], proved=False) for group in merge_rows(found)[:3])
    board.record.annotate(board.record.root, annotations={"proof": ""})
    for order in ((one, two), (two, one), (two, three)):
        board._analysis_panel.show_analysis(replace(found, moves=order))
    assert [row["move"] for row in page.rows()["rows"]] == [str(two.move), str(three.move)]
    at = page.rows()["version"]
    page.on_page("Analysis", "play_row", version=at - 2, row=0, move=str(one.move))
    assert board.record.moves == [one.move], "it is no longer in the list"
    assert two.move in board.state.legal_moves
    page.on_page("Analysis", "play_row", version=at, row=0, move=str(two.move))
    assert len(board.record.moves) == 1, "that row was of the position before"


def chosen(page):
    """Return what is chosen below the analysis."""
    return {each["name"]: each["value"] for each in page.rows()["choices"]}


def test_lines_and_time_are_chosen_and_a_later_move_of_a_line_is_put_up(open_board):
    board = open_board("polygon", n=6, seats=("human", "level 1"))
    board.analysing = True
    page = PageDriver(board)
    for wrong in ({"lines": 7}, {"seconds": "5"}, {"seconds": 6.0}, {"lines": 0}):
        (name, value), *_ = wrong.items()
        page.on_page("Analysis", "set_choice", name=name, value=value)
    assert chosen(page) == {"lines": 8, "seconds": 120.0}
    page.on_page("Analysis", "set_choice", name="lines", value=1)
    page.on_page("Analysis", "set_choice", name="seconds", value=20)
    assert chosen(page) == {"lines": 1, "seconds": 20}
    [row] = page.rows()["rows"]
    line = merge_rows(board.analysis)[0][0].line
    assert [len(row["line"]), len(line)] == [len(line)] * 2
    page.on_row("play_line", 0, ply=-1)
    page.on_row("play_line", 1, ply=0)
    assert not board.record.moves
    page.on_row("play_line", 0, ply=2)
    assert tuple(board.record.moves) == line[:3]
    assert board.session.is_branching, "nobody answers there"
    board.undo()


def test_a_line_that_is_looked_at_leaves_the_game_what_it_was(open_board):
    board = open_board("polygon", n=6)
    for text in ("A-C", "C-E"):
        board.play(text)
    played = board.record.node
    board.go_to(board.record.root)
    board.session.play_branch([board.state.parse("A-D")])
    assert [str(each.move) for each in board.record.root.children] == ["A-C", "A-D"]
    board.go_to(played)
    assert [str(each) for each in board.record.moves] == ["A-C", "C-E"]


def test_a_row_of_an_agents_position_is_not_played(open_board):
    board = open_board("polygon", n=6, seats=("random", "human"))
    board.session.pause(paused=True)
    board.go_to(board.record.root)
    board.session.is_branching = False
    board.analysing = True
    page = PageDriver(board)
    page.on_row("play_row", 0, version=99)
    assert board.message == ""
    page.on_row("play_row", 0)
    assert "not your turn" in board.message
    assert board.record.node is board.record.root
