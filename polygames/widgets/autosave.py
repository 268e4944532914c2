"""Autosave: each game of a board is saved in its own file.

The first move creates the file, under an unused name. Later saves replace it only if its content is
still what was last written to it. So no game overwrites another, from this board or another one,
in this kernel or the next. The system locks the file during each save. No lock remains when a
kernel is killed.

A file that the caller names is continued if it is empty, or if the record includes the whole game
in it. In every other case, and for every further game of the board, a numbered file is created
beside it. A symbolic link in place of the file counts as a different file that already exists.
Folders may be links, as nothing in them is overwritten.
"""

from __future__ import annotations

import errno
import os
import re
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from polygames.core.descriptions import count_text, position_caption, seat_scores_text
from polygames.core.errors import OptionError, PolygamesError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.records.atomic_files import (
    FULL_DISK_TEXT,
    read_text,
    replace_known_text,
    resolve_path,
    write_new,
)
from polygames.records.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from polygames.records.node import Node


def resolve_autosave_path(autosave: object) -> Path | None:
    """Return the absolute path of the autosave folder or ``.txt`` file; None for no autosave.

    The path is resolved now, so later changes of the working directory have no effect.

    Raises
    ------
    OptionError
        If `autosave` is not such a path.
    """
    return None if autosave is None else resolve_path(autosave, "the option autosave").absolute()


def get_autosave(record: Record, path: Path) -> Autosave:
    """Return the autosave of a record in a folder or file, shared by all boards of the record."""
    for known in tuple(_OPEN_AUTOSAVES):
        if known.record is record and known.path == path:
            return known
    return Autosave(record, path)


def find_autosave(file: Path) -> Autosave | None:
    """Return the open autosave that writes to a file; None if there is none."""
    return next((known for known in tuple(_OPEN_AUTOSAVES) if known.file == file), None)


def continue_file(file: Path, record: Record, path: Path) -> Autosave:
    """Return the autosave that continues the file of a record.

    Parameters
    ----------
    file
        The file that the record was loaded from.
    record
        The game in the file.
    path
        The folder of the board that continues the game. It is stored as the `path` of the autosave.
    """
    keeper = find_autosave(file)
    if keeper is None or keeper.record is not record:
        keeper = Autosave(record, file)
    keeper.path = path
    return keeper


class Autosave:
    """The automatic saving of one record to its own file.

    Parameters
    ----------
    record
        The game.
    path
        The folder for a new file, or the file ``*.txt``.
    """

    def __init__(self, record: Record, path: Path) -> None:
        self.record, self.path = record, path
        self.has_failed = False
        """Whether the last save failed."""
        self._is_named = path.suffix.lower() == ".txt"
        self._requested_file = path if self._is_named else path / _new_file_name(record)
        self._written_text = _covered_text(self._requested_file, record)
        free = (
            file for file in _iter_numbered_paths(self._requested_file) if not _path_exists(file)
        )
        self.file = self._requested_file if self._written_text is not None else next(free)
        """The file of the record, created by its first move."""
        _OPEN_AUTOSAVES.add(self)

    @property
    def rename_note(self) -> str:
        """A note for the player if the game is not saved in the requested file; otherwise empty."""
        if not self._is_named or self.file == self._requested_file:
            return ""
        name = self._requested_file.name
        return f"This game is saved to {self.file.name}, because {name} already exists."

    def save(self) -> None:
        """Write the record to its file if it has changed; do nothing before the first move.

        To look at another position of a finished game is no change, as it always opens at its end.

        Raises
        ------
        OSError, UnicodeError, RecordError
            If the file cannot be written. The previous save is unchanged then.
        """
        if not _has_player_move(self.record):
            return
        self.has_failed = True
        text = self.record.to_text()
        if not self._is_written(text):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file = self._write_file(text)
            self._written_text = text
        self.has_failed = False

    def _is_written(self, text: str) -> bool:
        """Return True if the file has a text already, up to the position of a finished game."""
        written = self._written_text
        if written is None or written == text or not is_over(self.record):
            return written == text
        return _without_position(written) == _without_position(text)

    def _write_file(self, text: str) -> Path:
        if self._written_text is not None:
            with suppress(FileExistsError, FileNotFoundError):  # it was changed or removed
                return replace_known_text(self.file, text, self._written_text)
        for file in chain([self.file], _iter_numbered_paths(self._requested_file)):
            with suppress(FileExistsError):
                return write_new(file, text)
        raise AssertionError  # the numbers have no end


