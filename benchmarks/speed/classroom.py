"""A class under load: the delay of moves, and checks for lost moves.

    python -m benchmarks.speed.classroom [--game G] [--tables 30] [--seconds 60] [--think 2]
        [--kills N] [--reloads R] [--delay S] [--write ROW]

A server runs in a separate process, with two scripted pages at each table and a wall. Each page
plays its move ``--think`` seconds after its turn begins, on average. *Seen* is the time from
sending a move until the other page has the next frame, and *wall* the time until the wall has it.
``--kills`` is the number of times that the server is killed and started again. ``--reloads`` is the
probability that a page reloads after a move. ``--delay`` is the round trip of the network in
seconds. *CPU a move* is the time of the server's process divided by the number of moves.

At the end the folder is opened again, which checks every line. *Lost*: tables with fewer lines than
a page has seen. *Forked*: positions of a table that two pages saw differently. *Changed*: moves at
a table that no pupil has sent.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import quantiles
from time import perf_counter, strftime
from typing import TYPE_CHECKING, Any

from tornado.httpclient import HTTPError
from tornado.websocket import WebSocketClosedError, websocket_connect

from benchmarks.lib import machine
from benchmarks.lib.delay_proxy import run_proxy
from benchmarks.lib.front_end import free_port
from polygames.classroom.opening import classroom

if TYPE_CHECKING:
    from polygames.classroom.room import Room

SERVER_SCRIPT = """
import sys, time
import polygames as pg
class_ = pg.classroom(*sys.argv[3:], folder=sys.argv[1], port=int(sys.argv[2]))
print(class_.server.port, class_.code, class_.server.key, flush=True)
time.sleep(86400)
"""

CONNECTION_ERRORS = (WebSocketClosedError, HTTPError, OSError, TimeoutError)
"""The errors of a page while the server does not run."""


class ServerProcess:
    """The process of the class's server."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder, self.kills, self.seconds = folder, 0, 0.0
        self._start(0, game)

    def _start(self, port: int, *games: str) -> None:
        command = [sys.executable, "-c", SERVER_SCRIPT, str(self.folder), str(port), *games]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
        line = self.process.stdout.readline().split() if self.process.stdout else []
        self.port, self.code, self.key = int(line[0]), line[1], line[2]

    @property
    def is_running(self) -> bool:
        """True if the server process is running."""
        return self.process.poll() is None

    def kill(self) -> None:
        """Kill the server process without warning."""
        self.seconds += self.cpu
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def restart(self) -> None:
        """Kill the server, and start it again with the same port and folder."""
        self.kill()
        self.kills += 1
        self._start(self.port)

    @property
    def cpu(self) -> float:
        """The CPU seconds of the server process."""
        text = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """The memory of the server process in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


class Figures:
    """The measurements of all pages."""

    def __init__(self) -> None:
        self.sent: dict[tuple[int, int], float] = {}
        self.seen: list[float] = []
        self.wall: list[float] = []
        self.versions: dict[int, int] = defaultdict(int)
        self.marks: dict[tuple[int, int], set[str]] = defaultdict(set)
        self.refused = 0


class Page:
    """A scripted page, which connects again after a disconnection."""

    def __init__(self, load: Load) -> None:
        self.load, self.link = load, None

    async def run(self) -> None:
        """Stay connected until the end of the measurement."""
        while not self.load.is_over:
            try:
                self.link = await websocket_connect(f"ws://127.0.0.1:{self.load.port}/link")
                await self.say(**self.hello())
                while (text := await self.link.read_message()) is not None:
                    await self.hear(json.loads(text))
            except CONNECTION_ERRORS:
                pass
            finally:
                if self.link is not None:
                    self.link.close()
            await asyncio.sleep(0.2)

    async def say(self, **content: Any) -> None:
        """Send a message."""
        if self.link is not None:
            await self.link.write_message(json.dumps(content))

    def hello(self) -> dict[str, Any]:
        """Return the first message of the page."""
        raise NotImplementedError

    async def hear(self, message: dict[str, Any]) -> None:
        """Handle a message of the server."""
        raise NotImplementedError


class Pupil(Page):
    """The scripted page of a pupil, which plays random moves."""

    def __init__(self, load: Load, name: str) -> None:
        super().__init__(load)
        self.name, self.token, self.rng = name, None, random.Random(name)
        self.table = self.version = 0
        self.tasks: set[asyncio.Task[None]] = set()

    def hello(self) -> dict[str, Any]:
        """Return the message with which the pupil joins or comes back."""
        code = self.load.serving.code
        if self.token is None:
            return {"do": "join", "code": code, "name": self.name}
        return {"do": "rejoin", "code": code, "token": self.token}

    async def hear(self, message: dict[str, Any]) -> None:
        """Handle a message of the server to a pupil."""
        figures = self.load.figures
        match message:
            case {"kind": "logged_in", **rest}:
                self.token = rest.get("token", self.token)
            case {
                "kind": "page_state",
                "question": {"choices": [*choices], "own_answer": None},
            } if choices:
                await self.say(do="answer_question", answer=self.rng.choice(choices))
            case {"kind": "page_state", "table": int(number), "is_over": over}:
                self.table = number
                if over:
                    await self.say(do="rematch")
            case {
                "kind": "traits",
                "layer": "pointer",
                "position_hash": mark,
                "values": {"frame": text},
            }:
                self.handle_frame(json.loads(text), mark)
            case {"kind": "board_message", "content": {"kind": "refused"}}:
                figures.refused += 1

    def handle_frame(self, frame: dict[str, Any], mark: str) -> None:
        """Count a new position, and answer it after a pause if it is this page's turn."""
        figures, place = self.load.figures, (self.table, frame["version"])
        figures.marks[place].add(mark)
        figures.versions[self.table] = max(figures.versions[self.table], frame["version"])
        if not frame["active"] and place in figures.sent:
            return  # this page made the move, or the game is over
        if place in figures.sent:
            figures.seen.append(perf_counter() - figures.sent[place])
        if frame["active"] and (frame["version"] != self.version or "escape" in frame):
            self.version = frame["version"]
            task = asyncio.create_task(self.answer(frame, mark))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def answer(self, frame: dict[str, Any], mark: str) -> None:
        """Play a random move after a pause; send it again if there is no answer."""
        await asyncio.sleep(self.rng.uniform(0, 2 * self.load.given.think))
        content = {"version": frame["version"], "id": frame["version"], "position_hash": mark}
        if "escape" in frame:  # the move waits for confirmation
            content |= {"kind": "move", "spelling": ["confirm"]}
        elif frame["moves"]:
            way = self.rng.choice(frame["moves"])["spelling"]
            content |= {"kind": "move", "spelling": way}
        else:
            left, top, right, bottom = frame["home"]
            heights = [self.rng.uniform(top, bottom) for _ in range(2)]
            ends = ([left, heights[0]], [right, heights[1]])
            content |= {"kind": "line", "start": ends[0], "end": ends[1]}
        self.load.figures.sent.setdefault((self.table, frame["version"] + 1), perf_counter())
        with suppress(*CONNECTION_ERRORS):
            await self.say(do="handle_board_message", content=content)
            if self.link is not None and self.rng.random() < self.load.given.reloads:
                self.link.close()
        await asyncio.sleep(5)
        if self.version == frame["version"] and not self.load.is_over:
            self.version = 0  # the move was lost: answer the next frame
            with suppress(*CONNECTION_ERRORS):
                await self.say(do="handle_board_message", content={**content, "again": 1})


