"""Learn the net by which Splinter's agent `learned` plays, from what searches say.

    python -m benchmarks.training.splinter play --folder F [--games N] [--seed S] [--by linear|net]
    python -m benchmarks.training.splinter fit --folder F [--epochs E] [--seed S] [--trace T]

*play* plays games against itself by a small tree search, and keeps the positions that it looked at
and what it found there (TreeStrap: Veness, Silver, Uther and Blair 2009, *Bootstrapping from game
tree search*). Each chunk of games is a file in the folder, which depends on the seed and on its
number only; a run that is broken off goes on with the next. ``--by net`` searches with the net that
was learned before, for a second round. *fit* fits a net to all files of the folder and writes
``polygames/games/splinter/engine/data/net.npz``: the same files and numbers give the same net. One
game in `TESTED` is kept apart to say how good it is. Figures are in
``benchmarks/results/splinter_train.json``.

A file has four arrays: ``positions``, a row for each, of the seat to move, the numbers of white and
black pieces, and their squares (`engine.groups`), the kings first; ``values``, from -1 to +1 for
seat 0, a tie as 0; ``visits``, on how many visits of the tree a value rests, `PROVED` where it is
proved; and ``games``, the number of the game.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

import polygames as pg
from benchmarks.lib import machine
from polygames.games.splinter.agents import ESTIMATE, LEARNED, LEARNED_TREE, TREE
from polygames.games.splinter.engine import kernel, net
from polygames.games.splinter.engine.groups import TURN
from polygames.games.splinter.engine.learning import (
    PROVED,
    SYMMETRIES,
    WIDTH,
    Samples,
    keep,
    learn,
    new_bench,
    new_net,
    predict,
)
from polygames.games.splinter.engine.uct import (
    Tree,
    child_range,
    new_tree,
    new_work,
    runner_of,
)
from polygames.runtime.progress import progress
from polygames.search.kernel_adapter import functions_of

if TYPE_CHECKING:
    from polygames.runtime.compiling import Array

NAME = "splinter_train"
COMMAND = "python -m benchmarks.training.splinter"
CHUNK = 20
"""Games in a file."""
VISITS = 400
"""Of the search for each move."""
LEAST = 20
"""A position is kept from so many visits on."""
OPENINGS = (0, 2, 4, 6, 8, 12, 16, 24, 32)
"""Random moves that a game begins with, one of these."""
SLIPS = 0.06
"""How often a random move is played."""
LONGEST = 160
"""Moves after which a game is left."""
TESTED = 20
NODES, DEEPEST, MOST = 120_000, 30, 4000
DOUBT, SURE = 40, 0.7
"""A value of v visits counts ``v / (v + DOUBT)``, a proved one `SURE`."""
RATE, EPOCHS, TRACE = 0.03, 12, 0.0
SEARCHES = {
    "linear": (ESTIMATE, TREE),
    "net": (LEARNED, LEARNED_TREE),
}
"""What a search goes by, and its constants."""


# --- Games ---------------------------------------------------------------------------------------


def chosen(tree: Tree, seat: int, ply: int, rng: Random) -> int:
    """Return the child that is played: a win, else by how often each was visited, or any."""
    children = list(child_range(tree, 0))
    if rng.random() < SLIPS:
        return rng.choice(children)
    sign = 1 if seat == 0 else -1
    won = [child for child in children if tree.proved[child] == sign]
    if won:
        return won[0]
    power = 1 if ply < 8 else 2  # noqa: PLR2004 - the opening is more varied
    weights = [float(tree.visits[child]) ** power for child in children]
    return rng.choices(children, weights)[0] if any(weights) else rng.choice(children)


def opening(start: Array, rng: Random) -> Array:
    """Return the position after some random moves."""
    a, codes = start.copy(), kernel.moves()
    for _ in range(rng.choice(OPENINGS)):
        after = a.copy()
        kernel.play(after, int(codes[rng.randrange(kernel.legal(after, codes))]))
        if not np.isnan(kernel.result(after)):
            break
        a = after
    return a


def chunk(number: int, seed: int, visits: int, by: str) -> dict[str, Array]:
    """Play the games of a file."""
    estimate, tuning = SEARCHES[by]
    functions, codes = functions_of(kernel, estimate.load()), kernel.moves()
    start = kernel.encode(pg.new("splinter"))
    run = runner_of(start.dtype.str)
    boards = np.zeros((DEEPEST, start.size), np.int32)
    found = Samples(np.zeros((MOST, WIDTH), np.int16), np.zeros(MOST), np.zeros(MOST, np.int64))
    parts, stack = [], np.zeros((MOST, 2), np.int64)
    for game in range(CHUNK * number, CHUNK * (number + 1)):
        rng = Random(f"splinter {by} {seed} {game}")
        a, keys = opening(start, rng), []
        for ply in range(LONGEST):
            if not np.isnan(kernel.result(a)):
                break
            tree = new_tree(NODES)
            work = new_work(a, codes, np.array(keys, np.uint64), rng.getrandbits(60))
            run(*functions, a, tree, work, tuning, visits)
            n = keep(a, tree, LEAST, boards, stack, found)
            parts.append([each[:n].copy() for each in found] + [np.full(n, game)])
            keys.append(kernel.key(a))
            kernel.play(a, int(tree.code[chosen(tree, int(a[TURN]), ply, rng)]))
    names = (*Samples._fields, "games")
    return {
        name: np.concatenate(of) for name, of in zip(names, zip(*parts, strict=True), strict=True)
    }


def play(chosen: argparse.Namespace) -> None:
    """Play the chunks that the folder lacks."""
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for number in progress(range(-(-chosen.games // CHUNK)), "games"):
        path = chosen.folder / f"{chosen.by}-{chosen.seed}-{number:04}.npz"
        if path.exists():
            continue
        begun = process_time()
        arrays = chunk(number, chosen.seed, chosen.visits, chosen.by)
        new = path.with_suffix(".new")
        with new.open("wb") as file:
            np.savez_compressed(file, spent=process_time() - begun, **arrays)
        new.replace(path)


# --- The fit -------------------------------------------------------------------------------------


def explained(found: Array, values: Array, weights: Array) -> float:
    """Return the share of the variance that is explained."""
    mean = np.average(values, weights=weights)
    errors = np.average((found - values) ** 2, weights=weights)
    return float(1 - errors / np.average((values - mean) ** 2, weights=weights))


def whole(weights: Array, one: int, dtype: type) -> Array:
    """Return weights as the net has them."""
    most = net.LARGEST if dtype is np.int8 else np.iinfo(dtype).max
    return np.clip(np.rint(weights * one), -most, most).astype(dtype)


def traced(values: Array, visits: Array, games: Array, roots: int, trace: float) -> Array:
    """Return values in which those of the moves after count, and the end of the game.

    It is the return of TD(lambda) (Sutton 1988, *Learning to predict by the methods of temporal
    differences*): of positions that were played, which `roots` visits show, each takes a share
    `trace` of the next one's; the last takes it of a proved end, if there is one.
    """
    found = values.copy()
    for game in np.unique(games):
        rows = np.flatnonzero(games == game)
        last = rows[-1]
        later = values[last] if visits[last] == PROVED else np.nan
        for row in rows[visits[rows] == roots][::-1]:
            if not np.isnan(later):
                found[row] = (1 - trace) * values[row] + trace * later
            later = found[row]
    return found


def played(files: list[Path]) -> list[str]:
    """Return the commands that played the games of files."""
    counts = Counter(file.stem.rsplit("-", 1)[0] for file in files)
    return [
        f"{COMMAND} play --games {CHUNK * count} --seed {name.split('-')[1]}"
        f" --by {name.split('-')[0]}"
        for name, count in counts.items()
    ]


def fit(chosen: argparse.Namespace) -> None:
    """Fit a net to all files of the folder, and write it."""
    files = sorted(chosen.folder.glob("*.npz"))
    stored = [dict(np.load(file)) for file in files]
    for each in stored:
        given = each["values"], each["visits"], each["games"]
        each["values"] = traced(*given, chosen.visits, chosen.trace)
    columns = ("positions", "values", "visits", "games")
    positions, values, visits, games = (
        np.concatenate([each[name] for each in stored]) for name in columns
    )
    values = np.where(positions[:, 0] == 0, values, -values).astype(np.float32)
    weights = np.where(visits == PROVED, SURE, visits / (visits + DOUBT)).astype(np.float32)
    kept = np.flatnonzero(games % TESTED == 0)
    order = np.flatnonzero(games % TESTED)
    rng, begun = np.random.default_rng(chosen.seed), process_time()
    learned, bench, curve = new_net(chosen.seed), new_bench(), []
    found = np.empty(len(kept))

    def share(by: int) -> float:
        predict(positions[kept], by, learned, bench, found)
        return round(explained(found, values[kept], weights[kept]), 4)

    linear = share(0)
    print(f"{len(order)} positions, the linear estimate explains {linear}", flush=True)
    for epoch in range(chosen.epochs):
        rates = (RATE * (1 - epoch / chosen.epochs), RATE * (1 - (epoch + 1) / chosen.epochs))
        rng.shuffle(order)
        symmetries = rng.integers(0, len(SYMMETRIES), len(order))
        learn(positions, values, weights, order, symmetries, rates, learned, bench)
        curve.append(share(1))
        print(f"epoch {epoch + 1}: {curve[-1]}, {process_time() - begun:.0f} CPU s", flush=True)
    net.DATA.parent.mkdir(exist_ok=True)
    rows, out = (
        whole(learned.rows, net.ONE, np.int8),
        whole(learned.out, net.OUT_ONE, np.int32),
    )
    np.savez_compressed(net.DATA, rows=rows, out=out)
    figures = {
        "play": "`, `".join(played(files)),
        "command": f"{COMMAND} fit --epochs {chosen.epochs} --seed {chosen.seed} "
        f"--trace {chosen.trace:g}",
        "files": [file.stem for file in files],
        "games": sum(len(np.unique(each["games"])) for each in stored),
        "positions": len(positions),
        "CPU seconds": {
            "games": round(sum(float(each["spent"]) for each in stored)),
            "fit": round(process_time() - begun),
        },
        "explained": {"linear": linear, "net": curve},
    }
    machine.write(NAME, figures)


def main() -> None:
    """Read the command line; play or fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--visits", type=int, default=VISITS)
    parser.add_argument("--by", choices=SEARCHES, default="linear")
    parser.add_argument("--trace", type=float, default=TRACE)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    chosen = parser.parse_args()
    play(chosen) if chosen.what == "play" else fit(chosen)


if __name__ == "__main__":
    main()
