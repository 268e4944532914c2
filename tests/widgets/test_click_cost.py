"""What a click and a pupil's move cost until the answer, in calls of the package's functions."""

import asyncio

import pytest

import polygames as pg
from benchmarks.speed.board_counts import (
    count_click,
    measure_class_moves,
    open_board,
    play_first_move,
)

MOST = {"polygon": 920, "splinter": 950, "split": 570, "splitter": 2400, "territory": 920}
"""Some more than there are; a board that paints or looks twice goes beyond."""

MOST_IN_CLASS = {
    "polygon": 1850,
    "splinter": 2180,
    "split": 2320,
    "splitter": 2370,
    "territory": 2030,
}
"""Some more than there are; a page that computes a text or picture again goes beyond."""


@pytest.mark.parametrize("game", pg.games())
def test_a_click_calls_no_more_functions_than_it_needs(game):
    async def scenario():
        board = await play_first_move(open_board(game)[0])
        counts = count_click(board)
        board.close()
        return counts

    asyncio.run(scenario())  # fills caches, so that the count does not depend on earlier tests
    counts = asyncio.run(scenario())
    assert sum(counts.values()) <= MOST[game], counts.most_common(10)


@pytest.mark.parametrize("game", pg.games())
def test_a_pupils_move_calls_no_more_functions_than_both_pages_need(game):
    assert measure_class_moves(game)["calls"] <= MOST_IN_CLASS[game]
