"""Click on a board in a real kernel while a cell plays on its record, and interrupt the cell.

    python -m benchmarks.speed.owner_soak --clicks 10000
    python -m benchmarks.speed.owner_soak --clicks 1000 --interrupts 20 --python OTHER/bin/python

The clicks are sent as JupyterLab sends them: with ipykernel 7 to a subshell, where they are handled
while the cell runs; with ipykernel 6 the cell lets messages in between. At the end the record, the
board and the picture that was painted must be the same.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from random import Random
from typing import Any

from jupyter_client.manager import KernelManager

OPEN = """
import json, threading, time
import ipykernel
import polygames as pg
from polygames.runtime.owner import OWNER
from polygames.view.frame import spellings
board = pg.play("polygon", n=12, autosave=None, seed=1)
taken, threads = [], set()
play = board.session.play
def counted(move):
    play(move)
    taken.append(1)
    threads.add(threading.current_thread().name)
board.session.play = counted
print(json.dumps({"id": board.pointer.model_id, "ipykernel": ipykernel.__version__}))
"""

CELL = """
end = time.monotonic() + {seconds}
while time.monotonic() < end and len(taken) < {clicks}:
    with OWNER:  # no click comes between what it sees and what it plays
        if board.record.state.outcome is not None or board.record.state.ply > 12:
            board.new()
        elif not board.record.state.ply % 3:
            board.record.push(next(iter(board.record.state.legal_moves)))
    time.sleep(0.002)
"""

CHECK = """
record, path = board.record, board.record.path
whole = path[0] is record.root and all(
    b in a.children and a.state.play(b.move) == b.state for a, b in zip(path, path[1:]))
board.refresh()
said = board.pointer.frame
print(json.dumps({"taken": len(taken), "threads": sorted(threads), "whole": whole,
    "shown": board.position.state == record.state,
    "picture": board.position.scene == board.picture(),
    "version": said["version"] == board.version, "held": OWNER.is_held,
    "free": OWNER._lock.acquire(timeout=5) and not OWNER._lock.release()}))
"""


class Kernel:
    """A kernel, and what its board has said last."""

    def __init__(self, python: str) -> None:
        self.manager = KernelManager(kernel_name="python3")
        self.manager.kernel_spec.argv[0] = python
        self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=120)
        self.frame: dict[str, Any] = {}
        self.subshell: str | None = None
        self.board = ""

    def begin(self) -> dict[str, Any]:
        """Open the board, and a subshell where there are any."""
        told = self.run(OPEN)
        self.board = told["id"]
        if int(told["ipykernel"].split(".")[0]) >= 7:  # noqa: PLR2004 - the first with subshells
            message = self.client.session.msg("create_subshell_request")
            self.client.control_channel.send(message)
            self.subshell = self.client.control_channel.get_msg(timeout=30)["content"][
                "subshell_id"
            ]
        self.tell({"kind": "page", "page": "soak", "view": "soak", "is_seen": True})
        self.run("board.pointer.send_state('frame')", is_told=False)
        return told

    def send(self, code: str) -> str:
        """Begin to run a cell."""
        return str(self.client.execute(code))

    def run(self, code: str, *, is_told: bool = True) -> dict[str, Any]:
        """Run a cell to its end, and return what it prints."""
        cell, text = self.send(code), []
        while not self.hear(cell, text, 120):
            pass
        return dict(json.loads("".join(text))) if is_told else {}

    def hear(self, cell: str, text: list[str], timeout: float) -> bool:
        """Take one message of the kernel; whether it says that a cell has ended."""
        try:
            message = self.client.get_iopub_msg(timeout=timeout)
        except Exception:  # noqa: BLE001 - nothing came
            return False
        content, kind = message["content"], message["msg_type"]
        is_its = message["parent_header"].get("msg_id") == cell
        if kind == "comm_msg" and content["comm_id"] == self.board:
            state = content["data"].get("state", {})
            if "frame" in state:
                self.frame = json.loads(state["frame"])
        elif kind == "stream" and is_its:
            text.append(content["text"])
        elif kind == "error" and is_its and content["ename"] != "KeyboardInterrupt":
            raise AssertionError("\n".join(content["traceback"]))
        return kind == "status" and is_its and content["execution_state"] == "idle"

    def click(self, rng: Random) -> None:
        """Send a move of the last frame, if there is one that was not answered."""
        moves = self.frame.get("moves")
        if not (moves and self.frame["active"]):
            return
        spelling = rng.choice(moves)["spelling"]
        self.tell({"kind": "move", "version": self.frame["version"], "spelling": spelling})
        self.frame = {}

    def tell(self, content: dict[str, Any]) -> None:
        """Send the board what a page sends."""
        data = {"method": "custom", "content": content}
        message = self.client.session.msg("comm_msg", {"comm_id": self.board, "data": data})
        if self.subshell is not None:
            message["header"]["subshell_id"] = self.subshell
        self.client.shell_channel.send(message)


def main() -> None:
    """Soak as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--clicks", type=int, default=10_000)
    parser.add_argument("--interrupts", type=int, default=0)
    parser.add_argument("--python", default=sys.executable)
    asked = parser.parse_args()
    kernel, rng = Kernel(asked.python), Random(1)
    try:
        print(json.dumps(kernel.begin()), flush=True)
        kernel.click(rng)  # what a subshell is to hear it has to answer once
        time.sleep(1)
        has_subshell, taken, rounds = kernel.subshell is not None, 0, 0
        while taken < asked.clicks or rounds < asked.interrupts:
            interrupted = rounds < asked.interrupts
            seconds = 1 if interrupted else 20 if has_subshell else 0.005
            cell, text = kernel.send(CELL.format(seconds=seconds, clicks=asked.clicks)), []
            stop = time.monotonic() + rng.uniform(0.2, 0.8)
            while not kernel.hear(cell, text, 0.05):
                kernel.click(rng)
                if interrupted and time.monotonic() > stop:
                    kernel.manager.interrupt_kernel()
                    interrupted = False
            if not kernel.frame:
                kernel.run("board.send_frame()", is_told=False)
            kernel.click(rng)
            rounds += 1
            if rounds % 50 == 0 or has_subshell:
                taken = kernel.run("print(json.dumps({'taken': len(taken)}))")["taken"]
        time.sleep(1)
        found = kernel.run(CHECK)
        print(json.dumps({"rounds": rounds} | found))
        if not all(found[name] for name in ("whole", "shown", "picture", "version", "free")):
            raise SystemExit(1)
    finally:
        kernel.client.stop_channels()
        kernel.manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    main()