_OPEN_AUTOSAVES: WeakSet[Autosave] = WeakSet()
"""The autosaves of the open boards."""


def _without_position(text: str) -> str:
    """Return the text of a record without the header that names the current position."""
    return re.sub(r"\A((?:.+\n)*?)at: \d+\n", r"\1", text)


def would_lose_data(file: Path, record: Record) -> bool:
    """Return True if writing a record to a file would lose data in that file."""
    return _path_exists(file) and _covered_text(file, record) is None


def _covered_text(file: Path, record: Record) -> str | None:
    """Return the text of a file if a record includes its whole game; otherwise None."""
    try:
        if file.is_symlink():
            return None
        text = read_text(file)
        held = not text or _includes(record, Record.from_text(text))
    except (OSError, UnicodeDecodeError, PolygamesError):
        return None
    return text if held else None


def _includes(record: Record, smaller: Record) -> bool:
    """Return True if a record includes all moves, comments and notes of another record."""
    if record.start.to_text() != smaller.start.to_text():  # includes its options and its history
        return False
    pairs: list[tuple[Any, Any]] = [(record.root, smaller.root)]
    while pairs:
        ours, theirs = pairs.pop()
        twins = [
            next((ours for ours in ours.children if ours.move == each.move), None)
            for each in theirs.children
        ]
        if None in twins or theirs.comment not in ("", ours.comment):
            return False
        if not theirs.annotations.items() <= ours.annotations.items():
            return False
        pairs += zip(twins, theirs.children, strict=True)
    return True


def _iter_numbered_paths(file: Path) -> Iterator[Path]:
    """Yield the path of a file, then numbered paths: ``game-2.txt``, ``game-3.txt``, ..."""
    yield file
    for number in count(2):
        yield file.with_stem(f"{file.stem}-{number}")


def _new_file_name(record: Record) -> str:
    now = time.time()
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    return f"{record.game}-{stamp}-{int(now * 1000) % 1000:03d}.txt"


def _path_exists(file: Path) -> bool:
    return os.path.lexists(file)


MAX_OFFERED_GAMES: Final = 3
MAX_FILES_READ: Final = 8
"""The largest number of files that are read, so that a board opens fast."""
MAX_AUTOSAVE_BYTES: Final = 300_000
"""The size in bytes above which a file is not read."""


@dataclass(frozen=True)
class SavedGame:
    """A game loaded from an autosave file."""

    file: Path
    record: Record
    saved_at: float
    """The modification time of the file, in seconds since 1970."""

    @property
    def summary(self) -> str:
        """A line about the game: title, time, number of moves and score or result."""
        what = f"{info_of(self.record.start).title} · {self.time_and_length}"
        return f"{what} · {_progress_text(self.record)}"

    @property
    def time_and_length(self) -> str:
        """The time of the last save, and the number of moves: "today 14:05 · 12 moves"."""
        before = end_of_game(self.record).ancestors
        chosen = sum(node.state.turn != CHANCE for node in before)
        return f"{time_text(self.saved_at)} · {count_text(chosen, 'move')}"


def latest_games(
    folder: Path, max_games: int = MAX_OFFERED_GAMES, *, game: str = ""
) -> list[SavedGame]:
    """Return the latest unfinished games in a folder, newest first.

    Files that cannot be read and games without a move of a player are skipped.

    Parameters
    ----------
    folder
        The folder.
    max_games
        The largest number of games to return.
    game
        The name of a game, to return only its records; by default those of all games.
    """
    found: list[SavedGame] = []
    for file in saved_files(folder, game)[: max(max_games, MAX_FILES_READ)]:
        with suppress(OSError, UnicodeDecodeError, PolygamesError):
            saved = load_saved_game(file)
            is_open = _has_player_move(saved.record) and not is_over(saved.record)
            if is_open and game in {"", saved.record.game}:
                found.append(saved)
        if len(found) == max_games:
            break
    return found


