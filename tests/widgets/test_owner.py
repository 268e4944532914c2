"""One owner of a game: a cell that plays and clicks beside it, in two threads; interrupts."""

import asyncio
import signal
import sys
import threading
import time
from itertools import islice
from random import Random

import pytest
from patience import WAIT_TIMEOUT_SECONDS, await_condition, wait_for_condition

from polygames.runtime.game_lock import GAME_LOCK
from polygames.view.frame import clickable_moves
from polygames.view.position_view import view_of

CLICKS = 300
SOONER = 1e-5
"""Seconds between two threads' turns: they meet in the middle of everything."""


@pytest.fixture
def busy():
    before = sys.getswitchinterval()
    sys.setswitchinterval(SOONER)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def board(open_board):
    return open_board("splinter")


def next_click(board):
    """Return what a page sends for its first move."""
    frame = board.pointer.frame
    way = next(iter(clickable_moves(board.state)))
    return {"kind": "move", "version": frame["version"], "spelling": list(way)}


def step(board, rng):
    """Do in a cell what a person might: play, take back, begin anew."""
    with GAME_LOCK:  # what it looks at and what it does then belong together
        record = board.record
        if record.state.outcome is not None:
            board.new()
        elif record.moves and rng.random() < 0.3:
            record.pop()
        else:
            record.push(next(iter(record.state.legal_moves)))


def click(board, rng):
    """Send what a page sends that has the last frame; whether it was taken."""
    frame = board.pointer.frame
    with_spelling = list(clickable_moves(board.state)) if frame["active"] else []
    if not with_spelling:
        return False
    before = len(taken := board.taken)
    message = {"kind": "move", "version": frame["version"], "spelling": rng.choice(with_spelling)}
    board.handle_message(message)
    return len(taken) > before


def is_whole(record):
    """Whether each node follows from the one before, and the current one is in the tree."""
    path = record.path
    pairs = zip(path, islice(path, 1, None), strict=False)
    return path[0] is record.root and all(
        after in before.children and before.state.play(after.move) == after.state
        for before, after in pairs
    )


@pytest.mark.slow
@pytest.mark.usefixtures("busy")
def test_clicks_beside_a_cell_that_plays_leave_record_board_and_picture_the_same(board):
    board.taken, play = [], board.session.play
    board.session.play = lambda move: (play(move), board.taken.append(move))
    ended, failed = threading.Event(), []

    def page():
        rng, end = Random(2), time.monotonic() + WAIT_TIMEOUT_SECONDS
        try:
            while len(board.taken) < CLICKS and time.monotonic() < end:
                click(board, rng)
        except BaseException as error:  # noqa: BLE001 - the test shows it
            failed.append(error)
        finally:
            ended.set()

    thread = threading.Thread(target=page)
    thread.start()
    rng = Random(1)
    while not ended.is_set():
        step(board, rng)
        time.sleep(0.0005)
    thread.join()
    assert failed == []
    assert len(board.taken) >= CLICKS
    assert is_whole(board.record)
    last_picture = view_of(board.record.node).picture()
    assert board.scene == last_picture, "the last picture is that of the state"
    assert board.pointer.frame["version"] == board.version
    assert not GAME_LOCK.is_held


def test_an_interrupt_in_a_change_comes_after_it(board):
    seen = []

    def changed():
        signal.raise_signal(signal.SIGINT)
        seen.append(board.state.ply)

    board.session.on_change = changed
    with pytest.raises(KeyboardInterrupt):
        board.record.push(next(iter(board.state.legal_moves)))
    assert seen == [1], "what shows the change is done to its end"
    assert not GAME_LOCK.is_held
    board.session.on_change = board.refresh
    board.play(next(iter(board.state.legal_moves)))
    assert board.state.ply == 2


def test_who_waits_for_the_owner_can_be_interrupted():
    taken, ended = threading.Event(), threading.Event()

    def hold():
        with GAME_LOCK:
            taken.set()
            ended.wait(WAIT_TIMEOUT_SECONDS)

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait(WAIT_TIMEOUT_SECONDS)
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt), GAME_LOCK:
        pytest.fail("it is held by another thread")
    ended.set()
    thread.join()
    with GAME_LOCK:
        assert GAME_LOCK.is_held


def test_what_takes_its_time_leaves_the_owner_to_others():
    got = []

    def other():
        with GAME_LOCK:
            got.append(1)

    with GAME_LOCK:
        with GAME_LOCK.suspend():
            thread = threading.Thread(target=other)
            thread.start()
            thread.join(WAIT_TIMEOUT_SECONDS)
        assert GAME_LOCK.is_held
    assert got == [1]


@pytest.fixture
def subshell():
    """Run an event loop in a second thread, as a kernel does that hears its pages there."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def hear(act):
        async def heard():
            return act()

        return asyncio.run_coroutine_threadsafe(heard(), loop).result(WAIT_TIMEOUT_SECONDS)

    yield hear
    loop.call_soon_threadsafe(loop.stop)
    thread.join(WAIT_TIMEOUT_SECONDS)
    loop.close()


def wait_until_told(board):
    """Wait until a page has heard of the position, while nothing else runs in this thread."""
    wait_for_condition(lambda: board.pointer.frame["version"] == board.version)


def greet(board):
    board.handle_message({"kind": "report_presence", "view": "v", "is_visible": True})


def test_pages_hear_what_a_cell_plays_while_it_still_runs(board, subshell):
    async def cell():
        board.play("h9-h10")
        wait_until_told(board)

    subshell(lambda: greet(board))
    while board._controls_debounce._timer.is_set:  # what it asked for is still to be done
        time.sleep(0.01)
    asyncio.run(cell())  # the page is told in its own loop
    subshell(lambda: board.handle_message(next_click(board)))
    assert len(board.record.moves) == 2


async def test_a_page_that_comes_while_a_cell_runs_need_not_wait_for_its_end(board, subshell):
    board.play("h9-h10")  # no page has been heard: it would be told by the loop of the cell
    subshell(lambda: greet(board))
    wait_until_told(board)


def test_a_loop_that_has_ended_keeps_nobody_waiting(board):
    async def heard():
        greet(board)

    async def cell():
        board.play("h9-h10")
        await await_condition(lambda: board.pointer.frame["version"] == board.version)

    asyncio.run(heard())
    asyncio.run(cell())
