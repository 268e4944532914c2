"""The names and calls that users are promised, each called once as the design shows it."""

import inspect
from random import Random

import pytest

import polygames as pg
from polygames.search import playouts


def test_a_game_is_asked_for_by_name():
    game = pg.game("split")
    assert game.name == "split"
    assert game.seats == 2
    assert game.new() == pg.new("split")
    assert game.new(preset="2026") == pg.new("split", preset="2026")
    assert {"random", "greedy"} <= set(game.agents)
    assert set(game.presets) == {"seed", "2026"}


def test_a_state_has_what_the_protocol_names():
    state = pg.new("split")
    assert (state.seats, state.turn, state.ply) == (2, 0, 0)
    assert (state.outcome, state.scores) == (None, (0, 0))
    assert (state.chance_outcomes(), state.view(1)) == ((), state)
    assert isinstance(state.legal_moves, pg.MoveSet)
    assert pg.CHANCE == -1


def test_moves_and_positions_have_texts():
    state = pg.new("split")
    move = state.parse("draw 0,3.13 - 1.86,0")
    assert state.parse(str(move)) == move
    assert move == state.draw((0, 3.13), (1.86, 0))
    after = state.play(move)
    assert pg.from_text(after.to_text()) == after
    with pytest.raises(pg.InvalidMoveError):
        state.parse("hello")
    with pytest.raises(pg.IllegalMoveError):
        state.parse("fill 0")


def test_a_record_is_played_taken_back_saved_and_loaded(tmp_path):
    record = pg.Record(pg.new("split"))
    record.push(record.state.parse("draw 0,5 - 10,5"))
    record.push("color red")
    record.pop()
    path = record.save(tmp_path / "game.txt")
    again = pg.load(path)
    assert again.start == record.start
    assert len(record.table()) == 1


def test_many_records_are_a_collection_with_a_table(tmp_path):
    pg.Record(pg.new("split")).save(tmp_path / "game.txt")
    games = pg.collection(tmp_path)
    assert len(games) == len(games.table()) == 1
    assert games.explorer().at() == []
    assert games.review(progress=False, keep=None).mistakes == ()
    assert len(games.deck(tmp_path / "deck.json", progress=False, keep=None)) == 0
    with pytest.raises(pg.RecordError, match="there are no cards"):
        pg.train(tmp_path / "deck.json")


def test_an_agent_is_made_by_name_and_chooses():
    state = pg.new("split")
    move = pg.agent("greedy", game="split").choose(state, Random(1))
    assert move in state.legal_moves


def test_moves_are_counted_and_random_games_played():
    state = pg.new("split")
    assert pg.perft(state.play(state.draw((0, 5), (10, 5))), 1) == 2
    found = playouts(state, games=4, seed=0)
    assert (found.games, len(found.plies), len(found.wins)) == (4, 4, 2)
    assert sum(found.wins) + found.ties == 4


def test_areas_of_split_have_corners_values_and_owners():
    state = pg.new("split")
    state = state.play(state.draw((0, 5), (10, 5)))
    for area in state.areas:
        assert all(isinstance(corner, tuple) for corner in area.polygon)
        assert (area.value, area.owner) == (50, None)
    assert [polygon.area for polygon in state.to_shapely()] == [50, 50]


def test_a_state_draws_itself():
    state = pg.new("split")
    assert pg.svg(pg.game("split").scene(state)).startswith("<svg")


def test_the_contract_is_checked_from_outside():
    assert pg.check_game("split", games=1) is None


def test_names_listed_are_names_found_and_an_unknown_one_is_none():
    assert set(dir(pg)) >= set(pg.__all__)
    assert len(set(pg.__all__)) == len(pg.__all__)
    for name in pg.__all__:
        assert getattr(pg, name) is not None
    with pytest.raises(AttributeError, match="module 'polygames' has no attribute 'nothing'"):
        _ = pg.nothing


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("new", ["name", "options"]),
        ("agent", ["name", "game", "options"]),
        ("from_text", ["text"]),
        ("load", ["path"]),
        ("perft", ["state", "depth", "progress", "options", "more"]),
        ("check_game", ["game", "games", "seed", "options"]),
        ("register", ["info"]),
    ],
)
def test_parameters_are_called_what_they_were_called(name, parameters):
    assert list(inspect.signature(getattr(pg, name)).parameters) == parameters
