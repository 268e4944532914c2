"""Puzzles: positions with exactly one best move; generation, storage and verification."""

from polygames.search.puzzles.puzzle import Puzzle, PuzzleStep, puzzles

__all__ = ["Puzzle", "PuzzleStep", "puzzles"]
