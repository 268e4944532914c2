"""What a small net of leaf values could know of Split that its evaluation does not.

    python -m benchmarks.studies.split_values play --folder F [--games N] [--seed S]
    python -m benchmarks.studies.split_values fit --folder F [--epochs E]

*play* plays games of `minimax` against itself, which judges `NODES` candidates a move and slips now
and then, and keeps what stands before each line: the open areas, and who won. A file has three
arrays: ``areas``, for each position the numbers of `AREA` of its open areas, for the seat to move;
``counts``, how many there are; and ``about``, the numbers of `ABOUT`. *fit* says for positions of
games that were kept apart, one in `TESTED`, which share of the variance of the result is explained:
by the score, by the static evaluation, by the search, by these with how far the game has come, and
by a net that adds to this what each area is worth, by `HIDDEN` units. It also measures what a look
at an area costs. Figures are in ``benchmarks/results/split_values.json``.
"""

from __future__ import annotations

import argparse
from math import hypot
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import polygames as pg
from benchmarks.lib import machine
from polygames.arena.openings import random_opening
from polygames.games.split.engine.cuts import (
    AREAS,
    BLUE_INK,
    COUNT,
    NEUTRAL,
    NOBODY,
    OWNER,
    RED,
    RED_INK,
    SIZE,
    TURN,
    VALUE,
    X,
    Y,
    edge,
    edge_ink,
)
from polygames.games.split.engine.deepening import DeepeningSearch
from polygames.games.split.engine.evaluation import WEIGHTS, area_features, best_gains
from polygames.games.split.engine.kernel import encode, is_small
from polygames.runtime.clock import Clock
from polygames.runtime.compiling import Array, compiled
from polygames.runtime.progress import progress

NAME = "split_values"
COMMAND = "python -m benchmarks.studies.split_values"
WIDTHS, NODES, DEEPEST = (60, 16, 10, 8), 2500, 3
OPENINGS = (2, 3, 4, 6)
"""Random moves that a game begins with, one of these."""
SLIPS = 0.06
LAST = 40
"""Positions before so many plies are kept."""
ROOM = 24
"""Open areas of a position that are kept, at most."""
TESTED = 4
LOST = 100.0
"""A value beyond it is a proof: there is nothing to learn."""
HIDDEN, RATE, DECAY, LEAK = 32, 0.02, 1e-3, 0.02
REPEATS = 7
"""How often a price is taken; the least counts."""
LONGER = 5
"""The net is learned a second time with so many times the passes."""
STAGES = ((2, 8), (8, 14), (14, 20), (20, 40), (2, 40))

AREA = (
    *("value", "is small", "base", "temperature", "own gain", "other gain", "edges", "own edges"),
    *("other edges", "own border", "other border", "longest own", "longest other", "roundness"),
)
ABOUT = ("game", "ply", "lead", "static", "search", "own score", "result")


# --- Games ---------------------------------------------------------------------------------------


@compiled
def write_area(a: Array, k: int, out: Array) -> None:
    """Write the numbers of an open area, for the seat to move."""
    sign = 1.0 if int(a[0, RED]) == int(a[0, TURN]) else -1.0
    own = RED_INK if sign > 0 else BLUE_INK
    size, border = int(a[AREAS + k, SIZE]), 0.0
    base, temperature = area_features(a, k, WEIGHTS)
    red, blue, _ = best_gains(a, k)
    out[:] = 0
    out[0], out[1], out[2], out[3] = a[AREAS + k, VALUE], is_small(a, k), sign * base, temperature
    out[4], out[5], out[6] = red if sign > 0 else blue, blue if sign > 0 else red, size
    for i in range(size):
        j = (i + 1) % size
        along = edge(a, k, i, X) - edge(a, k, j, X), edge(a, k, i, Y) - edge(a, k, j, Y)
        length, ink = hypot(along[0], along[1]), edge_ink(a, k, i)
        border += length
        if ink != NEUTRAL:
            side = 0 if ink == own else 1
            out[7 + side] += 1
            out[9 + side] += length
            out[11 + side] = max(out[11 + side], length)
    out[9:13] /= border
    out[13] = border * border / out[0]


@compiled
def write_areas(a: Array, out: Array) -> int:
    """Write the numbers of the open areas, and count them."""
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NOBODY and n < len(out):
            write_area(a, k, out[n])
            n += 1
    return n


