"""Puzzles: positions with exactly one best move, how they are found, kept and checked."""

from polygames.search.puzzles.puzzle import Puzzle, PuzzleStep, puzzles

__all__ = ["Puzzle", "PuzzleStep", "puzzles"]
