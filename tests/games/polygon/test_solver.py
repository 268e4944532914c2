"""The solver agrees with plain minimax, and says "not proved" where nothing is."""

import os
import signal
import subprocess
import sys
from functools import cache
from itertools import product
from random import Random
from threading import Event

import pytest
from helpers import polygon, random_state
from patience import Timer, cpu_seconds, wait_for_work
from strategies import AFFINE_HEXAGON, UNEVEN_HEXAGON

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.polygon import solver
from polygames.games.polygon.agents import SolverAgent
from polygames.games.polygon.proofs.proof import check_proof
from polygames.games.polygon.proofs.root_search import Engines
from polygames.games.polygon.rules import Claim
from polygames.games.polygon.solver import Solver, proof_of, solve
from polygames.runtime import clock, interrupts
from polygames.runtime.interrupts import run_interruptible

COLORS = ("different", "same", "any", "mixed")
PENTAGON = [(0, 0), (4, 0), (5, 3), (2, 5), (-1, 2)]


@cache
def minimax(state):
    """Return who wins, by the rules alone: the seat, or None where a length cap decides."""
    if state.outcome is not None:
        return min(state.outcome.winners, default=None)
    results = {minimax(state.play(move)) for move in state.legal_moves}
    if state.turn in results:
        return state.turn
    return None if None in results else 1 - state.turn


def value(seat):
    return None if seat is None else 1 - 2 * seat


def plain(monkeypatch):
    """Leave the solver without compiled functions."""
    monkeypatch.setattr(solver, "HAS_NUMBA", False)


def compiled(monkeypatch):
    """Let the solver begin with compiled functions."""
    monkeypatch.setattr(solver, "FIRST_ENGINE_POSITIONS", 0)


@pytest.fixture(params=[plain, compiled])
def engine(request, monkeypatch):
    request.param(monkeypatch)
    return request.param.__name__


@pytest.mark.usefixtures("engine")
def test_in_the_hexagon_long_diagonals_win_and_short_ones_lose():
    solution = pg.solve(pg.new("polygon", n=6), every_move=True)
    long = {"A-D", "B-E", "C-F", "D-A", "E-B", "F-C"}
    assert {str(move) for move, value in solution.values.items() if value == 1} == long
    assert len(solution.values) == 18
    assert str(solution.best) in long
    assert solution.line[0] == solution.best


# --- Against plain minimax ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("concurrent", ["strict", "lenient"])
@pytest.mark.parametrize("colors", COLORS)
@pytest.mark.parametrize(
    "options",
    [{"n": 6}, *({"vertices": shape} for shape in (UNEVEN_HEXAGON, AFFINE_HEXAGON, PENTAGON))],
    ids=str,
)
@pytest.mark.usefixtures("engine")
def test_every_move_has_the_value_of_minimax(options, colors, concurrent):
    """With a length cap, as the form "any" is endless: three values, not two."""
    cap = {"different": 20, "same": 6, "any": 5, "mixed": 8}[colors]
    start = pg.new("polygon", **options, colors=colors, concurrent=concurrent, max_plies=cap)
    solution = solve(start, every_move=True)
    assert solution.value == value(minimax(start))
    for move in start.legal_moves:
        assert solution.values.get(move) == value(minimax(start.play(move)))


@pytest.mark.slow
@pytest.mark.parametrize("colors", COLORS)
@pytest.mark.usefixtures("engine")
def test_positions_in_the_middle_have_the_value_of_minimax(colors):
    for seed, plies in product(range(6), (1, 2, 3)):
        state = random_state(seed, plies, "polygon", n=7, colors=colors, max_plies=plies + 4)
        solution = solve(state)
        assert solution.value == value(minimax(state))
        if solution.value is not None and state.outcome is None:
            assert check_proof(proof_of(state)) > 0


@pytest.mark.usefixtures("engine")
def test_without_symmetries_the_values_are_the_same(monkeypatch):
    expected = solve(pg.new("polygon", n=6), every_move=True).values
    one = [[k] for k in range(18)]
    for module in ("root_search", "pn_search", "dfpn"):
        path = f"polygames.games.polygon.proofs.{module}.orbits"
        monkeypatch.setattr(path, lambda state: [[k] for k in range(len(state.segments))])
    state = pg.new("polygon", n=6)
    assert [move.group for move in Solver(state).root.moves] == one
    assert solve(state, every_move=True).values == expected


# --- Not proved, stopped --------------------------------------------------------------


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("n", "cap", "won"), [(5, 4, None), (5, 5, None), (5, 6, 1), (4, 1, None), (4, 2, 1)]
)
def test_a_length_cap_is_no_result_and_a_win_before_it_is_one(n, cap, won):
    """The pentagon is over after five moves, the square after one."""
    state = pg.new("polygon", n=n, max_plies=cap)
    solution = solve(state, every_move=True)
    assert (solution.value, proof_of(state) is None) == (won, won is None)
    if won is None:
        assert not solution.values
        assert "length cap" in solution.note


