"""What an analysis of Splinter says of ties: as much for the one seat as for the other."""

from dataclasses import replace

import pytest
from helpers import splinter

import polygames as pg
from benchmarks.studies import splinter_small as study
from polygames.core.analysis import Analysis, MoveValue
from polygames.games.splinter.analysis import (
    FIRST_VISITS,
    MIN_REPLY_VISITS,
    OPTIMISM_AT_START,
    _demote_moves,
    _new_tree,
    features,
)
from polygames.games.splinter.engine.analysis_tree import Optimism
from polygames.games.splinter.rules import position
from polygames.runtime import jit
from polygames.runtime.clock import Clock
from polygames.search import deepen
from polygames.search.kernel_adapter import encode_position

SOLVED_TIES = [
    ["...", "WwB", "..b"],
    ["....", ".Wb.", ".wB.", "...."],
    [".....", ".Ww..", ".bB..", ".....", "....."],
]
"""Four pieces in a square, of which nobody can win anything: the solver of small boards says so."""


def start_of(rows, turn=0):
    """Return a position as a start with nothing lost."""
    return position(pg.new("splinter").rules, rows, turn=turn)


def told(state, games):
    """Return the first answer that rests on so many games through a tree, or is proved."""
    for answer in deepen(state, seed=3):
        trees = sum(each.visits for each in answer.moves)
        if trees >= games or answer.moves[0].proved:
            return answer
    raise AssertionError


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("rows", SOLVED_TIES, ids="/".join)
def test_a_dead_tie_is_told_as_a_half_whoever_is_to_move(rows, turn):
    """It was shown as 37 to 44% for the mover: what is taken off a lead was taken off a tie."""
    chance = told(start_of(rows, turn), 20_000).moves[0].chance
    assert chance == pytest.approx(0.5, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("rows", SOLVED_TIES, ids="/".join)
def test_so_the_solver_of_small_boards_says(rows):
    solved = study.solve(len(rows), len(rows[0]), 1)
    assert solved.value(rows) == 0


def test_a_mean_is_corrected_by_no_more_than_the_reply_shows():
    state = pg.new("splinter")
    usual = features(state, 0.05)
    assert features(state, 0.05, optimism=Optimism(9.0, MIN_REPLY_VISITS)) == usual
    assert features(state, 0.05, optimism=Optimism(0.0, 0)) == usual
    known = features(state, 0.05, optimism=Optimism(0.02, MIN_REPLY_VISITS))
    assert known == pytest.approx(features(state, 0.05 + OPTIMISM_AT_START - 0.01))
    assert features(state, 0.0, optimism=Optimism(0.0, MIN_REPLY_VISITS))[1] == pytest.approx(0.0)
    half = features(state, 0.05, optimism=Optimism(0.02, MIN_REPLY_VISITS // 2))
    assert usual[1] < half[1] < known[1]


@pytest.mark.parametrize("first", ["white", "black"])
def test_where_much_can_be_lost_a_tree_shows_how_its_means_flatter_who_moves(first):
    """Whichever colour that is: the reply takes back more than what is taken off."""
    state = pg.new("splinter", first=first)
    tree = _new_tree(state, encode_position(state), 100_000, 1)
    assert tree.optimism() == Optimism(0.0, 0), "nothing is known yet"
    tree.grow(FIRST_VISITS, Clock(None))
    found = tree.optimism()
    assert found.excess > OPTIMISM_AT_START
    assert 0 < found.visits < FIRST_VISITS


def first_answer(state):
    """Return the first answer that rests on a tree."""
    return next(each for each in deepen(state, seed=1) if sum(m.visits for m in each.moves))


def test_a_move_that_repeats_a_position_the_third_time_is_a_proved_tie():
    """It was shown as 34 to 45%: the tree knew it as a tie, and something was taken off it."""
    out, home = ("f11-e11", "j12-k12"), ("e11-f11", "k12-j12")
    state = splinter(*out, *home, *out, home[0])
    assert state.play(state.parse(home[1])).outcome is not None, "the start for the third time"
    for before, proved in ((state, True), (replace(state, history=()), False)):
        (found,) = [m for m in first_answer(before).moves if str(m.move) == home[1]]
        assert found.proved == proved
        assert not proved or (found.value, found.chance) == (0.0, 0.5)


TWICE = ("h7-h8", "h13-h12")
"""A push and the one that takes it back: the start for the second time."""
NOISE = pg.game("splinter").engine.verdicts.noise


def final(state):
    """Return the last analysis with the work of a hint."""
    *_, answer = deepen(state, seconds=1.0, seed=5, by_work=True)
    return answer


def test_who_is_ahead_does_not_offer_a_tie_by_repetition():
    """Both players followed the hints, and the game was a tie after four moves."""
    state = splinter(*TWICE)
    for each in final(state).moves[:5]:
        after = state.play(each.move)
        assert after.occurrence == 1
        assert all(after.play(reply).occurrence < 3 for reply in after.legal_moves)


@pytest.mark.parametrize("is_compiled", [True, False])
def test_a_move_that_ends_the_game_by_repetition_is_a_proved_tie_behind_those_as_good(
    is_compiled, monkeypatch
):
    monkeypatch.setattr(jit, "HAS_NUMBA", is_compiled and jit.HAS_NUMBA)
    state = pg.from_text(splinter(*TWICE, TWICE[0]).to_text())  # with its history
    answers = (each for each in deepen(state, seed=1) if not each.is_quick_look)
    found = final(state) if is_compiled else next(answers)
    (tie,) = [each for each in found.moves if state.play(each.move).outcome is not None]
    assert str(tie.move) == TWICE[1]
    assert (abs(tie.value), tie.proved) == (0.0, True)
    assert found.best != tie.move
    assert found.value >= -NOISE


def listed(*values):
    """Return an analysis of a position with these values; the first move repeats it."""
    state = splinter(*TWICE, TWICE[0])
    moves = [state.parse(TWICE[1]), *(m for m in state.legal_moves if str(m) != TWICE[1])]
    rows = [MoveValue(move, value, -1, 1) for move, value in zip(moves, values, strict=False)]
    rows.sort(key=lambda each: -each.value)
    return Analysis(state, tuple(rows)), moves


@pytest.mark.parametrize(
    ("values", "order"),
    [
        ((0.2, 0.1, 0.0), (1, 2, 0)),
        ((0.3, 0.1, 0.0), (1, 0, 2)),
        ((0.5, 0.1, 0.0), (0, 1, 2)),
        ((0.0, -0.1, -0.2), (1, 2, 0)),
        ((0.0, 0.0, -0.9), (1, 0, 2)),
        ((0.0, -0.3, -0.4), (0, 1, 2)),
        ((-0.3, -0.3, -0.4), (0, 1, 2)),
    ],
    ids=["similar", "between", "better", "even", "equal", "behind", "far behind"],
)
def test_a_repeating_move_gives_way_to_one_as_good_unless_its_player_is_behind(values, order):
    analysis, moves = listed(*values)
    found = _demote_moves(analysis, {moves[0]})
    assert [moves.index(each.move) for each in found.moves] == list(order)
    assert sorted(map(id, found.moves)) == sorted(map(id, analysis.moves))
    assert _demote_moves(analysis, {moves[0]}) == found


def test_where_every_move_repeats_the_order_is_that_of_the_values():
    analysis, moves = listed(0.2, 0.1)
    assert _demote_moves(analysis, set(moves)) == analysis


def test_a_move_that_ends_the_game_in_a_tie_comes_behind_those_as_good():
    state = pg.new("splinter", board=SOLVED_TIES[0])
    found = final(state)
    outcomes = [state.play(each.move).outcome for each in found.moves]
    values = [each.value for each in found.moves if each.value >= -NOISE]
    ties = [at for at, end in enumerate(outcomes) if end is not None and len(end.winners) == 2]
    assert ties == [len(values) - len(ties), len(values) - 1], "behind all that may be as good"
