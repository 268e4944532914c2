"""The help: three pictures, a first move to try, and only what the game has."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from page_driver import find_by_class

import polygames as pg
from polygames.view.help import controls_help, iter_tour_pictures, lesson_link_html, tour_html


@pytest.mark.parametrize("name", pg.games())
def test_a_game_shows_itself_in_three_pictures(name):
    info = pg.game(name)
    found = list(iter_tour_pictures(info, info.guide.tour))
    assert len(found) == 3
    assert len({picture for picture, _ in found}) == 3, "each shows something else"
    for picture, words in found:
        assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314 - our own picture
        assert 20 < len(words) < 100
    assert info.guide.tour.first_move.endswith(".")


@pytest.mark.parametrize("name", pg.games())
def test_the_help_draws_its_pictures_when_it_is_opened_and_speaks_of_players(open_board, name):
    board = open_board(name)
    assert not find_by_class(board, "page-Help")
    board.open_help()
    told = board.get_panel("Help").box.children[1].value
    assert told.count("<svg") == 3
    assert "A first move to try." in told
    assert not re.search(r"\bseat \d", told, re.IGNORECASE)
    assert told.count("<strong>Moves and analysis.</strong>") <= 1


def test_the_lesson_that_lies_beside_the_notebook_is_linked(open_board, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert lesson_link_html(pg.game("split")) == ""
    (tmp_path / "03_split.ipynb").touch()
    assert "href='03_split.ipynb'" in lesson_link_html(pg.game("split"))
    *_, door = open_board("split").get_panel("New game").shortcuts.box.children
    assert door.value == lesson_link_html(pg.game("split")), "two clicks from any board"


def test_a_game_without_a_tour_has_none():
    assert tour_html(replace(pg.game("split"), tour=None)) == ""


def test_lines_are_spoken_of_only_where_there_are_lines():
    told = {name: "draw a line" in controls_help(pg.game(name)) for name in pg.games()}
    assert told == dict.fromkeys(pg.games(), False) | {"split": True}
    assert "Shift and an arrow key" in controls_help(pg.game("polygon"))


def test_the_help_names_the_rules_of_the_game_on_the_board_that_differ(open_board):
    board = open_board("split")
    other = board.get_panel("Help").box.children[0]
    assert other.value == "", "by default the text below says all"
    board.open_help()
    board.new(fill_limit=12.0, fill_inclusive=False, min_area=5.0)
    assert "Fill at once up to: <b>12</b>" in other.value
    assert "An area of exactly this size may still be cut" in other.value
    assert "Smallest piece: <b>5</b>" in other.value


def test_the_help_of_a_puzzle_names_the_numbers_of_the_puzzle(boards):
    puzzle = next(each for each in pg.puzzles("split") if "areas under 16" in each.task)
    boards.append(pg.puzzle("split", puzzle.number))
    assert "Fill at once up to: <b>16</b>" in boards[0].get_panel("Help").box.children[0].value


def test_the_first_move_to_try_does_not_hide_that_it_may_be_taken_over():
    assert "may take over" in pg.game("territory").guide.tour.first_move
