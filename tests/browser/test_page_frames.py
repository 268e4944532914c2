"""How often the page computes styles and layouts while somebody hovers and drags, in JupyterLab."""

import pytest

from benchmarks.speed.page_frames import SlowPage, drag, hover

GESTURES = {"hover": hover, "drag": drag}
MOST = {"styles": 2.6, "layouts": 1.6}
"""Per pointer event: one for the frame, and one more where a text has another size. A page that
reads the layout after a change has five."""


@pytest.mark.parametrize("game", ["split", "splinter"])
def test_a_pointer_event_forces_no_layouts(show_board, game):
    page = show_board(f"import polygames as pg\nboard = pg.play({game!r}, autosave=None)\nboard")
    measured = SlowPage(page.page, slowdown=1)
    for name, gesture in GESTURES.items():
        found = measured.measure(gesture)
        assert all(found[part] <= most for part, most in MOST.items()), (name, found)
