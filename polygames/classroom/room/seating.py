"""The pupils and tables of a class: joining, seating, and the follow-up of each move."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.room.ledger import TEACHER_PAGE, new_code, with_ledger_lock
from polygames.classroom.room.names import plain_name
from polygames.classroom.room.people import hash_token, new_token
from polygames.classroom.room.setting import Setting, has_to_roll, parse_minutes
from polygames.core.descriptions import count_text
from polygames.core.errors import IllegalMoveError, OptionError, RecordError
from polygames.core.options import check_choice, raise_option_error
from polygames.core.registry import game
from polygames.records.append_log import Log
from polygames.table.players import EMPTY_SEAT, is_pupil
from polygames.table.puzzle_table import play_reply, prepare_puzzle
from polygames.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence
    from pathlib import Path

    from polygames.classroom.room.ledger import Ledger
    from polygames.classroom.room.people import Pupil
    from polygames.records.node import Node
    from polygames.records.record import Record


DEFAULT_LEVEL: Final = 2
"""The level of the computer that plays for an absent pupil, unless the class has one."""

NAME_REFUSED_TEXT: Final = "The teacher did not accept this name. Choose another name."

NOT_ADMITTED_TEXT: Final = "The teacher did not let you in. Ask your teacher."

MAX_WAITING: Final = 50
"""Pupils at the door at a time; beyond it the oldest is turned away."""


def _table_number(file: Path) -> int:
    """Return the number in a table's file name. Raise RecordError if it has none."""
    number = file.stem.partition("-")[2]
    if not (number.isascii() and number.isdecimal()):
        msg = f"{file}: expected a file name such as table-001.jsonl"
        raise RecordError(msg)
    return int(number)


