"""The panel with plots in JupyterLab: it follows moves, is reached by keys, and saves files."""

import pytest

import polygames as pg

PICTURE = ".polygames-plot img"
IS_LOADED_JS = f"() => document.querySelector('{PICTURE}')?.naturalWidth > 0"


def open_plots(page, name):
    page.page.get_by_role("tab", name="Plots", exact=True).click()
    page.page.get_by_label("Plot", exact=True).select_option(name)
    page.page.wait_for_function(IS_LOADED_JS)


def alternative(page):
    return page.page.locator(PICTURE).get_attribute("alt")


@pytest.mark.parametrize("game", pg.games())
def test_the_plot_follows_the_game_beside_the_board(show_board, game):
    code = f"import polygames as pg\nboard = pg.play('{game}', seed=1)\nboard"
    page = show_board(code)
    open_plots(page, "Area plot")
    page.page.get_by_label("Plot", exact=True).select_option("Distribution of areas")
    page.page.wait_for_function(f"() => /^Values of/.test(document.querySelector('{PICTURE}').alt)")
    page.page.get_by_label("Plot", exact=True).select_option("Score curve")
    page.page.wait_for_function(f"() => /^Score/.test(document.querySelector('{PICTURE}').alt)")
    before = alternative(page)
    page.run(
        "for _ in range(4):\n"
        "    if board.can_move: board.play(next(iter(board.state.legal_moves.candidates(9,"
        " __import__('random').Random(1)))))"
    )
    page.page.wait_for_function(
        f"before => document.querySelector('{PICTURE}').alt !== before", arg=before
    )
    page.page.get_by_label("Plot", exact=True).select_option("Area plot")
    page.page.wait_for_function(f"() => /^Area plot/.test(document.querySelector('{PICTURE}').alt)")
    page.page.wait_for_function(IS_LOADED_JS)


def test_by_keys_a_plot_is_chosen_and_saved(show_board):
    page = show_board("import polygames as pg\nboard = pg.play('polygon', n=6)\nboard")
    open_plots(page, "Score curve")
    page.page.get_by_label("Plot", exact=True).focus()
    page.page.keyboard.press("ArrowDown")
    page.page.wait_for_function(f"() => /^Area plot/.test(document.querySelector('{PICTURE}').alt)")
    page.page.keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.innerText") == "PNG"
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    page.page.get_by_text("Saved as ").wait_for()
    saved = page.run("import pathlib; print(*sorted(pathlib.Path(pg.folder()/'plots').iterdir()))")
    assert saved.endswith("polygon-area-plot-1.svg")
