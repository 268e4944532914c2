"""The compiled alpha-beta, on trees that nobody can guess and on small boards of Splinter."""

from math import isnan
from random import Random

import numpy as np
import pytest
import toy_trees

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.splinter.engine import kernel
from polygames.games.splinter.engine.alphabeta import WON, AlphaBeta, new_work, searcher_of
from polygames.games.splinter.engine.evaluation import estimate
from polygames.games.splinter.engine.features import static_value
from polygames.runtime import compiling
from polygames.search.kernel_adapter import functions_of, position_of

ALL = 10**6
"""So many moves are looked at in full depth: then values are those of plain minimax."""
NONE_BEFORE = np.empty(0, np.uint64)
TOY = functions_of(toy_trees.KERNEL, toy_trees.estimate)


def looker(functions, array, codes, **options):
    """Return a search from a position, by depth, and its memory."""
    work = new_work(array, codes, options.pop("earlier", NONE_BEFORE), **options)
    run = searcher_of(functions)
    return lambda depth: run(depth, work), work


def toy(seed, **options):
    array = toy_trees.root(seed, turn=seed % 2)
    return looker(TOY, array, np.empty(toy_trees.WIDTH, np.int32), **options)


def plain(f, a, depth, tie=0.0, level=0):
    """Minimax as the textbook has it: no window, no table, no order."""
    sign = 1 if f.turn(a) == 0 else -1
    result = f.result(a)
    if not isnan(result):
        return sign * (result * (WON - level) or tie)
    if depth == 0:
        return sign * f.estimate(a)
    values = []
    for after in children(f, a):
        value = plain(f, after, depth - 1, tie, level + 1)
        values.append(value if f.turn(after) == f.turn(a) else -value)
    return max(values)


def children(f, a):
    codes = np.empty(1024, np.int32)
    for code in codes[: f.legal(a, codes)]:
        after = a.copy()
        f.play(after, code)
        yield after


@pytest.mark.parametrize("tie", [0.0, -0.7])
def test_values_are_those_of_plain_minimax_on_trees_from_a_hash(tie):
    decided = 0
    for seed in range(150):
        array = toy_trees.root(seed, turn=seed % 2)
        depth = 1 + seed % 6
        expected = plain(TOY, array, depth, tie)
        look, _ = toy(seed, tie=tie, full_depth=ALL)
        assert look(depth) == pytest.approx(expected, abs=1e-9)
        decided += abs(expected) > WON / 2
    assert 20 < decided < 130, "won and open positions are both met"


def test_the_best_move_has_the_best_value():
    for seed in range(60):
        look, work = toy(seed, full_depth=ALL)
        value = look(4)
        after = toy_trees.root(seed, turn=seed % 2)
        TOY.play(after, int(work.best[0]))
        found = plain(TOY, after, 3, level=1)
        assert value == pytest.approx(found if TOY.turn(after) == seed % 2 else -found)


def test_what_the_table_knows_saves_work_and_changes_no_value():
    fresh_nodes = known_nodes = 0
    for seed in range(60):
        fresh, fresh_work = toy(seed, full_depth=ALL)
        deepening, work = toy(seed, full_depth=ALL)
        for depth in range(1, 7):
            value = deepening(depth)
        assert value == pytest.approx(fresh(6), abs=1e-9)
        before = work.nodes[0]
        assert deepening(6) == pytest.approx(value, abs=1e-9)
        known_nodes += work.nodes[0] - before
        fresh_nodes += fresh_work.nodes[0]
    assert known_nodes < fresh_nodes / 4


def test_a_win_that_is_claimed_is_one_though_late_moves_are_looked_at_less_deeply():
    claimed = 0
    for seed in range(200):
        look, _ = toy(seed, full_depth=1)
        value = look(6)
        if abs(value) > WON / 2:
            plies = round(WON - abs(value))
            array = toy_trees.root(seed, turn=seed % 2)
            assert plain(TOY, array, plies) * value > WON
            claimed += 1
    assert claimed > 40


def small_boards(number, shape=(3, 4), pawns=2):
    """Return small boards whose pieces hang together, and that are not over."""
    rng, found = Random("small boards"), []
    while len(found) < number:
        squares = rng.sample(range(shape[0] * shape[1]), 2 + 2 * pawns)
        text = ["."] * (shape[0] * shape[1])
        for square, piece in zip(squares, "WB" + "wb" * pawns, strict=True):
            text[square] = piece
        rows = ["".join(text[i : i + shape[1]]) for i in range(0, len(text), shape[1])]
        edge = rng.choice(("block", "remove"))
        first = rng.choice(("white", "black"))
        state = pg.new("splinter", board=rows, edge=edge, first=first)
        if state.outcome is None:
            found.append(state)
    return found


def by_the_rules(state, depth, path=(), level=0):
    """Plain minimax on rules.py, for the seat to move; to come back is a tie."""
    if state.outcome is not None:
        winners = state.outcome.winners
        won = state.turn in winners
        return 0 if len(winners) == 2 else (WON - level) * (1 if won else -1)
    if state in path:
        return 0
    if depth == 0:
        return static_value(state, state.turn)
    path = (*path, state)
    return max(
        -by_the_rules(state.play(move), depth - 1, path, level + 1) for move in state.legal_moves
    )


