"""The agents of every game: they play legal moves to the end, and each rung beats a lower one."""

from random import Random

import pytest
from helpers import QUICK_LIMITS, quick_agent

import polygames as pg

GAMES = [
    ("split", {"preset": "2026"}),
    pytest.param("split", {"preset": "seed"}, marks=pytest.mark.slow),
    ("splinter", {}),
    ("splinter", {"edge": "remove", "no_return": True, "first": "black"}),
    ("splitter", {"players": 3, "pad": "*####* ###### .####."}),
    ("territory", {"size": 8}),
    ("territory", {"size": 8, "penalty": 0.5, "swap": True}),
    ("territory", {"size": 8, "penalty": 1, "ending": "stuck"}),
    ("territory", {"size": 16, "penalty": 0, "ending": "stuck", "swap": True}),
    ("territory", {"size": 25, "penalty": -1}),
    ("territory", {"size": 8, "solitaire": True}),
]
RUNGS = [
    *(("split", *names, 0.51) for names in [("oneply", "greedy"), ("oneply", "random")]),
    *(("split", *names, 0.51) for names in [("mcts", "oneply"), ("minimax", "oneply")]),
    ("split", "minimax", "greedy", 0.51),
    ("splinter", "greedy", "random", 0.6),
    *(("splinter", name, "greedy", 0.8) for name in ("minimax", "mcts", "learned")),
]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_agents_play_legal_moves_to_the_end(game, options):
    for name in pg.game(game).agents:
        state, rng, agent = pg.new(game, **options), Random(2), quick_agent(name, game)
        while state.outcome is None:
            by_chance = state.turn == pg.CHANCE
            move = state.legal_moves.sample(rng) if by_chance else agent.choose(state, rng)
            assert move in state.legal_moves, name
            state = state.play(move)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "stronger", "weaker", "share"), RUNGS)
def test_each_rung_beats_a_lower_one(game, stronger, weaker, share):
    players = [(name, QUICK_LIMITS[game].get(name, {})) for name in (stronger, weaker)]
    options = {"preset": "2026"} if game == "split" else {}
    result = pg.match(pg.new(game, **options), *players, games=8, seed=2, progress=False)
    assert result.share >= share, str(result)
