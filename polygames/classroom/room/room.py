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
"""Games of a pupil in one round; then *Play again* is refused."""

MAX_TABLES: Final = 1000
"""Tables of a class; then *Play again* is refused, because each table has a file."""


class Room:
    """A class: its pupils, and their games.

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
            self.seating.go_on(table)  # the server may have stopped between a move and the dice

    def close(self) -> None:
        """Release the lock on the folder, so that another server can open it."""
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
        """Play a pupil's move; return False if it is late or repeated. See `Table.play`.

        A refused move changes nothing.
        """
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
        """Play an agent's move at a table; return False if it is late."""
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
        """Request a takeback of the pupil's last move from the other people at the table."""
        table, seat = self._game_of(pupil)
        self.ledger.refuse_paused()
        table.ask_back(seat)
        self.ledger.tell(table.number)

    @synchronized
    def say_back(self, pupil: Pupil, *, yes: bool) -> None:
        """Grant or decline the takeback requested at the pupil's table."""
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
        """Resign for a pupil: the other seats at the table win."""
        table, seat = self._game_of(pupil)
        self.ledger.refuse_paused()
        if not table.is_full or table.is_closed:
            msg = "nobody plays at this table"
            raise IllegalMoveError(msg)
        table.give_up(seat)
        self.ledger.tell(table.number)

    @synchronized
    def again(self, pupil: Pupil) -> Table:
        """Create a new table for the same players, with the seats rotated, after a game."""
        table, _ = self._game_of(pupil)
        if table.result is None:
            msg = "the game is not over"
            raise OptionError(msg)
        pupils = [who for who in table.seats if is_pupil(who)]
        if any(not self.people.get(p) or self.seating.table_of(p) is not table for p in pupils):
            msg = "a player of this table is now at another table"
            raise OptionError(msg)
        self._refuse_rematch(table, pupil)
        first, *rest = table.seats
        start, minutes = table.record.start, table.minutes or 0
        return self.seating.put_up([*rest, first], start=start, minutes=minutes)

    def _refuse_rematch(self, table: Table, pupil: Pupil) -> None:
        """Raise OptionError if *Play again* is not allowed.

        It is refused if another pupil of the table has never acted in the game, or at the limit of
        games.
        """
        for seat, who in enumerate(table.seats):
            if is_pupil(who) and who != pupil.id and not table.has_acted(seat):
                name = self.people.name(who)
                msg = f"{name} has not moved in this game yet. {name} can press Play again"
                raise OptionError(msg)
        here = [each for each in self.seating.games if each.round == table.round]
        most = max(sum(who in each.seats for each in here) for who in filter(is_pupil, table.seats))
        if most >= MAX_GAMES_PER_ROUND or len(self.tables) >= MAX_TABLES:
            msg = "you have played many games in this round: wait for the next round"
            raise OptionError(msg)

    @synchronized
    def strike(self, number: int, *, is_struck: bool = True) -> None:
        """Void the result of a finished game, or restore it."""
        table = self.tables.get(number)
        if table is None or table.puzzle is not None:
            refuse("the table of a result", "must be one with a game", number)
        table.strike(is_struck=is_struck)
        self.ledger.tell(number)

    def _game_of(self, pupil: Pupil) -> tuple[Table, int]:
        """Return the table and seat of a pupil. Raise IllegalMoveError if it is a puzzle."""
        table, seat = self.seating.place(pupil)
        if table.puzzle is not None:
            msg = "this is a puzzle"
            raise IllegalMoveError(msg)
        return table, seat

    # At all tables

    @synchronized
    def pause(self, *, paused: bool = True) -> None:
        """Pause all tables and their clocks, or resume them."""
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
        """Throw the dice for all tables, at random or as given; return the roll."""
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
        for table in tuple(self.tables.values()):  # a copy, because a race adds tables meanwhile
            self.seating.follow(table)
            self.ledger.tell(table.number)
        self.ledger.tell()
        return str(move)

    @synchronized
    def update_clocks(self) -> None:
        """End the games without time left, and retry automatic moves after a write error."""
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

    # Messages and questions to the whole class

    @synchronized
    def say(self, text: str) -> None:
        """Show a message to the whole class; an empty text removes it."""
        self.ledger.write(do="say", text=plain_text(text))
        self.ledger.tell()

    @synchronized
    def ask(self, text: str, choices: Sequence[str] = ()) -> None:
        """Ask the class a question, with choices or for a number. It replaces the last question."""
        found = ClassQuestion.of(plain_text(text), [plain_text(each) for each in choices])
        self.ledger.write(do="ask", text=found.text, choices=list(found.choices))
        self.ledger.tell()

    @synchronized
    def predict(self, pupil: Pupil, said: object) -> None:
        """Store a pupil's answer to the question; it can change until the reveal."""
        question = self.ledger.question
        if question is None or question.is_revealed:
            msg = "there is no question to answer now"
            raise OptionError(msg)
        found = question.read(said)
        if question.answers.get(pupil.id) != found:
            if question.changes[pupil.id] >= MAX_CHANGES:
                msg = f"you have changed your answer {MAX_CHANGES} times: your last answer counts"
                raise OptionError(msg)
            self.ledger.write(do="predict", id=pupil.id, said=found)
            self.ledger.tell(TEACHER_PAGE)

    @synchronized
    def reveal(self) -> None:
        """Reveal the counts of the answers to all."""
        if self.ledger.question is not None and not self.ledger.question.is_revealed:
            self.ledger.write(do="reveal")
            self.ledger.tell()

    @synchronized
    def unask(self) -> None:
        """Remove the question."""
        if self.ledger.question is not None:
            self.ledger.write(do="unask")
            self.ledger.tell()

    @synchronized
    def report(self, pupil: Pupil, exercise: object, said: object, answer: object = "") -> None:
        """Store a check's result from a pupil's notebook, and an answer given on the board."""
        progress = self.ledger.progress
        name, found = progress.read(pupil.id, exercise, said)
        words = plain_text(answer)[:LONGEST_ANSWER] if isinstance(answer, str) else ""
        if progress.of(pupil.id).get(name) != found or progress.answer(pupil.id, name) != words:
            self.ledger.write(do="report", id=pupil.id, exercise=name, said=found, answer=words)
            self.ledger.tell(TEACHER_PAGE)

    # Results

    @synchronized
    def results(self) -> list[dict[str, Any]]:
        """Return a row for each pupil: games, won, tied, lost, points.

        After a race, a row has the number of puzzles solved. After reports from notebooks, it has
        the number of exercises solved.
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
        """Return the points of each pupil against each other pupil, with a header row."""
        return results.cross(self.people, self.seating.games)

    @property
    def played(self) -> str:
        """The number of games and puzzles of the class, in words."""
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
    """Create a file that only its owner can read, if it is missing; return its path."""
    path.touch(0o600)
    return path


def plain_text(text: object) -> str:
    r"""Return the text on one line, without control characters, cut to the maximum length.

    Examples
    --------
    >>> plain_text(" Five  minutes\nmore ")
    'Five minutes more'
    """
    given = text if isinstance(text, str) else ""
    shown = "".join(c if c.isprintable() else " " for c in given[: 4 * LONGEST_MESSAGE])
    return " ".join(shown.split())[:LONGEST_MESSAGE].strip()
