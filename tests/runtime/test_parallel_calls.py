"""Calls come out the same wherever they are made, and what dies is called again."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import joblib
import pytest
from patience import wait_for_condition

import polygames as pg
from polygames.runtime.parallel_calls import (
    ParallelCalls,
    make_picklable,
    short_error_text,
)


def square(number):
    return number * number


def seven_raises(number):
    if number == 7:
        message = "seven"
        raise ValueError(message)
    return number


def dies_once(item):
    number, path = item
    if number == 7 and not os.path.lexists(path):
        os.close(os.open(path, os.O_CREAT))
        os._exit(3)
    return number


def seven_dies(number):
    if number == 7:
        os._exit(3)
    return number


def interrupts(number):
    if number == 3:
        raise KeyboardInterrupt
    return number


@pytest.mark.parametrize("backend", ["sequential", "threading", "loky"])
def test_results_are_the_same_on_every_backend(backend):
    with joblib.parallel_config(backend, n_jobs=2):
        found = sorted(ParallelCalls(square, range(50)))
    assert found == [(number, number**2) for number in range(50)]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_says_with_which_item(workers):
    with pytest.raises(ValueError, match="seven") as caught:
        list(ParallelCalls(seven_raises, range(20), workers=workers))
    assert caught.value.__notes__[0] == "in call 7: 7"


@pytest.mark.slow
def test_what_was_lost_with_a_process_is_called_again(tmp_path):
    items = [(number, str(tmp_path / "died")) for number in range(20)]
    assert sorted(ParallelCalls(dies_once, items, workers=2)) == [(n, n) for n in range(20)]


@pytest.mark.slow
def test_only_the_call_of_which_processes_die_is_given_up():
    found = dict(
        ParallelCalls(seven_dies, range(12), workers=2, lost_result=lambda item, _: f"lost {item}")
    )
    assert found == {n: n for n in range(12)} | {7: "lost 7"}
    with pytest.raises(pg.ArenaError, match="call 0, 7: TerminatedWorkerError"):
        list(ParallelCalls(seven_dies, [7], workers=2))


GROWING = """
import sys, time, warnings
from polygames.runtime.parallel_calls import ParallelCalls

def grows(number):
    sys.kept = [*getattr(sys, "kept", ()), bytearray(400_000_000)]  # too much for loky, after 1 s
    time.sleep(1.2)
    return number

warnings.simplefilter("error")
print(*sorted(number for number, _ in ParallelCalls(grows, range(6), workers=2)))
"""


@pytest.mark.slow
def test_a_worker_that_stops_between_calls_is_replaced_where_warnings_are_errors():
    """Loky warns of it in a thread of its own; were that an error, all would wait for ever."""
    run = subprocess.run(
        [sys.executable, "-c", GROWING], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.stdout.split() == list("012345"), run.stderr


def test_an_interrupt_in_a_call_comes_after_what_was_done():
    stream = iter(ParallelCalls(interrupts, range(9), workers=1))
    assert [next(stream) for _ in range(3)] == [(0, 0), (1, 1), (2, 2)]
    with pytest.raises(KeyboardInterrupt):
        next(stream)


def test_no_call_begins_once_it_is_stopped():
    spread = ParallelCalls(square, range(100), workers=1)
    found = []
    for place, _ in spread:
        found.append(place)
        if place == 4:
            spread.stop()
    assert found == [0, 1, 2, 3, 4]


def test_an_error_is_told_in_a_line_and_can_be_sent():
    class LocalError(Exception):
        pass

    assert short_error_text(LocalError("no\nidea")).endswith("LocalError: no idea")
    with pytest.raises(SyntaxError) as caught:
        compile("def f(", "mine.py", "exec")
    assert short_error_text(caught.value) == "SyntaxError: '(' was never closed (mine.py, line 1)"
    assert str(make_picklable(LocalError("gone"))) == "gone"


PROGRAM = """
import os
import time
from polygames.runtime.parallel_calls import ParallelCalls

def work(call):
    print(os.getpid(), flush=True)
    time.sleep(60)

list(ParallelCalls(work, range(4), workers=2))
"""


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    return state.rpartition(")")[2].split()[0] != "Z"  # a zombie has ended


@pytest.mark.slow
def test_workers_of_a_killed_program_end_soon(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        workers = [int(program.stdout.readline()) for _ in range(2)]
        program.send_signal(signal.SIGKILL)
    wait_for_condition(lambda: not any(map(is_running, workers)))
