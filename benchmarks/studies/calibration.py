"""The calibration of analyses: their values, compared with the results of the games.

``python -m benchmarks.studies.calibration GAME FILE [--games N] [--minutes M] [--fit]``. Strong
agents play games of `GAME` against themselves, each from some random moves. Some positions are
analysed, together with the position after the best move, both with the same small amount of work.
The results of the games show the winners. In Polygon, a longer analysis proves the winner, and
positions without a proof do not count. `FILE` stores the games, one per line, and the next run
continues it.

Each fifth of the games tests a model that is fitted to the other four (cross-validation). With
``--fit``, the model of all games is written beside the game's engine (``calibration.json``), and
the figures are written to the results.
"""

from __future__ import annotations

import argparse
import json
from importlib import resources
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from benchmarks.lib import machine
from benchmarks.lib.calibration.curves import evaluate_models
from benchmarks.lib.calibration.games import play_missing_games, rows_of
from benchmarks.lib.calibration.models import fit_model
from benchmarks.lib.calibration.subjects import (
    FAIR_GAMES,
    GAME_SUBJECTS,
    GAME_TARGETS,
    STEADY_GAMES,
)
from polygames.search.analysis.calibration import load_calibrations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.lib.calibration.games import Row
    from polygames.search.analysis.calibration import Calibration

FOLD_COUNT = 5


def split_folds(rows: Sequence[Row]) -> Iterator[tuple[list[Row], list[Row]]]:
    """Yield each fifth of the games, and the other four."""
    for fifth in range(FOLD_COUNT):
        own = [row for row in rows if row["game"] % FOLD_COUNT == fifth]
        yield own, [row for row in rows if row["game"] % FOLD_COUNT != fifth]


def models_of(game: str, rows: Sequence[Row]) -> dict[str, Calibration]:
    """Return the models of a game, by the quantity that they predict."""
    kind = {"fair": game in FAIR_GAMES, "steady": game in STEADY_GAMES}
    targets = GAME_TARGETS.get(game, {"chance": "won"})
    return {name: fit_model(rows, target, **kind) for name, target in targets.items()}


def write(game: str, models: dict[str, Calibration], rows: Sequence[Row], command: str) -> None:
    """Write the models of a game beside its engine."""
    entries = {
        name: {"weights": model.weights, "link": model.link, "spread": model.spread}
        for name, model in models.items()
    }
    text = json.dumps({"command": command, "positions": len(rows), "models": entries}, indent=1)
    package = f"polygames.games.{game}.engine"
    path = Path(str(resources.files(package).joinpath("calibration.json")))
    path.write_text(text + "\n", encoding="utf-8")
    load_calibrations.cache_clear()


def main() -> None:
    """Play games, test the models by cross-validation, and save the model of all games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAME_SUBJECTS))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1e9, help="start no game after this time")
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    end = monotonic() + 60 * given.minutes
    play_missing_games(given.game, range(given.games), given.file, until=lambda: monotonic() > end)
    rows = list(rows_of(given.game, given.file))
    count = len(given.file.read_text(encoding="utf-8").splitlines())
    command = f"python -m benchmarks.studies.calibration {given.game} FILE --games {count} --fit"
    parts = [(own, models_of(given.game, others)) for own, others in split_folds(rows)]
    figures = {
        "command": command,
        "positions": len(rows),
        "games": len({row["game"] for row in rows}),
        "what": "moves" if GAME_SUBJECTS[given.game].proved_by else "positions",
        "how": GAME_SUBJECTS[given.game].how,
    }
    for name, target in GAME_TARGETS.get(given.game, {"chance": "won"}).items():
        tests = [(own, models[name]) for own, models in parts]
        figures[name] = evaluate_models(given.game, tests, target)
    print(json.dumps(figures, indent=1))
    if given.fit:
        write(given.game, models_of(given.game, rows), rows, command)
        machine.write(f"{given.game}_calibration", figures)


if __name__ == "__main__":
    main()
