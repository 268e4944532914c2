"""A fresh process whose threads all load the games at once, on a machine that compiled nothing."""

import json
import os
import subprocess
import sys

import pytest

from polygames.runtime.jit import HAS_NUMBA

needs_numba = pytest.mark.skipif(not HAS_NUMBA, reason="nothing is compiled here")


def run(program, tmp_path, *arguments, **environment):
    """Run a program in a process of its own, and return what it printed as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)} | environment,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


SIXTEEN_THREADS = """
import json, sys, threading
from random import Random
sys.setswitchinterval(1e-4)
import polygames as pg

GAMES = pg.games()
barrier, answers = threading.Barrier(16), []

def ask(number):
    name = GAMES[number % len(GAMES)]
    state = pg.new(name)
    while state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(Random(0)))
    barrier.wait()
    try:
        if number % 2:
            move = pg.analyse(state, seconds=0.1).best
        else:
            level = f"level {1 + number // 2 % 5}"
            move = pg.agent(level, game=name).choose(state.view(state.turn), Random(number))
        answers.append(move in state.legal_moves)
    except BaseException as error:
        answers.append(repr(error))

threads = [threading.Thread(target=ask, args=(number,)) for number in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps(answers))
"""


@pytest.mark.slow
def test_sixteen_threads_of_a_cold_process_all_get_an_answer_from_a_game(tmp_path):
    assert run(SIXTEEN_THREADS, tmp_path) == [True] * 16


LOADING_FAILS_ONCE = """
import json, sys

class FullDisk:
    def find_spec(self, name, path=None, target=None):
        if name == "numba.core.dispatcher":
            sys.meta_path.remove(self)
            raise ImportError("the disk was full")

sys.meta_path.insert(0, FullDisk())
try:
    import polygames.games.splinter.agents
except ImportError as error:
    print(json.dumps(str(error)))
import polygames.games.splinter.agents
"""


@needs_numba
def test_the_error_of_loading_numba_is_passed_on_and_the_next_use_loads_it(tmp_path):
    assert run(LOADING_FAILS_ONCE, tmp_path) == "the disk was full"


BOARDS = """
import asyncio, json, os, sys
import polygames as pg

async def play():
    boards = [pg.play(name, autosave=None) for name in sys.argv[1:]]
    for board in boards:
        board.analysing = True
    found = {}
    while len(found) < len(boards):
        await asyncio.sleep(0.1)
        for number, board in enumerate(boards):
            board._analysis_panel.live_analysis.record_heartbeat("page")
            if board.analysis is not None and not board.analysis.is_quick_look:
                found[number] = board.analysis.state.game
    print(json.dumps([found[number] for number in range(len(boards))]))

asyncio.run(play())
sys.stdout.flush()
os._exit(0)
"""


@needs_numba
@pytest.mark.slow
def test_boards_that_are_opened_in_one_cell_of_a_cold_kernel_are_all_analysed(tmp_path):
    boards = ["splinter", "territory"] * 4
    assert run(BOARDS, tmp_path, *boards) == boards


AFTER_THE_END = """
import threading
from polygames.runtime.compile_listeners import listening_to_compiler
from polygames.runtime.jit import compiled

@compiled
def double(number):
    return number + number

def outlive_the_program():
    threading.main_thread().join()
    with listening_to_compiler(lambda: print('"compiled"')):
        double(3)

print('"nothing was compiled"')
threading.Thread(target=outlive_the_program).start()
"""


@needs_numba
def test_a_program_that_has_ended_does_not_wait_for_code_to_be_compiled(tmp_path):
    (tmp_path / "program.py").write_text(AFTER_THE_END)
    program = "import runpy; runpy.run_path('program.py')"
    assert run(program, tmp_path) == "nothing was compiled"


WITHOUT_JIT = """
import json
from random import Random
import polygames as pg
from polygames.runtime.jit import HAS_NUMBA
from polygames.search.analysis.readiness import quick_agent

def use(name):
    state = pg.new(name, **({"size": 6} if name == "territory" else {}))
    if state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(Random(0)))
    board = pg.play(name, autosave=None)
    assert board.session.record.game == name
    for agent in (*pg.game(name).agents, *pg.game(name).level_names):
        move = quick_agent(pg.game(name), agent).choose(state.view(state.turn), Random(0))
        assert move in state.legal_moves, agent
    assert pg.analyse(state, seconds=0.1).best in state.legal_moves
    if name != "splitter":
        assert pg.solve(state, seconds=0.1).nodes >= 0
        pg.match(name, "level 1", "random", games=2, workers=1, seed=0)
    return name

print(json.dumps([HAS_NUMBA, [use(name) for name in pg.games()]]))
"""


def test_the_verbs_work_where_numba_is_told_to_compile_nothing(tmp_path):
    found = run(WITHOUT_JIT, tmp_path, NUMBA_DISABLE_JIT="1")
    assert found == [False, ["polygon", "splinter", "split", "splitter", "territory"]]
