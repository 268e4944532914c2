"""The mixes of lesson 16 are those of a linear program: a second way to the same answer."""

from random import Random

import pytest
from ortools.linear_solver import pywraplp

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


@pytest.mark.parametrize("seed", range(20))
def test_a_linear_program_finds_the_mix_of_a_circle(seed):
    ab, bc, ca = (4.5, 12.5, 11) if seed == 0 else Random(seed).choices(range(1, 30), k=3)
    table = [[0, ab, -ca], [-ab, 0, bc], [ca, -bc, 0]]
    mix, least = best_by_linear_program(table)
    assert mix == pytest.approx([float(share) for share in cycle.exact(table)])
    assert least == pytest.approx(0)
    assert cycle._worst(cycle.exact(table), table) == 0
