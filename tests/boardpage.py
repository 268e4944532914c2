"""A notebook page in Chromium with a board on it, as tests see it."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path

from benchmarks.lib.front_end import EXECUTE, READY, SHOWN

PIXEL = """([x, y]) => {
  const canvas = document.querySelector('.polygames-stack canvas');
  const { data } = canvas.getContext('2d').getImageData(x * canvas.width, y * canvas.height, 1, 1);
  return [...data].slice(0, 3);
}"""
PAINTED = """() => {
  const canvas = document.querySelector('.polygames-stack canvas');
  const middle = [canvas?.width / 2, canvas?.height / 2, 1, 1];
  return canvas && canvas.getContext('2d').getImageData(...middle).data[3];
}"""
HOLD = """() => new Promise((begun) => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const code = "import time; print('held', flush=True); time.sleep(600)";
  const future = kernel.requestExecute({code, stop_on_error: false, store_history: false});
  window.held = {kernel, future, answered: false};
  future.done.then(() => { window.held.answered = true; });
  future.onIOPub = ({content}) => { if (content.text) begun(); };
})"""
LET_GO = """async () => {
  const {kernel, future, answered} = window.held;
  await kernel.interrupt();
  await future.done;
  delete window.held;
  return answered;
}"""
STILL = """() => !document.querySelector('.polygames-moving') &&
  [...document.querySelectorAll('.polygames-previous-picture')]
    .every((each) => !each.checkVisibility())"""
FRAMES = """() => new Promise(
  (done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"""
SIZED = """() => {
  const canvas = document.querySelector('.polygames-stack canvas');
  const wide = document.querySelector('.polygames-pointer svg').getBoundingClientRect().width;
  return !canvas.isLate && canvas.width === Math.round(wide * devicePixelRatio);
}"""
# Where the board is in every frame from now on, seen from the cell's output.
WATCH = """() => {
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
PATIENCE = 120
"""Seconds that a page and its kernel have for anything: they may be compiling, the machine busy."""
REST = 0.05
"""Seconds after which a kernel has sent all that follows a picture (`Display.show_rest`)."""


def wait_until(page, true):
    """Wait until a function returns what is true; Playwright's page goes on meanwhile."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come true"
        page.wait_for_timeout(20)


class Page:
    """A notebook page in Lab with one board on it; points are in the game's own units."""

    def __init__(self, page, shots):
        self.page = page
        self.shots = shots
        self.errors = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _console(self, message):
        if message.type == "error":
            self.errors.append(message.text)

    @property
    def layer(self):
        return self.page.locator(".polygames-pointer svg").first

    def ready(self, seconds=PATIENCE):
        """Wait until the notebook has its kernel."""
        self.page.wait_for_function(SHOWN, timeout=1000 * seconds)
        self.page.evaluate(READY)

    def wait(self):
        """Wait until the board is painted."""
        self.page.locator(".polygames-pointer svg[data-version]").first.wait_for()
        self.page.wait_for_function(PAINTED)

    def run(self, code):
        """Run code in the kernel and return what it prints."""
        result = self.page.evaluate(EXECUTE, code)
        assert result["error"] is None, result["error"]
        return result["out"]

    def value(self, expression):
        return self.run(f"print({expression})")

    @contextmanager
    def busy(self):
        """Keep the kernel from answering while a block runs."""
        self.page.evaluate(HOLD)
        yield
        assert not self.page.evaluate(LET_GO), "the kernel has answered"

    def until(self, expression, expected, seconds=PATIENCE):
        """Wait until an expression in the kernel prints what is expected, and the board shows it.

        The words at a board follow its picture a moment later, so that the picture comes sooner:
        the kernel answers once it has sent them, and the page shows what came before the answer
        once no piece is on its way.
        """
        end = time.monotonic() + seconds
        while (found := self.value(expression)) != str(expected):
            assert time.monotonic() < end, f"{expression} is {found}, expected {expected}"
            time.sleep(0.05)
        self.run(f"import asyncio; await asyncio.sleep({REST})")
        self.page.wait_for_function(STILL)
        self.frames()

    def frames(self):
        """Wait until the page has drawn what it knows."""
        self.page.evaluate(FRAMES)

    def settle(self):
        """Wait until the board has found its size, and the kernel paints as many pixels."""
        self.frames()
        self.page.wait_for_function(SIZED)
        self.frames()

    @contextmanager
    def steady(self):
        """Check that nothing in a block moves the board, or gives it another size."""
        self.settle()
        self.page.evaluate(WATCH)
        yield
        self.frames()
        places = self.page.evaluate("() => [...window.watched]")
        assert len(places) == 1, places

    def wait_until(self, true):
        """Wait until a function returns what is true; the page goes on meanwhile."""
        wait_until(self.page, true)

    def shows(self, true, arg=None):
        """Wait until a function of the page returns what is true."""
        self.page.wait_for_function(true, arg=arg)

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
                PIXEL, [(x - box["x"]) / box["width"], (y - box["y"]) / box["height"]]
            )
        )

    def shot(self, name):
        """Keep a screenshot of the page, if POLYGAMES_SHOTS names a folder."""
        if self.shots:
            self.page.screenshot(path=Path(self.shots) / f"{name}.png")
