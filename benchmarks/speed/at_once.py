"""How soon a page paints a move that is made on it, apart from when the kernel has answered.

    python -m benchmarks.speed.at_once --games split polygon

In JupyterLab with Chromium, with moves of random games, made with a mouse as a person does: pieces,
points, lines and buttons. A proxy of our own delays every byte between browser and server by half
the round trip. ``painted``: from the time stamp of the click that ends a move until the page has
drawn it; ``frame``: until the browser has made a frame with it; ``answer``: until the kernel's own
picture has taken its place. Where an agent is on it plays the other seat, and the live analysis
runs. ``by the page``: the share of the moves sent that the page had painted when it sent them.

The figures of each game are kept when they are there, so that games can be measured one by one.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from itertools import product
from math import ceil
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
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
    from collections.abc import Iterator, Sequence

NAME: Final = "at_once"
NOBODY: Final = "nobody"
ROUND_TRIPS: Final = (0, 150, 400)
TARGETS: Final = {"painted p95": 16, "by the page": 0.99, "first board": 1500, "second": 1000}
"""In ms; the share of moves; the boards with a warm kernel."""

PATIENCE: Final = 30_000
"""Milliseconds for which an answer is waited for."""

PAUSE: Final = 60
"""Milliseconds before a move."""

HEARD: Final = 3000
"""Milliseconds after which a click was no move, or none that the page has sent."""

OPTIONS: Final[dict[str, dict[str, Any]]] = {"splitter": {"players": 2}, "territory": {"size": 8}}
THOUGHT: Final = {"seconds": 1.0}
AGENTS: Final[dict[str, tuple[str, dict[str, float]]]] = {
    "split": ("mcts", THOUGHT),
    "splinter": ("mcts", THOUGHT),
    "polygon": ("minimax", THOUGHT),
    "splitter": ("strong", {}),
    "territory": ("minimax", THOUGHT),
}
"""Who plays the other seat, where somebody thinks."""

CELLS: Final = (
    "import polygames as pg\nboard = pg.play({given})\nboard",
    "other = pg.play({given})\nother",
)

NEXT: Final = """
import json as _json
from random import Random as _Random

from shapely import Polygon as _Area

_rng = _Random(5)


def _inside(item):  # the middle of a bent tile may lie in another one
    if "center" in item:
        return item["center"]
    at = _Area(item["points"]).representative_point()
    return [at.x, at.y]


