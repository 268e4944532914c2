"""Measure the page of a board on a slow computer: long frames, style and layout, for each gesture.

    python -m benchmarks.speed.page_frames [--game G] [--slowdown 4] [--keep NAME]

The board is in JupyterLab in Chromium, whose CPU is slowed down. A gesture hovers over the board,
drags from border to border (a line, a piece, or the zoomed picture), and pans with the middle
button. Each gesture sends 60 pointer events, one in 16 ms. For each gesture: the CPU time per event
in milliseconds, how often styles and layouts were computed per event, and the long frames, of 50 ms
or more. Other programs on the machine make frames longer, but hardly change the other figures.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from benchmarks.lib import front_end, machine

if TYPE_CHECKING:
    from collections.abc import Callable

    Point = tuple[float, float]

RESULTS_NAME = "page_frames"
EVENT_COUNT: Final = 60
EVENT_GAP_MS: Final = 16
METRIC_NAMES: Final = {
    "all ms": "TaskDuration",
    "style ms": "RecalcStyleDuration",
    "layout ms": "LayoutDuration",
    "script ms": "ScriptDuration",
    "styles": "RecalcStyleCount",
    "layouts": "LayoutCount",
}
"""The names of Chromium for the figures; its durations are in seconds."""

WATCH_JS = """() => {
  window.longFrames = [];
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) window.longFrames.push(Math.round(entry.duration));
  }).observe({type: 'long-animation-frame'});
}"""
BOX_JS = """() => {
  const {left, top, width, height} =
    document.querySelector('.polygames-pointer svg').getBoundingClientRect();
  return [left, top, width, height];
}"""


class SlowPage:
    """A page of JupyterLab with a board, with a slow CPU."""

    def __init__(self, page: Any, slowdown: float) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.evaluate(WATCH_JS)

    def metrics(self) -> dict[str, float]:
        """Return counts, and durations in milliseconds, since the page was opened."""
        found = {
            each["name"]: each["value"]
            for each in self.session.send("Performance.getMetrics")["metrics"]
        }
        return {
            name: found[metric] * (1000 if name.endswith(" ms") else 1)
            for name, metric in METRIC_NAMES.items()
        }

    def measure(self, gesture: Callable[[Any, list[float]], None]) -> dict[str, Any]:
        """Return the cost of a gesture per event, and its long frames."""
        self.page.wait_for_timeout(600)
        self.page.evaluate("() => { window.longFrames.length = 0; }")
        before = self.metrics()
        gesture(self.page, self.page.evaluate(BOX_JS))
        self.page.wait_for_timeout(300)
        after = self.metrics()
        frames = sorted(self.page.evaluate("() => window.longFrames"), reverse=True)
        return {
            **{name: round((after[name] - before[name]) / EVENT_COUNT, 2) for name in before},
            "long frames ms": frames,
        }


def move_along(page: Any, box: list[float], start: Point, end: Point) -> None:
    """Move the mouse between two places, given as shares of the board."""
    left, top, width, height = box
    for step in range(EVENT_COUNT + 1):
        x, y = (a + step / EVENT_COUNT * (b - a) for a, b in zip(start, end, strict=True))
        page.mouse.move(left + x * width, top + y * height)
        page.wait_for_timeout(EVENT_GAP_MS)


def hover(page: Any, box: list[float]) -> None:
    """Move over the board."""
    move_along(page, box, (0.05, 0.1), (0.95, 0.85))


def drag(page: Any, box: list[float]) -> None:
    """Drag from the left border, and cancel."""
    start, end = (0.035, 0.4), (0.9, 0.62)
    page.mouse.move(box[0] + start[0] * box[2], box[1] + start[1] * box[3])
    page.mouse.down()
    move_along(page, box, start, end)
    page.keyboard.press("Escape")
    page.mouse.up()


def drag_piece(page: Any, box: list[float]) -> None:
    """Drag a piece from the middle of the board, and cancel."""
    start, end = (0.53, 0.44), (0.7, 0.2)
    page.mouse.move(box[0] + start[0] * box[2], box[1] + start[1] * box[3])
    page.mouse.down()
    move_along(page, box, start, end)
    page.keyboard.press("Escape")
    page.mouse.up()


def pan(page: Any, box: list[float]) -> None:
    """Zoom in, and drag the picture with the middle button."""
    left, top, width, height = box
    page.mouse.move(left + width / 2, top + height / 2)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    page.mouse.down(button="middle")
    move_along(page, box, (0.5, 0.5), (0.7, 0.6))
    page.mouse.up(button="middle")
    page.keyboard.press("0")


GESTURES: Final = {"hover": hover, "drag": drag, "drag a piece": drag_piece, "pan": pan}


def measure(page: Any, url: str, root: Path, game: str, slowdown: float) -> dict[str, Any]:
    """Return the cost of each gesture at the board of a game."""
    code = f"import polygames as pg\nboard = pg.play({game!r}, autosave=None, seed=1)\nboard"
    front_end.open_notebook(page, url, root, game, code)
    page.wait_for_timeout(3000)
    slow = SlowPage(page, slowdown)
    return {name: slow.measure(gesture) for name, gesture in GESTURES.items()}


def main() -> None:
    """Measure the games of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", choices=pg.games(), action="append")
    parser.add_argument("--slowdown", type=float, default=4.0)
    parser.add_argument("--keep", metavar="NAME", help="save the figures under this name")
    given, rows = parser.parse_args(), {}
    with (
        tempfile.TemporaryDirectory() as folder,
        front_end.run_server("lab", Path(folder)) as url,
        front_end.chromium() as browser,
    ):
        for game in given.game or pg.games():
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            rows[game] = measure(page, url, Path(folder), game, given.slowdown)
            print(json.dumps({game: rows[game]}), flush=True)
            page.close()
    if given.keep:
        tables = machine.read(RESULTS_NAME).get("tables", {})
        command = "python -m benchmarks.speed.page_frames --keep NAME"
        figures = {"command": command, "slowdown": given.slowdown}
        machine.write(RESULTS_NAME, figures | {"tables": tables | {given.keep: rows}})


if __name__ == "__main__":
    main()
