"""The panel to save, load and continue games, and to copy and set up positions."""

from __future__ import annotations

import errno
from copy import deepcopy
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.core.errors import OptionError, PolygamesError
from polygames.core.words import error_words
from polygames.records.files import resolve_path
from polygames.records.record import load
from polygames.runtime.owner import with_owner
from polygames.scene.drawn_marks import MARK_COLORS, MARK_POINT_COUNTS
from polygames.view.help import list_of_rules, preset_of, rules_in_words
from polygames.view.webpage.page import saving
from polygames.widgets.autosave import contents_of, in_plain_words, would_lose
from polygames.widgets.panels.panel import Panel
from polygames.widgets.parts import BoardLike, Pen
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from polygames.records.record import Record


ABOUT_TEXT: Final = (
    "This text is the whole position with its rules. Use it on another board or in a program. "
    "Or paste such a text here and press <i>Set up this position</i>."
)


class Feedback(widgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """The result of a pressed button, shown below its row: a message or an error."""

    def __init__(self) -> None:
        self.done, self.refusal = widgets.HTML(), widgets.HTML()
        self.refusal.add_class("polygames-form-refusal")
        super().__init__([self.refusal, self.done])

    def clear(self) -> None:
        """Clear both texts."""
        self.refusal.value = self.done.value = ""

    def tell(self, words: str) -> None:
        """Show a message."""
        self.done.value = f"<span role='status'>{escape(words)}</span>"

    def refuse(self, error: Exception) -> None:
        """Show an error."""
        self.done.value = ""
        self.refusal.value = f"<span role='alert'>{escape(error_words(error))}</span>"


class RecordPanel(Panel):
    """The panel to save and load a record or a page, and to copy and paste a position."""

    def __init__(self, board: BoardLike) -> None:
        wide = widgets.Layout(width="auto")
        self._where = widgets.HTML()
        name = f"{board.session.record.game}.txt"
        self._path = widgets.Text(value=name, description="File", layout=wide)
        self._text = widgets.Textarea(description="As text", rows=6, layout=wide)
        files = {"Save": self._save, "Load": self._load, "Save as a page": self._save_page}
        texts = {"Copy position": self._copy, "Set up this position": self._set_up}
        pictures = {"Copy picture": board.copy_picture}
        self._of_game, self._of_position, self._of_marks = Feedback(), Feedback(), Feedback()
        self._shown = ""
        self._worker = Worker()
        self._stop = widgets.Button(
            description="Stop",
            tooltip="stop saving the page",
            layout={"width": "auto", "display": "none"},
        )
        self._stop.on_click(lambda _: self._stop_saving())
        self._pages: set[Path] = set()
        """The pages saved from this panel; these may be replaced."""
        self._refused: tuple[Path, int] | None = None
        """A file that was not replaced, and its time of modification in nanoseconds."""
        game = _with_title(
            "The game",
            self._where,
            self._path,
            self._row(files, self._of_game),
            self._of_game,
            self._stop,
        )
        about = f"<span class='polygames-form-help'>{ABOUT_TEXT}</span>"
        position = _with_title(
            "The position",
            self._row({**texts, **pictures}, self._of_position),
            self._of_position,
            self._text,
            widgets.HTML(about),
        )
        self._rules = widgets.HTML()
        rules = _with_title("The rules of this game", self._rules)
        marks = _with_title("Marks on the board", self._draws(), self._of_marks)
        super().__init__(board, widgets.VBox([rules, game, position, marks]))
        self.box.add_class("polygames-form")

    def _row(self, actions: Mapping[str, Callable[[], Any]], feedback: Feedback) -> widgets.HBox:
        """Return a row of buttons, each with its action; `feedback` shows the result."""
        row = []
        for text, action in actions.items():
            button = widgets.Button(description=text, layout=widgets.Layout(width="auto"))
            button.on_click(lambda _, action=action: self._press(action, feedback))
            row.append(button)
        return widgets.HBox(row, layout={"flex_flow": "row wrap"})

    def _draws(self) -> widgets.VBox:
        """Return the menus that choose the kind and colour of marks, also for touch screens."""
        kinds = [("nothing", ""), *((kind + "s", kind) for kind in MARK_POINT_COUNTS)]
        kind = widgets.Dropdown(options=kinds, description="Draw")
        color = widgets.Dropdown(options=list(MARK_COLORS), description="Colour")
        erase = widgets.Button(description="Erase all drawings", layout={"width": "auto"})

        def choose(_: object) -> None:
            pen = Pen(kind.value or "arrow", color.value, on=bool(kind.value))
            self.board.draw_with(pen)

        kind.observe(choose, "value")
        color.observe(choose, "value")
        erase.on_click(lambda _: self._press(self.board.erase_marks, self._of_marks))
        return widgets.VBox([kind, color, erase])

    def show(self) -> None:
        """Show the autosave file, the rules, and the position as text."""
        file, seen = self.board.session.file, self.board.seen().to_text()
        words = "Autosave is off."
        if file is not None:
            words = f"Every move is saved in <code>{escape(_relative_path(file))}</code>"
        self._where.value = words
        options = self.record.options
        preset = self.info.guide.preset_texts.get(preset_of(self.info, options) or "")
        self._rules.value = list_of_rules(rules_in_words(self.info, options), preset)
        if seen != self._shown:
            self._text.value = self._shown = seen

    def _copy(self) -> None:
        self.board.copy_text(self.board.seen().to_text(), "The position")

    def _save(self) -> None:
        file, record = resolve_path(self._path.value), self.record
        with in_plain_words(file):
            if would_lose(file, record):
                self._ask_first(file, "Save")
            saved = record.save(file)
        self._refused = None
        self.board.tell(f"Saved as {saved}")

    def _save_page(self) -> None:
        """Save the game as a page beside its record."""
        file = resolve_path(self._path.value).with_suffix(".html")
        with in_plain_words(file):
            if file.exists() and file not in self._pages:
                self._ask_first(file, "Save as a page")
        self._refused = None
        self._pages.add(file)
        self._stop.layout.display = None
        steps = _page_of(deepcopy(self.record), file)
        self._worker.follow(steps, self._tell, self._fail, on_end=self._end)

    def _tell(self, words: str) -> None:
        """Show the progress of saving a page."""
        self.board.message = words
        self._of_game.tell(words)

    def _fail(self, error: Exception) -> None:
        self._stop.layout.display = "none"
        self._of_game.refuse(error)

    def _end(self) -> None:
        """Hide the stop button, and show the result at the board, too."""
        self._stop.layout.display = "none"
        self.board.tell(self.board.message)

    def _stop_saving(self) -> None:
        """Cancel the page that is being saved; an older file remains unchanged."""
        self._worker.stop()
        self._tell("Stopped: no page was saved.")
        self._end()

    def close(self) -> None:
        """Stop saving."""
        self._worker.stop()

    def _ask_first(self, file: Path, button: str) -> None:
        """Raise OptionError if a file would be replaced, unless the button is pressed again."""
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder", str(file))
        stands = (file, file.lstat().st_mtime_ns)
        if self._refused != stands:
            self._refused = stands
            msg = f"{file.name} holds {contents_of(file)}. Choose another name, or press {button} "
            raise OptionError(msg + "again to replace it.")

    def _load(self) -> None:
        file = resolve_path(self._path.value)
        with in_plain_words(file):
            record = load(file)
        if record.game != self.record.game:
            msg = f"{file} is a record of {record.game}: use pg.play(pg.load(...))"
            raise OptionError(msg)
        self.board.load(record)

    @with_owner
    def _press(self, action: Callable[[], Any], feedback: Feedback) -> None:
        """Run the action of a button and show its result below."""
        for each in (self._of_game, self._of_position, self._of_marks):
            each.clear()
        self.board.message = ""
        try:
            action()
            feedback.tell(self.board.message)
        except (PolygamesError, OSError, UnicodeError) as error:
            feedback.refuse(error)

    def _set_up(self) -> None:
        self.board.set_position(self._text.value)


def _page_of(record: Record, file: Path) -> Iterator[str]:
    """Save a page and yield its progress; system errors are raised in plain words."""
    with in_plain_words(file):
        yield from saving(record, file)


def _with_title(title: str, *parts: widgets.Widget) -> widgets.VBox:
    """Return a part of the form under its title."""
    head = widgets.HTML(f"<b>{title}</b>")
    made = widgets.VBox([head, *parts])
    made.add_class("polygames-form-part")
    return made


def _relative_path(file: Path) -> str:
    """Return a path relative to the working directory if it is inside, else the full path."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
