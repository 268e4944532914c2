"""Compare Territory's kernel with rules.py, position by position, in random games of all kinds.

``python -m benchmarks.studies.territory_random_games [--positions N]``.
"""

from __future__ import annotations

import argparse
from itertools import product
from math import isnan
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import machine
from polygames.games.territory.engine import kernel

if TYPE_CHECKING:
    from polygames.games.territory.rules import Territory

KINDS = list(product((4, 10, 15, 20, 25), (1, 0.5, 0.3, 0, -1), ("all", "stuck"), (False, True)))


def difference(array: Any, state: Territory) -> str | None:
    """Return in what the kernel's position differs from that of the rules, if it does."""
    result, outcome = kernel.result(array), state.outcome
    codes = kernel.moves()
    count = kernel.legal(array, codes)
    moves = [kernel.decode(code, state) for code in codes[:count]]
    known = state.outcome is not None
    checks = {
        "whether the game is over": isnan(result) == known,
        "the result": outcome is not None
        and result != (0 in outcome.winners) - (1 in outcome.winners),
        "the scores": (kernel.score(array, 0), kernel.score(array, 1)) != state.scores,
        "the moves": sorted(map(str, moves)) != sorted(map(str, state.legal_moves)),
        "the mover": not known and kernel.turn(array) != state.turn,
        "what is where": kernel.key(array) != kernel.key(kernel.encode(state)),
    }
    return next((what for what, differs in checks.items() if differs), None)


def main() -> None:
    """Compare, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000)
    most = parser.parse_args().positions
    positions = games = takeovers = exceptional = 0
    differences = []
    began = process_time()
    while positions < most:
        size, penalty, ending, swap = KINDS[games % len(KINDS)]
        options = {"size": size, "penalty": penalty, "ending": ending, "swap": swap}
        rng = Random(f"differential {games}")
        state = pg.new("territory", seed=games, **options)
        array = kernel.encode(state)
        games += 1
        while True:
            positions += 1
            if (found := difference(array, state)) is not None:
                differences.append(f"{options}, seed {games - 1}, ply {state.ply}: {found}")
            if state.outcome is not None:
                break
            moves = tuple(state.legal_moves)
            take_over = state.may_take_over and rng.random() < 1 / 2
            move = moves[-1] if take_over else rng.choice(moves)
            takeovers += take_over
            exceptional += state.is_exceptional
            kernel.play(array, kernel.code_of(move, state))
            state = state.play(move)
    figures = {
        "command": "python -m benchmarks.studies.territory_random_games",
        "positions": positions,
        "games": games,
        "takeovers": takeovers,
        "exceptional moves": exceptional,
        "differences": differences,
        "CPU seconds": round(process_time() - began, 1),
    }
    print(figures | {"differences": len(differences)})
    machine.write("territory_differential", figures)


if __name__ == "__main__":
    main()
