"""Agents that think little: random and greedy; and what every agent refuses among its options."""

import inspect
from collections import Counter
from random import Random

import numpy as np
import pytest
from fuzzing.nasty import ODD_VALUES, PLAIN_VALUES
from helpers import WORKED_EXAMPLE, options_of, split
from interrupted import start
from patience import Timer

import polygames as pg
from polygames.core.errors import OptionError
from polygames.search import GreedyAgent, MctsAgent, MinimaxAgent


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


NO_NUMBERS = [True, "1", "", None, b"1", [], [1], {}, (), ("1",), 1j, object, np.array([1, 2])]
NASTY = [*PLAIN_VALUES, *ODD_VALUES]

MAKERS = [
    (game, agent, option)
    for game in pg.games()
    for agent, maker in pg.game(game).engine.agent_makers.items()
    for option in sorted(options_of(maker))
]


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


@pytest.mark.parametrize("option", ["seed", "agent"])
@pytest.mark.parametrize("game", pg.games())
def test_an_analysis_answers_or_refuses_its_option_at_once(game, option):
    state, refused = start(game), 0
    for value in NASTY:
        try:
            assert repr(pg.analyse(state, **{"seconds": 0.01, option: value}))
        except OptionError:
            refused += 1
    assert refused > len(NASTY) / 2


@pytest.mark.parametrize(
    ("game", "agent"), [(game, agent) for game, agent, option in MAKERS if option == "seconds"]
)
def test_an_agent_that_could_think_for_an_hour_stops_when_it_is_told_to(game, agent):
    state, player = start(game), pg.agent(agent, game=game, seconds=3600)
    with Timer(0.2, player.stop.set):
        assert player.choose(state, Random(0)) in state.legal_moves
    assert player.stop.is_set()
    assert player.choose(state, Random(0)) in state.legal_moves, "the flag is still set"


@pytest.mark.parametrize(
    ("game", "agent", "option"), [each for each in MAKERS if each[2] in {"nodes", "visits"}]
)
def test_where_the_work_is_counted_the_same_seed_chooses_the_same_move(game, agent, option):
    limit = {"seconds": None, option: 400}
    agents = [pg.agent(agent, game=game, **limit) for _ in range(2)]
    assert len({player.choose(start(game), Random(9)) for player in agents}) == 1


@pytest.mark.parametrize("kind", [MinimaxAgent, MctsAgent])
def test_the_general_agents_refuse_what_limits_nothing(kind):
    given = () if kind is MctsAgent else (pg.game("split").engine.evaluate,)
    for option in inspect.signature(kind).parameters.keys() & {"width", "growth", "explore"}:
        for value in NO_NUMBERS:
            with pytest.raises(OptionError, match=option):
                kind(*given, **{option: value})
    with pytest.raises(OptionError, match="needs a limit"):
        MctsAgent(seconds=None)
