"""Splinter's kernel against rules.py on random games: each position, and how games end.

``python -m benchmarks.studies.splinter_random_games [--positions N] [--games N]``. Random games of
rules.py, with each choice of the options in turn, are played again by the kernel; in each position
both list the legal moves, and after each move both hold the same board, mover, losses, barred step
and result. The rule that a third occurrence is a tie is not the kernel's, which has no history: a
game ends there, and is not compared further. Then the outcomes of random games with the usual
options are counted for both.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from math import isnan, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from tqdm import tqdm

import polygames as pg
from benchmarks.lib import machine
from polygames.games.splinter.engine import kernel
from polygames.search import playouts

OPTIONS = [
    {"edge": edge, "no_return": no_return, "first": first}
    for edge, no_return, first in product(("block", "remove"), (False, True), ("white", "black"))
]
THIRD = "the position occurs for the third time"


@dataclass
class Comparison:
    """What was compared, and what differed."""

    games: int = 0
    positions: int = 0
    moves: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    mismatches: list[str] = field(default_factory=list)

    def position(self, array: Any, state: Any) -> None:
        """Compare a position of the kernel with one of rules.py."""
        self.positions += 1
        differing = [what for what, (one, other) in both(array, state).items() if one != other]
        if differing:
            self.mismatches.append(f"{', '.join(differing)} in {state.to_text()}")
        self.moves += len(state.legal_moves)

    def game(self, options: dict[str, Any], rng: Random) -> None:
        """Play a random game of rules.py, and again on the kernel."""
        state = pg.new("splinter", **options)
        array = kernel.encode(state)
        self.position(array, state)
        while state.outcome is None:
            move = state.legal_moves.sample(rng)
            kernel.play(array, kernel.code_of(move, state))
            state = state.play(move)
            if state.outcome is None or state.outcome.reason != THIRD:
                self.position(array, state)
        self.games += 1
        self.ends[state.outcome.reason] += 1


def both(array: Any, state: Any) -> dict[str, tuple[Any, Any]]:
    """Return what the kernel says of a position, and what the rules say."""
    found = {"result": (result(array), value(state.outcome))}
    if state.outcome is not None:
        return found
    fresh = kernel.encode(state)
    codes = kernel.moves()
    count = kernel.legal(array, codes)
    listed = sorted(str(kernel.decode(code, state)) for code in codes[:count])
    lost, bars = kernel.LOST, kernel.BAR_FROM
    return found | {
        "legal moves": (listed, sorted(map(str, state.legal_moves))),
        "mover": (kernel.turn(array), state.turn),
        "board": (board(array, state), state.rows),
        "losses": (tuple(map(int, array[lost : lost + 2])), state.lost),
        "barred steps": (array[bars : bars + 4].tolist(), fresh[bars : bars + 4].tolist()),
        "key": (kernel.key(array), kernel.key(fresh)),
    }


def board(array: Any, state: Any) -> tuple[str, ...]:
    """Return the rows of text that a kernel's array stands for."""
    rows, columns = state.shape
    text = [["."] * columns for _ in range(rows)]
    for seat, (king, pawn) in enumerate(("Ww", "Bb")):
        first = kernel.PIECES + kernel.ROOM * seat
        for place, square in enumerate(array[first : first + array[kernel.COUNT + seat]]):
            row, column = divmod(int(square), kernel.STRIDE)
            text[row - 1][column - 1] = pawn if place else king
    return tuple(map("".join, text))


def result(array: Any) -> float | None:
    """Return the kernel's result, None while the game runs."""
    found = kernel.result(array)
    return None if isnan(found) else found


def value(outcome: Any) -> float | None:
    """Return the rules' result in the same numbers."""
    return None if outcome is None else float((0 in outcome.winners) - (1 in outcome.winners))


def compare(positions: int, seed: int) -> Comparison:
    """Compare games until so many positions were seen."""
    comparison = Comparison()
    with tqdm(total=positions, desc="positions") as bar:
        while comparison.positions < positions:
            options = OPTIONS[comparison.games % len(OPTIONS)]
            comparison.game(options, Random(f"{seed}:{comparison.games}"))
            bar.update(comparison.positions - bar.n)
    return comparison


def by_rules(games: int, seed: int) -> dict[str, float]:
    """Return how random games of rules.py end."""
    plies, values = [], []
    for number in tqdm(range(games), desc="games of rules.py"):
        rng, state = Random(f"{seed}:{number}"), pg.new("splinter")
        while state.outcome is None:
            state = state.play(state.legal_moves.sample(rng))
        plies.append(state.ply)
        values.append(value(state.outcome))
    return row(plies, [values.count(one) for one in (1.0, 0.0, -1.0)])


def by_kernel(games: int, seed: int) -> dict[str, float]:
    """Return how random games of the kernel end."""
    found = playouts(pg.new("splinter"), games=games, seed=seed)
    return row(list(found.plies), [found.wins[0], found.ties, found.wins[1]])


def row(plies: list[int], counts: list[int]) -> dict[str, float]:
    """Return shares and lengths with their standard errors."""
    games = len(plies)
    shares = dict(zip(("white", "tied", "black"), (n / games for n in counts), strict=True))
    errors = {f"{name} error": sqrt(p * (1 - p) / games) for name, p in shares.items()}
    length = {"plies": fmean(plies), "plies error": stdev(plies) / sqrt(games)}
    return {"games": games} | shares | errors | length


def main() -> None:
    """Compare, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=25_000)
    parser.add_argument(
        "--games", type=int, default=2000, help="of rules.py; 50 times as many of the kernel"
    )
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    comparison = compare(chosen.positions, chosen.seed)
    figures = {
        "command": "python -m benchmarks.studies.splinter_random_games"
        f" --positions {chosen.positions} --games {chosen.games} --seed {chosen.seed}",
        "games": comparison.games,
        "positions": comparison.positions,
        "moves": comparison.moves,
        "mismatches": comparison.mismatches,
        "ends": dict(comparison.ends.most_common()),
        "outcomes": {
            "rules.py": by_rules(chosen.games, chosen.seed),
            "kernel": by_kernel(50 * chosen.games, chosen.seed),
        },
    }
    machine.write("splinter_random_games", figures)
    print(machine.json.dumps(figures, indent=1))
    if comparison.mismatches:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
