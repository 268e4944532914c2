"""A class without a network: pupils, tables, rounds, and all of it in the files of one folder.

Everything goes through a `Room`, from whichever thread; it says to those who `watch` it which table
has changed. What happened is in ``room.jsonl`` and in a file for each table, written before it is
told. A room that is opened on such a folder goes on where it stopped, whatever stopped it.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from functools import wraps
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

from polygames.classroom import race as races
from polygames.classroom import results, rounds
from polygames.classroom.log import Log
from polygames.classroom.people import People, Pupil
from polygames.classroom.progress import Progress
from polygames.classroom.question import Question
from polygames.classroom.race import Race
from polygames.classroom.setting import Setting, has_to_roll, minutes_of
from polygames.classroom.table import EMPTY, PUZZLE, Table, is_agent, is_pupil
from polygames.core.errors import IllegalMoveError, OptionError, RecordError
from polygames.core.options import refuse
from polygames.core.registry import game
from polygames.records.files import write_whole
from polygames.records.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

LETTERS: Final = "ACDEFHJKLMNPRTUVWXY34679"
"""The code has no letters that are read as others."""

LONGEST_MESSAGE: Final = 200

ROOM_FILE: Final = "room.jsonl"

Args = ParamSpec("Args")
Got = TypeVar("Got")


def _alone(
    act: Callable[Concatenate[Room, Args], Got],
) -> Callable[Concatenate[Room, Args], Got]:
    """Do one thing at a time in a room."""

    @wraps(act)
    def run(self: Room, /, *args: Args.args, **kwargs: Args.kwargs) -> Got:
        with self.lock:
            return act(self, *args, **kwargs)

    return run


def _code() -> str:
    chance = SystemRandom()
    return "".join(chance.choice(LETTERS) for _ in range(6))


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
    >>> room = Room(Setting.of("polygon", {}))
    >>> ana, _ = room.join("Ana")
    >>> ben, _ = room.join("Ben")
    >>> table = room.table_of(ana.id)
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
        self.lock = threading.RLock()
        """Held by who changes something, or reads several things that belong together."""
        self._now, self._rng = now, rng or SystemRandom()
        self._watchers: list[Callable[[int | None], None]] = []
        self.folder = folder
        self.people = People()
        self.tables: dict[int, Table] = {}
        self.rolls: list[str] = []
        """What the teacher has thrown for all tables, in turn."""
        self.words = ""
        """What the teacher says to all."""
        self.question: Question | None = None
        """What the teacher has asked all."""
        self.race: Race | None = None
        """The puzzle race that is on, or was on last."""
        self.progress = Progress()
        """What notebooks have reported of exercises."""
        self.is_paused = False
        self.round = 0
        self.code = ""
        self.ladder: list[str] = []
        """The ids of the pupils, the best first, after the last round that was one."""
        self.playing: Setting
        """What the tables of this round begin with: the setting, unless the round has its own."""
        self._log = Log(None if folder is None else folder / ROOM_FILE)
        if not self._log.entries:
            if setting is None:
                msg = f"{folder}: there is no class in this folder"
                raise RecordError(msg)
            self._log.add("", do="open", code=_code(), setting=setting.as_json())
        for entry in self._log.entries:
            self._do(entry)
        for number, log in self._logs():
            self._take(Table(number, log, now))
        self._resume()

    def _resume(self) -> None:
        """Go on with what was under way when the room was stopped."""
        if self.race is not None:
            self.race.go_on(self.tables.values(), is_held=self.is_paused)
        for table in tuple(self.tables.values()):
            self._go_on(table)  # it may have stopped between a move and the dice

    def watch(self, told: Callable[[int | None], None]) -> None:
        """Call a function after each change, with the number of the table, or None."""
        self._watchers.append(told)

    def unwatch(self, told: Callable[[int | None], None]) -> None:
        """Call a function no longer."""
        with suppress(ValueError):
            self._watchers.remove(told)

    # Pupils

    @_alone
    def join(self, name: object, *, plays: bool = True) -> tuple[Pupil, str]:
        """Let a pupil in; returns the pupil and the token of the page.

        Who does not play gets no table: a notebook that reports exercises.

        Raises
        ------
        OptionError
            If it is no name, or the class is full.
        """
        pupil, token = self.people.invite(name, plays=plays)
        self._write(do="join", id=pupil.id, name=pupil.name, key=pupil.key, plays=plays)
        if self._sits_at_once(pupil):
            self._seat(pupil.id)
        self._tell(None)
        return pupil, token

    def pupil(self, token: object) -> Pupil | None:
        """Return whose token this is; None if it is nobody's."""
        return self.people.with_token(token)

    @_alone
    def remove(self, who: str) -> None:
        """Let a pupil go: the seat waits for somebody else."""
        if self.people.get(who) is None:
            refuse("who leaves the class", "must be in it", who)
        for table in self._sat_at(who):
            seat = table.seat_of(who)
            if table.puzzle is not None:
                table.close()
            elif seat is not None and table.result is None and not table.is_closed:
                table.sit(seat, EMPTY)
                self._tell(table.number)
        self._write(do="leave", id=who)
        self._tell(None)

    @_alone
    def welcome(self, pupil: Pupil) -> None:
        """Let a pupil who comes back sit down, if there is no place left."""
        table = self.table_of(pupil.id)
        is_gone = table is None or (table.is_closed and table.result is None)
        if is_gone and self._sits_at_once(pupil):
            self._seat(pupil.id)

    def table_of(self, who: str) -> Table | None:
        """Return where a pupil sits now: at the newest table with the pupil."""
        return next(iter(self._sat_at(who)), None)

    # Tables

    @_alone
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
        if len(seats) > setting.seats or _twice(seats):
            msg = f"a table has {setting.seats} seats, and nobody sits on two: {list(seats)}"
            raise OptionError(msg)
        for who in filter(is_pupil, seats):
            self._leave_table(who)
        whole = [*seats, *[EMPTY] * (setting.seats - len(seats))]
        return self._put_up(setting.start, whole, minutes)

    @_alone
    def pair(
        self,
        how: str | Sequence[Sequence[str]] = "random",
        *,
        level: int | None = 2,
        start: Any = None,
        minutes: float | None = None,
    ) -> list[Table]:
        """Begin a new round: every pupil gets a table.

        Parameters
        ----------
        how
            ``"random"``, ``"swiss"``, ``"ladder"``, or by hand: groups of the ids of pupils.
        level
            Who is left over plays the computer at this level; None to wait.
        start
            A position, record or puzzle to start from; that of the class by default.
        minutes
            What each seat has on its clock; as the class was opened by default, 0 for no clock.
        """
        playing = self.setting.changed(start=start, minutes=minutes)
        groups, left = rounds.grouped(self, how, self._rng)
        self._end_race()
        ladder = rounds.climbed(self) if how == "ladder" else self.ladder
        played = {"start": playing.record, "minutes": playing.minutes}
        self._write(do="round", number=self.round + 1, ladder=ladder, **played)
        made = [self.put_up(group) for group in groups]
        if level is not None and playing.seats > 1 and game(playing.game).engine.levels:
            made += [self.put_up([who, *self._computers(level)]) for who in left]
        else:
            made += [self.put_up([who]) for who in left]
        return made

    @_alone
    def play(
        self,
        pupil: Pupil,
        move: Any,
        *,
        version: int,
        mark: str | None = None,
        table: int | None = None,
    ) -> bool:
        """Play a move for a pupil; see `Table.play`.

        Raises
        ------
        MoveError
            If it is refused; nothing has changed then.
        """
        at, seat = self._place(pupil, table)
        self._refuse_paused()
        is_new = version == at.version and mark in (None, at.mark)
        if is_new and at.puzzle is not None and at.is_on:
            self._judge(at, move)
        done = at.play(seat, move, version=version, mark=mark, by=pupil.key[:12])
        if done:
            self._go_on(at)
        if done or at.result is not None:
            self._tell(at.number)
        return done

    @_alone
    def answer(self, number: int, move: Any, *, version: int) -> bool:
        """Play the move of the agent that is to move at a table; False if it comes too late."""
        table = self.tables[number]
        who = table.seats[table.state.turn] if table.is_on and table.state.turn >= 0 else EMPTY
        if not is_agent(who) or self.is_paused:
            return False
        done = table.play(table.state.turn, move, version=version, by=who)
        if done:
            self._go_on(table)
            self._tell(number)
        return done

    @_alone
    def ask_back(self, pupil: Pupil) -> None:
        """Ask to take back the pupil's last move; the other people at the table agree, or not."""
        table, seat = self._game_of(pupil)
        self._refuse_paused()
        table.ask_back(seat)
        self._tell(table.number)

    @_alone
    def say_back(self, pupil: Pupil, *, yes: bool) -> None:
        """Agree that a move is taken back, or leave it."""
        table, seat = self._game_of(pupil)
        if table.asks_back is None:
            return
        if not yes:
            table.decline()
        else:
            table.agree(table.asks_back, by=seat)
        self._tell(table.number)

    @_alone
    def give_up(self, pupil: Pupil) -> None:
        """Let the others at the pupil's table win."""
        table, seat = self._game_of(pupil)
        self._refuse_paused()
        if not table.is_full or table.is_closed:
            msg = "nobody plays here"
            raise IllegalMoveError(msg)
        table.give_up(seat)
        self._tell(table.number)

    @_alone
    def again(self, pupil: Pupil) -> Table:
        """Put up the same table once more, the seats exchanged, after a game is over."""
        table, _ = self._game_of(pupil)
        if table.result is None:
            msg = "the game is not over"
            raise OptionError(msg)
        others = [who for who in table.seats if is_pupil(who)]
        if any(self.people.get(who) is None or self.table_of(who) is not table for who in others):
            msg = "somebody of this table plays elsewhere by now"
            raise OptionError(msg)
        first, *rest = table.seats
        minutes = table.minutes or 0
        return self.put_up([*rest, first], start=table.record.start, minutes=minutes)

    @_alone
    def report(self, pupil: Pupil, exercise: object, said: object) -> None:
        """Take what a check of a lesson has said in a pupil's notebook.

        Raises
        ------
        OptionError
            If it is no report, or there are too many.
        """
        name, found = self.progress.read(pupil.id, exercise, said)
        if self.progress.said(pupil.id, name) != found:
            self._write(do="report", id=pupil.id, exercise=name, said=found)
            self._tell_wall()

    @_alone
    def skip(self, pupil: Pupil) -> None:
        """Let a pupil have the next puzzle of a race."""
        table, _ = self._place(pupil)
        self._refuse_paused()
        if self.race is not None and self.race.has(table) and table.is_on:
            table.close()
            self._next_puzzle(pupil.id)

    # What the teacher does

    @_alone
    def pause(self, *, paused: bool = True) -> None:
        """Let all tables wait, and their clocks; or go on."""
        self._write(do="pause", paused=bool(paused))
        clocks = [table.clock for table in self.tables.values()]
        for clock in [*clocks, self.race.clock] if self.race else clocks:
            clock.hold(is_held=self.is_paused)
        self._tell(None)
        for number in self.tables:
            self._tell(number)

    @_alone
    def run_race(self, minutes: float = 5, count: int = 20) -> None:
        """Begin a puzzle race: all get the same puzzles of the game, from easy to hard.

        Raises
        ------
        OptionError
            If the game has no puzzles, or a number is out of range.
        """
        numbers, time = races.chosen(self.setting.game, minutes, count)
        self._end_race()
        for table in self.tables.values():
            table.close()
        self._write(do="race", number=self.round + 1, puzzles=numbers, minutes=time)
        for pupil in self.people:
            if pupil.plays:
                self._next_puzzle(pupil.id)
        self._tell(None)

    @_alone
    def end_race(self) -> None:
        """End the race before its time."""
        self._end_race()
        self._tell(None)

    @_alone
    def say(self, text: str) -> None:
        """Say something to all; an empty text takes it away."""
        shown = plain_text(text)
        self._write(do="say", text=shown)
        self._tell(None)

    @_alone
    def ask(self, text: str, choices: Sequence[str] = ()) -> None:
        """Ask all a question: with choices, or else for a number. It replaces the one before.

        Raises
        ------
        OptionError
            If there is no question, or one choice only, or too many.
        """
        found = Question.of(plain_text(text), [plain_text(each) for each in choices])
        self._write(do="ask", text=found.text, choices=list(found.choices))
        self._tell(None)

    @_alone
    def predict(self, pupil: Pupil, said: object) -> None:
        """Take a pupil's answer; it can be changed until the answers are shown.

        Raises
        ------
        OptionError
            If nothing is asked, the answers are shown already, or it is none.
        """
        if self.question is None or self.question.is_revealed:
            msg = "no question waits for an answer"
            raise OptionError(msg)
        found = self.question.read(said)
        if self.question.answers.get(pupil.id) != found:
            self._write(do="predict", id=pupil.id, said=found)
            self._tell_wall()

    @_alone
    def reveal(self) -> None:
        """Show all what was answered, as counts."""
        if self.question is not None and not self.question.is_revealed:
            self._write(do="reveal")
            self._tell(None)

    @_alone
    def unask(self) -> None:
        """Take the question away."""
        if self.question is not None:
            self._write(do="unask")
            self._tell(None)

    @_alone
    def throw(self, roll: str | None = None) -> str:
        """Throw the dice for all tables: they fall by chance, or as given.

        Raises
        ------
        OptionError
            If the class has not chosen ``dice="wall"``.
        """
        if self.setting.dice != "wall":
            msg = "the dice of this class are not thrown at the wall: open it with dice='wall'"
            raise OptionError(msg)
        start = self.setting.start.state
        if not has_to_roll(start):
            msg = f"{self.setting.game} does not begin with dice"
            raise OptionError(msg)
        fair = Random(f"{self.setting.seed}:{len(self.rolls)}")
        move = start.legal_moves.sample(fair) if roll is None else start.parse(roll)
        self._write(do="throw", text=str(move))
        for table in self.tables.values():
            self._go_on(table)
            self._tell(table.number)
        self._tell(None)
        return str(move)

    @_alone
    def look_at_clocks(self) -> None:
        """End the games of those who have no time left."""
        for table in self.tables.values():
            seat = table.clock.running
            table.clock.look()
            if seat is not None and table.is_on and table.clock.is_out(seat):
                table.run_out(seat)
                self._tell(table.number)
        if self.race is not None and not self.race.is_over:
            self.race.clock.look()
            if self.race.clock.is_out(0):
                self.end_race()

    # What came of it

    @_alone
    def results(self) -> list[dict[str, Any]]:
        """Return a row for each pupil: games, won, tied, lost, points.

        After a race also the puzzles that were solved, and where notebooks have reported the
        exercises that are right.
        """
        found = results.rows(self.people, self.games)
        tables = list(self.tables.values())
        more = {pupil.name: pupil.id for pupil in self.people}
        for row in found:
            who = more[row["name"]]
            if self.race is not None:
                row["puzzles"] = sum(t.is_solved for t in tables if who in t.seats)
            if self.progress:
                row["exercises"] = self.progress.count(who)
        return found

    @_alone
    def cross_table(self) -> list[list[str]]:
        """Return who scored how many points against whom, with a head."""
        return results.cross(self.people, self.games)

    @property
    def games(self) -> list[Table]:
        """The tables with games; the others have puzzles."""
        return [table for table in self.tables.values() if table.puzzle is None]

    @_alone
    def save(self, folder: Path | None = None) -> list[Path]:
        """Write every game as a record, and the results as CSV; return the files.

        Raises
        ------
        OptionError
            If the room has no folder and none is given.
        """
        to = folder or self.folder
        if to is None:
            refuse("where a class is saved", "must be a folder", to)
        made = []
        for table in self.tables.values():
            names = {seat: self.people.name(who) for seat, who in enumerate(table.seats)}
            table.record.players, table.record.seed = names, table.seed
            made.append(table.record.save(to / f"table-{table.number:03}.txt"))
        return [*made, write_whole(to / "results.csv", results.as_csv(self.results()))]

    # What it does inside

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
        if self.race is not None and not self.race.is_over:
            self._next_puzzle(who)
            return
        if self.setting.level is not None:
            self.put_up([who, *self._computers(self.setting.level)])
            return
        open_tables = (t for t in self.games if not t.is_full and not t.is_closed)
        table = next((t for t in open_tables if t.result is None), None)
        if table is None:
            self.put_up([who])
            return
        table.sit(table.seats.index(EMPTY), who)
        self._go_on(table)
        self._tell(table.number)

    def _computers(self, level: int) -> list[str]:
        return [f"level {level}"] * (self.playing.seats - 1)

    def _sits_at_once(self, pupil: Pupil) -> bool:
        """Whether a pupil who comes need not wait until the teacher pairs."""
        is_race = self.race is not None and not self.race.is_over
        return pupil.plays and (self.setting.sits or is_race)

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
        self._go_on(table)
        self._tell(number)
        return table

    # A race

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
        self._go_on(table)
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
            for table in self.tables.values():
                if table.puzzle is not None:
                    table.close()

    def _leave_table(self, who: str) -> None:
        """Close the table of a pupil who gets another one."""
        table = self.table_of(who)
        if table is not None and not table.is_closed and table.result is None:
            table.close()
            self._tell(table.number)

    def _check_seat(self, who: str, name: str) -> None:
        known = (*game(name).players_by_level, *game(name).agents)
        if who != EMPTY and self.people.get(who) is None and who not in known:
            refuse("who sits at a table", "must be the id of a pupil, or a player of the game", who)

    def _go_on(self, table: Table) -> None:
        """Roll dice where they are next, if they lie ready; let a puzzle answer."""
        if table.puzzle is not None:
            self._go_on_puzzle(table)
            return
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

    def _write(self, **content: Any) -> None:
        self._do(self._log.add("", **content))

    def _do(self, entry: dict[str, Any]) -> None:
        """Do what a line of the room says."""
        match entry:
            case {"do": "open", "code": code, "setting": setting}:
                self.code, self.setting = code, Setting(**setting)
                self.playing = self.setting
            case {"do": "join", "id": who, "name": name, "key": key}:
                self.people.add(Pupil(who, name, key, entry.get("plays", True)))
            case {"do": "leave", "id": who}:
                self.people.remove(who)
            case {"do": "round", "number": number, "ladder": order}:
                self.round, self.ladder = number, list(order)
                self.playing = self.setting.replaced(entry)
            case {"do": "pause", "paused": paused}:
                self.is_paused = paused
            case {"do": "say", "text": text}:
                self.words = text
            case {"do": "throw", "text": text}:
                self.rolls.append(text)
            case _:
                self._do_more(entry)

    def _do_more(self, entry: dict[str, Any]) -> None:
        """Do what a line says of a race, an exercise or a question."""
        match entry:
            case {"do": "race", "number": number, "puzzles": puzzles, "minutes": minutes}:
                self.round = number
                self.race = Race(self.setting.game, puzzles, minutes, number, self._now)
            case {"do": "race over"} if self.race:
                self.race.is_over = True
            case {"do": "report", "id": who, "exercise": name, "said": said}:
                self.progress.take(who, name, said)
            case {"do": "ask", "text": text, "choices": choices}:
                self.question = Question.of(text, choices)
            case {"do": "predict", "id": who, "said": said} if self.question:
                self.question.answers[who] = said
            case {"do": "reveal"} if self.question:
                self.question.is_revealed = True
            case {"do": "unask"}:
                self.question = None

    def _tell_wall(self) -> None:
        """Tell of what no pupil's page shows."""
        self._tell(0)

    def _tell(self, table: int | None) -> None:
        for told in tuple(self._watchers):
            told(table)


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


def _twice(seats: Sequence[str]) -> bool:
    pupils = [who for who in seats if is_pupil(who)]
    return len(pupils) != len(set(pupils))
