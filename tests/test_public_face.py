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
        ("perft", ["state", "depth", "progress", "options", "more"]),
        ("check_game", ["game", "games", "seed", "options"]),
        ("register", ["info"]),
    ],
)
def test_parameters_are_called_what_they_were_called(name, parameters):
    assert list(inspect.signature(getattr(pg, name)).parameters) == parameters
