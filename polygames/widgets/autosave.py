"""Where the games of a board are kept: every game in a file of its own.

A file is made by the first move, under a name that nothing has, and from then on it is replaced
only while it holds what was last written to it. So no game overwrites another, whoever plays it:
this board or another one, in this kernel or the next. It is locked for the moment of a save, by the
system, so nothing stays locked when a kernel is killed.

A file that the caller names is continued if it is empty, or if the record holds all that is in
it: the same game, perhaps further on. In every other case, and for every further game of the
board, a numbered file is made beside it. A symbolic link in the place of the file counts as
something else that is there; folders may be links, since nothing in them is overwritten.
"""

from __future__ import annotations

import errno
import os
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from polygames.core.errors import OptionError, PolygamesError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import how_many, seat_counts
from polygames.records.files import FULL_DISK, resolve_path, text_of, write_new, write_over
from polygames.records.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from polygames.records.node import Node


def place_of(autosave: object) -> Path | None:
    """Return the folder, or the file ``*.txt``, that games are to be kept in; None for none.

    It stays where it is when the working directory changes.

    Raises
    ------
    OptionError
        If it is something else.
    """
    return None if autosave is None else resolve_path(autosave, "the option autosave").absolute()


def autosave_of(record: Record, place: Path) -> Autosave:
    """Return who keeps a record in a place: one for all the boards that show the record."""
    for known in tuple(_OPEN_AUTOSAVES):
        if known.record is record and known.place == place:
            return known
    return Autosave(record, place)


def autosave_of_file(file: Path) -> Autosave | None:
    """Return who keeps a game of this kernel in a file; None if nobody does."""
    return next((known for known in tuple(_OPEN_AUTOSAVES) if known.file == file), None)


def keep_in(file: Path, record: Record, place: Path) -> Autosave:
    """Return who goes on keeping a record in the file that it came from.

    Parameters
    ----------
    file
        The file.
    record
        The game that is in it.
    place
        The folder of the board that goes on with it: its further games are kept there.
    """
    keeper = autosave_of_file(file)
    if keeper is None or keeper.record is not record:
        keeper = Autosave(record, file)
    keeper.place = place
    return keeper


class Autosave:
    """Keeps one record in one file.

    Parameters
    ----------
    record
        The game.
    place
        The folder that gets a new file, or the file ``*.txt``.
    """

    def __init__(self, record: Record, place: Path) -> None:
        self.record, self.place = record, place
        self.is_behind = False
        """Whether the last save failed."""
        self._is_named = place.suffix.lower() == ".txt"
        self._asked = place if self._is_named else place / _new_name(record)
        self._known = _text_within(self._asked, record)
        free = (file for file in _iter_numbered_paths(self._asked) if not _is_there(file))
        self.file = self._asked if self._known is not None else next(free)
        """Where the record is kept, or will be from the first move on."""
        _OPEN_AUTOSAVES.add(self)

    @property
    def note(self) -> str:
        """What a person is told if the game is kept beside the file that was named; else empty."""
        if not self._is_named or self.file == self._asked:
            return ""
        name = self._asked.name
        return f"This game is saved to {self.file.name}, because {name} already exists."

    def save(self) -> None:
        """Write what is new since the last time; nothing, as long as nobody has moved.

        Raises
        ------
        OSError, UnicodeError, RecordError
            If it cannot be written. What was written before is still there.
        """
        if not _is_begun(self.record):
            return
        self.is_behind = True
        text = self.record.to_text()
        if text != self._known:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file = self._write(text)
            self._known = text
        self.is_behind = False

    def _write(self, text: str) -> Path:
        if self._known is not None:
            with suppress(FileExistsError, FileNotFoundError):  # somebody else wrote, or removed it
                return write_over(self.file, text, self._known)
        for file in chain([self.file], _iter_numbered_paths(self._asked)):
            with suppress(FileExistsError):
                return write_new(file, text)
        raise AssertionError  # the numbers have no end


