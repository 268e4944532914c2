"""Our games in OpenSpiel: its own tests, the same games on both sides, bots and agents."""

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest
from helpers import pickle_copy, random_states

import polygames as pg
from polygames.core.registry import games

pytestmark = pytest.mark.bridges
pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("polygames.bridges.openspiel")
arena = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots")

GAMES = {"polygon": 12, "splinter": 6, "split": 3, "splitter": 12, "territory": 12}
"""How many random games of each are played on both sides."""


def test_all_games_are_registered_once():
    names = openspiel.register()
    assert names == tuple(f"polygames_{name}" for name in games())
    assert openspiel.register() == names
    assert set(names) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", sorted(GAMES))
def test_openspiel_s_own_test_of_a_game_passes(name, capfd):
    openspiel.register()
    game = pyspiel.load_game(f"polygames_{name}")
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()  # it prints its games


def same_game(game, seed):
    """Play a random game in OpenSpiel and by our rules at once; return how many moves.

    OpenSpiel chooses by number, our side reads the text that it gives the move. In Split, where
    moves are without number, those of the grid must be legal.
    """
    rng = Random(seed)
    theirs, ours = game.new_initial_state(), game.new_initial_state().position
    while not theirs.is_terminal():
        texts = {action: theirs.action_to_string(action) for action in theirs.legal_actions()}
        moves = {text: ours.parse(text) for text in texts.values()}  # IllegalMoveError else
        assert ours.outcome is None
        assert theirs.current_player() == (ours.turn if ours.turn != pg.CHANCE else -1)
        if ours.legal_moves.finite:
            assert {*moves.values()} == {*ours.legal_moves}
        action = rng.choice([*texts])
        theirs.apply_action(action)
        ours = ours.play(moves[texts[action]])
    assert theirs.position.to_text() == ours.to_text()
    lead = (0 in ours.outcome.winners) - (1 in ours.outcome.winners)
    assert theirs.returns() == ([lead, -lead] if ours.seats == 2 else [*ours.outcome.scores])
    return int(theirs.move_number())


@pytest.mark.parametrize("name", sorted(GAMES))
def test_random_games_are_the_same_on_both_sides(name):
    game = openspiel.load(name)
    assert all(same_game(game, seed) > 0 for seed in range(GAMES[name]))


def test_parameters_are_the_options_and_any_position_can_be_the_start():
    openspiel.register()
    seven = pyspiel.load_game("polygames_polygon(n=7,max_plies=40)")
    assert seven.new_initial_state().position == pg.new("polygon", n=7, max_plies=40)
    assert str(pickle_copy(seven)) == str(seven)
    board = pg.new("splinter", board=["BwW.", "..b.", "..wb"])
    small = openspiel.load(board)
    assert small.new_initial_state().position == board
    assert pyspiel.load_game(str(small)).new_initial_state().position == board
    assert "n=5,position=,preset=" in str(openspiel.load(pg.new("polygon", n=5)))
    assert openspiel.load("split", encoding={"points": 5}).num_distinct_actions() < 2000


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("splitter", {"players": 2}, "of splitter for 1 player, not of splitter for 2"),
        ("territory", {"solitaire": True}, "of territory for 2 players, not of territory for 1"),
    ],
)
def test_what_openspiel_cannot_play_is_refused(name, options, said):
    with pytest.raises(pg.OptionError, match=said):
        openspiel.load(pg.new(name, **options))


def test_an_option_that_the_encoding_does_not_have_is_refused():
    with pytest.raises(pg.OptionError, match="unknown option 'lines' of SplitEncoding"):
        openspiel.load("split", encoding={"lines": 7})


def test_a_game_without_an_encoding_is_refused_in_our_words(nim):
    for what in ("nim", nim.new()):
        with pytest.raises(pg.OptionError, match="nim has no encoding"):
            openspiel.load(what)
    with pytest.raises(pg.OptionError, match="nim has no encoding"):
        openspiel.MCTS(simulations=2).choose(nim.new(), Random(1))


def test_a_state_keeps_its_position_when_it_is_copied():
    state = openspiel.load(pg.new("territory", size=4)).new_initial_state()
    copy = state.clone()
    state.apply_action(state.legal_actions()[0])
    assert copy.position.ply == 0
    assert state.position.ply == 1
    assert copy.child(copy.legal_actions()[0]).position == state.position
    assert pickle_copy(state).position == state.position


def test_openspiel_s_search_plays_in_a_tournament_of_ours():
    agents = [openspiel.MCTS(simulations=40), "random", "minimax"]
    table = pg.tournament("polygon", agents=agents, games=4, seed=2, progress=False)
    assert table.names[0] == "MCTS"
    again = pg.match("polygon", agents[0], "random", games=4, seed=5, progress=False)
    assert (
        again.to_dict()
        == pg.match("polygon", agents[0], "random", games=4, seed=5, progress=False).to_dict()
    )


def test_openspiel_s_search_wins_where_one_move_wins():
    lines = ([*random_states(pg.new("polygon", n=6), seed)] for seed in range(20))
    near = [line[-2] for line in lines if len(line[-2].legal_moves) > 1]
    assert near
    for state in near[:3]:
        move = openspiel.MCTS(simulations=100).choose(state, Random(0))
        assert pg.solve(state.play(move)).value == (1 if state.turn == 0 else -1)


@pytest.mark.parametrize(("name", "agent"), [("splinter", "greedy"), ("split", "oneply")])
def test_our_agents_play_as_its_bots(name, agent):
    state = openspiel.load(name).new_initial_state()
    bots = [openspiel.AgentBot(agent, 0), openspiel.AgentBot("random", 1, seed=1)]
    returns = pyspiel.evaluate_bots(state, bots, 3)
    assert returns == [1.0, -1.0]


@pytest.mark.parametrize(("name", "seats"), [("splinter", 2), ("split", 2), ("splitter", 1)])
def test_openspiel_s_evaluation_in_python_takes_our_bots(name, seats):
    bots = [openspiel.AgentBot("greedy", seat, seed=seat) for seat in range(seats)]

    def played():
        state = openspiel.load(name).new_initial_state()
        return arena.evaluate_bots(state, bots, np.random.RandomState(3)), state.history()

    first = played()
    assert first[0] != [0.0] * seats
    assert played() == first  # `restart_at` gives the bots the chance of their first game again


def test_a_bot_begins_anywhere_with_the_chance_of_its_first_game():
    bot, state = openspiel.AgentBot("random", seed=2), openspiel.load("polygon").new_initial_state()
    first = bot.step(state)
    later = state.child(first)
    then = bot.step(later)
    bot.restart_at(later)
    assert bot.step(state) == first
    assert bot.step(later) == then


def test_a_bot_plays_alone_with_the_dice():
    state = openspiel.load("splitter").new_initial_state()
    pyspiel.evaluate_bots(state, [openspiel.AgentBot("greedy")], 3)
    assert state.returns() == [float(state.position.outcome.scores[0])]


def test_what_the_page_on_frameworks_shows_runs():
    pytest.importorskip("pettingzoo")
    page = (Path(__file__).parents[2] / "docs" / "frameworks.md").read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, {"pg": pg})  # noqa: S102 - the page is ours
    openspiel.register()
    pyspiel.load_game(re.search(r'load_game\("(.*?)"\)', page)[1])
