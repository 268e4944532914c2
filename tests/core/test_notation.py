"""Positions are read line by line, in the same way in every game."""

import pytest

import polygames as pg
from polygames.core.errors import PositionError


@pytest.mark.parametrize("game", pg.games())
def test_a_line_that_stands_twice_is_refused(game):
    name, first, *rest = pg.new(game).to_text().split("\n")
    with pytest.raises(PositionError, match=r"line 3, .*(twice|second)"):
        pg.from_text("\n".join([name, first, first, *rest]))


@pytest.mark.parametrize("game", pg.games())
def test_the_message_names_the_line_that_begins_with_an_unknown_word(game):
    name, *rest = pg.new(game).to_text().split("\n")
    with pytest.raises(
        PositionError, match=r"line 2, 'nonsense 1': expected the name of a part at the start"
    ):
        pg.from_text("\n".join([name, "nonsense 1", *rest]))


@pytest.mark.parametrize("game", pg.games())
def test_the_order_of_the_lines_before_a_board_does_not_matter(game):
    state = pg.new(game)
    name, *lines = state.to_text().rstrip("\n").split("\n")
    words = ("board", "tiles", "sheet 0")
    end = next((lines.index(word) for word in words if word in lines), len(lines))
    turned = "\n".join([name, *reversed(lines[:end]), *lines[end:]])
    assert pg.from_text(turned) == state
