"""Positions in which no seat is to move: games that are over, and dice."""

from random import Random

import pytest
from helpers import random_states
from toys import NIM_GAME, register_game

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.search import GreedyAgent, MctsAgent, MinimaxAgent, deepen

OPTIONS = {
    "polygon": [{"n": 5}, {"n": 6, "max_plies": 3}, {"n": 7, "claim": True}],
    "splinter": [{}, {"max_plies": 5}],
    "split": [{}, {"preset": "2026"}],
    "splitter": [{}, {"players": 2}],
    "territory": [{"penalty": 0}, {"ending": "stuck"}, {"solitaire": True}],
}
"""Games that end in every way, by length caps too."""
GAMES = [(game, options) for game in pg.games() for options in OPTIONS.get(game, [{}])]


def agents_of(game):
    """Yield the agents of a game, and the general ones."""
    info = pg.game(game)
    for name in info.agents:
        yield info.agent(name)
    yield MctsAgent(seconds=0.05)
    if info.engine.evaluate is not None:
        yield MinimaxAgent(info.engine.evaluate, seconds=0.05)
        yield GreedyAgent(info.engine.evaluate)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_game_that_is_over_is_refused_by_agents_with_its_outcome(game, options):
    *_, end = random_states(pg.new(game, **options), 1)
    for agent in agents_of(game):
        with pytest.raises(IllegalMoveError, match="the game is over after") as caught:
            agent.choose(end, Random(0))
        assert str(end.outcome) in str(caught.value)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_analysis_of_a_finished_game_is_its_result(game, options):
    *_, end = random_states(pg.new(game, **options), 1)
    found = pg.analyse(end)
    assert list(deepen(end)) == [found]
    assert (found.moves, found.best) == ((), None)
    assert repr(found) == f"{game}: the game is over: {end.outcome}"
    assert len(found.table()) == 0
    assert found.is_proved == found.is_settled == bool(end.outcome.winners)
    seat = max(end.turn, 0)
    if not end.outcome.winners:  # a limit on plies ended the game
        assert (found.value, found.chance) == (None, None)
        return
    if end.seats == 1:
        assert (found.value, found.chance) == (end.outcome.scores[0], None)
        return
    is_tie, is_won = len(end.outcome.winners) == end.seats, seat in end.outcome.winners
    assert found.value == (0 if is_tie else 1 if is_won else -1)
    assert found.chance == (found.value + 1) / 2


@pytest.mark.parametrize("seed", [0, 1])
def test_a_named_game_that_begins_with_dice_is_analysed_after_a_roll_by_the_seed(seed):
    found = pg.analyse("splitter", seconds=0.05, seed=seed, progress=False)
    assert found.state == pg.analyse("splitter", seconds=0.05, seed=seed, progress=False).state
    assert found.state.turn == 0
    assert found.moves


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_solution_of_a_game_that_is_over_is_its_outcome(game, options):
    for seed in range(4):
        *_, end = random_states(pg.new(game, **options), seed)
        if game == "splitter" and end.seats != 2:
            with pytest.raises(OptionError, match="two seats"):
                pg.solve(end)
            continue
        found = pg.solve(end)
        assert (found.best, found.line) == (None, ())
        assert found.value == value_of(end, options)
        assert "the game is over" in found.note


def value_of(end, options):
    """Return the value for seat 0: points in Territory; None where a length cap ended the game."""
    if end.game == "territory":
        return end.scores[0] - sum(end.scores[1:])
    winners = end.outcome.winners
    if end.ply == options.get("max_plies") and len(winners) != 1:
        return None
    return (0 in winners) - (1 in winners)


@pytest.mark.parametrize("game", pg.games())
def test_agents_roll_the_dice_and_nothing_else_is_said_of_them(game):
    dice = [state for state in random_states(pg.new(game), 2) if state.turn == pg.CHANCE]
    for state in dice[:3]:
        if state.outcome is None:
            refuses_dice(state)
            for agent in agents_of(game):
                assert agent.choose(state, Random(0)) in state.legal_moves


def test_a_game_from_outside_is_treated_alike():
    with register_game(NIM_GAME) as info:
        state = info.new(coin=True)
        refuses_dice(state)
        for agent in (MctsAgent(seconds=0.05), MinimaxAgent(lambda *_: 0, seconds=0.05)):
            assert agent.choose(state, Random(0)) in state.legal_moves
            end = info.new(heap=1).play(info.new(heap=1).parse("1"))
            with pytest.raises(IllegalMoveError, match="seat 0 wins"):
                agent.choose(end, Random(0))


def refuses_dice(state):
    with pytest.raises(OptionError, match="dice"):
        pg.solve(state)
    if state.ply:
        with pytest.raises(OptionError, match="dice"):
            pg.analyse(state)


def test_a_start_with_dice_is_analysed_after_a_roll_by_the_seed():
    how = {"seconds": 0.05, "progress": False}
    start = pg.new("splitter", pad="B")
    found = {pg.analyse(start, seed=seed, **how).state for seed in (1, 1, 2, 3)}
    assert len(found) > 1
    assert all(state.ply == 1 and state.options == start.options for state in found)
