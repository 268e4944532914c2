"""A touch screen, and what boards are painted with, for tests in the browser."""

import pytest

both_painters = pytest.mark.parametrize("painter", ["canvas", "svg"], indirect=True)
any_painter = pytest.mark.parametrize(
    "painter", ["canvas", pytest.param("svg", marks=pytest.mark.long)], indirect=True
)
"""For what hangs on the page, not on how its picture came there."""


class Screen:
    """Touches on a board, as the browser gets them from a screen."""

    def __init__(self, page):
        self.page = page
        self.session = page.page.context.new_cdp_session(page.page)

    def send(self, kind, *points):
        places = [dict(zip("xy", self.page.at(point), strict=True)) for point in points]
        touches = [place | {"id": number} for number, place in enumerate(places)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