def _line(frame):
    region = max(frame["regions"], key=lambda each: each["value"])
    corners = [edge["start"] for edge in region["edges"]]
    ends = []
    for k in (0, len(corners) // 2):
        a, b = corners[k], corners[(k + 1) % len(corners)]
        share = _rng.uniform(0.3, 0.7)
        ends.append([(1 - share) * u + share * v for u, v in zip(a, b)])
    return {"line": ends}


def _next():
    if board.state.outcome is not None:
        board.new()
    if not board.session.is_human_turn:
        return None
    frame = board.frame()
    ways = [way for way in board.position.ways if way]
    if not ways:
        return _line(frame) if frame["regions"] else None
    items = {each["target"]: each for each in frame["items"]}
    way = _rng.choice(ways)
    places = [_inside(items[target]) for target in way if target in items]
    if len(places) == len(way):
        return {"points": places}
    labels = {tuple(each["spelling"]): each["label"] for each in frame["moves"]}
    return {"button": labels[way]}


board.confirm = False
"""
"""Says what to do next on the board, for random games."""

HOOKS: Final = """(() => {
  const log = window.atOnce = {};
  log.forget = () => Object.assign(log, {at: 0, told: 0, sent: 0, drawn: 0, frame: 0, answer: 0});
  log.forget();
  const layer = () => document.querySelector('.polygames-layer-made');
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { log.frame ||= performance.now(); };
  for (const kind of ['pointerdown', 'pointerup', 'click', 'keydown']) {
    addEventListener(kind, (event) => {
      if (log.sent || log.drawn) return;
      Object.assign(log, {at: event.timeStamp, told: performance.now()});
    }, true);
  }
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    if (!log.sent && /"kind":\\s*"(move|line)"/.test(text)) log.sent = performance.now();
    return send.call(this, data);
  };
  log.watch = () => {
    const svg = document.querySelector('.polygames-pointer svg');
    new MutationObserver(() => {
      const busy = svg.ariaBusy === 'true', full = layer().children.length > 0;
      if (busy && full && !log.drawn) {
        log.drawn = performance.now();
        requestAnimationFrame(() => channel.port2.postMessage(0));  // after style, layout, paint
      }
      if (log.sent && !busy && !full) log.answer ||= performance.now();
    }).observe(svg, {subtree: true, childList: true, attributes: true});
  };
})()"""
FIRST: Final = """async (cell) => {
  const panel = jupyterapp.shell.currentWidget, shown = () => {
    const area = panel.content.widgets[cell].node;
    const canvas = area.querySelector('.polygames-stack canvas');
    const svg = area.querySelector('.polygames-pointer svg');
    if (!svg?.dataset.version || !canvas?.width) return false;
    const middle = [canvas.width / 2, canvas.height / 2, 1, 1];
    return canvas.getContext('2d').getImageData(...middle).data[3] > 0;
  };
  panel.content.activeCellIndex = cell;
  const from = performance.now();
  jupyterapp.commands.execute('notebook:run-cell');
  while (!shown()) await new Promise(requestAnimationFrame);
  return performance.now() - from;
}"""
ON_SCREEN: Final = """point => {
  const svg = document.querySelector('.polygames-pointer svg');
  const {x, y} = new DOMPoint(...point).matrixTransform(svg.getScreenCTM());
  return [x, y];
}"""
SENT: Final = """async most => {
  const end = performance.now() + most;
  while (!atOnce.sent && performance.now() < end) await new Promise(done => setTimeout(done, 20));
}"""
ENDED: Final = "() => atOnce.answer || !(atOnce.sent || atOnce.drawn)"
IS_AT: Final = """version => !document.querySelector('.polygames-moving')
  && document.querySelector('.polygames-pointer svg').dataset.version === version"""
IN_SIGHT: Final = """() => {
  atOnce.forget();
  document.querySelector('.polygames-stack').scrollIntoView({block: 'nearest'});
}"""


class Notebook:
    """A page of Lab with two cells, each of which shows a board."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.missed = page, 0
        page.set_default_timeout(120_000)
        page.goto(f"{url}/lab/tree/board.ipynb?reset")
        page.wait_for_function(SHOWN)
        page.evaluate(READY)
        self.run("pass")  # the kernel answers: it is warm

    def run(self, code: str) -> str:
        """Run code in the kernel."""
        result = self.page.evaluate(EXECUTE, code)
        if result["error"]:
            raise RuntimeError(result["error"])
        return str(result["out"])

    def open(self) -> tuple[float, float]:
        """Show both boards; return for how many ms each was waited for."""
        found = []
        for cell in range(2):
            found.append(float(self.page.evaluate(FIRST, cell)))
            self.page.wait_for_timeout(1000)
        self.run("other.close()")
        return found[0], found[1]

    def act(self, move: dict[str, Any]) -> None:
        """Make a move as a person does."""
        mouse = self.page.mouse
        if "button" in move:
            name = f".polygames-choices button:text-is({json.dumps(move['button'])})"
            self.page.locator(name).first.click()
            return
        is_line = "line" in move
        for number, at in enumerate(move["line" if is_line else "points"]):
            mouse.move(*self.page.evaluate(ON_SCREEN, at), steps=3)
            if number == 0 or not is_line:
                mouse.down()
            if number or not is_line:
                mouse.up()

    def move(self) -> dict[str, float] | None:
        """Make a move of a random game, and return its times; None if nothing was played."""
        what, version = json.loads(self.run("print(_json.dumps([_next(), str(board.version)]))"))
        if what is None:  # somebody else is to move
            self.page.wait_for_timeout(200)
            return None
        self.page.wait_for_function(IS_AT, arg=version)
        self.page.wait_for_timeout(PAUSE)
        self.page.evaluate(IN_SIGHT)
        self.act(what)
        self.page.evaluate(SENT, HEARD)  # it may have been no move
        self.page.wait_for_function(ENDED, timeout=PATIENCE)
        times: dict[str, float] = self.page.evaluate("() => ({...atOnce})")
        self.missed += not times["sent"]
        return times if times["sent"] else None

    def moves(self, count: int, *, thinks: bool) -> list[dict[str, float]]:
        """Return the times of so many moves; the first two are for nothing."""
        self.run(f"{NEXT}board.analysing = {thinks}")
        self.page.evaluate("() => atOnce.watch()")
        found: list[dict[str, float]] = []
        while len(found) < count + 2:
            found += filter(None, [self.move()])
            if self.missed > count:
                message = f"{self.missed} clicks were no moves"
                raise AssertionError(message)
        return found[2:]


