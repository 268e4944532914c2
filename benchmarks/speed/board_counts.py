"""Count what a board costs: its widgets, the seconds of CPU that open it, the calls of a click.

    python -m benchmarks.speed.board_counts
    python -m benchmarks.speed.board_counts --game splinter

Counts do not depend on how busy the machine is. Widgets are counted with their layouts and styles,
as each is a model of its own on the page; ``kB`` is what of them a notebook would save. A click is
the handling of one message of the client, up to the next frame; its calls are those of functions
of this package.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ipywidgets.widgets import widget

import polygames as pg
from polygames.widgets.client_state import spellings

if TYPE_CHECKING:
    from types import FrameType

    from polygames.widgets.board import BoardWidget

PACKAGE = str(Path(pg.__file__).parent)


def opened(game: str) -> tuple[BoardWidget, dict[str, Any]]:
    """Open a board, and return it with what that cost."""
    before, began = set(widget._instances), time.process_time()  # noqa: SLF001 - ipywidgets shows it nowhere
    board = pg.play(game, autosave=None, seed=1)
    seconds = time.process_time() - began
    made = [each for key, each in widget._instances.items() if key not in before]  # noqa: SLF001 - as above
    saved = sum(len(json.dumps(each.get_state(), default=str)) for each in made)
    return board, {"widgets": len(made), "cpu seconds": round(seconds, 3), "kB": saved // 1000}


def calls_of_click(board: BoardWidget) -> Counter[tuple[str, str]]:
    """Return how often each function of the package is called while a click is handled."""
    counts: Counter[tuple[str, str]] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            counts[frame.f_code.co_filename, frame.f_code.co_qualname] += 1

    version = board.pointer.frame["version"]
    message: dict[str, Any] = {"kind": "move", "version": version}
    if ways := list(spellings(board.state)):
        message["spelling"] = list(ways[0])
    else:  # Split: a line from border to border
        message |= {"kind": "line", "start": [0, 5], "end": [10, 5]}
    ply = board.state.ply
    sys.setprofile(count)
    try:
        board.pointer._handle_custom_msg(message, [])  # noqa: SLF001 - as a page sends it
    finally:
        sys.setprofile(None)
    if board.state.ply == ply:
        raise AssertionError(message)
    return counts


async def measure(game: str) -> dict[str, Any]:
    """Return what a first and a second board of a game cost, and a click, in an event loop."""
    board, first = opened(game)
    other, second = opened(game)
    board.play(board.state.legal_moves.sample(Random(1)))  # what is loaded late is there now
    board.confirm = False  # where a first click only asks
    await asyncio.sleep(0.5)
    counts = calls_of_click(board)
    for each in (board, other):
        each.close()
    click = {
        "modules": len({file for file, _ in counts}),
        "functions": len(counts),
        "calls": sum(counts.values()),
    }
    return {"game": game, "first": first, "second": second, "click": click}


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", choices=pg.games(), action="append")
    for game in parser.parse_args().game or pg.games():
        print(json.dumps(asyncio.run(measure(game))))


if __name__ == "__main__":
    main()
