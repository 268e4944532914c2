"""The panel to save, load and continue games, and to copy and set up positions."""

from __future__ import annotations

import errno
from copy import deepcopy
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.core.errors import OptionError, PolygamesError
from polygames.records.atomic_files import resolve_path
from polygames.records.record import load
from polygames.runtime.game_lock import with_game_lock
from polygames.scene.user_marks import MARK_COLORS, MARK_POINT_COUNTS
from polygames.view.help import find_preset, rule_texts, rules_html
from polygames.view.webpage.page import iter_save
from polygames.widgets.autosave import describe_contents, readable_errors, would_lose_data
from polygames.widgets.interfaces import BoardLike, Pen
from polygames.widgets.panels.panel import Panel
from polygames.widgets.panels.record_link import LinkPart
from polygames.widgets.panels.refusal import refusal_html
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
        self.message, self.error = widgets.HTML(), widgets.HTML()
        self.error.add_class("polygames-form-refusal")
        super().__init__([self.error, self.message])

    def clear(self) -> None:
        """Clear the message and the error."""
        self.error.value = self.message.value = ""

    def show_message(self, text: str) -> None:
        """Show a message."""
        self.message.value = f"<span role='status'>{escape(text)}</span>"

    def show_error(self, problem: Exception) -> None:
        """Show an error."""
        self.message.value = ""
        self.error.value = refusal_html(problem)