def saved_files(folder: Path, game: str = "") -> list[Path]:
    """Return the files of saved games in a folder, newest first, without reading them.

    They may be damaged. An unreadable folder has none.

    Parameters
    ----------
    folder
        The folder.
    game
        The name of a game, to return only its files.
    """
    try:
        found = [
            (file.lstat().st_mtime, file)
            for file in folder.glob(f"{game or '*'}-*.txt")
            if file.is_file() and not file.is_symlink()
        ]
    except OSError:
        return []
    return [file for _, file in sorted(found, reverse=True)]


def load_saved_game(file: Path) -> SavedGame:
    """Return the game in a file; its record is shared with any board that has it open.

    Raises
    ------
    OSError, PolygamesError
        If the file cannot be read.
    """
    saved_at, keeper = file.lstat().st_mtime, find_autosave(file)
    if keeper is not None:
        return SavedGame(file, keeper.record, saved_at)
    text = read_text(file, "a saved game", MAX_AUTOSAVE_BYTES)
    return SavedGame(file, Record.from_text(text), saved_at)


def end_of_game(record: Record) -> Node:
    """Return the last node of the main line if the game ended there, else of the current line."""
    end = record.root.end
    return record.node.end if end.state.outcome is None else end


def is_over(record: Record) -> bool:
    """Return True if the game has ended, in its main line or the current line."""
    return end_of_game(record).state.outcome is not None


def _has_player_move(record: Record) -> bool:
    """Return True if a player has chosen a move in a record; dice rolls do not count."""
    nodes = [record.root]
    while nodes and nodes[-1].children:
        if (node := nodes.pop()).state.turn != CHANCE:
            return True
        nodes += node.children
    return False


def _progress_text(record: Record) -> str:
    """Return the scores of an unfinished game as text, or its status if finished or not scored."""
    state = end_of_game(record).state
    scores = "" if state.outcome is not None else seat_scores_text(state)
    return scores or position_caption(state).status


def time_text(saved_at: float) -> str:
    """Return a time as text: "today 14:05", "yesterday 09:30" or "3 March 18:20"."""
    then = time.localtime(saved_at)
    clock = time.strftime("%H:%M", then)
    for days, word in enumerate(("today", "yesterday")):
        if time.localtime(time.time() - days * 86_400)[:3] == then[:3]:
            return f"{word} {clock}"
    return f"{then.tm_mday} {time.strftime('%B', then)} {clock}"


ERROR_TEXTS: Final = {
    errno.EISDIR: "{name} is a folder. Give the name of a file in it, such as {name}/game.txt.",
    errno.EACCES: "You do not have permission to use {name}.",
    errno.EPERM: "You do not have permission to use {name}.",
    errno.EROFS: "{name} cannot be saved here: this folder is read-only.",
    errno.ENAMETOOLONG: "This name is too long: {name}",
    errno.ENOSPC: f"{FULL_DISK_TEXT.capitalize()}.",
    errno.ENOTDIR: "{folder} is a file, not a folder.",
}


@contextmanager
def readable_errors(file: Path) -> Iterator[None]:
    """Turn system errors in a ``with`` block into a readable OptionError.

    Raises
    ------
    OptionError
        In place of OSError, and of UnicodeError for a file that is not text.
    """
    try:
        yield
    except UnicodeError:
        msg = f"{_shorten_path(file)} is not a text file."
        raise OptionError(msg) from None
    except OSError as error:
        raise OptionError(_error_text(file, error)) from None


def describe_contents(file: Path) -> str:
    """Return a description of the content of an existing file."""
    try:
        record = Record.from_text(read_text(file))
    except (OSError, UnicodeError, PolygamesError):
        return "a file that is not a game"
    moves = "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"
    return f"another game of {record.game} with {moves}"


def _error_text(file: Path, error: OSError) -> str:
    names = {"name": _shorten_path(file), "folder": _shorten_path(file.parent)}
    if isinstance(error, FileNotFoundError):
        is_there = file.parent.is_dir()
        why = "There is no file {name}." if is_there else "There is no folder {folder}."
        return why.format(**names)
    why = ERROR_TEXTS.get(error.errno or 0, "Cannot use {name}: {reason}.")
    return why.format(reason=error.strerror or "the system does not allow it", **names)


def _shorten_path(file: Path) -> str:
    """Return a path as text, cut to 80 characters."""
    name = str(file)
    return name if len(name) <= 80 else f"{name[:77]}..."  # noqa: PLR2004 - what a line holds
