"""What is proved is true: against full enumeration, and by playing the proof."""

from functools import reduce
from random import Random
from threading import Event

import pytest
from helpers import fills_only
from toys import NIM, registered

import polygames as pg
from polygames.search.solve import prove

WIN_IN_ONE = ["BwW.", "..b.", "..wb"]


def small_boards(count, seed=1, pieces="WBwbwb", rows=3, columns=4):
    """Yield running positions of Splinter on boards of twelve squares."""
    rng = Random(seed)
    while count:
        cells = [*pieces, *"." * (rows * columns - len(pieces))]
        rng.shuffle(cells)
        board = ["".join(cells[at : at + columns]) for at in range(0, rows * columns, columns)]
        state = pg.new("splinter", board=board)
        if state.outcome is None:
            count -= 1
            yield state


def forced(state, plies):
    """Return the value if it can be forced within so many plies, else None: plain recursion."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return 0 if len(winners) == 2 else 1 if 0 in winners else -1
    if plies == 0:
        return None
    values = {forced(state.play(move), plies - 1) for move in state.legal_moves}
    best = 1 if state.turn == 0 else -1
    if best in values:
        return best
    return None if None in values else max(values, key=lambda value: value * best)


@pytest.mark.parametrize("heap", range(1, 13))
def test_nim_is_lost_exactly_when_four_divides_the_heap(heap):
    with registered(NIM):
        solution = pg.solve(pg.new("nim", heap=heap), seconds=None)
        assert solution.value == (-1 if heap % 4 == 0 else 1)
        if heap % 4:
            assert solution.best.what == str(heap % 4)


def test_small_positions_agree_with_plain_recursion():
    proved = 0
    for state in small_boards(25):
        value = forced(state, 2)
        solution = prove(state, seconds=None, depth=2)
        assert solution.value == value
        proved += value is not None
    assert proved >= 5


def test_the_line_of_a_proof_is_legal_and_ends_with_its_value():
    for state in small_boards(40, seed=2):
        solution = prove(state, seconds=None, depth=3)
        if solution.value is None:
            continue
        end = reduce(lambda at, move: at.play(move), solution.line, state)
        winners = end.outcome.winners
        assert (0 in winners) - (1 in winners) == solution.value


@pytest.mark.slow
def test_a_proof_uses_no_move_under_the_name_that_it_has_in_an_equal_position():
    """The crossings of Polygon are named by the order in which the segments were drawn."""
    state = pg.new("polygon", n=6, colors="any")
    found = prove(state, seconds=None, depth=7)
    assert found.value in {None, pg.solve(state).value}
    assert all(move in state.legal_moves for move in found.values)


def test_every_move_of_a_finished_proof_has_its_own_value():
    state = pg.new("splinter", board=WIN_IN_ONE)
    solution = pg.solve(state, seconds=5)
    assert solution.value == 1
    for move, value in solution.values.items():
        assert value == forced(state.play(move), 1)


def test_without_time_nothing_is_claimed():
    solution = pg.solve(pg.new("splinter"), seconds=0.05)
    assert solution.value is None
    assert solution.line == ()
    assert "not proved in time" in solution.note


def test_a_stop_ends_the_search():
    stop = Event()
    stop.set()
    assert prove(pg.new("splinter"), seconds=None, stop=stop).value is None


def test_a_game_that_only_a_length_cap_ends_stays_open():
    board = ["W.....", "w.....", "bB...."]
    state = pg.new("splinter", board=board, max_plies=1)
    assert state.outcome is None
    assert pg.solve(state, seconds=5).value in {None, 1, -1}, "a tie by the cap is no tie"


def test_fills_alone_are_solved_and_lines_are_left_open():
    state = fills_only()
    assert pg.solve(state, seconds=None).value == forced(state, 9)
    assert pg.solve(pg.new("split"), seconds=0.3).value is None
