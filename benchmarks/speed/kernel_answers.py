"""How soon the kernel answers a click while an agent thinks and the analysis runs beside it.

``python -m benchmarks.speed.kernel_answers [--games G ...] [--clicks N] [--cold]``. No browser: in
an event loop as a kernel has one, a click is due every 100 ms, on a board of its own, and plays a
move or takes it back. Its wait is the time from when it is due until it is answered. Meanwhile, in
the same process, an agent thinks on without an end, and another board is analysed. ``nobody``: the
same clicks while nobody thinks. Of a wait, the part for which the loop's thread was ready to run,
and had no core, is told apart: on a busy machine that is others' work. With ``--cold`` each process
begins with an empty folder of compiled code, so that clicks are measured while it compiles.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter, sleep, thread_time
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from benchmarks.lib import machine
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.widgets.board import BoardWidget

EVERY: Final = 0.1
"""Seconds between two clicks."""

AHEAD: Final = 6
"""How many random plies stand on the board where the agent thinks."""

PAUSE: Final = 0.05
"""Seconds between two thoughts: an agent that answers at once does not flood the loop."""

SETTLE: Final = 1.0
"""Seconds from when they begin to think to the first click, where all is compiled."""

OPTIONS: Final[dict[str, dict[str, Any]]] = {"polygon": {"n": 10}, "territory": {"size": 12}}


def position(game: str) -> pg.State[Any]:
    """Return a position in which a player is to move."""
    rng, state = Random(1), pg.new(game, **OPTIONS.get(game, {}))
    while state.ply < AHEAD or state.turn == pg.CHANCE:
        state = state.play(state.legal_moves.sample(rng))
    return state


def thoughts(game: str, name: str, state: pg.State[Any]) -> Iterator[Any]:
    """Let an agent think about a position again and again."""
    info, rng = pg.game(game), Random(0)
    while True:
        options: dict[str, Any] = {}
        with suppress(pg.OptionError):
            info.agent(name, seconds=20.0)
            options = {"seconds": 20.0}
        yield info.agent(name, **options).choose(state.view(state.turn), rng)
        sleep(PAUSE)


def waited() -> float:
    """Return for how many seconds this thread was ready and had no core, where that is known."""
    file = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
    return int(file.read_text().split()[1]) / 1e9 if file.exists() else 0.0


class Clicker:
    """Clicks on a board of its own."""

    def __init__(self, game: str) -> None:
        self.board: BoardWidget = pg.play(game, seed=1, **OPTIONS.get(game, {}))
        if hasattr(self.board, "confirm"):  # a board of Splitter: one click plays
            self.board.confirm = False
        state = self.board.state
        self.message: dict[str, Any] = {"kind": "line", "start": (0, 5), "end": (10, 6)}
        if not self.board.info.board.boundary:
            move = state.legal_moves.sample(Random(2))
            ways = self.board.position.ways
            spelling = next(way for way, each in ways.items() if each == move)
            self.message = {"kind": "move", "spelling": list(spelling)}

    def click(self) -> None:
        """Play a move, or take it back."""
        number = self.board.record.node.number
        back = {"kind": "key", "key": "u"}
        message = dict(back if number > self.first else self.message)
        message |= {"version": self.board.version}
        self.board.hear(message)
        if self.board.record.node.number == number:
            msg = f"nothing was played: {message}, {self.board.message}"
            raise RuntimeError(msg)

    async def clicks(self, number: int) -> list[tuple[float, float, float]]:
        """Return the wait of each click, for how long it had no core, and its own work."""
        self.first, found = self.board.record.node.number, []
        due = perf_counter()
        for _ in range(number):
            due += EVERY
            idle = waited()
            await asyncio.sleep(max(0.0, due - perf_counter()))
            busy = thread_time()
            self.click()
            done = perf_counter()
            found.append((done - due, waited() - idle, thread_time() - busy))
            due = max(due, done)
        return found


async def measured(game: str, agent: str, clicks: int, *, cold: bool) -> dict[str, Any]:
    """Return the waits in ms: with nobody thinking, and with an agent and the analysis."""
    clicker, state = Clicker(game), position(game)
    await clicker.clicks(10)
    quiet = await clicker.clicks(clicks)
    other, worker = pg.play(pg.Record(state)), Worker()
    if not cold:
        ready = asyncio.Event()
        worker.follow(thoughts(game, agent, state), lambda _: ready.set(), print)
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 60)
        for _ in range(2):
            pg.analyse(state, seconds=0.1)
    worker.follow(thoughts(game, agent, state), lambda _: None, print)
    other.analysing = True
    pages = asyncio.create_task(_looked_at(other))
    await asyncio.sleep(0 if cold else SETTLE)
    busy = await clicker.clicks(clicks)
    pages.cancel()
    other.analysing = False
    worker.stop()
    return {"nobody": told(quiet), "both": told(busy)}


async def _looked_at(board: BoardWidget) -> None:
    while True:
        board._analysis.live.see("page")  # noqa: SLF001 - it is what a page says
        await asyncio.sleep(1)


def told(waits: list[tuple[float, float, float]]) -> dict[str, float]:
    """Return what the waits come to, in ms."""
    whole = sorted(1000 * wait for wait, _, _ in waits)
    lock = sorted(1000 * (wait - idle - work) for wait, idle, work in waits)
    at = len(whole) * 95 // 100
    return {
        "p50": round(whole[len(whole) // 2], 1),
        "p95": round(whole[at], 1),
        "most": round(whole[-1], 1),
        "own work": round(1000 * sum(work for *_, work in waits) / len(waits), 1),
        "no core p95": round(1000 * sorted(idle for _, idle, _ in waits)[at], 1),
        "lock p95": round(lock[at], 1),
    }


def agents_of(game: str) -> list[str]:
    """Return the agents that think."""
    return [name for name in pg.game(game).agents if name not in {"random", "greedy"}]


def in_own_process(game: str, agent: str, clicks: int, *, cold: bool) -> dict[str, Any]:
    """Measure in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.speed.kernel_answers", "--one", game, agent]
    command += ["--clicks", str(clicks), *(["--cold"] if cold else [])]
    with tempfile.TemporaryDirectory() as empty:
        env = os.environ | ({"NUMBA_CACHE_DIR": empty} if cold else {})
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)  # noqa: S603 - this very Python
    if done.returncode:
        sys.stderr.write(done.stderr)
        done.check_returncode()
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measure, print and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=pg.games())
    parser.add_argument("--agents", nargs="+")
    parser.add_argument("--clicks", type=int, default=100)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--one", nargs=2)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    if options.one:
        game, agent = options.one
        print(json.dumps(asyncio.run(measured(game, agent, options.clicks, cold=options.cold))))
        sys.stdout.flush()
        os._exit(0)
    figures: dict[str, Any] = {}
    load = os.getloadavg()[0]
    for game in options.games:
        for agent in options.agents or agents_of(game):
            found = in_own_process(game, agent, options.clicks, cold=options.cold)
            figures.setdefault(game, {})[agent] = found
            for who, row in found.items():
                print(f"{game:10} {agent:10} {who:7} {row}", flush=True)
    if options.keep:
        machine.write("kernel_answers", {"clicks": options.clicks, "load": load, "games": figures})


if __name__ == "__main__":
    main()
