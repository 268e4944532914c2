"""A class without a network: pupils, tables, rounds, and all of it in the files of one folder.

Everything goes through a `Room`, from whichever thread; its ledger says to those who `watch` it
which table has changed. What happened is in ``room.jsonl`` and in a file for each table, written
before it is told. A room that is opened on such a folder goes on where it stopped, whatever stopped
it.

A room owns its parts: `ledger` (what is written down, and what follows from it), `seating` (pupils
and tables) and `rounds` (pairings and puzzle races). What is done at the tables and said to all is
here.
"""

from __future__ import annotations

import time
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.room import results
from polygames.classroom.room.asked import LONGEST_ANSWER, MAX_CHANGES, ClassQuestion
from polygames.classroom.room.ledger import TEACHER_PAGE, Ledger, synchronized
from polygames.classroom.room.rounds import Rounds
from polygames.classroom.room.seating import Seating
from polygames.classroom.room.setting import has_to_roll
from polygames.classroom.room.table import Table, is_agent, is_pupil
from polygames.core.errors import IllegalMoveError, OptionError
from polygames.core.options import refuse
from polygames.records.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from polygames.classroom.room.people import Pupil
    from polygames.classroom.room.setting import Setting

LONGEST_MESSAGE: Final = 200

MAX_GAMES_PER_ROUND: Final = 30
"""How many games a pupil begins in one round by *Play again*."""

MAX_TABLES: Final = 1000
"""With so many tables in a class no pupil begins another game: each has a file."""


