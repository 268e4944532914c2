"""A game at a board without the board, and one record in several hands: boards, code, agents."""

import asyncio
import threading
from random import Random

import pytest
from helpers import moves_of, saved_moves
from page_driver import PageDriver, all_widgets, is_shown
from patience import WAIT_TIMEOUT_SECONDS, await_condition
from toys import NIM_GAME, register_game

import polygames as pg
from polygames.core.errors import IllegalMoveError, RecordError
from polygames.records import record_text
from polygames.runtime import jit
from polygames.runtime.jit import HAS_NUMBA
from polygames.widgets.header import header_html
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
        self.stop.wait(WAIT_TIMEOUT_SECONDS)
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
    game.agents.created["greedy"] = slow
    game.play("draw 0,5 - 10,6")
    assert game.running_job is not None, "play returns while the agent thinks"
    assert await asyncio.to_thread(slow.started.wait, WAIT_TIMEOUT_SECONDS)
    game.undo()
    assert slow.stop.is_set(), "the agent was told to stop"
    await asyncio.sleep(0.2)
    assert game.record.moves == [], "what it found is not played"
    assert game.is_human_turn


@pytest.mark.skipif(not HAS_NUMBA, reason="nothing is compiled without numba")
async def test_the_status_says_when_a_search_has_to_be_compiled_first():
    from numba import njit

    jit.load_numba()  # reports compiling from now on, as after our first compiled function

    shown, begin = [], threading.Event()
    game = session("human", "greedy")
    game.on_change = lambda: shown.append(header_html(game))
    game.agents.created["greedy"] = slow = SlowAgent()
    slow.first = lambda: begin.wait(WAIT_TIMEOUT_SECONDS) and njit(lambda number: 2 * number)(21)
    game.play("draw 0,5 - 10,6")
    assert "thinking" in shown[-1]
    begin.set()
    await await_condition(lambda: "getting ready" in shown[-1])
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

    with register_game(NIM_GAME):
        assert len(begun(seed=1).record.moves) == 1
        listed = begun(dice=["tails"])
        assert [str(move) for move in listed.record.moves] == ["tails"]
        game = begun(dice=[])
        assert game.state.turn == pg.CHANCE
        assert game.awaits_person
        game.play("heads")
        game.undo()
        assert game.state.turn == pg.CHANCE
        game.play("tails")
        assert game.state.turn == 1


def test_a_record_that_is_too_long_to_be_kept_is_told_and_play_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(record_text, "MAX_RECORD_MOVES", 2)
    game = session("human", "human", autosave=tmp_path / "game.txt")
    told = []
    game.on_error = told.append
    for move in ("draw 0,5 - 10,6", "color blue", "draw 5,0 - 5,5.5"):
        game.play(move)
    assert [type(error) for error in told] == [RecordError]
    assert len(game.record.moves) == 3
    assert len(pg.load(tmp_path / "game.txt").moves) == 2


LINE = "draw 0,5 - 10,5"


def status_of(board):
    return board.pointer.frame["status"]


# --- Code ---------------------------------------------------------------------------------------


def test_what_code_does_to_the_record_is_shown_and_kept(open_board, tmp_path):
    board = open_board(autosave=tmp_path / "mine.txt")
    board.record.push(LINE)
    assert [label[:8] for label in PageDriver(board).labels] == ["play red", "play blu"]
    assert saved_moves(tmp_path) == {"mine.txt": moves_of(board)}
    board.record.push("color red")
    board.record.goto(0)
    assert status_of(board) == "Player 1 draws the first line, in red"
    assert not PageDriver(board).button("Redo").disabled
    board.record.comment = "the start"
    assert pg.load(tmp_path / "mine.txt").root.comment == "the start"


def test_agents_answer_a_move_that_code_plays_and_wait_where_it_goes_back(open_board):
    board = open_board(seats=("human", "random"))
    board.record.push(LINE)
    assert board.session.is_human_turn
    count = len(board.record.moves)
    assert count >= 2
    board.record.goto(1)
    assert len(board.record.moves) == 1, "code can look at where an agent was to move"
    assert board.session.paused
    board.session.pause(paused=False)
    assert board.session.is_human_turn


def test_a_move_by_code_becomes_no_main_line_where_one_looks_back(open_board):
    board = open_board("polygon", n=8)
    board.play("A-C")
    for move in ("C-E", "E-B"):
        board.record.push(move)
    board.go_to(board.record.path[1])
    board.record.push("C-F")
    assert moves_of(board) == ["A-C", "C-F"]
    assert [str(node.move) for node in board.record.root.line] == ["A-C", "C-E", "E-B"]


async def test_a_move_by_code_and_no_comment_stops_an_agent_that_thinks():
    session = Session(pg.Record(pg.new("split")), ("human", "greedy"))
    session.play(LINE)
    thought = session.running_job
    session.record.comment = "hm"
    assert session.running_job is thought
    session.record.pop()
    assert thought.is_cancelled
    await asyncio.sleep(0.3)
    assert session.record.moves == []


# --- Two boards ---------------------------------------------------------------------------------


