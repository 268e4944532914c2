"""The contract that every game keeps, as a check that anyone can run on a game of their own."""

from polygames.core.conformance.check import check_game

__all__ = ["check_game"]
