"""Moves that are seen to be made: all through a game, for a moment each, and nothing waits."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

START = "import polygames as pg\nboard = pg.play('splinter', autosave=None, max_plies=24)\nboard"
# How often shapes came from elsewhere, and how long the longest of them stayed.
WATCH = """() => {
  const watched = { moved: 0, longest: 0 };
  window.watched = watched;
  const layer = document.querySelector('.polygames-pointer svg g');
  let since = 0;
  new MutationObserver(() => {
    const now = performance.now(), has = layer.querySelector('.polygames-moving');
    if (since) watched.longest = Math.max(watched.longest, now - since);
    if (has) watched.moved += 1;
    since = has ? now : 0;
  }).observe(layer, {childList: true});
}"""
PLAY_ON = """
from random import Random
import asyncio
rng = Random(1)
async def go_on():
    while board.state.outcome is None:
        board.play(board.state.legal_moves.sample(rng))
        await asyncio.sleep(0.06)
await go_on()
"""


def moved(page):
    return page.page.evaluate(
        "() => [window.watched.moved, document.querySelectorAll('.polygames-moving').length]"
    )


def test_a_game_is_seen_to_be_played_and_a_click_in_the_middle_of_a_move_counts(show_board):
    page = show_board(START)
    page.page.evaluate(WATCH)
    page.run("board.play('h9-h10')")
    page.page.wait_for_function("() => window.watched.moved")
    page.click((7.5, 7.5))
    page.click((7.5, 6.5))
    page.until("len(board.record.moves)", 2)
    page.run(PLAY_ON)
    page.page.wait_for_timeout(600)
    seen, left = moved(page)
    assert seen > 5
    assert left == 0, "all is at its place"
    assert page.page.locator(".polygames-before").evaluate("each => each.style.display") == "none"
    assert page.page.evaluate("() => window.watched.longest") < 3000
    assert page.errors == []


def test_nothing_moves_for_who_asked_for_less_motion(show_board):
    page = show_board(START, reduced_motion="reduce")
    page.page.evaluate(WATCH)
    page.run("board.play('h9-h10')")
    page.page.wait_for_timeout(400)
    assert moved(page) == [0, 0]
