"""Proved values are those of plain minimax on rules.py, whatever the options, in both engines."""

from _thread import interrupt_main
from itertools import islice, product
from random import Random
from string import ascii_letters, digits
from threading import Event

import numpy as np
import pytest
from patience import Timer

import polygames as pg
from polygames.games.territory import solver
from polygames.games.territory.engine.alphabeta import NumbaAlphaBeta
from polygames.games.territory.engine.endgame_position import Position, remaining_tiles
from polygames.games.territory.engine.mtd import PythonAlphaBeta, prove_value
from polygames.games.territory.rules import Stop
from polygames.runtime.clock import Clock

ENGINES = [NumbaAlphaBeta, PythonAlphaBeta]
FEW = 8
"""So many tiles are enough for plain minimax."""
VARIANTS = [
    {"penalty": penalty, "ending": ending, "value": value, "swap": swap}
    for penalty, ending, value, swap in product(
        (-1, -0.3, 0, 0.5, 0.7, 1), ("all", "stuck"), ("square", "linear"), (False, True)
    )
]


@pytest.fixture(params=ENGINES, ids=lambda kind: kind.__name__)
def _engine(request, monkeypatch):
    monkeypatch.setattr(solver, "fastest_engine", request.param)


def minimax(state, known):
    """Return the value by trying everything, on rules.py alone."""
    if state.outcome is not None:
        return state.scores[0] - state.scores[1] if state.seats > 1 else state.scores[0]
    if state not in known:
        values = [minimax(state.play(move), known) for move in state.legal_moves]
        known[state] = max(values) if state.turn == 0 else min(values)
    return known[state]


def small_states(count, options):
    """Yield positions of few tiles: the start, or some random moves later."""
    seed = 0
    while count:
        seed += 1
        rng = Random(f"solver {seed}")
        state = pg.new("territory", size=rng.choice((4, 5)), seed=seed, **options)
        if len(state.board.areas) > FEW:
            continue
        for _ in range(rng.choice((0, 0, 1, 2, 3))):
            if state.outcome is None:
                state = state.play(state.legal_moves.sample(rng))
        count -= 1
        yield state


def line_value(state, line):
    """Play a line to the end of the game: the difference reached."""
    for move in line:
        state = state.play(move)
    assert state.outcome is not None
    return state.scores[0] - state.scores[-1] if state.seats > 1 else state.scores[0]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_value_line_and_every_move_are_those_of_plain_minimax(options, monkeypatch):
    """Eleven positions for each of 48 sets of options, 528 in all; both engines."""
    for state in small_states(11, options):
        known = {}
        value = pytest.approx(minimax(state, known))
        for kind in ENGINES:
            monkeypatch.setattr(solver, "fastest_engine", kind)
            solution = pg.solve(state, seconds=None)
            assert solution.value == value
            assert line_value(state, solution.line) == value
            if state.outcome is None:
                assert solution.best == solution.line[0]
                assert set(solution.values) == set(state.legal_moves)
            for move, found in solution.values.items():
                assert found == pytest.approx(minimax(state.play(move), known))


@pytest.mark.parametrize(
    ("options", "tiles"),
    [({"penalty": 0.5}, 16), ({"penalty": -1, "ending": "stuck"}, 14)],
    ids=["all", "stuck"],
)
def test_the_compiled_engine_and_the_plain_one_agree_on_larger_boards(options, tiles):
    for seed in range(40):
        state = pg.new("territory", size=8, seed=seed, **options)
        if len(state.board.areas) > tiles:
            continue
        remaining = remaining_tiles(state)
        values = [prove_value(kind(remaining), remaining.start) for kind in ENGINES]
        assert values[0] == values[1]


def test_best_play_is_the_same_for_every_penalty_below_one():
    """Where all tiles get claimed: the value is a settled part and (1 - penalty) times another."""
    for seed in range(5):
        half, none, both = (
            pg.solve(pg.new("territory", size=7, seed=seed, penalty=penalty))
            for penalty in (0.5, 0, -1)
        )
        fixed = pg.new("territory", size=7, seed=seed).fixed_difference
        assert none.value == pytest.approx((fixed + both.value) / 2)
        assert half.value == pytest.approx(0.75 * fixed + both.value / 4)
        order = [sorted(s.values.values()) for s in (half, none, both)]
        assert [0.75 * fixed + value / 4 for value in order[2]] == pytest.approx(order[0])


def test_the_literal_game_has_one_value_however_large_the_board():
    state = pg.new("territory", size=25, seed=3)
    solution = pg.solve(state)
    assert solution.value == state.fixed_difference == line_value(state, solution.line)
    assert set(solution.values.values()) == {solution.value}
    assert len(solution.values) == len(state.legal_moves)


@pytest.mark.usefixtures("_engine")
def test_a_set_stop_flag_or_too_little_time_proves_nothing():
    state = pg.new("territory", size=14, seed=1, penalty=-1, ending="stuck")
    assert len(state.board.areas) <= 64
    for clock in (Clock(0.05), Clock(None, stop := Event())):
        with Timer(0.05, clock.stop.set):
            solution = solver.solve(state, clock=clock)
        assert solution.value is None
        assert solution.note == "not proved within the time"
    assert stop.is_set()


