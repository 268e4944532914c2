"""The names and calls that users are promised, each called once as the design shows it."""

import inspect

import pytest

import polygames as pg


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
        ("perft", ["state", "depth", "progress"]),
        ("check_game", ["game", "games", "seed"]),
        ("register", ["info"]),
    ],
)
def test_parameters_are_called_what_they_were_called(name, parameters):
    assert list(inspect.signature(getattr(pg, name)).parameters) == parameters


@pytest.mark.parametrize(
    ("wrong", "kind", "says"),
    [
        (pg.load, IsADirectoryError, "Is a directory"),
        (lambda path: pg.load(path / "none.txt"), FileNotFoundError, "No such file"),
        (lambda path: pg.analyse(str(path)), ValueError, "no game of this name is installed"),
        (lambda _: pg.register("clobber"), ValueError, "must be a GameInfo, not 'clobber'"),
        (lambda _: pg.batch("polygon", 2).state(9999), ValueError, "from 0 to 1, not 9999"),
        (lambda _: pg.batch("splinter", 2).state(-1), ValueError, "from 0 to 1, not -1"),
        (lambda _: pg.Record(pg.new("polygon")).goto("A-C"), ValueError, "ply must be a whole"),
    ],
)
def test_a_wrong_thing_is_refused_by_an_error_of_our_own(wrong, kind, says, tmp_path):
    with pytest.raises(pg.PolygamesError, match=says) as caught:
        wrong(tmp_path)
    assert isinstance(caught.value, kind)


def test_a_careless_player_says_what_it_is():
    assert repr(pg.agent(3, game="territory")) == "<Denial, but for 10% random moves>"
