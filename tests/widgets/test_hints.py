"""Hints, analyses and reviews at a board show a quick look, and then what the search says."""

import asyncio
from contextlib import closing
from threading import Event

import pytest
from helpers import random_states, record_game
from page_driver import PageDriver
from patience import await_condition

import polygames as pg
from polygames.core.analysis import Analysis, MoveValue
from polygames.core.descriptions import move_merits, move_text
from polygames.core.protocol import CHANCE
from polygames.search import deepen
from polygames.search.analysis import readiness
from polygames.widgets import live_analysis
from polygames.widgets.hints import NO_REASON_YET, QUICK_HINT, WAITED_HINT


class Preparing:
    """Stands for a search that has to be compiled: the quick look, and the rest once it may."""

    def __init__(self):
        self.go = Event()

    def __call__(self, state, *, stop, **_):
        first, second = list(state.legal_moves)[:2]
        yield Analysis(
            state, (MoveValue(first, 0.25, -1.0, 1.0),), note="quick look", is_quick_look=True
        )
        while not self.go.wait(0.005):
            if stop.is_set():
                return
        yield Analysis(state, (MoveValue(second, 0.5, 0.4, 0.6),), note="search")


@pytest.fixture
def search(monkeypatch):
    found = Preparing()
    monkeypatch.setattr(live_analysis, "deepen", found)
    yield found
    found.go.set()


def labels(board):
    first, second = list(board.state.legal_moves)[:2]
    return [
        f"{move_text(board.state, move)}. {move_merits(board.state, (move,))}"
        for move in (first, second)
    ]


async def test_a_hint_is_a_quick_look_first_and_better_when_the_search_is_ready(open_board, search):
    board = open_board("polygon", n=8)
    first, second = labels(board)
    board.hint()
    await await_condition(lambda: "Hint" in board.message)
    assert board.message == f"Hint: {first} {QUICK_HINT}"
    await await_condition(
        lambda: "polygames-busy" in PageDriver(board).header
    )  # something moves meanwhile
    board.session.running_job.is_compiling = True
    board.session.on_change()
    await await_condition(lambda: board.message == f"Hint: {first} {WAITED_HINT}")
    search.go.set()
    await await_condition(lambda: board.session.running_job is None)
    assert board.message == f"Hint: {second}"


async def test_a_move_after_the_quick_hint_ends_the_search_and_nothing_is_said_of_it(
    open_board, search
):
    board = open_board("polygon", n=8)
    board.hint()
    await await_condition(lambda: "Hint" in board.message)
    job = board.session.running_job
    board.play("A-C")
    assert job.stop.is_set()
    search.go.set()
    await asyncio.sleep(0.05)
    assert "Hint" not in board.message


async def test_a_placement_that_waits_is_not_taken_back_by_a_better_hint(open_board, search):
    board = open_board("splitter")
    first, _ = labels(board)
    board.hint()
    await await_condition(lambda: "Hint" in board.message)
    assert board.message == f"Hint: {first} {QUICK_HINT}"
    placement = next(iter(board.state.legal_moves))
    board.choose(placement)
    search.go.set()
    await asyncio.sleep(0.05)
    assert board.choice == placement
    board.refresh()
    await await_condition(
        lambda: "first guess" not in board.message
    )  # nothing is waited for any more


@pytest.mark.slow
@pytest.mark.parametrize("game", pg.games())
async def test_every_board_gives_a_hint_from_an_unprepared_search_in_the_end(
    open_board, game, monkeypatch
):
    monkeypatch.setattr(readiness, "_ready_games", set())

    board = open_board(game)
    board.hint()
    await await_condition(lambda: "Hint" in board.message)
    await await_condition(lambda: board.session.running_job is None)
    assert "first guess" not in board.message
    assert board.message.startswith("Hint: ")


