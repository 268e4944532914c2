"""An option of a game is one field; its check, its words and its documentation come from it."""

from dataclasses import dataclass
from inspect import signature
from pydoc import render_doc

import pytest

import polygames as pg
from polygames.core.game_options import (
    GameOptions,
    describe_options,
    find_options,
    option,
    with_options,
)


@dataclass(frozen=True)
class Options(GameOptions, game="chess"):
    """The options of a game of chess."""

    size: int = option(8, "Size", "From {low} to {high} squares.", low=4, high=26)
    minutes: float = option(5.0, "Minutes", low=0.5)
    kings: str = option("two", "Kings", value_names={"two": "one each", "none": "none"})
    fast: bool = option(default=False, label="Fast")
    start: object = option(None, doc="A position as text.")

    def check(self):
        """Refuse a fast game on a large board."""
        if self.fast and self.size > 20:
            msg = "a fast game needs a small board"
            raise pg.OptionError(msg)


@with_options(Options)
def new(options):
    """Return the first position.

    It is set up.
    """
    return options


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"size": 3}, "the option size of chess must be a whole number from 4 to 26, not 3"),
        ({"minutes": 0}, "the option minutes of chess must be a number of 0.5 or more, not 0"),
        ({"kings": "one"}, "the option kings of chess must be 'two' or 'none', not 'one'"),
        ({"fast": 7}, "the option fast of chess must be True or False, not 7"),
        ({"fast": True, "size": 21}, "a fast game needs a small board"),
    ],
)
def test_the_type_of_the_default_gives_the_check(wrong, problem):
    with pytest.raises(pg.OptionError) as caught:
        new(**wrong)
    assert str(caught.value) == problem


def test_values_become_plain_python_values():
    numpy = pytest.importorskip("numpy")
    made = new(size=numpy.int64(9), fast=1)
    assert (type(made.size), made.fast) == (int, True)


def test_the_signature_and_the_documentation_of_new_list_the_options():
    assert list(signature(new).parameters) == list(describe_options(Options))
    shown = render_doc(new)
    for said in ("From 4 to 26 squares.", "A number of 0.5 or more.", "``'none'``: none."):
        assert said in shown
    assert shown.index("first position") < shown.index("A position as text.")
    assert shown.index("A position as text.") < shown.index("It is set up.")


def test_the_options_of_a_plain_function_have_no_words():
    def plain(size=6):
        return size

    (found,) = find_options(plain).values()
    assert (found.name, found.default, found.label, found.title) == ("size", 6, "", "Size")
