"""Making what a search says true: chances that come true as often as they say.

A search values positions on a scale of its own: who moved last looks good, and a lead late in the
game is worth more than the same lead early. Games between strong agents tell how often such a
position is won. A small model, fitted to them, turns a few *features* of a position (what the
search says, how far the game is) into a chance or an expected score:

- ``"logit"``: logistic regression, after Platt (1999), *Probabilistic outputs for support vector
  machines*;
- ``"identity"``: linear regression.

``python -m benchmarks.studies.calibration GAME FILE --fit`` writes the weights beside a game's
engine, in ``calibration.json``. A test uses no game that the model it tests was fitted to.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CALIBRATION_FILE = "calibration.json"
MAX_LOG_ODDS = 30.0
"""The largest log-odds that are told from certainty."""


@dataclass(frozen=True)
class Calibration:
    """A fitted model of what comes of positions.

    There is a weight for each feature. The first feature stands for the right to move: 1, or what
    is open. The link is ``"logit"`` for a chance, ``"identity"`` for a score. The spread is half of
    the interval that holds, 95 times in 100, what the search says one move later.

    Examples
    --------
    >>> Calibration((0.0, 2.0)).of((1.0, 0.0)), Calibration((1.0, 0.5), "identity").of((1.0, 4.0))
    (0.5, 3.0)
    """

    weights: tuple[float, ...]
    link: str = "logit"
    spread: float = 0.0

    def of(self, features: Sequence[float]) -> float:
        """Return the chance, or the score, for features of a position."""
        total = sum(w * x for w, x in zip(self.weights, features, strict=True))
        if self.link == "identity":
            return total
        return 1 / (1 + exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, total))))


@cache
def calibrations_of(package: str) -> dict[str, Calibration]:
    """Return the models that were written for a game's engine, by name."""
    text = files(package).joinpath(CALIBRATION_FILE).read_text(encoding="utf-8")
    return {
        name: Calibration(tuple(kept["weights"]), kept["link"], kept["spread"])
        for name, kept in json.loads(text)["models"].items()
    }
