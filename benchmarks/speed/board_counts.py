"""Count the cost of a board: widgets, CPU seconds until it opens, calls per click, and messages.

    python -m benchmarks.speed.board_counts
    python -m benchmarks.speed.board_counts --game splinter
    python -m benchmarks.speed.board_counts --keep before
    python -m benchmarks.speed.board_counts --messages before

The counts do not depend on other programs. Widgets include layouts and styles, because each of them
is a model on the page. ``kB`` is the size of the models in a saved notebook. A click is the
handling of one message of the client, up to the next frame. Its calls are those of functions of
this package. ``ms`` is CPU time, the median of several clicks, each on a new board: until the
answer of the kernel, and with its work in the next 0.3 s (the frame and the
panels). A pupil's move in a class is handled until both pages have their pictures; its figures are
the medians of several moves. ``--keep`` saves the counts in ``results/board_counts.json`` under a
name.

``--messages`` counts only what a page receives for each move, and saves it under a name: the
messages and their kB, in a notebook and in a class. In Splitter a move is a round. See
`benchmarks.lib.wire`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ipywidgets.widgets import widget

import polygames as pg
from benchmarks.lib import machine, wire
from polygames.view.frame import clickable_moves

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from polygames.classroom.pages.connection import Connection
    from polygames.widgets.board import BoardWidget

PACKAGE_PATH = str(Path(pg.__file__).parent)
RESULTS_NAME = "board_counts"
CLICK_COUNT = 9
SETTLE_SECONDS = 0.3
"""The time after a click in which all its work ends."""


def open_board(game: str) -> tuple[BoardWidget, dict[str, Any]]:
    """Open a board, and return it with the cost of opening."""
    before, began = set(widget._instances), time.process_time()  # noqa: SLF001 - ipywidgets has no public way
    board = pg.play(game, autosave=None, seed=1)
    seconds = time.process_time() - began
    made = [each for key, each in widget._instances.items() if key not in before]  # noqa: SLF001 - as above
    saved = sum(len(json.dumps(each.get_state(), default=str)) for each in made)
    return board, {"widgets": len(made), "cpu seconds": round(seconds, 3), "kB": saved // 1000}


def count_calls(action: Callable[[], object]) -> Counter[tuple[str, str]]:
    """Return how often each function of the package is called by an action."""
    counts: Counter[tuple[str, str]] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE_PATH):
            counts[frame.f_code.co_filename, frame.f_code.co_qualname] += 1

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return counts


def count_click(board: BoardWidget) -> Counter[tuple[str, str]]:
    """Return how often each function of the package is called while a click is handled."""
    message = first_move(board)
    return count_calls(lambda: send(board, message))


def summarize_calls(counts: Counter[tuple[str, str]]) -> dict[str, Any]:
    """Return the numbers of modules, functions and calls."""
    modules = len({file for file, _ in counts})
    return {"modules": modules, "functions": len(counts), "calls": sum(counts.values())}


def measure_class_moves(game: str) -> dict[str, Any]:
    """Return the cost of some moves of two pupils: the calls of each, and medians."""
    rows = []

    def send_move(page: Connection, **content: Any) -> None:
        rows.append(summarize_calls(count_calls(lambda: page.handle_message(json.dumps(content)))))

    def time_move(page: Connection, **content: Any) -> None:
        text, began = json.dumps(content), time.process_time()
        page.handle_message(text)
        times.append(1000 * (time.process_time() - began))

    times: list[float] = []
    wire.play_in_class(game, time_move)  # first, as it fills caches
    wire.play_in_class(game, send_move)
    medians = {name: statistics.median([row[name] for row in rows]) for name in rows[0]}
    calls = [row["calls"] for row in rows]
    return medians | {"calls of each": calls, "ms": round(statistics.median(times), 2)}


def first_move(board: BoardWidget) -> dict[str, Any]:
    """Return the message of a page for the first possible move."""
    version = board.pointer.frame["version"]
    message: dict[str, Any] = {"kind": "move", "version": version}
    if ways := list(clickable_moves(board.state)):
        message["spelling"] = list(ways[0])
    else:  # Split: a line from border to border
        message |= {"kind": "line", "start": [0, 5], "end": [10, 5]}
    return message


def send(board: BoardWidget, message: dict[str, Any]) -> None:
    """Make a move as a page does."""
    ply = board.state.ply
    board.pointer._handle_custom_msg(message, [])  # noqa: SLF001 - as a page sends it
    if board.state.ply == ply:
        raise AssertionError(message)


async def play_first_move(board: BoardWidget) -> BoardWidget:
    """Play one move on a board, and wait until the page shows it."""
    board.play(
        board.state.legal_moves.sample(Random(1))
    )  # loads the modules that a board imports late
    board.confirm = False  # a click plays at once
    await asyncio.sleep(0.5)
    return board


async def time_click(game: str) -> tuple[float, float]:
    """Return the CPU time of a click on a new board in ms: until its answer, and in total."""
    board = await play_first_move(open_board(game)[0])
    message = first_move(board)
    began = time.process_time()
    send(board, message)
    answered = time.process_time()
    await asyncio.sleep(SETTLE_SECONDS)
    ended = time.process_time()
    board.close()
    return 1000 * (answered - began), 1000 * (ended - began)


async def measure(game: str) -> dict[str, Any]:
    """Return the cost of a first board, a second board and a click, in an event loop."""
    board, first = open_board(game)
    other, second = open_board(game)
    await play_first_move(board)
    counts = count_click(board)
    for each in (board, other):
        each.close()
    answers, all_of_it = zip(*[await time_click(game) for _ in range(CLICK_COUNT)], strict=True)
    costs = summarize_calls(counts) | {
        "ms": round(statistics.median(answers), 2),
        "ms with the rest": round(statistics.median(all_of_it), 2),
    }
    pupil = measure_class_moves(game)
    return {"game": game, "first": first, "second": second, "click": costs, "pupil": pupil}


def measure_messages(game: str) -> dict[str, Any]:
    """Return the number and the size of the messages that a page receives for a move."""
    sources = {
        "notebook": asyncio.run(wire.measure_board(game)),
        "class": wire.measure_class_page(game),
    }
    return {name: wire.summarize(messages) for name, messages in sources.items()}


def save_messages(name: str, rows: dict[str, Any]) -> None:
    """Save the messages of all games under a name in the results."""
    found = machine.read(RESULTS_NAME)
    found["messages"] = found.get("messages", {}) | {name: rows}
    machine.write(RESULTS_NAME, found)


def save_counts(name: str, rows: list[dict[str, Any]]) -> None:
    """Save rows under a name in the results."""
    command = "python -m benchmarks.speed.board_counts --keep NAME"
    found = machine.read(RESULTS_NAME)
    tables = found.get("tables", {})
    load = round(os.getloadavg()[0], 1)
    tables[name] = {"load": load, "rows": rows}
    machine.write(
        RESULTS_NAME, found | {"command": command, "clicks": CLICK_COUNT, "tables": tables}
    )


def main() -> None:
    """Measure the games of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", choices=pg.games(), action="append")
    parser.add_argument("--keep", metavar="NAME", help="save the counts under this name")
    parser.add_argument("--messages", metavar="NAME", help="count messages, and save them")
    asked, rows = parser.parse_args(), []
    games = asked.game or pg.games()
    if asked.messages:
        counted = {game: measure_messages(game) for game in games}
        print(json.dumps(counted, indent=1))
        save_messages(asked.messages, counted)
        return
    for game in games:
        rows.append(asyncio.run(measure(game)))
        print(json.dumps(rows[-1]), flush=True)
    if asked.keep:
        save_counts(asked.keep, rows)


if __name__ == "__main__":
    main()