class RecordPanel(Panel):
    """The panel to save and load a game, save it as a web page, and copy and paste positions."""

    def __init__(self, board: BoardLike) -> None:
        wide = widgets.Layout(width="auto")
        self._autosave_text = widgets.HTML()
        name = f"{board.session.record.game}.txt"
        self._path_field = widgets.Text(value=name, description="File", layout=wide)
        self._position_field = widgets.Textarea(description="As text", rows=6, layout=wide)
        files = {
            "Save": self._save_record,
            "Load": self._load_record,
            "Save as a page": self._save_page,
        }
        texts = {"Copy position": self._copy_position, "Set up this position": self._set_position}
        pictures = {"Copy picture": board.copy_picture}
        self._game_feedback, self._link_feedback = Feedback(), Feedback()
        self._position_feedback, self._marks_feedback = Feedback(), Feedback()
        self._link = LinkPart(board)
        self._shown_position = ""
        self._worker = Worker()
        self._stop_button = widgets.Button(
            description="Stop",
            tooltip="stop saving the page",
            layout={"width": "auto", "display": "none"},
        )
        self._stop_button.on_click(lambda _: self._stop_saving())
        self._saved_pages: set[Path] = set()
        """The pages saved from this panel; these may be replaced."""
        self._refused_file: tuple[Path, int] | None = None
        """A file that was not replaced, and its time of modification in nanoseconds."""
        game = _titled_section(
            "The game",
            self._autosave_text,
            self._path_field,
            self._button_row(files, self._game_feedback),
            self._game_feedback,
            self._stop_button,
        )
        links = {"Copy link": self._link.copy, "QR code": self._link.toggle_code}
        self._link_buttons = self._button_row(links, self._link_feedback)
        link = _titled_section(
            "The link",
            *(self._link_buttons, self._link_feedback, self._link.code, self._link.about),
        )
        about = f"<span class='polygames-form-help'>{ABOUT_TEXT}</span>"
        position = _titled_section(
            "The position",
            self._button_row({**texts, **pictures}, self._position_feedback),
            self._position_feedback,
            self._position_field,
            widgets.HTML(about),
        )
        self._rules_text = widgets.HTML()
        rules = _titled_section("The rules of this game", self._rules_text)
        marks = _titled_section("Marks on the board", self._mark_menus(), self._marks_feedback)
        super().__init__(board, widgets.VBox([rules, game, link, position, marks]))
        self.box.add_class("polygames-form")

    def _button_row(
        self, actions: Mapping[str, Callable[[], Any]], feedback: Feedback
    ) -> widgets.HBox:
        """Return a row of buttons, each with its action; `feedback` shows the result."""
        row = []
        for text, action in actions.items():
            button = widgets.Button(description=text, layout=widgets.Layout(width="auto"))
            button.on_click(lambda _, action=action: self._run_action(action, feedback))
            row.append(button)
        return widgets.HBox(row, layout={"flex_flow": "row wrap"})

    def _mark_menus(self) -> widgets.VBox:
        """Return the menus that choose the kind and colour of marks, also for touch screens."""
        kinds = [("nothing", ""), *((kind + "s", kind) for kind in MARK_POINT_COUNTS)]
        kind = widgets.Dropdown(options=kinds, description="Draw")
        color = widgets.Dropdown(options=list(MARK_COLORS), description="Colour")
        erase = widgets.Button(description="Erase all drawings", layout={"width": "auto"})

        def choose(_: object) -> None:
            pen = Pen(kind.value or "arrow", color.value, on=bool(kind.value))
            self.board.set_pen(pen)

        kind.observe(choose, "value")
        color.observe(choose, "value")
        erase.on_click(lambda _: self._run_action(self.board.erase_marks, self._marks_feedback))
        return widgets.VBox([kind, color, erase])

    def refresh(self) -> None:
        """Show the autosave file, the rules, and the position as text."""
        file, seen = self.board.session.file, self.board.visible_state().to_text()
        words = "Autosave is off."
        if file is not None:
            words = f"Every move is saved in <code>{escape(_relative_path(file))}</code>"
        self._autosave_text.value = words
        is_linkable = self._link.refresh()
        self._link_buttons.layout.display = None if is_linkable else "none"
        options = self.record.options
        preset = self.info.guide.preset_texts.get(find_preset(self.info, options) or "")
        self._rules_text.value = rules_html(rule_texts(self.info, options), preset)
        if seen != self._shown_position:
            self._position_field.value = self._shown_position = seen

    def _copy_position(self) -> None:
        self.board.copy_text(self.board.visible_state().to_text(), "The position")

    def _save_record(self) -> None:
        file, record = resolve_path(self._path_field.value), self.record
        with readable_errors(file):
            if would_lose_data(file, record):
                self._confirm_overwrite(file, "Save")
            saved = record.save(file)
        self._refused_file = None
        self.board.show_message(f"Saved as {saved}")

    def _save_page(self) -> None:
        """Save the game as a web page, next to the file of its record."""
        file = resolve_path(self._path_field.value).with_suffix(".html")
        with readable_errors(file):
            if file.exists() and file not in self._saved_pages:
                self._confirm_overwrite(file, "Save as a page")
        self._refused_file = None
        self._saved_pages.add(file)
        self._stop_button.layout.display = None
        steps = _iter_save_page(deepcopy(self.record), file)
        self._worker.submit_iterator(
            steps, self._show_progress, self._show_failure, on_end=self._finish_saving
        )

    def _show_progress(self, text: str) -> None:
        """Show the progress of saving a web page."""
        self.board.message = text
        self._game_feedback.show_message(text)

    def _show_failure(self, error: Exception) -> None:
        self._stop_button.layout.display = "none"
        self._game_feedback.show_error(error)

    def _finish_saving(self) -> None:
        """Hide the stop button, and show the result in the header of the board as well."""
        self._stop_button.layout.display = "none"
        self.board.show_message(self.board.message)

    def _stop_saving(self) -> None:
        """Cancel saving the web page; an older file remains unchanged."""
        self._worker.stop()
        self._show_progress("Stopped: no page was saved.")
        self._finish_saving()

    def close(self) -> None:
        """Cancel saving a web page."""
        self._worker.stop()

    def _confirm_overwrite(self, file: Path, button: str) -> None:
        """Raise OptionError before a file is replaced, unless the button is pressed again."""
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder", str(file))
        stands = (file, file.lstat().st_mtime_ns)
        if self._refused_file != stands:
            self._refused_file = stands
            msg = f"{file.name} already contains {describe_contents(file)}. "
            msg += f"Choose another name, or press {button} again to replace it."
            raise OptionError(msg)

    def _load_record(self) -> None:
        file = resolve_path(self._path_field.value)
        with readable_errors(file):
            record = load(file)
        if record.game != self.record.game:
            msg = f"{file} is a record of {record.game}: open it with pg.play(pg.load(...))"
            raise OptionError(msg)
        self.board.load(record)

    @with_game_lock
    def _run_action(self, action: Callable[[], Any], feedback: Feedback) -> None:
        """Run the action of a button and show its result below."""
        for each in (
            *(self._game_feedback, self._link_feedback),
            *(self._position_feedback, self._marks_feedback),
        ):
            each.clear()
        self.board.message = ""
        try:
            action()
            feedback.show_message(self.board.message)
        except (PolygamesError, OSError, UnicodeError) as error:
            feedback.show_error(error)

    def _set_position(self) -> None:
        self.board.set_position(self._position_field.value)


def _iter_save_page(record: Record, file: Path) -> Iterator[str]:
    """Save a web page and yield its progress, with readable messages for file errors."""
    with readable_errors(file):
        yield from iter_save(record, file)


def _titled_section(title: str, *parts: widgets.Widget) -> widgets.VBox:
    """Return a box with a title and a part of the form below it."""
    head = widgets.HTML(f"<b>{title}</b>")
    made = widgets.VBox([head, *parts])
    made.add_class("polygames-form-part")
    return made


def _relative_path(file: Path) -> str:
    """Return a path relative to the working directory if it is inside, else the full path."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
