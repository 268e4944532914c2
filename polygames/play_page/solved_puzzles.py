"""The solved puzzles of a browser, and the choice of the next puzzle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from polygames.search.puzzles.puzzle import puzzles

if TYPE_CHECKING:
    from polygames.search.puzzles.puzzle import Puzzle


class SolvedPuzzles:
    """The solved puzzles of each game, by their keys.

    Examples
    --------
    >>> solved = SolvedPuzzles()
    >>> first = solved.first("polygon", stars=1)
    >>> solved.add(first)
    >>> following = solved.next_after(first)
    >>> again = SolvedPuzzles()
    >>> again.restore("polygon", solved.to_json("polygon"))
    >>> again.first("polygon", stars=1) == following
    True
    """

    def __init__(self) -> None:
        self._keys: dict[str, set[str]] = {}

    def add(self, puzzle: Puzzle) -> None:
        """Add a solved puzzle."""
        self._keys.setdefault(puzzle.game, set()).add(puzzle.key)

    def first(self, game: str, stars: int) -> Puzzle:
        """Return the first unsolved puzzle with this number of stars, or with more.

        If all of them are solved, return the first one. If there are none, return the hardest.
        """
        known = puzzles(game)
        wanted = [each for each in known if each.stars >= stars] or [known[-1]]
        return next((each for each in wanted if not self._is_solved(each)), wanted[0])

    def next_after(self, puzzle: Puzzle) -> Puzzle:
        """Return the next harder unsolved puzzle; after the hardest, start again."""
        known = puzzles(puzzle.game)
        following = (*known[puzzle.number :], *known[: puzzle.number])
        return next((each for each in following if not self._is_solved(each)), following[0])

    def _is_solved(self, puzzle: Puzzle) -> bool:
        return puzzle.key in self._keys.get(puzzle.game, ())

    def to_json(self, game: str) -> str:
        """Return the keys of a game's solved puzzles as JSON."""
        return json.dumps(sorted(self._keys.get(game, ())))

    def restore(self, game: str, saved: object) -> None:
        """Add the solved puzzles from the JSON of `to_json`; ignore anything else."""
        try:
            keys = json.loads(saved) if isinstance(saved, str) else []
        except (ValueError, RecursionError):
            return
        if isinstance(keys, list):
            self._keys.setdefault(game, set()).update(
                each for each in keys if isinstance(each, str)
            )
