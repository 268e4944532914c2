"""Agents, hints and live analyses at a board where no thread can be started.

A browser that can put a stack of calls aside is played here by a function that is called in its
rests; what really happens in one is tested with Chromium.
"""

from __future__ import annotations

import asyncio
from random import Random
from time import monotonic

import pytest
from patience import WAIT_TIMEOUT_SECONDS, await_condition

import polygames as pg
from polygames.search.mcts import MctsAgent
from polygames.search.minimax import MinimaxAgent
from polygames.widgets.session import Session
from polygames.widgets.tasks import worker
from polygames.widgets.tasks.worker import Worker

pytestmark = pytest.mark.usefixtures("no_threads")


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch):
    patched = ("games.territory.agents", "games.polygon.solver", "search.analysis.readiness")
    for module in ("runtime.jit", *patched):
        monkeypatch.setattr(f"polygames.{module}.HAS_NUMBA", False)


def lead(state, seat):
    return state.scores[seat] - state.scores[1 - seat]


@pytest.mark.parametrize(
    "agent",
    [
        lambda: MinimaxAgent(lead, seconds=None, depth=7),
        lambda: MctsAgent(seconds=None, visits=500),
    ],
)
def test_the_same_work_finds_the_same_move_with_rests_and_without(agent):
    state, rests, found = pg.new("territory", preset="half", size=8, seed=1), [], []
    expected = agent().choose(state, Random(3))

    async def think():
        worker = Worker(pause_factory=lambda: lambda: rests.append(1))
        worker.submit(lambda: agent().choose(state, Random(3)), found.append, found.append)
        await await_condition(lambda: found)

    asyncio.run(think())
    assert found == [expected]
    assert rests


def test_undo_in_a_rest_of_an_agent_is_done_at_once_and_its_move_is_dropped(monkeypatch):
    async def scenario():
        undone = []

        def rest():
            if session.running_job is not None and not undone:
                session.undo()
                undone.append(1)

        monkeypatch.setattr(worker, "find_page_pause", lambda: rest)
        start = pg.new("territory", preset="half", size=8, seed=1)
        record = pg.Record(start)
        session = Session(record, ("human", "minimax"), {"seconds": 600.0})
        began = monotonic()
        session.play(record.state.legal_moves.sample(Random(1)))
        await await_condition(lambda: undone)
        assert monotonic() - began < WAIT_TIMEOUT_SECONDS, "the agent has stopped, too"
        assert record.state == start
        assert session.running_job is None

    asyncio.run(scenario())


def test_where_nothing_can_rest_a_thought_is_short_and_the_game_goes_on():
    async def scenario():
        record = pg.Record(pg.new("territory", preset="half", size=8, seed=1))
        session = Session(record, ("human", "minimax"), {"seconds": 600.0})
        session.play(record.state.legal_moves.sample(Random(1)))
        began = monotonic()
        await await_condition(lambda: session.running_job is None)
        assert monotonic() - began < WAIT_TIMEOUT_SECONDS
        assert len(record.moves) == 2

    asyncio.run(scenario())


def test_a_live_analysis_gets_better_in_slices():
    async def scenario():
        board = pg.play("polygon", n=9, seats=("human", "human"), autosave=None)
        try:
            board.analysing = True
            await await_condition(lambda: board.analysis is not None)
        finally:
            board.close()

    asyncio.run(scenario())
