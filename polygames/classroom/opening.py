"""The function `polygames.classroom`, and the class object that it returns."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Self

from polygames.classroom.pages.broadcast import run_command
from polygames.classroom.proxy_registry import is_on_hub
from polygames.classroom.room import ROOM_FILE, Room
from polygames.classroom.room.lesson_file import read_lesson
from polygames.classroom.room.setting import Setting
from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.lazy_imports import require_library
from polygames.core.options import check_flag, raise_option_error, whole
from polygames.core.registry import new
from polygames.records.atomic_files import make_folder, resolve_path
from polygames.records.position_sources import start_of, start_options
from polygames.records.user_folder import CLASSES_FOLDER
from polygames.search.puzzles.puzzle import MAX_STARS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.classroom.pages.server import Server
    from polygames.classroom.wall import WallWidget
    from polygames.records.position_sources import Position
    from polygames.records.record import Record

MAX_PORT = 65_535
"""The largest port of a computer."""
NO_GAME_TEXT = "no game is given: name one, or give a folder with a saved class"


class Classroom:
    """A class of pupils: the `room` with its game tables, and the `server` of its web pages.

    Examples
    --------
    >>> with Classroom(Room(Setting.from_position("polygon")), None) as class_:
    ...     class_.room.seating.join("Ana")[0].name
    'Ana'
    """

    def __init__(self, room: Room, server: Server | None) -> None:
        self.room, self.server = room, server

    @property
    def url(self) -> str:
        """The address of the pupils' page; empty without a server."""
        return self.server.url if self.server else ""

    @property
    def code(self) -> str:
        """The code that pupils enter to join the class."""
        return self.room.ledger.code

    @property
    def invitation(self) -> str:
        """The address and code in one string, for the option ``room`` of `polygames.play`."""
        return f"{self.url}#{self.code}" if self.url else ""

    @property
    def wall_url(self) -> str:
        """The address of the teacher's dashboard (wall). Do not show it to the class."""
        return self.server.wall_url if self.server else ""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the pupils, in the order in which they joined."""
        return tuple(pupil.name for pupil in self.room.people)

    @property
    def tables(self) -> dict[int, Record]:
        """The record of the game or puzzle at each table, by table number."""
        return {number: table.record for number, table in self.room.tables.items()}

    def pair(
        self,
        how: Any = "random",
        *,
        level: int | None = 2,
        start: Any = None,
        minutes: float | None = None,
    ) -> None:
        """Start a new round; `how` is a pairing method or a list of groups of pupils' names."""
        if not isinstance(how, str):
            ids = {pupil.name: pupil.id for pupil in self.room.people}
            how = [[ids.get(name, name) for name in group] for group in how]
        self.room.rounds.start_round(how, level=level, start=start, minutes=minutes)

    def race(self, minutes: float = 5, count: int = 20, stars: int = MAX_STARS) -> None:
        """Start a puzzle race, in which all pupils get the same puzzles, from easy to hard.

        The puzzles have at most so many stars.

        Examples
        --------
        >>> class_ = classroom("polygon", folder=None, open_door=False)
        >>> ana, _ = class_.room.seating.join("Ana")
        >>> class_.race(minutes=3, count=10)
        >>> class_.room.seating.table_of(ana.id).puzzle is None
        False
        """
        self.room.rounds.start_race(minutes, count, stars)

    def discuss(self, text: str, start: Position | None = None) -> None:
        """Show a position large on the wall, with a question to discuss."""
        self.room.discuss(text, start)

    def start_step(self, number: int) -> None:
        """Start a step of the lesson, as *Next step* at the wall does."""
        self.room.start_step(number, partial(run_command, self.room))

    @property
    def progress(self) -> dict[str, dict[str, str]]:
        """Each pupil's latest result for each exercise, by pupil and exercise."""
        said = self.room.ledger.exercise_results.results_of
        return {pupil.name: found for pupil in self.room.people if (found := said(pupil.id))}

    def pause(self, *, paused: bool = True) -> None:
        """Pause all tables, or resume them."""
        self.room.pause(paused=paused)

    def say(self, text: str) -> None:
        """Show a message to the whole class."""
        self.room.say(text)

    def ask(self, text: str, choices: Sequence[str] = (), right: str | float = "") -> None:
        """Ask the class a question, to be answered with one of `choices` or with a number.

        Pupils see the counts of the answers after `reveal`, and `right`, the right answer.
        """
        self.room.ask(text, choices, right)

    def reveal(self) -> list[tuple[str, int]]:
        """Show the whole class how many pupils gave each answer; return the answers with counts."""
        self.room.reveal()
        return self.room.ledger.question.counts() if self.room.ledger.question else []

    def lock(self, *, is_locked: bool = True) -> None:
        """Lock the class, so that new pupils wait for the teacher, or unlock it and admit them."""
        self.room.seating.lock_or_unlock(is_locked=is_locked)

    def change_code(self) -> str:
        """Replace the code for joining the class; return the new one.

        Pupils with a seat need no code.
        """
        return self.room.seating.change_code()

    def strike(self, table: int, *, is_struck: bool = True) -> None:
        """Void the result of a finished game at a table, or restore it."""
        self.room.strike(table, is_struck=is_struck)

    def throw(self, roll: str | None = None, *, is_forced: bool = False) -> str:
        """Roll the dice for all tables, at random or as given, and return the roll.

        This is for a class in which the teacher rolls the dice (``dice="wall"``). Raise OptionError
        if a table has not placed the last roll, unless `is_forced` is true.
        """
        return self.room.throw(roll, is_forced=is_forced)

    def results(self) -> list[dict[str, Any]]:
        """Return a row for each pupil: name, number of games, won, tied, lost, and points."""
        return self.room.results()

    def answers(self) -> list[dict[str, Any]]:
        """Return a row for each answer of each pupil: to questions, exercises and puzzles.

        The columns are name, kind, task, answer, result, tries, and minutes since the class opened.

        Examples
        --------
        >>> class_ = classroom("polygon", folder=None, open_door=False)
        >>> ana, _ = class_.room.seating.join("Ana")
        >>> class_.ask("How many moves?", right=12)
        >>> class_.room.answer_question(ana, "12")
        >>> class_.answers()[0]["result"]
        'right'
        """
        return self.room.answers()

    def save(self, folder: str | Path | None = None) -> list[Path]:
        """Write each game as a record file, and the results and all answers as CSV.

        Return the paths of the files.
        """
        return self.room.save(None if folder is None else resolve_path(folder))

    def wall(self) -> WallWidget:
        """Return the teacher's dashboard (wall) as a widget, with a live view of all tables.

        Raises
        ------
        OptionError
            If no server is open.
        """
        from polygames.classroom.wall import WallWidget

        if self.server is None or not self.server.is_open:
            raise_option_error("the wall", "needs a class with an open server", self)
        return WallWidget(self.server.connections)

    def close(self) -> None:
        """Close the class: disconnect all pages and stop the server. The files remain."""
        try:
            if self.server is not None:
                self.server.close()
        finally:
            self.room.close()

    def __enter__(self) -> Self:
        """Return the class itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the class."""
        self.close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the MIME bundle of the teacher's dashboard (wall); plain text without a server."""
        if self.server is None or not self.server.is_open:
            return {"text/plain": repr(self)}
        return self.wall()._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        """Return the number of pupils, with the address and the code."""
        where = f"at {self.url}, code {self.code}" if self.url else "without a server"
        return f"<class of {len(self.people)} {where}>"


