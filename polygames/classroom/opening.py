"""Opening a class: `polygames.classroom`."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Self

from polygames.classroom.doors import is_on_hub
from polygames.classroom.room import ROOM_FILE, Room
from polygames.classroom.room.setting import Setting
from polygames.core.lazy import require_library
from polygames.core.options import flag, refuse
from polygames.records.files import make_folder, resolve_path
from polygames.records.own_folder import CLASSES_FOLDER
from polygames.records.position import start_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.classroom.pages.server import Server
    from polygames.classroom.wall import WallWidget
    from polygames.records.position import Options, Position
    from polygames.records.record import Record


class Classroom:
    """A class on this computer: the `room` with its tables, and the `server` that lets pages in.

    Examples
    --------
    >>> with Classroom(Room(Setting.of("polygon", {})), None) as class_:
    ...     class_.room.seating.join("Ana")[0].name
    'Ana'
    """

    def __init__(self, room: Room, server: Server | None) -> None:
        self.room, self.server = room, server

    @property
    def url(self) -> str:
        """The address that the pupils type; empty if no page gets in."""
        return self.server.url if self.server else ""

    @property
    def code(self) -> str:
        """The code that the pupils type."""
        return self.room.ledger.code

    @property
    def invitation(self) -> str:
        """The address with the code, for the option ``room`` of `polygames.play` in a notebook."""
        return f"{self.url}#{self.code}" if self.url else ""

    @property
    def wall_url(self) -> str:
        """The teacher's address: not to be shown to the class."""
        return self.server.wall_url if self.server else ""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the pupils, in the order in which they came."""
        return tuple(pupil.name for pupil in self.room.people)

    @property
    def tables(self) -> dict[int, Record]:
        """The record of each table, a game or a puzzle, by its number."""
        return {number: table.record for number, table in self.room.tables.items()}

    def pair(
        self,
        how: Any = "random",
        *,
        level: int | None = 2,
        start: Any = None,
        minutes: float | None = None,
    ) -> None:
        """Begin a new round; see `polygames.classroom.room.rounds`. Pupils can be named."""
        if not isinstance(how, str):
            ids = {pupil.name: pupil.id for pupil in self.room.people}
            how = [[ids.get(name, name) for name in group] for group in how]
        self.room.rounds.pair(how, level=level, start=start, minutes=minutes)

    def race(self, minutes: float = 5, count: int = 20) -> None:
        """Begin a puzzle race: all get the same puzzles of the game, from easy to hard.

        Examples
        --------
        >>> class_ = classroom("polygon", folder=None, open_door=False)
        >>> ana, _ = class_.room.seating.join("Ana")
        >>> class_.race(minutes=3, count=10)
        >>> class_.room.seating.table_of(ana.id).puzzle is None
        False
        """
        self.room.rounds.run_race(minutes, count)

    @property
    def progress(self) -> dict[str, dict[str, str]]:
        """What the checks of the lessons have said, by pupil and exercise."""
        said = self.room.ledger.progress.of
        return {pupil.name: found for pupil in self.room.people if (found := said(pupil.id))}

    def pause(self, *, paused: bool = True) -> None:
        """Let all tables wait; or go on."""
        self.room.pause(paused=paused)

    def say(self, text: str) -> None:
        """Say something to all."""
        self.room.say(text)

    def ask(self, text: str, choices: Sequence[str] = ()) -> None:
        """Ask all a question, with choices or for a number: they answer before it is shown."""
        self.room.ask(text, choices)

    def reveal(self) -> list[tuple[str, int]]:
        """Show all what was answered; returns how many have answered what."""
        self.room.reveal()
        return self.room.ledger.question.counts() if self.room.ledger.question else []

    def lock(self, *, is_locked: bool = True) -> None:
        """Let no new pupils in, or let them in again."""
        self.room.seating.lock(is_locked=is_locked)

    def change_code(self) -> str:
        """Give the class another code, and return it; who has a seat needs none."""
        return self.room.seating.change_code()

    def strike(self, table: int, *, is_struck: bool = True) -> None:
        """Let the result of a finished game count for nobody, or count again."""
        self.room.strike(table, is_struck=is_struck)

    def throw(self, roll: str | None = None) -> str:
        """Throw the dice for all tables, where the class was opened with ``dice="wall"``."""
        return self.room.throw(roll)

    def results(self) -> list[dict[str, Any]]:
        """Return a row for each pupil: games, won, tied, lost, points."""
        return self.room.results()

    def save(self, folder: str | Path | None = None) -> list[Path]:
        """Write every game as a record and the results as CSV; return the files."""
        return self.room.save(None if folder is None else resolve_path(folder))

    def wall(self) -> WallWidget:
        """Return the wall for a notebook: all tables, live, and what a teacher can do.

        Raises
        ------
        OptionError
            If no server is open.
        """
        from polygames.classroom.wall import WallWidget

        if self.server is None or not self.server.is_open:
            refuse("a wall", "needs a class whose server is open", self)
        return WallWidget(self.server.connections)

    def close(self) -> None:
        """Send everybody home; what was played is kept."""
        try:
            if self.server is not None:
                self.server.close()
        finally:
            self.room.close()

    def __enter__(self) -> Self:
        """Return the class itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the wall in a notebook."""
        if self.server is None or not self.server.is_open:
            return {"text/plain": repr(self)}
        return self.wall()._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        """Say what pupils have to know."""
        where = f"at {self.url}, code {self.code}" if self.url else "without a server"
        return f"<class of {len(self.people)} {where}>"


def classroom(
    what: Position | None = None,
    *,
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
    options: Options = None,
    **more: Any,
) -> Classroom:
    """Open a class: a server on this computer, to which pupils come with a browser.

    Parameters
    ----------
    what
        The name of a game, or a state, a puzzle, a record or a file of one to start from; None to
        go on with what is in the folder.
    folder
        Where everything is kept. A class that is there already goes on. By default a new folder in
        the folder ``classes`` of `polygames.folder`; None keeps nothing.
    lan
        Whether other computers of the network get in; else this one only.
    jupyter
        Whether pupils come through the Jupyter server of this notebook, under its address and
        port. By default so on a JupyterHub, where nothing else can be reached.
    port
        Where the server listens; by default the first free one from 8765 on.
    level
        Everybody plays the computer at this level; by default pupils play each other.
    minutes
        What each seat has on its clock; by default there is none.
    dice
        ``"each"`` table has its own dice; ``"same"`` for all tables; ``"wall"``: the teacher
        throws them for all.
    sits
        Whether who comes in sits down at once; else when the teacher pairs them.
    seed
        Of the dice; by default another one each time.
    open_door
        Whether a server is started.
    options, **more
        Options of a game that is named, as ``options={"size": 6, "seed": 5}``; those of other names
        than these here may stand beside them: ``size=6``.

    Raises
    ------
    OptionError
        If something of it is unknown or out of range, or no Jupyter server passes pages on.
    RecordError
        If the folder holds something that is no class.
    MissingExtraError
        Without tornado, which Jupyter brings.

    Examples
    --------
    >>> class_ = classroom("split", folder=None, open_door=False)
    >>> class_.room.seating.join("Ana")[0].name, class_.people
    ('Ana', ('Ana',))
    """
    seed = SystemRandom().randrange(2**31) if seed is None else seed
    setting = None
    if what is None and (options or more):
        refuse("what to play", "must be named beside options of a game", what)
    if what is not None:
        start = start_of(what, options, more, classroom)
        begin = start.game if start.given is None else start.given
        how: dict[str, Any] = {"level": level, "minutes": minutes, "dice": dice, "sits": sits}
        setting = Setting.of(begin, start.options, seed=seed, **how)
    place = _place(setting, folder)
    passed = is_on_hub() if jupyter is None else flag("the option jupyter", jupyter)
    with ExitStack() as undo:
        entrance = None
        if open_door:
            require_library("tornado", "the server of a class")
            from polygames.classroom.pages.server import Entrance, Server

            entrance = Entrance(port=port, lan=lan, jupyter=passed)  # before anything is made
            undo.callback(entrance.close)
        if place is not None:
            make_folder(place, mode=0o700)
        room = Room(setting, place)
        undo.callback(room.close)
        server = None if entrance is None else Server(room, entrance)
        undo.pop_all()
    return Classroom(room, server)


def _place(setting: Setting | None, folder: str | Path | None) -> Path | None:
    """Return the folder of a class."""
    if folder is None:
        if setting is None:
            refuse("what a class plays", "must be named where there is no folder", None)
        return None
    if folder != "auto":
        place = resolve_path(folder)
        if setting is None and not (place / ROOM_FILE).exists():
            refuse("the folder of a class", "must hold one, unless a game is named", str(place))
        return place
    if setting is None:
        refuse("what a class plays", "must be named, or a folder to go on with", None)
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return Path(CLASSES_FOLDER) / f"{stamp}-{setting.game}"
