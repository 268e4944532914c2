"""A game at a board without the board: seats, agents, undo, autosave."""

from __future__ import annotations

import asyncio
import threading
from random import Random

import pytest
from patience import PATIENCE, soon
from toys import NIM, registered

import polygames as pg
from polygames.core.errors import RecordError
from polygames.records import record_text
from polygames.runtime import compiling
from polygames.runtime.compiling import HAS_NUMBA
from polygames.widgets.header import header
from polygames.widgets.session import Session


class SlowAgent:
    """Thinks until it is stopped, at most ten seconds."""

    def __init__(self):
        self.stop = threading.Event()
        self.started = threading.Event()
        self.first = lambda: None

    def choose(self, state, rng):
        self.first()
        self.started.set()
        self.stop.wait(PATIENCE)
        return state.legal_moves.sample(rng)


def session(*players, **kwargs):
    return Session(pg.Record(pg.new("split", preset="2026")), players, seed=1, **kwargs)


def test_agents_play_a_whole_game_against_each_other_and_the_same_one_by_the_same_seed():
    one, other = (session("random", "greedy") for _ in range(2))
    for game in (one, other):
        game.advance()
        assert game.state.outcome is not None
    assert one.record.players == {0: "random", 1: "greedy"}
    assert one.record.moves == other.record.moves


def test_without_a_loop_an_agent_answers_at_once_and_undo_goes_back_to_a_persons_choice():
    game = session("human", "random")
    game.play("draw 0,5 - 10,6")
    assert game.is_human_turn
    assert len(before := game.record.moves) >= 2
    game.play(game.state.legal_moves.sample(Random(1)))
    game.undo()
    assert game.record.moves == before
    game.redo()
    assert len(game.record.moves) > len(before)
    assert game.is_human_turn or game.state.outcome


async def test_an_agent_thinks_in_its_own_thread_and_undo_stops_it():
    game = session("human", "greedy")
    slow = SlowAgent()
    game.agents["greedy"] = slow
    game.play("draw 0,5 - 10,6")
    assert game.thought is not None, "play returns while the agent thinks"
    assert await asyncio.to_thread(slow.started.wait, PATIENCE)
    game.undo()
    assert slow.stop.is_set(), "the agent was told to stop"
    await asyncio.sleep(0.2)
    assert game.record.moves == [], "what it found is not played"
    assert game.is_human_turn


@pytest.mark.skipif(not HAS_NUMBA, reason="nothing is compiled without numba")
async def test_the_status_says_when_a_search_has_to_be_compiled_first():
    from numba import njit

    compiling._listen()  # as the first of our own functions that is compiled has it

    shown, begin = [], threading.Event()
    game = session("human", "greedy")
    game.on_change = lambda: shown.append(header(game))
    game.agents["greedy"] = slow = SlowAgent()
    slow.first = lambda: begin.wait(PATIENCE) and njit(lambda number: 2 * number)(21)
    game.play("draw 0,5 - 10,6")
    assert "thinking" in shown[-1]
    begin.set()
    await soon(lambda: "getting ready" in shown[-1])
    game.undo()
    assert "getting ready" not in shown[-1]


def test_a_move_is_on_the_disk_before_the_board_shows_it(tmp_path):
    file, seen = tmp_path / "game.txt", []
    game = session("human", "random", autosave=file)
    game.on_change = lambda: seen.append(pg.load(file).moves == game.record.moves)
    game.play("draw 0,5 - 10,6")
    assert len(seen) >= 2, "the person's move and the agent's"
    assert all(seen)


def test_dice_come_by_the_seed_from_a_list_or_are_waited_for_and_can_be_taken_back():
    def begun(**options):
        game = Session(pg.Record(pg.new("nim", coin=True)), ("human", "human"), **options)
        game.advance()
        return game

    with registered(NIM):
        assert len(begun(seed=1).record.moves) == 1
        listed = begun(dice=["tails"])
        assert [str(move) for move in listed.record.moves] == ["tails"]
        assert listed.dice == []
        game = begun(dice=[])
        assert game.state.turn == pg.CHANCE
        assert game.is_waiting
        game.play("heads")
        game.undo()
        assert game.state.turn == pg.CHANCE
        game.play("tails")
        assert game.state.turn == 1


def test_a_record_that_is_too_long_to_be_kept_is_told_and_play_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(record_text, "MOVES", 2)
    game = session("human", "human", autosave=tmp_path / "game.txt")
    told = []
    game.on_error = told.append
    for move in ("draw 0,5 - 10,6", "color blue", "draw 5,0 - 5,5.5"):
        game.play(move)
    assert [type(error) for error in told] == [RecordError]
    assert len(game.record.moves) == 3
    assert len(pg.load(tmp_path / "game.txt").moves) == 2
