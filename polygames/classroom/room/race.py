"""A puzzle race: all pupils get the same puzzles in the same order, each at their own pace.

Each puzzle is a table of its own with one pupil; the puzzle plays the replies. The first correct
line solves it. After two wrong moves, or a skip, the next puzzle follows. `Practice` has puzzles
for a pupil who waits for a game; it shows the answer after three wrong moves.
"""

from __future__ import annotations

from collections import Counter
from itertools import count as counted
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import count_text, move_text
from polygames.core.errors import IllegalMoveError
from polygames.core.options import check_number, whole
from polygames.records.append_log import Log
from polygames.search.puzzles.puzzle import MAX_STARS, find_puzzle, puzzles
from polygames.table.clock import TableClock
from polygames.table.players import is_pupil
from polygames.table.puzzle_table import (
    MAX_TRIES,
    find_table_puzzle,
    is_expected_move,
    next_step,
    play_reply,
    prepare_puzzle,
    solo_puzzle,
)
from polygames.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from polygames.classroom.room.people import People
    from polygames.search.puzzles.puzzle import Puzzle

MAX_WRONG_MOVES: Final = 2
"""The next puzzle follows after this many wrong moves."""

MAX_RACE_MINUTES: Final = 120

MIN_TRIED_SHARE: Final = 0.5
"""The smallest share of the pupils who must have tried a puzzle that is named as the hardest."""

STEPS_TO_HARDEST: Final = 12
"""Puzzles solved at the first try that lead from the easiest to the hardest."""

UNLISTED_TABLE_NUMBERS: Final = counted(-1, -1)
"""Negative numbers for tables outside the class; tables of a class have positive ones."""


class Race:
    """A puzzle race: the numbers of its puzzles, and its clock.

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
        self.game, self.puzzle_numbers, self.round = game, tuple(numbers), round_number
        self.clock = TableClock(minutes, 1, now)
        self.clock.start(0)
        self.is_over = False

    @property
    def seconds_left(self) -> float:
        """The seconds left in the race, at the last update of its clock."""
        return (
            0.0 if self.is_over or self.clock.seconds_left is None else self.clock.seconds_left[0]
        )

    def resume(self, tables: Iterable[Table], *, is_paused: bool) -> None:
        """Restore the time left from the tables of the race, and pause or resume the clock."""
        known = [
            t.race_seconds_left
            for t in tables
            if self.has_table(t) and t.race_seconds_left is not None
        ]
        if known:
            self.clock.restore([min(known)])
        self.clock.pause_or_resume(is_paused=is_paused)

    def tables_of(self, pupil_id: str, tables: Iterable[Table]) -> list[Table]:
        """Return the tables of a pupil in this race, in the order of creation."""
        return [t for t in tables if self.has_table(t) and pupil_id in t.seats]

    def has_table(self, table: Table) -> bool:
        """Return True if a table belongs to this race."""
        return table.puzzle is not None and table.round == self.round

    def puzzle_title(self, table: Table) -> str:
        """Return the title of a table's puzzle: its place in the race, its number in the game."""
        if table.puzzle is None or not self.has_table(table):
            return ""
        at = self.puzzle_numbers.index(table.puzzle) + 1
        return f"Puzzle {at} of {len(self.puzzle_numbers)} ({table.puzzle} of the game)"

    def puzzle(self, index: int) -> Puzzle | None:
        """Return the puzzle at an index of the race; None after the last one."""
        return (
            find_puzzle(self.game, self.puzzle_numbers[index])
            if index < len(self.puzzle_numbers)
            else None
        )

    def rows(self, people: People, tables: Sequence[Table]) -> list[dict[str, Any]]:
        """Return a row for each pupil: name, solved puzzles, wrong moves.

        The best pupil is first.
        """
        had = {pupil.id: self.tables_of(pupil.id, tables) for pupil in people if pupil.is_player}
        found = [
            {
                "name": people.display_name(who),
                "solved_count": sum(t.is_solved for t in mine),
                "wrong_count": sum(t.wrong_moves for t in mine),
            }
            for who, mine in had.items()
        ]
        return sorted(
            found,
            key=lambda row: (-row["solved_count"], row["wrong_count"], row["name"].casefold()),
        )

    def hardest(self, tables: Iterable[Table]) -> dict[str, int] | None:
        """Return data on the puzzle with the smallest share of solutions.

        A puzzle counts if at least half of the pupils in the race have tried it. Return None if
        all attempts at such puzzles were successful. ``place`` is the puzzle's place in the race,
        ``puzzle`` its number in the game.
        """
        tried = [t for t in tables if self.has_table(t) and (t.is_solved or t.wrong_moves)]
        pupils = {who for t in tried for who in t.seats if is_pupil(who)}
        counts = {
            number: (sum(t.is_solved for t in tried if t.puzzle == number), count)
            for number, count in Counter(t.puzzle or 0 for t in tried).items()
        }
        missed = [
            number
            for number, (solved, count) in counts.items()
            if solved < count and count >= MIN_TRIED_SHARE * len(pupils)
        ]
        if not missed:
            return None
        worst = min(missed, key=lambda n: (counts[n][0] / counts[n][1], -counts[n][1]))
        solved, count = counts[worst]
        at = self.puzzle_numbers.index(worst) + 1
        return {"place": at, "puzzle": worst, "solved_count": solved, "attempt_count": count}

    def status_text(self, pupil_id: str, tables: Sequence[Table]) -> str:
        """Return a pupil's status line.

        The result of the last move, and the current puzzle's task.
        """
        mine = self.tables_of(pupil_id, tables)
        solved, count = sum(t.is_solved for t in mine), len(self.puzzle_numbers)
        if self.is_over:
            return f"The race is over. You have solved {solved} of {count}."
        if not mine or mine[-1].is_closed:
            return f"You have finished the last puzzle. You have solved {solved} of {count}."
        puzzle = find_table_puzzle(mine[-1])
        if puzzle is None:
            return "This puzzle is from an earlier version of the program. Press Skip."
        stars = "★" * puzzle.stars
        return f"{_last_result_text(mine)}Puzzle {len(mine)} of {count} · {stars} · {puzzle.task}"


