"""A puzzle race: all pupils get the same puzzles in the same order, each at their own pace.

Each puzzle is a table of its own with one pupil; the puzzle plays the replies. The first correct
line solves it. After two wrong moves, or a skip, the next puzzle follows. `Practice` has puzzles
for a pupil who waits for a game.
"""

from __future__ import annotations

from collections import Counter
from itertools import count as counted
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.room.table import PUZZLE_OPPONENT, Table, TableClock
from polygames.core.errors import IllegalMoveError
from polygames.core.options import number, refuse, whole
from polygames.records.annotations import NO_GAME, encode_annotation
from polygames.records.log import Log
from polygames.records.record import Record
from polygames.search.puzzles.making import is_right
from polygames.search.puzzles.puzzle import puzzle_of, puzzles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from polygames.classroom.room.people import People
    from polygames.search.puzzles.puzzle import Puzzle, PuzzleStep

MAX_WRONG_MOVES: Final = 2
"""The next puzzle follows after this many wrong moves."""

MAX_RACE_MINUTES: Final = 120

STEPS_TO_HARDEST: Final = 12
"""Puzzles solved at the first try that lead from the easiest to the hardest."""

_PUZZLE_TABLE_NUMBERS: Final = counted(-1, -1)
"""Negative numbers for practice tables; tables of a class have positive ones."""


class Race:
    """The puzzles of a race by number, and its clock. Its tables have its round's number.

    Examples
    --------
    >>> race = Race("polygon", [1, 2], 5, 1, lambda: 0.0)
    >>> race.puzzle(0).number, race.puzzle(2) is None
    (1, True)
    """

    def __init__(
        self,
        game: str,
        numbers: Sequence[int],
        minutes: float,
        round_number: int,
        now: Callable[[], float],
    ) -> None:
        self.game, self.numbers, self.round = game, tuple(numbers), round_number
        self.clock = TableClock(minutes, 1, now)
        self.clock.run(0)
        self.is_over = False

    @property
    def left(self) -> float:
        """The seconds left in the race, at the last update of its clock."""
        return 0.0 if self.is_over or self.clock.left is None else self.clock.left[0]

    def go_on(self, tables: Iterable[Table], *, is_held: bool) -> None:
        """Resume the race with the time that was left at its newest table."""
        known = [t.race_left for t in tables if self.has(t) and t.race_left is not None]
        if known:
            self.clock.take([min(known)])
        self.clock.hold(is_held=is_held)

    def tables_of(self, who: str, tables: Iterable[Table]) -> list[Table]:
        """Return the tables of a pupil in this race, in order."""
        return [t for t in tables if self.has(t) and who in t.seats]

    def has(self, table: Table) -> bool:
        """Return True if a table belongs to this race."""
        return table.puzzle is not None and table.round == self.round

    def called(self, table: Table) -> str:
        """Return the title of a table's puzzle: its place in the race, its number in the game."""
        if table.puzzle is None or not self.has(table):
            return ""
        at = self.numbers.index(table.puzzle) + 1
        return f"Puzzle {at} of {len(self.numbers)} ({table.puzzle} of the game)"

    def puzzle(self, at: int) -> Puzzle | None:
        """Return the puzzle at an index of the race; None after the last one."""
        return puzzle_of(self.game, self.numbers[at]) if at < len(self.numbers) else None

    def rows(self, people: People, tables: Sequence[Table]) -> list[dict[str, Any]]:
        """Return a row for each pupil, sorted by puzzles solved, then by fewest wrong moves."""
        had = {pupil.id: self.tables_of(pupil.id, tables) for pupil in people if pupil.plays}
        found = [
            {
                "name": people.name(who),
                "solved": sum(t.is_solved for t in mine),
                "wrong": sum(t.wrong for t in mine),
            }
            for who, mine in had.items()
        ]
        return sorted(found, key=lambda row: (-row["solved"], row["wrong"], row["name"].casefold()))

    def hardest(self, tables: Iterable[Table]) -> dict[str, int] | None:
        """Return the puzzle with the lowest share of solvers; None if no attempt failed.

        ``at`` is its place in the race, ``puzzle`` its number in the game.
        """
        tried = [t for t in tables if self.has(t) and (t.is_solved or t.wrong)]
        counts = {
            number: (sum(t.is_solved for t in tried if t.puzzle == number), count)
            for number, count in Counter(t.puzzle or 0 for t in tried).items()
        }
        missed = [number for number, (solved, count) in counts.items() if solved < count]
        if not missed:
            return None
        worst = min(missed, key=lambda number: counts[number][0] / counts[number][1])
        solved, count = counts[worst]
        at = self.numbers.index(worst) + 1
        return {"at": at, "puzzle": worst, "solved": solved, "tried": count}

    def words(self, who: str, tables: Sequence[Table]) -> str:
        """Return the status for a pupil: the result of the last move, and the current task."""
        mine = self.tables_of(who, tables)
        solved, count = sum(t.is_solved for t in mine), len(self.numbers)
        if self.is_over:
            return f"The race is over. You have solved {solved} of {count}."
        if not mine or mine[-1].is_closed:
            return f"You have finished the last puzzle. You have solved {solved} of {count}."
        puzzle = puzzle_of(self.game, mine[-1].puzzle or 1)
        stars = "★" * puzzle.stars
        return f"{_last_result_text(mine)}Puzzle {len(mine)} of {count} · {stars} · {puzzle.task}"


