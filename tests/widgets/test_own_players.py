"""Any player that a match takes sits down at a board, too."""

import pytest

import polygames as pg
from polygames.arena.submissions import AgentFile

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
