"""Who wins for sure near the end of Split: beside all orders of fills, and beside attempts."""

from __future__ import annotations

from random import Random

import pytest

import polygames as pg
from polygames.games.split.analysis import ENDS
from polygames.games.split.engine.endings import is_race_won, proof_moves, winner_of
from polygames.games.split.moves import FillArea
from polygames.games.split.rules import TOTAL
from polygames.search import deepen

OPTIONS = ({"preset": "2026"}, {"fill_limit": 20.0}, {"fill_limit": 12.0, "min_area": 1.0})


def played(number: int) -> list[pg.State]:
    """Return the positions of a random game, from the first to the last but one."""
    rng, states = Random(number), []
    state = pg.new("split", **OPTIONS[number % len(OPTIONS)])
    while state.outcome is None:
        states.append(state)
        state = state.play(state.legal_moves.sample(rng))
    return states


def enumerated(state: pg.State) -> frozenset[int]:
    """Return who wins by best play of a position that only fills are left of."""
    if state.outcome is not None:
        return state.outcome.winners
    found = [enumerated(state.play(move)) for move in state.legal_moves]
    own, other = frozenset({state.turn}), frozenset({1 - state.turn})
    return own if own in found else next((each for each in found if each != other), other)


def decided(games: int) -> list[tuple[pg.State, int]]:
    """Return positions of which it is known who wins, and who."""
    return [
        (state, winner)
        for number in range(games)
        for state in played(number)[-8:]
        if (winner := winner_of(state)) is not None
    ]


def test_where_only_fills_are_left_it_is_what_trying_all_orders_says():
    seen = 0
    for number in range(60):
        for state in played(number)[-6:]:
            if len(state.open_areas) <= 6 and all(map(state.is_small, state.open_areas)):
                seen += 1
                assert frozenset({winner_of(state)}) == enumerated(state)
    assert seen > 30


def keeps(state: pg.State, winner: int) -> object:
    """Return the move with which a winner goes on."""
    moves = proof_moves(state) if state.phase == "line" else state.legal_moves
    return next(m for m in moves if winner_of(state.play(m)) == winner)


def tries(state: pg.State, rng: Random) -> object:
    """Return a move of the one who is to lose: a line by chance, or the largest fill."""
    small = [area for area in state.open_areas if state.is_small(area)]
    if state.phase == "line" and small and rng.random() < 0.5:
        return FillArea(max(small, key=lambda area: state.map.faces[area].area))
    return state.legal_moves.sample(rng)


def test_who_wins_for_sure_wins_whatever_the_other_tries():
    rng, lines = Random(1), 0
    for state, winner in decided(45):
        lines += not state.legal_moves.finite
        for _ in range(3):
            after = state
            while after.outcome is None:
                own = after.turn == winner
                after = after.play(keeps(after, winner) if own else tries(after, rng))
                assert winner_of(after) == winner
    assert lines > 20


def endings(games: int) -> list[pg.State]:
    """Return positions with one large area left, and others that are small or none."""
    found = []
    for number in range(games):
        for state in played(number):
            large = [area for area in state.open_areas if not state.is_small(area)]
            values = [state.map.faces[area].area for area in large]
            if (
                state.phase == "line"
                and len(large) == 1
                and values[0] < 1.9 * state.rules.fill_limit
            ):
                found.append(state)
    return found


@pytest.mark.slow
def test_who_wins_by_the_worth_of_the_last_area_wins_whatever_the_other_tries():
    rng, alone, beside = Random(2), 0, 0
    for state in endings(150):
        winner = winner_of(state)
        if winner is None:
            continue
        scores = (state.scores[winner], state.scores[1 - winner])
        begins = winner == state.turn
        if is_race_won(smalls(state), largest_gain(state), *scores, begins=begins):
            continue
        alone += not smalls(state)
        beside += bool(smalls(state))
        for _ in range(3):
            after = state
            while after.outcome is None:
                own = after.turn == winner
                after = after.play(keeps(after, winner) if own else tries(after, rng))
                assert winner_of(after) == winner
    assert alone > 5
    assert beside > 5


def smalls(state: pg.State) -> list[float]:
    """Return the values of the small areas, the largest first."""
    small = [area for area in state.open_areas if state.is_small(area)]
    return sorted((state.map.faces[area].area for area in small), reverse=True)


def largest_gain(state: pg.State) -> float:
    """Return what a turn gains the other at most."""
    largest = max(state.map.faces[area].area for area in state.open_areas)
    return max(state.rules.fill_limit, largest / 2)


def is_kept(own: float, other: float, left: tuple[float, ...], gain: float, *, moves: bool) -> bool:
    """Say whether the largest fills win, the other taking any, or gaining by a line all it can."""
    if max(own, other) > TOTAL / 2:
        return own > TOTAL / 2
    if moves:
        return bool(left) and is_kept(own + left[0], other, left[1:], gain, moves=False)
    fills = (
        is_kept(own, other + fill, (*left[:k], *left[k + 1 :]), gain, moves=True)
        for k, fill in enumerate(left)
    )
    return all(fills) and is_kept(own, other + gain, left, gain, moves=True)


def test_a_race_is_won_only_if_no_order_of_turns_stops_it():
    rng, won = Random(1), 0
    for _ in range(400):
        small = sorted((rng.uniform(0.5, 5) for _ in range(rng.randrange(1, 6))), reverse=True)
        gain, own, other = rng.choice((5.0, 6.5, 9.0)), rng.uniform(38, 49), rng.uniform(20, 49)
        for begins in (True, False):
            if is_race_won(small, gain, own, other, begins=begins):
                won += 1
                assert is_kept(own, other, tuple(small), gain, moves=begins)
    assert won > 50


def test_an_analysis_marks_as_proved_what_is_known_for_sure():
    checked = 0
    for state, winner in decided(6):
        found = next(deepen(state))
        for each in found.moves:
            if each.proved:
                checked += 1
                is_won = winner_of(state.play(each.move)) == state.turn
                assert (each.value, each.chance) == (ENDS[is_won], float(is_won))
            else:
                assert ENDS[0] < each.value < ENDS[1]
        assert found.moves[0].proved
        assert (found.value > 0) is (winner == state.turn)
    assert checked > 30


def test_the_solver_knows_at_once_what_is_decided():
    for state, winner in decided(12):
        found = pg.solve(state, seconds=5)
        assert found.value == (1 if winner == 0 else -1)
        after = state
        for move in found.line:
            after = after.play(move)
        assert after.outcome.winners == {winner}


def test_no_lead_is_expected_that_the_open_areas_do_not_allow():
    seen = 0
    for state in (each for number in range(4) for each in played(number)):
        if sum(state.scores) < 50 or state.phase != "line":
            continue
        ahead = state.scores[state.turn] - state.scores[1 - state.turn]
        rest = 100 - sum(state.scores)
        for each in pg.analyse(state, seconds=0.05).moves:
            if not each.proved:
                assert ahead - rest - 1e-9 <= each.value <= ahead + rest + 1e-9, state.to_text()
                seen += 1
    assert seen > 50
