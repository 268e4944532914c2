"""The error tree: what is caught by what, as its docstring draws it."""

import re

import pytest

import polygames as pg
from polygames.core import errors


@pytest.mark.parametrize("name", errors.__all__)
def test_every_error_is_public_and_of_one_root(name):
    assert name in pg.__all__
    assert issubclass(getattr(pg, name), pg.PolygamesError)


def test_the_drawing_of_the_tree_shows_it_whole():
    drawn = re.findall(r"\w+Error\b(?=\s|$)", errors.__doc__)
    assert set(errors.__all__) <= set(drawn)
    for line in errors.__doc__.splitlines():
        if found := re.search(r"(\w+Error) +also (\w+)", line):
            base = getattr(__builtins__, found[2], None) or __builtins__[found[2]]
            assert issubclass(getattr(errors, found[1]), base)