_OPEN_AUTOSAVES: WeakSet[Autosave] = WeakSet()
"""Those of the boards that are open."""


def would_lose(file: Path, record: Record) -> bool:
    """Whether something would be lost if a record took the place of what is there."""
    return _is_there(file) and _text_within(file, record) is None


def _text_within(file: Path, record: Record) -> str | None:
    """Return the text of a file if a record holds all of it; None else."""
    try:
        if file.is_symlink():
            return None
        text = text_of(file)
        held = not text or _holds(record, Record.from_text(text))
    except (OSError, UnicodeDecodeError, PolygamesError):
        return None
    return text if held else None


def _holds(record: Record, other: Record) -> bool:
    """Whether all that was played and noted in another record is in this one too."""
    if record.start.to_text() != other.start.to_text():  # with its options and its past
        return False
    pairs: list[tuple[Any, Any]] = [(record.root, other.root)]
    while pairs:
        ours, theirs = pairs.pop()
        twins = [
            next((ours for ours in ours.children if ours.move == each.move), None)
            for each in theirs.children
        ]
        if None in twins or theirs.comment not in ("", ours.comment):
            return False
        if not theirs.kept.items() <= ours.kept.items():
            return False
        pairs += zip(twins, theirs.children, strict=True)
    return True


def _iter_numbered_paths(file: Path) -> Iterator[Path]:
    """Yield a file's path, and those of the files beside it: ``game-2.txt``, ``game-3.txt``, ..."""
    yield file
    for number in count(2):
        yield file.with_stem(f"{file.stem}-{number}")


def _new_name(record: Record) -> str:
    now = time.time()
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    return f"{record.game}-{stamp}-{int(now * 1000) % 1000:03d}.txt"


def _is_there(file: Path) -> bool:
    return os.path.lexists(file)


MAX_OFFERED_GAMES: Final = 3
MAX_FILES_READ: Final = 8
"""How many files are read at most: a board opens at once, however many games there are."""
MAX_AUTOSAVE_BYTES: Final = 300_000
"""How many bytes a file may have to be read."""


@dataclass(frozen=True)
class SavedGame:
    """A game that was kept."""

    file: Path
    record: Record
    saved: float
    """When it was written last, in seconds since 1970."""

    @property
    def words(self) -> str:
        """Which game it is, when it was, how long, and how it stands."""
        before = end_of_game(self.record).above
        chosen = sum(node.state.turn != CHANCE for node in before)
        what = f"{info_of(self.record.start).title} · {_when(self.saved)}"
        return f"{what} · {how_many(chosen, 'move')} · {_standing(self.record)}"


def last_games(
    folder: Path, most: int = MAX_OFFERED_GAMES, *, game: str = "", over: bool = False
) -> list[SavedGame]:
    """Return the last games of a folder in which somebody has moved, the newest first.

    Parameters
    ----------
    folder
        The folder.
    most
        How many games are returned at most.
    game
        The name of the only game that is wanted; by default all games are.
    over
        Whether finished games are wanted, too.
    """
    found: list[SavedGame] = []
    for saved, file in _newest(folder, max(most, MAX_FILES_READ), game or "*"):
        record = _record_in(file) if len(found) < most else None
        if record is None or game not in {"", record.game}:
            continue
        if _is_begun(record) and (over or not is_over(record)):
            found.append(SavedGame(file, record, saved))
    return found


def _newest(folder: Path, most: int, game: str) -> list[tuple[float, Path]]:
    """Return the newest files whose names begin with that of a game, with the time of each."""
    found = []
    try:
        for file in folder.glob(f"{game}-*.txt"):
            about = file.lstat()
            if file.is_file() and not file.is_symlink() and 0 < about.st_size <= MAX_AUTOSAVE_BYTES:
                found.append((about.st_mtime, file))
    except OSError:  # a folder that cannot be read holds nothing to go on with
        return []
    return sorted(found, reverse=True)[:most]