def game(number: int, seed: str) -> tuple[list[Array], list[list[float]]]:
    """Play a game; return the areas of its positions, and the numbers of `ABOUT`."""
    rng = Random(f"{seed} {number}")
    state = random_opening(pg.new("split", preset="2026"), rng.choice(OPENINGS), rng)
    areas, about, seats = list[Array](), list[list[float]](), list[int]()
    while state.outcome is None:
        search = DeepeningSearch(state, Clock(None), WIDTHS, NODES, rng)
        static = search.value_of_best
        for _ in search.deepen(DEEPEST):
            pass
        if state.phase == "line" and state.ply < LAST and state.seat_colors is not None:
            out = np.zeros((ROOM, len(AREA)))
            areas.append(out[: write_areas(search.array, out)])
            own, other = state.scores[state.turn], state.scores[1 - state.turn]
            about.append([number, state.ply, own - other, static, search.value_of_best, own, 0.0])
            seats.append(state.turn)
        slips = rng.random() <= SLIPS
        state = state.play(state.legal_moves.sample(rng) if slips else search.best)
    winners = state.outcome.winners
    for row, seat in zip(about, seats, strict=True):
        row[-1] = 0.0 if len(winners) != 1 else 1.0 if seat in winners else -1.0
    return areas, about


def play(chosen: argparse.Namespace) -> None:
    """Play games, and keep them in a file."""
    begun = process_time()
    played = [game(n, chosen.seed) for n in progress(range(chosen.games), "games")]
    areas = [each for of_game, _ in played for each in of_game]
    padded = np.zeros((len(areas), ROOM, len(AREA)), np.float32)
    for row, each in zip(padded, areas, strict=True):
        row[: len(each)] = each
    chosen.folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        chosen.folder / f"{chosen.seed}.npz",
        areas=padded,
        counts=np.array([len(each) for each in areas]),
        about=np.array([row for _, rows in played for row in rows]),
        spent=process_time() - begun,
    )


# --- The fit -------------------------------------------------------------------------------------


class Net(NamedTuple):
    """The weights: of an area's numbers, the units, the numbers of a position; and their sums."""

    rows: Array
    shift: Array
    out: Array
    plain: Array
    squares: Array
    """Of the squared slopes, in the order of the others."""


