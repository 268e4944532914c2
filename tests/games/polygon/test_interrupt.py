"""Ctrl-C ends a search wherever it comes, and what was proved is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from threading import Event, Thread

import pytest
from patience import let_work, worked

import polygames as pg
from polygames.games.polygon import solver
from polygames.games.polygon.solver import Solver, solve
from polygames.runtime import interrupts
from polygames.runtime.interrupts import interruptible

SCRIPT = """
import sys
from time import process_time
import polygames as pg
from polygames.games.polygon.proofs import checkpoint
from polygames.games.polygon import solver

case, path = sys.argv[1:]
solver.HAS_NUMBA = case != "plain" and solver.HAS_NUMBA
checkpoint.Checkpoint.EVERY = 0.0
options = {"checkpoint": path} if case == "writing" else {"progress": case == "progress"}
state = pg.new("polygon", n=12)
try:
    for number in range(3):
        print("begins", flush=True)
        solve = solver.proof_of if case == "proof" else solver.solve
        found = solve(state, seconds=None, **options)
        print("ends", process_time(), getattr(found, "note", found), flush=True)
except KeyboardInterrupt:
    print("broken off", flush=True)
"""
ON_WINDOWS = pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a child")


@pytest.fixture
def started(tmp_path):
    """Return a way to start a script that solves three positions, one after the other."""
    running = []

    def start(case):
        running.append(
            subprocess.Popen(
                [sys.executable, "-c", SCRIPT, case, str(tmp_path / "kept.json")],
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        assert running[-1].stdout.readline() == "begins\n"
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.communicate()


def press(process):
    """Press Ctrl-C, and return how long it worked on and what the answer was."""
    before = worked(process)
    process.send_signal(signal.SIGINT)
    word, when, note = process.stdout.readline().split(maxsplit=2)
    assert word == "ends"
    return float(when) - before, note


@pytest.mark.slow
@ON_WINDOWS
@pytest.mark.parametrize("case", ["plain", "compiled", "writing", "progress", "proof"])
def test_ctrl_c_is_answered_at_once(started, tmp_path, case):
    process = started(case)
    let_work(process, 1)
    took, note = press(process)
    assert took < 2, "Ctrl-C is answered at once: that is the promise"
    assert "interrupted" in note or (case, note) == ("proof", "None\n")
    if case == "writing":
        again = Solver(pg.new("polygon", n=12), checkpoint=tmp_path / "kept.json")
        assert again.nodes > 0


@pytest.mark.slow
@ON_WINDOWS
def test_a_second_ctrl_c_ends_the_program_too(started):
    process = started("plain")
    let_work(process, 0.5)
    press(process)
    assert process.stdout.readline() == "begins\n"
    let_work(process, 0.5)
    process.send_signal(signal.SIGINT)
    assert process.stdout.read() == "broken off\n"


@pytest.mark.slow
@ON_WINDOWS
def test_ctrl_c_much_later_ends_the_next_search_only(started):
    process = started("plain")
    time.sleep(0.5)
    press(process)
    assert process.stdout.readline() == "begins\n"
    time.sleep(2.5)
    press(process)
    assert process.stdout.readline() == "begins\n"


def test_ctrl_c_within_a_callback_is_not_lost(monkeypatch):
    """Python drops what is raised where objects are taken away: here the signal comes there."""

    class Dying:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    class Search(Solver):
        def _advance(self, move):
            super()._advance(move)
            if dying:
                dying.pop()

    dying = [Dying()]
    monkeypatch.setattr(interrupts, "_times", [])
    monkeypatch.setattr(solver, "Solver", Search)
    assert "interrupted" in solve(pg.new("polygon", n=9), seconds=60).note


def test_a_handler_of_ones_own_is_left_in_place():
    heard, before = [], signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        assert interruptible(lambda: signal.raise_signal(signal.SIGINT) or 7, Event()) == 7
        assert interruptible(lambda: 8, Event()) == 8
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard


def test_work_goes_on_where_there_are_no_threads(monkeypatch):
    def none(_):
        msg = "can't start new thread"
        raise RuntimeError(msg)

    monkeypatch.setattr(Thread, "start", none)
    monkeypatch.setattr(solver, "HAS_NUMBA", False)
    assert solve(pg.new("polygon", n=6)).value == 1


def test_an_error_comes_through_as_it_is():
    def fail():
        raise LookupError

    with pytest.raises(LookupError):
        interruptible(fail, Event())
