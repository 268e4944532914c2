"""All games on the page without a server: by mouse, by keys, with all that a board offers."""

from __future__ import annotations

import re

import pytest
from person import IS_ON_BOARD_JS, Keys, Mouse, assert_keys_stay, go_to_cell, press_keys, tab_until
from wholegame import SMALL_GAMES, play_to_the_end, status_of

pytestmark = pytest.mark.lite

WAYS = {"mouse": Mouse, "keys": Keys}
AGENTS = {
    "split": "oneply",
    "splinter": "greedy",
    "polygon": "minimax",
    "splitter": "greedy",
    "territory": "denial",
}
ROWS = ".polygames-values tr"
REVIEWED = ".polygames-sums"


def start(game, agent):
    given = SMALL_GAMES[game].replace("'random'", repr(agent))
    return (
        f"import polygames as pg\nboard = pg.play({game!r}, autosave=None, seed=4, {given})\nboard"
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", SMALL_GAMES)
def test_a_game_is_played_to_its_end_and_looked_back_at(show_board, game, way):
    page = show_board(start(game, AGENTS[game]))
    play_to_the_end(page, WAYS[way](page))
    page.page.wait_for_timeout(300)
    page.shot(f"lite-whole-{game}-{way}")
    shown = page.page.locator(".polygames-board:not([data-old]) .polygames-status").inner_text()
    assert shown == status_of(page)
    if way == "mouse":
        page.page.get_by_role("button", name="Review", exact=True).click()
        page.page.locator(REVIEWED).wait_for(timeout=120_000)
        page.shot(f"lite-review-{game}")
    assert page.errors == []


def test_the_board_is_played_by_keys_and_no_key_reaches_the_notebook(show_board):
    page = show_board("import polygames as pg\nboard = pg.play('split', autosave=None)\nboard")
    go_to_cell(page)
    tab_until(page, IS_ON_BOARD_JS)
    press_keys(page, "n ArrowDown Enter ArrowDown h Enter")
    page.until("board.state.phase", "color")
    press_keys(page, "2")
    page.until("len(board.record.moves)", 2)
    assert_keys_stay(page)
    assert page.errors == []


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_a_hint_and_the_live_analysis_are_given_and_a_move_is_taken_back(show_board, game):
    page = show_board(start(game, AGENTS[game]))
    page.until(
        "board.session.running_job is None and board.session.is_human_turn", "True", seconds=60
    )
    page.button("Hint")
    page.until("board.message.startswith('Hint')", "True", seconds=60)
    page.button("Analyse")
    page.page.locator(f".polygames-board:not([data-old]) {ROWS}").first.wait_for(timeout=120_000)
    page.shot(f"lite-analysis-{game}")
    page.page.get_by_role("button", name=re.compile("^(Stop|Hide)$")).first.click()
    ply = int(page.value("board.state.ply"))
    page.run("board.play(board.state.legal_moves.sample(__import__('random').Random(1)))")
    page.button("Undo")
    page.until("board.state.ply", ply)
    assert page.errors == []


def test_clicks_and_undo_are_answered_while_an_agent_thinks(show_board):
    page = show_board(
        "import polygames as pg\n"
        "board = pg.play('splinter', autosave=None, seats=('human', 'minimax'),"
        " agent_options={'seconds': 20.0})\nboard"
    )
    page.run("board.play('h9-h10')")
    page.until("board.session.running_job is not None", "True")
    page.page.wait_for_timeout(500)
    page.button("Undo")
    page.until("board.session.running_job is None and board.state.ply", "0", seconds=5)
    assert page.errors == []


def test_nothing_is_asked_of_another_machine(visitor, site):
    assert len(visitor.asked) > 50
    assert {each.netloc for each in visitor.asked if each.scheme in ("http", "https")} == {
        site.removeprefix("http://")
    }