def test_two_boards_with_one_record_show_the_same_and_keep_one_file(open_board, tmp_path):
    one = open_board(autosave=tmp_path)
    two = open_board(one.record, autosave=tmp_path)
    assert two.session.file == one.session.file
    one.play(LINE)
    assert status_of(two) == status_of(one)
    two.play("color red")
    assert status_of(two) == status_of(one)
    two.undo()
    one.redo()
    assert status_of(two) == status_of(one)
    assert one.record is two.record
    assert len(one.record.moves) == 2
    assert one.record.root.children[0].children[1:] == [], "no fork"
    assert saved_moves(tmp_path) == {one.session.file.name: moves_of(one)}
    one.close()
    two.play("draw 5,0 - 5,5")
    assert saved_moves(tmp_path) == {two.session.file.name: moves_of(two)}


def test_two_boards_with_one_record_and_one_named_file_write_it_once_for_each_move(
    open_board, tmp_path, monkeypatch
):
    from polygames.widgets import autosave

    one = open_board(autosave=tmp_path / "mine.txt")
    two = open_board(one.record, autosave=tmp_path / "mine.txt")
    written = []
    for name in ("write_new", "replace_known_text"):
        write = getattr(autosave, name)
        monkeypatch.setattr(
            autosave, name, lambda *args, write=write: written.append(args) or write(*args)
        )
    one.play(LINE)
    two.play("color red")
    assert len(written) == 2
    assert saved_moves(tmp_path) == {"mine.txt": moves_of(one)}


async def test_at_two_boards_an_agent_answers_once():
    record = pg.Record(pg.new("split"))
    one, two = (Session(record, ("human", "random"), seed=1) for _ in range(2))
    for session in (one, two):
        session.play(str(session.state.legal_moves.candidates(1, Random(1))[0]))
        thinking = [each for each in (one, two) if each.running_job is not None]
        assert thinking == [session], "who was played at thinks"
        await await_condition(lambda: one.is_human_turn)
        assert two.is_human_turn
    assert all(len(node.children) <= 1 for node in record.path), "no fork"
    one.close()
    two.close()


def test_at_two_boards_the_dice_of_the_one_played_at_fall():
    with register_game(NIM_GAME):
        record = pg.Record(pg.new("nim", coin=True))
        one = Session(record, ("human", "human"), dice=[])
        two = Session(record, ("human", "human"))
        one.advance()
        assert record.moves == []
        one.play("heads")
        assert two.is_human_turn
        two.play("1")
        assert len(record.moves) == 2


async def test_a_board_opened_anew_on_a_record_answers_in_the_place_of_the_old_one():
    record = pg.Record(pg.new("split"))
    old = Session(record, ("greedy", "human"))
    old.advance()
    thought = old.running_job
    new = Session(record, ("random", "human"))
    new.advance()
    assert thought.is_cancelled
    assert new.running_job.name == "random"
    new.close()
    old.advance()
    assert old.running_job.name == "greedy", "it goes on where the new one is closed"
    old.close()


def test_a_board_that_is_closed_or_has_another_game_no_longer_follows(open_board):
    one = open_board()
    record = one.record
    two, three = open_board(record), open_board(record)
    two.close()
    three.new()
    before = three.pointer.frame
    record.push(LINE)
    assert len(one.record.moves) == 1
    assert three.pointer.frame is before
    assert len(record._watchers) == 1


# --- Agents that fail ---------------------------------------------------------------------------


class Failing:
    def choose(self, *_):
        return 1 / 0


class Confused:
    def choose(self, *_):
        return object()


def failing_board(open_board, agent):
    board = open_board(seats=("human", "greedy"))
    board.session.agents.created["greedy"] = agent
    return board


@pytest.mark.parametrize("is_in_a_loop", [False, True])
@pytest.mark.parametrize("agent", [Failing(), Confused()])
def test_an_agent_that_fails_is_named_with_the_position_and_the_board_goes_on(
    open_board, agent, is_in_a_loop
):
    async def in_a_loop():
        board.play(LINE)
        await await_condition(
            lambda: "Resume" in {getattr(each, "description", "") for each in all_widgets(board)}
        )

    board = failing_board(open_board, agent)
    if is_in_a_loop:
        asyncio.run(in_a_loop())
    else:
        board.play(LINE)
    assert len(board.record.moves) == 1
    assert board.message.startswith("greedy failed (position: ply 1, Player 2 to move): ")
    assert "greedy failed" in PageDriver(board).header
    assert is_shown(PageDriver(board).button("Resume"))
    assert (board.session.paused, board.session.running_job) == (True, None)
    board.play("color red")
    board.undo()
    assert len(board.record.moves) < 2


def test_a_hint_that_fails_does_not_pause_the_game(open_board):
    board = failing_board(open_board, Failing())
    board.hint("greedy")
    assert "greedy failed (position: ply 0, Player 1 to move): ZeroDivisionError" in board.message
    assert not board.session.paused
    board.play(LINE)


async def test_what_is_refused_leaves_the_game_as_it_was_and_an_agent_thinking():
    session = Session(pg.Record(pg.new("split")), ("greedy", "human"))
    session.advance()
    with pytest.raises(pg.RecordError, match="no move to take back"):
        session.undo()
    with pytest.raises(IllegalMoveError):
        session.play("fill 0")
    assert session.running_job is not None
    assert session.record.moves == []
    session.close()
