"""What a click costs the kernel before it answers, in calls of the package's functions."""

import asyncio

import pytest

import polygames as pg
from benchmarks.speed.board_counts import count_calls, open_board, play_first_move

MOST = {"polygon": 1400, "splinter": 1250, "split": 600, "splitter": 3000, "territory": 2000}
"""Some more than there are; a board that paints or looks twice goes beyond."""


@pytest.mark.parametrize("game", pg.games())
def test_a_click_calls_no_more_functions_than_it_needs(game):
    async def scenario():
        board = await play_first_move(open_board(game)[0])
        counts = count_calls(board)
        board.close()
        return counts

    counts = asyncio.run(scenario())
    assert sum(counts.values()) <= MOST[game], counts.most_common(10)
