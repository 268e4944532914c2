"""Analyses of positions: estimates of all moves that improve over time, and their presentation."""

from polygames.search.analysis.anytime import analyse, deepen

__all__ = ["analyse", "deepen"]
