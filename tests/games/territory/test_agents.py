"""Territory's agents: each rung beats the one below, minimax plays what is proved, time is kept."""

from random import Random

import pytest
from helpers import QUICK_LIMITS
from patience import Timer

import polygames as pg
from polygames.games.territory import agents
from polygames.games.territory.engine.iterative_deepening import IterativeDeepening, nearest_tiles
from polygames.games.territory.rules import Claim, TakeOver
from polygames.runtime.clock import Clock


@pytest.mark.parametrize(
    ("stronger", "weaker"), [("denial", "random"), ("denial", "greedy"), ("minimax", "denial")]
)
def test_who_counts_denial_beats_who_does_not_and_who_searches_beats_both(stronger, weaker):
    """Decided by the points of both games together, as the published match is."""
    players = [(name, QUICK_LIMITS["territory"].get(name, {})) for name in (stronger, weaker)]
    result = pg.match(
        pg.new("territory", size=10, penalty=0.5), *players, games=16, seed=1, progress=False
    )
    leads = [0.0] * 8
    for game in result.games:
        seat = game.seats.index(result.names[0])
        leads[game.pair] += game.scores[seat] - game.scores[1 - seat]
    assert sum(lead > 0 for lead in leads) > sum(lead < 0 for lead in leads), leads


@pytest.mark.parametrize(("size", "seeds", "swap"), [(7, range(6), False), (6, [4], True)])
def test_minimax_plays_proved_best_moves_and_opens_fairly_where_sides_are_chosen(size, seeds, swap):
    for seed in seeds:
        state = pg.new("territory", size=size, seed=seed, penalty=0.5, swap=swap)
        solution = pg.solve(state)
        move = agents.Minimax(seconds=None).choose(state, Random(0))
        assert solution.values[move] == solution.value


@pytest.mark.parametrize("penalty", [0.5, 1])
def test_minimax_takes_over_exactly_when_that_pays(penalty):
    taken = set()
    for seed in range(8):
        state = pg.new("territory", size=6, seed=seed, penalty=penalty, swap=True)
        state = state.play(next(iter(state.legal_moves)))
        pays = pg.solve(state).values[TakeOver()] < 0
        move = agents.Minimax(seconds=None).choose(state, Random(0))
        assert (move == TakeOver()) == pays
        taken.add(pays)
    assert taken == {False, True}


def test_in_the_literal_game_it_claims_anything():
    state = pg.new("territory", size=10, seed=1)
    rng = Random(1)
    chosen = {agents.Minimax().choose(state, rng) for _ in range(30)}
    assert len(chosen) > 10


def test_solitaire_comes_to_the_target():
    state = pg.new("territory", size=9, seed=2, solitaire=True)
    target = pg.solve(state).value
    agent, rng = agents.Minimax(seconds=5), Random(0)
    while state.outcome is None:
        state = state.play(agent.choose(state, rng))
    assert state.scores[0] == target


def test_thinks_until_it_is_stopped_and_reports():
    seen = []
    agent = agents.Minimax(seconds=None, on_progress=lambda *news: seen.append(news))
    state = pg.new("territory", size=15, seed=1, penalty=0.5)
    agents.Minimax(seconds=None, depth=1).choose(state, Random(0))  # compiled from here on
    with Timer(0.3, agent.stop.set):
        move = agent.choose(state, Random(0))
    assert move in state.legal_moves
    assert [depth for depth, _, _ in seen] == list(range(1, len(seen) + 1))
    assert seen[-1][2] == move


def test_a_large_board_is_looked_at_around_what_is_owned():
    state = pg.new("territory", size=25, seed=2, penalty=0.5)
    for _ in range(6):
        state = state.play(agents.Denial().choose(state, Random(1)))
    tiles = nearest_tiles(state, 64)
    assert len(set(tiles)) == 64
    rim = (state.reach[0] | state.reach[1]) & state.free
    assert all(rim >> tile & 1 for tile in tiles[: rim.bit_count()])
    depths = [depth for depth, _, _ in IterativeDeepening(state).deepen(Clock(1), 3)]
    assert depths == [1, 2, 3]


def test_without_numba_the_general_search_plays(monkeypatch):
    monkeypatch.setattr(agents, "HAS_NUMBA", False)
    state = pg.new("territory", size=5, seed=1, penalty=0)
    move = agents.Minimax(seconds=None, depth=2).choose(state, Random(0))
    assert isinstance(move, Claim)
    assert move in state.legal_moves


def test_denial_weighs_what_the_other_would_gain():
    """Red's large tile is worth more to take away (9) than Blue's own small one (1)."""
    state = pg.new(
        "territory", tiles=["ABBBC"], colors={"A": "blue", "B": "red", "C": "yellow"}, penalty=0
    )
    assert str(agents.Denial().choose(state, Random(0))) == "r0c1"
    assert str(agents.greedy().choose(state, Random(0))) == "r0c0"
