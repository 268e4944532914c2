"""A game at a board without the board: seats, agents, undo, autosave."""

from __future__ import annotations

import asyncio
import threading

import pytest
from patience import PATIENCE, soon
from toys import NIM, registered

import polygames as pg
from polygames.core.errors import IllegalMoveError, OptionError, RecordError
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


def test_without_an_event_loop_the_agent_answers_at_once():
    game = session("human", "random")
    game.play("draw 0,5 - 10,6")
    assert game.is_human_turn
    assert len(game.record.moves) >= 2


def test_agents_play_a_whole_game_against_each_other():
    game = session("random", "greedy")
    game.advance()
    assert game.state.outcome is not None
    assert game.record.players == {0: "random", 1: "greedy"}


def test_the_same_seed_plays_the_same_game():
    games = [session("random", "greedy") for _ in range(2)]
    for game in games:
        game.advance()
    assert games[0].record.moves == games[1].record.moves


def test_undo_takes_back_to_the_last_choice_of_a_person_and_redo_returns():
    game = session("human", "random")
    game.play("draw 0,5 - 10,6")
    before = game.record.moves
    first = game.state
    game.play(str(first.legal_moves.candidates(1, __import__("random").Random(1))[0]))
    game.undo()
    assert game.record.moves == before
    game.redo()
    assert len(game.record.moves) > len(before)
    assert game.is_human_turn or game.state.outcome


def test_undo_at_the_start_is_refused():
    with pytest.raises(RecordError, match="no move to take back"):
        session("human").undo()


def test_a_refused_move_leaves_the_game_as_it_was():
    game = session("human", "human")
    with pytest.raises(IllegalMoveError):
        game.play("fill 0")
    assert game.record.moves == []


@pytest.mark.parametrize(
    ("players", "words"), [(("nobody",), "unknown player 'nobody'"), (("human",) * 3, "3 players")]
)
def test_players_that_cannot_sit_down_are_refused(players, words):
    with pytest.raises(OptionError, match=words):
        session(*players)


def test_an_agent_thinks_in_its_own_thread_and_undo_stops_it():
    async def scenario():
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

    asyncio.run(scenario())


def test_the_move_of_a_thinking_agent_arrives_through_the_event_loop():
    async def scenario():
        game = session("human", "greedy")
        game.play("draw 0,5 - 10,6")
        await soon(lambda: game.is_human_turn)
        assert len(game.record.moves) >= 2

    asyncio.run(scenario())


@pytest.mark.skipif(not HAS_NUMBA, reason="nothing is compiled without numba")
def test_the_status_says_when_a_search_has_to_be_compiled_first():
    from numba import njit

    compiling._listen()  # as the first of our own functions that is compiled has it

    async def scenario():
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

    asyncio.run(scenario())


def test_an_agent_that_fails_pauses_the_game_and_says_so():
    class Broken:
        def choose(self, *_):
            return 1 / 0

    async def scenario():
        errors = []
        game = session("human", "greedy", on_error=errors.append)
        game.agents["greedy"] = Broken()
        game.play("draw 0,5 - 10,6")
        await soon(lambda: errors)
        assert isinstance(errors[0], ZeroDivisionError)
        assert game.paused
        assert game.thought is None

    asyncio.run(scenario())


def test_paused_agents_wait_until_they_go_on():
    game = session("human", "random")
    game.pause(paused=True)
    game.record.push("draw 0,5 - 10,6")
    game.advance()
    assert len(game.record.moves) == 1
    game.pause(paused=False)
    assert len(game.record.moves) >= 2


def test_every_move_is_in_the_autosave_file_at_once(tmp_path):
    file = tmp_path / "deep" / "game.txt"
    game = session("human", "human", autosave=file)
    assert not file.exists(), "an unplayed game leaves no file"
    for move in ("draw 0,5 - 10,6", "color blue", "draw 5,0 - 5,5.5"):
        game.play(move)
        assert pg.load(file).moves == game.record.moves
    game.undo()
    again = pg.load(file)
    assert again.moves == game.record.moves, "it stands before the move taken back"
    again.redo()
    assert len(again.moves) == 3, "a take-back loses no played move"


def test_a_move_is_on_the_disk_before_the_board_shows_it(tmp_path):
    file, seen = tmp_path / "game.txt", []
    game = session("human", "random", autosave=file)
    game.on_change = lambda: seen.append(pg.load(file).moves == game.record.moves)
    game.play("draw 0,5 - 10,6")
    assert len(seen) >= 2, "the person's move and the agent's"
    assert all(seen)


def test_an_autosave_that_fails_is_reported_and_the_game_goes_on(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    errors = []
    game = session("human", "human", autosave=blocked / "game.txt", on_error=errors.append)
    game.play("draw 0,5 - 10,6")
    assert len(game.record.moves) == 1
    assert isinstance(errors[0], OSError)


def coin_game(*players, **kwargs):
    return Session(pg.Record(pg.new("nim", coin=True)), players, **kwargs)


def test_dice_fall_by_the_seed():
    with registered(NIM):
        game = coin_game("human", "human", seed=1)
        game.advance()
        assert len(game.record.moves) == 1


def test_entered_dice_are_waited_for_and_can_be_taken_back():
    with registered(NIM):
        game = coin_game("human", "human", dice=[])
        game.advance()
        assert game.state.turn == pg.CHANCE
        assert game.is_waiting
        game.play("heads")
        game.undo()
        assert game.state.turn == pg.CHANCE
        game.play("tails")
        assert game.state.turn == 1


def test_dice_from_a_list_are_used_in_turn():
    with registered(NIM):
        game = coin_game("human", "human", dice=["tails"])
        game.advance()
        assert [str(move) for move in game.record.moves] == ["tails"]
        assert game.dice == []


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