def _last_result_text(pupil_tables: Sequence[Table]) -> str:
    """Return the feedback on a pupil's last move in a race, such as "Right!".

    Empty at the start.
    """
    here = pupil_tables[-1]
    if here.wrong_moves:
        return "Wrong move. You have one more try. "
    if here.record.moves:
        return "Right! Now find the next move. "
    if len(pupil_tables) == 1:
        return ""
    return "Right! " if pupil_tables[-2].is_solved else "Not solved. "


def choose_puzzles(
    game: str, minutes: object, count: object, stars: object = MAX_STARS
) -> tuple[list[int], float]:
    """Return the puzzle numbers for a race, from easy to hard, and its length in minutes.

    The puzzles have at most so many stars. Raise OptionError if an argument is out of range.

    Examples
    --------
    >>> numbers, minutes = choose_puzzles("polygon", 5, 3)
    >>> hard = [find_puzzle("polygon", each).difficulty for each in numbers]
    >>> len(numbers), hard == sorted(hard), minutes
    (3, True, 5.0)
    """
    hardest = whole("the stars of a race", stars, 1, MAX_STARS)
    known = [each for each in puzzles(game) if each.stars <= hardest]
    time = check_number("the minutes of a race", minutes, 0.1, MAX_RACE_MINUTES)
    size = whole("the puzzles of a race", count, 1, len(known))
    order = sorted(known, key=lambda each: (each.difficulty, each.number))
    return [order[at * len(known) // size].number for at in range(size)], time


def solo_task_text(table: Table) -> str:
    """Return the task of a puzzle for one pupil, and the answer after all tries; empty if none."""
    if (puzzle := solo_puzzle(table)) is None:
        return ""
    if table.wrong_moves < MAX_TRIES:
        return f"{_tries_text(table)}{puzzle.task}"
    answer = table.parse_legal_move(puzzle.steps[0].move)
    return f"Wrong move. The answer: {move_text(table.state, answer)}."


def _tries_text(table: Table) -> str:
    """Return the tries that are left after wrong moves, as the beginning of a text."""
    left = MAX_TRIES - table.wrong_moves
    tries = count_text(left, "more try", "more tries")
    return f"Wrong move. You have {tries}. " if table.wrong_moves else ""


class Practice:
    """A sequence of puzzles for one pupil who waits for a game.

    The next puzzle is harder after one solved without a wrong move, and easier otherwise.

    Examples
    --------
    >>> practice = Practice("polygon", "p1")
    >>> first = practice.puzzle
    >>> for step in first.steps:
    ...     _ = practice.play(step.move, version=practice.table.version)
    >>> practice.next_puzzle()
    >>> practice.puzzle.difficulty > first.difficulty, practice.status_text[:8]
    (True, 'Puzzle ·')
    """

    def __init__(self, game: str, pupil_id: str) -> None:
        self._sorted_puzzles = sorted(
            puzzles(game), key=lambda each: (each.difficulty, each.number)
        )
        self._pupil_id, self._level, self._shown_numbers = (
            pupil_id,
            1 / STEPS_TO_HARDEST,
            set[int](),
        )
        self._start_puzzle()

    def play(self, move: Any, *, version: int) -> bool:
        """Play the pupil's move and the reply; return False if the move is for an older position.

        Raise IllegalMoveError if it is not the move to find. After the third wrong move, the move
        to find is played, and the puzzle is over.
        """
        table = self.table
        if version != table.version or not table.is_in_play:
            return False
        if not is_expected_move(table, found := table.parse_legal_move(move)):
            table.record_wrong_move(found)
            if table.wrong_moves >= MAX_TRIES:
                self._show_answer()
            msg = "This is not the right move."
            raise IllegalMoveError(msg)
        table.play(table.state.turn, move, version=version)
        play_reply(table)
        return True

    def _show_answer(self) -> None:
        """Play the move to find, and end the puzzle unsolved."""
        table = self.table
        step, _ = next_step(table)
        if step is not None:
            move = table.parse_legal_move(step.move)
            self._answer = move_text(table.state, move)
            table.play(table.state.turn, move, version=table.version)
        table.close()

    def next_puzzle(self) -> None:
        """Start the next puzzle: a harder one after success, an easier one otherwise."""
        is_known = self.table.is_solved and not self.table.wrong_moves
        self._level = min(max(0.0, self._level + (1 if is_known else -1) / STEPS_TO_HARDEST), 1.0)
        self._start_puzzle()

    @property
    def status_text(self) -> str:
        """The feedback on the last move, and the current puzzle's task."""
        if self.table.is_solved:
            return "Right! The puzzle is solved."
        if self.table.is_closed:
            return f"Wrong move. The answer: {self._answer}."
        said = "Right! Now find the next move. " if self.table.record.moves else ""
        said = _tries_text(self.table) or said
        return f"{said}Puzzle · {'★' * self.puzzle.stars} · {self.puzzle.task}"

    def _start_puzzle(self) -> None:
        places = [
            at
            for at, each in enumerate(self._sorted_puzzles)
            if each.number not in self._shown_numbers
        ]
        wanted = self._level * (len(self._sorted_puzzles) - 1)
        self.puzzle = self._sorted_puzzles[min(places, key=lambda at: abs(at - wanted))]
        self._shown_numbers.add(self.puzzle.number)
        if len(places) == 1:
            self._shown_numbers.clear()  # all puzzles were shown
        self._answer = ""
        """The move to find as text, once it has been shown."""
        record, seats = prepare_puzzle(self.puzzle, self._pupil_id)
        race = (self.puzzle.number, 0.0)
        self.table: Table = Table.new(
            next(UNLISTED_TABLE_NUMBERS), Log(), record, seats, round_number=-1, race=race
        )
