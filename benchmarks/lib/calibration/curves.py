"""Calibration curves, Brier scores and the steadiness of predicted values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.lib.calibration.models import drifts
from benchmarks.lib.calibration.subjects import SUBJECTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.lib.calibration.games import Row
    from polygames.search.analysis.calibration import Calibration

    Part = tuple[Sequence[Row], Calibration]
    """Rows, and the model that they test."""

__all__ = ["brier", "curve", "tested", "verdict"]

Z95 = 1.959964
TENTHS = 10
ROUNDED = {"logit": 0.005, "identity": 0.05}
"""What the board rounds away."""
CLOSE = 0.05
"""How far a share may lie from what was said, in a tenth of the scale."""


def curve(said: Sequence[float], came: Sequence[float], games: Sequence[int]) -> list[Row]:
    """Return the mean prediction and the mean result for every tenth of the scale."""
    tenths = [min(TENTHS - 1, int(p * TENTHS)) for p in said]
    rows = []
    for tenth in range(TENTHS):
        inside = [i for i, each in enumerate(tenths) if each == tenth]
        if inside:
            row = _row(*([some[i] for i in inside] for some in (said, came, games)))
            rows.append({"from": tenth / TENTHS, **row})
    return rows


def tenths_of(said: Sequence[float], came: Sequence[float], games: Sequence[int]) -> list[Row]:
    """Return the calibration curve of scores, in ten parts with equally many positions."""
    parts = np.array_split(np.argsort(said), TENTHS)
    return [_row(*([some[i] for i in part] for some in (said, came, games))) for part in parts]


def _row(said: list[float], came: list[float], games: list[int]) -> Row:
    """Return the mean prediction and the mean result of positions.

    The interval is that of the mean result, with positions of one game counted as belonging
    together (the robust variance of a mean by clusters, Liang and Zeger 1986, with the factor
    for few clusters). With a single game, or results that are all the same, it is not known.
    """
    y, among = np.array(came), np.array(games)
    mean, names = float(y.mean()), sorted(set(games))
    errors = [float((y[among == name] - mean).sum()) for name in names]
    known = len(names) > 1 and any(errors)
    few = len(names) / max(1, len(names) - 1)
    half = Z95 * (few * sum(error**2 for error in errors)) ** 0.5 / len(y) if known else None
    return {
        "positions": len(y),
        "games": len(names),
        "said": float(np.mean(said)),
        "came": mean,
        "half interval": half,
    }


def verdict(row: Row) -> str:
    """Return a verdict on a tenth: "yes" if its prediction is within `CLOSE` of the result.

    It is "yes" or "no" if the whole interval agrees, and "probably" or "too few" otherwise.
    """
    off, half = abs(row["said"] - row["came"]), row["half interval"]
    if half is None:
        return "too few"
    if off + half <= CLOSE:
        return "yes"
    return "no" if off - half > CLOSE else ("probably" if off <= CLOSE else "too few")


def brier(said: Sequence[float], came: Sequence[float]) -> float:
    """Return the mean squared error of chances (Brier 1950)."""
    return float(np.mean((np.array(said) - np.array(came)) ** 2))


def tested(game: str, parts: Sequence[Part], target: str) -> Row:
    """Return the calibration of models on games that they were not fitted to."""
    rows = [row for part, _ in parts for row in part]
    said = [model.predict(row["features"]) for part, model in parts for row in part]
    came, games = [row[target] for row in rows], [row["game"] for row in rows]
    raw = [row["raw"] for row in rows]
    if target == "won":
        found = _of_chances(said, [SUBJECTS[game].raw_chance(r) for r in raw], came, games)
    else:
        found = {
            "curve": tenths_of(said, came, games),
            "mean squared error": brier(said, came),
            "mean squared error of the raw search": brier(raw, came),
        }
    return found | _deeper(parts, target) | _steadiness(parts)


def _of_chances(said: list[float], raw: list[float], came: list[float], games: list[int]) -> Row:
    found = curve(said, came, games)
    return {
        "curve": [row | {"within 5 points": verdict(row)} for row in found],
        "raw curve": curve(raw, came, games),
        "Brier score": brier(said, came),
        "Brier score of the raw search": brier(raw, came),
        "Brier score of the mean": brier([float(np.mean(came))] * len(came), came),
    }


def _deeper(parts: Sequence[Part], target: str) -> Row:
    """Return how true a later answer is, beside the one that the models were fitted to."""
    both = [(row, model) for part, model in parts for row in part if "deeper" in row]
    if not both:
        return {}
    came = [row[target] for row, _ in both]
    first, later = (
        [model.predict(row[name]) for row, model in both] for name in ("features", "deeper")
    )
    return {
        "later answer": {
            "positions": len(both),
            "squared error": brier(later, came),
            "squared error of the answer looked at": brier(first, came),
            "mean difference": float(np.mean(np.abs(np.array(first) - np.array(later)))),
        }
    }


def _steadiness(parts: Sequence[Part]) -> Row:
    """Return how well the values before and after the best move agree, around an even game.

    What the board shows as even, 50% or a lead of 0.0, has either sign.
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
    found = np.concatenate([drifts(model, part) for part, model in paired])
    seen = ROUNDED[link]
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
