"""The page of the site that explains the board: it has every control, and its pictures."""

import re
from itertools import chain
from pathlib import Path

import ipywidgets as widgets
import pytest
from page_driver import all_widgets

import polygames as pg
from scripts import pictures

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"!\[([^]]+)]\(pictures/board/(\w+)\.png\)", TEXT)


def labels(widget):
    """Yield what can be pressed: the words on buttons, switches and tabs."""
    for part in all_widgets(widget):
        match part:
            case widgets.ToggleButtons():
                is_named = not {*part.options} & {"1", "red"}  # else dice, or colours
                yield from part.options if is_named else ()
            case widgets.Button() | widgets.ToggleButton() | widgets.Checkbox():
                yield part.description


def named(label):
    """Whether the page names a control: in bold or slanted letters, or as a heading."""
    found = rf"\*{re.escape(label)}\*|^## {re.escape(label)}$"
    return re.search(found, TEXT, re.MULTILINE) is not None


@pytest.mark.parametrize("name", pg.games())
def test_every_control_of_the_board_is_on_its_page(open_board, name):
    options = {"dice": "hand"} if name == "splitter" else {}
    board = open_board(name, **options)
    for panel in board.panel_factories():
        board.open_panel(panel)
    found = set(labels(board))
    asked = {
        getattr(part, "description", "") for part in all_widgets(board.get_panel("New game").box)
    }
    found -= asked - {"Start"}  # the options of the game, which the form explains itself
    assert {"Undo", "Hint", "Analyse", "Save as a page", "Start", "Help"} <= found
    assert sorted(label for label in found if not named(label)) == []


def test_every_key_of_a_game_is_on_its_page():
    keys = [key for name in pg.games() for key, _ in pg.game(name).guide.keys]
    assert {"t", "h"} <= set(keys)
    for key in chain.from_iterable(key.split() for key in keys if key != "a number"):
        assert f"`{key}`" in TEXT, key


def test_every_picture_has_words_and_a_script_and_none_is_large():
    folder = ROOT / "docs" / "pictures" / "board"
    shots = {shot.name for shot in pictures.BOARD_SHOTS}
    assert {name for _, name in SHOWN} == shots == {path.stem for path in folder.iterdir()}
    assert [words for words, _ in SHOWN if len(words) < 15] == []
    for path in folder.iterdir():
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG")
        assert len(content) < 80_000, path.name
