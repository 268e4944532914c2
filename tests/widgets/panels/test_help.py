"""The help: three pictures, a first move to try, and only what the game has."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from page_driver import of_class

import polygames as pg
from polygames.widgets.panels.help import controls_of, pictures, tour_of


@pytest.mark.parametrize("name", pg.games())
def test_a_game_shows_itself_in_three_pictures(name):
    info = pg.game(name)
    found = list(pictures(info, info.guide.tour))
    assert len(found) == 3
    assert len({picture for picture, _ in found}) == 3, "each shows something else"
    for picture, words in found:
        assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314 - our own picture
        assert 20 < len(words) < 100
    assert info.guide.tour.first_move.endswith(".")


@pytest.mark.parametrize("name", pg.games())
def test_the_help_draws_its_pictures_when_it_is_opened(name):
    board = pg.play(name, autosave=None)
    assert not of_class(board, "page-Help")
    board.open_help()
    tour = board.panel("Help").box.children[0]
    assert tour.value.count("<svg") == 3
    assert "A first move to try." in tour.value
    board.close()


def test_a_game_without_a_tour_has_none():
    assert tour_of(replace(pg.game("split"), tour=None)) == ""


def test_lines_are_spoken_of_only_where_there_are_lines():
    told = {name: "draw a line" in controls_of(pg.game(name)) for name in pg.games()}
    assert told == dict.fromkeys(pg.games(), False) | {"split": True}
    assert "Shift and an arrow key" in controls_of(pg.game("polygon"))


def test_the_help_speaks_of_players_and_says_nothing_twice():
    for name in pg.games():
        board = pg.play(name, autosave=None)
        _, *texts = board.panel("Help").box.children
        told = "\n".join(each.outputs[0]["data"]["text/markdown"] for each in texts)
        assert not re.search(r"\bseat \d", told, re.IGNORECASE)
        assert told.count("**Moves and analysis.**") <= 1
        board.close()
