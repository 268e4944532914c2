"""Any player that a match takes sits down at a board, too."""

import re

import pytest

import polygames as pg
from polygames.arena.submissions import AgentFile
from polygames.core.descriptions import move_text

SOURCE = "def choose(state, rng): return list(state.legal_moves)[-1]"


def last(state, rng):  # noqa: ARG001 - the signature of an agent
    return list(state.legal_moves)[-1]


class First:
    """An agent that counts its moves: at a board each game has its own copy."""

    asked = 0

    def choose(self, state, rng):  # noqa: ARG002 - the signature of an agent
        self.asked += 1
        return next(iter(state.legal_moves))


def greedy(state, rng):
    return last(state, rng)


def generator(state, rng):
    yield last(state, rng)


async def coroutine(state, rng):
    return last(state, rng)


OWN = {
    "a function": (last, "last", -1),
    "an object": (First(), "First", 0),
    "a file": (AgentFile("handed_in", SOURCE), "handed_in", -1),
    "a name with options": (("mobility", {}), "mobility", None),
    "a name with an option": (("minimax", {"seconds": 0.05}), "minimax seconds=0.05", None),
}


@pytest.mark.parametrize("kind", OWN)
def test_a_player_of_a_match_answers_at_a_board(kind):
    player, name, place = OWN[kind]
    board = pg.play("polygon", n=6, seats=("human", player), autosave=None)
    assert board.record.players == {0: "human", 1: name}
    board.play("A-C")
    before, answer = board.record.path[1].state, board.record.moves[1]
    assert answer in before.legal_moves
    if place is not None:
        assert answer == list(before.legal_moves)[place]
    board.close()


def test_own_players_play_whole_games_and_the_caller_keeps_the_original():
    first = First()
    board = pg.play("polygon", n=6, seats=(first, first), autosave=None)
    assert board.record.players == {0: "First", 1: "First"}
    assert board.state.outcome is not None
    assert first.asked == 0
    board.close()


def test_an_own_player_stays_for_the_next_game_and_in_the_form_for_a_new_one():
    board = pg.play("polygon", n=6, seats=("human", last), autosave=None)
    board.new(n=5)
    assert board.record.players == {0: "human", 1: "last"}
    board.new(seats=("human", First()))
    assert board.record.players == {0: "human", 1: "First"}
    board.close()


def test_a_function_with_the_name_of_an_agent_is_told_apart():
    board = pg.play("splinter", seats=("human", greedy), autosave=None)
    assert board.record.players == {0: "human", 1: "own greedy"}
    board.close()


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (generator, "generator: choose must return a move.*write return, not yield"),
        (coroutine, "coroutine: choose must return a move.*write def, not async def"),
        (3.5, "a player must be the name of an agent.*, not 3.5"),
        (("nobody", {}), "unknown agent 'nobody' of polygon"),
    ],
)
def test_what_cannot_play_is_refused_at_a_board_and_in_a_match(player, said):
    with pytest.raises(pg.OptionError, match=said):
        pg.play("polygon", seats=("human", player), autosave=None)
    with pytest.raises(pg.OptionError, match=said):
        pg.match("polygon", player, "random", progress=False)


@pytest.mark.parametrize("kind", OWN)
def test_a_player_of_a_match_gives_hints_without_a_seat(kind):
    player, _, place = OWN[kind]
    board = pg.play("polygon", n=6, autosave=None)
    board.hint(player)
    assert board.message.startswith("Hint: ")
    if place is not None:
        assert move_text(board.state, list(board.state.legal_moves)[place]) in board.message
    assert board.record.moves == []
    board.close()


def test_an_agent_that_has_learned_gives_its_new_hint():
    agent = First()
    board = pg.play("polygon", n=6, seats=("human", agent), autosave=None)
    board.hint(agent)
    agent.choose = lambda state, _: list(state.legal_moves)[-1]
    board.hint(agent)
    assert move_text(board.state, list(board.state.legal_moves)[-1]) in board.message
    assert board.session.players == ("human", "First")
    board.close()


class Valuer(First):
    """An agent that analyses with the values it is given."""

    def __init__(self, values):
        self.values = values

    def move_values(self, state, rng):  # noqa: ARG002 - the signature of an agent
        return self.values


def test_an_agent_with_values_analyses_in_python_and_at_a_board():
    state, agent = pg.new("polygon", n=6), Valuer({"A-C": 0.25, "B-D": -0.5})
    found = pg.analyse(state, agent=agent)
    assert [(str(each.move), each.value) for each in found.moves] == [("A-C", 0.25), ("B-D", -0.5)]
    board = pg.play(state, autosave=None)
    board.analyse(agent=agent)
    assert board.analysis == found
    board.close()


def test_a_tree_search_of_the_game_analyses_at_a_board():
    board = pg.play("splinter", board=["BwW.", "..b.", "..wb"], autosave=None)
    board.analyse(agent="mcts", seconds=0.1)
    assert "search" in board.analysis.note or "first look" in board.analysis.note
    board.close()


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (First(), "cannot analyse: choose one that searches a tree, such as 'mcts', or an object"),
        ("minimax", "the agent 'minimax' cannot analyse"),
        (Valuer({}), r"the result of Valuer\.move_values must be a dictionary of moves.*not \{\}"),
        (Valuer({"A-C": 2}), "the value of A-C must be a number from -1 to 1, not 2"),
        (Valuer({"A-Z": 0.5}), "A-Z"),
    ],
)
def test_what_cannot_analyse_is_refused_in_python_and_told_at_a_board(agent, said):
    with pytest.raises(pg.PolygamesError, match=said):
        pg.analyse(pg.new("polygon", n=6), agent=agent)
    board = pg.play("polygon", n=6, autosave=None)
    board.analyse(agent=agent)
    assert re.search(said.replace("the agent 'minimax'", ""), board.message)
    board.close()
