"""The board by keys alone, from the notebook's cell on; and the notebook is left as it is."""

import nbformat
import pytest
from person import (
    CELL_COMMANDS,
    FOCUSED_TEXT_JS,
    IS_ON_BOARD_JS,
    READ_CELLS_JS,
    assert_keys_stay,
    go_to_cell,
    go_to_tab,
    press_keys,
    record_announcements,
    tab_until,
    wait_for_announcement,
)

MOVES = "len(board.record.moves)"
GAMES = {
    "split": ("", ["n ArrowDown Enter ArrowDown h Enter", "2"]),
    "splinter": ("", ["n Enter n Enter", "n Enter n Enter"]),
    "polygon": (", n=6", ["n Enter n n Enter", "n Enter"]),
    "splitter": (", dice=['roll 4-1', 'roll 2-2']", ["n Enter ArrowDown Enter", "1"]),
    "territory": (", seed=3", ["n Enter", "n n Enter"]),
}
IS_IN_PANEL_JS = """document.activeElement.matches('[role=tabpanel][aria-label="{}"]')"""
PLIES = {"splitter": (1, 3)}  # a placement waits to be confirmed; the dice are plies, too


@pytest.fixture
def show_game(show_cells):
    """Return a function that shows a board between two other cells."""

    def show(game, options="", **page_options):
        board = f"import polygames as pg\nboard = pg.play({game!r}, autosave=None{options})\nboard"
        above = nbformat.v4.new_markdown_cell("Above.")
        return show_cells(above, board, "below = 1", **page_options)

    return show


def outputs(path):
    """Return what is saved of a notebook's second cell."""
    try:
        cells = nbformat.read(path, 4).cells
    except nbformat.reader.NotJSONError:  # it is being written
        return []
    return cells[1].get("outputs") if len(cells) > 1 else []


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game in {"splinter", "splitter"} else [pytest.mark.long])
        for game in GAMES
    ],
)
def test_two_moves_are_played_by_keys_and_no_key_changes_the_notebook(show_game, game):
    options, moves = GAMES[game]
    page = show_game(game, options)
    before = page.page.evaluate(READ_CELLS_JS)
    go_to_cell(page)
    tab_until(page, IS_ON_BOARD_JS)
    for ply, keys in zip(PLIES.get(game, (1, 2)), moves, strict=True):
        assert page.page.evaluate(IS_ON_BOARD_JS)
        press_keys(page, keys)
        if game == "splitter" and ply == 1:
            page.until("board.choice is None", False)
        page.until(MOVES, ply)
    press_keys(page, CELL_COMMANDS)
    assert page.page.evaluate(READ_CELLS_JS) == before
    tab_until(page, f"{FOCUSED_TEXT_JS} === 'Undo'")
    press_keys(page, CELL_COMMANDS)
    assert page.page.evaluate(READ_CELLS_JS) == before
    page.page.keyboard.press("Enter")
    page.until(f"{MOVES} < {PLIES.get(game, (1, 2))[1]}", "True")
    assert page.page.evaluate(READ_CELLS_JS) == before


def test_fields_lists_and_buttons_keep_their_keys_from_the_notebook(show_game):
    page = show_game("split")
    go_to_cell(page)
    assert_keys_stay(page)


def test_keys_of_the_page_reach_it_and_fields_take_text(show_game):
    page = show_game("split")
    path = page.folder / "board.ipynb"
    go_to_cell(page)
    tab_until(page, IS_ON_BOARD_JS)
    press_keys(page, GAMES["split"][1][0])
    page.until(MOVES, 1)
    for keys in ("Control+Enter", "Shift+Enter", "Alt+Enter"):
        page.page.keyboard.press(keys)
    page.frames()
    assert page.value(MOVES) == "1", "no new game is put on the board"
    page.page.keyboard.press("Control+s")
    page.wait_until(lambda: outputs(path))  # Ctrl+S at the board saves the notebook
    before = page.page.evaluate(READ_CELLS_JS)
    go_to_tab(page, "Record")
    page.page.get_by_label("File", exact=True).wait_for()
    tab_until(
        page, "document.activeElement.matches('.polygames-board :is(input[type=text], textarea)')"
    )
    page.page.keyboard.press("Control+a")
    page.page.keyboard.type("add b.txt")
    assert page.page.evaluate("document.activeElement.value") == "add b.txt"
    assert page.page.evaluate(READ_CELLS_JS) == before