@pytest.mark.usefixtures("_engine", "hears_interrupts")
def test_an_interrupt_ends_the_search():
    state = pg.new("territory", size=14, seed=1, penalty=-1, ending="stuck")
    with Timer(0.3, interrupt_main):
        solution = solver.solve(state, clock=(clock := Clock(60)))
    assert clock.stop.is_set()
    assert solution.value is None
    assert solution.nodes > 0


def test_more_than_64_tiles_are_too_many_and_the_note_says_so():
    state = pg.new("territory", size=20, seed=1, penalty=0)
    solution = pg.solve(state)
    assert solution.value is None
    assert "tiles left" in solution.note


@pytest.mark.parametrize("penalty", [1 / 3, -2 / 7, 0.1, 0.1234567890123457])
def test_a_penalty_of_a_third_is_a_third_to_the_solver(penalty):
    state = pg.new("territory", size=4, seed=2, penalty=penalty, ending="stuck")
    assert pg.solve(state).value == pytest.approx(minimax(state, {}))


def test_64_tiles_fit_the_last_of_them_too():
    """Of a board with 64 tiles the last ten bits are left: both engines agree on every start."""
    letters = iter(ascii_letters + digits + "+-")
    rows = ["".join(islice(letters, 8)) for _ in range(8)]
    names = Random(4).choices(("blue", "red", "yellow"), k=64)
    colors = dict(zip("".join(rows), names, strict=True))
    remaining = remaining_tiles(pg.new("territory", tiles=rows, colors=colors, penalty=-1))
    engines = [kind(remaining) for kind in ENGINES]
    assert len(remaining.tiles) == 64
    for number in range(30):
        rng = Random(number)
        free = rng.getrandbits(10) << 54 | 1 << 63
        mine, other = rng.getrandbits(64) & free, rng.getrandbits(64) & free
        position = Position(free, mine, other, 0, 0)
        assert prove_value(engines[0], position) == prove_value(engines[1], position)


def test_the_target_of_solitaire_is_that_of_trying_everything():
    for penalty in (1, 0.5, 0, -1):
        for state in small_states(12, {"solitaire": True, "penalty": penalty}):
            solution = pg.solve(state)
            assert solution.value == pytest.approx(minimax(state, {}))
            assert line_value(state, solution.line) == pytest.approx(solution.value)


def test_a_target_not_proved_in_time_says_the_best_that_was_found():
    state = pg.new("territory", size=20, seed=1, solitaire=True)
    solution = pg.solve(state, seconds=0.2)
    assert solution.value is None
    total = line_value(state, solution.line)
    assert solution.note == f"the best found within the time is {total:g}"
    assert total > 0
    assert solution.line[-1] == Stop() or state.outcome is None


@pytest.mark.parametrize("clock", [(), 5, np.array(["ab", "cd"])], ids=type)
def test_what_is_no_clock_is_refused(clock):
    with pytest.raises(pg.OptionError, match="the clock of a solver must be"):
        solver.solve(pg.new("territory", penalty=0.5), clock=clock)


def test_a_clock_that_is_stopped_is_not_wound_up_again():
    start = pg.new("territory", penalty=0.5, size=8)
    assert solver.solve(start).value is not None
    stop = Event()
    stop.set()
    assert solver.solve(start, clock=Clock(None, stop)).value is None


@pytest.mark.parametrize("penalty", [0.5, 1.0])
def test_a_first_claim_that_ends_the_game_cannot_be_taken_over(penalty):
    state = pg.new("territory", tiles=["AA"], colors={"A": "blue"}, swap=True, penalty=penalty)
    assert pg.solve(state).value == 4
    assert pg.analyse(state, seconds=1).value == 4


# --- Boards on which it is bad to begin, proved by the rules alone --------------------------------

WORSE_FIRST = {
    ("all", ("AYB", "YYY", "CYY"), "ABC"): -1,
    ("stuck", ("AEE", "DCE", "FBG"), "AFG"): -1,
}
"""Boards, the blue tiles, and the lead of seat 0 with best play."""


def blue_and_yellow(rows, blue, ending):
    """Return a board as a position: the tiles named are blue, the others yellow."""
    colors = {each: "blue" if each in blue else "yellow" for each in "".join(rows)}
    return pg.new("territory", tiles=rows, colors=colors, penalty=-1, ending=ending)


@pytest.mark.parametrize(("ending", "rows", "blue"), WORSE_FIRST)
def test_on_this_board_the_second_player_is_ahead(ending, rows, blue):
    state = blue_and_yellow(rows, blue, ending)
    assert minimax(state, {}) == pg.solve(state).value == WORSE_FIRST[ending, rows, blue]


def test_on_the_worst_board_of_fourteen_tiles_seat_0_has_five_points_of_eighteen():
    rows = ("DIBLLG", "DIBLLC", "BBBBLN", "JBFEAN", "JBHMKK")
    assert pg.solve(blue_and_yellow(rows, "CDIJMN", "all")).value == 5 - 13