class Seating:
    """The tables of a class, each with a log file, and the pupils on their seats."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.tables: dict[int, Table] = {}
        self.waiting: dict[int, tuple[str, Callable[[Pupil | None, str], None]]] = {}
        """The queue at the door, by number: the name, and the callback for the decision."""
        self._numbers = count(1)
        self.unwritten_tables: set[int] = set()
        """The numbers of tables whose automatic moves could not be written yet."""
        files = sorted(ledger.folder.glob("table-*.jsonl")) if ledger.folder else []
        for file in files:
            if (log := Log(file, is_timed=True)).entries:  # an empty file is not a table yet
                self._add_table(Table(_table_number(file), log, ledger.now))

    @property
    def games(self) -> list[Table]:
        """The tables with games, as opposed to puzzles."""
        return [table for table in self.tables.values() if table.puzzle is None]

    @with_ledger_lock
    def join(self, name: object, *, is_player: bool = True) -> tuple[Pupil, str]:
        """Add a pupil to the class; return the pupil and the login token for the page.

        A pupil with ``plays=False`` gets no table: it is a notebook that only reports exercises.
        """
        people = self.ledger.people
        returning = self._find_returning_pupil(name)
        if returning is None and self.check_name(name) is None and self.ledger.is_locked:
            msg = "the teacher has locked the class: no new pupils can join now"
            raise OptionError(msg)
        pupil, token = returning or people.create_pupil(name, is_player=is_player)
        return self._add_pupil(pupil, token)

    def check_name(self, name: object) -> Pupil | None:
        """Return the pupil with this name; None if a new pupil can use the name.

        Raise OptionError if it looks like another pupil's name.
        """
        known, like = (
            self.ledger.people.find_by_name(name),
            self.ledger.people.find_similar(plain_name(name)),
        )
        if like is not None and known is None:
            msg = f"this name looks like {like.name} in your class: add a letter or a word"
            raise OptionError(msg)
        return known

    def needs_admission(self, name: object) -> bool:
        """Return True if the teacher has to let in a page with this name.

        The class is locked, or a pupil has this name, without permission to change devices.
        """
        known = self.check_name(name)
        if known is None:
            return self.ledger.is_locked
        return known.id not in self.ledger.device_change_ids

    def is_new_name(self, name: str) -> bool:
        """Return True if no pupil of the class has this name."""
        return self.ledger.people.find_by_name(name) is None

    @with_ledger_lock
    def wait_for_admission(
        self, name: object, on_decision: Callable[[Pupil | None, str], None]
    ) -> int:
        """Queue a page until the teacher decides about it; see `needs_admission`.

        Return its number in the queue.

        The teacher decides with `decide_admission`. Then `on_decision` is called with the pupil and
        the token, or with None and the reason for the refusal.
        """
        number = next(self._numbers)
        self.waiting[number] = plain_name(name), on_decision
        for first in tuple(self.waiting)[:-MAX_WAITING]:
            self.decide_admission(first, decision="refuse")
        self.ledger.notify(TEACHER_PAGE)
        return number

    @with_ledger_lock
    def decide_admission(self, number: int, *, decision: str) -> None:
        """Admit a waiting page as the ``"same"`` pupil or ``"another"`` one, or ``"refuse"`` it."""
        check_choice("the decision about a pupil", decision, ("same", "another", "refuse"))
        if (found := self.waiting.pop(number, None)) is None:
            return  # the page has left meanwhile
        name, let_in = found
        known = self.ledger.people.find_by_name(name)
        token = new_token()
        if decision == "refuse":
            is_new = known is None
            let_in(None, NOT_ADMITTED_TEXT if is_new else NAME_REFUSED_TEXT)
        elif decision == "same" and known is not None:
            let_in(*self._add_pupil(replace(known, token_hash=hash_token(token)), token))
        else:
            let_in(*self._add_pupil(*self.ledger.people.create_pupil(name)))
        self.ledger.notify(TEACHER_PAGE)

    @with_ledger_lock
    def stop_waiting(self, number: int | None) -> None:
        """Remove a page from the queue for admission; do nothing if it is not in the queue."""
        if number is not None and self.waiting.pop(number, None) is not None:
            self.ledger.notify(TEACHER_PAGE)

    @with_ledger_lock
    def lock_or_unlock(self, *, is_locked: bool) -> None:
        """Lock the class, so that new pupils wait for the teacher, or unlock it and admit them.

        Pupils with a seat can always return.
        """
        self.ledger.write(do="lock", locked=is_locked)
        if not is_locked:
            for number, (name, _) in tuple(self.waiting.items()):
                if self.is_new_name(name):
                    self.decide_admission(number, decision="another")
        self.ledger.notify(TEACHER_PAGE)

    @with_ledger_lock
    def change_code(self) -> str:
        """Replace the code for joining the class; return the new one.

        Pupils with a seat need no code.
        """
        self.ledger.write(do="change_code", code=new_code())
        self.ledger.notify(TEACHER_PAGE)
        return self.ledger.code

    def _add_pupil(self, pupil: Pupil, token: str) -> tuple[Pupil, str]:
        """Record that a pupil joins the class, and assign a seat if no pairing is needed."""
        key, plays = pupil.token_hash, pupil.is_player
        self.ledger.write(do="join", id=pupil.id, name=pupil.name, key=key, plays=plays)
        if self.table_of(pupil.id) is None and self._gets_seat_without_pairing(pupil):
            # If the disk is full, the pupil has joined, and `seat_returning_pupil` tries again.
            with suppress(OSError):
                self._seat_new_pupil(pupil.id)
        self.ledger.notify()
        return pupil, token

    @with_ledger_lock
    def allow_device_change(self, pupil_id: str) -> None:
        """Let a pupil change devices: the next page that logs in with this name gets the seat."""
        if self.ledger.people.get(pupil_id) is None:
            raise_option_error("the pupil", "must be in the class", pupil_id)
        self.ledger.write(do="allow_device_change", id=pupil_id)
        self.ledger.notify(TEACHER_PAGE)

    @with_ledger_lock
    def remove_pupil(self, pupil_id: str) -> None:
        """Remove a pupil from the class; the pupil's seats in unfinished games become empty."""
        if self.ledger.people.get(pupil_id) is None:
            raise_option_error("the pupil", "must be in the class", pupil_id)
        for table in self._tables_of(pupil_id):
            seat = table.seat_of(pupil_id)
            if table.puzzle is not None:
                self.close_table(table)
            elif seat is not None and table.result is None and not table.is_closed:
                table.assign_seat(seat, EMPTY_SEAT)
                self.ledger.notify(table.number)
        self.ledger.write(do="leave", id=pupil_id)
        self.ledger.notify()

    @with_ledger_lock
    def seat_returning_pupil(self, pupil: Pupil) -> None:
        """Seat a returning pupil who has no table or whose table was closed before the end."""
        table = self.table_of(pupil.id)
        is_gone = table is None or (table.is_closed and table.result is None)
        if (is_gone or self._is_replaced_by_computer(pupil.id)) and self._gets_seat_without_pairing(
            pupil
        ):
            self._seat_new_pupil(pupil.id)

    def _is_replaced_by_computer(self, pupil_id: str) -> bool:
        """Return True if the computer plays for the pupil at the pupil's newest table."""
        newest = next(
            (t for t in reversed(tuple(self.tables.values())) if pupil_id in t.all_occupants), None
        )
        return newest is not None and pupil_id not in newest.seats

    @with_ledger_lock
    def replace_with_computer(self, number: int, occupants: Container[str]) -> None:
        """Give the seats of some pupils at a table, or its free seats, to the computer.

        The game goes on. The occupant of a free seat is `EMPTY_SEAT`.
        """
        table, level = self.tables.get(number), self.ledger.setting.level
        is_over = table is None or table.is_closed or table.result is not None
        if table is None or is_over or table.puzzle is not None:
            raise_option_error("the table", "must be one with a game in play", number)
        if not game(table.record.game).engine.levels:
            msg = f"the computer does not play {table.record.game}: choose another partner"
            raise OptionError(msg)
        for seat, who in enumerate(table.seats):
            if who in occupants and (is_pupil(who) or who == EMPTY_SEAT):
                table.assign_seat(seat, f"level {DEFAULT_LEVEL if level is None else level}")
        table.takeback_requested_by = None  # the computer does not answer: it grants the next one
        self.try_automatic_moves(table)
        self.start_clock(table)
        self.ledger.notify(number)

    @with_ledger_lock
    def change_partner(self, pupil: Pupil) -> None:
        """Close the game of a pupil, and seat the pupil with the next free partner."""
        table, _ = self.find_seat(pupil)
        if table.result is None:
            self.close_table(table)
        self._seat_new_pupil(pupil.id)
        self.ledger.notify(table.number)

    def table_of(self, pupil_id: str) -> Table | None:
        """Return the newest table of a pupil; None if there is none."""
        return next(self._tables_of(pupil_id), None)

    def find_seat(self, pupil: Pupil, number: int | None = None) -> tuple[Table, int]:
        """Return the table and seat of a pupil. Raise IllegalMoveError if the pupil has no seat."""
        table = self.table_of(pupil.id)
        seat = None if table is None else table.seat_of(pupil.id)
        if table is None or seat is None or number not in (None, table.number):
            msg = "you do not play at this table"
            raise IllegalMoveError(msg)
        return table, seat

    def visible_node(self, table: Table, pupil_id: str) -> Node:
        """Return the last position at a table that a pupil may see.

        With the same dice for all, a pupil sees a round of another table only when the pupil has
        placed its roll too.
        """
        node, is_shared = table.record.node, self.ledger.setting.dice == "same"
        if not is_shared or pupil_id in table.seats or table.round != self.ledger.round:
            return node
        own = [t for t in self._tables_of(pupil_id) if t.puzzle is None and t.seed == table.seed]
        if any(t.roll_count and not t.is_in_play for t in own):
            return node  # the pupil's game with these dice is over
        placed_count = max((t.roll_count - 1 for t in own), default=0)
        before_rolls = [each for each in table.record.path[:-1] if has_to_roll(each.state)]
        return next(iter(before_rolls[max(0, placed_count) :]), node)

    @with_ledger_lock
    def create_table(
        self, seats: Sequence[str], *, start: Any = None, minutes: float | None = None
    ) -> Table:
        """Create a table for some pupils or agents; the remaining seats stay empty.

        Parameters
        ----------
        seats
            The ids of pupils, or names of agents and levels.
        start
            A position, record or puzzle to start from; by default that of the round.
        minutes
            The clock time of each seat in minutes; by default that of the round.
        """
        setting = self.ledger.round_setting if start is None else Setting.from_position(start)
        minutes = self.ledger.round_setting.minutes if minutes is None else parse_minutes(minutes)
        self.check_players(setting, seats)
        left = [table for who in filter(is_pupil, seats) if (table := self.table_of(who))]
        for table in left:  # a pupil leaves the old table for the new one
            if table.result is None:
                self.close_table(table)
        whole = [*seats, *[EMPTY_SEAT] * (setting.seats - len(seats))]
        made = self._create_table(setting.start, whole, minutes)
        for number in {table.number for table in left if table.result is not None}:
            self.ledger.notify(number)  # nobody can play again there
        return made

    def check_players(self, setting: Setting, seats: Sequence[str]) -> None:
        """Raise OptionError unless the players are known and fit at one table."""
        pupils = [who for who in seats if is_pupil(who)]
        known = (*game(setting.game).level_names, *game(setting.game).agents)
        for who in seats:
            if who != EMPTY_SEAT and self.ledger.people.get(who) is None and who not in known:
                words = "must be the id of a pupil, or a player of the game"
                raise_option_error("the player at a table", words, who)
        if len(seats) > setting.seats or len(pupils) != len(set(pupils)):
            number = count_text(setting.seats, "player")
            msg = f"a table must have at most {number}, all different, not {list(seats)}"
            raise OptionError(msg)

    def close_table(self, table: Table) -> None:
        """Close a table, so that no move is possible, and notify the pages that show it."""
        if not table.is_closed:
            table.close()
            self.ledger.notify(table.number)

    def start_clock(self, table: Table) -> None:
        """Start the clock of a table if it has not started and all its pupils are present."""
        if table.minutes is None or table.is_clock_started or not table.is_in_play:
            return
        if all(map(self.ledger.is_present, filter(is_pupil, table.seats))):
            table.start_clock()
            self.ledger.notify(table.number)

    # Automatic moves: dice, and the replies of puzzles

    def try_automatic_moves(self, table: Table) -> None:
        """Try to play the automatic moves at a table: dice rolls and puzzle replies.

        If they cannot be written, the move before them still counts: they are tried again later.
        """
        try:
            self.play_automatic_moves(table)
        except OSError:
            self.unwritten_tables.add(table.number)

    def play_automatic_moves(self, table: Table) -> None:
        """Roll the dice if a roll is due and known, or play the puzzle's reply."""
        if table.puzzle is not None:
            self._continue_puzzle(table)
            return
        rolls = self.ledger.rolls[table.first_roll :]
        while table.is_in_play and has_to_roll(table.state):
            if self.ledger.setting.dice != "wall":
                table.roll()
            elif table.roll_count < len(rolls):
                table.roll(rolls[table.roll_count])
            else:
                return

    def _continue_puzzle(self, table: Table) -> None:
        """Play the reply of a puzzle; after its end, start the pupil's next puzzle of the race."""
        play_reply(table)
        who, race = next(filter(is_pupil, table.seats)), self.ledger.race
        if table.is_closed and self.table_of(who) is table and race and race.has_table(table):
            self.start_next_puzzle(who)

    def start_next_puzzle(self, pupil_id: str) -> None:
        """Create a table with the pupil's next puzzle of the race, if there is one."""
        race = self.ledger.race
        if race is None or race.is_over or self.ledger.people.get(pupil_id) is None:
            return
        race.clock.update()
        puzzle = race.puzzle(len(race.tables_of(pupil_id, self.tables.values())))
        if puzzle is not None:
            record, seats = prepare_puzzle(puzzle, pupil_id)
            self._create_table(record, seats, None, puzzle.number)

    def _find_returning_pupil(self, name: object) -> tuple[Pupil, str] | None:
        """Return the pupil with this name and a new token, if a change of device is allowed.

        Return None otherwise.
        """
        known = self.ledger.people.find_by_name(name)
        if known is None or known.id not in self.ledger.device_change_ids:
            return None
        token = new_token()
        return replace(known, token_hash=hash_token(token)), token

    def _tables_of(self, pupil_id: str) -> Iterator[Table]:
        return (t for t in reversed(tuple(self.tables.values())) if pupil_id in t.seats)

    def _gets_seat_without_pairing(self, pupil: Pupil) -> bool:
        """Return True if a new pupil is seated at once, without being paired by the teacher."""
        return pupil.is_player and (self.ledger.setting.sits or self.ledger.is_racing)

    def _seat_new_pupil(self, pupil_id: str) -> None:
        """Seat a new pupil, at a puzzle in a race, at a free seat or at a new table."""
        if self.ledger.is_racing:
            self.start_next_puzzle(pupil_id)
        elif (level := self.ledger.setting.level) is not None:
            self.create_table(
                [pupil_id, *[f"level {level}"] * (self.ledger.round_setting.seats - 1)]
            )
        else:
            waiting = (t for t in self.games if not (t.is_full or t.is_closed or t.result))
            if (table := next(waiting, None)) is None:
                self.create_table([pupil_id])
                return
            table.assign_seat(table.seats.index(EMPTY_SEAT), pupil_id)
            self.try_automatic_moves(table)
            self.start_clock(table)
            self.ledger.notify(table.number)

    def _create_table(
        self, start: Record, seats: list[str], minutes: float | None, puzzle: int | None = None
    ) -> Table:
        """Create and return a table for players that `check_players` has accepted."""
        ledger, number = self.ledger, max(self.tables, default=0) + 1
        file = None if ledger.folder is None else ledger.folder / f"table-{number:03}.jsonl"
        earlier = self._count_begun_games(seats)
        table = Table.new(
            number,
            Log(file, is_timed=True),
            start,
            seats,
            minutes=minutes or None,
            seed=ledger.setting.seed_of(number, ledger.round, earlier),
            first_roll=len(ledger.rolls) if earlier else ledger.round_first_roll,
            round_number=ledger.round,
            race=None
            if ledger.race is None or puzzle is None
            else (puzzle, ledger.race.seconds_left),
            now=ledger.now,
        )
        self._add_table(table)
        self.try_automatic_moves(table)
        self.start_clock(table)
        ledger.notify(number)
        return table

    def _count_begun_games(self, seats: Sequence[str]) -> int:
        """Return the number of games in this round, for the player with most, with a known roll."""
        begun = [t for t in self.games if t.round == self.ledger.round and t.roll_count]
        return max(
            (sum(who in t.seats for t in begun) for who in filter(is_pupil, seats)), default=0
        )

    def _add_table(self, table: Table) -> None:
        table.clock.pause_or_resume(is_paused=self.ledger.is_paused)
        self.tables[table.number] = table
