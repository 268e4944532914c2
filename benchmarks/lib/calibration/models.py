"""Models of the results of positions, fitted to games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from polygames.search.analysis.calibration import Calibration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from benchmarks.lib.calibration.games import Row

    Floats = NDArray[np.float64]

__all__ = ["fit_model", "value_changes"]

MAX_FIRST_WEIGHT = 10.0
"""The largest weight of the right to move."""
RIDGE_PENALTY = 0.02
"""The ridge penalty, which keeps weights small that the games do not determine."""


def fit_model(rows: Sequence[Row], target: str, *, fair: bool, steady: bool = False) -> Calibration:
    """Return the model that fits rows best: for ``"won"`` a chance, for ``"score"`` a score.

    A fair game has the same model for both seats. There the weight of the first feature, the right
    to move, is not fitted to the results but to the analyses: on average, the value must not change
    with the best move. This weight corrects a search that favours the player to move, or the player
    who has just moved. If the search favours neither (`steady`), the weight is 0.
    """
    link = "identity" if target == "score" else "logit"
    x = np.array([row["features"] for row in rows])
    y = np.array([row[target] for row in rows])
    if link == "identity" and not fair:  # the search estimates points, with a constant error
        return _with_spread(Calibration((float(np.mean(y - x[:, 1])), 1.0), link), rows)
    if not fair:
        return _with_spread(Calibration(_fit_nonnegative_after_first(x, y, link), link), rows)
    first = 0.0
    for _ in range(5):
        weights = (first, *_fit_nonnegative(x[:, 1:], y, link, first * x[:, 0]))
        first = 0.0 if steady else _fit_first_weight(Calibration(weights, link), rows)
    return _with_spread(Calibration((first, *weights[1:]), link), rows)


def _fit_nonnegative_after_first(x: Floats, y: Floats, link: str) -> tuple[float, ...]:
    """Return the best weights; only the first of them may be negative."""
    weights = _regress(x, y, link)
    if min(weights[1:], default=0.0) >= 0:
        return weights
    columns = [0, *(n for n in range(1, x.shape[1]) if weights[n] > 0)]
    found = dict(zip(columns, _regress(x[:, columns], y, link), strict=True))
    return tuple(found.get(column, 0.0) for column in range(x.shape[1]))


def _fit_nonnegative(x: Floats, y: Floats, link: str, given: Floats) -> tuple[float, ...]:
    """Return the best weights without negative ones, so that the model stays monotonic."""
    used = list(range(x.shape[1]))
    weights = _regress(x, y, link, given)
    while min(weights) < 0 < len(used):
        used = [column for column, weight in zip(used, weights, strict=True) if weight > 0]
        weights = _regress(x[:, used], y, link, given)
    found = dict(zip(used, weights, strict=True))
    return tuple(found.get(column, 0.0) for column in range(x.shape[1]))


def _regress(x: Floats, y: Floats, link: str, given: Floats | float = 0.0) -> tuple[float, ...]:
    """Return the weights that fit best, with a given offset of the sum (ridge regression)."""
    ridge = RIDGE_PENALTY * np.diag((x**2).mean(axis=0))
    if link == "identity":
        return tuple(map(float, np.linalg.solve(x.T @ x + ridge, x.T @ (y - given))))
    weights = np.zeros(x.shape[1])
    for _ in range(50):  # Newton's method
        p = 1 / (1 + np.exp(-np.clip(x @ weights + given, -30, 30)))
        slope = x.T @ (y - p) - ridge @ weights
        bend = (x * (p * (1 - p))[:, None]).T @ x + ridge
        weights = weights + np.linalg.solve(bend, slope)
    return tuple(map(float, weights))


def _fit_first_weight(model: Calibration, rows: Sequence[Row]) -> float:
    """Return the first weight with which the best move changes no value on average (bisection)."""
    low, high = -MAX_FIRST_WEIGHT, MAX_FIRST_WEIGHT
    for _ in range(60):
        middle = (low + high) / 2
        now = Calibration((middle, *model.weights[1:]), model.link)
        if np.mean(value_changes(now, rows) or [0.0]) > 0:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def _with_spread(model: Calibration, rows: Sequence[Row]) -> Calibration:
    """Return a model with the interval that contains the value one move later."""
    spread = float(np.quantile(np.abs(value_changes(model, rows) or [0.0]), 0.95))
    return Calibration(model.weights, model.link, spread)


def value_changes(model: Calibration, rows: Sequence[Row]) -> list[float]:
    """Return the differences between the values before and after the best move, for one seat."""
    found = []
    for row in rows:
        after = row.get("after")
        if after and "features" in after:
            later = model.predict(after["features"])
            if after["sign"] < 0:
                later = 1 - later if model.link == "logit" else -later
            found.append(model.predict(row["features"]) - later)
    return found
