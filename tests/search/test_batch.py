"""Many games at once: what is legal, who moves and who wins is what the rules say."""

from itertools import count

import numpy as np
import pytest
from helpers import play_on, random_state, record_game

import polygames as pg
from polygames.core.errors import IllegalMoveError, InvalidMoveError, OptionError
from polygames.search.batch.base import RulesBatch
from polygames.search.batch.compiled import KernelBatch
from polygames.search.playouts import playouts

SMALL = ["..W..", ".ww..", ".ww..", ".bb..", ".bB.."]
CASES = [
    ("splinter", {}, 150),
    ("splinter", {"board": SMALL, "no_return": False}, 300),
    ("splinter", {"board": SMALL, "no_return": True, "edge": "block"}, 300),
    ("territory", {"size": 5, "swap": True}, 30),
    ("territory", {"size": 5, "ending": "stuck", "value": "square"}, 60),
    ("territory", {"size": 4, "solitaire": True}, 30),
    ("polygon", {"n": 5}, 40),
    ("splitter", {"pad": "B"}, 40),
    ("splitter", {"players": 2, "pad": ["*##*"]}, 20),
    ("split", {}, 25),
]
ENCODING = {"split": {"points": 6}}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "steps"), CASES)
def test_every_step_is_what_the_rules_say(game, options, steps):
    games = pg.batch(pg.new(game, **options), 5, seed=3, encoding=ENCODING.get(game))
    own = [games.state(k) for k in range(games.n)]
    for _ in range(steps):
        legal = [games.encoding.moves(state) for state in own]
        for k, state in enumerate(own):
            assert games.state(k) == state
            assert games.turn[k] == state.turn
            assert np.flatnonzero(games.masks[k]).tolist() == sorted(legal[k])
        chosen = games.sample()
        before = own
        own = [state.play(legal[k][int(chosen[k])]) for k, state in enumerate(own)]
        rewards, done = games.step(chosen)
        for k, state in enumerate(own):
            if state.turn == pg.CHANCE or state.outcome is not None:
                own[k] = games.state(k)  # the batch rolled the dice, or began anew
            if not done[k]:
                assert own[k].outcome is None
                assert not rewards[k].any()
                continue
            assert state.outcome is not None, (before[k].to_text(), str(chosen[k]))
            assert rewards[k].tolist() == games.encoding.returns(state)
            assert own[k].ply <= 1  # a roll may be the first ply


def test_a_third_repetition_is_a_tie_as_in_the_rules():
    played = (play_on(record_game("splinter", board=SMALL), seed) for seed in count())
    line = next(record.moves for record in played if "third" in record.outcome.reason)
    games = pg.batch(pg.new("splinter", board=SMALL), 1)
    for ply, move in enumerate(line, 1):
        rewards, done = games.step([games.encoding.number(games.state(0), move)])
        assert done[0] == (ply == len(line))
        assert not rewards.any()


def test_compiled_code_plays_where_it_has_room():
    assert isinstance(pg.batch("splinter", 2), KernelBatch)
    assert isinstance(pg.batch(pg.new("territory", size=5), 2), KernelBatch)
    assert isinstance(pg.batch(pg.new("territory", size=4, solitaire=True), 2), RulesBatch)
    assert isinstance(pg.batch("split", 1), RulesBatch)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["splinter", "territory"])
def test_random_steps_win_as_often_as_random_games(game):
    games = pg.batch(game, 400, seed=1, auto_reset=False)
    total, open_games = np.zeros(2), np.ones(400, np.bool_)
    while open_games.any():
        rewards, done = games.step(games.sample())
        total += rewards.sum(axis=0)
        open_games &= ~done
    found = playouts(games.start, games=4000, seed=2, workers=1)
    expected = (found.wins[0] - found.wins[1]) / found.games
    assert total[0] == -total[1]
    assert abs(total[0] / 400 - expected) < 4 / 400**0.5