@checked_keywords
def classroom(
    source: Position | None = None,
    *,
    lesson: str | Path | None = None,
    folder: str | Path | None = "auto",
    lan: bool = False,
    jupyter: bool | None = None,
    port: int | None = None,
    level: int | str | None = None,
    minutes: float | None = None,
    dice: str = "each",
    sits: bool = True,
    seed: int | None = None,
    open_door: bool = True,
    **options: Any,
) -> Classroom:
    """Open a class: start a server on this computer that pupils join from a browser.

    Parameters
    ----------
    source
        The name of a game, or a state, puzzle, record or file to start from; None to resume the
        class in the folder.
    lesson
        A lesson file: its game and options are those of the class, and the wall shows its steps.
    folder
        The folder for all files; a class in it is resumed. By default a new folder in ``classes``
        in `polygames.folder`; None writes no files.
    lan
        Whether other computers of the network can connect.
    jupyter
        Whether pupils connect through the Jupyter server of this notebook, at its address and port.
        By default only on a JupyterHub, where no other port can be reached.
    port
        The port of the server; by default the first free one from 8765 on.
    level
        The level of the computer that every pupil plays; by default pupils play each other.
    minutes
        The clock time of each seat in minutes; by default there is no clock.
    dice
        ``"each"`` table has its own dice; ``"same"`` for all tables; ``"wall"``: the teacher throws
        them for all.
    sits
        Whether a new pupil gets a seat at once; otherwise after the teacher has paired the class.
    seed
        The seed of the dice; random by default.
    open_door
        Whether to start a server.
    **options
        The options of the game, if `source` is its name: ``size=6``.

    Raises
    ------
    OptionError
        If an option is unknown or out of range, or no Jupyter server can forward pages.
    RecordError
        If the folder has files that are not a class.
    MissingExtraError
        If tornado is missing, which Jupyter includes.

    Examples
    --------
    >>> class_ = classroom("split", folder=None, open_door=False)
    >>> class_.room.seating.join("Ana")[0].name, class_.people
    ('Ana', ('Ana',))
    """
    seed = SystemRandom().randrange(2**31) if seed is None else seed
    setting, plan = None, None
    if lesson is not None:
        if source is not None or options:
            msg = "a lesson file names its game and options: leave out the others"
            raise OptionError(msg)
        source, plan = read_lesson(lesson)
    if source is None and options:
        msg = "options need the name of a game: name one"
        raise OptionError(msg)
    if source is not None:
        start = start_of(source)
        options = start_options(start, options, classroom)
        begin = new(start.game, **options) if start.position is None else start.position
        how: dict[str, Any] = {"level": level, "minutes": minutes, "dice": dice, "sits": sits}
        setting = Setting.from_position(begin, seed=seed, **how)
    place = _class_folder(setting, folder)
    port = None if port is None else whole("the option port", port, 0, MAX_PORT)
    passed = is_on_hub() if jupyter is None else check_flag("the option jupyter", jupyter)
    with ExitStack() as undo:
        entrance = None
        if open_door:
            require_library("tornado", "the server of a class")
            from polygames.classroom.pages.server import Entrance, Server

            entrance = Entrance(port=port, lan=lan, jupyter=passed)  # before any file is written
            undo.callback(entrance.close)
        if place is not None:
            make_folder(place, mode=0o700)
        room = Room(setting, place, lesson=plan)
        undo.callback(room.close)
        server = None if entrance is None else Server(room, entrance)
        undo.pop_all()
    return Classroom(room, server)


def _class_folder(setting: Setting | None, folder: str | Path | None) -> Path | None:
    """Return the folder for the files of a class; None if the class writes no files."""
    if folder is None:
        if setting is None:
            raise OptionError(NO_GAME_TEXT)
        return None
    if folder != "auto":
        place = resolve_path(folder)
        if setting is None and not (place / ROOM_FILE).exists():
            msg = f"no saved class in the folder {place}: name a game to open a new class"
            raise OptionError(msg)
        return place
    if setting is None:
        raise OptionError(NO_GAME_TEXT)
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return Path(CLASSES_FOLDER) / f"{stamp}-{setting.game}"