def test_after_a_click_on_words_or_a_button_that_goes_no_key_reaches_the_notebook(show_game):
    page = show_game("splitter", ", dice=['roll 4-1', 'roll 2-2']")
    before = page.page.evaluate(READ_CELLS_JS)
    for words in (".polygames-message", ".polygames-status", ".polygames-seat"):
        page.page.locator(words).first.click()
        press_keys(page, "d d x b")
        assert page.page.evaluate(READ_CELLS_JS) == before, words
    page.layer.focus()
    press_keys(page, "n Enter ArrowDown Enter")
    page.until("board.choice is None", False)
    tab_until(page, f"{FOCUSED_TEXT_JS} === 'Confirm'")
    page.page.keyboard.press("Enter")
    page.until(MOVES, 3)
    press_keys(page, "d d x b")
    assert page.page.evaluate(IS_ON_BOARD_JS), "the button has gone: the board has the focus"
    tab_until(page, f"{FOCUSED_TEXT_JS} === 'Undo'")
    while page.page.evaluate(FOCUSED_TEXT_JS) == "Undo":
        plies = page.value(MOVES)
        page.page.keyboard.press("Enter")
        page.until(f"{MOVES} < {plies}", True)
    assert page.page.evaluate(IS_ON_BOARD_JS), "Undo can be pressed no more"
    press_keys(page, "d d x b")
    assert page.page.evaluate(READ_CELLS_JS) == before


def test_buttons_keep_their_width_and_their_focus_while_the_board_plays(show_game):
    page = show_game("splinter", ", seats=('mcts', 'mcts')")  # so slow that the game does not end
    tools = page.page.locator(".polygames-tools > button:not(.polygames-first)")
    boxes = [each.bounding_box() for each in tools.all()]
    tab_until(page, f"{FOCUSED_TEXT_JS} === 'Pause'")
    page.page.keyboard.press("Enter")
    page.page.get_by_role("button", name="Resume", exact=True).wait_for()
    assert page.page.evaluate(FOCUSED_TEXT_JS) == "Resume"
    tools.nth(3).click()
    page.page.get_by_role("button", name="Stop", exact=True).wait_for()
    page.page.locator(".polygames-values tr").first.wait_for()
    for each, box in zip(tools.all(), boxes, strict=True):
        assert each.bounding_box() == pytest.approx(box, abs=1)
    assert page.page.evaluate(FOCUSED_TEXT_JS) == "Stop"


def test_tabs_are_tabs_to_a_screen_reader_and_arrow_keys_go_along_them(show_game):
    page = show_game("polygon")
    side = page.page.locator(".polygames-side")
    side.get_by_role("tablist").wait_for()
    assert side.get_by_role("tab").count() == 7
    chosen = side.get_by_role("tab", selected=True)
    assert chosen.inner_text() == "Analysis"
    assert chosen.get_attribute("aria-controls") == side.get_by_role("tabpanel").get_attribute("id")
    tab_until(page, f"{FOCUSED_TEXT_JS} === 'Analysis'")
    page.page.keyboard.press("Tab")
    assert not page.page.evaluate("document.activeElement.matches('[role=tab]')"), "one stop"
    page.page.keyboard.press("Shift+Tab")
    press_keys(page, "ArrowRight")
    assert page.page.evaluate(FOCUSED_TEXT_JS) == "Moves"
    assert chosen.inner_text() == "Moves"
    page.page.get_by_role("tabpanel", name="Moves").wait_for()
    press_keys(page, "ArrowLeft ArrowLeft")
    assert chosen.inner_text() == "Help"
    page.page.get_by_role("tabpanel", name="Help").wait_for()


