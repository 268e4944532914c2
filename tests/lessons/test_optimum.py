"""The mixes of lesson 16 are those of a linear program: a second way to the same answer."""

from fractions import Fraction

import pytest
from ortools.linear_solver import pywraplp

import polygames as pg
from polygames.lessons import cycle


def best_by_linear_program(table):
    """Return the mix whose worst lead is the largest, and this lead."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    mix = [solver.NumVar(0, 1, "") for _ in table]
    least = solver.NumVar(-solver.infinity(), solver.infinity(), "")
    solver.Add(sum(mix) == 1)
    for column in zip(*table, strict=True):
        solver.Add(sum(p * x for p, x in zip(mix, column, strict=True)) >= least)
    solver.Maximize(least)
    assert solver.Solve() == pywraplp.Solver.OPTIMAL
    return [p.solution_value() for p in mix], least.solution_value()


def greedy(state, move):
    return state.play(move).scores[state.turn] - state.scores[state.turn]


def kind(state, move):
    return len(state.play(move).legal_moves)


def strict(state, move):
    return -kind(state, move)


def stake(state, move):
    return greedy(state, move) + state.value(state.board.named[move], 1 - state.turn)


def game(state, *rules):
    while state.outcome is None:
        rule = rules[state.turn]
        state = state.play(max(state.legal_moves, key=lambda move: rule(state, move)))
    return state.scores[0] - state.scores[1]


def table_of(*rules):
    start = pg.new("territory", size=6, seed=111, penalty=0.5)
    return [[game(start, a, b) - game(start, b, a) for b in rules] for a in rules]


def test_a_linear_program_finds_the_mix_of_the_circle():
    table = table_of(strict, kind, greedy)
    mix, least = best_by_linear_program(table)
    exact = [Fraction(25, 56), Fraction(22, 56), Fraction(9, 56)]
    assert mix == pytest.approx([float(share) for share in exact])
    assert least == pytest.approx(0)
    assert cycle._worst(exact, table) == 0


def test_a_linear_program_sends_the_fourth_agent_alone():
    mix, least = best_by_linear_program(table_of(strict, kind, greedy, stake))
    assert mix == pytest.approx([0, 0, 0, 1])
    assert least == pytest.approx(0)


@pytest.mark.slow
def test_on_most_boards_one_of_the_three_loses_to_no_other():
    best = 0
    for seed in range(100):
        start = pg.new("territory", size=6, seed=seed, penalty=0.5)
        rules = strict, kind, greedy
        table = [[game(start, a, b) - game(start, b, a) for b in rules] for a in rules]
        best += any(min(row) >= 0 for row in table)
    assert best == 90