class Wall(Page):
    """The teacher's page."""

    def hello(self) -> dict[str, Any]:
        """Return the message with which a wall connects."""
        return {"do": "open_wall", "key": self.load.serving.key}

    async def hear(self, message: dict[str, Any]) -> None:
        """Store the delays of the moves that a message shows."""
        figures = self.load.figures
        for table in message.get("tables", ()):
            sent = figures.sent.get((table["number"], table["version"]))
            if sent is not None:
                figures.wall.append(perf_counter() - sent)


class Load:
    """A class with scripted pages that play for some time."""

    def __init__(self, given: argparse.Namespace, folder: Path) -> None:
        self.given, self.figures = given, Figures()
        self.serving = ServerProcess(folder, given.game)
        self.port, self.is_over = self.serving.port, False
        self.empty = self.serving.memory

    async def run(self) -> None:
        """Run all pages, kill the server at random times, and stop."""
        given = self.given
        pages: list[Page] = [Pupil(self, f"Pupil {n}") for n in range(2 * given.tables)]
        pages.append(Wall(self))
        tasks = [asyncio.create_task(page.run()) for page in pages]
        await self._all_in(len(pages) - 1)
        begun, killed = perf_counter(), 0
        self.figures.seen.clear()  # all pages joined at once
        self.figures.wall.clear()
        while perf_counter() - begun < given.seconds:
            await asyncio.sleep(0.5)
            due = (perf_counter() - begun) / given.seconds * (given.kills + 1)
            if killed < min(given.kills, int(due)):
                killed += 1
                await asyncio.to_thread(self.serving.restart)
        self.is_over = True
        self.passed = perf_counter() - begun
        self.full = self.serving.memory
        for page in pages:
            if page.link is not None:
                page.link.close()
        await asyncio.wait(tasks, timeout=10)
        await asyncio.sleep(0.2)

    async def _all_in(self, pages: int) -> None:
        """Wait until every page has a seat and an opponent, for half a minute at most."""
        for _ in range(300):
            versions = self.figures.versions
            if versions and sum(version > 1 for version in versions.values()) * 2 >= pages:
                return
            await asyncio.sleep(0.1)


