"""Puzzles: positions with exactly one best move, how they are found, kept and checked."""

from polygames.search.puzzles.puzzle import Puzzle, Step, puzzles

__all__ = ["Puzzle", "Step", "puzzles"]
