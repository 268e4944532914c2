"""Whatever runs, an interrupt (Ctrl-C) is answered at once."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from select import select
from socket import socketpair
from subprocess import PIPE, Popen
from threading import Thread
from time import sleep

import numpy as np
import pytest
from helpers import record_game
from patience import WAIT_TIMEOUT_SECONDS, Timer, cpu_seconds, wait_for_condition, wait_for_work

import polygames as pg
from polygames.runtime.clock import Clock, ClockWatcher
from polygames.runtime.interrupts import InterruptListener, reraise_interrupt
from polygames.search import playouts

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems send no SIGINT")

CHILD = Path(__file__).parent.parent / "interrupted.py"
AT_WORK = 0.2
"""Seconds of work after which a door is surely deep in it."""


def interrupt():
    """Interrupt oneself; Python raises KeyboardInterrupt soon after."""
    os.kill(os.getpid(), signal.SIGINT)
    sleep(1)


@pytest.mark.slow
@pytest.mark.parametrize("game", pg.games())
def test_every_door_answers_an_interrupt_within_three_seconds(game):
    with Popen([sys.executable, CHILD, game], stdout=PIPE, bufsize=0) as child:
        try:
            found = dict(answers(child))
        finally:
            child.kill()
    took = {door: f"{seconds:.2f} s" for door, (seconds, _) in found.items()}
    sys.stdout.write(f"{game}: {took}\n")
    assert len(found) > 2
    assert all(seconds < 3 for seconds, _ in found.values())  # 0.3 on a quiet machine
    assert {said for _, said in found.values()} == {"raised"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game in {"polygon", "splitter"} else [pytest.mark.long])
        for game in pg.games()  # of one mechanism; these two have the most doors
    ],
)
def test_after_many_interrupts_every_door_is_as_whole_as_before(game):
    command = [sys.executable, "-X", "faulthandler", CHILD, game, "2"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    assert "ignored" not in run.stderr  # an interrupt that Python has only printed
    sys.stdout.write(run.stdout)


def answers(child):
    """Interrupt a child in each door; yield the door, how long it worked on and how it was left."""
    while line := child.stdout.readline().decode().split(maxsplit=1):
        assert line[0] == "enter"
        wait_for_work(child, AT_WORK, or_until=lambda: select([child.stdout], [], [], 0)[0])
        if select([child.stdout], [], [], 0)[0]:
            child.stdout.readline()  # it was so quick
            continue
        before = cpu_seconds(child)
        child.send_signal(signal.SIGINT)
        assert select([child.stdout], [], [], WAIT_TIMEOUT_SECONDS)[0], f"no answer: {line[1]}"
        said, now = child.stdout.readline().decode().split()
        yield line[1].strip(), (float(now) - before, said)


@pytest.mark.usefixtures("hears_interrupts")
def test_a_watch_raises_the_flag_at_an_interrupt_though_the_clock_runs_on():
    flag = np.zeros(1, np.uint8)
    with ClockWatcher.for_flag(Clock(None), flag):
        with pytest.raises(KeyboardInterrupt):
            interrupt()
        wait_for_condition(lambda: flag[0])
    assert flag[0] == 1


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_from_before_does_not_end_the_next_search():
    with pytest.raises(KeyboardInterrupt), InterruptListener() as listener:
        interrupt()
    flag = np.zeros(1, np.uint8)
    with ClockWatcher.for_flag(Clock(None), flag):
        sleep(3 * ClockWatcher.POLL_SECONDS)
    assert flag[0] == 0
    assert listener.was_interrupted


@pytest.mark.usefixtures("hears_interrupts")
def test_what_keeps_an_interrupt_to_itself_does_not_keep_it_from_those_who_go_on():
    def keeping():
        try:
            interrupt()
        except KeyboardInterrupt:
            return "what it has"

    with pytest.raises(KeyboardInterrupt), reraise_interrupt():
        assert keeping() == "what it has"
    with reraise_interrupt():
        pass


def test_another_thread_hears_nothing_and_changes_nothing():
    before = wakeup()
    heard = []

    def listen():
        with InterruptListener() as listener:
            heard.append((listener.was_interrupted, wakeup()))

    thread = Thread(target=listen)
    thread.start()
    thread.join()
    assert heard == [(False, None)]
    assert wakeup() == before


@pytest.mark.usefixtures("hears_interrupts")
def test_who_waited_for_signals_before_still_gets_them_all():
    reader, writer = socketpair()
    reader.setblocking(False)
    writer.setblocking(False)
    signal.signal(signal.SIGUSR1, lambda *_: None)
    before = signal.set_wakeup_fd(writer.fileno())
    try:
        with InterruptListener() as outer, InterruptListener() as inner:
            os.kill(os.getpid(), signal.SIGUSR1)
            assert not inner.was_interrupted
            with pytest.raises(KeyboardInterrupt):
                interrupt()
            assert inner.was_interrupted
            assert outer.was_interrupted
        assert wakeup() == writer.fileno()
        assert set(reader.recv(100)) == {signal.SIGUSR1, signal.SIGINT}
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
        reader.close()
        writer.close()


def wakeup():
    """Return where Python writes signals, None in a thread that cannot know."""
    try:
        found = signal.set_wakeup_fd(-1)
    except ValueError:
        return None
    signal.set_wakeup_fd(found)
    return found


@pytest.mark.usefixtures("hears_interrupts")
def test_after_an_interrupt_an_agent_thinks_as_before():
    """Its stop flag is not set, and the tree that it kept is that of its last move."""
    state = pg.new("splinter")
    agent = pg.agent("mcts", game="splinter", seconds=None, visits=300)
    agent.choose(state, Random(0))
    kept = agent.last_search
    agent.visits = 2**60
    with Timer(0.3, interrupt), pytest.raises(KeyboardInterrupt):
        agent.choose(state, Random(0))
    assert not agent.stop.is_set()
    assert agent.last_search is kept
    agent.visits = 300
    assert agent.choose(state, Random(0)) in state.legal_moves


@pytest.mark.usefixtures("hears_interrupts")
@pytest.mark.parametrize(
    ("game", "options"), [("splinter", {}), ("territory", {"size": 14, "solitaire": True})]
)
def test_a_solver_keeps_what_it_has_and_an_agent_or_analysis_that_asks_it_ends(game, options):
    state = pg.new(game, **options)
    for search in (pg.solve, pg.analyse):
        with pytest.raises(pg.Interrupted) as stopped, Timer(0.3, interrupt):
            search(state, seconds=60)
        assert stopped.value.result.note


@pytest.mark.usefixtures("hears_interrupts")
@pytest.mark.parametrize(
    "search",
    [
        lambda _: pg.solve(pg.new("polygon", n=13), seconds=60),
        lambda _: pg.analyse("splinter", seconds=60),
        lambda _: playouts("splinter", games=10**9),
        lambda _: pg.review(record_game("polygon", "A-C", "C-E", n=13), seconds=60),
    ],
    ids=["solve", "analyse", "playouts", "review"],
)
def test_an_interrupt_ends_the_loop_around_a_search(search):
    begun, results = [], []
    try:
        for number in range(3):
            begun.append(number)
            with Timer(0.3, interrupt):
                search(number)
    except pg.Interrupted as stopped:
        results.append(stopped.result)
    assert (begun, len(results)) == ([0], 1)
    assert results[0] is not None


LOADING = """
from random import Random
import numpy  # an interrupt of this import breaks numpy itself, in any program
import polygames as pg

def think():
    pg.agent("mcts", game="splinter", seconds=None, visits=9).choose(pg.new("splinter"), Random(0))

print("loads", flush=True)
try:
    while True:  # until it is interrupted, however fast the machine
        think()
except KeyboardInterrupt:
    pass
think()
print("thinks")
"""


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.3, 0.7])
def test_an_interrupt_while_numba_loads_leaves_it_whole(delay):
    with Popen([sys.executable, "-c", LOADING], stdout=PIPE) as child:
        assert child.stdout.readline() == b"loads\n"
        sleep(delay)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=WAIT_TIMEOUT_SECONDS)[0] == b"thinks\n"
