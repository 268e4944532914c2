"""A board on a machine that has compiled nothing yet."""

import asyncio
from random import Random
from threading import Event
from time import monotonic

import pytest
from helpers import to_move
from patience import WAIT_TIMEOUT_SECONDS, await_condition

import polygames as pg
from polygames.runtime import compile_listeners
from polygames.search.analysis.readiness import quick_agent, warm_up_agent
from polygames.widgets.board_agents import COMPILE_WAIT_SECONDS
from polygames.widgets.session import Session
from polygames.widgets.tasks import precompile


def compile_something():
    """Do what numba does to those who want to know, when it compiles."""
    compile_listeners.notify_listeners()


class Cold:
    """An agent that is compiled until it is stopped."""

    def __init__(self):
        self.stop = Event()

    def choose(self, *_):
        compile_something()
        self.stop.wait(WAIT_TIMEOUT_SECONDS)
        return "no move"


@pytest.fixture(autouse=True)
def not_begun(monkeypatch):
    """Every board is the first of its process; nothing is compiled for it in truth."""
    monkeypatch.setattr(precompile, "_STARTED_PAIRS", set())
    monkeypatch.setattr(precompile, "warm_up_agent", lambda *_: None)


def session(*players):
    record = pg.Record(pg.new("split"))
    made = Session(record, players)
    made.agents.created["minimax"] = Cold()
    return made


async def test_while_an_agent_is_compiled_another_one_moves_and_gives_hints():
    game = session("human", "minimax")
    cold = game.agents.created["minimax"]
    began = monotonic()
    game.play("draw 0,5 - 10,6")
    await await_condition(lambda: len(game.record.moves) == 2)
    assert monotonic() - began >= COMPILE_WAIT_SECONDS, "it has not waited for the compiler"
    assert cold.stop.is_set()
    await asyncio.sleep(0.1)
    assert len(game.record.moves) == 2, "what the other one says later is not heard"
    found = []
    cold.stop.clear()
    game.request_move("minimax", found.append)
    await await_condition(lambda: found)
    assert found[0] in game.state.legal_moves


async def test_where_agents_play_among_themselves_nobody_moves_for_another():
    game = session("minimax", "minimax")
    game.advance()
    await asyncio.sleep(2 * COMPILE_WAIT_SECONDS)
    assert game.running_job is not None
    assert not game.record.moves
    game.close()


async def test_agents_at_a_board_are_compiled_from_when_it_opens_and_the_board_says_so(monkeypatch):
    go, asked, said = Event(), [], []

    def use(info, name, start):
        asked.append((info.name, name, start.ply))
        compile_something()
        go.wait(WAIT_TIMEOUT_SECONDS)

    monkeypatch.setattr(precompile, "warm_up_agent", use)

    game = session("human", "level 5")
    game.on_change = lambda: said.append(game.status_note)
    await await_condition(lambda: said)
    go.set()
    await await_condition(lambda: len(said) > 1)
    other = session("human", "level 5")
    await asyncio.sleep(0.1)
    other.close()
    assert asked == [("split", "level 5", 0)], "once for all boards"
    assert said[0] == "The computer is still getting ready. It plays simple moves until then."
    assert "prepared" not in said[-1]


async def test_an_agent_that_fails_then_is_left_to_fail_at_the_board(monkeypatch):
    def use(*_):
        raise KeyError

    monkeypatch.setattr(precompile, "warm_up_agent", use)

    game = session("human", "level 5")
    await asyncio.sleep(0.2)
    assert not game.status_note


@pytest.mark.parametrize("name", pg.games())
def test_every_level_can_be_used_once_and_the_stand_in_is_an_agent(name):
    info = pg.game(name)
    assert info.engine.fallback_agent in info.agents
    for level in info.level_names[:-1:3]:
        warm_up_agent(info, level, info.new())
    state = to_move(info.new(), 0)
    assert (
        quick_agent(info, info.engine.fallback_agent).choose(state, Random(0)) in state.legal_moves
    )