def test_a_game_that_is_over_stays_where_nothing_begins_anew():
    games = pg.batch(pg.new("polygon", n=3 + 1), 3, seed=2, auto_reset=False)
    ended = np.zeros(3, np.bool_)
    while not ended.all():
        _, done = games.step(games.sample())
        assert not (done & ended).any()
        ended |= done
    assert not games.masks.any()
    assert games.sample().tolist() == [-1, -1, -1]
    assert not games.step([-1, -1, -1]).done.any()
    with pytest.raises(IllegalMoveError, match="the game is over, its move must be -1"):
        games.step([0, -1, -1])


@pytest.mark.parametrize("game", pg.games())
def test_a_refused_move_moves_no_game(game):
    games = pg.batch(game, 3, seed=5)
    before = [games.state(k) for k in range(3)]
    wrong = games.sample()
    illegal = np.flatnonzero(~games.masks[2])[:1].tolist()  # Splitter begins with none
    for number in (-1, games.actions, *illegal):
        wrong[2] = number
        with pytest.raises(IllegalMoveError, match=rf"illegal move {number} in game 2 of 3"):
            games.step(wrong)
    assert [games.state(k) for k in range(3)] == before


@pytest.mark.parametrize("moves", [[0], [[0, 0]], [0.5, 1.5], "ab", None])
def test_what_are_no_moves_is_said(moves):
    with pytest.raises(InvalidMoveError, match="a step needs 2 whole numbers"):
        pg.batch(pg.new("territory", size=4), 2).step(moves)


@pytest.mark.parametrize("game", ["splinter", "splitter"])
def test_the_same_seed_plays_the_same_games(game):
    lines = []
    for seed in (7, 7, 8):
        games = pg.batch(game, 4, seed=seed)
        lines.append([games.step(chosen := games.sample()) and chosen.tolist() for _ in range(15)])
    assert lines[0] == lines[1] != lines[2]


def test_a_batch_begins_at_a_position_with_its_history():
    state = random_state(4, 9, "splinter")
    games = pg.batch(state, 2)
    assert games.state(1) == state
    assert games.turn.tolist() == [state.turn] * 2
    with pytest.raises(OptionError, match=r"takes no options of splinter: write pg\.batch"):
        pg.batch(state, 2, max_plies=9)


def test_what_cannot_begin_is_said():
    with pytest.raises(OptionError, match="the option number"):
        pg.batch("split", 0)
    with pytest.raises(OptionError, match="is over at the start"):
        pg.batch(pg.new("polygon", n=3), 2)
    with pytest.raises(OptionError, match="unknown option 'sides'"):
        pg.batch("splinter", 2, sides=3)


@pytest.mark.parametrize(("game", "how"), [("splinter", "compiled"), ("splitter", "by the rules")])
def test_a_batch_is_copied_begins_anew_and_says_how_it_is_played(game, how):
    start = pg.new(game, **({"max_plies": 9} if how == "compiled" else {}))
    games = pg.batch(game=start, number=3, seed=5)
    first = [games.state(k) for k in range(3)]
    assert repr(games) == f"<Batch of 3 games of {game}, {how}>"
    games.step(games.sample())
    twin = games.copy()
    for _ in range(3):
        chosen = games.sample()
        assert chosen.tolist() == twin.sample().tolist()
        assert games.step(chosen).done.tolist() == twin.step(chosen).done.tolist()
        assert (games.masks == twin.masks).all()
    later = games.state(1)
    games.reset([0, 2])
    assert (games.state(1), twin.state(2)) == (later, twin.state(2)) != (later, games.state(2))
    assert (games.state(0).ply, games.state(2).ply) == (first[0].ply, first[2].ply)
    games.reset(np.array([False, True, False]))
    assert games.state(1).ply == first[1].ply
    games.reset()
    games.step(games.sample())
    with pytest.raises(OptionError, match="the games to reset must be numbers from 0 to 2"):
        games.reset([3])
