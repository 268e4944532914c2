"""Means with their intervals of 95%."""

from __future__ import annotations

from statistics import fmean, stdev

Z = 1.96


def interval(values: list[float]) -> list[float]:
    """Return a mean and half its interval of 95%."""
    return [round(fmean(values), 3), round(Z * stdev(values) / len(values) ** 0.5, 3)]
