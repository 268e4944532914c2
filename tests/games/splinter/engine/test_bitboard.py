"""Random games on whole numbers are those of rules.py, move for move."""

from collections import Counter
from random import Random

import pytest
from helpers import random_states, splinter
from hypothesis import given
from strategies import seeds, splinter_options, splinter_states

import polygames as pg
from polygames.games.splinter.engine.bitboard import Board, rollout
from polygames.runtime import jit
from polygames.search import playouts
from polygames.search.mcts import play_out

NO_PROGRESS = ("..WbBb", ".w.w..", "w.....")
STUCK = """splinter
edge block
no_return True
turn 1
barred c2-b2 d2-c2
board
b.wb
bBWb
"""
"""After a2-b2 white has no move but the barred one."""
TO_AND_FRO = ("a1-b1", "f3-f2", "b1-a1", "f2-f3") * 2


def seen(board):
    """Return all that matters for what comes."""
    return (
        board.pieces,
        board.kings,
        board.lost,
        board.turn,
        board.ply,
        board.barred,
        board.position_counts,
    )


def lead_of(outcome):
    """Return the sign of the lead that an outcome means."""
    return (0 in outcome.winners) - (1 in outcome.winners)


@given(splinter_states(), seeds)
def test_both_play_the_same_random_game_from_any_position_on(state, seed):
    *_, end = random_states(state, seed)
    assert rollout(state, Random(seed)) == (end.ply - state.ply, end.outcome.winners)


@given(splinter_options(), seeds)
def test_a_game_played_move_by_move_has_the_same_positions_and_end(options, seed):
    state, rng = pg.new("splinter", **options), Random(seed)
    board = None if state.outcome else Board(state)
    while state.outcome is None:
        move = state.legal_moves.sample(rng)
        assert board.try_move(*state.grid.steps_by_push[move])
        state = state.play(move)
        if state.outcome is None:
            assert board.lead is None
            assert seen(board) == seen(Board(state))
        elif state.outcome.reason != "no legal move":  # which is seen when one is drawn
            assert (board.lead > 0) - (board.lead < 0) == lead_of(state.outcome)


@given(splinter_states())
def test_it_plays_the_legal_moves_and_refuses_all_others_which_change_nothing(state):
    if state.outcome is None:
        ways = [(at, step) for at in state.own_squares for step in state.grid.steps]
        boards = {way: Board(state) for way in ways}
        legal = [way for way, board in boards.items() if board.try_move(*way)]
        assert legal == [state.grid.steps_by_push[move] for move in state.legal_moves]
        assert all(seen(boards[way]) == seen(Board(state)) for way in {*ways} - {*legal})


def test_the_third_time_is_a_tie_whether_played_or_told_of_before():
    start = splinter(board=NO_PROGRESS)
    board = Board(start)
    for n, text in enumerate(TO_AND_FRO):
        state = splinter(*TO_AND_FRO[:n], board=NO_PROGRESS)
        way = state.grid.steps_by_push[state.parse(text)]
        told = Board(state)
        assert board.lead is None
        assert board.try_move(*way)
        assert told.try_move(*way)
        assert told.lead == board.lead
    assert board.lead == 0
    assert rollout(splinter(*TO_AND_FRO, board=NO_PROGRESS), Random(0)) == (0, {0, 1})


def test_no_legal_move_is_a_tie():
    state = pg.from_text(STUCK)
    ends = [list(random_states(state, seed))[-1] for seed in range(30)]
    assert "no legal move" in {end.outcome.reason for end in ends}
    for seed, end in enumerate(ends):
        assert rollout(state, Random(seed)) == (end.ply - state.ply, end.outcome.winners)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"board": ["Ww.b", "w.bB", "bw.."]}])
def test_each_legal_move_is_drawn_equally_often(options):
    state, rng = splinter(**options), Random(5)
    moves, draws = len(state.legal_moves), 30_000
    count = Counter()
    for _ in range(draws):
        board = Board(state)
        board.play_random_move(rng)
        count[tuple(board.pieces), tuple(board.kings)] += 1
    after = Counter()
    for move in state.legal_moves:
        board = Board(state)
        board.try_move(*state.grid.steps_by_push[move])
        after[tuple(board.pieces), tuple(board.kings)] += 1
    assert count.keys() == after.keys()
    chi = sum(
        (count[end] - draws * n / moves) ** 2 / (draws * n / moves) for end, n in after.items()
    )
    free = len(after) - 1
    assert abs(chi - free) < 4 * (2 * free) ** 0.5


def test_without_numba_random_games_are_played_here(monkeypatch):
    monkeypatch.setattr(jit, "HAS_NUMBA", False)
    state = splinter()
    played = []
    monkeypatch.setattr(
        "polygames.games.splinter.engine.bitboard.rollout",
        lambda *given: played.append(given) or rollout(*given),
    )
    games = playouts(state, games=20, seed=7)
    lines = [list(random_states(state, f"7:{number}")) for number in range(20)]
    assert games.plies == tuple(line[-1].ply for line in lines)
    assert games.wins[0] == sum(line[-1].outcome.winners == {0} for line in lines)
    assert play_out(state, Random(3)) in {(1, 0), (0, 1), (0.5, 0.5)}
    assert len(played) == 21
