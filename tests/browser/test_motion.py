"""Moves that are seen to be made: all through a game, for a moment each, and nothing waits."""

START = "import polygames as pg\nboard = pg.play('splinter', autosave=None, max_plies=24)\nboard"
# How often shapes came from elsewhere.
WATCH = """() => {
  window.watched = 0;
  const layer = document.querySelector('.polygames-pointer svg g');
  new MutationObserver(() => { if (layer.querySelector('.polygames-moving')) window.watched += 1; })
    .observe(layer, {childList: true});
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


def test_a_game_is_seen_to_be_played_and_a_click_in_the_middle_of_a_move_counts(show_board):
    page = show_board(START)
    page.page.evaluate(WATCH)
    page.run("board.play('h9-h10')")
    page.shows("() => window.watched")
    page.click((7.5, 7.5))
    page.click((7.5, 6.5))
    page.until("len(board.record.moves)", 2)
    page.run(PLAY_ON)
    page.until("board.state.outcome is None", False)  # and then all is at its place
    assert page.page.evaluate("window.watched") > 5