def _last_result_text(mine: Sequence[Table]) -> str:
    """Return the feedback on the pupil's last move in a race."""
    here = mine[-1]
    if here.wrong:
        return "Wrong move. You have one more try. "
    if here.record.moves:
        return "Right! Now find the next move. "
    if len(mine) == 1:
        return ""
    return "Right! " if mine[-2].is_solved else "Not solved. "


def chosen(game: str, minutes: object, count: object) -> tuple[list[int], float]:
    """Return the puzzle numbers and the minutes of a race. Raise OptionError if out of range.

    Examples
    --------
    >>> numbers, minutes = chosen("polygon", 5, 3)
    >>> hard = [puzzle_of("polygon", each).difficulty for each in numbers]
    >>> len(numbers), hard == sorted(hard), minutes
    (3, True, 5.0)
    """
    known = puzzles(game)
    time = number("the minutes of a race", minutes, 0.1, MAX_RACE_MINUTES)
    size = whole("the puzzles of a race", count, 1, len(known))
    order = sorted(known, key=lambda each: (each.difficulty, each.number))
    return [order[at * len(known) // size].number for at in range(size)], time


def set_up(puzzle: Puzzle, who: str) -> tuple[Record, list[str]]:
    """Return a record marked as a puzzle, and the occupant of each seat."""
    record, turn = Record(puzzle.state), puzzle.state.turn
    record.annotate(kept={NO_GAME: encode_annotation(1, {"number": puzzle.number})})
    return record, [who if seat == turn else PUZZLE_OPPONENT for seat in range(puzzle.state.seats)]


def next_of(table: Table) -> tuple[PuzzleStep | None, str]:
    """Return the next step to find at a puzzle's table, and the reply that the puzzle plays now.

    At most one of the two is set; neither is if the puzzle is solved.
    """
    if table.puzzle is None:
        refuse("a puzzle", "must be on the table", table.number)
    played = len(table.record.moves)
    steps = puzzle_of(table.record.game, table.puzzle).steps
    for at, step in enumerate(steps):
        if played == 0:
            return step, ""
        if at == len(steps) - 1:
            break
        if played == 1 and step.reply:
            return None, step.reply
        played -= 1 + bool(step.reply)
    return None, ""


def answer(table: Table) -> None:
    """Play the reply of a puzzle if it is due, or mark the puzzle as solved."""
    step, reply = next_of(table)
    if reply and table.is_on:
        table.play(table.state.turn, reply, version=table.version, by=PUZZLE_OPPONENT)
    elif step is None and not table.is_closed:
        table.solve()


def is_found(table: Table, move: Any) -> bool:
    """Return True if a legal move is the one to find at a puzzle's table."""
    step, _ = next_of(table)
    return step is not None and is_right(table.state, step, move)


class Practice:
    """Puzzles for one pupil who waits for a game.

    The next puzzle is harder after one solved without a wrong move, and easier otherwise.

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
        self._who, self._level, self._had = who, 1 / STEPS_TO_HARDEST, set[int]()
        self._put_up()

    def play(self, move: Any, *, version: int) -> bool:
        """Play the pupil's move and the reply; return False if the move is late.

        Raise IllegalMoveError if it is not the move to find.
        """
        table = self.table
        if version != table.version or not table.is_on:
            return False
        if not is_found(table, table.legal(move)):
            table.miss()
            msg = "This is not the right move."
            raise IllegalMoveError(msg)
        table.play(table.state.turn, move, version=version)
        answer(table)
        return True

    def go_on(self) -> None:
        """Put up the next puzzle."""
        is_known = self.table.is_solved and not self.table.wrong
        self._level = min(max(0.0, self._level + (1 if is_known else -1) / STEPS_TO_HARDEST), 1.0)
        self._put_up()

    @property
    def words(self) -> str:
        """The feedback on the last move, and the current task."""
        if self.table.is_solved:
            return "Right! The puzzle is solved."
        said = "Right! Now find the next move. " if self.table.record.moves else ""
        said = "Wrong move. " if self.table.wrong else said
        return f"{said}Puzzle · {'★' * self.puzzle.stars} · {self.puzzle.task}"

    def _put_up(self) -> None:
        places = [at for at, each in enumerate(self._order) if each.number not in self._had]
        wanted = self._level * (len(self._order) - 1)
        self.puzzle = self._order[min(places, key=lambda at: abs(at - wanted))]
        self._had.add(self.puzzle.number)
        if len(places) == 1:
            self._had.clear()  # all puzzles were shown
        record, seats = set_up(self.puzzle, self._who)
        race = (self.puzzle.number, 0.0)
        self.table = Table.new(
            next(_PUZZLE_TABLE_NUMBERS), Log(), record, seats, round_number=-1, race=race
        )
