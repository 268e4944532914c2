"""How fast games in step are, beside the kernel alone and the rules.

``python -m benchmarks.speed.batch [--seconds S]``. Moves per CPU second of one thread, in turns:
random games on the kernel (which draws a move without listing the others), what it takes the
kernel to list the legal moves and play one (a mask takes that at least), `pg.batch` with `sample`
and `step`, and a batch that is played by the rules.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.runtime.compiling import compiled
from polygames.runtime.random_numbers import below, seeded
from polygames.search.batch.by_rules import RulesBatch
from polygames.search.kernel_adapter import kernel_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.search.batch import Batch

ROUNDS = 5
NUMBERS = 64, 1024
GAMES: dict[str, dict[str, Any]] = {"splinter": {}, "territory": {"size": 6, "seed": 1}}


def rate(play: Callable[[], int], seconds: float) -> float:
    """Return how many moves a call plays per CPU second."""
    count, start = 0, thread_time()
    while thread_time() - start < seconds:
        count += play()
    return count / (thread_time() - start)


def on_kernel(start: Any, *, lists: bool) -> Callable[[], int]:
    """Return a call that plays random games on the kernel, and counts the moves."""
    kernel: Any = kernel_of(start)
    root, out, rng = kernel.encode(start), kernel.moves(), seeded(0)
    legal, play, result, rollout = kernel.legal, kernel.play, kernel.result, kernel.rollout

    @compiled
    def listed(board: Any, out: Any, rng: Any) -> int:
        plies, value = 0, result(board)
        while value != value:  # noqa: PLR0124 - while it is nan
            play(board, 0 + int(out[below(rng, legal(board, out))]))
            value = result(board)
            plies += 1
        return plies

    def games() -> int:
        if lists:
            return sum(listed(root.copy(), out, rng) for _ in range(50))
        return sum(rollout(root.copy(), rng) for _ in range(50))

    games()
    return games


def in_step(games: Batch) -> Callable[[], int]:
    """Return a call that plays a move in each game."""

    def step() -> int:
        games.step(games.sample())
        return games.n

    for _ in range(20):
        step()
    return step


def measured(name: str, options: dict[str, Any], seconds: float) -> dict[str, float]:
    """Return the moves per CPU second of each way, in turns."""
    start = pg.new(name, **options)
    by_rules = RulesBatch(start, pg.batch(start, 1).encoding, 16, seed=0, auto_reset=True)
    ways = {
        "kernel, random games": on_kernel(start, lists=False),
        "kernel, legal moves listed": on_kernel(start, lists=True),
        **{f"batch of {n}": in_step(pg.batch(start, n)) for n in NUMBERS},
        "batch by the rules": in_step(by_rules),
    }
    found = [{way: rate(play, seconds) for way, play in ways.items()} for _ in range(ROUNDS)]
    return {way: median(each[way] for each in found) for way in ways}


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    moves = {name: measured(name, options, seconds) for name, options in GAMES.items()}
    machine.write(
        "batch",
        {
            "command": f"python -m benchmarks.speed.batch --seconds {seconds:g}",
            "moves per CPU second": moves,
        },
    )


if __name__ == "__main__":
    main()