def new_net(plain: int, seed: int = 1) -> Net:
    """Return weights by chance: at first the net is as good as nothing."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(len(AREA), HIDDEN)) * 0.3
    out = rng.normal(size=HIDDEN) * 0.02
    number = HIDDEN * (len(AREA) + 2) + plain
    return Net(rows, np.zeros(HIDDEN), out, np.zeros(plain), np.full(number, 1e-3))


@compiled
def look(areas: Array, count: int, numbers: Array, net: Net, units: Array) -> float:
    """Return the value of a position for the seat to move, and write the units of each area."""
    total = 0.0
    for i in range(len(numbers)):
        total += numbers[i] * net.plain[i]
    for area in range(count):
        total += worth(areas[area], net, units[area])
    return float(np.tanh(total))


@compiled
def worth(area: Array, net: Net, units: Array) -> float:
    """Return what an area is worth, and write its units."""
    for unit in range(HIDDEN):
        units[unit] = net.shift[unit]
    for i in range(len(area)):
        for unit in range(HIDDEN):
            units[unit] += area[i] * net.rows[i, unit]
    total = 0.0
    for unit in range(HIDDEN):
        units[unit] = max(0.0, units[unit])
        total += net.out[unit] * units[unit]
    return total


@compiled
def moved(weight: float, slope: float, place: int, rate: float, squares: Array) -> float:
    """Return a weight after a step (AdaGrad); it is drawn to 0 a little."""
    slope += DECAY * weight
    squares[place] += slope * slope
    return weight - rate * slope / np.sqrt(squares[place])


@compiled
def learn(
    areas: Array, counts: Array, numbers: Array, results: Array, order: Array, rate: float, net: Net
) -> None:
    """Learn from each position once."""
    units = np.zeros((ROOM, HIDDEN))
    for k in order:
        value = look(areas[k], counts[k], numbers[k], net, units)
        slope = (value - results[k]) * (1 - value * value + LEAK)
        place = 0
        for i in range(len(net.plain)):
            net.plain[i] = moved(net.plain[i], slope * numbers[k, i], place, rate, net.squares)
            place += 1
        for unit in range(HIDDEN):
            own, back, shift = 0.0, slope * net.out[unit], 0.0
            for area in range(counts[k]):
                own += slope * units[area, unit]
                shift += back * (units[area, unit] > 0)
            net.out[unit] = moved(net.out[unit], own, place, rate, net.squares)
            net.shift[unit] = moved(net.shift[unit], shift, place + 1, rate, net.squares)
            place += 2
            for i in range(len(net.rows)):
                pull = 0.0
                for area in range(counts[k]):
                    pull += back * areas[k, area, i] * (units[area, unit] > 0)
                net.rows[i, unit] = moved(net.rows[i, unit], pull, place, rate, net.squares)
                place += 1


@compiled
def judge(areas: Array, counts: Array, numbers: Array, net: Net, out: Array) -> None:
    """Write the values of positions."""
    units = np.zeros((ROOM, HIDDEN))
    for k in range(len(out)):
        out[k] = look(areas[k], counts[k], numbers[k], net, units)


class Data(NamedTuple):
    """Positions of all files; areas and numbers in standard units."""

    areas: Array
    counts: Array
    about: dict[str, Array]
    is_tested: Array


def loaded(folder: Path) -> Data:
    """Read all files of a folder; what is proved is left out."""
    stored = [dict(np.load(file)) for file in sorted(folder.glob("*.npz"))]
    for number, each in enumerate(stored):
        each["about"][:, 0] += 100_000 * number
    areas, counts, rows = (
        np.concatenate([each[name] for each in stored]) for name in ("areas", "counts", "about")
    )
    about = dict(zip(ABOUT, rows.T, strict=True))
    known = np.maximum(np.abs(about["static"]), np.abs(about["search"])) < LOST
    keep = known & (about["result"] != 0)
    areas, counts = areas[keep].astype(np.float64), counts[keep]
    about = {name: column[keep] for name, column in about.items()}
    is_there = np.arange(ROOM) < counts[:, None]
    real = areas[is_there]
    areas = (areas - real.mean(axis=0)) / (real.std(axis=0) + 1e-9) * is_there[..., None]
    return Data(areas, counts, about, about["game"] % TESTED == 0)


def standard(columns: list[Array]) -> Array:
    """Return columns in standard units, and one of ones."""
    return np.column_stack([*((c - c.mean()) / c.std() for c in columns), np.ones(len(columns[0]))])


def explained(data: Data, values: Array, rows: Array) -> float:
    """Return the share of the variance of the result that is explained."""
    results = data.about["result"][rows]
    return float(1 - np.mean((values[rows] - results) ** 2) / results.var())


def shares(data: Data, values: Array) -> dict[str, float]:
    """Return what is explained, by how far the games have come, and of what was learned from."""
    ply = data.about["ply"]
    found = {
        f"{low}-{high}": explained(data, values, data.is_tested & (low <= ply) & (ply < high))
        for low, high in STAGES
    }
    return found | {"learned from": explained(data, values, ~data.is_tested)}


def fitted(data: Data, numbers: Array, counts: Array, epochs: int) -> tuple[Array, Net]:
    """Fit a net to the positions that are not kept apart; return the values of all."""
    net, rng = new_net(numbers.shape[1]), np.random.default_rng(1)
    order, values = np.flatnonzero(~data.is_tested), np.empty(len(counts))
    for epoch in range(epochs):
        rng.shuffle(order)
        given = data.areas, counts, numbers, data.about["result"]
        learn(*given, order, RATE * (1 - epoch / epochs), net)
    judge(data.areas, counts, numbers, net, values)
    return values, net


def gain(data: Data, one: Array, other: Array) -> list[float]:
    """Return by how much more one explains than another, and the 95% interval by games."""
    rows = np.flatnonzero(data.is_tested)
    _, game = np.unique(data.about["game"][rows], return_inverse=True)
    results, number = data.about["result"][rows], int(game.max()) + 1
    errors = [(values[rows] - results) ** 2 for values in (one, other)]
    columns = (np.ones(len(rows)), results, results**2, errors[1] - errors[0])
    sums = np.stack([np.bincount(game, column, number) for column in columns])
    rng = np.random.default_rng(1)
    drawn = np.vstack([np.ones(number), rng.multinomial(number, np.full(number, 1 / number), 2000)])
    total, mean, square, better = sums @ drawn.T
    gains = better / total / (square / total - (mean / total) ** 2)
    return [float(gains[0]), *(float(bound) for bound in np.quantile(gains[1:], (0.025, 0.975)))]


@compiled
def evaluate_often(a: Array, k: int, times: int) -> float:
    """Look at an area by the evaluation."""
    total = 0.0
    for _ in range(times):
        base, temperature = area_features(a, k, WEIGHTS)
        total += base + temperature
    return total


@compiled
def ask_often(a: Array, k: int, times: int, net: Net) -> float:
    """Look at an area by the net, its numbers included."""
    numbers, units, total = np.zeros(len(AREA)), np.zeros(HIDDEN), 0.0
    for _ in range(times):
        write_area(a, k, numbers)
        total += worth(numbers, net, units)
    return total


def prices(net: Net) -> dict[str, float]:
    """Return CPU microseconds for a look at an area, and for a candidate of the search."""
    rng = Random("prices")
    state = random_opening(pg.new("split", preset="2026"), 9, rng)
    a, looks = encode(state), 20_000
    k = max(state.open_areas, key=lambda area: state.map.faces[area].area)
    search = DeepeningSearch(state, Clock(None), WIDTHS, 200_000, rng)
    cases: dict[str, tuple[Any, int]] = {
        "evaluation": (lambda: evaluate_often(a, k, looks), looks),
        "net": (lambda: ask_often(a, k, looks, net), looks),
        "candidate": (lambda: list(search.deepen(None)), 0),
    }
    evaluate_often(a, k, 1)
    ask_often(a, k, 1, net)
    search.warm_up()
    found = {}
    for name, (run, number) in cases.items():
        times = []
        for _ in range(REPEATS if number else 1):
            before, begun = int(search.work.nodes[0]), process_time()
            run()
            spent, seen = process_time() - begun, int(search.work.nodes[0]) - before
            times.append(1e6 * spent / (number or seen))
        found[name] = min(times)  # what else runs on the machine only makes it slower
    return found


def fit(chosen: argparse.Namespace) -> None:
    """Fit, compare and write."""
    data, begun = loaded(chosen.folder), process_time()
    about, counts = data.about, data.counts
    left = 100 - np.array(2 * about["own score"] - about["lead"])
    stage = [about["ply"], left, counts.astype(float)]
    cases = {
        "score": [about["lead"]],
        "static": [about["static"]],
        "search": [about["search"]],
        "static and stage": [about["static"], about["static"] * left, about["lead"], *stage],
        "search and stage": [about["search"], about["search"] * left, about["lead"], *stage],
    }
    none, values, rows = np.zeros_like(counts), {}, {}
    for name, columns in cases.items():
        values[name], _ = fitted(data, standard(columns), none, chosen.epochs)
    numbers = standard(cases["static and stage"])
    values["net, longer"], _ = fitted(data, numbers, counts, LONGER * chosen.epochs)
    values["net"], net = fitted(data, numbers, counts, chosen.epochs)
    for name, found in values.items():
        rows[name] = shares(data, found)
        print(name, {stage: round(share, 3) for stage, share in rows[name].items()}, flush=True)
    files = sorted(chosen.folder.glob("*.npz"))
    games = [len(np.unique(np.load(file)["about"][:, 0])) for file in files]
    figures = {
        "play": [
            f"{COMMAND} play --games {number} --seed {file.stem}"
            for file, number in zip(files, games, strict=True)
        ],
        "command": f"{COMMAND} fit --epochs {chosen.epochs}",
        "games": len(np.unique(about["game"])),
        "kept apart": len(np.unique(about["game"][data.is_tested])),
        "positions": len(counts),
        "explained": rows,
        "gain of the net": gain(data, values["net"], values["static and stage"]),
        "gain of the search": gain(data, values["search and stage"], values["static and stage"]),
        "microseconds": prices(net),
        "CPU seconds": round(process_time() - begun),
    }
    print({key: figures[key] for key in list(figures)[-4:]})
    machine.write(NAME, figures)


def main() -> None:
    """Read the command line; play or fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", default="a", help="a word; the name of the file, too")
    parser.add_argument("--epochs", type=int, default=8)
    chosen = parser.parse_args()
    play(chosen) if chosen.what == "play" else fit(chosen)


if __name__ == "__main__":
    main()
