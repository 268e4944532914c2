"""A notebook page in Chromium with a board."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path

from benchmarks.lib.front_end import HAS_NOTEBOOK_JS, RUN_CODE_JS, WAIT_FOR_KERNEL_JS

READ_PIXEL_JS = """([x, y]) => {
  const canvas = document.querySelector('.polygames-stack canvas');
  const { data } = canvas.getContext('2d').getImageData(x * canvas.width, y * canvas.height, 1, 1);
  return [...data].slice(0, 3);
}"""
IS_PAINTED_JS = """() => {
  const canvas = document.querySelector('.polygames-stack canvas');
  const middle = [canvas?.width / 2, canvas?.height / 2, 1, 1];
  return canvas && canvas.getContext('2d').getImageData(...middle).data[3];
}"""
HOLD_KERNEL_JS = """() => new Promise((begun) => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const code = "import time; print('held', flush=True); time.sleep(600)";
  const future = kernel.requestExecute({code, stop_on_error: false, store_history: false});
  window.held = {kernel, future, answered: false};
  future.done.then(() => { window.held.answered = true; });
  future.onIOPub = ({content}) => { if (content.text) begun(); };
})"""
RELEASE_KERNEL_JS = """async () => {
  const {kernel, future, answered} = window.held;
  await kernel.interrupt();
  await future.done;
  delete window.held;
  return answered;
}"""
IS_STILL_JS = """() => !document.querySelector('.polygames-moving') &&
  [...document.querySelectorAll('.polygames-previous-picture')]
    .every((each) => !each.checkVisibility())"""
AWAIT_FRAMES_JS = """() => new Promise(
  (done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"""
IS_SIZED_JS = """() => {
  const canvas = document.querySelector('.polygames-stack canvas');
  const wide = document.querySelector('.polygames-pointer svg').getBoundingClientRect().width;
  return !canvas.isLate && canvas.width === Math.round(wide * devicePixelRatio);
}"""
# Records the board's place in its output in every later frame.
WATCH_PLACE_JS = """() => {
  const places = new Set();
  window.watched = places;
  const look = () => {
    if (window.watched !== places) return;
    const board = document.querySelector('.polygames-stack');
    if (board) {
      const box = board.getBoundingClientRect();
      const origin = board.closest('.polygames-board').getBoundingClientRect();
      const place = [box.left - origin.left, box.top - origin.top, box.width, box.height];
      places.add(place.map(Math.round).join(' '));
    }
    requestAnimationFrame(look);
  };
  look();
}"""
PAGE_TIMEOUT_SECONDS = 120
"""The time limit for any action of a page and its kernel, which may compile on a busy machine."""
REST_SECONDS = 0.05
"""The time after a picture in which the kernel sends all other parts (`Display.show_rest`)."""


IGNORED_ERROR = "Error: Shared module @jupyterlite/services doesn't exist"
"""JupyterLab logs this error if the extra `lite` is installed, also with its extension disabled."""


def wait_until(page, condition):
    """Wait until a function returns a true value, while Playwright handles the page's events."""
    end = time.monotonic() + PAGE_TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < end, "the condition was not met in time"
        page.wait_for_timeout(20)


class Page:
    """A notebook page in Lab with one board on it; points are in the game's own units."""

    def __init__(self, page, shots):
        self.page = page
        self.shots = shots
        self.errors = []
        page.set_default_timeout(1000 * PAGE_TIMEOUT_SECONDS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _console(self, message):
        if message.type == "error" and not message.text.startswith(IGNORED_ERROR):
            self.errors.append(message.text)

    @property
    def layer(self):
        return self.page.locator(".polygames-pointer svg").first

    def ready(self, seconds=PAGE_TIMEOUT_SECONDS):
        """Wait until the notebook has its kernel."""
        self.page.wait_for_function(HAS_NOTEBOOK_JS, timeout=1000 * seconds)
        self.page.evaluate(WAIT_FOR_KERNEL_JS)

    def wait(self):
        """Wait until the board is painted."""
        self.page.locator(".polygames-pointer svg[data-version]").first.wait_for()
        self.page.wait_for_function(IS_PAINTED_JS)

    def run(self, code):
        """Run code in the kernel and return its output."""
        result = self.page.evaluate(RUN_CODE_JS, code)
        assert result["error"] is None, result["error"]
        return result["out"]

    def value(self, expression):
        return self.run(f"print({expression})")

    @contextmanager
    def busy(self):
        """Keep the kernel from answering while a block runs."""
        self.page.evaluate(HOLD_KERNEL_JS)
        yield
        assert not self.page.evaluate(RELEASE_KERNEL_JS), "the kernel has answered"

    def until(self, expression, expected, seconds=PAGE_TIMEOUT_SECONDS):
        """Wait until an expression in the kernel has the expected value and the board shows it.

        The kernel sends the texts of a board a moment after its picture. The wait in the kernel
        ends after the texts were sent, and the page is complete when no piece moves.
        """
        end = time.monotonic() + seconds
        while (found := self.value(expression)) != str(expected):
            assert time.monotonic() < end, f"{expression} is {found}, expected {expected}"
            time.sleep(0.05)
        self.run(f"import asyncio; await asyncio.sleep({REST_SECONDS})")
        self.page.wait_for_function(IS_STILL_JS)
        self.frames()

    def frames(self):
        """Wait for two frames, so that the page has drawn its current state."""
        self.page.evaluate(AWAIT_FRAMES_JS)

    def settle(self):
        """Wait until the board has its final size, and the canvas has as many pixels."""
        self.frames()
        self.page.wait_for_function(IS_SIZED_JS)
        self.frames()

    @contextmanager
    def steady(self):
        """Check that the board keeps its place and its size during a ``with`` block."""
        self.settle()
        self.page.evaluate(WATCH_PLACE_JS)
        yield
        self.frames()
        places = self.page.evaluate("() => [...window.watched]")
        assert len(places) == 1, places

    def wait_until(self, condition):
        """Wait until a function returns a true value, while the page handles its events."""
        wait_until(self.page, condition)

    def shows(self, condition, arg=None):
        """Wait until a JavaScript function returns a true value on the page."""
        self.page.wait_for_function(condition, arg=arg)

    def at(self, point):
        left, top, right, _ = (float(part) for part in self.layer.get_attribute("viewBox").split())
        right += left
        box = self.layer.bounding_box()
        scale = box["width"] / (right - left)
        return box["x"] + (point[0] - left) * scale, box["y"] + (point[1] - top) * scale

    def move(self, point):
        self.page.mouse.move(*self.at(point), steps=3)

    def click(self, point):
        self.page.mouse.click(*self.at(point))

    def drag(self, start, end):
        self.page.mouse.move(*self.at(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(end), steps=6)
        self.page.mouse.up()

    def button(self, text):
        button, tab = (
            self.page.get_by_role(role, name=text, exact=True) for role in ("button", "tab")
        )
        button.or_(tab).click()

    @property
    def choices(self):
        """The buttons of the moves that have no place on the board."""
        return self.page.locator(".polygames-choices button")

    @property
    def tip(self):
        return self.page.locator(".polygames-tip").first.inner_text()

    @property
    def text(self):
        return self.page.locator(".jp-OutputArea-output").first.inner_text()

    def color(self, point):
        """Return red, green and blue of the canvas at a point."""
        x, y = self.at(point)
        box = self.page.locator(".polygames-stack canvas").first.bounding_box()
        return tuple(
            self.page.evaluate(
                READ_PIXEL_JS, [(x - box["x"]) / box["width"], (y - box["y"]) / box["height"]]
            )
        )

    def shot(self, name):
        """Save a screenshot of the page if POLYGAMES_SHOTS names a folder."""
        if self.shots:
            self.page.screenshot(path=Path(self.shots) / f"{name}.png")
