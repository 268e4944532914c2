"""The page without a server: how soon it opens and answers, how much it loads and holds.

``python -m benchmarks.speed.lite build/lite``; build the site with ``--testing`` before. Chromium
finds no machine but this one.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
import time
from functools import partial
from math import ceil
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from benchmarks.lib import machine
from benchmarks.lib.front_end import ALONE, EXECUTE, FLAGS, READY, SHOWN
from lite.serve import Handler, Server

HOST = "127.0.0.1"
BOARD = "import polygames as pg\nboard = pg.play('splinter', autosave={autosave}, seed=1)\nboard"
RUN = """source => {
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = 1;
  notebook.activeCell.model.sharedModel.setSource(source);
  jupyterapp.commands.execute('notebook:run-cell');
}"""
WATCH = """() => {
  window.drawn = []; window.from = null;
  const plain = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...args) {
    const done = plain.apply(this, args);
    if (window.from !== null && this.canvas.closest?.('.polygames-svg-surface')) {
      window.drawn.push(performance.now() - window.from);
      window.from = null;
    }
    return done;
  };
  document.addEventListener('pointerup', () => { window.from = performance.now(); }, true);
}"""
PAINTED = """() => {
  const canvas = document.querySelector('.polygames-svg-surface canvas');
  const middle = [canvas?.width / 2, canvas?.height / 2, 1, 1];
  return canvas?.width && canvas.getContext('2d').getImageData(...middle).data[3];
}"""
THINK = """
thinker = pg.play("splinter", seats=("human", "minimax"), agent_options={"seconds": 120.0},
                  autosave=None, seed=2)
import time
worker, rests = thinker.session._worker, []
inner = worker._rest
def timed():
    rest = inner()
    def wait():
        began = time.perf_counter()
        rest()
        rests.append(time.perf_counter() - began)
    return rest and wait
worker._rest = timed
thinker.play("h9-h10")
began = time.perf_counter()
"""
WAY = """
import json
from random import Random
items = {item["target"]: item.get("center") or [sum(a) / len(a) for a in zip(*item["points"])]
         for item in board.pointer.frame["items"]}
way = Random(board.state.ply).choice([way for way in board.position.ways if len(way) == 2])
print(json.dumps([items[target] for target in way]))
"""
PAINT = """
import time
times = []
for _ in range(20):
    board._stage.layers._surface._known.__init__()
    began = time.perf_counter()
    board._stage.paint()
    times.append(1000 * (time.perf_counter() - began))
print(sorted(times)[10])
"""
SCREEN = """point => {
  const svg = document.querySelector('.polygames-pointer svg');
  const {x, y} = new DOMPoint(...point).matrixTransform(svg.getScreenCTM());
  return [x, y];
}"""


class Counted(Handler):
    """Sends files, and counts what it sends: a page does not hear of what its worker loads."""

    sent = 0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        Counted.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)


class Visit:
    """A page that was opened, from the click on its address on."""

    def __init__(self, context: Any, url: str, autosave: str = "None") -> None:
        before = Counted.sent
        self.page = context.new_page()
        began = time.monotonic()
        self.page.goto(f"{url}/lab/index.html?path=start.ipynb")
        self.page.wait_for_function(SHOWN, timeout=120_000)
        self.page.evaluate(READY)
        self.kernel = time.monotonic() - began
        self.page.evaluate(RUN, BOARD.format(autosave=autosave))
        self.page.wait_for_function(PAINTED, timeout=120_000)
        self.board = time.monotonic() - began
        self.bytes = Counted.sent - before

    def figures(self) -> dict[str, float]:
        """Return how long it took and what was loaded."""
        return {
            "kernel (s)": round(self.kernel, 1),
            "board (s)": round(self.board, 1),
            "loaded (MB)": round(self.bytes / 1e6, 1),
        }

    def run(self, code: str) -> str:
        """Run code in the kernel."""
        result = self.page.evaluate(EXECUTE, code)
        if result["error"]:
            raise RuntimeError(result["error"])
        return str(result["out"])

    def clicks(self, count: int) -> dict[str, Any]:
        """Make moves by clicks, and return when they were drawn."""
        self.page.evaluate("() => { window.drawn = []; }")
        for _ in range(count):
            for point in json.loads(self.run(WAY)):
                self.page.evaluate("() => { window.from = null; }")
                self.page.mouse.click(*self.page.evaluate(SCREEN, point))
            self.page.wait_for_function("() => window.from === null", timeout=20_000)
            self.page.wait_for_timeout(500)
        times = sorted(self.page.evaluate("() => window.drawn"))
        return {
            "n": len(times),
            "p50": round(median(times), 1),
            "p95": round(times[ceil(0.95 * len(times)) - 1], 1),
        }


def memory(profile: str) -> int:
    """Return the memory of all processes of a browser in MB, what they share counted once."""
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if profile in (process / "cmdline").read_text():
                lines = (process / "smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return round(total / 1024)


def measured(url: str, profile: str, clicks: int) -> dict[str, Any]:
    """Visit the site two times, and click."""
    from playwright.sync_api import sync_playwright

    options = {"args": [*FLAGS, *ALONE], "viewport": {"width": 1200, "height": 1000}}
    with sync_playwright() as playwright:
        start = playwright.chromium.launch_persistent_context
        context = start(profile, executable_path=shutil.which("chromium"), **options)
        first = Visit(context, url)
        first.page.wait_for_timeout(3000)
        first.page.close()
        second = Visit(context, url)
        found: dict[str, Any] = {
            "first visit": first.figures(),
            "second visit": second.figures(),
            "memory (MB)": memory(profile),
        }
        second.page.evaluate(WATCH)
        found["idle"] = second.clicks(clicks)
        second.run(THINK)
        found["while an agent thinks"] = second.clicks(clicks)
        share = "print(1 - sum(rests) / (time.perf_counter() - began), len(rests))"
        thought, rests = second.run(share).split()
        second.run("thinker.close()")
        found["share of thinking"], found["rests"] = round(float(thought), 3), int(rests)
        found["painted anew (ms)"] = round(float(second.run(PAINT)), 1)
        second.page.evaluate(RUN, BOARD.format(autosave="'kept'"))
        second.page.wait_for_timeout(3000)
        found["with autosave"] = second.clicks(clicks)
        context.close()
    return found


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--clicks", type=int, default=20)
    parser.add_argument("--dry", action="store_true", help="print the figures, write none")
    given = parser.parse_args()
    load = round(os.getloadavg()[0], 1)
    size = sum(file.stat().st_size for file in given.site.rglob("*") if file.is_file())
    handler = partial(Counted, directory=str(given.site))
    with Server((HOST, 0), handler) as served, tempfile.TemporaryDirectory() as profile:
        Thread(target=served.serve_forever, daemon=True).start()
        found = measured(f"http://{HOST}:{served.server_port}", profile, given.clicks)
        served.shutdown()
    figures = {
        "command": f"python -m benchmarks.speed.lite {given.site.name} --clicks {given.clicks}",
        "load": load,
        "size of the site (MB)": round(size / 1e6, 1),
        **found,
    }
    if given.dry:
        print(json.dumps(figures, indent=1))
    else:
        machine.write("lite", figures)


if __name__ == "__main__":
    main()
