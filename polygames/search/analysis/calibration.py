"""Calibration of search values: chances that match observed frequencies.

Raw search values are biased: the player who moved last looks better, and a lead late in the
game is worth more than the same lead early. Games between strong agents show how often such a
position is won. A small model, fitted to them, maps a few *features* of a position (the search
value, the stage of the game) to a chance or an expected score:

- ``"logit"``: logistic regression, after Platt (1999), *Probabilistic outputs for support vector
  machines*;
- ``"identity"``: linear regression.

``python -m benchmarks.studies.calibration GAME FILE --fit`` writes the weights beside a game's
engine, in ``calibration.json``. Models are tested only on games that they were not fitted to.
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
"""The largest log-odds; beyond it a chance counts as certain."""


@dataclass(frozen=True)
class Calibration:
    """A fitted model of the result or score of a position.

    There is a weight for each feature. The first feature is the bias for the right to move: 1, or
    the part of the game that is open. The link is ``"logit"`` for a chance, ``"identity"`` for a
    score. The spread is the half-width of the interval that contains, in 95% of cases, the value
    that the search finds one move later.

    Examples
    --------
    >>> Calibration((0.0, 2.0)).predict((1.0, 0.0))
    0.5
    >>> Calibration((1.0, 0.5), "identity").predict((1.0, 4.0))
    3.0
    """

    weights: tuple[float, ...]
    link: str = "logit"
    spread: float = 0.0

    def predict(self, features: Sequence[float]) -> float:
        """Return the predicted chance to win, or score, for the features of a position."""
        total = sum(w * x for w, x in zip(self.weights, features, strict=True))
        if self.link == "identity":
            return total
        return 1 / (1 + exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, total))))


@cache
def load_calibrations(package: str) -> dict[str, Calibration]:
    """Return the calibration models in a game's engine package, by name."""
    text = files(package).joinpath(CALIBRATION_FILE).read_text(encoding="utf-8")
    return {
        name: Calibration(tuple(kept["weights"]), kept["link"], kept["spread"])
        for name, kept in json.loads(text)["models"].items()
    }