class Room:
    """A class: who is in it, and what they play.

    Parameters
    ----------
    setting
        What is played; None to go on with what is in the folder.
    folder
        Where everything is kept; None keeps nothing.
    now
        Tells the time, in seconds, for the clocks.
    rng
        Mixes the pupils for a round.

    Examples
    --------
    >>> from polygames.classroom.room.setting import Setting
    >>> room = Room(Setting.of("polygon", {}))
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
    ) -> None:
        self.ledger = Ledger(setting, folder, now)
        try:
            self.seating = Seating(self.ledger)
        except BaseException:
            self.close()
            raise
        self.rounds = Rounds(self.ledger, self.seating, rng or SystemRandom())
        self.people, self.tables = self.ledger.people, self.seating.tables
        if self.ledger.race is not None:
            self.ledger.race.go_on(self.tables.values(), is_held=self.ledger.is_paused)
        for table in tuple(self.tables.values()):
            self.seating.go_on(table)  # it may have stopped between a move and the dice

    def close(self) -> None:
        """Let another server go on with the folder."""
        self.ledger.close()

    # At one table

    @synchronized
    def play(
        self,
        pupil: Pupil,
        move: Any,
        *,
        version: int,
        mark: str | None = None,
        table: int | None = None,
    ) -> bool:
        """Play a move for a pupil; see `Table.play`. If it is refused, nothing has changed."""
        at, seat = self.seating.place(pupil, table)
        self.ledger.refuse_paused()
        is_new = version == at.version and mark in (None, at.mark)
        if is_new and at.puzzle is not None and at.is_on:
            self.rounds.judge(at, move)
        done = at.play(seat, move, version=version, mark=mark, by=pupil.key[:12])
        if done:
            self.seating.follow(at)
        if done or at.result is not None:
            self.ledger.tell(at.number)
        return done

    @synchronized
    def answer(self, number: int, move: Any, *, version: int) -> bool:
        """Play the move of the agent that is to move at a table; False if it comes too late."""
        table = self.tables[number]
        who = table.mover
        if not is_agent(who) or self.ledger.is_paused:
            return False
        try:
            done = table.play(table.state.turn, move, version=version, by=who)
        except OSError:
            self.seating.held_up.add(number)
            raise
        if done:
            self.seating.follow(table)
            self.ledger.tell(number)
        return done

    @synchronized
    def ask_back(self, pupil: Pupil) -> None:
        """Ask to take back the pupil's last move; the other people at the table agree, or not."""
        table, seat = self._game_of(pupil)
        self.ledger.refuse_paused()
        table.ask_back(seat)
        self.ledger.tell(table.number)

    @synchronized
    def say_back(self, pupil: Pupil, *, yes: bool) -> None:
        """Agree that a move is taken back, or leave it."""
        table, seat = self._game_of(pupil)
        if table.asks_back is None:
            return
        if not yes:
            table.decline()
        else:
            table.agree(table.asks_back, by=seat)
        self.ledger.tell(table.number)

    @synchronized
    def give_up(self, pupil: Pupil) -> None:
        """Let the others at the pupil's table win."""
        table, seat = self._game_of(pupil)
        self.ledger.refuse_paused()
        if not table.is_full or table.is_closed:
            msg = "nobody plays here"
            raise IllegalMoveError(msg)
        table.give_up(seat)
        self.ledger.tell(table.number)

    @synchronized
    def again(self, pupil: Pupil) -> Table:
        """Put up the same table once more, the seats exchanged, after a game is over."""
        table, _ = self._game_of(pupil)
        if table.result is None:
            msg = "the game is not over"
            raise OptionError(msg)
        pupils = [who for who in table.seats if is_pupil(who)]
        if any(not self.people.get(p) or self.seating.table_of(p) is not table for p in pupils):
            msg = "somebody of this table plays elsewhere by now"
            raise OptionError(msg)
        self._refuse_rematch(table, pupil)
        first, *rest = table.seats
        start, minutes = table.record.start, table.minutes or 0
        return self.seating.put_up([*rest, first], start=start, minutes=minutes)

    def _refuse_rematch(self, table: Table, pupil: Pupil) -> None:
        """Raise OptionError if another pupil of the table was not there, or the games are many."""
        for seat, who in enumerate(table.seats):
            if is_pupil(who) and who != pupil.id and not table.has_acted(seat):
                name = self.people.name(who)
                msg = f"{name} has not moved in this game: {name} can press Play again"
                raise OptionError(msg)
        here = [each for each in self.seating.games if each.round == table.round]
        most = max(sum(who in each.seats for each in here) for who in filter(is_pupil, table.seats))
        if most >= MAX_GAMES_PER_ROUND or len(self.tables) >= MAX_TABLES:
            msg = "there were many games in this round: wait until the teacher begins a new one"
            raise OptionError(msg)

    @synchronized
    def strike(self, number: int, *, is_struck: bool = True) -> None:
        """Let the result of a finished game count for nobody, or count again."""
        table = self.tables.get(number)
        if table is None or table.puzzle is not None:
            refuse("the table of a result", "must be one with a game", number)
        table.strike(is_struck=is_struck)
        self.ledger.tell(number)

    def _game_of(self, pupil: Pupil) -> tuple[Table, int]:
        """Return the table and the seat of a pupil who plays a game there."""
        table, seat = self.seating.place(pupil)
        if table.puzzle is not None:
            msg = "this is a puzzle"
            raise IllegalMoveError(msg)
        return table, seat

    # At all tables

    @synchronized
    def pause(self, *, paused: bool = True) -> None:
        """Let all tables wait, and their clocks; or go on."""
        self.ledger.write(do="pause", paused=bool(paused))
        clocks = [table.clock for table in self.tables.values()]
        if self.ledger.race:
            clocks.append(self.ledger.race.clock)
        for clock in clocks:
            clock.hold(is_held=self.ledger.is_paused)
        for number in (None, *self.tables):
            self.ledger.tell(number)

    @synchronized
    def throw(self, roll: str | None = None) -> str:
        """Throw the dice for all tables: they fall by chance, or as given."""
        setting = self.ledger.setting
        if setting.dice != "wall":
            msg = "the dice of this class are not thrown at the wall: open it with dice='wall'"
            raise OptionError(msg)
        start = setting.start.state
        if not has_to_roll(start):
            msg = f"{setting.game} does not begin with dice"
            raise OptionError(msg)
        fair = Random(f"{setting.seed}:{len(self.ledger.rolls)}")
        move = start.legal_moves.sample(fair) if roll is None else start.parse(roll)
        self.ledger.write(do="throw", text=str(move))
        for table in tuple(self.tables.values()):  # in a race who goes on sits down at a new one
            self.seating.follow(table)
            self.ledger.tell(table.number)
        self.ledger.tell()
        return str(move)

    @synchronized
    def update_clocks(self) -> None:
        """End the games of those who have no time left; try again what a full disk has held up."""
        for number in tuple(self.seating.held_up):
            self.seating.held_up.discard(number)
            self.seating.follow(self.tables[number])
            self.ledger.tell(number)
        for table in tuple(self.tables.values()):
            seat = table.clock.running
            table.clock.update()
            if seat is not None and table.is_on and table.clock.is_out(seat):
                table.run_out(seat)
                self.ledger.tell(table.number)
        if self.ledger.race is not None and not self.ledger.race.is_over:
            self.ledger.race.clock.update()
            if self.ledger.race.clock.is_out(0):
                self.rounds.end_race()

    # What is said to all, and what they answer

    @synchronized
    def say(self, text: str) -> None:
        """Say something to all; an empty text takes it away."""
        self.ledger.write(do="say", text=plain_text(text))
        self.ledger.tell()

    @synchronized
    def ask(self, text: str, choices: Sequence[str] = ()) -> None:
        """Ask all a question: with choices, or else for a number. It replaces the one before."""
        found = ClassQuestion.of(plain_text(text), [plain_text(each) for each in choices])
        self.ledger.write(do="ask", text=found.text, choices=list(found.choices))
        self.ledger.tell()

    @synchronized
    def predict(self, pupil: Pupil, said: object) -> None:
        """Take a pupil's answer; it can be changed until the answers are shown."""
        question = self.ledger.question
        if question is None or question.is_revealed:
            msg = "no question waits for an answer"
            raise OptionError(msg)
        found = question.read(said)
        if question.answers.get(pupil.id) != found:
            if question.changes[pupil.id] >= MAX_CHANGES:
                msg = f"you have changed your answer {MAX_CHANGES} times: the last one counts"
                raise OptionError(msg)
            self.ledger.write(do="predict", id=pupil.id, said=found)
            self.ledger.tell(TEACHER_PAGE)

    @synchronized
    def reveal(self) -> None:
        """Show all what was answered, as counts."""
        if self.ledger.question is not None and not self.ledger.question.is_revealed:
            self.ledger.write(do="reveal")
            self.ledger.tell()

    @synchronized
    def unask(self) -> None:
        """Take the question away."""
        if self.ledger.question is not None:
            self.ledger.write(do="unask")
            self.ledger.tell()

    @synchronized
    def report(self, pupil: Pupil, exercise: object, said: object, answer: object = "") -> None:
        """Take what a lesson's check has said in a pupil's notebook, and an answer on the board."""
        progress = self.ledger.progress
        name, found = progress.read(pupil.id, exercise, said)
        words = plain_text(answer)[:LONGEST_ANSWER] if isinstance(answer, str) else ""
        if progress.of(pupil.id).get(name) != found or progress.answer(pupil.id, name) != words:
            self.ledger.write(do="report", id=pupil.id, exercise=name, said=found, answer=words)
            self.ledger.tell(TEACHER_PAGE)

    # What came of it

    @synchronized
    def results(self) -> list[dict[str, Any]]:
        """Return a row for each pupil: games, won, tied, lost, points.

        After a race also the puzzles that were solved, and where notebooks have reported the
        exercises that are right.
        """
        found = results.rows(self.people, self.seating.games)
        ids = {pupil.name: pupil.id for pupil in self.people}
        for row in found:
            who = ids[row["name"]]
            if self.ledger.race is not None:
                tables = self.tables.values()
                row["puzzles"] = sum(t.is_solved for t in tables if who in t.seats)
            if self.ledger.progress:
                row["exercises"] = self.ledger.progress.count(who)
        return found

    @synchronized
    def cross_table(self) -> list[list[str]]:
        """Return who scored how many points against whom, with a head."""
        return results.cross(self.people, self.seating.games)

    @property
    def played(self) -> str:
        """How many games, and puzzles, a class has to save, in words."""
        games = len(self.seating.games)
        puzzles = len(self.tables) - games
        said = f"{games} game{'s' * (games != 1)}"
        return f"{said}, {puzzles} puzzle{'s' * (puzzles != 1)}" if puzzles else said

    @synchronized
    def save(self, folder: Path | None = None) -> list[Path]:
        """Write every game as a record, and the results as CSV; return the files."""
        to = folder or self.ledger.folder
        if to is None:
            refuse("where a class is saved", "must be a folder", to)
        made = []
        for table in self.tables.values():
            names = {seat: self.people.name(who) for seat, who in enumerate(table.seats)}
            table.record.players, table.record.seed = names, table.seed
            made.append(table.record.save(private(to / f"table-{table.number:03}.txt")))
        return [*made, write_whole(private(to / "results.csv"), results.as_csv(self.results()))]


def private(path: Path) -> Path:
    """Make a file, if there is none, that only its owner reads: it will hold names of pupils."""
    path.touch(0o600)
    return path


def plain_text(text: object) -> str:
    r"""Return what a teacher says on one line, not too long.

    Examples
    --------
    >>> plain_text(" Five  minutes\nmore ")
    'Five minutes more'
    """
    given = text if isinstance(text, str) else ""
    shown = "".join(c if c.isprintable() else " " for c in given[: 4 * LONGEST_MESSAGE])
    return " ".join(shown.split())[:LONGEST_MESSAGE].strip()
