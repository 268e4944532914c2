"""How true the values of analyses are: what they say, beside what came of the positions.

``python -m benchmarks.studies.calibration GAME [--games N] [--fit]``. Strong agents play games of
`GAME` with themselves, each from some random moves. Now and then a position is analysed, and so is
the one after its best move; both analyses do the same work. In the end it is known who won. In
Polygon it is proved who wins, by an analysis a hundred times as long; what that leaves open does
not count. With ``--fit`` all games fit the model of the game's engine (``calibration.json``). The
test is by cross validation: each half of the games is judged by a model that was fitted to the
other half. ``--rows FILE`` keeps the positions, to read them again instead of playing.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from importlib import import_module, resources
from itertools import islice
from math import exp, inf
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

import polygames as pg
from benchmarks.lib import machine
from polygames.search import deepen
from polygames.search.calibration import Calibration, calibrations_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from polygames.search import Analysis

    Floats = NDArray[np.float64]

STEEPEST = 10.0
"""The largest constant of a model."""
Z95 = 1.959964
RIDGE = 0.02
"""Keeps weights small that the games say nothing of."""
TENTHS = 10
PAIRED = 0.3
"""For which share of the positions the one after the best move is analysed, too."""
FOLDS = 2
"""The games are tested in so many parts, each by a model fitted to the others."""
ENOUGH = 6
"""After how many positions a game is broken off whose end is not needed."""
MOST = 8
"""How many positions of a game count at most: long games are no better than short ones."""


def from_mean(raw: float) -> float:
    """Return the chance that a mean result says."""
    return (1 + raw) / 2


def from_lead(raw: float) -> float:
    """Return the chance of a lead in Split, as its `mcts` sees it."""
    return from_odds(raw / 12)


def from_odds(raw: float) -> float:
    """Return the chance of log-odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, raw))))


def from_sign(raw: float) -> float:
    """Return who wins, as a lead says it."""
    return 0.5 + 0.5 * ((raw > 0) - (raw < 0))


@dataclass(frozen=True)
class Subject:
    """How the positions of a game are gathered."""

    agent: str
    """The name of the agent that plays."""
    options: dict[str, Any]
    answers: int
    """Which answer of `deepen` is looked at."""
    opening: int
    """How many random moves begin a game."""
    every: int
    """About how many plies lie between two positions."""
    raw_chance: Callable[[float], float] = from_mean
    new: Callable[[int], dict[str, Any]] = field(default=lambda _: {})
    """The options of a game by its number."""
    proved_by: int = 0
    """If not 0: what came of a position is what the analysis has proved of it by that answer."""


