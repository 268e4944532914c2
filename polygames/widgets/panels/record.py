"""The form that saves and loads records, copies positions and sets them up."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.errors import OptionError, PolygamesError
from polygames.records.files import located
from polygames.records.record import load
from polygames.widgets.autosave import would_lose
from polygames.widgets.file_errors import contents_of, in_plain_words
from polygames.widgets.header import in_words
from polygames.widgets.panels.help import Panel

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.records.record import Record


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What the form works with: the record of a board, and what can be done with it there."""

    record: Callable[[], Record]
    load: Callable[[Record], Any]
    copy: Callable[[], Any]
    set_up: Callable[[str], Any]
    """Start from a position given as text."""
    tell: Callable[[str], Any]


class RecordPanel(Panel):
    """Save and load a record; copy and paste a position."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        wide = widgets.Layout(width="auto")
        self._where = widgets.HTML()
        name = f"{desk.record().game}.txt"
        self._path = widgets.Text(value=name, description="File", layout=wide)
        self._text = widgets.Textarea(description="Position", rows=8, layout=wide)
        buttons = {
            "Save": self._save,
            "Load": self._load,
            "Copy position": desk.copy,
            "Set up this position": self._set_up,
        }
        row = []
        for text, action in buttons.items():
            button = widgets.Button(description=text, layout=widgets.Layout(width="auto"))
            button.on_click(lambda _, action=action: self._press(action))
            row.append(button)
        self._said = widgets.HTML()
        self._said.add_class("polygames-form-refusal")
        self._refused: tuple[Path, int] | None = None
        """The file that Save did not replace, and when that was written."""
        buttons_row = widgets.HBox(row, layout={"flex_flow": "row wrap"})
        super().__init__([self._where, self._path, buttons_row, self._said, self._text])
        self.box.add_class("polygames-form")

    def show_position(self, text: str) -> None:
        """Show a position as text."""
        self._text.value = text

    def show_file(self, file: Path | None) -> None:
        """Say where the game is saved, if it is."""
        self._where.value = "Autosave is off."
        if file is not None:
            self._where.value = f"Every move is saved to <code>{escape(_near(file))}</code>"

    def _save(self) -> None:
        file, record = located(self._path.value), self._desk.record()
        with in_plain_words(file):
            if would_lose(file, record):
                self._ask_first(file)
            saved = record.save(file)
        self._refused = None
        self._desk.tell(f"Saved as {saved}")

    def _ask_first(self, file: Path) -> None:
        """Refuse to save over something else, unless it has just been asked for that again."""
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder", str(file))
        stands = (file, file.lstat().st_mtime_ns)
        if self._refused != stands:
            self._refused = stands
            msg = f"{file.name} holds {contents_of(file)}. Choose another name, or press Save "
            raise OptionError(msg + "again to replace it.")

    def _load(self) -> None:
        file = located(self._path.value)
        with in_plain_words(file):
            record = load(file)
        if record.game != self._desk.record().game:
            msg = f"{file} is a record of {record.game}: use pg.play(pg.load(...))"
            raise OptionError(msg)
        self._desk.load(record)

    def _press(self, action: Callable[[], Any]) -> None:
        """Do what a button says; if it is refused, say why below the buttons."""
        self._said.value = ""
        try:
            action()
        except (PolygamesError, OSError, UnicodeError) as error:
            self._said.value = f"<span role='alert'>{escape(in_words(error))}</span>"

    def _set_up(self) -> None:
        self._desk.set_up(self._text.value)


def _near(file: Path) -> str:
    """Return a path as it is found from the working directory, if it is below that."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