def _record_in(file: Path) -> Record | None:
    """Return the game of a file: the one that a board shows now, or else the one that is read."""
    keeper = autosave_of_file(file)
    if keeper is not None:
        return keeper.record
    try:
        return Record.from_text(text_of(file))
    except (OSError, UnicodeDecodeError, PolygamesError):
        return None


def end_of_game(record: Record) -> Node:
    """Return the last node of a finished game; else of the line that the record is on."""
    end = record.root.end
    return record.node.end if end.state.outcome is None else end


def is_over(record: Record) -> bool:
    """Return True if the game, or the line that the record is on, has ended."""
    return end_of_game(record).state.outcome is not None


def _is_begun(record: Record) -> bool:
    """Whether somebody has chosen a move: dice alone are no game."""
    nodes = [record.root]
    while nodes and nodes[-1].children:
        if (node := nodes.pop()).state.turn != CHANCE:
            return True
        nodes += node.children
    return False


def _standing(record: Record) -> str:
    """Return who won, or else who is ahead or what is to be done."""
    state = end_of_game(record).state
    caption = info_of(state).board.caption(state)
    if state.outcome is not None or not caption.scored:
        return caption.status
    pairs = zip(caption.seats, seat_counts(state), strict=True)
    return "; ".join(f"{seat.name} {count}" for seat, count in pairs)


def _when(saved: float) -> str:
    """Say a time as people do: today 14:05, yesterday 9:30, 3 March 18:20."""
    then = time.localtime(saved)
    clock = time.strftime("%H:%M", then)
    for days, word in enumerate(("today", "yesterday")):
        if time.localtime(time.time() - days * 86_400)[:3] == then[:3]:
            return f"{word} {clock}"
    return f"{then.tm_mday} {time.strftime('%B', then)} {clock}"


ERROR_TEXTS: Final = {
    errno.EISDIR: "{name} is a folder. Give the name of a file in it, such as {name}/game.txt.",
    errno.EACCES: "You are not allowed to use {name}.",
    errno.EPERM: "You are not allowed to use {name}.",
    errno.EROFS: "{name} is in a place where nothing can be written.",
    errno.ENAMETOOLONG: "This name is too long: {name}",
    errno.ENOSPC: f"{FULL_DISK.capitalize()}.",
    errno.ENOTDIR: "{folder} is a file, not a folder.",
}


@contextmanager
def in_plain_words(file: Path) -> Iterator[None]:
    """Say why a file cannot be read or written; the error of the system is no help to many.

    Raises
    ------
    OptionError
        In place of an error of the system, and for a file that holds no text.
    """
    try:
        yield
    except UnicodeError:
        msg = f"{_short(file)} is not a text file."
        raise OptionError(msg) from None
    except OSError as error:
        raise OptionError(_reason(file, error)) from None


def contents_of(file: Path) -> str:
    """Say what is in a file that is there."""
    try:
        record = Record.from_text(text_of(file))
    except (OSError, UnicodeError, PolygamesError):
        return "something that is not a game"
    moves = "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"
    return f"another game of {record.game} with {moves}"


def _reason(file: Path, error: OSError) -> str:
    names = {"name": _short(file), "folder": _short(file.parent)}
    if isinstance(error, FileNotFoundError):
        is_there = file.parent.is_dir()
        why = "There is no file {name}." if is_there else "There is no folder {folder}."
        return why.format(**names)
    why = ERROR_TEXTS.get(error.errno or 0, "{name} cannot be used: {reason}.")
    return why.format(reason=error.strerror or "the system refuses it", **names)


def _short(file: Path) -> str:
    """Return a name as a person gave it; of a long one its beginning."""
    name = str(file)
    return name if len(name) <= 80 else f"{name[:77]}..."  # noqa: PLR2004 - what a line holds
