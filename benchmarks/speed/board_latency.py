"""Measure how soon the board answers, in JupyterLab with Chromium, near and far from the server.

    python -m benchmarks.speed.board_latency

A proxy of our own delays every byte between browser and server by half the round trip; at 0 ms
there is none. Times are taken in the page, from the time stamp of the pointer event. ``drawn``:
the canvas holds the new picture. ``shown``: the browser has made the frame that shows it. A hover
is also timed from when the page is told: browsers tell it of moves once a frame, so that at 60 Hz
up to 17 ms have passed by then whatever the page does.

Of several runs the one with the best median counts, as on a busy machine all figures grow.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from benchmarks.lib import machine
from benchmarks.lib.delay_proxy import at_distance
from benchmarks.lib.front_end import (
    EXECUTE,
    READY,
    SHOWN,
    chromium,
    serving,
    write_notebook,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUND_TRIPS: Final = (0, 100, 200)
Point: TypeAlias = Sequence[float]
TARGETS: Final = {"click": 20, "click at 30 areas": 30, "hover": 16, "first board": 3000}
"""In ms: the median of clicks on localhost, the 95 % of hovers anywhere, the first board."""

EARLY: Final = """
record = pg.Record(board.info.new())
for move in (
    "draw 0,3.13 - 1.86,0",
    "color blue",
    "draw 4.87,0 - 5.18,10",
    "draw 0.40,2.49 - 5.02,5.51",
    "draw 5.01,4.67 - 10,5.25",
):
    record.push(move)
board.load(record)
print("[[1.46, 0.67], [3.36, 4.41]]")
"""
"""The worked example of Split with 5 areas; prints its next line, which makes 7."""

LATE: Final = """
from random import Random

state, rng = board.info.new(), Random(0)
while len(state.areas) < 30 or state.phase != "line" or state.turn != 0:
    state = state.play(state.legal_moves.sample(rng))
board.load(pg.Record(state))
widest = max((state.areas[k] for k in state.open_areas), key=lambda area: area.value)
corners = [*widest.polygon, *widest.polygon]
middles = [[(a + b) / 2 for a, b in zip(*corners[k : k + 2])] for k in (0, 2)]
print(middles)
"""
"""A random game at 30 areas, and a line across the widest open one."""

OTHERS: Final = {"splinter": 8, "polygon": 2, "splitter": 16, "territory": 6}
"""The other games, each with how many random moves stand before the one that is timed."""

AGENTS: Final = {
    "split": ("mcts", {"seconds": 20.0}),
    "splinter": ("mcts", {"seconds": 20.0}),
    "polygon": ("minimax", {"seconds": 20.0}),
    "splitter": ("strong", {}),
    "territory": ("minimax", {"seconds": 20.0}),
}
"""Who begins to think when the person has clicked, where that is measured."""

PLAYED: Final = """
import json
from random import Random

state, rng = board.info.new(**board.record.options), Random(0)
while state.ply < {plies} or state.turn != 0:
    state = state.play(state.legal_moves.sample(rng))
board.confirm = False
board.load(pg.Record(state))
made = board.frame()
items = {{item["target"]: item for item in made["items"] if item["target"]}}


def middle(target):
    points = items[target].get("points") or [items[target]["center"]]
    return [sum(axis) / len(points) for axis in zip(*points)]


