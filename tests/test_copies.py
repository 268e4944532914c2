"""What the package gives can be copied, in the middle of a game, and the copy is what it copies."""

import copy
from random import Random

import numpy as np
import pytest
from helpers import pickle_copy

import polygames as pg

SMALL = {
    "split": {"fill_limit": 30},
    "splinter": {"max_plies": 60},
    "polygon": {"n": 6},
    "splitter": {"pad": "*##* #### .##.", "players": 2},
    "territory": {"size": 4, "penalty": 0.5},
}


both_copies = pytest.mark.parametrize("copied", [pickle_copy, copy.deepcopy])
every_game = pytest.mark.parametrize("game", pg.games())


def begun(game):
    """Return a record of a game that goes on, with a branch."""
    record, rng = pg.Record(pg.new(game, **SMALL[game]), players=["Ana", "Ben"][:2]), Random(1)
    while record.state.outcome is None and len(record.moves) < 5:
        record.push(record.state.legal_moves.sample(rng), comment="so")
    record.pop()
    return record


@both_copies
@every_game
def test_what_is_found_of_a_position(copied, game):
    record = begun(game)
    while record.state.turn == pg.CHANCE:
        record.push(next(iter(record.state.legal_moves)))
    analysis = pg.analyse(record.state, seconds=0.05)
    assert copied(analysis) == analysis
    solution = pg.solve(record.state, seconds=0.05)
    assert copied(solution) == solution
    review = pg.review(record, seconds=0.02, progress=False)
    assert copied(review).moves == review.moves
    assert str(copied(review)) == str(review)
    puzzle = pg.puzzles(game)[3]
    assert copied(puzzle) == puzzle


@both_copies
@every_game
def test_what_comes_of_many_games(copied, game):
    quick = {"seed": 1, "progress": False, "workers": 1}
    start = pg.new(game, **SMALL[game])
    match = pg.match(start, "random", "level 1", games=4, **quick)
    assert copied(match) == match
    cup = pg.tournament(start, ["random", "level 1"], games=2, **quick)
    assert copied(cup).to_dict() == cup.to_dict()
    measured = pg.measure(start, games=4, **quick)
    assert str(copied(measured)) == str(measured)


@both_copies
@every_game
def test_many_games_at_once_go_on_alike(copied, game):
    encoding = {"points": 6} if game == "split" else {}
    games = pg.batch(pg.new(game, **SMALL[game]), 3, seed=2, encoding=encoding)
    for _ in range(3):
        games.step(games.sample())
    twin = copied(games)
    for _ in range(4):
        chosen = games.sample()
        assert np.array_equal(twin.sample(), chosen)
        assert np.array_equal(games.step(chosen).rewards, twin.step(chosen).rewards)
        assert np.array_equal(games.masks, twin.masks)
    assert [games.state(k) for k in range(3)] == [twin.state(k) for k in range(3)]


@both_copies
@every_game
def test_a_collection(copied, game, tmp_path):
    begun(game).save(tmp_path / "one.txt")
    games = pg.collection(tmp_path)
    assert len(copied(games)) == len(games) == 1
    assert str(copied(games)) == str(games)


@both_copies
@every_game
def test_agents_choose_alike(copied, game):
    state = begun(game).state
    while state.turn == pg.CHANCE:
        state = state.play(next(iter(state.legal_moves)))
    for name in (*pg.game(game).agents[:3], "level 1", "level 3"):
        agent = pg.agent(name, game=game)
        if getattr(agent, "depth", 1) is None:  # one with a time would go as deep as it comes
            agent.seconds, agent.depth = None, 1
        twin = copied(agent)
        assert twin.choose(state, Random(1)) == agent.choose(state, Random(1)), name
