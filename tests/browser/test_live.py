"""Live analysis in JupyterLab: it deepens while one looks, acts, and leaves nothing behind."""

import pytest

START = """
import polygames as pg
board = pg.play("polygon", n=10, autosave=None, seed=3)
board
"""
THREADS = "sum(t.name == 'polygames worker' for t in __import__('threading').enumerate())"
ROWS = ".polygames-values tr"


@pytest.fixture
def page(show_board):
    return analysing(show_board)


def analysing(show):
    """Return a page with a board whose analysis has begun."""
    page = show(START, viewport={"width": 1366, "height": 768})
    page.button("Analyse")
    page.page.locator(ROWS).first.wait_for()
    return page


def test_it_deepens_follows_the_position_and_stops(page):
    note = page.page.locator(".polygames-analysis .polygames-muted")
    first = note.inner_text()
    page.page.wait_for_function(
        "([note]) => document.querySelector('.polygames-analysis .polygames-muted').innerText"
        " !== note",
        arg=[first],
    )
    assert page.value("len(board.overlay) > 0") == "True"
    page.run("board.play('A-C')")
    page.until("board.analysis and board.analysis.state.ply", 1)
    page.button("Stop")
    page.until(THREADS, 0)
    page.page.locator(".polygames-analysis.polygames-stopped").wait_for()
    assert page.page.locator(ROWS).count() > 0, "what was found stays, paler"


def test_a_row_draws_its_line_on_the_board_and_is_played(page):
    drawn = page.page.locator(".polygames-layer-looked > *")
    assert drawn.count() == 0
    page.page.locator(ROWS).first.hover()
    drawn.first.wait_for(state="attached")
    page.until("board.overlay", ())
    page.page.locator(".polygames-evaluation").hover()
    page.until("len(board.overlay) > 0", True)
    page.page.locator(ROWS).first.hover()
    page.page.locator(ROWS).first.click()
    page.until("len(board.record.moves)", 1)
    page.button("Stop")


SHOWN = f"[...document.querySelectorAll('{ROWS} .polygames-move-text')].map(e => e.innerText)"
RANKS = f"[...document.querySelectorAll('{ROWS} .polygames-rank')].map(e => e.innerText)"
REORDERED = """
from dataclasses import replace
from polygames.core.descriptions import move_text as named
board._analysis_panel.live_analysis._stop()
found = board.analysis
size, best = len(found.moves), found.moves[0]
def told(moves):
    board._analysis_panel.show_analysis(replace(found, moves=tuple(
        replace(best, move=each.move, line=(each.move,), value=n / 99, proved=False, high=.2)
        for n, each in enumerate(moves)
    )))
told(found.moves[:5])
"""


def test_the_best_move_is_told_of_until_somebody_points_at_another(page):
    page.run(REORDERED)
    told = page.page.locator(f"{ROWS}.polygames-selected .polygames-rank")
    page.shows(f"() => `${{{RANKS}}}` === '1,2,3,4,5'")
    assert told.inner_text() == "1"
    shown = page.page.evaluate(SHOWN)
    page.run("told(found.moves[:5][::-1])")
    page.shows(f"shown => {SHOWN}[0] !== shown", shown[0])
    assert told.inner_text() == "1"
    page.page.locator(ROWS).last.hover()
    page.page.locator(".polygames-evaluation").hover()
    chosen = page.page.locator(f"{ROWS}.polygames-selected .polygames-move-text")
    before = chosen.inner_text(), told.inner_text()
    page.run("told(found.moves[:5])")
    page.shows(f"shown => {SHOWN}[0] === shown", shown[0])
    after = chosen.inner_text(), told.inner_text()
    assert before[0] == after[0], "the move that was pointed at"
    assert before[1] != after[1], "wherever it stands"


def test_no_thread_is_left_when_the_output_is_cleared(page):
    page.page.evaluate("() => jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    page.until(THREADS, 0)
    assert page.value("board.analysing") == "True", "it goes on where the board is shown again"


def test_no_thread_is_left_when_the_page_is_gone(open_board, new_page):
    page = analysing(open_board)
    page.page.close()
    other = new_page()
    other.page.goto(page.url)
    other.ready()
    other.until(THREADS, 0)