@pytest.mark.usefixtures("engine")
def test_a_claim_loses_and_is_the_last_move_of_the_line_and_the_move_where_none_is_left():
    state = pg.new("polygon", n=4, claim=True)
    solution = solve(state, every_move=True)
    assert solution.value == 1
    assert solution.values[Claim()] == -1
    assert solution.line[-1] == Claim()
    lost = polygon("A-C", n=4, claim=True)
    solution = solve(lost)
    assert (solution.value, solution.best, solution.line) == (1, Claim(), (Claim(),))
    assert solution.values == {Claim(): 1}
    assert check_proof(proof_of(lost)) == 1
    assert pg.analyse(lost, seconds=0.1).moves[0].move == Claim()
    assert solve(lost.play(Claim())).value == 1


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("texts", "options", "value"),
    [
        ((), {"n": 3}, -1),
        (("A-C",), {"n": 4}, 1),
        (("A-C", "claim"), {"n": 4, "claim": True}, 1),
        (("claim",), {"n": 6, "claim": True}, -1),
        (("A-C", "C-E"), {"n": 6, "max_plies": 2}, None),
        (("A-C",), {"n": 4, "max_plies": 1, "claim": True}, None),
    ],
)
def test_a_game_that_is_over_has_its_value_and_no_move(texts, options, value):
    state = polygon(*texts, **options)
    solution = solve(state)
    assert (solution.value, solution.best, solution.line) == (value, None, ())
    assert "the game is over" in solution.note
    assert not solution.values
    assert solve(state, every_move=True) == solution
    assert proof_of(state) is None
    search = Solver(state)
    search.run()
    assert search.winner == {1: 0, -1: 1, None: None}[value]
    with pytest.raises(OptionError, match="the game is over"):
        search.best_move()


def test_a_search_stopped_at_once_says_so_and_names_no_best_move():
    stop = Event()
    stop.set()
    state = pg.new("polygon", n=30, colors="any")
    solution = solve(state, stop=stop)
    assert (solution.value, solution.nodes) == (None, 0)
    assert solution.best is None
    assert proof_of(pg.new("polygon", n=8), stop=stop) is None


@pytest.mark.usefixtures("engine")
def test_time_or_the_stop_flag_ends_the_search():
    solution = solve(pg.new("polygon", n=5, colors="any"), seconds=0.2)  # it is endless
    assert (solution.value, solution.note) == (None, "not proved in time")
    assert solution.best is None
    stop = Event()
    Timer(0.2, stop.set).start()
    assert solve(pg.new("polygon", n=10), seconds=None, stop=stop).value is None


def test_lines_are_read_in_what_is_left_of_the_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(clock, "monotonic", lambda: now[0])
    search = Solver(pg.new("polygon", n=5))
    assert search.reading_clock.seconds_left == Solver.MAX_READING_SECONDS
    search.clock = clock.Clock(10)
    left = [search.reading_clock.seconds_left for now[0] in (0.0, 9.5, 20.0)]
    assert left == pytest.approx([Solver.MAX_READING_SECONDS, 0.5, Solver.MIN_READING_SECONDS])
    search.budget = 1
    assert search.reading_clock.seconds_left is None, "where work is counted no time does"


def test_ctrl_c_keeps_what_is_proved(monkeypatch):
    state = pg.new("polygon", n=8)
    search = Solver(state)
    steps = Solver._advance_move

    def interrupted(self, move):
        if any(each.winner is not None for each in self.root.moves):
            raise KeyboardInterrupt
        steps(self, move)

    monkeypatch.setattr(Solver, "_advance_move", interrupted)
    search.run()
    solution = search.solution()
    assert solution.value is None
    assert "interrupted" in solution.note
    assert set(solution.values.values()) == {-1}
    monkeypatch.undo()
    search.run()
    assert search.solution().value == -1


def test_a_table_far_too_small_gives_the_same_values(monkeypatch):
    compiled(monkeypatch)
    monkeypatch.setattr("polygames.games.polygon.proofs.dfpn.ENTRY_BYTES", 2**14)
    search = Solver(pg.new("polygon", n=8), memory=2)
    search.run(every_move=True)
    assert search.engines.compiled.table.keys.size == 1024
    assert set(search.solution().values.values()) == {-1}
    assert check_proof(search.proof()) > 1000


@pytest.mark.parametrize("memory", [0, -1, 1.5, None, "64", 10**9, float("nan"), True])
def test_the_memory_of_a_solver_is_checked(memory):
    with pytest.raises(OptionError, match="the option memory"):
        solve(pg.new("polygon", n=7), memory=memory)


@pytest.mark.slow
def test_the_agent_wins_every_game_that_is_won():
    for seed in range(6):
        rng = Random(seed)
        agents = [SolverAgent(seconds=None), pg.agent("random", game="polygon")]
        state = pg.new("polygon", n=7)
        while state.outcome is None:
            state = state.play(agents[state.turn].choose(state, rng))
        assert state.outcome.winners == {0}


