"""The form that saves and loads records, copies positions and sets them up."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.core.files import located
from polygames.core.record import load
from polygames.widgets.keeping import would_lose
from polygames.widgets.panels import Panel

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.record import Record

__all__ = ["Desk", "RecordPanel"]


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What the form works with: the record of a board, and what can be done with it there."""

    record: Callable[[], Record]
    load: Callable[[Record], Any]
    copy: Callable[[], Any]
    set_up: Callable[[str], Any]
    """Start from a position given as text."""
    attempt: Callable[[Callable[[], Any]], Any]
    """Run an action, and say at the board why it was refused."""
    tell: Callable[[str], Any]


class RecordPanel(Panel):
    """Save and load a record; copy and paste a position."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        wide = widgets.Layout(width="auto")
        self._where = widgets.HTML()
        name = f"{desk.record().game}.txt"
        self._path = widgets.Text(value=name, description="file", layout=wide)
        self._text = widgets.Textarea(description="position", rows=8, layout=wide)
        buttons = {
            "Save": self._save,
            "Load": self._load,
            "Copy position": desk.copy,
            "Set up this position": self._set_up,
        }
        row = []
        for text, action in buttons.items():
            button = widgets.Button(description=text, layout=widgets.Layout(width="auto"))
            button.on_click(lambda _, action=action: desk.attempt(action))
            row.append(button)
        super().__init__([self._where, self._path, widgets.HBox(row), self._text])

    def show_position(self, text: str) -> None:
        """Show a position as text."""
        self._text.value = text

    def show_file(self, file: Path | None) -> None:
        """Say where the game is saved, if it is."""
        self._where.value = "Autosave is off."
        if file is not None:
            self._where.value = f"Every move is saved to <code>{escape(_near(file))}</code>"

    def _save(self) -> None:
        name = self._path.value
        record = self._desk.record()
        if would_lose(located(name), record):
            msg = f"{name} contains something else: choose another name"
            raise OptionError(msg)
        self._desk.tell(f"Saved as {record.save(name)}")

    def _load(self) -> None:
        record = load(self._path.value)
        if record.game != self._desk.record().game:
            msg = f"{self._path.value} is a record of {record.game}: use pg.play(pg.load(...))"
            raise OptionError(msg)
        self._desk.load(record)

    def _set_up(self) -> None:
        self._desk.set_up(self._text.value)


def _near(file: Path) -> str:
    """Return a path as it is found from the working directory, if it is below that."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
