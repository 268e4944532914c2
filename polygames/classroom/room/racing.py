"""A puzzle race in a room: who comes in, and who has solved one, gets the next puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.classroom.room.ledger import synchronized
from polygames.classroom.room.seating import Seating
from polygames.classroom.tables import race as races
from polygames.classroom.tables.table import PUZZLE, Table, is_pupil
from polygames.core.errors import IllegalMoveError
from polygames.records.record import Record

if TYPE_CHECKING:
    from polygames.classroom.room.people import Pupil


class Racing(Seating):
    """Tables of a race, beside those with games."""

    @property
    def is_racing(self) -> bool:
        """Whether a puzzle race is on."""
        return self.race is not None and not self.race.is_over

    @synchronized
    def run_race(self, minutes: float = 5, count: int = 20) -> None:
        """Begin a puzzle race: all get the same puzzles of the game, from easy to hard.

        Raises
        ------
        OptionError
            If the game has no puzzles, or a number is out of range.
        """
        numbers, time = races.chosen(self.setting.game, minutes, count)
        self._end_race()
        for table in tuple(self.tables.values()):
            self._close(table)
        self._write(do="race", number=self.round + 1, puzzles=numbers, minutes=time)
        for pupil in self.people:
            if pupil.plays:
                self._next_puzzle(pupil.id)
        self._tell(None)

    @synchronized
    def end_race(self) -> None:
        """End the race before its time."""
        self._end_race()
        self._tell(None)

    @synchronized
    def skip(self, pupil: Pupil) -> None:
        """Let a pupil have the next puzzle of a race."""
        table, _ = self._place(pupil)
        self._refuse_paused()
        if self.race is not None and self.race.has(table) and table.is_on:
            self._close(table)
            self._follow(table)

    # Tables go on, and pupils sit down, in another way while there is a race

    def _seat(self, who: str) -> None:
        if self.is_racing:
            self._next_puzzle(who)
        else:
            super()._seat(who)

    def _sits_at_once(self, pupil: Pupil) -> bool:
        return super()._sits_at_once(pupil) or (pupil.plays and self.is_racing)

    def _go_on(self, table: Table) -> None:
        if table.puzzle is None:
            super()._go_on(table)
        else:
            self._go_on_puzzle(table)

    def _next_puzzle(self, who: str) -> None:
        """Put up the next puzzle for a pupil, if there is one."""
        race = self.race
        if race is None or race.is_over or self.people.get(who) is None:
            return
        race.clock.look()
        puzzle = race.puzzle(len(race.tables_of(who, self.tables.values())))
        if puzzle is not None:
            seats = [PUZZLE] * puzzle.state.seats
            seats[puzzle.state.turn] = who
            self._put_up(Record(puzzle.state), seats, None, puzzle.number)

    def _judge(self, table: Table, move: Any) -> None:
        """Refuse a move that is not the one that a puzzle asks for."""
        legal = table.legal(move)
        if races.is_found(table, legal):
            return
        table.miss()
        if table.wrong >= races.TRIES:
            table.close()
        self._follow(table)
        self._tell(table.number)
        msg = "This is not the move that is asked for."
        raise IllegalMoveError(msg)

    def _go_on_puzzle(self, table: Table) -> None:
        """Let a puzzle answer; after its end comes the next one."""
        step, reply = races.next_of(table)
        if reply and table.is_on:
            table.play(table.state.turn, reply, version=table.version, by=PUZZLE)
        elif step is None and not table.is_closed:
            table.solve()
        who = next(filter(is_pupil, table.seats))
        if table.is_closed and self.table_of(who) is table and self.race and self.race.has(table):
            self._next_puzzle(who)

    def _end_race(self) -> None:
        """Let nobody solve any more; the tables stand as they are."""
        if self.race is not None and not self.race.is_over:
            self._write(do="race over")
            for table in tuple(self.tables.values()):
                if table.puzzle is not None:
                    self._close(table)