def measure(given: argparse.Namespace) -> dict[str, Any]:
    """Run a class with scripted pages, and return its figures."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        load = Load(given, Path(name))
        stack.callback(lambda: load.serving.is_running and load.serving.kill())
        if given.delay:
            load.port = free_port()
            stack.enter_context(run_proxy(load.port, load.serving.port, given.delay))
        asyncio.run(load.run())
        load.serving.kill()
        room = classroom(folder=name, open_door=False).room
        tables = room.tables
        figures = load.figures
        moves = sum(len(table.record.moves) for table in tables.values())
        lost = [
            number
            for number, version in figures.versions.items()
            if number not in tables or tables[number].version < version
        ]
        forked = [place for place, marks in figures.marks.items() if len(marks) > 1]
        return {
            "game": given.game,
            "measured": strftime("%Y-%m-%d"),
            "pages": 2 * given.tables,
            "delay": given.delay,
            "kills": load.serving.kills,
            "reloads": given.reloads,
            "tables": len(tables),
            "games ended": sum(table.result is not None for table in tables.values()),
            "moves": moves,
            "refused": figures.refused,
            "lost": len(lost),
            "forked": len(forked),
            "changed": count_unsent_moves(room, figures),
            "seconds": round(load.passed),
            "cpu_ms_a_move": round(1000 * load.serving.seconds / max(1, moves), 1),
            "seen_ms": summarize(figures.seen),
            "wall_ms": summarize(figures.wall),
            "megabytes": {"empty": round(load.empty), "full": round(load.full)},
            "kilobytes a table": round(1024 * (load.full - load.empty) / max(1, len(tables))),
        }


def count_unsent_moves(room: Room, figures: Figures) -> int:
    """Return the number of moves at tables of scripted pupils that none of them has sent."""
    found = 0
    for number, table in room.tables.items():
        pupils = [room.people.get(pupil_id) for pupil_id in table.seats]
        keys = [pupil.token_hash[:12] if pupil else "" for pupil in pupils]
        if all(pupil and pupil.name.startswith("Pupil ") for pupil in pupils):
            found += sum(
                entry["do"] == "move"
                and ((number, at) not in figures.sent or entry["by"] != keys[entry["seat"]])
                for at, entry in enumerate(table.log.entries, start=1)
            )
    return found


def summarize(seconds: list[float]) -> dict[str, float]:
    """Return median, 95th percentile and the longest, in milliseconds."""
    if len(seconds) < 20:  # noqa: PLR2004 - of fewer there is no 95th percentile
        return {}
    cuts = quantiles(seconds, n=20)
    whole = {"median": cuts[9], "p95": cuts[18], "longest": max(seconds)}
    return {"count": len(seconds), **{name: round(1000 * s, 1) for name, s in whole.items()}}


def main() -> None:
    """Measure a class, and print its figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="territory")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=2.0, help="average seconds before a move")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument(
        "--reloads", type=float, default=0.0, help="probability of a reload after a move"
    )
    parser.add_argument("--delay", type=float, default=0.0, help="seconds of a round trip")
    parser.add_argument("--write", metavar="ROW", help="save the figures under this name")
    given = parser.parse_args()
    found = measure(given)
    print(json.dumps(found, indent=1))
    if given.write:
        rows = machine.read("classroom").get("rows", {})
        machine.write("classroom", {"rows": rows | {given.write: found}})


if __name__ == "__main__":
    main()
