"""Touch, zoom and agents at the board, in JupyterLab."""

import re

import pytest

OWN = "() => !document.querySelector('.polygames-stack canvas').style.cssText.includes('scale')"
BOARD = "import polygames as pg\nboard = pg.play('split', autosave=None)\nboard"


def test_the_wheel_scrolls_the_page_and_with_ctrl_zooms_the_board(show_board):
    page = show_board(BOARD + "\n# a line\n" * 40)
    scrolled = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"
    page.layer.scroll_into_view_if_needed()
    page.move((5, 5))
    before = page.page.evaluate(scrolled)
    page.page.mouse.wheel(0, -120)
    page.shows(f"before => ({scrolled})() !== before", before)
    home = page.layer.get_attribute("viewBox")
    page.move((2.5, 2.5))
    page.page.keyboard.down("Control")
    page.page.mouse.wheel(0, -600)
    page.page.keyboard.up("Control")
    page.until("board.pointer.frame['window'] != board.pointer.frame['home']", "True")
    assert page.layer.get_attribute("viewBox") != home


def test_after_a_zoom_the_kernel_redraws_and_lines_land_where_they_are_drawn(show_board):
    page = show_board(BOARD)
    page.run("board.play('draw 0,3.13 - 1.86,0'); board.play('color blue')")
    page.until("board.state.turn", 1)
    page.page.mouse.move(*page.at((0.9, 1.6)))
    page.page.keyboard.down("Control")
    page.page.mouse.wheel(0, -700)
    page.page.keyboard.up("Control")
    page.until("board.pointer.frame['window'][2] < 5", "True")
    page.shows(OWN)  # the picture is the kernel's again
    page.frames()
    red = page.color((0.93, 1.565))
    assert red[0] > 180, "the red line is drawn under the pointer's coordinates"
    assert red[2] < 90
    page.drag((0.93, 1.565), (2.4, 0))
    page.until("len(board.state.areas)", 3)
    end = page.value("board.state.map.lines[5].start, board.state.map.lines[5].end")
    found = [float(number) for number in re.findall(r"[\d.]+", end)]
    assert sorted(found) == pytest.approx(sorted([0.93, 1.565, 2.4, 0]), abs=0.02)
    page.page.keyboard.press("0")
    page.until("board.pointer.frame['window'] == board.pointer.frame['home']", "True")


def test_the_page_answers_and_undo_works_while_an_agent_thinks(open_board):
    page = open_board(
        "import polygames as pg\n"
        "from polygames.core.lazy_imports import Lazy\n"
        "class Slow:\n"
        "    def __init__(self):\n"
        "        import threading\n"
        "        self.stop = threading.Event()\n"
        "    def choose(self, state, rng):\n"
        "        self.stop.wait(30)\n"
        "        return state.legal_moves.sample(rng)\n"
        "pg.game('split').engine.agent_makers['slow'] = Slow\n"
        "board = pg.play('split', seats=('human', 'slow'), autosave=None)\n"
        "board"
    )
    page.drag((0, 5), (10, 5))
    page.until("board.session.running_job is not None", "True")
    assert "thinking" in page.text
    page.move((5, 2))
    assert page.tip == "50 points, open"
    page.button("Undo")
    page.until("board.session.running_job is None and len(board.record.moves)", 0)
    assert "You draw the first line" in page.text