ways = [move["spelling"] for move in made["moves"] if items.keys() >= set(move["spelling"])]
print(json.dumps([middle(target) for target in ways[len(ways) // 2]]))
"""
"""A random position, and where to click for one of its moves."""

HOVERS: Final = ((0.6, 0.9), (2.5, 1.8), (2.4, 7.5), (7.5, 2.5), (7.5, 7.5))
"""A place in each area."""

CELL: Final = "import polygames as pg\nboard = pg.play('split')\nboard"
OTHER: Final = "import polygames as pg\nboard = pg.play({game!r}, seed=1, **{options!r})\nboard"

BARE: Final = """
import ipycanvas, ipywidgets

canvas = ipycanvas.Canvas(width=520, height=520)


def answer(x, y):
    with ipycanvas.hold_canvas(canvas):
        canvas.clear()
        canvas.fill_circle(x, y, 100)


canvas.on_mouse_down(answer)
box = ipywidgets.Box([canvas])
box.add_class("polygames-stack")
box
"""
"""The least that a board can be: a click is answered with a disc, and nothing else is done."""

# No pixel is read back: that makes the browser paint early, and spoils what is timed.
HOOKS: Final = """(() => {
  const log = window.latency = {painted: false, drawn: [], shown: [], from: 0, hover: null};
  const canvas = CanvasRenderingContext2D.prototype;
  for (const name of ['fill', 'stroke', 'fillText']) {
    const original = canvas[name];
    canvas[name] = function (...args) { log.painted = true; original.apply(this, args); };
  }
  const channel = new MessageChannel();
  let waiting = [];
  channel.port1.onmessage = () => { const all = waiting; waiting = []; all.forEach(f => f()); };
  const afterFrame = f => requestAnimationFrame(() => {  // rAF, style, layout, paint, then this
    waiting.push(f);
    channel.port2.postMessage(0);
  });
  const drawImage = canvas.drawImage;
  canvas.drawImage = function (...args) {
    drawImage.apply(this, args);
    if (!log.painted || !this.canvas.closest('.polygames-stack')) return;
    const { drawn, shown } = log;  // what is forgotten before its frame stays forgotten
    drawn.push(performance.now());
    afterFrame(() => shown.push(performance.now()));
  };
  const hoverMarks = () => {
    const layer = document.querySelector('.polygames-pointer');
    return layer && layer.querySelector('.polygames-tip').textContent;
  };
  let before;
  for (const kind of ['pointerdown', 'pointerup']) {  // a piece is clicked when it is pressed
    addEventListener(kind, event => { log.from ||= event.timeStamp; }, true);
  }
  addEventListener('pointermove', event => {
    before = hoverMarks();
    log.hover = null;
    const from = event.timeStamp, told = performance.now();
    afterFrame(() => {
      const changed = hoverMarks() !== before;
      const now = performance.now();
      log.hover = {fromTold: now - told, fromMove: now - from, changed};
    });
  }, true);
})()"""
FORGET: Final = "() => { latency.drawn = []; latency.shown = []; latency.from = 0; }"
DRAWN: Final = "() => latency.shown.length && latency.drawn.length === latency.shown.length"
ANSWERED: Final = """() => latency.from && latency.shown.length === latency.drawn.length
  && latency.drawn.some(time => time >= latency.from)"""
TIMES: Final = """() => {
  const first = latency.drawn.findIndex(time => time >= latency.from);
  return [latency.drawn[first] - latency.from, latency.shown[first] - latency.from];
}"""
FIRST_BOARD: Final = """async () => {
  const from = performance.now();
  jupyterapp.commands.execute('notebook:run-all-cells');
  while (!latency.shown.length || !document.querySelector('.polygames-pointer svg')) {
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - from;
}"""
ON_SCREEN: Final = """point => {
  const svg = document.querySelector('.polygames-pointer svg');
  const {x, y} = new DOMPoint(...point).matrixTransform(svg.getScreenCTM());
  return [x, y];
}"""


def figures(values: Sequence[float]) -> dict[str, Any]:
    """Return count, 10 %, median and 95 % of some times in ms."""
    p95 = sorted(values)[ceil(0.95 * len(values)) - 1]
    p10 = sorted(values)[len(values) // 10]
    return {
        "n": len(values),
        "p10": round(p10, 1),
        "p50": round(median(values), 1),
        "p95": round(p95, 1),
    }


def best(runs: Sequence[Sequence[float]]) -> dict[str, Any]:
    """Return the figures of the run with the best median, and the medians of all."""
    rows = [figures(run) for run in runs]
    return min(rows, key=lambda row: row["p50"]) | {"p50 of each run": [row["p50"] for row in rows]}


class Board:
    """A page of Lab with one board on it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.rng = Random(0)

    def first(self) -> float:
        """Run the cell and return how long the board took."""
        self.page.wait_for_function(SHOWN)
        self.page.evaluate(READY)
        self.run("pass")  # the kernel answers: it is warm
        return float(self.page.evaluate(FIRST_BOARD))

    def run(self, code: str) -> str:
        """Run code in the kernel."""
        result = self.page.evaluate(EXECUTE, code)
        if result["error"]:
            raise RuntimeError(result["error"])
        return str(result["out"])

    def at(self, point: Point) -> list[float]:
        """Return the pixels of a point of the game."""
        return list(self.page.evaluate(ON_SCREEN, point))

    def pause(self) -> None:
        """Wait for no round number of frames."""
        time.sleep(self.rng.uniform(0.03, 0.06))

    def click(self, *places: Point) -> None:
        """Press one thing after the other; what the last press does is timed."""
        mouse = self.page.mouse
        for place in places:
            mouse.move(*self.at(place), steps=4)
            self.pause()
            self.page.evaluate(FORGET)
            mouse.down()
            self.pause()
            mouse.up()

    def drag(self, start: Point, end: Point) -> None:
        """Draw a line; its end is timed."""
        mouse = self.page.mouse
        mouse.move(*self.at(start))
        mouse.down()
        mouse.move(*self.at(end), steps=4)
        self.page.evaluate(FORGET)
        self.pause()
        mouse.up()

    def times(
        self, act: Callable[..., None], setup: str, count: int
    ) -> tuple[list[float], list[float]]:
        """Set up a position and make its move again and again, at first two times for nothing.

        Return the times from the last click to the move drawn, and to the move shown.
        """
        places = json.loads(self.run(setup))
        self.page.wait_for_timeout(1000)
        times = []
        for _ in range(count + 2):
            act(*places)
            self.page.wait_for_function(ANSWERED)
            times.append(self.page.evaluate(TIMES))
            self.pause()
            self.page.evaluate(FORGET)
            self.run("board.undo()")
            self.page.wait_for_function(DRAWN)
            self.page.wait_for_timeout(250)  # the rest is shown, and nobody thinks any more
        return [drawn for drawn, _ in times[2:]], [shown for _, shown in times[2:]]

    def hovers(self, count: int) -> tuple[list[float], list[float]]:
        """Move from area to area; return the times to shown, from being told and from the move."""
        told, moved = [], []
        points = list(map(self.at, HOVERS))
        self.page.mouse.move(*points[-1])
        for number in range(count):
            self.pause()
            self.page.mouse.move(*points[number % len(points)])
            self.page.wait_for_function("() => latency.hover")
            hover = self.page.evaluate("() => latency.hover")
            if not hover["changed"]:
                message = f"hover {number} shows nothing new"
                raise AssertionError(message)
            told.append(hover["fromTold"])
            moved.append(hover["fromMove"])
        return told, moved


@contextmanager
def opened(browser: Any, url: str) -> Iterator[tuple[Board, float]]:
    """Load the page anew, run the cell in a new kernel; give the board and how long it took."""
    with loaded(browser, url) as board:
        yield board, board.first()


@contextmanager
def loaded(browser: Any, url: str) -> Iterator[Board]:
    """Load the page anew; its kernel ends with it."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    context.add_init_script(HOOKS)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{url}/lab/tree/board.ipynb?reset")
    yield Board(page)
    page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    context.close()


def measure(
    browser: Any, url: str, *, runs: int, clicks: int, hovers: int
) -> dict[str, dict[str, Any]]:
    """Return the figures of one link."""
    found: defaultdict[str, list[list[float]]] = defaultdict(list)
    firsts = []
    for _ in range(runs):
        with opened(browser, url) as (board, first):
            firsts.append(first)
            for name, setup in (("Split, 5 areas", EARLY), ("Split, 30 areas", LATE)):
                drawn, shown = board.times(board.drag, setup, clicks)
                found[f"{name}: click to drawn"].append(drawn)
                found[f"{name}: click to shown"].append(shown)
                if setup is EARLY:
                    told, moved = board.hovers(hovers)
                    found["hover to shown"].append(told)
                    found["hover to shown, with the wait for a frame"].append(moved)
    return {what: best(times) for what, times in found.items()} | {"first board": figures(firsts)}


def boards() -> Iterator[tuple[str, str, str, str]]:
    """Give each game, with nobody and with somebody thinking: name, cell, way to act, setup."""
    for game, (agent, options) in AGENTS.items():
        for thinks in (False, True):
            chosen: dict[str, Any] = {"players": 2} if game == "splitter" else {}
            if thinks:
                chosen |= {"seats": ("human", agent), "agent_options": options}
            cell = OTHER.format(game=game, options=chosen)
            name = f"{game.title()}, {agent if thinks else 'nobody'} thinking"
            if game == "split":
                yield f"{name}, 5 areas", cell, "drag", EARLY
                yield f"{name}, 30 areas", cell, "drag", LATE
            else:
                yield name, cell, "click", PLAYED.format(plies=OTHERS[game])


def measure_bare(browser: Any, url: str, root: Path, *, runs: int, clicks: int) -> Any:
    """Return the row of a bare canvas at no distance: what no board can be faster than."""
    write_notebook(root / "board.ipynb", BARE)
    found = []
    for _ in range(runs):
        with loaded(browser, url) as board:
            board.page.wait_for_function(SHOWN)
            board.page.evaluate(READY)
            board.page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
            box = board.page.wait_for_selector(".polygames-stack canvas").bounding_box()
            board.page.wait_for_timeout(1000)
            times = []
            for _ in range(clicks + 2):
                x, y = (box[at] + board.rng.uniform(150, 350) for at in ("x", "y"))
                board.page.mouse.move(x, y, steps=4)
                board.pause()
                board.page.evaluate(FORGET)
                board.page.mouse.down()
                board.page.wait_for_function(ANSWERED)
                times.append(board.page.evaluate(TIMES)[0])
                board.page.mouse.up()
                board.page.wait_for_timeout(250)
            found.append(times[2:])
    row = {"what": "a bare canvas: click to drawn", **best(found)}
    print(row, flush=True)
    return row


def measure_games(browser: Any, url: str, root: Path, *, runs: int, clicks: int) -> list[Any]:
    """Return the rows of all games at no distance."""
    rows = []
    for name, cell, way, setup in boards():
        write_notebook(root / "board.ipynb", cell)
        found: tuple[list[Any], list[Any]] = ([], [])
        for _ in range(runs):
            with opened(browser, url) as (board, _first):
                run = board.times(getattr(board, way), setup, clicks)
                for times, found_now in zip(found, run, strict=True):
                    times.append(found_now)
        for what, times in zip(("drawn", "shown"), found, strict=True):
            rows.append({"what": f"{name}: click to {what}", **best(times)})
            print(rows[-1], flush=True)
    return rows


def links(root: Path, round_trips: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Start Lab and give for each round trip the address that is so far away."""
    write_notebook(root / "board.ipynb", CELL)
    with serving("lab", root) as url:
        for round_trip in round_trips:
            with at_distance(url, round_trip) as far:
                yield round_trip, far


def main() -> None:
    """Read the arguments, measure, print the table and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="page loads for each round trip")
    parser.add_argument("--clicks", type=int, default=25, help="lines drawn in each run")
    parser.add_argument("--hovers", type=int, default=100, help="moves of the mouse in each run")
    parser.add_argument("--round-trips", type=int, nargs="*", default=ROUND_TRIPS, help="in ms")
    chosen = parser.parse_args()
    table = []
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as root, chromium() as browser:
        for round_trip, url in links(Path(root), chosen.round_trips):
            if not table:
                with opened(browser, url):
                    pass  # the first of all makes the font cache, as binder/postBuild does
            if not table:
                much = {"runs": chosen.runs, "clicks": chosen.clicks}
                rows = [
                    measure_bare(browser, url, Path(root), **much),
                    *measure_games(browser, url, Path(root), **much),
                ]
                table += [{"round trip": 0, **row} for row in rows]
                write_notebook(Path(root) / "board.ipynb", CELL)
            found = measure(
                browser, url, runs=chosen.runs, clicks=chosen.clicks, hovers=chosen.hovers
            )
            for what, row in found.items():
                table.append({"round trip": round_trip, "what": what, **row})
                print(table[-1], flush=True)
    command = (
        f"python -m benchmarks.speed.board_latency --runs {chosen.runs} --clicks {chosen.clicks}"
    )
    command += f" --hovers {chosen.hovers}"
    if chosen.round_trips != ROUND_TRIPS:
        command += f" --round-trips {' '.join(map(str, chosen.round_trips))}"
    facts = {"command": command, "load": round(load, 1), "runs": chosen.runs, "targets": TARGETS}
    machine.write("board_latency", facts | {"table": table})


if __name__ == "__main__":
    main()
