"""How true the values of analyses are: what they say, beside what came of the positions.

``python -m benchmarks.studies.calibration GAME FILE [--games N] [--minutes M] [--fit]``. Strong
agents play games of `GAME` with themselves, each from some random moves. Now and then a position is
analysed, and so is the one after its best move; both analyses do the same fixed and small work. In
the end it is known who won. In Polygon it is proved who wins, by an analysis that goes on; what
that leaves open does not count. `FILE` keeps the games, a line for each; it goes on where it ends.

Two games in five fit the model; the others test it, and no game does both. With ``--fit`` that
model is written beside the game's engine (``calibration.json``), and the figures to the results.
"""

from __future__ import annotations

import argparse
import json
from importlib import resources
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from benchmarks.lib import machine
from benchmarks.lib.calibration.curves import tested
from benchmarks.lib.calibration.games import gather, rows_of
from benchmarks.lib.calibration.models import fitted
from benchmarks.lib.calibration.subjects import FAIR, STEADY, SUBJECTS, TARGETS
from polygames.search.calibration import calibrations_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.lib.calibration.games import Row
    from polygames.search.calibration import Calibration

FIFTHS, FITTING = 5, 2


def is_for_fitting(row: Row) -> bool:
    """Say whether the game of a row fits the model; the others test it."""
    return int(row["game"]) % FIFTHS < FITTING


def models_of(game: str, rows: Sequence[Row]) -> dict[str, Calibration]:
    """Return the models of a game, by what they tell."""
    kind = {"fair": game in FAIR, "steady": game in STEADY}
    targets = TARGETS.get(game, {"chance": "won"})
    return {name: fitted(rows, target, **kind) for name, target in targets.items()}


def write(game: str, models: dict[str, Calibration], rows: Sequence[Row], command: str) -> None:
    """Write the models of a game beside its engine."""
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
    """Play games, fit the model to some of them, test it with the others, write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(SUBJECTS))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no game after that")
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    end = monotonic() + 60 * given.minutes
    gather(given.game, range(given.games), given.file, until=lambda: monotonic() > end)
    rows = list(rows_of(given.game, given.file))
    used, held = ([row for row in rows if is_for_fitting(row) is part] for part in (True, False))
    count = 1 + max(int(row["game"]) for row in rows)
    command = f"python -m benchmarks.studies.calibration {given.game} FILE --games {count} --fit"
    models = models_of(given.game, used)
    figures = {
        "command": command,
        "positions": len(held),
        "games": len({row["game"] for row in held}),
        "what": "moves" if SUBJECTS[given.game].proved_by else "positions",
        "how": SUBJECTS[given.game].how,
        "fitted to": {"positions": len(used), "games": len({row["game"] for row in used})},
    }
    for name, target in TARGETS.get(given.game, {"chance": "won"}).items():
        figures[name] = tested(given.game, held, models[name], target)
    print(json.dumps(figures, indent=1))
    if given.fit:
        write(given.game, models, used, command)
        machine.write(f"{given.game}_calibration", figures)


if __name__ == "__main__":
    main()
