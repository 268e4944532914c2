"""What moves are worth: proved where there is time, and else inside bounds that are proved."""

from itertools import combinations

import pytest

import polygames as pg
from polygames.games.territory import analysis
from polygames.games.territory.rules import Stop, TakeOver
from polygames.search import deepen


@pytest.mark.slow
@pytest.mark.parametrize(("penalty", "ending"), [(0.5, "all"), (0.5, "stuck"), (1, "all")])
@pytest.mark.parametrize("swap", [False, True])
def test_looking_ahead_to_the_end_proves_what_the_solver_proves(penalty, ending, swap):
    for ply in (0, 1, 2):
        state = pg.new("territory", size=6, seed=3, penalty=penalty, ending=ending, swap=swap)
        for _ in range(ply):
            state = state.play(next(iter(state.legal_moves)))
        sign = 1 if state.turn == 0 else -1
        solved = {move: sign * value for move, value in pg.solve(state).values.items()}
        answers = list(deepen(state))
        for found in answers:
            assert all(each.low <= solved[each.move] <= each.high for each in found.moves)
        assert answers[-1].is_proved
        assert {each.move: each.value for each in answers[-1].moves} == solved
        assert (TakeOver() in solved) == (swap and ply == 1)


def test_a_large_board_is_judged_around_what_is_owned():
    state = pg.new("territory", size=20, seed=3, penalty=0.5)
    found = pg.analyse(state, seconds=0.5)
    assert 0 < len(found.moves) <= 64
    assert all(each.low <= each.value <= each.high for each in found.moves)


def test_every_move_of_solitaire_has_the_total_it_can_lead_to():
    state = pg.new("territory", size=6, seed=1, solitaire=True)
    state = state.play(pg.solve(state).best)
    found = {each.move: each for each in pg.analyse(state).moves}
    assert set(found) == set(state.legal_moves)
    assert found[Stop()].value == state.scores[0]
    for move, each in found.items():
        assert each.proved
        assert each.value == pg.solve(state.play(move)).value


def test_solitaire_without_time_has_bounds_around_the_total():
    state = pg.new("territory", size=7, seed=1, solitaire=True)
    proved = {each.move: each.value for each in pg.analyse(state, seconds=20).moves}
    for each in pg.analyse(state, seconds=0.001).moves:
        assert each.low <= proved[each.move] <= each.high


@pytest.mark.parametrize("ending", ["all", "stuck"])
def test_without_a_search_the_intervals_hold_nine_of_ten_values(ending, monkeypatch):
    """So it is where numba is missing."""
    held = []
    for ply in range(3):
        state = pg.new("territory", size=6, seed=3, penalty=0.5, ending=ending, swap=True)
        for _ in range(ply):
            state = state.play(next(iter(state.legal_moves)))
        proved = {each.move: each.value for each in pg.analyse(state).moves}
        with monkeypatch.context() as patch:
            patch.setattr(analysis, "HAS_NUMBA", False)
            found = pg.analyse(state, seconds=0.1)
        low, high = found.scale
        assert all(each.high - each.low < high - low for each in found.moves)
        assert {each.move for each in found.moves} == set(state.legal_moves)
        held += [each.low <= proved[each.move] <= each.high for each in found.moves]
        assert "both go on" in found.note
    assert sum(held) >= 0.9 * len(held)


def test_the_chance_to_win_goes_with_the_lead():
    found = pg.analyse(pg.new("territory", size=10, seed=3, penalty=0.5), seconds=0.2)
    told = [
        (better, worse)
        for better, worse in combinations(found.moves, 2)
        if better.value > worse.value + 1
    ]
    assert len(told) > 10
    assert all(better.chance >= worse.chance for better, worse in told)  # both are means of answers
