"""Splinter on small boards: the tables are what the rules say, found another way."""

from dataclasses import replace
from random import Random

import pytest

import polygames as pg
from benchmarks.studies import splinter_small as study
from polygames.games.splinter.rules import position

WINNER = {frozenset({0}): 1, frozenset({1}): -1, frozenset({0, 1}): 0}


def fresh(state):
    """Return a position without what came before it."""
    return replace(state, ply=0, history=(), start=None)


def by_rules(starts):
    """Solve all that can come of some starts by rules.py alone, from the ends back to the starts.

    Return for each position the value for white and the plies to the end; ties are missing.
    """
    after, todo = {}, [fresh(start) for start in starts]
    while todo:
        state = todo.pop()
        if state not in after:
            children = [] if state.outcome else [fresh(state.after(m)) for m in state.legal_moves]
            after[state] = children
            todo += children
    known = {s: (WINNER[s.outcome.winners], 0) for s in after if s.outcome}
    known = {s: found for s, found in known.items() if found[0]}
    before = {}
    for state, children in after.items():
        for child in set(children):
            before.setdefault(child, []).append(state)
    level = list(known)
    while level:
        new = []
        for state in dict.fromkeys(parent for child in level for parent in before.get(child, ())):
            if state in known or state.outcome:
                continue
            own = 1 - 2 * state.turn
            results = [known.get(child) for child in after[state]]
            wins = [plies for value, plies in filter(None, results) if value == own]
            if wins:
                known[state] = (own, 1 + min(wins))
            elif all(found is not None for found in results):
                known[state] = (-own, 1 + max(plies for _, plies in results))
            else:
                continue
            new.append(state)
        level = new
    return after, known


def start_of(rows, turn=0):
    """Return a position as a start with nothing lost."""
    return position(pg.new("splinter").rules, rows, turn=turn)


def compare(rows, columns, pawns):
    """Hold every position of a board to what rules.py alone says; return how many there were."""
    solved = study.solve(rows, columns, pawns)
    starts = [
        start_of(solved.rows(place))
        for each in range(1, pawns + 1)
        for place in solved.starts(each)
    ]
    after, known = by_rules(starts)
    seen = 0
    for state in after:
        if state.outcome is None:
            value, plies = known.get(state, (0, 0))
            expected = plies * (1 if value == 1 - 2 * state.turn else -1)
            assert solved.value(list(state.rows), state.turn) == expected, state.rows
            seen += 1
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "columns", "pawns"), [(3, 3, 1), (2, 4, 1), (2, 3, 2), (3, 3, 2), (3, 4, 1), (4, 4, 1)]
)
def test_every_position_of_a_small_board_is_what_the_rules_alone_say(rows, columns, pawns):
    assert compare(rows, columns, pawns) > (1000 if rows * columns * pawns > 12 else 100)


@pytest.mark.slow
def test_who_wins_wins_by_the_rules_in_as_many_plies_whatever_the_other_plays():
    solved = study.solve(4, 4, 1)
    rng = Random(1)
    decided = [place for place in solved.starts(1) if solved.plies[place]]
    for place in rng.sample(decided, 30):
        state, left = start_of(solved.rows(place)), abs(int(solved.plies[place]))
        winner = 0 if solved.plies[place] > 0 else 1
        while state.outcome is None:
            after = [state.play(move) for move in state.legal_moves]
            if state.turn == winner:
                after = [each for each in after if lost_within(solved, each, left - 1, winner)]
                assert after, state.rows
            state, left = rng.choice(after), left - 1
        assert state.outcome.winners == {winner}
        assert left >= 0


def lost_within(solved, state, plies, winner):
    """Say whether a position after the winner's move is won for it in so many plies at most."""
    if state.outcome:
        return state.outcome.winners == {winner}
    return -plies <= solved.value(list(state.rows), state.turn) < 0


@pytest.mark.slow
def test_the_solver_of_all_games_finds_the_same_wins():
    solved = study.solve(4, 4, 1)
    near = [place for place in solved.starts(1) if 0 < abs(solved.plies[place]) <= 3]
    for place in Random(2).sample(near, 10):
        found = pg.solve(start_of(solved.rows(place)), seconds=60)
        assert found.value == (1 if solved.plies[place] > 0 else -1)


@pytest.mark.slow
def test_a_position_that_is_no_start_is_refused():
    solved = study.solve(2, 3, 1)
    with pytest.raises(KeyError):
        solved.value(["W.B", "w.b"])


@pytest.mark.slow
def test_a_fair_start_is_one_that_a_symmetry_makes_the_others():
    solved = study.solve(3, 3, 1)
    fair = {"/".join(solved.rows(p)) for p in solved.fair(solved.starts(1))}
    assert len(fair) == 7
    for rows in fair:
        flat = rows.replace("/", "").swapcase()
        assert sorted(flat) == sorted("wWbB.....".swapcase())
