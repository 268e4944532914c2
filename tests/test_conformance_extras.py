"""The contract about what a game brings beside its rules: options, help, agents, board."""

import itertools
from dataclasses import dataclass, replace
from threading import Event

import pytest
from toys import NIM_GAME, register_game, start

import polygames as pg
from polygames import conformance
from polygames.core.options import check_not_over
from polygames.search.baseline_agents import RandomAgent
from polygames.widgets.board import BoardWidget


class Stubborn(RandomAgent):
    def choose(self, state, rng, /):
        return super().choose(state, rng) if state.outcome else "9"


class Fickle(RandomAgent):
    turns = itertools.count()

    def choose(self, state, _, /):
        check_not_over(state)
        return list(state.legal_moves)[next(self.turns) % 2 - 1]


class Restless(RandomAgent):
    def choose(self, state, rng, /):
        return state.legal_moves.sample(rng) if state.outcome is None else None


class Failing(RandomAgent):
    def choose(self, *_):
        raise ZeroDivisionError


@dataclass
class Thinker(RandomAgent):
    """It thinks until it is told to stop."""

    def __post_init__(self):
        self.stop = Event()

    def choose(self, state, rng, /):
        assert self.stop.is_set()
        return super().choose(state, rng)


class Closing(BoardWidget):
    faults = itertools.count()

    def close(self):
        super().close()
        if next(self.faults) == 0:  # Python closes it once more
            raise ZeroDivisionError


class Secretive(BoardWidget):
    def frame(self):
        return super().frame() | {"secret": object()}


def failing(*_, **__):
    raise ZeroDivisionError


FLAWS = {
    "the agent random chooses (got ZeroDivisionError": {"agent_makers": {"random": Failing}},
    "the agent random chooses a legal move, not 9": {"agent_makers": {"random": Stubborn}},
    "the agent random chooses the same with the same": {"agent_makers": {"random": Fickle}},
    "the agent random has nothing to choose at the end": {"agent_makers": {"random": Restless}},
    "a game has a title and a summary": {"summary": ""},
    "RULES.md is in the package rules_text (got ModuleNotFound": {"rules_text": "nowhere"},
    "RULES.md is in the package rules_text (got FileNotFound": {"rules_text": "polygames.core"},
    "a key has a name and says what it does: ('h',)": {"keys": (("h",),)},
    "a key has a name and says what it does: ('h', '')": {"keys": (("h", ""),)},
    "seats_option is an option of the game": {"seats_option": "players"},
    "seed_option is an option of the game": {"seed_option": "seed"},
    "the option heap is the number of seats": {"seats_option": "heap"},
    "without options 3 play, as GameInfo says": {"seats": 3},
    "state.options are options: ['heap']": {"start": lambda heap=7: start(heap)},
    "new(**state.options) makes the start again": {
        "start": lambda heap=7, coin=False: start(min(heap + 1, 9), coin)
    },
    "the option heap takes any seed": {
        "seed_option": "heap",
        "start": lambda heap=7, coin=False: start(heap if heap < 99 else failing(), coin),
    },
    "new refuses a thing that is no heap with OptionError (got TypeError": {
        "start": lambda heap=7, coin=False: start(heap + 0, coin)
    },
    "a board opens (got ZeroDivisionError": {"widget": failing},
    "a board closes (got ZeroDivisionError": {"widget": Closing},
    "a board opens (got TypeError('Object of type object is not JSON": {"widget": Secretive},
}


@pytest.mark.parametrize(("promise", "parts"), FLAWS.items(), ids=list(FLAWS))
def test_a_game_that_breaks_a_promise_beside_its_rules_is_told_which(promise, parts):
    with register_game(replace(NIM_GAME, **parts)), pytest.raises(pg.ConformanceError) as caught:
        pg.check_game("nim", games=1)
    assert f"nim breaks its promise: {promise}" in str(caught.value)


def test_an_agent_that_could_think_for_long_is_told_to_stop():
    with register_game(replace(NIM_GAME, agent_makers={"thinker": Thinker})):
        pg.check_game("nim", games=1)
        pg.check_game(pg.new("nim", coin=True), games=1)


def test_where_there_are_no_widgets_there_is_no_board_to_check(monkeypatch):
    monkeypatch.setattr(conformance, "find_spec", lambda _: None)
    with register_game(replace(NIM_GAME, widget=failing)):
        pg.check_game("nim", games=1)


def test_a_game_over_before_it_begins_keeps_the_contract():
    with register_game(replace(NIM_GAME, start=lambda heap=0, coin=False: start(heap, coin))):
        pg.check_game("nim", games=1)
