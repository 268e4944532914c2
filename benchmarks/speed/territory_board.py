"""How soon a board of Territory is drawn, by size: in how many messages, of how many bytes.

``python -m benchmarks.speed.territory_board [--runs N]``. The kernel's part is measured, CPU time:
the picture of a position in the middle of a random game, and its way into messages for the canvas.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from ipycanvas import MultiCanvas
from ipywidgets import Widget

import polygames as pg
from benchmarks.lib import machine
from polygames.core.registry import game
from polygames.widgets.painter.canvas import paint
from polygames.widgets.painter.surface import PIXEL_RATIO

if TYPE_CHECKING:
    from polygames.games.territory.rules import Territory

SIZES = (10, 15, 20, 25)
WIDTH = 520


def middle(size: int) -> Territory:
    """Return a position about half through a random game."""
    rng, state = Random(size), pg.new("territory", size=size, seed=size)
    tiles: int = len(state.board.areas)
    for _ in range(tiles // 2):
        state = state.play(state.legal_moves.sample(rng))
    return state


def measure(size: int, runs: int, sent: list[int]) -> dict[str, Any]:
    """Draw and paint one position so many times."""
    state, scene = middle(size), game("territory").scene
    side = round(WIDTH * PIXEL_RATIO)
    canvas = MultiCanvas(1, width=side, height=side)
    drawn, painted, sizes = [], [], []
    for _ in range(runs):
        start = process_time()
        picture = scene(state)
        middle_time = process_time()
        sent.clear()
        paint(canvas[0], picture)
        painted.append(1000 * (process_time() - middle_time))
        drawn.append(1000 * (middle_time - start))
        sizes.append(list(sent))
    return {
        "tiles": len(state.board.areas),
        "shapes": len(picture),
        "picture": median(drawn),
        "painting": median(painted),
        "messages": max(map(len, sizes)),
        "kB": sum(sizes[-1]) / 1000,
    }


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=40)
    runs = parser.parse_args().runs
    sent: list[int] = []

    def count(_: Widget, content: object, buffers: list[Any] | None = None) -> None:
        """Take a message in place of the connection to a browser."""
        sent.append(len(str(content)) + sum(memoryview(each).nbytes for each in buffers or ()))

    Widget.send = count
    rows = {size: measure(size, runs, sent) for size in SIZES}
    for size, row in rows.items():
        print(size, row)
    command = f"python -m benchmarks.speed.territory_board --runs {runs}"
    machine.write("territory_board", {"command": command, "target": 20, "rows": rows})


if __name__ == "__main__":
    main()
