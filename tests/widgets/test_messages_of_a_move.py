"""What a page receives for a move: how many bytes, and one frame for each position."""

import asyncio

import pytest

import polygames as pg
from benchmarks.lib import wire

MOST_KB = {"polygon": 10, "splinter": 30, "split": 8, "splitter": 60, "territory": 16}
"""For a move of a person; in Splitter for a round, which is a placement, its confirmation and a
roll."""


@pytest.mark.parametrize("game", pg.games())
def test_a_move_is_light_on_the_wire_and_has_one_frame(game):
    messages = asyncio.run(wire.measure_board(game))
    found = wire.summarize(messages)
    assert found["kB"] <= MOST_KB[game], found
    frames = 2 if game == "splitter" else 1  # also for the placement that awaits confirmation
    sent = [kind for kind, _ in messages if "frame" in kind.split()]
    assert len(sent) == frames * wire.MOVE_COUNT
