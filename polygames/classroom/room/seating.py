"""Who sits where: pupils come and go, tables are put up for them, and go on by themselves."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.room.ledger import TEACHER_PAGE, new_code, synchronized
from polygames.classroom.room.names import plain_name
from polygames.classroom.room.people import hash_token, new_token
from polygames.classroom.room.race import answer, set_up
from polygames.classroom.room.setting import Setting, has_to_roll, minutes_of
from polygames.classroom.room.table import EMPTY_SEAT, Table, is_pupil
from polygames.core.errors import IllegalMoveError, OptionError, RecordError
from polygames.core.options import choice, refuse
from polygames.core.registry import game
from polygames.core.words import how_many
from polygames.records.log import Log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from polygames.classroom.room.ledger import Ledger
    from polygames.classroom.room.people import Pupil
    from polygames.records.record import Record


MAX_WAITING: Final = 50
"""How many wait at the door at a time."""


def _number_of(file: Path) -> int:
    """Return the number of a table from the name of its file; RecordError if it has none."""
    number = file.stem.partition("-")[2]
    if not (number.isascii() and number.isdecimal()):
        msg = f"{file}: expected a file name such as table-001.jsonl"
        raise RecordError(msg)
    return int(number)


class Seating:
    """The tables of a class, each with its own file beside the ledger, and who sits at them."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.tables: dict[int, Table] = {}
        self.waiting: dict[int, tuple[str, Callable[[Pupil | None, str], None]]] = {}
        """Who waits at the door, by a number: the name, and what is called with the decision."""
        self._numbers = count(1)
        self.held_up: set[int] = set()
        """The tables at which something is to follow that could not be written."""
        files = sorted(ledger.folder.glob("table-*.jsonl")) if ledger.folder else []
        for file in files:
            if (log := Log(file)).entries:  # an empty file is no table yet
                self._add(Table(_number_of(file), log, ledger.now))

    @property
    def games(self) -> list[Table]:
        """The tables with games; the others have puzzles."""
        return [table for table in self.tables.values() if table.puzzle is None]

    @synchronized
    def join(self, name: object, *, plays: bool = True) -> tuple[Pupil, str]:
        """Let a pupil in; returns the pupil and the token of the page.

        Who does not play gets no table: a notebook that reports exercises.
        """
        people = self.ledger.people
        if (returning := self._returning(name)) is None:
            self.check_name(name)
        pupil, token = returning or people.invite(name, plays=plays)
        return self._let_in(pupil, token)

    def check_name(self, name: object) -> Pupil | None:
        """Return who in the class has this name, None if nobody has.

        Raise OptionError if the door is locked, or the name can be taken for that of somebody else.
        """
        known, like = (
            self.ledger.people.named(name),
            self.ledger.people.resembling(plain_name(name)),
        )
        if like is not None and known is None:
            msg = f"this name looks like {like.name}, who is in the class: add a letter or a word"
            raise OptionError(msg)
        if known is None and self.ledger.is_locked:
            msg = "the teacher has locked the door: no new pupils come in now"
            raise OptionError(msg)
        return known

    def is_known(self, name: object) -> bool:
        """Whether a pupil has this name who was not told to come back on another device."""
        known = self.check_name(name)
        return known is not None and known.id not in self.ledger.moving

    @synchronized
    def knock(self, name: object, let_in: Callable[[Pupil | None, str], None]) -> int:
        """Let somebody wait at the door whose name is in the class already; return a number.

        The teacher decides by `admit`; then `let_in` is called with the pupil and the token, or
        with None and why nobody comes in.
        """
        number = next(self._numbers)
        self.waiting[number] = plain_name(name), let_in
        for first in tuple(self.waiting)[:-MAX_WAITING]:
            self.admit(first, how="away")
        self.ledger.tell(TEACHER_PAGE)
        return number

    @synchronized
    def admit(self, number: int, *, how: str) -> None:
        """Decide on somebody at the door: ``"same"`` pupil, ``"another"`` one, or ``"away"``."""
        choice("how somebody is admitted", how, ("same", "another", "away"))
        if (found := self.waiting.pop(number, None)) is None:
            return  # gone meanwhile
        name, let_in = found
        known = self.ledger.people.named(name)
        token = new_token()
        if how == "away":
            let_in(None, "The teacher does not let you in with this name. Take another name.")
        elif how == "same" and known is not None:
            let_in(*self._let_in(replace(known, key=hash_token(token)), token))
        else:
            let_in(*self._let_in(*self.ledger.people.invite(name)))
        self.ledger.tell(TEACHER_PAGE)

    @synchronized
    def leave_door(self, number: int | None) -> None:
        """Forget somebody who waits at the door no longer."""
        if number is not None and self.waiting.pop(number, None) is not None:
            self.ledger.tell(TEACHER_PAGE)

    @synchronized
    def lock(self, *, is_locked: bool) -> None:
        """Let no new pupils in, or let them in again; who has a seat comes back in any case."""
        self.ledger.write(do="lock", locked=is_locked)
        self.ledger.tell(TEACHER_PAGE)

    @synchronized
    def change_code(self) -> str:
        """Give the class another code; who has a seat needs none. Returns the code."""
        self.ledger.write(do="code", code=new_code())
        self.ledger.tell(TEACHER_PAGE)
        return self.ledger.code

    def _let_in(self, pupil: Pupil, token: str) -> tuple[Pupil, str]:
        """Write down that a pupil comes in, and find a seat."""
        key, plays = pupil.key, pupil.plays
        self.ledger.write(do="join", id=pupil.id, name=pupil.name, key=key, plays=plays)
        if self.table_of(pupil.id) is None and self._sits_at_once(pupil):
            with suppress(OSError):  # on a full disk the pupil is in, and `welcome` tries again
                self._seat(pupil.id)
        self.ledger.tell()
        return pupil, token

    @synchronized
    def let_move(self, who: str) -> None:
        """Let a pupil come back on another device: who next joins with this name has the seat."""
        if self.ledger.people.get(who) is None:
            refuse("who changes the device", "must be in the class", who)
        self.ledger.write(do="moves", id=who)
        self.ledger.tell(TEACHER_PAGE)

    @synchronized
    def remove(self, who: str) -> None:
        """Let a pupil go: the seat waits for somebody else."""
        if self.ledger.people.get(who) is None:
            refuse("who leaves the class", "must be in it", who)
        for table in self._sat_at(who):
            seat = table.seat_of(who)
            if table.puzzle is not None:
                self.close(table)
            elif seat is not None and table.result is None and not table.is_closed:
                table.sit(seat, EMPTY_SEAT)
                self.ledger.tell(table.number)
        self.ledger.write(do="leave", id=who)
        self.ledger.tell()

    @synchronized
    def welcome(self, pupil: Pupil) -> None:
        """Let a pupil who comes back sit down, if there is no place left."""
        table = self.table_of(pupil.id)
        is_gone = table is None or (table.is_closed and table.result is None)
        if is_gone and self._sits_at_once(pupil):
            self._seat(pupil.id)

    def table_of(self, who: str) -> Table | None:
        """Return where a pupil sits now: at the newest table with the pupil."""
        return next(self._sat_at(who), None)

    def place(self, pupil: Pupil, number: int | None = None) -> tuple[Table, int]:
        """Return the table and the seat of a pupil; IllegalMoveError if there is none."""
        table = self.table_of(pupil.id)
        seat = None if table is None else table.seat_of(pupil.id)
        if table is None or seat is None or number not in (None, table.number):
            msg = "you do not sit at this table"
            raise IllegalMoveError(msg)
        return table, seat

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
        """
        setting = self.ledger.playing if start is None else Setting.of(start, {})
        minutes = self.ledger.playing.minutes if minutes is None else minutes_of(minutes)
        self.check(setting, seats)
        for who in filter(is_pupil, seats):  # who gets another table leaves the one before
            if (table := self.table_of(who)) is not None and table.result is None:
                self.close(table)
        whole = [*seats, *[EMPTY_SEAT] * (setting.seats - len(seats))]
        return self._put_up(setting.start, whole, minutes)

    def check(self, setting: Setting, seats: Sequence[str]) -> None:
        """Raise OptionError unless they can sit down at a table together."""
        pupils = [who for who in seats if is_pupil(who)]
        known = (*game(setting.game).players_by_level, *game(setting.game).agents)
        for who in seats:
            if who != EMPTY_SEAT and self.ledger.people.get(who) is None and who not in known:
                words = "must be the id of a pupil, or a player of the game"
                refuse("who sits at a table", words, who)
        if len(seats) > setting.seats or len(pupils) != len(set(pupils)):
            number = how_many(setting.seats, "seat")
            msg = f"a table has {number}, and nobody sits on two: {list(seats)}"
            raise OptionError(msg)

    def close(self, table: Table) -> None:
        """Let nobody play at a table any more, and tell who shows it."""
        if not table.is_closed:
            table.close()
            self.ledger.tell(table.number)

    # What follows by itself

    def follow(self, table: Table) -> None:
        """Do what follows by itself; what it follows is done, even if this cannot be written."""
        try:
            self.go_on(table)
        except OSError:
            self.held_up.add(table.number)

    def go_on(self, table: Table) -> None:
        """Roll dice where they are next, if they lie ready; let a puzzle answer."""
        if table.puzzle is not None:
            self._go_on_puzzle(table)
            return
        rolls = self.ledger.rolls
        while table.is_on and has_to_roll(table.state):
            if self.ledger.setting.dice != "wall":
                table.roll()
            elif table.rolled < len(rolls):
                table.roll(rolls[table.rolled])
            else:
                return

    def _go_on_puzzle(self, table: Table) -> None:
        """Let a puzzle answer; after its end comes the next one."""
        answer(table)
        who, race = next(filter(is_pupil, table.seats)), self.ledger.race
        if table.is_closed and self.table_of(who) is table and race and race.has(table):
            self.next_puzzle(who)

    def next_puzzle(self, who: str) -> None:
        """Put up the next puzzle of the race for a pupil, if there is one."""
        race = self.ledger.race
        if race is None or race.is_over or self.ledger.people.get(who) is None:
            return
        race.clock.update()
        puzzle = race.puzzle(len(race.tables_of(who, self.tables.values())))
        if puzzle is not None:
            record, seats = set_up(puzzle, who)
            self._put_up(record, seats, None, puzzle.number)

    def _returning(self, name: object) -> tuple[Pupil, str] | None:
        """Return a pupil who comes on another device, with a new token; None if it is nobody."""
        known = self.ledger.people.named(name)
        if known is None or known.id not in self.ledger.moving:
            return None
        token = new_token()
        return replace(known, key=hash_token(token)), token

    def _sat_at(self, who: str) -> Iterator[Table]:
        return (t for t in reversed(tuple(self.tables.values())) if who in t.seats)

    def _sits_at_once(self, pupil: Pupil) -> bool:
        """Whether a pupil who comes need not wait until the teacher pairs."""
        return pupil.plays and (self.ledger.setting.sits or self.ledger.is_racing)

    def _seat(self, who: str) -> None:
        """Let a pupil who has come sit down: in a race, at a free seat, or at a new table."""
        if self.ledger.is_racing:
            self.next_puzzle(who)
        elif (level := self.ledger.setting.level) is not None:
            self.put_up([who, *[f"level {level}"] * (self.ledger.playing.seats - 1)])
        else:
            waiting = (t for t in self.games if not (t.is_full or t.is_closed or t.result))
            if (table := next(waiting, None)) is None:
                self.put_up([who])
                return
            table.sit(table.seats.index(EMPTY_SEAT), who)
            self.follow(table)
            self.ledger.tell(table.number)

    def _put_up(
        self, start: Record, seats: list[str], minutes: float | None, puzzle: int | None = None
    ) -> Table:
        """Put up a table that was thought about."""
        ledger, number = self.ledger, max(self.tables, default=0) + 1
        table = Table.new(
            number,
            Log(None if ledger.folder is None else ledger.folder / f"table-{number:03}.jsonl"),
            start,
            seats,
            minutes=minutes or None,
            seed=ledger.setting.seed_of(number),
            round_number=ledger.round,
            race=None if ledger.race is None or puzzle is None else (puzzle, ledger.race.left),
            now=ledger.now,
        )
        self._add(table)
        self.follow(table)
        ledger.tell(number)
        return table

    def _add(self, table: Table) -> None:
        table.clock.hold(is_held=self.ledger.is_paused)
        self.tables[table.number] = table