SUBJECTS = {
    "split": Subject("minimax", {"seconds": None, "nodes": 3000}, 3, 3, 10, from_lead),
    "splinter": Subject("mcts", {"seconds": None, "visits": 250}, 1, 6, 12),
    "polygon": Subject(
        "mobility",
        {},
        *(1, 4, 4, from_odds),
        new=lambda number: {"n": (8, 10, 11)[number // 2 % 3]},
        proved_by=12,
    ),
    "territory": Subject(
        "minimax",
        {"seconds": None, "depth": 8},
        *(3, 2, 3, from_sign),
        new=lambda number: {
            "size": 10,
            "seed": number,
            "penalty": 0.5,
            "balanced": number // 2 % 2 == 1,
        },
    ),
    "splitter": Subject("potential", {}, 2, 2, 4, new=lambda n: {"pad": "AB"[n // 2 % 2]}),
}

Row = dict[str, Any]


# --- Gathering ----------------------------------------------------------------------------------


def gather(game: str, numbers: Sequence[int]) -> Iterator[Row]:
    """Yield the positions of games, with what was said of each and what came of it."""
    subject = SUBJECTS[game]
    for number in numbers:
        rows = list(_one_game(game, subject, number))
        print(f"{game} {number}: {len(rows)} positions", flush=True)
        yield from rows


def _one_game(game: str, subject: Subject, number: int) -> Iterator[Row]:
    rng, state, rows = Random(number), pg.new(game, **subject.new(number)), []
    players = [pg.agent(subject.agent, game=game, **subject.options) for _ in range(state.seats)]
    wait = rng.randrange(subject.every)
    most = ENOUGH if subject.proved_by else inf
    while state.outcome is None and len(rows) < most:
        if state.turn == pg.CHANCE or state.ply < subject.opening:
            state = state.play(state.legal_moves.sample(rng))
            continue
        if wait == 0:
            row = _row(game, subject, state, twice=rng.random() < PAIRED)
            winner = _proved_winner(state, subject) if row["features"] else None
            if winner is not None or not subject.proved_by:
                rows.append(row | {"game": number, "seat": state.turn, "winner": winner})
            wait = rng.randrange(1, 2 * subject.every)
        wait -= 1
        state = state.play(players[state.turn].choose(state, rng))
    for row in rows:
        if row["features"] is not None:
            yield row | _result(state, row.pop("winner"), row.pop("seat"))


def _proved_winner(state: pg.State[Any], subject: Subject) -> int | None:
    """Return who wins, if that is what a subject asks for and it is proved."""
    for found in islice(deepen(state), subject.proved_by):
        if found.moves[0].proved:
            return state.turn if found.moves[0].value > 0 else 1 - state.turn
    return None


def _result(state: pg.State[Any], winner: int | None, seat: int) -> Row:
    winners = state.outcome.winners if state.outcome and winner is None else {winner}
    others = [state.scores[other] for other in range(state.seats) if other != seat]
    return {"won": (seat in winners) / len(winners), "score": state.scores[seat] - sum(others)}


def _row(game: str, subject: Subject, state: pg.State[Any], *, twice: bool) -> Row:
    """Return what is said of a position, and of the one after its best move."""
    here = _known(game, subject, state)
    after = state.play(here["best"])
    said = None
    if twice and after.outcome is None and after.turn != pg.CHANCE:
        said = _known(game, subject, after) | {"sign": 1 if after.turn == state.turn else -1}
        del said["best"]
    del here["best"]
    return here | {"ply": state.ply, "after": said}


def _known(game: str, subject: Subject, state: pg.State[Any]) -> Row:
    found: Analysis = list(islice(deepen(state, seed=state.ply), subject.answers))[-1]
    best = found.moves[0]
    features = None
    if not best.proved:
        features = import_module(f"polygames.games.{game}.analysis").features(state, best.raw)
    return {"best": best.move, "features": features, "raw": best.raw, "value": best.value}


def thinned(rows: Sequence[Row]) -> list[Row]:
    """Return at most `MOST` positions of each game, drawn by chance."""
    games: dict[int, list[Row]] = {}
    for row in rows:
        games.setdefault(row["game"], []).append(row)
    chosen = (Random(game).sample(some, min(MOST, len(some))) for game, some in games.items())
    return [row for some in chosen for row in some]


# --- Fitting ------------------------------------------------------------------------------------


def fitted(rows: Sequence[Row], target: str, *, fair: bool, steady: bool = False) -> Calibration:
    """Return the model that fits rows best: for ``"won"`` a chance, for ``"score"`` a score.

    In a fair game it is the same for both seats, so the constant is not fitted to results but to
    the analyses themselves: the value must not change in the mean with the best move. It corrects
    that a search flatters the one to move, or the one who moved last. If it does not (`steady`),
    the constant is 0.
    """
    link = "identity" if target == "score" else "logit"
    x = np.array([row["features"] for row in rows])
    y = np.array([row[target] for row in rows])
    if link == "identity" and not fair:  # the search says points already: it may be off by some
        return Calibration((float(np.mean(y - x[:, 1])), 1.0), link)
    if not fair:
        return _with_spread(Calibration(_regressed(x, y, link), link), rows)
    constant = 0.0
    for _ in range(5):
        weights = (constant, *_rising(x[:, 1:], y, link, constant))
        constant = 0.0 if steady else _steadied(Calibration(weights, link), rows)
    return _with_spread(Calibration((constant, *weights[1:]), link), rows)


def _rising(x: Floats, y: Floats, link: str, constant: float) -> tuple[float, ...]:
    """Return the weights that fit best, none of them negative: what is better stays so."""
    used = list(range(x.shape[1]))
    weights = _regressed(x, y, link, constant)
    while min(weights) < 0 < len(used):
        used = [column for column, weight in zip(used, weights, strict=True) if weight > 0]
        weights = _regressed(x[:, used], y, link, constant)
    found = dict(zip(used, weights, strict=True))
    return tuple(found.get(column, 0.0) for column in range(x.shape[1]))


def _regressed(x: Floats, y: Floats, link: str, constant: float = 0.0) -> tuple[float, ...]:
    """Return the weights that fit best beside a given constant."""
    ridge = RIDGE * np.diag((x**2).mean(axis=0))
    if link == "identity":
        return tuple(map(float, np.linalg.solve(x.T @ x + ridge, x.T @ (y - constant))))
    weights = np.zeros(x.shape[1])
    for _ in range(50):  # Newton's method
        p = 1 / (1 + np.exp(-np.clip(x @ weights + constant, -30, 30)))
        slope = x.T @ (y - p) - ridge @ weights
        bend = (x * (p * (1 - p))[:, None]).T @ x + ridge
        weights = weights + np.linalg.solve(bend, slope)
    return tuple(map(float, weights))


def _steadied(model: Calibration, rows: Sequence[Row]) -> float:
    """Return the constant with which the value does not change in the mean with the best move."""
    low, high = -STEEPEST, STEEPEST
    for _ in range(60):
        middle = (low + high) / 2
        now = Calibration((middle, *model.weights[1:]), model.link)
        if np.mean(drifts(now, rows) or [0.0]) > 0:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def _with_spread(model: Calibration, rows: Sequence[Row]) -> Calibration:
    """Return a model with the interval that holds what is said one move later."""
    spread = float(np.quantile(np.abs(drifts(model, rows) or [0.0]), 0.95))
    return Calibration(model.weights, model.link, spread)


def drifts(model: Calibration, rows: Sequence[Row]) -> list[float]:
    """Return by how much the value differs before and after the best move, for one seat."""
    found = []
    for row in rows:
        after = row["after"]
        if after and after["features"] is not None:
            later = model.of(after["features"])
            if after["sign"] < 0:
                later = 1 - later if model.link == "logit" else -later
            found.append(model.of(row["features"]) - later)
    return found


# --- Testing ------------------------------------------------------------------------------------


def curve(said: Sequence[float], came: Sequence[float], games: Sequence[int]) -> list[Row]:
    """Return, for every tenth of the scale, what was said beside what came of it.

    The interval is that of the share, with positions of one game counted as belonging together.
    """
    rows = []
    for tenth in range(TENTHS):
        inside = [i for i, p in enumerate(said) if min(TENTHS - 1, int(p * TENTHS)) == tenth]
        if inside:
            y = np.array([came[i] for i in inside])
            among = np.array([games[i] for i in inside])
            share = float(y.mean())
            errors = [float((y[among == game] - share).sum()) for game in set(among.tolist())]
            half = Z95 * sum(error**2 for error in errors) ** 0.5 / len(y)
            rows.append(
                {
                    "from": tenth / TENTHS,
                    "positions": len(inside),
                    "games": len(errors),
                    "said": float(np.mean([said[i] for i in inside])),
                    "came": share,
                    "half interval": half,
                }
            )
    return rows


def brier(said: Sequence[float], came: Sequence[float]) -> float:
    """Return the mean squared error of chances (Brier 1950)."""
    return float(np.mean((np.array(said) - np.array(came)) ** 2))


def tested(game: str, rows: Sequence[Row]) -> Row:
    """Return how true what is said of rows turned out, by models fitted to other games."""
    parts = [[row for row in rows if row["game"] % FOLDS == part] for part in range(FOLDS)]
    figures: Row = {"positions": len(rows), "games": len({row["game"] for row in rows})}
    for name, target in TARGETS.get(game, {"chance": "won"}).items():
        said: list[float] = []
        changes: list[tuple[float, float, float]] = []
        for part in parts:
            others = [row for other in parts if other is not part for row in other]
            model = fitted(others, target, fair=game in FAIR, steady=game in STEADY)
            said += [model.of(row["features"]) for row in part]
            changes += _changes(model, part)
        among = [row for part in parts for row in part]
        came, games = [row[target] for row in among], [row["game"] for row in among]
        raw = [row["raw"] for row in among]
        if target == "won":
            found = _told_of_chances(said, [SUBJECTS[game].raw_chance(r) for r in raw], came, games)
        else:
            found = {
                "curve": tenths_of(said, came, games),
                "mean squared error": brier(said, came),
                "mean squared error of the raw search": brier(raw, came),
            }
        figures[name] = found | _steadiness(changes)
    return figures


def _told_of_chances(
    said: list[float], raw: list[float], came: list[float], games: list[int]
) -> Row:
    return {
        "curve": curve(said, came, games),
        "raw curve": curve(raw, came, games),
        "Brier score": brier(said, came),
        "Brier score of the raw search": brier(raw, came),
        "Brier score of the mean": brier([float(np.mean(came))] * len(came), came),
    }


def tenths_of(said: list[float], came: list[float], games: list[int]) -> list[Row]:
    """Return the curve of scores, whose tenths hold as many positions each."""
    order = np.argsort(said)
    rows = []
    for part in np.array_split(order, TENTHS):
        y, among = np.array(came)[part], np.array(games)[part]
        mean = float(y.mean())
        errors = [float((y[among == game] - mean).sum()) for game in set(among.tolist())]
        half = Z95 * sum(error**2 for error in errors) ** 0.5 / len(y)
        rows.append(
            {
                "positions": len(y),
                "said": float(np.array(said)[part].mean()),
                "came": mean,
                "half interval": half,
            }
        )
    return rows


def _changes(model: Calibration, rows: Sequence[Row]) -> list[tuple[float, float, float]]:
    """Return values before the best move, their changes, and the interval, around an even game."""
    paired = [row for row in rows if row["after"] and row["after"]["features"] is not None]
    even = 0.5 if model.link == "logit" else 0.0
    before = [model.of(row["features"]) - even for row in paired]
    return [
        (value, change, model.spread)
        for value, change in zip(before, drifts(model, paired), strict=True)
    ]


def _steadiness(changes: list[tuple[float, float, float]]) -> Row:
    """Return how well the values before and after the best move agree."""
    if not changes:
        return {"pairs": 0}
    at, found, spread = np.array(changes).T
    same, clear = np.sign(at) == np.sign(at - found), np.abs(at) > spread
    return {
        "pairs": len(changes),
        "mean change after the best move": float(found.mean()),
        "within the interval": float((np.abs(found) <= spread).mean()),
        "same sign": float(same.mean()),
        "same sign where the interval leaves no doubt": float(same[clear].mean())
        if clear.any()
        else None,
    }


# --- The command --------------------------------------------------------------------------------

FAIR = ("split", "splinter", "territory")
"""Games whose positions are worth to one seat what they cost the other; see `fitted`."""
STEADY = ("splinter", "territory")
"""Those whose features leave nothing of that."""
TARGETS = {
    "split": {"chance": "won", "value": "score"},
    "splitter": {"value": "score"},
}


def fit(game: str, rows: Sequence[Row], command: str) -> None:
    """Write the models of a game beside its engine."""
    targets = TARGETS.get(game, {"chance": "won"})
    kind = {"fair": game in FAIR, "steady": game in STEADY}
    models = {name: fitted(rows, target, **kind) for name, target in targets.items()}
    kept = {
        name: {"weights": model.weights, "link": model.link, "spread": model.spread}
        for name, model in models.items()
    }
    text = json.dumps({"command": command, "positions": len(rows), "models": kept}, indent=1)
    package = f"polygames.games.{game}.engine"
    path = Path(str(resources.files(package).joinpath("calibration.json")))
    path.write_text(text + "\n", encoding="utf-8")
    calibrations_of.cache_clear()


def main() -> None:
    """Gather positions, fit the model if asked to, test it, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(SUBJECTS))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--rows", type=Path, nargs="*")
    given = parser.parse_args()
    kept = [path for path in given.rows or [] if path.exists()]
    if kept:
        rows = [json.loads(line) for path in kept for line in path.read_text().splitlines()]
    else:
        rows = []
        for row in gather(given.game, range(given.first, given.first + given.games)):
            rows.append(row)
            for path in given.rows or []:
                with path.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    rows = thinned(rows)
    command = f"python -m benchmarks.studies.calibration {given.game} --games {given.games}"
    if given.fit:
        fit(given.game, rows, f"{command} --fit")
    figures = tested(given.game, rows)
    print(json.dumps(figures, indent=1))
    machine.write(f"{given.game}_calibration", {"command": f"{command} --fit"} | figures)


if __name__ == "__main__":
    main()
