"""Games to plot, and axes that belong to no window."""

import pytest
from helpers import play_on, record_game
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

import polygames as pg


def game(agent, preset, seed):
    """Return the record of a whole game of Split."""
    agents = [pg.agent(agent, game="split")] * 2
    return play_on(record_game("split", preset=preset), seed, agents=agents)


@pytest.fixture(scope="session")
def greedy_game():
    """A game of tidy areas."""
    return game("greedy", "2026", 1)


@pytest.fixture(scope="session")
def wild_game():
    """A game with areas so thin that no label fits."""
    return game("random", "seed", 3)


@pytest.fixture(params=["greedy_game", "wild_game"])
def record(request):
    """A whole game; the test may walk in it."""
    record = request.getfixturevalue(request.param)
    end = record.node
    yield record
    record.node = end


@pytest.fixture
def ax():
    return Figure((5, 4.5), layout="constrained").add_subplot()


@pytest.fixture(autouse=True)
def _no_figure_is_left():
    before = plt.get_fignums()
    yield
    for number in set(plt.get_fignums()) - set(before):
        plt.close(number)
