"""Counting what can be played, and random games."""

from random import Random

import numpy as np
import pytest
from helpers import SPLIT_PRESETS, interrupt_after, split

import polygames as pg
from polygames.core.errors import OptionError
from polygames.core.moveset import FiniteMoves
from polygames.search import perft, playouts
from polygames.search.mcts import play_out


def ways(heap, depth):
    """Count the lists of `depth` numbers 1 to 3 whose sum is at most the heap."""
    if depth == 0:
        return 1
    return sum(ways(heap - n, depth - 1) for n in (1, 2, 3) if n <= heap)


@pytest.mark.parametrize("heap", range(1, 9))
def test_perft_counts_no_game_that_ends_earlier(heap, nim):
    for depth in range(heap + 2):
        assert perft(nim.new(heap=heap), depth) == ways(heap, depth)


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


class Path:
    """A game with one move after the other, as far as perft looks at it."""

    def __init__(self, left):
        self.left = left
        self.legal_moves = FiniteMoves(["on"] if left else [])

    def play(self, move):
        return Path(self.left - (move == "on"))


def test_perft_looks_deeper_than_python_calls_itself():
    assert perft(Path(5000), 5000) == 1
    assert perft(Path(5000), 10**9) == 0


@pytest.mark.parametrize("preset", SPLIT_PRESETS)
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


def test_an_interrupt_keeps_the_games_that_are_over(nim):
    state = nim.new(heap=9)
    whole = playouts(state, games=100, seed=1)
    with interrupt_after(30, type(state), "play"), pytest.raises(pg.Interrupted) as stopped:
        playouts(state, games=100, seed=1)
    found = stopped.value.result
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


NO_COUNTS = [
    *(True, "1", "", None, b"1", [], [1], {}, (), ("1",), 1j, object, np.array([1, 2])),
    *(0.5, 2.0, float("nan"), float("inf"), -1),
]


@pytest.mark.parametrize("value", NO_COUNTS, ids=repr)
def test_only_whole_numbers_of_games_and_plies_are_counted(value):
    state = pg.new("splinter")
    for call in (playouts, perft):
        with pytest.raises(OptionError, match=r"must be a whole number of 0 or more, not "):
            call(state, value)
    if value is not NO_COUNTS[-1]:  # a seed may be negative
        with pytest.raises(OptionError, match="the option seed must be a whole number, not "):
            playouts(state, 1, seed=value)
