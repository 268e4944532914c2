"""Whatever a caller gives for an option: it is taken, or refused with an error that says why."""

import inspect
from random import Random

import numpy as np
import pytest
from helpers import options_of

import polygames as pg
from polygames.core.errors import OptionError
from polygames.core.moveset import FiniteMoves
from polygames.search import MctsAgent, MinimaxAgent, playouts
from polygames.search.playouts import perft

NO_NUMBERS = [True, "1", "", None, b"1", [], [1], {}, (), ("1",), 1j, object, np.array([1, 2])]
NO_TIMES = [*(each for each in NO_NUMBERS if each is not None), 0, -1, float("nan"), float("inf")]
NO_COUNTS = [*NO_NUMBERS, 0.5, 2.0, float("nan"), float("inf"), -1]
NASTY = [*NO_NUMBERS, float("nan"), float("inf"), -float("inf"), 0, -1, 0.5, 10**30, 10**400]

MAKERS = [
    (game, agent, option)
    for game in pg.games()
    for agent, maker in pg.game(game).engine.agent_makers.items()
    for option in sorted(options_of(maker))
]


def start(game):
    state = pg.new(game)
    while state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(Random(0)))
    return state


@pytest.mark.parametrize(("game", "agent", "option"), MAKERS)
def test_an_agent_is_made_and_plays_or_its_option_is_refused_at_once(game, agent, option):
    state, made = start(game), 0
    for value in NASTY:
        try:
            player = pg.agent(agent, game=game, **{option: value})
        except OptionError:
            continue
        made += 1
        if hasattr(player, "stop"):
            player.stop.set()
        assert player.choose(state, Random(0)) in state.legal_moves
    assert made < len(NASTY)


@pytest.mark.parametrize("kind", [MinimaxAgent, MctsAgent])
def test_the_general_agents_refuse_what_limits_nothing(kind):
    given = () if kind is MctsAgent else (pg.game("split").engine.evaluate,)
    for option in inspect.signature(kind).parameters.keys() & {"width", "growth", "explore"}:
        for value in NO_NUMBERS:
            with pytest.raises(OptionError, match=option):
                kind(*given, **{option: value})
    with pytest.raises(OptionError, match="needs an end"):
        MctsAgent(seconds=None)


@pytest.mark.parametrize("door", [pg.analyse, pg.solve])
@pytest.mark.parametrize("game", pg.games())
def test_a_time_that_is_none_is_refused_by_every_door(door, game):
    for value in NO_TIMES:
        with pytest.raises(OptionError, match=r"seconds.*greater than 0"):
            door(start(game), seconds=value)
    with pytest.raises(OptionError, match="seed must be a whole number, not '1'"):
        pg.analyse(start(game), seconds=0.1, seed="1")
    with pytest.raises(OptionError, match=r"unknown option of the solver of .*: 'second'"):
        pg.solve(start(game), second=1)


def test_an_analysis_is_not_without_end():
    with pytest.raises(OptionError, match="greater than 0, not None"):
        pg.analyse(pg.new("splinter"), seconds=None)


@pytest.mark.parametrize("value", NO_COUNTS, ids=repr)
def test_only_whole_numbers_of_games_and_plies_are_counted(value):
    state = pg.new("splinter")
    for call in (
        lambda: playouts(state, value),
        lambda: perft(state, value),
    ):
        with pytest.raises(OptionError, match=r"must be a whole number of 0 or more, not "):
            call()
    if value is not NO_COUNTS[-1]:  # a seed may be negative
        with pytest.raises(OptionError, match="the seed must be a whole number, not "):
            playouts(state, 1, seed=value)


def test_numbers_of_numpy_are_numbers():
    state = pg.new("splinter")
    agent = pg.agent("minimax", game="splinter", seconds=None, depth=np.int32(2))
    assert agent.choose(state, Random(0)) in state.legal_moves
    assert playouts(state, np.int64(3), seed=np.uint8(1)) == playouts(state, 3, seed=1)
    assert perft(state, np.int8(1)) == len(state.legal_moves)


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
