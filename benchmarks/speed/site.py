"""The site and the pages of games: how large they are, and how soon a visitor sees a board.

    python -m benchmarks.speed.site [--site build/site] [--visits 5] [--write]

The site is built first (`scripts/website.py`) and opened in Chromium from a server on this machine,
with no other machine to be found. *Painted* is the time from asking for a page until its script has
drawn the board and the browser has painted a frame.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from benchmarks.lib import machine
from benchmarks.lib.front_end import ALONE, HOST, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
PAINTED: Final = """async () => {
  const pages = () => {
    const frames = [...document.querySelectorAll("iframe.replay:not([loading=lazy])")];
    return frames.length ? frames.map((frame) => frame.contentDocument) : [document];
  };
  const drawn = (page) => page?.querySelector(".board > svg")?.childElementCount;
  while (document.readyState === "loading" || !pages().every(drawn)) {
    await new Promise(requestAnimationFrame);
  }
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now();
}"""


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


def visits(site: Path, pages: list[str], times: int) -> Iterator[tuple[str, float, float]]:
    """Open each page a few times; yield its name, and the median and worst milliseconds."""
    server = ThreadingHTTPServer((HOST, 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with chromium(*ALONE) as browser:
        for name in pages:
            found = []
            for _ in range(times):
                page = browser.new_context().new_page()
                page.goto(f"http://{HOST}:{server.server_port}/{name}", wait_until="commit")
                found.append(page.evaluate(PAINTED))
                page.context.close()
            yield name, median(found), max(found)
    server.shutdown()
    server.server_close()


def main() -> None:
    """Measure, print, and with --write keep the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--visits", type=int, default=5, help="of each page")
    parser.add_argument("--write", action="store_true", help="keep the figures")
    given = parser.parse_args()
    figures: dict[str, Any] = machine.read("site")
    figures.pop("machine", None)
    if given.site.exists():
        pages = ["index.html", *(f"replays/{name}.html" for name in pg.games())]
        figures["load"] = os.getloadavg()[0]
        figures["visits"] = given.visits
        figures["pages"] = {
            name: {"bytes": (given.site / name).stat().st_size, "median": mid, "worst": most}
            for name, mid, most in visits(given.site, pages, given.visits)
        }
        figures["files"] = sum(1 for path in given.site.rglob("*.html"))
        figures["bytes"] = sum(p.stat().st_size for p in given.site.rglob("*") if p.is_file())
    print(json.dumps(figures, indent=1))
    if given.write:
        machine.write("site", figures)


if __name__ == "__main__":
    main()