@pytest.mark.parametrize("game", pg.games())
def test_a_first_guess_has_a_reason_or_says_that_it_has_none(open_board, game, monkeypatch):
    monkeypatch.setattr(readiness, "_ready_games", set())
    options = {"polygon": {"n": 8}, "territory": {"preset": "half"}}.get(game, {})
    states = [each for each in random_states(pg.new(game, **options), 3) if each.turn != CHANCE]
    guesses = 0
    for state in states[:12]:
        with closing(deepen(state)) as answers:
            found = next(answers)
        board = open_board(state)
        board._hints.show_analysis(found)
        assert (QUICK_HINT in board.message) == found.is_quick_look
        if found.is_quick_look:
            guesses += 1
            merits = move_merits(state, (found.best,), board.session.names)
            reason = merits or NO_REASON_YET
            assert board.message == f"Hint: {move_text(state, found.best)}. {reason} {QUICK_HINT}"
    assert guesses


async def test_a_first_guess_without_a_reason_says_so_as_long_as_it_is_shown(open_board, search):
    board = open_board("splinter")
    move = next(iter(board.state.legal_moves))
    assert not move_merits(board.state, (move,))
    board.hint()
    await await_condition(lambda: "Hint" in board.message)
    guess = f"Hint: {move_text(board.state, move)}. {NO_REASON_YET}"
    assert board.message == f"{guess} {QUICK_HINT}"
    board.session.running_job.is_compiling = True
    board.session.on_change()
    await await_condition(lambda: board.message == f"{guess} {WAITED_HINT}")
    search.go.set()
    await await_condition(lambda: NO_REASON_YET not in board.message)


async def test_an_analysis_that_is_shown_is_first_a_quick_look(open_board, search):
    board = open_board("polygon", n=8)
    board.analyse(seconds=0.5)
    await await_condition(lambda: "quick look" in PageDriver(board).rows()["note"])
    search.go.set()
    await await_condition(lambda: "search" in PageDriver(board).rows()["details"])


async def test_a_hint_does_not_rest_on_a_quick_look_that_the_live_analysis_has_left(
    open_board, search
):
    board = open_board("polygon", n=8)
    _, second = labels(board)
    board.analysing = True
    await await_condition(lambda: board.analysis is not None)
    search.go.set()
    board.hint()
    await await_condition(lambda: board.message == f"Hint: {second}")


async def test_a_first_review_says_how_far_it_is_and_judges_no_move_by_a_quick_look(
    open_board, monkeypatch
):
    monkeypatch.setattr(readiness, "_ready_games", set())
    told = []

    record = record_game("split", "draw 0,5 - 10,5", "color blue", "draw 5,0 - 5,5")
    board = open_board(record)
    page = board.get_panel("Review").display
    page.observe(lambda change: told.append(change["new"]), "content")
    board.review()
    assert page.content["progress"]["done"] == 0
    await await_condition(lambda: not board.get_panel("Review").is_running)
    steps = [each["progress"] for each in told if each["progress"]]
    words = [each["text"] for each in steps]
    assert any("a first look" in each or "is getting ready" in each for each in words)
    assert max(each["done"] for each in steps) >= 2
    assert {each["all"] for each in steps} == {3}
    assert told[-1]["progress"] is None


async def test_a_review_that_is_stopped_keeps_nothing_of_quick_looks(open_board, monkeypatch):
    monkeypatch.setattr(readiness, "_ready_games", set())

    board = open_board(record_game("split", "draw 0,5 - 10,5"))
    board.review()
    await await_condition(lambda: board.get_panel("Review").review is not None)
    is_quick = board.get_panel("Review").review.is_quick_look
    board.get_panel("Review")._stop_review()
    assert is_quick is (board.get_panel("Review").review is None)


@pytest.mark.parametrize("merits", ["", "It has a reason."])
def test_a_move_without_another_reason_is_compared_with_all_others(open_board, monkeypatch, merits):
    board = open_board("territory", size=4, seed=2, preset=None, penalty=0.5)
    monkeypatch.setattr("polygames.widgets.hints.move_merits", lambda *_: merits)
    first, *others = list(board.state.legal_moves)
    found = [MoveValue(first, 7, 7, 7, proved=True)]
    found += [MoveValue(move, 2, 2, 2, proved=True) for move in others]
    board._hints.show_analysis(Analysis(board.state, tuple(found), measure="lead"))
    assert ("Every other move leads to at least 5 points less." in board.message) == (not merits)
