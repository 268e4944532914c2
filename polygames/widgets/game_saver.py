"""The saver of a board: the file of its game, written after each change."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

from polygames.core.errors import PolygamesError
from polygames.core.options import raise_option_error
from polygames.runtime.game_lock import with_game_lock
from polygames.runtime.scheduling import has_threads
from polygames.widgets.autosave import continue_file, get_autosave, resolve_autosave_path
from polygames.widgets.tasks.timers import Debounce

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from polygames.records.record import Record
    from polygames.widgets.autosave import Autosave

SAVE_DELAY_SECONDS: Final = 1.0
"""Seconds from a move to its save on the virtual disk of a browser, where a save is slow."""


class GameSaver:
    """The saver of the game on a board, which also saves the one that waits behind a puzzle.

    Parameters
    ----------
    path
        The folder of the saved games, or a file ``*.txt``. None turns autosave off.
    """

    def __init__(self, path: object) -> None:
        self._path = resolve_autosave_path(path)
        self._autosave: Autosave | None = None
        self._waiting_autosave: Autosave | None = None
        self._excluded_records: WeakSet[Record] = WeakSet()
        self._debounce = Debounce(SAVE_DELAY_SECONDS)

    @property
    def folder(self) -> Path | None:
        """The folder in which each game is saved as a file; None if there is none."""
        return None if self._path is None or self._path.suffix.lower() == ".txt" else self._path

    @property
    def file(self) -> Path | None:
        """The file of the game, created by its first move; None without autosave."""
        return self._autosave.file if self._autosave else None

    @property
    def rename_note(self) -> str:
        """The note about a game that was saved under another name; empty if it was not."""
        return self._autosave.rename_note if self._autosave else ""

    def exclude(self, record: Record) -> None:
        """Exclude a record, for example a puzzle, from autosave."""
        self._excluded_records.add(record)

    def is_excluded(self, record: Record) -> bool:
        """Return True if a record is not to be saved."""
        return record in self._excluded_records

    def keep_waiting_game(self, *, is_waiting: bool) -> None:
        """Keep the file of the current game while a puzzle is on the board, or let it go."""
        self._waiting_autosave = self._autosave if is_waiting else None

    def continue_file(self, file: Path, record: Record) -> Autosave:
        """Return the autosave that continues a record's file; the caller must keep a reference."""
        if self.folder is None:
            raise_option_error(
                "the game to continue", "needs a board that saves its games in a folder", file
            )
        return continue_file(file, record, self.folder)

    def open(self, record: Record) -> None:
        """Save a record from now on."""
        path = None if self.is_excluded(record) else self._path
        self._autosave = get_autosave(record, path) if path else None

    def save(self) -> Exception | None:
        """Save the record; return the error if it could not be written."""
        try:
            if self._autosave is not None:
                self._autosave.save()
        except (PolygamesError, OSError, UnicodeError) as error:
            return error
        return None

    def save_and_show(
        self, show: Callable[[], object], on_error: Callable[[Exception], object]
    ) -> None:
        """Save the record, then call `show`, so that no visible move is ever lost.

        `on_error` gets the error of a failed save, last. A page without a server saves a moment
        later: its disk is slow, and its kernel cannot be killed without the page.
        """
        if not has_threads():
            show()
            self._debounce.schedule(partial(self._save_and_report, on_error))
            return
        problem = self.save()
        show()
        if problem is not None:
            on_error(problem)

    def finish(self, on_error: Callable[[Exception], object]) -> None:
        """Write a pending save, and retry one that has failed."""
        self._debounce.run_now()
        if self._autosave is not None and self._autosave.has_failed:
            self._save_and_report(on_error)

    @with_game_lock
    def _save_and_report(self, on_error: Callable[[Exception], object]) -> None:
        if (problem := self.save()) is not None:
            on_error(problem)
