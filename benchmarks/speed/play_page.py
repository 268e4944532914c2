"""Measure the play page beside the page without a server: seconds until a board, and bytes.

    python -m benchmarks.speed.play_page [--game G] [--visits N]

Both pages are built from this repository, served by this machine and opened in Chromium, in a
window of 390 x 844 pixels. The first visit begins with an empty cache. The later visits open a new
tab of the same browser; the median of them is printed. A board is ready when it can be played. On
the page without a server, all cells of the first notebook are run as soon as it is open. The moves
of the computer at level 2 are timed in a whole game against itself, in the same Python on a
processor that the browser makes four times slower.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from benchmarks.lib import front_end
from lite.play import build_play_page
from lite.serve import server
from lite.site import build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Visit = Callable[[Any, str, str], None]

CACHE: Final = front_end.REPOSITORY_ROOT / ".cache" / "lite"
PHONE: Final = {"viewport": {"width": 390, "height": 844}}
TIMEOUT_MS: Final = 300_000
BOARD: Final = ".polygames-pointer svg"
HAS_SNAPSHOT_JS: Final = """async () => (await caches.has('polygames-play-memory'))
  && (await (await caches.open('polygames-play-memory')).keys()).length > 0"""
TIME_COMPUTER_JS: Final = """async code => {
  const base = new URL(document.querySelector('script[src]').getAttribute('src'), location.href);
  const { loadPyodide } = await import(new URL('./pyodide/pyodide.mjs', base));
  const python = await loadPyodide({ indexURL: new URL('./pyodide/', base).href });
  python.unpackArchive(await (await fetch(new URL('./polygames.zip', base))).arrayBuffer(), 'zip');
  return python.runPython(code);
}"""
TIME_COMPUTER: Final = """
import json, random, time
import polygames as pg
from polygames.core.registry import game
from polygames.view.board_start import board_start

def answer_seconds(name):
    rng, state, found = random.Random(1), board_start(name, {}, 1), []
    while state.outcome is None:
        if state.turn >= 0:
            began = time.perf_counter()
            move = game(name).agent("level 2").choose(state.view(state.turn), rng)
            found.append(time.perf_counter() - began)
        else:
            move = state.legal_moves.sample(rng)
        state = state.play(move)
    return found

json.dumps({name: answer_seconds(name) for name in pg.games()})
"""
SLOWDOWN: Final = 4


def visit_play_page(page: Any, address: str, game: str) -> None:
    """Open a game on the play page, until its board is ready."""
    page.goto(f"{address}#{game}")
    page.locator(BOARD).wait_for()


def visit_lite(page: Any, address: str, _: str) -> None:
    """Open the first notebook of the page without a server, until its first board is ready."""
    page.goto(address)
    page.wait_for_function(front_end.HAS_NOTEBOOK_JS)
    page.evaluate(front_end.WAIT_FOR_KERNEL_JS)
    page.evaluate(front_end.RUN_ALL_JS)
    page.locator(BOARD).first.wait_for(state="attached")


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine, and yield its address."""
    with server(folder) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://{front_end.SERVER_HOST}:{served.server_port}/"
        served.shutdown()


def measure_visits(browser: Any, folder: Path, visit: Visit, game: str, count: int) -> list[float]:
    """Return the seconds of each visit; the first one has an empty cache."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(TIMEOUT_MS)
    found = []
    with serving(folder) as address:
        for _ in range(1 + count):
            page = context.new_page()
            began = perf_counter()
            visit(page, address, game)
            found.append(perf_counter() - began)
            if visit is visit_play_page:
                page.wait_for_function(HAS_SNAPSHOT_JS)
            page.close()
    context.close()
    return found


def measure_computer(browser: Any, folder: Path) -> dict[str, list[float]]:
    """Return the seconds of each move of the computer in a game, on a slower processor.

    Python runs in the page itself, because a browser cannot slow down a worker.
    """
    context = browser.new_context(**PHONE)
    context.set_default_timeout(TIMEOUT_MS)
    with serving(folder) as address:
        page = context.new_page()
        page.goto(address)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        found: dict[str, list[float]] = json.loads(page.evaluate(TIME_COMPUTER_JS, TIME_COMPUTER))
    context.close()
    return found


def compressed_bytes(folder: Path) -> int:
    """Return the size of all files of a folder with gzip, in bytes."""
    return sum(
        len(gzip.compress(each.read_bytes())) for each in folder.rglob("*") if each.is_file()
    )


def main(arguments: list[str] | None = None) -> None:
    """Run the command of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=pg.games(), default="split")
    parser.add_argument("--visits", type=int, default=3, help="visits after the first one")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made, front_end.chromium() as browser:
        play, lite = Path(made) / "play", Path(made) / "lite"
        build_play_page(play, CACHE)
        build(lite, CACHE)
        for name, folder, visit in (
            ("play page", play, visit_play_page),
            ("page without a server", lite, visit_lite),
        ):
            first, *later = measure_visits(browser, folder, visit, given.game, given.visits)
            print(
                f"{name}: first visit {first:.1f} s, later {median(later):.2f} s, "
                f"all files {compressed_bytes(folder) / 1e6:.1f} MB with gzip"
            )
        print(f"moves of the computer at level 2, {SLOWDOWN} times slower:")
        for name, seconds in measure_computer(browser, play).items():
            print(f"  {name}: median {median(seconds):.2f} s, longest {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
