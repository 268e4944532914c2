"""Calibration curves, Brier scores and the steadiness of predicted values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.lib.calibration.models import value_changes
from benchmarks.lib.calibration.subjects import GAME_SUBJECTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.lib.calibration.games import Row
    from polygames.search.analysis.calibration import Calibration

    Part = tuple[Sequence[Row], Calibration]
    """Rows, and the model that they test."""

__all__ = ["brier_score", "equal_width_curve", "evaluate_models", "row_verdict"]

NORMAL_QUANTILE_975 = 1.959964
TENTH_COUNT = 10
ROUNDING_ERRORS = {"logit": 0.005, "identity": 0.05}
"""The largest rounding error of a value on the board, by the kind of model."""
MAX_CALIBRATION_ERROR = 0.05
"""The largest difference between prediction and result in a tenth that counts as correct."""


def equal_width_curve(
    predicted: Sequence[float], results: Sequence[float], games: Sequence[int]
) -> list[Row]:
    """Return the mean prediction and the mean result for every tenth of the scale."""
    tenths = [min(TENTH_COUNT - 1, int(p * TENTH_COUNT)) for p in predicted]
    rows = []
    for tenth in range(TENTH_COUNT):
        inside = [i for i, each in enumerate(tenths) if each == tenth]
        if inside:
            row = _row(*([some[i] for i in inside] for some in (predicted, results, games)))
            rows.append({"from": tenth / TENTH_COUNT, **row})
    return rows


def equal_count_curve(
    predicted: Sequence[float], results: Sequence[float], games: Sequence[int]
) -> list[Row]:
    """Return the calibration curve of scores, in ten parts with equally many positions."""
    parts = np.array_split(np.argsort(predicted), TENTH_COUNT)
    return [
        _row(*([some[i] for i in part] for some in (predicted, results, games))) for part in parts
    ]


def _row(predicted: list[float], results: list[float], games: list[int]) -> Row:
    """Return the mean prediction and the mean result of positions.

    The interval is that of the mean result, with positions of one game counted as belonging
    together (the robust variance of a mean by clusters, Liang and Zeger 1986, with the factor
    for few clusters). With a single game, or results that are all the same, it is not known.
    """
    y, among = np.array(results), np.array(games)
    mean, names = float(y.mean()), sorted(set(games))
    errors = [float((y[among == name] - mean).sum()) for name in names]
    known = len(names) > 1 and any(errors)
    few = len(names) / max(1, len(names) - 1)
    half = (
        NORMAL_QUANTILE_975 * (few * sum(error**2 for error in errors)) ** 0.5 / len(y)
        if known
        else None
    )
    return {
        "positions": len(y),
        "games": len(names),
        "said": float(np.mean(predicted)),
        "came": mean,
        "half interval": half,
    }


def row_verdict(row: Row) -> str:
    """Return a verdict on the prediction of a tenth: "yes", "no", "probably" or "too few".

    It is "yes" if the difference from the result is at most `MAX_CALIBRATION_ERROR` in the whole
    interval, and "no" if it is larger in the whole interval.
    """
    off, half = abs(row["said"] - row["came"]), row["half interval"]
    if half is None:
        return "too few"
    if off + half <= MAX_CALIBRATION_ERROR:
        return "yes"
    return (
        "no"
        if off - half > MAX_CALIBRATION_ERROR
        else ("probably" if off <= MAX_CALIBRATION_ERROR else "too few")
    )


def brier_score(predicted: Sequence[float], results: Sequence[float]) -> float:
    """Return the mean squared error of chances (Brier 1950)."""
    return float(np.mean((np.array(predicted) - np.array(results)) ** 2))


def evaluate_models(game: str, parts: Sequence[Part], target: str) -> Row:
    """Return the calibration of models on games that they were not fitted to."""
    rows = [row for part, _ in parts for row in part]
    predicted = [model.predict(row["features"]) for part, model in parts for row in part]
    results, games = [row[target] for row in rows], [row["game"] for row in rows]
    raw = [row["raw"] for row in rows]
    if target == "won":
        found = _of_chances(
            predicted, [GAME_SUBJECTS[game].raw_chance(r) for r in raw], results, games
        )
    else:
        found = {
            "curve": equal_count_curve(predicted, results, games),
            "mean squared error": brier_score(predicted, results),
            "mean squared error of the raw search": brier_score(raw, results),
        }
    return found | _compare_later_answers(parts, target) | _measure_steadiness(parts)


def _of_chances(
    predicted: list[float], raw: list[float], results: list[float], games: list[int]
) -> Row:
    found = equal_width_curve(predicted, results, games)
    return {
        "curve": [row | {"within 5 points": row_verdict(row)} for row in found],
        "raw curve": equal_width_curve(raw, results, games),
        "Brier score": brier_score(predicted, results),
        "Brier score of the raw search": brier_score(raw, results),
        "Brier score of the mean": brier_score([float(np.mean(results))] * len(results), results),
    }


def _compare_later_answers(parts: Sequence[Part], target: str) -> Row:
    """Return the error of a later answer, and of the answer that the models were fitted to."""
    both = [(row, model) for part, model in parts for row in part if "deeper" in row]
    if not both:
        return {}
    results = [row[target] for row, _ in both]
    first, later = (
        [model.predict(row[name]) for row, model in both] for name in ("features", "deeper")
    )
    return {
        "later answer": {
            "positions": len(both),
            "squared error": brier_score(later, results),
            "squared error of the answer looked at": brier_score(first, results),
            "mean difference": float(np.mean(np.abs(np.array(first) - np.array(later)))),
        }
    }


def _measure_steadiness(parts: Sequence[Part]) -> Row:
    """Return how well the values before and after the best move agree, around an even game.

    A value that the board rounds to 50% or to a lead of 0.0 counts as having either sign.
    """
    paired = [
        ([row for row in part if "features" in row.get("after", {})], model)
        for part, model in parts
    ]
    if not any(part for part, _ in paired):
        return {"pairs": 0}
    link = parts[0][1].link
    even = 0.5 if link == "logit" else 0.0
    at = np.array([model.predict(row["features"]) - even for part, model in paired for row in part])
    spread = np.array([model.spread for part, model in paired for _ in part])
    found = np.concatenate([value_changes(model, part) for part, model in paired])
    seen = ROUNDING_ERRORS[link]
    is_even = (np.abs(at) < seen) | (np.abs(at - found) < seen)
    same, clear = (np.sign(at) == np.sign(at - found)) | is_even, np.abs(at) > spread
    return {
        "pairs": len(at),
        "interval": float(spread.mean()),
        "mean change after the best move": float(found.mean()),
        "within the interval": float((np.abs(found) <= spread).mean()),
        "same sign": float(same.mean()),
        "same sign where the interval leaves no doubt": float(same[clear].mean())
        if clear.any()
        else None,
        "largest value that changed sign": float(np.abs(at[~same]).max())
        if not same.all()
        else 0.0,
    }
