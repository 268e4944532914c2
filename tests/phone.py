"""Pages of a class in Chromium, on phones, tablets and computers, with touch events."""

from __future__ import annotations

from contextlib import contextmanager

from boardpage import PAGE_TIMEOUT_SECONDS
from person import ends, middle

from polygames.table.seat_view import SeatView
from polygames.view.frame import move_button_class

PHONE_OPTIONS = {
    "viewport": {"width": 390, "height": 780},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}

TALL_PHONE_OPTIONS = PHONE_OPTIONS | {"viewport": {"width": 390, "height": 844}}
TABLET_OPTIONS = PHONE_OPTIONS | {
    "viewport": {"width": 820, "height": 1180},
    "device_scale_factor": 1,
}
LAPTOP_OPTIONS = {"viewport": {"width": 1366, "height": 768}}


class Phone:
    """A page of a pupil on a phone or another device."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(**(options or PHONE_OPTIONS))
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * PAGE_TIMEOUT_SECONDS)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console", lambda message: message.type == "error" and self.errors.append(message.text)
        )

    def join(self, class_, name, url=None):
        """Join a class, by its usual address or by another address of the same computer."""
        self.name = name
        self.page.goto(url or class_.url)
        self.page.fill("#code", class_.code.lower())
        self.page.fill("#name", name)
        self.press("Join")
        self.page.wait_for_selector(".polygames-pointer svg")
        return self

    def press(self, name):
        """Touch the button with a label."""
        self.page.get_by_role("button", name=name, exact=True).tap()

    def on_screen(self, frame, at):
        """Return the pixel on the page for a place of the scene."""
        box = self.page.locator(".polygames-pointer svg").first.bounding_box()
        left, top, right, bottom = frame["window"]
        x = box["x"] + (at[0] - left) / (right - left) * box["width"]
        y = box["y"] + (at[1] - top) / (bottom - top) * box["height"]
        return x, y

    def tap(self, frame, at):
        """Touch a place of the scene."""
        self.page.touchscreen.tap(*self.on_screen(frame, at))

    def says(self, words):
        self.page.wait_for_function(
            "words => document.querySelector('.polygames-status')?.textContent.includes(words)",
            arg=words,
        )

    def swipe(self, frame, start, end):
        """Move a finger from one place of the scene to another."""
        cdp = self.context.new_cdp_session(self.page)
        steps = [
            [a + step / 8 * (b - a) for a, b in zip(start, end, strict=True)] for step in range(9)
        ]
        for kind, *points in (
            ("touchStart", steps[0]),
            *(("touchMove", at) for at in steps[1:]),
            ("touchEnd",),
        ):
            touches = [dict(zip("xy", self.on_screen(frame, at), strict=True)) for at in points]
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        cdp.detach()

    def pinch(self, x, y):
        """Move two fingers apart around a place of the page; return how much the page is zoomed."""
        cdp = self.context.new_cdp_session(self.page)
        for step in range(15):
            touches = [{"x": x + side * (15 + 6 * step), "y": y, "id": side} for side in (-1, 1)]
            kind = "touchMove" if step else "touchStart"
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        cdp.detach()
        return self.page.evaluate("visualViewport.scale")

    def draw(self, frame, start, end):
        """Draw a line with a finger, and confirm it."""
        self.swipe(frame, start, end)
        self.page.get_by_role("button", name="Confirm").tap()

    def play(self, table, number=0):
        """Play a move of the table by touch: tap places, tap a button, or swipe a line."""
        size = self.page.viewport_size
        is_upright = size["height"] > size["width"]
        look = SeatView(table, table.state.turn, is_upright=is_upright)
        frame = table_frame(look)
        self.page.wait_for_selector(f".polygames-pointer svg[data-version='{look.version}']")
        self.says("Your turn")
        if not frame["moves"]:
            self.draw(frame, *ends(frame))
            return
        move = frame["moves"][number % len(frame["moves"])]
        for target in move["spelling"]:
            self.touch(frame, target)
        if table.record.game == "splitter":
            self.page.get_by_role("button", name="Confirm").tap()

    def touch(self, frame, target):
        """Touch a target of a move: a place on the board, or a button below it."""
        place = next((each for each in frame["items"] if each["target"] == target), None)
        if place is None:
            self.page.locator(f".{move_button_class((target,))}").tap()
        else:
            self.tap(frame, middle(place))

    @contextmanager
    def asleep(self):
        """Simulate a sleeping device during a block: no network, and a frozen page."""
        session = self.context.new_cdp_session(self.page)
        self.context.set_offline(True)
        session.send("Page.setWebLifecycleState", {"state": "frozen"})
        yield
        self.context.set_offline(False)
        session.send("Page.setWebLifecycleState", {"state": "active"})
        self.says("Your turn")
        self.errors.clear()  # there was no network


def table_frame(look):
    """Return the frame that a page gets for a view of a table."""
    return look.position.frame(version=look.version, active=look.is_active)