def told(times: list[dict[str, float]]) -> dict[str, Any]:
    """Return what the times of some moves come to, in ms."""
    painted = [each for each in times if each["drawn"]]
    found = {
        "painted": [each["drawn"] - each["at"] for each in painted],
        "own work": [each["drawn"] - each["told"] for each in painted],
        "frame": [each["frame"] - each["at"] for each in painted],
        "answer": [each["answer"] - each["at"] for each in times],
    }
    ranges = {what: _range(each) for what, each in found.items()}
    return {"moves": len(times), "by the page": len(painted), **ranges}


def _range(times: list[float]) -> dict[str, float]:
    p95 = sorted(times)[ceil(0.95 * len(times)) - 1]
    return {"p50": round(median(times), 1), "p95": round(p95, 1)}


def measured(browser: Any, url: str, moves: int, *, thinks: bool) -> dict[str, Any]:
    """Return the figures of the notebook, in a kernel of its own."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(HOOKS)
    book = Notebook(context.new_page(), url)
    first, second = book.open()
    found = told(book.moves(moves, thinks=thinks))
    book.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    context.close()
    boards = {"first board": round(first), "second board": round(second)}
    return {**found, "no move": book.missed, **boards}


def cells(game: str, *, thinks: bool) -> list[str]:
    """Return the code of both cells."""
    options = dict(OPTIONS.get(game, {}))
    if thinks:
        agent, its_options = AGENTS[game]
        options |= {"seats": ("human", agent), "agent_options": its_options}
    given = f"{game!r}, seed=1, autosave=None, **{options!r}"
    return [code.format(given=given) for code in CELLS]


def measured_game(game: str, moves: int, round_trips: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield a row for each link, with an agent and without."""
    with tempfile.TemporaryDirectory() as root, chromium() as browser:
        file = Path(root) / "board.ipynb"
        with serving("lab", Path(root)) as server:
            for round_trip, thinks in product(round_trips, (False, True)):
                write_notebook(file, *cells(game, thinks=thinks))
                with at_distance(server, round_trip) as url:
                    load = round(os.getloadavg()[0], 1)
                    found = measured(browser, url, moves, thinks=thinks)
                who = "agent and analysis" if thinks else NOBODY
                row = {"game": game, "round trip": round_trip, "thinking": who}
                yield row | {"load": load} | found


def keep(row: dict[str, Any], command: str) -> None:
    """Write a row in the place of the one of the same game, link and thought."""
    table = {_place(each): each for each in [*machine.read(NAME).get("table", []), row]}
    rows = [table[place] for place in sorted(table)]
    machine.write(NAME, {"command": command, "targets": TARGETS, "table": rows})


def _place(row: dict[str, Any]) -> tuple[str, int, bool]:
    return row["game"], row["round trip"], row["thinking"] != NOBODY


def main() -> None:
    """Measure as the command line says, and keep the figures beside those of other games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", default=pg.games(), choices=pg.games())
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--round-trips", type=int, nargs="*", default=ROUND_TRIPS, help="in ms")
    chosen = parser.parse_args()
    command = f"python -m benchmarks.speed.at_once --moves {chosen.moves}"
    for game in chosen.games:
        for row in measured_game(game, chosen.moves, chosen.round_trips):
            print(json.dumps(row), flush=True)
            keep(row, command)


if __name__ == "__main__":
    main()
