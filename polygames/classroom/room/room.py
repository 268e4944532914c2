"""A class without a network: pupils, tables and rounds, stored in the files of one folder.

Every action goes through a `Room`, from any thread. Its ledger notifies its listeners (`watch`)
of the table that changed. The history is in ``room.jsonl`` and one file for each table; a line is
written before anybody is notified. A room opened on such a folder resumes where it stopped, also
after a crash.

A room owns its parts: `ledger` (the log of the class, and its current values), `seating` (pupils
and tables) and `rounds` (pairings and puzzle races). The actions at the tables, and those for the
whole class, are here.
"""

from __future__ import annotations

import time
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.room import results
from polygames.classroom.room.answers import answer_rows
from polygames.classroom.room.discussion import Discussion
from polygames.classroom.room.ledger import TEACHER_PAGE, Ledger, with_ledger_lock
from polygames.classroom.room.questions import MAX_ANSWER_CHARS, MAX_CHANGES, ClassQuestion
from polygames.classroom.room.rounds import Rounds
from polygames.classroom.room.seating import Seating
from polygames.classroom.room.setting import has_to_roll
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.core.options import raise_option_error
from polygames.records.annotations import CANCELLED_KIND, encode_annotation
from polygames.records.atomic_files import write_atomically
from polygames.records.position_sources import state_of
from polygames.records.record import Record
from polygames.table.players import is_agent, is_pupil
from polygames.table.puzzle_table import solo_puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from polygames.classroom.room.lesson_plan import LessonPlan
    from polygames.classroom.room.people import Pupil
    from polygames.classroom.room.setting import Setting
    from polygames.table.table import Table

RESULTS_FILE: Final = "results.csv"

ANSWERS_FILE: Final = "answers.csv"

MAX_ANNOUNCEMENT_CHARS: Final = 200

MAX_GAMES_PER_ROUND: Final = 30
"""Games of a pupil in one round; then *Play again* is refused."""

MAX_TABLES: Final = 1000
"""Tables of a class; then *Play again* is refused, because each table has a file."""


