"""The agents: what they see, what they choose, how they compare, what they refuse."""

from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from statistics import fmean, stdev
from threading import Event

import helpers
import pytest
from helpers import random_states

import polygames as pg
from polygames.core.errors import OptionError
from polygames.games.splitter.agents import evaluate
from polygames.games.splitter.engine import placement_ranking
from polygames.games.splitter.pads import PADS
from polygames.games.splitter.rules import Roll
from polygames.runtime.clock import Clock

NAMES = ("random", "greedy", "potential", "expectimax", "strong")
OWN = ("*####*", "######", ".####.")
HUGE = ("*" + "#" * 14 + "*", "#" * 16, "#" * 16, "#" * 16)


quick = partial(helpers.quick_agent, game="splitter")


def play_game(name, pad, seed):
    """Return the states of a solo game after each roll, and the final one."""
    dice, rng, player = Random(f"dice {seed}"), Random(f"agent {seed}"), quick(name)
    states, state = [], pg.new("splitter", pad=pad)
    while state.outcome is None:
        states.append(state.play(state.legal_moves.sample(dice)))
        state = states[-1].play(player.choose(states[-1], rng))
    return [*states, state]


def total_of(name, pad, seed):
    return play_game(name, pad, seed)[-1].scores[0]


def after(rounds, seed, players=1, pad="A"):
    """Return a position in which seat 0 is to write, reached by random moves."""
    states = random_states(pg.new("splitter", players=players, pad=pad), seed)
    return next(each for each in states if each.round >= rounds and each.roll is not None)


def test_the_agents_are_listed_weakest_first():
    assert pg.game("splitter").agents == NAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pad", ["A", "B", OWN, HUGE], ids=str)
def test_every_agent_chooses_legal_placements_on_every_pad(name, pad):
    for rounds, seed in ((0, 1), (4, 2)):
        state = after(rounds, seed, pad=pad)
        assert quick(name).choose(state, Random(0)) in state.legal_moves


@pytest.mark.parametrize("name", NAMES[1:])
def test_what_others_wrote_since_the_roll_does_not_matter(name):
    state = after(9, 4, players=2)
    first, second = list(state.legal_moves)[:2]
    choices = {quick(name).choose(state.play(move), Random(1)) for move in (first, second)}
    assert len(choices) == 1


@pytest.mark.parametrize("name", NAMES[1:])
@pytest.mark.parametrize("pad", PADS)
def test_the_last_roll_is_written_where_it_scores_most(name, pad):
    for seed in range(6):
        state = after(21, seed, pad=pad)
        totals = {move: state.play(move).scores[0] for move in state.legal_moves}
        assert totals[quick(name).choose(state, Random(0))] == max(totals.values())


@pytest.mark.slow
@pytest.mark.parametrize("pad", PADS)
def test_each_agent_is_better_than_the_one_before(pad):
    means = {
        name: fmean(total_of(name, pad, seed) for seed in range(games))
        for name, games in (("random", 12), ("greedy", 12), ("potential", 120), ("expectimax", 120))
    }
    assert list(means) == sorted(means, key=means.get)
    assert means["potential"] > 30


def test_evaluate_is_the_score_when_the_sheet_is_full_and_more_than_it_before():
    state, rng = pg.new("splitter", pad="B"), Random(2)
    player = quick("potential")
    while state.outcome is None:
        if state.round == 10 and state.roll is None:
            assert evaluate(state, 0) > state.scores[0] + 5
        state = state.play(player.choose(state, rng))
    assert evaluate(state, 0) == pytest.approx(state.scores[0], abs=0.01)


def test_evaluate_counts_what_a_seat_wrote_in_secret():
    state = after(15, 3, players=2)
    values = {evaluate(state.play(move), 0) for move in state.legal_moves}
    assert len(values) > 1


def test_with_two_rounds_left_expectimax_chooses_what_the_whole_tree_says():
    state = after(2, 1, pad=("*##*", "####"))
    assert state.pad.rounds - state.round == 2

    def worth(move):
        later = state.play(move)
        return sum(
            chance * max(after.play(last).scores[0] for last in after.legal_moves)
            for roll, chance in later.chance_outcomes()
            if (after := later.play(roll))
        )

    best = max(map(worth, state.legal_moves))
    chosen = pg.agent("expectimax", game="splitter", top=50).choose(state, Random(0))
    assert worth(chosen) == best


def test_strong_gives_its_games_to_the_better_half_again_and_again():
    state = after(8, 6)
    judge = placement_ranking.evaluator_of(state.pad)
    clock = Clock(None, Event())
    ranking = judge.by_rollouts(state, clock, Random(1), top=8, visits=240, rounds=22)
    assert len(ranking) == 8
    games = sorted((each.visits for each in ranking), reverse=True)
    assert sum(games) <= 240
    assert games[0] > 3 * games[-1] > 0
    assert ranking[0].visits == games[0]
    assert all(each.low <= each.high for each in ranking)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("expectimax", {"top": 0}),
        ("strong", {"top": 1.5}),
        ("strong", {"seconds": 0}),
        ("strong", {"seconds": None}),
        ("strong", {"visits": 0}),
        ("strong", {"rounds": -1}),
    ],
)
def test_options_out_of_range_are_refused(name, options):
    with pytest.raises(OptionError):
        pg.agent(name, game="splitter", **options)


@pytest.mark.parametrize("pad", PADS)
def test_the_luck_of_all_rolls_of_a_sheet_is_0_in_the_mean(pad):
    judge = placement_ranking.evaluator_of(PADS[pad])
    before = after(9, 4, pad=pad).view(0)
    lucks = [
        judge.luck(replace(before, roll=Roll(max(roll), min(roll))))
        for roll in product(range(1, 7), repeat=2)
    ]
    assert fmean(lucks) == pytest.approx(0, abs=1e-5)
    assert max(lucks) > 0.5


def test_without_luck_totals_spread_much_less():
    games = [play_game("potential", "A", seed) for seed in range(60)]
    luck = placement_ranking.evaluator_of(PADS["A"]).luck
    totals = [game[-1].scores[0] for game in games]
    fair = [game[-1].scores[0] - sum(map(luck, game[:-1])) for game in games]
    assert stdev(fair) < stdev(totals) / 2
    assert abs(fmean(fair) - fmean(totals)) < 2
