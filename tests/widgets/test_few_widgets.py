"""How many widgets a board is: each is a model of its own on the page, with its own messages."""

import json
from functools import partial
from random import Random

import pytest
from helpers import record_game
from ipywidgets import Widget, widget
from page_driver import PageDriver, open_widgets

import polygames as pg
from polygames.widgets.interfaces import (
    ANALYSIS_TAB,
    HELP_TAB,
    MOVES_TAB,
    NEW_GAME_TAB,
    PLOTS_TAB,
    RECORD_TAB,
    REVIEW_TAB,
)

MOST = 42
A_GAME = 3
"""The widgets of a row that offers a game to go on with."""


@pytest.fixture
def opened(open_board, tmp_path):
    open_board().close()  # ipycanvas keeps one for all boards
    return partial(open_board, autosave=tmp_path)


@pytest.fixture
def made():
    """Count the widgets that were made since the last call."""
    before = open_widgets()

    def count():
        nonlocal before
        now, before = open_widgets() - before, open_widgets()
        return len(now)

    return count


@pytest.mark.parametrize("painter", ["canvas", "svg"])
@pytest.mark.parametrize("name", pg.games())
def test_a_board_is_few_widgets_until_its_pages_are_opened(
    name, painter, opened, made, monkeypatch
):
    monkeypatch.setattr("polygames.widgets.painter.layers.painter_name", lambda: painter)
    made()
    for options in ({}, {"level": 1}):
        board = opened(name, **options)
        assert 20 < made() <= MOST
        assert PageDriver(board).pages == [ANALYSIS_TAB]


@pytest.mark.parametrize("name", pg.games())
def test_pages_are_made_when_they_are_opened_and_closed_with_the_board(name, opened, made):
    before = len(open_widgets())
    board = opened(name)
    made()
    for page in (MOVES_TAB, REVIEW_TAB, PLOTS_TAB, NEW_GAME_TAB, RECORD_TAB, HELP_TAB):
        board.open_panel(page)
        assert made() > 0
        board.open_panel(page)
        board.open_panel(ANALYSIS_TAB)
        board.open_panel(page)
        assert made() == 0
    for seed in range(3):
        board.play(board.state.legal_moves.sample(Random(seed)))
    board.close()
    assert len(open_widgets()) == before


def test_a_game_to_go_on_with_is_a_button_its_words_and_their_row(opened, made, tmp_path):
    for number in range(2):
        record_game("split", f"draw 0,{4 + number} - 10,5").save(tmp_path / f"split-{number}.txt")
    made()
    opened("split", autosave=None)
    plain = made()
    board = opened("split")
    assert made() == plain + 1 + 2 * A_GAME
    before = len(open_widgets())
    board.play(board.state.legal_moves.sample(Random(2)))
    assert len(open_widgets()) <= before - 2 * A_GAME + len(PageDriver(board).choices)
    assert not PageDriver(board).one("continue").children


def test_choices_are_a_widget_each_and_closed_with_their_position_but_what_is_shared_stays(opened):
    """A shared model that was closed with a part of the board would be missed by the others."""
    board = opened("split")
    alone = len(open_widgets())
    for _ in range(3):
        board.play(board.state.draw((0, 5), (10, 5)))
        assert len(open_widgets()) == alone + len(PageDriver(board).choices) > alone
        board.undo()
        assert len(open_widgets()) == alone
    assert all(each.comm is not None for each in vars(board.shared_styles).values())
    board.close()
    assert all(each.comm is None for each in vars(board.shared_styles).values())


@pytest.mark.parametrize("name", pg.games())
def test_what_a_notebook_saves_of_a_board_is_mostly_the_modules_of_the_page(name, opened):
    before = open_widgets()
    opened(name)
    new = [each for key, each in widget._instances.items() if key not in before]
    states = Widget.get_manager_state(widgets=new)["state"].values()
    code = sum(len(each["state"].get(part, "")) for each in states for part in ("_esm", "_css"))
    saved = sum(len(json.dumps(state, default=str)) for state in states)
    assert saved - code < 70_000