class Room:
    """A class of pupils, without any network code: its people, tables, rounds and data.

    Parameters
    ----------
    setting
        The settings of a new class; None to resume the class in the folder.
    folder
        The folder for all files; None writes no files.
    now
        Returns the time in seconds, for the clocks.
    rng
        Shuffles the pupils for a round.
    lesson
        The lesson that the teacher has prepared for a new class; None for no lesson.

    Examples
    --------
    >>> from polygames.classroom.room.setting import Setting
    >>> room = Room(Setting.from_position("polygon"))
    >>> ana, _ = room.seating.join("Ana")
    >>> ben, _ = room.seating.join("Ben")
    >>> table = room.seating.table_of(ana.id)
    >>> room.play(ana, "A-C", version=table.version)
    True
    >>> table.state.turn == table.seat_of(ben.id)
    True
    """

    def __init__(
        self,
        setting: Setting | None,
        folder: Path | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        rng: Random | None = None,
        lesson: LessonPlan | None = None,
    ) -> None:
        self.ledger = Ledger(setting, folder, now, lesson)
        try:
            self.seating = Seating(self.ledger)
        except BaseException:
            self.close()
            raise
        self.rounds = Rounds(self.ledger, self.seating, rng or SystemRandom())
        self.people, self.tables = self.ledger.people, self.seating.tables
        if self.ledger.race is not None:
            self.ledger.race.resume(self.tables.values(), is_paused=self.ledger.is_paused)
        for table in tuple(self.tables.values()):
            self.seating.play_automatic_moves(
                table
            )  # the server may have stopped between a move and the dice

    def close(self) -> None:
        """Release the lock on the folder, so that another server can open it."""
        self.ledger.close()

    @property
    def is_paused(self) -> bool:
        """Whether the teacher has paused the class."""
        return self.ledger.is_paused

    # At one table

    @with_ledger_lock
    def play(
        self,
        pupil: Pupil,
        move: Any,
        *,
        version: int,
        expected_hash: str | None = None,
        table: int | None = None,
    ) -> bool:
        """Play a pupil's move; return False if it is a duplicate or for an older position.

        A refused move changes nothing.
        """
        at, seat = self.seating.find_seat(pupil, table)
        self.ledger.check_running()
        is_new = version == at.version and expected_hash in (None, at.next_hash)
        if is_new and at.is_in_play and (at.puzzle is not None or solo_puzzle(at) is not None):
            self.rounds.check_puzzle_move(at, move)
        done = at.play(
            seat, move, version=version, expected_hash=expected_hash, author=pupil.token_hash[:12]
        )
        if done:
            self.seating.try_automatic_moves(at)
        if done or at.result is not None:
            self.ledger.notify(at.number)
        return done

    @with_ledger_lock
    def play_agent_move(self, table_number: int, move: Any, *, version: int) -> bool:
        """Play an agent's move at a table; return False if it is for an older position."""
        table = self.tables[table_number]
        who = table.mover
        if not is_agent(who) or self.ledger.is_paused:
            return False
        try:
            done = table.play(table.state.turn, move, version=version, author=who)
        except OSError:
            self.seating.unwritten_tables.add(table_number)
            raise
        if done:
            self.seating.try_automatic_moves(table)
            self.ledger.notify(table_number)
        return done

    @with_ledger_lock
    def request_takeback(self, pupil: Pupil) -> None:
        """Ask the other players at the table to let the pupil take back the last move."""
        table, seat = self._game_of(pupil)
        self.ledger.check_running()
        table.request_takeback(seat)
        self.ledger.notify(table.number)

    @with_ledger_lock
    def answer_takeback(self, pupil: Pupil, *, is_granted: bool) -> None:
        """Grant or decline the takeback requested at the pupil's table."""
        table, seat = self._game_of(pupil)
        if table.takeback_requested_by is None:
            return
        if not is_granted:
            table.decline_takeback()
        else:
            table.grant_takeback(table.takeback_requested_by, granting_seat=seat)
        self.ledger.notify(table.number)

    @with_ledger_lock
    def resign(self, pupil: Pupil) -> None:
        """Resign a pupil's game, so that the other seats at the table win."""
        table, seat = self._game_of(pupil)
        self.ledger.check_running()
        if not table.is_full or table.is_closed:
            msg = "nobody plays at this table"
            raise IllegalMoveError(msg)
        table.resign(seat)
        self.ledger.notify(table.number)

    @with_ledger_lock
    def request_rematch(self, pupil: Pupil) -> Table | None:
        """Request another game between the same players, with the seats rotated.

        Return the new table, once all pupils of the old table have asked; until then None.
        """
        table, seat = self._game_of(pupil)
        if table.result is None:
            msg = "the game is not over"
            raise OptionError(msg)
        pupils = [who for who in table.seats if is_pupil(who)]
        if any(not self.people.get(p) or self.seating.table_of(p) is not table for p in pupils):
            msg = "a player of this table is now at another table"
            raise OptionError(msg)
        self._check_rematch_limits(table)
        table.rematch_requested_by.add(seat)
        if {table.seats[each] for each in table.rematch_requested_by} != {*pupils}:
            self.ledger.notify(table.number)
            return None
        first, *rest = table.seats
        start, minutes = table.record.start, table.minutes or 0
        return self.seating.create_table([*rest, first], start=start, minutes=minutes)

    def _check_rematch_limits(self, table: Table) -> None:
        """Raise OptionError if the players at a table have reached a limit on games."""
        here = [each for each in self.seating.games if each.round == table.round]
        most = max(sum(who in each.seats for each in here) for who in filter(is_pupil, table.seats))
        if most >= MAX_GAMES_PER_ROUND or len(self.tables) >= MAX_TABLES:
            msg = "you have played many games in this round: wait for the next round"
            raise OptionError(msg)

    @with_ledger_lock
    def strike(self, number: int, *, is_struck: bool = True) -> None:
        """Void the result of a finished game at a table, or restore it."""
        table = self.tables.get(number)
        if table is None or table.puzzle is not None:
            raise_option_error("the table", "must be one with a game", number)
        table.strike(is_struck=is_struck)
        self.ledger.notify(number)

    def _game_of(self, pupil: Pupil) -> tuple[Table, int]:
        """Return the table and seat of a pupil.

        Raise IllegalMoveError if it has a puzzle, not a game.
        """
        table, seat = self.seating.find_seat(pupil)
        if table.puzzle is not None:
            msg = "this is a puzzle: there is no game to resign or to play again"
            raise IllegalMoveError(msg)
        return table, seat

    # At all tables

    @with_ledger_lock
    def pause(self, *, paused: bool = True) -> None:
        """Pause all tables and their clocks, or resume them.

        On resuming, the message of the lesson's current step is removed.
        """
        self.ledger.write(do="pause", paused=bool(paused))
        if not paused:
            self._remove_step_message()
        clocks = [table.clock for table in self.tables.values()]
        if self.ledger.race:
            clocks.append(self.ledger.race.clock)
        for clock in clocks:
            clock.pause_or_resume(is_paused=self.ledger.is_paused)
        for number in (None, *self.tables):
            self.ledger.notify(number)

    @with_ledger_lock
    def throw(self, roll: str | None = None, *, is_forced: bool = False) -> str:
        """Roll the dice for all tables, at random or as given, and return the roll as text.

        Raise OptionError if a table has not placed the last roll, unless `is_forced` is true.
        """
        setting = self.ledger.setting
        if setting.dice != "wall":
            msg = "the wall has no dice in this class: open the class with dice='wall'"
            raise OptionError(msg)
        start = setting.start.state
        if not has_to_roll(start):
            msg = f"no dice to throw: {setting.game} does not begin with a roll"
            raise OptionError(msg)
        if (waiting := self.unplaced_count) and not is_forced:
            subject = "1 table has" if waiting == 1 else f"{waiting} tables have"
            msg = f"{subject} not placed the last roll: wait, or throw with is_forced=True"
            raise OptionError(msg)
        fair = Random(f"{setting.seed}:{len(self.ledger.rolls)}")
        move = start.legal_moves.sample(fair) if roll is None else start.parse(roll)
        self.ledger.write(do="roll_dice", text=str(move))
        for table in tuple(self.tables.values()):  # a copy, because a race adds tables meanwhile
            self.seating.try_automatic_moves(table)
            self.ledger.notify(table.number)
        self.ledger.notify()
        return str(move)

    @property
    def unplaced_count(self) -> int:
        """The number of tables that have not placed the last roll yet."""
        return sum(t.is_in_play and not has_to_roll(t.state) for t in self.seating.games)

    @with_ledger_lock
    def start_clocks(self) -> None:
        """Start the clock of each table at which all players have arrived."""
        for table in tuple(self.tables.values()):
            self.seating.start_clock(table)

    @with_ledger_lock
    def update_clocks(self) -> None:
        """Start the clocks of complete tables, and end games in which a player has no time left.

        Retry automatic moves that were not saved.
        """
        for number in tuple(self.seating.unwritten_tables):
            self.seating.unwritten_tables.discard(number)
            self.seating.try_automatic_moves(self.tables[number])
            self.ledger.notify(number)
        self.start_clocks()
        for table in tuple(self.tables.values()):
            seat = table.clock.running_seat
            table.clock.update()
            if seat is not None and table.is_in_play and table.clock.is_out_of_time(seat):
                table.lose_on_time(seat)
                self.ledger.notify(table.number)
        if self.ledger.race is not None and not self.ledger.race.is_over:
            self.ledger.race.clock.update()
            if self.ledger.race.clock.is_out_of_time(0):
                self.rounds.end_race()

    # Messages and questions to the whole class

    @with_ledger_lock
    def say(self, text: str) -> None:
        """Show a message to the whole class; an empty text removes it."""
        self.ledger.write(do="announce", text=to_one_line(text))
        self.ledger.notify()

    @with_ledger_lock
    def ask(self, text: str, choices: Sequence[str] = (), right: str | float = "") -> None:
        """Ask the class a question, to be answered with one of `choices` or with a number.

        It replaces an earlier question. `right` is the right answer, if there is one.
        """
        said = [to_one_line(each) for each in choices]
        found = ClassQuestion.create(to_one_line(text), said, to_one_line(str(right)))
        more = {"right": found.right} if found.right else {}
        self.ledger.write(do="ask_question", text=found.text, choices=list(found.choices), **more)
        self.ledger.notify()

    @with_ledger_lock
    def answer_question(self, pupil: Pupil, answer: object) -> None:
        """Store a pupil's answer to the question.

        It can be changed until the answers are revealed.
        """
        question = self.ledger.question
        if question is None or question.is_revealed:
            msg = "there is no question to answer now"
            raise OptionError(msg)
        found = question.parse_answer(answer)
        if question.answers.get(pupil.id) != found:
            if question.change_counts[pupil.id] >= MAX_CHANGES:
                msg = f"you have changed your answer {MAX_CHANGES} times: your last answer counts"
                raise OptionError(msg)
            self.ledger.write(do="answer_question", id=pupil.id, answer=found)
            self.ledger.notify(TEACHER_PAGE)

    @with_ledger_lock
    def reveal(self) -> None:
        """Show the whole class how many pupils gave each answer."""
        if self.ledger.question is not None and not self.ledger.question.is_revealed:
            self.ledger.write(do="reveal_answers")
            self.ledger.notify()

    @with_ledger_lock
    def remove_question(self) -> None:
        """Remove the current question."""
        if self.ledger.question is not None:
            self.ledger.write(do="close_question")
            self.ledger.notify()

    @with_ledger_lock
    def discuss(self, text: str, start: Any = None) -> None:
        """Show a position large on the wall, with a question to discuss.

        It replaces an earlier one. `start` is a position, record or puzzle; by default the start of
        the class.
        """
        setting = self.ledger.setting
        shown = setting.start if start is None else Record(state_of(start))
        if shown.game != setting.game:
            words = f"must be a position of {setting.game}"
            raise_option_error("the position to discuss", words, shown.game)
        text, record = to_one_line(text), shown.to_text()
        Discussion(text, record)  # its error comes before anything is written
        self.ledger.write(do="discuss", text=text, start=record)
        self.ledger.notify(TEACHER_PAGE)

    @with_ledger_lock
    def end_discussion(self) -> None:
        """Remove the position and the question to discuss from the wall."""
        if self.ledger.discussion is not None:
            self.ledger.write(do="end_discussion")
            self.ledger.notify(TEACHER_PAGE)

    @with_ledger_lock
    def start_step(self, number: int, run_command: Callable[[dict[str, Any]], object]) -> None:
        """Carry out a step of the lesson: `run_command` gets each of its commands of the wall.

        The pause and the message of the step before it end. Raise OptionError if the class has no
        such step.
        """
        if self.ledger.lesson is None:
            msg = "this class has no lesson: open it with --lesson FILE"
            raise OptionError(msg)
        step = self.ledger.lesson.find_step(number)
        if self.ledger.is_paused and {"do": "pause", "paused": True} in self._step_commands:
            self.pause(paused=False)
        self._remove_step_message()
        for command in step.commands:
            run_command(command)
        self.ledger.write(do="start_step", number=number)
        self.ledger.notify(TEACHER_PAGE)

    @property
    def _step_commands(self) -> list[dict[str, Any]]:
        """The commands of the lesson's current step; empty before the first one."""
        lesson, number = self.ledger.lesson, self.ledger.lesson_step
        return lesson.find_step(number).commands if lesson and number else []

    def _remove_step_message(self) -> None:
        """Remove the message to the class if the lesson's current step has sent it."""
        sent = [to_one_line(c.get("text")) for c in self._step_commands if c["do"] == "announce"]
        if self.ledger.announcement and self.ledger.announcement in sent:
            self.say("")

    @with_ledger_lock
    def store_report(
        self, pupil: Pupil, exercise: object, result: object, answer: object = ""
    ) -> None:
        """Store the result of an exercise from a pupil's notebook, with any answer on a board."""
        progress = self.ledger.exercise_results
        name, found = progress.parse_report(pupil.id, exercise, result)
        words = to_one_line(answer)[:MAX_ANSWER_CHARS] if isinstance(answer, str) else ""
        if (
            progress.results_of(pupil.id).get(name) != found
            or progress.board_answer(pupil.id, name) != words
        ):
            self.ledger.write(
                do="report_result", id=pupil.id, exercise=name, result=found, answer=words
            )
            self.ledger.notify(TEACHER_PAGE)

    # Results

    @with_ledger_lock
    def results(self) -> list[dict[str, Any]]:
        """Return a row for each pupil, best first: name, games, won, tied, lost and points.

        After a race, a row has the number of puzzles solved. After reports from notebooks, it has
        the number of exercises solved.
        """
        found = results.result_rows(self.people, self.seating.games)
        ids = {pupil.name: pupil.id for pupil in self.people}
        for row in found:
            who = ids[row["name"]]
            if self.ledger.race is not None:
                tables = self.tables.values()
                row["puzzles"] = sum(t.is_solved for t in tables if who in t.seats)
            if self.ledger.exercise_results:
                row["exercises"] = self.ledger.exercise_results.solved_count(who)
        return found

    @with_ledger_lock
    def cross_table(self) -> list[list[str]]:
        """Return a cross table, with a header row, of the pupils' points against each opponent."""
        return results.cross_table(self.people, self.seating.games)

    @with_ledger_lock
    def answers(self) -> list[dict[str, Any]]:
        """Return a row for each answer of each pupil: to questions, exercises and puzzles."""
        return answer_rows(self.ledger, self.tables.values())

    @property
    def games_text(self) -> str:
        """The number of games and puzzles of the class, as in "3 games, 2 puzzles"."""
        games = len(self.seating.games)
        puzzles = len(self.tables) - games
        said = f"{games} game{'s' * (games != 1)}"
        return f"{said}, {puzzles} puzzle{'s' * (puzzles != 1)}" if puzzles else said

    def record_of(self, table: Table) -> Record:
        """Return the record of a table, with its players, its seed and a mark if it is struck."""
        names = {
            seat: who if is_agent(who) else self.people.display_name(who)
            for seat, who in enumerate(table.seats)
        }
        table.record.players, table.record.seed = names, table.seed
        mark = encode_annotation(1, {}) if table.is_struck else ""
        table.record.annotate(table.record.root, annotations={CANCELLED_KIND: mark})
        return table.record

    @with_ledger_lock
    def save(self, folder: Path | None = None) -> list[Path]:
        """Write each game as a record file, and the results and all answers as CSV.

        Return the paths of the files.
        """
        to = folder or self.ledger.folder
        if to is None:
            msg = "this class has no folder to save it in: open the class with a folder"
            raise OptionError(msg)
        made = []
        for table in self.tables.values():
            file = create_private_file(to / f"table-{table.number:03}.txt")
            made.append(self.record_of(table).save(file))
        tables = {RESULTS_FILE: self.results(), ANSWERS_FILE: self.answers()}
        for name, rows in tables.items():
            if rows or name == RESULTS_FILE:
                file = create_private_file(to / name)
                made.append(write_atomically(file, results.to_csv(rows)))
        return made


def create_private_file(path: Path) -> Path:
    """Create a file that only its owner can read, unless it exists, and return its path."""
    path.touch(0o600)
    return path


def to_one_line(text: object) -> str:
    r"""Return the text on one line, without control characters, cut to the maximum length.

    Examples
    --------
    >>> to_one_line(" Five  minutes\nmore ")
    'Five minutes more'
    """
    given = text if isinstance(text, str) else ""
    shown = "".join(c if c.isprintable() else " " for c in given[: 4 * MAX_ANNOUNCEMENT_CHARS])
    return " ".join(shown.split())[:MAX_ANNOUNCEMENT_CHARS].strip()
