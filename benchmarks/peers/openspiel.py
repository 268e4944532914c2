"""Random games and tree search with OpenSpiel, in C++ and in Python.

The C++ games use the C++ classes `RandomRolloutEvaluator` and `MCTSBot`, without a step through
Python. `splinter_on_openspiel.py` is Splinter as a Python game of OpenSpiel.
"""

from __future__ import annotations

import random
from statistics import fmean
from time import thread_time
from typing import TYPE_CHECKING

import pyspiel
from open_spiel.python.algorithms import mcts

from benchmarks.lib.cpu_time import Part
from benchmarks.peers import splinter_on_openspiel

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["InCpp", "mcts_in_cpp", "mcts_in_python", "play_in_python"]

SPLINTER_GAME = splinter_on_openspiel.GAME_TYPE.short_name
EXPLORATION_WEIGHT = 1.4


def play_in_python(seconds: float) -> Part:
    """Play random games of the OpenSpiel game in Python."""
    game = pyspiel.load_game(SPLINTER_GAME)
    rng, count, start = random.Random(0), 0, thread_time()
    while thread_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
    return Part(count, thread_time() - start)


class InCpp:
    """Random games of an OpenSpiel game in C++.

    A search of one visit plays n games of `RandomRolloutEvaluator` from the first position. Its
    number of moves is n times the mean length of a game, measured in 200 games.
    """

    def __init__(self, name: str) -> None:
        self.game = pyspiel.load_game(name)
        self.plies = fmean(self._length() for _ in range(200))
        self.games = 10
        while self._play().seconds < 0.2:  # noqa: PLR2004 - long enough to be measured
            self.games *= 2

    def _length(self) -> int:
        state = self.game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        return int(state.move_number())

    def _play(self) -> Part:
        evaluator = pyspiel.RandomRolloutEvaluator(self.games, 1)
        bot = pyspiel.MCTSBot(self.game, evaluator, EXPLORATION_WEIGHT, 1, 1000, False, 1, False)  # noqa: FBT003 - their order
        state, start = self.game.new_initial_state(), thread_time()
        bot.step(state)
        return Part(self.games * self.plies, thread_time() - start)

    def __call__(self, seconds: float) -> Part:
        """Play for some seconds."""
        parts = [self._play()]
        while sum(part.seconds for part in parts) < seconds:
            parts.append(self._play())
        return Part(sum(p.count for p in parts), sum(p.seconds for p in parts))


def mcts_in_cpp(name: str) -> Callable[[float], Part]:
    """Return a search of a first position by OpenSpiel's MCTS in C++."""
    game = pyspiel.load_game(name)

    def run(seconds: float) -> Part:
        visits, count, start = 500, 0, thread_time()
        while thread_time() - start < seconds:
            evaluator = pyspiel.RandomRolloutEvaluator(1, count)
            limits = (EXPLORATION_WEIGHT, visits, 1000, False, 1, False)
            bot = pyspiel.MCTSBot(game, evaluator, *limits)
            bot.step(game.new_initial_state())
            count += visits
        return Part(count, thread_time() - start)

    return run


def mcts_in_python(seconds: float) -> Part:
    """Search the first position by OpenSpiel's MCTS in Python, on its Splinter in Python."""
    game = pyspiel.load_game(SPLINTER_GAME)
    visits, count, start = 50, 0, thread_time()
    while thread_time() - start < seconds:
        evaluator = mcts.RandomRolloutEvaluator(1, None)
        bot = mcts.MCTSBot(game, EXPLORATION_WEIGHT, visits, evaluator)
        bot.mcts_search(game.new_initial_state())
        count += visits
    return Part(count, thread_time() - start)
