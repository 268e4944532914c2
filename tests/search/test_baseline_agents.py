"""Counting, random games, and the two simplest agents."""

from collections import Counter
from random import Random

import pytest
from helpers import PRESETS, WORKED_EXAMPLE, split
from hypothesis import given, settings
from strategies import running_split_states, seeds

import polygames as pg
from polygames.search import GreedyAgent, RandomAgent, perft, playouts
from polygames.search.mcts import play_out

# --- Perft --------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(4))
def test_perft_counts_all_sequences_while_the_heap_is_high(depth, nim):
    assert perft(nim.new(heap=50), depth) == 3**depth


@pytest.mark.parametrize("heap", range(1, 9))
def test_perft_counts_no_game_that_ends_earlier(heap, nim):
    for depth in range(heap + 2):
        assert perft(nim.new(heap=heap), depth) == ways(heap, depth)


def ways(heap, depth):
    """Count the lists of `depth` numbers 1 to 3 whose sum is at most the heap."""
    if depth == 0:
        return 1
    return sum(ways(heap - n, depth - 1) for n in (1, 2, 3) if n <= heap)


def test_perft_of_an_ended_game_is_0_and_of_no_ply_is_1(nim):
    end = nim.new(heap=1).play(nim.new(heap=1).parse("1"))
    assert perft(end, 1) == perft(end, 2) == 0
    assert perft(end, 0) == 1


def test_perft_counts_what_the_dice_can_do(nim):
    assert perft(nim.new(coin=True), 1) == 2
    assert perft(nim.new(coin=True), 2) == 6


def test_perft_refuses_a_continuum_and_a_negative_depth():
    state = pg.new("split")
    with pytest.raises(TypeError, match="continuum"):
        perft(state, 1)
    after = split("draw 0@0.5 - 2@0.5")
    assert perft(after, 1) == 2
    with pytest.raises(TypeError, match="continuum"):
        perft(after, 2)
    with pytest.raises(pg.OptionError, match=r"depth.*-1"):
        perft(state, -1)


# --- Random games -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_repeat_with_their_seed_whatever_their_number(preset):
    state = pg.new("split", preset=preset)
    few, many = playouts(state, games=6, seed=3), playouts(state, games=12, seed=3)
    assert many.plies[:6] == few.plies
    assert playouts(state, games=6, seed=3) == few
    assert playouts(state, games=6, seed=4).plies != few.plies
    assert len(set(many.plies)) > 6


def test_random_games_without_a_kernel_repeat_too(nim):
    state = nim.new(heap=40)
    few, many = playouts(state, games=6, seed=3), playouts(state, games=12, seed=3)
    assert many.plies[:6] == few.plies
    assert many.games == sum(many.wins) + many.ties == 12
    assert len(set(many.plies)) > 2


def test_random_games_are_counted_from_where_they_start(nim):
    state = nim.new(heap=3).play(nim.new(heap=3).parse("2"))
    found = playouts(state, games=20)
    assert found.plies == (1,) * 20
    assert (found.games, found.wins, found.ties) == (20, (0, 20), 0)
    assert str(found) == "20 random games: wins seat 0: 0, seat 1: 20; ties 0; 1.0 plies a game"


def test_no_games_are_no_games(nim):
    assert playouts(nim.new(), games=0).plies == ()
    assert "0 random games" in str(playouts(nim.new(), games=0))


def test_an_interrupt_keeps_the_games_that_are_over(nim, monkeypatch):
    played = []

    def impatient(state, move):
        if len(played) == 30:
            raise KeyboardInterrupt
        played.append(move)
        return play(state, move)

    state = nim.new(heap=9)
    play = type(state).play
    whole = playouts(state, games=100, seed=1)
    monkeypatch.setattr(type(state), "play", impatient)
    found = playouts(state, games=100, seed=1)
    assert 0 < found.games < 30
    assert found.plies == whole.plies[: found.games]


def test_games_that_a_length_cap_broke_off_are_counted_apart():
    found = playouts(pg.new("polygon", n=6, max_plies=3), games=5)
    assert (found.games, found.wins, found.ties, found.unfinished) == (5, (0, 0), 0, 5)
    assert "ties 0; unfinished 5; 3.0 plies" in str(found)
    whole = playouts(pg.new("polygon", n=5), games=5)
    assert sum(whole.wins) + whole.ties + whole.unfinished == 5
    assert "unfinished" not in str(whole)


def test_games_that_outgrow_the_kernel_are_played_by_the_rules():
    """With so low a limit a game has more areas than the kernel has room for."""
    state = pg.new("split", fill_limit=0.5)
    found = playouts(state, games=3)
    assert sum(found.wins) + found.ties == 3
    assert max(found.plies) > 112
    assert set(play_out(state, Random(0))) == {0, 1}
    assert playouts(state, games=2).plies == found.plies[:2]


# --- Agents -------------------------------------------------------------------------------------


@given(running_split_states(), seeds)
@settings(max_examples=25)
def test_simple_agents_choose_legal_moves_that_repeat_with_their_seed(state, seed):
    for name in ("random", "greedy"):
        agent = pg.agent(name, game="split")
        move = agent.choose(state, Random(seed))
        assert move in state.legal_moves
        assert agent.choose(state, Random(seed)) == move


def test_greedy_agent_takes_the_best_and_tells_equals_apart_by_chance(nim):
    def evaluate(state, seat):
        assert seat == 0
        return {7: 1.0, 8: 1.0, 9: 0.5}[state.heap]

    agent = GreedyAgent(evaluate)
    found = Counter(agent.choose(nim.new(heap=10), Random(seed)).what for seed in range(60))
    assert set(found) == {"2", "3"}
    assert min(found.values()) > 15


def test_greedy_agent_of_split_fills_the_largest_small_area():
    state = split("draw 0@0.1 - 3@0.2", "color blue", "draw 1@0.1 - 0@0.6")  # areas of 1 and 2
    k = max((k for k in state.open_areas if state.is_small(k)), key=lambda k: state.areas[k].value)
    assert str(pg.agent("greedy", game="split").choose(state, Random(0))) == f"fill {k}"


def test_greedy_agent_of_split_hands_the_smaller_area_over():
    state = split(*WORKED_EXAMPLE)
    smaller = min(state.choice, key=lambda k: state.areas[k].value)
    assert str(pg.agent("greedy", game="split").choose(state, Random(0))) == f"area {smaller}"


def test_a_choice_still_pending_is_estimated_as_the_smaller_area():
    state = split(*WORKED_EXAMPLE)
    smaller = min(state.areas[k].value for k in state.choice)
    evaluate = pg.game("split").engine.evaluate
    assert (evaluate(state, 0), evaluate(state, 1)) == (smaller, -smaller)
    filled = split(*WORKED_EXAMPLE, "area 5")
    assert (evaluate(filled, 0), evaluate(filled, 1)) == (smaller, -smaller)


@pytest.mark.slow
def test_greedy_beats_random_in_pairs_of_games_with_the_seats_exchanged():
    # 10 pairs; by luck alone 16 of 20 wins come in 6 of 1,000 runs.
    random, greedy = RandomAgent(), pg.agent("greedy", game="split", width=12)
    wins = 0
    for seed in range(10):
        for seat in (0, 1):
            agents = {seat: greedy, 1 - seat: random}
            state, rng = pg.new("split", preset="2026"), Random(seed)
            while state.outcome is None:
                state = state.play(agents[state.turn].choose(state, rng))
            wins += state.outcome.winners == {seat}
    assert wins >= 16
