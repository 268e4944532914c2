"""Who sits where: pupils come and go, and tables are put up for them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from polygames.classroom.room.ledger import Ledger, synchronized
from polygames.classroom.room.people import hashed, new_token
from polygames.classroom.tables.setting import Setting, has_to_roll, minutes_of
from polygames.classroom.tables.table import EMPTY, Table, is_pupil
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.core.options import refuse
from polygames.core.registry import game
from polygames.records.log import Log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from polygames.classroom.room.people import Pupil


class Seating(Ledger):
    """Pupils and tables."""

    def __init__(
        self, setting: Setting | None, folder: Path | None, now: Callable[[], float]
    ) -> None:
        super().__init__(setting, folder, now)
        self.tables: dict[int, Table] = {}
        self._held_up: set[int] = set()
        """The tables at which something is to follow that could not be written."""
        try:
            for number, log in self._logs():
                self._take(Table(number, log, now))
        except BaseException:
            self.close()
            raise

    @property
    def games(self) -> list[Table]:
        """The tables with games; the others have puzzles."""
        return [table for table in self.tables.values() if table.puzzle is None]

    @synchronized
    def join(self, name: object, *, plays: bool = True) -> tuple[Pupil, str]:
        """Let a pupil in; returns the pupil and the token of the page.

        Who does not play gets no table: a notebook that reports exercises.

        Raises
        ------
        OptionError
            If it is no name, or the class is full.
        """
        pupil, token = self._returning(name) or self.people.invite(name, plays=plays)
        self._write(do="join", id=pupil.id, name=pupil.name, key=pupil.key, plays=plays)
        if self.table_of(pupil.id) is None and self._sits_at_once(pupil):
            with suppress(OSError):  # on a full disk the pupil is in, and `welcome` tries again
                self._seat(pupil.id)
        self._tell(None)
        return pupil, token

    @synchronized
    def let_move(self, who: str) -> None:
        """Let a pupil come back on another device: who next joins with this name has the seat.

        Raises
        ------
        OptionError
            If there is no such pupil.
        """
        if self.people.get(who) is None:
            refuse("who changes the device", "must be in the class", who)
        self._write(do="moves", id=who)
        self._tell_wall()

    def pupil(self, token: object) -> Pupil | None:
        """Return whose token this is; None if it is nobody's."""
        return self.people.with_token(token)

    @synchronized
    def remove(self, who: str) -> None:
        """Let a pupil go: the seat waits for somebody else."""
        if self.people.get(who) is None:
            refuse("who leaves the class", "must be in it", who)
        for table in self._sat_at(who):
            seat = table.seat_of(who)
            if table.puzzle is not None:
                self._close(table)
            elif seat is not None and table.result is None and not table.is_closed:
                table.sit(seat, EMPTY)
                self._tell(table.number)
        self._write(do="leave", id=who)
        self._tell(None)

    @synchronized
    def welcome(self, pupil: Pupil) -> None:
        """Let a pupil who comes back sit down, if there is no place left."""
        table = self.table_of(pupil.id)
        is_gone = table is None or (table.is_closed and table.result is None)
        if is_gone and self._sits_at_once(pupil):
            self._seat(pupil.id)

    def table_of(self, who: str) -> Table | None:
        """Return where a pupil sits now: at the newest table with the pupil."""
        return next(iter(self._sat_at(who)), None)

    @synchronized
    def put_up(
        self, seats: Sequence[str], *, start: Any = None, minutes: float | None = None
    ) -> Table:
        """Put up a table for some pupils or agents; seats that are not named wait.

        Parameters
        ----------
        seats
            The ids of pupils, or names of agents and levels.
        start
            A position, record or puzzle to start from; that of the round by default.
        minutes
            What each seat has on its clock; as in the round by default.

        Raises
        ------
        OptionError
            If somebody is not here, or there are too many.
        """
        setting = self.playing if start is None else Setting.of(start, {})
        minutes = self.playing.minutes if minutes is None else minutes_of(minutes)
        for who in seats:
            self._check_seat(who, setting.game)
        if len(seats) > setting.seats or _is_seated_twice(seats):
            msg = f"a table has {setting.seats} seats, and nobody sits on two: {list(seats)}"
            raise OptionError(msg)
        for who in filter(is_pupil, seats):
            self._leave_table(who)
        whole = [*seats, *[EMPTY] * (setting.seats - len(seats))]
        return self._put_up(setting.start, whole, minutes)

    # What the other parts of a room need

    def _returning(self, name: object) -> tuple[Pupil, str] | None:
        """Return a pupil who comes on another device, with a new token; None if it is nobody."""
        known = self.people.named(name)
        if known is None or known.id not in self.moving:
            return None
        token = new_token()
        return replace(known, key=hashed(token)), token

    def _place(self, pupil: Pupil, number: int | None = None) -> tuple[Table, int]:
        """Return the table and the seat of a pupil; IllegalMoveError if there is none."""
        table = self.table_of(pupil.id)
        seat = None if table is None else table.seat_of(pupil.id)
        if table is None or seat is None or number not in (None, table.number):
            msg = "you do not sit at this table"
            raise IllegalMoveError(msg)
        return table, seat

    def _game_of(self, pupil: Pupil) -> tuple[Table, int]:
        """Return the table and the seat of a pupil who plays a game there."""
        table, seat = self._place(pupil)
        if table.puzzle is not None:
            msg = "this is a puzzle"
            raise IllegalMoveError(msg)
        return table, seat

    def _refuse_paused(self) -> None:
        if self.is_paused:
            msg = "the class is paused"
            raise IllegalMoveError(msg)

    def _sat_at(self, who: str) -> Iterator[Table]:
        return (t for t in reversed(tuple(self.tables.values())) if who in t.seats)

    def _seat(self, who: str) -> None:
        """Let a pupil who has come sit down: at a free seat, or at a new table."""
        if self.setting.level is not None:
            self.put_up([who, *self._computers(self.setting.level)])
            return
        open_tables = (t for t in self.games if not t.is_full and not t.is_closed)
        table = next((t for t in open_tables if t.result is None), None)
        if table is None:
            self.put_up([who])
            return
        table.sit(table.seats.index(EMPTY), who)
        self._follow(table)
        self._tell(table.number)

    def _computers(self, level: int) -> list[str]:
        return [f"level {level}"] * (self.playing.seats - 1)

    def _sits_at_once(self, pupil: Pupil) -> bool:
        """Whether a pupil who comes need not wait until the teacher pairs."""
        return pupil.plays and self.setting.sits

    def _put_up(
        self, start: Any, seats: list[str], minutes: float | None, puzzle: int | None = None
    ) -> Table:
        """Put up a table that was thought about."""
        number = max(self.tables, default=0) + 1
        table = Table.new(
            number,
            Log(None if self.folder is None else self.folder / f"table-{number:03}.jsonl"),
            start,
            seats,
            minutes=minutes or None,
            seed=self.setting.seed_of(number),
            round_number=self.round,
            race=None if self.race is None or puzzle is None else (puzzle, self.race.left),
            now=self._now,
        )
        self._take(table)
        self._follow(table)
        self._tell(number)
        return table

    def _leave_table(self, who: str) -> None:
        """Close the table of a pupil who gets another one."""
        table = self.table_of(who)
        if table is not None and table.result is None:
            self._close(table)

    def _close(self, table: Table) -> None:
        """Let nobody play at a table any more, and tell who shows it."""
        if not table.is_closed:
            table.close()
            self._tell(table.number)

    def _check_seat(self, who: str, name: str) -> None:
        known = (*game(name).players_by_level, *game(name).agents)
        if who != EMPTY and self.people.get(who) is None and who not in known:
            refuse("who sits at a table", "must be the id of a pupil, or a player of the game", who)

    def _follow(self, table: Table) -> None:
        """Do what follows by itself; what it follows is done, even if this cannot be written."""
        try:
            self._go_on(table)
        except OSError:
            self._held_up.add(table.number)

    def _go_on(self, table: Table) -> None:
        """Roll dice where they are next, if they lie ready."""
        while table.is_on and has_to_roll(table.state):
            if self.setting.dice != "wall":
                table.roll()
            elif table.rolled < len(self.rolls):
                table.roll(self.rolls[table.rolled])
            else:
                return

    def _take(self, table: Table) -> None:
        table.clock.hold(is_held=self.is_paused)
        self.tables[table.number] = table

    def _logs(self) -> Iterator[tuple[int, Log]]:
        """Yield what is in the folder, a log for each table; an empty file is no table yet."""
        files = sorted(self.folder.glob("table-*.jsonl")) if self.folder else []
        for file in files:
            log = Log(file)
            if log.entries:
                yield int(file.stem.partition("-")[2]), log


def _is_seated_twice(seats: Sequence[str]) -> bool:
    pupils = [who for who in seats if is_pupil(who)]
    return len(pupils) != len(set(pupils))
