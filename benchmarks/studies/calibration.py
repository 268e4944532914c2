"""How true the values of analyses are: what they say, beside what came of the positions.

``python -m benchmarks.studies.calibration GAME FILE [--games N] [--minutes M] [--fit]``. Strong
agents play games of `GAME` with themselves, each from some random moves. Now and then a position is
analysed, and so is the one after its best move; both analyses do the same fixed and small work. In
the end it is known who won. In Polygon it is proved who wins, by an analysis that goes on; what
that leaves open does not count. `FILE` keeps the games, a line for each; it goes on where it ends.

The model that the game's engine has (``calibration.json``) is tested, and the figures are written
to the results. With ``--fit`` the model is fitted anew before, and written. Two games in five are
for fitting; the others test, and no game does both.
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


def engine_of(game: str) -> str:
    """Return the package of a game's engine."""
    return f"polygames.games.{game}.engine"


def write(game: str, models: dict[str, Calibration], rows: Sequence[Row], command: str) -> None:
    """Write the models of a game beside its engine."""
    kept = {
        name: {"weights": model.weights, "link": model.link, "spread": model.spread}
        for name, model in models.items()
    }
    text = json.dumps({"command": command, "positions": len(rows), "models": kept}, indent=1)
    path = Path(str(resources.files(engine_of(game)).joinpath("calibration.json")))
    path.write_text(text + "\n", encoding="utf-8")
    calibrations_of.cache_clear()


def main() -> None:
    """Play games, fit the model to some of them if asked to, test it with the others, write."""
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
    count = len(given.file.read_text(encoding="utf-8").splitlines())
    command = f"python -m benchmarks.studies.calibration {given.game} FILE --games {count}"
    command += " --fit" * given.fit
    name_of_figures = f"{given.game}_calibration"
    if given.fit:
        models = models_of(given.game, used)
        write(given.game, models, used, command)
        fitted_to = {"positions": len(used), "games": len({row["game"] for row in used})}
    else:
        models = dict(calibrations_of(engine_of(given.game)))
        fitted_to = machine.read(name_of_figures).get("fitted to")
    figures = {
        "command": command,
        "positions": len(held),
        "games": len({row["game"] for row in held}),
        "what": "moves" if SUBJECTS[given.game].proved_by else "positions",
        "how": SUBJECTS[given.game].how,
        "fitted to": fitted_to,
    }
    for name, target in TARGETS.get(given.game, {"chance": "won"}).items():
        figures[name] = tested(given.game, held, models[name], target)
    print(json.dumps(figures, indent=1))
    machine.write(name_of_figures, figures)


if __name__ == "__main__":
    main()
