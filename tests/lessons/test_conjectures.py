"""True conjectures are not broken, and errors say so; the false ones are in the notebooks."""

from contextlib import contextmanager
from functools import reduce
from importlib import import_module
from itertools import pairwise
from operator import xor
from random import Random

import pytest
from oracles.polygon_by_fractions import OEIS_A006561
from ortools.linear_solver import pywraplp
from patience import WAIT_TIMEOUT_SECONDS

from polygames.lessons import (
    chomp,
    conjectures,
    cycle,
    last_move,
    nim,
    referee,
    split,
    splitter,
    territory,
    tree,
)
from polygames.lessons.conjectures import Case, find_counterexample, number_cases

DAWSON = {1, 5, 9, 15, 21, 25, 29, 35, 39, 43, 55, 59, 63, 73, 77, 89, 93, 97, 107, 111}
"""Numbers of points from 1 to 120 with the value 0: OEIS A002187, one more than there."""


TRUE = {
    "nim: the last stone loses": lambda heaps: (reduce(xor, heaps) != 0) == (max(heaps) > 1),
    "polygon: as published": lambda n: OEIS_A006561[n - 3],
    "split: an area with many sides costs triangles": (
        lambda sides: sides.count(3) == sum(k - 4 for k in sides if k > 4)
    ),
    "splinter: two pieces can always go": lambda pieces, _, holders: holders <= pieces - 2,
    "arena: below the golden section": lambda *shares: min(shares) < 0.618,
    "sums: the period is seven": lambda n: (0, 1, 0, 1, 2, 3, 2)[n % 7],
    "cycle: as often as the other two lead by between them": (
        lambda ab, bc, ca: tuple(lead / (ab + bc + ca) for lead in (bc, ca, ab))
    ),
    "referee: whatever Blue does": lambda *claimed: not referee.find_hole(*claimed),
    "sharing: the last one envies nobody": (
        lambda order, envy: all(who != order[-1] for who, _ in envy)
    ),
}
"""By the module of its lesson and a name a conjecture that is a theorem."""


def test_a_search_that_is_interrupted_ends_with_a_sentence(capsys):
    def conjecture(_):
        raise KeyboardInterrupt

    nim.try_to_break(conjecture)
    assert capsys.readouterr().out.startswith("The search was interrupted")


@pytest.mark.parametrize("name", TRUE)
def test_a_theorem_is_not_broken_and_not_called_proved(name, capsys, monkeypatch):
    monkeypatch.setattr(conjectures, "SEARCH_TIMEOUT_SECONDS", WAIT_TIMEOUT_SECONDS)
    module = import_module(f"polygames.lessons.{name.partition(':')[0]}")
    module.try_to_break(TRUE[name])
    said = capsys.readouterr().out
    assert said.startswith("Not broken: it held in all")
    assert "no proof" in said


def test_the_second_player_wins_at_the_published_numbers_of_points(capsys, monkeypatch):
    monkeypatch.setattr(conjectures, "SEARCH_TIMEOUT_SECONDS", WAIT_TIMEOUT_SECONDS)
    repeated = {n + 34 * k for n in DAWSON if n > 54 for k in range(3)}
    last_move.try_to_break(lambda n: n in DAWSON | repeated)
    assert capsys.readouterr().out.startswith("Not broken")


def test_the_bites_that_are_known_to_win_at_chomp_are_not_broken(capsys):
    def known(width, height):
        if height == 1:
            return "b1"
        if width == height:
            return "b2"
        return "abcdefgh"[width - 1] + "2" if height == 2 else ...

    bars = [case for case in chomp.cases() if case.arguments[1] in {1, 2, case.arguments[0]}]
    assert len(bars) > 15
    find_counterexample(known, bars)
    assert capsys.readouterr().out.startswith("Not broken")


def test_cases_come_from_small_to_large():
    sizes = [sum(case.arguments[0]) for case in nim.cases()]
    assert sizes == sorted(sizes)
    for module in (split, territory):
        counts = [len(case.arguments[0]) for case in module.cases()]
        assert all(a <= b for a, b in pairwise(counts))


def test_answers_that_no_case_has_are_said_to_be_none(capsys):
    for module in (splitter, territory, tree):
        module.try_to_break(lambda *_: "nowhere")
    chomp.try_to_break(lambda *_: "nowhere")
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 4
    assert all("nowhere" in line and ("is not a " in line) for line in said)


def test_a_conjecture_that_stops_with_an_error_is_told_where(capsys):
    find_counterexample(
        lambda n: 6 // (3 - n), number_cases(range(5), lambda n: (2, 3, 6, 0, 0)[n])
    )
    said = capsys.readouterr().out
    assert "your function(3) stopped with ZeroDivisionError" in said
    assert "n = 3" in said


@pytest.mark.parametrize("missing", [..., None, lambda _: ..., lambda _: None])
def test_no_conjecture_is_asked_for(missing, capsys):
    find_counterexample(missing, number_cases(range(5), lambda n: n))
    assert capsys.readouterr().out.startswith("Not yet:")


def test_an_answer_that_cannot_be_compared_is_no_answer(capsys):
    cases = [Case((1,), "n = 1", lambda said: "" if said > 0 else "too small")]
    find_counterexample(lambda _: "one", cases)
    assert "'one' is no answer here (TypeError" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("n", "said"), [(0, "Not broken in 0.2 seconds: 2 cases"), (2, "Not quite: slow(2) was still")]
)
def test_a_search_that_takes_long_ends_and_says_how_far_it_came(n, said, monkeypatch, capsys):
    monkeypatch.setattr("polygames.lessons.conjectures.SEARCH_TIMEOUT_SECONDS", 0.2)

    def slow(n):
        while n > 1:
            pass
        return n

    find_counterexample(slow, number_cases(range(n, 5), lambda n: n))
    assert capsys.readouterr().out.startswith(said)


@pytest.mark.parametrize(
    ("module", "rule"),
    [(territory, lambda tiles: tiles[0].name), (tree, lambda means: max(means, key=means.get))],
    ids=["territory", "tree"],
)
def test_the_first_board_is_solved_before_the_time_of_the_search_begins(module, rule, monkeypatch):
    begun, solved = [], []
    solve = module.pg.solve

    def watched(state):
        solved.append(bool(begun))
        return solve(state)

    @contextmanager
    def limited(seconds):
        begun.append(seconds == conjectures.SEARCH_TIMEOUT_SECONDS)
        yield

    monkeypatch.setattr(module.pg, "solve", watched)
    monkeypatch.setattr(conjectures, "time_limit", limited)
    module.try_to_break(rule)
    assert begun == [True]
    assert solved[:2] == [False, True]


# --- The mixes of lesson 16, by a linear program ---------------------------------------------


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
    assert cycle._smallest_lead(cycle.exact(table), table) == 0