def test_moves_answers_and_each_refusal_are_spoken(show_game):
    page = show_game("split", ", seats=('human', 'level 1')")
    assert page.layer.get_attribute("role") == "application"
    record_announcements(page.page, ".polygames-pointer [aria-live]")
    page.layer.focus()
    for times in (1, 2):
        press_keys(page, "u")
        wait_for_announcement(page.page, "no move", times)
    press_keys(page, GAMES["split"][1][0])
    wait_for_announcement(page.page, "You: cuts")
    wait_for_announcement(page.page, "Computer (level 1): ")
    assert " ".join(page.page.evaluate("window.heard")).count("You: cuts") == 1


def test_tab_and_shift_tab_leave_the_board_and_escape_goes_back_to_the_cell(show_game):
    page = show_game("polygon")
    go_to_cell(page)
    tab_until(page, IS_ON_BOARD_JS)
    page.page.keyboard.press("Tab")
    assert not page.page.evaluate(IS_ON_BOARD_JS)
    page.page.keyboard.press("Shift+Tab")
    assert page.page.evaluate(IS_ON_BOARD_JS)
    page.page.keyboard.press("Shift+Tab")
    assert not page.page.evaluate(IS_ON_BOARD_JS)
    assert page.page.evaluate("document.activeElement.tagName") != "CANVAS"


def test_the_help_is_announced_and_the_focus_goes_there_and_back(show_game):
    page = show_game("polygon")
    record_announcements(page.page, ".polygames-pointer [aria-live]")
    for key in ("Escape", "?"):
        page.layer.focus()
        press_keys(page, "?")
        page.shows(f"() => {IS_IN_PANEL_JS.format('Help')}")
        press_keys(page, key)
        page.shows(f"() => {IS_ON_BOARD_JS}")
        page.page.get_by_role("tabpanel", name="Help").wait_for(state="hidden")
    heard = [text for text in page.page.evaluate("window.heard") if "Help" in text]
    assert heard == ["Help is open. Press Escape to close it."] * 2


def test_new_game_takes_the_focus_cancel_gives_it_back_and_start_gives_it_to_the_board(show_game):
    page = show_game("polygon", explored=False)
    before = page.page.evaluate(READ_CELLS_JS)
    page.layer.focus()
    for end, place in (("Cancel", f"{FOCUSED_TEXT_JS} === 'New game'"), ("Start", IS_ON_BOARD_JS)):
        tab_until(page, f"{FOCUSED_TEXT_JS} === 'New game'")
        press_keys(page, "Enter")
        page.shows(f"() => {IS_IN_PANEL_JS.format('New game')}")
        tab_until(page, f"{FOCUSED_TEXT_JS} === '{end}'")
        press_keys(page, "Enter")
        page.shows(f"() => {place}")
        press_keys(page, "d d x b")
        assert page.page.evaluate(READ_CELLS_JS) == before
        page.layer.focus()


def test_an_analysis_is_announced_at_its_start_and_with_its_best_move_and_not_between(show_game):
    page = show_game("polygon", ", n=6")
    record_announcements(page.page, ".polygames-pointer [aria-live]")
    tab_until(page, f"{FOCUSED_TEXT_JS} === 'Analyse'")
    press_keys(page, "Enter")
    wait_for_announcement(page.page, "Best move: ")
    page.until("board.has_analysed", True)
    heard = page.page.evaluate("window.heard")
    assert heard[0] == "The analysis has started."
    assert heard[-1] == "Best move: A to D. Red wins in 7."
    assert len(heard) <= 3, heard  # the best move so far, if the search took long
    assert page.page.evaluate(FOCUSED_TEXT_JS) == "Hide"
