"""Where the mistakes of many games are, as a figure."""

import pytest
from helpers import recorded

import polygames as pg


@pytest.mark.parametrize("moves", [("A-C", "C-E"), ("A-D",)])
def test_mistakes_are_drawn_by_phase_and_kind(moves):
    record = recorded("polygon", *moves, n=6)
    found = pg.collection(record).review(keep=None, progress=False)
    phases, kinds = found.plot()
    heights = [bar.get_height() for bar in phases.patches]
    assert heights == [row["rate"] for row in found.tally("phase")]
    widths = [bar.get_width() for bar in kinds.patches]
    assert widths == [row["mistakes"] for row in found.tally("kind")][::-1]
    assert phases.get_ylabel() == "mistakes in 100 moves"
