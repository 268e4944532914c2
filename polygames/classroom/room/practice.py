"""Puzzles for who waits: on one page only, at the pupil's level. Nothing of them is kept."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from polygames.classroom.room.race import is_found, next_of
from polygames.classroom.room.table import PUZZLE, Table
from polygames.core.errors import IllegalMoveError
from polygames.records.log import Log
from polygames.records.record import Record
from polygames.search.puzzles.puzzle import puzzles

if TYPE_CHECKING:
    from typing import Any

STEPS: Final = 12
"""So many puzzles that are solved at once lead from the easiest ones to the hardest."""

_NUMBERS: Final = count(-1, -1)
"""No table of a class has these."""


class Practice:
    """The puzzles of one pupil who waits: harder after one that is solved at once, else easier.

    Examples
    --------
    >>> practice = Practice("polygon", "p1")
    >>> first = practice.puzzle
    >>> for step in first.steps:
    ...     _ = practice.play(step.move, version=practice.table.version)
    >>> practice.go_on()
    >>> practice.puzzle.difficulty > first.difficulty, practice.words[:8]
    (True, 'Puzzle ·')
    """

    def __init__(self, game: str, who: str) -> None:
        self._order = sorted(puzzles(game), key=lambda each: (each.difficulty, each.number))
        self._who, self._level, self._had = who, 1 / STEPS, set[int]()
        self._put_up()

    def play(self, move: Any, *, version: int) -> bool:
        """Play the pupil's move, if it is the one that is asked for; the puzzle answers."""
        table = self.table
        if version != table.version or not table.is_on:
            return False
        if not is_found(table, table.legal(move)):
            table.miss()
            msg = "This is not the move that is asked for."
            raise IllegalMoveError(msg)
        table.play(table.state.turn, move, version=version)
        step, reply = next_of(table)
        if reply:
            table.play(table.state.turn, reply, version=table.version, by=PUZZLE)
            step, _ = next_of(table)
        if step is None:
            table.solve()
        return True

    def go_on(self) -> None:
        """Put up the next puzzle."""
        is_known = self.table.is_solved and not self.table.wrong
        self._level = min(max(0.0, self._level + (1 if is_known else -1) / STEPS), 1.0)
        self._put_up()

    @property
    def words(self) -> str:
        """Say what is asked, and what came of the move before."""
        if self.table.is_solved:
            return "Right! The puzzle is solved."
        said = "Right! How does it go on? " if self.table.record.moves else ""
        said = "Not this one. " if self.table.wrong else said
        return f"{said}Puzzle · {'★' * self.puzzle.stars} · {self.puzzle.task}"

    def _put_up(self) -> None:
        places = [at for at, each in enumerate(self._order) if each.number not in self._had]
        wanted = self._level * (len(self._order) - 1)
        self.puzzle = self._order[min(places, key=lambda at: abs(at - wanted))]
        self._had.add(self.puzzle.number)
        if len(places) == 1:
            self._had.clear()  # all were there
        state = self.puzzle.state
        seats = [self._who if seat == state.turn else PUZZLE for seat in range(state.seats)]
        race = (self.puzzle.number, 0.0)
        self.table = Table.new(
            next(_NUMBERS), Log(), Record(state), seats, round_number=-1, race=race
        )
