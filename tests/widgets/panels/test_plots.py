"""The panel with plots: what it shows, how it follows the game, and what it saves."""

import asyncio
import re
from io import BytesIO
from pathlib import Path

import pytest
from helpers import play_on, record_game
from page_driver import PageDriver
from patience import await_condition
from PIL import Image

import polygames as pg
from polygames.widgets.panels import plots as plots_module
from polygames.widgets.panels.plots import PLOT_NAMES

TAB = "Plots"


@pytest.fixture
def open_plots(open_board, tmp_path, monkeypatch):
    """Return a function that opens a board with its panel of plots; files go to a folder."""
    monkeypatch.setenv("POLYGAMES_FOLDER", str(tmp_path / "files"))

    def open_(name="polygon", **options):
        board = open_board(name, **options)
        board.open_panel(TAB)
        return board, board.get_panel(TAB)

    return open_


def choose(panel, text):
    panel._menu.value = PLOT_NAMES[text]


def alternative(panel):
    """Return the text alternative of the picture; empty without one."""
    found = re.search("alt='([^']*)'", panel._picture.value)
    return found.group(1) if found else ""


@pytest.mark.parametrize("name", pg.games())
def test_every_game_has_every_plot_with_words_for_it(name, open_plots):
    board, panel = open_plots(name)
    board.load(play_on(record_game(name), 3))
    for text in PLOT_NAMES:
        choose(panel, text)
        if text == "Move values":
            assert "The game is over" in panel._text.value
        else:
            assert "data:image/png;base64," in panel._picture.value
            assert len(alternative(panel)) > 20


def test_the_plot_follows_the_game_and_only_while_it_is_open(open_plots, monkeypatch):
    board, panel = open_plots("polygon", n=6)
    choose(panel, "Legal moves")
    assert alternative(panel) == "Legal moves by ply: 18 at the end, from 18 to 18."
    board.play("A-C")
    assert alternative(panel) == "Legal moves by ply: 2 at the end, from 2 to 18."
    board.undo()
    assert alternative(panel) == "Legal moves by ply: 18 at the end, from 18 to 18."
    board.open_panel("Analysis")
    monkeypatch.setattr(plots_module, "_render", lambda *_: pytest.fail("it is closed"))
    board.play("A-C")
    monkeypatch.undo()
    board.open_panel(TAB)
    assert alternative(panel) == "Legal moves by ply: 2 at the end, from 2 to 18."


def test_a_change_that_the_plot_does_not_show_draws_nothing(open_plots, monkeypatch):
    board, panel = open_plots("polygon", n=6)
    choose(panel, "Score curve")
    monkeypatch.setattr(plots_module, "_render", lambda *_: pytest.fail("nothing has changed"))
    board.refresh()
    board.draw_mark("circle", ("A",), "blue")
    assert alternative(panel).startswith("Score curve up to move 0.")


def test_values_of_moves_need_an_analysis_which_a_button_starts(open_plots):
    board, panel = open_plots("polygon", n=5)
    choose(panel, "Move values")
    assert panel._text.value == "Press Analyse to see the values of the moves."
    assert panel._save_buttons[0].disabled
    panel._analyse_button.click()
    assert board.analysing
    assert PageDriver(board).tab == TAB
    assert alternative(panel).startswith("Values of moves in ")
    board.play("A-C")
    assert alternative(panel).count("C to E") == 1
    assert not panel._save_buttons[0].disabled


def test_values_of_moves_do_not_solve_a_puzzle(open_plots):
    board, panel = open_plots("polygon")
    board.next_puzzle()
    board.open_panel(TAB)
    choose(panel, "Move values")
    assert panel._text.value == "Find the move first. Then you can see the values of the moves."


@pytest.mark.parametrize("text", ["Score curve", "Area plot", "Distribution of areas"])
def test_saved_files_open_and_replace_none(open_plots, tmp_path, text):
    board, panel = open_plots("territory", size=5, seed=1)
    board.play("r0c0")
    choose(panel, text)
    for _ in range(2):
        for button in panel._save_buttons:
            button.click()
    files = sorted((tmp_path / "files/plots").iterdir())
    assert len(files) == 6
    assert {file.stem[-2:] for file in files} == {"-1", "-2"}
    for file in files:
        content = file.read_bytes()
        match file.suffix:
            case ".png":
                with Image.open(BytesIO(content)) as picture:
                    assert min(picture.size) > 400
            case ".svg":
                assert b"<svg" in content
                assert content.rstrip().endswith(b"</svg>")
            case ".pdf":
                assert content.startswith(b"%PDF")
                assert content.rstrip().endswith(b"%%EOF")
    said = panel._feedback.message.value
    assert Path(re.search("Saved as (.*)</span>", said).group(1)).exists()


def test_a_folder_that_cannot_be_made_is_told(open_plots, tmp_path):
    (tmp_path / "files").write_text("mine")
    _, panel = open_plots("polygon")
    panel._save_buttons[0].click()
    assert "role='alert'" in panel._feedback.error.value
    assert (tmp_path / "files").read_text() == "mine"


def test_without_matplotlib_there_is_one_sentence(open_plots, monkeypatch):
    monkeypatch.setattr(plots_module, "is_available", lambda _: False)
    _, panel = open_plots("polygon")
    assert panel._text.value == "Plots need matplotlib, which is not installed here."
    assert panel._picture.value == ""
    assert all(button.disabled for button in panel._save_buttons)


def test_a_game_without_areas_offers_no_plots_of_them(open_plots, nim):
    _, panel = open_plots(nim.name)
    assert [text for text, _ in panel._menu.options] == [
        "Score curve",
        "Move values",
        "Legal moves",
    ]


def test_hidden_placements_stay_hidden(open_plots):
    board, panel = open_plots("splitter", players=2)
    state = pg.new("splitter", players=2)
    for text in ("roll 1-1", "r2c0=1"):
        state = state.play(state.parse(text))
    board.set_position(state.to_text())
    choose(panel, "Area plot")
    assert "Player 1 has" not in alternative(panel), "the second player may not see it"
    board.play("r3c0=1")
    assert "Player 1 has" in alternative(panel)


def test_in_a_notebook_a_move_does_not_wait_and_the_last_position_is_drawn(open_plots, monkeypatch):
    drawn, render = [], plots_module._render

    def note(subject, kind):
        drawn.append(subject.value.state.ply)
        return render(subject, kind)

    monkeypatch.setattr(plots_module, "_render", note)
    monkeypatch.setattr(plots_module, "DRAWING_DELAY_SECONDS", 0.0)

    async def scenario():
        board, panel = open_plots("polygon", n=6)
        choose(panel, "Legal moves")
        for text in ("A-C", "C-E", "E-A"):
            board.play(text)
            board.finish_updates()
        assert alternative(panel) == "", "no move has waited for a plot"
        await await_condition(lambda: "1 at the end" in alternative(panel))
        board.close()

    asyncio.run(scenario())
    assert len(drawn) <= 3
    assert drawn[-1] == 3