def test_the_agent_plays_no_move_that_is_proved_to_lose(monkeypatch):
    """Three moves, each with three replies: two of them are proved to lose, without a winner."""
    state = polygon("A-E", n=7)
    values = solve(state, seconds=None, every_move=True).values
    assert {len(state.play(move).segments) for move in values} == {3}
    losing = [move for move, result in values.items() if result == 1]
    assert len(values) - len(losing) == 1
    monkeypatch.setattr(Solver, "run", lambda _: None)
    monkeypatch.setattr(Solver, "values", lambda _: dict.fromkeys(losing, 1))
    for seed in range(5):
        assert SolverAgent().choose(state, Random(seed)) not in losing


# --- Ctrl-C ends a search wherever it comes, and what was proved is kept -------------------------

SCRIPT = """
import sys
from time import process_time
import polygames as pg
from polygames.games.polygon import solver
from polygames.runtime import interrupts

case, interrupts.SECOND_INTERRUPT_SECONDS = sys.argv[1], float(sys.argv[2])
solver.HAS_NUMBA = case != "plain" and solver.HAS_NUMBA
state = pg.new("polygon", n=12)
try:
    for number in range(3):
        print("begins", flush=True)
        solve = solver.proof_of if case == "proof" else solver.solve
        found = solve(state, seconds=None, progress=case == "progress")
        print("ends", process_time(), getattr(found, "note", found), flush=True)
except KeyboardInterrupt:
    print("broken off", flush=True)
"""
ON_WINDOWS = pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a child")


@pytest.fixture
def started():
    """Return a way to start a script that solves three positions, one after the other."""
    running = []

    def start(case, again=2):
        running.append(
            subprocess.Popen(
                [sys.executable, "-c", SCRIPT, case, str(again)],
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
    before = cpu_seconds(process)
    process.send_signal(signal.SIGINT)
    word, when, note = process.stdout.readline().split(maxsplit=2)
    assert word == "ends"
    return float(when) - before, note


@pytest.mark.slow
@ON_WINDOWS
@pytest.mark.parametrize("case", ["plain", "compiled", "progress", "proof"])
def test_ctrl_c_is_answered_at_once(started, case):
    process = started(case)
    wait_for_work(process, 1)
    took, note = press(process)
    assert took < 2, "Ctrl-C is answered at once: that is the promise"
    assert "interrupted" in note or (case, note) == ("proof", "None\n")


@pytest.mark.slow
@ON_WINDOWS
@pytest.mark.parametrize("again", [float("inf"), 0], ids=["soon", "much later"])
def test_a_second_ctrl_c_ends_the_program_too_and_one_much_later_the_next_search_only(
    started, again
):
    process = started("plain", again)
    wait_for_work(process, 0.5)
    press(process)
    assert process.stdout.readline() == "begins\n"
    wait_for_work(process, 0.5)
    if again:
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "broken off\n"
    else:
        press(process)
        assert process.stdout.readline() == "begins\n"


def test_ctrl_c_within_a_callback_is_not_lost(monkeypatch):
    """Python drops what is raised where objects are taken away: here the signal comes there."""

    class Dying:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    class Search(Solver):
        def _advance_move(self, move):
            super()._advance_move(move)
            if dying:
                dying.pop()

    dying = [Dying()]
    monkeypatch.setattr(interrupts, "_interrupt_times", [])
    monkeypatch.setattr(solver, "Solver", Search)
    assert "interrupted" in solve(pg.new("polygon", n=9), seconds=60).note


def test_a_handler_of_ones_own_is_left_in_place():
    heard, before = [], signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        assert run_interruptible(lambda: signal.raise_signal(signal.SIGINT) or 7, Event()) == 7
        assert run_interruptible(lambda: 8, Event()) == 8
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard


@pytest.mark.usefixtures("no_threads")
def test_work_goes_on_where_there_are_no_threads(monkeypatch):
    monkeypatch.setattr(solver, "HAS_NUMBA", False)
    assert solve(pg.new("polygon", n=6)).value == 1


def test_an_error_comes_through_as_it_is():
    def fail():
        raise LookupError

    with pytest.raises(LookupError):
        run_interruptible(fail, Event())


def test_no_time_to_prove_is_spent_on_compiling_the_search(monkeypatch):
    left = []

    def load(_, __, clock):
        with clock.exclude_compilation():
            left.append(clock.seconds_left)
        left.append(clock.seconds_left)
        clock.stop.set()

    monkeypatch.setattr(solver, "HAS_NUMBA", True)
    monkeypatch.setattr(Engines, "load", load)
    assert solve(pg.new("polygon", n=10), seconds=600).note == "not proved in time"
    during, after = left
    assert during is None, "the clock stands still"
    assert after is not None