@pytest.mark.slow
def test_values_are_those_of_plain_minimax_on_small_boards_by_the_rules():
    decided = 0
    for number, state in enumerate(small_boards(40)):
        depth = 1 + number % 3
        position = position_of(state)
        functions = functions_of(kernel, estimate)
        look, _ = looker(functions, position.array, kernel.moves(), full_depth=ALL)
        expected = by_the_rules(state, depth)
        assert look(depth) == pytest.approx(expected, abs=1e-6)
        decided += abs(expected) > WON / 2
    assert 5 < decided < 38


def values_seen(state, **options):
    """Let an agent choose, and return the values that it found by depth."""
    seen = []
    agent = AlphaBeta(on_progress=lambda *report: seen.append(report[:2]), **options)
    assert agent.choose(state, Random(0)) in state.legal_moves
    return seen


def test_the_agent_finds_the_values_that_it_finds_in_plain_python(monkeypatch):
    for state in small_boards(12, (4, 4), 3):
        limits = {"state": state, "seconds": None, "depth": 2, "contempt": 0.0}
        compiled = values_seen(**limits)
        with monkeypatch.context() as patch:
            patch.setattr(compiling, "HAS_NUMBA", False)
            plainly = values_seen(**limits)
        for (depth, one), (same, other) in zip(compiled, plainly, strict=True):
            assert depth == same
            if abs(one) > WON / 2:
                assert one * other > WON
            else:
                assert one == pytest.approx(other, abs=1e-6)


def test_coming_back_to_an_earlier_position_counts_as_a_tie():
    """Wherever white goes, the game has been before, or white loses."""
    state = pg.new("splinter", board=["Ww.", ".b.", ".bB"])
    array = kernel.encode(state)
    functions = functions_of(kernel, estimate)
    earlier = np.array([kernel.key(after) for after in children(functions, array)], np.uint64)
    look, _ = looker(functions, array, kernel.moves(), earlier=earlier, tie=0.25)
    over = [r for after in children(functions, array) if not isnan(r := kernel.result(after))]
    assert not any(r > 0 for r in over), "nothing wins at once here"
    assert look(3) == pytest.approx(0.25)


def test_contempt_makes_a_tie_worse_for_the_seat_that_thinks():
    state = pg.new("splinter", board=["Wb.", "wB."], max_plies=1)  # each move ends the game
    ties = [move for move in state.legal_moves if len(state.play(move).outcome.winners) == 2]
    assert len(ties) == len(list(state.legal_moves))
    for contempt in (0.0, 0.9):
        [(depth, value)] = values_seen(state, contempt=contempt, depth=1)
        assert depth == 1
        assert value == pytest.approx(-contempt)


def test_progress_names_depth_value_and_a_legal_move():
    state, seen = pg.new("splinter"), []
    agent = AlphaBeta(seconds=None, depth=3, on_progress=lambda *about: seen.append(about))
    chosen = agent.choose(state, Random(0))
    assert [depth for depth, _, _ in seen] == [1, 2, 3]
    assert all(-1 <= value <= 1 for _, value, _ in seen)
    assert all(move in state.legal_moves for _, _, move in seen)
    assert seen[-1][2] == chosen
    assert agent.depth_seen == 3
    assert agent.nodes_seen > 1000


@pytest.mark.parametrize("nodes", [1, 2, 100, 20_000])
def test_a_limit_of_nodes_is_kept_and_gives_the_same_move_again(nodes):
    state = pg.new("splinter")
    agent = AlphaBeta(seconds=None, nodes=nodes)
    moves = {agent.choose(state, Random(7)) for _ in range(2)}
    assert len(moves) == 1
    assert moves <= set(state.legal_moves)
    assert agent.nodes_seen <= nodes + 1


def test_different_seeds_choose_among_equal_moves():
    state = pg.new("splinter", board=[".....", ".wWw.", ".bBb.", "....."])
    agent = AlphaBeta(seconds=None, depth=1)
    moves = {agent.choose(state, Random(seed)) for seed in range(8)}
    assert len(moves) == 2, "left and right are alike"
    assert moves <= set(state.legal_moves)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seconds": None}, "needs an end"),
        ({"depth": 0}, "depth must be a whole number from 1 to 40, not 0"),
        ({"depth": 41}, "from 1 to 40, not 41"),
        ({"depth": 2.5}, "from 1 to 40, not 2.5"),
    ],
)
def test_a_search_that_cannot_be_made_is_refused(options, message):
    with pytest.raises(OptionError, match=message):
        AlphaBeta(**options)


def test_without_a_kernel_an_agent_in_plain_python_plays_with_the_same_limits_and_flag(monkeypatch):
    monkeypatch.setattr(compiling, "HAS_NUMBA", False)
    made = []

    class Other:
        def __init__(self, _, **limits):
            made.append((self, limits))

        def choose(self, state, rng):
            return state.legal_moves.sample(rng)

    monkeypatch.setattr("polygames.games.splinter.engine.alphabeta.MinimaxAgent", Other)
    state = pg.new("splinter")
    agent = AlphaBeta(seconds=None, nodes=100)
    assert agent.choose(state, Random(0)) in state.legal_moves
    other, limits = made[0]
    assert limits == {"seconds": None, "depth": 2, "on_progress": None}
    assert other.stop is agent.stop
