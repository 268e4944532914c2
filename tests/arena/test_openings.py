"""Balanced openings are near even, also in games on which their choice did not rest."""

from random import Random

import pytest

import polygames as pg
from polygames.arena import openings
from polygames.arena.openings import choose_opening, estimate_balance, find_judge


@pytest.mark.slow
def test_where_chance_gives_one_seat_all_games_a_balanced_opening_gives_both_some(monkeypatch):
    monkeypatch.setattr(openings, "SEARCH_LIMITS", ({"nodes": 30},))  # a quick judge
    start = pg.new("split")
    by_chance, balanced = [
        estimate_balance(choose_opening(start, opening, Random("3")), "fresh", 8)
        for opening in (4, "balanced")
    ]
    assert by_chance <= 0.125
    assert 0.25 <= balanced <= 0.75


def test_an_opening_must_look_even_three_times_and_else_the_one_that_looked_so_longest_is_taken(
    monkeypatch,
):
    looks = iter([0.9, 0.5, 0.5, 0.9, 0.5, 0.1, *[0.9] * 9])
    asked = []

    def look(state, seed):
        asked.append((state, seed))
        return next(looks)

    monkeypatch.setattr(openings, "estimate_balance", look)
    found, _ = openings._find_balanced_opening.__wrapped__(pg.new("polygon", n=8), 2, 7)
    states = [state for state, _ in asked]
    assert found == states[1] == states[2] == states[3]
    assert [seed for _, seed in asked[:6]] == ["7:0", "7:0", "7:1", "7:2", "7:0", "7:1"]
    assert len(set(states)) <= openings.MAX_OPENINGS_TRIED
    looks = iter([0.5, 0.9, 0.5, 0.5, 0.5])
    asked.clear()
    found, _ = openings._find_balanced_opening.__wrapped__(pg.new("polygon", n=8), 2, 7)
    assert found == asked[-1][0] != asked[0][0]
    assert len(asked) == 5


def test_the_judge_is_the_strongest_agent_that_a_count_can_limit():
    assert find_judge("splinter") == ("mcts", {"visits": 100, "seconds": None})
    assert find_judge("territory") == ("minimax", {"depth": 2, "seconds": None})


@pytest.mark.slow
def test_the_games_of_a_judge_differ_and_repeat_with_their_seed(monkeypatch):
    monkeypatch.setattr(openings, "SEARCH_LIMITS", ({"nodes": 30},))
    state = choose_opening(pg.new("polygon", n=7), 2, Random(1))
    shares = {estimate_balance(state, seed, 2) for seed in range(6)}
    assert len(shares) > 1
    assert estimate_balance(state, 1, 2) == estimate_balance(state, 1, 2)
